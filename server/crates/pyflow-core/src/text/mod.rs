//! Texts.

use std::ops::Range;

/// Bytes from `start` up to, not including, `end`.
pub type ByteRange = Range<usize>;
