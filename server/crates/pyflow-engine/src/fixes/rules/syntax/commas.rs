//! Separators in brackets: commas, and colons in dictionaries.

use super::broken::Broken;
use super::{Finding, Fix, code};
use crate::diagnose::tokens::{Kind, is_keyword};
use crate::msg;

fn ends_operand(b: &Broken<'_>, i: usize) -> bool {
    b.is_word(i) && (!is_keyword(b.w(i)) || matches!(b.w(i), "None" | "True" | "False"))
        || b.is_str(i)
        || b.kind(i) == Some(Kind::Number)
        || matches!(b.w(i), ")" | "]" | "}")
}

fn starts_operand(b: &Broken<'_>, i: usize) -> bool {
    b.is_word(i) && (!is_keyword(b.w(i)) || matches!(b.w(i), "None" | "True" | "False" | "lambda"))
        || b.is_str(i)
        || b.kind(i) == Some(Kind::Number)
        || b.w(i) == "{"
        || matches!(b.w(i), "(" | "[") && b.starts_line(i)
}

/// Whether two operands stand side by side, and are no pieces of one string.
fn side_by_side(b: &Broken<'_>, i: usize) -> bool {
    ends_operand(b, i) && starts_operand(b, i + 1) && !(b.is_str(i) && b.is_str(i + 1))
}

/// The bracket that the error is in, of those that are closed.
fn bracket(b: &Broken<'_>) -> Option<(usize, usize)> {
    let near = b.near().min(b.code.len().checked_sub(1)?);
    let mut at = near;
    // At the bracket itself, or at its end.
    if matches!(b.w(at), "[" | "(" | "{")
        && b.pair(at).is_some_and(|close| (at..close).any(|i| side_by_side(b, i)))
    {
        return Some((at, b.pair(at)?));
    }
    loop {
        let open = b.enclosing(at)?;
        let close = b.pair(open)?;
        if (open..close).any(|i| b.depth(i) == b.depth(open) + 1 && i > open && side_by_side(b, i)) {
            return Some((open, close));
        }
        at = open;
    }
}

/// `{"a" = 1}`, `{"a" 1}`, `{"a": 1; "b": 2}`.
pub(super) fn dict_separator(b: &Broken<'_>) -> Option<Finding> {
    let near = b.near().min(b.code.len().checked_sub(1)?);
    let open = if b.w(near) == "{" { Some(near) } else { b.enclosing(near) };
    let open = open.filter(|&open| matches!(b.w(open), "{" | "[" | "("))?;
    let close = b.pair(open)?;
    let depth = b.depth(open) + 1;
    let inner = |i: &usize| b.depth(*i) == depth;
    let semicolons: Vec<usize> = (open + 1..close).filter(inner).filter(|&i| b.w(i) == ";").collect();
    if let Some(&first) = semicolons.first()
        && b.line_of(first).abs_diff(b.line) <= 1
    {
        let fix = semicolons
            .iter()
            .fold(Fix::safe(0.93, msg!("syntax-fix-change", old = ";", new = ",")), |fix, &i| {
                fix.edit(b.range(i), ",")
            });
        return Some(Finding::new("missing-comma", msg!("syntax-semicolon")).fix(fix));
    }
    if b.w(open) != "{" {
        return None;
    }
    let equals: Vec<usize> = (open + 1..close).filter(inner).filter(|&i| b.w(i) == "=").collect();
    if let Some(&first) = equals.first() {
        let key = b.w(first.wrapping_sub(1));
        let finding = Finding::new("dict-separator", msg!("syntax-dict-equals", key = code(key)));
        let mut fix = Fix::safe(0.96, msg!("syntax-fix-change", old = "=", new = ":"));
        for i in equals {
            // `name = 1` as in a call: the key is a text.
            if b.is_name(i.wrapping_sub(1))
                && matches!(b.w(i.wrapping_sub(2)), "{" | ",")
                && !b.is_bound_before(b.w(i.wrapping_sub(1)), open)
            {
                fix = fix.edit(b.range(i.wrapping_sub(1)), format!("\"{}\"", b.w(i.wrapping_sub(1))));
            }
            fix = fix.edit(b.end(i.wrapping_sub(1))..b.end(i), ":");
        }
        return Some(finding.fix(fix));
    }
    // A key without its colon, where other entries have one.
    let mut entry = open + 1;
    let colons = (open + 1..close).filter(inner).any(|i| b.w(i) == ":");
    for i in open + 1..close {
        if !inner(&i) {
            continue;
        }
        let has_colon = (entry..=i).any(|j| b.depth(j) == depth && b.w(j) == ":");
        if b.w(i) == "," {
            entry = i + 1;
        } else if colons && !has_colon && side_by_side(b, i) && i + 1 < close {
            let fix = Fix::safe(0.93, msg!("syntax-fix-insert", new = ":")).insert(b.end(i), ":");
            return Some(
                Finding::new("dict-separator", msg!("syntax-dict-colon", key = code(b.w(i)))).fix(fix),
            );
        } else if b.w(i) == ":" && matches!(b.w(i + 1), "," | "}") && b.line_of(i) == b.line {
            return Some(
                Finding::new("dict-value", msg!("syntax-dict-value", key = code(b.w(i.wrapping_sub(1)))))
                    .advice(msg!("syntax-dict-value-advice")),
            );
        } else if has_colon && b.w(i) == "," && side_by_side(b, i) {
            break;
        }
    }
    // `"a", 1` between entries with colons.
    let mut from = open + 1;
    for i in open + 1..=close {
        if i < close && !(inner(&i) && b.w(i) == ",") {
            continue;
        }
        let has_colon = (from..i).any(|j| b.depth(j) == depth && b.w(j) == ":");
        let single = i == from + 1;
        let next_has_value = i + 2 <= close && matches!(b.w(i + 2), "," | "}") && b.w(i) == ",";
        if colons
            && single
            && !has_colon
            && b.is_str(from)
            && next_has_value
            && b.line_of(from).abs_diff(b.line) <= 1
        {
            let fix = Fix::safe(0.88, msg!("syntax-fix-change", old = ",", new = ":")).edit(b.range(i), ":");
            return Some(
                Finding::new("dict-separator", msg!("syntax-dict-colon", key = code(b.w(from)))).fix(fix),
            );
        }
        from = i + 1;
    }
    None
}

/// Two values side by side.
pub(super) fn missing_comma(b: &Broken<'_>) -> Option<Finding> {
    let (open, close) = bracket(b)?;
    let depth = b.depth(open) + 1;
    let places: Vec<usize> = (open + 1..close - 1)
        .filter(|&i| {
            let closing = matches!(b.w(i), ")" | "]" | "}");
            let same = b.depth(i) == depth || closing && b.depth(i) == depth + 1;
            same && side_by_side(b, i) && b.depth(i + 1) == depth
        })
        .collect();
    let &first = places.first()?;
    let finding = Finding::new(
        "missing-comma",
        msg!("syntax-comma", one = code(b.w(first)), two = code(b.w(first + 1)), line = b.line_of(first) + 1),
    );
    let fix = places
        .iter()
        .fold(Fix::safe(0.93, msg!("syntax-fix-insert", new = ",")), |fix, &i| fix.insert(b.end(i), ","));
    // An operator could be missing as well.
    Some(finding.advice(msg!("syntax-comma-advice")).fix(fix))
}
