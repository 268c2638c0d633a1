//! What is looked at in a message before the router makes types of it.

use super::session::Session;
use super::transport::Intake;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use tower_lsp::jsonrpc::Request;
use tower_lsp::lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
};

/// Keeps `initialize` and the spelling of URIs as they were sent, and logs what the router is going to drop.
pub(crate) fn intake(session: Arc<Session>) -> Intake {
    Box::new(move |request| {
        match request.method() {
            "initialize" => return bare_initialize(&session, request),
            "textDocument/didOpen" => {
                if let Some(uri) = request.params().and_then(|p| p.pointer("/textDocument/uri")?.as_str()) {
                    session.keep_spelling(uri);
                }
            }
            _ => {}
        }
        if let Some(problem) = request.params().and_then(|params| misfit(request.method(), params)) {
            tracing::warn!("{} was ignored: {problem}", request.method());
        }
        request
    })
}

/// `initialize` with nothing in it that the types could refuse: its handler reads what the session keeps.
fn bare_initialize(session: &Session, request: Request) -> Request {
    let (method, id, params) = request.into_parts();
    session.keep_initialize(params.unwrap_or_default());
    let bare = Request::build(method).params(json!({"capabilities": {}}));
    match id {
        Some(id) => bare.id(id).finish(),
        None => bare.finish(),
    }
}

/// Why a notification's params do not fit its type, in which case the router drops it without a word.
fn misfit(method: &str, params: &Value) -> Option<String> {
    fn of<'de, T: Deserialize<'de>>(params: &'de Value) -> Option<String> {
        T::deserialize(params).err().map(|error| error.to_string())
    }
    match method {
        "textDocument/didOpen" => of::<DidOpenTextDocumentParams>(params),
        "textDocument/didChange" => of::<DidChangeTextDocumentParams>(params),
        "textDocument/didClose" => of::<DidCloseTextDocumentParams>(params),
        "textDocument/didSave" => of::<DidSaveTextDocumentParams>(params),
        "workspace/didChangeWatchedFiles" => of::<DidChangeWatchedFilesParams>(params),
        "workspace/didChangeWorkspaceFolders" => of::<DidChangeWorkspaceFoldersParams>(params),
        _ => None,
    }
}
