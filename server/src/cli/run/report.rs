//! From a result and its findings to the reports that are shown.

use super::source::Source;
use crate::cli::render::{Excerpt, Report, Shown};
use pyflow_core::exception::{Exception, Frame, FrameKind, Local, SourceRange};
use pyflow_core::outcome::{RunResult, Status};
use pyflow_core::uri;
use pyflow_engine::api::{Finding, Severity};
use std::path::Path;

/// Frames of the user's that are shown, the deepest and the outermost ones.
const MOST_FRAMES: usize = 6;
/// Fixes that are shown.
const MOST_FIXES: usize = 2;
/// Reports that are shown besides the first: members of a group, threads.
const MOST_OTHERS: usize = 8;
const MOST_CAUSES: usize = 5;

/// The reports of a run: what ended it first, then what went wrong besides. `findings` come with their URIs.
pub(super) fn reports(result: &RunResult, findings: &[(String, Finding)], source: &Source) -> Vec<Report> {
    if matches!(result.status, Status::Interrupted | Status::Refused) {
        return Vec::new();
    }
    let errors: Vec<&(String, Finding)> =
        findings.iter().filter(|(_, finding)| finding.severity == Severity::Error).collect();
    let ended = result.exception.as_ref().filter(|_| result.status == Status::Error);
    let mut reports = Vec::new();
    let main = match ended {
        Some(exception) => main_finding(exception, &errors),
        None if matches!(result.status, Status::Ok | Status::Exit) => None,
        None => errors.first().copied(),
    };
    if let Some(exception) = ended {
        reports.push(of_exception(exception, result, main, &errors, source));
    } else if let Some((uri, finding)) = main {
        reports.push(of_finding(uri, finding, source));
    }
    // The own frame of the file that ran repeats an error which lies in another file.
    let heads: Vec<&str> = main.iter().map(|(_, finding)| first_line(&finding.message)).collect();
    let others = errors.iter().filter(|other| {
        main.is_none_or(|main| !std::ptr::eq(**other, main)) && !heads.contains(&first_line(&other.1.message))
    });
    reports.extend(others.take(MOST_OTHERS).map(|(uri, finding)| of_finding(uri, finding, source)));
    reports
}

/// The finding of the exception that ended the program: the one at its deepest user frame.
fn main_finding<'a>(
    exception: &Exception,
    errors: &[&'a (String, Finding)],
) -> Option<&'a (String, Finding)> {
    let deepest = user_frames(exception).last().copied();
    let at = |finding: &Finding| deepest.is_none_or(|frame| finding.place == frame.range);
    let is = |finding: &Finding| finding.code == exception.type_name;
    let exact = errors.iter().find(|(_, finding)| is(finding) && at(finding));
    exact.or_else(|| errors.iter().find(|(_, finding)| is(finding))).copied()
}

fn user_frames(exception: &Exception) -> Vec<&Frame> {
    exception.frames.iter().filter(|frame| frame.kind == FrameKind::User).collect()
}

fn of_exception(
    exception: &Exception,
    result: &RunResult,
    main: Option<&(String, Finding)>,
    errors: &[&(String, Finding)],
    source: &Source,
) -> Report {
    let frames = user_frames(exception);
    let mut shown: Vec<&Frame> = frames.iter().rev().copied().collect();
    if shown.len() > MOST_FRAMES {
        shown.drain(MOST_FRAMES / 2..shown.len() - MOST_FRAMES / 2);
    }
    let places = shown.iter().enumerate().map(|(index, frame)| frame_excerpt(frame, index == 0, source));
    let why = match (&result.diagnosis, main) {
        (Some(diagnosis), _) => diagnosis.split_once('\n').map_or("", |(_, rest)| rest).to_owned(),
        (None, Some((_, finding))) => finding.plain.clone(),
        (None, None) => String::new(),
    };
    let (why, told_values) = without_values(&why);
    let fixes = main.into_iter().chain(errors.iter().copied()).flat_map(|(_, finding)| &finding.fixes);
    let mut told: Vec<Shown> = Vec::new();
    for fix in fixes {
        let fix =
            Shown { title: fix.title.clone(), assumption: fix.assumption.clone(), diff: fix.diff.clone() };
        if told.len() < MOST_FIXES && !told.contains(&fix) {
            told.push(fix);
        }
    }
    let message =
        std::iter::once(exception.message.as_str()).chain(exception.notes.iter().map(String::as_str));
    Report {
        severity: "error",
        code: exception.type_name.clone(),
        message: message.collect::<Vec<_>>().join("\n"),
        places: places.collect(),
        hidden_frames: exception.frames.len() - frames.len() + exception.truncated_frames as usize,
        causes: causes(exception, source),
        values: shown.first().map(|frame| values(frame, told_values)).unwrap_or_default(),
        why,
        fixes: told,
    }
}

fn of_finding(uri: &str, finding: &Finding, source: &Source) -> Report {
    let message = first_line(&finding.message);
    let excerpt = if is_source(uri, source) {
        Excerpt::of_text(place(uri, finding.place, source), String::new(), &source.text, finding.place, 1)
    } else {
        line_excerpt(place(uri, finding.place, source), String::new(), &finding.lines.0, finding.place)
    };
    Report {
        severity: if finding.severity == Severity::Error { "error" } else { "warning" },
        code: finding.code.clone(),
        message: message.strip_prefix(&format!("{}: ", finding.code)).unwrap_or(message).to_owned(),
        places: vec![excerpt],
        why: finding.plain.clone(),
        ..Report::default()
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

fn frame_excerpt(frame: &Frame, deepest: bool, source: &Source) -> Excerpt {
    let role = match frame.function.as_str() {
        "" | "<module>" => String::new(),
        function => format!("in {function}"),
    };
    let place = place(&frame.file, frame.range, source);
    if is_source(&frame.file, source) {
        return Excerpt::of_text(place, role, &source.text, frame.range, u32::from(deepest));
    }
    line_excerpt(place, role, &frame.source, frame.range)
}

/// An excerpt of one line that is known without its file.
fn line_excerpt(place: String, role: String, line: &str, range: SourceRange) -> Excerpt {
    let lines = if line.trim().is_empty() { Vec::new() } else { vec![line.to_owned()] };
    Excerpt { place, role, first: range.start.line + 1, lines, range }
}

fn is_source(file: &str, source: &Source) -> bool {
    let path = Path::new(file);
    path == source.path || uri::to_path(file).is_some_and(|path| path == source.path)
}

/// `shop.py:3:12`: below the working directory its path from there, the column in characters from 1.
fn place(file: &str, range: SourceRange, source: &Source) -> String {
    let path = uri::to_path(file).filter(|_| file.contains("://")).unwrap_or_else(|| file.into());
    let shown = if path == source.path {
        source.shown.clone()
    } else {
        let below =
            std::env::current_dir().ok().and_then(|cwd| path.strip_prefix(cwd).ok().map(Path::to_owned));
        below.unwrap_or(path).display().to_string()
    };
    format!("{shown}:{}:{}", range.start.line + 1, range.start.byte + 1)
}

/// What the exception came from, outermost last.
fn causes(exception: &Exception, source: &Source) -> Vec<String> {
    let mut causes = Vec::new();
    let mut link = exception;
    while causes.len() < MOST_CAUSES {
        let (next, words) = match (&link.cause, &link.context) {
            (Some(cause), _) => (cause, "caused by"),
            (None, Some(context)) if !link.suppressed => (context, "while handling"),
            _ => break,
        };
        let at =
            user_frames(next).last().map(|frame| format!(", {}", place(&frame.file, frame.range, source)));
        let message = first_line(&next.message);
        let colon = if message.is_empty() { "" } else { ": " };
        causes.push(format!("{words} {}{colon}{message}{}", next.type_name, at.unwrap_or_default()));
        link = next;
    }
    causes
}

/// An explanation without its list of values (lines `- expression = value` below a line that ends in a colon), and
/// those values: a terminal shows them in a place of their own.
fn without_values(text: &str) -> (String, Vec<Local>) {
    let (mut kept, mut values): (Vec<&str>, Vec<Local>) = (Vec::new(), Vec::new());
    for paragraph in text.split("\n\n") {
        let listed: Option<Vec<Local>> = paragraph
            .lines()
            .map(|line| {
                let (name, repr) = line.strip_prefix("- ")?.split_once(" = ")?;
                Some(Local { name: name.to_owned(), type_name: String::new(), repr: repr.to_owned() })
            })
            .collect();
        match listed {
            Some(listed) => {
                if kept.last().is_some_and(|last| last.trim_end().ends_with(':') && !last.contains('\n')) {
                    kept.pop();
                }
                values.extend(listed);
            }
            None => kept.push(paragraph),
        }
    }
    (kept.join("\n\n"), values)
}

/// The values that the explanation goes by, then those of the frame, of the failing line first.
fn values(frame: &Frame, mut told: Vec<Local>) -> Vec<Local> {
    let words: Vec<&str> = frame.source.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    let (mut here, elsewhere): (Vec<_>, Vec<_>) =
        frame.locals.iter().cloned().partition(|local| words.contains(&local.name.as_str()));
    // At the top level everything that was ever defined is a local.
    if frame.function != "<module>" {
        here.extend(elsewhere);
    }
    here.retain(|local| told.iter().all(|other| other.name != local.name));
    told.extend(here);
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_explanations_values_stand_with_the_others() {
        let text = "b is 0.\n\nValues at the crash:\n\n- b = 0\n- a[b] = 'x = 1'\n\nCheck b.";
        let (why, told) = without_values(text);
        assert_eq!(why, "b is 0.\n\nCheck b.");
        let local = |name: &str| Local { name: name.into(), type_name: "int".into(), repr: "0".into() };
        let frame = Frame {
            function: "f".into(),
            source: "    a[b] / c".into(),
            locals: vec![local("z"), local("c"), local("b")],
            ..Frame::default()
        };
        let names: Vec<String> = values(&frame, told).into_iter().map(|local| local.name).collect();
        assert_eq!(names, ["b", "a[b]", "c", "z"]);
        assert_eq!(without_values("- a list\n- of advice").0, "- a list\n- of advice");
    }
}
