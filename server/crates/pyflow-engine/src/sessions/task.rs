//! The task of one session: owns its worker, runs what is queued, one after the other.

use crate::engine::Internal;
use crate::launch::{Launcher, ReadyWorker};
use crate::runs::{Control, Finished, Job, News, Until, finish, pump};
use crate::worker::WorkerEvent;
use pyflow_core::ids::SessionId;
use pyflow_core::outcome::Status;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

/// A query of an idle worker takes microseconds; one that takes this long has a worker that is not well.
const QUERY_LIMIT: Duration = Duration::from_secs(5);

/// What the loop asks of a session.
#[derive(Debug)]
pub(crate) enum SessionCommand {
    Run(Box<SessionJob>),
    /// A question for the idle worker: its answer, null when there is no worker.
    Query(Value, oneshot::Sender<Value>),
    /// Clear the names, keep the process.
    Reset,
}

/// One run in the session's queue.
#[derive(Debug)]
pub(crate) struct SessionJob {
    pub job: Arc<Job>,
    pub spill: PathBuf,
    /// Jobs of one request: when one fails, the later ones are not run.
    pub batch: Arc<std::sync::atomic::AtomicBool>,
}

/// What a session tells the loop.
#[derive(Debug)]
pub enum SessionNews {
    /// It has a process now.
    Up { pid: Option<i32> },
    /// The process is gone; its state is lost.
    Lost,
}

/// Starts the task. It ends when its sender is dropped, and the worker's process with it.
pub(crate) fn spawn(
    id: SessionId,
    launcher: Arc<Launcher>,
    news: News,
    commands: mpsc::UnboundedReceiver<SessionCommand>,
    control: mpsc::UnboundedReceiver<Control>,
) {
    tokio::spawn(async move {
        let mut task = Task { id, launcher, news, control, worker: None };
        task.serve(commands).await;
    });
}

struct Task {
    id: SessionId,
    launcher: Arc<Launcher>,
    news: News,
    control: mpsc::UnboundedReceiver<Control>,
    worker: Option<ReadyWorker>,
}

impl Task {
    async fn serve(&mut self, mut commands: mpsc::UnboundedReceiver<SessionCommand>) {
        loop {
            let command = tokio::select! {
                biased;
                command = commands.recv() => command,
                event = idle(&mut self.worker), if self.worker.is_some() => {
                    self.background(event);
                    continue;
                }
            };
            match command {
                None => return,
                Some(SessionCommand::Run(job)) => self.run(*job).await,
                Some(SessionCommand::Query(question, answer)) => {
                    // Nobody waits for the answer any more: nothing is lost.
                    let _ = answer.send(self.query(question).await);
                }
                Some(SessionCommand::Reset) => {
                    self.query(json!({"op": "reset", "id": 0})).await;
                }
            }
        }
    }

    fn tell(&self, news: SessionNews) {
        let _ = self.news.send(Internal::Session { id: self.id.clone(), news });
    }

    /// Something happened between two runs: output of a thread or a child, or the process's end.
    fn background(&mut self, event: Option<WorkerEvent>) {
        match event {
            Some(WorkerEvent::Output { stream, bytes, .. }) => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let _ = self.news.send(Internal::LateOutput { session: self.id.clone(), stream, text });
            }
            Some(_) if self.worker.as_ref().is_some_and(|ready| ready.worker.ended().is_none()) => {}
            Some(_) | None => self.lose(),
        }
    }

    fn lose(&mut self) {
        self.worker = None;
        self.tell(SessionNews::Lost);
    }

    async fn run(&mut self, queued: SessionJob) {
        use std::sync::atomic::Ordering;
        let SessionJob { job, spill, batch } = queued;
        if batch.load(Ordering::Relaxed) {
            let _ = self.news.send(Internal::Skipped { run: job.run.clone() });
            return;
        }
        // What was said to an earlier run is not for this one; an interrupt may have come before its start.
        let mut interrupted = false;
        while let Ok(told) = self.control.try_recv() {
            interrupted |= matches!(told, Control::Interrupt(run) if run == job.run);
        }
        if interrupted {
            let _ = self.news.send(Internal::Skipped { run: job.run.clone() });
            return;
        }
        let _ = self.news.send(Internal::Started { run: job.run.clone() });
        if self.worker.is_none() {
            match self.launcher.worker(&job).await {
                Ok(worker) => {
                    self.tell(SessionNews::Up { pid: worker.pid });
                    self.worker = Some(worker);
                }
                Err(problem) => {
                    batch.store(true, Ordering::Relaxed);
                    let _ = self.news.send(Internal::finished(Finished::refused(&job, problem)));
                    return;
                }
            }
        }
        let Some(ready) = &mut self.worker else { return };
        let pumped = pump(ready, &job, Until::Done, &mut self.control, &self.news, spill).await;
        let gone = pumped.ended.is_some();
        let finished = finish(&job, ready, pumped).await;
        if finished.result.status != Status::Ok {
            batch.store(true, Ordering::Relaxed);
        }
        if gone {
            self.lose();
        }
        let _ = self.news.send(Internal::finished(finished));
    }

    async fn query(&mut self, question: Value) -> Value {
        let Some(ready) = &mut self.worker else { return Value::Null };
        ready.worker.send(&question).await;
        let answer = timeout(QUERY_LIMIT, async {
            while let Some(event) = ready.worker.next().await {
                if let WorkerEvent::Message(message) = event
                    && message.get("ev").and_then(Value::as_str) == Some("reply")
                {
                    return Some(message.get("value").cloned().unwrap_or_default());
                }
            }
            None
        });
        if let Ok(Some(value)) = answer.await {
            value
        } else {
            self.lose();
            Value::Null
        }
    }
}

/// Listens to a worker that has nothing to do: what goes on in its background is read, so that it never blocks.
async fn idle(worker: &mut Option<ReadyWorker>) -> Option<WorkerEvent> {
    match worker {
        Some(ready) => ready.worker.next().await,
        None => std::future::pending().await,
    }
}
