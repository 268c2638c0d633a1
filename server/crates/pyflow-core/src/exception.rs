//! What the worker tells of an exception, and what every front end shows of it.
//!
//! Positions are lines and UTF-8 bytes within their line, both 0-based: the worker converts Python's 1-based
//! lines (its columns of frames are 0-based bytes already, see CPython's `code.co_positions`).

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A place in a text: a line and the bytes before it in that line, both counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Place {
    pub line: u32,
    pub byte: u32,
}

/// From `start` up to, not including, `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct SourceRange {
    pub start: Place,
    pub end: Place,
}

/// An exception with its frames, causes and members.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct Exception {
    /// The type's `__name__`.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The type's `__module__`.
    pub module: String,
    /// Names of the type's bases, itself first, `object` last.
    pub mro: Vec<String>,
    /// `str(exception)`; for a SyntaxError its `msg`. Bounded by the worker.
    pub message: String,
    pub notes: Vec<String>,
    /// Outermost first, as Python prints them.
    pub frames: Vec<Frame>,
    /// Frames left out in the middle of `frames` (a recursion).
    pub truncated_frames: u32,
    /// `__cause__` (`raise … from …`).
    pub cause: Option<Box<Exception>>,
    /// `__context__`: what was being handled when this was raised.
    pub context: Option<Box<Exception>>,
    /// `__suppress_context__`: the context is not to be shown.
    pub suppressed: bool,
    /// The members of an exception group.
    pub group: Option<Vec<Exception>>,
    /// Attributes of the exception that are facts, by name (`name`, `obj`, `key`, `path`, `filename`, `errno`, …).
    pub attrs: BTreeMap<String, serde_json::Value>,
    /// The fields of a SyntaxError.
    pub syntax: Option<SyntaxPlace>,
    /// What there was at the crash; sent after the bare exception, so it may be missing.
    #[serde(skip)]
    pub facts: crate::facts::CrashFacts,
}

/// Where the interpreter says that a source text is wrong. Numbers as CPython has them: lines from 1,
/// offsets from 1 in characters (bytes in some versions), 0 or negative where it does not know.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct SyntaxPlace {
    pub filename: String,
    pub lineno: i64,
    pub offset: i64,
    pub end_lineno: i64,
    pub end_offset: i64,
    /// The line as the interpreter saw it; of an f-string's inside before 3.12 it is not a line of the file.
    pub text: String,
}

/// One frame of a traceback.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct Frame {
    /// The code's file name, as the interpreter has it: a path, or `<string>`, `<frozen os>`, …
    pub file: String,
    /// The code's qualified name where there is one (3.11+), else its name.
    pub function: String,
    /// Absent bytes: the whole statement's line, see `exact`.
    pub range: SourceRange,
    /// Whether `range`'s bytes are the interpreter's (3.11+), not a guess of ours.
    pub exact: bool,
    pub kind: FrameKind,
    pub locals: Vec<Local>,
    /// The text of the line where `range` starts, without its end; filled by the engine.
    #[serde(skip)]
    pub source: String,
    /// The text of the line where `range` ends, when that is another line.
    #[serde(skip)]
    pub end_source: Option<String>,
}

impl Frame {
    /// Whether the frame's code came from a file at all, and not from a string or the interpreter itself.
    pub fn has_file(&self) -> bool {
        !self.file.is_empty() && !self.file.starts_with('<')
    }
}

/// Whose code a frame runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FrameKind {
    User,
    Library,
    #[default]
    Internal,
}

/// A name with its value when the frame was left.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Local {
    pub name: String,
    #[serde(rename = "type")]
    pub type_name: String,
    pub repr: String,
}
