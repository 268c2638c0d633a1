//! Folders, renamed files and files that the client watches for us.

use crate::lsp::backend::Server;
use pyflow_core::uri;
use std::sync::Arc;
use tower_lsp::lsp_types::{
    DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams, RenameFilesParams, WorkspaceFolder,
};

pub(crate) fn did_change_folders(server: &Arc<Server>, params: DidChangeWorkspaceFoldersParams) {
    let uris = |folders: Vec<WorkspaceFolder>| -> Vec<String> {
        folders.into_iter().map(|folder| folder.uri.to_string()).collect()
    };
    let (added, removed) = (uris(params.event.added), uris(params.event.removed));
    server.session.change_folders(&added, &removed);
    let settings_are_missing = !added.is_empty();
    server.engine.folders(added, removed);
    if settings_are_missing {
        super::configuration::pull(server);
    }
}

pub(crate) fn did_change_files(server: &Server, params: &DidChangeWatchedFilesParams) {
    server.engine.files_changed(params.changes.iter().filter_map(|c| uri::to_path(c.uri.as_str())).collect());
}

/// The session follows the file. Most clients send didClose and didOpen as well.
pub(crate) fn did_rename_files(server: &Server, params: &RenameFilesParams) {
    for file in &params.files {
        server.engine.renamed(&server.session.spelling(&file.old_uri), &file.new_uri);
    }
}
