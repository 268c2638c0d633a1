//! What the client can do, as flags that are read once, and what the server offers.
//!
//! Flags come from the JSON as it was sent: lsp-types 0.94 misspells `workspace.diagnostics` and knows no notebooks,
//! and one member of an odd type must not cost the client the whole server.

use super::commands;
use pyflow_core::text::encoding::PositionEncoding;
use serde_json::Value;
use tower_lsp::lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, ExecuteCommandOptions,
    FileOperationFilter, FileOperationPattern, FileOperationPatternKind, FileOperationRegistrationOptions,
    HoverProviderCapability, OneOf, PositionEncodingKind, SaveOptions, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    WorkspaceFileOperationsServerCapabilities, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};

/// What the client announced.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ClientFlags {
    pub(crate) encoding: PositionEncoding,
    pub(crate) progress: bool,
    pub(crate) show_document: bool,
    pub(crate) configuration: bool,
    pub(crate) configuration_registration: bool,
    pub(crate) watched_files_registration: bool,
    pub(crate) relative_patterns: bool,
    pub(crate) notebook_registration: bool,
    pub(crate) lens_refresh: bool,
    pub(crate) hint_refresh: bool,
    pub(crate) document_changes: bool,
    pub(crate) related_information: bool,
    pub(crate) code_description: bool,
    pub(crate) diagnostic_data: bool,
    pub(crate) action_literals: bool,
    pub(crate) action_preferred: bool,
    pub(crate) action_data: bool,
    pub(crate) hover_markdown: bool,
    pub(crate) extensions: Extensions,
}

/// The methods of our own that the client takes: `experimental.pyflow.<name>: true`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Extensions {
    pub(crate) run: bool,
    pub(crate) output: bool,
    pub(crate) display: bool,
    pub(crate) input: bool,
}

impl ClientFlags {
    /// From the `capabilities` of `initialize`. What is absent or of another type is "no".
    pub(crate) fn read(capabilities: &Value) -> Self {
        let is = |path: &str| capabilities.pointer(path).and_then(Value::as_bool).unwrap_or(false);
        let has = |path: &str| capabilities.pointer(path).is_some_and(|value| !value.is_null());
        let list = |path: &str| {
            capabilities.pointer(path).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
        };
        Self {
            encoding: encoding(list("/general/positionEncodings")),
            progress: is("/window/workDoneProgress"),
            show_document: is("/window/showDocument/support"),
            configuration: is("/workspace/configuration"),
            configuration_registration: is("/workspace/didChangeConfiguration/dynamicRegistration"),
            watched_files_registration: is("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            relative_patterns: is("/workspace/didChangeWatchedFiles/relativePatternSupport"),
            notebook_registration: is("/notebookDocument/synchronization/dynamicRegistration"),
            lens_refresh: is("/workspace/codeLens/refreshSupport"),
            hint_refresh: is("/workspace/inlayHint/refreshSupport"),
            document_changes: is("/workspace/workspaceEdit/documentChanges"),
            related_information: is("/textDocument/publishDiagnostics/relatedInformation"),
            code_description: is("/textDocument/publishDiagnostics/codeDescriptionSupport"),
            diagnostic_data: is("/textDocument/publishDiagnostics/dataSupport"),
            action_literals: has("/textDocument/codeAction/codeActionLiteralSupport"),
            action_preferred: is("/textDocument/codeAction/isPreferredSupport"),
            action_data: is("/textDocument/codeAction/dataSupport"),
            hover_markdown: markdown_first(list("/textDocument/hover/contentFormat")),
            extensions: Extensions {
                run: is("/experimental/pyflow/run"),
                output: is("/experimental/pyflow/output"),
                display: is("/experimental/pyflow/display"),
                input: is("/experimental/pyflow/input"),
            },
        }
    }
}

/// UTF-8 when it is offered, since texts are UTF-8 inside; else what each client has to know.
fn encoding(offered: &[Value]) -> PositionEncoding {
    if offered.iter().any(|name| name == "utf-8") { PositionEncoding::Utf8 } else { PositionEncoding::Utf16 }
}

/// The formats stand in the client's order of preference; one that says nothing takes plain text.
fn markdown_first(formats: &[Value]) -> bool {
    formats
        .iter()
        .find(|format| *format == "markdown" || *format == "plaintext")
        .is_some_and(|f| f == "markdown")
}

/// What the server offers.
pub(crate) fn offered(flags: &ClientFlags) -> ServerCapabilities {
    let mut commands: Vec<String> = commands::NAMES.iter().map(|name| (*name).to_owned()).collect();
    if !flags.action_literals {
        commands.push(commands::APPLY_FIX.to_owned());
    }
    let renames = FileOperationRegistrationOptions {
        filters: vec![FileOperationFilter {
            scheme: Some("file".to_owned()),
            pattern: FileOperationPattern {
                glob: "**/*.py".to_owned(),
                matches: Some(FileOperationPatternKind::File),
                options: None,
            },
        }],
    };
    ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::new(flags.encoding.as_str())),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        inlay_hint_provider: Some(OneOf::Left(true)),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands,
            ..ExecuteCommandOptions::default()
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: Some(WorkspaceFileOperationsServerCapabilities {
                did_rename: Some(renames),
                ..WorkspaceFileOperationsServerCapabilities::default()
            }),
        }),
        ..ServerCapabilities::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn nothing_announced_is_nothing_used() {
        for odd in
            [json!(null), json!({}), json!([1]), json!({"window": 1, "general": {"positionEncodings": 5}})]
        {
            assert_eq!(ClientFlags::read(&odd), ClientFlags::default());
        }
    }

    #[test]
    fn utf_8_is_taken_when_it_is_offered() {
        for (offered, chosen) in [
            (json!(["utf-16"]), PositionEncoding::Utf16),
            (json!(["utf-16", "utf-32", "utf-8"]), PositionEncoding::Utf8),
            (json!(["utf-32"]), PositionEncoding::Utf16),
            (json!([]), PositionEncoding::Utf16),
        ] {
            let flags = ClientFlags::read(&json!({"general": {"positionEncodings": offered}}));
            assert_eq!(flags.encoding, chosen);
        }
    }

    #[test]
    fn hovers_are_in_the_first_known_format() {
        for (formats, markdown) in [
            (json!(["markdown", "plaintext"]), true),
            (json!(["plaintext", "markdown"]), false),
            (json!(["html", "markdown"]), true),
            (json!([]), false),
        ] {
            let flags = ClientFlags::read(&json!({"textDocument": {"hover": {"contentFormat": formats}}}));
            assert_eq!(flags.hover_markdown, markdown);
        }
    }
}
