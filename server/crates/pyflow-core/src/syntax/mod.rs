//! Syntax trees of Python texts.
//!
//! A tree has no text and no positions but byte offsets; it fits the text that it was parsed from and no other.
//! It is a help, never a judge: the grammar misses some of the newest syntax, so an error in a tree must not keep
//! code from being run.
//!
//! A tree has several roots, one for each part that the text is parsed in (see `parts`), so that a key in a
//! large file is cheap.
//!
//! Code is hostile: 45,000 nested parentheses are a tree of that depth. Nothing here recurses over a tree, and
//! neither must its users: go by [`Tree::path`], [`Tree::walk`] or a cursor. `Node::parent` starts from the root
//! each time and so is quadratic in a deep tree.

mod parts;

use crate::text::{ByteRange, Edit, Text};
use parts::Part;
use std::borrow::Cow;
use std::time::{Duration, Instant};

pub use tree_sitter::{Node, TreeCursor};

/// Larger texts get no tree: no cells, lenses and hints are worth the time that it would take.
pub const MAX_BYTES: usize = 5 << 20;

/// A parse that takes longer is given up. Ordinary code takes about a second for [`MAX_BYTES`].
const MAX_TIME: Duration = Duration::from_secs(4);

/// Why there is no tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    #[error("the text is larger than {} MiB", MAX_BYTES >> 20)]
    TooLarge,
    #[error("the text took too long to parse")]
    TooSlow,
    #[error("the grammar does not fit the parser")]
    Grammar,
}

/// The syntax tree of a text. Cloning is cheap, and clones can go to other threads.
#[derive(Debug, Clone)]
pub struct Tree {
    /// At least one.
    parts: Vec<Part>,
}

/// What [`Tree::walk`] does after a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Walk {
    Into,
    /// Leave out what is inside the node.
    Over,
    Stop,
}

impl Tree {
    pub fn parse(text: &Text) -> Result<Self, ParseError> {
        check_size(text)?;
        Ok(Self { parts: parts::parse(text, Instant::now() + MAX_TIME)? })
    }

    /// The tree of `text`, which came from this tree's text by `edits`, in that order. Costs what some hundred lines
    /// around each edit cost.
    pub fn reparse(&self, edits: &[Edit], text: &Text) -> Result<Self, ParseError> {
        check_size(text)?;
        Ok(Self { parts: parts::reparse(&self.parts, edits, text, Instant::now() + MAX_TIME)? })
    }

    /// The `module` nodes of the parts, in order.
    pub fn roots(&self) -> impl Iterator<Item = Node<'_>> {
        self.parts.iter().map(|part| part.tree().root_node())
    }

    /// The statements outside of any other, in order.
    pub fn statements(&self) -> impl Iterator<Item = Node<'_>> {
        self.roots().flat_map(|root| {
            let mut cursor = root.walk();
            let children: Vec<Node<'_>> = root.named_children(&mut cursor).collect();
            children.into_iter().filter(|child| is_statement(child.kind()))
        })
    }

    pub fn has_error(&self) -> bool {
        self.parts.iter().any(|part| part.tree().root_node().has_error())
    }

    /// The named nodes that contain a range, from the root to the smallest. An empty range between two nodes
    /// belongs to the one after it. Empty for a range that lies in several parts.
    pub fn path(&self, range: ByteRange) -> Vec<Node<'_>> {
        let Some(part) = self.part_at(range.start).and_then(|at| self.parts.get(at)) else {
            return Vec::new();
        };
        if range.end > part.range.end {
            return Vec::new();
        }
        let mut cursor = part.tree().walk();
        let mut path = vec![cursor.node()];
        while cursor.goto_first_child_for_byte(range.start).is_some() {
            // A node without text (a missing token, an empty block) can stand before the one that is meant.
            while cursor.node().end_byte() <= range.start && cursor.node().byte_range().is_empty() {
                if !cursor.goto_next_sibling() {
                    break;
                }
            }
            let node = cursor.node();
            if node.start_byte() > range.start || node.end_byte() < range.end {
                break;
            }
            if node.is_named() {
                path.push(node);
            }
        }
        path
    }

    /// The smallest named node that contains a range. `None` for a range that lies in several parts.
    pub fn node_at(&self, range: ByteRange) -> Option<Node<'_>> {
        self.path(range).pop()
    }

    /// The statements of the innermost suite around a range that the range touches: the first and the last.
    pub fn touched(&self, range: ByteRange) -> Option<(ByteRange, ByteRange)> {
        let path = self.path(range.clone());
        if !path.is_empty() {
            return path.iter().rev().find_map(|suite| touched(suite, &range));
        }
        let all = self.part_at(range.start)?..=self.part_at(range.end)?;
        let mut found = self.parts.get(all)?.iter().filter_map(|p| touched(&p.tree().root_node(), &range));
        let (first, last) = found.next()?;
        let last = found.last().map_or(last, |(_, last)| last);
        Some((first, last))
    }

    fn part_at(&self, byte: usize) -> Option<usize> {
        self.parts.partition_point(|part| part.range.start <= byte).checked_sub(1)
    }

    /// The smallest node of one of `kinds` that contains a range.
    pub fn enclosing(&self, range: ByteRange, kinds: &[&str]) -> Option<Node<'_>> {
        self.path(range).into_iter().rev().find(|node| kinds.contains(&node.kind()))
    }

    /// The innermost statement that a byte lies in, with its decorators.
    pub fn statement_at(&self, byte: usize) -> Option<Node<'_>> {
        innermost_statement(&self.path(byte..byte))
    }

    /// The innermost function whose definition a byte lies in.
    pub fn function_at(&self, byte: usize) -> Option<Node<'_>> {
        self.enclosing(byte..byte, &["function_definition"])
    }

    /// The innermost class whose definition a byte lies in.
    pub fn class_at(&self, byte: usize) -> Option<Node<'_>> {
        self.enclosing(byte..byte, &["class_definition"])
    }

    /// Visit the nodes in the order of the text, a node before what is inside it, down to `max_depth` (a root
    /// has depth 0). Names of nodes are the grammar's.
    pub fn walk<'t>(&'t self, max_depth: usize, mut visit: impl FnMut(Node<'t>) -> Walk) {
        let mut stopped = false;
        for root in self.roots() {
            walk(root, max_depth, |node, _| {
                let next = visit(node);
                stopped = next == Walk::Stop;
                next
            });
            if stopped {
                return;
            }
        }
    }
}

/// As [`Tree::walk`], from `root`, with each node's depth below it.
pub fn walk<'t>(root: Node<'t>, max_depth: usize, mut visit: impl FnMut(Node<'t>, usize) -> Walk) {
    let mut cursor = root.walk();
    let mut depth = 0;
    loop {
        let into = match visit(cursor.node(), depth) {
            Walk::Stop => return,
            Walk::Over => false,
            Walk::Into => depth < max_depth,
        };
        if into && cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        while !cursor.goto_next_sibling() {
            if depth == 0 || !cursor.goto_parent() {
                return;
            }
            depth -= 1;
        }
        if depth == 0 {
            return;
        }
    }
}

/// Whether a node of this kind is a statement.
pub fn is_statement(kind: &str) -> bool {
    is_compound(kind)
        || matches!(
            kind,
            "assert_statement"
                | "break_statement"
                | "continue_statement"
                | "delete_statement"
                | "exec_statement"
                | "expression_statement"
                | "future_import_statement"
                | "global_statement"
                | "import_from_statement"
                | "import_statement"
                | "nonlocal_statement"
                | "pass_statement"
                | "print_statement"
                | "raise_statement"
                | "return_statement"
                | "type_alias_statement"
        )
}

/// Whether a node of this kind is a statement that has statements inside.
pub fn is_compound(kind: &str) -> bool {
    matches!(
        kind,
        "class_definition"
            | "decorated_definition"
            | "for_statement"
            | "function_definition"
            | "if_statement"
            | "match_statement"
            | "try_statement"
            | "while_statement"
            | "with_statement"
    )
}

/// The last statement of a path. A definition with decorators counts from its first decorator.
pub(crate) fn innermost_statement<'t>(path: &[Node<'t>]) -> Option<Node<'t>> {
    let at = path.iter().rposition(|node| is_statement(node.kind()))?;
    let decorated = at.checked_sub(1).and_then(|before| path.get(before));
    decorated.filter(|node| node.kind() == "decorated_definition").or_else(|| path.get(at)).copied()
}

fn check_size(text: &Text) -> Result<(), ParseError> {
    if text.len_bytes() > MAX_BYTES { Err(ParseError::TooLarge) } else { Ok(()) }
}

/// Whether a node's children are statements. Errors hold whatever could not be placed.
pub(crate) fn is_suite(node: &Node<'_>) -> bool {
    matches!(node.kind(), "module" | "block") || node.is_error()
}

/// The first and the last statement directly inside a suite that a range touches.
fn touched(suite: &Node<'_>, range: &ByteRange) -> Option<(ByteRange, ByteRange)> {
    if !is_suite(suite) {
        return None;
    }
    let mut cursor = suite.walk();
    cursor.goto_first_child_for_byte(range.start)?;
    let mut found: Option<(ByteRange, ByteRange)> = None;
    loop {
        let node = cursor.node();
        if node.start_byte() >= range.end {
            break;
        }
        if is_statement(node.kind()) && node.end_byte() > range.start {
            let first = found.map_or(node.byte_range(), |(first, _)| first);
            found = Some((first, node.byte_range()));
        }
        if !cursor.goto_next_sibling() {
            break;
        }
    }
    found
}

/// The text from `byte` on, some of it. A `\r` alone, which ends a line for Python and the protocol but not for
/// the grammar, is given as `\n`: the bytes stay where they are, and the parser's rows become our lines.
fn read(text: &Text, byte: usize) -> Cow<'_, [u8]> {
    let (chunk, start) = text.chunk(byte);
    let bytes = chunk.as_bytes().get(byte.saturating_sub(start)..).unwrap_or_default();
    let is_lone = |at: usize| match bytes.get(at + 1) {
        Some(next) => *next != b'\n',
        None => text.byte_at(byte + at + 1) != Some(b'\n'),
    };
    if !memchr::memchr_iter(b'\r', bytes).any(is_lone) {
        return Cow::Borrowed(bytes);
    }
    let mut owned = bytes.to_vec();
    for at in memchr::memchr_iter(b'\r', bytes).filter(|at| is_lone(*at)) {
        if let Some(byte) = owned.get_mut(at) {
            *byte = b'\n';
        }
    }
    Cow::Owned(owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tree(text: &str) -> Tree {
        Tree::parse(&Text::new(text)).unwrap()
    }

    fn shape(tree: &Tree) -> Vec<(u16, ByteRange)> {
        let mut nodes = Vec::new();
        tree.walk(usize::MAX, |node| {
            if node.kind() != "module" {
                nodes.push((node.kind_id(), node.byte_range()));
            }
            Walk::Into
        });
        nodes
    }

    fn texts_of<'a>(text: &'a str, node: Option<Node<'_>>) -> Option<&'a str> {
        node.map(|node| &text[node.byte_range()])
    }

    #[test]
    fn statements_functions_and_classes_are_found() {
        let text =
            "@d\nclass A:\n    def f(self):\n        return [\n            1,\n        ]\nx = 1; y = 2\n";
        let tree = tree(text);
        let at = |needle: &str| text.find(needle).unwrap();
        assert_eq!(texts_of(text, tree.statement_at(at("1,"))), Some(&text[at("return")..at("\nx =")]));
        assert_eq!(texts_of(text, tree.statement_at(at("A:"))), Some(&text[..at("\nx =")]));
        assert_eq!(texts_of(text, tree.statement_at(at("y"))), Some("y = 2"));
        assert_eq!(texts_of(text, tree.function_at(at("1,"))), Some(&text[at("def")..at("\nx =")]));
        assert_eq!(texts_of(text, tree.class_at(at("1,"))), Some(&text[at("class")..at("\nx =")]));
        assert!(tree.class_at(at("x =")).is_none());
        assert_eq!(tree.node_at(at("1,")..at("1,") + 1).unwrap().kind(), "integer");
    }

    #[test]
    fn a_carriage_return_ends_a_line() {
        let tree = tree("x = 1\ry = 2\r\nif x:\r    y\r\nz");
        assert!(!tree.has_error());
        assert_eq!(tree.statements().count(), 4);
    }

    #[test]
    fn a_byte_order_mark_is_no_error() {
        assert!(!tree("\u{feff}x = 1\n").has_error());
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let text = Text::new(&"x = 1\n".repeat(MAX_BYTES / 6 + 1));
        assert_eq!(Tree::parse(&text).unwrap_err(), ParseError::TooLarge);
    }

    #[test]
    fn deep_nesting_does_no_harm() {
        let deep = [
            format!("x = {}1{}", "(".repeat(45_000), ")".repeat(45_000)),
            format!("x = {}1", "-".repeat(90_000)),
            format!("x = 1{}", " + 1".repeat(30_000)),
            "(".repeat(90_000),
            format!("{}pass", (0..400).map(|i| " ".repeat(i) + "if x:\n").collect::<String>()),
            "[".repeat(50_000) + &"]".repeat(10),
        ];
        // A thread's stack is smaller than the main one's: that is where it would show.
        let check = move || {
            for source in deep {
                let mut text = Text::new(&source);
                let tree = Tree::parse(&text).unwrap();
                tree.path(source.len() / 2..source.len() / 2);
                tree.statement_at(source.len() / 2);
                let mut nodes = 0;
                tree.walk(usize::MAX, |_| {
                    nodes += 1;
                    Walk::Into
                });
                assert!(nodes > 100);
                let edit = text.edit(5..5, " ");
                let again = tree.reparse(&[edit], &text).unwrap();
                drop(tree);
                drop(again);
            }
        };
        std::thread::Builder::new().stack_size(256 << 10).spawn(check).unwrap().join().unwrap();
    }

    #[test]
    fn trees_can_be_shared() {
        fn shared<T: Send + Sync + Clone + 'static>() {}
        shared::<Tree>();
    }

    fn python() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            Just("if x:\n    y = 1\n"),
            Just("def f(a, b=2):\r\n    return a\r\n"),
            Just("s = '''a\n# %%\nb'''\n"),
            Just("x = [1,\n  2]\r"),
            Just("f(é, '😀')\n"),
            Just("# note\n"),
            Just("class C: pass\n"),
            Just("("),
            Just("'''"),
            Just("    "),
            Just("\n"),
            Just("\r"),
            Just("x"),
        ];
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 4))]
        #[test]
        fn a_path_contains_its_range(source in python(), a in 0..100usize, b in 0..100usize) {
            let tree = tree(&source);
            let range = a.min(b).min(source.len())..a.max(b).min(source.len());
            let path = tree.path(range.clone());
            for pair in path.windows(2) {
                prop_assert!(pair[0].start_byte() <= pair[1].start_byte());
                prop_assert!(pair[0].end_byte() >= pair[1].end_byte());
            }
            for node in path.iter().skip(1) {
                prop_assert!(node.start_byte() <= range.start && range.end <= node.end_byte());
            }
        }

        #[test]
        fn a_reparse_is_a_parse_when_the_code_is_sound(
            source in python(), at in 0..100usize, len in 0..10usize, new in python(),
        ) {
            let mut text = Text::new(&source);
            let old = Tree::parse(&text).unwrap();
            let edit = text.edit(at..at + len, &new);
            let again = old.reparse(&[edit], &text).unwrap();
            let fresh = Tree::parse(&text).unwrap();
            // What the parser makes of broken code depends on where it started.
            if !fresh.has_error() && !again.has_error() {
                prop_assert_eq!(shape(&again), shape(&fresh));
            }
            prop_assert_eq!(again.parts.last().unwrap().range.end, text.len_bytes());
        }

        #[test]
        fn a_large_text_is_parsed_in_parts_as_in_one(
            blocks in prop::collection::vec(0..BLOCKS.len(), 200..500),
            edits in prop::collection::vec((any::<usize>(), 0..60usize, python()), 1..4),
        ) {
            let source: String = blocks.iter().filter_map(|block| BLOCKS.get(*block)).copied().collect();
            let mut text = Text::new(&source);
            let tree = Tree::parse(&text).unwrap();
            prop_assert!(tree.parts.len() > 1);
            prop_assert_eq!(shape(&tree), whole_shape(&source));
            let made: Vec<Edit> = edits
                .iter()
                .map(|(at, len, new)| {
                    let at = at % (text.len_bytes() + 1);
                    text.edit(at..at + len, new)
                })
                .collect();
            let tree = tree.reparse(&made, &text).unwrap();
            let mut end = 0;
            for part in &tree.parts {
                prop_assert_eq!(part.range.start, end);
                end = part.range.end;
            }
            prop_assert_eq!(end, text.len_bytes());
            let source = text.to_string();
            if !whole_tree(&source).root_node().has_error() {
                prop_assert!(!tree.has_error());
                prop_assert_eq!(shape(&tree), whole_shape(&source));
            }
        }
    }

    /// Sound statements, of which large texts are made.
    const BLOCKS: &[&str] = &[
        "x = 1\n",
        "@d(\n  1)\n# c\n@e\ndef f(a,\n      b):\n    '''D.\n\nx = 2\n'''\n    return (a,\n'é')\n\n",
        "if x:\n    y\nelif z:\n    pass\nelse:\n    s = \"\"\"\ndef g(): pass\n\"\"\"\n",
        "try:\n    f(1,\n2)\nexcept E:\n    pass\nfinally:\n    y = \\\n3\n",
        "# note\n\n",
        "class A(B):\r\n    x = {\r\n'k': [1,\n2]}\n\n    def m(self): return f'{self.x!r:>{3}}'\n",
        "for i in x: print('''\n''' 'a'); y = 2\r",
    ];

    fn whole_tree(source: &str) -> tree_sitter::Tree {
        let text = source.replace("\r\n", "\0\n").replace('\r', "\n").replace('\0', "\r");
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&tree_sitter_python::LANGUAGE.into()).unwrap();
        parser.parse(text, None).unwrap()
    }

    fn whole_shape(source: &str) -> Vec<(u16, ByteRange)> {
        let tree = whole_tree(source);
        let mut nodes = Vec::new();
        walk(tree.root_node(), usize::MAX, |node, _| {
            if node.kind() != "module" {
                nodes.push((node.kind_id(), node.byte_range()));
            }
            Walk::Into
        });
        nodes
    }
}
