//! `initialize` and `initialized`.

use super::configuration;
use crate::lsp::backend::Server;
use crate::lsp::capabilities::{ClientFlags, offered};
use crate::lsp::client::ANSWER;
use crate::lsp::notebook;
use pyflow_core::uri;
use pyflow_engine::ClientConfig;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use tower_lsp::lsp_types::{InitializeResult, ServerInfo};

/// The id of the registration for watched files; the same would take it back.
const WATCH: &str = "pyflow-watch";
/// Files that an interpreter or a setting is found by.
const WATCHED: [&str; 4] = ["**/pyproject.toml", "**/.env", "**/.python-version", "**/pyvenv.cfg"];

/// Answers in no time: nothing is looked up before the client has its answer.
pub(crate) fn initialize(server: &Server) -> InitializeResult {
    let params = server.session.take_initialize();
    let flags = ClientFlags::read(params.get("capabilities").unwrap_or(&Value::Null));
    let capabilities = offered(&flags);
    let options = params.get("initializationOptions").cloned().unwrap_or_default();
    server.session.keep_settings(&options);
    let process = params.get("processId").and_then(Value::as_u64).and_then(|id| u32::try_from(id).ok());
    server.session.set_client_process(process);
    let folders = folders(&params);
    server.session.change_folders(&folders, &[]);
    server.engine.folders(folders, Vec::new());
    server.engine.configure(ClientConfig {
        trusted: Some(trusted(&options)),
        settings: options,
        folder: None,
        locale: params.get("locale").and_then(Value::as_str).map(str::to_owned),
        asks_input: Some(flags.extensions.input),
    });
    server.session.set_flags(flags);
    InitializeResult {
        capabilities,
        server_info: Some(ServerInfo {
            name: "pyflow".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

/// Registers and asks for settings, in tasks: the client may take its time.
pub(crate) fn initialized(server: &Arc<Server>) {
    configuration::pull(server);
    let flags = server.session.flags();
    let mut registrations = Vec::new();
    if flags.configuration_registration {
        registrations.push(json!({
            "id": "pyflow-configuration",
            "method": "workspace/didChangeConfiguration",
            "registerOptions": {"section": "pyflow"},
        }));
    }
    if flags.watched_files_registration {
        let watchers: Vec<Value> = WATCHED.iter().map(|glob| json!({ "globPattern": glob })).collect();
        registrations.push(json!({
            "id": WATCH,
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": {"watchers": watchers},
        }));
    }
    if flags.notebook_registration {
        registrations.push(notebook::registration());
    }
    // One request each: a client that refuses one still takes the others.
    for registration in registrations {
        let asked =
            server.client.ask("client/registerCapability", json!({ "registrations": [registration] }));
        tokio::spawn(asked.within(ANSWER));
    }
}

/// The workspace's folders, by whichever of the three ways the client names them.
fn folders(params: &Value) -> Vec<String> {
    let folders =
        params.get("workspaceFolders").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let uris = folders.iter().filter_map(|folder| folder.get("uri")?.as_str()).map(str::to_owned);
    let uris: Vec<String> = uris.collect();
    if !uris.is_empty() {
        return uris;
    }
    let text = |key: &str| params.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    if let Some(root) = text("rootUri") {
        return vec![root.to_owned()];
    }
    // Helix without a project sends the folder it was started in as `rootPath`, and says by `rootUri: null` with
    // empty folders that it is no workspace. Then the file's own folder counts.
    let said_none = params.get("workspaceFolders").is_some_and(Value::is_array);
    let root = text("rootPath").filter(|root| !said_none && Path::new(root).is_absolute());
    root.map(|root| vec![uri::from_path(Path::new(root))]).unwrap_or_default()
}

/// Whether the client says that its user trusts the workspace. Only `true` is yes.
fn trusted(options: &Value) -> bool {
    let said = options
        .get("trusted")
        .or_else(|| options.pointer("/pyflow/trusted"))
        .or_else(|| options.get("pyflow.trusted"));
    said == Some(&Value::Bool(true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_found_by_each_way_to_name_them() {
        for (params, want) in [
            (
                json!({"workspaceFolders": [{"uri": "file:///w", "name": "w"}], "rootUri": "file:///x"}),
                vec!["file:///w"],
            ),
            (json!({"workspaceFolders": null, "rootUri": "file:///x"}), vec!["file:///x"]),
            (json!({"workspaceFolders": [], "rootUri": null, "rootPath": "/w"}), vec![]),
            (json!({"rootPath": "/w w"}), vec!["file:///w%20w"]),
            (json!({}), vec![]),
            (json!({"workspaceFolders": [5, {"name": "n"}]}), vec![]),
        ] {
            assert_eq!(folders(&params), want, "{params}");
        }
    }

    #[test]
    fn only_true_is_trust() {
        for (options, trust) in [
            (json!({"trusted": true}), true),
            (json!({"pyflow": {"trusted": true}}), true),
            (json!({"trusted": "yes"}), false),
            (json!({"trusted": 1}), false),
            (json!(null), false),
        ] {
            assert_eq!(trusted(&options), trust, "{options}");
        }
    }
}
