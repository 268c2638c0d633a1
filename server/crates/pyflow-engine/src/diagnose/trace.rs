//! Where a value came from: from the expression that failed back to the one that made it.
//!
//! Only what the text says plainly is followed: the assignment before the use, the argument that the caller gave
//! for a parameter, an attribute set in the class, the one `return` of a function of the program. Where the trail
//! forks it ends.

use super::Source;
use super::scene::{Scene, ancestors, bare, children, collect, function_of, is_comprehension, statement_of};
use tree_sitter::Node;

/// How far a trail is followed.
const LONGEST: usize = 12;

/// An expression in a text, with the frame that ran it if that is still there.
#[derive(Debug, Clone, Copy)]
pub struct Spot<'a> {
    pub source: &'a Source,
    pub node: Node<'a>,
    pub scene: Option<Scene<'a>>,
}

impl<'a> Spot<'a> {
    pub fn text(&self) -> &'a str {
        self.source.node_text(self.node)
    }

    fn with(self, node: Node<'a>) -> Self {
        Self { node: bare(node), ..self }
    }
}

/// The way back from an expression of a scene, the expression itself first.
pub fn trace<'a>(scene: &Scene<'a>, node: Node<'a>) -> Vec<Spot<'a>> {
    let mut spots = vec![Spot { source: scene.source, node: bare(node), scene: Some(*scene) }];
    while let Some(&last) = spots.last() {
        let next = step(last).filter(|next| {
            spots.len() < LONGEST
                && !spots.iter().any(|s| s.node == next.node && s.source.file == next.source.file)
        });
        match next {
            Some(next) => spots.push(next),
            None => break,
        }
    }
    spots
}

/// The function definition that a call calls, if it is the program's own.
pub fn callee(spot: Spot<'_>) -> Option<(&Source, Node<'_>)> {
    let function = spot.node.child_by_field_name("function")?;
    let known = spot.scene.and_then(|scene| scene.value(function)).and_then(|v| v.defined.as_ref());
    if let (Some(defined), Some(scene)) = (known, spot.scene) {
        let source = scene.crash.sources.get(&defined.file)?;
        return definition_at(source, defined.line, &defined.name).map(|node| (source, node));
    }
    let name = match function.kind() {
        "identifier" => spot.source.node_text(function),
        "attribute" => spot.source.node_text(function.child_by_field_name("attribute")?),
        _ => return None,
    };
    let method = function.kind() == "attribute";
    let mut found = definitions(spot.source, name).into_iter().filter(|d| is_method(*d) == method);
    let only = found.next()?;
    found.next().is_none().then_some((spot.source, only))
}

/// The functions of a name in a text.
pub fn definitions<'a>(source: &'a Source, name: &str) -> Vec<Node<'a>> {
    let mut found = Vec::new();
    if let Some(root) = source.root() {
        collect(root, &mut |node| {
            if node.kind() == "function_definition"
                && node.child_by_field_name("name").is_some_and(|n| source.node_text(n) == name)
            {
                found.push(node);
            }
            true
        });
    }
    found
}

/// The function or class whose `def`, `class` or first decorator is on a line.
pub fn definition_at<'a>(source: &'a Source, line: u32, name: &str) -> Option<Node<'a>> {
    let name = name.rsplit('.').next().unwrap_or(name);
    let (mut found, mut other) = (None, None);
    collect(source.root()?, &mut |node| {
        let whole = node.parent().filter(|p| p.kind() == "decorated_definition").unwrap_or(node);
        if matches!(node.kind(), "function_definition" | "class_definition")
            && (whole.start_position().row..=node.start_position().row)
                .contains(&source_row(source, line, node))
        {
            let named = node.child_by_field_name("name").is_some_and(|n| source.node_text(n) == name);
            if named {
                found = found.or(Some(node));
            } else {
                // A decorator's wrapper bears the wrapped function's name.
                other = other.or(Some(node));
            }
        }
        found.is_none()
    });
    found.or(other)
}

/// tree-sitter's rows end at `\n` only, ours also at `\r`: the row of a node's line in the tree's own counting.
fn source_row(source: &Source, line: u32, node: Node<'_>) -> usize {
    let ours = source.place_of(node.start_byte()).line as usize;
    (line as usize + node.start_position().row).saturating_sub(ours)
}

/// Whether a `def` stands directly in a class.
pub fn is_method(definition: Node<'_>) -> bool {
    ancestors(definition)
        .find(|n| !matches!(n.kind(), "block" | "decorated_definition" | "if_statement"))
        .is_some_and(|n| n.kind() == "class_definition")
}

/// The `return` statements of a function itself, not of functions inside it.
pub fn returns(definition: Node<'_>) -> Vec<Node<'_>> {
    own_nodes(definition, "return_statement")
}

/// The nodes of a kind in a function's body, without those of functions and classes inside it.
pub fn own_nodes<'t>(definition: Node<'t>, kind: &str) -> Vec<Node<'t>> {
    let mut found = Vec::new();
    let body = definition.child_by_field_name("body").unwrap_or(definition);
    collect(body, &mut |node| {
        if node.kind() == kind {
            found.push(node);
        }
        !matches!(node.kind(), "function_definition" | "class_definition" | "lambda")
    });
    found
}

fn step(spot: Spot<'_>) -> Option<Spot<'_>> {
    match spot.node.kind() {
        "identifier" => from_name(spot),
        "attribute" => from_attribute(spot),
        "call" => {
            let (source, definition) = callee(spot)?;
            let returns = returns(definition);
            let [only] = returns.as_slice() else { return None };
            Some(Spot { source, node: bare(only.named_child(0)?), scene: None })
        }
        "await" => Some(spot.with(spot.node.named_child(0)?)),
        "named_expression" => Some(spot.with(spot.node.child_by_field_name("value")?)),
        _ => None,
    }
}

/// What a binding gives to the name: the whole of an expression, or an element of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binding<'a> {
    /// `name = node`.
    Whole(Node<'a>),
    /// `for name in node`, also in a comprehension.
    Element(Node<'a>),
    /// `a, name = node`, by position where that is known.
    Part(Node<'a>),
}

/// The binding of a name that the code at a node sees, in the function or module around it.
pub fn binding<'a>(source: &'a Source, at: Node<'a>, name: &str) -> Option<Binding<'a>> {
    for around in ancestors(at) {
        if around.kind().ends_with("comprehension") || around.kind() == "generator_expression" {
            for clause in children(around).filter(|n| n.kind() == "for_in_clause") {
                if let Some(found) = bound_by(source, clause, "left", name, Binding::Element) {
                    return Some(found);
                }
            }
        }
        if matches!(around.kind(), "function_definition" | "lambda") {
            break;
        }
    }
    let scope = function_of(at).filter(|f| f.kind() == "function_definition").or_else(|| source.root())?;
    let mut best: Option<Binding<'a>> = None;
    let use_at = statement_of(at).start_byte();
    let consider = |node: Node<'a>, found: Option<Binding<'a>>, best: &mut Option<Binding<'a>>| {
        // The last one before the use; where all stand behind it (a loop), the first.
        if let Some(found) = found
            && (node.start_byte() < use_at && !contains(node, at) || best.is_none())
        {
            *best = Some(found);
        }
    };
    for node in own_nodes(scope, "assignment") {
        if let Some(right) = node.child_by_field_name("right") {
            let whole = |_| Binding::Whole(last_right(right));
            consider(node, bound_by(source, node, "left", name, whole), &mut best);
        }
    }
    for node in own_nodes(scope, "for_statement") {
        let inside = contains(node, at);
        if let Some(found) = bound_by(source, node, "left", name, Binding::Element)
            && (inside || best.is_none())
        {
            best = Some(found);
        }
    }
    for node in own_nodes(scope, "named_expression") {
        if node.child_by_field_name("name").is_some_and(|n| source.node_text(n) == name)
            && let Some(value) = node.child_by_field_name("value")
        {
            consider(node, Some(Binding::Whole(value)), &mut best);
        }
    }
    for node in own_nodes(scope, "as_pattern") {
        let alias = node.child_by_field_name("alias");
        if alias.is_some_and(|n| source.node_text(n) == name)
            && let Some(value) = node.named_child(0)
            && ancestors(node).any(|n| n.kind() == "with_item")
        {
            consider(node, Some(Binding::Whole(value)), &mut best);
        }
    }
    best
}

/// `x` of `a = b = x`.
fn last_right(node: Node<'_>) -> Node<'_> {
    let mut node = node;
    while node.kind() == "assignment" {
        match node.child_by_field_name("right") {
            Some(right) => node = right,
            None => break,
        }
    }
    bare(node)
}

fn contains(outer: Node<'_>, inner: Node<'_>) -> bool {
    outer.start_byte() <= inner.start_byte() && inner.end_byte() <= outer.end_byte()
}

fn bound_by<'a>(
    source: &'a Source,
    node: Node<'a>,
    target: &str,
    name: &str,
    whole: impl Fn(Node<'a>) -> Binding<'a>,
) -> Option<Binding<'a>> {
    let left = bare(node.child_by_field_name(target)?);
    let right = last_right(node.child_by_field_name("right")?);
    if left.kind() == "identifier" {
        return (source.node_text(left) == name).then(|| whole(right));
    }
    if !matches!(left.kind(), "pattern_list" | "tuple_pattern" | "list_pattern") {
        return None;
    }
    let targets: Vec<Node<'a>> = children(left).collect();
    let position = targets.iter().position(|t| {
        let mut has = false;
        collect(*t, &mut |n| {
            has |= n.kind() == "identifier" && source.node_text(n) == name;
            !has && !matches!(n.kind(), "attribute" | "subscript")
        });
        has
    })?;
    if target == "left" && node.kind() == "assignment" && matches!(right.kind(), "tuple" | "expression_list")
    {
        let values: Vec<Node<'a>> = children(right).collect();
        if values.len() == targets.len() && targets[position].kind() == "identifier" {
            return Some(Binding::Whole(bare(values[position])));
        }
    }
    Some(Binding::Part(right))
}

fn from_name(spot: Spot<'_>) -> Option<Spot<'_>> {
    let name = spot.text();
    let source = spot.source;
    if let Some(found) = binding(source, spot.node, name) {
        return match found {
            Binding::Whole(node) => Some(spot.with(node)),
            Binding::Element(_) | Binding::Part(_) => None,
        };
    }
    let function = ancestors(spot.node).find(|n| matches!(n.kind(), "function_definition" | "lambda"));
    if let Some(function) = function
        && let Some(found) = parameter(source, function, name)
    {
        return argument_for(spot, function, name).or(found
            .child_by_field_name("value")
            .map(|default| Spot { source, node: bare(default), scene: None }));
    }
    // A module's own name, from inside a function.
    function?;
    let root = source.root()?;
    let mut found = None;
    for node in own_nodes(root, "assignment") {
        if let Some(Binding::Whole(value)) =
            bound_by(source, node, "left", name, Binding::Whole).filter(|_| function_of(node).is_none())
        {
            found = Some(value);
        }
    }
    Some(Spot { source, node: found?, scene: None })
}

/// The parameter of a name.
fn parameter<'a>(source: &'a Source, function: Node<'a>, name: &str) -> Option<Node<'a>> {
    let list = function.child_by_field_name("parameters")?;
    children(list).find_map(|p| {
        let named = parameter_name(p)?;
        (source.node_text(named) == name).then_some(p)
    })
}

/// The identifier of a parameter.
pub fn parameter_name(parameter: Node<'_>) -> Option<Node<'_>> {
    match parameter.kind() {
        "identifier" => Some(parameter),
        "default_parameter" | "typed_default_parameter" => parameter.child_by_field_name("name"),
        "typed_parameter" => parameter.named_child(0).filter(|n| n.kind() == "identifier"),
        _ => None,
    }
}

/// The expression that the caller gave for a parameter.
fn argument_for<'a>(spot: Spot<'a>, function: Node<'a>, name: &str) -> Option<Spot<'a>> {
    let mut scene = spot.scene?;
    while is_comprehension(&scene.frame.function) {
        scene = scene.caller()?;
    }
    let caller = scene.caller()?;
    let list = function.child_by_field_name("parameters")?;
    let names: Vec<&str> =
        children(list).filter_map(parameter_name).map(|n| scene.source.node_text(n)).collect();
    let function_name = function.child_by_field_name("name").map_or("", |n| scene.source.node_text(n));
    let call =
        caller.within("call").into_iter().chain(ancestors(caller.node).filter(|n| n.kind() == "call")).find(
            |call| {
                call.child_by_field_name("function").is_some_and(|f| {
                    let text = caller.source.node_text(f);
                    text == function_name
                        || text.ends_with(&format!(".{function_name}"))
                        || function_name == "__init__"
                })
            },
        )?;
    let mut position = names.iter().position(|n| *n == name)?;
    if is_method(function) {
        position = position.checked_sub(1)?;
    }
    let arguments = call.child_by_field_name("arguments")?;
    let mut at = 0;
    for argument in children(arguments) {
        match argument.kind() {
            "keyword_argument" => {
                if argument.child_by_field_name("name").is_some_and(|n| caller.source.node_text(n) == name) {
                    let value = argument.child_by_field_name("value")?;
                    return Some(Spot { source: caller.source, node: bare(value), scene: Some(caller) });
                }
            }
            "list_splat" | "dictionary_splat" => return None,
            _ if at == position => {
                return Some(Spot { source: caller.source, node: bare(argument), scene: Some(caller) });
            }
            _ => at += 1,
        }
    }
    None
}

/// `self.x`: the assignment to it in the class.
fn from_attribute(spot: Spot<'_>) -> Option<Spot<'_>> {
    let object = spot.node.child_by_field_name("object")?;
    let attribute = spot.source.node_text(spot.node.child_by_field_name("attribute")?);
    if object.kind() != "identifier" || spot.source.node_text(object) != "self" {
        return None;
    }
    let class = ancestors(spot.node).find(|n| n.kind() == "class_definition")?;
    let wanted = format!("self.{attribute}");
    let mut found = Vec::new();
    collect(class, &mut |node| {
        if node.kind() == "assignment"
            && node.child_by_field_name("left").is_some_and(|l| spot.source.node_text(l) == wanted)
            && let Some(right) = node.child_by_field_name("right")
        {
            found.push(last_right(right));
        }
        true
    });
    let [only] = found.as_slice() else { return None };
    Some(Spot { source: spot.source, node: *only, scene: None })
}

/// Whether a text of that file name is among the program's own.
pub fn sibling(scene: &Scene<'_>, name: &str) -> bool {
    scene.crash.sources.iter().any(|s| s.file.rsplit(['/', '\\']).next() == Some(name))
}
