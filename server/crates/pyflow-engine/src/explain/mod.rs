//! Why a program broke, in one sentence with the values that were there, and what to do about it.
//!
//! Each family of exceptions has a file. What is specific is tried first; for every other type there is a
//! sentence by its base, and at last one that says what was raised and where.

mod attributes;
mod calls;
mod control;
mod data;
mod ends;
mod files;
mod imports;
mod lookups;
mod names;
mod network;
mod none;
mod numbers;
mod render;
mod syntax;
pub(crate) mod texts;
mod third_party;
mod types;
mod values;

pub(crate) use control::recursive_property;
pub(crate) use ends::unawaited;
pub use ends::{End, documentation_url, end, exited, interrupted, warning};
pub(crate) use numbers::{counted, divisor};
pub use render::{hover, words};

use crate::diagnose::{Crash, Explanation, Scene};
use crate::fixes::rules::syntax::is_source_error;
use crate::fixes::rules::{drafts, never};
use crate::msg;
use pyflow_core::fix::Certainty;
use texts::code;

/// The explanation of a crash. There always is one; for a type that nothing here knows it says what was raised
/// and where.
pub fn explain(crash: &Crash<'_>) -> Explanation {
    let mut explanation = cause(crash);
    // The fix that is on offer says it most plainly.
    if let Some(best) = drafts(crash).into_iter().next().filter(|d| d.certainty == Certainty::Safe) {
        explanation.advice = Some(match explanation.advice.take() {
            Some(advice) => msg!("advice-fix", advice = advice, fix = best.title),
            None => best.title,
        });
    }
    explanation
}
/// The cause alone, without looking for fixes.
fn cause(crash: &Crash<'_>) -> Explanation {
    if let Some((rule, setting)) = &crash.run.denial {
        let path = crate::diagnose::files::path(crash);
        let about_files = matches!(rule.as_str(), "read" | "key-store" | "write" | "protected");
        let cause = match path.filter(|_| about_files) {
            Some(path) => msg!("sandbox-denied-path", path = code(&path), rule = code(rule)),
            None => msg!("sandbox-denied", rule = code(rule)),
        };
        return Explanation::of(cause).advice(msg!("sandbox-denied-advice", setting = code(setting)));
    }
    let scene = Scene::of(crash);
    let found = specific(crash, scene.as_ref());
    found.unwrap_or_else(|| general(crash, scene.as_ref()))
}

/// How exceptions of one kind are explained.
type Family = fn(&Scene<'_>) -> Option<Explanation>;

fn specific(crash: &Crash<'_>, scene: Option<&Scene<'_>>) -> Option<Explanation> {
    if let Some(members) = &crash.exception.group {
        return Some(control::group(crash, members));
    }
    if is_source_error(crash) {
        return Some(syntax::explain(crash));
    }
    if let Some(found) = control::without_scene(crash) {
        return Some(found);
    }
    if let Some(scene) = scene
        && never::is_raised_on_purpose(crash)
        && !["AssertionError", "NotImplementedError", "StopIteration"].iter().any(|n| crash.is_a(n))
    {
        return Some(control::raised(scene));
    }
    if let Some(found) = third_party::explain(crash, scene).or_else(|| network::explain(crash, scene)) {
        return Some(found);
    }
    if let Some(found) = files::explain(crash, scene).or_else(|| data::explain(crash, scene)) {
        return Some(found);
    }
    if let Some(found) = imports::explain(crash) {
        return Some(found);
    }
    let scene = scene?;
    let by_type: &[(&str, Family)] = &[
        ("UnboundLocalError", names::unbound_local),
        ("NameError", names::name_error),
        ("AttributeError", attributes::explain),
        ("KeyError", lookups::key_error),
        ("IndexError", lookups::index_error),
        ("TypeError", types::explain),
        ("ZeroDivisionError", numbers::zero_division),
        ("OverflowError", numbers::overflow),
        ("ArithmeticError", numbers::arithmetic),
        ("ValueError", values::explain),
        ("RecursionError", control::recursion),
        ("RuntimeError", control::runtime),
        ("StopIteration", control::stop_iteration),
        ("StopAsyncIteration", control::stop_iteration),
        ("AssertionError", control::assertion),
        ("NotImplementedError", control::not_implemented),
    ];
    by_type.iter().filter(|(name, _)| crash.is_a(name)).find_map(|(_, explain)| explain(scene))
}

/// A sentence for any exception: what raised it, with what words, and where the user's code stood.
fn general(crash: &Crash<'_>, scene: Option<&Scene<'_>>) -> Explanation {
    let exception = crash.exception;
    let kind = code(&exception.type_name);
    let Some(scene) = scene else {
        return Explanation::of(if exception.message.is_empty() {
            msg!("explain-unknown-silent", kind = kind)
        } else {
            msg!("explain-unknown", kind = kind, message = texts::one_line(&exception.message, 200))
        });
    };
    let line = scene.source.line(scene.frame.range.start.line).trim();
    let deepest = exception.frames.len().saturating_sub(1) == scene.index;
    let by = exception.frames.last().map_or("", |f| f.function.as_str());
    let cause = if deepest {
        msg!("explain-at", kind = kind, statement = code(line))
    } else {
        msg!("explain-inside", kind = kind, function = code(by), statement = code(line))
    };
    Explanation::of(cause).advice(msg!("explain-advice"))
}
