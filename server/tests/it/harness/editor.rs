//! What an editor does with the messages of a server, and what a server must not send to it.

use super::Profile;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap, HashSet};

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) profile: Option<Profile>,
    pub(super) capabilities: Value,
    pub(super) offered: Value,
    /// Everything in order, for the reader of a failed test.
    pub(super) log: Vec<String>,
    /// Messages of the server's, in order.
    pub(super) received: Vec<Value>,
    pub(super) open_ids: HashSet<u64>,
    pub(super) answers: HashMap<u64, Value>,
    pub(super) documents: BTreeMap<String, Document>,
    /// What the editor shows.
    pub(super) diagnostics: BTreeMap<String, Vec<Value>>,
    pub(super) settings: Value,
    pub(super) progresses: HashMap<String, &'static str>,
    pub(super) wrongs: Vec<String>,
    /// Requests that are to be answered in a way of the test's own.
    pub(super) own_answers: HashMap<String, Value>,
    pub(super) closed: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Document {
    pub(super) version: i64,
    pub(super) text: String,
}

impl State {
    /// Takes a message of the server's; what the editor answers, if it is a request.
    pub(super) fn take(&mut self, message: Value) -> Option<Value> {
        self.log.push(format!("← {:.400}", message.to_string()));
        if message.get("method").is_none() {
            let id = message["id"].as_u64();
            match id {
                Some(id) if self.open_ids.remove(&id) => drop(self.answers.insert(id, message)),
                _ => self.wrongs.push(format!("an answer to nothing: {message}")),
            }
            return None;
        }
        let method = message["method"].as_str().unwrap_or_default().to_owned();
        let id = message.get("id").cloned();
        let params = message["params"].clone();
        self.received.push(message);
        match id {
            None => {
                self.notified(&method, &params);
                None
            }
            Some(id) => {
                if let Some(answer) = self.own_answers.get(&method) {
                    return (!answer.is_null())
                        .then(|| json!({"jsonrpc": "2.0", "id": id, "result": answer}));
                }
                let Some(result) = self.asked(&method, &params) else {
                    let error = json!({"code": -32601, "message": format!("no handler for {method}")});
                    return Some(json!({"jsonrpc": "2.0", "id": id, "error": error}));
                };
                Some(json!({"jsonrpc": "2.0", "id": id, "result": result}))
            }
        }
    }

    fn announced(&mut self, what: &str, path: &str) {
        if self.capabilities.pointer(path) != Some(&Value::Bool(true)) {
            self.wrongs.push(format!("{what} was sent to a client that does not announce it"));
        }
    }

    /// What the editor answers; None is MethodNotFound.
    fn asked(&mut self, method: &str, params: &Value) -> Option<Value> {
        match method {
            "workspace/configuration" => {
                self.announced(method, "/workspace/configuration");
                let items = params["items"].as_array().unwrap();
                let section = |item: &Value| {
                    let mut parts = item["section"].as_str().unwrap_or_default().split('.');
                    parts.try_fold(&self.settings, |value, part| value.get(part)).cloned().unwrap_or_default()
                };
                Some(items.iter().map(section).collect())
            }
            "client/registerCapability" => {
                for registration in params["registrations"].as_array().unwrap() {
                    let path = match registration["method"].as_str().unwrap() {
                        "workspace/didChangeConfiguration" => {
                            "/workspace/didChangeConfiguration/dynamicRegistration"
                        }
                        "workspace/didChangeWatchedFiles" => {
                            "/workspace/didChangeWatchedFiles/dynamicRegistration"
                        }
                        "notebookDocument/sync" => "/notebookDocument/synchronization/dynamicRegistration",
                        other => panic!("{other} is registered"),
                    };
                    self.announced("a registration", path);
                }
                Some(Value::Null)
            }
            "window/workDoneProgress/create" => {
                self.announced(method, "/window/workDoneProgress");
                self.progresses.insert(params["token"].as_str().unwrap().to_owned(), "created");
                Some(Value::Null)
            }
            "workspace/applyEdit" => {
                self.announced(method, "/workspace/applyEdit");
                Some(json!({"applied": true}))
            }
            "window/showDocument" => {
                self.announced(method, "/window/showDocument/support");
                Some(json!({"success": true}))
            }
            "workspace/inlayHint/refresh" => {
                self.announced(method, "/workspace/inlayHint/refreshSupport");
                Some(Value::Null)
            }
            "workspace/codeLens/refresh" => {
                self.announced(method, "/workspace/codeLens/refreshSupport");
                Some(Value::Null)
            }
            _ => None,
        }
    }

    fn notified(&mut self, method: &str, params: &Value) {
        match method {
            "textDocument/publishDiagnostics" => self.published(params),
            "$/progress" => self.progressed(params),
            _ if method.starts_with("pyflow/") => {
                let name = method.trim_start_matches("pyflow/");
                self.announced(method, &format!("/experimental/pyflow/{name}"));
            }
            _ => {}
        }
    }

    fn published(&mut self, params: &Value) {
        let uri = params["uri"].as_str().unwrap().to_owned();
        let list = params["diagnostics"].as_array().unwrap().clone();
        let announced = self.capabilities["textDocument"]["publishDiagnostics"].clone();
        for diagnostic in &list {
            for (member, flag) in [
                ("relatedInformation", "relatedInformation"),
                ("codeDescription", "codeDescriptionSupport"),
                ("data", "dataSupport"),
            ] {
                if diagnostic.get(member).is_some() && announced[flag] != true {
                    self.wrongs.push(format!("{member} in a diagnostic was not announced"));
                }
            }
            if diagnostic["source"] != "pyflow" || !diagnostic["code"].is_string() {
                self.wrongs.push(format!("no source or code: {diagnostic}"));
            }
        }
        let helix = matches!(self.profile, Some(Profile::Helix | Profile::Helix2501));
        if let (Some(document), Some(version)) = (self.documents.get(&uri), params["version"].as_i64()) {
            if version > document.version {
                self.wrongs.push(format!("diagnostics for version {version}, which is still to come"));
            }
            // Helix drops the whole message unless it is for the text of this moment.
            if helix && version != document.version {
                return;
            }
        }
        self.diagnostics.insert(uri, list);
    }

    fn progressed(&mut self, params: &Value) {
        let token = params["token"].as_str().unwrap_or_default().to_owned();
        let kind = params["value"]["kind"].as_str().unwrap_or_default().to_owned();
        let before = self.progresses.get(&token).copied().unwrap_or("unknown");
        let after = match (before, kind.as_str()) {
            ("created", "begin") | ("begin", "report") => "begin",
            ("begin", "end") => "ended",
            _ => {
                self.wrongs.push(format!("progress {token}: {kind} after {before}"));
                return;
            }
        };
        self.progresses.insert(token, after);
    }
}
