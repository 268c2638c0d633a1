//! Operators that Python does not have, or has in another form.

use super::broken::Broken;
use super::{Finding, Fix, code};
use crate::diagnose::tokens::{Kind, is_keyword};
use crate::msg;
use pyflow_core::fix::TextEdit;

/// Where the operand that ends at a token begins: `a.b[0]` with its calls.
pub(super) fn operand_start(b: &Broken<'_>, end: usize) -> usize {
    let mut i = end;
    loop {
        if matches!(b.w(i), ")" | "]") {
            match b.pair(i) {
                Some(open) => i = open,
                None => return i,
            }
            if i > 0
                && (b.is_name(i.wrapping_sub(1)) || matches!(b.w(i.wrapping_sub(1)), ")" | "]"))
                && b.end(i.wrapping_sub(1)) == b.start(i)
            {
                i -= 1;
                continue;
            }
        }
        if i > 1 && b.w(i.wrapping_sub(1)) == "." {
            i -= 2;
            continue;
        }
        return i;
    }
}

/// `x++` and `x--`.
pub(super) fn increments(b: &Broken<'_>) -> Option<Finding> {
    let is_pair = |i: usize| matches!(b.w(i), "+" | "-") && b.w(i) == b.w(i + 1) && b.touches(i);
    let postfix = |i: usize| {
        is_pair(i)
            && i > 0
            && (b.is_name(i.wrapping_sub(1)) || matches!(b.w(i.wrapping_sub(1)), ")" | "]"))
            && (i + 1 == b.tail(i) || b.ends_line(i + 1) || matches!(b.w(i + 2), ";" | ")" | "]" | "," | "}"))
    };
    let whole = |i: usize| {
        let start = operand_start(b, i - 1);
        let before = b.w(start.wrapping_sub(1));
        (b.head(start) == start || matches!(before, ":" | ";" | "else"))
            && (b.ends_line(i + 1) || b.w(i + 2) == ";")
    };
    // An unfinished sum takes the next line in, so the error may be there.
    let own = b.line.checked_sub(1);
    let at = (0..b.code.len()).find(|&i| {
        postfix(i) && (b.line_of(i) == b.line || Some(b.line_of(i)) == own && b.starts_line(b.near()))
    })?;
    let sign = b.w(at);
    let name = b.span(operand_start(b, at - 1), at - 1);
    let new = format!("{sign}= 1");
    let cause = msg!(
        "syntax-increment",
        text = code(&format!("{name}{sign}{sign}")),
        new = code(&format!("{name} {new}"))
    );
    let finding = Finding::new("increment", cause);
    if !whole(at) {
        return Some(finding.advice(msg!("syntax-increment-inside")));
    }
    let title = msg!("syntax-fix-change", old = format!("{name}{sign}{sign}"), new = format!("{name} {new}"));
    let mut fix = Fix::safe(0.97, title);
    for i in (0..b.code.len()).filter(|&i| postfix(i) && whole(i)) {
        fix = fix.edit(b.end(i.wrapping_sub(1))..b.end(i + 1), format!(" {}= 1", b.w(i)));
    }
    Some(finding.fix(fix))
}

/// Two tokens that were meant as one operator, or one too many: `+ =`, `= =`, `===`, `=<`, `=>`, `=!`.
pub(super) fn split_operators(b: &Broken<'_>) -> Option<Finding> {
    let range = b.on_line(b.line);
    range
        .clone()
        .find_map(|i| {
            let (one, two) = (b.w(i), b.w(i + 1));
            if b.line_of(i) != b.line_of(i + 1) {
                return None;
            }
            let touching = b.touches(i);
            let statement = b.head(i) + 1 == i || (b.head(i)..i).all(|j| !is_keyword(b.w(j)));
            let new = match (one, two) {
                ("==" | "!=", "=") if touching => one,

                ("=", ">") if touching && in_braces(b, i) && b.is_str(i.wrapping_sub(1)) => ":",

                ("=", "!") if touching => "!=",
                ("<", "=") | ("=", "<") => "<=",
                (">", "=") | ("=", ">") => ">=",
                ("!" | "not", "=") => "!=",
                ("=", "=") if statement => "=",
                ("=" | "is", "=") | ("is", "==") => "==",
                ("+" | "-" | "*" | "/" | "%" | "//" | "**", "=") if !touching && statement => {
                    return Some(merge(b, i, &format!("{one}=")));
                }
                (":", "=") if statement && !touching => "=",
                ("=", ":") if touching && statement => "=",
                ("-", ">") => ".",
                ("?", ".") if touching => ".",
                (":", ":") if touching && b.is_name(i.wrapping_sub(1)) && b.is_name(i + 2) => ".",
                ("<" | ">" | "=" | "!=" | "==", "==" | "<" | ">") if !touching && one == two => one,
                _ => return None,
            };
            Some(merge(b, i, new))
        })
        .or_else(|| arrow(b))
}

fn in_braces(b: &Broken<'_>, i: usize) -> bool {
    b.enclosing(i).is_some_and(|open| b.w(open) == "{")
}

fn merge(b: &Broken<'_>, i: usize, new: &str) -> Finding {
    let old = b.slice(b.start(i)..b.end(i + 1));
    let fix =
        Fix::safe(0.92, msg!("syntax-fix-change", old = old, new = new)).edit(b.start(i)..b.end(i + 1), new);
    Finding::new("operator", msg!("syntax-operator", old = code(old), new = code(new))).fix(fix)
}

/// `user->name`: the tokenizer has the arrow as one.
fn arrow(b: &Broken<'_>) -> Option<Finding> {
    let i = b.on_line(b.line).find(|&i| {
        b.w(i) == "->"
            && b.is_name(i + 1)
            && b.is_name(i.wrapping_sub(1))
            && b.touches(i)
            && b.touches(i.wrapping_sub(1))
    })?;
    let fix = Fix::safe(0.92, msg!("syntax-fix-change", old = "->", new = ".")).edit(b.range(i), ".");
    Some(Finding::new("operator", msg!("syntax-operator", old = code("->"), new = code("."))).fix(fix))
}

/// `{"a" -> 1}`.
pub(super) fn dict_arrows(b: &Broken<'_>) -> Option<Finding> {
    let is_arrow = |i: usize| b.w(i) == "->" && in_braces(b, i);
    b.on_line(b.line).find(|&i| is_arrow(i))?;
    let all = (0..b.code.len()).filter(|&i| is_arrow(i));
    let fix = Fix::safe(0.93, msg!("syntax-fix-change", old = "->", new = ":"));
    let fix = all.fold(fix, |fix, i| fix.edit(b.end(i.wrapping_sub(1))..b.end(i), ":"));
    Some(Finding::new("dict-separator", msg!("syntax-operator", old = code("->"), new = code(":"))).fix(fix))
}

/// `&&`, `||`, `!x`.
pub(super) fn logical(b: &Broken<'_>) -> Option<Finding> {
    let word = |i: usize| {
        let pair = b.w(i) == b.w(i + 1) && b.touches(i);
        match b.w(i) {
            "&" if pair => Some(("&&", "and", 1)),
            "|" if pair => Some(("||", "or", 1)),
            "!" if b.is_word(i + 1) || matches!(b.w(i + 1), "(" | "[" | "!") => Some(("!", "not", 0)),
            _ => None,
        }
    };
    let first = b.on_line(b.line).find(|&i| word(i).is_some())?;
    let (old, new, _) = word(first)?;
    let mut edits = Vec::new();
    let mut i = 0;
    while i < b.code.len() {
        if let Some((_, new, more)) = word(i) {
            let (start, end) = (b.start(i), b.end(i + more));
            let before = if b.slice(0..start).ends_with(|c: char| c.is_whitespace() || "([{!".contains(c)) {
                ""
            } else {
                " "
            };
            let after = if b.slice(end..b.text.len()).starts_with(char::is_whitespace) { "" } else { " " };
            edits.push(TextEdit { range: start..end, new_text: format!("{before}{new}{after}") });
            i += more;
        }
        i += 1;
    }
    let fix = Fix::safe(0.96, msg!("syntax-fix-change", old = old, new = new)).edits(edits);
    Some(Finding::new("logical-operator", msg!("syntax-operator", old = code(old), new = code(new))).fix(fix))
}

/// `x ? a : b`.
pub(super) fn ternary(b: &Broken<'_>) -> Option<Finding> {
    let q = b.on_line(b.line).find(|&i| b.w(i) == "?" && b.kind(i) == Some(Kind::Odd))?;
    let depth = b.code.get(q)?.depth;
    let line = b.on_line(b.line);
    let colon = (q + 1..line.end).find(|&i| b.w(i) == ":" && b.depth(i) == depth)?;
    let start = (line.start..q)
        .rev()
        .take_while(|&i| {
            let t = b.code[i];
            !(t.depth < depth
                || (t.depth == depth && matches!(b.w(i), "=" | "," | "return" | "+=" | ":" | "print"))
                || (t.depth + 1 == depth && matches!(b.w(i), "(" | "[" | "{")))
        })
        .last()?;
    let end = (colon + 1..line.end)
        .take_while(|&i| {
            let t = b.code[i];
            !(t.depth < depth
                || (t.depth == depth
                    && (matches!(b.w(i), "," | ";") || (depth > 0 && matches!(b.w(i), ")" | "]" | "}")))))
        })
        .last()?;
    let new =
        format!("{} if {} else {}", b.span(q + 1, colon - 1), b.span(start, q - 1), b.span(colon + 1, end));
    let fix = Fix::safe(0.9, msg!("syntax-fix-change", old = b.span(start, end), new = new.as_str()))
        .edit(b.start(start)..b.end(end), new.clone());
    Some(Finding::new("ternary", msg!("syntax-ternary", new = code(&new))).fix(fix))
}
