//! Habits of C, Java, JavaScript: `//` comments, `{ }` around blocks, declarations.

use super::broken::{Broken, is_block_word, parses};
use super::{Finding, Fix, code};
use crate::diagnose::tokens::Kind;
use crate::msg;
use pyflow_core::fix::TextEdit;

/// `//` and `/* … */` as comments.
pub(super) fn comments(b: &Broken<'_>) -> Option<Finding> {
    let starts: Vec<usize> = (0..b.code.len()).filter(|&i| is_comment(b, i)).collect();
    let own = starts.iter().copied().find(|&i| b.line_of(i) == b.line);
    if let Some(own) = own {
        let fix = starts
            .iter()
            .fold(Fix::safe(0.93, msg!("syntax-fix-change", old = "//", new = "#")), |fix, &i| {
                fix.edit(b.range(i), "#")
            });
        let finding =
            Finding::new("comment-slashes", msg!("syntax-slashes", text = code(comment_text(b, own))));
        return Some(finding.fix(fix));
    }
    block_comment(b)
}

fn comment_text<'a>(b: &Broken<'a>, i: usize) -> &'a str {
    let line = b.line_of(i);
    b.slice(b.start(i)..b.source.line_start(line) + b.source.line(line).len())
}

/// Whether a `//` begins words, and no division.
fn is_comment(b: &Broken<'_>, i: usize) -> bool {
    if b.w(i) != "//" {
        return false;
    }
    if b.starts_line(i) && b.code.get(i).is_some_and(|token| token.depth == 0) {
        return true;
    }
    let text = comment_text(b, i).trim_start_matches('/').trim();
    // A divisor is an expression; two words in a row are none.
    !text.is_empty() && !parses(&format!("x // {}", text.trim_end_matches([':', ',', ')', ']', '}'])))
}

fn block_comment(b: &Broken<'_>) -> Option<Finding> {
    let open = b.on_line(b.line).find(|&i| b.w(i) == "/" && b.w(i + 1).starts_with('*') && b.touches(i))?;
    let start = b.start(open);
    let close = start + 2 + b.slice(start + 2..b.text.len()).find("*/")?;
    let (first, last) = (b.source.place_of(start).line, b.source.place_of(close).line);
    let finding = Finding::new("comment-slashes", msg!("syntax-block-comment"));
    let line_end = b.source.line_start(last) + b.source.line(last).len();
    if !b.slice(close + 2..line_end).trim().is_empty() {
        return Some(finding);
    }
    let mut fix = Fix::safe(0.9, msg!("syntax-fix-block-comment")).edit(start..start + 2, "#");
    for line in first + 1..=last {
        let text = b.source.line(line);
        let at = b.source.line_start(line) + (text.len() - text.trim_start().len());
        let star = usize::from(
            b.slice(at..b.text.len()).starts_with('*') && !b.slice(at..b.text.len()).starts_with("*/"),
        );
        if at < close {
            fix = fix.edit(at..at + star, if star == 1 { "#" } else { "# " });
        } else {
            fix = fix.insert(at, "#");
        }
    }
    Some(finding.fix(fix.edit(close..close + 2, "")))
}

/// `if (x) {` … `}`.
pub(super) fn braces_as_blocks(b: &Broken<'_>) -> Option<Finding> {
    let opens = |line: u32| {
        let range = b.on_line(line);
        let first = if b.w(range.start) == "}" { range.start + 1 } else { range.start };
        let last = range.end.checked_sub(1).filter(|last| *last > first)?;
        let word = b.w(first);
        let head = is_block_word(word) || matches!(word, "function" | "switch" | "func" | "fn" | "foreach");
        (head && b.w(last) == "{").then_some((first, last))
    };
    let lone = |line: u32| {
        let range = b.on_line(line);
        range.len() == 1 && b.w(range.start) == "}"
            || range.len() == 2 && b.span(range.start, range.start + 1) == "};"
    };
    let heads: Vec<(u32, usize, usize)> =
        (0..b.lines()).filter_map(|line| opens(line).map(|(first, last)| (line, first, last))).collect();
    let (first, ..) = *heads.first()?;
    if !(heads.iter().any(|(line, ..)| *line == b.line)
        || (lone(b.line) && first < b.line)
        || (first == b.line.saturating_sub(1)))
    {
        return None;
    }
    let mut edits: Vec<TextEdit> = Vec::new();
    let mut open = 0_usize;
    for line in 0..b.lines() {
        if let Some((_, head, last)) = heads.iter().find(|(own, ..)| *own == line) {
            let range = b.on_line(line);
            if *head > range.start {
                // `} else {`
                edits.push(TextEdit { range: b.start(range.start)..b.start(*head), new_text: String::new() });
                open = open.saturating_sub(1);
            }
            if b.w(*head) == "else" && b.w(head + 1) == "if" {
                edits.push(TextEdit { range: b.start(*head)..b.end(head + 1), new_text: "elif".to_owned() });
            } else if matches!(b.w(*head), "function" | "func" | "fn") {
                edits.push(TextEdit { range: b.range(*head), new_text: "def".to_owned() });
            }
            if b.w(*head) == "for"
                && let Some((range, new_text, _)) = super::loops::c_head(b, *head, *last)
            {
                edits.push(TextEdit { range, new_text });
                open += 1;
                continue;
            }
            edits.push(TextEdit {
                range: b.end(last.wrapping_sub(1))..b.end(*last),
                new_text: ":".to_owned(),
            });
            open += 1;
        } else if open > 0 && lone(line) {
            edits.push(TextEdit { range: b.line_bytes(line, line), new_text: String::new() });
            open -= 1;
        }
    }
    let fix = Fix::safe(0.85, msg!("syntax-fix-braces")).edits(edits);
    Some(Finding::new("braces-as-blocks", msg!("syntax-braces")).fix(fix))
}

/// `let x = 1`, `int x = 1`, `x = new Thing()`.
pub(super) fn declarations(b: &Broken<'_>) -> Option<Finding> {
    const WORDS: [&str; 22] = [
        "let", "var", "const", "int", "float", "double", "string", "String", "bool", "boolean", "char",
        "auto", "long", "str", "list", "dict", "set", "public", "private", "static", "final", "val",
    ];
    let range = b.on_line(b.line);
    let first = range.start;
    let declares = |i: usize| {
        b.starts_line(i)
            && WORDS.contains(&b.w(i))
            && b.is_word(i + 1)
            && matches!(b.w(i + 2), "=" | ";" | ":" | "")
    };
    if declares(first) {
        let word = b.w(first);
        let mut fix = Fix::safe(0.9, msg!("syntax-fix-remove", old = word));
        for i in (0..b.code.len()).filter(|&i| declares(i)) {
            fix = fix.edit(b.start(i)..b.start(i + 1), "");
        }
        let cause = msg!("syntax-declaration", word = code(word), name = code(b.w(first + 1)));
        return Some(Finding::new("declaration", cause).fix(fix));
    }
    let new =
        range.clone().find(|&i| b.w(i) == "new" && b.kind(i) == Some(Kind::Name) && b.is_name(i + 1))?;
    let fix =
        Fix::safe(0.93, msg!("syntax-fix-remove", old = "new")).edit(b.start(new)..b.start(new + 1), "");
    Some(Finding::new("declaration", msg!("syntax-new", name = code(b.w(new + 1)))).fix(fix))
}
