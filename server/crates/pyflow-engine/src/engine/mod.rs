//! The engine's loop: one task that owns documents, runs, sessions and findings, and is the only one to change them.
//!
//! Front ends send [`Command`]s; runs and sessions, tasks of their own, send [`Internal`] news. Both are handled one
//! at a time and never waited for: whatever takes time goes to a task that reports back.

mod config;
mod edits;
mod ends;
mod fixes;
mod jobs;
mod queries;
mod runs;
mod sessions;
mod settings;

pub use config::EngineConfig;

use crate::api::{Event, Level, Stream};
use crate::documents::Documents;
use crate::findings::{Analysis, FindingStore};
use crate::handle::{ClientConfig, Command};
use crate::launch::Launcher;
use crate::messages::Locale;
use crate::runs::{Finished, News};
use crate::sessions::{Session, SessionNews};
use crate::verify::Tried;
use pyflow_core::ids::{DocumentId, Revision, RunId, SessionId};
use pyflow_core::syntax::Tree;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

/// How long the end may take: editors kill a server two seconds after they asked it to go.
const STOP_LIMIT: Duration = Duration::from_millis(1500);
/// How often idle sessions and spares are looked at.
const TIDY_EVERY: Duration = Duration::from_secs(10);

/// What tasks of the engine's own tell its loop.
#[derive(Debug)]
pub enum Internal {
    Event(Event),
    Started {
        run: RunId,
    },
    /// An earlier one of the same request failed.
    Skipped {
        run: RunId,
    },
    /// What is known of a crash before the process has ended.
    Early {
        run: RunId,
        analysis: Box<Analysis>,
    },
    /// A long document's tree.
    Parsed {
        document: DocumentId,
        revision: Revision,
        tree: Option<Box<Tree>>,
    },
    Finished(Box<Finished>),
    Stale {
        run: RunId,
        modules: Vec<(String, String)>,
    },
    Session {
        id: SessionId,
        news: SessionNews,
    },
    LateOutput {
        session: SessionId,
        stream: Stream,
        text: String,
    },
    Tried(Box<Tried>),
}

impl Internal {
    pub fn finished(finished: Finished) -> Self {
        Internal::Finished(Box::new(finished))
    }
}

/// Starts the loop. It ends with `Command::Stop`, or when no handle is left.
pub fn spawn(config: EngineConfig, commands: mpsc::UnboundedReceiver<Command>) {
    let (news, internal) = mpsc::unbounded_channel();
    let engine = Engine {
        launcher: Launcher::new(config),
        news,
        documents: Documents::default(),
        findings: FindingStore::default(),
        folders: Vec::new(),
        client: ClientConfig { settings: Value::Null, ..ClientConfig::default() },
        folder_settings: HashMap::new(),
        subscribers: Vec::new(),
        runs: HashMap::new(),
        batches: HashMap::new(),
        last: HashMap::new(),
        profiles: HashMap::new(),
        sessions: HashMap::new(),
        by_document: HashMap::new(),
        groups: HashMap::new(),
        hints: HashMap::new(),
        cell_results: HashMap::new(),
        told: HashSet::new(),
        next_id: 0,
    };
    tokio::spawn(engine.serve(commands, internal));
}

struct Engine {
    launcher: Arc<Launcher>,
    /// For tasks: the way back to this loop.
    news: News,
    documents: Documents,
    findings: FindingStore,
    /// Workspace folders with a path, longest first.
    folders: Vec<PathBuf>,
    client: ClientConfig,
    /// What the client said for single folders.
    folder_settings: HashMap<PathBuf, Value>,
    subscribers: Vec<mpsc::UnboundedSender<Event>>,
    runs: HashMap<RunId, runs::Running>,
    batches: HashMap<u64, runs::Batch>,
    last: HashMap<DocumentId, runs::Last>,
    profiles: HashMap<DocumentId, jobs::Profile>,
    sessions: HashMap<SessionId, Session>,
    /// The session of each document, or of each notebook.
    by_document: HashMap<DocumentId, SessionId>,
    /// The notebook of each document that is a cell of one.
    groups: HashMap<DocumentId, DocumentId>,
    hints: HashMap<DocumentId, Vec<runs::StoredHint>>,
    /// The last result of each cell, by its place in the document.
    cell_results: HashMap<DocumentId, HashMap<usize, Arc<pyflow_core::outcome::RunResult>>>,
    /// Messages that are said once.
    told: HashSet<String>,
    next_id: u64,
}

impl Engine {
    async fn serve(
        mut self,
        mut commands: mpsc::UnboundedReceiver<Command>,
        mut internal: mpsc::UnboundedReceiver<Internal>,
    ) {
        let mut tidy = interval(TIDY_EVERY);
        tidy.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                command = commands.recv() => match command {
                    Some(Command::Stop(done)) => {
                        self.stop(&mut internal).await;
                        // Whoever asked may be gone: then nobody waits.
                        let _ = done.send(());
                        return;
                    }
                    Some(command) => self.command(command),
                    None => {
                        self.stop(&mut internal).await;
                        return;
                    }
                },
                Some(news) = internal.recv() => self.internal(news),
                _ = tidy.tick() => self.tidy(),
            }
        }
    }

    fn command(&mut self, command: Command) {
        // A reply whose asker is gone is dropped: the work was done all the same.
        macro_rules! answer {
            ($reply:expr, $value:expr) => {{
                let _ = $reply.send($value);
            }};
        }
        match command {
            Command::Open { uri, language, version, text } => self.open(&uri, &language, version, &text),
            Command::Change { uri, version, changes, encoding } => {
                self.change(&uri, version, &changes, encoding);
            }
            Command::Close { uri } => self.close(&uri),
            Command::Saved { uri } => tracing::trace!(uri, "saved"),
            Command::Renamed { from, to } => self.renamed(&from, &to),
            Command::Group { document, of } => self.group(&document, &of),
            Command::Folders { added, removed } => self.change_folders(&added, &removed),
            Command::Configure(config) => self.configure(*config),
            Command::FilesChanged(paths) => self.files_changed(&paths),
            Command::Subscribe(sender) => self.subscribers.push(sender),
            Command::Snapshot(document, reply) => answer!(reply, self.snapshot(&document)),
            Command::Run(request, reply) => answer!(reply, self.run(*request)),
            Command::Interrupt(which, reply) => answer!(reply, self.interrupt(&which)),
            Command::Restart(which, reply) => answer!(reply, self.restart(&which)),
            Command::Reset(which, reply) => answer!(reply, self.reset(&which)),
            Command::Destroy(which, reply) => answer!(reply, Ok(self.destroy(&which))),
            Command::NewSession(spec, reply) => answer!(reply, self.new_session(spec)),
            Command::Sessions(reply) => answer!(reply, Ok(self.session_views())),
            Command::History(which, reply) => answer!(reply, self.history(&which)),
            Command::Variables(which, reply) => self.variables(&which, reply),
            Command::Inspect(which, name, reply) => self.inspect(&which, &name, reply),
            Command::Findings(document, reply) => answer!(reply, Ok(self.view_findings(&document))),
            Command::Hints(document, reply) => answer!(reply, Ok(self.view_hints(&document))),
            Command::Hover(document, at, reply) => answer!(reply, Ok(self.hover(&document, at))),
            Command::Explain(document, at, reply) => answer!(reply, self.explain(&document, at)),
            Command::Status(document, reply) => answer!(reply, Ok(self.status(document.as_ref()))),
            Command::Clear(document, reply) => answer!(reply, {
                self.clear(&document);
                Ok(())
            }),
            Command::Output(document, reply) => answer!(reply, self.output(&document)),
            Command::LastResult(document, reply) => {
                answer!(reply, Ok(self.last.get(&document).map(|last| Arc::clone(&last.result))));
            }
            Command::AnswerInput { token, text } => self.answer_input(token, text),
            Command::Stop(_) => {}
        }
    }

    fn internal(&mut self, news: Internal) {
        match news {
            Internal::Event(event) => self.tell(event),
            Internal::Started { run } => self.run_started(&run),
            Internal::Skipped { run } => self.run_skipped(&run),
            Internal::Early { run, analysis } => self.run_crashed(&run, *analysis),
            Internal::Parsed { document, revision, tree } => {
                self.parsed(&document, revision, tree.map(|tree| *tree));
            }
            Internal::Finished(finished) => self.run_finished(*finished),
            Internal::Stale { run, modules } => self.run_is_stale(&run, &modules),
            Internal::Session { id, news } => self.session_news(&id, news),
            Internal::LateOutput { session, stream, text } => self.late_output(&session, stream, text),
            Internal::Tried(tried) => self.tried(*tried),
        }
    }

    fn tell(&mut self, event: Event) {
        self.subscribers.retain(|subscriber| subscriber.send(event.clone()).is_ok());
    }

    fn notice(&mut self, level: Level, text: String) {
        self.tell(Event::Notice { level, text });
    }

    /// Says something that need not be said twice.
    fn notice_once(&mut self, level: Level, text: String) {
        if self.told.insert(text.clone()) {
            self.notice(level, text);
        }
    }

    fn locale(&self) -> Locale {
        self.client.locale.as_deref().map(Locale::from_tag).unwrap_or_default()
    }

    /// The language of what is said of no document: as set where the workspace is.
    fn workspace_locale(&mut self) -> Locale {
        let root = self.root_of(None);
        self.settings_of(&root).locale.unwrap_or_else(|| self.locale())
    }

    fn new_id(&mut self, prefix: &str) -> String {
        self.next_id += 1;
        format!("{prefix}{}", self.next_id)
    }
}
