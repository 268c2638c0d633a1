//! Recursion through a property, loops over what they change, iterators that end, names that a function hides.

use super::Rule;
use super::draft::{Draft, added_line, indent, positional};
use crate::diagnose::Scene;
use crate::diagnose::names::{enclosing_binds, missing_name, module_binds};
use crate::diagnose::scene::{children, collect, function_of};
use crate::diagnose::trace::own_nodes;
use crate::diagnose::types::iterated;
use crate::explain::recursive_property;
use crate::msg;

/// A property that reads or sets itself.
pub(super) const RECURSION: Rule =
    Rule { name: "recursion", exceptions: &["RecursionError"], look: recursion };

/// A collection that is changed while a loop goes over it.
pub(super) const CHANGED: Rule = Rule { name: "changed-size", exceptions: &["RuntimeError"], look: changed };

/// `next` of what has no more.
pub(super) const STOP: Rule = Rule { name: "stop", exceptions: &["StopIteration"], look: stop };

/// A module's or an outer function's name that a function assigns to.
pub(super) const UNBOUND: Rule = Rule { name: "unbound", exceptions: &["UnboundLocalError"], look: unbound };

/// Large whole numbers divided as floats.
pub(super) const OVERFLOW: Rule = Rule { name: "overflow", exceptions: &["OverflowError"], look: overflow };

fn recursion(scene: &Scene<'_>) -> Vec<Draft> {
    // The deepest frame may be any of the cycle's, or what it calls.
    let mut at = Some(*scene);
    for _ in 0..4 {
        let Some(here) = at else { break };
        if let Some((name, _)) = recursive_property(&here) {
            return property(&here, name).into_iter().collect();
        }
        at = here.caller();
    }
    Vec::new()
}

fn property(scene: &Scene<'_>, name: &str) -> Option<Draft> {
    let function = scene.function()?;
    let class = crate::diagnose::scene::ancestors(function).find(|n| n.kind() == "class_definition")?;
    let whole = format!("self.{name}");
    let new = format!("self._{name}");
    let title = msg!("fix-change", old = &whole, new = &new);
    let mut draft = Draft::safe("property-itself", 0.95, title);
    // Inside every accessor of the property.
    let mut places = Vec::new();
    collect(class, &mut |n| {
        if n.kind() == "attribute" && scene.source.node_text(n) == whole {
            let accessor = function_of(n).filter(|f| {
                f.child_by_field_name("name").is_some_and(|d| scene.source.node_text(d) == name)
                    && f.parent().is_some_and(|p| p.kind() == "decorated_definition")
            });
            if accessor.is_some() {
                places.extend(n.child_by_field_name("attribute"));
            }
        }
        true
    });
    for place in places {
        draft = draft.replace(scene.source, place, format!("_{name}"));
    }
    Some(draft)
}

fn changed(scene: &Scene<'_>) -> Vec<Draft> {
    let message = scene.crash.exception.message.as_str();
    if !message.contains("during iteration") && !message.contains("mutated during") {
        return Vec::new();
    }
    let Some(over) = iterated(scene) else { return Vec::new() };
    let text = scene.text(over);
    let new = format!("list({text})");
    let title = msg!("fix-change", old = text, new = &new);
    vec![Draft::safe("iterate-copy", 0.95, title).replace(scene.source, over, new)]
}

fn stop(scene: &Scene<'_>) -> Vec<Draft> {
    let Some(call) =
        scene.within("call").into_iter().find(|c| super::draft::function_text(scene.source, *c) == "next")
    else {
        return Vec::new();
    };
    let Some(arguments) = positional(call) else { return Vec::new() };
    let [only] = arguments.as_slice() else { return Vec::new() };
    let text = scene.text(*only);
    let bare_generator =
        only.kind() == "generator_expression" && call.child_by_field_name("arguments") == Some(*only);
    let title = msg!("fix-default-value", value = "None");
    let draft = Draft::safe("next-default", 0.88, title);
    vec![if bare_generator {
        draft.replace(scene.source, *only, format!("({text}, None)"))
    } else {
        let at = only.end_byte();
        draft.edit(scene.source, at..at, ", None")
    }]
}

fn unbound(scene: &Scene<'_>) -> Vec<Draft> {
    let Some(name) = missing_name(scene) else { return Vec::new() };
    let Some(function) = scene.function().filter(|f| f.kind() == "function_definition") else {
        return Vec::new();
    };
    let source = scene.source;
    let outer = scene.function_scene();
    let global = outer.facts.is_some_and(|f| f.globals.contains_key(name)) || module_binds(scene, name);
    let keyword = if enclosing_binds(scene, name) {
        "nonlocal"
    } else if global {
        "global"
    } else {
        return Vec::new();
    };
    // A loop's or a handler's own name, or an import, hides the outer one for another reason.
    let bound = own_nodes(function, "assignment")
        .into_iter()
        .chain(own_nodes(function, "augmented_assignment"))
        .any(|n| {
            n.child_by_field_name("left")
                .is_some_and(|l| source.node_text(l).split([',', ' ', '(', ')']).any(|w| w == name))
        });
    if !bound {
        return Vec::new();
    }
    let Some(body) = function.child_by_field_name("body") else { return Vec::new() };
    let statement = format!("{keyword} {name}");
    let title = msg!("fix-add", statement = &statement);
    let draft = Draft::safe("unbound-outer", 0.93, title);
    // An own line of the kind is made longer.
    let known =
        own_nodes(function, if keyword == "global" { "global_statement" } else { "nonlocal_statement" });
    if let Some(last) = known.first().and_then(|k| children(*k).last()) {
        let at = last.end_byte();
        return vec![draft.edit(source, at..at, format!(", {name}"))];
    }
    let mut statements = children(body);
    let Some(mut first) = statements.next() else { return Vec::new() };
    if first.named_child(0).is_some_and(|n| n.kind() == "string")
        && let Some(next) = statements.next()
    {
        first = next;
    }
    // A body on the line of its `def` has no line to put it on.
    if source.place_of(first.start_byte()).line == source.place_of(function.start_byte()).line {
        return Vec::new();
    }
    let at = source.line_start(source.place_of(first.start_byte()).line);
    let text = added_line(source, at, &format!("{}{statement}", indent(source, first)));
    vec![draft.edit(source, at..at, text)]
}

fn overflow(scene: &Scene<'_>) -> Vec<Draft> {
    let message = scene.crash.exception.message.as_str();
    if !message.contains("integer division result too large")
        && !message.contains("int too large to convert to float")
    {
        return Vec::new();
    }
    for node in scene.within("binary_operator") {
        if let Some(operator) = node.child_by_field_name("operator").filter(|o| scene.text(*o) == "/") {
            let at = operator.start_byte();
            let new = format!(
                "{} // {}",
                node.child_by_field_name("left").map_or("", |n| scene.text(n)),
                node.child_by_field_name("right").map_or("", |n| scene.text(n))
            );
            let title = msg!("fix-change", old = scene.text(node), new = &new);
            return vec![Draft::safe("floor-division", 0.92, title).edit(scene.source, at..at, "/")];
        }
    }
    Vec::new()
}
