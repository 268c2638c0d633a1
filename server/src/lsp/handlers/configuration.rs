//! The client's settings: `workspace/configuration` and `workspace/didChangeConfiguration`.

use crate::lsp::backend::Server;
use crate::lsp::client::ANSWER;
use pyflow_engine::ClientConfig;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tower_lsp::lsp_types::DidChangeConfigurationParams;

/// How long runs wait for settings that the client was asked for. What comes later still counts, for later runs.
const HELD_BACK: Duration = Duration::from_secs(2);

/// Settings in the notification count unless they can be asked for: then they are asked for, folder by folder.
pub(crate) fn did_change(server: &Arc<Server>, params: DidChangeConfigurationParams) {
    if server.session.flags().configuration {
        pull(server);
    } else if !params.settings.is_null() {
        configure(server, params.settings, None);
    }
}

/// Asks the client for its settings, in a task. What needs them waits for it, but not for ever.
pub(crate) fn pull(server: &Arc<Server>) {
    if !server.session.flags().configuration {
        // Held and let go at once: nothing will come.
        drop(server.session.hold_back());
        return;
    }
    let mut scopes: Vec<Option<String>> = server.session.folders().into_iter().map(Some).collect();
    if scopes.is_empty() {
        scopes.push(None);
    }
    let items: Vec<Value> = scopes
        .iter()
        .map(|scope| match scope {
            Some(uri) => json!({"scopeUri": uri, "section": "pyflow"}),
            None => json!({"section": "pyflow"}),
        })
        .collect();
    let asked = server.client.ask("workspace/configuration", json!({ "items": items }));
    let hold = server.session.hold_back();
    let server = Arc::clone(server);
    tokio::spawn(async move {
        let mut hold = hold;
        let mut answer = std::pin::pin!(asked.within(ANSWER));
        let mut in_time = tokio::time::timeout(HELD_BACK, &mut answer).await.ok();
        if in_time.is_none() {
            drop(hold.take());
            in_time = Some(answer.await);
        }
        // Null, too few items and a refusal all mean that nothing is set there.
        if let Some(Some(Value::Array(settings))) = in_time {
            for (folder, settings) in scopes.into_iter().zip(settings) {
                configure(&server, settings, folder);
            }
        }
        drop(hold);
    });
}

fn configure(server: &Server, settings: Value, folder: Option<String>) {
    server.session.keep_settings(&settings);
    server.engine.configure(ClientConfig { settings, folder, ..ClientConfig::default() });
}
