//! What the engine's loop knows of a session: enough to answer while its interpreter is busy.

use super::task::SessionCommand;
use crate::api::{HistoryEntry, SessionView};
use crate::runs::{Changed, Control};
use crate::settings::{Asker, Limits};
use pyflow_core::ids::{DocumentId, RunId, SessionId};
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::mpsc;

/// Entries of a session's history that are kept.
pub(super) const MOST_HISTORY: usize = 100;
/// Code of one entry that is kept.
const MOST_CODE: usize = 10_000;

/// States exclude one another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum State {
    /// No process yet, or a new one is on its way.
    Starting,
    Idle,
    Running(RunId),
    /// The process has ended by itself; the next run starts a fresh one.
    Died,
}

impl State {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            State::Starting => "starting",
            State::Idle => "idle",
            State::Running(_) => "running",
            State::Died => "died",
        }
    }
}

/// One session.
#[derive(Debug)]
pub(crate) struct Session {
    pub id: SessionId,
    pub document: Option<DocumentId>,
    pub asker: Asker,
    pub limits: Limits,
    /// Where code without a document runs.
    pub root: PathBuf,
    pub state: State,
    /// To its task.
    pub commands: mpsc::UnboundedSender<SessionCommand>,
    /// To what runs in it.
    pub control: mpsc::UnboundedSender<Control>,
    pub created: SystemTime,
    pub last_active: SystemTime,
    pub idle_since: Instant,
    pub commands_run: u64,
    pub history: VecDeque<HistoryEntry>,
    /// Names with type and repr as they were last seen.
    pub names: BTreeMap<String, Changed>,
    /// Runs that wait for their turn, the running one first.
    pub queue: VecDeque<RunId>,
    /// The worker's process id, for its memory.
    pub pid: Option<i32>,
}

impl Session {
    pub(crate) fn view(&self, uri: Option<String>) -> SessionView {
        let busy = matches!(self.state, State::Running(_)) || !self.queue.is_empty();
        SessionView {
            session_id: self.id.clone(),
            uri,
            created_at: seconds(self.created),
            last_active_at: seconds(self.last_active),
            commands: self.commands_run,
            variables: self.names.len() as u64,
            idle_seconds: if busy { 0.0 } else { self.idle_since.elapsed().as_secs_f64() },
            memory_mb: self.pid.and_then(memory_mb).unwrap_or_default(),
            state: self.state.name(),
        }
    }

    /// Whether nothing runs or waits.
    pub(crate) fn is_idle(&self) -> bool {
        self.queue.is_empty() && !matches!(self.state, State::Running(_))
    }

    pub(crate) fn remember(&mut self, code: &str, success: bool, summary: String) {
        self.commands_run += 1;
        let entry = HistoryEntry {
            index: self.commands_run,
            code: code.chars().take(MOST_CODE).collect(),
            timestamp: seconds(SystemTime::now()),
            success,
            summary,
        };
        self.history.push_back(entry);
        if self.history.len() > MOST_HISTORY {
            self.history.pop_front();
        }
    }

    pub(crate) fn touch(&mut self) {
        self.last_active = SystemTime::now();
        self.idle_since = Instant::now();
    }
}

fn seconds(time: SystemTime) -> f64 {
    time.duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}

/// Megabytes of a process's own memory; None where the system does not say.
fn memory_mb(pid: i32) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024.0)
}
