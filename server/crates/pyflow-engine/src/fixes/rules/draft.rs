//! A candidate in the making: what rules hand over, and the pieces of text that they share.

use crate::diagnose::Source;
use crate::diagnose::scene::{children, statement_of};
use crate::messages::{Locale, Message};
use pyflow_core::fix::{Candidate, Certainty, FileEdit, Origin, TextEdit};
use pyflow_core::text::ByteRange;
use std::path::PathBuf;
use tree_sitter::Node;

/// What a rule proposes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Draft {
    pub rule: &'static str,
    pub certainty: Certainty,
    pub prior: f32,
    pub title: Message,
    pub assumption: Option<Message>,
    pub edits: Vec<(String, TextEdit)>,
}

impl Draft {
    /// One safe edit.
    pub(crate) fn safe(rule: &'static str, prior: f32, title: Message) -> Self {
        Self { rule, certainty: Certainty::Safe, prior, title, assumption: None, edits: Vec::new() }
    }

    /// A guess at what the author meant.
    pub(crate) fn guess(rule: &'static str, prior: f32, title: Message, assumption: Message) -> Self {
        Self {
            rule,
            certainty: Certainty::Guess,
            prior,
            title,
            assumption: Some(assumption),
            edits: Vec::new(),
        }
    }

    /// Replaces a range of a text.
    #[must_use]
    pub(crate) fn edit(mut self, source: &Source, range: ByteRange, text: impl Into<String>) -> Self {
        let edit = TextEdit { range, new_text: text.into() };
        if !self.edits.iter().any(|(file, e)| *file == source.file && *e == edit) {
            self.edits.push((source.file.clone(), edit));
        }
        self
    }

    /// Replaces a node.
    #[must_use]
    pub(crate) fn replace(self, source: &Source, node: Node<'_>, text: impl Into<String>) -> Self {
        self.edit(source, node.byte_range(), text)
    }

    /// Puts text before and after a node.
    #[must_use]
    pub(crate) fn wrap(self, source: &Source, node: Node<'_>, before: &str, after: &str) -> Self {
        let range = node.byte_range();
        self.edit(source, range.start..range.start, before).edit(source, range.end..range.end, after)
    }

    /// The edits of one file.
    pub(crate) fn of_file(&self, file: &str) -> Vec<TextEdit> {
        self.edits.iter().filter(|(f, _)| f == file).map(|(_, e)| e.clone()).collect()
    }

    /// How much text the edits touch: the rank's third key.
    pub(crate) fn weight(&self) -> usize {
        self.edits.iter().map(|(_, e)| 1 + words(&e.new_text).max(e.range.len() / 6)).sum()
    }

    pub(crate) fn into_candidate(self, locale: Locale) -> Candidate {
        let mut files: Vec<FileEdit> = Vec::new();
        for (file, edit) in self.edits {
            let path = PathBuf::from(file);
            match files.iter_mut().find(|f| f.path == path) {
                Some(known) => known.edits.push(edit),
                None => files.push(FileEdit { path, edits: vec![edit] }),
            }
        }
        Candidate {
            title: self.title.render(locale),
            origin: Origin::Rule,
            rule: self.rule,
            certainty: self.certainty,
            prior: self.prior,
            assumption: self.assumption.map(|a| a.render(locale)),
            files,
        }
    }
}

fn words(text: &str) -> usize {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty()).count()
}

/// The end of line that a text uses.
pub(crate) fn newline(source: &Source) -> &'static str {
    let text = &source.text;
    match memchr::memchr2(b'\n', b'\r', text.as_bytes()) {
        Some(at) if text.as_bytes().get(at..at + 2) == Some(b"\r\n") => "\r\n",
        Some(at) if text.as_bytes().get(at) == Some(&b'\r') => "\r",
        _ => "\n",
    }
}

/// The white space before a node's line.
pub(crate) fn indent<'s>(source: &'s Source, node: Node<'_>) -> &'s str {
    let line = source.line(source.place_of(node.start_byte()).line);
    line.get(..line.len() - line.trim_start().len()).unwrap_or_default()
}

/// The place for a statement on a line of its own before another statement: where the line starts.
pub(crate) fn line_before(source: &Source, node: Node<'_>) -> usize {
    source.line_start(source.place_of(statement_of(node).start_byte()).line)
}

/// The place for a statement on a line of its own behind a node: where the next line starts.
pub(crate) fn line_after(source: &Source, node: Node<'_>) -> usize {
    source.line_start(source.place_of(node.end_byte()).line + 1)
}

/// The text of an added line; at the end of a text without a last line end it brings its own.
pub(crate) fn added_line(source: &Source, at: usize, line: &str) -> String {
    let end = newline(source);
    let open = at > 0 && !source.text.get(..at).is_some_and(|t| t.ends_with(['\n', '\r']));
    if open { format!("{end}{line}") } else { format!("{line}{end}") }
}

/// Adds `import module`, `from module import name`, … to a draft, unless the file has it.
pub(crate) fn add_import(draft: Draft, source: &Source, statement: &str) -> Draft {
    let Some(root) = source.root() else { return draft };
    if let Some((module, name)) = statement.strip_prefix("from ").and_then(|s| s.split_once(" import ")) {
        let same = children(root).find(|n| {
            n.kind() == "import_from_statement"
                && n.child_by_field_name("module_name").is_some_and(|m| source.node_text(m) == module)
                && children(*n).all(|c| c.kind() != "wildcard_import")
        });
        if let Some(same) = same {
            let mut cursor = same.walk();
            let names: Vec<Node<'_>> = same.children_by_field_name("name", &mut cursor).collect();
            if names.iter().any(|n| source.node_text(*n) == name) {
                return draft;
            }
            if let Some(last) = names.last() {
                let end = last.end_byte();
                return draft.edit(source, end..end, format!(", {name}"));
            }
        }
    } else if children(root).any(|n| source.node_text(n) == statement) {
        return draft;
    }
    let (at, blank) = import_place(source, root);
    let end = newline(source);
    let open = at > 0 && !source.text.get(..at).is_some_and(|t| t.ends_with(['\n', '\r']));
    let text = format!("{}{statement}{end}{}", if open { end } else { "" }, if blank { end } else { "" });
    // First of all edits: at the same place, the import goes before a new statement.
    let mut draft = draft;
    draft.edits.insert(0, (source.file.clone(), TextEdit { range: at..at, new_text: text }));
    draft
}

/// Where an import goes: behind the imports at the top, else behind the docstring and its blank line; whether a
/// blank line should follow.
fn import_place(source: &Source, root: Node<'_>) -> (usize, bool) {
    let mut last: Option<Node<'_>> = None;
    let mut docstring = false;
    for (i, node) in children(root).enumerate() {
        match node.kind() {
            "import_statement" | "import_from_statement" | "future_import_statement" => {
                last = Some(node);
                docstring = false;
            }
            "expression_statement" if i == 0 && node.named_child(0).is_some_and(|n| n.kind() == "string") => {
                last = Some(node);
                docstring = true;
            }
            _ => break,
        }
    }
    match last {
        Some(node) if !docstring => (line_after(source, node), false),
        Some(node) => {
            let mut at = source.place_of(node.end_byte()).line + 1;
            let empty =
                |line: u32| source.line(line).trim().is_empty() && (line as usize) < source.line_count();
            let mut blank = empty(at);
            if blank {
                at += 1;
                // Two empty lines already: the second one sets the import apart.
                blank = !empty(at);
            }
            (source.line_start(at), blank)
        }
        None => {
            // Behind a BOM, `#!` and the comments at the very top.
            let mut line = 0;
            while source.line(line).trim_start_matches('\u{feff}').starts_with('#') {
                line += 1;
            }
            let start = source.line_start(line);
            let bom =
                if line == 0 && source.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
            (start + bom, true)
        }
    }
}

/// The range between a string's quotes, if it is one plain piece.
pub(crate) fn string_content(node: Node<'_>) -> Option<ByteRange> {
    if node.kind() != "string" || children(node).any(|n| n.kind() == "interpolation") {
        return None;
    }
    let start = children(node).find(|n| n.kind() == "string_start")?.end_byte();
    let end = children(node).find(|n| n.kind() == "string_end")?.start_byte();
    (start <= end).then_some(start..end)
}

/// The text of a plain string literal without escapes, if it is one.
pub(crate) fn string_value<'s>(source: &'s Source, node: Node<'_>) -> Option<&'s str> {
    let text = source.slice(string_content(node)?);
    let raw = source.node_text(node).split(['"', '\'']).next().is_some_and(|p| p.contains(['r', 'R']));
    (raw || !text.contains('\\')).then_some(text)
}

/// The positional arguments of a call; `None` where a splat hides them.
pub(crate) fn positional(call: Node<'_>) -> Option<Vec<Node<'_>>> {
    let arguments = call.child_by_field_name("arguments")?;
    if arguments.kind() == "generator_expression" {
        return Some(vec![arguments]);
    }
    let all: Vec<Node<'_>> = children(arguments).collect();
    if all.iter().any(|a| matches!(a.kind(), "list_splat" | "dictionary_splat")) {
        return None;
    }
    Some(all.into_iter().filter(|a| a.kind() != "keyword_argument").collect())
}

/// The value of a keyword argument of a call.
pub(crate) fn keyword<'t>(source: &Source, call: Node<'t>, name: &str) -> Option<Node<'t>> {
    children(call.child_by_field_name("arguments")?)
        .filter(|a| a.kind() == "keyword_argument")
        .find(|a| a.child_by_field_name("name").is_some_and(|n| source.node_text(n) == name))?
        .child_by_field_name("value")
}

/// The text of what a call calls.
pub(crate) fn function_text<'s>(source: &'s Source, call: Node<'_>) -> &'s str {
    call.child_by_field_name("function").map_or("", |f| source.node_text(f))
}

/// Whether a node needs parentheses to stand as an operand.
pub(crate) fn needs_parentheses(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "conditional_expression"
            | "lambda"
            | "named_expression"
            | "boolean_operator"
            | "not_operator"
            | "comparison_operator"
            | "generator_expression"
            | "yield"
            | "expression_list"
    )
}

/// Whether this is in a coroutine's own body.
pub(crate) fn in_coroutine_at(source: &Source, node: Node<'_>) -> bool {
    crate::diagnose::scene::function_of(node).is_some_and(|f| is_coroutine(source, f))
}

/// Whether a `def` is an `async def`.
pub(crate) fn is_coroutine(source: &Source, definition: Node<'_>) -> bool {
    source.node_text(definition).starts_with("async")
}
