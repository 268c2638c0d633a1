//! What the engine tells, as the client hears it.
//!
//! One task takes the events in order. It waits for the engine at most, never for the client, so the order of what the
//! client gets is the order of the events: a run's diagnostics come before its end.

use super::backend::Server;
use super::client::{ANSWER, MessageKind};
use super::progress::Progress;
use super::publish::Publisher;
use pyflow_core::ids::{DocumentId, RunId};
use pyflow_core::outcome::RunKind;
use pyflow_engine::api::{Event, Level};
use pyflow_engine::wire;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::mpsc::UnboundedReceiver;

/// Tells the client until the engine has ended.
pub(crate) async fn tell(server: Arc<Server>, mut events: UnboundedReceiver<Event>) {
    let mut teller =
        Teller { server, publisher: Publisher::default(), runs: HashMap::new(), hints: Arc::default() };
    while let Some(event) = events.recv().await {
        teller.tell(event).await;
    }
}

struct Teller {
    server: Arc<Server>,
    publisher: Publisher,
    runs: HashMap<RunId, Progress>,
    hints: Arc<HintRefresh>,
}

/// The one request to ask for hints anew that may be open, and whether another is due after it.
#[derive(Debug, Default)]
struct HintRefresh {
    open: AtomicBool,
    due: AtomicBool,
}

impl Teller {
    async fn tell(&mut self, event: Event) {
        match event {
            Event::RunQueued { run, document, kind } => self.queued(run, document, kind).await,
            Event::RunStarted { run, document } => self.state(&run, document.as_ref(), "started").await,
            Event::RunFinished { run, document, result } => {
                if let Some(progress) = self.runs.remove(&run) {
                    progress.end(&result);
                }
                if self.server.session.flags().extensions.run {
                    let result = wire::run_result(&result, self.server.session.flags().encoding);
                    let params = json!({"runId": run, "uri": self.uri(document.as_ref()), "state": "finished", "result": result});
                    self.server.client.notify("pyflow/run", params).await;
                }
                self.server.session.end_shown(run);
            }
            Event::Output { run, document, stream, text, dropped } => {
                if self.server.session.flags().extensions.output {
                    let uri = self.uri(document.as_ref());
                    let params =
                        json!({"runId": run, "uri": uri, "stream": stream, "text": text, "dropped": dropped});
                    self.server.client.notify("pyflow/output", params).await;
                }
            }
            Event::Display { run, document, data } => {
                if self.server.session.flags().extensions.display {
                    let params = json!({"runId": run, "uri": self.uri(document.as_ref()), "data": data});
                    self.server.client.notify("pyflow/display", params).await;
                }
            }
            Event::InputWanted { run, document, prompt, password, token } => {
                let params = json!({"runId": run, "uri": self.uri(document.as_ref()), "prompt": prompt, "password": password});
                self.input_wanted(params, token);
            }
            Event::InputGone { token } => {
                if let Some(id) = self.server.session.take_question(token) {
                    self.server.client.cancel(&id);
                }
            }
            Event::FindingsChanged { document } => self.publisher.publish(&self.server, &document).await,
            Event::HintsChanged { .. } => self.refresh_hints(),
            Event::Notice { level, text } => {
                let kind = match level {
                    Level::Error => MessageKind::Error,
                    Level::Warning => MessageKind::Warning,
                    Level::Info => MessageKind::Info,
                    Level::Log => MessageKind::Log,
                };
                self.server.client.show(kind, &text).await;
            }
        }
    }

    async fn queued(&mut self, run: RunId, document: Option<DocumentId>, kind: RunKind) {
        self.state(&run, document.as_ref(), "queued").await;
        if self.server.session.flags().progress {
            let uri = self.uri(document.as_ref());
            let name = uri.as_str().and_then(|uri| uri.rsplit('/').next()).unwrap_or("code");
            let progress = Progress::start(self.server.client.clone(), &run, kind, &readable(name));
            self.runs.insert(run, progress);
        }
    }

    async fn state(&self, run: &RunId, document: Option<&DocumentId>, state: &str) {
        if self.server.session.flags().extensions.run {
            let params = json!({"runId": run, "uri": self.uri(document), "state": state});
            self.server.client.notify("pyflow/run", params).await;
        }
    }

    /// A document's URI in the client's spelling; null for code without a document.
    fn uri(&self, document: Option<&DocumentId>) -> Value {
        document.map_or(Value::Null, |document| self.server.session.spelling(&document.0).into())
    }

    /// Asks the client, for as long as the program waits.
    fn input_wanted(&self, params: Value, token: u64) {
        if !self.server.session.flags().extensions.input {
            self.server.engine.answer_input(token, None);
            return;
        }
        let asked = self.server.client.ask("pyflow/input", params);
        self.server.session.keep_question(token, asked.id.clone());
        let server = Arc::clone(&self.server);
        tokio::spawn(async move {
            let answer = asked.whenever().await;
            // Absent when the program has stopped waiting.
            if server.session.take_question(token).is_some() {
                let text = answer.and_then(|answer| answer.get("text")?.as_str().map(str::to_owned));
                server.engine.answer_input(token, text);
            }
        });
    }

    fn refresh_hints(&self) {
        if !self.server.session.flags().hint_refresh {
            return;
        }
        self.hints.due.store(true, Ordering::Release);
        if self.hints.open.swap(true, Ordering::AcqRel) {
            return;
        }
        let (hints, client) = (Arc::clone(&self.hints), self.server.client.clone());
        tokio::spawn(async move {
            loop {
                while hints.due.swap(false, Ordering::AcqRel) {
                    client.ask("workspace/inlayHint/refresh", Value::Null).within(ANSWER).await;
                }
                hints.open.store(false, Ordering::Release);
                // One that became due between the two stores would be lost otherwise.
                if !hints.due.load(Ordering::Acquire) || hints.open.swap(true, Ordering::AcqRel) {
                    return;
                }
            }
        });
    }
}

/// A file name as people read it: blanks and letters, not their escapes.
fn readable(name: &str) -> String {
    let path = pyflow_core::uri::to_path(&format!("file:///{name}"));
    path.and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .unwrap_or_else(|| name.to_owned())
}
