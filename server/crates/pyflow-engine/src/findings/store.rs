//! The findings that are shown, by document: they move with edits, and go when their line is edited.

use super::analyse::RawFinding;
use crate::api::{Fix, Severity};
use crate::documents::{DocumentSnapshot, EditStep};
use pyflow_core::anchors::{Anchor, Shift};
use pyflow_core::exception::SourceRange;
use pyflow_core::fix::Verdict;
use pyflow_core::ids::{DocumentId, RunId, SessionId};
use pyflow_core::text::{ByteRange, Text};
use pyflow_core::uri;
use std::collections::HashMap;

/// A finding with where it is now.
#[derive(Debug)]
pub struct Stored {
    pub run: RunId,
    /// The client's version of the text that ran.
    pub version: Option<i32>,
    /// The session that it was run in.
    pub session: Option<SessionId>,
    /// The document that was run.
    pub of: Option<DocumentId>,
    pub raw: RawFinding,
    /// In the open document's present text; None while the document is not open.
    pub anchor: Option<Anchor>,
    /// Fixes, as far as they have been made; see `fixes`.
    pub fixes: Vec<OfferedFix>,
}

/// A fix and what its trial said so far.
#[derive(Debug, Clone)]
pub struct OfferedFix {
    pub fix: Fix,
    /// The title without the verdict.
    pub bare: String,
    /// Its place among the finding's fixes as the rules ranked them.
    pub index: usize,
    /// What its trial said by itself.
    pub verdict: Verdict,
    /// What its trial printed.
    pub output: String,
    /// Another fix runs clean as well, and prints something else.
    pub ambiguous: bool,
}

/// All findings.
#[derive(Debug, Default)]
pub struct FindingStore {
    by_document: HashMap<DocumentId, Vec<Stored>>,
}

impl FindingStore {
    /// Documents that have findings.
    pub fn documents(&self) -> impl Iterator<Item = &DocumentId> {
        self.by_document.keys()
    }

    pub fn of(&self, document: &DocumentId) -> &[Stored] {
        self.by_document.get(document).map_or(&[], Vec::as_slice)
    }

    pub fn of_mut(&mut self, document: &DocumentId) -> &mut [Stored] {
        self.by_document.get_mut(document).map_or(&mut [], Vec::as_mut_slice)
    }

    /// Puts findings in; `anchor` ties each to its document's present text where that is open, or says by `Err`
    /// that its line has been edited since, so that it is not shown. The documents that changed.
    pub fn add(
        &mut self,
        run: &RunId,
        session: Option<&SessionId>,
        of: Option<&DocumentId>,
        raw: Vec<RawFinding>,
        anchor: impl Fn(&DocumentId, &RawFinding) -> Result<Option<Anchor>, Edited>,
    ) -> Vec<DocumentId> {
        let mut changed = Vec::new();
        for finding in raw {
            let document = uri::document_id(&super::uri_of(&finding.file));
            let Ok(anchor) = anchor(&document, &finding) else { continue };
            let stored = self.by_document.entry(document.clone()).or_default();
            // The same error by another way of running is one error.
            stored.retain(|other| {
                other.run == *run || other.raw.place != finding.place || other.raw.message != finding.message
            });
            let same = |other: &Stored| {
                other.run == *run && other.raw.place == finding.place && other.raw.message == finding.message
            };
            if !stored.iter().any(same) {
                let fixes = finding.fixes.iter().enumerate().map(|(index, fix)| OfferedFix {
                    bare: fix.title.clone(),
                    fix: fix.clone(),
                    index,
                    verdict: Verdict::Unknown,
                    output: String::new(),
                    ambiguous: false,
                });
                let fixes = fixes.collect();
                stored.push(Stored {
                    run: run.clone(),
                    version: None,
                    session: session.cloned(),
                    of: of.cloned(),
                    raw: finding,
                    anchor,
                    fixes,
                });
                // Errors first, then by place: a stable order.
                stored.sort_by_key(|stored| (stored.raw.severity != Severity::Error, stored.raw.place.start));
                changed.push(document);
            }
        }
        changed.dedup();
        changed
    }

    /// Removes what `which` says; the documents that changed.
    pub fn remove(&mut self, which: impl Fn(&DocumentId, &Stored) -> bool) -> Vec<DocumentId> {
        let mut changed = Vec::new();
        self.by_document.retain(|document, stored| {
            let before = stored.len();
            stored.retain(|finding| !which(document, finding));
            if stored.len() != before {
                changed.push(document.clone());
            }
            !stored.is_empty()
        });
        changed
    }

    /// Follows the edits of a document. True when its findings changed.
    pub fn edited(&mut self, document: &DocumentId, steps: &[EditStep]) -> bool {
        let Some(stored) = self.by_document.get_mut(document) else { return false };
        let before = stored.len();
        let mut moved = false;
        stored.retain_mut(|finding| {
            let Some(anchor) = &mut finding.anchor else { return true };
            let old = anchor.range();
            let kept = steps.iter().all(|(edit, after)| anchor.shift(edit, after) == Shift::Moved);
            moved |= anchor.range() != old;
            kept
        });
        let gone = stored.len() != before;
        if stored.is_empty() {
            self.by_document.remove(document);
        }
        gone || moved
    }

    /// A document was opened: findings that waited for it are tied to its text, where that is the text they are for.
    pub fn opened(&mut self, snapshot: &DocumentSnapshot) {
        for finding in self.of_mut(&snapshot.id) {
            let line = snapshot.text.line_text(finding.raw.place.start.line as usize);
            finding.anchor = (line == finding.raw.lines.0.as_str())
                .then(|| Anchor::new(&snapshot.text, snapshot.text.range_of_places(finding.raw.place)));
        }
    }

    /// The findings that cover a byte of an open document, the tightest first.
    pub fn at(&self, document: &DocumentId, byte: usize) -> Vec<&Stored> {
        let mut found: Vec<_> = self
            .of(document)
            .iter()
            .filter_map(|stored| Some((stored.anchor.as_ref()?.range(), stored)))
            .filter(|(range, _)| range.start <= byte && byte <= range.end)
            .collect();
        found.sort_by_key(|(range, _)| range.end - range.start);
        found.into_iter().map(|(_, stored)| stored).collect()
    }
}

/// The finding's line has been edited since the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edited;

/// Where a place of a run's text is now.
pub fn follow<'a>(
    ran: &Text,
    place: SourceRange,
    mut steps: impl Iterator<Item = &'a EditStep>,
) -> Result<Anchor, Edited> {
    let mut anchor = Anchor::new(ran, ran.range_of_places(place));
    steps.all(|(edit, after)| anchor.shift(edit, after) == Shift::Moved).then_some(anchor).ok_or(Edited)
}

impl Stored {
    /// Where it is in the open document.
    pub fn range(&self) -> Option<ByteRange> {
        self.anchor.as_ref().map(Anchor::range)
    }

    /// The fixes that may be shown: not those that were tried and failed.
    pub fn shown_fixes(&self) -> impl Iterator<Item = &Fix> {
        self.fixes.iter().map(|offered| &offered.fix).filter(|fix| fix.verified != Verdict::No)
    }

    /// Once all trials have ended: what they say together, the order, and which fix is preferred. False before.
    ///
    /// Two fixes that both run clean and print different things can't both be what was meant, and a run can't tell
    /// which is: then only one that its rule is sure of stays verified.
    pub fn settle(&mut self) -> bool {
        if self.fixes.iter().any(|offered| offered.fix.pending) {
            return false;
        }
        let clean = |offered: &&OfferedFix| offered.verdict == Verdict::Yes;
        let outputs: Vec<_> = self.fixes.iter().filter(clean).map(|offered| offered.output.clone()).collect();
        let differ = outputs.windows(2).any(|pair| pair[0] != pair[1]);
        let sure = self.fixes.iter().filter(clean).find(|offered| offered.fix.certain);
        let meant = sure.map(|offered| offered.output.clone());
        for offered in &mut self.fixes {
            offered.ambiguous =
                differ && offered.verdict == Verdict::Yes && meant.as_ref() != Some(&offered.output);
            offered.fix.verified = if offered.ambiguous { Verdict::Unknown } else { offered.verdict };
        }
        let key = |offered: &OfferedFix| match offered.fix.verified {
            Verdict::Yes => 0,
            Verdict::Unknown => 1,
            Verdict::No => 2,
        };
        self.fixes.sort_by_key(|offered| (key(offered), offered.index));
        let verified = self.fixes.iter().filter(|offered| offered.fix.verified == Verdict::Yes).count();
        for (index, offered) in self.fixes.iter_mut().enumerate() {
            let best = index == 0 && offered.fix.verified == Verdict::Yes;
            offered.fix.preferred = best && (verified == 1 || offered.fix.certain);
        }
        true
    }
}
