//! Drives one run on a worker: listens to everything at once, keeps the time, and ends what must end.

use super::collect::{Collector, Ending, Step};
use super::finish::early;
use super::job::{Input, Job};
use super::output::{Batch, Output};
use crate::api::{Event, Sink};
use crate::diagnose::InterpreterFacts;
use crate::interpreters::Interpreter;
use crate::launch::ReadyWorker;
use crate::worker::{Ended, Worker};
use pyflow_core::ids::RunId;
use pyflow_core::outcome::RunKind;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

/// From the interrupt to the second one, with a look at where the program hangs; from there to force.
const INTERRUPT_AGAIN: Duration = Duration::from_secs(1);
const FORCE_AFTER: Duration = Duration::from_secs(1);
/// How long faulthandler may take to say where the program is before it is ended.
const DUMP_LIMIT: Duration = Duration::from_millis(60);
/// An agent's program that prints this many times what is kept of it is ended.
const OUTPUT_FACTOR: u64 = 16;
/// Prompts are shown in one line of an input box.
const MOST_PROMPT: usize = 1000;

static TOKENS: AtomicU64 = AtomicU64::new(1);

/// What the engine tells a run on its way.
#[derive(Debug)]
pub(crate) enum Control {
    /// Of that run: one that comes late is not for the next.
    Interrupt(RunId),
    /// End it now.
    Kill(Ending),
    Input {
        token: u64,
        text: Option<String>,
    },
}

/// Where a run's news go: the engine's loop.
pub(crate) type News = mpsc::UnboundedSender<crate::engine::Internal>;

/// When a run is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    /// Its code has ended; the process lives on.
    Done,
    /// The process and all that it started are gone.
    Gone,
}

/// A run that is over.
#[derive(Debug)]
pub(crate) struct Pumped {
    pub collector: Collector,
    /// How the process ended, if it did.
    pub ended: Option<Ended>,
    pub duration: Duration,
}

/// Tells the worker what to run and stays until it is over.
pub(crate) async fn pump(
    ready: &mut ReadyWorker,
    job: &Arc<Job>,
    until: Until,
    control: &mut mpsc::UnboundedReceiver<Control>,
    news: &News,
    spill: PathBuf,
) -> Pumped {
    let sandbox = ready.sandbox.clone();
    let (interpreter, facts) = (Arc::clone(&ready.interpreter), Arc::clone(&ready.facts));
    let run_dir = ready.policy.run_dir.clone();
    let worker = &mut ready.worker;
    let output = Output::new(job.limits.max_output_bytes as usize, job.stream, spill);
    let mut state = State {
        job,
        interpreter,
        facts,
        news,
        collector: Collector::new(output, sandbox),
        ladder: None,
        input: None,
        timeout: None,
        dumped: false,
    };
    if job.sink.is_some() {
        state.collector.output.pour();
    }
    let started = Instant::now();
    state.timeout = job.timeout.map(|limit| started + limit);
    worker.send(&job.instruction(&run_dir)).await;
    let mut controlled = true;
    loop {
        let due = state.collector.output.due().map(Instant::from_std);
        let full = state.collector.output.unpoured().is_some();
        tokio::select! {
            biased;
            told = control.recv(), if controlled => if let Some(told) = told { state.told(told, worker).await } else {
                // Whoever wanted the run is gone.
                controlled = false;
                state.end(Ending::Superseded, worker);
            },
            () = at(state.deadline()) => state.deadline_passed(worker),
            // Nothing more is read while the sink is full, so that the program waits; all else goes on.
            () = pour(job.sink.as_ref(), &mut state.collector.output), if full => {}
            event = worker.next(), if !full => {
                let Some(event) = event else { break };
                let step = state.collector.take(event);
                if let Some(step) = step {
                    let done = matches!(step, Step::Done);
                    state.step(step, worker).await;
                    if done && until == Until::Done {
                        break;
                    }
                    if done && job.kind != RunKind::File {
                        // A worker stays for the next piece, and there is none.
                        worker.send(&json!({"op": "close"})).await;
                    }
                }
                state.watch_output(worker);
            }
            () = at(due) => {}
        }
        if due.is_some_and(|due| due <= Instant::now()) {
            state.send_output(false);
        }
    }
    state.send_output(true);
    state.input_over();
    Pumped { collector: state.collector, ended: worker.ended().cloned(), duration: started.elapsed() }
}

/// Gives the sink the next piece of output.
async fn pour(sink: Option<&Sink>, output: &mut Output) {
    let permit = match sink {
        Some(sink) => sink.0.reserve().await.ok(),
        None => None,
    };
    match (permit, output.unpoured().and_then(VecDeque::pop_front)) {
        (Some(permit), Some(piece)) => permit.send(piece),
        _ => output.let_go(),
    }
}

async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// The rungs of the ladder from asking to force.
#[derive(Debug, Clone, Copy)]
enum Rung {
    /// Ask again, and look where it hangs, at this time.
    Again(Instant),
    /// Kill at this time.
    Force(Instant),
}

struct State<'a> {
    job: &'a Arc<Job>,
    interpreter: Arc<Interpreter>,
    facts: Arc<InterpreterFacts>,
    news: &'a News,
    collector: Collector,
    ladder: Option<Rung>,
    /// The token of the input that the client was asked for.
    input: Option<u64>,
    timeout: Option<Instant>,
    dumped: bool,
}

impl State<'_> {
    fn tell(&self, event: Event) {
        // The loop outlives its runs but for the very end, when nobody listens any more.
        let _ = self.news.send(crate::engine::Internal::Event(event));
    }

    fn deadline(&self) -> Option<Instant> {
        match self.ladder {
            Some(Rung::Again(at) | Rung::Force(at)) => Some(at),
            None => self.timeout,
        }
    }

    fn deadline_passed(&mut self, worker: &Worker) {
        match self.ladder {
            None => {
                self.timeout = None;
                self.collector.ending.get_or_insert(Ending::Timeout);
                if self.job.session.is_some() {
                    // The state is worth a second: ask first.
                    worker.interrupt();
                    self.ladder = Some(Rung::Again(Instant::now() + INTERRUPT_AGAIN));
                } else {
                    worker.dump();
                    self.dumped = true;
                    self.ladder = Some(Rung::Force(Instant::now() + DUMP_LIMIT));
                }
            }
            Some(Rung::Again(_)) => {
                worker.interrupt();
                worker.dump();
                self.dumped = true;
                let wait =
                    if self.collector.ending == Some(Ending::Timeout) { DUMP_LIMIT } else { FORCE_AFTER };
                self.ladder = Some(Rung::Force(Instant::now() + wait));
            }
            Some(Rung::Force(_)) => {
                worker.kill();
                // The helper ends the tree; the worker's own limits end the wait.
                self.ladder = Some(Rung::Force(Instant::now() + Duration::from_secs(3600)));
            }
        }
    }

    fn end(&mut self, ending: Ending, worker: &Worker) {
        self.collector.ending.get_or_insert(ending);
        worker.kill();
    }

    async fn told(&mut self, told: Control, worker: &mut Worker) {
        match told {
            Control::Interrupt(run) if run != self.job.run => {}
            Control::Interrupt(_) => {
                if self.collector.ending.replace(Ending::Interrupt) == Some(Ending::Interrupt) {
                    // Asked a second time: the user does not want to wait.
                    self.end(Ending::Interrupt, worker);
                    return;
                }
                self.timeout = None;
                worker.interrupt();
                self.ladder = Some(Rung::Again(Instant::now() + INTERRUPT_AGAIN));
            }
            Control::Kill(ending) => self.end(ending, worker),
            Control::Input { token, text } => {
                if self.input == Some(token) {
                    self.input = None;
                    worker.send(&json!({"op": "input", "text": text})).await;
                }
            }
        }
    }

    async fn step(&mut self, step: Step, worker: &mut Worker) {
        let (run, document) = (self.job.run.clone(), self.job.document.clone());
        match step {
            Step::Crashed => {
                // What is known now is shown now; the process may take its time to end.
                if let Some(exception) =
                    self.collector.exception.clone().filter(|_| self.collector.ending.is_none())
                {
                    let (job, news) = (Arc::clone(self.job), self.news.clone());
                    let (interpreter, facts) = (Arc::clone(&self.interpreter), Arc::clone(&self.facts));
                    tokio::task::spawn_blocking(move || {
                        let analysis = Box::new(early(&job, &interpreter, &facts, exception));
                        let _ = news.send(crate::engine::Internal::Early { run, analysis });
                    });
                }
            }
            Step::Display(data) => {
                self.send_output(false);
                self.tell(Event::Display { run, document, data });
            }
            Step::Input { prompt, password } => {
                self.send_output(true);
                if self.job.stdin == Input::Ask {
                    let token = TOKENS.fetch_add(1, Ordering::Relaxed);
                    self.input = Some(token);
                    let prompt = prompt.chars().take(MOST_PROMPT).collect();
                    self.tell(Event::InputWanted { run, document, prompt, password, token });
                } else {
                    worker.send(&json!({"op": "input", "text": Value::Null})).await;
                }
            }
            Step::Late { stream, bytes } => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                self.tell(Event::Output { run: RunId(String::new()), document, stream, text, dropped: 0 });
            }
            Step::Stale(modules) => {
                let _ = self.news.send(crate::engine::Internal::Stale { run, modules });
            }
            Step::Done | Step::Ready | Step::Limit => {}
        }
    }

    fn watch_output(&mut self, worker: &Worker) {
        let bounded = self.job.asker != crate::settings::Asker::Editor;
        let most = self.job.limits.max_output_bytes.saturating_mul(OUTPUT_FACTOR);
        if bounded && self.collector.ending.is_none() && self.collector.output.total() > most {
            self.end(Ending::Output, worker);
        }
    }

    fn send_output(&mut self, last: bool) {
        for Batch { stream, text, dropped } in self.collector.output.take(last) {
            let (run, document) = (self.job.run.clone(), self.job.document.clone());
            self.tell(Event::Output { run, document, stream, text, dropped });
        }
    }

    fn input_over(&mut self) {
        if let Some(token) = self.input.take() {
            self.tell(Event::InputGone { token });
        }
    }
}
