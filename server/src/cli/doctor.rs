//! `pyflow doctor`: which interpreter, which isolation, which model, and what is missing, found by doing it.

use super::args::DoctorArgs;
use super::render::{Paint, style};
use super::{Console, Failure, root_of};
use pyflow_core::outcome::{RunResult, Status};
use pyflow_core::uri;
use pyflow_engine::api::{Asker, RunRequest, StatusView, Stdin, Target};
use pyflow_engine::{ClientConfig, EngineConfig, EngineHandle};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncReadExt as _;

/// How long a trivial program may take here.
const PATIENCE: Duration = Duration::from_secs(30);
/// Start-up files that take longer than this are named.
const SLOW_MS: f64 = 10.0;
const STARTUP: &str = include_str!("startup.py");

/// Looks and tells. The exit code is 0 when programs can be run with all that is promised.
pub(super) fn run(args: &DoctorArgs, console: &mut Console) -> Result<u8, Failure> {
    let path = std::path::absolute(&args.path).map_err(|error| Failure::usage(error.to_string()))?;
    if !path.exists() {
        return Err(Failure::usage(format!("{}: there is no such file or folder", args.path.display())));
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::failed(error.to_string()))?;
    runtime.block_on(async {
        let config = EngineConfig { spares: false, ..EngineConfig::from_process() };
        let engine = EngineHandle::start(config.clone());
        let found = examine(&path, &config, &engine).await;
        engine.stop().await;
        found.and_then(|found| found.tell(console))
    })
}

/// What was found.
#[derive(Debug)]
struct Found {
    root: PathBuf,
    status: StatusView,
    /// What came of a program that does nothing: the user's own, an agent's.
    own: Result<Arc<RunResult>, String>,
    agent: Result<Arc<RunResult>, String>,
    startup: Option<Startup>,
    config_file: Option<PathBuf>,
    state: PathBuf,
}

/// What startup.py says.
#[derive(Debug, Deserialize)]
struct Startup {
    /// Milliseconds of one start.
    start: f64,
    /// Start-up files (`.pth`) with their milliseconds.
    files: Vec<(PathBuf, f64)>,
}

async fn examine(path: &Path, config: &EngineConfig, engine: &EngineHandle) -> Result<Found, Failure> {
    let root = root_of(path);
    engine.configure(ClientConfig { locale: Some("en".to_owned()), ..ClientConfig::default() });
    engine.folders(vec![uri::from_path(&root)], Vec::new());
    let own = nothing(engine, &root, Asker::Editor).await;
    let agent = nothing(engine, &root, Asker::Agent).await;
    let status = engine.status(None).await.map_err(|error| Failure::failed(error.to_string()))?;
    let startup = match &status.interpreter {
        Some(interpreter) if own.is_ok() => startup(&interpreter.path).await,
        _ => None,
    };
    let (config_file, state) = (config.config_file.clone(), config.state_dir.clone());
    Ok(Found { root, status, own, agent, startup, config_file, state })
}

/// Runs a program that does nothing, all the way.
async fn nothing(engine: &EngineHandle, root: &Path, asker: Asker) -> Result<Arc<RunResult>, String> {
    let request = RunRequest {
        stdin: Stdin::Closed,
        cwd: Some(root.to_owned()),
        timeout: Some(PATIENCE),
        stream: false,
        ..RunRequest::new(Target::Once { code: "pass\n".to_owned() }, asker)
    };
    let mut started = engine.run(request).await.map_err(|error| error.to_string())?;
    let result = started.wait().await.pop().ok_or("it was not run")?;
    match (&result.status, &result.refused) {
        (Status::Ok, _) => Ok(result),
        (_, Some(why)) => Err(why.clone()),
        (status, None) => {
            Err(format!("a program that does nothing ended with {status:?}: {}", result.stderr.trim()))
        }
    }
}

/// How long the interpreter's start takes, and which files make it slow. `None` where it does not say.
async fn startup(python: &Path) -> Option<Startup> {
    let mut child = tokio::process::Command::new(python)
        .args(["-E", "-s", "-B", "-c", STARTUP])
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .ok()?;
    let mut said = Vec::new();
    let reading = child.stdout.take()?.take(1 << 20);
    tokio::time::timeout(PATIENCE, async move {
        let mut reading = reading;
        reading.read_to_end(&mut said).await.map(|_| said)
    })
    .await
    .ok()?
    .ok()
    .and_then(|said| serde_json::from_slice(said.rsplit(|&byte| byte == b'\x1e').next()?).ok())
}

impl Found {
    fn tell(&self, console: &mut Console) -> Result<u8, Failure> {
        let mut problems = Vec::new();
        for (name, lines) in [
            ("Python", self.python(&mut problems)),
            ("Isolation", self.isolation(&mut problems)),
            ("Model", vec![self.model()]),
            ("Start-up", self.starts()),
            ("Files", self.files()),
        ] {
            for (index, line) in lines.iter().enumerate() {
                let label = format!("{:<11}", if index == 0 { name } else { "" });
                console.line(&format!(
                    "{}{}",
                    console.style.paint(Paint::Heading, &label),
                    style::plain(line)
                ))?;
            }
        }
        console.line("")?;
        if problems.is_empty() {
            console.line(
                &console.style.paint(Paint::Added, "Programs can be run, with all that is promised."),
            )?;
            return Ok(0);
        }
        for problem in &problems {
            console.line(&format!(
                "{} {}",
                console.style.paint(Paint::Error, "problem:"),
                style::plain(problem)
            ))?;
        }
        Ok(1)
    }

    fn python(&self, problems: &mut Vec<String>) -> Vec<String> {
        let mut lines = match &self.status.interpreter {
            Some(interpreter) => {
                let version =
                    interpreter.version.as_ref().map(|version| format!(" ({version})")).unwrap_or_default();
                vec![
                    format!("{}{version}", interpreter.path.display()),
                    format!("because {}", interpreter.reason),
                ]
            }
            None => vec!["none".to_owned()],
        };
        if let Some(problem) = &self.status.problem {
            problems.push(problem.clone());
        } else if let Err(why) = &self.own {
            problems.push(why.clone());
        }
        lines.push(format!("for files in {}", self.root.display()));
        lines
    }

    fn isolation(&self, problems: &mut Vec<String>) -> Vec<String> {
        let mut lines = Vec::new();
        for (who, run) in [("your own runs", &self.own), ("agents' runs", &self.agent)] {
            match run {
                Ok(result) => {
                    let sandbox = &result.sandbox;
                    lines.push(format!(
                        "{who}: profile \"{}\", held by {}",
                        sandbox.profile,
                        tier_words(&sandbox.tier)
                    ));
                    lines.extend(sandbox.missing.iter().map(|missing| format!("  missing: {missing}")));
                }
                Err(why) => {
                    lines.push(format!("{who}: refused"));
                    if self.status.problem.is_none() && !problems.contains(why) {
                        problems.push(why.clone());
                    }
                }
            }
        }
        lines
    }

    fn model(&self) -> String {
        match self.status.model.as_str() {
            "none" => "none; nothing leaves this machine".to_owned(),
            model => format!("{model}, asked only when you ask for it"),
        }
    }

    fn starts(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(startup) = &self.startup {
            lines.push(format!("Python starts in {:.0} ms", startup.start));
            let slow = startup.files.iter().filter(|(_, ms)| *ms >= SLOW_MS);
            lines.extend(
                slow.map(|(file, ms)| format!("{ms:.0} ms of each start are spent in {}", file.display())),
            );
        }
        if let Ok(result) = &self.own {
            lines.push(format!("an empty program ran in {:.0} ms", result.duration.as_secs_f64() * 1000.0));
        }
        lines
    }

    fn files(&self) -> Vec<String> {
        let there = |path: &Path| if path.exists() { "" } else { " (not there)" };
        let mut lines = Vec::new();
        if let Some(file) = &self.config_file {
            lines.push(format!("your settings: {}{}", file.display(), there(file)));
        }
        lines.push(format!("what PyFlow remembers: {}{}", self.state.display(), there(&self.state)));
        lines
    }
}

fn tier_words(tier: &str) -> String {
    match tier {
        "namespaces" => "namespaces, Landlock and seccomp".to_owned(),
        "landlock" => "Landlock and seccomp".to_owned(),
        "limits" => "limits alone".to_owned(),
        "none" => "nothing beyond the clean end of all processes".to_owned(),
        other => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_start_of_an_interpreter_is_measured() {
        let Some(startup) = startup(Path::new("/usr/bin/python3")).await else {
            // Not every machine has that one; the others are asked through `pyflow doctor` itself.
            assert!(!Path::new("/usr/bin/python3").exists());
            return;
        };
        assert!(startup.start > 0.5 && startup.start < 30_000.0, "{startup:?}");
        assert!(startup.files.iter().all(|(file, _)| file.extension().is_some_and(|end| end == "pth")));
    }
}
