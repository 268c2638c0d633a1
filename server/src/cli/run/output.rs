//! The program's output on its way to the terminal.
//!
//! It goes through as it is. Only the traceback that the interpreter prints at the very end is held back, because the
//! report says the same and more; it is let through as soon as the program goes on, or ends in another way.

use crate::cli::Failure;
use pyflow_core::outcome::{RunResult, Status};
use pyflow_engine::api::{Level, Stream};
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

/// How long a traceback is held back while the program has not ended.
const PATIENCE: Duration = Duration::from_millis(400);
/// The most that is held back.
const MOST_HELD: usize = 256 << 10;

/// Writes what comes until the result has come, and then the rest. Slow readers slow the program, as they would
/// without us; nothing is lost.
pub(super) async fn write(
    mut pieces: mpsc::Receiver<(Stream, Vec<u8>)>,
    mut result: oneshot::Receiver<Arc<RunResult>>,
) -> Result<(), Failure> {
    let mut held = Held::default();
    loop {
        let until = held.since.map(|since| since + PATIENCE);
        tokio::select! {
            biased;
            piece = pieces.recv() => match piece {
                Some((stream, bytes)) => held.write(stream, &bytes)?,
                // The run is gone and so is its result.
                None => return held.release(),
            },
            () = waited(until) => held.release()?,
            result = &mut result => {
                while let Ok((stream, bytes)) = pieces.try_recv() {
                    held.write(stream, &bytes)?;
                }
                if result.is_ok_and(|result| is_told(&held.bytes, &result)) {
                    held.bytes.clear();
                }
                return held.release();
            }
        }
    }
}

async fn waited(until: Option<Instant>) {
    match until {
        Some(until) => sleep_until(until).await,
        None => std::future::pending().await,
    }
}

/// What may be the interpreter's last words.
#[derive(Debug, Default)]
struct Held {
    bytes: Vec<u8>,
    since: Option<Instant>,
    /// Whether what was written last did not end its line.
    inside_line: bool,
}

impl Held {
    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Failure> {
        match stream {
            Stream::Stdout => {
                self.release()?;
                blocking(|| {
                    let mut out = io::stdout().lock();
                    out.write_all(bytes)?;
                    out.flush()
                })
            }
            Stream::Stderr => {
                let now = self.take(bytes);
                error(&now)
            }
        }
    }

    /// Takes bytes of stderr in; gives what is to be written now.
    fn take(&mut self, bytes: &[u8]) -> Vec<u8> {
        if self.since.is_some() {
            self.bytes.extend_from_slice(bytes);
            return if self.bytes.len() > MOST_HELD { self.give_up() } else { Vec::new() };
        }
        let start = traceback_start(bytes, self.inside_line);
        let (now, held) = bytes.split_at(start.unwrap_or(bytes.len()));
        self.inside_line = now.last().map_or(self.inside_line, |&last| last != b'\n');
        if start.is_some() {
            self.bytes.extend_from_slice(held);
            self.since = Some(Instant::now());
        }
        now.to_vec()
    }

    fn give_up(&mut self) -> Vec<u8> {
        self.since = None;
        let bytes = std::mem::take(&mut self.bytes);
        self.inside_line = bytes.last().map_or(self.inside_line, |&last| last != b'\n');
        bytes
    }

    /// Writes what is held back.
    fn release(&mut self) -> Result<(), Failure> {
        let bytes = self.give_up();
        error(&bytes)
    }
}

/// Where a traceback starts, at the start of a line.
fn traceback_start(bytes: &[u8], inside_line: bool) -> Option<usize> {
    const STARTS: [&[u8]; 3] =
        [b"Traceback (most recent call last):", b"  + Exception Group Traceback", b"  File \""];
    let mut at = 0;
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if !(index == 0 && inside_line) && STARTS.iter().any(|start| line.starts_with(start)) {
            return Some(at);
        }
        at += line.len();
    }
    None
}

/// Whether the text is the traceback of the exception that ended the program: one of its lines is the exception's own.
fn is_told(bytes: &[u8], result: &RunResult) -> bool {
    let Some(exception) = result.exception.as_ref().filter(|_| result.status == Status::Error) else {
        return false;
    };
    String::from_utf8_lossy(bytes).lines().any(|line| {
        let line = line.trim_start_matches([' ', '|', '+']);
        let name = line.split([':', ' ']).next().unwrap_or_default();
        name.rsplit('.').next() == Some(&exception.type_name)
    })
}

/// Writes to stderr. Where nobody reads it, the run goes on: its exit code still tells.
fn error(bytes: &[u8]) -> Result<(), Failure> {
    match blocking(|| io::stderr().lock().write_all(bytes)) {
        Err(Failure::BrokenPipe) => Ok(()),
        written => written,
    }
}

/// Writes where the reader may be slow. The runtime's other threads go on.
fn blocking(write: impl FnOnce() -> io::Result<()>) -> Result<(), Failure> {
    Ok(tokio::task::block_in_place(write)?)
}

/// Whether stdin can't give anything: closed, or the null device.
pub(super) fn stdin_is_nothing() -> bool {
    #[cfg(target_os = "linux")]
    {
        let target = std::fs::read_link("/proc/self/fd/0");
        target.map_or(true, |target| target == std::path::Path::new("/dev/null"))
    }
    #[cfg(not(target_os = "linux"))]
    false
}

pub(super) fn stdin_is_terminal() -> bool {
    io::stdin().is_terminal()
}

pub(super) fn is_worth_telling(level: Level) -> bool {
    matches!(level, Level::Error | Level::Warning)
}

/// Resolves when the user interrupts us.
pub(super) async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        // No signal can be heard here, so none comes.
        std::future::pending::<()>().await;
    }
}

/// The number of a signal's name (POSIX's numbers on Linux).
pub(super) fn signal_number(name: &str) -> Option<u8> {
    const SIGNALS: [(&str, u8); 14] = [
        ("SIGHUP", 1),
        ("SIGINT", 2),
        ("SIGQUIT", 3),
        ("SIGILL", 4),
        ("SIGTRAP", 5),
        ("SIGABRT", 6),
        ("SIGBUS", 7),
        ("SIGFPE", 8),
        ("SIGKILL", 9),
        ("SIGUSR1", 10),
        ("SIGSEGV", 11),
        ("SIGUSR2", 12),
        ("SIGPIPE", 13),
        ("SIGTERM", 15),
    ];
    SIGNALS.iter().find(|(known, _)| *known == name).map(|&(_, number)| number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pyflow_core::exception::Exception;
    use pyflow_core::ids::RunId;
    use pyflow_core::outcome::RunKind;

    fn ended(status: Status, type_name: &str) -> RunResult {
        let exception = Exception { type_name: type_name.to_owned(), ..Exception::default() };
        RunResult { exception: Some(exception), ..RunResult::ended(RunId("r".into()), RunKind::File, status) }
    }

    #[test]
    fn only_a_traceback_at_the_end_is_held_back() {
        let mut held = Held::default();
        assert_eq!(
            held.take(b"warming up\nTraceback (most recent call last):\n  File \"a.py\""),
            b"warming up\n"
        );
        assert_eq!(held.take(b", line 1\nValueError: x\n"), b"");
        assert!(is_told(&held.bytes, &ended(Status::Error, "ValueError")));
        assert!(is_told(
            b"  | ExceptionGroup: two (2 sub-exceptions)\n",
            &ended(Status::Error, "ExceptionGroup")
        ));
        assert!(is_told(b"pkg.errors.Bad: x\n", &ended(Status::Error, "Bad")));
        assert!(!is_told(&held.bytes, &ended(Status::Error, "KeyError")));
        assert!(!is_told(&held.bytes, &ended(Status::Timeout, "ValueError")));
        let all = b"Traceback (most recent call last):\n  File \"a.py\", line 1\nValueError: x\n";
        assert_eq!(held.give_up(), all);
        assert_eq!(held.take(b"after\n"), b"after\n");
    }

    #[test]
    fn what_only_looks_like_one_goes_through() {
        let mut held = Held::default();
        for piece in [&b"no "[..], b"Traceback (most recent call last):\n", b"a Traceback (most recent\n"] {
            assert_eq!(held.take(piece), piece);
        }
        assert_eq!(held.take(b"Traceback (most recent call last):\n"), b"");
        assert_eq!(held.take(&vec![b'x'; MOST_HELD]).len(), MOST_HELD + 35);
    }
}
