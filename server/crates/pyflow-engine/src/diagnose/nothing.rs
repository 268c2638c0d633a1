//! Why a value is None.

use super::Source;
use super::methods::IN_PLACE;
use super::scene::{Scene, bare, children, collect, statement_of};
use super::trace::{self, Spot, callee, definitions, own_nodes, returns, trace};
use tree_sitter::Node;

/// What gave the None.
#[derive(Debug, Clone)]
pub enum Nothing<'a> {
    /// A method or function that works in place and gives nothing back.
    InPlace {
        spot: Spot<'a>,
        name: &'static str,
    },
    /// A function of the program that has no `return` with a value.
    NoReturn {
        source: &'a Source,
        definition: Node<'a>,
        name: &'a str,
    },
    /// A function of the program that gives a value on some ways only.
    SomeWays {
        source: &'a Source,
        definition: Node<'a>,
        name: &'a str,
    },
    /// A search that found nothing: `re.match`, `dict.get`, …
    Search {
        spot: Spot<'a>,
        name: &'a str,
    },
    /// Written as None.
    Written {
        spot: Spot<'a>,
    },
    Unknown,
}

/// The expression of the failing place that is None.
pub fn none_node<'a>(scene: &Scene<'a>) -> Option<Node<'a>> {
    let message = &scene.crash.exception.message;
    let is_none = |n: &Node<'a>| scene.type_of(*n).is_none_or(|t| t == "NoneType");
    let by = |kind: &str, field: &str| {
        scene
            .within(kind)
            .into_iter()
            .chain(super::scene::ancestors(scene.node).take(4).filter(|n| n.kind() == kind))
            .filter_map(|n| n.child_by_field_name(field))
            .find(is_none)
    };
    let found = if message.contains("has no attribute") {
        let name = message.rsplit('\'').nth(1).unwrap_or_default();
        scene
            .within("attribute")
            .into_iter()
            .filter(|n| n.child_by_field_name("attribute").is_some_and(|a| scene.text(a) == name))
            .filter_map(|n| n.child_by_field_name("object"))
            .find(is_none)
    } else if message.contains("not callable") {
        by("call", "function")
    } else if message.contains("not subscriptable")
        || message.contains("item assignment")
        || message.contains("item deletion")
    {
        by("subscript", "value")
    } else if message.contains("unpack") {
        by("assignment", "right")
    } else if message.contains("unsupported operand") || message.contains("not supported between") {
        let sides = |n: Node<'a>| children(n).collect::<Vec<_>>();
        ["binary_operator", "augmented_assignment", "comparison_operator"].iter().find_map(|kind| {
            scene
                .within(kind)
                .into_iter()
                .chain(
                    std::iter::once(scene.statement())
                        .flat_map(|s| children(s))
                        .filter(|n| n.kind() == *kind),
                )
                .flat_map(sides)
                .find(|n| scene.type_of(*n) == Some("NoneType"))
        })
    } else {
        None
    };
    found
        .or_else(|| {
            // Iterated, given to a function, in `with`, `await`, …: whatever is None there.
            let mut known = None;
            let mut called = None;
            collect(scene.node, &mut |n| {
                if known.is_none() && matches!(n.kind(), "identifier" | "attribute" | "call" | "subscript") {
                    match scene.value(n) {
                        Some(v) if v.type_name == "NoneType" => known = Some(n),
                        None if n.kind() == "call" && called.is_none() && n != scene.node => called = Some(n),
                        _ => {}
                    }
                }
                n.kind() != "block"
            });
            known.or_else(|| {
                let iterated = by("for_statement", "right").or_else(|| by("for_in_clause", "right"));
                iterated.or(called)
            })
        })
        .or_else(|| (scene.node.kind() == "call").then_some(scene.node))
}

/// What made an expression None.
pub fn origin<'a>(scene: &Scene<'a>, node: Node<'a>) -> Nothing<'a> {
    let spots = trace(scene, node);
    let mut found = Nothing::Unknown;
    for (i, &spot) in spots.iter().enumerate() {
        let origin = match spot.node.kind() {
            "call" => from_call(spot),
            "none" => Some(Nothing::Written { spot }),
            "identifier" => decorated(spot).or_else(|| other_binding(spot)),
            _ => None,
        };
        match origin {
            // What it returns is the next on the trail, if there is but one way.
            Some(some @ Nothing::SomeWays { .. }) if i + 1 < spots.len() => found = some,
            Some(origin) => return origin,
            None => {}
        }
    }
    found
}

/// A loop's second round: the name was bound to something before, and to a None by another assignment.
fn other_binding(spot: Spot<'_>) -> Option<Nothing<'_>> {
    let name = spot.text();
    let scope = super::scene::function_of(spot.node).or_else(|| spot.source.root())?;
    let mut assignments = own_nodes(scope, "assignment");
    assignments.retain(|a| a.child_by_field_name("left").is_some_and(|l| spot.source.node_text(l) == name));
    if assignments.len() < 2 {
        return None;
    }
    let calls = assignments.into_iter().filter_map(|a| a.child_by_field_name("right")).map(bare);
    calls.filter(|r| r.kind() == "call").find_map(|call| {
        let found = from_call(Spot { node: call, ..spot });
        found.filter(|n| matches!(n, Nothing::InPlace { .. } | Nothing::NoReturn { .. }))
    })
}
fn from_call(spot: Spot<'_>) -> Option<Nothing<'_>> {
    if let Some((source, definition)) = callee(spot) {
        return from_definition(source, definition);
    }
    let function = spot.node.child_by_field_name("function")?;
    let name = spot.source.node_text(function.child_by_field_name("attribute").unwrap_or(function));
    if let Some((name, owner)) = IN_PLACE.iter().find(|(n, _)| *n == name) {
        let receiver = function.child_by_field_name("object");
        // A method of the program's own by that name was found above; a type that is known must be the right one.
        let kind = receiver.and_then(|r| spot.scene?.type_of(r));
        let fits = owner.is_empty()
            || kind.is_none_or(|k| k == *owner || k == "deque" || k == "bytearray" || k == "NoneType");
        return fits.then_some(Nothing::InPlace { spot, name });
    }
    matches!(
        name,
        "match"
            | "search"
            | "fullmatch"
            | "get"
            | "find"
            | "group"
            | "getenv"
            | "which"
            | "getmodule"
            | "first"
            | "one_or_none"
            | "fetchone"
            | "find_spec"
    )
    .then_some(Nothing::Search { spot, name })
}

fn from_definition<'a>(source: &'a Source, definition: Node<'a>) -> Option<Nothing<'a>> {
    let name = source.node_text(definition.child_by_field_name("name")?);
    if !own_nodes(definition, "yield").is_empty() {
        return None;
    }
    let valued: Vec<Node<'a>> = returns(definition)
        .into_iter()
        .filter(|r| r.named_child(0).is_some_and(|v| v.kind() != "none"))
        .collect();
    Some(if valued.is_empty() {
        Nothing::NoReturn { source, definition, name }
    } else {
        Nothing::SomeWays { source, definition, name }
    })
}

/// A function that is None because its decorator forgot to return.
fn decorated(spot: Spot<'_>) -> Option<Nothing<'_>> {
    let name = spot.text();
    let only = definitions(spot.source, name).into_iter().next()?;
    let whole = only.parent().filter(|p| p.kind() == "decorated_definition")?;
    children(whole).filter(|n| n.kind() == "decorator").find_map(|decorator| {
        let expression = decorator.named_child(0)?;
        let (function, called) = match expression.kind() {
            "call" => (expression.child_by_field_name("function")?, true),
            _ => (expression, false),
        };
        let outer = definitions(spot.source, spot.source.node_text(function)).into_iter().next()?;
        // `@retry(3)`: the decorator is what `retry` returns.
        let inner = own_nested(outer);
        let maker = if called { inner.first().copied().filter(|_| !returns(outer).is_empty()) } else { None };
        from_definition(spot.source, maker.unwrap_or(outer)).filter(|n| matches!(n, Nothing::NoReturn { .. }))
    })
}

/// The functions defined directly in a function.
fn own_nested(definition: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let body = definition.child_by_field_name("body").unwrap_or(definition);
    collect(body, &mut |n| {
        if n.kind() == "function_definition" {
            found.push(n);
        }
        n.kind() != "function_definition"
    });
    found
}

/// What a function without `return` should give back, as far as its text says: the statement to put `return`
/// before, or the name to return at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forgotten<'a> {
    /// The last statement is a value that is thrown away.
    LastExpression(Node<'a>),
    /// The variable that was built up.
    Variable(&'a str),
}

/// The forgotten result of a function.
pub fn forgotten_result<'a>(source: &'a Source, definition: Node<'a>) -> Option<Forgotten<'a>> {
    let body = definition.child_by_field_name("body")?;
    let last = children(body).last()?;
    if last.kind() == "expression_statement" {
        let value = last.named_child(0)?;
        match value.kind() {
            "call" => {
                let function = value.child_by_field_name("function")?;
                let name = source.node_text(function.child_by_field_name("attribute").unwrap_or(function));
                let silent =
                    name == "print" || IN_PLACE.iter().any(|(n, _)| *n == name) || name.starts_with("write");
                let bare_none = callee(Spot { source, node: value, scene: None })
                    .is_some_and(|(_, d)| returns(d).iter().all(|r| r.named_child(0).is_none()));
                if !silent && !bare_none {
                    return Some(Forgotten::LastExpression(last));
                }
            }
            "assignment" | "augmented_assignment" | "string" | "yield" | "await" => {}
            _ => return Some(Forgotten::LastExpression(last)),
        }
    }
    if let [only] = own_nested(definition).as_slice() {
        return Some(Forgotten::Variable(source.node_text(only.child_by_field_name("name")?)));
    }
    built_up(source, definition)
}

/// The one local variable whose last mention is a change of it.
fn built_up<'a>(source: &'a Source, definition: Node<'a>) -> Option<Forgotten<'a>> {
    let mut locals: Vec<&'a str> = Vec::new();
    let mut last: Vec<(&'a str, Node<'a>)> = Vec::new();
    for node in own_nodes(definition, "assignment") {
        if let Some(left) = node.child_by_field_name("left").map(bare).filter(|l| l.kind() == "identifier") {
            let name = source.node_text(left);
            if !locals.contains(&name) {
                locals.push(name);
            }
        }
    }
    for node in own_nodes(definition, "identifier") {
        let name = source.node_text(node);
        if locals.contains(&name)
            && node.parent().is_none_or(|p| p.child_by_field_name("attribute") != Some(node))
        {
            last.retain(|(n, _)| *n != name);
            last.push((name, node));
        }
    }
    last.retain(|(_, node)| is_change(source, *node));
    match last.as_slice() {
        [(only, _)] => Some(Forgotten::Variable(only)),
        [.., _, _] => {
            // Several: the one with a telling name, else the last.
            let telling = last
                .iter()
                .find(|(n, _)| matches!(*n, "result" | "results" | "output" | "out" | "res" | "answer"));
            telling.or(last.last()).map(|(n, _)| Forgotten::Variable(n))
        }
        [] => None,
    }
}

/// Whether a mention of a name assigns to it or changes what it holds.
fn is_change(source: &Source, node: Node<'_>) -> bool {
    let mut below = node;
    while let Some(parent) = below.parent() {
        match parent.kind() {
            "assignment" | "augmented_assignment" => {
                return parent.child_by_field_name("left") == Some(below);
            }
            "subscript" if parent.child_by_field_name("value") == Some(below) => {}
            "attribute" if parent.child_by_field_name("object") == Some(below) => {
                let call = parent.parent().filter(|p| p.kind() == "call");
                let statement =
                    call.and_then(|c| c.parent()).is_some_and(|p| p.kind() == "expression_statement");
                let name = parent.child_by_field_name("attribute").map_or("", |a| source.node_text(a));
                if statement && call.is_some_and(|c| c.child_by_field_name("function") == Some(parent)) {
                    return !name.is_empty();
                }
                return call.is_none()
                    && parent.parent().is_some_and(|p| {
                        matches!(p.kind(), "assignment" | "augmented_assignment")
                            && p.child_by_field_name("left") == Some(parent)
                    });
            }
            _ => return false,
        }
        below = parent;
    }
    false
}

/// Whether a call stands as a statement of its own.
pub fn is_statement(node: Node<'_>) -> bool {
    statement_of(node).named_child(0) == Some(node)
}

/// The assignment whose value a node is.
pub fn assignment_of(node: Node<'_>) -> Option<Node<'_>> {
    let parent = node.parent()?;
    (parent.kind() == "assignment" && parent.child_by_field_name("right").map(bare) == Some(bare(node)))
        .then_some(parent)
}

/// Re-export for rules that look at the trail themselves.
pub use trace::definition_at;
