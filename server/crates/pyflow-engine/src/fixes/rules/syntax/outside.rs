//! `return`, `yield`, `break` and `continue` outside what they belong to: mostly a matter of indentation.

use super::broken::{Broken, columns};
use super::{Finding, Fix, code};
use crate::msg;

pub(super) fn return_outside(b: &Broken<'_>) -> Option<Finding> {
    let word = ["return", "yield"]
        .into_iter()
        .find(|word| b.message.starts_with(&format!("'{word}")) && b.message.contains("outside function"))?;
    let finding = Finding::new("return-outside", msg!("syntax-return-outside", word = code(word)))
        .advice(msg!("syntax-return-outside-advice", word = code(word)));
    let own = columns(b.indent(b.line));
    // The function that ends above, at this depth or less deep.
    let def = (0..b.line).rev().find(|&line| {
        let first = b.on_line(line).start;
        let is_def = b.w(first) == "def" || b.w(first) == "async" && b.w(first + 1) == "def";
        b.has_code(line) && is_def && columns(b.indent(line)) <= own
    });
    let Some(def) = def else {
        let finding = Finding::new("return-outside", msg!("syntax-return-module", word = code(word)));
        return Some(finding.advice(msg!("syntax-return-module-advice")));
    };
    let end = b.block_end(def);
    let Some(fix) = push_in(b, def, end, word) else { return Some(finding) };
    Some(finding.fix(fix))
}

/// Edits that put the lines behind a block, up to the error's statement, into it.
fn push_in(b: &Broken<'_>, head: u32, end: u32, word: &str) -> Option<Fix> {
    let body = b.next_code_line(head).filter(|&line| line <= end)?;
    let unit = b.indent(body).strip_prefix(b.indent(head))?;
    let width = columns(b.indent(head));
    // What stands between must belong to it too, so there can't be a definition between.
    let between = end + 1..b.line;
    let other = |line: u32| {
        b.has_code(line)
            && columns(b.indent(line)) <= width
            && matches!(b.w(b.on_line(line).start), "def" | "class" | "async" | "@" | "import" | "from")
    };
    if between.clone().any(other) || columns(b.indent(b.line)) < width {
        return None;
    }
    // The statement itself, then those right behind it that need the same.
    let mut last = b.block_end(b.line);
    let statement_end = b.source.place_of(b.end(b.tail(b.on_line(b.line).start))).line;
    last = last.max(statement_end);
    let mut line = last + 1;
    while line < b.lines() && !b.source.line(line).trim().is_empty() && !other(line) {
        let end = b.block_end(line);
        let again = (line..=end).any(|l| b.on_line(l).any(|i| b.w(i) == word))
            || matches!(b.w(b.on_line(line).start), "else" | "elif" | "except" | "finally");
        // What follows a `continue` is what it skips.
        let skipped = word == "continue" && !matches!(b.w(b.on_line(line).start), "return" | "print");
        if !again && !skipped {
            break;
        }
        last = end;
        line = end + 1;
    }
    let edits = b.indent_lines(end + 1..=last, unit);
    let title = msg!("syntax-fix-indent-into", word = word, line = head + 1);
    let sure = between.clone().filter(|&line| b.has_code(line)).count() <= 8;
    Some(if sure {
        Fix::safe(0.92, title).edits(edits)
    } else {
        Fix::guess(0.6, title, msg!("syntax-assume-belongs", line = head + 1)).edits(edits)
    })
}

pub(super) fn loop_word_outside(b: &Broken<'_>) -> Option<Finding> {
    let word = ["break", "continue"]
        .into_iter()
        .find(|word| b.message.starts_with(&format!("'{word}'")) && b.message.contains("loop"))?;
    let finding = Finding::new("loop-word-outside", msg!("syntax-loop-outside", word = code(word)))
        .advice(msg!("syntax-loop-outside-advice", word = code(word)));
    // The loop that ends above, in the same function.
    let own = columns(b.indent(b.line));
    let mut found = None;
    for line in (0..b.line).rev().filter(|&line| b.has_code(line)) {
        let width = columns(b.indent(line));
        let first = b.w(b.on_line(line).start);
        if matches!(first, "def" | "class") && width < own {
            break;
        }
        if matches!(first, "for" | "while") && width <= own && b.block_end(line) < b.line {
            found = Some(line);
            break;
        }
    }
    let Some(head) = found else { return Some(finding) };
    let Some(fix) = push_in(b, head, b.block_end(head), word) else { return Some(finding) };
    let fix = Fix {
        certainty: pyflow_core::fix::Certainty::Guess,
        prior: 0.6,
        assumption: Some(msg!("syntax-assume-belongs", line = head + 1)),
        ..fix
    };
    Some(finding.fix(fix))
}
