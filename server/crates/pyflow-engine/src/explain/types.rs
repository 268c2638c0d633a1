//! TypeError: operands, calls, indexes, and what else a value's type forbids.

use super::texts::{code, quoted, value};
use super::{calls, none};
use crate::diagnose::nothing::none_node;
use crate::diagnose::scene::{bare, children};
use crate::diagnose::{Explanation, Scene, types as found};
use crate::fixes::rules::formats::log_format;
use crate::msg;
use tree_sitter::Node;

pub(super) fn explain(scene: &Scene<'_>) -> Option<Explanation> {
    let message = scene.crash.exception.message.as_str();
    if let Some(coroutine) = found::coroutine(scene) {
        let what = scene.text(coroutine);
        return Some(
            Explanation::of(msg!("type-coroutine", what = code(what)))
                .advice(msg!("await-advice", what = code(&format!("await {what}")))),
        );
    }
    if let Some(explanation) = calls::explain(scene, message) {
        return Some(explanation);
    }
    if message.contains("not callable") {
        return not_callable(scene, message);
    }
    if let Some((operator, left, right)) = found::operands(message) {
        return Some(operands(scene, operator, left, right));
    }
    if message.contains("NoneType")
        && let Some(node) = none_node(scene)
    {
        let what = code(scene.text(node));
        let plain = if message.contains("iterable") && !message.contains("argument of type") {
            msg!("none-iterated", what = what)
        } else if message.contains("unpack") {
            msg!("none-unpacked", what = what)
        } else if message.contains("subscriptable") || message.contains("item") {
            msg!("none-subscripted", what = what)
        } else if message.contains("len()") {
            msg!("none-len", what = what)
        } else {
            msg!("none-used", what = what, message = code(message))
        };
        return Some(none::explain(scene, node, plain));
    }
    by_message(scene, message)
}

fn by_message(scene: &Scene<'_>, message: &str) -> Option<Explanation> {
    let kind = || code(quoted(message, 0).unwrap_or_default());
    let subscript = scene.failing("subscript");
    let container = subscript.and_then(|s| s.child_by_field_name("value"));
    let index = subscript.and_then(|s| s.child_by_field_name("subscript"));
    let text = |n: Option<Node<'_>>| code(n.map_or("", |n| scene.source.node_text(n)));
    let with_value = |n: Option<Node<'_>>| match n.and_then(|n| scene.value(unlife(scene, n)?)) {
        Some(v) => format!("{} ({})", text(n), value(v)),
        None => text(n),
    };
    if message.contains("indices must be integers") {
        let display =
            container.is_some_and(|c| matches!(c.kind(), "list" | "tuple" | "string" | "dictionary"));
        if display && (message.contains("tuple") || message.contains("list")) {
            return Some(
                Explanation::of(msg!("type-missing-comma-index", what = text(container)))
                    .advice(msg!("type-missing-comma-advice")),
            );
        }
        let float = message.contains("not float") || message.contains("'float'");
        return Some(if float {
            Explanation::of(msg!("type-float-index", index = with_value(index)))
                .advice(msg!("type-float-index-advice"))
        } else if message.starts_with("string") {
            Explanation::of(msg!("type-str-index", what = text(container), index = with_value(index)))
                .advice(msg!("type-str-index-advice"))
        } else {
            Explanation::of(msg!("type-list-index", what = text(container), index = with_value(index)))
                .advice(msg!("type-list-index-advice"))
        });
    }
    if message.contains("cannot be interpreted as an integer") {
        let call = scene.failing("call");
        let id = match quoted(message, 0) {
            Some("float") => "type-integer-float-advice",
            Some("str") => "type-integer-str-advice",
            _ => "type-integer-advice",
        };
        return Some(
            Explanation::of(msg!("type-integer", kind = kind(), call = text(call))).advice(msg!(id)),
        );
    }
    if message.contains("slice indices must be integers") {
        return Some(
            Explanation::of(msg!("type-float-slice", what = text(subscript)))
                .advice(msg!("type-float-index-advice")),
        );
    }
    if message.contains("not subscriptable") {
        let kind_name = quoted(message, 0).unwrap_or_default();
        let what = text(container);
        let called = matches!(kind_name, "function" | "method" | "builtin_function_or_method");
        return Some(if called {
            let arguments = index.map_or("", |n| scene.source.node_text(n));
            let container = container.map_or("", |n| scene.source.node_text(n));
            Explanation::of(msg!("type-function-subscripted", what = what, kind = kind())).advice(msg!(
                "type-function-subscripted-advice",
                call = code(&format!("{container}({arguments})"))
            ))
        } else {
            let key = index
                .filter(|i| i.kind() == "string")
                .map(|i| scene.source.node_text(i).trim_matches(['"', '\'']));
            let known = container.and_then(|c| scene.value(unlife(scene, c)?));
            match key.filter(|k| known.is_some_and(|v| v.attrs.iter().any(|a| a == k))) {
                Some(key) => Explanation::of(msg!(
                    "attribute-of-object",
                    what = text(container),
                    kind = kind(),
                    name = code(key)
                )),
                None => Explanation::of(msg!(
                    "type-not-subscriptable",
                    what = with_value(container),
                    kind = kind()
                ))
                .advice(msg!("type-not-subscriptable-advice")),
            }
        });
    }
    if message.contains("does not support item assignment")
        || message.contains("doesn't support item deletion")
        || message.contains("does not support item deletion")
    {
        let kind_name = quoted(message, 0).unwrap_or_default();
        let id = match kind_name {
            "str" => "type-immutable-str",
            "tuple" => "type-immutable-tuple",
            _ => "type-immutable",
        };
        let advice = match kind_name {
            "str" => msg!("type-immutable-str-advice"),
            "tuple" => msg!("type-immutable-tuple-advice"),
            _ => msg!("type-immutable-advice"),
        };
        return Some(Explanation::of(msg!(id, what = with_value(container), kind = kind())).advice(advice));
    }
    if message.contains("unhashable type") {
        let kind_name = quoted(message, 0).unwrap_or_default();
        let advice = match kind_name {
            "dict" => msg!("type-unhashable-dict-advice"),
            "set" => msg!("type-unhashable-set-advice"),
            _ => msg!("type-unhashable-list-advice"),
        };
        let what = found::unhashable(scene).map(|n| code(scene.text(n)));
        let cause = match what {
            Some(what) => msg!("type-unhashable-what", what = what, kind = code(kind_name)),
            None => msg!("type-unhashable", kind = code(kind_name)),
        };
        return Some(Explanation::of(cause).advice(advice));
    }
    if message.contains("not iterable") || message.contains("object is not an iterator") {
        let kind_name = quoted(message, 0).unwrap_or_default();
        if message.contains("not an iterator") {
            return Some(
                Explanation::of(msg!("type-not-iterator", kind = kind()))
                    .advice(msg!("type-not-iterator-advice")),
            );
        }
        if message.starts_with("argument of type") || message.contains("is not a container or iterable") {
            return Some(Explanation::of(msg!("type-in", kind = kind())).advice(msg!("type-in-advice")));
        }
        let what = found::iterated(scene);
        let shown = code(what.map_or("", |n| scene.text(n)));
        return Some(match kind_name {
            "builtin_function_or_method" | "method" | "function" => {
                let call = code(&format!("{}()", what.map_or("", |n| scene.text(n))));
                Explanation::of(msg!("type-method-iterated", what = shown, call = call.clone()))
                    .advice(msg!("type-forgot-call-advice", call = call))
            }
            "int" => Explanation::of(msg!("type-int-iterated", what = shown))
                .advice(msg!("type-int-iterated-advice")),
            "async_generator" => Explanation::of(msg!("type-async-iterated", what = shown))
                .advice(msg!("type-async-iterated-advice")),
            _ => Explanation::of(msg!("type-not-iterable", what = shown, kind = kind()))
                .advice(msg!("type-not-iterable-advice")),
        });
    }
    if message.contains("cannot unpack non-iterable") {
        if crate::diagnose::values::unpacked(scene).is_some_and(|(_, element)| element) {
            return super::values::unpack(scene, message);
        }
        let kind = message.split_whitespace().nth(3).unwrap_or_default();
        let right = scene.failing("assignment").and_then(|a| a.child_by_field_name("right"));
        return Some(
            Explanation::of(msg!(
                "type-unpack",
                what = text(right.or(found::iterated(scene))),
                kind = code(kind)
            ))
            .advice(msg!("type-unpack-advice")),
        );
    }
    if message.contains("JSON serializable") {
        let kind_name =
            message.strip_prefix("Object of type ").and_then(|m| m.split(' ').next()).unwrap_or_default();
        let what = found::json_culprit(scene, kind_name).map_or_else(String::new, |n| code(scene.text(n)));
        let advice = match kind_name {
            "set" | "frozenset" | "dict_keys" | "dict_values" | "range" | "map" | "generator" | "deque" => {
                msg!("json-type-list-advice")
            }
            "datetime" | "date" | "time" | "Decimal" | "UUID" | "PosixPath" | "WindowsPath" | "timedelta" => {
                msg!("json-type-str-advice")
            }
            "bytes" => msg!("json-type-bytes-advice"),
            "int64" | "float32" | "int32" | "ndarray" | "float64" | "bool_" => msg!("json-type-numpy-advice"),
            _ => msg!("json-type-advice"),
        };
        let cause = if what.is_empty() {
            msg!("json-type", kind = code(kind_name))
        } else {
            msg!("json-type-what", kind = code(kind_name), what = what)
        };
        return Some(Explanation::of(cause).advice(advice));
    }
    if message.contains("format string") || message.contains("arguments converted") {
        let counted = percent_format(scene).or_else(|| {
            let (format, given) = log_format(scene)?;
            Some((format, found::placeholders(scene.text(format)), given as u64))
        });
        return Some(
            match counted {
                Some((format, marks, given)) if marks as u64 != given => Explanation::of(msg!(
                    "type-format",
                    format = text(Some(format)),
                    marks = marks,
                    given = given
                )),
                _ => Explanation::of(msg!("type-format-unknown", message = code(message))),
            }
            .advice(msg!("type-format-advice")),
        );
    }
    if message.contains("bytes-like object is required")
        || message.contains("must be str, not bytes")
        || message.contains("bytes") && message.contains("str")
    {
        let wants_bytes = message.contains("bytes-like object is required")
            || message.contains("can't concat str to bytes");
        let call = text(scene.failing("call"));
        return Some(if wants_bytes {
            Explanation::of(msg!("type-wants-bytes", call = call)).advice(msg!("type-wants-bytes-advice"))
        } else {
            Explanation::of(msg!("type-wants-str", call = call, message = code(message)))
                .advice(msg!("type-wants-str-advice"))
        });
    }
    if message.contains("must be a string")
        || message.contains("argument must be")
        || message.contains("must be str")
        || message.contains("must be real number")
        || message.contains("expected str")
        || message.contains("expected string")
        || message.contains("sequence item")
    {
        let call = text(scene.failing("call"));
        if message.starts_with("sequence item") {
            let number = message.split([' ', ':']).nth(2).unwrap_or_default();
            return Some(
                Explanation::of(msg!("type-join", call = call, number = number, message = code(message)))
                    .advice(msg!("type-join-advice")),
            );
        }
        return Some(
            Explanation::of(msg!("type-argument", call = call, message = code(message)))
                .advice(msg!("type-argument-advice")),
        );
    }
    if message.contains("has no len()") {
        return Some(
            Explanation::of(msg!("type-len", kind = kind(), call = text(scene.failing("call"))))
                .advice(msg!("type-len-advice")),
        );
    }
    if message.contains("bad operand type") {
        return Some(
            Explanation::of(msg!("type-unary", message = code(message))).advice(msg!("type-operand-advice")),
        );
    }
    if message.contains("abstract") {
        let class = found::abstract_class(message);
        let methods = found::abstract_methods(message);
        let shown = super::texts::list(methods.iter().map(String::as_str), 4);
        let close = found::abstract_similar(scene).map(|(_, wrong, right)| (code(&wrong), code(&right)));
        return Some(match close {
            Some((wrong, right)) => Explanation::of(msg!(
                "type-abstract-similar",
                class = code(class),
                methods = shown,
                wrong = wrong,
                right = right
            )),
            None => Explanation::of(msg!("type-abstract", class = code(class), methods = shown))
                .advice(msg!("type-abstract-advice")),
        });
    }
    if message.contains("context manager") || message.contains("__enter__") || message.contains("__aenter__")
    {
        return Some(
            Explanation::of(msg!("type-context", kind = kind())).advice(msg!("type-context-advice")),
        );
    }
    if message.contains("can't be used in 'await' expression") {
        let kind = message.split_whitespace().nth(1).unwrap_or_default();
        return Some(
            Explanation::of(msg!("type-await", kind = code(kind))).advice(msg!("type-await-advice")),
        );
    }
    if message.contains("exceptions must derive") || message.contains("catching classes") {
        return Some(
            Explanation::of(msg!(
                "type-exception",
                statement = code(scene.source.line(scene.frame.range.start.line).trim())
            ))
            .advice(msg!("type-exception-advice")),
        );
    }
    None
}

/// A `%` operation at the place: its format, how many placeholders that has, and how many values stand behind it. `None`
/// where that can't be counted.
fn percent_format<'a>(scene: &Scene<'a>) -> Option<(Node<'a>, usize, u64)> {
    let operation = scene
        .within("binary_operator")
        .into_iter()
        .find(|n| n.child_by_field_name("operator").is_some_and(|o| scene.text(o) == "%"))?;
    let format = operation.child_by_field_name("left")?;
    let marks = match scene.value(format).and_then(|v| v.value.as_ref()?.as_str()) {
        Some(text) => found::placeholders(text),
        None if bare(format).kind() == "string" => found::placeholders(scene.text(format)),
        None => return None,
    };
    let right = bare(operation.child_by_field_name("right")?);
    let given = match scene.value(right) {
        _ if right.kind() == "tuple" => children(right).count() as u64,
        Some(known) if known.type_name == "tuple" => known.len?,
        _ => 1,
    };
    Some((format, marks, given))
}

/// A node with the scene's lifetime: the closures above see it with a shorter one.
fn unlife<'a>(scene: &Scene<'a>, node: Node<'_>) -> Option<Node<'a>> {
    scene.source.root()?.named_descendant_for_byte_range(node.start_byte(), node.end_byte())
}

fn operands<'a>(scene: &Scene<'a>, operator: &str, left: &str, right: &str) -> Explanation {
    let sides = found::sides(scene, operator);
    let shown = |n: Option<Node<'a>>, kind: &str| match n {
        Some(n) => match scene.value(n) {
            Some(v) if v.repr.is_some() => format!("{} = {} ({})", code(scene.text(n)), value(v), code(kind)),
            _ => format!("{} ({})", code(scene.text(n)), code(kind)),
        },
        None => code(kind),
    };
    let (l, r) = sides.map_or((None, None), |(l, r)| (Some(l), Some(r)));
    let is = |n: Option<Node<'a>>, kind: &str| n.and_then(|n| scene.type_of(n)) == Some(kind);
    let (l, r) = if left != right && is(l, right) && is(r, left) { (r, l) } else { (l, r) };
    let cause =
        msg!("type-operands", operator = code(operator), left = shown(l, left), right = shown(r, right));
    if left == "NoneType" || right == "NoneType" {
        let node = if left == "NoneType" { l } else { r };
        return match node {
            Some(node) => none::explain(scene, node, cause),
            None => Explanation::of(cause).advice(msg!(
                "type-none-operand-advice",
                left = code(left),
                right = code(right)
            )),
        };
    }
    let number = |k: &str| matches!(k, "int" | "float" | "complex" | "Decimal");
    let function = |k: &str| matches!(k, "method" | "function" | "builtin_function_or_method");
    let uncalled = if function(left) { l } else { r.filter(|_| function(right)) };
    if let Some(node) = uncalled {
        let call = code(&format!("{}()", scene.text(node)));
        return Explanation::of(cause).advice(msg!("type-forgot-call-advice", call = call));
    }
    let advice = match (left, right) {
        ("str", "str") => msg!("type-str-str-advice"),
        ("str", k) | (k, "str") if number(k) && operator == "+" => {
            msg!("type-concat-advice", kind = code(&format!("{k}(…)")))
        }
        ("str", k) | (k, "str") if number(k) => {
            msg!("type-str-number-advice", kind = code(&format!("{k}(…)")))
        }
        ("list", "tuple") => msg!("type-convert-advice", fix = code("list(…)")),
        ("tuple", "list") => msg!("type-convert-advice", fix = code("tuple(…)")),
        ("bytes", "str") | ("str", "bytes") => msg!("type-bytes-advice"),
        ("datetime" | "datetime.datetime", k) if number(k) => msg!("type-timedelta-advice"),
        ("list", _) if operator == "+" => msg!("type-list-plus-advice"),
        _ => msg!("type-operand-advice"),
    };
    Explanation::of(cause).advice(advice)
}

fn not_callable(scene: &Scene<'_>, message: &str) -> Option<Explanation> {
    let kind = quoted(message, 0)?;
    let call = found::called(scene)?;
    let function = call.child_by_field_name("function")?;
    let what = scene.text(function);
    let arguments = call.child_by_field_name("arguments")?;
    if kind == "NoneType" {
        return Some(none::explain(scene, function, msg!("none-called", what = code(what))));
    }
    Some(match found::callable_finding(scene, call, kind) {
        found::NotCallable::Comma => {
            Explanation::of(msg!("type-missing-comma", kind = code(kind), what = code(what)))
                .advice(msg!("type-missing-comma-advice"))
        }
        found::NotCallable::Shadowed => {
            let known = scene.variable(what).map(value).unwrap_or_default();
            let line = found::shadowing_binding(scene, function)
                .map_or_else(String::new, |n| super::texts::place(scene.source, n.start_byte()));
            Explanation::of(msg!(
                "type-shadowed",
                name = code(what),
                kind = code(kind),
                value = known,
                line = line
            ))
            .advice(msg!("type-shadowed-advice", name = code(what)))
        }
        found::NotCallable::Property => {
            let name = what.rsplit('.').next().unwrap_or(what);
            Explanation::of(msg!("type-property", name = code(name), kind = code(kind)))
                .advice(msg!("type-property-advice", access = code(what)))
        }
        found::NotCallable::Brackets => {
            let inside = scene.text(arguments);
            let inside = inside.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(inside);
            Explanation::of(msg!("type-call-brackets", what = code(what), kind = code(kind)))
                .advice(msg!("type-call-brackets-advice", access = code(&format!("{what}[{inside}]"))))
        }
        found::NotCallable::Module(member) => Explanation::of(msg!("type-module-called", what = code(what)))
            .advice(msg!(
                "type-module-called-advice",
                access = code(&member.map_or_else(|| format!("{what}.…"), |m| format!("{what}.{m}")))
            )),
        found::NotCallable::Multiply => {
            Explanation::of(msg!("type-number-called", what = code(what), kind = code(kind)))
                .advice(msg!("type-number-called-advice"))
        }
        found::NotCallable::Text => {
            Explanation::of(msg!("type-text-called", what = code(what), kind = code(kind)))
                .advice(msg!("type-text-called-advice"))
        }
        found::NotCallable::Other => {
            Explanation::of(msg!("type-not-callable", what = code(what), kind = code(kind)))
                .advice(msg!("type-not-callable-advice"))
        }
    })
}
