//! The file of environment variables, `.env`.
//!
//! The grammar is small. A line is blank, a comment (`#`), or `NAME=value`, with `export` before it or not, and
//! blanks around the `=` or not. A value is
//! - bare: up to the line's end or to ` #`, without the blanks at both ends;
//! - in single quotes: as it stands, over several lines if need be;
//! - in double quotes: the same, where `\n`, `\r`, `\t`, `\"`, `\\`, `\$` mean what they do in a shell.
//!
//! `${NAME}` in a bare or double-quoted value is the variable of that name: of an earlier line, else of the
//! environment, else nothing. Nothing is ever executed: `$(…)` and backquotes are plain text.

use crate::disk;
use crate::messages::Message;
use crate::msg;
use std::path::Path;

/// The most bytes of a file, and of one value after its variables are put in.
const MOST_BYTES: u64 = 1 << 20;
const MOST_VARIABLES: usize = 10_000;

/// What a file of variables says.
#[derive(Clone, PartialEq, Default)]
pub struct EnvFile {
    /// In the file's order; of two with one name the later counts.
    pub variables: Vec<(String, String)>,
    /// Lines that could not be understood, by their numbers from 1.
    pub bad_lines: Vec<usize>,
}

// Values are secrets as a rule, so they are not shown in a log.
impl std::fmt::Debug for EnvFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.variables.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("EnvFile").field("names", &names).field("bad_lines", &self.bad_lines).finish()
    }
}

/// Reads the file; one that is not there has no variables. The message says what could not be read or understood.
pub fn read(path: &Path, environment: &dyn Fn(&str) -> Option<String>) -> (EnvFile, Option<Message>) {
    match disk::read_text(path, MOST_BYTES) {
        Ok(None) => (EnvFile::default(), None),
        Ok(Some(text)) => {
            let file = parse(&text, environment);
            let problem = file.bad_lines.first().map(|&line| {
                msg!("settings-env-line", file = path.to_string_lossy(), line = line.to_string())
            });
            (file, problem)
        }
        Err(error) => {
            let problem = msg!("settings-unreadable", file = path.to_string_lossy(), why = error.to_string());
            (EnvFile::default(), Some(problem))
        }
    }
}

/// Understands the text of such a file.
pub fn parse(text: &str, environment: &dyn Fn(&str) -> Option<String>) -> EnvFile {
    let mut file = EnvFile::default();
    let mut rest = text;
    let mut line = 1;
    while !rest.is_empty() && file.variables.len() < MOST_VARIABLES {
        let (entry, after) = entry(rest, &|name| known(&file, name).or_else(|| environment(name)));
        match entry {
            Entry::Blank => {}
            Entry::Variable(name, value) => file.variables.push((name, value)),
            Entry::Bad => file.bad_lines.push(line),
        }
        line += rest[..rest.len() - after.len()].matches('\n').count();
        rest = after;
    }
    file
}

fn known(file: &EnvFile, name: &str) -> Option<String> {
    file.variables.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.clone())
}

enum Entry {
    Blank,
    Variable(String, String),
    Bad,
}

/// One entry, and the text after its last line.
fn entry<'a>(text: &'a str, lookup: &dyn Fn(&str) -> Option<String>) -> (Entry, &'a str) {
    let (line, next) = text.split_once('\n').unwrap_or((text, ""));
    let content = line.trim();
    if content.is_empty() || content.starts_with('#') {
        return (Entry::Blank, next);
    }
    let content = match content.strip_prefix("export") {
        Some(after) if after.starts_with([' ', '\t']) => after.trim_start(),
        _ => content,
    };
    let Some((name, value)) = content.split_once('=') else { return (Entry::Bad, next) };
    let (name, value) = (name.trim_end(), value.trim_start());
    if !is_name(name) {
        return (Entry::Bad, next);
    }
    let Some(quote) = value.chars().next().filter(|first| matches!(first, '\'' | '"')) else {
        let bare = match value.find(" #").or_else(|| value.find("\t#")) {
            _ if value.starts_with('#') => "",
            Some(comment) => &value[..comment],
            None => value,
        };
        return match expand(bare.trim_end(), false, lookup) {
            Some(value) => (Entry::Variable(name.to_owned(), value), next),
            None => (Entry::Bad, next),
        };
    };
    // A quoted value may go on over the line's end, so its text is taken from the whole.
    let opened = text.len() - text[line.find('=').unwrap_or(0)..].len();
    let Some(body) = text[opened..].find(quote).and_then(|at| text.get(opened + at + 1..)) else {
        return (Entry::Bad, next);
    };
    let Some(end) = closing(body, quote) else { return (Entry::Bad, next) };
    let (tail, after) = body[end + 1..].split_once('\n').unwrap_or((&body[end + 1..], ""));
    let tail = tail.trim();
    if !(tail.is_empty() || tail.starts_with('#')) {
        // Perhaps a quote that was never closed met the next one: only its own line is lost.
        return (Entry::Bad, next);
    }
    let value = match quote {
        '"' => expand(&body[..end], true, lookup),
        _ => Some(body[..end].to_owned()),
    };
    match value.filter(|value| !value.contains('\0')) {
        Some(value) => (Entry::Variable(name.to_owned(), value), after),
        None => (Entry::Bad, next),
    }
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Where the quote ends.
fn closing(body: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in body.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote == '"' => escaped = true,
            _ if c == quote => return Some(at),
            _ => {}
        }
    }
    None
}

/// Puts variables in and, in double quotes, takes escapes away. `None` where the value grows past all reason.
fn expand(text: &str, escapes: bool, lookup: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['$', '\\']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix('\\') {
            let escape = after.chars().next().filter(|_| escapes);
            let plain = match escape {
                Some('n') => Some('\n'),
                Some('r') => Some('\r'),
                Some('t') => Some('\t'),
                Some(c @ ('"' | '\\' | '$')) => Some(c),
                _ => None,
            };
            out.push(plain.unwrap_or('\\'));
            rest = if plain.is_some() { &after[1..] } else { after };
        } else {
            let reference = rest
                .strip_prefix("${")
                .and_then(|after| after.split_once('}'))
                .filter(|(name, _)| is_name(name));
            if let Some((name, after)) = reference {
                out.push_str(&lookup(name).unwrap_or_default());
                rest = after;
            } else {
                out.push('$');
                rest = &rest[1..];
            }
        }
        if out.len() as u64 > MOST_BYTES {
            return None;
        }
    }
    out.push_str(rest);
    (out.len() as u64 <= MOST_BYTES && !out.contains('\0')).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(text: &str) -> Vec<(String, String)> {
        let file = parse(text, &|name| (name == "HOME").then(|| "/home/ann".to_owned()));
        assert_eq!(file.bad_lines, [] as [usize; 0], "{text:?}");
        file.variables
    }

    fn one(text: &str) -> String {
        let all = of(text);
        assert_eq!(all.len(), 1, "{all:?}");
        assert_eq!(all[0].0, "A");
        all[0].1.clone()
    }

    #[test]
    fn values_of_all_kinds() {
        for (text, value) in [
            ("A=1", "1"),
            ("export A = 1 ", "1"),
            ("\tA=a b  # comment", "a b"),
            ("A=a#b", "a#b"),
            ("A=", ""),
            ("A=# nothing", ""),
            ("A='a # ${HOME} \\n'", "a # ${HOME} \\n"),
            ("A=\"a\\n\\\"b\\\" \\$x \\d\" # c", "a\n\"b\" $x \\d"),
            ("A=\"two\nlines\"\n", "two\nlines"),
            ("A='x=1'", "x=1"),
            ("A=C:\\new", "C:\\new"),
            ("A=${HOME}/x$y$(id)`id`${no}", "/home/ann/x$y$(id)`id`"),
            ("A=1\r\n", "1"),
            ("A=é", "é"),
        ] {
            assert_eq!(one(text), value, "{text:?}");
        }
    }

    #[test]
    fn earlier_lines_serve_later_ones() {
        assert_eq!(of("# top\n\nHOST=h\nURL=\"http://${HOST}/\"\nHOST=i")[1].1, "http://h/");
    }

    #[test]
    fn a_bad_line_is_named_and_costs_itself_alone() {
        let file = parse("A=1\nwhat is this\n1B=2\nC=\"two\nlines\"\nD='open\nE=5\nF='a' b", &|_| None);
        assert_eq!(file.bad_lines, [2, 3, 6, 8]);
        assert_eq!(file.variables.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["A", "C", "E"]);
    }

    #[test]
    fn values_do_not_grow_past_all_reason_and_are_not_shown() {
        let doubled: Vec<String> =
            (0..60).map(|step| format!("A{}=${{A{step}}}${{A{step}}}", step + 1)).collect();
        let file = parse(&format!("A0={}\n{}", "x".repeat(1000), doubled.join("\n")), &|_| None);
        assert!(file.variables.iter().all(|(_, value)| value.len() as u64 <= MOST_BYTES));
        assert!(!format!("{file:?}").contains("xx"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_harm(text in "[A-B= \"'\\\\$#{}\nxé]{0,60}") {
            let file = parse(&text, &|_| None);
            prop_assert!(file.variables.iter().all(|(name, _)| is_name(name)));
        }
    }
}
