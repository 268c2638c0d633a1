//! Calls: the order of arguments, what can name one, and calls without parentheses.

use super::broken::Broken;
use super::{Finding, Fix, code};
use crate::diagnose::tokens::Kind;
use crate::msg;

/// The arguments between a token and a closing bracket, as first and last tokens.
pub(super) fn arguments(b: &Broken<'_>, from: usize, close: usize) -> Vec<(usize, usize)> {
    let depth = b.depth(from);
    let mut found = Vec::new();
    let mut start = from;
    for i in from..close {
        if b.w(i) == "," && b.depth(i) == depth {
            if i > start {
                found.push((start, i - 1));
            }
            start = i + 1;
        }
    }
    if close > start {
        found.push((start, close - 1));
    }
    found
}

/// The parameters of a function that is defined in the text: names with whether they have a default.
fn parameters<'a>(b: &Broken<'a>, name: &str) -> Option<Vec<(&'a str, bool)>> {
    let def = (0..b.code.len()).find(|&i| b.w(i) == "def" && b.w(i + 1) == name)?;
    let open = def + 2;
    let close = b.pair(open)?;
    let all = arguments(b, open + 1, close);
    let named = all.into_iter().filter(|&(from, _)| b.is_name(from));
    Some(
        named
            .map(|(from, to)| (b.w(from), (from..=to).any(|i| b.w(i) == "=")))
            .filter(|(name, _)| !matches!(*name, "self" | "cls"))
            .collect(),
    )
}

pub(super) fn positional_after_keyword(b: &Broken<'_>) -> Option<Finding> {
    let unpacking = b.message.contains("follows keyword argument unpacking");
    if !b.message.starts_with("positional argument follows keyword argument")
        && !b.message.contains("unpacking follows keyword")
    {
        return None;
    }
    let is_keyword = |&(from, to): &(usize, usize)| {
        b.is_word(from) && to > from && b.w(from + 1) == "=" || b.w(from) == "**"
    };
    // The call around the place, or the one that ends there.
    let near = b.near();
    let calls = (0..b.code.len()).rev().filter(|&open| {
        b.w(open) == "("
            && open > 0
            && (b.is_name(open.wrapping_sub(1)) || matches!(b.w(open.wrapping_sub(1)), ")" | "]"))
            && open <= near
            && b.pair(open).is_some_and(|close| close >= near)
            || (b.w(open) == "(" && b.line_of(open) == b.line)
    });
    let (open, all) =
        calls.filter_map(|open| Some((open, arguments(b, open + 1, b.pair(open)?)))).find(|(_, all)| {
            let first = all.iter().position(is_keyword);
            first.is_some_and(|first| all.iter().skip(first).any(|argument| !is_keyword(argument)))
        })?;
    let first = all.iter().position(is_keyword)?;
    let late: Vec<(usize, usize)> =
        all.iter().skip(first).copied().filter(|argument| !is_keyword(argument)).collect();
    let keywords: Vec<(usize, usize)> = all.iter().copied().filter(is_keyword).collect();
    let text = |&(from, to): &(usize, usize)| b.span(from, to);
    let finding = Finding::new(
        "positional-after-keyword",
        msg!("syntax-positional", text = code(text(late.first()?)), keyword = code(text(keywords.first()?))),
    )
    .advice(msg!("syntax-positional-advice"));
    if unpacking
        && keywords.iter().any(|&(from, _)| b.w(from) == "**")
        && late.iter().any(|&(from, _)| b.w(from) == "*")
    {
        return Some(finding);
    }
    let name = b.w(open.wrapping_sub(1));
    // In front, each takes the parameter of its place; where a keyword has that one already, it gets a name instead.
    let known = parameters(b, name);
    let given: Vec<&str> = keywords.iter().map(|&(from, _)| b.w(from)).collect();
    let clash = known.as_ref().is_some_and(|known| {
        known.iter().take(first + late.len()).skip(first).any(|(name, _)| given.contains(name))
    });
    let moved: Vec<&str> = all.iter().take(first).chain(&late).chain(&keywords).map(text).collect();
    let range = b.start(all.first()?.0)..b.end(all.last()?.1);
    let one_line = !b.slice(range.clone()).contains(['\n', '\r']);
    let front = Fix::safe(
        if clash { 0.4 } else { 0.95 },
        msg!("syntax-fix-move-positional", text = text(late.first()?)),
    );
    let front = if one_line {
        front.edit(range, moved.join(", "))
    } else {
        // Over lines the arguments change places, and the lines stay.
        all.iter().zip(&moved).fold(front, |fix, (&(from, to), new)| fix.edit(b.start(from)..b.end(to), *new))
    };
    let named = known.and_then(|known| {
        let mut free = known.iter().skip(first).filter(|(name, _)| !given.contains(name));
        let mut fix = Fix::safe(if clash { 0.92 } else { 0.4 }, msg!("syntax-fix-name-argument"));
        for &(from, _) in &late {
            let (name, _) = free.next()?;
            fix = fix.insert(b.start(from), format!("{name}="));
        }
        Some(fix)
    });
    Some(match (clash, named) {
        (true, Some(named)) => finding.fix(named).fix(front),
        (false, Some(named)) => finding.fix(front).fix(named),
        (_, None) => finding.fix(front),
    })
}

/// `f("x"=1)`, `f(a.b=1)`, and names that are given twice.
pub(super) fn keyword_not_a_name(b: &Broken<'_>) -> Option<Finding> {
    if b.message.starts_with("keyword argument repeated") {
        let name = b.message.split(": ").nth(1).unwrap_or_default();
        let finding = Finding::new("keyword-repeated", msg!("syntax-keyword-repeated", name = code(name)));
        let places: Vec<usize> = (0..b.code.len())
            .filter(|&i| b.w(i) == name && b.w(i + 1) == "=" && b.line_of(i).abs_diff(b.line) < 12)
            .filter(|&i| b.enclosing(i).is_some())
            .collect();
        let pair = places.iter().enumerate().find_map(|(n, &one)| {
            let two = places.iter().skip(n + 1).find(|&&two| b.enclosing(two) == b.enclosing(one))?;
            Some((one, *two))
        });
        // Given twice with the same value, one is enough.
        if let Some((one, two)) = pair {
            let open = b.enclosing(one)?;
            let all = arguments(b, open + 1, b.pair(open)?);
            let of = |i: usize| all.iter().find(|(from, _)| *from == i).map(|&(from, to)| b.span(from, to));
            if of(one).is_some() && of(one) == of(two) {
                let (_, end) = *all.iter().find(|(from, _)| *from == two)?;
                let fix = Fix::safe(0.9, msg!("syntax-fix-remove", old = b.span(two, end)))
                    .edit(b.end(two.wrapping_sub(2))..b.end(end), "");
                return Some(finding.fix(fix));
            }
        }
        return Some(finding);
    }
    if !b.message.starts_with("expression cannot contain assignment")
        && !b.message.starts_with("keyword can't be an expression")
    {
        return None;
    }
    let equals = b.on_line(b.line).find(|&i| b.w(i) == "=" && b.start(i) >= b.at.start && b.depth(i) > 0)?;
    let left = b.w(equals.wrapping_sub(1));
    let finding = Finding::new(
        "keyword-not-a-name",
        msg!(
            "syntax-keyword-expression",
            text = code(
                b.span(super::operators::operand_start(b, equals.wrapping_sub(1)), equals.wrapping_sub(1))
            )
        ),
    );
    if let Some(quoted) = b.quoted(equals.wrapping_sub(1)) {
        let name = left.trim_matches(char::from(quoted.quote));
        if quoted.prefix == 0
            && !name.is_empty()
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !name.starts_with(|c: char| c.is_ascii_digit())
        {
            let fix = Fix::safe(0.93, msg!("syntax-fix-change", old = left, new = name))
                .edit(b.range(equals.wrapping_sub(1)), name);
            return Some(finding.advice(msg!("syntax-keyword-quotes-advice", name = code(name))).fix(fix));
        }
    }
    // `f(max-size=1)`
    if b.w(equals.wrapping_sub(2)) == "-"
        && b.is_name(equals.wrapping_sub(1))
        && b.is_name(equals.wrapping_sub(3))
        && b.touches(equals.wrapping_sub(2))
        && b.touches(equals.wrapping_sub(3))
    {
        let new = format!("{}_{left}", b.w(equals.wrapping_sub(3)));
        let fix = Fix::safe(
            0.88,
            msg!("syntax-fix-change", old = b.span(equals - 3, equals - 1), new = new.as_str()),
        )
        .edit(b.start(equals.wrapping_sub(3))..b.end(equals.wrapping_sub(1)), new);
        return Some(finding.fix(fix));
    }
    let fix = Fix::safe(0.85, msg!("syntax-fix-change", old = "=", new = "==")).edit(b.range(equals), "==");
    Some(finding.advice(msg!("syntax-equals-advice")).fix(fix))
}

pub(super) fn generator(b: &Broken<'_>) -> Option<Finding> {
    if !b.message.starts_with("Generator expression must be parenthesized") {
        return None;
    }
    let f = b.on_line(b.line).find(|&i| b.w(i) == "for" && b.depth(i) > 0)?;
    let open = b.enclosing(f)?;
    let (from, to) =
        arguments(b, open + 1, b.pair(open)?).into_iter().find(|&(from, to)| from <= f && f <= to)?;
    let fix =
        Fix::safe(0.93, msg!("syntax-fix-parentheses")).insert(b.start(from), "(").insert(b.end(to), ")");
    Some(Finding::new("generator", msg!("syntax-generator")).fix(fix))
}

/// `len names`: a call without its parentheses.
pub(super) fn missing_parentheses(b: &Broken<'_>) -> Option<Finding> {
    const FUNCTIONS: [&str; 22] = [
        "len",
        "range",
        "input",
        "int",
        "float",
        "str",
        "sum",
        "max",
        "min",
        "sorted",
        "list",
        "set",
        "tuple",
        "dict",
        "abs",
        "round",
        "enumerate",
        "zip",
        "reversed",
        "open",
        "type",
        "print",
    ];
    let line = b.on_line(b.line);
    let defined = |name: &str| (0..b.code.len()).any(|i| b.w(i) == "def" && b.w(i + 1) == name);
    let i = line.clone().find(|&i| {
        let operand = b.is_name(i + 1) || b.is_str(i + 1) || b.kind(i + 1) == Some(Kind::Number);
        b.is_name(i)
            && operand
            && b.line_of(i + 1) == b.line
            && (FUNCTIONS.contains(&b.w(i)) || defined(b.w(i)))
    })?;
    let depth = b.code.get(i)?.depth;
    let end = (i + 1..line.end)
        .take_while(|&j| {
            let t = b.code[j];
            let leaves = t.depth < depth
                || (t.depth == depth
                    && (matches!(b.w(j), ":" | ";") || depth > 0 && matches!(b.w(j), ")" | "]" | "}")));
            !leaves
        })
        .last()?;
    let fix = Fix::safe(0.85, msg!("syntax-fix-parentheses"))
        .edit(b.end(i)..b.start(i + 1), "(")
        .insert(b.end(end), ")");
    Some(Finding::new("call-parentheses", msg!("syntax-call-parentheses", name = code(b.w(i)))).fix(fix))
}
