//! What the engine takes from its process, once, at its start.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The process around the engine.
#[derive(Debug, Clone)]
pub struct EngineConfig {
    /// The program that is `pyflow`: the sandbox's helper.
    pub helper: PathBuf,
    /// The environment that the user started us with, without what no child may get.
    pub environment: BTreeMap<OsString, OsString>,
    pub home: Option<PathBuf>,
    /// The user's settings file.
    pub config_file: Option<PathBuf>,
    /// Where what must survive is kept; programs never write here.
    pub state_dir: PathBuf,
    /// This server's own temporary folder; it goes with the server.
    pub temp_dir: PathBuf,
    /// The directory that we were started in.
    pub cwd: PathBuf,
    /// Whether the next run's worker is started ahead of need.
    pub spares: bool,
}

/// The running program. By the kernel's own link where there is one: an update may have put another file at its path.
fn own_program() -> PathBuf {
    if cfg!(target_os = "linux") {
        return PathBuf::from("/proc/self/exe");
    }
    std::env::current_exe().unwrap_or_else(|_| PathBuf::from("pyflow"))
}

impl EngineConfig {
    /// From this process.
    pub fn from_process() -> Self {
        // Keys of models are taken from the process's environment by whoever asks a model, and are never here.
        let environment: BTreeMap<OsString, OsString> =
            std::env::vars_os().filter(|(name, _)| !crate::settings::env::is_kept_back(name)).collect();
        let folder = |name: &str| {
            environment.get(&OsString::from(name)).map(PathBuf::from).filter(|path| path.is_absolute())
        };
        let home = folder("HOME").or_else(|| folder("USERPROFILE"));
        let under_home = |rest: &str| home.as_ref().map(|home| home.join(rest));
        let temp = std::env::temp_dir();
        // Short: sockets that programs bind in their folder have 107 bytes for the whole path.
        let temp_dir = temp.join(format!("pf-{}", std::process::id()));
        let state = folder("XDG_STATE_HOME")
            .or_else(|| under_home(".local/state"))
            .unwrap_or_else(|| temp_dir.clone());
        let config = folder("XDG_CONFIG_HOME").or_else(|| under_home(".config"));
        Self {
            helper: own_program(),
            home,
            config_file: config.map(|config| config.join("pyflow").join("config.toml")),
            state_dir: state.join("pyflow"),
            temp_dir,
            cwd: std::env::current_dir().unwrap_or_else(|_| Path::new("/").to_owned()),
            environment,
            spares: true,
        }
    }
}
