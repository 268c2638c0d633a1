//! What came of a run.

use crate::exception::Exception;
use crate::ids::{RunId, SessionId};
use crate::whitelist::Violation;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// What was run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunKind {
    File,
    Cell,
    Selection,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Ok,
    /// An uncaught exception.
    Error,
    /// `sys.exit` with anything but 0.
    Exit,
    /// The time limit.
    Timeout,
    /// The user's interrupt.
    Interrupted,
    /// The process went away: a signal, `os._exit`, a lost worker.
    Died,
    /// A limit of the sandbox, see [`Limit`].
    Limit,
    /// It was not run; `refused` says why.
    Refused,
}

/// Which limit ended a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    Memory,
    Disk,
    Output,
    Processes,
}

/// What was enforced.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SandboxReport {
    pub profile: String,
    pub tier: String,
    pub missing: Vec<String>,
}

/// Bytes left out of the middle of each stream; 0 when it is whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Truncated {
    pub stdout: u64,
    pub stderr: u64,
}

/// The value of a last expression.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ResultValue {
    pub repr: String,
    #[serde(rename = "type")]
    pub type_name: String,
    /// MIME type → text, or base64 for binary types.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub data: BTreeMap<String, String>,
}

/// A Python warning that was shown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct Warning {
    /// The category's name: `DeprecationWarning`.
    #[serde(rename = "type")]
    pub type_name: String,
    pub message: String,
    pub file: String,
    /// 0-based.
    pub line: u32,
}

/// Where an exception that did not end the program was reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReportOrigin {
    Thread,
    Task,
    Logging,
    #[default]
    Unraisable,
}

/// An exception that did not end the program.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct Reported {
    pub origin: ReportOrigin,
    /// The thread's or task's name, the logger's.
    pub name: String,
    pub exception: Exception,
}

/// What came of a run. The wire's shape of it is made in the engine's `wire`.
#[derive(Debug, Clone, PartialEq)]
pub struct RunResult {
    pub run_id: RunId,
    pub kind: RunKind,
    pub status: Status,
    pub limit: Option<Limit>,
    pub refused: Option<String>,
    /// With a refusal by the agents' list: what breaks it, by line.
    pub violations: Vec<Violation>,
    pub sandbox: SandboxReport,
    pub exit_code: Option<i32>,
    /// The signal's name, `SIGSEGV`.
    pub signal: Option<String>,
    pub duration: Duration,
    /// The head and the tail, with a notice of what was left out between them.
    pub stdout: String,
    pub stderr: String,
    pub truncated: Truncated,
    pub result: Option<ResultValue>,
    pub exception: Option<Exception>,
    pub warnings: Vec<Warning>,
    pub reported: Vec<Reported>,
    /// One paragraph: what happened, why, how to mend it.
    pub diagnosis: Option<String>,
    pub session_id: Option<SessionId>,
    /// After an interrupt or a time limit: whether the session's state is still there.
    pub session_kept: Option<bool>,
}

impl RunResult {
    /// A run of which nothing is known but its end.
    pub fn ended(run_id: RunId, kind: RunKind, status: Status) -> Self {
        Self {
            run_id,
            kind,
            status,
            limit: None,
            refused: None,
            violations: Vec::new(),
            sandbox: SandboxReport::default(),
            exit_code: None,
            signal: None,
            duration: Duration::ZERO,
            stdout: String::new(),
            stderr: String::new(),
            truncated: Truncated::default(),
            result: None,
            exception: None,
            warnings: Vec::new(),
            reported: Vec::new(),
            diagnosis: None,
            session_id: None,
            session_kept: None,
        }
    }
}
