//! A None where a value was needed, mended where it was made.

use super::Rule;
use super::draft::{Draft, added_line, indent, line_after};
use crate::diagnose::nothing::{Forgotten, Nothing, assignment_of, forgotten_result, none_node, origin};
use crate::diagnose::scene::{children, statement_of};
use crate::diagnose::trace::{Spot, returns};
use crate::diagnose::{Scene, Source};
use crate::msg;
use tree_sitter::Node;

/// A None from a method that works in place, or from a function that forgot its `return`.
pub(super) const NONE: Rule = Rule { name: "none", exceptions: &["AttributeError", "TypeError"], look };

fn look(scene: &Scene<'_>) -> Vec<Draft> {
    if !scene.crash.exception.message.contains("NoneType") {
        return Vec::new();
    }
    let Some(node) = none_node(scene) else { return Vec::new() };
    match origin(scene, node) {
        Nothing::InPlace { spot, name } => in_place(spot, name),
        Nothing::NoReturn { source, definition, name } => {
            no_return(source, definition, name).into_iter().collect()
        }
        Nothing::SomeWays { .. } | Nothing::Search { .. } | Nothing::Written { .. } | Nothing::Unknown => {
            Vec::new()
        }
    }
}

/// `x = y.sort()`: without the assignment where it is to itself; else a call that gives the result.
fn in_place(spot: Spot<'_>, name: &str) -> Vec<Draft> {
    let source = spot.source;
    let call = spot.node;
    let mut drafts = Vec::new();
    let Some(function) = call.child_by_field_name("function") else { return drafts };
    let receiver = function.child_by_field_name("object");
    let receiver_text = receiver.map_or("", |r| source.node_text(r));
    let arguments = call.child_by_field_name("arguments");
    let first = arguments.and_then(|a| children(a).find(|n| n.kind() != "keyword_argument"));
    let assignment = assignment_of(call);
    let target = assignment.and_then(|a| a.child_by_field_name("left"));
    let target_text = target.map_or("", |t| source.node_text(t));
    let of_module = matches!(receiver_text, "random" | "heapq" | "bisect" | "rng");
    // The object that was changed: the receiver, or the first argument of a module's function.
    let object = if of_module { first.map_or("", |f| source.node_text(f)) } else { receiver_text };
    if let Some(assignment) = assignment.filter(|_| target_text == object && !object.is_empty()) {
        let title = msg!("fix-without-assignment", call = source.node_text(call));
        let range = assignment.start_byte()..call.start_byte();
        drafts.push(Draft::safe("in-place-assigned", 0.96, title).edit(source, range, ""));
        return drafts;
    }
    let rest = arguments.map_or(String::new(), |a| {
        let inside = source.node_text(a);
        inside.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(inside).trim().to_owned()
    });
    let joined = |first: &str| if rest.is_empty() { first.to_owned() } else { format!("{first}, {rest}") };
    let value = match name {
        "sort" if !receiver_text.is_empty() => Some(format!("sorted({})", joined(receiver_text))),
        "reverse" if !receiver_text.is_empty() => Some(format!("{receiver_text}[::-1]")),
        "append" if !receiver_text.is_empty() => Some(format!("{receiver_text} + [{rest}]")),
        "extend" if !receiver_text.is_empty() && spot_is_list(&spot, receiver) => {
            Some(format!("{receiver_text} + {rest}"))
        }
        "update" if !receiver_text.is_empty() => Some(format!("{receiver_text} | {rest}")),
        "add" if !receiver_text.is_empty() => Some(format!("{receiver_text} | {{{rest}}}")),
        _ => None,
    };
    // Chained or used right away: an expression of its own.
    let used_once = |text: String| {
        let title = msg!("fix-change", old = source.node_text(call), new = &text);
        Draft::safe("in-place-value", if matches!(name, "sort" | "reverse") { 0.94 } else { 0.82 }, title)
            .replace(source, call, text)
    };
    if let (Some(_), Some(target)) = (assignment, target.filter(|t| t.kind() == "identifier")) {
        if matches!(name, "sort" | "reverse")
            && let Some(value) = value.clone()
        {
            drafts.push(used_once(value));
        }
        if !object.is_empty() && is_plain(object) {
            drafts.push(split_assignment(source, call, target, object));
        }
        if drafts.is_empty()
            && let Some(value) = value
        {
            drafts.push(used_once(value));
        }
        return drafts;
    }
    if let Some(value) = value {
        drafts.push(used_once(value));
    }
    // `return x.sort()`: the call on its own line, and the object given back.
    let statement = statement_of(call);
    if statement.kind() == "return_statement" && statement.named_child(0) == Some(call) && is_plain(object) {
        let shift = indent(source, statement);
        let end = super::draft::newline(source);
        let new = format!("{}{end}{shift}return {object}", source.node_text(call));
        let title = msg!("fix-return-object", call = source.node_text(call), object = object);
        drafts.push(Draft::safe("in-place-returned", 0.93, title).replace(source, statement, new));
    }
    drafts
}

fn spot_is_list(spot: &Spot<'_>, receiver: Option<Node<'_>>) -> bool {
    let Some(receiver) = receiver else { return false };
    spot.scene.is_some_and(|s| {
        let node = s
            .source
            .root()
            .and_then(|r| r.named_descendant_for_byte_range(receiver.start_byte(), receiver.end_byte()));
        node.and_then(|n| s.type_of(n)) == Some("list")
    })
}

/// A name or a dotted name.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
}

/// `y = f(x)` as `y = x` and `f(y)`.
fn split_assignment(source: &Source, call: Node<'_>, target: Node<'_>, object: &str) -> Draft {
    let statement = statement_of(call);
    let target = source.node_text(target);
    let shift = indent(source, statement);
    let end = super::draft::newline(source);
    let text = source.node_text(call);
    let on_target = text.replacen(object, target, 1);
    let new = format!("{target} = {object}{end}{shift}{on_target}");
    let title = msg!("fix-two-steps", first = format!("{target} = {object}"), second = &on_target);
    Draft::safe("in-place-split", 0.9, title).replace(source, statement, new)
}

/// The `return` that a function forgot.
fn no_return(source: &Source, definition: Node<'_>, name: &str) -> Option<Draft> {
    // A bare `return` or `return None` is an answer: the author thought of None.
    if !returns(definition).is_empty() {
        return None;
    }
    match forgotten_result(source, definition)? {
        Forgotten::LastExpression(node) => {
            let new = format!("return {}", source.node_text(node));
            let title = msg!("fix-return", statement = &new, function = name);
            let at = node.start_byte();
            Some(Draft::safe("forgotten-return", 0.92, title).edit(source, at..at, "return "))
        }
        Forgotten::Variable(variable) => {
            let new = format!("return {variable}");
            let body = definition.child_by_field_name("body")?;
            let last = children(body).last()?;
            let first = children(body).next()?;
            let at = line_after(source, last);
            let line = format!("{}{new}", indent(source, first));
            let text = added_line(source, at, &line);
            let title = msg!("fix-return", statement = &new, function = name);
            Some(Draft::safe("forgotten-return", 0.9, title).edit(source, at..at, text))
        }
    }
}
