//! Where no rule knows: one token more or less, if only one such edit makes the statement whole.

use super::broken::{Broken, parses};
use super::{Finding, Fix};
use crate::msg;

/// The rule's name.
pub(super) const RULE: &str = "one-token";

/// Statements longer than this are left alone.
const MOST_TOKENS: usize = 80;

pub(super) fn last_resort(b: &Broken<'_>) -> Option<Finding> {
    let near = b.near().min(b.code.len().checked_sub(1)?);
    let line = b.on_line(b.line);
    let (head, tail) = (line.start, line.end.checked_sub(1)?);
    if tail < head
        || tail - head > MOST_TOKENS
        || b.head(near) != head
        || b.tail(head) != tail
        || parses(b.span(head, tail))
    {
        return None;
    }
    let mut found: Vec<Fix> = Vec::new();
    let whole = |from: usize, to: usize, new: &str| {
        format!("{}{new}{}", b.slice(b.start(head)..from), b.slice(to..b.end(tail)))
    };
    // A doubled token, or one that stands where the parser stopped.
    for i in [near, near.wrapping_sub(1)] {
        if i < head
            || i > tail
            || b.is_str(i)
            || b.is_name(i) && !(b.w(i) == b.w(i + 1) || b.w(i) == b.w(i.wrapping_sub(1)))
        {
            continue;
        }
        if parses(&whole(b.start(i), b.end(i), "")) && head < tail {
            found.push(
                Fix::guess(0.4, msg!("syntax-fix-remove", old = b.w(i)), msg!("syntax-assume-too-much"))
                    .edit(b.range(i), ""),
            );
        }
    }
    for text in [":", ")", "]", "}", ","] {
        for at in [b.end(near.wrapping_sub(1)), b.end(tail)] {
            if at <= b.start(head) || at > b.end(tail) || text == ":" && at != b.end(tail) {
                continue;
            }
            if parses(&whole(at, at, text)) {
                found.push(
                    Fix::guess(0.4, msg!("syntax-fix-insert", new = text), msg!("syntax-assume-missing"))
                        .insert(at, text),
                );
            }
        }
    }
    found.dedup_by(|one, two| one.edits == two.edits);
    let [fix] = <[Fix; 1]>::try_from(found).ok()?;
    Some(Finding::new(RULE, msg!("syntax-unknown-near", text = super::code(b.w(near)))).fix(fix))
}
