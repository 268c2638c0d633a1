//! Values that a function does not take: numbers in texts, dates, defaults, formats.

use super::Rule;
use super::draft::{Draft, add_import, keyword, positional, string_value};
use crate::diagnose::Scene;
use crate::diagnose::scene::{bare, children, collect, function_of};
use crate::diagnose::trace::trace;
use crate::diagnose::types::json_culprit;
use crate::diagnose::values::{decimal_comma, fitting_formats, iso_repaired, thousands};
use crate::msg;
use tree_sitter::Node;

/// Conversions, dates, defaults of dataclasses, extremes of nothing, format codes.
pub(super) const VALUE: Rule = Rule { name: "value", exceptions: &["ValueError", "StatisticsError"], look };

/// What JSON does not know.
pub(super) const JSON_TYPE: Rule = Rule { name: "json-type", exceptions: &["TypeError"], look: json_type };

fn look(scene: &Scene<'_>) -> Vec<Draft> {
    let message = scene.crash.exception.message.as_str();
    if message.contains("invalid literal for int()") || message.contains("could not convert string to float")
    {
        return number(scene, message);
    }
    if message.contains("does not match format") || message.contains("unconverted data remains") {
        return date(scene);
    }
    if message.contains("Invalid isoformat string") {
        return isoformat(scene, message).into_iter().collect();
    }
    if message.contains("mutable default") {
        return dataclass(scene, message).into_iter().collect();
    }
    if message.contains("arg is an empty sequence") || message.contains("iterable argument is empty") {
        return extreme(scene).into_iter().collect();
    }
    if message.contains("Unknown format code") {
        return format_code(scene, message).into_iter().collect();
    }
    Vec::new()
}

/// The call of `int` or `float` at the place, with its argument.
fn conversion<'a>(scene: &Scene<'a>) -> Option<(Node<'a>, Node<'a>)> {
    let call = scene
        .within("call")
        .into_iter()
        .find(|c| matches!(super::draft::function_text(scene.source, *c), "int" | "float"))?;
    let argument = positional(call)?.into_iter().next()?;
    Some((call, argument))
}

fn number(scene: &Scene<'_>, message: &str) -> Vec<Draft> {
    let text = message.split_once(": ").map_or("", |(_, t)| t).trim();
    let text = text.strip_prefix(['\'', '"']).and_then(|t| t.strip_suffix(['\'', '"'])).unwrap_or(text);
    let source = scene.source;
    let to_int = message.contains("int()");
    if to_int && text.trim().parse::<f64>().is_ok() && text.contains(['.', 'e', 'E']) {
        if let Some((call, _)) = conversion(scene)
            && let Some(function) = call.child_by_field_name("function")
            && scene.text(function) == "int"
        {
            let title = msg!(
                "fix-change",
                old = scene.text(call),
                new = scene.text(call).replacen("int", "float", 1)
            );
            return vec![Draft::safe("int-float", 0.93, title).replace(source, function, "float")];
        }
        // `map(int, …)`: the function as a value.
        let mut found = None;
        collect(scene.node, &mut |n| {
            let argument =
                n.parent().is_some_and(|p| matches!(p.kind(), "argument_list" | "keyword_argument"));
            if found.is_none() && n.kind() == "identifier" && argument && scene.source.node_text(n) == "int" {
                found = Some(n);
            }
            true
        });
        if let Some(name) = found {
            let title = msg!("fix-change", old = "int", new = "float");
            return vec![Draft::safe("int-float", 0.92, title).replace(source, name, "float")];
        }
        return Vec::new();
    }
    let Some((_, argument)) = conversion(scene) else { return Vec::new() };
    let shown = scene.text(argument);
    if let Some(cleaned) = thousands(text).filter(|t| t.parse::<f64>().is_ok()) {
        let separator =
            text.chars().find(|c| !c.is_ascii_digit() && *c != '-' && !cleaned.contains(*c)).unwrap_or(',');
        let quoted = if separator == '\'' { "\"'\"".to_owned() } else { format!("\"{separator}\"") };
        let new = format!("{shown}.replace({quoted}, \"\")");
        let title = msg!("fix-change", old = shown, new = &new);
        return vec![
            Draft::guess("int-thousands", 0.7, title, msg!("assume-thousands"))
                .replace(source, argument, new),
        ];
    }
    if !to_int && decimal_comma(text).is_some() {
        let new = format!("{shown}.replace(\",\", \".\")");
        let title = msg!("fix-change", old = shown, new = &new);
        return vec![
            Draft::guess("float-comma", 0.7, title, msg!("assume-decimal-comma"))
                .replace(source, argument, new),
        ];
    }
    // A currency sign or a percent sign around the digits.
    let core = text.trim().trim_matches(|c: char| !c.is_ascii_digit() && c != '-' && c != '.');
    if !core.is_empty()
        && core != text.trim()
        && (core.parse::<i64>().is_ok() || !to_int && core.parse::<f64>().is_ok())
    {
        let around: String = text.trim().replacen(core, "", 1);
        if around.chars().count() <= 4 && !around.contains(['"', '\\', '\n']) {
            let new = format!("{shown}.strip(\"{around}\")");
            let title = msg!("fix-change", old = shown, new = &new);
            return vec![
                Draft::guess("number-unit", 0.6, title, msg!("assume-unit", unit = around))
                    .replace(source, argument, new),
            ];
        }
    }
    Vec::new()
}

/// The one format that fits all texts seen, at every `strptime` with the wrong one.
fn date(scene: &Scene<'_>) -> Vec<Draft> {
    let Some(call) = scene.failing("call") else { return Vec::new() };
    let Some(format) = positional(call).and_then(|a| a.into_iter().nth(1)) else { return Vec::new() };
    let Some(spot) = trace(scene, format).into_iter().last().filter(|s| s.node.kind() == "string") else {
        return Vec::new();
    };
    let Some(old) = string_value(spot.source, spot.node) else { return Vec::new() };
    let formats = fitting_formats(scene);
    let alone = formats.len() == 1;
    let mut drafts = Vec::new();
    for new in formats.iter().take(2) {
        let title = msg!("fix-change", old = old, new = new);
        let mut draft = if alone {
            Draft::safe("date-format", 0.93, title)
        } else {
            Draft::guess("date-format", 0.6, title, msg!("assume-format", format = new))
        };
        let mut literals = Vec::new();
        if let Some(root) = spot.source.root() {
            collect(root, &mut |n| {
                if n.kind() == "string"
                    && string_value(spot.source, n) == Some(old)
                    && is_format(spot.source, n, spot.node)
                {
                    literals.push(n);
                }
                true
            });
        }
        for literal in literals {
            if let Some(range) = super::draft::string_content(literal) {
                draft = draft.edit(spot.source, range, new.as_str());
            }
        }
        drafts.push(draft);
    }
    drafts
}

/// Whether a literal is the wrong one itself, or the format of another `strptime`.
fn is_format(source: &crate::diagnose::Source, literal: Node<'_>, wrong: Node<'_>) -> bool {
    literal == wrong
        || crate::diagnose::scene::ancestors(literal)
            .take_while(|n| n.kind() != "block")
            .find(|n| n.kind() == "call")
            .is_some_and(|c| super::draft::function_text(source, c).ends_with("strptime"))
}

/// A date literal of the program whose parts lack their zeros.
fn isoformat(scene: &Scene<'_>, message: &str) -> Option<Draft> {
    let text = message.split('\'').nth(1)?;
    let right = iso_repaired(text)?;
    let root = scene.source.root()?;
    let mut found = Vec::new();
    collect(root, &mut |n| {
        if n.kind() == "string" && string_value(scene.source, n) == Some(text) {
            found.push(n);
        }
        true
    });
    let [only] = found.as_slice() else { return None };
    let range = super::draft::string_content(*only)?;
    let title = msg!("fix-change", old = text, new = &right);
    Some(Draft::safe("iso-date", 0.93, title).edit(scene.source, range, right))
}

fn dataclass(scene: &Scene<'_>, message: &str) -> Option<Draft> {
    let field = message.split("for field ").nth(1)?.split(' ').next()?;
    let root = scene.source.root()?;
    let line = scene.frame.range.start.line;
    let mut found: Option<(bool, Node<'_>)> = None;
    collect(root, &mut |n| {
        if n.kind() == "assignment"
            && n.child_by_field_name("type").is_some()
            && n.child_by_field_name("left").is_some_and(|l| scene.source.node_text(l) == field)
            && crate::diagnose::scene::function_of(n).is_none()
        {
            let below = scene.source.place_of(n.start_byte()).line >= line;
            if found.is_none() || below && found.is_some_and(|(b, _)| !b) {
                found = Some((below, n));
            }
        }
        true
    });
    let (_, node) = found?;
    let value = bare(node.child_by_field_name("right")?);
    let text = scene.source.node_text(value);
    let empty = matches!(text, "[]" | "{}" | "list()" | "dict()" | "set()");
    let factory = match (text, value.kind()) {
        ("[]" | "list()", _) => "list".to_owned(),
        ("{}" | "dict()", _) => "dict".to_owned(),
        ("set()", _) => "set".to_owned(),
        (_, "call")
            if value.child_by_field_name("arguments").is_some_and(|a| children(a).next().is_none()) =>
        {
            super::draft::function_text(scene.source, value).to_owned()
        }
        _ => format!("lambda: {text}"),
    };
    let module_import = scene.source.text.contains("import dataclasses");
    let by_name = scene.source.text.contains("from dataclasses import");
    let function = if module_import && !by_name { "dataclasses.field" } else { "field" };
    let new = format!("{function}(default_factory={factory})");
    let title = msg!("fix-change", old = text, new = &new);
    let draft = Draft::safe("dataclass-default", if empty { 0.97 } else { 0.94 }, title).replace(
        scene.source,
        value,
        new,
    );
    Some(if function == "field" {
        add_import(draft, scene.source, "from dataclasses import field")
    } else {
        draft
    })
}

/// `max(…)` of nothing: a default.
fn extreme(scene: &Scene<'_>) -> Option<Draft> {
    let call = scene
        .within("call")
        .into_iter()
        .find(|c| matches!(super::draft::function_text(scene.source, *c), "max" | "min"))?;
    if keyword(scene.source, call, "default").is_some() {
        return None;
    }
    let arguments = call.child_by_field_name("arguments")?;
    let last =
        if arguments.kind() == "generator_expression" { None } else { Some(children(arguments).last()?) };
    // 0 only where a number has to be there; what is printed, kept or returned as it is says None.
    let value = if is_calculated(scene, call) || takes_lengths(scene, call) { "0" } else { "None" };
    let text = match last {
        Some(last) => {
            // A bare generator has to get its own parentheses beside a second argument.
            if last.kind() == "generator_expression" && !scene.text(last).starts_with('(') {
                return None;
            }
            let at = last.end_byte();
            let title = msg!("fix-default-value", value = value);
            let draft = if value == "0" {
                Draft::safe("empty-default", 0.9, title)
            } else {
                Draft::guess("empty-default", 0.6, title, msg!("assume-empty", value = value))
            };
            return Some(draft.edit(scene.source, at..at, format!(", default={value}")));
        }
        None => scene.text(arguments).to_owned(),
    };
    let new = format!("({text}, default={value})");
    let title = msg!("fix-default-value", value = value);
    let draft = if value == "0" {
        Draft::safe("empty-default", 0.9, title)
    } else {
        Draft::guess("empty-default", 0.6, title, msg!("assume-empty", value = value))
    };
    Some(draft.replace(scene.source, arguments, new))
}

/// Whether a result is added or compared: where it stands, or under the name that it gets.
fn is_calculated(scene: &Scene<'_>, call: Node<'_>) -> bool {
    if in_calculation(scene, call) {
        return true;
    }
    let target = call
        .parent()
        .filter(|p| p.kind() == "assignment" && p.child_by_field_name("right") == Some(call))
        .and_then(|p| p.child_by_field_name("left"))
        .filter(|left| left.kind() == "identifier");
    let (Some(target), Some(root)) = (target, scene.source.root()) else { return false };
    let (name, function) = (scene.source.node_text(target), function_of(target));
    let mut found = false;
    collect(root, &mut |n| {
        found |= n.kind() == "identifier"
            && n.start_byte() > call.end_byte()
            && scene.source.node_text(n) == name
            && function_of(n) == function
            && in_calculation(scene, n);
        !found
    });
    found
}

/// Whether what surrounds a value takes numbers only.
fn in_calculation(scene: &Scene<'_>, node: Node<'_>) -> bool {
    let mut node = node;
    while let Some(parent) = node.parent().filter(|p| p.kind() == "parenthesized_expression") {
        node = parent;
    }
    let Some(parent) = node.parent() else { return false };
    match parent.kind() {
        "comparison_operator" => {
            // `best is None` is asked of what may be None.
            let text = scene.source.node_text(parent);
            !text.contains(" is ") && !text.contains("None")
        }
        "binary_operator" | "boolean_operator" | "unary_operator" | "augmented_assignment" => true,
        "interpolation" => parent.child_by_field_name("format_specifier").is_some(),
        "argument_list" => parent.parent().is_some_and(|outer| {
            matches!(
                super::draft::function_text(scene.source, outer),
                "range" | "int" | "float" | "round" | "abs" | "sum"
            )
        }),
        _ => false,
    }
}

/// `max(len(word) for word in words)`: the longest of none is 0 long.
fn takes_lengths(scene: &Scene<'_>, call: Node<'_>) -> bool {
    let arguments = call.child_by_field_name("arguments").map_or("", |a| scene.source.node_text(a));
    keyword(scene.source, call, "key").is_none()
        && (arguments.contains("len(") || arguments.contains("map(len,"))
}

/// `f"{text:.2f}"`: the text as a number.
fn format_code(scene: &Scene<'_>, message: &str) -> Option<Draft> {
    let letter = message.split('\'').nth(1)?;
    let kind = message.split("type '").nth(1)?.split('\'').next()?;
    let function = match (letter, kind) {
        ("f" | "e" | "g" | "%" | "F" | "E" | "G", "str") => "float",
        ("d" | "x" | "b" | "o" | "n" | "c" | "X", "str" | "float") => "int",
        _ => return None,
    };
    let source = scene.source;
    let wanted = |n: &Node<'_>| {
        let node =
            source.root().and_then(|r| r.named_descendant_for_byte_range(n.start_byte(), n.end_byte()));
        node.and_then(|n| scene.type_of(n)).is_none_or(|t| t == kind)
    };
    // The interpolations whose format ends so.
    for field in scene.within("interpolation").into_iter().chain(scene.failing("interpolation")) {
        let Some(spec) = field.child_by_field_name("format_specifier") else { continue };
        let Some(value) = field.child_by_field_name("expression") else { continue };
        if source.node_text(spec).trim_end_matches('}').ends_with(letter)
            && wanted(&value)
            && converts(scene, value, function)
        {
            let new = format!("{function}({})", scene.text(value));
            let title = msg!("fix-change", old = scene.text(value), new = &new);
            return Some(Draft::safe("format-number", 0.93, title).replace(source, value, new));
        }
    }
    // `"{:.2f}".format(text)` and `format(text, ".2f")`.
    let call = scene.failing("call")?;
    let name = super::draft::function_text(source, call);
    let arguments = positional(call)?;
    let candidates = if name == "format" {
        arguments.into_iter().take(1).collect()
    } else if name.ends_with(".format") {
        arguments
    } else {
        return None;
    };
    let value = candidates.into_iter().find(|n| scene.type_of(*n) == Some(kind))?;
    if !converts(scene, value, function) {
        return None;
    }
    let new = format!("{function}({})", scene.text(value));
    let title = msg!("fix-change", old = scene.text(value), new = &new);
    Some(Draft::safe("format-number", 0.92, title).replace(source, value, new))
}

/// Whether a value, where it is known, can be made such a number.
fn converts(scene: &Scene<'_>, node: Node<'_>, function: &str) -> bool {
    let node = scene
        .source
        .root()
        .and_then(|r| r.named_descendant_for_byte_range(node.start_byte(), node.end_byte()));
    let value = node.and_then(|n| scene.value(n)).and_then(|v| v.value.as_ref());
    match value {
        Some(serde_json::Value::String(text)) if function == "float" => text.trim().parse::<f64>().is_ok(),
        Some(serde_json::Value::String(text)) => text.trim().parse::<i128>().is_ok(),
        _ => true,
    }
}

fn json_type(scene: &Scene<'_>) -> Vec<Draft> {
    let message = scene.crash.exception.message.as_str();
    if !message.contains("is not JSON serializable") {
        return Vec::new();
    }
    let Some(kind) = message.strip_prefix("Object of type ").and_then(|m| m.split(' ').next()) else {
        return Vec::new();
    };
    let source = scene.source;
    let culprit = json_culprit(scene, kind);
    let mut drafts = Vec::new();
    let wrap = |node: Node<'_>, function: &str, rule: &'static str, prior: f32| {
        let text = source.node_text(node);
        let new = format!("{function}({text})");
        let title = msg!("fix-change", old = text, new = &new);
        Draft::safe(rule, prior, title).replace(source, node, new)
    };
    match kind {
        "set" | "frozenset" | "dict_keys" | "dict_values" | "range" | "map" | "filter" | "generator"
        | "deque" => {
            if let Some(node) = culprit {
                drafts.push(wrap(node, "list", "json-list", 0.94));
                if matches!(kind, "set" | "frozenset") {
                    // The same order on every run.
                    drafts.push(wrap(node, "sorted", "json-list", 0.9));
                }
            } else if matches!(kind, "set" | "frozenset") {
                drafts.extend(default(scene, "list", 0.85));
            }
        }
        "datetime" | "date" | "time" | "Decimal" | "UUID" | "PosixPath" | "WindowsPath" | "timedelta" => {
            if let Some(node) = culprit {
                drafts.push(wrap(node, "str", "json-str", 0.85));
            }
            drafts.extend(default(scene, "str", 0.9));
        }
        _ => {}
    }
    drafts
}

/// `json.dumps(…, default=function)`.
fn default(scene: &Scene<'_>, function: &str, prior: f32) -> Option<Draft> {
    let call = scene.failing("call").filter(|c| {
        let text = super::draft::function_text(scene.source, *c);
        text.ends_with("dumps") || text.ends_with("dump")
    })?;
    if keyword(scene.source, call, "default").is_some() {
        return None;
    }
    let last = children(call.child_by_field_name("arguments")?).last()?;
    let at = last.end_byte();
    let title = msg!("fix-json-default", function = function);
    Some(Draft::safe("json-default", prior, title).edit(
        scene.source,
        at..at,
        format!(", default={function}"),
    ))
}
