//! What was called and is no function, what was not called and is one.

use super::Rule;
use super::draft::Draft;
use crate::diagnose::Scene;
use crate::diagnose::scene::{bare, children, collect, function_of};
use crate::diagnose::trace::own_nodes;
use crate::diagnose::types::{NotCallable, callable_finding, called, iterated, shadowing_binding};
use crate::msg;
use tree_sitter::Node;

/// A call of something that can't be called.
pub(super) const CALLED: Rule = Rule { name: "not-callable", exceptions: &["TypeError"], look: not_callable };

/// A function where its result was meant.
pub(super) const UNCALLED: Rule =
    Rule { name: "forgot-call", exceptions: &["TypeError", "AttributeError"], look: forgot_call };

/// `["a", 1]` and `["b", 2]` on the next line, without a comma between.
fn indexed_display(scene: &Scene<'_>) -> Vec<Draft> {
    let source = scene.source;
    let subscripts = scene.within("subscript").into_iter().chain(scene.failing("subscript"));
    let found = subscripts
        .filter_map(|s| Some((s, s.child_by_field_name("value")?)))
        .find(|(_, v)| matches!(v.kind(), "list" | "tuple" | "string" | "dictionary"));
    let Some((subscript, value)) = found else { return Vec::new() };
    let within = subscript.parent().is_some_and(|p| {
        matches!(
            p.kind(),
            "list" | "tuple" | "set" | "argument_list" | "expression_list" | "pair" | "subscript"
        )
    });
    if !within {
        return Vec::new();
    }
    let at = value.end_byte();
    vec![Draft::safe("missing-comma", 0.94, msg!("fix-comma", after = scene.text(value))).edit(
        source,
        at..at,
        ",",
    )]
}

fn not_callable(scene: &Scene<'_>) -> Vec<Draft> {
    let message = scene.crash.exception.message.as_str();
    if message.contains("indices must be integers") && (message.contains("tuple") || message.contains("list"))
    {
        return indexed_display(scene);
    }
    if !message.contains("not callable") || message.contains("NoneType") {
        return Vec::new();
    }
    let kind = message.split('\'').nth(1).unwrap_or_default();
    let Some(call) = called(scene) else { return Vec::new() };
    let Some(function) = call.child_by_field_name("function") else { return Vec::new() };
    let Some(arguments) = call.child_by_field_name("arguments") else { return Vec::new() };
    let source = scene.source;
    let text = scene.text(function);
    match callable_finding(scene, call, kind) {
        NotCallable::Comma => {
            let at = function.end_byte();
            vec![Draft::safe("missing-comma", 0.96, msg!("fix-comma", after = text)).edit(
                source,
                at..at,
                ",",
            )]
        }
        NotCallable::Shadowed => shadowed(scene, bare(function)).into_iter().collect(),
        NotCallable::Property if children(arguments).next().is_none() => {
            let range = arguments.byte_range();
            let title = msg!("fix-change", old = scene.text(call), new = text);
            vec![Draft::safe("property-called", 0.94, title).edit(source, range, "")]
        }
        NotCallable::Brackets => {
            let inside: Vec<Node<'_>> = children(arguments).collect();
            if inside.len() != 1 || inside[0].kind() == "keyword_argument" {
                return Vec::new();
            }
            let range = arguments.byte_range();
            let new = format!("[{}]", scene.text(inside[0]));
            let title = msg!("fix-change", old = scene.text(call), new = format!("{text}{new}"));
            let mut draft = Draft::safe("call-brackets", 0.94, title).edit(source, range, new);
            // The same mistake elsewhere.
            for other in same_calls(scene, text).into_iter().filter(|c| *c != call) {
                if let Some(list) = other.child_by_field_name("arguments") {
                    let inner = scene.text(list);
                    let inner = inner.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(inner);
                    draft = draft.edit(source, list.byte_range(), format!("[{inner}]"));
                }
            }
            vec![draft]
        }
        NotCallable::Module(Some(member)) => {
            let at = function.end_byte();
            let title = msg!("fix-change", old = text, new = format!("{text}.{member}"));
            let mut draft =
                Draft::safe("module-called", 0.93, title).edit(source, at..at, format!(".{member}"));
            for other in same_calls(scene, text) {
                if let Some(f) = other.child_by_field_name("function") {
                    draft = draft.edit(source, f.end_byte()..f.end_byte(), format!(".{member}"));
                }
            }
            vec![draft]
        }
        NotCallable::Multiply
            if matches!(function.kind(), "integer" | "float" | "parenthesized_expression") =>
        {
            let at = function.end_byte();
            let title = msg!("fix-multiply", new = format!("{text} * {}", scene.text(arguments)));
            vec![Draft::safe("call-multiply", 0.93, title).edit(source, at..at, " * ")]
        }
        NotCallable::Text if function.kind() == "string" && scene.text(function).contains('%') => {
            let at = function.end_byte();
            let title = msg!("fix-format", new = format!("{text} % {}", scene.text(arguments)));
            vec![Draft::safe("call-format", 0.9, title).edit(source, at..at, " % ")]
        }
        _ => Vec::new(),
    }
}

/// The calls of the same expression.
fn same_calls<'a>(scene: &Scene<'a>, text: &str) -> Vec<Node<'a>> {
    let mut found = Vec::new();
    if let Some(root) = scene.source.root() {
        let here = function_of(scene.node);
        collect(root, &mut |n| {
            if n.kind() == "call"
                && function_of(n) == here
                && n.child_by_field_name("function").is_some_and(|f| scene.source.node_text(f) == text)
                && n.child_by_field_name("arguments").is_some_and(|a| children(a).count() == 1)
            {
                found.push(n);
            }
            true
        });
    }
    found
}

/// A variable that hides a builtin: another name for it, at its bindings and its uses as a value.
fn shadowed<'a>(scene: &Scene<'a>, name: Node<'a>) -> Option<Draft> {
    let source = scene.source;
    let text = scene.text(name);
    let bound = shadowing_binding(scene, name)?;
    let scope = function_of(bound)
        .or_else(|| {
            if bound.kind().contains("parameter") || bound.kind() == "identifier" {
                crate::diagnose::scene::ancestors(bound).find(|n| n.kind() == "function_definition")
            } else {
                None
            }
        })
        .or_else(|| source.root())?;
    // A parameter's name belongs to the callers too.
    if bound.parent().is_some_and(|p| p.kind() == "parameters") {
        return None;
    }
    let new = fresh_name(scene, text);
    let title = msg!("fix-rename", old = text, new = &new);
    let mut draft = Draft::safe("shadowed-builtin", 0.93, title);
    let mut places = Vec::new();
    collect(scope, &mut |n| {
        // Inner functions that bind the name have their own.
        if n.kind() == "function_definition"
            && n != scope
            && own_nodes(n, "assignment")
                .into_iter()
                .any(|a| a.child_by_field_name("left").is_some_and(|l| source.node_text(l) == text))
        {
            return false;
        }
        if n.kind() == "identifier" && source.node_text(n) == text {
            let parent = n.parent();
            let attribute = parent.is_some_and(|p| p.child_by_field_name("attribute") == Some(n));
            let keyword = parent
                .is_some_and(|p| p.kind() == "keyword_argument" && p.child_by_field_name("name") == Some(n));
            let called =
                parent.is_some_and(|p| p.kind() == "call" && p.child_by_field_name("function") == Some(n));
            let typed = parent.is_some_and(|p| matches!(p.kind(), "type" | "generic_type"));
            if !attribute && !keyword && !called && !typed {
                places.push(n);
            }
        }
        true
    });
    for place in places {
        draft = draft.replace(source, place, new.as_str());
    }
    (!draft.edits.is_empty()).then_some(draft)
}

/// A name for the variable that nothing has.
fn fresh_name(scene: &Scene<'_>, builtin: &str) -> String {
    let base = match builtin {
        "list" => "items",
        "dict" => "mapping",
        "str" => "text",
        "sum" => "total",
        "max" => "highest",
        "min" => "lowest",
        "len" => "length",
        "set" => "members",
        "tuple" => "values",
        "int" | "float" => "number",
        "input" => "answer",
        "type" => "kind",
        "id" => "identifier",
        "range" => "span",
        "round" => "rounded",
        "sorted" => "ordered",
        "filter" => "chosen",
        "map" => "mapped",
        "print" => "printed",
        "next" => "following",
        "abs" => "absolute",
        "all" | "any" => "found",
        "open" => "opened",
        "format" => "layout",
        "zip" => "zipped",
        _ => "",
    };
    let text = &scene.source.text;
    let taken = |name: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == name);
    if !base.is_empty() && !taken(base) {
        return base.to_owned();
    }
    let mut name = format!("{builtin}_");
    while taken(&name) {
        name.push('_');
    }
    name
}

fn forgot_call(scene: &Scene<'_>) -> Vec<Draft> {
    let message = scene.crash.exception.message.as_str();
    let source = scene.source;
    let kinds = ["'method'", "'builtin_function_or_method'", "'function'"];
    if !kinds.iter().any(|k| message.contains(k)) || message.contains("not callable") {
        return Vec::new();
    }
    let function = |n: Node<'_>| {
        matches!(
            scene
                .source
                .root()
                .and_then(|r| r.named_descendant_for_byte_range(n.start_byte(), n.end_byte()))
                .and_then(|n| scene.type_of(n)),
            Some("method" | "builtin_function_or_method" | "function")
        )
    };
    // `f[x]`: parentheses in place of brackets.
    if message.contains("not subscriptable") {
        let Some(subscript) = scene
            .within("subscript")
            .into_iter()
            .find(|s| s.child_by_field_name("value").is_some_and(function))
            .or_else(|| scene.failing("subscript"))
        else {
            return Vec::new();
        };
        let Some(value) = subscript.child_by_field_name("value") else { return Vec::new() };
        let range = value.end_byte()..subscript.end_byte();
        let inside = source.slice(range.clone()).trim();
        let Some(inside) = inside.strip_prefix('[').and_then(|t| t.strip_suffix(']')) else {
            return Vec::new();
        };
        let name = source.node_text(value);
        // A method without parameters was meant to be called first: `d.keys[0]`.
        let mut drafts = Vec::new();
        let takes = scene
            .value(value)
            .and_then(|v| v.params.as_ref())
            .map(|p| p.iter().filter(|p| !p.default && p.name != "self").count());
        let builtin =
            scene.type_of(value) == Some("builtin_function_or_method") && value.kind() == "attribute";
        let none = takes == Some(0)
            || builtin
                && matches!(
                    name.rsplit('.').next(),
                    Some(
                        "split"
                            | "keys"
                            | "values"
                            | "items"
                            | "copy"
                            | "strip"
                            | "lower"
                            | "upper"
                            | "splitlines"
                            | "read"
                            | "readlines"
                    )
                );
        let call_first = format!("{name}()[{inside}]");
        let call = format!("{name}({inside})");
        let first = Draft::safe(
            "forgot-call-subscript",
            if none { 0.93 } else { 0.6 },
            msg!("fix-change", old = scene.text(subscript), new = &call_first),
        )
        .edit(source, value.end_byte()..value.end_byte(), "()");
        let second = Draft::safe(
            "call-parentheses",
            if none { 0.6 } else { 0.94 },
            msg!("fix-change", old = scene.text(subscript), new = &call),
        )
        .edit(source, range, format!("({inside})"));
        drafts.push(first);
        drafts.push(second);
        return if none { drafts } else { drafts.into_iter().skip(1).collect() };
    }
    // An attribute of a function: `name.strip.lower()`.
    let place = if message.contains("has no attribute") {
        let name = message.rsplit('\'').nth(1).unwrap_or_default();
        scene
            .within("attribute")
            .into_iter()
            .filter(|n| n.child_by_field_name("attribute").is_some_and(|a| scene.text(a) == name))
            .find_map(|n| n.child_by_field_name("object"))
    } else if message.contains("iterable") && !message.contains("argument of type") {
        iterated(scene)
    } else {
        // An operand, a length, an argument: what is a function there and no other's callee.
        let mut found = None;
        collect(scene.node, &mut |n| {
            let callee = n
                .parent()
                .is_some_and(|p| p.kind() == "call" && p.child_by_field_name("function") == Some(n));
            if found.is_none() && matches!(n.kind(), "attribute" | "identifier") && !callee && function(n) {
                let inner = n.parent().is_some_and(|p| p.kind() == "attribute");
                if !inner {
                    found = Some(n);
                }
            }
            n.kind() != "block"
        });
        found
    };
    let Some(place) = place.map(bare) else { return Vec::new() };
    if !matches!(place.kind(), "attribute" | "identifier") {
        return Vec::new();
    }
    // A name that is a function of the program, without an argument that it would need.
    if place.kind() == "identifier" {
        let params = scene.value(place).and_then(|v| v.params.as_ref());
        let bound = crate::diagnose::trace::trace(scene, place).len() > 1;
        if !bound && !params.is_some_and(|p| p.iter().all(|p| p.default || p.kind.starts_with('*'))) {
            return Vec::new();
        }
    }
    // The assignment that forgot the call is the place to mend, when it is one.
    let spots = crate::diagnose::trace::trace(scene, place);
    let origin =
        spots.iter().skip(1).find(|s| s.node.kind() == "attribute" && !s.text().starts_with("self."));
    let (file, node) = origin.map_or((source, place), |s| (s.source, s.node));
    let text = file.node_text(node);
    let title = msg!("fix-change", old = text, new = format!("{text}()"));
    let at = node.end_byte();
    vec![Draft::safe("forgot-call", 0.94, title).edit(file, at..at, "()")]
}
