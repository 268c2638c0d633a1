//! Statements that are right, and stand in the wrong place.

use super::broken::{Broken, columns};
use super::{Finding, Fix, code};
use crate::msg;

/// `from __future__ import …` behind other code.
pub(super) fn future(b: &Broken<'_>) -> Option<Finding> {
    if b.message.starts_with("future feature") {
        return feature(b);
    }
    if !b.message.starts_with("from __future__ imports must occur") {
        return None;
    }
    let finding = Finding::new("future-import", msg!("syntax-future")).advice(msg!("syntax-future-advice"));
    let is_future = |line: u32| {
        let first = b.on_line(line).start;
        b.starts_line(first)
            && b.has_code(line)
            && b.line_of(first) == line
            && b.w(first) == "from"
            && b.w(first + 1) == "__future__"
    };
    // Behind the comments and the docstring at the top.
    let mut first = 0;
    if b.is_str(0) && b.head(1) == 1 {
        first = 1;
    }
    let top = b.line_of(first);
    let lines: Vec<u32> = (top + 1..b.lines()).filter(|&line| is_future(line)).collect();
    let at = b.source.line_start(top);
    let mut moved = String::new();
    let mut fix = Fix::safe(0.97, msg!("syntax-fix-future"));
    for &line in &lines {
        let tail = b.tail(b.on_line(line).start);
        let last = b.source.place_of(b.end(tail)).line;
        let text = b.slice(b.source.line_start(line)..b.source.line_start(last) + b.source.line(last).len());
        moved.push_str(text.trim_end());
        moved.push_str(b.newline());
        // One of two blank lines around it goes with it.
        let blank = |line: u32| line < b.lines() && b.source.line(line).trim().is_empty();
        let above = line > top + 1 && blank(line - 1) && blank(last + 1);
        let from = if above { line - 1 } else { line };
        fix = fix.edit(b.line_bytes(from, last), "");
    }
    if !is_future(top) {
        moved.push_str(b.newline());
    }
    Some(finding.fix(fix.insert(at, moved)))
}

const FEATURES: [&str; 10] = [
    "annotations",
    "division",
    "print_function",
    "unicode_literals",
    "absolute_import",
    "generator_stop",
    "with_statement",
    "nested_scopes",
    "generators",
    "barry_as_FLUFL",
];

fn feature(b: &Broken<'_>) -> Option<Finding> {
    let name = b.message.split(['\'', '"', ' ']).filter(|word| !word.is_empty()).nth(2)?;
    let i = (0..b.code.len()).find(|&i| b.w(i) == name && b.w(b.head(i) + 1) == "__future__")?;
    let finding = Finding::new("future-import", msg!("syntax-future-feature", name = code(name)));
    let start = |feature: &&&str| feature.starts_with(name.get(..4).unwrap_or(name));
    let Some(new) = FEATURES.iter().find(start) else { return Some(finding) };
    let fix = Fix::safe(0.9, msg!("syntax-fix-change", old = name, new = *new)).edit(b.range(i), *new);
    Some(finding.fix(fix))
}

/// `global x` behind a use of `x`, or with a value.
pub(super) fn global(b: &Broken<'_>) -> Option<Finding> {
    let line = b.on_line(b.line);
    let word = line.clone().find(|&i| matches!(b.w(i), "global" | "nonlocal"));
    let said = ["prior to", "assigned to before", "used before"].iter().any(|text| b.message.contains(text));
    if said && (b.message.contains("global declaration") || b.message.contains("nonlocal declaration")) {
        let name = b.message.split('\'').nth(1)?;
        let word = word?;
        let (start, end) = (b.head(word), b.tail(word));
        let finding = Finding::new(
            "global-after-use",
            msg!("syntax-global", word = code(b.w(word)), name = code(name)),
        )
        .advice(msg!("syntax-global-advice", word = code(b.w(word))));
        if start != word {
            return Some(finding);
        }
        let own = b.line_of(word);
        let width = columns(b.indent(own));
        // The function whose body this stands in, and its first statement behind the docstring.
        let def = (0..own).rev().find(|&above| {
            let first = b.on_line(above).start;
            b.has_code(above) && columns(b.indent(above)) < width && matches!(b.w(first), "def" | "async")
        });
        let text = b.span(start, end);
        let Some(def) = def else {
            let fix = Fix::safe(0.8, msg!("syntax-fix-remove", old = text)).edit(b.line_bytes(own, own), "");
            return Some(finding.fix(fix));
        };
        let mut first = b.tail(b.on_line(def).start) + 1;
        if b.is_str(first) && b.head(first) == first && b.tail(first) == first {
            first += 1;
        }
        let target = b.line_of(first);
        let line = format!("{}{text}{}", b.indent(target), b.newline());
        let fix = Fix::safe(0.97, msg!("syntax-fix-move-up", text = text))
            .insert(b.source.line_start(target), line)
            .edit(b.line_bytes(own, own), "");
        return Some(finding.fix(fix));
    }
    if b.message.contains("is parameter and") {
        let name = b.message.split('\'').nth(1)?;
        return Some(Finding::new("global-parameter", msg!("syntax-global-parameter", name = code(name))));
    }
    // `global total = 0`
    let word = word.filter(|&word| b.head(word) == word)?;
    let equals = (word + 2..=b.tail(word)).find(|&i| matches!(b.w(i), "=" | "+=" | "-=" | "*=" | "/="))?;
    let name = b.w(equals.wrapping_sub(1));
    let indent = b.indent(b.line_of(word));
    let fix = Fix::safe(0.95, msg!("syntax-fix-split-global", word = b.w(word)))
        .insert(b.end(equals.wrapping_sub(1)), format!("{}{indent}{name}", b.newline()));
    Some(
        Finding::new("global-value", msg!("syntax-global-value", word = code(b.w(word)), name = code(name)))
            .fix(fix),
    )
}

/// `nonlocal` where no function encloses.
pub(super) fn nonlocal(b: &Broken<'_>) -> Option<Finding> {
    let name =
        if b.message.starts_with("no binding for nonlocal") { b.message.split('\'').nth(1)? } else { "" };
    if name.is_empty() && !b.message.contains("nonlocal declaration not allowed") {
        return None;
    }
    let word = b.on_line(b.line).find(|&i| b.w(i) == "nonlocal").or_else(|| {
        (0..b.code.len()).find(|&i| b.w(i) == "nonlocal" && (b.head(i)..=b.tail(i)).any(|j| b.w(j) == name))
    })?;
    let finding = Finding::new("nonlocal", msg!("syntax-nonlocal", name = code(b.w(word + 1))));
    if name.is_empty() || !b.is_bound(name) {
        return Some(finding);
    }
    let fix = Fix::safe(0.9, msg!("syntax-fix-change", old = "nonlocal", new = "global"))
        .edit(b.range(word), "global");
    Some(finding.advice(msg!("syntax-nonlocal-advice")).fix(fix))
}
