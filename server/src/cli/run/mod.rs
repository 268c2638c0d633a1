//! `pyflow run`: one disposable run in a terminal, in this process's own engine.

mod output;
mod report;
mod source;

use super::args::RunArgs;
use super::{Console, Failure};
use pyflow_core::ids::{DocumentId, RunId};
use pyflow_core::outcome::{RunResult, Status};
use pyflow_core::text::encoding::PositionEncoding;
use pyflow_core::uri;
use pyflow_engine::api::{Asker, Event, Finding, Fix, Part, RunRequest, Sink, Started, Stdin, Target, Which};
use pyflow_engine::{ClientConfig, EngineConfig, EngineHandle, document_id, wire};
use source::Source;
use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

/// Exit codes of ends that are not the program's own choice.
const TIMED_OUT: u8 = 124;
const INTERRUPTED: u8 = 130;
/// How long the verdicts of fixes are waited for: a trial takes at most 10 s.
const VERDICTS: Duration = Duration::from_secs(11);
/// The same where the fix is only shown.
const VERDICTS_SHOWN: Duration = Duration::from_millis(1500);
/// Pieces of output on their way to the terminal.
const PIECES: usize = 16;
/// The most input that is read ahead.
const MOST_INPUT: u64 = 16 << 20;

/// Runs the file; gives the exit code.
pub(super) fn run(args: &RunArgs, console: &mut Console) -> Result<u8, Failure> {
    let source = Source::read(&args.file)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| Failure::failed(error.to_string()))?;
    let mut config = EngineConfig::from_process();
    // The next run will be another process's.
    config.spares = false;
    let code = runtime.block_on(async {
        let engine = EngineHandle::start(config);
        let done = Session::new(args, source, engine.clone(), console).run().await;
        engine.stop().await;
        done
    });
    // A thread that still reads the terminal must not keep the process.
    runtime.shutdown_background();
    code
}

/// One call of `pyflow run`: its file, its engine, its terminal.
struct Session<'a> {
    args: &'a RunArgs,
    source: Source,
    uri: String,
    document: DocumentId,
    engine: EngineHandle,
    events: UnboundedReceiver<Event>,
    console: &'a mut Console,
    /// Documents whose findings have changed.
    touched: BTreeSet<DocumentId>,
}

impl<'a> Session<'a> {
    fn new(args: &'a RunArgs, source: Source, engine: EngineHandle, console: &'a mut Console) -> Self {
        let uri = uri::from_path(&source.path);
        let events = engine.subscribe();
        engine.configure(ClientConfig { locale: locale(), ..ClientConfig::default() });
        engine.folders(vec![uri::from_path(&super::root_of(&source.path))], Vec::new());
        engine.open(&uri, "python", 1, source.text.clone());
        let document = document_id(&uri);
        Self { args, source, uri, document, engine, events, console, touched: BTreeSet::new() }
    }

    async fn run(mut self) -> Result<u8, Failure> {
        let result = self.once().await?;
        if !self.args.fix {
            return self.tell(&result).await;
        }
        let fixes = self.fixes(&result.run_id, VERDICTS).await;
        let Some(fix) = fixes.iter().find(|fix| source::is_verified(fix)) else {
            let code = self.tell(&result).await?;
            if result.exception.is_some() {
                super::complain(
                    "there is no fix that a trial run has verified, so the file is as it was",
                    self.args.no_color,
                );
            }
            return Ok(code);
        };
        source::write(fix, &self.source)?;
        if !self.args.json {
            self.tell(&result).await?;
            self.console.error_text(&format!("\n{}: written; it runs again.\n\n", self.source.shown))?;
        }
        self.source = Source::read(&self.args.file)?;
        self.engine.close(&self.uri);
        self.engine.open(&self.uri, "python", 2, self.source.text.clone());
        self.touched.clear();
        let result = self.once().await?;
        self.tell(&result).await
    }

    /// One run to its end, its output shown while it comes.
    async fn once(&mut self) -> Result<Arc<RunResult>, Failure> {
        let mut request = self.request()?;
        let (sink, pieces) = mpsc::channel(PIECES);
        if !self.args.json {
            request.sink = Some(Sink(sink));
        }
        let mut started =
            self.engine.run(request).await.map_err(|error| Failure::usage(error.to_string()))?;
        let Some(run) = started.run_id.clone() else {
            return Err(Failure::usage(format!("{}: there is no code to run there", self.source.shown)));
        };
        let (finish, finished) = oneshot::channel();
        let mut writer = tokio::spawn(output::write(pieces, finished));
        let result = self.follow(&run, &mut started, &mut writer).await?;
        // The writer is there for as long as it has not written everything.
        let _ = finish.send(Arc::clone(&result));
        tokio::select! {
            written = &mut writer => written.map_err(|error| Failure::failed(error.to_string()))??,
            () = output::interrupted() => return Err(interrupted()),
        }
        Ok(result)
    }

    fn request(&self) -> Result<RunRequest, Failure> {
        let document = self.document.clone();
        let target = match (self.args.cell, self.args.lines) {
            (Some(cell), _) => Target::Part { document, part: Part::Cell(cell as usize) },
            (None, Some((first, last))) => Target::Part { document, part: Part::Lines(first, last) },
            (None, None) => Target::File { document },
        };
        Ok(RunRequest {
            args: Some(self.args.args.clone()),
            stdin: self.stdin(),
            timeout: self.args.timeout,
            profile: self.args.sandbox.map(|profile| profile.name().to_owned()),
            python: self.args.python.as_deref().map(interpreter),
            cwd: Some(
                std::env::current_dir()
                    .map_err(|error| Failure::failed(format!("the working directory: {error}")))?,
            ),
            stream: false,
            ..RunRequest::new(target, Asker::Editor)
        })
    }

    /// The program's input is ours. A fix can only be tried where the input is known, so with `--fix` it is read
    /// ahead, and at its end at once for programs that do not seem to read any.
    fn stdin(&self) -> Stdin {
        if output::stdin_is_nothing() {
            return Stdin::Closed;
        }
        if !self.args.fix {
            return Stdin::Inherit;
        }
        if !self.source.seems_to_read() {
            return Stdin::Closed;
        }
        if output::stdin_is_terminal() {
            return Stdin::Inherit;
        }
        let mut text = Vec::new();
        match std::io::stdin().take(MOST_INPUT).read_to_end(&mut text) {
            Ok(_) => Stdin::Text(String::from_utf8_lossy(&text).into_owned()),
            Err(_) => Stdin::Closed,
        }
    }

    async fn follow(
        &mut self,
        run: &RunId,
        started: &mut Started,
        writer: &mut JoinHandle<Result<(), Failure>>,
    ) -> Result<Arc<RunResult>, Failure> {
        let mut interrupts = 0;
        loop {
            tokio::select! {
                event = self.events.recv() => match event {
                    Some(event) => {
                        if let Some(result) = self.heard(event, run) {
                            return Ok(result);
                        }
                    }
                    None => return Err(Failure::failed("PyFlow's engine has stopped.".to_owned())),
                },
                () = output::interrupted() => {
                    interrupts += 1;
                    // The second one is for a program that does not listen; the engine's grace time is over then.
                    if interrupts > 2 {
                        return Err(interrupted());
                    }
                    // An error means that it has ended meanwhile, which is told here next.
                    let _ = self.engine.interrupt(Which::Run(run.clone())).await;
                }
                written = &mut *writer, if !self.args.json => {
                    // Nobody reads the output any more: the program goes as it would by SIGPIPE.
                    let _ = self.engine.interrupt(Which::Run(run.clone())).await;
                    return Err(match written {
                        Ok(Err(failure)) => failure,
                        _ => Failure::failed("the output could not be written".to_owned()),
                    });
                }
                ended = started.results.wait_for(|state| state.finished) => {
                    // The event with the result comes before this; it is missing only if the engine is gone.
                    let result = ended.ok().and_then(|state| state.results.last().cloned());
                    while let Ok(event) = self.events.try_recv() {
                        self.heard(event, run);
                    }
                    return result.ok_or_else(|| Failure::failed("PyFlow's engine has stopped.".to_owned()));
                }
            }
        }
    }

    /// Takes one event in; gives the result if it is the run's end.
    fn heard(&mut self, event: Event, of: &RunId) -> Option<Arc<RunResult>> {
        match event {
            Event::FindingsChanged { document } => {
                self.touched.insert(document);
            }
            Event::InputWanted { token, .. } => self.engine.answer_input(token, None),
            Event::Notice { level, text } if !self.args.json && output::is_worth_telling(level) => {
                super::complain(&text, self.args.no_color);
            }
            Event::RunFinished { run, result, .. } if run == *of => return Some(result),
            _ => {}
        }
        None
    }

    /// Shows what came of a run; gives the exit code.
    async fn tell(&mut self, result: &RunResult) -> Result<u8, Failure> {
        if self.args.json {
            self.console.line(&wire::run_result(result, PositionEncoding::Utf16).to_string())?;
            return Ok(exit_code(result));
        }
        if let Some(why) = &result.refused {
            return Err(Failure::usage(format!("{} was not run: {why}", self.source.shown)));
        }
        if !matches!(result.status, Status::Ok | Status::Exit | Status::Interrupted) {
            self.fixes(&result.run_id, VERDICTS_SHOWN).await;
        }
        let findings = self.findings(&result.run_id).await;
        let reports = report::reports(result, &findings, &self.source);
        let style = self.console.error_style(self.args.no_color);
        for report in reports {
            self.console.error_text(&format!("\n{}", report.render(style)))?;
        }
        Ok(exit_code(result))
    }

    /// All findings of a run, those of the file that ran first.
    async fn findings(&mut self, run: &RunId) -> Vec<(String, Finding)> {
        while let Ok(event) = self.events.try_recv() {
            if let Event::FindingsChanged { document } = event {
                self.touched.insert(document);
            }
        }
        let others = self.touched.iter().filter(|document| **document != self.document);
        let mut all = Vec::new();
        for document in std::iter::once(&self.document).chain(others) {
            if let Ok(findings) = self.engine.findings(document).await {
                let uri = findings.uri;
                all.extend(
                    findings
                        .items
                        .into_iter()
                        .filter(|item| item.run == *run)
                        .map(|item| (uri.clone(), item)),
                );
            }
        }
        all
    }

    /// The fixes of a run, best first, once they have their verdicts or the time is over.
    async fn fixes(&mut self, run: &RunId, limit: Duration) -> Vec<Fix> {
        let end = Instant::now() + limit;
        loop {
            let findings = self.findings(run).await;
            let fixes: Vec<Fix> = findings.into_iter().flat_map(|(_, finding)| finding.fixes).collect();
            let decided = fixes.iter().any(source::is_verified) || !fixes.iter().any(|fix| fix.pending);
            let left = end.saturating_duration_since(Instant::now());
            if decided || left.is_zero() {
                return fixes;
            }
            // Any event may be the verdict; the time that is left bounds the wait.
            match tokio::time::timeout(left, self.events.recv()).await {
                Ok(Some(Event::FindingsChanged { document })) => {
                    self.touched.insert(document);
                }
                Ok(Some(_)) => {}
                Ok(None) | Err(_) => return fixes,
            }
        }
    }
}

/// The user does not want to wait any more.
fn interrupted() -> Failure {
    Failure::Told { code: INTERRUPTED, message: "interrupted".to_owned() }
}

/// The exit code of a result: the program's own where it chose one.
fn exit_code(result: &RunResult) -> u8 {
    match result.status {
        Status::Ok | Status::Exit => result.exit_code.map_or(0, |code| code as u8),
        Status::Error => 1,
        Status::Timeout => TIMED_OUT,
        Status::Interrupted => INTERRUPTED,
        Status::Refused => super::WRONG_USAGE,
        Status::Died | Status::Limit => {
            match (result.signal.as_deref().and_then(output::signal_number), result.exit_code) {
                // As shells say it.
                (Some(signal), _) => 128 + signal,
                (None, Some(code)) if code != 0 => code as u8,
                _ => 1,
            }
        }
    }
}

/// An interpreter as it was named: a name without a separator is looked for on PATH.
fn interpreter(path: &Path) -> PathBuf {
    if path.components().count() == 1 && !path.is_absolute() && !path.exists() {
        return path.to_owned();
    }
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The user's language, as the shell has it.
fn locale() -> Option<String> {
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pyflow_core::outcome::RunKind;

    fn code(status: Status, exit: Option<i32>, signal: Option<&str>) -> u8 {
        let mut result = RunResult::ended(RunId("r".into()), RunKind::File, status);
        (result.exit_code, result.signal) = (exit, signal.map(str::to_owned));
        exit_code(&result)
    }

    #[test]
    fn exit_codes_are_the_programs_own_or_the_documented_ones() {
        assert_eq!(code(Status::Ok, Some(0), None), 0);
        assert_eq!(code(Status::Exit, Some(3), None), 3);
        assert_eq!(code(Status::Exit, Some(-1), None), 255);
        assert_eq!(code(Status::Error, Some(1), None), 1);
        assert_eq!(code(Status::Timeout, None, Some("SIGKILL")), 124);
        assert_eq!(code(Status::Interrupted, None, Some("SIGINT")), 130);
        assert_eq!(code(Status::Refused, None, None), 2);
        assert_eq!(code(Status::Died, None, Some("SIGSEGV")), 139);
        assert_eq!(code(Status::Died, Some(7), None), 7);
        assert_eq!(code(Status::Limit, None, Some("SIGKILL")), 137);
    }
}
