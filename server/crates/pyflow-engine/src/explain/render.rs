//! An explanation as a hover: what happened, why here with the values at the crash, how to mend it.
//!
//! Without tables, which some editors show raw. Whatever comes from the program stands in code that it can't close.

use super::texts::{code, fenced, file_name, one_line};
use super::{cause, documentation_url};
use crate::api::Explained;
use crate::diagnose::scene::collect;
use crate::diagnose::{Crash, Explanation, Scene};
use crate::messages::Locale;
use crate::msg;
use pyflow_core::exception::{Exception, FrameKind};

/// The most values that a hover lists.
const MOST_VALUES: usize = 8;

/// The words of an explanation alone.
pub fn words(explanation: &Explanation, locale: Locale) -> Explained {
    let cause = explanation.cause.render(locale);
    let mut parts = vec![cause.clone()];
    parts.extend(explanation.paragraph.as_ref().map(|paragraph| paragraph.render(locale)));
    parts.extend(explanation.advice.as_ref().map(|advice| advice.render(locale)));
    let markdown = parts.join("\n\n");
    Explained { plain: plain(&markdown), cause, markdown }
}

/// The words of an explanation with what happened above them, and the values at the crash, what led there and how
/// to mend it below.
pub fn hover(crash: &Crash<'_>, explanation: &Explanation, locale: Locale) -> Explained {
    let exception = crash.exception;
    let cause = explanation.cause.render(locale);
    let mut why = vec![cause.clone()];
    why.extend(explanation.paragraph.as_ref().map(|paragraph| paragraph.render(locale)));
    let mut around = Vec::new();
    let values = values(crash);
    if !values.is_empty() {
        let lines: Vec<String> =
            values.iter().map(|(name, repr)| format!("- {} = {}", code(name), code(repr))).collect();
        around.push(format!("{}\n\n{}", msg!("hover-values").render(locale), lines.join("\n")));
    }
    around.extend(chain(crash, locale));
    let advice = explanation.advice.as_ref().map(|advice| advice.render(locale));

    let mut markdown = vec![fenced(&headline(exception), "text")];
    markdown.extend(why.iter().cloned());
    markdown.extend(around.iter().cloned());
    markdown
        .extend(advice.as_ref().map(|advice| format!("**{}** {advice}", msg!("hover-mend").render(locale))));
    markdown.extend(exception.notes.iter().take(5).map(|note| fenced(&one_line(note, 300), "text")));
    let url = documentation_url(&exception.type_name, &exception.module);
    if url.contains('#') {
        markdown.push(format!("[{}]({url})", msg!("hover-documentation").render(locale)));
    }

    // The plain words stand under a line that says what was raised already.
    let mut text = why;
    text.extend(around);
    text.extend(advice);
    Explained { cause, markdown: markdown.join("\n\n"), plain: plain(&text.join("\n\n")) }
}

/// Markdown's inline code and emphasis, as plain text.
fn plain(markdown: &str) -> String {
    markdown.replace("**", "").replace('`', "")
}

/// `Type: message`.
fn headline(exception: &Exception) -> String {
    if exception.message.is_empty() {
        exception.type_name.clone()
    } else {
        format!("{}: {}", exception.type_name, exception.message.chars().take(2000).collect::<String>())
    }
}

/// The names of the failing expression with their values, in the text's order.
fn values(crash: &Crash<'_>) -> Vec<(String, String)> {
    let Some(scene) = Scene::of(crash) else { return Vec::new() };
    let mut found: Vec<(String, String)> = Vec::new();
    let statement = scene.statement();
    collect(statement, &mut |n| {
        if found.len() >= MOST_VALUES || n.kind() == "block" && n != statement {
            return false;
        }
        if matches!(n.kind(), "identifier" | "attribute" | "subscript")
            && let Some(value) = scene.value(n)
            && let Some(repr) = &value.repr
            && !value.callable
            && value.type_name != "module"
        {
            let entry = (scene.text(n).to_owned(), repr.clone());
            if !found.iter().any(|(name, _)| *name == entry.0) {
                found.push(entry);
            }
        }
        !matches!(n.kind(), "function_definition" | "class_definition")
    });
    found
}

/// What led to the exception: each cause with its place and its own explanation.
fn chain(crash: &Crash<'_>, locale: Locale) -> Vec<String> {
    let mut parts = Vec::new();
    let mut at = crash.exception;
    for _ in 0..3 {
        let (reason, id) = match (&at.cause, &at.context) {
            (Some(cause), _) => (cause.as_ref(), "hover-cause"),
            (None, Some(context)) if !at.suppressed => (context.as_ref(), "hover-context"),
            _ => break,
        };
        let place = reason.frames.iter().rev().find(|f| f.kind == FrameKind::User);
        let place =
            place.map_or_else(String::new, |f| format!("{}:{}", file_name(&f.file), f.range.start.line + 1));
        let inner = Crash { exception: reason, ..*crash };
        let why = cause(&inner).cause.render(locale);
        parts.push(msg!(id, error = code(&headline(reason)), place = place, why = why).render(locale));
        at = reason;
    }
    parts
}
