//! Commands that show or remove what is known of a document.

use super::{Arguments, answered};
use crate::lsp::backend::Server;
use crate::lsp::client::{ANSWER, ClientPort, MessageKind};
use crate::lsp::convert;
use pyflow_core::uri;
use pyflow_engine::api::{EngineError, Fix};
use pyflow_engine::document_id;
use pyflow_engine::wire;
use serde_json::{Value, json};
use std::path::Path;
use tower_lsp::jsonrpc::{Error, Result};

/// Applies a fix, for clients whose code actions can only be commands. Not offered by name.
pub(crate) const APPLY_FIX: &str = "pyflow.applyFix";

pub(super) async fn explain(server: &Server, given: &Arguments) -> Result<Value> {
    let uri = given.document(&server.session)?;
    let encoding = server.session.flags().encoding;
    let at = given.position(&uri, &server.session)?.map(|at| convert::spot(at, encoding));
    let explained = server.engine.explain(&document_id(&uri), at).await;
    explained
        .map(|explained| json!({ "markdown": explained.markdown }))
        .map_err(|error| convert::error(&error))
}

/// Opens the file with the output; where the client can't do that, says where it is.
pub(super) async fn output(server: &Server, given: &Arguments) -> Result<Value> {
    let document = document_id(&given.document(&server.session)?);
    let path = server.engine.output(&document).await.map_err(|error| convert::error(&error))?;
    let uri = uri::from_path(&path);
    let client = server.client.clone();
    if server.session.flags().show_document {
        let asked = client.ask("window/showDocument", json!({"uri": uri, "takeFocus": true}));
        tokio::spawn(async move {
            let answer = asked.within(ANSWER).await.unwrap_or_default();
            if answer.get("success").and_then(Value::as_bool) != Some(true) {
                say_where(&client, &path).await;
            }
        });
    } else {
        say_where(&client, &path).await;
    }
    Ok(json!({ "uri": uri }))
}

async fn say_where(client: &ClientPort, path: &Path) {
    client.show(MessageKind::Info, &format!("The output is in {}", path.display())).await;
}

pub(super) async fn clear(server: &Server, given: &Arguments) -> Result<Value> {
    let document = document_id(&given.document(&server.session)?);
    answered(server.engine.clear(&document).await)
}

pub(super) async fn status(server: &Server, given: &Arguments) -> Result<Value> {
    let named = given.text("uri")?;
    let document = named.or_else(|| server.session.last_document()).map(|uri| document_id(&uri));
    answered(server.engine.status(document).await)
}

/// The arguments of [`APPLY_FIX`] for a fix.
pub(crate) fn apply_fix_arguments(server: &Server, fix: &Fix) -> Value {
    let flags = server.session.flags();
    let versions: Vec<Value> =
        fix.files.iter().map(|file| json!({"uri": file.uri, "version": file.version})).collect();
    json!({
        "label": fix.title,
        "edit": wire::workspace_edit(&fix.files, flags.encoding, flags.document_changes),
        "versions": versions,
    })
}

pub(super) async fn apply_fix(server: &Server, given: &Arguments) -> Result<Value> {
    let edit = given
        .given("edit")
        .ok_or_else(|| Error::invalid_params("Give the \"edit\" that is to be applied."))?;
    let label = given.text("label")?.unwrap_or_default();
    for made_for in given.given("versions").and_then(Value::as_array).into_iter().flatten() {
        let (Some(uri), Some(version)) =
            (made_for.get("uri").and_then(Value::as_str), made_for.get("version").and_then(Value::as_i64))
        else {
            continue;
        };
        let snapshot =
            server.engine.snapshot(&document_id(uri)).await.map_err(|error| convert::error(&error))?;
        if i64::from(snapshot.version) != version {
            let stale = "The document has changed since. Run it again for a fix of the present text.";
            return Err(convert::error(&EngineError::Failed(stale.to_owned())));
        }
    }
    let client = server.client.clone();
    let asked = client.ask("workspace/applyEdit", json!({"label": label, "edit": edit}));
    tokio::spawn(async move {
        let answer = asked.within(ANSWER).await.unwrap_or_default();
        if answer.get("applied").and_then(Value::as_bool) != Some(true) {
            let reason = answer.get("failureReason").and_then(Value::as_str).unwrap_or("it gave no reason");
            client.show(MessageKind::Error, &format!("The editor did not apply the fix: {reason}")).await;
        }
    });
    Ok(Value::Null)
}
