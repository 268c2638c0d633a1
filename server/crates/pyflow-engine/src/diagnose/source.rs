//! A text as it ran, flat and parsed, for code that looks at one crash.

use pyflow_core::exception::{Place, SourceRange};
use pyflow_core::text::ByteRange;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use tree_sitter::{Node, Parser, Tree};

/// Texts above this are not parsed for explanations and rules; they still get their place and message.
const MOST_BYTES: usize = 4 << 20;

/// A node deeper than this is no program of a person's. Rules look at parents, which in a deep tree takes long.
const MOST_DEPTH: u32 = 400;

/// A text as it ran.
#[derive(Debug)]
pub struct Source {
    /// The name that frames have for it.
    pub file: String,
    pub text: String,
    /// Parsed when somebody first looks: most runs end well, and nobody does.
    tree: OnceLock<Option<Tree>>,
    line_starts: Vec<usize>,
}

impl Source {
    pub fn new(file: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let line_starts = line_starts(&text);
        Self { file: file.into(), text, tree: OnceLock::new(), line_starts }
    }

    /// The syntax tree's root; error-tolerant, so there is one for broken texts too. Hostile and huge texts have none.
    pub fn root(&self) -> Option<Node<'_>> {
        let parsed = || (self.text.len() <= MOST_BYTES).then(|| parse(&self.text)).flatten();
        self.tree.get_or_init(parsed).as_ref().map(Tree::root_node)
    }

    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// Where a line starts; the text's end for lines past it.
    pub fn line_start(&self, line: u32) -> usize {
        self.line_starts.get(line as usize).copied().unwrap_or(self.text.len())
    }

    /// A line's text without its end; empty past the end.
    pub fn line(&self, line: u32) -> &str {
        let start = self.line_start(line);
        let end = self.line_start(line.saturating_add(1));
        self.text.get(start..end).unwrap_or_default().trim_end_matches(['\r', '\n'])
    }

    /// The byte offset of a place, clamped to its line.
    pub fn byte_of(&self, place: Place) -> usize {
        let start = self.line_start(place.line);
        let mut at = start + (place.byte as usize).min(self.line(place.line).len());
        while at > start && !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// The place of a byte offset.
    pub fn place_of(&self, byte: usize) -> Place {
        let line = self.line_starts.partition_point(|&start| start <= byte).saturating_sub(1);
        let start = self.line_starts.get(line).copied().unwrap_or(0);
        Place { line: line as u32, byte: (byte.min(self.text.len()) - start.min(byte)) as u32 }
    }

    /// The places of a byte range.
    pub fn places(&self, range: ByteRange) -> SourceRange {
        SourceRange { start: self.place_of(range.start), end: self.place_of(range.end) }
    }

    pub fn byte_range(&self, range: SourceRange) -> ByteRange {
        let start = self.byte_of(range.start);
        start..self.byte_of(range.end).max(start)
    }

    /// The text of a range; empty where the range is not one of this text.
    pub fn slice(&self, range: ByteRange) -> &str {
        self.text.get(range).unwrap_or_default()
    }

    /// The text of a node.
    pub fn node_text(&self, node: Node<'_>) -> &str {
        self.slice(node.byte_range())
    }

    /// The smallest named node that covers a range.
    pub fn node_at(&self, range: ByteRange) -> Option<Node<'_>> {
        self.root()?.named_descendant_for_byte_range(range.start, range.end)
    }
}

/// The texts that a traceback names.
#[derive(Debug, Default, Clone)]
pub struct Sources {
    by_file: HashMap<String, Arc<Source>>,
}

impl Sources {
    pub fn insert(&mut self, source: Arc<Source>) {
        self.by_file.insert(source.file.clone(), source);
    }

    pub fn get(&self, file: &str) -> Option<&Source> {
        self.by_file.get(file).map(Arc::as_ref)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.by_file.values().map(Arc::as_ref)
    }
}

fn parse(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_python::LANGUAGE.into()).ok()?;
    parser.parse(text, None).filter(|tree| !is_deep(tree))
}

/// Whether a tree has nodes deeper than [`MOST_DEPTH`].
fn is_deep(tree: &Tree) -> bool {
    let mut cursor = tree.walk();
    loop {
        if cursor.depth() > MOST_DEPTH {
            return true;
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return false;
            }
        }
    }
}

/// Starts of lines; lines end where LSP and Python say: `\n`, `\r\n`, `\r`.
fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut starts = vec![0];
    for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
        if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
            starts.push(at + 1);
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_python_and_lsp_say() {
        let source = Source::new("a.py", "a\r\nb\rc\u{2028}d\ne");
        assert_eq!(
            (0..5).map(|line| source.line(line)).collect::<Vec<_>>(),
            ["a", "b", "c\u{2028}d", "e", ""]
        );
        assert_eq!(source.place_of(source.byte_of(Place { line: 1, byte: 9 })), Place { line: 1, byte: 1 });
    }

    #[test]
    fn a_tree_that_nobody_wrote_is_none() {
        let nested = |count: usize| format!("x = {}1{}\n", "(".repeat(count), ")".repeat(count));
        assert!(Source::new("a.py", nested(50)).root().is_some());
        assert!(Source::new("a.py", nested(20_000)).root().is_none());
        assert!(Source::new("a.py", format!("x = {}1\n", "1 + ".repeat(20_000))).root().is_none());
    }

    #[test]
    fn a_place_inside_a_character_is_rounded_down() {
        let source = Source::new("a.py", "x = '😀'");
        assert_eq!(source.byte_of(Place { line: 0, byte: 7 }), 5);
    }
}
