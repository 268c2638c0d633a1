//! Notebooks: `notebookDocument/*`, which lsp-types 0.94 does not know.
//!
//! A cell is a document like any other, with a URI of its own; the cells of one notebook share a session. Only the cells
//! that a notebook has are kept here, to close what a client forgets to.

use super::backend::Server;
use super::convert;
use pyflow_core::ids::DocumentId;
use pyflow_engine::document_id;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tower_lsp::lsp_types::TextDocumentContentChangeEvent;

/// The open notebooks, and the URIs of their cells in the client's spelling.
#[derive(Debug, Default)]
pub(crate) struct Notebooks(Mutex<HashMap<DocumentId, BTreeMap<DocumentId, String>>>);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DidOpen {
    notebook_document: Named,
    #[serde(default)]
    cell_text_documents: Vec<Cell>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DidChange {
    notebook_document: Named,
    change: Change,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DidClose {
    notebook_document: Named,
}

/// A document by its URI; a version, where there is one, is the cell's.
#[derive(Debug, Deserialize)]
struct Named {
    uri: String,
    #[serde(default)]
    version: i32,
}

/// `TextDocumentItem`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Cell {
    uri: String,
    language_id: String,
    #[serde(default)]
    version: i32,
    text: String,
}

/// `NotebookDocumentChangeEvent`; metadata and outputs are of no interest here.
#[derive(Debug, Deserialize)]
struct Change {
    #[serde(default)]
    cells: CellChanges,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CellChanges {
    structure: Option<Structure>,
    #[serde(default)]
    text_content: Vec<TextContent>,
}

/// Which cells came and went. Where they stand in the notebook decides nothing here.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Structure {
    #[serde(default)]
    did_open: Vec<Cell>,
    #[serde(default)]
    did_close: Vec<Named>,
}

#[derive(Debug, Deserialize)]
struct TextContent {
    document: Named,
    #[serde(default)]
    changes: Vec<TextDocumentContentChangeEvent>,
}

impl Notebooks {
    /// Whether a document is a notebook's cell.
    pub(crate) fn have_cell(&self, document: &DocumentId) -> bool {
        self.lock().values().any(|cells| cells.contains_key(document))
    }

    fn add(&self, notebook: &str, cell: &str) {
        self.lock().entry(document_id(notebook)).or_default().insert(document_id(cell), cell.to_owned());
    }

    fn remove(&self, notebook: &str, cell: &str) {
        if let Some(cells) = self.lock().get_mut(&document_id(notebook)) {
            cells.remove(&document_id(cell));
        }
    }

    fn take(&self, notebook: &str) -> Vec<String> {
        self.lock().remove(&document_id(notebook)).unwrap_or_default().into_values().collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<DocumentId, BTreeMap<DocumentId, String>>> {
        // Each change is one call on a map, which is whole after a panic elsewhere.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Code cells in Python, of any kind of notebook.
pub(crate) fn registration() -> Value {
    json!({
        "id": "pyflow-notebooks",
        "method": "notebookDocument/sync",
        "registerOptions": {"notebookSelector": [{"notebook": "*", "cells": [{"language": "python"}]}], "save": false},
    })
}

pub(crate) fn did_open(server: &Server, params: Value) {
    let Some(params) = read::<DidOpen>("notebookDocument/didOpen", params) else { return };
    for cell in params.cell_text_documents {
        open(server, &params.notebook_document.uri, cell);
    }
}

pub(crate) fn did_change(server: &Server, params: Value) {
    let Some(params) = read::<DidChange>("notebookDocument/didChange", params) else { return };
    let notebook = &params.notebook_document.uri;
    if let Some(structure) = params.change.cells.structure {
        for cell in structure.did_close {
            close(server, notebook, &cell.uri);
        }
        for cell in structure.did_open {
            open(server, notebook, cell);
        }
    }
    for content in params.change.cells.text_content {
        let uri = server.session.spelling(&content.document.uri);
        server.session.touched(&uri, None);
        let changes = convert::changes(content.changes);
        server.engine.change(&uri, content.document.version, changes, server.session.flags().encoding);
    }
}

pub(crate) fn did_close(server: &Server, params: Value) {
    let Some(params) = read::<DidClose>("notebookDocument/didClose", params) else { return };
    let notebook = params.notebook_document.uri;
    for cell in server.notebooks.take(&notebook) {
        server.engine.close(&cell);
        server.session.forget(&cell);
    }
    // The session of them all.
    server.engine.close(&notebook);
}

fn open(server: &Server, notebook: &str, cell: Cell) {
    server.session.keep_spelling(&cell.uri);
    server.session.touched(&cell.uri, None);
    server.notebooks.add(notebook, &cell.uri);
    server.engine.group(&cell.uri, notebook);
    server.engine.open(&cell.uri, &cell.language_id, cell.version, cell.text);
}

fn close(server: &Server, notebook: &str, cell: &str) {
    server.notebooks.remove(notebook, cell);
    server.engine.close(&server.session.spelling(cell));
    server.session.forget(cell);
}

fn read<T: serde::de::DeserializeOwned>(method: &str, params: Value) -> Option<T> {
    serde_json::from_value(params).inspect_err(|error| tracing::warn!("{method} was ignored: {error}")).ok()
}
