//! Trial runs: whether a fix mends the program, seen by running it.
//!
//! A trial repeats the run with the edited texts at the same paths, in the sandbox's `trial` origin: no network, no
//! writes that last. "It ran clean" alone would call a deleted statement a fix, so a verdict of yes needs more: the
//! same output up to the crash, the edited statement and the place that failed both reached, and nothing new that is
//! wrong. What can't be known is said to be unknown.

use crate::api::Fix;
use crate::diagnose::Source;
use crate::launch::Launcher;
use crate::messages::Locale;
use crate::msg;
use crate::runs::{Control, Finished, Input, Job, run_once};
use crate::settings::{Asker, Verify};
use pyflow_core::exception::{Exception, SourceRange};
use pyflow_core::fix::{self, FileEdit, Verdict};
use pyflow_core::ids::RunId;
use pyflow_core::outcome::{RunKind, RunResult, Status};
use pyflow_core::syntax::{is_compound, is_statement};
use std::sync::Arc;
use tokio::sync::{Semaphore, mpsc};
use tree_sitter::Node;

/// Trials of one server at a time.
const MOST_AT_ONCE: usize = 3;
static TRIALS: Semaphore = Semaphore::const_new(MOST_AT_ONCE);

/// What a trial said of one fix of one finding.
#[derive(Debug)]
pub struct Tried {
    pub run: RunId,
    /// The finding: its file and place.
    pub file: String,
    pub place: SourceRange,
    /// The fix's place among the finding's.
    pub index: usize,
    pub verdict: Verdict,
    /// What the trial did, in words.
    pub words: String,
    /// The language that the run's words are in.
    pub locale: Locale,
    /// What the trial printed.
    pub output: String,
}

/// What a run that crashed was, for its trials.
#[derive(Debug, Clone)]
pub(crate) struct Original {
    pub job: Arc<Job>,
    pub result: Arc<RunResult>,
    pub file: String,
    pub place: SourceRange,
}

impl Original {
    /// Why no trial is made at all, if so.
    pub(crate) fn can_be_tried(&self) -> bool {
        let job = &self.job;
        let input_known = matches!(job.stdin, Input::Closed | Input::Text(_) | Input::Ask);
        job.settings.verify != Verify::Off
            && job.session.is_none()
            && job.kind == RunKind::File
            && job.document.is_some()
            && job.path.is_some()
            && input_known
            && self.result.truncated == pyflow_core::outcome::Truncated::default()
    }
}

/// Tries one fix. Returns at once with "unknown" for what can't be tried.
pub(crate) async fn try_fix(original: &Original, fix: &Fix, index: usize, launcher: &Launcher) -> Tried {
    let (verdict, words, output) = match TRIALS.acquire().await {
        Ok(_permit) => trial(original, fix, launcher).await,
        Err(_) => (Verdict::Unknown, String::new(), String::new()),
    };
    Tried {
        run: original.result.run_id.clone(),
        file: original.file.clone(),
        place: original.place,
        index,
        verdict,
        words,
        locale: original.job.locale,
        output,
    }
}

async fn trial(original: &Original, fix: &Fix, launcher: &Launcher) -> (Verdict, String, String) {
    let unknown = (Verdict::Unknown, String::new(), String::new());
    let Some((job, watches)) = trial_job(original, fix) else { return unknown };
    let Some(finished) = run_trial(Arc::new(job), launcher).await else { return unknown };
    let seen = Seen::of(&finished, &watches);
    let locale = original.job.locale;
    let mut verdict = judge(original, &finished.result, &seen);
    if verdict == Judgement::OtherOutput {
        // Output that differs from run to run says nothing: see whether the original's own does.
        let mut again = Job::clone(&original.job);
        make_trial(&mut again, original);
        match run_trial(Arc::new(again), launcher).await {
            Some(second) if second.result.stdout != original.result.stdout => {
                verdict = judge_rest(original, &finished.result, &seen);
            }
            Some(_) => {}
            None => return unknown,
        }
    }
    (verdict.verdict(), verdict.words(&finished.result, locale), finished.result.stdout)
}

async fn run_trial(job: Arc<Job>, launcher: &Launcher) -> Option<Finished> {
    // Nobody interrupts a trial; it has its own time limit.
    let (_control, mut controlled) = mpsc::unbounded_channel::<Control>();
    let spill = launcher.config.temp_dir.join("output").join(format!("{}.txt", job.run));
    // A trial has no listeners: what it would tell goes nowhere.
    let (quiet, _nobody) = mpsc::unbounded_channel();
    let finished = run_once(&job, launcher, &mut controlled, &quiet, spill).await;
    let result = &finished.result;
    tracing::debug!(status = ?result.status, refused = ?result.refused, error = ?result.exception.as_ref().map(|error| &error.message), reached = ?finished.reached, "a trial has ended");
    (result.status != Status::Refused).then_some(finished)
}

fn make_trial(job: &mut Job, original: &Original) {
    job.run = RunId(format!("{}-trial", original.result.run_id));
    job.asker = Asker::Trial;
    job.limits = original.job.limits.trial(original.result.duration);
    job.timeout = job.limits.run_timeout;
    job.stream = false;
    job.sink = None;
    if job.stdin == Input::Ask {
        job.stdin = Input::Closed;
    }
}

/// What the trial watches: for each edit and for the place that failed, which of the job's watches stand for it.
struct Watches {
    edited: Vec<usize>,
    failing: Option<usize>,
}

fn trial_job(original: &Original, fix: &Fix) -> Option<(Job, Watches)> {
    let mut job = Job::clone(&original.job);
    make_trial(&mut job, original);
    let mut watches = Watches { edited: Vec::new(), failing: None };
    for file in &fix.files {
        let name = file.edit.path.to_string_lossy().into_owned();
        let after = fix::apply(&file.before, &file.edit.edits)?;
        let source = Source::new(name.clone(), after.clone());
        for range in edited_ranges(&file.edit) {
            if let Some((first, last)) = watched_lines(&source, range) {
                watches.edited.push(job.watch.len());
                job.watch.push((name.clone(), first, last));
            }
        }
        if name == original.file {
            let before = Source::new(name.clone(), &*file.before);
            let at = shifted(&file.edit, before.byte_of(original.place.start));
            let lines = statement_lines(&source, at..at);
            watches.failing = Some(job.watch.len());
            job.watch.push((name.clone(), lines.0, lines.1));
        }
        if name == job.file {
            after.trim_start_matches('\u{feff}').clone_into(&mut job.text);
            job.whole = Arc::new(source);
        } else {
            job.overlays.insert(name, after);
        }
    }
    if watches.failing.is_none() {
        watches.failing = Some(job.watch.len());
        job.watch.push((original.file.clone(), original.place.start.line, original.place.start.line));
    }
    Some((job, watches))
}

/// Where the edits' new texts are in the edited text.
fn edited_ranges(edit: &FileEdit) -> Vec<std::ops::Range<usize>> {
    let mut sorted: Vec<_> = edit.edits.iter().collect();
    sorted.sort_by_key(|edit| edit.range.start);
    let (mut grown, mut shrunk) = (0, 0);
    sorted
        .into_iter()
        .map(|edit| {
            let start = edit.range.start + grown - shrunk;
            grown += edit.new_text.len();
            shrunk += edit.range.len();
            start..start + edit.new_text.len()
        })
        .collect()
}

/// Where a byte of the text before is in the text after.
fn shifted(edit: &FileEdit, byte: usize) -> usize {
    let mut at = byte as isize;
    for edit in edit.edits.iter().filter(|edit| edit.range.start <= byte) {
        if edit.range.end <= byte {
            at += edit.new_text.len() as isize - edit.range.len() as isize;
        }
    }
    at.max(0) as usize
}

/// Lines on which the interpreter reports an edited statement. None for a statement that leaves no trace in the code.
fn watched_lines(source: &Source, range: std::ops::Range<usize>) -> Option<(u32, u32)> {
    let start = skip_blanks(source, range.start, range.end);
    let statement = statement(source, start..start);
    if let Some(node) = statement
        && matches!(
            node.kind(),
            "global_statement" | "nonlocal_statement" | "future_import_statement" | "comment"
        )
    {
        return None;
    }
    Some(statement_lines(source, start..start))
}

fn skip_blanks(source: &Source, start: usize, end: usize) -> usize {
    let text = source.slice(start..end.max(start));
    start + (text.len() - text.trim_start().len()).min(text.len().saturating_sub(1))
}

/// The lines of the innermost statement at a range; of a compound one its header.
fn statement_lines(source: &Source, range: std::ops::Range<usize>) -> (u32, u32) {
    let own = source.place_of(range.start).line;
    let Some(node) = statement(source, range) else { return (own, own) };
    let first = source.place_of(node.start_byte()).line;
    let end = match node.child_by_field_name("body").filter(|_| is_compound(node.kind())) {
        Some(body) => body.start_byte().saturating_sub(1).max(node.start_byte()),
        None => node.end_byte(),
    };
    let last = source.place_of(end).line.max(first);
    (first.min(own), last.max(own))
}

fn statement(source: &Source, range: std::ops::Range<usize>) -> Option<Node<'_>> {
    let mut node = source.node_at(range)?;
    for _ in 0..500 {
        if is_statement(node.kind()) {
            return Some(node);
        }
        node = node.parent()?;
    }
    None
}

/// What of the watched lines was reached.
struct Seen {
    edited: bool,
    failing: bool,
}

impl Seen {
    fn of(finished: &Finished, watches: &Watches) -> Self {
        let reached = |watch: usize| {
            finished.job.watch.get(watch).is_some_and(|(file, first, last)| {
                finished.reached.iter().any(|(at, line)| at == file && first <= line && line <= last)
            })
        };
        Self {
            edited: watches.edited.is_empty() || watches.edited.iter().any(|&watch| reached(watch)),
            failing: watches.failing.is_none_or(reached),
        }
    }
}

/// What a trial showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Judgement {
    Clean,
    /// Another error, later.
    Further,
    Same,
    OtherOutput,
    NotReached,
    NewTrouble,
    Unclear,
}

impl Judgement {
    fn verdict(self) -> Verdict {
        match self {
            Judgement::Clean => Verdict::Yes,
            // Mending a loop that counts from one, or a call that did nothing, changes what was printed before.
            Judgement::Further | Judgement::NotReached | Judgement::Unclear | Judgement::OtherOutput => {
                Verdict::Unknown
            }
            Judgement::Same | Judgement::NewTrouble => Verdict::No,
        }
    }

    fn words(self, result: &RunResult, locale: Locale) -> String {
        let seconds = format!("{:.2}", result.duration.as_secs_f64());
        match self {
            Judgement::Clean => msg!("engine-trial-clean", seconds = seconds),
            Judgement::Further => {
                let error = result.exception.as_ref().map_or_else(String::new, |exception| {
                    crate::findings::first_line(&exception.type_name, &exception.message)
                });
                msg!("engine-trial-further", error = error)
            }
            Judgement::NotReached => msg!("engine-trial-not-reached"),
            Judgement::Unclear | Judgement::Same | Judgement::OtherOutput | Judgement::NewTrouble => {
                return String::new();
            }
        }
        .render(locale)
    }
}

fn judge(original: &Original, trial: &RunResult, seen: &Seen) -> Judgement {
    if !trial.stdout.starts_with(&original.result.stdout) {
        return match trial.status {
            // It fell over on its way to where the original fell.
            Status::Error | Status::Exit | Status::Died => Judgement::NewTrouble,
            Status::Ok => match judge_rest(original, trial, seen) {
                Judgement::Clean => Judgement::OtherOutput,
                other => other,
            },
            _ => Judgement::Unclear,
        };
    }
    judge_rest(original, trial, seen)
}

fn judge_rest(original: &Original, trial: &RunResult, seen: &Seen) -> Judgement {
    let before = &original.result;
    let new_reports =
        trial.reported.len() > before.reported.len().saturating_sub(usize::from(before.exception.is_none()));
    let new_warnings = trial.warnings.iter().any(|warning| {
        !before
            .warnings
            .iter()
            .any(|old| old.type_name == warning.type_name && old.message == warning.message)
    });
    match trial.status {
        Status::Ok if new_reports || new_warnings => Judgement::NewTrouble,
        Status::Ok if seen.edited && seen.failing => Judgement::Clean,
        Status::Ok => Judgement::NotReached,
        Status::Exit if exits_on_purpose(trial) => {
            if seen.edited && seen.failing {
                Judgement::Further
            } else {
                Judgement::NotReached
            }
        }
        Status::Error => {
            let (Some(old), Some(new)) = (&before.exception, &trial.exception) else {
                return Judgement::Unclear;
            };
            if is_refusal(new) {
                return Judgement::Unclear;
            }
            let same = old.type_name == new.type_name && old.message == new.message;
            if !same && !seen.failing && is_environment(new) {
                return Judgement::Unclear;
            }
            if !same && seen.failing && seen.edited { Judgement::Further } else { Judgement::Same }
        }
        Status::Timeout | Status::Interrupted if seen.failing => Judgement::Unclear,
        Status::Timeout | Status::Interrupted | Status::Limit | Status::Refused => Judgement::Unclear,
        Status::Exit | Status::Died => Judgement::NewTrouble,
    }
}

fn exits_on_purpose(trial: &RunResult) -> bool {
    trial.exception.as_ref().is_none_or(|exception| exception.type_name == "SystemExit")
}

/// Whether an error may come from what a trial does not see of the user's machine.
fn is_environment(exception: &Exception) -> bool {
    exception.mro.iter().any(|base| matches!(base.as_str(), "ImportError" | "OSError"))
}

/// Whether an error may be the trial's sandbox's doing and not the program's.
fn is_refusal(exception: &Exception) -> bool {
    let by_type =
        ["PermissionError", "ConnectionError", "gaierror", "URLError", "TimeoutError", "MemoryError"];
    exception.mro.iter().any(|base| by_type.contains(&base.as_str()))
        || by_type.contains(&exception.type_name.as_str())
        || matches!(
            exception.attrs.get("errno").and_then(serde_json::Value::as_i64),
            Some(1 | 13 | 30 | 101 | 111)
        )
}
