//! What a TypeError's message and place say together.

use super::Source;
use super::attributes::{class_name, classes};
use super::scene::{Scene, ancestors, bare, children, collect, statement_of};
use super::similarity;
use super::trace::{Spot, binding, callee, own_nodes, trace};
use tree_sitter::Node;

/// The operator and the two types of a message about operands.
pub fn operands(message: &str) -> Option<(&str, &str, &str)> {
    if let Some(rest) = message.strip_prefix("unsupported operand type(s) for ") {
        let (operator, types) = rest.split_once(": ")?;
        let operator = operator.split(" or ").next().unwrap_or(operator).trim_end_matches('=');
        let mut quoted = types.split('\'');
        let left = quoted.nth(1)?;
        let right = quoted.nth(1)?;
        let operator = if operator.is_empty() { "=" } else { operator };
        return Some((operator, left, right));
    }
    if message.contains("not supported between instances of") {
        let mut quoted = message.split('\'');
        return Some((quoted.nth(1)?, quoted.nth(1)?, quoted.nth(1)?));
    }
    if let Some(rest) = message.strip_prefix("can only concatenate ") {
        let (left, rest) = rest.split_once(" (not \"")?;
        return Some(("+", left, rest.split('"').next()?));
    }
    if message.starts_with("can't multiply sequence by non-int") {
        return Some(("*", "str", message.rsplit('\'').nth(1)?));
    }
    if let Some(rest) = message.strip_prefix("can't concat ") {
        let (right, left) = rest.split_once(" to ")?;
        return Some(("+", left, right));
    }
    if message.starts_with("must be str, not ") {
        return Some(("+", "str", message.rsplit(' ').next()?));
    }
    None
}

/// The two expressions around the operator that failed.
pub fn sides<'a>(scene: &Scene<'a>, operator: &str) -> Option<(Node<'a>, Node<'a>)> {
    let (_, left, right) = operands(&scene.crash.exception.message)?;
    let fits =
        |n: Node<'a>, kind: &str| scene.type_of(n).is_none_or(|t| t == kind || kind == "str" && t == "list");
    let own: Vec<Node<'a>> = ["binary_operator", "comparison_operator", "augmented_assignment"]
        .iter()
        .flat_map(|kind| {
            let mut found = scene.within(kind);
            if found.is_empty() {
                found.extend(
                    ancestors(scene.node).take_while(|n| n.kind() != "block").filter(|n| n.kind() == *kind),
                );
            }
            found
        })
        .collect();
    own.iter().find_map(|node| {
        if node.kind() == "comparison_operator" {
            let parts: Vec<Node<'a>> = children(*node).collect();
            return parts
                .windows(2)
                .find(|w| fits(w[0], left) && fits(w[1], right))
                .map(|w| (bare(w[0]), bare(w[1])));
        }
        let used = node.child_by_field_name("operator").map_or("", |o| scene.text(o));
        if used.trim_end_matches('=') != operator && !(operator == "**" && used.starts_with("**")) {
            return None;
        }
        let l = bare(node.child_by_field_name("left")?);
        let r = bare(node.child_by_field_name("right")?);
        (fits(l, left) && fits(r, right) || fits(l, right) && fits(r, left)).then_some((l, r))
    })
}

/// The expression that is a coroutine which nobody awaited.
pub fn coroutine<'a>(scene: &Scene<'a>) -> Option<Node<'a>> {
    let message = &scene.crash.exception.message;
    if !message.contains("coroutine") {
        return None;
    }
    let mut found = None;
    let consider = |n: Node<'a>, found: &mut Option<Node<'a>>| {
        if found.is_some() || !matches!(n.kind(), "identifier" | "call" | "attribute") {
            return;
        }
        if n.parent().is_some_and(|p| p.kind() == "await" || p.child_by_field_name("function") == Some(n)) {
            return;
        }
        let known = scene.value(n).is_some_and(|v| v.type_name == "coroutine");
        let called = n.kind() == "call"
            && callee(Spot { source: scene.source, node: n, scene: Some(*scene) })
                .is_some_and(|(s, d)| s.node_text(d).starts_with("async"));
        if known || called {
            *found = Some(n);
        }
    };
    collect(scene.node, &mut |n| {
        consider(n, &mut found);
        n.kind() != "block"
    });
    if found.is_none() {
        collect(scene.statement(), &mut |n| {
            consider(n, &mut found);
            n.kind() != "block"
        });
    }
    found
}

/// The call that failed because its function is none.
pub fn called<'a>(scene: &Scene<'a>) -> Option<Node<'a>> {
    if scene.frame.exact && scene.node.kind() == "call" {
        return Some(scene.node);
    }
    let kind = scene.crash.exception.message.split('\'').nth(1).unwrap_or_default();
    let calls = scene.within("call");
    let function = |c: &Node<'a>| c.child_by_field_name("function");
    let is = |c: &&Node<'a>| function(c).and_then(|f| scene.type_of(f)) == Some(kind);
    let property =
        |c: &&Node<'a>| function(c).is_some_and(|f| f.kind() == "attribute" && is_property(scene, f));
    let unknown =
        |c: &&Node<'a>| function(c).is_some_and(|f| f.kind() == "attribute" && scene.value(f).is_none());
    let found =
        calls.iter().find(is).or_else(|| calls.iter().find(property)).or_else(|| calls.iter().find(unknown));
    found.or(calls.first()).copied().or_else(|| scene.failing("call"))
}
/// Why something is not callable.
#[derive(Debug, Clone, PartialEq)]
pub enum NotCallable {
    /// A display on the line above lacks its comma.
    Comma,
    /// The name is a builtin's, bound to a value here.
    Shadowed,
    /// It is a property, or an attribute that holds a value.
    Property,
    /// A container was meant to be indexed.
    Brackets,
    /// A module instead of what is in it: the member.
    Module(Option<String>),
    /// `2(x + 1)`.
    Multiply,
    /// A string followed by parentheses.
    Text,
    Other,
}

/// Why a call's function, of a type, is not callable.
pub fn callable_finding<'a>(scene: &Scene<'a>, call: Node<'a>, kind: &str) -> NotCallable {
    let Some(function) = call.child_by_field_name("function").map(bare) else { return NotCallable::Other };
    let arguments = call.child_by_field_name("arguments");
    let rows =
        |n: Node<'_>| (scene.source.place_of(n.start_byte()).line, scene.source.place_of(n.end_byte()).line);
    let below = arguments.is_some_and(|a| rows(a).0 > rows(function).1);
    if matches!(
        function.kind(),
        "tuple"
            | "list"
            | "dictionary"
            | "set"
            | "string"
            | "parenthesized_expression"
            | "concatenated_string"
    ) || below
    {
        let in_display = ancestors(call).next().is_some_and(|p| {
            matches!(
                p.kind(),
                "list" | "tuple" | "set" | "argument_list" | "expression_list" | "pair" | "dictionary"
            )
        });
        if below || in_display {
            return NotCallable::Comma;
        }
    }
    let text = scene.text(function);
    if function.kind() == "identifier"
        && scene.crash.interpreter.builtins.contains(text)
        && scene.variable(text).is_some()
    {
        return NotCallable::Shadowed;
    }
    if kind == "module" {
        return NotCallable::Module(namesake(scene, function));
    }
    if function.kind() == "attribute" && !matches!(kind, "list" | "dict" | "tuple") {
        return NotCallable::Property;
    }
    let no_arguments = arguments.is_some_and(|a| children(a).next().is_none());
    if function.kind() == "attribute" && (no_arguments || is_property(scene, function)) {
        return NotCallable::Property;
    }
    match kind {
        "list" | "dict" | "tuple" | "defaultdict" | "Counter" | "OrderedDict" | "DataFrame" | "Series"
        | "ndarray" | "deque"
            if !no_arguments =>
        {
            NotCallable::Brackets
        }
        "int" | "float" => NotCallable::Multiply,
        "str" => NotCallable::Text,
        _ => NotCallable::Other,
    }
}

/// Whether an attribute is a property of a class of the program.
pub fn is_property(scene: &Scene<'_>, attribute: Node<'_>) -> bool {
    let Some(name) = attribute.child_by_field_name("attribute").map(|a| scene.source.node_text(a)) else {
        return false;
    };
    super::trace::definitions(scene.source, name).into_iter().any(|d| {
        d.parent().filter(|p| p.kind() == "decorated_definition").is_some_and(|p| {
            children(p).any(|c| c.kind() == "decorator" && scene.source.node_text(c).contains("property"))
        })
    })
}

/// The binding that hides a builtin at a name: the first assignment in its scope.
pub fn shadowing_binding<'a>(scene: &Scene<'a>, name: Node<'a>) -> Option<Node<'a>> {
    let text = scene.text(name);
    let scopes = super::scene::function_of(name).into_iter().chain(scene.source.root());
    for scope in scopes {
        for kind in ["assignment", "for_statement", "named_expression", "with_item"] {
            let found = own_nodes(scope, kind).into_iter().find(|n| {
                let field = if kind == "named_expression" { "name" } else { "left" };
                n.child_by_field_name(field).is_some_and(|l| {
                    bare(l).kind() == "identifier" && scene.text(bare(l)) == text
                        || children(l).any(|c| c.kind() == "identifier" && scene.text(c) == text)
                })
            });
            if found.is_some() {
                return found;
            }
        }
        if let Some(parameters) = scope.child_by_field_name("parameters") {
            let found = children(parameters)
                .find(|p| super::trace::parameter_name(*p).is_some_and(|n| scene.text(n) == text));
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// The member of a module that has the module's own name.
fn namesake(scene: &Scene<'_>, function: Node<'_>) -> Option<String> {
    let text = scene.source.node_text(function);
    let value = scene.variable(text);
    let module = value.and_then(|v| v.repr.as_deref()).and_then(|r| r.split('\'').nth(1)).unwrap_or(text);
    let last = module.rsplit('.').next().unwrap_or(module);
    let names = scene.crash.interpreter.stdlib_names.get(module);
    let known = value.map(|v| v.attrs.as_slice()).unwrap_or_default();
    let all = || known.iter().map(String::as_str).chain(names.into_iter().flatten().map(String::as_str));
    all()
        .find(|n| *n == last)
        .or_else(|| all().find(|n| similarity::distance(last, n) == Some(0)))
        .map(str::to_owned)
        .or_else(|| {
            matches!(
                last,
                "datetime" | "time" | "random" | "pprint" | "glob" | "copy" | "array" | "getpass" | "tqdm"
            )
            .then(|| last.to_owned())
        })
}

/// The list, dict or set that was used as a key or member.
pub fn unhashable<'a>(scene: &Scene<'a>) -> Option<Node<'a>> {
    let message = &scene.crash.exception.message;
    let kind = message.split("unhashable type: '").nth(1)?.split('\'').next()?;
    let mut found = None;
    let wanted = |n: Node<'a>| scene.type_of(n) == Some(kind);
    let within = |root: Node<'a>, found: &mut Option<Node<'a>>| {
        collect(root, &mut |n| {
            if found.is_some() {
                return false;
            }
            let candidate = match n.kind() {
                "subscript" => n.child_by_field_name("subscript"),
                "comparison_operator" => n.named_child(0),
                "pair" => n.child_by_field_name("key"),
                "call" => {
                    let f = n.child_by_field_name("function");
                    let name = f.map_or("", |f| scene.text(f.child_by_field_name("attribute").unwrap_or(f)));
                    matches!(name, "add" | "get" | "setdefault" | "hash" | "discard" | "remove" | "pop")
                        .then(|| n.child_by_field_name("arguments").and_then(|a| a.named_child(0)))
                        .flatten()
                }
                "set" => children(n).find(|c| wanted(bare(*c))),
                "set_comprehension" => n.child_by_field_name("body"),
                _ => None,
            };
            if let Some(candidate) = candidate.map(bare)
                && wanted(candidate)
            {
                *found = Some(candidate);
            }
            n.kind() != "block"
        });
    };
    within(scene.node, &mut found);
    if found.is_none() {
        within(scene.statement(), &mut found);
    }
    found
}

/// What is iterated at the failing place.
pub fn iterated<'a>(scene: &Scene<'a>) -> Option<Node<'a>> {
    let at = |n: Node<'a>| {
        matches!(n.kind(), "for_statement" | "for_in_clause")
            .then(|| n.child_by_field_name("right"))
            .flatten()
    };
    let kind = scene.crash.exception.message.split('\'').nth(1).unwrap_or_default();
    let fits = |n: &Node<'a>| kind.is_empty() || scene.type_of(*n).is_none_or(|t| t == kind);
    if scene.node.kind() != "module"
        && let Some(parent) = scene.node.parent()
        && at(parent).map(bare) == Some(bare(scene.node))
    {
        return Some(bare(scene.node));
    }
    let mut found = None;
    collect(scene.node, &mut |n| {
        if found.is_none() {
            found = at(n).map(bare).filter(fits);
        }
        n.kind() != "block"
    });
    found
        .or_else(|| {
            ancestors(scene.node).take_while(|n| n.kind() != "block").find_map(at).map(bare).filter(fits)
        })
        .or_else(|| {
            let call = scene.failing("call")?;
            let arguments: Vec<Node<'a>> =
                children(call.child_by_field_name("arguments")?).map(bare).collect();
            arguments
                .iter()
                .find(|n| scene.type_of(**n) == Some(kind))
                .or_else(|| {
                    arguments.iter().find(|n| scene.type_of(**n).is_none() && n.kind() != "keyword_argument")
                })
                .copied()
        })
        .or_else(|| scene.failing("assignment").and_then(|a| a.child_by_field_name("right")).map(bare))
}

/// The expression in a `json.dump(s)` that JSON does not know.
pub fn json_culprit<'a>(scene: &Scene<'a>, kind: &str) -> Option<Node<'a>> {
    let call = scene.failing("call")?;
    let first = children(call.child_by_field_name("arguments")?).next().map(bare)?;
    for spot in trace(scene, first) {
        if spot.source.file != scene.source.file {
            break;
        }
        if scene.type_of(spot.node) == Some(kind) && spot.node.kind() != "identifier" {
            return Some(spot.node);
        }
        let mut found = None;
        collect(spot.node, &mut |n| {
            if found.is_none() && n != first {
                let value = match n.kind() {
                    "pair" => n.child_by_field_name("value"),
                    _ if n.parent().is_some_and(|p| matches!(p.kind(), "list" | "tuple")) => Some(n),
                    _ => None,
                };
                if let Some(value) = value.map(bare) {
                    let direct = scene.type_of(value) == Some(kind);
                    let behind = || trace(scene, value).iter().any(|s| made_as(s, kind));
                    if direct || behind() {
                        found = Some(value);
                    }
                }
            }
            true
        });
        if found.is_some() {
            return found;
        }
    }
    (scene.type_of(first) == Some(kind)).then_some(first)
}

/// Whether an expression plainly makes a value of a type.
fn made_as(spot: &Spot<'_>, kind: &str) -> bool {
    if super::scene::literal_type(spot.source, spot.node) == Some(kind) {
        return true;
    }
    spot.node.kind() == "call"
        && spot.node.child_by_field_name("function").is_some_and(|f| {
            let text = spot.source.node_text(f);
            let last = text.rsplit('.').next().unwrap_or(text);
            last == kind
                || matches!(
                    (kind, last),
                    ("date", "today")
                        | ("datetime", "now" | "utcnow" | "today" | "fromisoformat" | "strptime")
                        | ("set", "intersection" | "union" | "difference")
                )
        })
}

/// How many `%` placeholders a format has.
pub fn placeholders(format: &str) -> usize {
    let bytes = format.as_bytes();
    let (mut count, mut at) = (0, 0);
    while let Some(found) = bytes.get(at..).and_then(|rest| rest.iter().position(|b| *b == b'%')) {
        at += found + 1;
        match bytes.get(at) {
            Some(b'%') => at += 1,
            Some(_) => count += 1,
            None => {}
        }
    }
    count
}

/// The class of a message about abstract methods.
pub fn abstract_class(message: &str) -> &str {
    message.split("abstract class ").nth(1).and_then(|m| m.split(' ').next()).unwrap_or_default()
}

/// The methods of such a message: `with abstract method(s) a, b`, from 3.12 on `for abstract method(s) 'a', 'b'`.
pub fn abstract_methods(message: &str) -> Vec<String> {
    let tail = message.split("abstract methods ").nth(1).or_else(|| message.split("abstract method ").nth(1));
    tail.unwrap_or_default()
        .split(", ")
        .map(|m| m.trim_matches('\'').to_owned())
        .filter(|m| !m.is_empty())
        .collect()
}

/// A method of the class with a similar name to a missing abstract one: its name's place, it, the right name.
pub fn abstract_similar<'a>(scene: &Scene<'a>) -> Option<((&'a Source, Node<'a>), String, String)> {
    let message = &scene.crash.exception.message;
    let class = abstract_class(message);
    let missing = abstract_methods(message);
    for source in scene.crash.sources.iter() {
        let Some(node) = classes(source).into_iter().find(|c| class_name(source, *c) == class) else {
            continue;
        };
        for definition in own_methods(node) {
            let Some(name) = definition.child_by_field_name("name") else { continue };
            let text = source.node_text(name);
            if text.starts_with("__") || missing.iter().any(|m| m == text) {
                continue;
            }
            if let Some(right) = similarity::nearest(text, missing.iter().map(String::as_str)).first() {
                return Some(((source, name), text.to_owned(), (*right).to_owned()));
            }
        }
    }
    None
}

/// The methods written in a class itself.
pub fn own_methods(class: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let Some(body) = class.child_by_field_name("body") else { return found };
    for statement in children(body) {
        match statement.kind() {
            "function_definition" => found.push(statement),
            "decorated_definition" => {
                found.extend(
                    statement.child_by_field_name("definition").filter(|d| d.kind() == "function_definition"),
                );
            }
            _ => {}
        }
    }
    found
}

/// The statement in which a name that an expression is was bound, in the scene's text.
pub fn bound_statement<'a>(scene: &Scene<'a>, node: Node<'a>) -> Option<Node<'a>> {
    match binding(scene.source, node, scene.text(node))? {
        super::trace::Binding::Whole(n)
        | super::trace::Binding::Element(n)
        | super::trace::Binding::Part(n) => Some(statement_of(n)),
    }
}
