//! The parts that a large text is parsed in.
//!
//! The grammar's top level can't be reparsed in part: one key in 100,000 lines costs 60 ms (measured). So a text is
//! cut where a statement starts in the first column, into parts of some hundred lines with a tree each, and an
//! edit reparses only the parts that it touches. In sound code the parts' statements are the whole's; in broken
//! code an error stays in its part.
//!
//! Invariants: the parts tile the text; each but the first starts at a line's start, outside of strings, brackets
//! and decorated definitions.

use super::{ParseError, read};
use crate::lines::{Lines, Start};
use crate::text::{ByteRange, Edit, Point, Text};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use tree_sitter::{InputEdit, Parser};

/// Parts are cut at the first chance behind so many lines, and not before they have twice as many.
const LINES: usize = 150;

/// A part of a text, and its tree.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) range: ByteRange,
    /// The line that it starts in.
    line: usize,
    parsed: Arc<Parsed>,
    /// The tree where the part is now, if that is not where it was parsed. Made when it is asked for.
    moved: OnceLock<tree_sitter::Tree>,
}

#[derive(Debug)]
struct Parsed {
    tree: tree_sitter::Tree,
    start: usize,
    line: usize,
}

impl Part {
    /// The part's tree; its offsets are the text's.
    pub(super) fn tree(&self) -> &tree_sitter::Tree {
        if self.range.start == self.parsed.start {
            return &self.parsed.tree;
        }
        self.moved.get_or_init(|| {
            let point = |line: usize| tree_sitter::Point { row: line, column: 0 };
            let mut tree = self.parsed.tree.clone();
            // What stands before the part is blank to its tree, so the start is where its length changes.
            tree.edit(&InputEdit {
                start_byte: 0,
                old_end_byte: self.parsed.start.saturating_sub(self.range.start),
                new_end_byte: self.range.start.saturating_sub(self.parsed.start),
                start_position: point(0),
                old_end_position: point(self.parsed.line.saturating_sub(self.line)),
                new_end_position: point(self.line.saturating_sub(self.parsed.line)),
            });
            tree
        })
    }

    fn move_by(&mut self, edit: &Edit) {
        let moved = |at: usize| (at + edit.new_end).saturating_sub(edit.old.end);
        self.range = moved(self.range.start)..moved(self.range.end);
        self.line = (self.line + edit.new_end_point.line).saturating_sub(edit.old_end_point.line);
        self.moved = OnceLock::new();
    }
}

/// A part, or what has become of some by edits.
struct Draft {
    range: ByteRange,
    line: usize,
    /// Absent when it has to be parsed anew.
    part: Option<Part>,
    /// The tree of the one part that it was, with the edits.
    edited: Option<tree_sitter::Tree>,
}

impl Draft {
    fn join(&mut self, next: Self) {
        self.range.end = next.range.end;
        self.part = None;
        self.edited = None;
    }
}

/// The parts of a text.
pub(super) fn parse(text: &Text, end: Instant) -> Result<Vec<Part>, ParseError> {
    let all = Draft { range: 0..text.len_bytes(), line: 0, part: None, edited: None };
    let mut parser = Builder::new(text, end)?;
    parser.build(&all)?;
    Ok(parser.parts)
}

/// The parts of a text that came from the parts' text by `edits`.
pub(super) fn reparse(
    parts: &[Part],
    edits: &[Edit],
    text: &Text,
    end: Instant,
) -> Result<Vec<Part>, ParseError> {
    let draft = |part: &Part| Draft {
        range: part.range.clone(),
        line: part.line,
        part: Some(part.clone()),
        edited: None,
    };
    let mut drafts: Vec<Draft> = parts.iter().map(draft).collect();
    for edit in edits.iter().filter(|edit| !edit.is_empty()) {
        touch(&mut drafts, edit);
    }
    let mut parser = Builder::new(text, end)?;
    let mut rest = drafts.into_iter().peekable();
    while let Some(mut draft) = rest.next() {
        if let Some(part) = draft.part {
            parser.parts.push(part);
            continue;
        }
        // An `else` typed over the first line belongs to what is before.
        let head = text.line_text(draft.line);
        if !starts_part(&head)
            && let Some(before) = parser.parts.pop()
        {
            draft.range.start = before.range.start;
            draft.line = before.line;
            draft.edited = None;
        }
        let mut joined = 0;
        while let Some(next) = rest.peek() {
            if next.part.is_some() && ends_well(text, &draft.range) {
                break;
            }
            let Some(next) = rest.next() else { break };
            draft.join(next);
            joined += 1;
            if joined == 4 {
                // A string that was opened: most of what follows is another text now.
                rest.by_ref().for_each(|next| draft.join(next));
            }
        }
        parser.build(&draft)?;
    }
    Ok(parser.parts)
}

/// Follow an edit: what it touches becomes one draft, what is behind moves.
fn touch(drafts: &mut Vec<Draft>, edit: &Edit) {
    let first = drafts.iter().position(|draft| draft.range.end >= edit.old.start).unwrap_or(0);
    let behind = drafts
        .iter()
        .skip(first)
        .position(|draft| draft.range.start > edit.old.end)
        .map_or(drafts.len(), |n| first + n);
    for draft in drafts.iter_mut().skip(behind) {
        let moved = |at: usize| (at + edit.new_end).saturating_sub(edit.old.end);
        draft.range = moved(draft.range.start)..moved(draft.range.end);
        draft.line = (draft.line + edit.new_end_point.line).saturating_sub(edit.old_end_point.line);
        if let Some(part) = &mut draft.part {
            part.move_by(edit);
        }
        if let Some(tree) = &mut draft.edited {
            tree.edit(&input_edit(edit));
        }
    }
    let mut touched = drafts.drain(first..behind);
    let Some(mut one) = touched.next() else { return };
    let others: Vec<Draft> = touched.collect();
    if let Some(part) = one.part.take() {
        one.edited = Some(part.tree().clone());
    }
    for draft in others {
        one.join(draft);
    }
    if let Some(tree) = &mut one.edited {
        tree.edit(&input_edit(edit));
    }
    one.range.end = (one.range.end + edit.new_end).saturating_sub(edit.old.end);
    drafts.insert(first, one);
}

/// Whether the line behind a range still starts a part.
fn ends_well(text: &Text, range: &ByteRange) -> bool {
    let next_line = text.line_range(text.line_of_byte(range.end));
    if next_line.start != range.end {
        return false;
    }
    let code = text.slice(range.start..next_line.end);
    cuts(&code).any(|(at, _)| at == range.len())
}

/// Where a code that starts a part can be cut: the offsets and the numbers of lines.
fn cuts(code: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut is_decorated = false;
    Lines::new(code).enumerate().filter_map(move |(number, line)| {
        let head = code.get(line.range.clone()).unwrap_or_default();
        if line.start != Start::Statement || !line.has_code || !starts_part(head) {
            return None;
        }
        let can_cut = !is_decorated;
        is_decorated = head.starts_with('@');
        (can_cut && number > 0).then_some((line.range.start, number))
    })
}

/// Whether a line can be the first one of a part.
fn starts_part(line: &str) -> bool {
    let word = line.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    !line.starts_with([' ', '\t', '\x0c']) && !matches!(word, "else" | "elif" | "except" | "finally")
}

/// Makes parts of one text.
struct Builder<'a> {
    text: &'a Text,
    parser: Parser,
    end: Instant,
    parts: Vec<Part>,
}

impl<'a> Builder<'a> {
    fn new(text: &'a Text, end: Instant) -> Result<Self, ParseError> {
        let mut parser = Parser::new();
        parser.set_language(&tree_sitter_python::LANGUAGE.into()).map_err(|_| ParseError::Grammar)?;
        Ok(Self { text, parser, end, parts: Vec::new() })
    }

    fn build(&mut self, draft: &Draft) -> Result<(), ParseError> {
        let last_line = self.text.line_of_byte(draft.range.end);
        let mut start = draft.range.start;
        if last_line - draft.line.min(last_line) > 2 * LINES {
            let code = self.text.slice(draft.range.clone());
            let mut first = 0;
            for (at, number) in cuts(&code) {
                if number - first >= LINES {
                    first = number;
                    self.parse(start..draft.range.start + at, None)?;
                    start = draft.range.start + at;
                }
            }
        }
        let old = draft.edited.as_ref().filter(|_| start == draft.range.start);
        self.parse(start..draft.range.end, old)
    }

    fn parse(&mut self, range: ByteRange, old: Option<&tree_sitter::Tree>) -> Result<(), ParseError> {
        let (start_point, end_point) = (self.text.point(range.start), self.text.point(range.end));
        let included = tree_sitter::Range {
            start_byte: range.start,
            end_byte: range.end,
            start_point: to_point(start_point),
            end_point: to_point(end_point),
        };
        self.parser.set_included_ranges(&[included]).map_err(|_| ParseError::Grammar)?;
        let (text, end) = (self.text, self.end);
        let mut progress = |_: &tree_sitter::ParseState| {
            if Instant::now() > end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = tree_sitter::ParseOptions::new().progress_callback(&mut progress);
        let tree = self.parser.parse_with_options(&mut |byte, _| read(text, byte), old, Some(options));
        let tree = tree.ok_or(ParseError::TooSlow)?;
        let parsed = Arc::new(Parsed { tree, start: range.start, line: start_point.line });
        self.parts.push(Part { range, line: start_point.line, parsed, moved: OnceLock::new() });
        Ok(())
    }
}

fn to_point(point: Point) -> tree_sitter::Point {
    tree_sitter::Point { row: point.line, column: point.byte }
}

fn input_edit(edit: &Edit) -> InputEdit {
    InputEdit {
        start_byte: edit.old.start,
        old_end_byte: edit.old.end,
        new_end_byte: edit.new_end,
        start_position: to_point(edit.start_point),
        old_end_position: to_point(edit.old_end_point),
        new_end_position: to_point(edit.new_end_point),
    }
}
