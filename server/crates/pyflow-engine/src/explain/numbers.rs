//! Arithmetic: division by nothing, numbers too large, functions outside their domain.

use super::texts::{code, value};
use crate::diagnose::scene::{bare, children, collect};
use crate::diagnose::trace::trace;
use crate::diagnose::{Explanation, Scene};
use crate::msg;
use tree_sitter::Node;

/// What is divided by.
pub(crate) fn divisor<'a>(scene: &Scene<'a>) -> Option<Node<'a>> {
    let division = |n: &Node<'a>| {
        n.child_by_field_name("operator")
            .is_some_and(|o| matches!(scene.text(o), "/" | "//" | "%" | "/=" | "//=" | "%="))
    };
    let binary = scene
        .within("binary_operator")
        .into_iter()
        .chain(scene.within("augmented_assignment"))
        .filter(division)
        .filter_map(|n| n.child_by_field_name("right"))
        .map(bare)
        .collect::<Vec<_>>();
    let zero = |n: &&Node<'a>| {
        scene.value(**n).and_then(|v| v.value.as_ref()).and_then(serde_json::Value::as_f64) == Some(0.0)
    };
    let empty =
        |n: &&Node<'a>| counted(scene, **n).is_some_and(|c| scene.value(c).and_then(|v| v.len) == Some(0));
    binary.iter().find(zero).or_else(|| binary.iter().find(empty)).or(binary.first()).copied().or_else(|| {
        let call = scene.failing("call")?;
        children(call.child_by_field_name("arguments")?).nth(1)
    })
}

/// `x` of `len(x)`.
pub(crate) fn counted<'a>(scene: &Scene<'a>, node: Node<'a>) -> Option<Node<'a>> {
    let node = bare(node);
    if node.kind() != "call" || scene.text(node.child_by_field_name("function")?) != "len" {
        return None;
    }
    children(node.child_by_field_name("arguments")?).next()
}

pub(super) fn zero_division(scene: &Scene<'_>) -> Option<Explanation> {
    let divisor = divisor(scene)?;
    let shown = code(scene.text(divisor));
    for spot in trace(scene, divisor) {
        if let (Some(counted), Some(at)) = (counted(scene, spot.node), spot.scene.or(Some(*scene)))
            && let Some(v) = at.value(counted)
        {
            let what = code(at.text(counted));
            return Some(
                Explanation::of(msg!("zero-len", divisor = shown, what = what.clone(), value = value(v)))
                    .advice(msg!("zero-len-advice", what = what)),
            );
        }
    }
    let cause = if let Some(counted) = counted(scene, divisor) {
        msg!("zero-len-unknown", divisor = shown, what = code(scene.text(counted)))
    } else if divisor.kind() == "integer" {
        msg!("zero-written", divisor = shown)
    } else {
        msg!("zero", divisor = shown)
    };
    Some(Explanation::of(cause).advice(msg!("zero-advice", divisor = code(scene.text(divisor)))))
}

/// The arguments of the failing call with their values: `x = -4, y = 2`.
pub(super) fn arguments(scene: &Scene<'_>) -> String {
    let Some(call) = scene.failing("call") else { return String::new() };
    let mut known = Vec::new();
    let Some(list) = call.child_by_field_name("arguments") else { return String::new() };
    collect(list, &mut |n| {
        if matches!(n.kind(), "identifier" | "attribute" | "subscript")
            && let Some(v) = scene.value(n)
            && v.repr.is_some()
            && known.len() < 4
        {
            known.push(format!("{} = {}", code(scene.text(n)), value(v)));
            return false;
        }
        true
    });
    known.join(", ")
}

/// The product of what is known: the number given to a function of one argument.
pub(super) fn argument_number(scene: &Scene<'_>) -> Option<f64> {
    let call = scene.failing("call")?;
    let first = children(call.child_by_field_name("arguments")?).next()?;
    real(scene, first)
}

fn real(scene: &Scene<'_>, node: Node<'_>) -> Option<f64> {
    let node =
        bare(scene.source.root()?.named_descendant_for_byte_range(node.start_byte(), node.end_byte())?);
    if let Some(v) = scene.value(node).and_then(|v| v.value.as_ref()).and_then(serde_json::Value::as_f64) {
        return Some(v);
    }
    match node.kind() {
        "integer" | "float" => scene.text(node).replace('_', "").parse().ok(),
        "unary_operator" if scene.text(node).starts_with('-') => {
            Some(-real(scene, node.child_by_field_name("argument")?)?)
        }
        "binary_operator" => {
            let (l, r) = (
                real(scene, node.child_by_field_name("left")?)?,
                real(scene, node.child_by_field_name("right")?)?,
            );
            match scene.text(node.child_by_field_name("operator")?) {
                "+" => Some(l + r),
                "-" => Some(l - r),
                "*" => Some(l * r),
                "/" => Some(l / r),
                "**" => Some(l.powf(r)),
                _ => None,
            }
        }
        _ => None,
    }
}

#[expect(clippy::unnecessary_wraps, reason = "one of a table of functions")]
pub(super) fn overflow(scene: &Scene<'_>) -> Option<Explanation> {
    let message = scene.crash.exception.message.as_str();
    let call = scene.failing("call").map(|c| scene.text(c));
    let known = arguments(scene);
    if message.contains("integer division result too large")
        || message.contains("int too large to convert to float")
    {
        let what = scene.failing("binary_operator").map(|n| scene.text(n)).or(call).unwrap_or_default();
        return Some(
            Explanation::of(msg!("overflow-int", what = code(what))).advice(msg!("overflow-int-advice")),
        );
    }
    if message.contains("Result too large") || message.contains("34") {
        let what = scene.failing("binary_operator").map(|n| scene.text(n)).or(call).unwrap_or_default();
        return Some(
            Explanation::of(msg!("overflow-power", what = code(what))).advice(msg!("overflow-power-advice")),
        );
    }
    if message.contains("infinity") {
        return Some(
            Explanation::of(msg!("overflow-infinity", what = code(call.unwrap_or_default())))
                .advice(msg!("overflow-infinity-advice")),
        );
    }
    let cause = match (call, known.is_empty()) {
        (Some(call), false) => msg!("overflow-call", call = code(call), values = known),
        (Some(call), true) => msg!("overflow-call-plain", call = code(call)),
        (None, _) => {
            msg!("overflow-plain", statement = code(scene.source.line(scene.frame.range.start.line).trim()))
        }
    };
    Some(Explanation::of(cause).advice(msg!("overflow-advice")))
}

#[expect(clippy::unnecessary_wraps, reason = "one of a table of functions")]
pub(super) fn arithmetic(scene: &Scene<'_>) -> Option<Explanation> {
    let statement = code(scene.source.line(scene.frame.range.start.line).trim());
    let kind = code(&scene.crash.exception.type_name);
    Some(
        Explanation::of(msg!("arithmetic", kind = kind, statement = statement))
            .advice(msg!("arithmetic-advice")),
    )
}

/// `math domain error` and its kin.
pub(super) fn domain(scene: &Scene<'_>) -> Explanation {
    let call = scene.failing("call");
    let shown = code(call.map_or("", |c| scene.text(c)));
    let function = call.and_then(|c| c.child_by_field_name("function")).map_or("", |f| scene.text(f));
    let function = function.rsplit('.').next().unwrap_or(function);
    let number = argument_number(scene);
    let value = number.map_or_else(|| arguments(scene), |n| code(&n.to_string()));
    let advice = match function {
        "sqrt" | "isqrt" => msg!("domain-sqrt-advice"),
        "log" | "log2" | "log10" | "log1p" => msg!("domain-log-advice"),
        "acos" | "asin" => msg!("domain-arc-advice"),
        "factorial" => msg!("domain-factorial-advice"),
        _ => msg!("domain-advice"),
    };
    let cause = match (number, value.is_empty()) {
        (Some(n), _) if n < 0.0 => {
            msg!("domain-negative", call = shown, value = value, function = code(function))
        }
        (_, false) => msg!("domain-value", call = shown, value = value, function = code(function)),
        (_, true) => msg!("domain", call = shown, function = code(function)),
    };
    Explanation::of(cause).advice(advice)
}
