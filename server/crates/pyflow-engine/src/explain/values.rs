//! ValueError.

use super::numbers;
use super::texts::{code, quoted, value};
use crate::diagnose::values as found;
use crate::diagnose::{Explanation, Scene};
use crate::messages::Arg;
use crate::msg;

pub(super) fn explain(scene: &Scene<'_>) -> Option<Explanation> {
    let message = scene.crash.exception.message.as_str();
    let call = scene.failing("call");
    let shown_call = code(call.map_or("", |c| scene.text(c)));
    if message.contains("invalid literal for int()") || message.contains("could not convert string to float")
    {
        return Some(not_a_number(message, &shown_call));
    }
    if message.contains("values to unpack") {
        return unpack(scene, message);
    }
    if message.contains("domain error")
        || message.contains("expected a positive input")
        || message.contains("expected a nonnegative input")
        || message.contains("must be a nonnegative")
        || message.contains("not defined for negative values")
        || message.contains("must be nonnegative")
    {
        return Some(numbers::domain(scene));
    }
    if message.contains("does not match format") || message.contains("unconverted data remains") {
        let text = quoted(message, 0).unwrap_or_default();
        if message.contains("unconverted") {
            let rest = message.rsplit(": ").next().unwrap_or_default();
            return Some(
                Explanation::of(msg!("strptime-rest", rest = code(rest.trim())))
                    .advice(strptime_advice(scene)),
            );
        }
        let format = quoted(message, 1).unwrap_or_default();
        return Some(
            Explanation::of(msg!("strptime", text = code(text), format = code(format)))
                .advice(strptime_advice(scene)),
        );
    }
    if message.contains("Invalid isoformat string") {
        let text = quoted(message, 0).unwrap_or_default();
        return Some(Explanation::of(msg!("isoformat", text = code(text))).advice(
            match found::iso_repaired(text) {
                Some(right) => msg!("isoformat-repair-advice", text = code(text), right = code(&right)),
                None => msg!("isoformat-advice"),
            },
        ));
    }
    if message.contains("mutable default") {
        let kind = message.split("<class '").nth(1).and_then(|m| m.split('\'').next()).unwrap_or("list");
        let field = message.split("for field ").nth(1).and_then(|m| m.split(' ').next()).unwrap_or_default();
        return Some(
            Explanation::of(msg!("dataclass-default", field = code(field), kind = code(kind))).advice(msg!(
                "dataclass-default-advice",
                fix = code(&format!("field(default_factory={kind})"))
            )),
        );
    }
    if message.contains("arg is an empty sequence")
        || message.contains("iterable argument is empty")
        || message.contains("requires at least one data point")
        || message.contains("no median for empty")
        || message.contains("empty range")
        || message.contains("empty sequence")
        || message.contains("at least two data points")
    {
        return Some(empty(scene, message, shown_call));
    }
    if message.contains("Unknown format code") || message.contains("Invalid format specifier") {
        let code_letter = quoted(message, 0).unwrap_or_default();
        let kind = message.split("type '").nth(1).and_then(|m| m.split('\'').next()).unwrap_or("str");
        return Some(
            Explanation::of(msg!("format-code", format = code(code_letter), kind = code(kind)))
                .advice(msg!("format-code-advice")),
        );
    }
    if message.contains("is not in list")
        || message.contains("x not in list")
        || message.contains("not in tuple")
        || message.contains("not in deque")
        || message.contains("not in array")
    {
        let argument = found::first_argument(scene);
        let what = argument
            .and_then(|a| scene.value(a))
            .map_or_else(|| argument.map_or(String::new(), |a| code(scene.text(a))), value);
        let container = found::receiver(scene);
        let holds = container.and_then(|c| scene.value(c)).map(value).unwrap_or_default();
        let container = code(container.map_or("", |c| scene.text(c)));
        let cause = if holds.is_empty() {
            msg!("not-in-list", what = what, container = container.clone())
        } else {
            msg!("not-in-list-values", what = what, container = container.clone(), values = holds)
        };
        return Some(Explanation::of(cause).advice(msg!("not-in-list-advice", container = container)));
    }
    if message.contains("substring not found") || message.contains("subsection not found") {
        let argument = found::first_argument(scene).map_or("", |a| scene.text(a));
        return Some(
            Explanation::of(msg!("substring", what = code(argument), call = shown_call))
                .advice(msg!("substring-advice")),
        );
    }
    if message.contains("Sample larger than population") {
        let arguments = found::arguments(scene);
        let size = arguments.first().and_then(|a| scene.value(*a)).and_then(|v| v.len);
        let wanted = arguments.get(1).map(|a| {
            scene.value(*a).and_then(|v| v.repr.clone()).unwrap_or_else(|| scene.text(*a).to_owned())
        });
        return Some(
            Explanation::of(msg!(
                "sample",
                wanted = Arg::count(&wanted.unwrap_or_default()),
                size = size.map_or_else(|| Arg::from("?"), Arg::from),
                call = shown_call,
            ))
            .advice(msg!("sample-advice")),
        );
    }
    if message.contains("is not a valid") {
        let text = message.split(" is not a valid ").next().unwrap_or_default();
        let class = message.split(" is not a valid ").nth(1).unwrap_or_default();
        let values = found::enum_members(scene, class);
        return Some(Explanation::of(msg!("enum-value", value = code(text), class = code(class))).advice(
            if values.is_empty() {
                msg!("enum-advice", class = code(class))
            } else {
                msg!("enum-values-advice", values = values)
            },
        ));
    }
    if message.contains("year") && message.contains("out of range")
        || message.contains("must be in")
        || message.contains("day is out of range")
    {
        let known = numbers::arguments(scene);
        return Some(
            Explanation::of(msg!("out-of-range", call = shown_call, message = code(message), values = known))
                .advice(msg!("out-of-range-advice")),
        );
    }
    if message.contains("I/O operation on closed file") {
        return Some(
            Explanation::of(msg!("closed-file", call = shown_call)).advice(msg!("closed-file-advice")),
        );
    }
    if message.contains("embedded null") {
        return Some(
            Explanation::of(msg!("embedded-null", call = shown_call)).advice(msg!("embedded-null-advice")),
        );
    }
    if message.contains("Exceeds the limit") {
        return Some(
            Explanation::of(msg!("int-digits", message = code(message))).advice(msg!("int-digits-advice")),
        );
    }
    if message.contains("too many values") || message.contains("dictionary update sequence element") {
        return Some(
            Explanation::of(msg!("dict-pairs", message = code(message))).advice(msg!("dict-pairs-advice")),
        );
    }
    if message.contains("zip()") {
        return Some(
            Explanation::of(msg!("zip-strict", message = code(message))).advice(msg!("zip-strict-advice")),
        );
    }
    let library = scene.crash.raising_frame().map(|f| f.function.as_str()).unwrap_or_default();
    let known = numbers::arguments(scene);
    let call = call?;
    let cause = if known.is_empty() {
        msg!("value-call", call = code(scene.text(call)), message = code(message))
    } else {
        msg!("value-call-values", call = code(scene.text(call)), message = code(message), values = known)
    };
    let _ = library;
    Some(Explanation::of(cause).advice(msg!("value-advice")))
}

fn not_a_number(message: &str, call: &str) -> Explanation {
    let to_float = message.contains("to float");
    // The text is a repr: its quotes are the last part of the message.
    let text = message.split_once(": ").map_or("", |(_, t)| t).trim();
    let inner = text.trim_matches(['\'', '"']);
    let shown = code(text);
    let call = call.to_owned();
    if inner.trim().is_empty() {
        return Explanation::of(msg!("number-empty", call = call)).advice(msg!("number-empty-advice"));
    }
    if !to_float && inner.trim().parse::<f64>().is_ok() && inner.contains(['.', 'e', 'E']) {
        return Explanation::of(msg!("number-float", text = shown, call = call))
            .advice(msg!("number-float-advice"));
    }
    if found::thousands(inner).is_some() {
        return Explanation::of(msg!("number-thousands", text = shown, call = call))
            .advice(msg!("number-thousands-advice"));
    }
    if found::decimal_comma(inner).is_some() {
        return Explanation::of(msg!("number-comma", text = shown, call = call))
            .advice(msg!("number-comma-advice"));
    }
    if inner.trim_matches(|c: char| !c.is_ascii_digit()).parse::<f64>().is_ok() {
        return Explanation::of(msg!("number-unit", text = shown, call = call))
            .advice(msg!("number-unit-advice"));
    }
    Explanation::of(msg!("number-text", text = shown, call = call)).advice(msg!("number-text-advice"))
}

fn strptime_advice(scene: &Scene<'_>) -> crate::messages::Message {
    let formats = found::fitting_formats(scene);
    match formats.as_slice() {
        [] => msg!("strptime-advice"),
        [only] => msg!("strptime-fits-advice", format = code(only)),
        [first, second, ..] => msg!("strptime-both-advice", first = code(first), second = code(second)),
    }
}

pub(super) fn unpack(scene: &Scene<'_>, message: &str) -> Option<Explanation> {
    let targets = found::unpack_targets(scene);
    let expected = targets.map_or_else(
        || {
            message
                .split("expected ")
                .nth(1)
                .map_or("", |m| m.trim_end_matches(')').split([',', ' ']).next().unwrap_or_default())
                .trim_start_matches("at least ")
                .to_owned()
        },
        |(t, _)| crate::diagnose::scene::children(t).count().to_string(),
    );
    let (value_node, element) = found::unpacked(scene)?;
    let shown = code(scene.text(value_node));
    let known = scene.value(value_node);
    let names = code(targets.map_or("", |(t, _)| scene.text(t)));
    if element {
        let kind = known.map_or("", |v| v.type_name.as_str());
        if matches!(kind, "dict" | "defaultdict" | "Counter" | "OrderedDict") {
            return Some(Explanation::of(msg!("unpack-dict", what = shown, names = names)).advice(msg!(
                "unpack-dict-advice",
                call = code(&format!("{}.items()", scene.text(value_node)))
            )));
        }
        if found::enumerates(scene) {
            let item = known.and_then(|v| v.elements.first()).map(value).unwrap_or_default();
            return Some(
                Explanation::of(msg!("unpack-enumerate", what = shown, names = names, item = item)).advice(
                    msg!(
                        "unpack-enumerate-advice",
                        call = code(&format!("enumerate({})", scene.text(value_node)))
                    ),
                ),
            );
        }
        let odd = found::odd_element(scene, value_node);
        let cause = match odd {
            Some(item) => {
                let count = item.len.map_or_else(String::new, |l| l.to_string());
                msg!(
                    "unpack-element-value",
                    what = shown,
                    names = names,
                    expected = Arg::count(&expected),
                    item = value(item),
                    count = Arg::count(&count)
                )
            }
            None => msg!(
                "unpack-element",
                what = shown,
                names = names,
                expected = Arg::count(&expected),
                message = code(message)
            ),
        };
        return Some(Explanation::of(cause).advice(msg!("unpack-advice")));
    }
    let got = message.split("got ").nth(1).map(|g| g.trim_end_matches(')').to_owned());
    let count = got.or_else(|| found::unpacked_count(scene, value_node).map(|c| c.to_string()));
    let cause = match (count, found::unpacked_value(scene, value_node)) {
        (Some(count), Some(v)) => msg!(
            "unpack-count-value",
            what = shown,
            names = names,
            expected = Arg::count(&expected),
            count = Arg::count(&count),
            value = code(&v)
        ),
        (Some(count), None) => {
            msg!(
                "unpack-count",
                what = shown,
                names = names,
                expected = Arg::count(&expected),
                count = Arg::count(&count)
            )
        }
        (None, Some(v)) => {
            msg!(
                "unpack-value",
                what = shown,
                names = names,
                expected = Arg::count(&expected),
                value = code(&v)
            )
        }
        (None, None) => msg!("unpack-plain", what = shown, names = names, expected = Arg::count(&expected)),
    };
    Some(Explanation::of(cause).advice(msg!("unpack-advice")))
}

fn empty(scene: &Scene<'_>, message: &str, call: String) -> Explanation {
    let argument = found::first_argument(scene);
    let what = code(argument.map_or("", |a| scene.text(a)));
    if message.contains("empty range") {
        return Explanation::of(msg!("empty-range", call = call, message = code(message)))
            .advice(msg!("empty-range-advice"));
    }
    let extreme = message.starts_with("max") || message.starts_with("min");
    Explanation::of(msg!("empty-sequence", call = call, what = what)).advice(if extreme {
        msg!("empty-max-advice")
    } else {
        msg!("empty-advice")
    })
}
