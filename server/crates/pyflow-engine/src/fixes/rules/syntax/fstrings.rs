//! What stands between an f-string's braces.

use super::broken::Broken;
use super::strings::content;
use super::{Finding, Fix, code};
use crate::diagnose::tokens::{Kind, Quoted, Token, tokenize};
use crate::msg;
use pyflow_core::text::ByteRange;

fn formatted(b: &Broken<'_>, i: usize) -> Option<Quoted> {
    b.quoted(i).filter(|quoted| quoted.formatted)
}

/// The f-strings that touch the line of the error.
fn near<'b>(b: &'b Broken<'_>) -> impl Iterator<Item = (usize, Quoted)> + 'b {
    let (start, end) = (b.source.line_start(b.line), b.source.line_start(b.line + 1));
    (0..b.code.len())
        .filter(move |&i| b.end(i) > start && b.start(i) < end.max(start + 1))
        .filter_map(|i| Some((i, formatted(b, i)?)))
}

/// `f"{user["name"]}"` before Python 3.12.
pub(super) fn nested_quotes(b: &Broken<'_>) -> Option<Finding> {
    if b.version >= (3, 12) {
        return None;
    }
    let (i, quoted, whole) = near(b).find_map(|(i, quoted)| {
        let rest = b.slice(b.start(i)..b.text.len());
        let whole = tokenize(rest, true).first().copied()?;
        let longer = b.start(i) + whole.end > b.end(i);
        (longer && matches!(whole.kind, Kind::Str(q) if q.closed)).then_some((i, quoted, whole))
    })?;
    let quote = char::from(quoted.quote);
    let other = if quote == '"' { '\'' } else { '"' };
    let finding = Finding::new("f-string-quotes", msg!("syntax-f-quotes", quote = code(&quote.to_string())))
        .advice(msg!("syntax-f-quotes-advice", other = code(&other.to_string())));
    let start = b.start(i) + usize::from(quoted.prefix) + quoted.mark();
    let end = b.start(i) + whole.end - quoted.mark();
    let mut fix =
        Fix::safe(0.95, msg!("syntax-fix-inner-quotes", old = quote.to_string(), new = other.to_string()));
    for piece in expressions(b, start..end) {
        for token in tokenize(b.slice(piece.clone()), true) {
            let Kind::Str(inner) = token.kind else { continue };
            if inner.quote != quoted.quote || inner.triple {
                continue;
            }
            if b.slice(piece.start + token.start..piece.start + token.end).contains(other) {
                return Some(finding);
            }
            let open = piece.start + token.start + usize::from(inner.prefix);
            let close = piece.start + token.end - 1;
            fix = fix.edit(open..open + 1, other.to_string()).edit(close..close + 1, other.to_string());
        }
    }
    Some(finding.fix(fix))
}

/// The pieces between the braces of an f-string's content.
fn expressions(b: &Broken<'_>, content: ByteRange) -> Vec<ByteRange> {
    let text = b.slice(content.clone()).as_bytes();
    let mut found = Vec::new();
    let (mut at, mut depth, mut from) = (0, 0_u32, 0);
    while let Some(&byte) = text.get(at) {
        match byte {
            b'{' if depth == 0 && text.get(at + 1) == Some(&b'{') => at += 1,
            b'{' | b'[' | b'(' if depth > 0 || byte == b'{' => {
                if depth == 0 {
                    from = at + 1;
                }
                depth += 1;
            }
            b'}' | b']' | b')' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    found.push(content.start + from..content.start + at);
                }
            }
            _ => {}
        }
        at += 1;
    }
    if depth > 0 {
        found.push(content.start + from..content.end);
    }
    found
}

/// A backslash between the braces, before Python 3.12.
pub(super) fn backslash(b: &Broken<'_>) -> Option<Finding> {
    let said = b.message.contains("cannot include a backslash")
        || (b.message.starts_with("unexpected character after line continuation")
            && near(b).next().is_some());
    if !said {
        return None;
    }
    let finding = Finding::new("f-string-backslash", msg!("syntax-f-backslash"))
        .advice(msg!("syntax-f-backslash-advice"));
    let (i, quoted) = near(b).find(|(i, quoted)| {
        expressions(b, content(b, *i, *quoted)).into_iter().any(|piece| b.slice(piece).contains('\\'))
    })?;
    let quote = char::from(quoted.quote);
    let other = if quote == '"' { '\'' } else { '"' };
    let pieces = expressions(b, content(b, i, quoted));
    // `f"{row[\"name\"]}"`: escaped quotes become the other kind.
    let escaped = format!("\\{quote}");
    if pieces.iter().any(|piece| b.slice(piece.clone()).contains(&escaped)) {
        let finding =
            Finding::new("f-string-backslash", msg!("syntax-f-escaped-quote", quote = code(&escaped)))
                .advice(msg!("syntax-f-quotes-advice", other = code(&other.to_string())));
        let mut fix =
            Fix::safe(0.93, msg!("syntax-fix-inner-quotes", old = escaped.as_str(), new = other.to_string()));
        for piece in pieces {
            for (at, found) in b.slice(piece.clone()).match_indices(&escaped) {
                let at = piece.start + at;
                fix = fix.edit(at..at + found.len(), other.to_string());
            }
        }
        return Some(finding.fix(fix));
    }
    // `f"{'\n'.join(rows)}"`: the text moves to a name on the line above.
    let head = b.head(i);
    if !b.starts_line(head) {
        return Some(finding);
    }
    let mut texts: Vec<(String, Token, usize)> = Vec::new();
    for piece in pieces {
        for token in tokenize(b.slice(piece.clone()), true) {
            let word = b.slice(piece.start + token.start..piece.start + token.end);
            if matches!(token.kind, Kind::Str(_)) && word.contains('\\') {
                texts.push((word.to_owned(), token, piece.start));
            }
        }
    }
    let literal = texts.first()?.0.clone();
    let name = match literal.trim_matches(['"', '\'']) {
        "\\n" => "newline",
        "\\t" => "tab",
        _ => "text",
    };
    if b.code.iter().any(|token| b.slice(token.range()) == name)
        || texts.iter().any(|(text, ..)| *text != literal)
    {
        return Some(finding);
    }
    let at = b.source.line_start(b.line_of(head));
    let indent = b.indent(b.line_of(head));
    let mut fix = Fix::safe(0.9, msg!("syntax-fix-name-for-text", name = name, text = literal.as_str()))
        .insert(at, format!("{indent}{name} = {literal}{}", b.newline()));
    for (_, token, start) in texts {
        fix = fix.edit(start + token.start..start + token.end, name);
    }
    Some(finding.fix(fix))
}

/// Braces that do not match, or with nothing between them.
pub(super) fn braces(b: &Broken<'_>) -> Option<Finding> {
    let message = b.message;
    let empty =
        message.contains("empty expression") || message.contains("valid expression required before '}'");
    let unclosed = message.contains("f-string: expecting")
        || message.contains("'{' was never closed")
        || message.contains("expecting '}'")
        || message.contains("does not match opening parenthesis '{'")
        || (message.contains("unterminated f-string") && near(b).next().is_some());
    let single = message.contains("single '}' is not allowed");
    let conversion = message.contains("invalid conversion character") || message.contains("conversion type");
    let inner = message.contains("closing parenthesis '}' does not match")
        || (message.starts_with("f-string")
            && (message.contains("unmatched") || message.contains("does not match")))
        || message.contains("'[' was never closed")
        || message.contains("'(' was never closed");
    let strings: Vec<(usize, Quoted)> = near(b).filter(|(_, quoted)| quoted.closed).collect();
    if empty {
        return strings.iter().find_map(|&(i, quoted)| empty_braces(b, i, quoted));
    }
    if single {
        return strings.iter().find_map(|&(i, quoted)| stray_brace(b, i, quoted));
    }
    if conversion {
        return strings.iter().find_map(|&(i, quoted)| bad_conversion(b, i, quoted));
    }
    if inner && let Some(found) = strings.iter().find_map(|&(i, quoted)| inner_bracket(b, i, quoted)) {
        return Some(found);
    }
    if unclosed {
        return strings.iter().find_map(|&(i, quoted)| open_brace(b, i, quoted));
    }
    None
}

fn empty_braces(b: &Broken<'_>, i: usize, quoted: Quoted) -> Option<Finding> {
    let range = content(b, i, quoted);
    let empty: Vec<ByteRange> =
        expressions(b, range).into_iter().filter(|piece| b.slice(piece.clone()).trim().is_empty()).collect();
    let first = empty.first()?;
    let finding =
        Finding::new("f-string-empty", msg!("syntax-f-empty")).advice(msg!("syntax-f-empty-advice"));
    // `f"{}".format(x)`: the f is too much.
    if b.w(i + 1) == "." && b.w(i + 2) == "format" {
        let start = b.start(i);
        let prefix = b.slice(start..start + usize::from(quoted.prefix)).replace(['f', 'F'], "");
        let fix = Fix::safe(0.95, msg!("syntax-fix-drop-f"))
            .edit(start..start + usize::from(quoted.prefix), prefix);
        return Some(finding.fix(fix));
    }
    // `print(f"{} of {}", a, b)`: the values stand behind.
    if let Some(close) = b.enclosing(i).and_then(|open| b.pair(open))
        && b.w(i + 1) == ","
    {
        let values = super::calls::arguments(b, i + 2, close);
        if values.len() == empty.len() {
            let mut fix = Fix::safe(0.85, msg!("syntax-fix-fill-braces"));
            for (piece, &(from, to)) in empty.iter().zip(&values) {
                fix = fix.edit(piece.clone(), b.span(from, to));
            }
            return Some(finding.fix(fix.edit(b.end(i)..b.start(close), "")));
        }
    }
    let fix = Fix::guess(0.5, msg!("syntax-fix-double-braces"), msg!("syntax-assume-braces-text"))
        .insert(first.start - 1, "{")
        .insert(first.end, "}");
    Some(finding.fix(fix))
}

fn stray_brace(b: &Broken<'_>, i: usize, quoted: Quoted) -> Option<Finding> {
    let range = content(b, i, quoted);
    let text = b.slice(range.clone());
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0_u32);
    let stray = loop {
        match bytes.get(at)? {
            b'{' if depth == 0 && bytes.get(at + 1) == Some(&b'{') => at += 1,
            b'{' => depth += 1,
            b'}' if depth == 0 && bytes.get(at + 1) == Some(&b'}') => at += 1,
            b'}' if depth == 0 => break at,
            b'}' => depth -= 1,
            _ => {}
        }
        at += 1;
    };
    let place = range.start + stray;
    let finding = Finding::new("f-string-brace", msg!("syntax-f-stray"));
    let finding = finding.advice(msg!("syntax-f-stray-advice"));
    // `total}`: the opening brace is missing before a name that exists.
    let word_start = text
        .get(..stray)?
        .rfind(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))
        .map_or(0, |at| at + 1);
    let word = text.get(word_start..stray)?;
    let name = word.split('.').next().unwrap_or_default();
    if !name.is_empty() && b.is_bound(name) && !text.get(..word_start)?.ends_with('{') {
        let fix = Fix::safe(0.88, msg!("syntax-fix-insert", new = "{")).insert(range.start + word_start, "{");
        return Some(finding.fix(fix));
    }
    let remove = Fix::safe(0.8, msg!("syntax-fix-remove", old = "}")).edit(place..place + 1, "");
    let double = Fix::guess(0.5, msg!("syntax-fix-double-braces"), msg!("syntax-assume-braces-text"))
        .insert(place, "}");
    Some(if text.get(..stray)?.ends_with('}') {
        finding.fix(remove)
    } else {
        finding.fix(double).fix(remove)
    })
}

fn bad_conversion(b: &Broken<'_>, i: usize, quoted: Quoted) -> Option<Finding> {
    for piece in expressions(b, content(b, i, quoted)) {
        let text = b.slice(piece.clone());
        let Some(at) = text.find('!').filter(|&at| text.as_bytes().get(at + 1) != Some(&b'=')) else {
            continue;
        };
        let rest = text.get(at + 1..)?;
        let length = rest.find(':').unwrap_or(rest.len());
        if matches!(rest.get(..length)?.trim(), "s" | "r" | "a") {
            continue;
        }
        let start = piece.start + at;
        let shown = b.slice(start..start + 1 + length);
        let fix =
            Fix::guess(0.6, msg!("syntax-fix-remove", old = shown), msg!("syntax-assume-no-conversion"))
                .edit(start..start + 1 + length, "");
        return Some(
            Finding::new("f-string-conversion", msg!("syntax-f-conversion", text = code(shown))).fix(fix),
        );
    }
    None
}

/// A bracket between the braces that is not closed there.
fn inner_bracket(b: &Broken<'_>, i: usize, quoted: Quoted) -> Option<Finding> {
    let range = content(b, i, quoted);
    let text = b.slice(range.clone()).as_bytes();
    let mut open: Vec<u8> = Vec::new();
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'{' if open.is_empty()
                && (text.get(at + 1) == Some(&b'{') || at > 0 && text.get(at - 1) == Some(&b'{')) => {}
            b'{' => open.push(b'{'),
            b'(' | b'[' if !open.is_empty() => open.push(byte),
            b')' | b']' if open.last().is_some_and(|&o| o == if byte == b')' { b'(' } else { b'[' }) => {
                open.pop();
            }
            b')' | b']' if open.last() == Some(&b'{') => {
                let shown = char::from(byte).to_string();
                let fix = Fix::safe(0.8, msg!("syntax-fix-remove", old = shown.as_str()))
                    .edit(range.start + at..range.start + at + 1, "");
                return Some(
                    Finding::new("f-string-bracket", msg!("syntax-unmatched", bracket = code(&shown)))
                        .fix(fix),
                );
            }
            b'}' => match open.pop() {
                Some(b'{') | None => {}
                Some(inner) => {
                    let closer = if inner == b'(' { ")" } else { "]" };
                    let shown = char::from(inner).to_string();
                    let fix = Fix::safe(0.9, msg!("syntax-fix-insert", new = closer))
                        .insert(range.start + at, closer);
                    return Some(
                        Finding::new("f-string-bracket", msg!("syntax-f-bracket", bracket = code(&shown)))
                            .fix(fix),
                    );
                }
            },
            _ => {}
        }
    }
    None
}

/// `{name` without its closing brace: where the expression ends.
fn open_brace(b: &Broken<'_>, i: usize, quoted: Quoted) -> Option<Finding> {
    let range = content(b, i, quoted);
    let text = b.slice(range.clone());
    let last = expressions(b, range.clone()).pop()?;
    // The last opening brace that is not closed, seen from behind.
    let from = last.start - range.start;
    let rest = text.get(from..)?;
    let word = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).unwrap_or(rest.len());
    if rest.get(word..)?.starts_with('}') {
        return None;
    }
    let mut end = word;
    for (open, close) in [('[', ']'), ('(', ')')] {
        let tail = rest.get(end..)?;
        if tail.starts_with(open) {
            end += tail.find(close).map_or(0, |at| at + 1);
        }
    }
    let tail = rest.get(end..)?;
    if tail.starts_with(':') {
        end += tail.find([' ', '{', ')']).unwrap_or(tail.len());
    }
    if end == 0 {
        return None;
    }
    let at = range.start + from + end;
    let shown = format!("{{{}", rest.get(..end)?);
    let fix = Fix::safe(0.88, msg!("syntax-fix-insert", new = "}")).insert(at, "}");
    let whole = Fix::safe(0.7, msg!("syntax-fix-insert", new = "}")).insert(range.end, "}");
    Some(
        Finding::new("f-string-brace", msg!("syntax-f-open", text = code(&shown)))
            .advice(msg!("syntax-f-open-advice"))
            .fix(fix)
            .fix(whole),
    )
}
