//! Texts in the program that a reader does not take: JSON, patterns, SQL; encodings of files.

use super::Rule;
use super::draft::{Draft, keyword, positional, string_content, string_value};
use crate::diagnose::data::{JsonMistake, json_document, json_mistake, literal_of_argument, sql_similar};
use crate::diagnose::scene::{children, collect};
use crate::diagnose::trace::{Spot, trace};
use crate::diagnose::{Scene, Source};
use crate::msg;
use tree_sitter::Node;

/// A JSON text that stands in the program.
pub(super) const JSON: Rule = Rule { name: "json", exceptions: &["JSONDecodeError"], look: json };

/// A pattern that is one for file names, or a text that was meant literally.
pub(super) const PATTERN: Rule =
    Rule { name: "pattern", exceptions: &["error", "PatternError"], look: pattern };

/// A column or table of similar name in the program's own schema.
pub(super) const SQL: Rule = Rule { name: "sql", exceptions: &["OperationalError"], look: sql };

/// A file in another encoding than it is read or written with.
pub(super) const ENCODING: Rule =
    Rule { name: "encoding", exceptions: &["UnicodeDecodeError", "UnicodeEncodeError"], look: encoding };

fn json(scene: &Scene<'_>) -> Vec<Draft> {
    let Some(document) = json_document(&scene.crash) else { return Vec::new() };
    let Some(spot) = literal_of_argument(scene, 0) else { return Vec::new() };
    let Some(range) = string_content(spot.node) else { return Vec::new() };
    let content = spot.source.slice(range.clone());
    let raw = spot.text().split(['"', '\'']).next().is_some_and(|p| p.contains(['r', 'R']));
    if content.contains('\\') && !raw {
        return Vec::new();
    }
    let mended = match json_mistake(&document) {
        JsonMistake::SingleQuotes => double_quotes(content),
        JsonMistake::TrailingComma => without_trailing_commas(content),
        JsonMistake::PythonWord(..) => json_words(content),
        JsonMistake::Unquoted => quoted_names(content),

        _ => None,
    };
    let Some(mended) = mended.filter(|m| m != content) else { return Vec::new() };
    // The whole of it has to be JSON now.
    if serde_json::from_str::<serde_json::Value>(mended.trim()).is_err() {
        return Vec::new();
    }
    let (new, whole) = requoted(&spot, &mended);
    let title = msg!("fix-json");
    let draft = Draft::safe("json-literal", 0.95, title);
    if let Some(new) = new {
        return vec![draft.edit(spot.source, whole, new)];
    }
    // Only what differs.
    vec![piecewise(draft, spot.source, range, content, &mended)]
}

/// The edits of the lines that differ.
fn piecewise(
    mut draft: Draft,
    source: &Source,
    range: std::ops::Range<usize>,
    old: &str,
    new: &str,
) -> Draft {
    let (a, b): (Vec<&str>, Vec<&str>) = (old.split('\n').collect(), new.split('\n').collect());
    if a.len() != b.len() {
        return draft.edit(source, range, new);
    }
    let mut at = range.start;
    for (left, right) in a.iter().zip(&b) {
        if left != right {
            draft = draft.edit(source, at..at + left.len(), *right);
        }
        at += left.len() + 1;
    }
    draft
}

/// The literal anew with single quotes, when its text has the quotes that it stands in.
fn requoted(spot: &Spot<'_>, mended: &str) -> (Option<String>, std::ops::Range<usize>) {
    let text = spot.text();
    let prefix: String = text.chars().take_while(|c| !matches!(c, '"' | '\'')).collect();
    let quoted = &text[prefix.len()..];
    let whole = spot.node.byte_range();
    if quoted.starts_with("\"\"\"") || quoted.starts_with("'''") {
        return (None, whole);
    }
    let quote = quoted.chars().next().unwrap_or('"');
    if !mended.contains(quote) {
        return (None, whole);
    }
    let other = if quote == '"' { '\'' } else { '"' };
    if mended.contains(other) {
        return (Some(format!("{prefix}'''{mended}'''")), whole);
    }
    (Some(format!("{prefix}{other}{mended}{other}")), whole)
}

/// Single-quoted names and texts in double quotes.
fn double_quotes(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut inside: Option<char> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, inside) {
            ('\\', Some(_)) => {
                out.push(c);
                out.extend(chars.next());
            }
            ('\'', None) => {
                inside = Some('\'');
                out.push('"');
            }
            ('\'', Some('\'')) | ('"', Some('"')) => {
                inside = None;
                out.push('"');
            }
            ('"', None) => {
                inside = Some('"');
                out.push('"');
            }
            ('"', Some('\'')) => return None,
            _ => out.push(c),
        }
    }
    let out = inside.is_none().then_some(out)?;
    Some(json_words(&out).unwrap_or(out))
}

/// Walks the parts of a text that are outside of its strings.
fn outside(text: &str, change: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut plain = String::new();
    let mut string = false;
    let mut escaped = false;
    for c in text.chars() {
        if string {
            out.push(c);
            if escaped {
                escaped = false;
            } else if c == '\\' {
                escaped = true;
            } else if c == '"' {
                string = false;
            }
        } else if c == '"' {
            out.push_str(&change(&plain));
            plain.clear();
            out.push(c);
            string = true;
        } else {
            plain.push(c);
        }
    }
    out.push_str(&change(&plain));
    out
}

fn json_words(text: &str) -> Option<String> {
    let changed = outside(text, |plain| {
        let mut out = String::new();
        let mut word = String::new();
        let flush = |word: &mut String, out: &mut String| {
            out.push_str(match word.as_str() {
                "True" | "TRUE" => "true",
                "False" | "FALSE" => "false",
                "None" | "undefined" | "NaN" | "nil" | "NULL" => "null",
                other => other,
            });
            word.clear();
        };
        for c in plain.chars() {
            if c.is_alphanumeric() || c == '_' {
                word.push(c);
            } else {
                flush(&mut word, &mut out);
                out.push(c);
            }
        }
        flush(&mut word, &mut out);
        out
    });
    (changed != text).then_some(changed)
}

fn without_trailing_commas(text: &str) -> Option<String> {
    let changed = outside(text, |plain| {
        let chars: Vec<char> = plain.chars().collect();
        let mut out = String::new();
        for (i, c) in chars.iter().enumerate() {
            let next = chars[i + 1..].iter().find(|c| !c.is_whitespace());
            if *c == ',' && next.is_some_and(|n| matches!(n, '}' | ']')) {
                continue;
            }
            out.push(*c);
        }
        out
    });
    (changed != text).then_some(changed)
}

/// `{name: 1}` with its names in quotes.
fn quoted_names(text: &str) -> Option<String> {
    let changed = outside(text, |plain| {
        let mut out = String::new();
        let mut rest = plain;
        while let Some(at) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
            let (before, from) = rest.split_at(at);
            out.push_str(before);
            let end = from.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(from.len());
            let (word, after) = from.split_at(end);
            if after.trim_start().starts_with(':') {
                out.push_str(&format!("\"{word}\""));
            } else {
                out.push_str(word);
            }
            rest = after;
        }
        out.push_str(rest);
        out
    });
    (changed != text).then(|| json_words(&changed).unwrap_or(changed))
}

fn pattern(scene: &Scene<'_>) -> Vec<Draft> {
    if !matches!(scene.crash.exception.module.as_str(), "re" | "sre_constants" | "re._constants") {
        return Vec::new();
    }
    let Some(call) = scene.failing("call") else { return Vec::new() };
    let Some(argument) = positional(call).and_then(|a| a.into_iter().next()) else { return Vec::new() };
    let last = trace(scene, argument).into_iter().last();
    let message = scene.crash.exception.message.as_str();
    let mut drafts = Vec::new();
    if let Some(spot) = last.filter(|s| s.node.kind() == "string") {
        let Some(text) = string_value(spot.source, spot.node) else { return drafts };
        if message.contains("nothing to repeat")
            && text.starts_with(['*', '?'])
            && !text.contains(['[', '(', '|', '\\', '^', '$'])
        {
            // A pattern for file names.
            let mut new = String::new();
            for c in text.chars() {
                match c {
                    '*' => new.push_str(".*"),
                    '?' => new.push('.'),
                    '.' => new.push_str("\\."),
                    c => new.push(c),
                }
            }
            let quote = if spot.text().contains('"') { '"' } else { '\'' };
            let new = format!("r{quote}{new}{quote}");
            let title = msg!("fix-change", old = spot.text(), new = &new);
            drafts.push(Draft::safe("pattern-glob", 0.92, title).replace(spot.source, spot.node, new));
            return drafts;
        }
        // One character that was meant literally.
        let position = message
            .split("at position ")
            .nth(1)
            .and_then(|m| m.split([' ', ')']).next())
            .and_then(|n| n.parse::<usize>().ok());
        let literal = message.contains("nothing to repeat")
            || message.contains("multiple repeat")
            || message.contains("unterminated subpattern")
            || message.contains("unbalanced parenthesis")
            || message.contains("unterminated character set");
        if let (Some(position), true, Some(range)) = (position, literal, string_content(spot.node))
            && let Some((at, c)) = text.char_indices().nth(position)
        {
            let raw = spot.text().starts_with(['r', 'R']);
            let escape = if raw { "\\" } else { "\\\\" };
            let title = msg!("fix-escape", character = c.to_string());
            let place = range.start + at;
            drafts.push(Draft::safe("pattern-escape", 0.8, title).edit(spot.source, place..place, escape));
        }
        return drafts;
    }
    // Built from data: all of it literally.
    let function = super::draft::function_text(scene.source, call);
    let module = function.rsplit_once('.').map_or("", |(m, _)| m);
    if module == "re" {
        // Only the part that is no literal, where the pattern is put together.
        let mut parts = Vec::new();
        collect(argument, &mut |n| {
            if n.kind() == "interpolation" {
                parts.extend(n.child_by_field_name("expression"));
            } else if n.kind() == "identifier" && n.parent().is_some_and(|p| p.kind() == "binary_operator") {
                parts.push(n);
            }
            n.kind() != "interpolation"
        });
        if parts.is_empty() {
            parts.push(argument);
        }
        if let [only] = parts.as_slice() {
            let new = format!("re.escape({})", scene.text(*only));
            let title = msg!("fix-change", old = scene.text(*only), new = &new);
            drafts.push(Draft::safe("pattern-escape-all", 0.85, title).replace(scene.source, *only, new));
        }
    }
    drafts
}

fn sql(scene: &Scene<'_>) -> Vec<Draft> {
    let message = scene.crash.exception.message.as_str();
    let (name, tables) = if let Some(name) = message.strip_prefix("no such column: ") {
        (name, false)
    } else if let Some(name) = message.split("has no column named ").nth(1) {
        (name, false)
    } else if let Some(name) = message.strip_prefix("no such table: ") {
        (name, true)
    } else {
        return Vec::new();
    };
    let name = name.rsplit('.').next().unwrap_or(name);
    let similar = sql_similar(&scene.crash, name, tables);
    let [new] = similar.as_slice() else { return Vec::new() };
    // The literals at the place, or behind the name that holds the statement.
    let mut places: Vec<(&Source, Node<'_>)> = Vec::new();
    if let Some(call) = scene.failing("call")
        && let Some(arguments) = call.child_by_field_name("arguments")
    {
        for argument in children(arguments) {
            for spot in trace(scene, argument) {
                collect(spot.node, &mut |n| {
                    if n.kind() == "string" {
                        places.push((spot.source, n));
                    }
                    true
                });
            }
        }
    }
    for (source, literal) in places {
        let text = source.node_text(literal);
        let at = word_positions(text, name);
        if at.is_empty() {
            continue;
        }
        let title = msg!("fix-change", old = name, new = new);
        let mut draft = Draft::safe("sql-similar", 0.94, title);
        for at in at {
            let start = literal.start_byte() + at;
            draft = draft.edit(source, start..start + name.len(), new.as_str());
        }
        return vec![draft];
    }
    Vec::new()
}

/// Where a word stands in a text.
fn word_positions(text: &str, word: &str) -> Vec<usize> {
    let boundary = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_');
    text.match_indices(word)
        .filter(|(at, _)| {
            boundary(text.get(..*at).and_then(|t| t.chars().next_back()))
                && boundary(text.get(at + word.len()..).and_then(|t| t.chars().next()))
        })
        .map(|(at, _)| at)
        .collect()
}

fn encoding(scene: &Scene<'_>) -> Vec<Draft> {
    let exception = scene.crash.exception;
    let message = exception.message.as_str();
    let decode = scene.crash.is_a("UnicodeDecodeError");
    let byte = message.split("byte ").nth(1).and_then(|m| m.split(' ').next()).unwrap_or_default();
    let first = message.contains("position 0:") || message.contains("position 0 ");
    let head = exception.attrs.get("object_head").and_then(|h| h.as_str()).unwrap_or_default();
    let (to, prior, certain): (&str, f32, bool) = if !decode {
        ("utf-8", 0.94, true)
    } else if matches!(byte, "0xff" | "0xfe") && first {
        ("utf-16", 0.95, true)
    } else if head.starts_with("b'\\x1f\\x8b")
        || head.starts_with("b'PK")
        || head.starts_with("b'\\x89PNG")
        || head.starts_with("b'%PDF")
    {
        return Vec::new();
    } else if message.starts_with("'ascii'") {
        ("utf-8", 0.92, true)
    } else {
        // Every byte is a character in Latin-1; the usual one of old files is Windows'.
        ("cp1252", 0.85, true)
    };
    let Some((source, call, literal)) = opener(scene) else { return Vec::new() };
    let mut drafts = Vec::new();
    let mut push = |to: &str, prior: f32| {
        let title = msg!("fix-encoding", encoding = to);
        let draft = if certain {
            Draft::safe("encoding", prior, title)
        } else {
            Draft::guess("encoding", prior, title, msg!("assume-encoding", encoding = to))
        };
        let draft = if let Some(literal) = literal {
            match string_content(literal) {
                Some(range) => draft.edit(source, range, to),
                None => return,
            }
        } else {
            let Some(arguments) = call.child_by_field_name("arguments") else { return };
            let name = super::draft::function_text(source, call);
            let by_position = name.ends_with("encode") || name.ends_with("decode");
            let text = if by_position { format!("\"{to}\"") } else { format!("encoding=\"{to}\"") };
            match children(arguments).last() {
                Some(last) => draft.edit(source, last.end_byte()..last.end_byte(), format!(", {text}")),
                None => draft.edit(source, arguments.start_byte() + 1..arguments.start_byte() + 1, text),
            }
        };
        drafts.push(draft);
    };
    push(to, prior);
    if to == "cp1252" {
        push("latin-1", prior - 0.02);
    }
    drafts
}

/// The call that chose the encoding (`open`, `read_text`, `encode`, …), and its literal if it has one.
fn opener<'a>(scene: &Scene<'a>) -> Option<(&'a Source, Node<'a>, Option<Node<'a>>)> {
    let named = |source: &Source, call: Node<'a>| {
        let text = super::draft::function_text(source, call).to_owned();
        let last = text.rsplit('.').next().unwrap_or(&text).to_owned();
        matches!(
            last.as_str(),
            "open"
                | "read_text"
                | "write_text"
                | "encode"
                | "decode"
                | "fdopen"
                | "TextIOWrapper"
                | "read_csv"
                | "NamedTemporaryFile"
        )
    };
    let literal = |source: &'a Source, call: Node<'a>| {
        let name = super::draft::function_text(source, call);
        let positional_encoding =
            name.ends_with("encode") || name.ends_with("decode") || name.ends_with("read_text");
        keyword(source, call, "encoding")
            .or_else(|| positional_encoding.then(|| positional(call)?.into_iter().next()).flatten())
    };
    // At the place itself, then behind the object that is read.
    let mut calls: Vec<(&'a Source, Node<'a>)> =
        scene.within("call").into_iter().map(|c| (scene.source, c)).collect();
    collect(scene.node, &mut |n| {
        if matches!(n.kind(), "identifier" | "attribute") {
            for spot in trace(scene, n) {
                collect(spot.node, &mut |inner| {
                    if inner.kind() == "call" {
                        calls.push((spot.source, inner));
                    }
                    true
                });
            }
        }
        n.kind() != "block"
    });
    let statement = scene.statement();
    if calls.iter().all(|(s, c)| !named(s, *c)) {
        for around in crate::diagnose::scene::ancestors(statement).filter(|n| n.kind() == "with_statement") {
            if let Some(clause) = around.named_child(0) {
                collect(clause, &mut |n| {
                    if n.kind() == "call" {
                        calls.push((scene.source, n));
                    }
                    true
                });
            }
        }
    }
    let (source, call) = calls.into_iter().find(|(s, c)| named(s, *c))?;
    let found = literal(source, call);
    if let Some(node) = found
        && node.kind() != "string"
    {
        let last = trace(scene, node).into_iter().last()?;
        return (last.node.kind() == "string").then_some((last.source, call, Some(last.node)));
    }
    Some((source, call, found))
}
