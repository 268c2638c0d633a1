//! `pyflow`: the sandbox's helper, or one of the front ends.

use pyflow_engine::{EngineConfig, EngineHandle};
use std::process::ExitCode;

fn main() -> ExitCode {
    // First, before any thread: the helper forks.
    if std::env::args_os().nth(1).is_some_and(|argument| argument == pyflow_sandbox::HELPER_ARGUMENT) {
        pyflow_sandbox::helper_main();
    }
    let Ok(runtime) = tokio::runtime::Runtime::new() else { return ExitCode::FAILURE };
    let client_process =
        std::env::args().find_map(|word| word.strip_prefix("--clientProcessId=")?.parse().ok());
    let served = runtime.block_on(async {
        let engine = EngineHandle::start(EngineConfig::from_process());
        server::lsp::run(server::lsp::Options { client_process }, engine).await
    });
    served.map_or(ExitCode::FAILURE, ExitCode::from)
}
