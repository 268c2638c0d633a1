//! Calls whose arguments do not fit.

use super::Rule;
use super::draft::{Draft, positional};
use crate::diagnose::Scene;
use crate::diagnose::calls::{callee, missing_self, similar_keyword, visible};
use crate::diagnose::scene::children;
use crate::diagnose::types::abstract_similar;
use crate::msg;

/// An argument that is missing and there, a keyword that is similar to a parameter, a `def` without `self`.
pub(super) const CALL: Rule = Rule { name: "call", exceptions: &["TypeError"], look };

fn look(scene: &Scene<'_>) -> Vec<Draft> {
    let message = scene.crash.exception.message.as_str();
    if message.contains("unexpected keyword argument") || message.contains("invalid keyword argument") {
        return keyword(scene, message).into_iter().collect();
    }
    if message.contains("missing") && message.contains("required") && message.contains("argument") {
        return missing(scene, message).into_iter().collect();
    }
    if message.contains("positional argument")
        && message.contains("given")
        && let Some(draft) = forgotten_self(scene)
    {
        return vec![draft];
    }
    if message.contains("takes exactly one argument") {
        return one_argument(scene).into_iter().collect();
    }
    if message.contains("abstract") {
        return abstract_method(scene).into_iter().collect();
    }
    if message.contains("takes no arguments") {
        return constructor(scene).into_iter().collect();
    }
    Vec::new()
}

fn keyword(scene: &Scene<'_>, message: &str) -> Option<Draft> {
    let name = message.split('\'').nth(1)?;
    let callee = callee(scene)?;
    if callee.wrapper.is_some() {
        return None;
    }
    let similar = similar_keyword(scene, name, &callee.names())?;
    let argument = children(callee.call.child_by_field_name("arguments")?)
        .filter(|a| a.kind() == "keyword_argument")
        .filter_map(|a| a.child_by_field_name("name"))
        .find(|n| scene.text(*n) == name)?;
    let title = msg!("fix-change", old = name, new = &similar);
    Some(Draft::safe("call-keyword", 0.95, title).replace(scene.source, argument, similar))
}

fn missing(scene: &Scene<'_>, message: &str) -> Option<Draft> {
    let names: Vec<&str> = message.split('\'').skip(1).step_by(2).collect();
    if names.is_empty() || names.contains(&"self") || !names.iter().all(|n| visible(scene, n)) {
        return None;
    }
    let callee = callee(scene)?;
    let arguments = callee.call.child_by_field_name("arguments")?;
    let given: Vec<_> = children(arguments).collect();
    let positions = positional(callee.call)?;
    let keyword_only = message.contains("keyword-only");
    // By position where the missing ones follow what is given; else by name.
    let next: Vec<&str> =
        callee.params.iter().skip(positions.len()).take(names.len()).map(|p| p.name.as_str()).collect();
    let by_position = !keyword_only && given.len() == positions.len() && next == names;
    let text = if by_position {
        names.join(", ")
    } else {
        names.iter().map(|n| format!("{n}={n}")).collect::<Vec<_>>().join(", ")
    };
    let at = given.last().map_or(arguments.start_byte() + 1, tree_sitter::Node::end_byte);
    let text = if given.is_empty() { text } else { format!(", {text}") };
    let title = msg!("fix-pass", names = names.join(", "));
    Some(Draft::safe("call-missing", 0.92, title).edit(scene.source, at..at, text))
}

fn forgotten_self(scene: &Scene<'_>) -> Option<Draft> {
    let forgot = missing_self(scene)?;
    let parameters = forgot.definition.child_by_field_name("parameters")?;
    let empty = children(parameters).next().is_none();
    let text = if empty { "self" } else { "self, " };
    let at = parameters.start_byte() + 1;
    let title = msg!("fix-self", function = forgot.name);
    Some(Draft::safe("call-self", 0.95, title).edit(forgot.source, at..at, text))
}

/// `items.append(a, b)`: one tuple.
fn one_argument(scene: &Scene<'_>) -> Option<Draft> {
    let call = scene.failing("call")?;
    let function = call.child_by_field_name("function")?;
    let method = function.child_by_field_name("attribute").map(|a| scene.text(a))?;
    if !matches!(method, "append" | "add" | "appendleft" | "put") {
        return None;
    }
    let arguments = positional(call)?;
    let (first, last) = (arguments.first()?, arguments.last()?);
    if arguments.len() < 2 {
        return None;
    }
    let range = first.start_byte()..last.end_byte();
    let new = format!("({})", scene.source.slice(range.clone()));
    let title = msg!("fix-tuple", new = &new);
    Some(Draft::safe("call-tuple", 0.9, title).edit(scene.source, range, new))
}

fn abstract_method(scene: &Scene<'_>) -> Option<Draft> {
    let ((source, name), wrong, right) = abstract_similar(scene)?;
    let title = msg!("fix-change", old = &wrong, new = &right);
    Some(Draft::safe("abstract-similar", 0.95, title).replace(source, name, right))
}

/// `Class() takes no arguments`: its `__init__` is misspelt.
fn constructor(scene: &Scene<'_>) -> Option<Draft> {
    let message = scene.crash.exception.message.as_str();
    let class = message.split("()").next()?.rsplit('.').next()?;
    scene.crash.sources.iter().find_map(|source| {
        let node = crate::diagnose::attributes::classes(source)
            .into_iter()
            .find(|c| crate::diagnose::attributes::class_name(source, *c) == class)?;
        crate::diagnose::types::own_methods(node).into_iter().find_map(|method| {
            let name = method.child_by_field_name("name")?;
            let text = source.node_text(name);
            let folded = text.trim_matches('_').to_ascii_lowercase();
            let near = matches!(
                folded.as_str(),
                "init" | "int" | "intit" | "inti" | "ini" | "initt" | "constructor"
            ) && text != "__init__"
                && (text.contains('_') || folded == "constructor");
            near.then(|| {
                let title = msg!("fix-change", old = text, new = "__init__");
                Draft::safe("misspelt-init", 0.95, title).replace(source, name, "__init__")
            })
        })
    })
}
