//! The open documents: their texts as clients have them, and what follows from the text alone.
//!
//! Owned by the engine's loop. Others get an [`Arc<DocumentSnapshot>`], which stays what it is.

use pyflow_core::cells::{self, Cell};
use pyflow_core::ids::{DocumentId, Revision};
use pyflow_core::syntax::Tree;
use pyflow_core::text::encoding::{PositionEncoding, TextChange};
use pyflow_core::text::{Edit, Text};
use pyflow_core::uri;
use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// Edits kept to move what a run found to where it is now. A run that is older than this loses its findings.
const MOST_EDITS: usize = 1000;

/// Longer texts are parsed beside the loop, which must not wait for them. A tree that is there is kept up to date at
/// once whatever the length: that costs about what was edited.
pub const MOST_PARSED_AT_ONCE: usize = 256 << 10;

/// Longer texts have no tree: it takes some 40 bytes for each of theirs, and their cells are found without.
pub const MOST_PARSED: usize = 1 << 20;

/// An edit and the text that it led to.
pub type EditStep = (Edit, Text);

/// A document's text at one moment.
#[derive(Debug)]
pub struct DocumentSnapshot {
    pub id: DocumentId,
    /// The URI in the client's spelling.
    pub uri: String,
    /// Absent for `untitled:` and other schemes.
    pub path: Option<PathBuf>,
    pub language: String,
    /// The client's version.
    pub version: i32,
    pub revision: Revision,
    pub text: Text,
    /// Absent for texts that are too large or take too long to parse: they have no cells, lenses or hints, and still run.
    pub tree: Option<Tree>,
    cells: OnceLock<Vec<Cell>>,
}

impl DocumentSnapshot {
    /// The cells, computed once when somebody first asks.
    pub fn cells(&self) -> &[Cell] {
        self.cells.get_or_init(|| cells::cells(&self.text))
    }

    /// The name under which the document's code is compiled: its path, else its URI.
    pub fn file_name(&self) -> String {
        self.path.as_ref().map_or_else(|| self.uri.clone(), |path| path.to_string_lossy().into_owned())
    }
}

/// One open document.
#[derive(Debug)]
pub struct Document {
    snapshot: Arc<DocumentSnapshot>,
    /// The latest edits, each with the revision that it made.
    edits: VecDeque<(Revision, EditStep)>,
}

impl Document {
    pub fn snapshot(&self) -> &Arc<DocumentSnapshot> {
        &self.snapshot
    }

    /// The edits after a revision, in order; None when they are not known any more.
    pub fn edits_since(&self, revision: Revision) -> Option<impl Iterator<Item = &EditStep>> {
        let oldest = self.edits.front().map_or(self.snapshot.revision.0 + 1, |(made, _)| made.0);
        (revision.0 + 1 >= oldest)
            .then(|| self.edits.iter().filter(move |(made, _)| *made > revision).map(|(_, step)| step))
    }
}

/// The open documents.
#[derive(Debug, Default)]
pub struct Documents {
    by_id: HashMap<DocumentId, Document>,
    revisions: u64,
}

impl Documents {
    pub fn get(&self, id: &DocumentId) -> Option<&Document> {
        self.by_id.get(id)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Document> {
        self.by_id.values()
    }

    /// Opens a document, or replaces one that is open already.
    pub fn open(&mut self, uri: &str, language: &str, version: i32, text: &str) -> Arc<DocumentSnapshot> {
        let id = uri::document_id(uri);
        let text = Text::new(text);
        let tree = (text.len_bytes() <= MOST_PARSED_AT_ONCE).then(|| Tree::parse(&text).ok()).flatten();
        let snapshot = Arc::new(DocumentSnapshot {
            id: id.clone(),
            uri: uri.to_owned(),
            path: uri::to_path(uri),
            language: language.to_owned(),
            version,
            revision: self.next_revision(),
            text,
            tree,
            cells: OnceLock::new(),
        });
        self.by_id.insert(id, Document { snapshot: Arc::clone(&snapshot), edits: VecDeque::new() });
        snapshot
    }

    /// Applies a client's changes in order; the edits that they were. None when the document is not open.
    pub fn change(
        &mut self,
        id: &DocumentId,
        version: i32,
        changes: &[TextChange],
        encoding: PositionEncoding,
    ) -> Option<Vec<EditStep>> {
        let revision = self.next_revision();
        let document = self.by_id.get_mut(id)?;
        let before = &document.snapshot;
        let mut text = before.text.clone();
        let mut edits = Vec::with_capacity(changes.len());
        let mut steps = Vec::with_capacity(changes.len());
        for change in changes {
            let edit = text.apply(change, encoding);
            steps.push((edit.clone(), text.clone()));
            edits.push(edit);
        }
        let tree = match &before.tree {
            _ if text.len_bytes() > MOST_PARSED => None,
            Some(tree) => tree.reparse(&edits, &text).ok(),
            None if text.len_bytes() <= MOST_PARSED_AT_ONCE => Tree::parse(&text).ok(),
            None => None,
        };
        document.snapshot = Arc::new(DocumentSnapshot {
            id: before.id.clone(),
            uri: before.uri.clone(),
            path: before.path.clone(),
            language: before.language.clone(),
            version,
            revision,
            text,
            tree,
            cells: OnceLock::new(),
        });
        document.edits.extend(steps.iter().map(|step| (revision, step.clone())));
        while document.edits.len() > MOST_EDITS {
            document.edits.pop_front();
        }
        Some(steps)
    }

    /// Gives a document the tree that was made for a revision of it; false when it has been edited since.
    pub fn set_tree(&mut self, id: &DocumentId, revision: Revision, tree: Option<Tree>) -> bool {
        let Some(document) = self.by_id.get_mut(id) else { return true };
        let old = &document.snapshot;
        if old.revision != revision {
            return false;
        }
        document.snapshot = Arc::new(DocumentSnapshot {
            id: old.id.clone(),
            uri: old.uri.clone(),
            path: old.path.clone(),
            language: old.language.clone(),
            version: old.version,
            revision,
            text: old.text.clone(),
            tree,
            cells: OnceLock::new(),
        });
        true
    }

    pub fn close(&mut self, id: &DocumentId) -> Option<Arc<DocumentSnapshot>> {
        self.by_id.remove(id).map(|document| document.snapshot)
    }

    fn next_revision(&mut self) -> Revision {
        self.revisions += 1;
        Revision(self.revisions)
    }
}
