//! The router's view of the server. It only forwards: each method is a file of `handlers`.

use super::client::ClientPort;
use super::notebook::{self, Notebooks};
use super::session::Session;
use super::{commands, handlers};
use pyflow_engine::EngineHandle;
use serde_json::Value;
use std::sync::Arc;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    CodeActionParams, CodeActionResponse, CodeLens, CodeLensParams, DidChangeConfigurationParams,
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams, ExecuteCommandParams,
    Hover, HoverParams, InitializeParams, InitializeResult, InitializedParams, InlayHint, InlayHintParams,
    RenameFilesParams,
};
use tower_lsp::{ClientSocket, LanguageServer, LspService};

/// What a handler works with.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) engine: EngineHandle,
    pub(crate) client: ClientPort,
    pub(crate) session: Arc<Session>,
    pub(crate) notebooks: Notebooks,
}

/// The language server. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Backend(pub(crate) Arc<Server>);

/// The service that the transport serves, and the server behind it.
pub(crate) fn service(
    engine: EngineHandle,
    session: Arc<Session>,
) -> (LspService<Backend>, ClientSocket, Arc<Server>) {
    let (service, socket) = LspService::build(|client| {
        Backend(Arc::new(Server {
            engine,
            client: ClientPort::new(client),
            session,
            notebooks: Notebooks::default(),
        }))
    })
    .custom_method("window/workDoneProgress/cancel", Backend::cancel_progress)
    .custom_method("notebookDocument/didOpen", Backend::open_notebook)
    .custom_method("notebookDocument/didChange", Backend::change_notebook)
    .custom_method("notebookDocument/didClose", Backend::close_notebook)
    .custom_method("notebookDocument/didSave", Backend::save_notebook)
    .custom_method("$/setTrace", Backend::set_trace)
    .finish();
    let server = Arc::clone(&service.inner().0);
    (service, socket, server)
}

#[tower_lsp::async_trait]
impl LanguageServer for Backend {
    async fn initialize(&self, _: InitializeParams) -> Result<InitializeResult> {
        Ok(handlers::initialize::initialize(&self.0))
    }

    async fn initialized(&self, _: InitializedParams) {
        handlers::initialize::initialized(&self.0);
    }

    async fn shutdown(&self) -> Result<()> {
        handlers::shutdown::shutdown(&self.0).await;
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        handlers::documents::did_open(&self.0, params);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        handlers::documents::did_change(&self.0, params);
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        handlers::documents::did_save(&self.0, &params);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        handlers::documents::did_close(&self.0, &params);
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        handlers::workspace::did_change_folders(&self.0, params);
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        handlers::configuration::did_change(&self.0, params);
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        handlers::workspace::did_change_files(&self.0, &params);
    }

    async fn did_rename_files(&self, params: RenameFilesParams) {
        handlers::workspace::did_rename_files(&self.0, &params);
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        commands::execute(&self.0, params).await
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        handlers::hover::hover(&self.0, params).await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        handlers::code_action::code_action(&self.0, params).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        handlers::code_lens::code_lens(&self.0, &params).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        handlers::inlay_hint::inlay_hint(&self.0, params).await
    }
}

impl Backend {
    async fn cancel_progress(&self, params: Value) {
        handlers::progress_cancel::cancel(&self.0, &params).await;
    }

    #[expect(clippy::unused_async, reason = "the router takes async functions")]
    async fn open_notebook(&self, params: Value) {
        notebook::did_open(&self.0, params);
    }

    #[expect(clippy::unused_async, reason = "the router takes async functions")]
    async fn change_notebook(&self, params: Value) {
        notebook::did_change(&self.0, params);
    }

    #[expect(clippy::unused_async, reason = "the router takes async functions")]
    async fn close_notebook(&self, params: Value) {
        notebook::did_close(&self.0, params);
    }

    /// Nothing runs because something was saved.
    #[expect(clippy::unused_async, reason = "the router takes async functions")]
    async fn save_notebook(&self, _: Value) {}

    /// Nothing is traced to the client, at whatever level: contents of files would be mirrored.
    #[expect(clippy::unused_async, reason = "the router takes async functions")]
    async fn set_trace(&self, _: Value) {}
}
