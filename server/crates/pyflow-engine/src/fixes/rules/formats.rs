//! `%` formats with too few or too many placeholders, in logging and elsewhere.

use super::Rule;
use super::draft::{Draft, positional, string_content};
use crate::diagnose::Scene;
use crate::diagnose::scene::{bare, children};
use crate::diagnose::types::placeholders;
use crate::msg;
use tree_sitter::Node;

/// Arguments of a log call that the text has no placeholder for.
pub(super) const FORMAT: Rule = Rule { name: "format", exceptions: &["TypeError", "ValueError"], look };

fn look(scene: &Scene<'_>) -> Vec<Draft> {
    let message = scene.crash.exception.message.as_str();
    let many = message.contains("not all arguments converted during string formatting");
    let few = message.contains("not enough arguments for format string");
    if !many && !few {
        return Vec::new();
    }
    if many {
        return logging(scene).or_else(|| percent(scene)).into_iter().collect();
    }
    missing(scene).into_iter().collect()
}

/// The format of the log call at the place, with how many arguments are given for it.
pub(crate) fn log_format<'a>(scene: &Scene<'a>) -> Option<(Node<'a>, usize)> {
    let call = scene.within("call").into_iter().chain(scene.failing("call")).find(|c| {
        let name = super::draft::function_text(scene.source, *c);
        let last = name.rsplit('.').next().unwrap_or(name);
        matches!(last, "debug" | "info" | "warning" | "warn" | "error" | "exception" | "critical" | "log")
    })?;
    let name = super::draft::function_text(scene.source, call);
    let arguments = positional(call)?;
    let skip = usize::from(name.ends_with("log"));
    let format = bare(*arguments.get(skip)?);
    (format.kind() == "string").then_some((format, arguments.len() - skip - 1))
}

/// `log.warning("text", value)`.
fn logging(scene: &Scene<'_>) -> Option<Draft> {
    let (format, given) = log_format(scene)?;
    let range = string_content(format)?;
    let text = scene.source.slice(range.clone());
    let marks = placeholders(text);
    if marks >= given {
        return None;
    }
    let source = scene.source;
    let title = msg!("fix-placeholders");
    let draft = Draft::safe("logging-placeholder", 0.93, title);
    // `{}` was meant as a placeholder.
    let braces: Vec<usize> = text.match_indices("{}").map(|(at, _)| at).collect();
    if braces.len() == given - marks {
        let mut draft = draft;
        for at in braces {
            let start = range.start + at;
            draft = draft.edit(source, start..start + 2, "%s");
        }
        return Some(draft);
    }
    let more = " %s".repeat(given - marks);
    // Before the punctuation at the end.
    let end = text.trim_end_matches(['.', '!', ' ']).len();
    let at = if text.ends_with(':') || text.ends_with(": ") || text.ends_with('=') || end == text.len() {
        text.trim_end().len()
    } else {
        end
    };
    let at = range.start + at;
    let more = if text.ends_with('=') { more.trim_start().to_owned() } else { more };
    let tail = if text.ends_with(' ') { range.end..range.end } else { at..at };
    let more = if text.ends_with(' ') { more.trim_start().to_owned() } else { more };
    Some(draft.edit(source, tail, more))
}

/// `"text" % value` without a placeholder, or `"%s" % (a, b)` with one too few.
fn percent(scene: &Scene<'_>) -> Option<Draft> {
    let node = scene
        .within("binary_operator")
        .into_iter()
        .find(|n| n.child_by_field_name("operator").is_some_and(|o| scene.text(o) == "%"))?;
    let format = bare(node.child_by_field_name("left")?);
    let right = bare(node.child_by_field_name("right")?);
    let range = string_content(format)?;
    let text = scene.source.slice(range.clone());
    let marks = placeholders(text);
    // One placeholder for a whole tuple: `"%s" % pair`.
    if marks == 1 && right.kind() != "tuple" && scene.type_of(right) == Some("tuple") {
        let new = format!("({},)", scene.text(right));
        let title = msg!("fix-change", old = scene.text(right), new = &new);
        return Some(Draft::safe("format-tuple", 0.9, title).replace(scene.source, right, new));
    }
    let given = if right.kind() == "tuple" { children(right).count() } else { 1 };
    let braces: Vec<usize> = text.match_indices("{}").map(|(at, _)| at).collect();
    if braces.len() + marks == given && !braces.is_empty() {
        let mut draft = Draft::safe("format-placeholder", 0.92, msg!("fix-placeholders"));
        for at in braces {
            let start = range.start + at;
            draft = draft.edit(scene.source, start..start + 2, "%s");
        }
        return Some(draft);
    }
    None
}

/// A placeholder without its argument, when one name here is used nowhere else: the parameter that was left out.
fn missing(scene: &Scene<'_>) -> Option<Draft> {
    let node = scene
        .within("binary_operator")
        .into_iter()
        .find(|n| n.child_by_field_name("operator").is_some_and(|o| scene.text(o) == "%"))?;
    let format = bare(node.child_by_field_name("left")?);
    let right = bare(node.child_by_field_name("right")?);
    let marks = placeholders(scene.source.slice(string_content(format)?));
    let given = if right.kind() == "tuple" { children(right).count() } else { 1 };
    // `"%s %s" % a, b`: the tuple lost its parentheses.
    if right.kind() != "tuple"
        && let Some(list) = node.parent().filter(|p| matches!(p.kind(), "argument_list" | "expression_list"))
    {
        let after: Vec<_> = children(list)
            .filter(|n| n.start_byte() > node.end_byte() && n.kind() != "keyword_argument")
            .collect();
        if after.len() + 1 == marks
            && let Some(last) = after.last()
        {
            let range = right.start_byte()..last.end_byte();
            let new = format!("({})", scene.source.slice(range.clone()));
            let title = msg!("fix-tuple", new = &new);
            return Some(Draft::safe("format-parentheses", 0.93, title).edit(scene.source, range, new));
        }
    }
    if marks != given + 1 {
        return None;
    }
    let function = scene.function()?;
    let body = function.child_by_field_name("body")?;
    let parameters = function.child_by_field_name("parameters")?;
    let unused: Vec<&str> = children(parameters)
        .filter_map(crate::diagnose::trace::parameter_name)
        .map(|p| scene.text(p))
        .filter(|p| *p != "self" && !words(scene.source.node_text(body)).any(|w| w == *p))
        .collect();
    let [only] = unused.as_slice() else { return None };
    let title = msg!("fix-pass", names = *only);
    let draft = Draft::safe("format-unused", 0.85, title);
    Some(if right.kind() == "tuple" {
        let at = children(right).last()?.end_byte();
        draft.edit(scene.source, at..at, format!(", {only}"))
    } else {
        draft.replace(scene.source, right, format!("({}, {only})", scene.text(right)))
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}
