//! Keywords where a name has to stand.

use super::broken::{Broken, columns};
use super::{Finding, Fix, code};
use crate::diagnose::tokens::{Kind, is_keyword};
use crate::msg;
use pyflow_core::fix::TextEdit;

pub(super) fn keyword_as_name(b: &Broken<'_>) -> Option<Finding> {
    let near = b.near();
    let line = b.on_line(b.line);
    // The keyword that stopped the parser, or the one before what stopped it.
    let at = [near, near.wrapping_sub(1), near.wrapping_sub(2)]
        .into_iter()
        .chain(line.clone())
        .find(|&i| line.contains(&i) && is_name_place(b, i))?;
    let word = b.w(at);
    let cause = msg!("syntax-keyword-name", word = code(word));
    let finding = Finding::new("keyword-as-name", cause);
    if matches!(word, "None" | "True" | "False") {
        return Some(finding.advice(msg!("syntax-keyword-value-advice")));
    }
    let finding = finding.advice(msg!("syntax-keyword-name-advice", new = code(&format!("{word}_"))));
    let taken = |name: &str| b.code.iter().any(|token| b.slice(token.range()) == name);
    let new = format!("{word}_");
    // A keyword argument of a function that is not ours has to keep its name.
    let is_argument = b.w(at + 1) == "="
        && b.enclosing(at).is_some_and(|open| b.w(open) == "(" && b.is_name(open.wrapping_sub(1)))
        && !matches!(b.w(b.head(at)), "def" | "async" | "lambda");
    let declared = (0..b.code.len()).any(|i| b.w(i) == word && is_name_place(b, i) && is_parameter(b, i));
    if is_argument && !declared {
        let known = taken(&new);
        let value_end = argument_end(b, at);
        let splat = Fix::safe(0.8, msg!("syntax-fix-splat", word = word))
            .edit(b.start(at)..b.start(at + 2), format!("**{{\"{word}\": "))
            .insert(b.end(value_end), "}");
        let renamed = Fix::safe(0.9, msg!("syntax-fix-change", old = word, new = new.as_str()))
            .edit(b.range(at), new.clone());
        return Some(if known { finding.fix(renamed) } else { finding.fix(splat).fix(renamed) });
    }
    let attribute = b.w(at.wrapping_sub(1)) == ".";
    let (from, to) = if attribute { (0, b.text.len()) } else { scope(b, at) };
    let edits = (0..b.code.len())
        .filter(|&i| b.w(i) == word && b.start(i) >= from && b.end(i) <= to && is_name_place(b, i))
        .filter(|&i| attribute || b.w(i.wrapping_sub(1)) != ".")
        .map(|i| TextEdit { range: b.range(i), new_text: new.clone() })
        .chain(arguments_elsewhere(b, word, at, from, to, &new));
    if taken(&new) {
        return Some(finding);
    }
    let fix = Fix::safe(0.95, msg!("syntax-fix-rename", old = word, new = new.as_str())).edits(edits);
    Some(finding.fix(fix))
}

/// The last token of an argument.
fn argument_end(b: &Broken<'_>, at: usize) -> usize {
    let depth = b.depth(at);
    (at + 2..b.code.len())
        .take_while(|&i| !(b.depth(i) == depth && matches!(b.w(i), "," | ")")))
        .last()
        .unwrap_or(at + 2)
}

/// A parameter's new name holds for the keyword arguments of its calls outside the function, too.
fn arguments_elsewhere(
    b: &Broken<'_>,
    word: &str,
    at: usize,
    from: usize,
    to: usize,
    new: &str,
) -> Vec<TextEdit> {
    if !is_parameter(b, at) {
        return Vec::new();
    }
    let name = b.w(b.head(at) + if b.w(b.head(at)) == "async" { 2 } else { 1 });
    (0..b.code.len())
        .filter(|&i| b.w(i) == word && b.w(i + 1) == "=" && (b.start(i) < from || b.end(i) > to))
        .filter(|&i| b.enclosing(i).is_some_and(|open| b.w(open.wrapping_sub(1)) == name))
        .map(|i| TextEdit { range: b.range(i), new_text: new.to_owned() })
        .collect()
}

fn is_parameter(b: &Broken<'_>, i: usize) -> bool {
    let head = b.head(i);
    matches!(b.w(head), "def" | "async")
        && b.enclosing(i).is_some_and(|open| b.w(open) == "(" && open <= head + 3)
        && matches!(b.w(i.wrapping_sub(1)), "(" | "," | "*" | "**")
}

/// Whether a keyword stands where only a name can.
fn is_name_place(b: &Broken<'_>, i: usize) -> bool {
    let word = b.w(i);
    if !b.is_word(i) || !is_keyword(word) {
        return false;
    }
    let head = b.head(i);
    let first = head == i;
    let (before, after) =
        (if first { "" } else { b.w(i.wrapping_sub(1)) }, if b.tail(i) == i { "" } else { b.w(i + 1) });
    let value = matches!(word, "None" | "True" | "False");
    match before {
        "." => return !(word == "import" && b.w(head) == "from"),
        "def" | "class" => return matches!(after, "(" | ":" | ""),
        "for" => return after == "in" || after == ",",
        "as" => return true,
        "import" if b.w(head) == "import" || b.w(head) == "from" => return true,
        _ => {}
    }
    // An assignment's target, an argument's name.
    if after == "="
        && !matches!(word, "lambda")
        && (first || matches!(before, "," | "(" | ";" | ":") || before == "=")
    {
        return true;
    }
    if first
        && matches!(after, "+=" | "-=" | "*=" | "/=" | "." | "[")
        && !value
        && !matches!(
            word,
            "return"
                | "yield"
                | "del"
                | "not"
                | "await"
                | "print"
                | "from"
                | "import"
                | "in"
                | "for"
                | "assert"
                | "raise"
                | "if"
                | "while"
                | "elif"
                | "except"
                | "with"
        )
    {
        return true;
    }
    if value || is_parameter(b, i) && matches!(after, "," | ")" | ":" | "=") {
        return !value;
    }
    // As an operand: an operator or a bracket on both sides.
    let opens = matches!(
        before,
        "(" | "["
            | "{"
            | ","
            | "="
            | "+"
            | "-"
            | "*"
            | "/"
            | "%"
            | "//"
            | "**"
            | "=="
            | "!="
            | "<"
            | ">"
            | "<="
            | ">="
            | "+="
            | "-="
            | "*="
            | ":="
    ) || (matches!(before, "return" | "in" | "and" | "or" | "not" | "if" | "elif" | "while")
        && !matches!(word, "not" | "lambda" | "await" | "yield" | "in"));
    let ends = matches!(
        after,
        ")" | "]" | "}" | "," | "+" | "/" | "%" | "//" | "==" | "!=" | "<" | ">" | "<=" | ">=" | "."
    ) || (after.is_empty()
        && matches!(before, "=" | "+" | "-" | "/" | "==" | "return" | "in" | "+=" | "*"))
        || (after == "("
            && b.touches(i)
            && matches!(
                word,
                "pass" | "class" | "def" | "break" | "continue" | "try" | "global" | "with" | "import" | "is"
            ))
        || (after == "["
            && b.touches(i)
            && !matches!(word, "in" | "not" | "and" | "or" | "return" | "if" | "else" | "lambda"))
        || (matches!(after, "*" | "-")
            && matches!(
                word,
                "class"
                    | "pass"
                    | "break"
                    | "continue"
                    | "def"
                    | "global"
                    | "import"
                    | "from"
                    | "with"
                    | "try"
                    | "while"
                    | "for"
                    | "del"
            ));
    let bracketed = before == "(" && after == ")";
    if before == "[" && after == ":" && word != "lambda" {
        return true;
    }
    opens && ends && word != "yield" && (word != "in" || bracketed || after == ".")
}

/// The bytes where a name that is bound at a token is known: its function, or the whole text.
fn scope(b: &Broken<'_>, i: usize) -> (usize, usize) {
    let line = b.line_of(b.head(i));
    let mut width = columns(b.indent(line));
    if is_parameter(b, i) {
        return (b.source.line_start(line), b.source.line_start(b.block_end(line) + 1));
    }
    for above in (0..line).rev().filter(|&above| b.has_code(above)) {
        let indent = columns(b.indent(above));
        if indent < width {
            width = indent;
            let first = b.on_line(above).start;
            if matches!(b.w(first), "def" | "async") && b.kind(first) == Some(Kind::Name) {
                return (b.source.line_start(above), b.source.line_start(b.block_end(above) + 1));
            }
        }
    }
    (0, b.text.len())
}
