//! NameError and UnboundLocalError.

use super::texts::{code, line_number, list, value};
use crate::diagnose::names::{self, NameFinding};
use crate::diagnose::trace::own_nodes;
use crate::diagnose::{Explanation, Scene};
use crate::msg;

pub(super) fn name_error(scene: &Scene<'_>) -> Option<Explanation> {
    let name = names::missing_name(scene)?;
    let shown = code(name);
    let finding = names::findings(scene).into_iter().next()?;
    Some(match finding {
        NameFinding::Constant(python) => {
            Explanation::of(msg!("name-constant", name = shown, python = code(python)))
        }
        NameFinding::CComment(_) => {
            Explanation::of(msg!("name-c-comment", name = shown)).advice(msg!("name-c-comment-advice"))
        }
        NameFinding::Alias(module) => {
            Explanation::of(msg!("name-alias", name = shown, module = code(module)))
                .advice(msg!("name-alias-advice", import = code(&format!("import {module} as {name}"))))
        }
        NameFinding::Module(module) => Explanation::of(msg!("name-module", name = shown))
            .advice(msg!("name-module-advice", import = code(&format!("import {module}")))),
        NameFinding::Home(modules) => {
            let first = modules.first().map_or("", String::as_str);
            Explanation::of(msg!(
                "name-home",
                name = shown,
                modules = list(modules.iter().map(String::as_str), 4)
            ))
            .advice(msg!("name-home-advice", import = code(&format!("from {first} import {name}"))))
        }
        NameFinding::OfSelf(owner) => {
            let whole = code(&format!("{owner}.{name}"));
            Explanation::of(msg!("name-of-self", name = shown, whole = whole.clone(), owner = code(&owner)))
                .advice(msg!("name-of-self-advice", whole = whole))
        }
        NameFinding::Unquoted(range) => {
            let text = scene.source.slice(range);
            Explanation::of(msg!("name-unquoted", name = shown, text = code(text)))
                .advice(msg!("name-unquoted-advice", quoted = code(&format!("\"{text}\""))))
        }
        NameFinding::Similar(similar) => {
            let first = similar.first().cloned().unwrap_or_default();
            let known = scene.variable(&first).map(value);
            match (similar.len(), known) {
                (1, Some(known)) => Explanation::of(msg!(
                    "name-similar-value",
                    name = shown,
                    similar = code(&first),
                    value = known
                )),
                (1, None) => Explanation::of(msg!("name-similar", name = shown, similar = code(&first))),
                _ => {
                    let all = list(similar.iter().map(String::as_str), 4);
                    Explanation::of(msg!("name-similar-several", name = shown, similar = all))
                }
            }
            .advice(msg!("name-similar-advice"))
        }
        NameFinding::Foreign(python) => {
            Explanation::of(msg!("name-foreign", name = shown, python = code(python)))
        }
        NameFinding::Deleted(line) => {
            let statement = code(scene.source.line(line).trim());
            Explanation::of(msg!(
                "name-deleted",
                name = shown,
                statement = statement,
                line = line_number(line)
            ))
            .advice(msg!("name-deleted-advice"))
        }
        NameFinding::Later(line) => {
            Explanation::of(msg!("name-later", name = shown, line = line_number(line)))
                .advice(msg!("name-later-advice"))
        }
        NameFinding::Handler(line) => {
            Explanation::of(msg!("name-handler", name = shown, line = line_number(line)))
                .advice(msg!("name-handler-advice"))
        }
        NameFinding::LocalOf(function) => {
            let function = code(&function);
            Explanation::of(msg!("name-local-of", name = shown.clone(), function = function.clone()))
                .advice(msg!("name-local-of-advice", name = shown, function = function))
        }
        NameFinding::ClassName(class) => {
            let whole = code(&format!("{class}.{name}"));
            Explanation::of(msg!("name-class", name = shown, class = code(&class)))
                .advice(msg!("name-class-advice", whole = whole))
        }
        NameFinding::Unknown => {
            Explanation::of(msg!("name-unknown", name = shown)).advice(msg!("name-unknown-advice"))
        }
    })
}

pub(super) fn unbound_local(scene: &Scene<'_>) -> Option<Explanation> {
    let name = names::missing_name(scene)?;
    let shown = code(name);
    let function = scene.function()?;
    let called = function.child_by_field_name("name").map_or("lambda", |n| scene.text(n));
    let called = code(called);
    let outer = scene.function_scene();
    if let Some(global) = outer.facts.and_then(|f| f.globals.get(name)) {
        let cause = msg!("unbound-global", name = shown.clone(), function = called, value = value(global));
        return Some(
            Explanation::of(cause)
                .advice(msg!("unbound-global-advice", statement = code(&format!("global {name}")))),
        );
    }
    if crate::diagnose::names::enclosing_binds(scene, name) {
        let cause = msg!("unbound-enclosing", name = shown, function = called);
        return Some(
            Explanation::of(cause)
                .advice(msg!("unbound-enclosing-advice", statement = code(&format!("nonlocal {name}")))),
        );
    }
    if crate::diagnose::names::module_binds(scene, name) {
        let cause = msg!("unbound-module", name = shown, function = called);
        return Some(
            Explanation::of(cause)
                .advice(msg!("unbound-global-advice", statement = code(&format!("global {name}")))),
        );
    }
    // Bound in the function itself, on a way that was not taken.
    let at = scene.statement().start_byte();
    let deleted = own_nodes(function, "delete_statement").into_iter().find(|n| {
        n.start_byte() < at
            && scene.text(*n).split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == name)
    });
    if let Some(node) = deleted {
        let line = line_number(scene.source.place_of(node.start_byte()).line);
        let cause = msg!("name-deleted", name = shown, statement = code(scene.text(node)), line = line);
        return Some(Explanation::of(cause).advice(msg!("name-deleted-advice")));
    }
    let binds = |node: tree_sitter::Node<'_>| {
        node.child_by_field_name("left")
            .is_some_and(|l| scene.source.node_text(l).split([',', ' ', '(', ')']).any(|w| w == name))
    };
    if let Some(node) = own_nodes(function, "for_statement").into_iter().find(|n| binds(*n)) {
        let over = node.child_by_field_name("right").map_or("", |r| scene.source.node_text(r));
        let cause = msg!("unbound-loop-name", name = shown, over = code(over));
        return Some(Explanation::of(cause).advice(msg!("unbound-advice")));
    }
    let mut handler = None;
    for node in own_nodes(function, "except_clause") {
        let header = scene.source.node_text(node).lines().next().unwrap_or_default();
        if header.contains(&format!(" as {name}:")) {
            handler = Some(node);
        }
    }
    if let Some(node) = handler {
        let line = line_number(scene.source.place_of(node.start_byte()).line);
        return Some(
            Explanation::of(msg!("name-handler", name = shown, line = line))
                .advice(msg!("name-handler-advice")),
        );
    }
    let assignments: Vec<_> = own_nodes(function, "assignment").into_iter().filter(|n| binds(*n)).collect();
    let before = assignments.iter().find(|n| n.start_byte() < at);
    if let Some(node) = before {
        let line = line_number(scene.source.place_of(node.start_byte()).line);
        let around = crate::diagnose::scene::ancestors(*node).take_while(|a| *a != function).find(|a| {
            matches!(
                a.kind(),
                "if_statement"
                    | "for_statement"
                    | "while_statement"
                    | "try_statement"
                    | "with_statement"
                    | "match_statement"
            )
        });
        let kind = around.map_or("if_statement", |a| a.kind());
        let cause = match kind {
            "for_statement" => {
                let over = around
                    .and_then(|a| a.child_by_field_name("right"))
                    .map_or("", |r| scene.source.node_text(r));
                msg!("unbound-loop", name = shown, over = code(over), line = line)
            }
            "while_statement" => msg!("unbound-while", name = shown, line = line),
            "try_statement" => msg!("unbound-try", name = shown, line = line),
            _ => msg!("unbound-branch", name = shown, line = line),
        };
        return Some(Explanation::of(cause).advice(msg!("unbound-advice")));
    }
    let line = assignments.first().map(|n| line_number(scene.source.place_of(n.start_byte()).line));
    let cause = match line {
        Some(line) => msg!("unbound-later", name = shown, function = called, line = line),
        None => msg!("unbound-plain", name = shown, function = called),
    };
    Some(Explanation::of(cause).advice(msg!("unbound-advice")))
}
