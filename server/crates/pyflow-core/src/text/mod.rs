//! Texts: a rope that counts lines as the Language Server Protocol does.
//!
//! A line ends with `\n`, `\r\n` or `\r` and with nothing else (not U+2028, VT, FF or NEL), which is also what
//! Python's tokenizer does. Positions are byte offsets of UTF-8; other units exist in [`encoding`] only. No
//! function here panics on an offset or line out of range: it is clamped, and offsets inside a code point are
//! moved down to its start.
//!
//! A byte order mark stays in the text, because a client that sent it counts it; a [`Place`], which is how
//! Python counts, never counts it.
//!
//! [`Place`]: crate::exception::Place

pub mod encoding;

pub use encoding::{Position, PositionEncoding, TextChange};

use ropey::{Rope, RopeSlice};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// Bytes from `start` up to, not including, `end`.
pub type ByteRange = Range<usize>;

const BOM: char = '\u{feff}';

/// A text. Cloning is cheap (the clones share what they have in common), and clones can go to other threads.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Text {
    rope: Rope,
}

/// A point in a text: the lines before it and the bytes before it in its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Point {
    pub line: usize,
    pub byte: usize,
}

/// What an edit did: the bytes `old` of the former text became the bytes `old.start..new_end` of the new one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    pub old: ByteRange,
    pub new_end: usize,
    pub start_point: Point,
    pub old_end_point: Point,
    pub new_end_point: Point,
}

impl Edit {
    /// Bytes of the new text that the edit brought.
    pub fn new_range(&self) -> ByteRange {
        self.old.start..self.new_end
    }

    /// Whether no byte went and none came.
    pub fn is_empty(&self) -> bool {
        self.old.is_empty() && self.new_end == self.old.start
    }
}

impl Text {
    pub fn new(text: &str) -> Self {
        Self { rope: Rope::from_str(text) }
    }

    pub fn len_bytes(&self) -> usize {
        self.rope.len_bytes()
    }

    pub fn is_empty(&self) -> bool {
        self.len_bytes() == 0
    }

    /// At least 1: a text that ends with a line end has an empty last line.
    pub fn line_count(&self) -> usize {
        self.rope.len_lines()
    }

    /// Bytes of the byte order mark at the start: 3 or 0.
    pub fn bom_len(&self) -> usize {
        if self.rope.get_char(0) == Some(BOM) { BOM.len_utf8() } else { 0 }
    }

    /// The line that a byte lies in. A line end belongs to the line that it ends.
    pub fn line_of_byte(&self, byte: usize) -> usize {
        self.rope.byte_to_line(self.floor_char_boundary(byte))
    }

    /// Where a line starts; for a line that does not exist, the end of the text.
    pub fn line_start(&self, line: usize) -> usize {
        if line >= self.line_count() { self.len_bytes() } else { self.rope.line_to_byte(line) }
    }

    /// A line without its end.
    pub fn line_range(&self, line: usize) -> ByteRange {
        let start = self.line_start(line);
        let mut end = self.line_start(line.saturating_add(1));
        if end > start && self.byte_at(end - 1) == Some(b'\n') {
            end -= 1;
        }
        if end > start && self.byte_at(end - 1) == Some(b'\r') {
            end -= 1;
        }
        start..end
    }

    /// A line with its end.
    pub fn full_line_range(&self, line: usize) -> ByteRange {
        self.line_start(line)..self.line_start(line.saturating_add(1))
    }

    /// A line's text without its end.
    pub fn line_text(&self, line: usize) -> Cow<'_, str> {
        self.slice(self.line_range(line))
    }

    /// The text of a range. Offsets are clamped to the text and to code points.
    pub fn slice(&self, range: ByteRange) -> Cow<'_, str> {
        self.rope_slice(range).into()
    }

    pub fn byte_at(&self, byte: usize) -> Option<u8> {
        self.rope.get_byte(byte)
    }

    pub fn char_at(&self, byte: usize) -> Option<char> {
        if byte >= self.len_bytes() {
            return None;
        }
        self.rope.get_char(self.rope.byte_to_char(byte))
    }

    pub fn is_char_boundary(&self, byte: usize) -> bool {
        byte == self.floor_char_boundary(byte)
    }

    /// The start of the code point that a byte lies in; the end of the text for what lies behind it.
    pub fn floor_char_boundary(&self, byte: usize) -> usize {
        if byte >= self.len_bytes() {
            return self.len_bytes();
        }
        self.rope.char_to_byte(self.rope.byte_to_char(byte))
    }

    /// The end of the code point that a byte lies in, or the byte itself on a boundary.
    pub fn ceil_char_boundary(&self, byte: usize) -> usize {
        let floor = self.floor_char_boundary(byte);
        if floor >= byte.min(self.len_bytes()) {
            return floor;
        }
        self.rope.char_to_byte(self.rope.byte_to_char(byte) + 1)
    }

    /// The range clamped to the text and to code points (both ends down), never with its end before its start.
    pub fn clamp(&self, range: ByteRange) -> ByteRange {
        let start = self.floor_char_boundary(range.start);
        let end = self.floor_char_boundary(range.end).max(start);
        start..end
    }

    /// The point of a byte.
    pub fn point(&self, byte: usize) -> Point {
        let byte = self.floor_char_boundary(byte);
        let line = self.rope.byte_to_line(byte);
        Point { line, byte: byte - self.rope.line_to_byte(line) }
    }

    /// The stored piece of the text that has `byte`, and where the piece starts. Empty behind the end.
    pub fn chunk(&self, byte: usize) -> (&str, usize) {
        match self.rope.get_chunk_at_byte(byte) {
            Some((chunk, start, _, _)) if byte < self.len_bytes() => (chunk, start),
            _ => ("", self.len_bytes()),
        }
    }

    /// The stored pieces, in order.
    pub fn chunks(&self) -> impl Iterator<Item = &str> {
        self.rope.chunks()
    }

    /// Replace the bytes of `range`, which is clamped as in [`Text::clamp`].
    pub fn edit(&mut self, range: ByteRange, new_text: &str) -> Edit {
        let old = self.clamp(range);
        let start_point = self.point(old.start);
        let old_end_point = self.point(old.end);
        let start = self.rope.byte_to_char(old.start);
        let end = self.rope.byte_to_char(old.end);
        if start < end {
            self.rope.remove(start..end);
        }
        if !new_text.is_empty() {
            self.rope.insert(start, new_text);
        }
        let new_end = old.start + new_text.len();
        Edit { old, new_end, start_point, old_end_point, new_end_point: self.point(new_end) }
    }

    /// Replace the bytes of `range` as [`Text::edit`] does, but as an edit of the part that differs, so that what
    /// is tied to the rest stays. A client may send a whole function, or file, for one changed word.
    pub fn replace(&mut self, range: ByteRange, new_text: &str) -> Edit {
        let range = self.clamp(range);
        let (prefix, suffix) = self.common_ends(&range, new_text);
        let middle = new_text.get(prefix..new_text.len() - suffix).unwrap_or_default();
        self.edit(range.start + prefix..range.end - suffix, middle)
    }

    /// Bytes that a range and a new text have in common at the start and at the end: whole code points, no half of
    /// a `\r\n`, no byte counted twice.
    fn common_ends(&self, range: &ByteRange, new: &str) -> (usize, usize) {
        let old = self.rope_slice(range.clone());
        let limit = old.len_bytes().min(new.len());
        let mut prefix = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
        while prefix > 0 && !(new.is_char_boundary(prefix) && self.is_char_boundary(range.start + prefix)) {
            prefix -= 1;
        }
        if prefix > 0 && new.as_bytes().get(prefix - 1) == Some(&b'\r') {
            prefix -= 1;
        }
        let backwards = old.bytes_at(old.len_bytes()).reversed().zip(new.bytes().rev());
        let mut suffix = backwards.take(limit - prefix).take_while(|(a, b)| a == b).count();
        while suffix > 0
            && !(new.is_char_boundary(new.len() - suffix) && self.is_char_boundary(range.end - suffix))
        {
            suffix -= 1;
        }
        if suffix > 0 && new.as_bytes().get(new.len() - suffix) == Some(&b'\n') {
            suffix -= 1;
        }
        (prefix, suffix)
    }

    fn rope_slice(&self, range: ByteRange) -> RopeSlice<'_> {
        let range = self.clamp(range);
        self.rope.byte_slice(range)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rope.chunks().try_for_each(|chunk| f.write_str(chunk))
    }
}

/// Only the size: a text can be megabytes, and it is the user's.
impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Text").field("bytes", &self.len_bytes()).field("lines", &self.line_count()).finish()
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

#[cfg(test)]
mod tests;
