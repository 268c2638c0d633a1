//! Running small Python programs under a policy, and looking at what came of it.
#![allow(dead_code, unreachable_pub, missing_debug_implementations)]
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr, clippy::inconsistent_struct_constructor)]

use pyflow_sandbox::{Child, Command, Event, Origin, Policy, Profile, SpawnError, probe_with};
use std::ffi::OsString;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub const HELPER: &str = env!("CARGO_BIN_EXE_sandbox-test-helper");
pub const PYTHON: &str = "/usr/bin/python3";

/// Folders of one test.
pub struct Place {
    pub root: tempfile::TempDir,
    pub home: PathBuf,
    pub workspace: PathBuf,
    pub outside: PathBuf,
    pub run_dir: PathBuf,
}

impl Place {
    pub fn new() -> Place {
        let root =
            tempfile::Builder::new().prefix("sandbox-test-").tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let folder = |name: &str| {
            let path = root.path().join(name);
            std::fs::create_dir(&path).unwrap();
            path
        };
        let (home, workspace) = (folder("home"), folder("workspace"));
        let (outside, run_dir) = (folder("outside"), folder("run"));
        Place { home, workspace, outside, run_dir, root }
    }

    pub fn policy(&self, profile: Profile, origin: Origin) -> Policy {
        let mut policy = Policy::for_origin(origin, self.run_dir.clone(), self.home.clone());
        policy.profile = profile;
        policy.workspace = Some(self.workspace.clone());
        policy.interpreter_prefixes = vec!["/usr".into()];
        // Not the machine's temporary folder: the tests may lie in it.
        policy.caches = [".cache", "tmp"].map(|name| self.home.join(name)).to_vec();
        policy
    }

    /// A program under a policy, with a file that takes its output.
    pub fn python(&self, policy: Policy, code: &str) -> Program {
        Program {
            code: code.into(),
            policy,
            cwd: self.run_dir.clone(),
            env: vec![("PATH".into(), "/usr/bin:/bin".into())],
            inherit: Vec::new(),
            python: PYTHON.into(),
        }
    }
}

pub struct Program {
    pub code: String,
    pub policy: Policy,
    pub cwd: PathBuf,
    pub env: Vec<(OsString, OsString)>,
    pub inherit: Vec<OwnedFd>,
    pub python: PathBuf,
}

/// A program that was started.
pub struct Running {
    pub child: Child,
    pub output: std::fs::File,
    pub began: Instant,
}

/// What came of one.
#[derive(Debug)]
pub struct Outcome {
    pub events: Vec<Event>,
    pub output: String,
    pub wall: Duration,
}

impl Program {
    pub fn start(self) -> Result<Running, SpawnError> {
        probe_with(HELPER.as_ref());
        let null = || OwnedFd::from(std::fs::File::open("/dev/null").unwrap());
        let output = tempfile::tempfile().unwrap();
        let copy = || OwnedFd::from(output.try_clone().unwrap());
        let began = Instant::now();
        let child = Command {
            program: self.python,
            args: ["-I", "-S", "-c", &self.code].map(OsString::from).to_vec(),
            env: self.env,
            cwd: self.cwd,
            policy: self.policy,
            stdin: null(),
            stdout: copy(),
            stderr: copy(),
            inherit: self.inherit,
            helper: HELPER.into(),
        }
        .spawn()?;
        Ok(Running { child, output, began })
    }

    pub fn run(self) -> Outcome {
        self.start().unwrap().finish(Duration::from_secs(30))
    }
}

impl Running {
    /// What was printed so far.
    pub fn text(&self) -> String {
        // By position: the program writes through the same offset.
        let mut bytes = vec![0; 1 << 20];
        let length = std::os::unix::fs::FileExt::read_at(&self.output, &mut bytes, 0).unwrap();
        bytes.truncate(length);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Waits until the program has printed `text`.
    pub fn wait_for(&self, text: &str) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !self.text().contains(text) {
            assert!(Instant::now() < deadline, "no {text:?} in {:?}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn finish(mut self, limit: Duration) -> Outcome {
        let deadline = Instant::now() + limit;
        let mut events = Vec::new();
        while events.last() != Some(&Event::TreeGone) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.child.wait_event(left).unwrap() {
                Some(event) => events.push(event),
                None => break,
            }
        }
        let wall = self.began.elapsed();
        Outcome { output: self.text(), events, wall }
    }
}

impl Outcome {
    /// The exit code and the signal.
    pub fn end(&self) -> (Option<i32>, Option<i32>) {
        self.events
            .iter()
            .find_map(|event| match event {
                Event::Ended { code, signal, .. } => Some((*code, *signal)),
                _ => None,
            })
            .unwrap_or_else(|| panic!("it did not end: {self:?}"))
    }

    pub fn gone(&self) -> bool {
        self.events.last() == Some(&Event::TreeGone)
    }

    /// Asserts that it ran and printed exactly that.
    #[track_caller]
    pub fn printed(&self, text: &str) {
        assert_eq!(self.output.trim_end(), text, "{self:?}");
        assert_eq!(self.end(), (Some(0), None), "{self:?}");
    }
}

/// The processes whose command line has `mark`.
pub fn processes(mark: &str) -> Vec<i32> {
    let own = std::process::id() as i32;
    std::fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|pid| *pid != own && !is_zombie(*pid))
        .filter(|pid| {
            std::fs::read(format!("/proc/{pid}/cmdline"))
                .is_ok_and(|line| String::from_utf8_lossy(&line).contains(mark))
        })
        .collect()
}

fn is_zombie(pid: i32) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| stat.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with('Z')))
}

/// Waits until no such process is left.
#[track_caller]
pub fn none_left(mark: &str, limit: Duration) {
    let deadline = Instant::now() + limit;
    while !processes(mark).is_empty() {
        assert!(Instant::now() < deadline, "left: {:?}", processes(mark));
        std::thread::sleep(Duration::from_millis(10));
    }
}

pub fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}
