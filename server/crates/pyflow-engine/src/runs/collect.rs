//! What a worker says about one run, collected into what came of it.
//!
//! A worker shares its interpreter with the user's code, so what it says is that code's claim: it is bounded here,
//! and how the process ended comes from the sandbox.

use super::output::Output;
use crate::api::Stream;
use crate::worker::{Ended, WorkerEvent};
use pyflow_core::exception::Exception;
use pyflow_core::facts::CrashFacts;
use pyflow_core::outcome::{Limit, Reported, ResultValue, SandboxReport, Status, Warning};
use pyflow_sandbox::LimitKind;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

const MOST_WARNINGS: usize = 200;
const MOST_REPORTED: usize = 50;
const MOST_REACHED: usize = 10_000;
const MOST_FAULT: usize = 64 * 1024;

/// Something that the run's owner has to act on.
#[derive(Debug)]
pub(crate) enum Step {
    /// The worker can be told what to run.
    Ready,
    /// The main exception is known, facts included.
    Crashed,
    /// The main code has ended.
    Done,
    /// A rich result.
    Display(BTreeMap<String, String>),
    /// The program reads its input, and the worker waits for it.
    Input { prompt: String, password: bool },
    /// Output of something that went on after its own run.
    Late { stream: Stream, bytes: Vec<u8> },
    /// Modules that have changed on disk since they were imported: name and path.
    Stale(Vec<(String, String)>),
    /// A limit is ending the process.
    Limit,
}

/// One name that a run changed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct Changed {
    pub name: String,
    #[serde(rename = "type")]
    pub type_name: String,
    pub repr: String,
}

/// What `done` says.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Done {
    /// `ok`, `error`, `exit`, `interrupted`.
    pub status: String,
    pub exit_code: Option<i32>,
    pub result: Option<ResultValue>,
    pub changed: Vec<Changed>,
    /// How many names the session has.
    pub names: u64,
}

/// Everything about one run so far.
#[derive(Debug)]
pub(crate) struct Collector {
    pub output: Output,
    pub exception: Option<Exception>,
    pub warnings: Vec<Warning>,
    pub reported: Vec<Reported>,
    pub done: Option<Done>,
    pub limit: Option<(LimitKind, u64, u64)>,
    pub setup_failed: Option<String>,
    pub sandbox: SandboxReport,
    /// What faulthandler wrote.
    pub fault: String,
    /// Of the lines that were asked for, those that ran: file and line.
    pub reached: Vec<(String, u32)>,
    /// The engine itself asked for the end: so a signal is not the program's own.
    pub ending: Option<Ending>,
}

/// Why the engine ends a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    Interrupt,
    Timeout,
    Output,
    /// Another run of the file, the document's end, the server's end.
    Superseded,
}

impl Collector {
    pub(crate) fn new(output: Output, sandbox: SandboxReport) -> Self {
        Self {
            output,
            exception: None,
            warnings: Vec::new(),
            reported: Vec::new(),
            done: None,
            limit: None,
            setup_failed: None,
            sandbox,
            fault: String::new(),
            reached: Vec::new(),
            ending: None,
        }
    }

    /// Takes an event; what its owner has to do about it.
    pub(crate) fn take(&mut self, event: WorkerEvent) -> Option<Step> {
        match event {
            WorkerEvent::Output { stream, bytes, late: false } => {
                self.output.push(stream, &bytes);
                None
            }
            WorkerEvent::Output { stream, bytes, late: true } => Some(Step::Late { stream, bytes }),
            WorkerEvent::Display(data) => Some(Step::Display(data)),
            WorkerEvent::Fault(text) => {
                let room = MOST_FAULT.saturating_sub(self.fault.len());
                self.fault.extend(text.chars().take(room));
                None
            }
            WorkerEvent::Started { report, .. } => {
                report.tier.name().clone_into(&mut self.sandbox.tier);
                self.sandbox.missing = report.missing;
                None
            }
            WorkerEvent::SetupFailed(reason) => {
                self.setup_failed = Some(reason);
                None
            }
            WorkerEvent::Limit { which, used, limit } => {
                self.limit.get_or_insert((which, used, limit));
                Some(Step::Limit)
            }
            WorkerEvent::Message(message) => self.message(message),
        }
    }

    fn message(&mut self, mut message: Value) -> Option<Step> {
        let event = message.get("ev").and_then(Value::as_str).unwrap_or_default().to_owned();
        match event.as_str() {
            "ready" => return Some(Step::Ready),
            "error" => {
                self.exception = field(&mut message, "exception");
            }
            "facts" => {
                if let Some(exception) = &mut self.exception {
                    let members = field(&mut message, "members");
                    decorate(exception, &mut message);
                    for mut member in members.unwrap_or_else(Vec::<Value>::new) {
                        let path: Vec<usize> = field(&mut member, "path").unwrap_or_default();
                        if let Some(exception) = member_at(exception, &path) {
                            decorate(exception, &mut member);
                        }
                    }
                    return Some(Step::Crashed);
                }
            }
            "warning" if self.warnings.len() < MOST_WARNINGS => {
                self.warnings.extend(serde_json::from_value(message).ok());
            }
            "reported" if self.reported.len() < MOST_REPORTED => {
                let mut told = Value::Object(
                    ["facts", "locals"]
                        .into_iter()
                        .filter_map(|name| Some((name.to_owned(), message.get_mut(name)?.take())))
                        .collect(),
                );
                if let Ok(mut reported) = serde_json::from_value::<Reported>(message) {
                    decorate(&mut reported.exception, &mut told);
                    self.reported.push(reported);
                }
            }
            "input" => {
                let prompt = message.get("prompt").and_then(Value::as_str).unwrap_or_default().to_owned();
                let password = message.get("password").and_then(Value::as_bool).unwrap_or_default();
                return Some(Step::Input { prompt, password });
            }
            "reached" if self.reached.len() < MOST_REACHED => {
                let line =
                    message.get("line").and_then(Value::as_u64).and_then(|line| u32::try_from(line).ok());
                let file = message.get("file").and_then(Value::as_str).map(str::to_owned);
                self.reached.extend(file.zip(line));
            }
            "stale" => return field(&mut message, "modules").map(Step::Stale),
            "done" => {
                self.done = serde_json::from_value(message).ok();
                return Some(Step::Done);
            }
            _ => {}
        }
        None
    }

    /// How the run ended: status, limit, exit code, signal. `ended` is absent while the process lives on: a session's.
    pub(crate) fn outcome(&self, ended: Option<&Ended>) -> Outcome {
        let mut outcome = Outcome {
            status: Status::Ok,
            limit: None,
            exit_code: ended.and_then(|ended| ended.code),
            signal: ended.and_then(|ended| ended.signal).map(signal_name),
        };
        let claimed = self.done.as_ref().map(|done| done.status.as_str());
        outcome.status = match (&self.setup_failed, self.limit, self.ending) {
            (Some(_), _, _) => Status::Refused,
            (_, Some((which, _, _)), _) => {
                outcome.limit = match which {
                    LimitKind::Memory => Some(Limit::Memory),
                    LimitKind::Disk => Some(Limit::Disk),
                    LimitKind::Processes => Some(Limit::Processes),
                    LimitKind::Cpu => None,
                };
                if outcome.limit.is_some() { Status::Limit } else { Status::Timeout }
            }
            (_, _, Some(Ending::Timeout)) => Status::Timeout,
            (_, _, Some(Ending::Output)) => {
                outcome.limit = Some(Limit::Output);
                Status::Limit
            }
            (_, _, Some(Ending::Interrupt | Ending::Superseded)) => Status::Interrupted,
            (None, None, None) => match (claimed, ended) {
                (Some("error"), _) => Status::Error,
                (Some("interrupted"), _) => Status::Interrupted,
                (_, Some(ended)) if ended.signal.is_some() => Status::Died,
                (Some("exit"), Some(ended)) if ended.code == Some(0) => Status::Ok,
                (Some("exit"), _) => {
                    outcome.exit_code =
                        outcome.exit_code.or(self.done.as_ref().and_then(|done| done.exit_code)).or(Some(1));
                    if outcome.exit_code == Some(0) { Status::Ok } else { Status::Exit }
                }
                (Some(_), Some(ended)) if ended.code.is_some_and(|code| code != 0) => Status::Exit,
                (Some(_), _) => Status::Ok,
                // It never said that it was done: os._exit, exec, a lost worker.
                (None, Some(ended)) if self.exception.is_some() && ended.code == Some(1) => Status::Error,
                (None, Some(ended)) if ended.code == Some(0) => Status::Ok,
                (None, _) => Status::Died,
            },
        };
        if outcome.status == Status::Interrupted || outcome.status == Status::Timeout {
            // The signal was ours.
            outcome.signal = outcome.signal.filter(|_| self.ending.is_none());
        }
        outcome
    }
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub status: Status,
    pub limit: Option<Limit>,
    pub exit_code: Option<i32>,
    pub signal: Option<String>,
}

/// Gives an exception its facts, and its frames their locals.
fn decorate(exception: &mut Exception, told: &mut Value) {
    exception.facts = field::<CrashFacts>(told, "facts").unwrap_or_default();
    let locals: Vec<(usize, Vec<_>)> = field(told, "locals").unwrap_or_default();
    for (index, locals) in locals {
        if let Some(frame) = exception.frames.get_mut(index) {
            frame.locals = locals;
        }
    }
}

/// The member of a group that a path of indexes leads to.
fn member_at<'e>(exception: &'e mut Exception, path: &[usize]) -> Option<&'e mut Exception> {
    path.iter().try_fold(exception, |exception, index| exception.group.as_mut()?.get_mut(*index))
}

fn field<T: serde::de::DeserializeOwned>(message: &mut Value, name: &str) -> Option<T> {
    let value = message.get_mut(name)?.take();
    serde_json::from_value(value)
        .inspect_err(|error| tracing::debug!(%error, name, "a worker's message is odd"))
        .ok()
}

/// A signal's name, `SIGSEGV`; its number in words for one without a name. Numbers as on Linux where systems differ.
pub(super) fn signal_name(number: i32) -> String {
    let name = match number {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        5 => "SIGTRAP",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        10 => "SIGUSR1",
        11 => "SIGSEGV",
        12 => "SIGUSR2",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        31 => "SIGSYS",
        other => return format!("signal {other}"),
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::path::PathBuf;

    fn collector(messages: &[Value]) -> Collector {
        let mut collector =
            Collector::new(Output::new(1000, false, PathBuf::from("/nowhere")), SandboxReport::default());
        for message in messages {
            collector.take(WorkerEvent::Message(message.clone()));
        }
        collector
    }

    fn ended(code: Option<i32>, signal: Option<i32>) -> Ended {
        Ended { code, signal, ..Ended::default() }
    }

    #[test]
    fn the_end_is_what_the_sandbox_saw_not_what_the_program_claims() {
        let lying = collector(&[json!({"ev": "done", "status": "ok"})]);
        assert_eq!(lying.outcome(Some(&ended(None, Some(11)))).status, Status::Died);
        assert_eq!(lying.outcome(Some(&ended(None, Some(11)))).signal.as_deref(), Some("SIGSEGV"));
        assert_eq!(lying.outcome(Some(&ended(Some(3), None))).status, Status::Exit);
    }

    #[test]
    fn a_process_that_exits_without_a_word_is_judged_by_its_code() {
        let silent = collector(&[]);
        assert_eq!(silent.outcome(Some(&ended(Some(0), None))).status, Status::Ok);
        assert_eq!(silent.outcome(Some(&ended(Some(7), None))).status, Status::Died);
    }

    #[test]
    fn an_exit_is_no_error_and_zero_is_no_exit() {
        let exit = |code| collector(&[json!({"ev": "done", "status": "exit", "exit_code": code})]);
        assert_eq!(exit(3).outcome(Some(&ended(Some(3), None))).status, Status::Exit);
        assert_eq!(exit(0).outcome(Some(&ended(Some(0), None))).status, Status::Ok);
        assert_eq!(exit(3).outcome(None).exit_code, Some(3));
    }

    #[test]
    fn our_own_signal_is_not_the_programs() {
        let mut stopped = collector(&[]);
        stopped.ending = Some(Ending::Timeout);
        let outcome = stopped.outcome(Some(&ended(None, Some(9))));
        assert_eq!((outcome.status, outcome.signal), (Status::Timeout, None));
    }

    #[test]
    fn warnings_are_bounded() {
        let warning =
            json!({"ev": "warning", "type": "UserWarning", "message": "m", "file": "a.py", "line": 1});
        assert_eq!(collector(&vec![warning; 1000]).warnings.len(), MOST_WARNINGS);
    }
}
