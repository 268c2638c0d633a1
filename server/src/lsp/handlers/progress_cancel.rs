//! `window/workDoneProgress/cancel`: the run of that progress is interrupted. A token that is not known is ignored.

use crate::lsp::backend::Server;
use crate::lsp::progress;
use pyflow_engine::api::Which;
use serde_json::Value;

pub(crate) async fn cancel(server: &Server, params: &Value) {
    let Some(run) = params.get("token").and_then(Value::as_str).and_then(progress::run_of) else { return };
    if let Err(error) = server.engine.interrupt(Which::Run(run)).await {
        tracing::info!("a progress was cancelled whose run could not be interrupted: {error}");
    }
}
