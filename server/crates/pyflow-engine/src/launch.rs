//! Getting a worker: the interpreter, its policy and environment, a spare one where there is one.

use crate::diagnose::InterpreterFacts;
use crate::disk;
use crate::engine::EngineConfig;
use crate::interpreters::{self, Found, Interpreter, Interpreters, NotFound, Search};
use crate::runs::{Input, Job};
use crate::settings::env::EnvFile;
use crate::settings::{self, Asker, Limits, Network, Profile, Read, Write};
use crate::worker::{Launch, Worker, WorkerEvent};
use pyflow_core::exception::Exception;
use pyflow_core::outcome::SandboxReport;
use pyflow_sandbox as sandbox;
use serde_json::Value;
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::ffi::OsString;
use std::hash::{Hash, Hasher};
use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// How long an interpreter may take from its start to its worker's first word.
const READY_LIMIT: Duration = Duration::from_secs(20);
/// Spares that nobody used for this long are given up.
const SPARE_IDLE: Duration = Duration::from_secs(600);
const LEARN_AFTER: Duration = Duration::from_secs(3);
/// Spares kept in all.
const MOST_SPARES: usize = 3;

static RUN_DIRS: AtomicU64 = AtomicU64::new(1);
static LIVE_RUN_DIRS: AtomicU64 = AtomicU64::new(0);

/// Whether a worker still holds a folder of its own.
pub(crate) fn any_run_dir() -> bool {
    LIVE_RUN_DIRS.load(Ordering::Relaxed) > 0
}

/// A run's own folder, removed with everything in it when the run is over.
#[derive(Debug)]
pub(crate) struct RunDir(PathBuf);

impl RunDir {
    fn new(parent: &Path) -> std::io::Result<Self> {
        let path = parent.join(format!("{}", RUN_DIRS.fetch_add(1, Ordering::Relaxed)));
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::DirBuilderExt;
            builder.mode(0o700);
        }
        builder.create(&path)?;
        LIVE_RUN_DIRS.fetch_add(1, Ordering::Relaxed);
        Ok(Self(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for RunDir {
    fn drop(&mut self) {
        if let Err(error) = disk::remove_tree(&self.0) {
            tracing::warn!(%error, path = %self.0.display(), "a run's folder could not be removed");
        }
        LIVE_RUN_DIRS.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A worker that waits for its first instruction.
#[derive(Debug)]
pub(crate) struct ReadyWorker {
    pub worker: Worker,
    pub interpreter: Arc<Interpreter>,
    pub facts: Arc<InterpreterFacts>,
    pub sandbox: SandboxReport,
    pub pid: Option<i32>,
    /// What the process may do.
    pub policy: sandbox::Policy,
    /// Held for its end: the folder goes when the worker does.
    _run_dir: RunDir,
    since: Instant,
}

/// What a worker is fixed to when it starts. Workers of equal recipes are interchangeable.
#[derive(Debug, Clone)]
struct Recipe {
    interpreter: Arc<Interpreter>,
    limits: Limits,
    asker: Asker,
    root: PathBuf,
    inherited: Vec<(OsString, OsString)>,
    env_file: EnvFile,
    env: std::collections::BTreeMap<String, String>,
    home: PathBuf,
}

impl Recipe {
    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        // None of these has a hash of its own; their debug text is the same for what is the same.
        format!("{:?}{:?}{:?}{:?}", self.limits, self.asker, self.env_file, self.env).hash(&mut hasher);
        self.root.hash(&mut hasher);
        self.interpreter.executable.hash(&mut hasher);
        self.inherited.hash(&mut hasher);
        hasher.finish()
    }

    fn environment(&self, run_dir: &Path) -> Vec<(OsString, OsString)> {
        let python = self.interpreter.folders();
        let variables = match self.asker {
            Asker::Editor | Asker::Trial => {
                let mut variables =
                    settings::env::for_user(self.inherited.clone(), python, &self.env_file, &self.env);
                if self.limits.write == Write::Run {
                    settings::env::redirect_temporary(&mut variables, run_dir);
                }
                variables
            }
            Asker::Agent => settings::env::for_agent(python, run_dir, self.limits.memory_mb),
        };
        variables.into_iter().collect()
    }

    fn policy(&self, run_dir: &Path) -> sandbox::Policy {
        let limits = &self.limits;
        let origin = match self.asker {
            Asker::Editor => sandbox::Origin::Editor,
            Asker::Agent => sandbox::Origin::Agent,
            Asker::Trial => sandbox::Origin::Trial,
        };
        let mut policy = sandbox::Policy::for_origin(origin, run_dir.to_owned(), self.home.clone());
        policy.profile = sandbox_profile(limits.profile);
        policy.network = match limits.network {
            Network::On => sandbox::Network::On,
            Network::Loopback => sandbox::Network::Loopback,
            Network::Off => sandbox::Network::Off,
        };
        policy.read = match &limits.read {
            Read::All => sandbox::ReadScope::All,
            Read::Home => sandbox::ReadScope::Home,
            Read::Workspace => sandbox::ReadScope::Workspace,
            Read::Folders(folders) => sandbox::ReadScope::Folders(folders.clone()),
        };
        policy.write = match &limits.write {
            Write::Workspace => sandbox::WriteScope::Workspace,
            Write::Run => sandbox::WriteScope::Run,
            Write::Folders(folders) => sandbox::WriteScope::Folders(folders.clone()),
        };
        policy.workspace = Some(self.root.clone());
        policy.interpreter_prefixes = interpreter_folders(&self.interpreter);
        policy.limits.memory_mb = limits.memory_mb;
        policy.limits.disk_mb = limits.disk_mb;
        policy.allow_unenforced = limits.allow_unenforced;
        policy
    }
}

/// Starts workers, and keeps some ready.
#[derive(Debug)]
pub(crate) struct Launcher {
    pub config: EngineConfig,
    pub interpreters: Interpreters,
    spares: Mutex<HashMap<u64, ReadyWorker>>,
}

impl Launcher {
    pub(crate) fn new(config: EngineConfig) -> Arc<Self> {
        let interpreters = Interpreters::new(Some(&config.state_dir), crate::worker::SOURCES);
        Arc::new(Self { config, interpreters, spares: Mutex::default() })
    }

    /// The interpreter of a file, or of a root where there is no file. Starts nothing.
    pub(crate) fn find(&self, settings: &settings::Settings, file: Option<&Path>) -> Result<Found, NotFound> {
        interpreters::find(&Search {
            root: &settings.root,
            file,
            setting: settings.interpreter.as_deref(),
            env: &|name| self.config.environment.get(&OsString::from(name)).cloned(),
        })
    }

    /// An interpreter that was named for one run.
    pub(crate) fn find_named(&self, settings: &settings::Settings, named: &Path) -> Result<Found, NotFound> {
        interpreters::find(&Search {
            root: &settings.root,
            file: None,
            setting: Some(named),
            env: &|name| self.config.environment.get(&OsString::from(name)).cloned(),
        })
    }

    /// A worker for a job: a spare one, else a new one. The error is for the user to read.
    pub(crate) async fn worker(&self, job: &Job) -> Result<ReadyWorker, String> {
        let recipe = self.recipe(job).await?;
        let fits = job.stdin != Input::Inherit && !matches!(job.stdin, Input::Text(_));
        if fits && let Some(spare) = self.take_spare(recipe.key()) {
            return Ok(spare);
        }
        let stdin = match &job.stdin {
            Input::Closed | Input::Ask => None,
            Input::Inherit => rustix::io::dup(std::io::stdin()).ok(),
            Input::Text(text) => Some(fed_pipe(text).map_err(|error| error.to_string())?),
        };
        self.start(&recipe, stdin).await
    }

    /// Starts a spare for the next job like this one, where there is none. What goes wrong is told by that job.
    pub(crate) async fn refill(&self, job: &Job) {
        if !self.config.spares || job.asker == Asker::Trial {
            return;
        }
        let Ok(recipe) = self.recipe(job).await else { return };
        let key = recipe.key();
        if self.lock_spares().contains_key(&key) {
            return;
        }
        if let Ok(ready) = self.start(&recipe, None).await {
            let mut spares = self.lock_spares();
            spares.insert(key, ready);
            let oldest = (spares.len() > MOST_SPARES)
                .then(|| spares.iter().min_by_key(|(_, spare)| spare.since).map(|(key, _)| *key))
                .flatten();
            if let Some(oldest) = oldest {
                spares.remove(&oldest);
            }
        }
    }

    /// Learns the names of standard modules for explanations, once an interpreter. Costs the interpreter some tenths of
    /// a second, so it waits until what the user asked for has had its time.
    pub(crate) async fn learn(&self, python: &Path) {
        tokio::time::sleep(LEARN_AFTER).await;
        let Ok(interpreter) = self.interpreters.get(python).await else { return };
        if let Err(error) = self.interpreters.learn_names(&interpreter).await {
            tracing::debug!(%error, "the names of standard modules could not be learnt");
        }
    }

    /// Ends spares that waited too long, or all of them.
    pub(crate) fn drop_spares(&self, all: bool) {
        self.lock_spares().retain(|_, spare| !all && spare.since.elapsed() < SPARE_IDLE);
    }

    fn lock_spares(&self) -> std::sync::MutexGuard<'_, HashMap<u64, ReadyWorker>> {
        // Nothing under the lock can leave the map half changed.
        self.spares.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_spare(&self, key: u64) -> Option<ReadyWorker> {
        let mut spare = self.lock_spares().remove(&key)?;
        (spare.since.elapsed() < SPARE_IDLE && spare.worker.is_alive()).then_some(spare)
    }

    async fn recipe(&self, job: &Job) -> Result<Recipe, String> {
        let interpreter = self
            .interpreters
            .get(&job.found.path)
            .await
            .map_err(|error| error.message().render(job.locale))?;
        let variable = |name: &str| {
            let value = self.config.environment.get(&OsString::from(name))?;
            Some(value.to_string_lossy().into_owned())
        };
        let env_file = match &job.settings.env_file {
            Some(path) => settings::env::read(path, &variable).0,
            None => EnvFile::default(),
        };
        let mut env = job.settings.env.clone();
        env.extend(job.env.iter().map(|(name, value)| (name.clone(), value.clone())));
        Ok(Recipe {
            interpreter,
            limits: job.limits.clone(),
            asker: job.asker,
            root: job.settings.root.clone(),
            inherited: self
                .config
                .environment
                .iter()
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
            env_file,
            env,
            home: self.config.home.clone().unwrap_or_else(|| PathBuf::from("/nonexistent")),
        })
    }

    async fn start(&self, recipe: &Recipe, stdin: Option<OwnedFd>) -> Result<ReadyWorker, String> {
        let run_dir = RunDir::new(&self.config.temp_dir).map_err(|error| {
            format!("No folder for the run could be made in {}: {error}.", self.config.temp_dir.display())
        })?;
        let policy = recipe.policy(run_dir.path());
        let launch = Launch {
            python_args: Vec::new(),
            env: recipe.environment(run_dir.path()),
            policy: policy.clone(),
            interpreter: Arc::clone(&recipe.interpreter),
            stdin,
            helper: self.config.helper.clone(),
        };
        let mut worker = Worker::start(launch).await.map_err(|error| error.to_string())?;
        let mut report =
            SandboxReport { profile: recipe.limits.profile.name().to_owned(), ..SandboxReport::default() };
        let (mut stderr, mut pid) = (String::new(), None);
        let ready = timeout(READY_LIMIT, async {
            while let Some(event) = worker.next().await {
                match event {
                    WorkerEvent::Started { report: started, pid: seen } => {
                        pid = seen;
                        started.tier.name().clone_into(&mut report.tier);
                        report.missing = started.missing;
                    }
                    WorkerEvent::SetupFailed(reason) => return Err(reason),
                    WorkerEvent::Message(message)
                        if message.get("ev").and_then(Value::as_str) == Some("ready") =>
                    {
                        return Ok(());
                    }
                    WorkerEvent::Output { bytes, .. } if stderr.len() < 4000 => {
                        stderr.push_str(&String::from_utf8_lossy(&bytes));
                    }
                    _ => {}
                }
            }
            Err(format!(
                "{} ended before it could run anything. {}",
                recipe.interpreter.executable.display(),
                stderr.trim()
            ))
        });
        match ready.await {
            Ok(Ok(())) => {}
            Ok(Err(reason)) => return Err(reason),
            Err(_) => {
                return Err(format!(
                    "{} did not start within {} seconds. {}",
                    recipe.interpreter.executable.display(),
                    READY_LIMIT.as_secs(),
                    stderr.trim()
                ));
            }
        }
        let interpreter = Arc::clone(&recipe.interpreter);
        // Reads folders, so it is done before the program runs.
        let facts = Arc::new(self.interpreters.facts(&interpreter));
        Ok(ReadyWorker {
            worker,
            interpreter,
            facts,
            sandbox: report,
            pid,
            policy,
            _run_dir: run_dir,
            since: Instant::now(),
        })
    }
}

/// The folders that an interpreter needs to run at all.
pub(crate) fn interpreter_folders(interpreter: &Interpreter) -> Vec<PathBuf> {
    let mut folders =
        vec![interpreter.prefix.clone(), interpreter.base_prefix.clone(), interpreter.stdlib.clone()];
    folders.extend(interpreter.packages.iter().cloned());
    folders.extend(interpreter.executable.parent().map(Path::to_owned));
    folders.sort();
    folders.dedup();
    folders
}

/// The folders whose code is not the user's. A virtual environment's own folder is not among them as a whole: the
/// user's programs may lie beside its packages.
pub(crate) fn library_folders(interpreter: &Interpreter) -> Vec<PathBuf> {
    let mut folders = vec![interpreter.stdlib.clone()];
    folders.extend(interpreter.packages.iter().cloned());
    folders
}

/// Which rule of the sandbox explains an exception of a program, and the setting that would allow it.
pub(crate) fn denial(
    policy: &sandbox::Policy,
    cwd: &Path,
    exception: &Exception,
) -> Option<(String, String)> {
    let errno = exception.attrs.get("errno").and_then(Value::as_i64)?;
    let name = exception.attrs.get("filename").and_then(Value::as_str);
    let path = name.map(|name| cwd.join(name));
    let is = |bases: &[&str]| exception.mro.iter().any(|base| bases.contains(&base.as_str()));
    let action = if is(&["ConnectionError", "gaierror", "herror", "timeout", "TimeoutError", "URLError"]) {
        sandbox::Action::Network
    } else if is(&["BlockingIOError"]) && name.is_none() {
        sandbox::Action::Process
    } else {
        sandbox::Action::Unknown
    };
    let errno = i32::try_from(errno).ok()?;
    let denial = sandbox::explain_denial(policy, errno, path.as_deref(), action)?;
    let rule = match denial.rule {
        sandbox::Rule::Read => "read",
        sandbox::Rule::KeyStore => "key-store",
        sandbox::Rule::Write => "write",
        sandbox::Rule::Protected => "protected",
        sandbox::Rule::Network => "network",
        sandbox::Rule::Processes => "processes",
        sandbox::Rule::Memory => "memory",
        sandbox::Rule::Disk => "disk",
        sandbox::Rule::Kernel => "kernel",
    };
    Some((rule.to_owned(), denial.setting.unwrap_or("sandbox.profile").to_owned()))
}

/// The tier that a run would get, and what is missing for its profile, without running anything of the user's.
pub(crate) fn expected_tier(limits: &Limits, helper: &Path) -> (String, Vec<String>) {
    if limits.profile == Profile::Off {
        return (sandbox::Tier::None.name().to_owned(), Vec::new());
    }
    let found = sandbox::probe_with(helper);
    (found.tier().name().to_owned(), found.missing.clone())
}

fn sandbox_profile(profile: Profile) -> sandbox::Profile {
    match profile {
        Profile::Off => sandbox::Profile::Off,
        Profile::Standard => sandbox::Profile::Standard,
        Profile::Strict => sandbox::Profile::Strict,
    }
}

/// A pipe that a text flows into while the program reads it, and that ends with the text.
fn fed_pipe(text: &str) -> std::io::Result<OwnedFd> {
    let (reader, mut writer) = std::io::pipe()?;
    let text = text.as_bytes().to_vec();
    // A thread, since the write blocks for as long as the program does not read; it ends with the program.
    std::thread::Builder::new().name("stdin".to_owned()).spawn(move || {
        if let Err(error) = writer.write_all(&text) {
            tracing::debug!(%error, "the program closed its standard input before the end");
        }
    })?;
    Ok(reader.into())
}
