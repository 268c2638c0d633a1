//! Commands that run something.

use super::Arguments;
use crate::lsp::backend::Server;
use crate::lsp::convert;
use pyflow_core::ids::RunId;
use pyflow_engine::api::{Asker, EngineError, RunRequest, Started, Stdin, Target};
use pyflow_engine::document_id;
use pyflow_engine::wire;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;

/// `pyflow.runFile` and its like. Answers at once with `{runId}`; with `wait` when the run has ended and its
/// diagnostics are out.
pub(super) async fn run(server: &Server, command: &str, given: &Arguments) -> Result<Value> {
    let (request, many) = request(server, command, given)?;
    let wait = given.flag("wait")?.unwrap_or(false);
    // Before the first await that can wait: the engine is told, so that what the client says next comes after it.
    let guard = server.session.settings_are_there().await;
    let started = server.engine.run(request).await;
    drop(guard);
    let mut started = started.map_err(|error| convert::error(&error))?;
    let Some(run) = started.run_id.clone() else {
        return Ok(json!({ "runId": null }));
    };
    if !wait {
        return Ok(json!({ "runId": run }));
    }
    ended(server, &mut started, &run, many).await
}

fn request(server: &Server, command: &str, given: &Arguments) -> Result<(RunRequest, bool)> {
    let session = &server.session;
    let encoding = session.flags().encoding;
    let uri = given.document(session)?;
    let document = document_id(&uri);
    let at = || given.position(&uri, session).map(|at| at.map(|at| convert::spot(at, encoding)));
    let target = match command {
        "pyflow.runCell" => Target::Cell { document, at: at()? },
        "pyflow.runCellsAbove" => Target::CellsAbove { document, at: at()? },
        "pyflow.runAllCells" => Target::AllCells { document },
        "pyflow.runSelection" => {
            let ends = given.range(&uri, session)?;
            let range = ends.map(|r| (convert::spot(r.start, encoding), convert::spot(r.end, encoding)));
            Target::Selection { document, range }
        }
        _ => Target::File { document },
    };
    let many = matches!(target, Target::CellsAbove { .. } | Target::AllCells { .. });
    let mut request = RunRequest::new(target, Asker::Editor);
    request.args = given.texts("args")?;
    request.stdin = given.text("stdin")?.map_or(Stdin::Default, Stdin::Text);
    request.module = given.flag("module")?;
    request.timeout = given.timeout()?;
    request.stream = session.flags().extensions.output;
    Ok((request, many))
}

async fn ended(server: &Server, started: &mut Started, run: &RunId, many: bool) -> Result<Value> {
    let results = started.wait().await;
    let encoding = server.session.flags().encoding;
    if let Some(last) = results.last() {
        server.session.until_end_shown(&last.run_id).await;
    }
    if many {
        let all: Vec<Value> = results.iter().map(|result| wire::run_result(result, encoding)).collect();
        return Ok(json!({ "results": all }));
    }
    match results.last() {
        Some(result) => Ok(wire::run_result(result, encoding)),
        None => Err(convert::error(&EngineError::Failed(format!("Run {run} was lost. Run it again.")))),
    }
}
