//! Documents come, change and go; what is shown for them follows.

use super::Engine;
use super::jobs::Piece;
use crate::api::{Asker, DocumentSnapshot, EngineError, Event, RunRequest, Target};
use crate::documents::{MOST_PARSED, MOST_PARSED_AT_ONCE};
use crate::runs::{Control, Ending};
use pyflow_core::ids::{DocumentId, Revision};
use pyflow_core::outcome::RunKind;
use pyflow_core::syntax::Tree;
use pyflow_core::text::encoding::{PositionEncoding, TextChange};
use pyflow_core::uri;
use std::sync::Arc;

impl Engine {
    pub(super) fn open(&mut self, uri: &str, language: &str, version: i32, text: &str) {
        let snapshot = self.documents.open(uri, language, version, text);
        self.findings.opened(&snapshot);
        self.parse_beside(&snapshot);
        self.prepare(&snapshot);
        if !self.findings.of(&snapshot.id).is_empty() {
            self.tell(Event::FindingsChanged { document: snapshot.id.clone() });
        }
    }

    pub(super) fn change(
        &mut self,
        uri: &str,
        version: i32,
        changes: &[TextChange],
        encoding: PositionEncoding,
    ) {
        let document = uri::document_id(uri);
        let Some(steps) = self.documents.change(&document, version, changes, encoding) else {
            tracing::warn!(uri, "a change of a document that is not open is dropped");
            return;
        };
        self.fixes_edited(&document, &steps);
        let findings = self.findings.edited(&document, &steps);
        let hints = self.hints_edited(&document, &steps);
        if findings {
            self.tell(Event::FindingsChanged { document: document.clone() });
        }
        if hints {
            self.tell(Event::HintsChanged { document });
        }
    }

    /// Where the user trusts the workspace, the first run finds a worker that waits for it.
    fn prepare(&mut self, snapshot: &Arc<DocumentSnapshot>) {
        if self.client.trusted != Some(true) || snapshot.language != "python" || !self.runs.is_empty() {
            return;
        }
        let request = RunRequest::new(Target::File { document: snapshot.id.clone() }, Asker::Editor);
        let whole = Piece { kind: RunKind::File, range: None };
        // Without an interpreter the run itself will say so.
        if let Ok(job) = self.job(&request, snapshot, &whole, None) {
            let launcher = Arc::clone(&self.launcher);
            tokio::spawn(async move { launcher.refill(&job).await });
        }
    }

    /// Parses a long text on another thread.
    fn parse_beside(&self, snapshot: &Arc<DocumentSnapshot>) {
        let length = snapshot.text.len_bytes();
        if snapshot.tree.is_some() || length <= MOST_PARSED_AT_ONCE || length > MOST_PARSED {
            return;
        }
        let (snapshot, news) = (Arc::clone(snapshot), self.news.clone());
        tokio::task::spawn_blocking(move || {
            let tree = Tree::parse(&snapshot.text).ok().map(Box::new);
            let (document, revision) = (snapshot.id.clone(), snapshot.revision);
            // The loop outlives its tasks but for the very end.
            let _ = news.send(super::Internal::Parsed { document, revision, tree });
        });
    }

    /// A long text's tree is there. If the text was edited meanwhile, its present one is parsed.
    pub(super) fn parsed(&mut self, document: &DocumentId, revision: Revision, tree: Option<Tree>) {
        if !self.documents.set_tree(document, revision, tree)
            && let Some(open) = self.documents.get(document)
        {
            self.parse_beside(&Arc::clone(open.snapshot()));
        }
    }

    pub(super) fn close(&mut self, uri: &str) {
        let document = uri::document_id(uri);
        self.documents.close(&document);
        self.hints.remove(&document);
        self.cell_results.remove(&document);
        self.last.remove(&document);
        self.profiles.remove(&document);
        // Those in other files that its runs put there would be out of the user's reach.
        let its_own = |stored: &crate::findings::Stored| stored.of.as_ref() == Some(&document);
        for changed in self.findings.remove(|of, stored| *of == document || its_own(stored)) {
            self.tell(Event::FindingsChanged { document: changed });
        }
        // The run goes on: its output and result may still be wanted. The session's state would be out of reach.
        // A cell's goes with its notebook.
        self.groups.remove(&document);
        if let Some(session) = self.by_document.get(&document).cloned() {
            self.end_session(&session);
        }
    }

    pub(super) fn group(&mut self, document: &str, of: &str) {
        self.groups.insert(uri::document_id(document), uri::document_id(of));
    }

    /// What a document's session goes by: its notebook, else itself.
    pub(super) fn owner<'a>(&'a self, document: &'a DocumentId) -> &'a DocumentId {
        self.groups.get(document).unwrap_or(document)
    }

    pub(super) fn renamed(&mut self, from: &str, to: &str) {
        let (from, to) = (uri::document_id(from), uri::document_id(to));
        if let Some(session) = self.by_document.remove(&from) {
            if let Some(session) = self.sessions.get_mut(&session) {
                session.document = Some(to.clone());
            }
            self.by_document.insert(to.clone(), session);
        }
        if let Some(profile) = self.profiles.remove(&from) {
            self.profiles.insert(to, profile);
        }
    }

    pub(super) fn snapshot(&self, document: &DocumentId) -> Result<Arc<DocumentSnapshot>, EngineError> {
        let found = self.documents.get(document).map(|document| Arc::clone(document.snapshot()));
        found.ok_or_else(|| EngineError::UnknownDocument(document.0.clone()))
    }

    /// Removes what is shown for a document.
    pub(super) fn clear(&mut self, document: &DocumentId) {
        self.findings.remove(|of, _| of == document);
        for running in self.runs.values_mut().filter(|running| running.document.as_ref() == Some(document)) {
            running.muted = true;
        }
        self.hints.remove(document);
        self.cell_results.remove(document);
        self.last.remove(document);
        self.tell(Event::FindingsChanged { document: document.clone() });
        self.tell(Event::HintsChanged { document: document.clone() });
    }

    /// Ends the running file of a document.
    pub(super) fn end_file_run(&mut self, document: &DocumentId) {
        for running in self.runs.values().filter(|running| running.is_file_of(document)) {
            // A run whose task has ended already needs no end.
            let _ = running.control.send(Control::Kill(Ending::Superseded));
        }
    }
}
