//! Blocks that are not indented, too deep, between two depths, or in tabs and spaces.

use super::broken::{Broken, columns};
use super::{Finding, Fix, code};
use crate::diagnose::tokens::Kind;
use crate::msg;

/// Lines whose white space counts: with code, and not inside brackets or strings.
fn code_lines(b: &Broken<'_>) -> Vec<u32> {
    (0..b.lines())
        .filter(|&line| {
            let first = b.on_line(line).start;
            b.has_code(line)
                && b.code.get(first).is_some()
                && b.line_of(first) == line
                && b.head(first) == first
        })
        .collect()
}

pub(super) fn tabs(b: &Broken<'_>) -> Option<Finding> {
    let lines = code_lines(b);
    let indented: Vec<u32> = lines.iter().copied().filter(|&line| !b.indent(line).is_empty()).collect();
    let with_tab: Vec<u32> = indented.iter().copied().filter(|&line| b.indent(line).contains('\t')).collect();
    let with_space = indented.iter().filter(|&&line| b.indent(line).contains(' ')).count();
    let said = b.message.starts_with("inconsistent use of tabs");
    let other = b.message.contains("indent") && !with_tab.is_empty() && with_space > 0;
    let mixed_near = [Some(b.line), b.previous_code_line(b.line)]
        .into_iter()
        .flatten()
        .any(|line| b.indent(line).contains('\t'));
    if !(said || other && mixed_near) {
        return None;
    }
    let spaces_win = with_space >= with_tab.len();
    let own = b.indent(b.line);
    let cause = if own.contains('\t') {
        msg!("syntax-tabs", line = b.line + 1, spaces = with_space, tabs = with_tab.len())
    } else {
        msg!("syntax-tabs-spaces", line = b.line + 1, spaces = with_space, tabs = with_tab.len())
    };
    let finding = Finding::new("tabs-and-spaces", cause).advice(msg!("syntax-tabs-advice"));
    // Every reading of a tab that makes the depths fit is a candidate; the file's own step first.
    let unit = lines
        .iter()
        .map(|&line| b.indent(line))
        .filter(|indent| !indent.is_empty() && !indent.contains('\t'))
        .map(str::len)
        .min()
        .unwrap_or(4);
    let mut widths = if spaces_win { vec![unit] } else { vec![4, unit] };
    for width in [4, 8, 2] {
        if !widths.contains(&width) {
            widths.push(width);
        }
    }
    let expand = |indent: &str, width: usize| {
        indent.chars().fold(0, |at, c| if c == '\t' { at / width * width + width } else { at + 1 })
    };
    let fixes = widths.into_iter().filter(|&width| {
        let depths: Vec<usize> = lines.iter().map(|&line| expand(b.indent(line), width)).collect();
        depths_fit(b, &lines, &depths)
    });
    // What stands in a string of several lines stays as it is.
    let mut in_strings = std::collections::BTreeSet::new();
    for token in b.all.iter().filter(|token| matches!(token.kind, Kind::Str(_))) {
        in_strings.extend(b.source.place_of(token.start).line + 1..=b.source.place_of(token.end).line);
    }
    let fixes = fixes.enumerate().map(|(rank, width)| {
        let prior = if rank == 0 { 0.93 } else { 0.6 };
        let title = if spaces_win { msg!("syntax-fix-spaces") } else { msg!("syntax-fix-tabs") };
        let fix = Fix::safe(prior, title);
        (0..b.lines())
            .filter(|&line| !b.source.line(line).trim().is_empty())
            .filter(|&line| b.indent(line).contains(if spaces_win { '\t' } else { ' ' }))
            .filter(|line| !in_strings.contains(line))
            .fold(fix, |fix, line| {
                let indent = b.indent(line);
                let wide = expand(indent, width);
                let new = if spaces_win {
                    " ".repeat(wide)
                } else {
                    "\t".repeat(wide / width) + &" ".repeat(wide % width)
                };
                let at = b.source.line_start(line);
                fix.edit(at..at + indent.len(), new)
            })
    });
    Some(finding.fixes(fixes))
}

/// Whether depths are such that Python takes them: deeper behind a head and only there, back to a depth that is open.
fn depths_fit(b: &Broken<'_>, lines: &[u32], depths: &[usize]) -> bool {
    let mut open = vec![0];
    let mut head = false;
    for (&line, &depth) in lines.iter().zip(depths) {
        let top = open.last().copied().unwrap_or(0);
        if head {
            if depth <= top {
                return false;
            }
            open.push(depth);
        } else if depth > top {
            return false;
        } else {
            while open.last().is_some_and(|&top| top > depth) {
                open.pop();
            }
            if open.last() != Some(&depth) {
                return false;
            }
        }
        head = opens_block(b, line);
    }
    true
}

/// Whether the statement of a line ends in a colon: a block follows.
fn opens_block(b: &Broken<'_>, line: u32) -> bool {
    let first = b.on_line(line).start;
    b.w(b.tail(first)) == ":"
}

/// A head with no deeper line behind it.
pub(super) fn missing_block(b: &Broken<'_>) -> Option<Finding> {
    let ends_open = |line: u32| opens_block(b, line);
    let said = b.message.starts_with("expected an indented block")
        || b.message.starts_with("unexpected EOF") && b.previous_code_line(b.lines()).is_some_and(ends_open);
    if !said {
        return None;
    }
    let number = b
        .message
        .split("on line ")
        .nth(1)
        .and_then(|number| number.trim().parse::<u32>().ok())
        .map(|number| number.saturating_sub(1));
    let head = number.or_else(|| {
        let mut line = b.line;
        if opens_block(b, line) && b.next_code_line(line).is_none() {
            return Some(line);
        }
        loop {
            line = b.previous_code_line(line)?;
            let first = b.on_line(line).start;
            if b.head(first) == first {
                return Some(line);
            }
        }
    })?;
    let first = b.on_line(head).start;
    let word = b.w(first);
    let finding =
        Finding::new("missing-block", msg!("syntax-missing-block", word = code(word), line = head + 1))
            .advice(msg!("syntax-missing-block-advice"));
    let start = if b.line > head { b.line } else { b.next_code_line(head).unwrap_or(head) };
    let width = columns(b.indent(head));
    // Nothing that could be the block: it was never written.
    if start <= head || columns(b.indent(start)) < width {
        return Some(finding.advice(msg!("syntax-empty-block-advice")));
    }
    let unit = b.indent_unit();
    let ends = block_candidates(b, head, start);
    let target = format!("{}{unit}", b.indent(head));
    let fixes = ends.into_iter().enumerate().map(|(rank, end)| {
        let title =
            msg!("syntax-fix-indent-lines", first = start + 1, last = end + 1, count = end - start + 1);
        let shift = target.strip_prefix(b.indent(start)).unwrap_or(&unit).to_owned();
        Fix::safe(if rank == 0 { 0.9 } else { 0.6 }, title).edits(b.indent_lines(start..=end, &shift))
    });
    Some(finding.fixes(fixes))
}

/// The last lines that a block could have, the likeliest first.
fn block_candidates(b: &Broken<'_>, head: u32, start: u32) -> Vec<u32> {
    let first = b.on_line(head).start;
    let tail = b.tail(first);
    let word = if b.w(first) == "async" { b.w(first + 1) } else { b.w(first) };
    let width = columns(b.indent(start));
    // The statements at the same depth, each with its own block.
    let mut statements: Vec<(u32, u32)> = Vec::new();
    let mut line = Some(start);
    while let Some(at) = line {
        if columns(b.indent(at)) != width {
            break;
        }
        let tail = b.source.place_of(b.end(b.tail(b.on_line(at).start))).line;
        // Deeper lines below a statement without a block are the block's own, already where they should be.
        let end = if opens_block(b, at) { b.block_end(at).max(tail) } else { tail };
        statements.push((at, end));
        line = b.next_code_line(end);
    }
    let one = statements.first().map_or(start, |(_, end)| *end);
    let word_at = |line: u32| b.w(b.on_line(line).start);
    let mentions = |(from, to): (u32, u32), name: &str| {
        (from..=to).any(|line| b.on_line(line).any(|i| b.w(i) == name && b.w(i.wrapping_sub(1)) != "."))
    };
    let gap = |at: u32| (at > 0) && b.source.line(at - 1).trim().is_empty();
    // A body ends before a blank line or a new definition.
    let run = |keep: &dyn Fn(u32) -> bool| {
        let mut end = one;
        for &(at, to) in statements.iter().skip(1) {
            if !keep(at) {
                break;
            }
            end = to;
        }
        end
    };
    let same_run = run(&|at| !gap(at) && !matches!(word_at(at), "def" | "class" | "@" | "async"));
    let mut found = Vec::new();
    match word {
        "def" => {
            // To the last `return` that stands at this depth, blank lines or not.
            let is_top = |at: u32| matches!(word_at(at), "def" | "class" | "@" | "async") && at != start;
            let last_return = statements
                .iter()
                .take_while(|(at, _)| !is_top(*at))
                .filter(|(from, to)| (*from..=*to).any(|line| matches!(word_at(line), "return" | "yield")))
                .map(|(_, to)| *to)
                .last();
            if let Some(last) = last_return.filter(|&last| last > same_run) {
                found.push(last);
            }
            found.push(same_run);
        }
        "class" => {
            let method = |at: u32| {
                let first = b.on_line(at).start;
                b.w(first) == "@"
                    || b.w(first) == "def" && b.w(first + 3) == "self"
                    || !gap(at) && b.w(first + 1) == "="
            };
            let end = run(&method);
            found.push(end.max(run(&|at| !gap(at))));
        }
        "try" | "if" | "elif" | "else" | "except" | "finally" | "with" => {
            // Up to the word that goes on with it.
            let partner = statements
                .iter()
                .position(|(at, _)| matches!(word_at(*at), "else" | "elif" | "except" | "finally"));
            match partner.and_then(|at| at.checked_sub(1)).and_then(|at| statements.get(at)) {
                Some((_, end)) if width == columns(b.indent(head)) && word != "else" && word != "finally" => {
                    found.push(*end);
                }
                _ => {
                    let names: Vec<&str> =
                        (first..tail).filter(|&i| b.w(i) == "as").map(|i| b.w(i + 1)).collect();
                    found.push(last_with(&statements, one, &|statement| {
                        names.iter().any(|name| mentions(statement, name))
                    }));
                }
            }
        }
        _ => {
            // A loop's body uses its names; a `while`'s changes what its condition asks.
            let end_of_target = (first..tail).find(|&i| b.w(i) == "in").unwrap_or(tail);
            let names: Vec<&str> =
                (first + 1..end_of_target).filter(|&i| b.is_name(i)).map(|i| b.w(i)).collect();
            let uses = |(from, to): (u32, u32)| {
                names.iter().any(|name| {
                    if word == "while" {
                        (from..=to).any(|line| {
                            b.on_line(line).any(|i| {
                                b.w(i) == *name
                                    && matches!(
                                        b.w(i + 1),
                                        "=" | "+=" | "-=" | "*=" | "/=" | "//=" | "," | "." | ":="
                                    )
                            })
                        })
                    } else {
                        mentions((from, to), name)
                    }
                })
            };
            found.push(last_with(&statements, one, &uses));
        }
    }
    for end in [one, same_run] {
        if !found.contains(&end) {
            found.push(end);
        }
    }
    found.truncate(3);
    found
}

/// The end of the last statement that has something, in an unbroken row from the first.
fn last_with(statements: &[(u32, u32)], one: u32, has: &dyn Fn((u32, u32)) -> bool) -> u32 {
    let mut end = one;
    let mut last = one;
    for &(at, to) in statements.iter().skip(1) {
        if at > last + 1 {
            break;
        }
        if has((at, to)) {
            end = to;
        }
        last = to;
    }
    end
}

pub(super) fn unexpected(b: &Broken<'_>) -> Option<Finding> {
    if !b.message.starts_with("unexpected indent") {
        return None;
    }
    let above = b.previous_code_line(b.line)?;
    let own = columns(b.indent(b.line));
    let head = b.head(b.on_line(above).start);
    let above_line = b.line_of(head);
    let width = columns(b.indent(above_line));
    let finding = Finding::new(
        "unexpected-indent",
        msg!("syntax-unexpected-indent", line = b.line + 1, own = own, above = width),
    )
    .advice(msg!("syntax-unexpected-indent-advice"));
    // The line and those behind it that are as deep.
    let mut end = b.line;
    for line in b.line + 1..b.lines() {
        if b.source.line(line).trim().is_empty() {
            continue;
        }
        if columns(b.indent(line)) < own {
            break;
        }
        end = line;
    }
    let title = msg!("syntax-fix-dedent", count = end - b.line + 1);
    let target = b.indent(above_line);
    // Where a deeper block was open before, the line may have been meant for it.
    let outer = (0..above_line)
        .rev()
        .find(|&line| b.has_code(line) && columns(b.indent(line)) <= own && columns(b.indent(line)) > width);
    let dedent = Fix::safe(0.92, title).edits(b.reindent(b.line..=end, b.indent(b.line), target));
    let finding = finding.fix(dedent);
    let Some(outer) = outer.filter(|&line| columns(b.indent(line)) == own) else { return Some(finding) };
    let between: Vec<u32> =
        (outer + 1..b.line).filter(|&line| b.has_code(line) && columns(b.indent(line)) < own).collect();
    let few = between.len() <= 2 && between.iter().all(|&line| b.indent(line) == target);
    let title = msg!("syntax-fix-indent-lines", first = above_line + 1, last = above_line + 1, count = 1);
    let indent = Fix::safe(0.5, title).edits(b.reindent(between, target, b.indent(b.line)));
    Some(if few { finding.fix(indent) } else { finding })
}

pub(super) fn unindent(b: &Broken<'_>) -> Option<Finding> {
    if !b.message.starts_with("unindent does not match") {
        return None;
    }
    let own = columns(b.indent(b.line));
    // The depths that are open above.
    let mut open: Vec<(usize, u32)> = Vec::new();
    for line in code_lines(b).into_iter().filter(|&line| line < b.line) {
        let width = columns(b.indent(line));
        while open.last().is_some_and(|(top, _)| *top >= width) {
            open.pop();
        }
        open.push((width, line));
    }
    let finding = Finding::new(
        "unindent",
        msg!(
            "syntax-unindent",
            line = b.line + 1,
            own = own,
            open = open.iter().map(|(w, _)| w.to_string()).collect::<Vec<_>>().join(", ")
        ),
    )
    .advice(msg!("syntax-unindent-advice"));
    let word = b.w(b.on_line(b.line).start);
    let belongs = |line: u32| {
        let above = b.w(b.on_line(line).start);
        match word {
            "else" => matches!(above, "if" | "elif" | "for" | "while" | "try" | "except"),
            "elif" => matches!(above, "if" | "elif"),
            "except" | "finally" => matches!(above, "try" | "except"),
            _ => true,
        }
    };
    let mut depths: Vec<(usize, u32)> = open.into_iter().filter(|(_, line)| belongs(*line)).collect();
    depths.sort_by_key(|(width, line)| (width.abs_diff(own), std::cmp::Reverse(*line)));
    // The lines that stand as this one does, and the blocks that they open.
    let indent = b.indent(b.line);
    let mut end = b.line;
    let mut in_block = false;
    for line in (b.line..b.lines()).filter(|&line| b.has_code(line)) {
        let width = columns(b.indent(line));
        if width < own || width > own && !in_block {
            break;
        }
        if width == own {
            in_block = opens_block(b, line);
        }
        end = line;
    }
    let fixes = depths.into_iter().take(2).enumerate().map(|(rank, (_, line))| {
        let title = msg!("syntax-fix-align", word = word, line = line + 1);
        Fix::safe(if rank == 0 { 0.9 } else { 0.6 }, title).edits(b.reindent(
            b.line..=end,
            indent,
            b.indent(line),
        ))
    });
    Some(finding.fixes(fixes))
}
