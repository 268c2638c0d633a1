//! What a program is given, by who asked for the run.
//!
//! Invariant: what is set for everybody may tighten an agent's limits and never loosens them. Only a value below
//! `agent`, which a workspace's own files can't set unless the user trusts them, loosens.

use super::layer::{Value, Values};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Who asked: decides the sandbox's defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Asker {
    /// The user's own act in an editor or a terminal.
    Editor,
    /// An agent's or a program's code.
    Agent,
    /// A trial run of a fix.
    Trial,
}

/// What a program is kept from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    Off,
    Standard,
    Strict,
}

impl Profile {
    /// The profile of a name.
    pub fn from_name(name: &str) -> Option<Profile> {
        match name {
            "off" => Some(Profile::Off),
            "standard" => Some(Profile::Standard),
            "strict" => Some(Profile::Strict),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Profile::Off => "off",
            Profile::Standard => "standard",
            Profile::Strict => "strict",
        }
    }
}

/// Which network a program reaches; the tightest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Network {
    On,
    Loopback,
    Off,
}

/// What a program can read besides the system and the interpreter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Read {
    /// All but other people's files and key stores.
    All,
    /// The home as well, without its key stores.
    Home,
    Workspace,
    /// The workspace and these folders.
    Folders(Vec<PathBuf>),
}

/// Where a program can write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Write {
    /// The workspace, temporary and cache folders.
    Workspace,
    /// A folder that goes with the run.
    Run,
    /// The run's folder and these.
    Folders(Vec<PathBuf>),
}

/// What one asker's program is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    pub profile: Profile,
    pub network: Network,
    pub read: Read,
    pub write: Write,
    /// `None`: no limit.
    pub memory_mb: Option<u64>,
    /// `None`: no limit.
    pub disk_mb: Option<u64>,
    /// The time of a file's run; `None`: no limit.
    pub run_timeout: Option<Duration>,
    /// The time of one run in a session; `None`: no limit.
    pub session_timeout: Option<Duration>,
    /// When an idle session ends; `None`: never.
    pub session_idle: Option<Duration>,
    pub session_max: usize,
    /// The most code that one command may bring; `None`: no limit.
    pub max_code_bytes: Option<u64>,
    /// Kept of each output stream.
    pub max_output_bytes: u64,
    /// Hold the code to the list of imports, builtins and attributes.
    pub whitelist: bool,
    /// Run even where the profile can't be enforced.
    pub allow_unenforced: bool,
}

/// A session or stream without any limit would let one client take all memory.
const MOST_SESSIONS: u64 = 1000;
const MOST_OUTPUT: u64 = 1 << 30;

impl Limits {
    /// What the user's own act gets when nothing is set.
    pub fn editor() -> Self {
        Self {
            profile: Profile::Standard,
            network: Network::On,
            read: Read::All,
            write: Write::Workspace,
            memory_mb: machine_memory_mb().map(|memory| memory / 2),
            disk_mb: None,
            run_timeout: None,
            session_timeout: None,
            session_idle: None,
            session_max: 10,
            max_code_bytes: None,
            max_output_bytes: 100_000,
            whitelist: false,
            allow_unenforced: false,
        }
    }

    /// What an agent's code gets when nothing is set.
    pub fn agent() -> Self {
        Self {
            network: Network::Off,
            read: Read::Workspace,
            write: Write::Run,
            memory_mb: Some(256),
            disk_mb: Some(64),
            run_timeout: Some(Duration::from_secs(30)),
            session_timeout: Some(Duration::from_secs(30)),
            session_idle: Some(Duration::from_secs(600)),
            max_code_bytes: Some(100_000),
            whitelist: true,
            ..Self::editor()
        }
    }

    /// What a trial gets that repeats a run with these limits which took `took`.
    #[must_use]
    pub fn trial(&self, took: Duration) -> Self {
        const MOST: Duration = Duration::from_secs(10);
        // A run that failed at once still needs the time to start.
        const LEAST: Duration = Duration::from_secs(1);
        let time = Some((took * 2).clamp(LEAST, MOST));
        Self {
            profile: Profile::Strict,
            network: Network::Off,
            write: Write::Run,
            run_timeout: time,
            session_timeout: time,
            ..self.clone()
        }
    }

    /// What is set for everybody, taken as it stands.
    pub(super) fn set(&mut self, values: &Values, paths: &Paths<'_>) {
        if let Some(profile) = text(values, "sandbox.profile").and_then(Profile::from_name) {
            self.profile = profile;
        }
        if let Some(network) = text(values, "sandbox.network").and_then(network) {
            self.network = network;
        }
        match values.get("sandbox.read") {
            Some(Value::Text(word)) => {
                self.read = match word.as_str() {
                    "all" => Read::All,
                    "workspace" => Read::Workspace,
                    _ => Read::Home,
                };
            }
            Some(Value::Folders(folders)) => self.read = Read::Folders(paths.all(folders)),
            _ => {}
        }
        match values.get("sandbox.write") {
            Some(Value::Text(word)) => {
                self.write = if word == "run" { Write::Run } else { Write::Workspace };
            }
            Some(Value::Folders(folders)) => self.write = Write::Folders(paths.all(folders)),
            _ => {}
        }
        let limited = |name: &str, field: &mut Option<u64>| {
            if let Some(count) = number(values, name) {
                *field = (count > 0).then_some(count);
            }
        };
        limited("sandbox.memoryMb", &mut self.memory_mb);
        limited("sandbox.diskMb", &mut self.disk_mb);
        limited("session.maxCodeBytes", &mut self.max_code_bytes);
        let timed = |name: &str, field: &mut Option<Duration>| {
            if let Some(millis) = number(values, name) {
                *field = (millis > 0).then(|| Duration::from_millis(millis));
            }
        };
        timed("run.timeoutMs", &mut self.run_timeout);
        timed("session.timeoutMs", &mut self.session_timeout);
        timed("session.idleTimeoutMs", &mut self.session_idle);
        if let Some(count) = number(values, "session.max") {
            self.session_max = count.clamp(1, MOST_SESSIONS) as usize;
        }
        if let Some(bytes) = number(values, "run.maxOutputBytes") {
            self.max_output_bytes = bytes.min(MOST_OUTPUT);
        }
        if let Some(&Value::Bool(whitelist)) = values.get("session.whitelist") {
            self.whitelist = whitelist;
        }
        if let Some(&Value::Bool(allow)) = values.get("sandbox.allowUnenforced") {
            self.allow_unenforced = allow;
        }
    }

    /// What is set for everybody, as far as it tightens.
    pub(super) fn tighten(&mut self, values: &Values, paths: &Paths<'_>) {
        let mut set = self.clone();
        set.set(values, paths);
        self.profile = self.profile.max(set.profile);
        self.network = self.network.max(set.network);
        // Two lists of folders can't be compared without knowing what lies in them, so an agent keeps its own.
        if set.write == Write::Run {
            self.write = Write::Run;
        }
        self.memory_mb = tighter(self.memory_mb, set.memory_mb);
        self.disk_mb = tighter(self.disk_mb, set.disk_mb);
        self.max_code_bytes = tighter(self.max_code_bytes, set.max_code_bytes);
        self.run_timeout = tighter(self.run_timeout, set.run_timeout);
        self.session_timeout = tighter(self.session_timeout, set.session_timeout);
        self.session_idle = tighter(self.session_idle, set.session_idle);
        self.session_max = self.session_max.min(set.session_max);
        self.max_output_bytes = self.max_output_bytes.min(set.max_output_bytes);
        self.whitelist |= set.whitelist;
    }
}

/// The smaller of two limits, none being the largest.
fn tighter<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

fn network(name: &str) -> Option<Network> {
    match name {
        "on" => Some(Network::On),
        "loopback" => Some(Network::Loopback),
        "off" => Some(Network::Off),
        _ => None,
    }
}

pub(super) fn text<'a>(values: &'a Values, name: &str) -> Option<&'a str> {
    match values.get(name) {
        Some(Value::Text(text)) => Some(text),
        _ => None,
    }
}

pub(super) fn number(values: &Values, name: &str) -> Option<u64> {
    match values.get(name) {
        Some(&Value::Number(number)) => Some(number),
        _ => None,
    }
}

/// What relative paths and `~` in settings mean.
#[derive(Debug, Clone, Copy)]
pub struct Paths<'a> {
    pub root: &'a Path,
    pub home: Option<&'a Path>,
}

impl Paths<'_> {
    /// The path that a setting names.
    pub fn expand(&self, text: &str) -> PathBuf {
        let text = text.strip_prefix("${workspaceFolder}").map_or(text, |rest| {
            let rest = rest.trim_start_matches(['/', '\\']);
            if rest.is_empty() { "." } else { rest }
        });
        match (text.strip_prefix('~'), self.home) {
            (Some(""), Some(home)) => home.to_owned(),
            (Some(rest), Some(home)) if rest.starts_with(['/', '\\']) => {
                home.join(rest.trim_start_matches(['/', '\\']))
            }
            _ if text == "." => self.root.to_owned(),
            _ => self.root.join(text),
        }
    }

    fn all(&self, texts: &[String]) -> Vec<PathBuf> {
        texts.iter().map(|text| self.expand(text)).collect()
    }
}

/// The machine's memory, or what the container that this runs in may use; `None` where it can't be known.
fn machine_memory_mb() -> Option<u64> {
    let first_number = |text: &str| text.split_whitespace().find_map(|word| word.parse::<u64>().ok());
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let machine = info.lines().find(|line| line.starts_with("MemTotal:")).and_then(first_number)? / 1024;
    let container = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .find_map(|text| first_number(&text))
        .map(|bytes| bytes >> 20);
    Some(container.map_or(machine, |container| container.min(machine)).max(256))
}
