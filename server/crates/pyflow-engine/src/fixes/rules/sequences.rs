//! Lists, tuples, sets and what is iterated: hashing, indexing, unpacking.

use super::Rule;
use super::draft::{Draft, needs_parentheses};
use crate::diagnose::Scene;
use crate::diagnose::scene::{bare, children};
use crate::diagnose::trace::{Spot, trace};
use crate::diagnose::types::{iterated, unhashable};
use crate::diagnose::values::{enumerates, unpacked};
use crate::msg;
use tree_sitter::Node;

/// A list as a key, a float as an index, a tuple that is assigned to, a number that is iterated.
pub(super) const SEQUENCE: Rule = Rule { name: "sequence", exceptions: &["TypeError"], look };

/// A method of another type than the literal that was written.
pub(super) const LITERAL: Rule = Rule { name: "literal", exceptions: &["AttributeError"], look: literal };

/// A loop over a dictionary or a plain sequence with two targets.
pub(super) const UNPACK: Rule =
    Rule { name: "unpack", exceptions: &["ValueError", "TypeError"], look: unpack };

fn look(scene: &Scene<'_>) -> Vec<Draft> {
    let message = scene.crash.exception.message.as_str();
    if message.contains("unhashable type") {
        return hashable(scene, message).into_iter().collect();
    }
    if message.contains("indices must be integers") && message.contains("float")
        || message.contains("'float' object cannot be interpreted as an integer")
        || message.contains("slice indices must be integers")
        || message.contains("can't multiply sequence by non-int of type 'float'")
        || message.contains("integer argument expected, got float")
    {
        return whole(scene);
    }
    if message.contains("'tuple' object does not support item assignment")
        || message.contains("'tuple' object doesn't support item deletion")
        || message.contains("'tuple' object does not support item deletion")
    {
        return changeable(scene).into_iter().collect();
    }
    if message.contains("'int' object is not iterable") {
        return counted(scene).into_iter().collect();
    }
    if message.contains("object is not an iterator") {
        let Some(call) = scene.failing("call") else { return Vec::new() };
        let Some(first) = call.child_by_field_name("arguments").and_then(|a| children(a).next()) else {
            return Vec::new();
        };
        let new = format!("iter({})", scene.text(first));
        let title = msg!("fix-change", old = scene.text(first), new = &new);
        return vec![Draft::safe("make-iterator", 0.85, title).replace(scene.source, first, new)];
    }
    if message.contains("has no len()") {
        return length(scene).into_iter().collect();
    }
    if message.contains("object is not subscriptable")
        && let Some(draft) = attribute(scene)
    {
        return vec![draft];
    }
    if message.contains("object is not reversible")
        || message.contains("'dict_keys' object is not subscriptable")
        || message.contains("'dict_values' object is not subscriptable")
        || message.contains("'dict_items' object is not subscriptable")
        || message.contains("'map' object is not subscriptable")
        || message.contains("'zip' object is not subscriptable")
        || message.contains("'filter' object is not subscriptable")
        || message.contains("'generator' object is not subscriptable")
        || message.contains("'set' object is not subscriptable")
        || message.contains("'odict_keys' object is not subscriptable")
    {
        return listed(scene).into_iter().collect();
    }
    Vec::new()
}

fn hashable(scene: &Scene<'_>, message: &str) -> Option<Draft> {
    let kind = message.split('\'').nth(1)?;
    let node = unhashable(scene)?;
    let spots = trace(scene, node);
    let last: &Spot<'_> = spots.last()?;
    match kind {
        "list" => {
            if last.node.kind() == "list" {
                // A display that is only looked up by: a tuple from the start.
                let text = last.text();
                let inside = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'))?;
                let one = children(last.node).count() == 1;
                let comma = if one && !inside.trim_end().ends_with(',') { "," } else { "" };
                let new = format!("({inside}{comma})");
                let title = msg!("fix-change", old = text, new = &new);
                let changed = last.node != node && is_changed(scene, node);
                if !changed {
                    return Some(Draft::safe("hashable-tuple", 0.94, title).replace(
                        last.source,
                        last.node,
                        new,
                    ));
                }
            }
            if node.kind() == "list_comprehension" {
                let text = scene.text(node);
                let inside = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'))?;
                let new = format!("tuple({inside})");
                let title = msg!("fix-change", old = text, new = &new);
                return Some(Draft::safe("hashable-tuple", 0.93, title).replace(scene.source, node, new));
            }
            let new = format!("tuple({})", scene.text(node));
            let title = msg!("fix-change", old = scene.text(node), new = &new);
            Some(Draft::safe("hashable-tuple", 0.9, title).replace(scene.source, node, new))
        }
        "set" => {
            let new = format!("frozenset({})", scene.text(node));
            let title = msg!("fix-change", old = scene.text(node), new = &new);
            Some(Draft::safe("hashable-set", 0.93, title).replace(scene.source, node, new))
        }
        "dict" => {
            let new = format!("tuple(sorted({}.items()))", scene.text(node));
            let title = msg!("fix-change", old = scene.text(node), new = &new);
            Some(Draft::guess("hashable-dict", 0.4, title, msg!("assume-whole-key")).replace(
                scene.source,
                node,
                new,
            ))
        }
        _ => None,
    }
}

/// Whether the list that a name holds is changed somewhere in its function.
fn is_changed(scene: &Scene<'_>, node: Node<'_>) -> bool {
    let name = scene.source.node_text(node);
    let text = &scene.source.text;
    [".append(", ".extend(", ".insert(", ".pop(", ".sort(", ".remove(", ".reverse(", "[0] =", " += "]
        .iter()
        .any(|change| text.contains(&format!("{name}{change}")))
}

/// A float where a whole number is needed: `//` for the `/` that made it, else `int(…)`.
fn whole(scene: &Scene<'_>) -> Vec<Draft> {
    let mut candidates: Vec<Node<'_>> = Vec::new();
    for subscript in scene.within("subscript").into_iter().chain(scene.failing("subscript")) {
        if let Some(index) = subscript.child_by_field_name("subscript") {
            if index.kind() == "slice" { candidates.extend(children(index)) } else { candidates.push(index) }
        }
    }
    for call in scene.within("call") {
        candidates.extend(call.child_by_field_name("arguments").into_iter().flat_map(children));
    }
    for product in scene.within("binary_operator") {
        let sides = [product.child_by_field_name("left"), product.child_by_field_name("right")];
        // A text that is a number was meant as one.
        let number = sides.iter().flatten().any(|n| {
            let text = scene.value(*n).and_then(|v| v.value.as_ref()).and_then(|v| v.as_str());
            text.is_some_and(|t| t.trim().parse::<f64>().is_ok())
        });
        if !number {
            candidates.extend(sides.into_iter().flatten());
        }
    }
    let float = |n: &Node<'_>| {
        let node =
            scene.source.root().and_then(|r| r.named_descendant_for_byte_range(n.start_byte(), n.end_byte()));
        node.and_then(|n| scene.type_of(n)).map_or(divides(scene, *n).is_some(), |t| t == "float")
    };
    let Some(node) = candidates.into_iter().find(float).map(bare) else { return Vec::new() };
    let Some(node) = scene
        .source
        .root()
        .and_then(|r| r.named_descendant_for_byte_range(node.start_byte(), node.end_byte()))
    else {
        return Vec::new();
    };
    for spot in trace(scene, node) {
        if let Some(slash) = slash(&spot) {
            let text = spot.text();
            let new = format!(
                "{}/{}",
                &spot.source.text[spot.node.start_byte()..slash],
                &spot.source.text[slash..spot.node.end_byte()]
            );
            let title = msg!("fix-change", old = text, new = &new);
            return vec![Draft::safe("floor-division", 0.94, title).edit(spot.source, slash..slash, "/")];
        }
    }
    let new = format!("int({})", scene.text(node));
    let title = msg!("fix-change", old = scene.text(node), new = &new);
    vec![Draft::safe("whole-number", 0.85, title).replace(scene.source, node, new)]
}

fn divides(scene: &Scene<'_>, node: Node<'_>) -> Option<usize> {
    let node = bare(node);
    let operator = node.child_by_field_name("operator")?;
    (node.kind() == "binary_operator" && scene.source.node_text(operator) == "/")
        .then(|| operator.start_byte())
}

/// The byte of the `/` in a division, also below another whole-number operation.
fn slash(spot: &Spot<'_>) -> Option<usize> {
    let mut node = bare(spot.node);
    for _ in 0..4 {
        if node.kind() != "binary_operator" {
            return None;
        }
        let operator = node.child_by_field_name("operator")?;
        if spot.source.node_text(operator) == "/" {
            return Some(operator.start_byte());
        }
        let left = bare(node.child_by_field_name("left")?);
        let right = bare(node.child_by_field_name("right")?);
        node = if left.kind() == "binary_operator" { left } else { right };
    }
    None
}

/// A tuple literal that is bound once: a list.
fn changeable(scene: &Scene<'_>) -> Option<Draft> {
    let subscript = scene.failing("subscript")?;
    let container = subscript.child_by_field_name("value")?;
    let last = trace(scene, container).into_iter().last()?;
    let text = last.text();
    match last.node.kind() {
        "tuple" => {
            let inside = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'))?;
            let new = format!("[{}]", inside.trim_end().trim_end_matches(','));
            let title = msg!("fix-change", old = text, new = &new);
            Some(Draft::safe("tuple-list", 0.93, title).replace(last.source, last.node, new))
        }
        "expression_list" => {
            let new = format!("[{text}]");
            let title = msg!("fix-change", old = text, new = &new);
            Some(Draft::safe("tuple-list", 0.92, title).replace(last.source, last.node, new))
        }
        "call" if super::draft::function_text(last.source, last.node) == "tuple" => {
            let function = last.node.child_by_field_name("function")?;
            let title = msg!("fix-change", old = text, new = text.replacen("tuple", "list", 1));
            Some(Draft::safe("tuple-list", 0.93, title).replace(last.source, function, "list"))
        }
        _ => None,
    }
}

/// `seen = {}` and then `seen.add(…)`: the literal of the type that has the method.
fn literal(scene: &Scene<'_>) -> Vec<Draft> {
    let Some(missing) = crate::diagnose::attributes::missing(scene) else { return Vec::new() };
    let Some(object) = missing.object() else { return Vec::new() };
    let Some(last) = trace(scene, object).into_iter().last() else { return Vec::new() };
    let text = last.text();
    let grows =
        matches!(missing.name, "append" | "extend" | "insert" | "remove" | "pop" | "sort" | "reverse");
    let new = match (missing.owner, missing.name, text) {
        ("dict", "add" | "discard" | "union" | "intersection", "{}" | "dict()")
        | ("list", "add" | "discard", "[]" | "list()") => "set()".to_owned(),
        ("dict", "append" | "extend" | "insert", "{}" | "dict()") | ("str", "append", "\"\"" | "''") => {
            "[]".to_owned()
        }
        ("tuple", _, "()" | "tuple()") if grows => "[]".to_owned(),
        ("tuple", ..) if grows && last.node.kind() == "tuple" => {
            let Some(inside) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) else {
                return Vec::new();
            };
            format!("[{}]", inside.trim_end().trim_end_matches(','))
        }
        _ => return Vec::new(),
    };
    let title = msg!("fix-change", old = text, new = &new);
    // `append` is the nearer thought for a list that is added to.
    let prior = if missing.owner == "list" { 0.7 } else { 0.93 };
    vec![Draft::safe("literal-type", prior, title).replace(last.source, last.node, new)]
}

/// `item["name"]` of an object that has it as an attribute.
fn attribute(scene: &Scene<'_>) -> Option<Draft> {
    let subscript = scene
        .within("subscript")
        .into_iter()
        .chain(scene.failing("subscript"))
        .find(|s| s.child_by_field_name("subscript").is_some_and(|k| k.kind() == "string"))?;
    let value = subscript.child_by_field_name("value")?;
    let key = super::draft::string_value(scene.source, subscript.child_by_field_name("subscript")?)?;
    if !scene.value(value)?.attrs.iter().any(|a| a == key) {
        return None;
    }
    let new = format!(".{key}");
    let title = msg!("fix-change", old = scene.text(subscript), new = format!("{}{new}", scene.text(value)));
    Some(Draft::safe("subscript-attribute", 0.92, title).edit(
        scene.source,
        value.end_byte()..subscript.end_byte(),
        new,
    ))
}

/// `for i in n`: `range(n)`.
fn counted(scene: &Scene<'_>) -> Option<Draft> {
    let node = iterated(scene)?;
    let looped = node.parent().is_some_and(|p| matches!(p.kind(), "for_statement" | "for_in_clause"));
    if !looped {
        return None;
    }
    let new = format!("range({})", scene.text(node));
    let title = msg!("fix-change", old = scene.text(node), new = &new);
    Some(Draft::safe("range", 0.92, title).replace(scene.source, node, new))
}

/// `len(x)` of what has none: a generator as a list.
fn length(scene: &Scene<'_>) -> Option<Draft> {
    let kind = scene.crash.exception.message.split('\'').nth(1)?;
    let call = scene.failing("call")?;
    let argument = children(call.child_by_field_name("arguments")?).next()?;
    let function = match kind {
        "int" | "float" => "str",
        "generator" | "map" | "filter" | "zip" => "list",
        _ => return None,
    };
    let new = format!("{function}({})", scene.text(argument));
    let title = msg!("fix-change", old = scene.text(argument), new = &new);
    Some(Draft::safe("length-of", 0.88, title).replace(scene.source, argument, new))
}

/// `d.keys()[0]`: a list of it first.
fn listed(scene: &Scene<'_>) -> Option<Draft> {
    let node =
        scene.within("subscript").first().and_then(|s| s.child_by_field_name("value")).or_else(|| {
            scene
                .failing("call")
                .and_then(|c| c.child_by_field_name("arguments"))
                .and_then(|a| a.named_child(0))
        })?;
    let spots = trace(scene, node);
    let made = spots.last().filter(|s| s.node.kind() == "call" && s.source.file == scene.source.file);
    let (file, node) = made.map_or((scene.source, node), |s| (s.source, s.node));
    let new = format!("list({})", file.node_text(node));
    let title = msg!("fix-change", old = file.node_text(node), new = &new);
    Some(Draft::safe("list-first", 0.92, title).replace(file, node, new))
}

fn unpack(scene: &Scene<'_>) -> Vec<Draft> {
    let message = scene.crash.exception.message.as_str();
    let unpacking = message.contains("values to unpack") || message.contains("cannot unpack non-iterable");
    if !unpacking || message.contains("NoneType") {
        return Vec::new();
    }
    let Some((value, element)) = unpacked(scene) else { return Vec::new() };
    if !element {
        return Vec::new();
    }
    let source = scene.source;
    let text = scene.text(value);
    let kind = scene.type_of(value).unwrap_or_default();
    let wrapped = if needs_parentheses(value) || value.kind() == "binary_operator" {
        format!("({text})")
    } else {
        text.to_owned()
    };
    if matches!(kind, "dict" | "defaultdict" | "Counter" | "OrderedDict") {
        let new = format!("{wrapped}.items()");
        let title = msg!("fix-change", old = text, new = &new);
        return vec![Draft::safe("unpack-items", 0.95, title).replace(source, value, new)];
    }
    // `d.keys()` or `d.values()` with two targets.
    if value.kind() == "call"
        && let Some(attribute) =
            value.child_by_field_name("function").and_then(|f| f.child_by_field_name("attribute"))
        && matches!(scene.text(attribute), "keys" | "values")
    {
        let title = msg!("fix-change", old = scene.text(attribute), new = "items");
        return vec![Draft::safe("unpack-items", 0.94, title).replace(source, attribute, "items")];
    }
    if enumerates(scene) {
        let new = format!("enumerate({text})");
        let title = msg!("fix-change", old = text, new = &new);
        return vec![Draft::safe("unpack-enumerate", 0.93, title).replace(source, value, new)];
    }
    Vec::new()
}
