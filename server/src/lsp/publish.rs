//! Diagnostics: what the client has of each document, and what it gets when that changes.
//!
//! One owner, the event task, so that what was found last is sent last. The engine has merged what different runs
//! found; here it becomes the protocol's, with the version of the text that the ranges are for.

use super::backend::Server;
use super::convert;
use pyflow_core::ids::DocumentId;
use pyflow_engine::api::Findings;
use serde_json::{Value, json};
use std::collections::HashMap;

/// What was sent.
#[derive(Debug, Default)]
pub(crate) struct Publisher {
    sent: HashMap<DocumentId, Sent>,
}

#[derive(Debug)]
struct Sent {
    uri: String,
    diagnostics: Value,
}

impl Publisher {
    /// Sends a document's diagnostics, unless the client has just these.
    pub(crate) async fn publish(&mut self, server: &Server, document: &DocumentId) {
        // A document that was closed meanwhile has none.
        let findings = server.engine.findings(document).await.unwrap_or_default();
        let uri = match self.sent.get(document) {
            _ if !findings.uri.is_empty() => findings.uri.clone(),
            Some(sent) => sent.uri.clone(),
            None => return,
        };
        let diagnostics = diagnostics(server, &findings);
        if self.sent.get(document).is_some_and(|sent| sent.diagnostics == diagnostics && sent.uri == uri) {
            return;
        }
        let mut params = json!({"uri": uri, "diagnostics": diagnostics});
        if let (Some(version), Some(members)) = (findings.version, params.as_object_mut()) {
            members.insert("version".to_owned(), version.into());
        }
        server.client.notify("textDocument/publishDiagnostics", params).await;
        if findings.items.is_empty() && findings.snapshot.is_none() {
            self.sent.remove(document);
        } else {
            self.sent.insert(document.clone(), Sent { uri, diagnostics });
        }
    }
}

fn diagnostics(server: &Server, findings: &Findings) -> Value {
    let flags = server.session.flags();
    let all: Vec<_> =
        findings.items.iter().map(|finding| convert::diagnostic(findings, finding, flags)).collect();
    serde_json::to_value(all).unwrap_or_else(|error| {
        tracing::error!("diagnostics could not be written as JSON: {error}");
        Value::Array(Vec::new())
    })
}
