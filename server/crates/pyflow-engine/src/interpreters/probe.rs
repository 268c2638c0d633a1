//! Asking an interpreter about itself: one process, once, with a limit to its time and to what it says.

use crate::messages::Message;
use crate::msg;
use crate::settings::env::is_kept_back;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;

/// What stands before the answer's line; see probe.py.
const MARK: &[u8] = b"\n\x1epyflow ";
/// The most bytes of an answer, and of what is kept of an error's text.
const MOST_ANSWER: u64 = 16 << 20;
const MOST_ERROR: u64 = 64 << 10;
const PROBE: &str = include_str!("probe.py");
const NAMES: &str = include_str!("names.py");
/// How long an interpreter may take; slow start-up files and network folders are waited for.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
const NAMES_PATIENCE: Duration = Duration::from_secs(30);
/// The oldest Python whose programs PyFlow runs.
const OLDEST: (u8, u8) = (3, 8);

/// What is known of an interpreter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Interpreter {
    /// What to start: the program itself, no version manager's stand-in.
    pub executable: PathBuf,
    /// Major, minor, micro.
    pub version: (u8, u8, u8),
    /// `cpython`, `pypy`, …
    pub implementation: String,
    pub prefix: PathBuf,
    /// Differs from `prefix` in a virtual environment.
    pub base_prefix: PathBuf,
    /// The folder of the standard library.
    pub stdlib: PathBuf,
    /// The folders where packages are installed.
    pub packages: Vec<PathBuf>,
    pub stdlib_modules: BTreeSet<String>,
    pub builtins: BTreeSet<String>,
    /// The worker's parts by name, each as a marshalled code object of this very interpreter.
    #[serde(with = "hex")]
    pub worker: BTreeMap<String, Vec<u8>>,
}

impl Interpreter {
    /// `3.12.1`.
    pub fn version_text(&self) -> String {
        let (major, minor, micro) = self.version;
        format!("{major}.{minor}.{micro}")
    }

    /// Whether it belongs to a virtual environment.
    pub fn is_virtual(&self) -> bool {
        self.prefix != self.base_prefix
    }

    /// What a program's environment depends on.
    pub fn folders(&self) -> crate::settings::env::PythonFolders<'_> {
        crate::settings::env::PythonFolders {
            executable: &self.executable,
            prefix: &self.prefix,
            base_prefix: &self.base_prefix,
        }
    }
}

/// Why an interpreter can't be used.
#[derive(Debug, Clone, thiserror::Error, PartialEq, Eq)]
pub enum ProbeError {
    #[error("{path} can't be started: {why}")]
    Start { path: PathBuf, why: String },
    #[error("{path} did not answer within {} s", .limit.as_secs())]
    Time { path: PathBuf, limit: Duration },
    #[error("{path} ended without an answer: {said}")]
    Answer { path: PathBuf, said: String },
    #[error("{path} is Python {}.{}", .version.0, .version.1)]
    Old { path: PathBuf, version: (u8, u8) },
}

impl ProbeError {
    /// What happened, and what to do.
    pub fn message(&self) -> Message {
        match self {
            ProbeError::Start { path, why } => {
                msg!("interpreter-cannot-start", path = path.to_string_lossy(), why = why)
            }
            ProbeError::Time { path, limit } => {
                msg!("interpreter-too-slow", path = path.to_string_lossy(), seconds = limit.as_secs())
            }
            ProbeError::Answer { path, said } => {
                msg!("interpreter-no-answer", path = path.to_string_lossy(), said = said)
            }
            ProbeError::Old { path, version: (major, minor) } => {
                msg!(
                    "interpreter-too-old",
                    path = path.to_string_lossy(),
                    version = format!("{major}.{minor}")
                )
            }
        }
    }
}

/// What probe.py answers; only the first two are there for a Python that is too old.
#[derive(Deserialize)]
struct Answer {
    version: (u8, u8, u8),
    executable: PathBuf,
    #[serde(flatten)]
    rest: serde_json::Map<String, serde_json::Value>,
}

/// Starts the interpreter and asks it. `parts` are the worker's sources by name.
pub(super) async fn probe(
    path: &Path,
    parts: &[(&str, &str)],
    limit: Duration,
) -> Result<Interpreter, ProbeError> {
    let source: BTreeMap<_, _> = parts.iter().copied().collect();
    let input = serde_json::to_vec(&source).map_err(|error| answer_error(path, &error.to_string()))?;
    let Answer { version, executable, mut rest } = ask(path, PROBE, input, limit).await?;
    if (version.0, version.1) < OLDEST {
        return Err(ProbeError::Old { path: path.to_owned(), version: (version.0, version.1) });
    }
    // An interpreter that does not know its own path (or an embedding that lies) is started as it was found.
    let known = executable.is_absolute() && executable.is_file();
    let executable = if known { executable } else { path.to_owned() };
    let version = serde_json::to_value(version).unwrap_or_default();
    rest.insert("version".to_owned(), version);
    rest.insert("executable".to_owned(), executable.to_string_lossy().into());
    serde_json::from_value(rest.into()).map_err(|error| answer_error(path, &error.to_string()))
}

/// The public names of common standard modules, by module. Imports them, so it takes a while.
pub(super) async fn module_names(path: &Path) -> Result<BTreeMap<String, BTreeSet<String>>, ProbeError> {
    ask(path, NAMES, Vec::new(), NAMES_PATIENCE).await
}

fn answer_error(path: &Path, said: &str) -> ProbeError {
    ProbeError::Answer { path: path.to_owned(), said: last_lines(said) }
}

/// Runs a script in the interpreter, from a folder where no module of the user's lies, with the input on its stdin.
async fn ask<T: DeserializeOwned>(
    path: &Path,
    script: &str,
    input: Vec<u8>,
    limit: Duration,
) -> Result<T, ProbeError> {
    let start_error =
        |error: std::io::Error| ProbeError::Start { path: path.to_owned(), why: error.to_string() };
    let mut child = Command::new(path)
        .args(["-E", "-s", "-B", "-c", script])
        .env_clear()
        .envs(std::env::vars_os().filter(|(name, _)| !is_kept_back(name)))
        .current_dir(if cfg!(windows) { "C:\\" } else { "/" })
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(start_error)?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let talk = async {
        let write = async {
            if let Some(mut stdin) = stdin {
                // It may have ended without reading; what it said then tells why.
                let _ = stdin.write_all(&input).await;
            }
        };
        let ((), answer, error) =
            tokio::join!(write, bounded(stdout, MOST_ANSWER), bounded(stderr, MOST_ERROR));
        (answer, error)
    };
    let Ok((answer, error)) = tokio::time::timeout(limit, talk).await else {
        return Err(ProbeError::Time { path: path.to_owned(), limit });
    };
    // Reaped in the background if it is still there: its answer is complete.
    drop(child);
    let line = memchr::memmem::rfind(&answer, MARK).map(|at| &answer[at + MARK.len()..]);
    let Some(line) = line else { return Err(answer_error(path, &String::from_utf8_lossy(&error))) };
    serde_json::from_slice(line).map_err(|error| answer_error(path, &error.to_string()))
}

/// Reads to the end or to the limit.
async fn bounded(stream: Option<impl AsyncRead + Unpin>, limit: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(stream) = stream {
        // What was read before an error is all that there is.
        let _ = stream.take(limit).read_to_end(&mut bytes).await;
    }
    bytes
}

/// The end of what a program said, short enough for a message.
fn last_lines(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).rev().take(3).collect();
    lines.reverse();
    lines.join(" / ").chars().take(300).collect()
}

/// Bytes as hexadecimal text: small, and plain JSON.
mod hex {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::collections::BTreeMap;

    pub(super) fn serialize<S: Serializer>(
        parts: &BTreeMap<String, Vec<u8>>,
        out: S,
    ) -> Result<S::Ok, S::Error> {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        out.collect_map(parts.iter().map(|(name, bytes)| {
            let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
            let text: String = digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect();
            (name, text)
        }))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<BTreeMap<String, Vec<u8>>, D::Error> {
        let texts = BTreeMap::<String, String>::deserialize(from)?;
        let bytes = |text: &str| -> Option<Vec<u8>> {
            let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
            let pairs = text.as_bytes().chunks(2);
            pairs.map(|pair| Some(digit(*pair.first()?)? << 4 | digit(*pair.get(1)?)?)).collect()
        };
        texts
            .into_iter()
            .map(|(name, text)| Some((name, bytes(&text)?)))
            .collect::<Option<_>>()
            .ok_or_else(|| D::Error::custom("not hexadecimal"))
    }
}
