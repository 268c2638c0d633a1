//! Texts as a client has them: written again here, so that the server's own are measured against something else.

use serde_json::{Value, json};
use std::path::Path;

/// The unit of a position's character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Units {
    Utf8,
    Utf16,
}

impl Units {
    fn of(self, c: char) -> usize {
        if self == Self::Utf8 { c.len_utf8() } else { c.len_utf16() }
    }
}

/// The URI that an editor gives a path.
pub(crate) fn uri_of(path: &Path) -> String {
    let mut uri = "file://".to_owned();
    for byte in path.to_str().unwrap().bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(byte as char);
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

/// Where lines start: after `\n`, `\r\n` and `\r`, and nowhere else.
fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends = (0..bytes.len())
        .filter(|&i| bytes[i] == b'\n' || (bytes[i] == b'\r' && bytes.get(i + 1) != Some(&b'\n')));
    std::iter::once(0).chain(ends.map(|i| i + 1)).collect()
}

/// The byte of a position, clamped as the protocol says.
pub(crate) fn offset(text: &str, position: &Value, units: Units) -> usize {
    let (line, character) =
        (position["line"].as_u64().unwrap() as usize, position["character"].as_u64().unwrap() as usize);
    let starts = line_starts(text);
    let Some(&start) = starts.get(line) else { return text.len() };
    let end = starts.get(line + 1).copied().unwrap_or(text.len());
    let mut at = start;
    let mut seen = 0;
    for c in text[start..end].trim_end_matches(['\r', '\n']).chars() {
        if seen + units.of(c) > character {
            break;
        }
        seen += units.of(c);
        at += c.len_utf8();
    }
    at
}

/// The position of a byte.
pub(crate) fn position(text: &str, byte: usize, units: Units) -> Value {
    let starts = line_starts(text);
    let line = starts.partition_point(|&start| start <= byte) - 1;
    let character: usize = text[starts[line]..byte].chars().map(|c| units.of(c)).sum();
    json!({"line": line, "character": character})
}

/// The range of the only place where a text has some words.
pub(crate) fn range_of(text: &str, words: &str, units: Units) -> Value {
    let start = text.find(words).unwrap_or_else(|| panic!("{words:?} is not in the text"));
    json!({"start": position(text, start, units), "end": position(text, start + words.len(), units)})
}

/// What a range covers.
pub(crate) fn slice<'a>(text: &'a str, range: &Value, units: Units) -> &'a str {
    &text[offset(text, &range["start"], units)..offset(text, &range["end"], units)]
}

/// A text with one range replaced.
pub(crate) fn splice(text: &str, range: &Value, new: &str, units: Units) -> String {
    let (start, end) = (offset(text, &range["start"], units), offset(text, &range["end"], units));
    format!("{}{new}{}", &text[..start], &text[end..])
}

/// All of a `TextEdit[]` at once: each range is one of the text before them, and none overlaps another.
pub(crate) fn apply(text: &str, edits: &[Value], units: Units) -> String {
    let mut places: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|e| {
            let range = &e["range"];
            (
                offset(text, &range["start"], units),
                offset(text, &range["end"], units),
                e["newText"].as_str().unwrap(),
            )
        })
        .collect();
    places.sort_by_key(|place| (place.0, place.1));
    let (mut out, mut at) = (String::new(), 0);
    for (start, end, new) in places {
        assert!(at <= start && start <= end, "edits overlap");
        out.push_str(&text[at..start]);
        out.push_str(new);
        at = end;
    }
    out + &text[at..]
}

/// The edits of a `WorkspaceEdit` by document, with the versions that they are for.
pub(crate) fn edits_of(edit: &Value) -> Vec<(String, Option<i64>, Vec<Value>)> {
    let mut all = Vec::new();
    if let Some(changes) = edit["changes"].as_object() {
        for (uri, edits) in changes {
            all.push((uri.clone(), None, edits.as_array().unwrap().clone()));
        }
    }
    for change in edit["documentChanges"].as_array().into_iter().flatten() {
        let document = &change["textDocument"];
        let edits = change["edits"].as_array().unwrap().clone();
        all.push((document["uri"].as_str().unwrap().to_owned(), document["version"].as_i64(), edits));
    }
    all
}

#[test]
fn positions_and_bytes_agree() {
    let text = "a\r\n😀b\rc\u{2028}d\n";
    for (words, line, utf16, utf8) in [("b", 1, 2, 4), ("d", 2, 2, 4), ("a", 0, 0, 0)] {
        let at = text.find(words).unwrap();
        assert_eq!(position(text, at, Units::Utf16), json!({"line": line, "character": utf16}));
        assert_eq!(offset(text, &json!({"line": line, "character": utf8}), Units::Utf8), at);
    }
    assert_eq!(offset(text, &json!({"line": 0, "character": 99}), Units::Utf8), 1);
    assert_eq!(offset(text, &json!({"line": 99, "character": 0}), Units::Utf8), text.len());
}
