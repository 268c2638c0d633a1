//! From a candidate to a fix that can be shown: its texts before and after, its diff, its words.

use super::{deny, diff};
use crate::api::{Fix, FixedFile};
use crate::diagnose::{Source, Sources};
use crate::findings::uri_of;
use crate::messages::Locale;
use crate::msg;
use pyflow_core::exception::Exception;
use pyflow_core::fix::{self, Candidate, Certainty, FileEdit, TextEdit, Verdict};
use std::path::Path;
use std::sync::Arc;

/// The fix of a candidate whose edits fit the texts that ran. None where they do not, change nothing, or have a shape
/// that no fix may have, whoever proposed it.
fn offer(candidate: &Candidate, sources: &Sources, exception: Option<&Exception>) -> Option<Fix> {
    let mut files = Vec::new();
    let mut text = String::new();
    for edit in &candidate.files {
        let name = edit.path.to_string_lossy();
        let source = sources.get(&name)?;
        let before = &source.text;
        let after = fix::apply(before, &edit.edits).filter(|after| after != before)?;
        if is_denied(source, &after, exception) {
            return None;
        }
        let shown = Path::new(&*name).file_name().map_or(name.clone(), |name| name.to_string_lossy());
        text.push_str(&diff::unified(&shown, before, &after));
        let edits = edit.edits.iter().map(|edit| fewest(edit, before)).collect();
        files.push(FixedFile {
            uri: uri_of(&name),
            version: None,
            edit: FileEdit { path: edit.path.clone(), edits },
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

/// Whether a change only makes the error go away. A text that is no Python has no statements to compare, and no
/// exception that could be hidden: what the change of one is worth, its trial shows. The interpreter's word counts
/// too, for the parser also takes what only Python 2 took.
fn is_denied(before: &Source, after: &str, exception: Option<&Exception>) -> bool {
    let broken = before.root().is_none_or(|root| root.has_error())
        || exception.is_some_and(|exception| exception.syntax.is_some());
    !broken && deny::reason(before, &Source::new(before.file.clone(), after.to_owned()), exception).is_some()
}

/// The same edit without what stays: of `invoce` → `invoice` the one letter that comes.
fn fewest(edit: &TextEdit, before: &str) -> TextEdit {
    let old = before.get(edit.range.clone()).unwrap_or_default();
    let new = edit.new_text.as_str();
    let common = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| {
        a.zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum::<usize>()
    };
    let start = common(&mut old.chars(), &mut new.chars());
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let end = common(&mut old_rest.chars().rev(), &mut new_rest.chars().rev());
    TextEdit {
        range: edit.range.start + start..edit.range.end - end,
        new_text: new_rest[..new_rest.len() - end].to_owned(),
    }
}

/// The fixes of a crash's candidates (of a warning's, without an exception), in their order. The first is certain if its
/// rule is and is surer of it than the next one's.
pub fn offers(candidates: &[Candidate], sources: &Sources, exception: Option<&Exception>) -> Vec<Fix> {
    let rank = |candidate: &Candidate| (candidate.certainty, candidate.prior);
    let mut fixes = Vec::new();
    for (index, candidate) in candidates.iter().enumerate() {
        let Some(mut fix) = offer(candidate, sources, exception) else { continue };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_has_the_fewest_characters() {
        let fewest = |before: &str, new: &str| {
            let edit = fewest(&TextEdit { range: 0..before.len(), new_text: new.to_owned() }, before);
            (edit.range, edit.new_text)
        };
        assert_eq!(fewest("invoce", "invoice"), (4..4, "i".to_owned()));
        assert_eq!(fewest("prnit(x)", "print(x)"), (2..4, "in".to_owned()));
        assert_eq!(fewest("aa", "aaa"), (2..2, "a".to_owned()));
        assert_eq!(fewest("größe", "grüße"), (2..4, "ü".to_owned()));
        assert_eq!(fewest("x", "x"), (1..1, String::new()));
    }
}
