//! Edits that mend a program.

use crate::text::ByteRange;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Replace the bytes of `range` by `new_text`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    pub range: ByteRange,
    pub new_text: String,
}

/// The edits of one file; none overlaps another, and all are of the text before any of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEdit {
    /// As the frame's `file` names it (for a document without a path: its URI).
    pub path: PathBuf,
    pub edits: Vec<TextEdit>,
}

/// Who thought of a fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    Rule,
    Model,
}

/// What a trial run said of a fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It ran clean, past the place that failed, with the same output before it.
    Yes,
    /// It did not mend the program. Such a fix is not shown.
    No,
    /// It was not, or could not be, tried.
    Unknown,
}

/// How sure a rule is of what the author meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Certainty {
    /// A guess about the meaning: the title says what it assumes.
    Guess,
    /// One safe edit.
    Safe,
}

/// A fix that a rule (or a model) proposes, before it has been tried.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Verb and what, old → new: `Change 'invoce_total' to 'invoice_total'`.
    pub title: String,
    pub origin: Origin,
    /// The rule's name: `name-similar`.
    pub rule: &'static str,
    pub certainty: Certainty,
    /// The rule's measured precision, 0 to 1: the rank before any trial.
    pub prior: f32,
    /// What has to be true for the fix to be right, for a guess.
    pub assumption: Option<String>,
    pub files: Vec<FileEdit>,
}

/// Apply edits to a text. Edits that overlap or leave the text are refused.
pub fn apply(text: &str, edits: &[TextEdit]) -> Option<String> {
    let mut sorted: Vec<&TextEdit> = edits.iter().collect();
    sorted.sort_by_key(|e| (e.range.start, e.range.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in sorted {
        if edit.range.start < at || edit.range.start > edit.range.end {
            return None;
        }
        out.push_str(text.get(at..edit.range.start)?);
        text.get(edit.range.start..edit.range.end)?;
        out.push_str(&edit.new_text);
        at = edit.range.end;
    }
    out.push_str(text.get(at..)?);
    Some(out)
}
