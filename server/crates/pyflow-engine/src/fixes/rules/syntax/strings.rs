//! What stands in strings: backslashes that mean something else, bytes that are no ASCII; and a backslash outside.

use super::broken::Broken;
use super::{Finding, Fix, code};
use crate::diagnose::tokens::{Kind, Quoted};
use crate::msg;
use pyflow_core::text::ByteRange;

/// The bytes between a string's quotes.
pub(super) fn content(b: &Broken<'_>, i: usize, quoted: Quoted) -> ByteRange {
    let start = b.start(i) + usize::from(quoted.prefix) + quoted.mark();
    let end = b.end(i) - if quoted.closed { quoted.mark() } else { 0 };
    start..end.max(start)
}

/// A backslash escape that Python can't take: its place in the text, and the two characters.
fn bad_escape(text: &str, bytes: bool) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = text.get(at..)?.find('\\') {
        let place = at + found;
        let rest = text.get(place + 1..)?;
        let hex = |count: usize| {
            rest.len() > count && rest.bytes().skip(1).take(count).all(|b| b.is_ascii_hexdigit())
        };
        let bad = match rest.bytes().next()? {
            b'x' => !hex(2),
            b'u' if !bytes => !hex(4),
            b'U' if !bytes => !hex(8) || !matches!(rest.get(1..4), Some("000" | "001")),
            b'N' if !bytes => !rest.get(1..).is_some_and(|r| r.starts_with('{') && r.contains('}')),
            _ => false,
        };
        if bad {
            return Some(place);
        }
        at = place + 1 + rest.chars().next()?.len_utf8();
    }
    None
}

pub(super) fn escapes(b: &Broken<'_>) -> Option<Finding> {
    if !b.message.starts_with("(unicode error)") && !b.message.starts_with("(value error)") {
        return None;
    }
    // From 3.12 on the place is the string's; before, the line's end. A multi-line string may start above.
    let line_end = b.source.line_start(b.line + 1);
    let line_start = b.source.line_start(b.line);
    let (i, quoted, inside) = (0..b.code.len()).find_map(|i| {
        let quoted = b.quoted(i)?;
        if quoted.raw || b.end(i) <= line_start || b.start(i) >= line_end {
            return None;
        }
        let inside = content(b, i, quoted);
        let bad = bad_escape(b.slice(inside.clone()), quoted.bytes)?;
        Some((i, quoted, inside.start + bad))
    })?;
    let range = content(b, i, quoted);
    let text = b.slice(range.clone());
    let escape: String = b.slice(inside..b.text.len()).chars().take(2).collect();
    let finding = Finding::new("bad-escape", msg!("syntax-escape", escape = code(&escape)))
        .advice(msg!("syntax-escape-advice"));
    let double_all = || {
        text.match_indices('\\')
            .map(|(at, _)| at)
            .scan(0, |next, at| {
                // A backslash that is doubled already stays.
                let own = at >= *next;
                let doubled = text.as_bytes().get(at + 1) == Some(&b'\\');
                *next = if own && doubled { at + 2 } else { *next };
                Some((own && !doubled).then_some(at))
            })
            .flatten()
            .fold(Fix::safe(0.85, msg!("syntax-fix-double-backslashes")), |fix, at| {
                fix.insert(range.start + at, "\\")
            })
    };
    // A raw string can't end with a backslash, nor hold its own quote.
    let quote = char::from(quoted.quote);
    let escaped_quote = text.contains(&format!("\\{quote}")) || text.contains("\\\\");
    if text.ends_with('\\') || escaped_quote {
        return Some(finding.fix(double_all()));
    }
    let start = b.start(i);
    let prefix = b.slice(start..start + usize::from(quoted.prefix));
    let new_prefix = format!("{}r", prefix.replace(['u', 'U'], ""));
    let title = msg!("syntax-fix-raw", old = prefix, new = new_prefix.as_str());
    let raw = Fix::safe(0.95, title).edit(start..start + usize::from(quoted.prefix), new_prefix);
    Some(finding.fix(raw).fix(double_all()))
}

pub(super) fn bytes_not_ascii(b: &Broken<'_>) -> Option<Finding> {
    if !b.message.starts_with("bytes can only contain ASCII") {
        return None;
    }
    let line_end = b.source.line_start(b.line + 1);
    let i = (0..b.code.len()).find(|&i| {
        b.quoted(i).is_some_and(|q| q.bytes)
            && !b.w(i).is_ascii()
            && b.end(i) > b.source.line_start(b.line)
            && b.start(i) < line_end
    })?;
    let quoted = b.quoted(i)?;
    let start = b.start(i);
    let prefix = b.slice(start..start + usize::from(quoted.prefix)).replace(['b', 'B'], "");
    let fix = Fix::safe(0.9, msg!("syntax-fix-encode"))
        .edit(start..start + usize::from(quoted.prefix), prefix)
        .insert(b.end(i), ".encode(\"utf-8\")");
    Some(Finding::new("bytes-not-ascii", msg!("syntax-bytes-ascii", text = code(b.w(i)))).fix(fix))
}

pub(super) fn continuation(b: &Broken<'_>) -> Option<Finding> {
    if !b.message.starts_with("unexpected character after line continuation") {
        return None;
    }
    let backslash = b.on_line(b.line).find(|&i| b.kind(i) == Some(Kind::Odd) && b.w(i) == "\\")?;
    let finding = Finding::new("line-continuation", msg!("syntax-continuation"));
    let line_end = b.source.line_start(b.line) + b.source.line(b.line).len();
    let after = b.slice(b.end(backslash)..line_end);
    if after.trim().is_empty() {
        let fix =
            Fix::safe(0.95, msg!("syntax-fix-blanks-after-backslash")).edit(b.end(backslash)..line_end, "");
        return Some(finding.advice(msg!("syntax-continuation-blanks")).fix(fix));
    }
    if after.trim_start().starts_with('#') {
        let fix =
            Fix::safe(0.9, msg!("syntax-fix-comment-after-backslash")).edit(b.end(backslash)..line_end, "");
        return Some(finding.advice(msg!("syntax-continuation-comment")).fix(fix));
    }
    // An escape outside quotes: `"a" + \n`.
    if b.touches(backslash) && matches!(b.w(backslash + 1), "n" | "t") {
        let new = format!("\"\\{}\"", b.w(backslash + 1));
        let title = msg!("syntax-fix-change", old = b.span(backslash, backslash + 1), new = new.as_str());
        let comma = b.is_str(backslash.wrapping_sub(1)) || b.is_name(backslash.wrapping_sub(1));
        let new = if comma { format!(", {new}") } else { new };
        let fix = Fix::guess(0.6, title, msg!("syntax-assume-escape"))
            .edit(b.start(backslash)..b.end(backslash + 1), new);
        return Some(finding.advice(msg!("syntax-continuation-quotes")).fix(fix));
    }
    // `a \ b` is a division.
    let spaced = !b.touches(backslash) && backslash > 0 && !b.touches(backslash.wrapping_sub(1));
    if spaced {
        let fix =
            Fix::guess(0.6, msg!("syntax-fix-change", old = "\\", new = "/"), msg!("syntax-assume-division"))
                .edit(b.range(backslash), "/");
        return Some(finding.fix(fix));
    }
    Some(finding.advice(msg!("syntax-continuation-quotes")))
}
