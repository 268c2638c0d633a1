//! Starting the servers: logging, the runtime, the engine, the front end.

use crate::lsp;
use pyflow_engine::{EngineConfig, EngineHandle};
use std::io;
use std::process::ExitCode;

/// The language server, until its client or its parent is gone. The runtime is left behind, because the thread that
/// reads the standard input can't be waited for: the process is to be ended at once.
pub fn language_server(client_process: Option<u32>) -> ExitCode {
    log_to_stderr();
    let options = lsp::Options { client_process };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            tracing::error!(%error, "the language server can't start");
            return ExitCode::FAILURE;
        }
    };
    let ended = runtime
        .block_on(async { lsp::run(options, EngineHandle::start(EngineConfig::from_process())).await });
    runtime.shutdown_background();
    match ended {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            tracing::error!(%error, "the language server can't start");
            ExitCode::FAILURE
        }
    }
}

/// Logs to stderr what PYFLOW_LOG asks for (`debug`, `pyflow_engine=trace`, …), warnings without it.
fn log_to_stderr() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("PYFLOW_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    // Fails where a logger is set already, which then logs.
    let _ =
        tracing_subscriber::fmt().with_writer(io::stderr).with_env_filter(filter).with_ansi(false).try_init();
}
