//! What one run is made from: everything is decided before it starts, and nothing of it changes while it runs.

use crate::api::Sink;
use crate::diagnose::{RunFacts, Source};
use crate::documents::DocumentSnapshot;
use crate::findings::Territory;
use crate::interpreters::Found;
use crate::messages::Locale;
use crate::settings::{Asker, Limits, Settings, Write};
use pyflow_core::exception::SourceRange;
use pyflow_core::ids::{DocumentId, Revision, RunId, SessionId};
use pyflow_core::outcome::RunKind;
use pyflow_core::text::ByteRange;
use pyflow_core::whitelist;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// One run to be made.
#[derive(Debug, Clone)]
pub struct Job {
    pub run: RunId,
    pub kind: RunKind,
    pub document: Option<DocumentId>,
    pub session: Option<SessionId>,
    /// The name that the code is compiled under.
    pub file: String,
    /// The document's path, where it has one.
    pub path: Option<PathBuf>,
    /// What is compiled: a whole text, or a piece at its own lines.
    pub text: String,
    /// The document's whole text, for tracebacks and explanations.
    pub whole: Arc<Source>,
    /// The state of the document that it is for.
    pub revision: Revision,
    /// The piece of the document that it is; absent: the whole.
    pub range: Option<ByteRange>,
    /// A magic that needs IPython, and its place: then nothing is run.
    pub foreign: Option<(SourceRange, String)>,
    /// How the piece is to be compiled, see [`pyflow_core::piece`].
    pub wrapped: bool,
    pub line_shift: u32,
    /// The documents that were open.
    pub open: Vec<Arc<DocumentSnapshot>>,
    /// Texts that stand in for files, by path, besides the open documents': a trial's.
    pub overlays: BTreeMap<String, String>,
    /// Lines of which is reported whether they ran: file, first, last (from 0).
    pub watch: Vec<(String, u32, u32)>,
    pub settings: Arc<Settings>,
    pub limits: Limits,
    pub asker: Asker,
    pub found: Found,
    pub args: Vec<String>,
    pub stdin: Input,
    pub module: Option<String>,
    pub timeout: Option<Duration>,
    pub cwd: PathBuf,
    pub env: BTreeMap<String, String>,
    pub stream: bool,
    pub sink: Option<Sink>,
    pub locale: Locale,
    pub territory: Territory,
    pub facts: RunFacts,
    /// The cell's text as the user wrote it, for the history.
    pub shown: String,
}

/// A program's standard input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// At its end at once.
    Closed,
    Text(String),
    /// The client is asked.
    Ask,
    /// This process's own.
    Inherit,
}

impl Job {
    /// The worker's instruction.
    pub fn instruction(&self, run_dir: &Path) -> Value {
        let mut overlays: Map<String, Value> = Map::new();
        for open in &self.open {
            if let Some(path) = open.path.as_ref().filter(|_| open.file_name() != self.file)
                && is_changed(open)
            {
                overlays.insert(path.to_string_lossy().into_owned(), open.text.to_string().into());
            }
        }
        overlays.extend(self.overlays.iter().map(|(path, text)| (path.clone(), text.as_str().into())));
        let folder = self.path.as_ref().and_then(|path| path.parent());
        // Code without a document works where it may write.
        let cwd =
            if self.document.is_none() && self.limits.write == Write::Run { run_dir } else { &self.cwd };
        json!({
            "op": "run",
            "run": self.run.0,
            "kind": if self.kind == RunKind::File && self.session.is_none() { "file" } else { "piece" },
            "path": self.file,
            "text": self.text,
            "whole": self.differs_from_disk().then_some(&self.whole.text),
            "argv": self.args,
            "cwd": cwd.to_string_lossy(),
            "env": {"set": self.env, "unset": []},
            "sys_path0": folder.unwrap_or(cwd).to_string_lossy(),
            "module": self.module,
            "stdin": match &self.stdin {
                Input::Closed | Input::Inherit => Value::Null,
                Input::Text(_) => "text".into(),
                Input::Ask => "ask".into(),
            },
            "overlays": overlays,
            "watch": self.watch,
            "whitelist": self.limits.whitelist.then(|| {
                let rules = whitelist::Rules::default();
                json!({"allowed": whitelist::modules(&rules).collect::<Vec<_>>(), "forbidden": []})
            }),
            "echo": self.session.is_some(),
            "wrapped": self.wrapped,
            "line_shift": self.line_shift,
        })
    }
}

impl Job {
    /// Whether the document's text is not what a reader of its file would find.
    fn differs_from_disk(&self) -> bool {
        let Some(path) = &self.path else { return true };
        let length = std::fs::metadata(path).map(|meta| meta.len());
        !length.is_ok_and(|length| length == self.whole.text.len() as u64)
            || std::fs::read(path).map_or(true, |bytes| bytes != self.whole.text.as_bytes())
    }
}

/// Whether an open document differs from what an import would read. Unknown counts as changed.
fn is_changed(open: &DocumentSnapshot) -> bool {
    let Some(path) = &open.path else { return false };
    let same_size = std::fs::metadata(path).is_ok_and(|meta| meta.len() == open.text.len_bytes() as u64);
    !same_size || std::fs::read(path).map_or(true, |bytes| !same_text(&bytes, &open.text))
}

fn same_text(bytes: &[u8], text: &pyflow_core::text::Text) -> bool {
    let mut rest = bytes;
    text.chunks().all(|chunk| match rest.strip_prefix(chunk.as_bytes()) {
        Some(after) => {
            rest = after;
            true
        }
        None => false,
    }) && rest.is_empty()
}
