//! Keys and indexes that are not there.

use super::Rule;
use super::draft::{Draft, needs_parentheses, string_content, string_value};
use crate::diagnose::Scene;
use crate::diagnose::lookups::{
    FirstUse, KeyFinding, first_use, key_findings, key_literal, missing_index, missing_key,
};
use crate::diagnose::scene::{bare, children};
use crate::diagnose::trace::{Binding, binding};
use crate::msg;
use tree_sitter::Node;

/// A literal key that is similar to a real one, a key of the other type, or a key's first use.
pub(super) const KEY: Rule = Rule { name: "key", exceptions: &["KeyError"], look: key };

/// An index one past the end.
pub(super) const INDEX: Rule = Rule { name: "index", exceptions: &["IndexError"], look: index };

fn key(scene: &Scene<'_>) -> Vec<Draft> {
    let Some(missing) = missing_key(scene) else { return Vec::new() };
    let source = scene.source;
    let mut drafts = Vec::new();
    for finding in key_findings(scene, &missing) {
        match finding {
            KeyFinding::Similar { names, .. } | KeyFinding::Column(names) => {
                let place = match missing.literal {
                    Some(literal) => Some((source, literal)),
                    // Given as an argument: only a long, plain word is surely no data.
                    None => missing.key_node.and_then(|n| key_literal(scene, n)).filter(|(s, n)| {
                        let word = string_value(s, *n).unwrap_or_default();
                        word.len() >= 6
                            && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
                            && word == missing.key
                    }),
                };
                let Some((file, literal)) = place else { continue };
                let direct = missing.literal.is_some();
                if string_value(file, literal) != Some(missing.key.as_str()) {
                    continue;
                }
                let Some(range) = string_content(literal) else { continue };
                let alone = names.len() == 1;
                for new in names.iter().filter(|n| !n.contains(['"', '\'', '\\', '\n'])) {
                    let title = msg!("fix-change", old = &missing.key, new = new);
                    let draft = if alone && direct {
                        Draft::safe("key-similar", 0.95, title)
                    } else {
                        Draft::guess(
                            "key-similar",
                            if alone { 0.8 } else { 0.4 },
                            title,
                            msg!("assume-name", name = new),
                        )
                    };
                    drafts.push(draft.edit(file, range.clone(), new.as_str()));
                }
            }
            KeyFinding::OtherType(have) => {
                let Some(node) = missing.key_node else { continue };
                let draft = match node.kind() {
                    "string" => string_value(source, node).map(|text| {
                        let title = msg!("fix-change", old = scene.text(node), new = text);
                        Draft::safe("key-type", 0.94, title).replace(source, node, text)
                    }),
                    "integer" => {
                        let new = format!("\"{}\"", scene.text(node));
                        let title = msg!("fix-change", old = scene.text(node), new = &new);
                        Some(Draft::safe("key-type", 0.94, title).replace(source, node, new))
                    }
                    _ => {
                        let function = if have == "str" { "str" } else { "int" };
                        let new = format!("{function}({})", scene.text(node));
                        let title = msg!("fix-change", old = scene.text(node), new = &new);
                        Some(Draft::safe("key-type", 0.94, title).replace(source, node, new))
                    }
                };
                drafts.extend(draft);
            }
            KeyFinding::FirstUse => drafts.extend(first(scene, missing.container)),
            KeyFinding::Environment | KeyFinding::Pop => {}
        }
    }
    drafts
}

/// A default for the first use of a key.
fn first<'a>(scene: &Scene<'a>, container: Option<Node<'a>>) -> Option<Draft> {
    let subscript = container?.parent()?;
    let source = scene.source;
    let object = scene.text(container?);
    let key = scene.text(subscript.child_by_field_name("subscript")?);
    match first_use(scene, subscript)? {
        FirstUse::Augmented(statement) => {
            let right = statement.child_by_field_name("right")?;
            let operator = scene.text(statement.child_by_field_name("operator")?).trim_end_matches('=');
            let start = match scene.type_of(bare(right)) {
                Some("str") => "\"\"",
                Some("list") => "[]",
                Some("float") => "0.0",
                _ => "0",
            };
            let start = if start == "0.0" { "0" } else { start };
            if operator == "*" || operator == "/" {
                return None;
            }
            let value = scene.text(right);
            let value = if needs_parentheses(right) || operator == "-" && right.kind() == "binary_operator" {
                format!("({value})")
            } else {
                value.to_owned()
            };
            let new = format!("{object}[{key}] = {object}.get({key}, {start}) {operator} {value}");
            let title = msg!("fix-default", new = format!("{object}.get({key}, {start})"));
            Some(Draft::safe("key-first-use", 0.94, title).replace(source, statement, new))
        }
        FirstUse::Read(read) => {
            let new = format!("{object}.get({key}, 0)");
            let title = msg!("fix-default", new = &new);
            Some(Draft::safe("key-first-use", 0.93, title).replace(source, read, new))
        }
        FirstUse::Method(method) => {
            let start = match method {
                "add" | "update" => "set()",
                _ => "[]",
            };
            if method == "update" {
                return None;
            }
            let new = format!("{object}.setdefault({key}, {start})");
            let title = msg!("fix-default", new = &new);
            Some(Draft::safe("key-first-use", 0.94, title).replace(source, subscript, new))
        }
        FirstUse::Nested => {
            let new = format!("{object}.setdefault({key}, {{}})");
            let title = msg!("fix-default", new = &new);
            Some(Draft::safe("key-first-use", 0.9, title).replace(source, subscript, new))
        }
    }
}

fn index(scene: &Scene<'_>) -> Vec<Draft> {
    let Some(missing) = missing_index(scene) else { return Vec::new() };
    let source = scene.source;
    let container = scene.text(missing.container);
    if container.ends_with("argv") || missing.len == Some(0) {
        return Vec::new();
    }
    let index = missing.index_node;
    let past = missing.index.is_some() && missing.index == missing.len.and_then(|l| i64::try_from(l).ok());
    let mut drafts = Vec::new();
    let length = format!("len({container})");
    if scene.text(index) == length {
        let new = format!("{length} - 1");
        let title = msg!("fix-change", old = scene.text(index), new = &new);
        drafts.push(Draft::safe("index-last", 0.96, title).replace(source, index, new));
        return drafts;
    }
    if !past {
        return drafts;
    }
    // A name that holds the length.
    if index.kind() == "identifier"
        && let Some(Binding::Whole(value)) = binding(source, index, scene.text(index))
        && source.node_text(value).starts_with("len(")
    {
        let new = format!("{} - 1", scene.text(index));
        let title = msg!("fix-change", old = scene.text(index), new = &new);
        drafts.push(Draft::safe("index-last", 0.93, title).replace(source, index, new));
        return drafts;
    }
    // `x[i + 1]` in a loop over range(len(x)).
    let (name, offset) = match index.kind() {
        "identifier" => (index, 0),
        "binary_operator" => {
            let left = index.child_by_field_name("left").map(bare);
            let right = index.child_by_field_name("right");
            let plus = index.child_by_field_name("operator").is_some_and(|o| scene.text(o) == "+");
            match (left, right.and_then(|r| scene.text(r).parse::<i64>().ok())) {
                (Some(left), Some(n)) if plus && left.kind() == "identifier" => (left, n),
                _ => return drafts,
            }
        }
        _ => return drafts,
    };
    let Some(Binding::Element(over) | Binding::Part(over)) = binding(source, name, scene.text(name)) else {
        drafts.extend(while_bound(scene, name, offset));
        return drafts;
    };
    if over.kind() != "call"
        || over.child_by_field_name("function").is_none_or(|f| source.node_text(f) != "range")
    {
        return drafts;
    }
    let arguments: Vec<Node<'_>> =
        over.child_by_field_name("arguments").map(|a| children(a).collect()).unwrap_or_default();
    let (start, end) = match arguments.as_slice() {
        [end] => (None, *end),
        [start, end] | [start, end, _] => (Some(*start), *end),
        _ => return drafts,
    };
    let end_text = source.node_text(end);
    if offset > 0 {
        let new = format!("{end_text} - {offset}");
        let title = msg!("fix-change", old = end_text, new = &new);
        drafts.push(Draft::safe("index-range", 0.94, title).replace(source, end, new));
        return drafts;
    }
    // `range(1, len(x) + 1)` with x[i]: counted from one.
    let from_one = start.is_some_and(|s| source.node_text(s) == "1");
    let plus_one = end.kind() == "binary_operator" && end_text.replace(' ', "").ends_with("+1");
    if plus_one && from_one {
        let new = format!("{} - 1", scene.text(index));
        let title = msg!(
            "fix-change",
            old = format!("{container}[{}]", scene.text(index)),
            new = format!("{container}[{new}]")
        );
        drafts.push(Draft::safe("index-from-one", 0.92, title).replace(source, index, new));
    } else if plus_one {
        let left = end.child_by_field_name("left");
        if let Some(left) = left {
            let title = msg!("fix-change", old = end_text, new = source.node_text(left));
            drafts.push(Draft::safe("index-range", 0.93, title).replace(source, end, source.node_text(left)));
        }
    } else {
        // A longer sequence's length was taken.
        let new = length;
        let title = msg!("fix-change", old = end_text, new = &new);
        let assumption = msg!("assume-shorter", what = container);
        if end.kind() == "call" {
            drafts.push(Draft::guess("index-range", 0.5, title, assumption).replace(source, end, new));
        }
    }
    drafts
}

/// `while i <= len(x)`: the condition that lets the index reach the length.
fn while_bound<'a>(scene: &Scene<'a>, name: Node<'a>, offset: i64) -> Option<Draft> {
    let source = scene.source;
    let looped = crate::diagnose::scene::ancestors(name).find(|n| n.kind() == "while_statement")?;
    let condition = looped.child_by_field_name("condition")?;
    let mut found = None;
    crate::diagnose::scene::collect(condition, &mut |n| {
        if n.kind() == "comparison_operator" && found.is_none() {
            let parts: Vec<Node<'_>> = children(n).collect();
            if let [left, right] = parts.as_slice()
                && source.node_text(*left) == scene.text(name)
            {
                found = Some((n, *left, *right));
            }
        }
        true
    });
    let (node, left, right) = found?;
    let between = source.slice(left.end_byte()..right.start_byte());
    let end = source.node_text(right);
    if between.trim() == "<=" && offset == 0 {
        let title = msg!(
            "fix-change",
            old = source.node_text(node),
            new = format!("{} < {end}", source.node_text(left))
        );
        let at = left.end_byte() + between.find("<=")?;
        return Some(Draft::safe("index-while", 0.94, title).edit(source, at..at + 2, "<"));
    }
    if between.trim() == "<" && offset > 0 {
        let new = format!("{end} - {offset}");
        let title = msg!("fix-change", old = end, new = &new);
        return Some(Draft::safe("index-while", 0.93, title).replace(source, right, new));
    }
    None
}
