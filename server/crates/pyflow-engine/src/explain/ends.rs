//! Ends that are no exceptions: a time limit, a signal, a limit of the sandbox; and warnings.

use super::texts::{code, one_line};
use crate::diagnose::scene::{collect, statement_of};
use crate::diagnose::{Explanation, Source};
use crate::msg;
use pyflow_core::exception::Frame;
use pyflow_core::outcome::{Limit, Status, Warning};
use std::time::Duration;
use tree_sitter::Node;

/// What is known of an end that is no exception.
#[derive(Debug, Clone, Copy)]
pub struct End<'a> {
    pub status: Status,
    pub limit: Option<Limit>,
    /// `SIGSEGV`.
    pub signal: Option<&'a str>,
    pub exit_code: Option<i32>,
    pub timeout: Option<Duration>,
    /// What was used and what is allowed, in the limit's unit.
    pub limits: Option<(u64, u64)>,
    pub output_bytes: u64,
    /// Where the program was.
    pub frame: Option<&'a Frame>,
    pub in_session: bool,
}

/// Why a run ended that raised nothing.
pub fn end(end: &End<'_>) -> Explanation {
    let place = end.frame.map_or_else(String::new, |frame| (frame.range.start.line + 1).to_string());
    let megabytes = |bytes: u64| bytes >> 20;
    match (end.status, end.limit) {
        (Status::Timeout, _) => {
            let seconds = end.timeout.map_or_else(String::new, |limit| format!("{}", limit.as_secs_f64()));
            let known = if place.is_empty() { "no" } else { "yes" };
            Explanation::of(msg!("end-timeout", seconds = seconds, line = place, known = known))
                .advice(msg!("end-timeout-advice"))
        }
        (Status::Limit, Some(Limit::Memory)) => {
            let (used, limit) = end.limits.unwrap_or_default();
            Explanation::of(msg!("end-memory", used = megabytes(used), limit = megabytes(limit)))
                .advice(msg!("end-memory-advice"))
        }
        (Status::Limit, Some(Limit::Disk)) => {
            let (_, limit) = end.limits.unwrap_or_default();
            Explanation::of(msg!("end-disk", limit = megabytes(limit))).advice(msg!("end-disk-advice"))
        }
        (Status::Limit, Some(Limit::Processes)) => {
            let (_, limit) = end.limits.unwrap_or_default();
            Explanation::of(msg!("end-processes", limit = limit)).advice(msg!("end-processes-advice"))
        }
        (Status::Limit, _) => Explanation::of(msg!("end-output", megabytes = megabytes(end.output_bytes)))
            .advice(msg!("end-output-advice")),
        _ => died(end),
    }
}

fn died(end: &End<'_>) -> Explanation {
    let explanation = match (end.signal, end.exit_code) {
        (Some(signal), _) => {
            let id = match signal {
                "SIGSEGV" | "SIGBUS" => "end-died-memory-access",
                "SIGABRT" => "end-died-abort",
                "SIGKILL" => "end-died-killed",
                "SIGFPE" => "end-died-arithmetic",
                "SIGILL" | "SIGTRAP" => "end-died-instruction",
                "SIGTERM" | "SIGHUP" => "end-died-told",
                "SIGSYS" => "end-died-syscall",
                _ => "end-died-signal",
            };
            Explanation::of(msg!(id, signal = signal))
        }
        (None, Some(code)) => Explanation::of(msg!("end-died-exit", code = code)),
        (None, None) => Explanation::of(msg!("end-died-lost")),
    };
    if end.in_session { explanation.advice(msg!("end-died-session")) } else { explanation }
}

/// A program that ended itself, with what it wrote to stderr (argparse says there what it lacks).
pub fn exited(status: &str, stderr: &str) -> Explanation {
    let complaint = stderr.lines().rev().find(|line| line.contains("error:"));
    if let Some(line) = complaint.filter(|_| status == "2" && stderr.contains("usage:")) {
        let text = line.split("error:").nth(1).unwrap_or(line).trim();
        return Explanation::of(msg!("exit-arguments", message = code(text)))
            .advice(msg!("exit-arguments-advice"));
    }
    if status.is_empty() || status == "0" || status == "None" {
        return Explanation::of(msg!("exit-clean"));
    }
    if status.parse::<i64>().is_ok() {
        return Explanation::of(msg!("exit-status", status = status)).advice(msg!("exit-status-advice"));
    }
    Explanation::of(msg!("exit-message", message = code(status))).advice(msg!("exit-status-advice"))
}

/// A program that was interrupted: the statement where it stood, if that is known.
pub fn interrupted(statement: Option<&str>) -> Explanation {
    match statement {
        Some(statement) => Explanation::of(msg!("interrupt-at", statement = code(statement))),
        None => Explanation::of(msg!("interrupt")),
    }
    .advice(msg!("interrupt-advice"))
}

/// What a warning means.
pub fn warning(warning: &Warning, source: &Source) -> Explanation {
    let message = code(&one_line(&warning.message, 160));
    match warning.type_name.as_str() {
        "DeprecationWarning" | "PendingDeprecationWarning" | "FutureWarning" => {
            Explanation::of(msg!("warning-deprecated", message = message))
        }
        "ResourceWarning" => Explanation::of(msg!("warning-resource", message = message))
            .advice(msg!("warning-resource-advice")),
        "SyntaxWarning" => Explanation::of(msg!("warning-syntax", message = message)),
        "RuntimeWarning" if warning.message.contains("was never awaited") => {
            let name = warning.message.split('\'').nth(1).unwrap_or_default();
            let short = name.rsplit('.').next().unwrap_or(name);
            let call = unawaited(source, warning.line, short)
                .map_or_else(|| format!("{short}()"), |node| source.node_text(node).to_owned());
            let awaited = code(&format!("await {call}"));
            Explanation::of(msg!("warning-never-awaited", name = code(short), call = code(&call)))
                .advice(msg!("await-advice", what = awaited))
        }
        _ => Explanation::of(msg!("warning-other", message = message)),
    }
}

/// The call of a coroutine function that stands as a statement of its own, the nearest to a line.
pub(crate) fn unawaited<'a>(source: &'a Source, line: u32, name: &str) -> Option<Node<'a>> {
    let mut best: Option<(u32, Node<'a>)> = None;
    collect(source.root()?, &mut |n| {
        if n.kind() == "call" {
            let function = n.child_by_field_name("function").map_or("", |f| source.node_text(f));
            let statement = statement_of(n).named_child(0) == Some(n);
            if statement && function.rsplit('.').next() == Some(name) {
                let far = source.place_of(n.start_byte()).line.abs_diff(line);
                if best.is_none_or(|(least, _)| far < least) {
                    best = Some((far, n));
                }
            }
        }
        true
    });
    best.map(|(_, node)| node)
}

/// The page of an exception or warning type in Python's documentation; of one that is not Python's own the page on
/// exceptions.
pub fn documentation_url(type_name: &str, module: &str) -> String {
    const LIBRARY: &str = "https://docs.python.org/3/library";
    let page = match module {
        "builtins" | "exceptions" => "exceptions",
        "_queue" => "queue",
        "re" | "re._constants" | "sre_constants" => "re",
        "sqlite3" | "_sqlite3" => "sqlite3",
        "zlib" | "subprocess" | "struct" | "shutil" | "socket" | "ssl" | "csv" | "pickle" | "queue"
        | "configparser" | "argparse" | "binascii" | "tarfile" | "zipfile" | "lzma" | "dataclasses"
        | "decimal" | "statistics" | "calendar" | "copy" | "ctypes" | "graphlib" | "ftplib" | "imaplib"
        | "poplib" | "smtplib" | "tomllib" | "threading" | "uuid" | "unittest" => module,
        "json.decoder" => "json",
        "urllib.error" => "urllib.error",
        "http.client" => "http.client",
        "asyncio.exceptions" => "asyncio-exceptions",
        "concurrent.futures._base" => "concurrent.futures",
        "multiprocessing.context" => "multiprocessing",
        "xml.etree.ElementTree" => "xml.etree.elementtree",
        _ => return format!("{LIBRARY}/exceptions.html"),
    };
    if page == "exceptions" {
        return format!("{LIBRARY}/exceptions.html#{type_name}");
    }
    format!("{LIBRARY}/{page}.html")
}
