//! From what a run said to what is shown for it, and where.

use super::texts::{RunTexts, code_of_line};
use crate::api::{Explained, Fix, Related, Severity};
use crate::diagnose::{Crash, InterpreterFacts, RunFacts, Sources, syntax_place};
use crate::explain;
use crate::fixes::{offer, rules};
use crate::messages::Locale;
use crate::msg;
use pyflow_core::exception::{Exception, Frame, FrameKind, Place, SourceRange};
use pyflow_core::outcome::{ReportOrigin, Reported, Status, Warning};
use pyflow_core::uri;
use std::path::Path;
use std::sync::Arc;

/// Members of a group, causes and other frames that are shown for one exception.
const MOST_RELATED: usize = 20;
const MOST_LEAVES: usize = 30;
/// A message's first line; what is longer stands whole in the result.
const MOST_MESSAGE: usize = 400;

/// Something to show at a place of a file, not yet tied to the document's present text.
#[derive(Debug, Clone, PartialEq)]
pub struct RawFinding {
    /// The name that frames have for the file.
    pub file: String,
    pub place: SourceRange,
    pub lines: (String, String),
    pub severity: Severity,
    pub code: String,
    pub href: String,
    pub message: String,
    pub related: Vec<Related>,
    pub explained: Explained,
    /// In the rules' order; none has been tried.
    pub fixes: Vec<Fix>,
}

/// What a run said about itself, once its frames and places are known.
#[derive(Debug, Clone, Default)]
pub struct Analysis {
    pub items: Vec<RawFinding>,
    /// What happened, why and how to mend it, in one paragraph.
    pub diagnosis: Option<String>,
    pub sources: Sources,
}

/// Everything that an analysis goes by.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    pub texts: &'a RunTexts,
    pub interpreter: &'a InterpreterFacts,
    pub run: &'a RunFacts,
    pub locale: Locale,
}

impl Subject<'_> {
    /// The findings of an uncaught exception, whose frames are filled on the way.
    pub fn exception(&self, exception: &mut Exception, analysis: &mut Analysis) {
        self.add(exception, Severity::Error, None, analysis);
    }

    /// The findings of an exception that did not end the program.
    pub fn reported(&self, reported: &mut Reported, analysis: &mut Analysis) {
        let severity = match reported.origin {
            ReportOrigin::Thread | ReportOrigin::Task => Severity::Error,
            ReportOrigin::Logging | ReportOrigin::Unraisable => Severity::Warning,
        };
        let origin = (reported.origin, reported.name.clone());
        self.add(&mut reported.exception, severity, Some(origin), analysis);
    }

    /// The finding of a warning.
    pub fn warning(&self, warning: &Warning, analysis: &mut Analysis) {
        let Some(source) = self.texts.text(&warning.file) else { return };
        if self.texts.territory.kind(&warning.file, warning.file == self.texts.ran.file) != FrameKind::User {
            return;
        }
        let (start, end) = code_of_line(&source, warning.line);
        let place = SourceRange {
            start: Place { line: warning.line, byte: start },
            end: Place { line: warning.line, byte: end },
        };
        let line = source.line(warning.line).to_owned();
        let explanation = explain::warning(warning, &source);
        let explained = explain::words(&explanation, self.locale);
        analysis.diagnosis.get_or_insert_with(|| {
            format!("{}: {}\n{}", warning.type_name, warning.message, explained.plain)
        });
        let candidates = rules::warning_candidates(warning, &source);
        analysis.sources.insert(Arc::clone(&source));
        let fixes = offer::offers(&candidates, &analysis.sources, None);
        analysis.items.push(RawFinding {
            file: warning.file.clone(),
            place,
            lines: (line.clone(), line),
            severity: Severity::Warning,
            code: warning.type_name.clone(),
            href: explain::documentation_url(&warning.type_name, "builtins"),
            message: joined(&[&first_line(&warning.type_name, &warning.message), &explained.cause]),
            related: Vec::new(),
            explained,
            fixes,
        });
    }

    /// The finding of an end that is no exception: a time limit, a signal, a limit of the sandbox. It stands where
    /// the program was, else at the document's first line.
    pub fn other_end(
        &self,
        status: Status,
        code: &str,
        at: Option<&Frame>,
        explained: Explained,
        analysis: &mut Analysis,
    ) {
        let ran = &self.texts.ran;
        let (file, line) =
            at.map_or((ran.file.clone(), 0), |frame| (frame.file.clone(), frame.range.start.line));
        let Some(source) = self.texts.text(&file) else { return };
        let (start, end) = code_of_line(&source, line);
        let place = match at {
            Some(frame) if frame.exact => frame.range,
            _ => SourceRange { start: Place { line, byte: start }, end: Place { line, byte: end } },
        };
        let lines = (source.line(line).to_owned(), source.line(place.end.line).to_owned());
        tracing::debug!(?status, code, line, "a run ended without an exception");
        analysis.diagnosis = Some(explained.plain.clone());
        analysis.items.push(RawFinding {
            file,
            place,
            lines,
            severity: Severity::Error,
            code: code.to_owned(),
            href: explain::documentation_url(code, ""),
            message: format!("{code}: {}", explained.cause),
            related: Vec::new(),
            explained,
            fixes: Vec::new(),
        });
    }

    fn add(
        &self,
        exception: &mut Exception,
        severity: Severity,
        origin: Option<(ReportOrigin, String)>,
        analysis: &mut Analysis,
    ) {
        if is_quiet(exception) {
            return;
        }
        self.texts.load(exception, &mut analysis.sources);
        self.place_syntax_error(exception, &analysis.sources);
        let crash =
            Crash { exception, sources: &analysis.sources, interpreter: self.interpreter, run: self.run };
        let explanation = explain::explain(&crash);
        let explained = explain::hover(&crash, &explanation, self.locale);
        let candidates = rules::candidates_in(&crash, self.locale);
        let fixes = offer::offers(&candidates, &analysis.sources, Some(crash.exception));
        let head = first_line(&exception.type_name, &exception.message);
        analysis.diagnosis.get_or_insert_with(|| format!("{head}\n{}", explained.plain));
        let related = self.related(exception);

        let Some(place) = place(exception) else {
            // No frame of the user's: an error of the interpreter's own end, a lost thread. It stands at the top.
            self.at_top(exception, severity, &explained, &head, analysis);
            return;
        };
        let mut message = vec![head.clone(), explained.cause.clone()];
        if let Some((origin, name)) = &origin {
            let id = match origin {
                ReportOrigin::Thread => "engine-in-thread",
                ReportOrigin::Task => "engine-in-task",
                ReportOrigin::Logging => "engine-in-logging",
                ReportOrigin::Unraisable => "engine-in-unraisable",
            };
            message.push(msg!(id, name = name).render(self.locale));
        }
        message.extend(other_frames(exception, &place, self.locale));
        let message = message.iter().map(String::as_str).collect::<Vec<_>>();
        let finding = RawFinding {
            file: place.file.clone(),
            place: place.range,
            lines: lines(&place),
            severity,
            code: exception.type_name.clone(),
            href: explain::documentation_url(&exception.type_name, &exception.module),
            message: joined(&message),
            related,
            explained,
            fixes,
        };
        // The file that was run shows its own deepest frame as well.
        if place.file != self.texts.ran.file
            && let Some(own) = exception.frames.iter().rev().find(|frame| frame.file == self.texts.ran.file)
        {
            analysis.items.push(RawFinding {
                file: own.file.clone(),
                place: own.range,
                lines: lines(own),
                related: vec![related_to(&place, &head)],
                fixes: Vec::new(),
                ..finding.clone()
            });
        }
        analysis.items.insert(0, finding);
        let mut leaves = MOST_LEAVES;
        for member in exception.group.iter().flatten() {
            self.leaf(member, severity, &place, &mut leaves, analysis);
        }
    }

    /// A member of a group has a finding of its own, where it was raised.
    fn leaf(
        &self,
        member: &Exception,
        severity: Severity,
        group: &Frame,
        left: &mut usize,
        analysis: &mut Analysis,
    ) {
        for inner in member.group.iter().flatten() {
            self.leaf(inner, severity, group, left, analysis);
        }
        let Some(place) = place(member).filter(|_| member.group.is_none() && *left > 0) else { return };
        *left -= 1;
        let crash = Crash {
            exception: member,
            sources: &analysis.sources,
            interpreter: self.interpreter,
            run: self.run,
        };
        let explained = explain::hover(&crash, &explain::explain(&crash), self.locale);
        let candidates = rules::candidates_in(&crash, self.locale);
        let fixes = offer::offers(&candidates, &analysis.sources, Some(crash.exception));
        let head = first_line(&member.type_name, &member.message);
        if let Some(diagnosis) = &mut analysis.diagnosis {
            *diagnosis += &format!("\n\n{head}\n{}", explained.plain);
        }
        analysis.items.push(RawFinding {
            file: place.file.clone(),
            place: place.range,
            lines: lines(&place),
            severity,
            code: member.type_name.clone(),
            href: explain::documentation_url(&member.type_name, &member.module),
            message: joined(&[&head, &explained.cause]),
            related: vec![related_to(group, &msg!("engine-in-group").render(self.locale))],
            explained,
            fixes,
        });
    }

    fn at_top(
        &self,
        exception: &Exception,
        severity: Severity,
        explained: &Explained,
        head: &str,
        analysis: &mut Analysis,
    ) {
        let ran = &self.texts.ran;
        let (start, end) = code_of_line(ran, 0);
        let line = ran.line(0).to_owned();
        analysis.items.push(RawFinding {
            file: ran.file.clone(),
            place: SourceRange { start: Place { line: 0, byte: start }, end: Place { line: 0, byte: end } },
            lines: (line.clone(), line),
            severity,
            code: exception.type_name.clone(),
            href: explain::documentation_url(&exception.type_name, &exception.module),
            message: joined(&[head, &explained.cause]),
            related: self.related(exception),
            explained: explained.clone(),
            fixes: Vec::new(),
        });
    }

    /// A SyntaxError that the interpreter raised for a file has no frame there: it gets one.
    fn place_syntax_error(&self, exception: &mut Exception, sources: &Sources) {
        let Some(syntax) = &exception.syntax else { return };
        let Some(source) = sources.get(&syntax.filename) else { return };
        let known = exception.frames.last().is_some_and(|frame| frame.file == syntax.filename && frame.exact);
        if known
            || self.texts.territory.kind(&syntax.filename, syntax.filename == self.texts.ran.file)
                != FrameKind::User
        {
            return;
        }
        let range = syntax_place::place(source, syntax, &exception.message, self.interpreter.version);
        exception.frames.push(Frame {
            file: syntax.filename.clone(),
            function: "<module>".to_owned(),
            range,
            exact: true,
            kind: FrameKind::User,
            locals: Vec::new(),
            source: source.line(range.start.line).to_owned(),
            end_source: (range.end.line != range.start.line).then(|| source.line(range.end.line).to_owned()),
        });
    }

    /// The other user frames, the causes, the members.
    fn related(&self, exception: &Exception) -> Vec<Related> {
        let mut related = Vec::new();
        let own = place(exception);
        for frame in exception.frames.iter().rev().filter(|frame| frame.kind == FrameKind::User) {
            if own.as_ref().is_some_and(|own| own == frame) {
                continue;
            }
            related.push(related_to(
                frame,
                &msg!("engine-called-here", name = &frame.function).render(self.locale),
            ));
        }
        let mut link = exception;
        for _ in 0..8 {
            let (next, id) = match (&link.cause, &link.context) {
                (Some(cause), _) => (cause, "engine-caused-by"),
                (None, Some(context)) if !link.suppressed => (context, "engine-while-handling"),
                _ => break,
            };
            if let Some(frame) = place(next) {
                let head = first_line(&next.type_name, &next.message);
                related.push(related_to(&frame, &msg!(id, error = head).render(self.locale)));
            }
            link = next;
        }
        members(exception, &mut related, 0);
        related.truncate(MOST_RELATED);
        related
    }
}

fn members(exception: &Exception, related: &mut Vec<Related>, depth: usize) {
    for member in exception.group.iter().flatten() {
        if let Some(frame) = place(member) {
            related.push(related_to(&frame, &first_line(&member.type_name, &member.message)));
        }
        if depth < 3 {
            members(member, related, depth + 1);
        }
    }
}

/// `sys.exit` and Ctrl-C are ends, not errors.
fn is_quiet(exception: &Exception) -> bool {
    matches!(exception.type_name.as_str(), "SystemExit" | "KeyboardInterrupt")
        || exception.mro.iter().any(|base| base == "SystemExit" || base == "KeyboardInterrupt")
}

/// The deepest frame of the user's, else the deepest that has a file which is shown.
fn place(exception: &Exception) -> Option<Frame> {
    exception.frames.iter().rev().find(|frame| frame.kind == FrameKind::User).cloned()
}

fn lines(frame: &Frame) -> (String, String) {
    (frame.source.clone(), frame.end_source.clone().unwrap_or_else(|| frame.source.clone()))
}

fn related_to(frame: &Frame, message: &str) -> Related {
    Related { uri: uri_of(&frame.file), place: frame.range, lines: lines(frame), message: message.to_owned() }
}

/// The URI of a file as frames name it: a path, or a document's URI already.
pub fn uri_of(file: &str) -> String {
    let path = Path::new(file);
    if path.is_absolute() { uri::from_path(path) } else { file.to_owned() }
}

/// `Type: message`, in one line of bounded length.
pub fn first_line(type_name: &str, message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    if line.is_empty() {
        return type_name.to_owned();
    }
    let mut short: String = line.chars().take(MOST_MESSAGE).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    format!("{type_name}: {short}")
}

/// `called from f, file.py:12`, for clients that show no related information.
fn other_frames(exception: &Exception, own: &Frame, locale: Locale) -> Vec<String> {
    let mut said = Vec::new();
    for frame in exception.frames.iter().rev().filter(|frame| frame.kind == FrameKind::User && *frame != own)
    {
        let file = Path::new(&frame.file)
            .file_name()
            .map_or(frame.file.as_str().into(), |name| name.to_string_lossy());
        let line = frame.range.start.line + 1;
        let text = msg!("engine-called-from", name = &frame.function, place = format!("{file}:{line}"))
            .render(locale);
        if said.last() != Some(&text) {
            said.push(text);
        }
        if said.len() == 8 {
            break;
        }
    }
    said
}

fn joined(lines: &[&str]) -> String {
    lines.iter().filter(|line| !line.is_empty()).copied().collect::<Vec<_>>().join("\n")
}
