//! Sessions as the loop sees them: made, listed, asked, ended.

use super::Engine;
use crate::api::{EngineError, Event, HistoryEntry, Level, SessionView, Stream, Which};
use crate::handle::SessionSpec;
use crate::msg;
use crate::sessions::{self, Session, SessionCommand, SessionNews, State};
use crate::settings::{Asker, Limits, Profile};
use pyflow_core::ids::{DocumentId, RunId, SessionId};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::time::{Instant, SystemTime};
use tokio::sync::{mpsc, oneshot};

impl Engine {
    /// The session of a document, made now where there is none.
    pub(super) fn session_of(
        &mut self,
        document: &DocumentId,
        asker: Asker,
    ) -> Result<SessionId, EngineError> {
        let owner = self.owner(document).clone();
        if let Some(id) = self.by_document.get(&owner) {
            return Ok(id.clone());
        }
        let snapshot = self.snapshot(document)?;
        let limits = self.settings_for(&snapshot).limits(asker);
        let id = SessionId(self.new_id("s"));
        self.start_session(id.clone(), Some(owner.clone()), asker, limits, PathBuf::new())?;
        self.by_document.insert(owner, id.clone());
        Ok(id)
    }

    pub(super) fn new_session(&mut self, spec: SessionSpec) -> Result<SessionId, EngineError> {
        let root = spec.root.unwrap_or_else(|| self.root_of(None));
        let mut limits = self.settings_of(&root).limits(Asker::Agent);
        if let Some(name) = &spec.profile {
            limits.profile = Profile::from_name(name).ok_or_else(|| {
                EngineError::Invalid(format!(
                    "There is no sandbox profile “{name}”. Use off, standard or strict."
                ))
            })?;
        }
        limits.whitelist = spec.whitelist.unwrap_or(limits.whitelist);
        let id = match spec.id {
            Some(id) if self.sessions.contains_key(&id) => {
                return Err(EngineError::Invalid(format!("There is a session {id} already.")));
            }
            Some(id) => id,
            None => SessionId(self.new_id("s")),
        };
        self.start_session(id.clone(), None, Asker::Agent, limits, root)?;
        Ok(id)
    }

    fn start_session(
        &mut self,
        id: SessionId,
        document: Option<DocumentId>,
        asker: Asker,
        limits: Limits,
        root: PathBuf,
    ) -> Result<(), EngineError> {
        if self.sessions.len() >= limits.session_max {
            self.evict(limits.session_max)?;
        }
        let (commands, received) = mpsc::unbounded_channel();
        let (control, controlled) = mpsc::unbounded_channel();
        let launcher = std::sync::Arc::clone(&self.launcher);
        sessions::spawn(id.clone(), launcher, self.news.clone(), received, controlled);
        let session = Session {
            id: id.clone(),
            document,
            asker,
            limits,
            root,
            state: State::Starting,
            commands,
            control,
            created: SystemTime::now(),
            last_active: SystemTime::now(),
            idle_since: Instant::now(),
            commands_run: 0,
            history: VecDeque::new(),
            names: BTreeMap::new(),
            queue: VecDeque::new(),
            pid: None,
        };
        self.sessions.insert(id, session);
        Ok(())
    }

    /// Makes room: the session that was idle longest goes, and whoever had it is told.
    fn evict(&mut self, most: usize) -> Result<(), EngineError> {
        let oldest = self
            .sessions
            .values()
            .filter(|session| session.is_idle())
            .min_by_key(|session| session.idle_since);
        let Some(oldest) = oldest.map(|session| session.id.clone()) else {
            return Err(EngineError::Failed(format!(
                "All {most} sessions are busy. Wait for one, interrupt or destroy it, or raise session.max."
            )));
        };
        self.end_session(&oldest);
        let locale = self.workspace_locale();
        let text = msg!("engine-session-evicted", session = &oldest.0, most = most).render(locale);
        self.notice(Level::Warning, text);
        Ok(())
    }

    pub(super) fn session_id(&self, which: &Which) -> Result<SessionId, EngineError> {
        let (found, name) = match which {
            Which::Session(id) => (self.sessions.contains_key(id).then(|| id.clone()), id.0.clone()),
            Which::Document(document) => {
                (self.by_document.get(self.owner(document)).cloned(), format!("of {document}"))
            }
            Which::Run(run) => {
                (self.runs.get(run).and_then(|running| running.session.clone()), format!("of run {run}"))
            }
        };
        found.ok_or(EngineError::UnknownSession(name))
    }

    fn session(&mut self, which: &Which) -> Result<&mut Session, EngineError> {
        let id = self.session_id(which)?;
        self.sessions.get_mut(&id).ok_or(EngineError::UnknownSession(id.0))
    }

    /// A new process and an empty state, under the same name.
    pub(super) fn restart(&mut self, which: &Which) -> Result<SessionId, EngineError> {
        let id = match which {
            Which::Document(document) => self.session_of(document, Asker::Editor)?,
            _ => self.session_id(which)?,
        };
        let Some(old) = self.sessions.get(&id) else { return Err(EngineError::UnknownSession(id.0)) };
        let (document, asker, limits) = (old.document.clone(), old.asker, old.limits.clone());
        let (root, created) = (old.root.clone(), old.created);
        self.end_session(&id);
        self.start_session(id.clone(), document.clone(), asker, limits, root)?;
        if let Some(session) = self.sessions.get_mut(&id) {
            session.created = created;
        }
        if let Some(document) = document {
            self.by_document.insert(document.clone(), id.clone());
        }
        Ok(id)
    }

    pub(super) fn reset(&mut self, which: &Which) -> Result<bool, EngineError> {
        let session = self.session(which)?;
        if !session.is_idle() {
            return Err(EngineError::Failed(
                "The session is busy. Interrupt it first, or restart it.".to_owned(),
            ));
        }
        session.names.clear();
        session.history.clear();
        session.commands_run = 0;
        session.touch();
        // A task that has ended is heard of by its news.
        let _ = session.commands.send(SessionCommand::Reset);
        let document = session.document.clone();
        if let Some(document) = document {
            self.forget_hints(&document);
        }
        Ok(true)
    }

    pub(super) fn destroy(&mut self, which: &Which) -> bool {
        match self.session_id(which) {
            Ok(id) => {
                self.end_session(&id);
                true
            }
            Err(_) => false,
        }
    }

    /// Ends a session with all that runs or waits in it; what is shown of it goes.
    pub(super) fn end_session(&mut self, id: &SessionId) {
        let Some(session) = self.sessions.remove(id) else { return };
        // Dropping its senders ends its task, what it runs, and its process.
        let runs: Vec<RunId> = session.queue.iter().cloned().collect();
        let document = session.document.clone();
        drop(session);
        for run in runs {
            self.run_lost(&run);
        }
        self.by_document.retain(|_, of| of != id);
        if let Some(document) = document {
            for changed in self.findings.remove(|_, stored| stored.session.as_ref() == Some(id)) {
                self.tell(Event::FindingsChanged { document: changed });
            }
            self.forget_hints(&document);
        }
    }

    /// Removes the hints of all documents that share a session.
    fn forget_hints(&mut self, owner: &DocumentId) {
        let cells = self.groups.iter().filter(|(_, of)| *of == owner).map(|(cell, _)| cell);
        for document in cells.chain([owner]).cloned().collect::<Vec<_>>() {
            self.hints.remove(&document);
            self.tell(Event::HintsChanged { document });
        }
    }

    pub(super) fn session_views(&self) -> Vec<SessionView> {
        let uri = |session: &Session| {
            let document = session.document.as_ref()?;
            let open = self.documents.get(document).map(|open| open.snapshot().uri.clone());
            Some(open.unwrap_or_else(|| document.0.clone()))
        };
        let mut views: Vec<_> = self.sessions.values().map(|session| session.view(uri(session))).collect();
        views.sort_by(|a, b| a.created_at.total_cmp(&b.created_at));
        views
    }

    pub(super) fn history(&mut self, which: &Which) -> Result<Vec<HistoryEntry>, EngineError> {
        Ok(self.session(which)?.history.iter().cloned().collect())
    }

    /// From the interpreter where it is idle, else from what was last seen.
    pub(super) fn variables(
        &mut self,
        which: &Which,
        reply: oneshot::Sender<Result<Vec<Value>, EngineError>>,
    ) {
        let session = match self.session(which) {
            Ok(session) => session,
            Err(error) => {
                // Whoever asked is gone: nothing to tell.
                let _ = reply.send(Err(error));
                return;
            }
        };
        let seen: Vec<Value> = session
            .names
            .values()
            .map(|name| json!({"name": name.name, "type": name.type_name, "repr": name.repr}))
            .collect();
        if !session.is_idle() {
            let _ = reply.send(Ok(seen));
            return;
        }
        ask(session, json!({"op": "vars", "id": 1}), move |answer| {
            let _ = reply.send(Ok(match answer {
                Value::Array(names) => names,
                _ => seen,
            }));
        });
    }

    pub(super) fn inspect(
        &mut self,
        which: &Which,
        name: &str,
        reply: oneshot::Sender<Result<Value, EngineError>>,
    ) {
        let session = match self.session(which) {
            Ok(session) => session,
            Err(error) => {
                let _ = reply.send(Err(error));
                return;
            }
        };
        let seen = match session.names.get(name) {
            Some(seen) => {
                json!({"found": true, "name": seen.name, "type": seen.type_name, "repr": seen.repr})
            }
            None => json!({"found": false, "name": name, "type": Value::Null, "repr": Value::Null}),
        };
        if !session.is_idle() {
            let _ = reply.send(Ok(seen));
            return;
        }
        ask(session, json!({"op": "inspect", "id": 1, "name": name}), move |answer| {
            let _ = reply.send(Ok(if answer.is_object() { answer } else { seen }));
        });
    }

    pub(super) fn session_news(&mut self, id: &SessionId, news: SessionNews) {
        let Some(session) = self.sessions.get_mut(id) else { return };
        match news {
            SessionNews::Up { pid } => session.pid = pid,
            SessionNews::Lost => {
                session.pid = None;
                session.names.clear();
                if session.is_idle() {
                    session.state = State::Died;
                }
            }
        }
    }

    pub(super) fn late_output(&mut self, id: &SessionId, stream: Stream, text: String) {
        let document = self.sessions.get(id).and_then(|session| session.document.clone());
        self.tell(Event::Output { run: RunId("late".to_owned()), document, stream, text, dropped: 0 });
    }
}

/// Asks a session's task without waiting for it here.
fn ask(session: &Session, question: Value, then: impl FnOnce(Value) + Send + 'static) {
    let (sender, receiver) = oneshot::channel();
    // A task that has ended drops the question, and the answer is null.
    let _ = session.commands.send(SessionCommand::Query(question, sender));
    tokio::spawn(async move { then(receiver.await.unwrap_or_default()) });
}
