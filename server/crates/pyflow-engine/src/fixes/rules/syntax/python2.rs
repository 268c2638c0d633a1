//! Statements as Python 2 had them. A script of that time has many, so all in the text are mended at once.

use super::broken::{Broken, parses};
use super::{Finding, Fix, code};
use crate::diagnose::tokens::Kind;
use crate::msg;
use pyflow_core::fix::TextEdit;

/// A statement of Python 2's: what it is called, the words, and the edits.
struct Old {
    line: u32,
    rule: &'static str,
    cause: crate::messages::Message,
    edits: Vec<TextEdit>,
}

pub(super) fn python2(b: &Broken<'_>) -> Option<Finding> {
    let mut all: Vec<Old> = (0..b.code.len()).filter_map(|i| old(b, i)).collect();
    if all.iter().any(|old| old.rule == PRINT) {
        // Beside others of its kind a bare `print` was meant to print an empty line.
        all.extend((0..b.code.len()).filter(|&i| is_bare_print(b, i)).map(|i| Old {
            line: b.line_of(i),
            rule: PRINT,
            cause: msg!("syntax-print", word = code("print"), text = code("print")),
            edits: vec![edit(b.end(i)..b.end(i), "()")],
        }));
    }
    let first = all.iter().find(|old| old.line == b.line)?;
    let (rule, cause) = (first.rule, first.cause.clone());
    let title = if all.len() == 1 {
        msg!("syntax-fix-python2-one")
    } else {
        msg!("syntax-fix-python2", count = all.len())
    };
    let edits = all.into_iter().flat_map(|old| old.edits);
    Some(Finding::new(rule, cause).fix(Fix::safe(0.95, title).edits(edits)))
}

const PRINT: &str = "python2-print";

fn is_bare_print(b: &Broken<'_>, i: usize) -> bool {
    let starts = b.head(i) == i || matches!(b.w(i.wrapping_sub(1)), ":" | ";");
    b.w(i) == "print" && starts && (b.tail(i) == i || b.w(i + 1) == ";")
}

fn old(b: &Broken<'_>, i: usize) -> Option<Old> {
    let starts = b.head(i) == i || matches!(b.w(i.wrapping_sub(1)), ":" | ";");
    match b.w(i) {
        "print" | "exec" if starts => print(b, i),
        "except" if b.head(i) == i => except(b, i),
        "raise" if starts => raise(b, i),
        "<>" => Some(Old {
            line: b.line_of(i),
            rule: "python2-not-equal",
            cause: msg!("syntax-not-equal"),
            edits: vec![edit(b.range(i), "!=")],
        }),
        "`" => backticks(b, i),
        _ => None,
    }
}

fn edit(range: std::ops::Range<usize>, text: impl Into<String>) -> TextEdit {
    TextEdit { range, new_text: text.into() }
}

/// The last token of the simple statement that starts at a token.
fn statement_end(b: &Broken<'_>, i: usize) -> usize {
    let tail = b.tail(i);
    (i..tail).find(|&j| b.w(j + 1) == ";" && b.code.get(j + 1).is_some_and(|t| t.depth == 0)).unwrap_or(tail)
}

fn print(b: &Broken<'_>, i: usize) -> Option<Old> {
    let word = b.w(i);
    if b.head(i) != b.head(i + 1) {
        return None;
    }
    let operand = b.is_str(i + 1)
        || b.kind(i + 1) == Some(Kind::Number)
        || (b.is_word(i + 1) && !matches!(b.w(i + 1), "in" | "is" | "and" | "or" | "if" | "for" | "as"))
        || (word == "print" && b.w(i + 1) == ">>")
        || (matches!(b.w(i + 1), "-" | "{" | "`") && !b.touches(i));
    if !operand {
        return None;
    }
    let end = statement_end(b, i);
    let (mut first, mut last) = (i + 1, end);
    let mut tail = String::new();
    if b.w(first) == ">>" {
        let comma = (first..=end).find(|&j| b.w(j) == ",").unwrap_or(end + 1);
        tail = format!("file={}", b.slice(b.start(first + 1)..b.end(comma.wrapping_sub(1))));
        first = comma + 1;
    }
    if b.w(last) == "," && last > first {
        last -= 1;
        tail = if tail.is_empty() { "end=\" \"".to_owned() } else { format!("{tail}, end=\" \"") };
    }
    let shown = b.slice(b.start(i)..b.end(end)).to_owned();
    let mut edits = Vec::new();
    if first > last {
        edits.push(edit(b.end(i)..b.end(end), format!("({tail})")));
    } else {
        edits.push(edit(b.end(i)..b.start(first), "("));
        let tail = if tail.is_empty() { ")".to_owned() } else { format!(", {tail})") };
        edits.push(edit(b.end(last)..b.end(end), tail));
    }
    Some(Old {
        line: b.line_of(i),
        rule: PRINT,
        cause: msg!("syntax-print", word = code(word), text = code(&shown)),
        edits,
    })
}

fn except(b: &Broken<'_>, i: usize) -> Option<Old> {
    let tail = b.tail(i);
    let colon = (i..=tail).find(|&j| b.w(j) == ":" && b.code.get(j).is_some_and(|t| t.depth == 0))?;
    let comma = (i..colon).find(|&j| b.w(j) == "," && b.code.get(j).is_some_and(|t| t.depth == 0))?;
    let last = colon - 1;
    let one_name = last == comma + 1 && b.is_name(last);
    let is_class = |j: usize| b.w(j).starts_with(|c: char| c.is_uppercase());
    let cause = msg!("syntax-except-comma", text = code(b.span(i, last)), name = code(b.w(last)));
    let edits = if one_name && !is_class(last) {
        vec![edit(b.end(comma.wrapping_sub(1))..b.start(last), " as ")]
    } else {
        vec![edit(b.start(i + 1)..b.start(i + 1), "("), edit(b.end(last)..b.end(last), ")")]
    };
    Some(Old { line: b.line_of(i), rule: "python2-except", cause, edits })
}

fn raise(b: &Broken<'_>, i: usize) -> Option<Old> {
    let end = statement_end(b, i);
    let comma = (i..=end).find(|&j| b.w(j) == "," && b.code.get(j).is_some_and(|t| t.depth == 0))?;
    if !b.is_name(i + 1) || comma + 1 > end || b.w(comma.wrapping_sub(1)) == ")" {
        return None;
    }
    Some(Old {
        line: b.line_of(i),
        rule: "python2-raise",
        cause: msg!("syntax-raise-comma", text = code(b.span(i, end))),
        edits: vec![
            edit(b.end(comma.wrapping_sub(1))..b.start(comma + 1), "("),
            edit(b.end(end)..b.end(end), ")"),
        ],
    })
}

fn backticks(b: &Broken<'_>, i: usize) -> Option<Old> {
    let tail = b.tail(i);
    let before = (b.head(i)..i).filter(|&j| b.w(j) == "`").count();
    if before % 2 == 1 {
        return None;
    }
    let close = (i + 1..=tail).find(|&j| b.w(j) == "`")?;
    let inner = b.slice(b.end(i)..b.start(close));
    // Several words are a text of another language; one expression is Python 2's repr.
    let (rule, cause, edits) = if inner.contains("${") {
        let text = inner.replace("${", "{");
        let new = format!("f\"{text}\"");
        (
            "template-string",
            msg!("syntax-template", text = code(b.span(i, close))),
            vec![edit(b.start(i)..b.end(close), new)],
        )
    } else if parses(inner) {
        let edits = vec![edit(b.range(i), "repr("), edit(b.range(close), ")")];
        ("python2-backticks", msg!("syntax-backticks"), edits)
    } else {
        let edits = vec![edit(b.range(i), "\""), edit(b.range(close), "\"")];
        ("backtick-string", msg!("syntax-backtick-string"), edits)
    };
    Some(Old { line: b.line_of(i), rule, cause, edits })
}
