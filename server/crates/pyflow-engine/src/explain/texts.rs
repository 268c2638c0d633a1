//! The program's own words within ours: names, values and texts, bounded and safe to stand in Markdown.

use crate::diagnose::Source;
use pyflow_core::facts::ValueFacts;

/// Longer values are cut.
const LONGEST: usize = 90;

/// A text as inline code: on one line, bounded, in more backticks than it has itself.
pub(crate) fn code(text: &str) -> String {
    let text = one_line(text, LONGEST);
    if text.is_empty() {
        return "``".to_owned();
    }
    let ticks = "`".repeat(longest_run(&text) + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') || text.starts_with(' ') { " " } else { "" };
    format!("{ticks}{pad}{text}{pad}{ticks}")
}

/// A text of many lines in a fence that it can't close.
pub(crate) fn fenced(text: &str, language: &str) -> String {
    let fence = "`".repeat((longest_run(text) + 1).max(3));
    format!("{fence}{language}\n{}\n{fence}", text.trim_end_matches(['\r', '\n']))
}

/// The longest run of backticks in a text.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// A text on one line, its control characters as spaces, cut to a number of characters.
pub(crate) fn one_line(text: &str, most: usize) -> String {
    let mut out: String = text.chars().take(most).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(most).is_some() {
        out.push('…');
    }
    out
}

/// A value as code: its repr, else its type.
pub(crate) fn value(value: &ValueFacts) -> String {
    match &value.repr {
        Some(repr) => code(repr),
        None => code(&value.type_name),
    }
}

/// Names as code, with commas, at most `most` of them.
pub(crate) fn list<'n>(names: impl IntoIterator<Item = &'n str>, most: usize) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    let mut shown: Vec<String> = names.iter().take(most).map(|n| code(n)).collect();
    if names.len() > most {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

/// The last part of a path.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// A 0-based line as people count.
pub(crate) fn line_number(line: u32) -> String {
    (line + 1).to_string()
}

/// `file.py:12`.
pub(crate) fn place(source: &Source, byte: usize) -> String {
    format!("{}:{}", file_name(&source.file), source.place_of(byte).line + 1)
}

/// The part of a message between a mark and the next, as Python quotes names in messages.
pub(crate) fn quoted(message: &str, nth: usize) -> Option<&str> {
    message.split('\'').nth(nth * 2 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_gets_out_of_its_code() {
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("`x`"), "`` `x` ``");
        assert_eq!(code("a\nb"), "`a b`");
        assert_eq!(fenced("```\n[x](y)", ""), "````\n```\n[x](y)\n````");
        assert!(code(&"x".repeat(1000)).chars().count() < 100);
    }

    #[test]
    fn a_message_gives_its_quoted_names() {
        assert_eq!(quoted("'Item' object has no attribute 'x'", 1), Some("x"));
        assert_eq!(quoted("nothing", 0), None);
    }
}
