//! The client: sends, answers the server as its editor would, and notes what the server must not do to it.

use super::Profile;
use super::editor::{Document, State};
use super::text::{self, Units};
use serde_json::{Value, json};
use server::lsp::transport::FrameReader;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::{Notify, mpsc};
use tokio::time::timeout;

/// How long a test waits for anything. Generous: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// The error of a request.
#[derive(Debug, Clone)]
pub(crate) struct Refused {
    pub(crate) code: i64,
    pub(crate) message: String,
}

/// An editor's side of the connection.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) profile: Profile,
    pub(crate) units: Units,
    shared: Arc<Shared>,
    output: Option<mpsc::UnboundedSender<Vec<u8>>>,
    next: u64,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    news: Notify,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }
}

impl Client {
    pub(crate) fn new(
        profile: Profile,
        mut to_server: impl AsyncWrite + Unpin + Send + 'static,
        from_server: impl AsyncRead + Unpin + Send + 'static,
    ) -> Self {
        let shared = Arc::new(Shared::default());
        shared.lock().profile = Some(profile);
        let (output, mut frames) = mpsc::unbounded_channel::<Vec<u8>>();
        tokio::spawn(async move {
            while let Some(frame) = frames.recv().await {
                // A server that has ended does not read.
                if to_server.write_all(&frame).await.is_err() || to_server.flush().await.is_err() {
                    return;
                }
            }
            let _ = to_server.shutdown().await;
        });
        tokio::spawn(read(from_server, Arc::clone(&shared), output.downgrade()));
        Self { profile, units: Units::Utf16, shared, output: Some(output), next: 0 }
    }

    pub(crate) fn set_settings(&self, settings: Value) {
        self.shared.lock().settings = settings;
    }

    /// Answers a request of the server's in a way of the test's own; null is left unanswered.
    pub(crate) fn answer_with(&self, method: &str, answer: Value) {
        self.shared.lock().own_answers.insert(method.to_owned(), answer);
    }

    pub(crate) async fn initialized(&mut self, capabilities: &Value, offered: &Value) {
        self.units = match offered["positionEncoding"].as_str() {
            Some("utf-8") => Units::Utf8,
            Some("utf-16") | None => Units::Utf16,
            Some(other) => panic!("the server chose {other}"),
        };
        let encodings = capabilities["general"]["positionEncodings"].as_array().unwrap();
        assert!(encodings.contains(&offered["positionEncoding"]), "an encoding that was not offered");
        {
            let mut state = self.shared.lock();
            state.capabilities = capabilities.clone();
            state.offered = offered.clone();
        }
        self.notify("initialized", json!({})).await;
    }

    pub(crate) fn offered(&self) -> Value {
        self.shared.lock().offered.clone()
    }

    // -- messages

    fn send(&self, message: &Value) {
        let body = message.to_string();
        self.shared.lock().log.push(format!("→ {body:.400}"));
        let frame = format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes();
        self.output.as_ref().expect("the client has not closed its end").send(frame).unwrap();
    }

    #[expect(clippy::unused_async, reason = "reads like what it is in a test")]
    pub(crate) async fn notify(&mut self, method: &str, params: Value) {
        let mut message = json!({"jsonrpc": "2.0", "method": method});
        if !params.is_null() {
            message["params"] = params;
        }
        self.send(&message);
    }

    /// Sends a request; its id is for [`Client::answer`].
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> u64 {
        self.next += 1;
        self.shared.lock().open_ids.insert(self.next);
        let mut message = json!({"jsonrpc": "2.0", "id": self.next, "method": method});
        if !params.is_null() {
            message["params"] = params;
        }
        self.send(&message);
        self.next
    }

    pub(crate) async fn answer(&self, id: u64) -> Result<Value, Refused> {
        let answer =
            self.until(&format!("the answer to request {id}"), |state| state.answers.remove(&id)).await;
        match answer.get("error") {
            None => Ok(answer["result"].clone()),
            Some(error) => Err(Refused {
                code: error["code"].as_i64().unwrap(),
                message: error["message"].as_str().unwrap().to_owned(),
            }),
        }
    }

    /// Whether [`Client::answer`] would not wait.
    pub(crate) fn is_answered(&self, id: u64) -> bool {
        self.shared.lock().answers.contains_key(&id)
    }

    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Result<Value, Refused> {
        let id = self.ask(method, params);
        self.answer(id).await
    }

    /// `workspace/executeCommand`. Neovim refuses a command that the server does not list.
    pub(crate) async fn command(&mut self, command: &str, argument: Value) -> Result<Value, Refused> {
        let id = self.ask_command(command, vec![argument]);
        self.answer(id).await
    }

    pub(crate) fn ask_command(&mut self, command: &str, arguments: Vec<Value>) -> u64 {
        let listed = self.offered()["executeCommandProvider"]["commands"].clone();
        assert!(listed.as_array().unwrap().contains(&json!(command)), "{command} is not listed");
        let arguments: Vec<_> = arguments.into_iter().filter(|argument| !argument.is_null()).collect();
        self.ask("workspace/executeCommand", json!({"command": command, "arguments": arguments}))
    }

    /// Closes the client's end of the server's input.
    pub(crate) fn close_output(&mut self) {
        self.output = None;
    }

    // -- documents

    pub(crate) async fn open(&mut self, uri: &str, text: &str) {
        let document = Document { version: 1, text: text.to_owned() };
        self.shared.lock().documents.insert(uri.to_owned(), document);
        let item = json!({"uri": uri, "languageId": "python", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": item})).await;
    }

    /// A document that was opened by another message than didOpen.
    pub(crate) fn assume_open(&self, uri: &str, version: i64, text: &str) {
        let document = Document { version, text: text.to_owned() };
        self.shared.lock().documents.insert(uri.to_owned(), document);
    }

    /// Replaces the only place where the text has some words, as typing does.
    pub(crate) async fn edit(&mut self, uri: &str, words: &str, new: &str) {
        let range = text::range_of(&self.text(uri), words, self.units);
        self.change(uri, &[json!({"range": range, "text": new})]).await;
    }

    /// Changes a text by the protocol's change events, each to what the one before it left.
    pub(crate) async fn change(&mut self, uri: &str, changes: &[Value]) {
        let version = {
            let mut state = self.shared.lock();
            let document = state.documents.get_mut(uri).expect("an open document");
            document.version += 1;
            for change in changes {
                let new = change["text"].as_str().unwrap();
                document.text = match change.get("range") {
                    Some(range) => text::splice(&document.text, range, new, self.units),
                    None => new.to_owned(),
                };
            }
            document.version
        };
        let params = json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": changes});
        self.notify("textDocument/didChange", params).await;
    }

    pub(crate) async fn close(&mut self, uri: &str) {
        self.shared.lock().documents.remove(uri);
        self.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}})).await;
    }

    pub(crate) fn text(&self, uri: &str) -> String {
        self.shared.lock().documents.get(uri).expect("an open document").text.clone()
    }

    // -- what the editor shows

    pub(crate) fn diagnostics(&self, uri: &str) -> Vec<Value> {
        self.shared.lock().diagnostics.get(uri).cloned().unwrap_or_default()
    }

    /// Waits until the shown diagnostics of a document are as wanted.
    pub(crate) async fn until_diagnostics(
        &self,
        uri: &str,
        what: &str,
        is: impl Fn(&[Value]) -> bool,
    ) -> Vec<Value> {
        self.until(what, |state| {
            let shown = state.diagnostics.get(uri).cloned().unwrap_or_default();
            is(&shown).then_some(shown)
        })
        .await
    }

    /// The words of the text under a diagnostic.
    pub(crate) fn words_under(&self, uri: &str, diagnostic: &Value) -> String {
        text::slice(&self.text(uri), &diagnostic["range"], self.units).to_owned()
    }

    /// The range of some words in a document.
    pub(crate) fn range(&self, uri: &str, words: &str) -> Value {
        text::range_of(&self.text(uri), words, self.units)
    }

    pub(crate) async fn hover(&mut self, uri: &str, words: &str) -> String {
        let at = self.range(uri, words)["start"].clone();
        let params = json!({"textDocument": {"uri": uri}, "position": at});
        let hover = self.request("textDocument/hover", params).await.unwrap();
        hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// The actions offered at some words, asked as the editor asks.
    pub(crate) async fn actions(&mut self, uri: &str, words: &str) -> Vec<Value> {
        let range = self.range(uri, words);
        let touching: Vec<Value> = self
            .diagnostics(uri)
            .into_iter()
            .filter(|d| d["range"]["start"]["line"] == range["start"]["line"])
            .map(|mut d| {
                // Helix keeps neither related places nor what it did not announce.
                if matches!(self.profile, Profile::Helix | Profile::Helix2501) {
                    d.as_object_mut().unwrap().remove("relatedInformation");
                }
                d
            })
            .collect();
        let params = json!({"textDocument": {"uri": uri}, "range": range, "context": {"diagnostics": touching, "triggerKind": 1}});
        self.request("textDocument/codeAction", params).await.unwrap().as_array().cloned().unwrap_or_default()
    }

    /// Applies an action's edit as the editor does, and tells the server.
    pub(crate) async fn apply(&mut self, action: &Value) {
        self.apply_edit(&action["edit"]).await;
    }

    async fn apply_edit(&mut self, edit: &Value) {
        for (uri, version, edits) in text::edits_of(edit) {
            let versioned =
                self.shared.lock().capabilities["workspace"]["workspaceEdit"]["documentChanges"] == true;
            assert_eq!(versioned, edit.get("documentChanges").is_some(), "documentChanges only as announced");
            let current = self.shared.lock().documents.get(&uri).map(|document| document.version);
            if let (Some(version), Some(current)) = (version, current) {
                assert_eq!(version, current, "an edit for another version");
            }
            let new = text::apply(&self.text(&uri), &edits, self.units);
            self.change(&uri, &[json!({ "text": new })]).await;
        }
    }

    // -- waiting

    /// Messages of the server's with a method, so far.
    pub(crate) fn received(&self, method: &str) -> Vec<Value> {
        self.shared
            .lock()
            .received
            .iter()
            .filter(|m| m["method"] == method)
            .map(|m| m["params"].clone())
            .collect()
    }

    /// Everything the server sent, in order.
    pub(crate) fn all_received(&self) -> Vec<Value> {
        self.shared.lock().received.clone()
    }

    /// Waits for a message of the server's.
    pub(crate) async fn message(&self, method: &str, is: impl Fn(&Value) -> bool) -> Value {
        self.until(method, |state| {
            state
                .received
                .iter()
                .find(|m| m["method"] == method && is(&m["params"]))
                .map(|m| m["params"].clone())
        })
        .await
    }

    async fn until<T>(&self, what: &str, mut found: impl FnMut(&mut State) -> Option<T>) -> T {
        let waiting = async {
            loop {
                let news = self.shared.news.notified();
                tokio::pin!(news);
                news.as_mut().enable();
                {
                    let mut state = self.shared.lock();
                    if let Some(found) = found(&mut state) {
                        return found;
                    }
                    assert!(!state.closed, "the server has ended, without {what}\n{}", state.log.join("\n"));
                }
                news.await;
            }
        };
        let found = timeout(PATIENCE, waiting).await.ok();
        found.unwrap_or_else(|| panic!("never came: {what}\n{}", self.shared.lock().log.join("\n")))
    }

    /// Waits until no progress is shown any more.
    pub(crate) async fn progresses_end(&self) {
        self.until("the end of a progress", |state| {
            state.progresses.values().all(|progress| *progress != "begin").then_some(())
        })
        .await;
    }

    /// Looks at the end that the server kept to what was agreed.
    pub(crate) fn nothing_is_left(&self) {
        let state = self.shared.lock();
        let log = || state.log.join("\n");
        assert!(state.wrongs.is_empty(), "{:#?}\n{}", state.wrongs, log());
        assert!(state.open_ids.is_empty(), "never answered: {:?}\n{}", state.open_ids, log());
        assert!(state.answers.is_empty(), "answers that no test took: {:?}\n{}", state.answers, log());
        let open: Vec<_> = state.progresses.iter().filter(|(_, state)| **state == "begin").collect();
        assert!(open.is_empty(), "progresses without an end: {open:?}\n{}", log());
    }
}

async fn read(
    mut input: impl AsyncRead + Unpin,
    shared: Arc<Shared>,
    output: mpsc::WeakUnboundedSender<Vec<u8>>,
) {
    let mut frames = FrameReader::default();
    let mut chunk = vec![0; 1 << 16];
    loop {
        let length = input.read(&mut chunk).await.unwrap_or(0);
        if length == 0 {
            shared.lock().closed = true;
            shared.news.notify_waiters();
            return;
        }
        frames.push(&chunk[..length]);
        while let Some(frame) = frames.next_frame() {
            let message: Value = serde_json::from_slice(&frame.expect("a good frame")).expect("JSON");
            let reply = shared.lock().take(message);
            if let (Some(reply), Some(output)) = (reply, output.upgrade()) {
                let body = reply.to_string();
                // The server may have ended meanwhile.
                let _ = output.send(format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes());
            }
            shared.news.notify_waiters();
        }
    }
}
