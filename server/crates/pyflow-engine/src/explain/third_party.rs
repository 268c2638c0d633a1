//! numpy, pandas and others whose messages are known.

use super::texts::code;
use crate::diagnose::{Crash, Explanation, Scene};
use crate::msg;

pub(super) fn explain(crash: &Crash<'_>, scene: Option<&Scene<'_>>) -> Option<Explanation> {
    let message = crash.exception.message.as_str();
    let scene = scene?;
    if message.contains("could not be broadcast together")
        || message.contains("mismatch in its core dimension")
        || message.contains("not aligned")
        || message.contains("could not broadcast input array")
    {
        let shapes = shapes(scene);
        let what =
            scene.failing("binary_operator").or_else(|| scene.failing("call")).map_or("", |n| scene.text(n));
        let cause = if shapes.is_empty() {
            msg!("numpy-shapes", what = code(what), message = code(message))
        } else {
            msg!("numpy-shapes-known", what = code(what), shapes = shapes, message = code(message))
        };
        return Some(Explanation::of(cause).advice(msg!("numpy-shapes-advice")));
    }
    if message.contains("cannot reshape array of size") {
        return Some(
            Explanation::of(msg!("numpy-reshape", message = code(message)))
                .advice(msg!("numpy-reshape-advice")),
        );
    }
    if message.contains("truth value of a") || message.contains("truth value of an array") {
        return Some(
            Explanation::of(msg!(
                "numpy-truth",
                message = code(message.split('.').next().unwrap_or(message))
            ))
            .advice(msg!("numpy-truth-advice")),
        );
    }
    if message.contains("out of bounds for axis") {
        return Some(
            Explanation::of(msg!("numpy-bounds", message = code(message)))
                .advice(msg!("numpy-bounds-advice")),
        );
    }
    if message.contains("cannot convert float NaN to integer") {
        return Some(Explanation::of(msg!("nan-integer")).advice(msg!("nan-integer-advice")));
    }
    if message.contains("must be of the same length")
        || message.contains("does not match length of index")
        || message.contains("Length mismatch")
    {
        return Some(
            Explanation::of(msg!("pandas-length", message = code(message)))
                .advice(msg!("pandas-length-advice")),
        );
    }
    None
}

/// `marks (2, 3), weights (2,)`: the arrays at the place with their shapes.
fn shapes(scene: &Scene<'_>) -> String {
    let mut known: Vec<String> = Vec::new();
    for node in scene.within("identifier").into_iter().chain(scene.within("attribute")) {
        if let Some(shape) = scene.value(node).and_then(|v| v.shape.clone()) {
            let text = format!("{} {}", code(scene.text(node)), code(&shape));
            if !known.contains(&text) && known.len() < 4 {
                known.push(text);
            }
        }
    }
    known.join(", ")
}
