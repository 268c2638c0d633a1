//! The smallest edits that turn one text into another, in whole tokens.
//!
//! Models answer with rewritten code. What is shown and applied is only what they changed: edits of words, numbers,
//! blanks and signs, never of a word's half, and with the document's own line ends.

use crate::fix::TextEdit;
use crate::text::ByteRange;
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};
use std::time::{Duration, Instant};

/// A search that takes longer is answered with larger edits.
const MAX_TIME: Duration = Duration::from_millis(300);

/// The edits that make `new` of `old`: applied to `old` they give exactly `new`. They are in order, and at least
/// one token lies between two of them.
pub fn edits(old: &str, new: &str) -> Vec<TextEdit> {
    let end = Some(Instant::now() + MAX_TIME);
    let (old_lines, new_lines) = (split_lines(old), split_lines(new));
    let mut found = Vec::new();
    for op in capture_diff_slices_deadline(
        Algorithm::Patience,
        &texts(old, &old_lines),
        &texts(new, &new_lines),
        end,
    ) {
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        let (old_part, new_part) =
            (cover(&old_lines, op.old_range(), old.len()), cover(&new_lines, op.new_range(), new.len()));
        token_edits(old, old_part, new, new_part, end, &mut found);
    }
    found
}

/// `new` with the line ends that `old` has: a line that is in both keeps its own, a new line gets the one that is
/// the most common in `old`, and the last line has one if it has one in `old`.
pub fn with_line_ends_of(old: &str, new: &str) -> String {
    let (old_lines, new_lines) = (split_lines(old), split_lines(new));
    let count = |end: &str| old_lines.iter().filter(|line| line_end(old, line) == end).count();
    let ends = ["\r", "\r\n", "\n"];
    let common = ends.into_iter().max_by_key(|end| count(end)).filter(|end| count(end) > 0);
    let ops = capture_diff_slices_deadline(
        Algorithm::Patience,
        &bodies(old, &old_lines),
        &bodies(new, &new_lines),
        Some(Instant::now() + MAX_TIME),
    );
    let mut out = String::with_capacity(new.len());
    for op in ops {
        for (offset, line) in new_lines.get(op.new_range()).unwrap_or_default().iter().enumerate() {
            let own = match op {
                DiffOp::Equal { old_index, .. } => old_lines.get(old_index + offset),
                _ => None,
            };
            let own = own.map(|line| line_end(old, line)).filter(|end| !end.is_empty());
            let given = line_end(new, line);
            let end = own.or(common).unwrap_or(if given.is_empty() { "\n" } else { given });
            let body = body(new, line);
            // These two would be one line end.
            let joins = body.is_empty() && end == "\n" && out.ends_with('\r');
            out.push_str(body);
            out.push_str(if joins { "\r\n" } else { end });
        }
    }
    let ends_so = |text: &str| text.ends_with(['\n', '\r']);
    if !ends_so(old) && !old.is_empty() || old.is_empty() && !ends_so(new) {
        let end = out.len() - out.strip_suffix("\r\n").map_or(usize::from(ends_so(&out)), |_| 2);
        // Only one: blank lines at the end are lines.
        out.truncate(end.min(out.len()));
    }
    out
}

/// Add the edits of one part that differs.
fn token_edits(
    old: &str,
    old_part: ByteRange,
    new: &str,
    new_part: ByteRange,
    end: Option<Instant>,
    found: &mut Vec<TextEdit>,
) {
    let (old_tokens, new_tokens) = (tokens(old, old_part.clone()), tokens(new, new_part.clone()));
    let ops = capture_diff_slices_deadline(
        Algorithm::Myers,
        &texts(old, &old_tokens),
        &texts(new, &new_tokens),
        end,
    );
    for op in ops {
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        let range = cover(&old_tokens, op.old_range(), old_part.end);
        let new_text =
            new.get(cover(&new_tokens, op.new_range(), new_part.end)).unwrap_or_default().to_owned();
        match found.last_mut() {
            Some(last) if last.range.end == range.start => {
                last.range.end = range.end;
                last.new_text.push_str(&new_text);
            }
            _ => found.push(TextEdit { range, new_text }),
        }
    }
}

/// The bytes of some of the pieces; for none of them the place before the one that would be the first.
fn cover(pieces: &[ByteRange], some: std::ops::Range<usize>, end: usize) -> ByteRange {
    let start = pieces.get(some.start).map_or(end, |piece| piece.start);
    let end = some.end.checked_sub(1).and_then(|last| pieces.get(last)).map_or(start, |piece| piece.end);
    start..end.max(start)
}

fn texts<'a>(text: &'a str, pieces: &[ByteRange]) -> Vec<&'a str> {
    pieces.iter().map(|piece| text.get(piece.clone()).unwrap_or_default()).collect()
}

fn bodies<'a>(text: &'a str, lines: &[ByteRange]) -> Vec<&'a str> {
    lines.iter().map(|line| body(text, line)).collect()
}

fn body<'a>(text: &'a str, line: &ByteRange) -> &'a str {
    let line = text.get(line.clone()).unwrap_or_default();
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

fn line_end<'a>(text: &'a str, line: &ByteRange) -> &'a str {
    let whole = text.get(line.clone()).unwrap_or_default();
    whole.get(body(text, line).len()..).unwrap_or_default()
}

/// The lines with their ends. No line is empty: a text that ends with a line end has no line behind it.
fn split_lines(text: &str) -> Vec<ByteRange> {
    let bytes = text.as_bytes();
    let (mut lines, mut start) = (Vec::new(), 0);
    for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
        if bytes.get(at) == Some(&b'\r') && bytes.get(at + 1) == Some(&b'\n') {
            continue;
        }
        lines.push(start..at + 1);
        start = at + 1;
    }
    if start < bytes.len() {
        lines.push(start..bytes.len());
    }
    lines
}

/// Words, runs of blanks, line ends, and single other characters.
fn tokens(text: &str, part: ByteRange) -> Vec<ByteRange> {
    #[derive(PartialEq, Clone, Copy)]
    enum Kind {
        Word,
        Blank,
        LineEnd,
        Other,
    }
    let mut found: Vec<(Kind, ByteRange)> = Vec::new();
    let mut before = '\0';
    for (at, c) in text.get(part.clone()).unwrap_or_default().char_indices() {
        let at = part.start + at;
        let kind = match c {
            '\n' | '\r' => Kind::LineEnd,
            ' ' | '\t' | '\x0c' => Kind::Blank,
            // A combining character belongs to what it combines with.
            _ if c.is_alphanumeric() || c == '_' || (!c.is_ascii() && !c.is_whitespace()) => Kind::Word,
            _ => Kind::Other,
        };
        let joins = match kind {
            Kind::Word | Kind::Blank => true,
            Kind::LineEnd => before == '\r' && c == '\n',
            Kind::Other => false,
        };
        match found.last_mut() {
            Some((last, range)) if joins && *last == kind => range.end = at + c.len_utf8(),
            _ => found.push((kind, at..at + c.len_utf8())),
        }
        before = c;
    }
    found.into_iter().map(|(_, range)| range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::apply;
    use proptest::prelude::*;

    fn changed<'a>(old: &'a str, new: &str) -> Vec<(&'a str, String)> {
        edits(old, new).into_iter().map(|edit| (&old[edit.range], edit.new_text)).collect()
    }

    #[test]
    fn only_what_differs_is_edited() {
        let old = "def f(invoices):\n    for invoice in invoces:\n        print(invoice.total)\n";
        let new = old.replace("invoces", "invoices");
        assert_eq!(changed(old, &new), [("invoces", "invoices".to_owned())]);
        assert_eq!(changed("a = b\n", "a = b\n"), []);
        assert_eq!(
            changed("x = d['k']\n", "x = d.get('k')\n"),
            [("[", ".get(".to_owned()), ("]", ")".to_owned())]
        );
        assert_eq!(changed("a\nb\n", "a\nx\nb\n"), [("", "x\n".to_owned())]);
        assert_eq!(changed("if x = 1:\n", "if x == 1:\n"), [("", "=".to_owned())]);
    }

    #[test]
    fn line_ends_stay_the_document_s() {
        let old = "a = 1\r\nb = 2\r\nc = 3";
        assert_eq!(with_line_ends_of(old, "a = 1\nb = 20\nx\nc = 3\n"), "a = 1\r\nb = 20\r\nx\r\nc = 3");
        assert_eq!(with_line_ends_of("a\r\nb\r\n", "a\nc"), "a\r\nc\r\n");
        assert_eq!(with_line_ends_of("a\nb\r\nc\n", "a\nb\nd\nc\n"), "a\nb\r\nd\nc\n");
        assert_eq!(with_line_ends_of("a", "a\r\nb\n"), "a\r\nb");
    }

    fn code() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            Just("x = y[1]\n"),
            Just("x = y[2]\r\n"),
            Just("\r"),
            Just("\n"),
            Just("  "),
            Just("foo"),
            Just("é😀"),
            Just("("),
            Just(")"),
            Just("e\u{301}")
        ];
        prop::collection::vec(piece, 0..16).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn applied_they_give_the_new_text(old in code(), new in code()) {
            let edits = edits(&old, &new);
            prop_assert_eq!(apply(&old, &edits), Some(new.clone()));
            for pair in edits.windows(2) {
                prop_assert!(pair[0].range.end < pair[1].range.start);
            }
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            for edit in &edits {
                let around = |at: usize| {
                    old[..at].chars().next_back().is_some_and(is_word) && old[at..].chars().next().is_some_and(is_word)
                };
                if !edit.range.is_empty() {
                    prop_assert!(!around(edit.range.start) && !around(edit.range.end), "{edit:?}");
                }
            }
        }

        #[test]
        fn only_line_ends_are_changed(old in code(), new in code()) {
            let out = with_line_ends_of(&old, &new);
            let plain = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
            let (got, given) = (plain(&out), plain(&new));
            prop_assert!(
                got == given || got.clone() + "\n" == given || got.clone() == given.clone() + "\n",
                "{got:?} {given:?}",
            );
            let ends = |text: &str| text.ends_with(['\n', '\r']);
            prop_assert!(new.is_empty() || old.is_empty() || ends(&out) == ends(&old) || given.ends_with("\n\n")
                || given == "\n");
            prop_assert_eq!(with_line_ends_of(&old, &plain(&old)), old.clone());
        }
    }
}
