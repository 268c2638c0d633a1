//! The border between byte offsets and the other ways to count in a text.
//!
//! Clients count lines and UTF-16 units (or UTF-8 bytes, or code points, as agreed in `initialize`); Python's
//! frames count lines and UTF-8 bytes ([`Place`]), its `SyntaxError.offset` code points.
//!
//! What is out of range is clamped as the protocol says: a column past the end of its line is the end of the
//! line, before the line end; a line past the last is the end of the text; a place inside a code point is the
//! start of that code point. So no position lies between `\r` and `\n`.

use super::{ByteRange, Edit, Text};
use crate::exception::{Place, SourceRange};
use serde::{Deserialize, Serialize};

/// The unit of [`Position::character`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum PositionEncoding {
    #[serde(rename = "utf-8")]
    Utf8,
    /// What a client means that names none.
    #[default]
    #[serde(rename = "utf-16")]
    Utf16,
    #[serde(rename = "utf-32")]
    Utf32,
}

impl PositionEncoding {
    /// The name in the protocol.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
            Self::Utf32 => "utf-32",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "utf-8" => Some(Self::Utf8),
            "utf-16" => Some(Self::Utf16),
            "utf-32" => Some(Self::Utf32),
            _ => None,
        }
    }

    fn units(self, c: char) -> usize {
        match self {
            Self::Utf8 => c.len_utf8(),
            Self::Utf16 => c.len_utf16(),
            Self::Utf32 => 1,
        }
    }
}

/// A line and the units before the place in it, both from 0, in an encoding that the context gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Position {
    pub line: u32,
    pub character: u32,
}

/// One change of a `textDocument/didChange`: without a range it gives the whole new text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextChange {
    pub range: Option<(Position, Position)>,
    pub text: String,
}

impl Text {
    /// The position of a byte. A byte inside a line end has the position of the line's end.
    pub fn position(&self, byte: usize, encoding: PositionEncoding) -> Position {
        let byte = self.floor_char_boundary(byte);
        let line = self.rope.byte_to_line(byte);
        let bounds = self.line_range(line);
        let byte = byte.min(bounds.end);
        let units = match encoding {
            PositionEncoding::Utf8 => byte - bounds.start,
            PositionEncoding::Utf16 => self.utf16_before(byte) - self.utf16_before(bounds.start),
            PositionEncoding::Utf32 => self.rope.byte_to_char(byte) - self.rope.byte_to_char(bounds.start),
        };
        Position { line: saturate(line), character: saturate(units) }
    }

    /// The byte of a position.
    pub fn offset(&self, position: Position, encoding: PositionEncoding) -> usize {
        let line = position.line as usize;
        if line >= self.line_count() {
            return self.len_bytes();
        }
        let bounds = self.line_range(line);
        let units = position.character as usize;
        let byte = match encoding {
            PositionEncoding::Utf8 => self.floor_char_boundary(bounds.start.saturating_add(units)),
            PositionEncoding::Utf16 => {
                let unit = self.utf16_before(bounds.start).saturating_add(units);
                if unit >= self.rope.len_utf16_cu() {
                    bounds.end
                } else {
                    self.rope.char_to_byte(self.rope.utf16_cu_to_char(unit))
                }
            }
            PositionEncoding::Utf32 => {
                let char = self.rope.byte_to_char(bounds.start).saturating_add(units);
                if char >= self.rope.len_chars() { bounds.end } else { self.rope.char_to_byte(char) }
            }
        };
        byte.min(bounds.end)
    }

    /// The bytes between two positions, whichever of them comes first.
    pub fn range(&self, start: Position, end: Position, encoding: PositionEncoding) -> ByteRange {
        let (a, b) = (self.offset(start, encoding), self.offset(end, encoding));
        a.min(b)..a.max(b)
    }

    /// The positions of a range's ends.
    pub fn positions(&self, range: ByteRange, encoding: PositionEncoding) -> (Position, Position) {
        (self.position(range.start, encoding), self.position(range.end, encoding))
    }

    /// Where Python would say that a byte lies: a byte order mark does not count.
    pub fn place(&self, byte: usize) -> Place {
        let byte = self.floor_char_boundary(byte);
        let line = self.rope.byte_to_line(byte);
        let bounds = self.line_range(line);
        let start = bounds.start + self.uncounted(line);
        Place { line: saturate(line), byte: saturate(byte.min(bounds.end).saturating_sub(start)) }
    }

    /// The byte of a place that Python named.
    pub fn offset_of_place(&self, place: Place) -> usize {
        let line = place.line as usize;
        if line >= self.line_count() {
            return self.len_bytes();
        }
        let bounds = self.line_range(line);
        let byte = bounds.start.saturating_add(self.uncounted(line)).saturating_add(place.byte as usize);
        self.floor_char_boundary(byte.min(bounds.end))
    }

    /// The bytes of a range that Python named.
    pub fn range_of_places(&self, range: SourceRange) -> ByteRange {
        let start = self.offset_of_place(range.start);
        start..self.offset_of_place(range.end).max(start)
    }

    /// Where Python would say that a range lies.
    pub fn places(&self, range: ByteRange) -> SourceRange {
        SourceRange { start: self.place(range.start), end: self.place(range.end) }
    }

    /// Apply one change of a client. The changes of one notification are applied in order, each to what the one
    /// before it left. The edit is of the part that differs, see [`Text::replace`].
    pub fn apply(&mut self, change: &TextChange, encoding: PositionEncoding) -> Edit {
        let range = match change.range {
            Some((start, end)) => self.range(start, end, encoding),
            None => 0..self.len_bytes(),
        };
        self.replace(range, &change.text)
    }

    fn utf16_before(&self, byte: usize) -> usize {
        self.rope.char_to_utf16_cu(self.rope.byte_to_char(byte))
    }

    /// Bytes at the start of a line that Python does not count.
    fn uncounted(&self, line: usize) -> usize {
        if line == 0 { self.bom_len() } else { 0 }
    }
}

/// The units before a byte of a line that stands alone (of a file that is not open). Clamped like the rest.
pub fn character_of_byte(line: &str, byte: usize, encoding: PositionEncoding) -> u32 {
    let units: usize = line
        .char_indices()
        .take_while(|(at, c)| at + c.len_utf8() <= byte)
        .map(|(_, c)| encoding.units(c))
        .sum();
    saturate(units)
}

/// The byte of a line that stands alone, `character` units from its start. Clamped like the rest.
pub fn byte_of_character(line: &str, character: u32, encoding: PositionEncoding) -> usize {
    let mut left = character as usize;
    for (at, c) in line.char_indices() {
        let units = encoding.units(c);
        if left < units {
            return at;
        }
        left -= units;
    }
    line.len()
}

/// The byte behind the first `count` code points of a line: what `SyntaxError.offset - 1` counts for a source
/// that was compiled from text.
pub fn byte_of_code_points(line: &str, count: usize) -> usize {
    line.char_indices().nth(count).map_or(line.len(), |(at, _)| at)
}

fn saturate(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
