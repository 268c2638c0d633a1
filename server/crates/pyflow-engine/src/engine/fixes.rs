//! Fixes as the loop sees them: tried in the background, shown with what the trial said, moved by edits.

use super::Engine;
use crate::api::Event;
use crate::documents::EditStep;
use crate::fixes::offer;
use crate::msg;
use crate::runs::Finished;
use crate::verify::{self, Original, Tried};
use pyflow_core::ids::{DocumentId, RunId};
use pyflow_core::text::Edit;
use pyflow_core::uri;
use std::sync::Arc;

/// Fixes of one run that are tried.
const MOST_TRIALS: usize = 5;

impl Engine {
    /// Starts the trials of what a run's findings offer.
    pub(super) fn try_fixes(&mut self, run: &RunId, finished: &Finished) {
        let result = Arc::new(finished.result.clone());
        let mut left = MOST_TRIALS;
        let documents: Vec<_> = self.findings.documents().cloned().collect();
        for document in documents {
            for stored in self.findings.of_mut(&document) {
                if stored.run != *run {
                    continue;
                }
                let original = Original {
                    job: Arc::clone(&finished.job),
                    result: Arc::clone(&result),
                    file: stored.raw.file.clone(),
                    place: stored.raw.place,
                };
                if !original.can_be_tried() {
                    continue;
                }
                let original = Arc::new(original);
                for offered in stored.fixes.iter_mut().take(left) {
                    let index = offered.index;
                    left -= 1;
                    offered.fix.pending = true;
                    let (original, fix) = (Arc::clone(&original), offered.fix.clone());
                    let (launcher, news) = (Arc::clone(&self.launcher), self.news.clone());
                    tokio::spawn(async move {
                        let tried = verify::try_fix(&original, &fix, index, &launcher).await;
                        // The loop outlives its trials but for the very end.
                        let _ = news.send(super::Internal::Tried(Box::new(tried)));
                    });
                }
            }
        }
    }

    /// A trial has ended: the fix is shown with its verdict, or not any more.
    pub(super) fn tried(&mut self, tried: Tried) {
        let document = uri::document_id(&crate::findings::uri_of(&tried.file));
        let Some(stored) = self
            .findings
            .of_mut(&document)
            .iter_mut()
            .find(|stored| stored.run == tried.run && stored.raw.place == tried.place)
        else {
            return;
        };
        let Some(offered) = stored.fixes.iter_mut().find(|offered| offered.index == tried.index) else {
            return;
        };
        offered.fix.pending = false;
        offered.verdict = tried.verdict;
        offered.output = tried.output;
        offered.fix.trial = tried.words;
        if stored.settle() {
            for offered in &mut stored.fixes {
                if offered.ambiguous {
                    offered.fix.trial = msg!("engine-trial-ambiguous").render(tried.locale);
                }
                offered.fix.title = offer::title(&offered.fix, &offered.bare, tried.locale);
            }
            self.tell(Event::FindingsChanged { document });
        }
    }

    /// Fixes follow the edits of the documents that they are for; one whose own text was edited goes.
    pub(super) fn fixes_edited(&mut self, document: &DocumentId, steps: &[EditStep]) {
        let documents: Vec<_> = self.findings.documents().cloned().collect();
        for of in documents {
            for stored in self.findings.of_mut(&of) {
                stored.fixes.retain_mut(|offered| {
                    offered.fix.files.iter_mut().filter(|file| uri::document_id(&file.uri) == *document).all(
                        |file| {
                            let moved = file
                                .edit
                                .edits
                                .iter_mut()
                                .all(|edit| steps.iter().all(|(step, _)| shift(&mut edit.range, step)));
                            if let Some((_, text)) = steps.last() {
                                file.before = text.to_string().into();
                            }
                            moved
                        },
                    )
                });
            }
        }
    }
}

/// Moves a range by an edit; false when the edit touched it.
fn shift(range: &mut pyflow_core::text::ByteRange, edit: &Edit) -> bool {
    if edit.old.start >= range.end
        && !(edit.old.start == range.end && range.start == range.end && edit.old.start == edit.old.end)
    {
        return true;
    }
    if edit.old.end > range.start {
        return false;
    }
    let grown = edit.new_end - edit.old.start;
    let length = edit.old.end - edit.old.start;
    *range = range.start + grown - length..range.end + grown - length;
    true
}
