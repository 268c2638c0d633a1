//! One frame of a crash, looked at: its text, the node that failed, and the values that were there.
//!
//! A scene borrows everything from the crash. Frames of comprehensions, which are frames of their own before
//! Python 3.12, see the names of the function around them, as the code does.

use super::{Crash, Source};
use pyflow_core::exception::{Frame, FrameKind};
use pyflow_core::facts::{FrameFacts, ValueFacts};
use tree_sitter::Node;

/// A frame with what belongs to it.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    pub crash: Crash<'a>,
    /// Index into the exception's frames.
    pub index: usize,
    pub frame: &'a Frame,
    pub source: &'a Source,
    pub facts: Option<&'a FrameFacts>,
    /// The smallest node that covers the frame's range; the statement where the interpreter gives no columns.
    pub node: Node<'a>,
}

impl<'a> Scene<'a> {
    /// The deepest frame of the user's code.
    pub fn of(crash: &Crash<'a>) -> Option<Self> {
        Self::at(crash, crash.user_frame()?.0)
    }

    /// A frame by its index.
    pub fn at(crash: &Crash<'a>, index: usize) -> Option<Self> {
        let frame = crash.exception.frames.get(index)?;
        let source = crash.sources.get(&frame.file)?;
        let facts = crash.exception.facts.frames.iter().find(|facts| facts.frame == index);
        let node = if frame.exact {
            source.node_at(source.byte_range(frame.range))?
        } else {
            statement_on(source, frame.range.start.line)?
        };
        Some(Self { crash: *crash, index, frame, source, facts, node })
    }

    pub fn text(&self, node: Node<'a>) -> &'a str {
        self.source.node_text(node)
    }

    /// The frame that called this one, if it is the user's; of a comprehension, the function around it.
    pub fn caller(&self) -> Option<Scene<'a>> {
        let index = self.index.checked_sub(1)?;
        let frame = self.crash.exception.frames.get(index)?;
        (frame.kind == FrameKind::User).then(|| Scene::at(&self.crash, index)).flatten()
    }

    /// The function's own scene, from inside one of its comprehensions.
    #[must_use]
    pub fn function_scene(&self) -> Scene<'a> {
        let mut scene = *self;
        while is_comprehension(&scene.frame.function) {
            match scene.caller() {
                Some(outer) if outer.frame.file == scene.frame.file => scene = outer,
                _ => break,
            }
        }
        scene
    }

    /// The value of a name, as the code at the crash would see it.
    pub fn variable(&self, name: &str) -> Option<&'a ValueFacts> {
        let mut scene = *self;
        loop {
            let facts = scene.facts?;
            if let Some(value) = facts.locals.get(name) {
                return Some(value);
            }
            match scene.caller() {
                Some(outer)
                    if is_comprehension(&scene.frame.function) && outer.frame.file == scene.frame.file =>
                {
                    scene = outer;
                }
                _ => return facts.globals.get(name),
            }
        }
    }

    /// What is known of the value that an expression had at the crash.
    pub fn value(&self, node: Node<'a>) -> Option<&'a ValueFacts> {
        let node = bare(node);
        let (start, end) = (self.source.place_of(node.start_byte()), self.source.place_of(node.end_byte()));
        let exact = self.facts.and_then(|facts| {
            facts.exprs.iter().find(|e| {
                (e.line, e.byte, e.end_line, e.end_byte) == (start.line, start.byte, end.line, end.byte)
            })
        });
        exact
            .map(|e| &e.value)
            .or_else(|| (node.kind() == "identifier").then(|| self.variable(self.text(node))).flatten())
    }

    /// The type's name of an expression: of its value at the crash, or of the literal that it is.
    pub fn type_of(&self, node: Node<'a>) -> Option<&'a str> {
        let node = bare(node);
        if let Some(value) = self.value(node) {
            return Some(value.type_name.as_str());
        }
        literal_type(self.source, node)
    }

    /// The whole statement that failed, without the bodies of compound ones.
    pub fn statement(&self) -> Node<'a> {
        statement_of(self.node)
    }

    /// The nodes of a kind within the failing place, outermost first; for frames without columns, within the
    /// statement.
    pub fn within(&self, kind: &str) -> Vec<Node<'a>> {
        let mut found = Vec::new();
        collect(self.node, &mut |node| {
            if node.kind() == kind {
                found.push(node);
            }
            // Bodies of compound statements ran in their own time.
            node.kind() != "block" || node == self.node
        });
        found
    }

    /// The failing node if it is of this kind, else the nearest such inside, else the nearest around it within
    /// the statement.
    pub fn failing(&self, kind: &str) -> Option<Node<'a>> {
        self.within(kind).first().copied().or_else(|| {
            let stop = self.statement();
            ancestors(self.node).take_while(|n| *n != stop).find(|n| n.kind() == kind)
        })
    }

    /// The innermost `def` or `lambda` around the failing place.
    pub fn function(&self) -> Option<Node<'a>> {
        function_of(self.node)
    }

    /// The innermost `class` around the failing place.
    pub fn class(&self) -> Option<Node<'a>> {
        ancestors(self.node).find(|n| n.kind() == "class_definition")
    }

    /// The node whose names are the failing place's own: a function, or the module.
    pub fn scope(&self) -> Option<Node<'a>> {
        self.function().or_else(|| self.source.root())
    }
}

/// Whether a code object is a comprehension's or a generator expression's.
pub fn is_comprehension(function: &str) -> bool {
    ["<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"].iter().any(|name| function.ends_with(name))
}

/// A node without the parentheses around it.
pub fn bare(node: Node<'_>) -> Node<'_> {
    let mut node = node;
    while node.kind() == "parenthesized_expression" {
        match node.named_child(0) {
            Some(inner) => node = inner,
            None => break,
        }
    }
    node
}

/// The nodes around a node, nearest first.
pub fn ancestors(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    std::iter::successors(node.parent(), tree_sitter::Node::parent)
}

/// The innermost `def` or `lambda` around a node.
pub fn function_of(node: Node<'_>) -> Option<Node<'_>> {
    let mut below = node;
    for node in ancestors(node) {
        let inside = match node.kind() {
            // Decorators, defaults and annotations belong to the scope outside.
            "function_definition" | "lambda" => node.child_by_field_name("body") == Some(below),
            _ => false,
        };
        if inside {
            return Some(node);
        }
        below = node;
    }
    None
}

/// The statement that a node belongs to.
pub fn statement_of(node: Node<'_>) -> Node<'_> {
    let mut node = node;
    while let Some(parent) = node.parent() {
        if matches!(parent.kind(), "block" | "module") {
            break;
        }
        node = parent;
    }
    node
}

/// The named children of a node.
pub fn children(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    (0..node.named_child_count())
        .filter_map(move |i| node.named_child(i as u32))
        .filter(|n| n.kind() != "comment")
}

/// Calls `visit` on a node and those below it, in the text's order; goes below those for which it says so.
pub fn collect<'t>(node: Node<'t>, visit: &mut impl FnMut(Node<'t>) -> bool) {
    // Not recursive: hostile texts nest deeply.
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        if visit(node) {
            let first = stack.len();
            stack.extend((0..node.named_child_count()).filter_map(|i| node.named_child(i as u32)));
            stack[first..].reverse();
        }
    }
}

/// The first statement that starts on a line, else the one that covers it.
fn statement_on(source: &Source, line: u32) -> Option<Node<'_>> {
    let start = source.line_start(line);
    let text = source.line(line);
    let indent = text.len() - text.trim_start().len();
    let at = start + indent;
    let node = source.node_at(at..(at + 1).min(source.text.len()).max(at))?;
    Some(statement_of(node))
}

/// The type of a literal, where its text says so.
pub fn literal_type<'s>(source: &Source, node: Node<'_>) -> Option<&'s str> {
    Some(match node.kind() {
        "string" => {
            if source.node_text(node).split(['"', '\'']).next().is_some_and(|p| p.contains(['b', 'B'])) {
                "bytes"
            } else {
                "str"
            }
        }
        "concatenated_string" => return literal_type(source, node.named_child(0)?),
        "integer" => "int",
        "float" => "float",
        "true" | "false" => "bool",
        "none" => "NoneType",
        "list" | "list_comprehension" => "list",
        "tuple" => "tuple",
        "dictionary" | "dictionary_comprehension" => "dict",
        "set" | "set_comprehension" => "set",
        "generator_expression" => "generator",
        "lambda" => "function",
        _ => return None,
    })
}
