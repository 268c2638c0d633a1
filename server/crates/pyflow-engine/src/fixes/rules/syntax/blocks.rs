//! Heads of blocks: the colon, `else if`, a `try` on its own.

use super::broken::{Broken, columns, is_block_word};
use super::{Finding, Fix, code};
use crate::diagnose::tokens::Kind;
use crate::msg;

/// `else if x:`, and `else x:`.
pub(super) fn else_if(b: &Broken<'_>) -> Option<Finding> {
    let is_else_if = |i: usize| {
        b.starts_line(i)
            && matches!(b.w(i), "else" | "el" | "els")
            && b.w(i + 1) == "if"
            && b.line_of(i) == b.line_of(i + 1)
    };
    let first = b.on_line(b.line).start;
    if is_else_if(first) {
        let words = b.span(first, first + 1);
        let mut fix = Fix::safe(0.96, msg!("syntax-fix-change", old = words, new = "elif"));
        for i in (0..b.code.len()).filter(|&i| is_else_if(i)) {
            fix = fix.edit(b.start(i)..b.end(i + 1), "elif");
        }
        return Some(Finding::new("else-if", msg!("syntax-else-if", words = code(words))).fix(fix));
    }
    let tail = b.tail(first);
    if b.w(first) == "else" && b.w(first + 1) != ":" && tail > first + 1 && b.w(tail) == ":" {
        let condition = b.slice(b.start(first + 1)..b.end(tail.wrapping_sub(1)));
        let fix = Fix::safe(0.9, msg!("syntax-fix-change", old = "else", new = "elif"))
            .edit(b.range(first), "elif");
        return Some(
            Finding::new("else-if", msg!("syntax-else-condition", condition = code(condition))).fix(fix),
        );
    }
    if b.w(first) == "elif" && b.w(first + 1) == ":" {
        let fix = Fix::safe(0.9, msg!("syntax-fix-change", old = "elif", new = "else"))
            .edit(b.range(first), "else");
        return Some(Finding::new("else-if", msg!("syntax-elif-bare")).fix(fix));
    }
    None
}

/// A head without its colon.
pub(super) fn missing_colon(b: &Broken<'_>) -> Option<Finding> {
    let near = b.near().min(b.code.len().checked_sub(1)?);
    let on_line = b.on_line(b.line);
    let at = if on_line.contains(&near) {
        near
    } else {
        on_line.end.checked_sub(1).filter(|i| on_line.contains(i))?
    };
    let head = b.head(at);
    let word = b.w(head);
    let tail = b.tail(head);
    let deeper = b
        .next_code_line(b.source.place_of(b.end(tail)).line)
        .is_some_and(|next| columns(b.indent(next)) > columns(b.indent(b.line_of(head))));
    let soft = matches!(word, "match" | "case") && deeper && tail > head;
    if !is_block_word(word) && !soft {
        return lambda_colon(b, at);
    }
    let depth = |i: usize| b.depth(i);
    let has_colon = (head..=tail).any(|i| b.w(i) == ":" && depth(i) == 0 && !in_lambda(b, head, i));
    if has_colon {
        return None;
    }
    let finding = Finding::new(
        "missing-colon",
        msg!("syntax-colon", word = code(word), head = code(b.span(head, tail))),
    )
    .advice(msg!("syntax-colon-advice"));
    // Another sign stands where the colon should.
    let last = b.w(tail);
    let wrong = matches!(last, ";" | "," | "." | "{" | "=" | "->" | "?")
        || (tail > head && matches!(last, "then" | "do" | "begin"));
    if wrong && (deeper || last != ",") {
        let start = if b.is_word(tail) || last == "{" { b.end(tail.wrapping_sub(1)) } else { b.start(tail) };
        let fix =
            Fix::safe(0.92, msg!("syntax-fix-change", old = last, new = ":")).edit(start..b.end(tail), ":");
        return Some(finding.fix(fix));
    }
    let title = || msg!("syntax-fix-insert", new = ":");
    let at_end = Fix::safe(0.96, title()).insert(b.end(tail), ":");
    if deeper {
        return Some(finding.fix(at_end));
    }
    // `if x print(x)`: the block is on the same line.
    let here = near.clamp(head + 1, tail.max(head + 1));
    let inside = if matches!(word, "else" | "try" | "finally") { head } else { here - 1 };
    let fix = Fix::safe(0.8, title()).insert(b.end(inside), ":");
    Some(if inside < tail { finding.fix(fix) } else { finding.fix(at_end) })
}

/// Whether a colon belongs to a lambda on its line.
fn in_lambda(b: &Broken<'_>, head: usize, colon: usize) -> bool {
    let lambdas = (head..colon).filter(|&i| b.w(i) == "lambda").count();
    let colons = (head..colon).filter(|&i| b.w(i) == ":" && b.depth(i) == b.depth(colon)).count();
    lambdas > colons
}

/// `lambda x x + 1`.
fn lambda_colon(b: &Broken<'_>, at: usize) -> Option<Finding> {
    let lambda = (b.head(at)..=at).rev().find(|&i| b.w(i) == "lambda")?;
    let mut last = lambda;
    while b.is_name(last + 1) {
        last += 1;
        if b.w(last + 1) != "," {
            break;
        }
        last += 1;
    }
    if b.w(last + 1) == ":"
        || last + 1 > b.tail(lambda)
        || b.kind(last + 1) == Some(Kind::Op) && b.w(last + 1) != "("
    {
        return None;
    }
    let fix = Fix::safe(0.85, msg!("syntax-fix-insert", new = ":")).insert(b.end(last), ":");
    Some(
        Finding::new(
            "missing-colon",
            msg!("syntax-colon", word = code("lambda"), head = code(b.span(lambda, last))),
        )
        .fix(fix),
    )
}

/// A `try` without `except`, an `else` without `if`.
pub(super) fn without_block(b: &Broken<'_>) -> Option<Finding> {
    if b.message.contains("expected 'except' or 'finally'") {
        return Some(
            Finding::new("lone-try", msg!("syntax-lone-try")).advice(msg!("syntax-lone-try-advice")),
        );
    }
    let first = b.on_line(b.line).start;
    let word = b.w(first);
    let generic = b.message.starts_with("invalid syntax") || b.message.starts_with("expected");
    if !generic {
        return None;
    }
    // 3.8 and 3.9 see a `try` on its own in the statement behind it.
    let same = |line: u32| b.has_code(line) && columns(b.indent(line)) <= columns(b.indent(b.line));
    let above = (0..b.line).rev().find(|&line| same(line)).map_or("", |line| b.w(b.on_line(line).start));
    if above == "try" && !matches!(word, "except" | "finally") && b.near() <= first {
        return Some(
            Finding::new("lone-try", msg!("syntax-lone-try")).advice(msg!("syntax-lone-try-advice")),
        );
    }
    if matches!(word, "else" | "elif" | "except" | "finally") && b.near() <= first {
        let indent = columns(b.indent(b.line));
        let partner = (0..b.line).rev().find(|&line| {
            let first = b.w(b.on_line(line).start);
            b.has_code(line) && matches!(first, "if" | "elif" | "for" | "while" | "try" | "except")
        });
        let finding = Finding::new("lone-else", msg!("syntax-lone-else", word = code(word)))
            .advice(msg!("syntax-lone-else-advice", word = code(word)));
        let Some(partner) = partner.filter(|&line| columns(b.indent(line)) != indent) else {
            return Some(finding);
        };
        // It stands deeper or less deep than what it belongs to.
        let lines = b.line..=b.block_end(b.line);
        let title = msg!("syntax-fix-align", word = word, line = partner + 1);
        let fix = Fix::safe(0.75, title).edits(b.reindent(lines, b.indent(b.line), b.indent(partner)));
        return Some(finding.fix(fix));
    }
    None
}
