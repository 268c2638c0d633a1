//! Parameters in an order that Python does not take.

use super::broken::Broken;
use super::calls::arguments;
use super::{Finding, Fix, code};
use crate::msg;

pub(super) fn default_order(b: &Broken<'_>) -> Option<Finding> {
    let said = b.message.starts_with("non-default argument follows default")
        || b.message.starts_with("parameter without a default follows");
    if !said {
        return None;
    }
    // The `def` or `lambda` whose parameters these are: the last that starts before the end of the error.
    let def =
        (0..b.code.len()).rev().find(|&i| matches!(b.w(i), "def" | "lambda") && b.start(i) <= b.at.end)?;
    let (from, to) = if b.w(def) == "def" {
        let open = def + 2;
        (open + 1, b.pair(open)?)
    } else {
        (def + 1, (def..b.code.len()).find(|&i| b.w(i) == ":" && b.depth(i) == b.depth(def))?)
    };
    let all = arguments(b, from, to);
    let star = all.iter().position(|&(from, _)| matches!(b.w(from), "*" | "**")).unwrap_or(all.len());
    let positional = all.get(..star)?;
    let has_default =
        |&(from, to): &(usize, usize)| (from..=to).any(|i| b.w(i) == "=" && b.depth(i) == b.depth(from));
    let first = positional.iter().position(has_default)?;
    let (late, early): (Vec<_>, Vec<_>) =
        positional.iter().skip(first).copied().partition(|p| !has_default(p));
    let one = late.first()?;
    let finding = Finding::new(
        "default-order",
        msg!(
            "syntax-default-order",
            plain = code(b.w(one.0)),
            default = code(b.span(early.first()?.0, early.first()?.1))
        ),
    )
    .advice(msg!("syntax-default-order-advice"));
    let text = |&(from, to): &(usize, usize)| b.span(from, to);
    let order: Vec<&str> = positional.iter().take(first).chain(&late).chain(&early).map(text).collect();
    let reorder = |prior: f32| {
        let fix = Fix::safe(prior, msg!("syntax-fix-reorder", name = b.w(one.0)));
        positional
            .iter()
            .zip(&order)
            .fold(fix, |fix, (&(from, to), new)| fix.edit(b.start(from)..b.end(to), *new))
    };
    let with_default = |prior: f32| {
        let fix = Fix::guess(
            prior,
            msg!("syntax-fix-default-none", name = b.w(one.0)),
            msg!("syntax-assume-default", name = code(b.w(one.0))),
        );
        late.iter()
            .fold(fix, |fix, &(from, to)| fix.insert(b.end(to), if to > from { " = None" } else { "=None" }))
    };
    let keyword_only = |prior: f32| {
        Fix::guess(
            prior,
            msg!("syntax-fix-keyword-only", name = b.w(one.0)),
            msg!("syntax-assume-keyword-only"),
        )
        .insert(b.start(one.0), "*, ")
    };
    // How many values the calls give by place: a new order would hand those to other parameters.
    let name = b.w(def + 1);
    let calls = if b.w(def) == "def" { positional_counts(b, name) } else { Vec::new() };
    let own = usize::from(matches!(positional.first().map(text), Some("self" | "cls")));
    let crossing = calls.iter().any(|&count| count + own > first + 1);
    let single = calls.iter().any(|&count| count + own == first + 1);
    Some(if crossing && !single {
        // All are given in the order that stands there: keep it.
        finding.fix(with_default(0.85)).fix(reorder(0.4))
    } else if crossing {
        finding.fix(with_default(0.6)).fix(reorder(0.5))
    } else {
        let finding = finding.fix(reorder(0.93));
        if star == all.len() && calls.iter().all(|&count| count + own <= first) {
            finding.fix(keyword_only(0.5))
        } else {
            finding
        }
    })
}

/// How many values each call of a function gives by place.
fn positional_counts(b: &Broken<'_>, name: &str) -> Vec<usize> {
    (1..b.code.len())
        .filter(|&i| b.w(i) == name && b.w(i + 1) == "(" && b.w(i.wrapping_sub(1)) != "def")
        .filter_map(|i| {
            let all = arguments(b, i + 2, b.pair(i + 1)?);
            Some(
                all.iter()
                    .filter(|&&(from, to)| !(b.is_word(from) && to > from && b.w(from + 1) == "="))
                    .count(),
            )
        })
        .collect()
}
