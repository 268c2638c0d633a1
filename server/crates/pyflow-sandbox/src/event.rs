//! What the helper tells the server: one JSON object a line, on the control socket.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Which layers hold a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Own namespaces and root directory, with Landlock and seccomp.
    Namespaces,
    /// Landlock and seccomp.
    Landlock,
    /// macOS's `sandbox-exec`: files, network and signals.
    Seatbelt,
    /// Limits only.
    Limits,
    /// Nothing beyond hygiene: what the profile "off" asks for.
    #[default]
    None,
}

impl Tier {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Namespaces => "namespaces",
            Tier::Landlock => "landlock",
            Tier::Seatbelt => "seatbelt",
            Tier::Limits => "limits",
            Tier::None => "none",
        }
    }
}

/// What was enforced on a run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Report {
    pub tier: Tier,
    /// What the profile would have and the machine has not, in words.
    pub missing: Vec<String>,
}

/// Which limit ended a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LimitKind {
    /// Bytes of all processes.
    Memory,
    /// Bytes in the run folder.
    Disk,
    /// Processes and threads.
    Processes,
    /// Seconds of processor time.
    Cpu,
}

/// What happened to a run, in the order `Started`, `Limit`, `Ended`, `TreeGone`; or
/// `SetupFailed`, `TreeGone`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Everything is in place and the program was executed.
    Started {
        /// The program's process id as the server sees it. For display only: ids are reused.
        pid_hint: Option<i32>,
        report: Report,
    },
    /// The main process has ended. Its descendants are being killed; pipes that they hold may
    /// still be open, so drain with a deadline, best after `TreeGone`.
    Ended {
        code: Option<i32>,
        signal: Option<i32>,
        /// The largest resident set of the main process or one that it waited for, in bytes.
        max_rss: u64,
        /// Processor time of the main process and those that it waited for.
        cpu: Duration,
    },
    /// A limit was crossed, and the helper ends the tree for it. `used` and `limit` in the
    /// unit of the [`LimitKind`]. A fork bomb (copies of a program, many generations deep) is
    /// ended before it reaches the limit on processes; then `limit` is a lower one.
    Limit { which: LimitKind, used: u64, limit: u64 },
    /// The program was not started.
    SetupFailed { reason: String },
    /// No process of the run is left. The last event.
    TreeGone,
}

/// What the server asks of the helper.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Request {
    Interrupt,
    Dump,
    Kill,
    Confine(crate::RunLimits),
}

/// Longest line that either side accepts, in bytes.
const MAX_LINE: usize = 64 * 1024;

/// Cuts a byte stream into lines and reads each as JSON.
#[derive(Debug, Default)]
pub(crate) struct LineReader {
    buffer: Vec<u8>,
}

impl LineReader {
    /// The values of all lines that `bytes` complete. A line that is no such value is dropped,
    /// and so is an endless one: the peer is broken, and the end of the stream will say so.
    pub(crate) fn push<T: serde::de::DeserializeOwned>(&mut self, bytes: &[u8]) -> Vec<T> {
        self.buffer.extend_from_slice(bytes);
        let mut values = Vec::new();
        let mut start = 0;
        while let Some(length) = self.buffer.iter().skip(start).position(|&byte| byte == b'\n') {
            if let Some(line) = self.buffer.get(start..start + length) {
                values.extend(serde_json::from_slice(line).ok());
            }
            start += length + 1;
        }
        self.buffer.drain(..start);
        if self.buffer.len() > MAX_LINE {
            self.buffer.clear();
        }
        values
    }
}

/// Turns what is read from the control socket into events.
#[derive(Debug, Default)]
pub struct ControlReader {
    lines: LineReader,
}

impl ControlReader {
    /// The events that `bytes` complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Event> {
        self.lines.push(bytes)
    }
}

/// One line of the control socket.
pub(crate) fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).unwrap_or_default();
    line.push(b'\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_cut_at_lines_wherever_the_bytes_are_cut() {
        let events = vec![
            Event::SetupFailed { reason: "a\nb".into() },
            Event::Ended { code: Some(3), signal: None, max_rss: 5, cpu: Duration::from_millis(7) },
            Event::TreeGone,
        ];
        let bytes: Vec<u8> = events.iter().flat_map(encode).collect();
        for cut in 0..bytes.len() {
            let mut reader = ControlReader::default();
            let mut seen = reader.push(&bytes[..cut]);
            seen.extend(reader.push(&bytes[cut..]));
            assert_eq!(seen, events);
        }
    }

    #[test]
    fn an_endless_line_does_not_fill_the_memory() {
        let mut reader = ControlReader::default();
        for _ in 0..100 {
            assert_eq!(reader.push(&[b'x'; 10_000]), []);
        }
        assert!(reader.lines.buffer.len() <= MAX_LINE + 10_000);
    }
}
