//! `textDocument/didOpen`, `didChange`, `didSave`, `didClose`: all that is done is to tell the engine, in order.

use crate::lsp::backend::Server;
use crate::lsp::convert;
use tower_lsp::lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, Range,
};

pub(crate) fn did_open(server: &Server, params: DidOpenTextDocumentParams) {
    let document = params.text_document;
    let uri = server.session.spelling(document.uri.as_str());
    server.session.touched(&uri, None);
    server.engine.open(&uri, &document.language_id, document.version, document.text);
}

pub(crate) fn did_change(server: &Server, params: DidChangeTextDocumentParams) {
    let uri = server.session.spelling(params.text_document.uri.as_str());
    let place = params.content_changes.last().and_then(|change| change.range).map(|range| range.start);
    server.session.touched(&uri, place.map(|at| Range { start: at, end: at }));
    let changes = convert::changes(params.content_changes);
    server.engine.change(&uri, params.text_document.version, changes, server.session.flags().encoding);
}

pub(crate) fn did_save(server: &Server, params: &DidSaveTextDocumentParams) {
    server.engine.saved(&server.session.spelling(params.text_document.uri.as_str()));
}

pub(crate) fn did_close(server: &Server, params: &DidCloseTextDocumentParams) {
    let uri = server.session.spelling(params.text_document.uri.as_str());
    server.engine.close(&uri);
    server.session.forget(&uri);
}
