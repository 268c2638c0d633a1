//! `for` loops as other languages, or other words, have them.

use super::broken::Broken;
use super::{Finding, Fix, code};
use crate::diagnose::tokens::is_keyword;
use crate::msg;
use pyflow_core::text::ByteRange;

pub(super) fn loops(b: &Broken<'_>) -> Option<Finding> {
    let near = b.near();
    let range = b.on_line(b.line);
    // The loop or comprehension whose head the error is in.
    let f = range
        .clone()
        .rev()
        .filter(|&i| matches!(b.w(i), "for" | "foreach"))
        .find(|&i| i <= near.max(range.start) || b.head(i) == i)?;
    let statement = b.head(f) == f || b.w(f.wrapping_sub(1)) == "async";
    let end = head_end(b, f);
    let inside = |i: &usize| b.code.get(*i).is_some_and(|t| t.depth <= b.depth(f));
    let in_word = (f + 1..=end).find(|&i| b.w(i) == "in" && inside(&i));
    if statement && let Some(found) = c_for(b, f, end) {
        return Some(found);
    }
    if statement && let Some(found) = counting(b, f, end) {
        return Some(found);
    }
    if b.w(f) == "foreach" {
        let fix =
            Fix::safe(0.93, msg!("syntax-fix-change", old = "foreach", new = "for")).edit(b.range(f), "for");
        return Some(Finding::new("for-loop", msg!("syntax-foreach", word = code("foreach"))).fix(fix));
    }
    if statement && let Some(found) = parenthesized(b, f, end) {
        return Some(found);
    }
    let Some(in_word) = in_word else { return missing_in(b, f, end) };
    // Too many words before `in`.
    if in_word == f + 3 && b.is_word(f + 1) && b.is_name(f + 2) {
        let extra = b.w(f + 1);
        if matches!(
            extra,
            "each" | "every" | "all" | "let" | "var" | "const" | "int" | "auto" | "any" | "str"
        ) {
            let fix = Fix::safe(0.93, msg!("syntax-fix-remove", old = extra))
                .edit(b.start(f + 1)..b.start(f + 2), "");
            return Some(Finding::new("for-loop", msg!("syntax-foreach", word = code(extra))).fix(fix));
        }
        if b.is_name(f + 1) {
            let fix = Fix::safe(0.93, msg!("syntax-fix-insert", new = ",")).insert(b.end(f + 1), ",");
            let cause = msg!("syntax-for-comma", one = code(extra), two = code(b.w(f + 2)));
            return Some(Finding::new("missing-comma", cause).fix(fix));
        }
    }
    if b.w(in_word + 1) == "in" {
        let fix = Fix::safe(0.93, msg!("syntax-fix-remove", old = "in"))
            .edit(b.end(in_word)..b.end(in_word + 1), "");
        return Some(Finding::new("for-loop", msg!("syntax-for-double-in")).fix(fix));
    }
    // `in range 5`
    if b.w(in_word + 1) == "range"
        && b.head(in_word + 2) == b.head(f)
        && !matches!(b.w(in_word + 2), "(" | ":")
    {
        let from = in_word + 2;
        let fix = Fix::safe(0.92, msg!("syntax-fix-parentheses"))
            .edit(b.end(in_word + 1)..b.start(from), "(")
            .insert(b.end(end), ")");
        return Some(
            Finding::new("for-loop", msg!("syntax-call-parentheses", name = code("range"))).fix(fix),
        );
    }
    // `in 1..10`, `in 1 to 10`
    let tail = in_word + 1..end + 1;
    let to = tail.clone().find(|&i| matches!(b.w(i), "to" | "until"));
    let dots = b.slice(b.start(in_word + 1)..b.end(end)).split_once("..");
    let bounds = match (to, dots) {
        (Some(to), _) => Some((
            b.slice(b.start(in_word + 1)..b.end(to.wrapping_sub(1))),
            b.slice(b.start(to + 1)..b.end(end)),
        )),
        (None, Some((low, high))) => Some((low, high.trim_start_matches(['.', '=', '<']))),
        _ => None,
    };
    if let Some((low, high)) = bounds
        && !low.is_empty()
        && !high.is_empty()
    {
        return Some(range_of(b, in_word + 1, end, low, high));
    }
    None
}

/// The last token of a `for`'s head, before its colon or the closing bracket.
fn head_end(b: &Broken<'_>, f: usize) -> usize {
    let depth = b.depth(f);
    let tail = b.tail(f);
    let mut end = f;
    for i in f + 1..=tail {
        let Some(token) = b.code.get(i) else { break };
        if token.depth < depth || (token.depth == depth && matches!(b.w(i), ")" | "]" | "}")) && depth > 0 {
            break;
        }
        if token.depth == depth && b.w(i) == ":" && b.ends_line(i) {
            break;
        }
        if depth > 0 && token.depth == depth && matches!(b.w(i), "if" | "for") {
            break;
        }
        end = i;
    }
    end
}

fn missing_in(b: &Broken<'_>, f: usize, end: usize) -> Option<Finding> {
    let mut target = f + 1;
    if !b.is_name(target) && b.w(target) != "(" {
        return None;
    }
    while b.w(target + 1) == "," && b.is_name(target + 2) {
        target += 2;
    }
    let next = target + 1;
    if next > end || !b.is_name(target) {
        return None;
    }
    let name = b.w(target);
    let finding = |word: &str| {
        let cause = if word.is_empty() {
            msg!("syntax-for-in", name = code(name))
        } else {
            msg!("syntax-for-in-word", name = code(name), word = code(word))
        };
        Finding::new("for-in", cause).advice(msg!("syntax-for-in-advice"))
    };
    let word = b.w(next);
    let operand = |i: usize| b.is_word(i) || b.is_str(i) || matches!(b.w(i), "[" | "(" | "{");
    let is_word_for_in = (b.is_word(next) && !is_keyword(word)
        || matches!(word, "is" | "from" | "as" | "if" | "import"))
        || matches!(word, ":" | "=" | "<" | "-" | "->" | "==" | ":=");
    if is_word_for_in && next < end && operand(next + 1) && !matches!(b.w(next + 1), "in") {
        // `<-` is two tokens.
        let last = if word == "<" && b.w(next + 1) == "-" { next + 1 } else { next };
        let spaced = |text: &str| {
            let before = if b.end(target) == b.start(next) { " " } else { "" };
            let after = if b.end(last) == b.start(last + 1) { " " } else { "" };
            format!("{before}{text}{after}")
        };
        // A call or an attribute of that word is what is looped over, and `in` is missing.
        if b.is_name(next) && matches!(b.w(next + 1), "(" | "[") && b.touches(next) {
            let fix = Fix::safe(0.9, msg!("syntax-fix-insert", new = "in")).insert(b.start(next), "in ");
            return Some(finding("").fix(fix));
        }
        let fix = Fix::safe(0.94, msg!("syntax-fix-change", old = b.span(next, last), new = "in"))
            .edit(b.start(next)..b.end(last), spaced("in"));
        return Some(finding(b.span(next, last)).fix(fix));
    }
    if operand(next) {
        let fix = Fix::safe(0.9, msg!("syntax-fix-insert", new = "in")).insert(b.start(next), "in ");
        return Some(finding("").fix(fix));
    }
    None
}

/// `for (int i = 0; i < n; i++)`.
fn c_for(b: &Broken<'_>, f: usize, end: usize) -> Option<Finding> {
    let (range, new, name) = c_head(b, f, end)?;
    let fix = Fix::safe(0.9, msg!("syntax-fix-change", old = b.slice(range.clone()), new = new.as_str()))
        .edit(range, new);
    Some(Finding::new("for-loop", msg!("syntax-c-for", name = code(name))).fix(fix))
}

/// The head of a loop with three parts: its bytes, what Python has for it, and the name that counts.
pub(super) fn c_head<'a>(b: &Broken<'a>, f: usize, end: usize) -> Option<(ByteRange, String, &'a str)> {
    let semicolons: Vec<usize> = (f..=b.tail(f).max(end)).filter(|&i| b.w(i) == ";").collect();
    let [one, two] = semicolons[..] else { return None };
    let wrapped = b.w(f + 1) == "(";
    let equals = (f..one).find(|&i| b.w(i) == "=")?;
    let name = b.w(equals.wrapping_sub(1));
    let low = b.span(equals + 1, one - 1);
    let compare = (one..two).find(|&i| matches!(b.w(i), "<" | "<=" | ">" | ">="))?;
    let high = b.span(compare + 1, two - 1);
    let mut last = (two..=b.tail(f)).find(|&i| b.ends_line(i)).unwrap_or_else(|| b.tail(f));
    let brace_or_colon = |i: usize| matches!(b.w(i), ":" | "{");
    let head_last = if brace_or_colon(last) { last - 1 } else { last };
    let step_last = if wrapped && b.w(head_last) == ")" { head_last - 1 } else { head_last };
    let step: String =
        b.slice(b.start(two + 1)..b.end(step_last)).chars().filter(|c| !c.is_whitespace()).collect();
    let amount = if step.contains("++") {
        "1".to_owned()
    } else if step.contains("--") {
        "-1".to_owned()
    } else if let Some((_, by)) = step.split_once("+=") {
        by.to_owned()
    } else if let Some((_, by)) = step.split_once("-=") {
        format!("-{by}")
    } else {
        return None;
    };
    let high = match b.w(compare) {
        "<=" => plus_one(high),
        ">=" => high.parse::<i64>().map_or_else(|_| format!("{high} - 1"), |n| (n - 1).to_string()),
        _ => high.to_owned(),
    };
    let arguments = match (low, amount.as_str()) {
        ("0", "1") => high,
        (low, "1") => format!("{low}, {high}"),
        (low, by) => format!("{low}, {high}, {by}"),
    };
    let new = format!("for {name} in range({arguments}):");
    if !brace_or_colon(last) {
        last = head_last;
    }
    Some((b.start(f)..b.end(last), new, name))
}

/// `for i = 1 to 10`, `for i from 1 to 10`, `for i = 0:`.
fn counting(b: &Broken<'_>, f: usize, end: usize) -> Option<Finding> {
    if !b.is_name(f + 1) || !matches!(b.w(f + 2), "=" | "from") {
        return None;
    }
    let to = (f + 3..=end).find(|&i| matches!(b.w(i), "to" | "until"))?;
    Some(range_of_at(b, b.start(f + 2), f + 3, to - 1, to + 1, end))
}

fn range_of_at(
    b: &Broken<'_>,
    start: usize,
    low: usize,
    low_end: usize,
    high: usize,
    high_end: usize,
) -> Finding {
    let (low, high) = (b.span(low, low_end), b.span(high, high_end));
    let new = format!("in range({low}, {})", plus_one(high));
    let fix = Fix::guess(
        0.8,
        msg!("syntax-fix-change", old = b.slice(start..b.end(high_end)), new = new.as_str()),
        msg!("syntax-assume-inclusive", high = code(high)),
    )
    .edit(start..b.end(high_end), new);
    Finding::new("for-loop", msg!("syntax-for-counting")).fix(fix)
}

fn range_of(b: &Broken<'_>, from: usize, end: usize, low: &str, high: &str) -> Finding {
    let new = format!("range({low}, {})", plus_one(high));
    let fix = Fix::guess(
        0.75,
        msg!("syntax-fix-change", old = b.span(from, end), new = new.as_str()),
        msg!("syntax-assume-inclusive", high = code(high)),
    )
    .edit(b.start(from)..b.end(end), new);
    Finding::new("for-loop", msg!("syntax-for-counting")).fix(fix)
}

fn plus_one(high: &str) -> String {
    high.trim().parse::<i64>().map_or_else(|_| format!("{} + 1", high.trim()), |n| (n + 1).to_string())
}

/// `for (x in xs)`.
fn parenthesized(b: &Broken<'_>, f: usize, end: usize) -> Option<Finding> {
    let close = (b.w(f + 1) == "(").then(|| b.pair(f + 1)).flatten()?;
    let has_in = (f + 2..close).any(|i| b.w(i) == "in" && b.depth(i) == b.depth(f) + 1);
    if !has_in || close < end {
        return None;
    }
    let colon = if b.w(close + 1) == ":" { "" } else { ":" };
    let fix = Fix::safe(0.9, msg!("syntax-fix-remove", old = "( )"))
        .edit(b.range(f + 1), "")
        .edit(b.range(close), colon);
    Some(Finding::new("for-loop", msg!("syntax-for-parentheses")).fix(fix))
}
