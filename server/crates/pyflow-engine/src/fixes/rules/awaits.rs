//! Coroutines that were not awaited, loops within loops.

use super::Rule;
use super::draft::{Draft, add_import, in_coroutine_at, is_coroutine};
use crate::diagnose::Scene;
use crate::diagnose::attributes::{AttributeFinding, findings, missing};
use crate::diagnose::scene::{children, function_of};
use crate::diagnose::trace::trace;
use crate::diagnose::types::coroutine;
use crate::msg;
use tree_sitter::Node;

/// A coroutine where its result was needed.
pub(super) const AWAIT: Rule = Rule { name: "await", exceptions: &["TypeError", "AttributeError"], look };

/// `asyncio.run` inside a running loop.
pub(super) const LOOP: Rule = Rule { name: "loop", exceptions: &["RuntimeError"], look: running };

fn look(scene: &Scene<'_>) -> Vec<Draft> {
    let place = if scene.crash.is_a("AttributeError") {
        let Some(missing) = missing(scene) else { return Vec::new() };
        if !matches!(findings(scene, &missing).first(), Some(AttributeFinding::Coroutine)) {
            return Vec::new();
        }
        missing.object()
    } else {
        if scene.crash.exception.message.contains("can't be used in 'await' expression") {
            return superfluous(scene).into_iter().collect();
        }
        if scene.crash.exception.message.contains("async_generator' object is not iterable")
            || scene.crash.exception.message.contains("'async for' requires")
        {
            return async_for(scene).into_iter().collect();
        }
        coroutine(scene)
    };
    let Some(place) = place else { return Vec::new() };
    // The call that made it: here, or where the name was bound.
    let spots = trace(scene, place);
    let made = spots.iter().find(|s| s.node.kind() == "call");
    let (file, call) = made.map_or((scene.source, place), |s| (s.source, s.node));
    let text = file.node_text(call);
    if in_coroutine_at(file, call) {
        let parent = call.parent();
        let chained = parent.is_some_and(|p| {
            matches!(p.kind(), "attribute" | "subscript")
                && (p.child_by_field_name("object") == Some(call)
                    || p.child_by_field_name("value") == Some(call))
                || p.kind() == "binary_operator"
                    && p.child_by_field_name("operator").is_some_and(|o| file.node_text(o) == "**")
        });
        let new = if chained { format!("(await {text})") } else { format!("await {text}") };
        let title = msg!("fix-await", new = &new);
        let draft = Draft::safe("await", 0.95, title);
        return vec![if chained {
            draft.wrap(file, call, "(await ", ")")
        } else {
            draft.edit(file, call.start_byte()..call.start_byte(), "await ")
        }];
    }
    // In the module itself, or a plain function: the loop has to be started.
    let inside = function_of(call);
    let new = format!("asyncio.run({text})");
    let title = msg!("fix-asyncio-run", new = &new);
    let draft =
        Draft::safe("asyncio-run", if inside.is_none() { 0.9 } else { 0.7 }, title).replace(file, call, new);
    vec![add_import(draft, file, "import asyncio")]
}

/// `await` before what is no coroutine.
fn superfluous(scene: &Scene<'_>) -> Option<Draft> {
    let node = scene.failing("await")?;
    let inner = node.named_child(0)?;
    let text = scene.text(inner);
    let title = msg!("fix-change", old = scene.text(node), new = text);
    Some(Draft::safe("await-superfluous", 0.9, title).edit(
        scene.source,
        node.start_byte()..inner.start_byte(),
        "",
    ))
}

fn async_for(scene: &Scene<'_>) -> Option<Draft> {
    let iterated = crate::diagnose::types::iterated(scene)?;
    let node = iterated.parent().filter(|p| matches!(p.kind(), "for_statement" | "for_in_clause"))?;
    if !in_coroutine_at(scene.source, node) || scene.text(node).starts_with("async") {
        return None;
    }
    let at = node.start_byte();
    Some(Draft::safe("async-for", 0.94, msg!("fix-async-for")).edit(scene.source, at..at, "async "))
}

fn running(scene: &Scene<'_>) -> Vec<Draft> {
    let message = scene.crash.exception.message.as_str();
    if !(message.contains("running event loop") && message.contains("cannot be called")
        || message.contains("already running")
        || message.contains("another loop is running"))
    {
        return Vec::new();
    }
    // The call that starts a loop: the deepest user frame that stands in a coroutine.
    let mut at = Some(*scene);
    while let Some(here) = at {
        if let Some(draft) = here.failing("call").and_then(|call| nested(&here, call)) {
            return vec![draft];
        }
        at = here.caller();
    }
    Vec::new()
}

fn nested<'a>(scene: &Scene<'a>, call: Node<'a>) -> Option<Draft> {
    let function = super::draft::function_text(scene.source, call);
    let starts = function.ends_with("run") || function.ends_with("run_until_complete");
    let inside = function_of(call).is_some_and(|f| is_coroutine(scene.source, f));
    let argument = children(call.child_by_field_name("arguments")?).next()?;
    if !starts || !inside || argument.kind() != "call" && argument.kind() != "identifier" {
        return None;
    }
    let new = format!("await {}", scene.text(argument));
    let title = msg!("fix-await", new = &new);
    Some(Draft::safe("loop-await", 0.95, title).replace(scene.source, call, new))
}
