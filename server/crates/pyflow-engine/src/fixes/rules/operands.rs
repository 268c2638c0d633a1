//! Texts and numbers that meet, texts and bytes that meet.

use super::Rule;
use super::draft::{Draft, keyword, positional, string_content};
use crate::diagnose::scene::{bare, children, collect};
use crate::diagnose::trace::{Spot, trace};
use crate::diagnose::types::{operands, sides};
use crate::diagnose::values::is_text_source;
use crate::diagnose::{Scene, Source};
use crate::msg;
use tree_sitter::Node;

/// `str` with a number: the text converted where it was read, or the number made a text.
pub(super) const OPERAND: Rule = Rule { name: "operand", exceptions: &["TypeError"], look };

/// `str` with `bytes`.
pub(super) const BYTES: Rule = Rule { name: "bytes", exceptions: &["TypeError"], look: bytes };

/// What a text would be as a number: `int` or `float`.
fn converter(text: &str) -> Option<&'static str> {
    let text = text.trim();
    if text.parse::<i128>().is_ok() {
        Some("int")
    } else if text.parse::<f64>().is_ok() && text.contains(|c: char| c.is_ascii_digit()) {
        Some("float")
    } else {
        None
    }
}

fn text_value<'a>(scene: &Scene<'a>, node: Node<'a>) -> Option<&'a str> {
    scene.value(node)?.value.as_ref()?.as_str()
}

fn look(scene: &Scene<'_>) -> Vec<Draft> {
    let message = scene.crash.exception.message.as_str();
    if message.starts_with("sequence item") {
        return join(scene).into_iter().collect();
    }
    if message.contains("'str' object cannot be interpreted as an integer") {
        return counted(scene).into_iter().collect();
    }
    let Some((operator, left, right)) = operands(message) else { return Vec::new() };
    let Some((l, r)) = sides(scene, operator) else { return Vec::new() };
    let number = |k: &str| matches!(k, "int" | "float");
    // The message about products names the text first, wherever it stands.
    let swapped = left != right && scene.type_of(l) == Some(right) && scene.type_of(r) == Some(left);
    let (l, r) = if swapped { (r, l) } else { (l, r) };
    let mut drafts = Vec::new();
    match (left, right) {
        ("str", "str") if matches!(operator, "*" | "-" | "/" | "//" | "**" | "%") => {
            let both = [l, r].map(|n| (n, text_value(scene, n).and_then(converter)));
            if let [(l, Some(lf)), (r, Some(rf))] = both {
                // One kind for both reads better; a float where one is.
                let title = msg!(
                    "fix-both-numbers",
                    first = format!("{lf}({})", scene.text(l)),
                    second = format!("{rf}({})", scene.text(r))
                );
                drafts.push(
                    Draft::safe("operand-both", 0.93, title)
                        .wrap(scene.source, l, &format!("{lf}("), ")")
                        .wrap(scene.source, r, &format!("{rf}("), ")"),
                );
            }
        }
        ("str", other) | (other, "str") if number(other) => {
            let (text, value) = if left == "str" { (l, r) } else { (r, l) };
            drafts.extend(text_and_number(scene, operator, text, value));
        }
        ("str", other) | (other, "str")
            if operator == "+"
                && !matches!(
                    other,
                    "NoneType" | "coroutine" | "bytes" | "method" | "function" | "builtin_function_or_method"
                ) =>
        {
            let (text, value) = if left == "str" { (l, r) } else { (r, l) };
            if matches!(text.kind(), "string" | "concatenated_string") || has_literal(text) {
                let new = format!("str({})", scene.text(value));
                let title = msg!("fix-change", old = scene.text(value), new = &new);
                drafts.push(Draft::safe("operand-str", 0.88, title).wrap(scene.source, value, "str(", ")"));
            }
        }
        ("list", "tuple") | ("tuple", "list") if operator == "+" => {
            // The result is what stands first.
            let (function, node) = (left, r);
            let new = format!("{function}({})", scene.text(node));
            let title = msg!("fix-change", old = scene.text(node), new = &new);
            drafts.push(Draft::safe("operand-sequence", 0.9, title).replace(scene.source, node, new));
        }
        ("list", other)
            if operator == "+"
                && !matches!(
                    other,
                    "NoneType" | "coroutine" | "set" | "dict" | "generator" | "dict_keys" | "range"
                ) =>
        {
            let new = format!("[{}]", scene.text(r));
            let title = msg!("fix-change", old = scene.text(r), new = &new);
            drafts.push(Draft::guess("operand-item", 0.6, title, msg!("assume-item")).replace(
                scene.source,
                r,
                new,
            ));
        }
        ("list", "range" | "dict_keys" | "generator" | "set" | "dict_values") if operator == "+" => {
            let new = format!("list({})", scene.text(r));
            let title = msg!("fix-change", old = scene.text(r), new = &new);
            drafts.push(Draft::safe("operand-sequence", 0.9, title).replace(scene.source, r, new));
        }
        _ => {}
    }
    drafts
}

fn text_and_number<'a>(scene: &Scene<'a>, operator: &str, text: Node<'a>, number: Node<'a>) -> Vec<Draft> {
    let source = scene.source;
    let mut drafts = Vec::new();
    let known = text_value(scene, text);
    let convert = known.and_then(converter);
    let literal = |n: Node<'a>| matches!(n.kind(), "string" | "concatenated_string") || has_literal(n);
    // A text that is put together: the number becomes text.
    if operator == "+" && (literal(text) || convert.is_none()) {
        let new = format!("str({})", scene.text(number));
        let title = msg!("fix-change", old = scene.text(number), new = &new);
        let augmented = number.parent().is_some_and(|p| p.kind() == "augmented_assignment");
        let prior = if literal(text) || augmented { 0.95 } else { 0.85 };
        // What follows would fail the same way: `"a" + n + "b" + m`.
        let mut draft = Draft::safe("operand-str", prior, title);
        draft = draft.wrap(source, number, "str(", ")");
        drafts.push(chain(scene, number, draft));
        return drafts;
    }
    if literal(text) {
        return drafts;
    }
    let Some(convert) = convert else { return drafts };
    // Where it was read: `input()`, and whatever stands around it.
    let spots = trace(scene, text);
    if let Some(spot) = spots.iter().find(|s| is_text_source(s)) {
        let title = msg!("fix-change", old = spot.text(), new = format!("{convert}({})", spot.text()));
        let in_function = spot.scene.is_none() && spots.len() > 2;
        let draft = Draft::safe("operand-read", if in_function { 0.85 } else { 0.94 }, title);
        drafts.push(draft.wrap(spot.source, spot.node, &format!("{convert}("), ")"));
    }
    let new = format!("{convert}({})", scene.text(text));
    let title = msg!("fix-change", old = scene.text(text), new = &new);
    drafts.push(Draft::safe("operand-number", 0.9, title).wrap(source, text, &format!("{convert}("), ")"));
    drafts
}

/// `range(input())`: the text as a number where it was read.
fn counted(scene: &Scene<'_>) -> Option<Draft> {
    let call = scene.failing("call")?;
    let node =
        positional(call)?.into_iter().find(|n| scene.type_of(*n) == Some("str") || n.kind() == "call")?;
    if text_value(scene, node).is_some_and(|t| converter(t) != Some("int")) {
        return None;
    }
    let spots = trace(scene, node);
    let spot = spots.iter().find(|s| is_text_source(s)).or(spots.first())?;
    let title = msg!("fix-change", old = spot.text(), new = format!("int({})", spot.text()));
    Some(Draft::safe("operand-read", 0.93, title).wrap(spot.source, spot.node, "int(", ")"))
}

/// Whether a `+` chain has a text literal in it.
fn has_literal(node: Node<'_>) -> bool {
    let mut found = false;
    collect(node, &mut |n| {
        found |= n.kind() == "string";
        matches!(n.kind(), "binary_operator" | "parenthesized_expression")
    });
    found
}

/// The other numbers of the same `+` chain, where the crash knows that they are numbers.
fn chain<'a>(scene: &Scene<'a>, number: Node<'a>, mut draft: Draft) -> Draft {
    let mut top = number;
    while let Some(parent) = top.parent().filter(|p| {
        p.kind() == "binary_operator"
            && p.child_by_field_name("operator").is_some_and(|o| scene.text(o) == "+")
    }) {
        if parent.child_by_field_name("right") == Some(top) || parent.child_by_field_name("left") == Some(top)
        {
            top = parent;
        } else {
            break;
        }
    }
    let mut more = Vec::new();
    collect(top, &mut |n| {
        if n.kind() == "binary_operator" || n == top {
            return true;
        }
        if n != number
            && n.parent().is_some_and(|p| p.kind() == "binary_operator")
            && matches!(scene.type_of(n), Some("int" | "float"))
        {
            more.push(n);
        }
        false
    });
    for node in more {
        draft = draft.wrap(scene.source, node, "str(", ")");
    }
    draft
}

/// `", ".join(numbers)`.
fn join(scene: &Scene<'_>) -> Option<Draft> {
    let call = scene.failing("call")?;
    let [argument] = positional(call)?.try_into().ok()?;
    let kind = scene.crash.exception.message.rsplit(", ").next()?.split(' ').next()?;
    if !matches!(kind, "int" | "float" | "bool" | "Decimal" | "Path" | "PosixPath" | "date") {
        return None;
    }
    let source = scene.source;
    if let "generator_expression" | "list_comprehension" = argument.kind() {
        let body = argument.child_by_field_name("body")?;
        let new = format!("str({})", scene.text(body));
        let title = msg!("fix-change", old = scene.text(body), new = &new);
        return Some(Draft::safe("join-str", 0.94, title).replace(source, body, new));
    }
    let new = format!("map(str, {})", scene.text(argument));
    let title = msg!("fix-change", old = scene.text(argument), new = &new);
    Some(Draft::safe("join-str", 0.94, title).replace(source, argument, new))
}

fn bytes(scene: &Scene<'_>) -> Vec<Draft> {
    let message = scene.crash.exception.message.as_str();
    let source = scene.source;
    let wants_bytes = message.contains("a bytes-like object is required, not 'str'")
        || message.contains("can't concat str to bytes")
        || message.contains("must be bytes or a tuple of bytes, not str")
        || message.contains("expected a bytes-like object, str found");
    let wants_text = message.contains("write() argument must be str, not bytes")
        || message.contains("can only concatenate str (not \"bytes\") to str")
        || message.contains("must be str or a tuple of str, not bytes")
        || message.contains("argument 1 must be str, not bytes");
    let call = scene.failing("call");
    let mut drafts = Vec::new();
    if wants_bytes {
        // Text literals that are arguments of the failing call, or its operands.
        let mut literals: Vec<Node<'_>> = Vec::new();
        let root = call.and_then(|c| c.child_by_field_name("arguments")).unwrap_or(scene.node);
        for node in children(root) {
            if scene.type_of(node) == Some("str")
                && bare(node).kind() == "string"
                && string_content(bare(node)).is_some()
            {
                literals.push(bare(node));
            }
        }
        let method = call
            .and_then(|c| c.child_by_field_name("function"))
            .and_then(|f| f.child_by_field_name("attribute"))
            .map_or("", |a| scene.text(a));
        // A file that was opened for bytes and gets text.
        if matches!(method, "write" | "writelines")
            && let Some((file, mode)) = opened(scene, call)
        {
            let text = file.node_text(mode);
            let new = text.replace('b', "");
            let title = msg!("fix-change", old = text, new = &new);
            drafts.push(Draft::safe("bytes-mode", 0.9, title).replace(file, mode, new));
        }
        if !literals.is_empty() {
            let plain = literals.iter().all(|l| scene.text(*l).is_ascii());
            if plain {
                let first = scene.text(literals[0]);
                let title = msg!("fix-change", old = first, new = format!("b{first}"));
                let mut draft = Draft::safe("bytes-literal", 0.95, title);
                for literal in &literals {
                    let at = literal.start_byte();
                    draft = draft.edit(source, at..at, "b");
                }
                drafts.push(draft);
            }
        } else if let Some(argument) =
            call.and_then(positional).and_then(|a| a.into_iter().find(|n| scene.type_of(*n) == Some("str")))
        {
            let text = scene.text(argument);
            let shown = if matches!(
                bare(argument).kind(),
                "identifier" | "attribute" | "call" | "subscript" | "string"
            ) {
                text.to_owned()
            } else {
                format!("({text})")
            };
            let new = format!("{shown}.encode()");
            let title = msg!("fix-change", old = text, new = &new);
            drafts.push(Draft::safe("bytes-encode", 0.88, title).replace(source, argument, new));
        } else if let Some(compare) = scene.within("comparison_operator").first() {
            let left = children(*compare).next();
            if let Some(left) = left.filter(|l| l.kind() == "string") {
                let at = left.start_byte();
                let title =
                    msg!("fix-change", old = scene.text(left), new = format!("b{}", scene.text(left)));
                drafts.push(Draft::safe("bytes-literal", 0.94, title).edit(source, at..at, "b"));
            }
        }
        if let Some((l, r)) = sides(scene, "+") {
            for node in [l, r] {
                if scene.type_of(node) == Some("str") {
                    if node.kind() == "string" && scene.text(node).is_ascii() {
                        let at = node.start_byte();
                        let title = msg!(
                            "fix-change",
                            old = scene.text(node),
                            new = format!("b{}", scene.text(node))
                        );
                        drafts.push(Draft::safe("bytes-literal", 0.94, title).edit(source, at..at, "b"));
                    } else {
                        let new = format!("{}.encode()", scene.text(node));
                        let title = msg!("fix-change", old = scene.text(node), new = &new);
                        drafts.push(Draft::safe("bytes-encode", 0.88, title).replace(source, node, new));
                    }
                }
            }
        }
    } else if wants_text {
        if let Some((l, r)) = sides(scene, "+") {
            for node in [l, r] {
                if scene.type_of(node) == Some("bytes") {
                    let new = if node.kind() == "string" {
                        scene.text(node).trim_start_matches(['b', 'B']).to_owned()
                    } else {
                        format!("{}.decode()", scene.text(node))
                    };
                    let title = msg!("fix-change", old = scene.text(node), new = &new);
                    drafts.push(Draft::safe("bytes-decode", 0.92, title).replace(source, node, new));
                }
            }
            return drafts;
        }
        if let Some((file, mode)) = opened(scene, call) {
            let text = file.node_text(mode);
            let range = string_content(mode).map(|r| r.end..r.end);
            if let Some(range) = range {
                let title =
                    msg!("fix-change", old = text, new = format!("{}b", text.trim_matches(['"', '\''])));
                drafts.push(Draft::safe("bytes-mode", 0.93, title).edit(file, range, "b"));
            }
        }
        if let Some(argument) = call.and_then(positional).and_then(|a| a.into_iter().next()) {
            let new = if argument.kind() == "string" {
                scene.text(argument).trim_start_matches(['b', 'B']).to_owned()
            } else {
                format!("{}.decode()", scene.text(argument))
            };
            let title = msg!("fix-change", old = scene.text(argument), new = &new);
            drafts.push(Draft::safe("bytes-decode", 0.9, title).replace(source, argument, new));
        }
    }
    drafts
}

/// The mode in the `open(…)` that made the file whose method is called.
fn opened<'a>(scene: &Scene<'a>, call: Option<Node<'a>>) -> Option<(&'a Source, Node<'a>)> {
    let object = call?.child_by_field_name("function")?.child_by_field_name("object")?;
    let spot: Spot<'a> = trace(scene, object).into_iter().find(|s| s.node.kind() == "call")?;
    let function = super::draft::function_text(spot.source, spot.node);
    if function.rsplit('.').next() != Some("open") {
        return None;
    }
    let position = usize::from(function == "open" || function == "io.open");
    let mode =
        keyword(spot.source, spot.node, "mode").or_else(|| positional(spot.node)?.get(position).copied())?;
    (mode.kind() == "string").then_some((spot.source, mode))
}
