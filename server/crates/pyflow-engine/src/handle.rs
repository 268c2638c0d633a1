//! What a front end holds of the engine: a sender of commands, and a way to hear events.

use crate::api::{
    DocumentSnapshot, EngineError, Event, Explained, Findings, Hints, HistoryEntry, HoverText, RunRequest,
    SessionView, Spot, Started, StatusView, Which,
};
use crate::engine::{self, EngineConfig};
use pyflow_core::ids::{DocumentId, SessionId};
use pyflow_core::text::encoding::{PositionEncoding, TextChange};
use pyflow_core::uri;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

type Reply<T> = oneshot::Sender<Result<T, EngineError>>;

/// What the engine is asked to do. Closed: its loop has one arm for each.
#[derive(Debug)]
pub enum Command {
    Open { uri: String, language: String, version: i32, text: String },
    Change { uri: String, version: i32, changes: Vec<TextChange>, encoding: PositionEncoding },
    Close { uri: String },
    Saved { uri: String },
    Renamed { from: String, to: String },
    Group { document: String, of: String },
    Folders { added: Vec<String>, removed: Vec<String> },
    Configure(Box<ClientConfig>),
    FilesChanged(Vec<PathBuf>),
    Subscribe(mpsc::UnboundedSender<Event>),
    Snapshot(DocumentId, Reply<Arc<DocumentSnapshot>>),
    Run(Box<RunRequest>, Reply<Started>),
    Interrupt(Which, Reply<bool>),
    Restart(Which, Reply<SessionId>),
    Reset(Which, Reply<bool>),
    Destroy(Which, Reply<bool>),
    NewSession(SessionSpec, Reply<SessionId>),
    Sessions(Reply<Vec<SessionView>>),
    History(Which, Reply<Vec<HistoryEntry>>),
    Variables(Which, Reply<Vec<Value>>),
    Inspect(Which, String, Reply<Value>),
    Findings(DocumentId, Reply<Findings>),
    Hints(DocumentId, Reply<Hints>),
    Hover(DocumentId, Spot, Reply<Option<HoverText>>),
    Explain(DocumentId, Option<Spot>, Reply<Explained>),
    Status(Option<DocumentId>, Reply<StatusView>),
    Clear(DocumentId, Reply<()>),
    Output(DocumentId, Reply<PathBuf>),
    LastResult(DocumentId, Reply<Option<Arc<pyflow_core::outcome::RunResult>>>),
    AnswerInput { token: u64, text: Option<String> },
    Stop(oneshot::Sender<()>),
}

/// What a client configured.
#[derive(Debug, Clone, Default)]
pub struct ClientConfig {
    /// The `pyflow` section in any of the shapes that CONTRACT allows; null leaves the former value.
    pub settings: Value,
    /// The folder that `settings` are for; absent: all.
    pub folder: Option<String>,
    /// Whether the user trusts the workspace; absent leaves the former value, which starts as "no".
    pub trusted: Option<bool>,
    /// The client's language tag.
    pub locale: Option<String>,
    /// Whether the client can be asked for a program's input.
    pub asks_input: Option<bool>,
}

/// A session without a document: an agent's.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SessionSpec {
    /// The name that it shall have; one is made where it is absent.
    pub id: Option<SessionId>,
    pub profile: Option<String>,
    /// Where its code runs; absent: the first workspace folder, else the process's own directory.
    pub root: Option<PathBuf>,
    /// The agents' whitelist; absent: by setting.
    pub whitelist: Option<bool>,
}

/// The engine, from outside. Cheap to clone.
#[derive(Debug, Clone)]
pub struct EngineHandle {
    sender: mpsc::UnboundedSender<Command>,
}

impl EngineHandle {
    /// Starts an engine on the present tokio runtime. It ends when told to or when the last handle is gone.
    pub fn start(config: EngineConfig) -> Self {
        let (sender, receiver) = mpsc::unbounded_channel();
        engine::spawn(config, receiver);
        Self { sender }
    }

    /// All events from now on.
    pub fn subscribe(&self) -> mpsc::UnboundedReceiver<Event> {
        let (sender, receiver) = mpsc::unbounded_channel();
        self.tell(Command::Subscribe(sender));
        receiver
    }

    pub fn open(&self, uri: &str, language: &str, version: i32, text: String) {
        self.tell(Command::Open { uri: uri.into(), language: language.into(), version, text });
    }

    pub fn change(&self, uri: &str, version: i32, changes: Vec<TextChange>, encoding: PositionEncoding) {
        self.tell(Command::Change { uri: uri.into(), version, changes, encoding });
    }

    pub fn close(&self, uri: &str) {
        self.tell(Command::Close { uri: uri.into() });
    }

    pub fn saved(&self, uri: &str) {
        self.tell(Command::Saved { uri: uri.into() });
    }

    /// The client renamed a file: its session follows.
    pub fn renamed(&self, from: &str, to: &str) {
        self.tell(Command::Renamed { from: from.into(), to: to.into() });
    }

    /// The document is a cell of a notebook: it shares the session of all its cells, which goes when `of` is closed.
    pub fn group(&self, document: &str, of: &str) {
        self.tell(Command::Group { document: document.into(), of: of.into() });
    }

    /// Workspace folders, as URIs.
    pub fn folders(&self, added: Vec<String>, removed: Vec<String>) {
        self.tell(Command::Folders { added, removed });
    }

    pub fn configure(&self, config: ClientConfig) {
        self.tell(Command::Configure(Box::new(config)));
    }

    /// Files that a client watches for us have changed.
    pub fn files_changed(&self, paths: Vec<PathBuf>) {
        self.tell(Command::FilesChanged(paths));
    }

    /// The answer to [`Event::InputWanted`]; None is the end of input.
    pub fn answer_input(&self, token: u64, text: Option<String>) {
        self.tell(Command::AnswerInput { token, text });
    }

    pub async fn snapshot(&self, document: &DocumentId) -> Result<Arc<DocumentSnapshot>, EngineError> {
        self.ask(|reply| Command::Snapshot(document.clone(), reply)).await
    }

    pub async fn run(&self, request: RunRequest) -> Result<Started, EngineError> {
        self.ask(|reply| Command::Run(Box::new(request), reply)).await
    }

    /// Ends what runs: KeyboardInterrupt first, force after a grace time. False when nothing ran.
    pub async fn interrupt(&self, which: Which) -> Result<bool, EngineError> {
        self.ask(|reply| Command::Interrupt(which, reply)).await
    }

    pub async fn restart(&self, which: Which) -> Result<SessionId, EngineError> {
        self.ask(|reply| Command::Restart(which, reply)).await
    }

    pub async fn reset(&self, which: Which) -> Result<bool, EngineError> {
        self.ask(|reply| Command::Reset(which, reply)).await
    }

    /// False when there was no such session.
    pub async fn destroy(&self, which: Which) -> Result<bool, EngineError> {
        self.ask(|reply| Command::Destroy(which, reply)).await
    }

    pub async fn new_session(&self, spec: SessionSpec) -> Result<SessionId, EngineError> {
        self.ask(|reply| Command::NewSession(spec, reply)).await
    }

    pub async fn sessions(&self) -> Result<Vec<SessionView>, EngineError> {
        self.ask(Command::Sessions).await
    }

    pub async fn history(&self, which: Which) -> Result<Vec<HistoryEntry>, EngineError> {
        self.ask(|reply| Command::History(which, reply)).await
    }

    /// CONTRACT's `[{name, type, repr, size?}]`, from the last moment at which the session was idle.
    pub async fn variables(&self, which: Which) -> Result<Vec<Value>, EngineError> {
        self.ask(|reply| Command::Variables(which, reply)).await
    }

    /// CONTRACT's `{found, name, type, repr, …}`.
    pub async fn inspect(&self, which: Which, name: &str) -> Result<Value, EngineError> {
        self.ask(|reply| Command::Inspect(which, name.to_owned(), reply)).await
    }

    pub async fn findings(&self, document: &DocumentId) -> Result<Findings, EngineError> {
        self.ask(|reply| Command::Findings(document.clone(), reply)).await
    }

    pub async fn hints(&self, document: &DocumentId) -> Result<Hints, EngineError> {
        self.ask(|reply| Command::Hints(document.clone(), reply)).await
    }

    pub async fn hover(&self, document: &DocumentId, at: Spot) -> Result<Option<HoverText>, EngineError> {
        self.ask(|reply| Command::Hover(document.clone(), at, reply)).await
    }

    /// The explanation of the finding at a place, or of the document's last error.
    pub async fn explain(&self, document: &DocumentId, at: Option<Spot>) -> Result<Explained, EngineError> {
        self.ask(|reply| Command::Explain(document.clone(), at, reply)).await
    }

    pub async fn status(&self, document: Option<DocumentId>) -> Result<StatusView, EngineError> {
        self.ask(|reply| Command::Status(document, reply)).await
    }

    /// Removes findings, hints and output of a document.
    pub async fn clear(&self, document: &DocumentId) -> Result<(), EngineError> {
        self.ask(|reply| Command::Clear(document.clone(), reply)).await
    }

    /// The file that holds the whole output of the document's last run.
    pub async fn output(&self, document: &DocumentId) -> Result<PathBuf, EngineError> {
        self.ask(|reply| Command::Output(document.clone(), reply)).await
    }

    pub async fn last_result(
        &self,
        document: &DocumentId,
    ) -> Result<Option<Arc<pyflow_core::outcome::RunResult>>, EngineError> {
        self.ask(|reply| Command::LastResult(document.clone(), reply)).await
    }

    /// Ends every run and session; returns when no child is left, or after the engine's own limit.
    pub async fn stop(&self) {
        let (sender, receiver) = oneshot::channel();
        self.tell(Command::Stop(sender));
        // An error means that the engine has ended already.
        let _ = receiver.await;
    }

    fn tell(&self, command: Command) {
        if self.sender.send(command).is_err() {
            tracing::debug!("the engine has stopped; a command was dropped");
        }
    }

    async fn ask<T>(&self, command: impl FnOnce(Reply<T>) -> Command) -> Result<T, EngineError> {
        let (sender, receiver) = oneshot::channel();
        self.sender.send(command(sender)).map_err(|_| EngineError::Gone)?;
        receiver.await.map_err(|_| EngineError::Gone)?
    }
}

/// The id of a document by any spelling of its URI.
pub fn document_id(uri: &str) -> DocumentId {
    uri::document_id(uri)
}
