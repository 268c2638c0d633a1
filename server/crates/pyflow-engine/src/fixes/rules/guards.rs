//! Guesses at what should happen when something is empty, missing or None: always with their assumption.

use super::Rule;
use super::draft::Draft;
use crate::diagnose::Scene;
use crate::diagnose::lookups::{key_findings, missing_index, missing_key};
use crate::diagnose::scene::{bare, children, statement_of};
use crate::explain::{counted, divisor};
use crate::msg;
use tree_sitter::Node;

/// A division whose divisor is the length of something empty.
pub(super) const DIVISION: Rule =
    Rule { name: "guard-division", exceptions: &["ZeroDivisionError"], look: division };

/// The first or last item of something empty.
pub(super) const EMPTY: Rule = Rule { name: "guard-empty", exceptions: &["IndexError"], look: empty };

/// A field that some records lack.
pub(super) const FIELD: Rule = Rule { name: "guard-field", exceptions: &["KeyError"], look: field };

/// An item that a list does not have.
pub(super) const REMOVE: Rule = Rule { name: "guard-remove", exceptions: &["ValueError"], look: remove };

/// The whole value of a `return`, of an assignment or of a call's argument that a node is part of.
fn value_around(node: Node<'_>) -> Option<Node<'_>> {
    let mut node = node;
    while let Some(parent) = node.parent() {
        match parent.kind() {
            "return_statement" | "assignment" => return Some(node),
            "binary_operator"
            | "parenthesized_expression"
            | "unary_operator"
            | "attribute"
            | "call"
            | "subscript"
                if !matches!(parent.kind(), "call")
                    || parent.child_by_field_name("function") == Some(node) =>
            {
                node = parent;
            }
            "argument_list"
                if parent.parent().is_some_and(|c| {
                    c.child_by_field_name("function").is_some_and(|f| f.kind() == "identifier")
                }) =>
            {
                node = parent.parent()?;
            }
            _ => return None,
        }
    }
    None
}

fn division(scene: &Scene<'_>) -> Vec<Draft> {
    let Some(divisor) = divisor(scene) else { return Vec::new() };
    let source = scene.source;
    let counted = counted(scene, divisor);
    let guard = counted.unwrap_or(divisor);
    if !matches!(guard.kind(), "identifier" | "attribute" | "call") || divisor.kind() == "integer" {
        return Vec::new();
    }
    let Some(whole) = value_around(divisor) else { return Vec::new() };
    if scene.text(whole).contains(" if ") || whole.kind() == "generator_expression" {
        return Vec::new();
    }
    let guard = scene.text(guard);
    let at = whole.end_byte();
    let title = match counted {
        Some(_) => msg!("fix-guard", value = "0", condition = guard),
        None => msg!("fix-guard-zero", value = "0", condition = guard),
    };
    vec![Draft::guess("guard-division", 0.6, title, msg!("assume-empty", value = "0")).edit(
        source,
        at..at,
        format!(" if {guard} else 0"),
    )]
}

fn empty(scene: &Scene<'_>) -> Vec<Draft> {
    let Some(missing) = missing_index(scene) else { return Vec::new() };
    let container = scene.text(missing.container);
    if missing.len != Some(0) || container.ends_with("argv") {
        return Vec::new();
    }
    if !matches!(missing.container.kind(), "identifier" | "attribute") {
        return Vec::new();
    }
    let Some(whole) = value_around(missing.subscript) else { return Vec::new() };
    let at = whole.end_byte();
    let title = msg!("fix-guard", value = "None", condition = container);
    vec![Draft::guess("guard-empty", 0.6, title, msg!("assume-empty", value = "None")).edit(
        scene.source,
        at..at,
        format!(" if {container} else None"),
    )]
}

fn field(scene: &Scene<'_>) -> Vec<Draft> {
    let Some(missing) = missing_key(scene) else { return Vec::new() };
    let (Some(container), Some(literal)) = (missing.container, missing.literal) else { return Vec::new() };
    if !key_findings(scene, &missing).is_empty() {
        return Vec::new();
    }
    let Some(subscript) = container.parent().filter(|p| p.kind() == "subscript") else { return Vec::new() };
    // Only where records of the kind are expected to differ: a field of an item of a loop, or below another key.
    let target = subscript.parent().is_some_and(|p| {
        p.child_by_field_name("left") == Some(subscript)
            || matches!(p.kind(), "attribute" | "subscript")
                && p.child_by_field_name("object").or(p.child_by_field_name("value")) == Some(subscript)
            || matches!(p.kind(), "binary_operator" | "delete_statement" | "comparison_operator")
    });
    let exact = scene.value(container).is_some_and(|v| v.type_name == "dict");
    if target || !exact || scene.value(container).is_some_and(|v| v.len == Some(0)) {
        return Vec::new();
    }
    let new = format!("{}.get({})", scene.text(container), scene.text(literal));
    let title = msg!("fix-get", key = &missing.key, new = &new);
    vec![Draft::guess("guard-field", 0.55, title, msg!("assume-missing", key = &missing.key)).replace(
        scene.source,
        subscript,
        new,
    )]
}

fn remove(scene: &Scene<'_>) -> Vec<Draft> {
    let message = scene.crash.exception.message.as_str();
    if !message.contains("x not in list") && !message.contains("not in deque") {
        return Vec::new();
    }
    let Some(call) = scene.failing("call") else { return Vec::new() };
    let statement = statement_of(call);
    if statement.named_child(0) != Some(call)
        || super::draft::function_text(scene.source, call).rsplit('.').next() == Some("index")
    {
        return Vec::new();
    }
    let object = call.child_by_field_name("function").and_then(|f| f.child_by_field_name("object"));
    let argument = call.child_by_field_name("arguments").and_then(|a| children(a).next());
    let (Some(object), Some(argument)) = (object, argument.map(bare)) else { return Vec::new() };
    if !matches!(argument.kind(), "identifier" | "string" | "attribute" | "integer") {
        return Vec::new();
    }
    let source = scene.source;
    let shift = super::draft::indent(source, statement);
    let end = super::draft::newline(source);
    let step = if shift.starts_with('\t') { "\t" } else { "    " };
    let condition = format!("{} in {}", scene.text(argument), scene.text(object));
    let new = format!("if {condition}:{end}{shift}{step}{}", scene.text(call));
    let title = msg!("fix-only-if", condition = &condition);
    vec![Draft::guess("guard-remove", 0.55, title, msg!("assume-absent")).replace(source, statement, new)]
}
