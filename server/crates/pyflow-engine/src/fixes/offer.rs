//! From a candidate to a fix that can be shown: its texts before and after, its diff, its words.

use super::diff;
use crate::api::{Fix, FixedFile};
use crate::diagnose::Sources;
use crate::findings::uri_of;
use crate::messages::Locale;
use crate::msg;
use pyflow_core::fix::{self, Candidate, Certainty, Verdict};
use std::path::Path;
use std::sync::Arc;

/// The fix of a candidate whose edits fit the texts that ran. None where they do not, or change nothing.
fn offer(candidate: &Candidate, sources: &Sources) -> Option<Fix> {
    let mut files = Vec::new();
    let mut text = String::new();
    for edit in &candidate.files {
        let name = edit.path.to_string_lossy();
        let before = &sources.get(&name)?.text;
        let after = fix::apply(before, &edit.edits).filter(|after| after != before)?;
        let shown = Path::new(&*name).file_name().map_or(name.clone(), |name| name.to_string_lossy());
        text.push_str(&diff::unified(&shown, before, &after));
        files.push(FixedFile {
            uri: uri_of(&name),
            version: None,
            edit: edit.clone(),
            before: Arc::from(before.as_str()),
        });
    }
    (!files.is_empty()).then(|| Fix {
        title: candidate.title.clone(),
        origin: candidate.origin,
        rule: Some(candidate.rule.to_owned()),
        verified: Verdict::Unknown,
        preferred: false,
        certain: false,
        pending: false,
        assumption: candidate.assumption.clone(),
        trial: String::new(),
        files,
        diff: text,
    })
}

/// The fixes of a crash's candidates, in their order. The first is certain if its rule is and is surer of it than the
/// next one's.
pub fn offers(candidates: &[Candidate], sources: &Sources) -> Vec<Fix> {
    let rank = |candidate: &Candidate| (candidate.certainty, candidate.prior);
    let mut fixes = Vec::new();
    for (index, candidate) in candidates.iter().enumerate() {
        let Some(mut fix) = offer(candidate, sources) else { continue };
        fix.certain = index == 0
            && candidate.certainty == Certainty::Safe
            && candidates.get(1).is_none_or(|next| rank(candidate) > rank(next));
        fixes.push(fix);
    }
    fixes
}

/// The title of a fix with its verdict.
pub fn title(fix: &Fix, bare: &str, locale: Locale) -> String {
    match fix.verified {
        Verdict::Yes => msg!("engine-fix-verified", title = bare).render(locale),
        Verdict::No | Verdict::Unknown => bare.to_owned(),
    }
}
