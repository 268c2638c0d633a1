//! A progress for each run, for clients that show them: create, begin, reports, exactly one end.
//!
//! Each run has a task of its own, since the client may take its time to answer `create`. A token that the client did
//! not accept is never used; one that it accepted is always ended.

use super::client::{ANSWER, ClientPort};
use pyflow_core::ids::RunId;
use pyflow_core::outcome::{RunKind, RunResult, Status};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::Instant;

const TOKEN: &str = "pyflow/run/";
/// Between two reports of the time that has passed.
const REPORT: Duration = Duration::from_secs(1);

/// The run that a token of ours is for.
pub(crate) fn run_of(token: &str) -> Option<RunId> {
    token.strip_prefix(TOKEN).map(|run| RunId(run.to_owned()))
}

/// A run's progress. It ends when it is told how the run ended, and when it is dropped.
#[derive(Debug)]
pub(crate) struct Progress(oneshot::Sender<String>);

impl Progress {
    /// Shows that a run of the document with that name goes on.
    pub(crate) fn start(client: ClientPort, run: &RunId, kind: RunKind, name: &str) -> Self {
        let what = match kind {
            RunKind::File => "Run",
            RunKind::Cell => "Run cell of",
            RunKind::Selection => "Run selection of",
        };
        let title = format!("{what} {name}");
        let (sender, ended) = oneshot::channel();
        tokio::spawn(show(client, format!("{TOKEN}{run}"), title, ended));
        Self(sender)
    }

    /// The run has ended.
    pub(crate) fn end(self, result: &RunResult) {
        // The task is gone when the client did not accept the token.
        let _ = self.0.send(outcome(result));
    }
}

async fn show(client: ClientPort, token: String, title: String, mut ended: oneshot::Receiver<String>) {
    let began = Instant::now();
    let created =
        client.ask("window/workDoneProgress/create", json!({ "token": token })).within(ANSWER).await;
    if created.is_none() {
        return;
    }
    let say = |value: Value| client.notify("$/progress", json!({"token": token, "value": value}));
    say(json!({"kind": "begin", "title": title, "cancellable": true})).await;
    let mut next = began + REPORT;
    let outcome = loop {
        tokio::select! {
            outcome = &mut ended => break outcome.unwrap_or_default(),
            () = tokio::time::sleep_until(next) => {
                next = Instant::now() + REPORT;
                let message = format!("{} s", began.elapsed().as_secs());
                say(json!({"kind": "report", "message": message, "cancellable": true})).await;
            }
        }
    };
    say(json!({"kind": "end", "message": outcome})).await;
}

/// How a run ended, in a few words: Helix leaves them in its status line.
fn outcome(result: &RunResult) -> String {
    let seconds = result.duration.as_secs_f64();
    let what = match result.status {
        Status::Ok => "finished".to_owned(),
        Status::Error => result.exception.as_ref().map_or("failed".to_owned(), |e| e.type_name.clone()),
        Status::Exit => format!("exited with {}", result.exit_code.unwrap_or_default()),
        Status::Timeout => "stopped by its time limit".to_owned(),
        Status::Interrupted => "interrupted".to_owned(),
        Status::Died => {
            result.signal.as_ref().map_or("its process died".to_owned(), |signal| format!("died of {signal}"))
        }
        Status::Limit => "stopped by a limit".to_owned(),
        Status::Refused => return "not run".to_owned(),
    };
    format!("{what} after {seconds:.1} s")
}
