//! `pyflow`: the sandbox's helper, or one of the front ends.

use server::cli::args::Command;
use server::{cli, servers};
use std::process::ExitCode;

fn main() -> ExitCode {
    // First, before any thread: the helper forks.
    if std::env::args_os().nth(1).is_some_and(|argument| argument == pyflow_sandbox::HELPER_ARGUMENT) {
        pyflow_sandbox::helper_main();
    }
    match cli::parse() {
        Ok(Command::Lsp(args)) => servers::language_server(args.client_process_id),
        Ok(command) => cli::run(&command),
        Err(code) => code,
    }
}
