//! Sources that Python can't read: NUL bytes, bytes that are not UTF-8, an encoding that it does not have.

use super::broken::Broken;
use super::{Finding, Fix, code};
use crate::diagnose::source_bytes::coding_line;
use crate::msg;

pub(super) fn encoding(b: &Broken<'_>) -> Option<Finding> {
    if b.message.contains("null byte") {
        return Some(null_bytes(b));
    }
    if b.message.starts_with("Non-UTF-8 code") || b.message.contains("'utf-8' codec can't decode") {
        let byte = b.message.split("\\x").nth(1).or_else(|| b.message.split("0x").nth(1));
        let byte = byte.and_then(|rest| rest.get(..2)).unwrap_or("??");
        // The bytes have to be written anew: that is a save, and no edit of the text.
        return Some(
            Finding::new(
                "source-encoding",
                msg!("syntax-not-utf8", line = b.line + 1, byte = format!("0x{byte}")),
            )
            .advice(msg!("syntax-not-utf8-advice")),
        );
    }
    let unknown = b.message.starts_with("encoding problem") || b.message.starts_with("unknown encoding");
    if !unknown && !b.message.contains("codec can't decode") {
        return None;
    }
    let cookie = coding_line(b.text.as_bytes())?;
    let finding = if b.message.contains("with BOM") {
        Finding::new("source-encoding", msg!("syntax-bom-encoding", name = code(&cookie.name)))
    } else if unknown {
        Finding::new("source-encoding", msg!("syntax-unknown-encoding", name = code(&cookie.name)))
    } else {
        Finding::new("source-encoding", msg!("syntax-wrong-encoding", name = code(&cookie.name)))
    };
    let finding = finding.advice(msg!("syntax-unknown-encoding-advice"));
    // What the editor could not decode would be lost.
    if b.text.contains('\u{fffd}') {
        return Some(finding);
    }
    let title = msg!("syntax-fix-change", old = cookie.name.as_str(), new = "utf-8");
    Some(finding.fix(Fix::safe(0.9, title).edit(cookie.range, "utf-8")))
}

fn null_bytes(b: &Broken<'_>) -> Finding {
    let places: Vec<usize> = memchr::memchr_iter(0, b.text.as_bytes()).collect();
    let line = places.first().map_or(b.line, |&at| b.source.place_of(at).line) + 1;
    let finding = Finding::new("null-bytes", msg!("syntax-null-bytes", line = line, count = places.len()))
        .advice(msg!("syntax-null-bytes-advice"));
    let fix = Fix::safe(0.97, msg!("syntax-fix-null-bytes", count = places.len()));
    finding.fix(places.into_iter().fold(fix, |fix, at| fix.edit(at..at + 1, "")))
}
