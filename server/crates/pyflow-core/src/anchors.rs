//! Ranges that move with the edits of their text.
//!
//! What is said of a range (a diagnostic, a result) is true as long as the lines that it covers stay what they
//! are. Lines that come or go before and behind it only move it.

use crate::text::{ByteRange, Edit, Text};

/// A range, and the lines that it covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anchor {
    /// Inside `lines`.
    range: ByteRange,
    /// From the start of its first line to the end of its last, without the line end.
    lines: ByteRange,
}

/// What an edit did to an [`Anchor`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shift {
    /// Its lines are as they were, perhaps elsewhere.
    Moved,
    /// The text of its lines was edited. Its range means nothing any more.
    Touched,
}

impl Anchor {
    pub fn new(text: &Text, range: ByteRange) -> Self {
        let range = text.clamp(range);
        let start = text.line_start(text.line_of_byte(range.start));
        // A range that ends behind a line end covers no part of the line after it.
        let last = text.line_of_byte(range.end);
        let last =
            if range.end > range.start && text.line_start(last) == range.end { last - 1 } else { last };
        let lines = start..text.line_range(last).end.max(start);
        Self { range: range.start.min(lines.end)..range.end.min(lines.end), lines }
    }

    /// Where it is now.
    pub fn range(&self) -> ByteRange {
        self.range.clone()
    }

    /// Follow an edit. `after` is the text that the edit led to: with several edits, each one's own.
    pub fn shift(&mut self, edit: &Edit, after: &Text) -> Shift {
        if edit.is_empty() {
            return Shift::Moved;
        }
        let grown = edit.new_end.saturating_sub(edit.old.end);
        let shrunk = edit.old.end.saturating_sub(edit.new_end);
        let moved = |range: &ByteRange| (range.start + grown) - shrunk..(range.end + grown) - shrunk;
        if edit.old.end <= self.lines.start {
            let lines = moved(&self.lines);
            if are_lines(after, &lines) {
                self.range = moved(&self.range);
                self.lines = lines;
                return Shift::Moved;
            }
        }
        if edit.old.start >= self.lines.end && are_lines(after, &self.lines) {
            return Shift::Moved;
        }
        Shift::Touched
    }
}

/// Whether a range starts where a line starts and ends where one ends.
fn are_lines(text: &Text, range: &ByteRange) -> bool {
    let first = text.line_range(text.line_of_byte(range.start));
    let last = text.line_range(text.line_of_byte(range.end));
    first.start == range.start && last.end == range.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Shift an anchor on the text between `«` and `»` by replacing `old` with `new`; what it then marks.
    fn shifted(marked: &str, old: &str, new: &str) -> Option<String> {
        let start = marked.find('«').unwrap();
        let end = marked.find('»').unwrap() - '«'.len_utf8();
        let mut text = Text::new(&marked.replace(['«', '»'], ""));
        let mut anchor = Anchor::new(&text, start..end);
        let at = text.to_string().find(old).unwrap();
        let edit = text.edit(at..at + old.len(), new);
        (anchor.shift(&edit, &text) == Shift::Moved).then(|| text.slice(anchor.range()).into_owned())
    }

    #[test]
    fn lines_before_and_behind_move_it() {
        assert_eq!(shifted("a\n«b» c\nd\n", "a\n", ""), Some("b".into()));
        assert_eq!(shifted("a\n«b» c\nd\n", "a", "a\nx"), Some("b".into()));
        assert_eq!(shifted("a\n«b» c\nd\n", "b c", "x\nb c"), None);
        assert_eq!(shifted("a\n«b» c\nd\n", "", "x\n"), Some("b".into()));
        assert_eq!(shifted("a\n«b» c\nd\n", "\nd", "\nx\nd"), Some("b".into()));
        assert_eq!(shifted("a\n«b» c\nd\n", "d", ""), Some("b".into()));
        assert_eq!(shifted("«b»\n", "\n", "\n\n\n"), Some("b".into()));
    }

    #[test]
    fn an_edit_of_its_line_touches_it() {
        for (old, new) in [("b", "bb"), (" c", ""), ("\nd", "d"), ("a\n", "a"), ("", "x")] {
            let marked = if old.is_empty() { "«b» c\nd\n" } else { "a\n«b» c\nd\n" };
            assert_eq!(shifted(marked, old, new), None, "{old:?}");
        }
        assert_eq!(shifted("«a\nb\nc» d\n", "b", "x"), None);
    }

    fn texts() -> impl Strategy<Value = String> {
        let piece = prop_oneof![Just("\n"), Just("\r\n"), Just("\r"), Just("a"), Just("bc"), Just("é")];
        prop::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        /// The model gives each character a number and looks for the numbers of the anchor's lines afterwards.
        #[test]
        fn it_follows_its_lines(
            before in texts(), a in 0..20usize, len in 0..6usize, at in 0..20usize, cut in 0..8usize, new in texts(),
        ) {
            let mut text = Text::new(&before);
            let mut anchor = Anchor::new(&text, a..a + len);
            let (range, lines) = (anchor.range.clone(), anchor.lines.clone());
            let edit = text.edit(at..at + cut, &new);
            let shift = anchor.shift(&edit, &text);

            let mut numbers: Vec<Option<usize>> = (0..before.len()).map(Some).collect();
            numbers.splice(edit.old.clone(), vec![None; new.len()]);
            let ours: Vec<Option<usize>> = lines.clone().map(Some).collect();
            if ours.is_empty() {
                // Nothing tells one empty line from another.
                if shift == Shift::Moved {
                    prop_assert!(are_lines(&text, &anchor.lines));
                }
                return Ok(());
            }
            let found = numbers.windows(ours.len()).position(|window| window == ours);
            let kept = found.filter(|start| are_lines(&text, &(*start..start + ours.len())));
            if let Some(start) = kept {
                prop_assert_eq!(shift, Shift::Moved);
                prop_assert_eq!(anchor.range.start, start + (range.start - lines.start));
                prop_assert_eq!(anchor.range.len(), range.len());
            } else {
                prop_assert_eq!(shift, Shift::Touched);
            }
        }
    }
}
