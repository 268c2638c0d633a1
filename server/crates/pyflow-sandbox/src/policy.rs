//! What a run may do. Made by the engine from the settings and from who asked; read here only.
//!
//! A policy is plain data and says what is wanted. What the machine can enforce of it is found
//! by the probe, and what was enforced stands in the [`Report`](crate::Report) of the run.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How much is promised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Hygiene only: the end of the whole tree, closed descriptors, a clean environment, limits.
    Off,
    /// And: foreign files, writing, network and the kernel's surface by policy, with the best
    /// layers that the machine has.
    #[default]
    Standard,
    /// And: everything that is not granted is out of sight. Refused when a layer is missing.
    Strict,
}

/// Who asked for the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The user's own act in an editor or a terminal.
    #[default]
    Editor,
    /// Code that a program wrote: over MCP, over HTTP, or with a profile named on `pyflow run`.
    Agent,
    /// The trial of a fix: must not have effects.
    Trial,
}

/// Which network a run has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Network {
    #[default]
    On,
    /// A loopback of its own, empty at start: a program can speak with its own processes. The
    /// host's 127.0.0.1 is not reached. Needs namespaces; elsewhere it is the same as off.
    Loopback,
    Off,
}

/// Which files a run may read.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReadScope {
    /// All but other people's homes and key stores.
    #[default]
    All,
    /// The system, the interpreter, the workspace and the home, without its key stores.
    Home,
    /// The system, the interpreter and the workspace.
    Workspace,
    /// The system, the interpreter and these folders.
    Folders(Vec<PathBuf>),
}

/// Which files a run may write, beside its run folder.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WriteScope {
    /// The workspace, temporary and cache folders.
    #[default]
    Workspace,
    /// Nothing else.
    Run,
    /// These folders.
    Folders(Vec<PathBuf>),
}

/// Limits of a whole tree of processes. `None` is no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RunLimits {
    /// Memory of all processes together, in megabytes (2^20 bytes).
    pub memory_mb: Option<u64>,
    /// What the run folder may hold, what the processes together may write to disks, and how
    /// long one file may become, in megabytes.
    pub disk_mb: Option<u64>,
    /// Processes and threads together.
    pub processes: Option<u64>,
    /// Seconds of processor time of one process.
    pub cpu_s: Option<u64>,
    /// When the helper ends the tree by itself, counted from now: a second clock, for a server
    /// that hangs. Set it above the time limit that the server keeps itself.
    pub wall: Option<Duration>,
}

/// What one run may do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    pub profile: Profile,
    pub origin: Origin,
    pub network: Network,
    pub read: ReadScope,
    pub write: WriteScope,
    /// The folder that the run belongs to.
    pub workspace: Option<PathBuf>,
    /// The run's own folder, absolute and existing, writable under every profile. On the tier
    /// "namespaces" with `disk_mb` set, the run sees a file system in memory there that starts
    /// with a copy of the folder's files (at most 256 of them, 16 MB); nothing written to it reaches the host.
    pub run_dir: PathBuf,
    /// Folders that the interpreter needs: `sys.prefix`, `sys.base_prefix`, and those of
    /// `sys.path` that lie elsewhere.
    pub interpreter_prefixes: Vec<PathBuf>,
    /// The user's home, whose key stores are kept from the run.
    pub home: PathBuf,
    /// More folders to read, whatever `read` says: the server's own worker, for example.
    #[serde(default)]
    pub extra_read: Vec<PathBuf>,
    /// Temporary and cache folders: writable where `write` is [`WriteScope::Workspace`].
    #[serde(default)]
    pub caches: Vec<PathBuf>,
    pub limits: RunLimits,
    /// Whether `standard` may run with less than it promises. `strict` never does.
    pub allow_unenforced: bool,
    /// Show the workspace as a writable copy that is thrown away at the end. Needs namespaces:
    /// without them the workspace cannot be written.
    pub overlay_workspace: bool,
    /// Layers to leave out although they are there. For tests that show what each layer is good
    /// for; the report names them as missing.
    #[serde(default)]
    pub without: Vec<Layer>,
}

/// A layer of the sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layer {
    Namespaces,
    Landlock,
    Seccomp,
}

impl Policy {
    /// The defaults of an origin, as the contract's table has them.
    pub fn for_origin(origin: Origin, run_dir: PathBuf, home: PathBuf) -> Policy {
        let editor = origin == Origin::Editor;
        Policy {
            profile: if origin == Origin::Trial { Profile::Strict } else { Profile::Standard },
            origin,
            network: if editor { Network::On } else { Network::Off },
            read: if editor { ReadScope::All } else { ReadScope::Workspace },
            write: if editor { WriteScope::Workspace } else { WriteScope::Run },
            workspace: None,
            run_dir,
            interpreter_prefixes: Vec::new(),
            extra_read: Vec::new(),
            caches: if editor { cache_folders(&home) } else { Vec::new() },
            limits: if editor {
                RunLimits {
                    memory_mb: half_of_memory_mb(),
                    processes: Some(EDITOR_PROCESSES),
                    ..RunLimits::default()
                }
            } else {
                RunLimits {
                    memory_mb: Some(256),
                    disk_mb: Some(64),
                    processes: Some(AGENT_PROCESSES),
                    ..RunLimits::default()
                }
            },
            allow_unenforced: false,
            overlay_workspace: origin == Origin::Trial,
            without: Vec::new(),
            home,
        }
    }
}

/// Variables of the environment that make common libraries fit into a policy's limits: each
/// thread of a BLAS takes 40 MB of address space, each arena of malloc 64 MB.
pub fn recommended_env(policy: &Policy) -> Vec<(&'static str, String)> {
    let Some(memory) = policy.limits.memory_mb.filter(|&memory| memory < ROOMY_MB) else {
        return Vec::new();
    };
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let threads = cores.min(4).min(memory / 128).max(1).to_string();
    let libraries = ["OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS"];
    let mut variables: Vec<_> = libraries.map(|name| (name, threads.clone())).to_vec();
    variables.push(("MALLOC_ARENA_MAX", "2".to_owned()));
    variables
}

/// From here on a run may have as many threads as it likes.
const ROOMY_MB: u64 = 2048;

/// Enough for a pool on every core of a large machine.
const EDITOR_PROCESSES: u64 = 1024;
/// 32 threads and a small pool.
const AGENT_PROCESSES: u64 = 56;

/// Where programs keep what they can make again.
fn cache_folders(home: &Path) -> Vec<PathBuf> {
    let mut folders = vec![std::env::temp_dir(), "/tmp".into(), "/var/tmp".into(), "/dev/shm".into()];
    folders.extend(std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from));
    let names = [".cache", ".matplotlib", ".config/matplotlib", ".ipython", ".keras", "nltk_data"];
    folders.extend(names.map(|name| home.join(name)));
    folders.retain(|folder| folder.is_absolute());
    folders
}

fn half_of_memory_mb() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kb: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some((kb / 2048).max(256))
}
