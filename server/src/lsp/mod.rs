//! The language server: `pyflow lsp`.
//!
//! The only part that knows the protocol. `transport` moves messages, `backend` forwards them to `handlers` and
//! `commands`, which tell or ask the engine; `events` tells the client what the engine tells. What is known of the
//! client is in `session`; everything else the engine owns.

mod backend;
mod capabilities;
mod client;
mod commands;
mod convert;
mod events;
mod handlers;
mod intake;
mod notebook;
mod progress;
mod publish;
mod session;
pub mod transport;

use pyflow_engine::EngineHandle;
use pyflow_sandbox::stdio::{ProcessMark, take_stdout};
use session::Session;
use std::io::{self, IsTerminal, Write as _};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncRead;
use tokio::time::{sleep, timeout};
use transport::{Ending, Input, Output};

/// How long ending what runs may take once the client is gone. The rest dies with this process.
const TEARDOWN: Duration = Duration::from_millis(500);
/// Between two looks whether the process that started us is still there.
const PARENT: Duration = Duration::from_secs(1);

/// For a person who starts the server in a terminal.
const FOR_A_PERSON: &str = "This is PyFlow's language server. It waits for an editor to speak to it on its standard input.\n\
     To run a file here, use: pyflow run FILE. To leave, press Ctrl-C.";

/// What `pyflow lsp` was told on its command line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// `--clientProcessId`: ends when that process does. `initialize` may name it as well.
    pub client_process: Option<u32>,
}

/// Serves the client on the standard streams, and gives the exit code.
///
/// # Errors
/// When the standard streams can't be taken.
pub async fn run(options: Options, engine: EngineHandle) -> io::Result<u8> {
    if io::stdin().is_terminal() {
        // Nobody is to be told where stderr is closed.
        let _ = writeln!(io::stderr(), "{FOR_A_PERSON}");
    }
    let output = Output::File(take_stdout()?);
    let ending = serve(Input::start(io::stdin())?, output, engine, options).await;
    tracing::info!("the language server ends: {ending:?}");
    Ok(ending.exit_code())
}

/// Serves one client on a pair of streams until it ends, or the process that started us does.
pub async fn serve(
    input: impl AsyncRead + Unpin,
    output: Output,
    engine: EngineHandle,
    options: Options,
) -> Ending {
    let session = Arc::new(Session::default());
    let events = engine.subscribe();
    let (service, socket, server) = backend::service(engine.clone(), Arc::clone(&session));
    let telling = tokio::spawn(events::tell(server, events));
    let ending = tokio::select! {
        ending = transport::serve(input, output, service, socket, intake::intake(Arc::clone(&session))) => ending,
        () = end_of_parent(&session, options.client_process) => Ending::InputEnded,
    };
    if timeout(TEARDOWN, engine.stop()).await.is_err() {
        tracing::warn!("what ran could not be ended in time");
    }
    telling.abort();
    ending
}

/// Resolves when the client's process has ended. A process that can't be seen (the client is in another container) is
/// not watched.
async fn end_of_parent(session: &Session, named: Option<u32>) {
    let mut watched = named.and_then(ProcessMark::of);
    loop {
        sleep(PARENT).await;
        match &watched {
            Some(parent) if !parent.is_alive() => {
                tracing::info!("the client's process has ended");
                return;
            }
            Some(_) => {}
            None => watched = session.take_client_process().and_then(ProcessMark::of),
        }
    }
}
