//! What no edit may be offered for.

use crate::diagnose::scene::{Scene, ancestors};
use crate::diagnose::{Crash, Sources};
use pyflow_core::exception::{Exception, FrameKind};
use pyflow_core::facts::FrameFacts;

/// Exceptions that come from outside the program, or on purpose: by the name of the type or of a base.
const HOPELESS: &[&str] = &[
    "AssertionError",
    "NotImplementedError",
    "EOFError",
    "KeyboardInterrupt",
    "SystemExit",
    "GeneratorExit",
    "PermissionError",
    "ConnectionError",
    "TimeoutError",
    "URLError",
    "gaierror",
    "herror",
    "SSLError",
    "CalledProcessError",
    "TimeoutExpired",
    "MemoryError",
    "BlockingIOError",
    "InterruptedError",
    "ProcessLookupError",
    "ChildProcessError",
    "BrokenPipeError",
    "HTTPException",
    "RequestException",
    "CancelledError",
    "SkipTest",
    "BdbQuit",
];

/// Whether the cause lies outside the program, or the program was ended on purpose.
pub(crate) fn is_hopeless(crash: &Crash<'_>) -> bool {
    HOPELESS.iter().any(|name| crash.is_a(name)) || crash.run.denial.is_some()
}

/// Whether the deepest frame of all is the user's, and raises by `raise` or `assert`.
pub(crate) fn is_raised_on_purpose(crash: &Crash<'_>) -> bool {
    let Some(frame) = crash.raising_frame() else { return false };
    if frame.kind != FrameKind::User {
        return false;
    }
    let Some(scene) = Scene::of(crash) else { return false };
    raising(&scene)
}

/// Whether the scene's statement is the `raise` or `assert` that raised, and not one whose expression failed.
fn raising(scene: &Scene<'_>) -> bool {
    let statement = std::iter::once(scene.node)
        .chain(ancestors(scene.node))
        .find(|n| matches!(n.kind(), "raise_statement" | "assert_statement" | "block" | "module"));
    let Some(statement) = statement.filter(|s| s.kind().ends_with("_statement")) else { return false };
    if statement.kind() == "assert_statement" {
        return scene.crash.is_a("AssertionError");
    }
    let raised = statement.named_child(0);
    // `raise Eror("…")` fails with a NameError that nobody raised on purpose.
    let named = raised.map_or("", |r| scene.source.node_text(r));
    let own = &scene.crash.exception.type_name;
    let word = named.split('(').next().unwrap_or_default().rsplit('.').next().unwrap_or_default().trim();
    word == own || raised.is_none() || (scene.node == statement)
}

/// The error that led to one raised on purpose, with the frames that led there: `raise … from problem`.
pub(crate) fn reason_behind(crash: &Crash<'_>) -> Option<Exception> {
    let exception = crash.exception;
    let reason = exception
        .cause
        .as_deref()
        .or_else(|| exception.context.as_deref().filter(|_| !exception.suppressed))?;
    Some(joined(exception, reason, crash.sources))
}

/// A cause with the outer exception's frames before its own: its traceback begins where it was caught.
fn joined(outer: &Exception, reason: &Exception, _sources: &Sources) -> Exception {
    let mut reason = reason.clone();
    let Some(first) = reason.frames.first() else { return reason };
    let at = outer.frames.iter().rposition(|f| f.file == first.file && f.function == first.function);
    let Some(at) = at else { return reason };
    let mut frames = outer.frames.get(..at).map(<[_]>::to_vec).unwrap_or_default();
    frames.append(&mut reason.frames);
    let shift = |facts: &FrameFacts, by: usize| FrameFacts { frame: facts.frame + by, ..facts.clone() };
    let mut facts: Vec<FrameFacts> = reason.facts.frames.iter().map(|f| shift(f, at)).collect();
    for known in &outer.facts.frames {
        // The catching function is still the same frame: its names are what they were.
        if known.frame <= at && !facts.iter().any(|f| f.frame == known.frame) {
            facts.push(known.clone());
        }
    }
    reason.frames = frames;
    reason.facts.frames = facts;
    reason
}
