//! Texts that a reader did not take: where they are wrong, and whether they stand in the program.

use super::scene::{Scene, children, collect};
use super::similarity;
use super::trace::{Spot, trace};
use super::{Crash, Source};
use pyflow_core::exception::FrameKind;
use tree_sitter::Node;

/// The text that was to be JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonDocument {
    /// As much of it as is known, and the byte of it where the reader stopped.
    pub text: String,
    pub at: usize,
    /// What the reader said, without the place.
    pub problem: String,
}

impl JsonDocument {
    /// About 40 characters around the place.
    pub fn around(&self) -> String {
        let before: String = self.text.get(..self.at).unwrap_or_default().chars().rev().take(18).collect();
        let before: String = before.chars().rev().collect();
        let after: String = self.text.get(self.at..).unwrap_or_default().chars().take(22).collect();
        format!("{before}{after}")
    }
}

/// What is wrong with a JSON text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonMistake {
    Empty,
    SingleQuotes,
    TrailingComma,
    /// Python's word and JSON's.
    PythonWord(&'static str, &'static str),
    Comment,
    Html,
    Unquoted,
    MissingComma,
    CutShort,
    Lines,
    ControlCharacter,
    Other,
}

/// The document of a JSONDecodeError: the value that was given, where it is known whole, else what the worker kept of
/// its `doc` around the place.
pub fn json_document(crash: &Crash<'_>) -> Option<JsonDocument> {
    let exception = crash.exception;
    let problem = exception.message.split(": line ").next().unwrap_or_default().to_owned();
    let position: usize = exception
        .message
        .split("(char ")
        .nth(1)?
        .trim_end_matches(')')
        .split([' ', '-'])
        .next()?
        .parse()
        .ok()?;
    let given = || {
        let scene = Scene::of(crash)?;
        let call = scene.failing("call")?;
        let first = children(call.child_by_field_name("arguments")?).next()?;
        scene.value(first)?.value.as_ref()?.as_str().map(|text| (text.to_owned(), position))
    };
    let kept = || {
        let text = exception.attrs.get("doc")?.as_str()?;
        let start =
            exception.attrs.get("doc_start").and_then(serde_json::Value::as_u64).unwrap_or(0) as usize;
        Some((text.to_owned(), position.checked_sub(start)?))
    };
    let (text, position) = given().or_else(kept)?;
    let at = text.char_indices().nth(position).map_or(text.len(), |(at, _)| at);
    Some(JsonDocument { text, at, problem })
}

/// What is wrong at the place where the reader stopped.
pub fn json_mistake(document: &JsonDocument) -> JsonMistake {
    let JsonDocument { text, at, problem } = document;
    if text.trim().is_empty() {
        return JsonMistake::Empty;
    }
    let rest = text.get(*at..).unwrap_or_default();
    let before = text.get(..*at).unwrap_or_default().trim_end();
    if text.trim_start().starts_with('<') {
        return JsonMistake::Html;
    }
    for (python, right) in
        [("True", "true"), ("False", "false"), ("None", "null"), ("NaN", "null"), ("undefined", "null")]
    {
        if rest.starts_with(python) {
            return JsonMistake::PythonWord(python, right);
        }
    }
    if rest.starts_with('\'') {
        return JsonMistake::SingleQuotes;
    }
    if rest.trim_start().starts_with("//")
        || rest.trim_start().starts_with('#')
        || rest.trim_start().starts_with("/*")
    {
        return JsonMistake::Comment;
    }
    // 3.13 points at the comma, earlier versions at what follows.
    let comma_here = rest.starts_with(',') && rest[1..].trim_start().starts_with(['}', ']']);
    if (before.ends_with(',') && rest.trim_start().starts_with(['}', ']']))
        || comma_here
        || problem.contains("Illegal trailing comma")
    {
        return JsonMistake::TrailingComma;
    }
    if problem.starts_with("Extra data") {
        return JsonMistake::Lines;
    }
    if problem.starts_with("Invalid control character") {
        return JsonMistake::ControlCharacter;
    }
    if rest.trim().is_empty() || problem.starts_with("Unterminated string") {
        return JsonMistake::CutShort;
    }
    if problem.contains("',' delimiter") {
        return JsonMistake::MissingComma;
    }
    if problem.contains("property name") && rest.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return JsonMistake::Unquoted;
    }
    JsonMistake::Other
}

/// The string literal of the program that a text came from: the argument of the failing call, traced back.
pub fn literal_of_argument<'a>(scene: &Scene<'a>, position: usize) -> Option<Spot<'a>> {
    let call = scene.failing("call")?;
    let argument = children(call.child_by_field_name("arguments")?)
        .filter(|a| a.kind() != "keyword_argument")
        .nth(position)?;
    let last = trace(scene, argument).into_iter().last()?;
    matches!(last.node.kind(), "string" | "concatenated_string").then_some(last)
}

/// The first bytes of what could not be decoded, as Python writes them: `b'PK\\x03…'`.
pub fn undecodable<'a>(crash: &Crash<'a>) -> &'a str {
    crash.exception.attrs.get("object_head").and_then(|head| head.as_str()).unwrap_or_default()
}

/// The pattern of a pattern error, from the text.
pub fn pattern(crash: &Crash<'_>) -> Option<String> {
    let scene = Scene::of(crash)?;
    let call = scene.failing("call")?;
    let first = children(call.child_by_field_name("arguments")?).next()?;
    if let Some(text) = scene.value(first).and_then(|v| v.value.as_ref()).and_then(|v| v.as_str()) {
        return Some(text.to_owned());
    }
    let last = trace(&scene, first).into_iter().last()?;
    (last.node.kind() == "string").then(|| {
        let text = last.text();
        text.trim_start_matches(['r', 'R', 'b', 'B']).trim_matches(['\'', '"']).to_owned()
    })
}

/// The SQL statement of the failing call.
pub fn sql_statement(scene: &Scene<'_>) -> Option<String> {
    let call = scene.failing("call")?;
    let first = children(call.child_by_field_name("arguments")?).next()?;
    scene.value(first).and_then(|v| v.value.as_ref()).and_then(|v| v.as_str()).map(str::to_owned).or_else(
        || {
            let last = trace(scene, first).into_iter().last()?;
            (last.node.kind() == "string").then(|| last.text().trim_matches(['\'', '"']).to_owned())
        },
    )
}

/// The columns or tables of similar name that the program's `create table` statements make.
pub fn sql_similar(crash: &Crash<'_>, name: &str, tables: bool) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for source in crash.sources.iter().filter(|s| is_user(crash, s)) {
        for text in strings(source) {
            schema(text, tables, &mut known);
        }
    }
    similarity::nearest(name, known.iter().map(String::as_str)).into_iter().map(str::to_owned).collect()
}

fn is_user(crash: &Crash<'_>, source: &Source) -> bool {
    crash.exception.frames.iter().any(|f| f.kind == FrameKind::User && f.file == source.file)
}

/// The texts of all string literals.
fn strings(source: &Source) -> Vec<&str> {
    let mut found = Vec::new();
    if let Some(root) = source.root() {
        collect(root, &mut |n: Node<'_>| {
            if n.kind() == "string" {
                found.push(source.node_text(n).trim_matches(['\'', '"']));
            }
            true
        });
    }
    found
}

/// Names in the `create table` statements of a text.
fn schema(text: &str, tables: bool, out: &mut Vec<String>) {
    let lower = text.to_ascii_lowercase();
    let mut from = 0;
    while let Some(at) = lower.get(from..).and_then(|t| t.find("create table")) {
        let start = from + at + "create table".len();
        let rest = text.get(start..).unwrap_or_default();
        let rest = rest.trim_start();
        let rest = if rest.to_ascii_lowercase().starts_with("if not exists") {
            rest.get(13..).unwrap_or_default().trim_start()
        } else {
            rest
        };
        let Some((name, columns)) = rest.split_once('(') else { break };
        if tables {
            out.push(name.trim().trim_matches(['"', '`', '[', ']']).to_owned());
        } else {
            let mut depth = 0;
            let mut column = String::new();
            for c in columns.chars() {
                match c {
                    '(' => depth += 1,
                    ')' if depth == 0 => break,
                    ')' => depth -= 1,
                    ',' if depth == 0 => push_column(&mut column, out),
                    c if depth == 0 => column.push(c),
                    _ => {}
                }
            }
            push_column(&mut column, out);
        }
        from = start;
    }
}

fn push_column(column: &mut String, out: &mut Vec<String>) {
    if let Some(word) = column.split_whitespace().next() {
        let upper = word.to_ascii_uppercase();
        if !matches!(upper.as_str(), "PRIMARY" | "FOREIGN" | "UNIQUE" | "CHECK" | "CONSTRAINT") {
            out.push(word.trim_matches(['"', '`', '[', ']']).to_owned());
        }
    }
    column.clear();
}
