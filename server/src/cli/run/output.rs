//! The program's output on its way to the terminal.
//!
//! It goes through as it is. Only the traceback that the interpreter prints at the very end is held back, because the
//! report says the same and more; it is let through as soon as the program goes on, or ends in another way.

use crate::cli::Failure;
use pyflow_core::outcome::{RunResult, Status};
use pyflow_engine::api::{Level, Stream};
use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// How long a traceback is held back while the program has not ended.
const PATIENCE: Duration = Duration::from_millis(400);
/// The most that is held back.
const MOST_HELD: usize = 256 << 10;

/// What may be the interpreter's last words.
#[derive(Debug, Default)]
pub(super) struct Held {
    text: String,
    since: Option<Instant>,
    /// Whether what was written last ended a line.
    inside_line: bool,
}

impl Held {
    /// Takes text of stderr in; gives what is to be written now.
    fn take(&mut self, text: &str) -> String {
        if self.since.is_some() {
            self.text.push_str(text);
            return if self.text.len() > MOST_HELD { self.release() } else { String::new() };
        }
        let start = traceback_start(text, self.inside_line);
        let (now, held) = text.split_at(start.unwrap_or(text.len()));
        if !now.is_empty() {
            self.inside_line = !now.ends_with('\n');
        }
        if start.is_some() {
            self.text.push_str(held);
            self.since = Some(Instant::now());
        }
        now.to_owned()
    }

    /// Gives up what is held.
    fn release(&mut self) -> String {
        self.since = None;
        let text = std::mem::take(&mut self.text);
        if !text.is_empty() {
            self.inside_line = !text.ends_with('\n');
        }
        text
    }

    /// Resolves when something was held back for long enough; never, when nothing is held.
    pub(super) async fn wait(until: Option<Instant>) {
        match until {
            Some(until) => tokio::time::sleep_until(until.into()).await,
            None => std::future::pending().await,
        }
    }
}

/// Where a traceback starts, at the start of a line.
fn traceback_start(text: &str, inside_line: bool) -> Option<usize> {
    const STARTS: [&str; 3] =
        ["Traceback (most recent call last):", "  + Exception Group Traceback", "  File \""];
    let mut at = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if !(index == 0 && inside_line) && STARTS.iter().any(|start| line.starts_with(start)) {
            return Some(at);
        }
        at += line.len();
    }
    None
}

/// The two streams of the terminal.
#[derive(Debug)]
pub(super) struct Streams {
    shown: bool,
    held: Held,
}

impl Streams {
    pub(super) fn new(shown: bool) -> Self {
        Self { shown, held: Held::default() }
    }

    pub(super) fn write(&mut self, stream: Stream, text: &str, dropped: u64) -> Result<(), Failure> {
        if !self.shown {
            return Ok(());
        }
        if dropped > 0 {
            self.release()?;
            error(&format!("\n[pyflow: {dropped} bytes of output are not shown here]\n"))?;
        }
        match stream {
            Stream::Stdout => {
                self.release()?;
                let mut out = io::stdout().lock();
                out.write_all(text.as_bytes())?;
                Ok(out.flush()?)
            }
            Stream::Stderr => {
                let now = self.held.take(text);
                error(&now)
            }
        }
    }

    /// When what is held back has waited long enough.
    pub(super) fn held_until(&self) -> Option<Instant> {
        self.held.since.map(|since| since + PATIENCE)
    }

    /// Writes what was held back.
    pub(super) fn release(&mut self) -> Result<(), Failure> {
        let text = self.held.release();
        error(&text)
    }

    /// The program has ended: what was held back is said by the report if that is what ended it.
    pub(super) fn finish(&mut self, result: &RunResult) -> Result<(), Failure> {
        if is_told(&self.held.text, result) {
            self.held.text.clear();
        }
        self.release()
    }
}

/// Whether the text is the traceback of the exception that ended the program.
fn is_told(text: &str, result: &RunResult) -> bool {
    let Some(exception) = result.exception.as_ref().filter(|_| result.status == Status::Error) else {
        return false;
    };
    // The exception's own line is the last that is not indented, but for its message's further lines and notes.
    text.lines().any(|line| {
        let name = line.split([':', ' ']).next().unwrap_or_default();
        name == exception.type_name
            || name.rsplit('.').next() == Some(&exception.type_name)
            || line.trim_start_matches([' ', '|', '+']).starts_with(&exception.type_name)
    })
}

/// Writes to stderr. Where nobody reads it, the run goes on: its exit code still tells.
fn error(text: &str) -> Result<(), Failure> {
    if text.is_empty() {
        return Ok(());
    }
    match io::stderr().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
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
            held.take("warming up\nTraceback (most recent call last):\n  File \"a.py\""),
            "warming up\n"
        );
        assert_eq!(held.take(", line 1\nValueError: x\n"), "");
        assert!(is_told(&held.text, &ended(Status::Error, "ValueError")));
        assert!(is_told(
            "  | ExceptionGroup: two (2 sub-exceptions)\n",
            &ended(Status::Error, "ExceptionGroup")
        ));
        assert!(is_told("pkg.errors.Bad: x\n", &ended(Status::Error, "Bad")));
        assert!(!is_told(&held.text, &ended(Status::Error, "KeyError")));
        assert!(!is_told(&held.text, &ended(Status::Timeout, "ValueError")));
        assert_eq!(
            held.release(),
            "Traceback (most recent call last):\n  File \"a.py\", line 1\nValueError: x\n"
        );
        assert_eq!(held.take("after\n"), "after\n");
    }

    #[test]
    fn what_only_looks_like_one_goes_through() {
        let mut held = Held::default();
        assert_eq!(held.take("no "), "no ");
        assert_eq!(held.take("Traceback (most recent call last):\n"), "Traceback (most recent call last):\n");
        assert_eq!(held.take("a Traceback (most recent\n"), "a Traceback (most recent\n");
        assert_eq!(held.take("Traceback (most recent call last):\n"), "");
        assert_eq!(held.take(&"x".repeat(MOST_HELD)).len(), MOST_HELD + 35);
    }
}
