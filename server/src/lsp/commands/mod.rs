//! `workspace/executeCommand`: the commands, what they take, and what they do.
//!
//! A command that fails answers with an error and with a message on the screen: Helix shows only that.

mod arguments;
mod run;
mod sessions;
mod show;

use super::backend::Server;
use super::client::MessageKind;
use super::convert;
use arguments::{Arguments, Words};
use pyflow_engine::api::EngineError;
use serde::Serialize;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::ExecuteCommandParams;

pub(crate) use show::{APPLY_FIX, apply_fix_arguments};

/// All commands, as the capabilities list them. Neovim refuses to send any other.
pub(crate) const NAMES: [&str; 17] = [
    "pyflow.runFile",
    "pyflow.runCell",
    "pyflow.runCellsAbove",
    "pyflow.runAllCells",
    "pyflow.runSelection",
    "pyflow.interrupt",
    "pyflow.restartSession",
    "pyflow.destroySession",
    "pyflow.resetSession",
    "pyflow.listSessions",
    "pyflow.history",
    "pyflow.variables",
    "pyflow.inspect",
    "pyflow.explain",
    "pyflow.showOutput",
    "pyflow.clearResults",
    "pyflow.status",
];

/// Runs a command and answers as the contract says.
pub(crate) async fn execute(server: &Server, params: ExecuteCommandParams) -> Result<Option<Value>> {
    let answer = dispatch(server, &params.command, params.arguments).await;
    if let Err(error) = &answer {
        server.client.show(MessageKind::Error, &format!("{}: {}", params.command, error.message)).await;
    }
    answer.map(|value| Some(value).filter(|value| !value.is_null()))
}

async fn dispatch(server: &Server, command: &str, arguments: Vec<Value>) -> Result<Value> {
    let words = match command {
        "pyflow.runFile" => Words::Args,
        "pyflow.interrupt" => Words::One("runId"),
        "pyflow.restartSession"
        | "pyflow.destroySession"
        | "pyflow.resetSession"
        | "pyflow.history"
        | "pyflow.variables" => Words::One("sessionId"),
        "pyflow.inspect" => Words::SessionAnd("name"),
        _ => Words::None,
    };
    let given = Arguments::read(arguments, words)?;
    match command {
        "pyflow.runFile"
        | "pyflow.runCell"
        | "pyflow.runCellsAbove"
        | "pyflow.runAllCells"
        | "pyflow.runSelection" => run::run(server, command, &given).await,
        "pyflow.interrupt" => sessions::interrupt(server, &given).await,
        "pyflow.restartSession" => sessions::restart(server, &given).await,
        "pyflow.destroySession" => sessions::destroy(server, &given).await,
        "pyflow.resetSession" => sessions::reset(server, &given).await,
        "pyflow.listSessions" => sessions::list(server).await,
        "pyflow.history" => sessions::history(server, &given).await,
        "pyflow.variables" => sessions::variables(server, &given).await,
        "pyflow.inspect" => sessions::inspect(server, &given).await,
        "pyflow.explain" => show::explain(server, &given).await,
        "pyflow.showOutput" => show::output(server, &given).await,
        "pyflow.clearResults" => show::clear(server, &given).await,
        "pyflow.status" => show::status(server, &given).await,
        APPLY_FIX => show::apply_fix(server, &given).await,
        _ => Err(Error::invalid_params(format!(
            "There is no command \"{command}\". The commands are {}.",
            NAMES.join(", ")
        ))),
    }
}

/// The engine's answer as a command's.
fn answered<T: Serialize>(answer: std::result::Result<T, EngineError>) -> Result<Value> {
    let value = answer.map_err(|error| convert::error(&error))?;
    serde_json::to_value(value).map_err(|error| {
        tracing::error!("an answer could not be written as JSON: {error}");
        Error::internal_error()
    })
}
