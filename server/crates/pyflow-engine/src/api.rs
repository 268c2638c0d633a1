//! What front ends say to the engine and hear from it: plain values, no protocol's types.
//!
//! A front end holds an [`EngineHandle`](crate::EngineHandle); each of its methods sends one [`Command`] before it
//! waits for anything, so what a client said first is done first.

use crate::diagnose::Explanation;
use pyflow_core::exception::SourceRange;
use pyflow_core::fix::{FileEdit, Origin, Verdict};
use pyflow_core::ids::{DocumentId, RunId, SessionId};
use pyflow_core::outcome::{Limit, RunKind, RunResult, SandboxReport, Status};
use pyflow_core::text::ByteRange;
use pyflow_core::text::encoding::{Position, PositionEncoding};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};

pub use crate::documents::DocumentSnapshot;
pub use crate::settings::Asker;

/// Why the engine did not do what was asked. The words say what to do.
#[derive(Debug, Clone, thiserror::Error, PartialEq, Eq)]
pub enum EngineError {
    #[error("PyFlow does not know the document {0}. Open it in the editor first.")]
    UnknownDocument(String),
    #[error("There is no session {0}. It may have been ended; run something to start a new one.")]
    UnknownSession(String),
    #[error("There is no run {0} that could be stopped.")]
    UnknownRun(String),
    /// No interpreter: says where it was looked for.
    #[error("{0}")]
    NoInterpreter(String),
    /// The request itself is wrong.
    #[error("{0}")]
    Invalid(String),
    /// It is right, but can't be done.
    #[error("{0}")]
    Failed(String),
    #[error("PyFlow's engine has stopped. Restart the language server.")]
    Gone,
}

/// A position as a client gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    pub position: Position,
    pub encoding: PositionEncoding,
}

/// What to run.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// The document as it stands, in a process of its own.
    File {
        document: DocumentId,
    },
    /// The cell around a position, in the document's session.
    Cell {
        document: DocumentId,
        at: Option<Spot>,
    },
    /// The code cells before that one.
    CellsAbove {
        document: DocumentId,
        at: Option<Spot>,
    },
    AllCells {
        document: DocumentId,
    },
    /// An empty selection means the statement at the cursor.
    Selection {
        document: DocumentId,
        range: Option<(Spot, Spot)>,
    },
    /// The N-th cell (from 1) as a disposable run, or lines (from 1, both included): what `pyflow run` offers.
    Part {
        document: DocumentId,
        part: Part,
    },
    /// Code without a document in a session: an agent's.
    Code {
        session: SessionId,
        code: String,
    },
    /// Code without a document in a process of its own.
    Once {
        code: String,
    },
}

/// A part of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The N-th cell, from 1.
    Cell(usize),
    /// Lines from 1, both included.
    Lines(u32, u32),
}

/// A request to run something.
#[derive(Debug, Clone, PartialEq)]
pub struct RunRequest {
    pub target: Target,
    pub asker: Asker,
    /// Arguments of the program; absent: as remembered for the document.
    pub args: Option<Vec<String>>,
    pub stdin: Stdin,
    /// Run as `python -m`; absent: as remembered.
    pub module: Option<bool>,
    /// Absent: by setting. Zero: none.
    pub timeout: Option<Duration>,
    /// A profile named for this run alone, with the agent's limits.
    pub profile: Option<String>,
    /// An interpreter named for this run alone.
    pub python: Option<PathBuf>,
    /// The working directory, where it is not the setting's.
    pub cwd: Option<PathBuf>,
    /// Whether output is wanted as events while it comes.
    pub stream: bool,
    /// Where the whole output goes besides, byte by byte.
    pub sink: Option<Sink>,
}

impl RunRequest {
    /// A run with nothing special about it.
    pub fn new(target: Target, asker: Asker) -> Self {
        Self {
            target,
            asker,
            args: None,
            stdin: Stdin::Default,
            module: None,
            timeout: None,
            profile: None,
            python: None,
            cwd: None,
            stream: true,
            sink: None,
        }
    }
}

/// Takes the whole output of a run as it comes, in order. While it is full the program waits, as it would for a slow
/// terminal; once its other end is dropped, the output is let go.
#[derive(Debug, Clone)]
pub struct Sink(pub mpsc::Sender<(Stream, Vec<u8>)>);

impl PartialEq for Sink {
    fn eq(&self, other: &Self) -> bool {
        self.0.same_channel(&other.0)
    }
}

/// The program's standard input.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Stdin {
    /// What the run profile says; without one, asked of the client if it can be, else at its end at once.
    #[default]
    Default,
    Text(String),
    /// At its end at once.
    Closed,
    /// The process's own standard input: `pyflow run`.
    Inherit,
}

/// A run, or several in order, on their way.
#[derive(Debug, Clone)]
pub struct Started {
    /// Absent when there was nothing to run: a comment, a blank line.
    pub run_id: Option<RunId>,
    pub results: watch::Receiver<RunsState>,
}

/// The results so far of what one request started.
#[derive(Debug, Clone, Default)]
pub struct RunsState {
    pub results: Vec<Arc<RunResult>>,
    /// Nothing more will come.
    pub finished: bool,
}

impl Started {
    /// Waits for the end. Its time is the run's: limit it by the run's own limit or an interrupt.
    pub async fn wait(&mut self) -> Vec<Arc<RunResult>> {
        // An error means that the engine is gone; what came until then is the answer.
        let _ = self.results.wait_for(|state| state.finished).await;
        self.results.borrow().results.clone()
    }
}

/// Names a run or a session: by document, or by its own id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    Document(DocumentId),
    Run(RunId),
    Session(SessionId),
}

/// A stream of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stream {
    Stdout,
    Stderr,
}

/// What the engine tells its front ends.
#[derive(Debug, Clone)]
pub enum Event {
    RunQueued {
        run: RunId,
        document: Option<DocumentId>,
        kind: RunKind,
    },
    RunStarted {
        run: RunId,
        document: Option<DocumentId>,
    },
    /// In order; batched, at most about 20 a second. `dropped` bytes were left out before `text`.
    Output {
        run: RunId,
        document: Option<DocumentId>,
        stream: Stream,
        text: String,
        dropped: u64,
    },
    Display {
        run: RunId,
        document: Option<DocumentId>,
        data: BTreeMap<String, String>,
    },
    InputWanted {
        run: RunId,
        document: Option<DocumentId>,
        prompt: String,
        password: bool,
        token: u64,
    },
    /// The request for input with that token is no longer wanted.
    InputGone {
        token: u64,
    },
    /// After the findings of the run have changed, and after their event.
    RunFinished {
        run: RunId,
        document: Option<DocumentId>,
        result: Arc<RunResult>,
    },
    FindingsChanged {
        document: DocumentId,
    },
    HintsChanged {
        document: DocumentId,
    },
    /// Something to tell the user.
    Notice {
        level: Level,
        text: String,
    },
}

/// How loud a notice is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Level {
    Error,
    Warning,
    Info,
    Log,
}

/// What is shown at a place of a document, with everything said in the user's language.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    pub run: RunId,
    /// The client's version of the text that was run; absent for files that were not open.
    pub run_version: Option<i32>,
    /// Bytes in the document's present text (for files that are not open: see `place`).
    pub range: ByteRange,
    /// The same as lines and bytes.
    pub place: SourceRange,
    /// The texts of the lines where `place` starts and ends, for files that are not open.
    pub lines: (String, String),
    pub severity: Severity,
    /// The exception's type, a warning's category, or the name of another end (`TimeLimit`).
    pub code: String,
    pub href: String,
    /// `Type: message`, the cause, the other user frames: several lines, complete without `related`.
    pub message: String,
    pub related: Vec<Related>,
    pub fixes: Vec<Fix>,
    /// The hover's text in Markdown, and without any mark-up.
    pub markdown: String,
    pub plain: String,
}

/// A finding's weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Severity {
    Error,
    Warning,
}

/// Another place that belongs to a finding.
#[derive(Debug, Clone, PartialEq)]
pub struct Related {
    pub uri: String,
    pub place: SourceRange,
    pub lines: (String, String),
    pub message: String,
}

/// A fix as it is offered.
#[derive(Debug, Clone, PartialEq)]
pub struct Fix {
    /// With the verdict's word at its end.
    pub title: String,
    pub origin: Origin,
    pub rule: Option<String>,
    pub verified: Verdict,
    pub preferred: bool,
    /// The rule is sure of what was meant, and surer than of any other fix.
    pub certain: bool,
    /// It is being tried: the verdict may change.
    pub pending: bool,
    pub assumption: Option<String>,
    /// What the trial did, in words; empty when there was none.
    pub trial: String,
    pub files: Vec<FixedFile>,
    /// A unified diff of all files.
    pub diff: String,
}

/// A fix's part in one file.
#[derive(Debug, Clone, PartialEq)]
pub struct FixedFile {
    pub uri: String,
    /// The client's version of the text that the edits are for; absent for files that are not open.
    pub version: Option<i32>,
    pub edit: FileEdit,
    /// The text that the edits are for.
    pub before: Arc<str>,
}

/// The findings of a document, with the version of the text that their ranges are for.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    /// The URI in the client's spelling.
    pub uri: String,
    pub version: Option<i32>,
    pub snapshot: Option<Arc<DocumentSnapshot>>,
    pub items: Vec<Finding>,
}

/// The hints of a document, with the text that they are for.
#[derive(Debug, Clone, Default)]
pub struct Hints {
    pub snapshot: Option<Arc<DocumentSnapshot>>,
    pub items: Vec<Hint>,
}

/// A value shown at the end of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// Where it stands, in bytes of the present text.
    pub at: usize,
    pub text: String,
    pub tooltip: String,
}

/// What a hover shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HoverText {
    pub range: Option<ByteRange>,
    pub markdown: String,
    pub plain: String,
}

/// A session as it is listed. Names are CONTRACT's.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    pub session_id: SessionId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// Seconds since 1970.
    pub created_at: f64,
    pub last_active_at: f64,
    pub commands: u64,
    pub variables: u64,
    pub idle_seconds: f64,
    pub memory_mb: f64,
    pub state: &'static str,
}

/// One entry of a session's history.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HistoryEntry {
    pub index: u64,
    pub code: String,
    /// Seconds since 1970.
    pub timestamp: f64,
    pub success: bool,
    pub summary: String,
}

/// `pyflow.status`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StatusView {
    pub interpreter: Option<InterpreterView>,
    /// Why there is no interpreter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    pub sandbox: SandboxReport,
    pub model: String,
    pub sessions: Vec<SessionView>,
}

/// The interpreter of a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InterpreterView {
    pub path: PathBuf,
    /// Absent until it has been asked: asking starts it, and nothing is started before the user runs something.
    pub version: Option<String>,
    pub reason: String,
}

/// What an explanation looks like once a language is chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    pub cause: String,
    pub markdown: String,
    pub plain: String,
}

/// How a run ended that is not an exception's doing; what is shown for it.
#[derive(Debug, Clone, PartialEq)]
pub struct OtherEnd {
    pub status: Status,
    pub limit: Option<Limit>,
    pub explanation: Explanation,
}
