//! Calls whose arguments do not fit the parameters.

use super::texts::{code, list, quoted, value};
use crate::diagnose::calls::{self, Callee};
use crate::diagnose::{Explanation, Scene};
use crate::messages::Arg;
use crate::msg;

pub(super) fn explain(scene: &Scene<'_>, message: &str) -> Option<Explanation> {
    let called = message.split("()").next().unwrap_or_default();
    let function = code(called.rsplit('.').next().unwrap_or(called));
    let callee = calls::callee(scene);
    if message.contains("unexpected keyword argument")
        || message.contains("invalid keyword argument")
        || message.contains("takes no keyword arguments")
    {
        let name = quoted(message, 0).unwrap_or_default();
        let shown = code(name);
        if let Some(wrapper) = callee.as_ref().and_then(|c| c.wrapper.as_deref()) {
            return Some(
                Explanation::of(msg!(
                    "call-wrapper-keyword",
                    function = function,
                    name = shown,
                    wrapper = code(wrapper)
                ))
                .advice(msg!("call-wrapper-keyword-advice", wrapper = code(wrapper))),
            );
        }
        let parameters = callee.as_ref().map(Callee::names).unwrap_or_default();
        let similar = calls::similar_keyword(scene, name, &parameters);
        let known = list(parameters.iter().map(String::as_str), 8);
        return Some(match similar {
            Some(similar) => Explanation::of(msg!(
                "call-keyword-similar",
                function = function,
                name = shown,
                similar = code(&similar)
            )),
            None if parameters.is_empty() => {
                Explanation::of(msg!("call-keyword", function = function, name = shown))
                    .advice(msg!("call-keyword-advice"))
            }
            None => Explanation::of(msg!("call-keyword", function = function, name = shown))
                .advice(msg!("call-parameters-advice", known = known)),
        });
    }
    if message.contains("missing") && message.contains("required") && message.contains("argument") {
        let names: Vec<&str> = message.split('\'').skip(1).step_by(2).collect();
        let shown = list(names.iter().copied(), 5);
        let takes =
            callee.as_ref().map(|c| list(c.names().iter().map(String::as_str), 8)).unwrap_or_default();
        let call = scene.failing("call");
        let there = names.iter().all(|n| calls::visible(scene, n));
        // `Class.method()` without an object: the first parameter is the object.
        if names.first() == Some(&"self") {
            return Some(
                Explanation::of(msg!("call-without-object", function = function))
                    .advice(msg!("call-without-object-advice")),
            );
        }
        let cause = match call {
            Some(call) => msg!(
                "call-missing",
                function = function.clone(),
                names = shown.clone(),
                call = code(scene.text(call))
            ),
            None => msg!("call-missing-plain", function = function.clone(), names = shown.clone()),
        };
        let explanation = Explanation::of(cause);
        return Some(if there {
            explanation.advice(msg!("call-missing-there-advice", names = shown))
        } else if takes.is_empty() {
            explanation.advice(msg!("call-missing-advice", names = shown))
        } else {
            explanation.advice(msg!(
                "call-missing-takes-advice",
                names = shown,
                function = function,
                takes = takes
            ))
        });
    }
    if message.contains("positional argument") && (message.contains("given") || message.contains("expected"))
    {
        return Some(too_many(scene, message, function, callee));
    }
    if message.contains("takes exactly one argument")
        || message.contains("takes no arguments")
        || message.contains("expected at most")
        || message.contains("expected at least")
        || message.contains("expected exactly")
        || message.contains("takes at most")
    {
        let call = scene.failing("call").map_or("", |c| scene.text(c));
        let explanation = Explanation::of(msg!("call-count", call = code(call), message = code(message)));
        let advice =
            if message.contains("append()") || message.contains(".append") || message.contains(".add()") {
                msg!("call-append-advice")
            } else if message.contains("takes no arguments") {
                msg!("call-no-arguments-advice", function = function)
            } else {
                msg!("call-count-advice")
            };
        return Some(explanation.advice(advice));
    }
    if message.contains("multiple values for") {
        let name = code(quoted(message, 0).unwrap_or_default());
        return Some(
            Explanation::of(msg!("call-twice", function = function, name = name))
                .advice(msg!("call-twice-advice")),
        );
    }
    None
}

fn too_many(scene: &Scene<'_>, message: &str, function: String, callee: Option<Callee<'_>>) -> Explanation {
    if let Some(forgot) = calls::missing_self(scene) {
        let class = code(forgot.class);
        return Explanation::of(msg!("call-missing-self", function = code(forgot.name), class = class))
            .advice(msg!(
                "call-missing-self-advice",
                definition = code(&format!("def {}(self{}):", forgot.name, forgot.rest))
            ));
    }
    let numbers: Vec<&str> = message.split(|c: char| !c.is_ascii_digit()).filter(|t| !t.is_empty()).collect();
    let (takes, given) = match numbers.as_slice() {
        [low, high, given] => (format!("{low}–{high}"), (*given).to_owned()),
        [takes, given, ..] => ((*takes).to_owned(), (*given).to_owned()),
        _ => (String::new(), String::new()),
    };
    let names = callee.as_ref().map(Callee::names).unwrap_or_default();
    let parameters = list(names.iter().map(String::as_str), 8);
    let call = scene.failing("call");
    let values = call.and_then(|c| calls::splat_value(scene, c)).map(value);
    let shown = code(call.map_or("", |c| scene.text(c)));
    let explanation = Explanation::of(match values {
        Some(values) => msg!(
            "call-too-many-values",
            function = function,
            takes = Arg::count(&takes),
            given = Arg::count(&given),
            call = shown,
            values = values
        ),
        None => msg!(
            "call-too-many",
            function = function,
            takes = Arg::count(&takes),
            given = Arg::count(&given),
            call = shown
        ),
    });
    if let Some(wrapper) = callee.as_ref().and_then(|c| c.wrapper.as_deref()) {
        return explanation.advice(msg!("call-wrapper-advice", wrapper = code(wrapper)));
    }
    if parameters.is_empty() {
        explanation.advice(msg!("call-too-many-advice"))
    } else {
        explanation.advice(msg!("call-parameters-advice", known = parameters))
    }
}
