//! Commands about sessions and what runs in them.

use super::{Arguments, answered};
use crate::lsp::backend::Server;
use crate::lsp::convert;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};

pub(super) async fn interrupt(server: &Server, given: &Arguments) -> Result<Value> {
    let which = given.which(&server.session)?;
    let interrupted = server.engine.interrupt(which).await.map_err(|error| convert::error(&error))?;
    Ok(json!({ "interrupted": interrupted }))
}

pub(super) async fn restart(server: &Server, given: &Arguments) -> Result<Value> {
    let which = given.which(&server.session)?;
    let session = server.engine.restart(which).await.map_err(|error| convert::error(&error))?;
    Ok(json!({ "sessionId": session }))
}

pub(super) async fn destroy(server: &Server, given: &Arguments) -> Result<Value> {
    let which = given.which(&server.session)?;
    let destroyed = server.engine.destroy(which).await.map_err(|error| convert::error(&error))?;
    Ok(json!({ "destroyed": destroyed }))
}

pub(super) async fn reset(server: &Server, given: &Arguments) -> Result<Value> {
    let which = given.which(&server.session)?;
    let reset = server.engine.reset(which).await.map_err(|error| convert::error(&error))?;
    Ok(json!({ "reset": reset }))
}

pub(super) async fn list(server: &Server) -> Result<Value> {
    answered(server.engine.sessions().await)
}

pub(super) async fn history(server: &Server, given: &Arguments) -> Result<Value> {
    answered(server.engine.history(given.which(&server.session)?).await)
}

pub(super) async fn variables(server: &Server, given: &Arguments) -> Result<Value> {
    answered(server.engine.variables(given.which(&server.session)?).await)
}

pub(super) async fn inspect(server: &Server, given: &Arguments) -> Result<Value> {
    let name = given
        .text("name")?
        .ok_or_else(|| Error::invalid_params("Which name? Give the \"name\" of a variable."))?;
    answered(server.engine.inspect(given.which(&server.session)?, &name).await)
}
