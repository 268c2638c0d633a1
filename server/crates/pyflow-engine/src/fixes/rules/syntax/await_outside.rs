//! `await`, `async for` and `async with` outside a coroutine.

use super::broken::{Broken, columns};
use super::{Finding, Fix, code};
use crate::msg;
use pyflow_core::fix::TextEdit;
use std::collections::BTreeSet;

/// A `def` and the lines of its body.
#[derive(Clone, Copy)]
struct Def {
    /// The token of the word `def`.
    word: usize,
    line: u32,
    end: u32,
    is_async: bool,
}

pub(super) fn await_outside(b: &Broken<'_>) -> Option<Finding> {
    let said = b.message.contains("outside async function")
        || b.message.starts_with("asynchronous comprehension outside")
        || b.message.contains("'await' outside")
        || (b.message.contains("outside function")
            && b.on_line(b.line).any(|i| matches!(b.w(i), "await" | "async")));
    if !said {
        return None;
    }
    let line = b.on_line(b.line);
    let at = line.clone().find(|&i| matches!(b.w(i), "await" | "async")).unwrap_or(line.start);
    let word = if b.w(at) == "async" { b.span(at, (at + 1).min(b.tail(at))) } else { "await" };
    let defs = defs(b);
    let Some(own) = enclosing(b, &defs, b.line) else {
        let finding = Finding::new("await-outside", msg!("syntax-await-module", word = code(word)))
            .advice(msg!("syntax-await-module-advice"));
        return Some(match module_level(b, at) {
            Some(fix) => finding.fix(fix),
            None => finding,
        });
    };
    let name = b.w(own.word + 1);
    let finding = Finding::new("await-outside", msg!("syntax-await", word = code(word), name = code(name)))
        .advice(msg!("syntax-await-advice", name = code(name)));
    let title = msg!("syntax-fix-async-def", name = name);
    let fix = Fix::safe(0.93, title).edits(make_async(b, &defs, own));
    Some(finding.fix(fix))
}

fn defs(b: &Broken<'_>) -> Vec<Def> {
    (0..b.code.len())
        .filter(|&i| b.w(i) == "def" && matches!(b.w(b.head(i)), "def" | "async"))
        .map(|i| {
            let line = b.line_of(i);
            Def { word: i, line, end: b.block_end(line), is_async: b.w(b.head(i)) == "async" }
        })
        .collect()
}

fn enclosing(b: &Broken<'_>, defs: &[Def], line: u32) -> Option<Def> {
    defs.iter()
        .filter(|def| {
            def.line < line && line <= def.end && columns(b.indent(def.line)) < columns(b.indent(line))
        })
        .max_by_key(|def| def.line)
        .copied()
}

/// A function becomes a coroutine, so those that call it wait for it, and become coroutines in turn.
fn make_async(b: &Broken<'_>, defs: &[Def], first: Def) -> Vec<TextEdit> {
    let insert = |at: usize, text: &str| TextEdit { range: at..at, new_text: text.to_owned() };
    let has_asyncio = b.is_bound("asyncio");
    let mut edits = Vec::new();
    let mut open = vec![first];
    let mut done: BTreeSet<usize> = BTreeSet::new();
    while let Some(def) = open.pop() {
        if !done.insert(def.word) {
            continue;
        }
        if !def.is_async {
            edits.push(insert(b.start(def.word), "async "));
        }
        let name = b.w(def.word + 1);
        for i in 0..b.code.len() {
            if b.w(i) != name || b.w(i + 1) != "(" || b.w(i.wrapping_sub(1)) == "def" {
                continue;
            }
            let start = super::operators::operand_start(b, i);
            let before = b.w(start.wrapping_sub(1));
            // A call that is handed on (`asyncio.run(main())`) or waited for is right already.
            if before == "await" || (before == "(" && b.w(start.wrapping_sub(3)) == ".") {
                continue;
            }
            match enclosing(b, defs, b.line_of(i)) {
                Some(caller) => {
                    edits.push(insert(b.start(start), "await "));
                    if !caller.is_async {
                        open.push(caller);
                    }
                }
                None if has_asyncio => {
                    edits.push(insert(b.start(start), "asyncio.run("));
                    let close = b.pair(i + 1).unwrap_or(i + 1);
                    edits.push(insert(b.end(close), ")"));
                }
                None => {}
            }
        }
    }
    edits
}

/// `x = await f()` at the top level becomes `x = asyncio.run(f())`.
fn module_level(b: &Broken<'_>, at: usize) -> Option<Fix> {
    if b.w(at) != "await" {
        return None;
    }
    let mut end = at + 1;
    while matches!(b.w(end + 1), "." | "(" | "[") && b.head(end + 1) == b.head(at) {
        end = if b.w(end + 1) == "." { end + 2 } else { b.pair(end + 1)? };
    }
    let mut fix = Fix::safe(0.85, msg!("syntax-fix-asyncio-run"))
        .edit(b.start(at)..b.start(at + 1), "asyncio.run(")
        .insert(b.end(end), ")");
    if !b.is_bound("asyncio") {
        let first = usize::from(b.is_str(0) && b.head(1) == 1);
        let line = b.source.line_start(b.line_of(first));
        fix = fix.insert(line, format!("import asyncio{}", b.newline()));
    }
    Some(fix)
}
