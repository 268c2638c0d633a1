//! Runs as the loop sees them: started, followed, and what they leave behind.

use super::Engine;
use super::jobs::Piece;
use crate::api::{EngineError, Event, Level, RunRequest, RunsState, Started, Target, Which};
use crate::documents::EditStep;
use crate::findings::{self, Analysis, Edited, RawFinding, Stored};
use crate::msg;
use crate::runs::{self, Control, Finished, Job, OutputFile};
use crate::sessions::{SessionCommand, SessionJob, State};
use crate::settings::Asker;
use pyflow_core::anchors::{Anchor, Shift};
use pyflow_core::ids::{DocumentId, Revision, RunId, SessionId};
use pyflow_core::outcome::{RunKind, RunResult, Status};
use pyflow_core::text::{ByteRange, Text};
use pyflow_core::whitelist::{self, Violation};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{mpsc, watch};

/// Characters of a value at the end of a line; the tooltip has more.
const MOST_HINT: usize = 80;

/// A run that has not ended.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) document: Option<DocumentId>,
    pub(super) session: Option<SessionId>,
    pub(super) kind: RunKind,
    pub(super) control: mpsc::UnboundedSender<Control>,
    batch: u64,
    /// The texts that it runs, with the states of the documents that they are.
    texts: HashMap<DocumentId, (Revision, Text)>,
    /// The client's versions of those texts.
    versions: HashMap<DocumentId, i32>,
    /// The part of its document that it runs.
    range: Option<ByteRange>,
    failed: Option<Arc<AtomicBool>>,
    /// The user has cleared what it showed: it shows nothing any more.
    pub(super) muted: bool,
}

impl Running {
    pub(super) fn is_file_of(&self, document: &DocumentId) -> bool {
        self.session.is_none() && self.document.as_ref() == Some(document)
    }
}

/// The runs of one request.
#[derive(Debug)]
pub(super) struct Batch {
    left: usize,
    state: watch::Sender<RunsState>,
}

/// What the last run of a document left.
#[derive(Debug)]
pub(super) struct Last {
    pub(super) result: Arc<RunResult>,
    pub(super) output: Option<OutputFile>,
    pub(super) revision: Revision,
}

/// A value at the end of what ran.
#[derive(Debug)]
pub(super) struct StoredHint {
    pub(super) anchor: Anchor,
    pub(super) text: String,
    pub(super) tooltip: String,
}

impl Engine {
    pub(super) fn run(&mut self, request: RunRequest) -> Result<Started, EngineError> {
        let jobs = match &request.target {
            Target::Code { session, code } => {
                let known = self
                    .sessions
                    .get(session)
                    .ok_or_else(|| EngineError::UnknownSession(session.0.clone()))?;
                let (root, limits) = (known.root.clone(), known.limits.clone());
                let mut job = self.code_job(&request, code, root, Some(session.clone()))?;
                job.timeout = request.timeout.or(limits.session_timeout);
                job.limits = limits;
                vec![job]
            }
            Target::Once { code } => {
                let root = request.cwd.clone().unwrap_or_else(|| self.root_of(None));
                vec![self.code_job(&request, code, root, None)?]
            }
            _ => self.document_jobs(&request)?,
        };
        Ok(self.start(jobs))
    }

    fn document_jobs(&mut self, request: &RunRequest) -> Result<Vec<Job>, EngineError> {
        let (snapshot, pieces) = self.pieces(&request.target)?;
        let session = match request.target {
            Target::File { .. } | Target::Part { .. } => None,
            _ if pieces.is_empty() => None,
            _ => Some(self.session_of(&snapshot.id, request.asker)?),
        };
        if session.is_none() && !pieces.is_empty() {
            self.end_file_run(&snapshot.id);
        }
        pieces.iter().map(|piece: &Piece| self.job(request, &snapshot, piece, session.clone())).collect()
    }

    fn start(&mut self, jobs: Vec<Job>) -> Started {
        let (state, results) =
            watch::channel(RunsState { finished: jobs.is_empty(), ..RunsState::default() });
        let run_id = jobs.first().map(|job| job.run.clone());
        if jobs.is_empty() {
            return Started { run_id, results };
        }
        self.next_id += 1;
        let batch = self.next_id;
        self.batches.insert(batch, Batch { left: jobs.len(), state });
        let failed = Arc::new(AtomicBool::new(false));
        for job in jobs {
            self.queue(job, batch, &failed);
        }
        Started { run_id, results }
    }

    fn queue(&mut self, job: Job, batch: u64, failed: &Arc<AtomicBool>) {
        let run = job.run.clone();
        let spill = self.spill_path(&run);
        let mut texts: HashMap<_, _> =
            job.open.iter().map(|open| (open.id.clone(), (open.revision, open.text.clone()))).collect();
        let mut versions: HashMap<_, _> =
            job.open.iter().map(|open| (open.id.clone(), open.version)).collect();
        if let Some(open) = job.document.as_ref().and_then(|document| self.documents.get(document)) {
            let snapshot = open.snapshot();
            versions.insert(snapshot.id.clone(), snapshot.version);
            texts.insert(snapshot.id.clone(), (snapshot.revision, snapshot.text.clone()));
        }
        let (control, controlled) = mpsc::unbounded_channel();
        let session = job.session.as_ref().and_then(|id| self.sessions.get_mut(id));
        let running = Running {
            document: job.document.clone(),
            session: job.session.clone(),
            kind: job.kind,
            control: session.as_ref().map_or(control, |session| session.control.clone()),
            batch,
            texts,
            versions,
            range: job.range.clone(),
            failed: session.as_ref().map(|_| Arc::clone(failed)),
            muted: false,
        };
        self.runs.insert(run.clone(), running);
        let (document, kind) = (job.document.clone(), job.kind);
        if let Some(finished) = not_run(&job) {
            if let Some(session) = session {
                session.queue.push_back(run.clone());
            }
            failed.store(true, Ordering::Relaxed);
            self.tell(Event::RunQueued { run, document, kind });
            // By the loop as all ends, so that the answer to the request comes first.
            let _ = self.news.send(super::Internal::finished(finished));
            return;
        }
        match session {
            Some(session) => {
                session.queue.push_back(run.clone());
                session.touch();
                let job = Box::new(SessionJob { job: Arc::new(job), spill, batch: Arc::clone(failed) });
                // A session whose task is gone is being removed: its runs are answered there.
                let _ = session.commands.send(SessionCommand::Run(job));
            }
            None => {
                runs::spawn(Arc::new(job), Arc::clone(&self.launcher), controlled, self.news.clone(), spill);
            }
        }
        self.tell(Event::RunQueued { run, document, kind });
    }

    fn spill_path(&self, run: &RunId) -> PathBuf {
        self.launcher.config.temp_dir.join("output").join(format!("{run}.txt"))
    }

    pub(super) fn run_started(&mut self, run: &RunId) {
        let Some(running) = self.runs.get(run) else { return };
        let document = running.document.clone();
        if let Some(session) = running.session.clone().and_then(|id| self.sessions.get_mut(&id)) {
            session.state = State::Running(run.clone());
        }
        self.tell(Event::RunStarted { run: run.clone(), document });
    }

    /// The findings of a crash before its process has ended.
    pub(super) fn run_crashed(&mut self, run: &RunId, analysis: Analysis) {
        // The run may have ended meanwhile, with findings of its own.
        if self.runs.contains_key(run) {
            self.replace_findings(run, analysis.items);
        }
    }

    pub(super) fn run_skipped(&mut self, run: &RunId) {
        let Some(running) = self.runs.remove(run) else { return };
        self.leave_queue(run, running.session.as_ref());
        let mut result = RunResult::ended(run.clone(), running.kind, Status::Interrupted);
        result.session_id = running.session;
        result.session_kept = Some(true);
        let result = Arc::new(result);
        // The answer to a request has the results of what ran; of one of which nothing ran, that it did not.
        let none_ran =
            self.batches.get(&running.batch).is_some_and(|batch| batch.state.borrow().results.is_empty());
        self.batch_step(running.batch, none_ran.then(|| Arc::clone(&result)));
        self.tell(Event::RunFinished { run: run.clone(), document: running.document, result });
    }

    /// A run whose session was ended under it.
    pub(super) fn run_lost(&mut self, run: &RunId) {
        let Some(running) = self.runs.remove(run) else { return };
        let mut result = RunResult::ended(run.clone(), running.kind, Status::Interrupted);
        result.session_id = running.session;
        result.session_kept = Some(false);
        let result = Arc::new(result);
        self.batch_step(running.batch, Some(Arc::clone(&result)));
        self.tell(Event::RunFinished { run: run.clone(), document: running.document, result });
    }

    pub(super) fn run_finished(&mut self, finished: Finished) {
        let run = finished.result.run_id.clone();
        let Some(running) = self.runs.get(&run) else { return };
        let (document, session) = (running.document.clone(), running.session.clone());
        let batch = running.batch;
        let superseded = finished.result.status == Status::Interrupted
            && session.is_none()
            && document.as_ref().is_some_and(|document| {
                self.runs.iter().any(|(other, running)| *other != run && running.is_file_of(document))
            });
        if !superseded {
            self.replace_findings(&run, finished.analysis.items.clone());
            self.after_session_run(&run, session.as_ref(), &finished);
        }
        self.leave_queue(&run, session.as_ref());
        let refused = finished.result.refused.clone();
        let result = Arc::new(finished.result.clone());
        if !superseded {
            self.try_fixes(&run, &finished);
        }
        self.runs.remove(&run);
        if let Some(document) = &document
            && !superseded
        {
            let last = Last {
                result: Arc::clone(&result),
                output: finished.output,
                revision: finished.job.revision,
            };
            self.last.insert(document.clone(), last);
        }
        if let Some(reason) = refused {
            self.notice(Level::Error, msg!("engine-refused", reason = reason).render(finished.job.locale));
        }
        self.batch_step(batch, Some(Arc::clone(&result)));
        self.tell(Event::RunFinished { run, document, result });
    }

    fn batch_step(&mut self, id: u64, result: Option<Arc<RunResult>>) {
        let Some(batch) = self.batches.get_mut(&id) else { return };
        batch.left -= 1;
        let finished = batch.left == 0;
        batch.state.send_modify(|state| {
            state.results.extend(result);
            state.finished = finished;
        });
        if finished {
            self.batches.remove(&id);
        }
    }

    fn leave_queue(&mut self, run: &RunId, session: Option<&SessionId>) {
        let Some(session) = session.and_then(|id| self.sessions.get_mut(id)) else { return };
        session.queue.retain(|queued| queued != run);
        session.touch();
        if session.state == State::Running(run.clone()) {
            session.state = if session.pid.is_some() { State::Idle } else { State::Died };
        }
    }

    /// What the run found takes the place of what earlier runs of the same code had found, and of what the run
    /// itself had told before its end.
    fn replace_findings(&mut self, run: &RunId, items: Vec<RawFinding>) {
        let Some(running) = self.runs.get(run).filter(|running| !running.muted) else { return };
        let (document, session) = (running.document.clone(), running.session.clone());
        let range = running.range.clone();
        let is_same = |stored: &Stored, raw: &RawFinding| {
            stored.raw.file == raw.file && stored.raw.place == raw.place && stored.raw.message == raw.message
        };
        let changed = self.findings.remove(|of, stored| {
            if stored.run == *run {
                return !items.iter().any(|raw| is_same(stored, raw));
            }
            match (&session, &stored.session) {
                // A file's run replaces all that earlier runs of this file showed, anywhere.
                (None, None) => document.is_some() && stored.of == document,
                // A cell's: what stands in the cell, and what earlier cells of the document showed elsewhere.
                (Some(session), Some(other)) if session == other => {
                    let inside = match (&range, stored.range()) {
                        (Some(range), Some(place)) => range.start <= place.start && place.start <= range.end,
                        _ => true,
                    };
                    // Another cell's of the notebook stay until that one runs.
                    let elsewhere = document.as_ref() != Some(of) && stored.of == document;
                    if document.as_ref() == Some(of) { inside } else { elsewhere }
                }
                // A file's own process and the document's session are two matters.
                _ => false,
            }
        });
        for document in changed {
            self.tell(Event::FindingsChanged { document });
        }
        self.show(run, items);
    }

    fn show(&mut self, run: &RunId, items: Vec<RawFinding>) {
        let Some(running) = self.runs.get(run) else { return };
        let documents = &self.documents;
        let anchor = |document: &DocumentId, raw: &RawFinding| -> Result<Option<Anchor>, Edited> {
            let Some(open) = documents.get(document) else { return Ok(None) };
            if let Some((revision, ran)) = running.texts.get(document) {
                let steps = open.edits_since(*revision).ok_or(Edited)?;
                return findings::follow(ran, raw.place, steps).map(Some);
            }
            // Opened since: tied to the text if its line is the one that ran.
            let text = &open.snapshot().text;
            (text.line_text(raw.place.start.line as usize) == raw.lines.0.as_str())
                .then(|| Some(Anchor::new(text, text.range_of_places(raw.place))))
                .ok_or(Edited)
        };
        let of = running.document.clone();
        let changed = self.findings.add(run, running.session.as_ref(), of.as_ref(), items, anchor);
        for document in changed {
            let Some(running) = self.runs.get(run) else { return };
            let version = running.versions.get(&document).copied();
            for stored in self.findings.of_mut(&document).iter_mut().filter(|stored| stored.run == *run) {
                stored.version = version;
            }
            self.tell(Event::FindingsChanged { document });
        }
    }

    /// What a run in a session leaves: names, history, a value at the end of its last line.
    fn after_session_run(&mut self, run: &RunId, session: Option<&SessionId>, finished: &Finished) {
        let Some(session) = session.and_then(|id| self.sessions.get_mut(id)) else { return };
        let result = &finished.result;
        for name in &finished.changed {
            session.names.insert(name.name.clone(), name.clone());
        }
        let summary = match (&result.exception, &result.result) {
            (Some(exception), _) => findings::first_line(&exception.type_name, &exception.message),
            (None, Some(value)) => value.repr.chars().take(200).collect(),
            (None, None) => result.stdout.lines().next_back().unwrap_or_default().chars().take(200).collect(),
        };
        session.remember(&finished.job.shown, result.status == Status::Ok, summary);
        let hint = hint_of(finished);
        let Some(running) = self.runs.get(run) else { return };
        let Some(document) = running.document.clone() else { return };
        let Some(range) = running.range.clone() else { return };
        if let Some(open) = self.documents.get(&document) {
            let cell =
                pyflow_core::cells::cell_at(open.snapshot().cells(), range.start).map(|cell| cell.index);
            if let Some(cell) = cell {
                let results = self.cell_results.entry(document.clone()).or_default();
                results.insert(cell, Arc::new(result.clone()));
            }
        }
        let hints = self.hints.entry(document.clone()).or_default();
        hints.retain(|hint| {
            let at = hint.anchor.range();
            at.end < range.start || at.start > range.end
        });
        if let (Some((text, tooltip)), Some((revision, ran)), Some(open)) =
            (hint, running.texts.get(&document), self.documents.get(&document))
        {
            let last = ran.line_of_byte(code_end(ran, &range));
            // Over all that ran: an edit anywhere in it makes the value stale.
            let anchor = Anchor::new(ran, range.start..ran.line_range(last).end);
            let followed = open.edits_since(*revision).and_then(|mut steps| {
                let mut anchor = anchor;
                steps.all(|(edit, after)| anchor.shift(edit, after) == Shift::Moved).then_some(anchor)
            });
            if let Some(anchor) = followed {
                hints.push(StoredHint { anchor, text, tooltip });
            }
        }
        self.tell(Event::HintsChanged { document });
    }

    pub(super) fn hints_edited(&mut self, document: &DocumentId, steps: &[EditStep]) -> bool {
        let Some(hints) = self.hints.get_mut(document) else { return false };
        let before = hints.len();
        hints.retain_mut(|hint| {
            steps.iter().all(|(edit, after)| hint.anchor.shift(edit, after) == Shift::Moved)
        });
        hints.len() != before
    }

    pub(super) fn run_is_stale(&mut self, run: &RunId, modules: &[(String, String)]) {
        let Some(running) = self.runs.get(run) else { return };
        let names: Vec<_> = modules.iter().map(|(name, _)| name.as_str()).take(10).collect();
        tracing::debug!(?names, document = ?running.document, "modules have changed since they were imported");
        let stale = msg!("engine-stale-modules", names = names.join(", "), count = names.len());
        let text = stale.render(self.workspace_locale());
        self.notice(Level::Warning, text);
    }

    /// KeyboardInterrupt, then force. What waits in the session's queue is not run.
    pub(super) fn interrupt(&mut self, which: &Which) -> Result<bool, EngineError> {
        let wanted = |run: &RunId, running: &Running| match which {
            Which::Run(id) => run == id,
            Which::Document(document) => running.document.as_ref() == Some(document),
            Which::Session(session) => running.session.as_ref() == Some(session),
        };
        let found: Vec<_> = self
            .runs
            .iter()
            .filter(|(run, running)| wanted(run, running))
            .map(|(run, _)| run.clone())
            .collect();
        if let (Which::Run(run), true) = (which, found.is_empty()) {
            return Err(EngineError::UnknownRun(run.0.clone()));
        }
        for run in &found {
            let Some(running) = self.runs.get(run) else { continue };
            if let Some(failed) = &running.failed {
                failed.store(true, Ordering::Relaxed);
            }
            // A run that waits for its turn takes no notice: by the mark above it is not begun.
            let _ = running.control.send(Control::Interrupt(run.clone()));
        }
        Ok(!found.is_empty())
    }

    pub(super) fn answer_input(&mut self, token: u64, text: Option<String>) {
        // Only the run that asked knows the token; the others do nothing about it.
        for running in self.runs.values() {
            let _ = running.control.send(Control::Input { token, text: text.clone() });
        }
    }
}

/// What came of a job that is not run at all; None for one that is.
fn not_run(job: &Job) -> Option<Finished> {
    if let Some((reason, violations)) = refusal(job) {
        let mut finished = Finished::refused(&Arc::new(job.clone()), reason);
        finished.result.violations = violations;
        return Some(finished);
    }
    let (place, name) = job.foreign.as_ref()?;
    Some(runs::foreign_magic(&Arc::new(job.clone()), *place, name))
}

/// Why code is not run at all: it is too long, or breaks the agents' list.
fn refusal(job: &Job) -> Option<(String, Vec<Violation>)> {
    let code = if job.range.is_some() || job.document.is_none() { &job.shown } else { &job.text };
    if let Some(most) = job.limits.max_code_bytes.filter(|most| code.len() as u64 > *most) {
        let reason = msg!("engine-code-too-long", bytes = code.len(), most = most).render(job.locale);
        let message = reason.clone();
        return Some((reason, vec![Violation { line: 0, rule: whitelist::Rule::Length, message }]));
    }
    if !job.limits.whitelist || job.asker == Asker::Trial {
        return None;
    }
    let rules = whitelist::Rules { max_bytes: usize::MAX, ..whitelist::Rules::default() };
    let violations = whitelist::check(&job.text, &rules);
    let lines: Vec<_> = violations
        .iter()
        .map(|violation| msg!("engine-violation", line = violation.line + 1, message = &violation.message))
        .map(|message| message.render(job.locale))
        .collect();
    (!violations.is_empty()).then(|| (lines.join("\n"), violations))
}

/// The value to show after what ran, and the longer form of it.
fn hint_of(finished: &Finished) -> Option<(String, String)> {
    if finished.result.status != Status::Ok {
        return None;
    }
    let value = match &finished.result.result {
        Some(value) if value.type_name == "NoneType" => return None,
        Some(value) => value.repr.clone(),
        None => {
            // The last line's own assignments.
            let last = finished.job.shown.trim_end().lines().next_back()?;
            let name = last.trim_start().split(['=', ':', ' ']).next()?.trim();
            let assigned =
                finished.changed.iter().find(|changed| changed.name == name && last.contains('='))?;
            assigned.repr.clone()
        }
    };
    let flat = value.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut short: String = flat.chars().take(MOST_HINT).collect();
    if short.len() < flat.len() {
        short.push('…');
    }
    Some((format!(" ⇒ {short}"), value.chars().take(4000).collect()))
}

/// Where the code of a piece ends, before trailing blanks.
fn code_end(text: &Text, range: &ByteRange) -> usize {
    let slice = text.slice(range.clone());
    range.start + slice.trim_end().len()
}
