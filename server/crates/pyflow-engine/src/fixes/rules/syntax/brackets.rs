//! Brackets without a partner, or with the wrong one.

use super::broken::{Broken, closes, columns, is_block_word, is_statement_word, opens};
use super::{Finding, Fix, code};
use crate::diagnose::tokens::Kind;
use crate::msg;

/// Whether a line begins a new statement, seen from a bracket that was opened in a statement above it.
fn begins_statement(b: &Broken<'_>, line: u32, width: usize) -> bool {
    let first = b.on_line(line).start;
    if !b.has_code(line) || b.code.get(first).is_none() || b.line_of(first) != line {
        return false;
    }
    let own = columns(b.indent(line));
    let word = b.w(first);
    let deeper = own > width;
    if matches!(word, ")" | "]" | "}" | ",") {
        return false;
    }
    if !deeper {
        return b.is_word(first)
            || word == "@"
            || b.is_str(first) && own < width
            || matches!(word, "(" | "[");
    }
    // In a bracket, deeper lines go on with it, unless they can only be statements.
    let last = b.on_line(line).end.saturating_sub(1);
    matches!(
        word,
        "def"
            | "class"
            | "return"
            | "import"
            | "raise"
            | "break"
            | "continue"
            | "pass"
            | "global"
            | "while"
            | "try"
            | "with"
            | "assert"
            | "del"
    ) || (is_block_word(word) && b.w(last) == ":")
}

/// The line where a bracket's statement ends, if the bracket's partner is not before that: the last line with code
/// before a new statement begins.
fn broken_off(b: &Broken<'_>, open: usize) -> Option<u32> {
    let start = b.line_of(open);
    // A head of a block ends with its colon; in parentheses no line does.
    let range = b.on_line(start);
    let is_head = is_block_word(b.w(range.start)) && b.w(range.end.saturating_sub(1)) == ":";
    let closed_here = b.pair(open).is_some_and(|close| b.line_of(close) == start);
    if is_head && b.w(open) != "{" && !closed_here {
        return Some(start);
    }
    let statement = statement_line(b, open);
    let width = columns(b.indent(statement));
    let stop = b.pair(open).map_or(b.lines(), |close| b.line_of(close) + 1);
    let mut last = start;
    for line in start + 1..stop {
        if begins_statement(b, line, width) {
            return Some(last);
        }
        if b.has_code(line) {
            last = line;
        }
    }
    (b.pair(open).is_none()).then_some(last)
}

/// The line where the statement of a bracket starts: of the outermost bracket around it that is sound.
fn statement_line(b: &Broken<'_>, open: usize) -> u32 {
    let mut line = b.line_of(open);
    let mut at = open;
    while let Some(outer) = b.enclosing(at) {
        if broken_between(b, outer, at) {
            break;
        }
        line = b.line_of(outer);
        at = outer;
    }
    line
}

fn broken_between(b: &Broken<'_>, outer: usize, inner: usize) -> bool {
    let width = columns(b.indent(b.line_of(outer)));
    (b.line_of(outer) + 1..=b.line_of(inner)).any(|line| begins_statement(b, line, width))
}

/// The opening bracket that is not closed, if there is one before the error.
fn open_bracket(b: &Broken<'_>) -> Option<(usize, u32)> {
    let near = b.near();
    let said = b.message.ends_with("was never closed");
    // A closing bracket on a line of its own stands below the start of the line that opens: where it does not, the
    // bracket that it seems to close is the open one.
    let misplaced = (0..b.code.len()).filter(|&i| matches!(b.w(i), "(" | "[" | "{")).find(|&open| {
        b.pair(open).is_some_and(|close| {
            b.starts_line(close)
                && columns(b.indent(b.line_of(close))) < columns(b.indent(b.line_of(open)))
                && b.starts_line(open)
                && b.enclosing(open)
                    .is_some_and(|outer| b.unclosed.contains(&outer) && b.w(outer) == b.w(open))
        })
    });
    if let Some(open) = misplaced {
        return Some((open, b.line_of(open)));
    }
    if said {
        let sign = b.message.get(1..2)?;
        let at = b.on_line(b.line).find(|&i| b.start(i) >= b.at.start && b.w(i) == sign);
        if let Some(open) = at {
            let end = broken_off(b, open).unwrap_or_else(|| b.line_of(open));
            return Some((open, end));
        }
    }
    let candidates = b
        .unclosed
        .iter()
        .copied()
        .chain((0..b.code.len()).filter(|&i| {
            let over_lines = b.pair(i).is_some_and(|close| close > i && b.line_of(close) > b.line_of(i));
            matches!(b.w(i), "(" | "[" | "{") && over_lines
        }))
        .filter(|&open| open <= near);
    let mut found: Vec<(usize, u32)> = candidates
        .filter_map(|open| Some((open, broken_off(b, open)?)))
        // The error is seen where the text behind the bracket makes no sense: at or behind the last good line.
        .filter(|&(open, end)| b.line >= b.line_of(open) && (b.line >= end || b.unclosed.contains(&open)))
        .collect();
    found.sort_unstable();
    // The innermost one that breaks off at the same line.
    let last = found.last().copied()?;
    (b.line <= last.1 + 3 || b.line_of(near) <= last.1 + 3 || b.message.contains("EOF")).then_some(last)
}

pub(super) fn never_closed(b: &Broken<'_>) -> Option<Finding> {
    let (open, end_line) = open_bracket(b)?;
    let sign = b.w(open);
    let closer = closes(sign);
    let line = b.line_of(open);
    let finding = Finding::new(
        "unclosed-bracket",
        msg!("syntax-never-closed", bracket = code(sign), line = line + 1, closer = code(closer)),
    )
    .advice(msg!("syntax-never-closed-advice", closer = code(closer)));
    let title = || msg!("syntax-fix-insert", new = closer);
    let last = b.on_line(end_line).end.checked_sub(1).filter(|&last| last >= open)?;
    let mut finding = finding;
    let head = b.on_line(line).start;
    let is_head = is_block_word(b.w(head)) || b.w(head) == "async";
    // `if len(x > 3:`: before the colon, and before that a comparison belongs outside a call.
    if end_line == line && is_head && b.w(last) == ":" && last > open {
        let compare = (open + 1..last).find(|&i| {
            matches!(b.w(i), "==" | "!=" | "<" | ">" | "<=" | ">=" | "in" | "and" | "or")
                && b.depth(i) == b.depth(open) + 1
        });
        let call = b.is_name(open.wrapping_sub(1)) && b.touches(open.wrapping_sub(1)) && b.w(head) != "def";
        if let Some(compare) = compare.filter(|_| call) {
            finding = finding.fix(Fix::safe(0.85, title()).insert(b.end(compare.wrapping_sub(1)), closer));
        }
        let fix = Fix::safe(0.85, title()).insert(b.end(last.wrapping_sub(1)), closer);
        return Some(finding.fix(fix));
    }
    let alone = last > open && b.ends_line(open) && end_line > line;
    if alone {
        let text = format!("{}{}{closer}", b.newline(), b.indent(b.line_of(open)));
        let at = b.source.line_start(end_line) + b.source.line(end_line).len();
        finding = finding.fix(Fix::safe(0.95, title()).insert(at, text));
        return Some(finding);
    }
    // In a list over lines the comma at the line's end is the outer list's.
    let inner_end = if b.w(last) == "," && b.pair(open).is_some() && last > open { last - 1 } else { last };
    let end_fix = Fix::safe(0.92, title()).insert(b.end(inner_end), closer);
    // `sum(xs / len(xs)`: the bracket may have closed before an operator; both parse, and a run tells.
    let operator = (open + 2..=last).find(|&i| {
        matches!(b.w(i), "+" | "-" | "*" | "/" | "//" | "%" | "**") && b.depth(i) == b.depth(open) + 1
    });
    let early = operator
        .filter(|_| b.is_name(open.wrapping_sub(1)) && b.is_name(open + 1))
        .map(|i| Fix::safe(0.5, title()).insert(b.end(i.wrapping_sub(1)), closer));
    finding = finding.fix(end_fix);
    // One line that misses several.
    let missing: String = std::iter::successors(Some(open), |&at| {
        b.enclosing(at).filter(|&outer| b.line_of(outer) == line && b.pair(outer).is_none())
    })
    .map(|at| closes(b.w(at)))
    .collect();
    if missing.len() > 1 {
        let all =
            Fix::safe(0.92, msg!("syntax-fix-insert", new = missing.as_str())).insert(b.end(last), missing);
        return Some(Finding { fixes: Vec::new(), ..finding }.fix(all));
    }
    Some(match early {
        Some(early) => finding.fix(early),
        None => finding,
    })
}

/// `(1, 2]`.
pub(super) fn mismatched(b: &Broken<'_>) -> Option<Finding> {
    let inside = |&(open, close): &(usize, usize)| b.line_of(open) <= b.line && b.line <= b.line_of(close);
    let generic = b.message.starts_with("invalid syntax") && b.mismatched.first().is_some_and(inside);
    if !b.message.contains("does not match opening parenthesis") && !generic {
        return None;
    }
    let (open, close) = b
        .mismatched
        .iter()
        .copied()
        .find(|&(_, close)| b.line_of(close) == b.line)
        .or_else(|| b.mismatched.first().copied())?;
    let (sign, wrong) = (b.w(open), b.w(close));
    let closer = closes(sign);
    let finding = Finding::new(
        "mismatched-bracket",
        msg!(
            "syntax-mismatched",
            open = code(sign),
            line = b.line_of(open) + 1,
            close = code(wrong),
            right = code(closer)
        ),
    );
    let insert =
        |at: usize, prior: f32| Fix::safe(prior, msg!("syntax-fix-insert", new = closer)).insert(at, closer);
    let change = |prior: f32| {
        Fix::safe(prior, msg!("syntax-fix-change", old = wrong, new = closer)).edit(b.range(close), closer)
    };
    // Another bracket that is open takes this closing one: then one is missing before it.
    let outer = std::iter::successors(b.enclosing(open), |&at| b.enclosing(at))
        .any(|at| b.w(at) == opens(wrong) && b.pair(at).is_none());
    if !outer {
        let opener = opens(wrong);
        let other =
            Fix::safe(0.5, msg!("syntax-fix-change", old = sign, new = opener)).edit(b.range(open), opener);
        return Some(finding.fix(change(0.9)).fix(other));
    }
    if b.line_of(open) == b.line_of(close) {
        // `d["k")` and `f(xs[0)`: right before; or behind the first word.
        let before = insert(b.end(close.wrapping_sub(1)), 0.9);
        let word = (open + 2 < close
            && matches!(b.w(open + 2), "," | "+" | "-" | "*" | "/" | "." | "==" | "<" | ">"))
        .then(|| insert(b.end(open + 1), if sign == "[" { 0.92 } else { 0.5 }));
        return Some(match word {
            Some(word) if sign == "[" => finding.fix(word).fix(before),
            Some(word) => finding.fix(before).fix(word),
            None => finding.fix(before),
        });
    }
    // Over lines: at the end of the opening one's line, before its comma.
    let line = b.on_line(b.line_of(open));
    let last = line.end - 1;
    let at = if b.w(last) == "," && last > open { b.end(last.wrapping_sub(1)) } else { b.end(last) };
    let finding = if last > open { finding.fix(insert(at, 0.88)) } else { finding };
    Some(finding.fix(insert(b.end(close.wrapping_sub(1)), 0.5)))
}

/// A closing bracket too many.
pub(super) fn unmatched(b: &Broken<'_>) -> Option<Finding> {
    if !b.message.starts_with("unmatched") && b.unmatched.iter().all(|&i| b.line_of(i) != b.line) {
        return None;
    }
    let close = b
        .unmatched
        .iter()
        .copied()
        .find(|&i| b.line_of(i) == b.line)
        .or_else(|| b.unmatched.first().copied())?;
    let sign = b.w(close);
    let opener = opens(sign);
    let finding = Finding::new("unmatched-bracket", msg!("syntax-unmatched", bracket = code(sign)))
        .advice(msg!("syntax-unmatched-advice", bracket = code(opener)));
    let remove =
        |i: usize, prior: f32| Fix::safe(prior, msg!("syntax-fix-remove", old = b.w(i))).edit(b.range(i), "");
    // A line of nothing else goes as a whole.
    let line = b.on_line(b.line_of(close));
    if line.len() == 1 {
        let own = b.line_of(close);
        let fix = Fix::safe(0.9, msg!("syntax-fix-remove", old = sign)).edit(b.line_bytes(own, own), "");
        return Some(finding.fix(fix));
    }
    let head = b.head(close);
    let start = line.start.max(head);
    // `print "x")`, `len x)`: the opening one is missing behind a word.
    let gap = (start..close).rev().find(|&i| {
        b.is_name(i)
            && !is_statement_word(b.w(i))
            && b.depth(i) == b.depth(close)
            && !b.touches(i)
            && (b.is_name(i + 1) || b.is_str(i + 1) || b.kind(i + 1) == Some(Kind::Number))
    });
    if let Some(gap) = gap {
        let fix = Fix::safe(0.92, msg!("syntax-fix-insert", new = opener))
            .edit(b.end(gap)..b.start(gap + 1), opener);
        return Some(finding.fix(fix));
    }
    // A string with its word right before it: `print"x")`.
    let doubled: Vec<usize> = (start..close)
        .filter(|&i| b.w(i) == sign && b.w(i + 1) == sign && b.depth(i) > b.depth(close))
        .collect();
    let loose_comma = (start..close).any(|i| b.w(i) == "," && b.depth(i) == b.depth(close));
    let after = b.w(close + 1);
    let followed = close < b.tail(close)
        && matches!(
            after,
            "+" | "-" | "*" | "/" | "//" | "%" | "**" | "==" | "<" | ">" | "." | "[" | "<=" | ">=" | "!="
        );
    let last = remove(close, 0.85);
    // `round((a + b)) ** 0.5, 2)`: a comma that is left outside belongs into the call, so one before was too much.
    if loose_comma && !doubled.is_empty() {
        let earlier = doubled.iter().rev().map(|&i| remove(i, 0.9));
        return Some(finding.fixes(earlier).fix(last));
    }
    if b.w(close.wrapping_sub(1)) == sign {
        return Some(finding.fix(remove(close, 0.93)));
    }
    if followed {
        // `x = a + b) * 2`: grouping was meant.
        let from = (start..close)
            .rev()
            .take_while(|&i| {
                !(b.depth(i) == b.depth(close)
                    && matches!(
                        b.w(i),
                        "=" | "return"
                            | ","
                            | "+="
                            | "-="
                            | "if"
                            | "elif"
                            | "while"
                            | "in"
                            | "print"
                            | "and"
                            | "or"
                            | "not"
                    ))
            })
            .last()?;
        let group = Fix::safe(0.85, msg!("syntax-fix-insert", new = opener)).insert(b.start(from), opener);
        let is_sum =
            (from..close).any(|i| matches!(b.w(i), "+" | "-" | "*" | "/") && b.depth(i) == b.depth(close));
        return Some(if is_sum { finding.fix(group).fix(last) } else { finding.fix(last).fix(group) });
    }
    Some(finding.fix(last))
}
