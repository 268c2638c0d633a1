//! What is known of the client: its capabilities, spellings and last acts. The engine owns all else.
//!
//! One lock, held for a few instructions and never across an `await`.

use super::capabilities::ClientFlags;
use pyflow_core::ids::{DocumentId, RunId};
use pyflow_engine::document_id;
use serde_json::Value;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{OwnedMutexGuard, watch};
use tower_lsp::jsonrpc::Id;
use tower_lsp::lsp_types::{Position, Range};

/// Runs whose end is remembered, for those who wait for it to have been shown.
const REMEMBERED_ENDS: usize = 512;
/// How long the end of a run may take to be shown before its result is given all the same.
const SHOWN_WITHIN: Duration = Duration::from_secs(2);

/// The client's side of the server's state.
#[derive(Debug, Default)]
pub(crate) struct Session {
    flags: OnceLock<ClientFlags>,
    state: Mutex<State>,
    gate: Arc<tokio::sync::Mutex<()>>,
    hold: Mutex<Weak<Hold>>,
    /// Whether nothing is held back, and nothing waits at `gate`.
    configured: Arc<AtomicBool>,
    ends: watch::Sender<VecDeque<RunId>>,
}

/// Settings are on their way: what needs them waits at the gate until the last of these is dropped.
#[derive(Debug)]
pub(crate) struct Hold {
    configured: Arc<AtomicBool>,
    _guard: OwnedMutexGuard<()>,
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.configured.store(true, Ordering::Release);
    }
}

#[derive(Debug, Default)]
struct State {
    initialize: Option<Value>,
    client_process: Option<u32>,
    spellings: HashMap<DocumentId, String>,
    last: Option<String>,
    selections: HashMap<DocumentId, Range>,
    folders: Vec<String>,
    settings: Value,
    questions: HashMap<u64, Id>,
}

impl Session {
    /// Keeps `initialize`'s params as they were sent. Only the first ones count.
    pub(crate) fn keep_initialize(&self, params: Value) {
        let mut state = self.lock();
        if state.initialize.is_none() && self.flags.get().is_none() {
            state.initialize = Some(params);
        }
    }

    /// What `initialize` said, for its handler.
    pub(crate) fn take_initialize(&self) -> Value {
        self.lock().initialize.take().unwrap_or_default()
    }

    /// The process that the client says it is, for who watches it.
    pub(crate) fn set_client_process(&self, id: Option<u32>) {
        self.lock().client_process = id;
    }

    pub(crate) fn take_client_process(&self) -> Option<u32> {
        self.lock().client_process.take()
    }

    pub(crate) fn set_flags(&self, flags: ClientFlags) {
        if self.flags.set(flags).is_err() {
            tracing::warn!("the client's capabilities were given twice; the first ones stand");
        }
    }

    /// The client's capabilities; nothing before it has told.
    pub(crate) fn flags(&self) -> &ClientFlags {
        static NONE: OnceLock<ClientFlags> = OnceLock::new();
        self.flags.get().unwrap_or_else(|| NONE.get_or_init(ClientFlags::default))
    }

    /// Remembers how the client spells a URI: it is answered in that spelling.
    pub(crate) fn keep_spelling(&self, uri: &str) {
        self.lock().spellings.insert(document_id(uri), uri.to_owned());
    }

    /// The client's spelling of a document's URI.
    pub(crate) fn spelling(&self, uri: &str) -> String {
        self.lock().spellings.get(&document_id(uri)).cloned().unwrap_or_else(|| uri.to_owned())
    }

    /// A document was closed: it is not the last one any more.
    pub(crate) fn forget(&self, uri: &str) {
        let id = document_id(uri);
        let mut state = self.lock();
        state.spellings.remove(&id);
        state.selections.remove(&id);
        if state.last.as_deref().is_some_and(|last| document_id(last) == id) {
            state.last = None;
        }
    }

    /// The client edited, or asked about, a document.
    pub(crate) fn touched(&self, uri: &str, selection: Option<Range>) {
        let mut state = self.lock();
        state.last = Some(uri.to_owned());
        if let Some(selection) = selection {
            state.selections.insert(document_id(uri), selection);
        }
    }

    /// The document of the last request or edit.
    pub(crate) fn last_document(&self) -> Option<String> {
        self.lock().last.clone()
    }

    /// Where the client last was in a document.
    pub(crate) fn last_selection(&self, uri: &str) -> Option<Range> {
        self.lock().selections.get(&document_id(uri)).copied()
    }

    pub(crate) fn last_position(&self, uri: &str) -> Option<Position> {
        self.last_selection(uri).map(|range| range.start)
    }

    pub(crate) fn folders(&self) -> Vec<String> {
        self.lock().folders.clone()
    }

    pub(crate) fn change_folders(&self, added: &[String], removed: &[String]) {
        let mut state = self.lock();
        state.folders.retain(|folder| !removed.contains(folder) && !added.contains(folder));
        state.folders.extend_from_slice(added);
    }

    /// The settings that the front end itself goes by, see [`Session::lenses`].
    pub(crate) fn keep_settings(&self, settings: &Value) {
        if settings.is_object() {
            self.lock().settings = settings.clone();
        }
    }

    /// `lens.enabled`, in any of the shapes that settings come in.
    pub(crate) fn lenses(&self) -> bool {
        let state = self.lock();
        let section = state.settings.get("pyflow").unwrap_or(&state.settings);
        let value = section
            .pointer("/lens/enabled")
            .or_else(|| section.get("lens.enabled"))
            .or_else(|| state.settings.get("pyflow.lens.enabled"));
        value.and_then(Value::as_bool).unwrap_or(true)
    }

    /// The request to the client that asks for a program's input.
    pub(crate) fn keep_question(&self, token: u64, id: Id) {
        self.lock().questions.insert(token, id);
    }

    pub(crate) fn take_question(&self, token: u64) -> Option<Id> {
        self.lock().questions.remove(&token)
    }

    /// Holds back what needs the settings until the last hold is dropped. None when the gate is in use by what has
    /// waited: that will not wait again.
    pub(crate) fn hold_back(&self) -> Option<Arc<Hold>> {
        let mut held = self.hold.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(hold) = held.upgrade() {
            return Some(hold);
        }
        let guard = Arc::clone(&self.gate).try_lock_owned().ok()?;
        self.configured.store(false, Ordering::Release);
        let hold = Arc::new(Hold { configured: Arc::clone(&self.configured), _guard: guard });
        *held = Arc::downgrade(&hold);
        Some(hold)
    }

    /// Waits until the settings are there, in the order of the calls; at once when they are. The guard is to be
    /// held until the engine has been told.
    pub(crate) async fn settings_are_there(&self) -> Option<OwnedMutexGuard<()>> {
        if self.configured.load(Ordering::Acquire) {
            return None;
        }
        Some(Arc::clone(&self.gate).lock_owned().await)
    }

    /// The end of a run has been shown: its diagnostics are out.
    pub(crate) fn end_shown(&self, run: RunId) {
        self.ends.send_modify(|ends| {
            ends.push_back(run);
            if ends.len() > REMEMBERED_ENDS {
                ends.pop_front();
            }
        });
    }

    /// Waits until the end of a run has been shown.
    pub(crate) async fn until_end_shown(&self, run: &RunId) {
        let mut ends = self.ends.subscribe();
        let shown = ends.wait_for(|ends| ends.contains(run));
        if tokio::time::timeout(SHOWN_WITHIN, shown).await.is_err() {
            tracing::warn!("the end of run {run} was not shown in time");
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Each change is whole after each statement, so a panic leaves nothing broken.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_uri_is_answered_in_the_clients_spelling() {
        let session = Session::default();
        session.keep_spelling("file:///tmp/a b.py");
        assert_eq!(session.spelling("file:///tmp/a%20b.py"), "file:///tmp/a b.py");
        session.forget("file:///tmp/a%20b.py");
        assert_eq!(session.spelling("file:///tmp/a%20b.py"), "file:///tmp/a%20b.py");
    }

    #[test]
    fn lenses_are_on_unless_a_setting_says_no() {
        for (settings, on) in [
            (json!({}), true),
            (json!({"lens": {"enabled": false}}), false),
            (json!({"lens.enabled": false}), false),
            (json!({"pyflow": {"lens": {"enabled": false}}}), false),
            (json!({"pyflow": {"lens.enabled": false}}), false),
            (json!({"pyflow.lens.enabled": false}), false),
            (json!({"lens": {"enabled": "no"}}), true),
            (json!(null), true),
        ] {
            let session = Session::default();
            session.keep_settings(&settings);
            assert_eq!(session.lenses(), on, "{settings}");
        }
    }

    #[tokio::test]
    async fn what_needs_the_settings_waits_for_them_in_order() {
        let session = Arc::new(Session::default());
        let first = session.hold_back().unwrap();
        let second = session.hold_back().unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut waiting = Vec::new();
        for n in 0..20 {
            let (session, order) = (Arc::clone(&session), Arc::clone(&order));
            waiting.push(tokio::spawn(async move {
                let _guard = session.settings_are_there().await;
                order.lock().unwrap().push(n);
            }));
            tokio::task::yield_now().await;
        }
        drop(first);
        tokio::task::yield_now().await;
        assert!(order.lock().unwrap().is_empty(), "the second question is still open");
        drop(second);
        for task in waiting {
            task.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), (0..20).collect::<Vec<_>>());
        assert!(session.settings_are_there().await.is_none());
    }
}
