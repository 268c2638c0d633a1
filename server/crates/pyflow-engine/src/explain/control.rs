//! What ends a program by its own will or rules: `raise`, `assert`, exits, interrupts, recursion, iteration.

use super::cause;
use super::texts::{code, list, value};
use crate::diagnose::scene::{bare, children, collect};
use crate::diagnose::trace::{own_nodes, returns};
use crate::diagnose::{Crash, Explanation, Scene};
use crate::messages::Message;
use crate::msg;
use pyflow_core::exception::{Exception, FrameKind};
use tree_sitter::Node;

/// Exceptions that need no look at the text.
pub(super) fn without_scene(crash: &Crash<'_>) -> Option<Explanation> {
    if crash.is_a("KeyboardInterrupt") {
        let at = Scene::of(crash).map(|s| s.source.line(s.frame.range.start.line).trim());
        return Some(super::ends::interrupted(at));
    }
    if crash.is_a("SystemExit") {
        let code = crash
            .exception
            .attrs
            .get("code")
            .map_or_else(|| crash.exception.message.clone(), ToString::to_string);
        return Some(super::ends::exited(code.trim_matches('"'), ""));
    }
    if crash.is_a("EOFError") {
        let reads = Scene::of(crash).and_then(|s| s.failing("call").map(|c| code(s.text(c))));
        if crash.exception.message.contains("reading a line")
            || reads.as_ref().is_some_and(|r| r.contains("input"))
        {
            return Some(
                Explanation::of(msg!("eof-input", call = reads.unwrap_or_else(|| code("input()"))))
                    .advice(msg!("eof-input-advice")),
            );
        }
        return Some(Explanation::of(msg!("eof")).advice(msg!("eof-advice")));
    }
    if crash.is_a("MemoryError") {
        let statement = Scene::of(crash)
            .map_or_else(String::new, |s| s.source.line(s.frame.range.start.line).trim().to_owned());
        return Some(
            Explanation::of(msg!("memory", statement = code(&statement))).advice(msg!("memory-advice")),
        );
    }
    if crash.is_a("CalledProcessError") {
        let status = crash.exception.attrs.get("returncode").map(ToString::to_string);
        let message = &crash.exception.message;
        let status = status
            .or_else(|| message.split("exit status ").nth(1).map(|s| s.trim_end_matches('.').to_owned()))
            .unwrap_or_default();
        let command =
            message.split("Command ").nth(1).and_then(|m| m.split(" returned").next()).unwrap_or(message);
        let command = command.trim_matches('\'');
        return Some(if message.contains("died with") {
            Explanation::of(msg!("subprocess-died", command = code(command), message = code(message)))
                .advice(msg!("subprocess-advice"))
        } else {
            Explanation::of(msg!("subprocess-failed", command = code(command), status = status))
                .advice(msg!("subprocess-advice"))
        });
    }
    if crash.is_a("TimeoutExpired") {
        return Some(
            Explanation::of(msg!("subprocess-timeout", message = code(&crash.exception.message)))
                .advice(msg!("subprocess-timeout-advice")),
        );
    }
    None
}

/// An exception group: each member with its own place and cause.
pub(super) fn group(crash: &Crash<'_>, members: &[Exception]) -> Explanation {
    let mut leaves = Vec::new();
    flatten(members, &mut leaves);
    let said: Vec<Message> = leaves
        .iter()
        .take(5)
        .map(|leaf| {
            let inner = Crash { exception: leaf, ..*crash };
            let place = leaf
                .frames
                .iter()
                .rev()
                .find(|f| f.kind == FrameKind::User)
                .map(|f| format!("{}:{}", super::texts::file_name(&f.file), f.range.start.line + 1))
                .unwrap_or_default();
            msg!("group-member", kind = code(&leaf.type_name), place = place, why = cause(&inner).cause)
        })
        .collect();
    let kinds: Vec<String> = leaves
        .iter()
        .take(5)
        .map(|l| {
            if l.message.is_empty() {
                l.type_name.clone()
            } else {
                format!("{}: {}", l.type_name, super::texts::one_line(&l.message, 60))
            }
        })
        .collect();
    let explanation = Explanation::of(msg!(
        "group",
        count = leaves.len(),
        members = list(kinds.iter().map(String::as_str), 5)
    ));
    explanation.paragraph(msg!("group-members", members = said)).advice(msg!("group-advice"))
}

fn flatten<'e>(members: &'e [Exception], out: &mut Vec<&'e Exception>) {
    for member in members {
        match &member.group {
            Some(inner) if out.len() < 50 => flatten(inner, out),
            _ => out.push(member),
        }
    }
}

/// An exception that the program's own code raised.
pub(super) fn raised(scene: &Scene<'_>) -> Explanation {
    let exception = scene.crash.exception;
    let kind = code(&exception.type_name);
    let message = code(&exception.message);
    let function = scene.function().and_then(|f| f.child_by_field_name("name")).map(|n| scene.text(n));
    let condition = guard(scene);
    let known = condition.map(|c| known_values(scene, c)).unwrap_or_default();
    let cause = match (function, condition) {
        (Some(function), Some(condition)) if !known.is_empty() => {
            msg!(
                "raised-if-values",
                kind = kind,
                message = message,
                function = code(function),
                condition = code(scene.text(condition)),
                values = known
            )
        }
        (Some(function), Some(condition)) => {
            msg!(
                "raised-if",
                kind = kind,
                message = message,
                function = code(function),
                condition = code(scene.text(condition))
            )
        }
        (Some(function), None) => msg!("raised", kind = kind, message = message, function = code(function)),
        (None, _) => msg!("raised-module", kind = kind, message = message),
    };
    let mut explanation = Explanation::of(cause);
    if let Some(reason) = super::never::reason_behind(&scene.crash) {
        let inner = Crash { exception: &reason, ..scene.crash };
        let why = self::cause(&inner).cause;
        explanation = explanation.paragraph(msg!(
            "raised-because",
            kind = code(&reason.type_name),
            message = code(&reason.message),
            text = why,
        ));
    }
    let caller = scene.caller().map(|c| c.source.line(c.frame.range.start.line).trim().to_owned());
    explanation.advice(match caller {
        Some(call) => msg!("raised-advice-call", call = code(&call)),
        None => msg!("raised-advice"),
    })
}

/// The condition of the `if` that the failing statement stands in.
fn guard<'a>(scene: &Scene<'a>) -> Option<Node<'a>> {
    let block = scene.statement().parent()?;
    let around = block.parent()?;
    matches!(around.kind(), "if_statement" | "elif_clause" | "while_statement")
        .then(|| around.child_by_field_name("condition"))
        .flatten()
        .filter(|_| {
            around.child_by_field_name("consequence").or(around.child_by_field_name("body")) == Some(block)
        })
}

/// `age = 151, limit = 150`: the names of an expression with their values.
pub(crate) fn known_values<'a>(scene: &Scene<'a>, node: Node<'a>) -> String {
    let mut known: Vec<String> = Vec::new();
    collect(node, &mut |n| {
        if matches!(n.kind(), "identifier" | "attribute" | "subscript")
            && let Some(v) = scene.value(n)
            && v.repr.is_some()
            && !v.callable
            && v.type_name != "module"
        {
            let text = format!("{} = {}", code(scene.text(n)), value(v));
            if !known.contains(&text) && known.len() < 5 {
                known.push(text);
            }
            return n.kind() == "attribute";
        }
        true
    });
    known.join(", ")
}

pub(super) fn assertion(scene: &Scene<'_>) -> Option<Explanation> {
    let statement = std::iter::once(scene.node)
        .chain(crate::diagnose::scene::ancestors(scene.node))
        .find(|n| n.kind() == "assert_statement")
        .or_else(|| scene.within("assert_statement").first().copied());
    let message = &scene.crash.exception.message;
    let Some(statement) = statement else {
        let call = scene
            .failing("call")
            .map_or_else(|| scene.source.line(scene.frame.range.start.line).trim(), |c| scene.text(c));
        return Some(
            Explanation::of(msg!("assert-call", call = code(call), message = code(message)))
                .advice(msg!("assert-advice")),
        );
    };
    let condition = statement.named_child(0)?;
    let known = known_values(scene, condition);
    let shown = code(scene.text(condition));
    let cause = match (message.is_empty(), known.is_empty()) {
        (true, true) => msg!("assert", condition = shown),
        (true, false) => msg!("assert-values", condition = shown, values = known),
        (false, true) => msg!("assert-message", condition = shown, message = code(message)),
        (false, false) => {
            msg!("assert-message-values", condition = shown, message = code(message), values = known)
        }
    };
    Some(Explanation::of(cause).advice(msg!("assert-advice")))
}

#[expect(clippy::unnecessary_wraps, reason = "one of a table of functions")]
pub(super) fn not_implemented(scene: &Scene<'_>) -> Option<Explanation> {
    let function = scene.function().and_then(|f| f.child_by_field_name("name")).map_or("", |n| scene.text(n));
    let own = scene.class().and_then(|c| c.child_by_field_name("name")).map_or("", |n| scene.text(n));
    let object = scene.variable("self").map(|v| v.type_name.clone()).filter(|t| !t.is_empty());
    let message = code(&scene.crash.exception.message);
    Some(match object {
        Some(object) if object != own && !own.is_empty() => Explanation::of(msg!(
            "not-implemented-class",
            class = code(&object),
            method = code(function),
            base = code(own),
            message = message
        ))
        .advice(msg!(
            "not-implemented-class-advice",
            class = code(&object),
            method = code(&format!("def {function}(self, …)"))
        )),
        _ if !own.is_empty() => {
            Explanation::of(msg!("not-implemented-base", method = code(function), base = code(own)))
                .advice(msg!("not-implemented-base-advice", method = code(function), base = code(own)))
        }
        _ => Explanation::of(msg!("not-implemented", method = code(function)))
            .advice(msg!("not-implemented-advice", method = code(function))),
    })
}

#[expect(clippy::unnecessary_wraps, reason = "one of a table of functions")]
pub(super) fn recursion(scene: &Scene<'_>) -> Option<Explanation> {
    let frames = &scene.crash.exception.frames;
    // The functions that repeat at the end, innermost last.
    let mut cycle: Vec<&str> = Vec::new();
    for frame in frames.iter().rev().filter(|f| f.kind == FrameKind::User).take(24) {
        let name = frame.function.rsplit('.').next().unwrap_or(&frame.function);
        if !cycle.contains(&name) && name != "<module>" {
            cycle.push(name);
        }
    }
    cycle.reverse();
    let counts = |name: &str| frames.iter().filter(|f| f.function.rsplit('.').next() == Some(name)).count();
    cycle.retain(|n| counts(n) > 1);
    if cycle.is_empty() {
        cycle.push(scene.frame.function.rsplit('.').next().unwrap_or(&scene.frame.function));
    }
    if let Some((attribute, setter)) = recursive_property(scene) {
        let own = code(&format!("self._{attribute}"));
        let whole = code(&format!("self.{attribute}"));
        let id = if setter { "recursion-setter" } else { "recursion-property" };
        return Some(
            Explanation::of(msg!(id, property = code(attribute), whole = whole))
                .advice(msg!("recursion-property-advice", own = own)),
        );
    }
    if matches!(cycle.as_slice(), ["__getattr__" | "__getattribute__" | "__setattr__"]) {
        let method = cycle.first().copied().unwrap_or_default();
        return Some(
            Explanation::of(msg!("recursion-attribute", method = code(method)))
                .advice(msg!("recursion-attribute-advice")),
        );
    }
    let names: Vec<String> = cycle.iter().map(|n| format!("{n}()")).collect();
    let shown = list(names.iter().map(String::as_str), 5);
    let values = scene
        .facts
        .map(|f| {
            f.params
                .iter()
                .filter(|p| p.name != "self")
                .take(3)
                .filter_map(|p| {
                    let v = f.locals.get(&p.name)?;
                    Some(format!("{} = {}", code(&p.name), value(v)))
                })
                .collect::<Vec<_>>()
                .join(", ")
        })
        .unwrap_or_default();
    if cycle.len() == 1 {
        let function = scene.function();
        let ends = function.is_some_and(|f| returns(f).len() > 1 || !own_nodes(f, "if_statement").is_empty());
        let cause = if values.is_empty() {
            msg!("recursion-self", function = shown.clone())
        } else {
            msg!("recursion-self-values", function = shown.clone(), values = values)
        };
        return Some(Explanation::of(cause).advice(if ends {
            msg!("recursion-reach-advice", function = shown)
        } else {
            msg!("recursion-base-advice", function = shown)
        }));
    }
    Some(Explanation::of(msg!("recursion-cycle", functions = shown)).advice(msg!("recursion-cycle-advice")))
}

/// A property whose getter or setter uses itself: its name, and whether it is the setter.
pub(crate) fn recursive_property<'a>(scene: &Scene<'a>) -> Option<(&'a str, bool)> {
    let function = scene.function()?;
    let name = scene.text(function.child_by_field_name("name")?);
    let whole = function.parent().filter(|p| p.kind() == "decorated_definition")?;
    let decorators: Vec<&str> =
        children(whole).filter(|n| n.kind() == "decorator").map(|n| scene.text(n)).collect();
    let setter = decorators.iter().any(|d| d.ends_with(".setter"));
    let getter = decorators.iter().any(|d| d.ends_with("property"));
    if !setter && !getter {
        return None;
    }
    let mut own = false;
    collect(function, &mut |n| {
        own |= n.kind() == "attribute" && scene.source.node_text(n) == format!("self.{name}");
        true
    });
    own.then_some((name, setter))
}

pub(super) fn stop_iteration(scene: &Scene<'_>) -> Option<Explanation> {
    let call = scene.failing("call")?;
    let what = children(call.child_by_field_name("arguments")?).next().map_or("", |a| scene.text(bare(a)));
    Some(
        Explanation::of(msg!("stop-iteration", call = code(scene.text(call)), what = code(what)))
            .advice(msg!("stop-iteration-advice")),
    )
}

pub(super) fn runtime(scene: &Scene<'_>) -> Option<Explanation> {
    let message = scene.crash.exception.message.as_str();
    if message.contains("during iteration") || message.contains("mutated during") {
        let kind = if message.starts_with("dict") {
            "dict"
        } else if message.starts_with("Set") || message.starts_with("set") {
            "set"
        } else {
            "collection"
        };
        let over = crate::diagnose::types::iterated(scene).map_or("", |n| scene.text(n));
        return Some(
            Explanation::of(msg!("changed-size", kind = code(kind), over = code(over)))
                .advice(msg!("changed-size-advice", fix = code(&format!("list({over})")))),
        );
    }
    if message.contains("generator raised StopIteration")
        || message.contains("coroutine raised StopIteration")
    {
        let call = scene
            .within("call")
            .into_iter()
            .find(|c| scene.text(*c).starts_with("next("))
            .or_else(|| scene.failing("call"));
        return Some(
            Explanation::of(msg!("generator-stop", call = code(call.map_or("next(…)", |c| scene.text(c)))))
                .advice(msg!("generator-stop-advice")),
        );
    }
    if message.contains("cannot be called from a running event loop")
        || message.contains("event loop is already running")
        || message.contains("while another loop is running")
    {
        let call = scene.failing("call").map_or("", |c| scene.text(c));
        let inner = scene
            .failing("call")
            .and_then(|c| c.child_by_field_name("arguments"))
            .and_then(|a| a.named_child(0))
            .map_or("…", |a| scene.text(a));
        return Some(
            Explanation::of(msg!("loop-running", call = code(call)))
                .advice(msg!("loop-running-advice", fix = code(&format!("await {inner}")))),
        );
    }
    if message.contains("no running event loop") || message.contains("no current event loop") {
        return Some(
            Explanation::of(msg!(
                "loop-missing",
                call = code(scene.failing("call").map_or("", |c| scene.text(c)))
            ))
            .advice(msg!("loop-missing-advice")),
        );
    }
    if message.contains("cannot reuse already awaited coroutine") {
        return Some(Explanation::of(msg!("coroutine-reused")).advice(msg!("coroutine-reused-advice")));
    }
    if message.contains("super()") || message.contains("super(): no arguments") {
        return Some(
            Explanation::of(msg!("super-outside", message = code(message)))
                .advice(msg!("super-outside-advice")),
        );
    }
    if message.contains("threads can only be started once") {
        return Some(Explanation::of(msg!("thread-once")).advice(msg!("thread-once-advice")));
    }
    if message.contains("lock") {
        return Some(Explanation::of(msg!("lock", message = code(message))).advice(msg!("lock-advice")));
    }
    if message.contains("No active exception to reraise") {
        return Some(Explanation::of(msg!("reraise")).advice(msg!("reraise-advice")));
    }
    if message.contains("bootstrapping phase") {
        return Some(Explanation::of(msg!("spawn-main")).advice(msg!("spawn-main-advice")));
    }
    None
}
