//! Ends that are no exceptions: a time limit, a signal, a limit of the sandbox; and warnings.

use crate::diagnose::{Explanation, Source};
use crate::msg;
use pyflow_core::exception::Frame;
use pyflow_core::outcome::{Limit, Status, Warning};
use std::time::Duration;

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

/// What a warning means.
pub fn warning(warning: &Warning, _source: &Source) -> Explanation {
    let id = match warning.type_name.as_str() {
        "DeprecationWarning" | "PendingDeprecationWarning" | "FutureWarning" => "warning-deprecated",
        "ResourceWarning" => "warning-resource",
        "SyntaxWarning" => "warning-syntax",
        "RuntimeWarning" if warning.message.contains("was never awaited") => "warning-never-awaited",
        _ => "warning-other",
    };
    let name = warning.message.split('\'').nth(1).unwrap_or_default();
    Explanation::of(msg!(id, message = &warning.message, name = name))
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
