//! The rules: from the facts at a crash to candidates.
//!
//! A rule looks at one scene and drafts edits; here the drafts of all rules are ranked and those that no edit may
//! have are taken out. What an edit can never mend ([`never`]) gets no candidate at all.

mod attributes;
mod awaits;
mod callable;
mod calls;
mod control;
mod data;
pub(crate) mod draft;
mod files;
pub(crate) mod formats;
mod guards;
mod imports;
mod lookups;
mod names;
pub(crate) mod never;
mod none;
mod operands;
mod sequences;
pub(crate) mod syntax;
mod values;
mod warnings;

use crate::diagnose::{Crash, Scene, Source};
use crate::fixes::deny;
use crate::messages::Locale;
use draft::Draft;
use pyflow_core::fix::{Candidate, apply};
use pyflow_core::outcome::Warning;

/// More candidates than this help nobody.
const MOST: usize = 3;

/// One rule, or a family of them that share their evidence.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rule {
    pub name: &'static str,
    /// The exceptions it looks at, by the name of the type or of a base.
    pub exceptions: &'static [&'static str],
    pub look: fn(&Scene<'_>) -> Vec<Draft>,
}

/// All rules.
const RULES: &[Rule] = &[
    names::NAME,
    control::UNBOUND,
    attributes::ATTRIBUTE,
    none::NONE,
    imports::NAME,
    imports::MODULE,
    lookups::KEY,
    lookups::INDEX,
    calls::CALL,
    operands::OPERAND,
    operands::BYTES,
    callable::CALLED,
    callable::UNCALLED,
    awaits::AWAIT,
    awaits::LOOP,
    sequences::SEQUENCE,
    sequences::LITERAL,
    sequences::UNPACK,
    values::VALUE,
    values::JSON_TYPE,
    data::JSON,
    data::PATTERN,
    data::SQL,
    data::ENCODING,
    files::FILE,
    control::RECURSION,
    control::CHANGED,
    control::STOP,
    control::OVERFLOW,
    formats::FORMAT,
    guards::DIVISION,
    guards::EMPTY,
    guards::FIELD,
    guards::REMOVE,
];

/// The candidates of all rules, best first; none for what an edit can't mend. Titles are in English.
pub fn candidates(crash: &Crash<'_>) -> Vec<Candidate> {
    candidates_in(crash, Locale::English)
}

/// The candidates for a warning.
pub fn warning_candidates(warning: &Warning, source: &Source) -> Vec<Candidate> {
    warnings::drafts(warning, source).into_iter().map(|draft| draft.into_candidate(Locale::English)).collect()
}

/// [`candidates`], in a language.
pub fn candidates_in(crash: &Crash<'_>, locale: Locale) -> Vec<Candidate> {
    if syntax::is_source_error(crash) {
        return syntax::candidates(crash, locale);
    }
    drafts(crash).into_iter().map(|draft| draft.into_candidate(locale)).collect()
}

/// The best drafts, ranked: certainty, prior, fewer changed words.
pub(crate) fn drafts(crash: &Crash<'_>) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = Vec::new();
    for draft in all_drafts(crash) {
        let known = drafts.iter().any(|d| d.edits == draft.edits);
        if !known && !draft.edits.is_empty() && is_sound(crash, &draft) {
            drafts.push(draft);
        }
    }
    drafts.sort_by(|a, b| {
        b.certainty.cmp(&a.certainty).then(b.prior.total_cmp(&a.prior)).then(a.weight().cmp(&b.weight()))
    });
    drafts.truncate(MOST);
    drafts
}

fn all_drafts(crash: &Crash<'_>) -> Vec<Draft> {
    let exception = crash.exception;
    if let Some(members) = &exception.group {
        return members
            .iter()
            .flat_map(|member| all_drafts(&Crash { exception: member, ..*crash }))
            .collect();
    }
    if never::is_hopeless(crash) {
        return Vec::new();
    }
    if never::is_raised_on_purpose(crash) {
        return never::reason_behind(crash)
            .map(|reason| all_drafts(&Crash { exception: &reason, ..*crash }))
            .unwrap_or_default();
    }
    let Some(scene) = Scene::of(crash) else { return Vec::new() };
    RULES
        .iter()
        .filter(|rule| rule.exceptions.iter().any(|name| crash.is_a(name)))
        .flat_map(|rule| {
            let found = (rule.look)(&scene);
            tracing::trace!(rule = rule.name, drafts = found.len(), "a rule has looked");
            found
        })
        .collect()
}

/// Whether a draft's edits fit their texts, leave Python that can be parsed, and are of an allowed shape.
fn is_sound(crash: &Crash<'_>, draft: &Draft) -> bool {
    let mut files: Vec<&str> = draft.edits.iter().map(|(file, _)| file.as_str()).collect();
    files.sort_unstable();
    files.dedup();
    files.into_iter().all(|file| {
        let Some(source) = crash.sources.get(file) else { return false };
        let edits = draft.of_file(file);
        let Some(text) = apply(&source.text, &edits) else { return false };
        let after = Source::new(file, text);
        let broken = |s: &Source| s.root().is_none_or(|r| r.has_error());
        (broken(source) || !broken(&after)) && deny::reason(source, &after, Some(crash.exception)).is_none()
    })
}
