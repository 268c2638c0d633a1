//! KeyError and IndexError.

use super::texts::{code, list};
use crate::diagnose::lookups::{KeyFinding, key_findings, missing_index, missing_key};
use crate::diagnose::{Explanation, Scene};
use crate::msg;

pub(super) fn key_error(scene: &Scene<'_>) -> Option<Explanation> {
    let missing = missing_key(scene)?;
    let key = code(&missing.shown);
    let what = missing.container.map(|c| scene.text(c)).unwrap_or_default();
    let what = code(if what.is_empty() { "dict" } else { what });
    let known = missing.value.map(|v| v.keys.as_slice()).unwrap_or_default();
    let count = missing.value.and_then(|v| v.len).unwrap_or(known.len() as u64);
    let shown = list(known.iter().map(|(_, k)| k.as_str()), 8);
    let finding = key_findings(scene, &missing).into_iter().next();
    Some(match finding {
        Some(KeyFinding::Environment) => Explanation::of(msg!("key-environment", key = key.clone()))
            .advice(msg!("key-environment-advice", key = key)),
        Some(KeyFinding::Column(similar)) => {
            let similar = list(similar.iter().map(String::as_str), 3);
            Explanation::of(msg!("key-column-similar", key = key, similar = similar))
                .advice(msg!("key-similar-advice"))
        }
        Some(KeyFinding::OtherType(have)) => {
            let kind = if have == "str" { "key-other-str" } else { "key-other-int" };
            let text = missing.shown.trim_matches(['\'', '"']).to_owned();
            Explanation::of(msg!(
                kind,
                what = what,
                key = key,
                text = code(&format!("\"{text}\"")),
                number = code(&text)
            ))
            .advice(msg!("key-other-advice", fix = code(if have == "str" { "str(…)" } else { "int(…)" })))
        }
        Some(KeyFinding::FirstUse) => Explanation::of(msg!("key-first-use", what = what, key = key))
            .advice(msg!("key-first-use-advice")),
        Some(KeyFinding::Similar { names, literal }) => {
            let similar = list(names.iter().map(String::as_str), 3);
            if literal {
                Explanation::of(msg!("key-similar", what = what, key = key, similar = similar))
                    .advice(msg!("key-similar-advice"))
            } else {
                Explanation::of(msg!(
                    "key-data-similar",
                    what = what,
                    key = key,
                    similar = similar,
                    keys = shown
                ))
                .advice(msg!("key-data-advice"))
            }
        }
        Some(KeyFinding::Pop) | None => {
            let literal = missing.literal.is_some();
            if known.is_empty() && count == 0 && missing.value.is_some() {
                Explanation::of(msg!("key-empty", what = what, key = key)).advice(msg!("key-advice"))
            } else if known.is_empty() {
                Explanation::of(msg!("key-missing", what = what, key = key)).advice(msg!("key-advice"))
            } else {
                Explanation::of(msg!("key-missing-keys", what = what, key = key, count = count, keys = shown))
                    .advice(if literal { msg!("key-advice") } else { msg!("key-data-advice") })
            }
        }
    })
}

pub(super) fn index_error(scene: &Scene<'_>) -> Option<Explanation> {
    let message = &scene.crash.exception.message;
    if message.contains("pop from") || message.contains("from an empty") || message.contains("Cannot choose")
    {
        let what = scene.failing("call").map_or("", |c| scene.text(c));
        return Some(
            Explanation::of(msg!("index-pop-empty", what = code(what))).advice(msg!("index-empty-advice")),
        );
    }
    if message.contains("Replacement index") {
        let what = scene.failing("call").map_or("", |c| scene.text(c));
        return Some(
            Explanation::of(msg!("index-format", what = code(what), message = code(message)))
                .advice(msg!("index-format-advice")),
        );
    }
    let missing = missing_index(scene)?;
    let what_text = scene.text(missing.container);
    let what = code(what_text);
    if what_text == "sys.argv" || what_text == "argv" {
        let given = missing.len.map_or(0, |l| l.saturating_sub(1));
        return Some(
            Explanation::of(msg!("index-argv", index = code(scene.text(missing.index_node)), given = given))
                .advice(msg!("index-argv-advice")),
        );
    }
    let index = missing.index.map_or_else(|| scene.text(missing.index_node).to_owned(), |i| i.to_string());
    // Where one subscript alone can have failed, one without a first or last item is empty.
    let edge = matches!(missing.index, Some(0 | -1));
    let alone = || scene.within("subscript").len() == 1;
    let len = missing.len.or_else(|| (edge && alone()).then_some(0));
    Some(match len {
        Some(0) => Explanation::of(msg!("index-empty", what = what, index = index))
            .advice(msg!("index-empty-advice")),
        Some(len) => {
            let last = len - 1;
            let cause = if missing.index.is_some() {
                msg!("index-range", what = what.clone(), len = len, index = index, last = last.to_string())
            } else {
                msg!(
                    "index-range-unknown",
                    what = what.clone(),
                    len = len,
                    index = code(&index),
                    last = last.to_string()
                )
            };
            let explanation = Explanation::of(cause);
            if missing.index == i64::try_from(len).ok() {
                explanation.advice(msg!(
                    "index-one-past-advice",
                    what = what,
                    len = code(&format!("len({what_text}) - 1"))
                ))
            } else {
                explanation.advice(msg!(
                    "index-range-advice",
                    last = last.to_string(),
                    what = code(&format!("len({what_text})"))
                ))
            }
        }
        None => Explanation::of(msg!("index-unknown", what = what, index = code(&index)))
            .advice(msg!("index-unknown-advice")),
    })
}
