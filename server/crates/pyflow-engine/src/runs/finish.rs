//! What came of a run, from what was collected: status, findings, explanation.

use super::collect::{Changed, Collector, Outcome};
use super::job::Job;
use super::output::OutputFile;
use super::pump::{Control, News, Pumped, Until, pump};
use crate::diagnose::source_bytes::{self, BytesProblem};
use crate::diagnose::{InterpreterFacts, Source};
use crate::engine::Internal;
use crate::explain;
use crate::findings::{Analysis, RunTexts, Subject};
use crate::interpreters::Interpreter;
use crate::launch::{Launcher, ReadyWorker, denial};
use crate::msg;
use crate::settings::Asker;
use crate::worker::fault;
use pyflow_core::exception::{Exception, Frame, FrameKind, SourceRange, SyntaxPlace};
use pyflow_core::outcome::{Limit, RunKind, RunResult, SandboxReport, Status};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::mpsc;

/// Files of one folder that are looked at.
const MOST_SIBLINGS: usize = 1000;
/// Source bytes that are looked at before a file runs.
const MOST_SOURCE: u64 = 16 << 20;

/// A run that is over, with everything that follows from it.
#[derive(Debug)]
pub struct Finished {
    pub result: RunResult,
    pub analysis: Analysis,
    pub output: Option<OutputFile>,
    pub changed: Vec<Changed>,
    /// Of the watched lines those that ran: file and line.
    pub reached: Vec<(String, u32)>,
    /// The job that it was, for whoever repeats it.
    pub job: Arc<Job>,
}

impl Finished {
    /// A run that was not made.
    pub fn refused(job: &Arc<Job>, reason: String) -> Self {
        let result = RunResult {
            status: Status::Refused,
            refused: Some(reason),
            sandbox: SandboxReport {
                profile: job.limits.profile.name().to_owned(),
                ..SandboxReport::default()
            },
            ..blank(job)
        };
        Self::with(job, result, Analysis::default())
    }

    fn with(job: &Arc<Job>, result: RunResult, analysis: Analysis) -> Self {
        Self {
            result,
            analysis,
            output: None,
            changed: Vec::new(),
            reached: Vec::new(),
            job: Arc::clone(job),
        }
    }
}

fn blank(job: &Job) -> RunResult {
    RunResult { session_id: job.session.clone(), ..RunResult::ended(job.run.clone(), job.kind, Status::Ok) }
}

/// Runs a job in a process of its own, from the start to the last byte.
pub(crate) async fn run_once(
    job: &Arc<Job>,
    launcher: &Launcher,
    control: &mut mpsc::UnboundedReceiver<Control>,
    news: &News,
    spill: PathBuf,
) -> Finished {
    if let Some(finished) = unreadable(job, launcher).await {
        return finished;
    }
    // Cancelling while the process starts: dropping the future ends the helper.
    let worker = tokio::select! {
        biased;
        worker = launcher.worker(job) => worker,
        () = stopped(control) => {
            let mut finished = Finished::refused(job, String::new());
            finished.result.status = Status::Interrupted;
            finished.result.refused = None;
            return finished;
        }
    };
    let mut ready = match worker {
        Ok(ready) => ready,
        Err(reason) => return Finished::refused(job, reason),
    };
    let pumped = pump(&mut ready, job, Until::Gone, control, news, spill).await;
    finish(job, &ready, pumped).await
}

async fn stopped(control: &mut mpsc::UnboundedReceiver<Control>) {
    loop {
        match control.recv().await {
            Some(Control::Interrupt(_) | Control::Kill(_)) | None => return,
            Some(Control::Input { .. }) => {}
        }
    }
}

/// What Python could not read in the file on disk is the error, whatever the buffer holds.
async fn unreadable(job: &Arc<Job>, launcher: &Launcher) -> Option<Finished> {
    let path = job.path.clone().filter(|_| job.kind == RunKind::File && job.asker == Asker::Editor)?;
    let bytes = tokio::task::spawn_blocking(move || crate::disk::read_bounded(&path, MOST_SOURCE));
    let bytes = bytes.await.ok()?.ok()??;
    let problem = source_bytes::source_bytes_problem(&bytes)?;
    let interpreter = launcher.interpreters.get(&job.found.path).await.ok()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let mut exception = unreadable_error(&problem, &job.file, &text);
    let texts = texts(job, &interpreter, Some(text));
    let mut analysis = Analysis::default();
    let facts = launcher.interpreters.facts(&interpreter);
    subject(job, &texts, &facts).exception(&mut exception, &mut analysis);
    let result = RunResult {
        status: Status::Error,
        exit_code: Some(1),
        stderr: format!("{}: {}\n", exception.type_name, exception.message),
        diagnosis: analysis.diagnosis.clone(),
        exception: Some(exception),
        ..blank(job)
    };
    Some(Finished::with(job, result, analysis))
}

/// A piece with a magic that needs IPython: one error at its line, and nothing has run.
pub(crate) fn foreign_magic(job: &Arc<Job>, place: SourceRange, name: &str) -> Finished {
    let line = job.whole.line(place.start.line).to_owned();
    let mut exception = Exception {
        message: msg!("engine-magic-unknown", name = name).render(job.locale),
        ..syntax_error(&job.file, place, line)
    };
    let texts = RunTexts {
        ran: Arc::clone(&job.whole),
        open: job.open.clone(),
        overlays: job.overlays.clone(),
        territory: job.territory.clone(),
    };
    let mut analysis = Analysis::default();
    subject(job, &texts, &InterpreterFacts::default()).exception(&mut exception, &mut analysis);
    let diagnosis = analysis.diagnosis.clone();
    let result = RunResult { status: Status::Error, diagnosis, exception: Some(exception), ..blank(job) };
    Finished::with(job, result, analysis)
}

/// A SyntaxError at a place of a file, without its message.
fn syntax_error(file: &str, range: SourceRange, line: String) -> Exception {
    Exception {
        type_name: BytesProblem::TYPE.to_owned(),
        module: "builtins".to_owned(),
        mro: ["SyntaxError", "Exception", "BaseException", "object"].map(str::to_owned).to_vec(),
        syntax: Some(SyntaxPlace {
            filename: file.to_owned(),
            lineno: i64::from(range.start.line) + 1,
            text: line.clone(),
            ..SyntaxPlace::default()
        }),
        frames: vec![Frame {
            file: file.to_owned(),
            function: "<module>".to_owned(),
            range,
            exact: true,
            kind: FrameKind::User,
            source: line,
            ..Frame::default()
        }],
        ..Exception::default()
    }
}

/// The error that `python FILE` would show for a file that it can't read.
fn unreadable_error(problem: &BytesProblem, file: &str, text: &str) -> Exception {
    let source = Source::new(file, text);
    let range = source.places(source.byte_range(problem.range));
    let line = source.line(range.start.line).to_owned();
    Exception { message: problem.message.clone(), ..syntax_error(file, range, line) }
}

fn texts(job: &Job, interpreter: &Interpreter, ran: Option<String>) -> RunTexts {
    let ran = match ran {
        Some(text) => Arc::new(Source::new(job.file.clone(), text)),
        None => Arc::clone(&job.whole),
    };
    let mut territory = job.territory.clone();
    territory.library.extend(crate::launch::library_folders(interpreter));
    RunTexts { ran, open: job.open.clone(), overlays: job.overlays.clone(), territory }
}

fn subject<'a>(job: &'a Job, texts: &'a RunTexts, interpreter: &'a InterpreterFacts) -> Subject<'a> {
    Subject { texts, interpreter, run: &job.facts, locale: job.locale }
}

/// The findings of an exception as soon as it is known; the rest of the run may add to them.
pub(super) fn early(
    job: &Job,
    interpreter: &Interpreter,
    facts: &InterpreterFacts,
    mut exception: Exception,
) -> Analysis {
    let texts = texts(job, interpreter, None);
    let mut analysis = Analysis::default();
    subject(job, &texts, facts).exception(&mut exception, &mut analysis);
    analysis
}

/// What came of a run. The work is done off the async threads: sources are read and parsed for it.
pub(crate) async fn finish(job: &Arc<Job>, ready: &ReadyWorker, pumped: Pumped) -> Finished {
    let (job, interpreter, policy) = (Arc::clone(job), Arc::clone(&ready.interpreter), ready.policy.clone());
    let known = Arc::clone(&ready.facts);
    let fallback = Arc::clone(&job);
    let done =
        tokio::task::spawn_blocking(move || conclude(&job, &interpreter, &known, &policy, pumped)).await;
    done.unwrap_or_else(|error| {
        tracing::error!(%error, "a run's result could not be made");
        let mut finished = Finished::refused(&fallback, String::new());
        finished.result.status = Status::Died;
        finished
    })
}

fn conclude(
    job: &Arc<Job>,
    interpreter: &Interpreter,
    known: &InterpreterFacts,
    policy: &pyflow_sandbox::Policy,
    pumped: Pumped,
) -> Finished {
    let Pumped { mut collector, ended, duration } = pumped;
    let Outcome { status, limit, exit_code, signal } = collector.outcome(ended.as_ref());
    let texts = texts(job, interpreter, None);
    let mut facts = job.facts.clone();
    facts.denial = collector.exception.as_ref().and_then(|error| denial(policy, &job.cwd, error));
    facts.siblings = siblings(job);
    let subject = Subject { texts: &texts, interpreter: known, run: &facts, locale: job.locale };
    let mut analysis = Analysis::default();
    if let Some(exception) = &mut collector.exception {
        // An exception on the way to an end that is somebody else's doing is not what ended the program.
        if status == Status::Error {
            subject.exception(exception, &mut analysis);
        } else {
            texts.load(exception, &mut analysis.sources);
        }
    }
    for reported in &mut collector.reported {
        subject.reported(reported, &mut analysis);
    }
    for warning in &collector.warnings {
        subject.warning(warning, &mut analysis);
    }
    if let Some(code) = end_code(status, limit) {
        let frame = stopped_at(&collector, &texts);
        let end = explain::End {
            status,
            limit,
            signal: signal.as_deref(),
            exit_code,
            timeout: job.timeout,
            limits: collector.limit.map(|(_, used, limit)| (used, limit)),
            output_bytes: collector.output.total(),
            frame: frame.as_ref(),
            in_session: job.session.is_some(),
        };
        let explained = explain::words(&explain::end(&end), job.locale);
        subject.other_end(status, code, frame.as_ref(), explained, &mut analysis);
    }
    let refused = collector.setup_failed.take();
    let (stdout, stderr, truncated) = collector.output.texts();
    if analysis.diagnosis.is_none() {
        // An end that is nobody's error still has its words, but nothing in the editor.
        let quiet = match status {
            Status::Exit => Some(explain::exited(&exit_argument(&collector, exit_code), &stderr)),
            Status::Interrupted => {
                Some(explain::interrupted(stopped_at(&collector, &texts).map(|at| at.source).as_deref()))
            }
            _ => None,
        };
        analysis.diagnosis = quiet.map(|explanation| explain::words(&explanation, job.locale).plain);
    }
    let done = collector.done.take().unwrap_or_default();
    let kept = job.session.is_some().then_some(ended.is_none());
    let result = RunResult {
        status,
        limit,
        refused,
        sandbox: collector.sandbox,
        exit_code: exit_code.filter(|_| job.session.is_none() || ended.is_some() || status == Status::Exit),
        signal,
        duration,
        stdout,
        stderr,
        truncated,
        result: done.result.filter(|_| status == Status::Ok),
        exception: collector.exception,
        warnings: collector.warnings,
        reported: collector.reported,
        diagnosis: analysis.diagnosis.clone(),
        session_kept: kept.filter(|_| {
            matches!(status, Status::Timeout | Status::Interrupted | Status::Died | Status::Limit)
        }),
        ..blank(job)
    };
    Finished {
        result,
        analysis,
        output: Some(collector.output.into_file()),
        changed: done.changed,
        reached: collector.reached,
        job: Arc::clone(job),
    }
}

/// What `sys.exit` was given, as far as it is known.
fn exit_argument(collector: &Collector, exit_code: Option<i32>) -> String {
    let given = collector.exception.as_ref().filter(|exception| exception.type_name == "SystemExit");
    let text = given.map(|exception| exception.message.clone()).filter(|text| !text.is_empty());
    text.or_else(|| exit_code.map(|code| code.to_string())).unwrap_or_default()
}

/// Names of the files beside the document.
fn siblings(job: &Job) -> Vec<String> {
    let folder = job.path.as_deref().and_then(Path::parent).and_then(|folder| std::fs::read_dir(folder).ok());
    let entries = folder.into_iter().flatten().flatten().take(MOST_SIBLINGS);
    let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The diagnostic's code for an end that is no exception.
fn end_code(status: Status, limit: Option<Limit>) -> Option<&'static str> {
    match (status, limit) {
        (Status::Timeout, _) => Some("TimeLimit"),
        (Status::Died, _) => Some("ProcessDied"),
        (Status::Limit, Some(Limit::Memory)) => Some("MemoryLimit"),
        (Status::Limit, Some(Limit::Disk)) => Some("DiskLimit"),
        (Status::Limit, Some(Limit::Output)) => Some("OutputLimit"),
        (Status::Limit, Some(Limit::Processes)) => Some("ProcessLimit"),
        _ => None,
    }
}

/// The deepest user frame at an end without an exception: by faulthandler, else by the KeyboardInterrupt that we sent.
fn stopped_at(collector: &Collector, texts: &RunTexts) -> Option<pyflow_core::exception::Frame> {
    let mut frames = fault::frames(&collector.fault);
    if frames.is_empty() {
        frames = collector.exception.as_ref().map(|exception| exception.frames.clone()).unwrap_or_default();
    }
    frames
        .into_iter()
        .rev()
        .find(|frame| texts.territory.kind(&frame.file, frame.file == texts.ran.file) == FrameKind::User)
}

/// Starts a file's run as a task of its own, and tells the engine's loop of its end.
pub(crate) fn spawn(
    job: Arc<Job>,
    launcher: Arc<Launcher>,
    mut control: mpsc::UnboundedReceiver<Control>,
    news: News,
    spill: PathBuf,
) {
    tokio::spawn(async move {
        // The loop outlives its runs but for the very end.
        let _ = news.send(Internal::Started { run: job.run.clone() });
        let finished = run_once(&job, &launcher, &mut control, &news, spill).await;
        let _ = news.send(Internal::finished(finished));
        launcher.refill(&job).await;
        launcher.learn(&job.found.path).await;
    });
}
