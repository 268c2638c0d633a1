//! A run's output: bounded in memory (head and tail), whole in a file, batched to whoever watches.
//!
//! Bytes from a child are hostile: kept as bytes, decoded with replacement, never interpreted.

use crate::api::Stream;
use pyflow_core::outcome::Truncated;
use std::collections::VecDeque;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time between two batches to the watchers: at most about 20 a second.
pub(super) const BATCH_EVERY: Duration = Duration::from_millis(50);
/// Text of a stream in one batch; what is beyond is counted, and stands in the file.
const MOST_BATCH: usize = 64 * 1024;
/// The file's bound. Beyond it only head and tail are kept.
const MOST_SPILLED: u64 = 1 << 30;

/// The head and the tail of a stream.
#[derive(Debug)]
pub(super) struct Ring {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    most_head: usize,
    most_tail: usize,
    total: u64,
}

impl Ring {
    /// Keeps at most `most` bytes: 70 % from the start, 30 % from the end.
    pub(super) fn new(most: usize) -> Self {
        let most_tail = most * 3 / 10;
        Self { head: Vec::new(), tail: VecDeque::new(), most_head: most - most_tail, most_tail, total: 0 }
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let to_head = bytes.len().min(self.most_head - self.head.len());
        let (head, rest) = bytes.split_at(to_head);
        self.head.extend_from_slice(head);
        let rest = &rest[rest.len().saturating_sub(self.most_tail)..];
        let excess = (self.tail.len() + rest.len()).saturating_sub(self.most_tail);
        self.tail.drain(..excess);
        self.tail.extend(rest);
    }

    /// Bytes that came in all.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// The text, with a notice in place of what was left out, and how many bytes that was. Cuts lie between
    /// characters and, where one is near, between lines.
    pub(super) fn text(&self) -> (String, u64) {
        let kept = (self.head.len() + self.tail.len()) as u64;
        if self.total == kept {
            let mut bytes = self.head.clone();
            bytes.extend(&self.tail);
            return (lossy(&bytes), 0);
        }
        let head = trim_end(&self.head);
        let tail: Vec<u8> = self.tail.iter().copied().collect();
        let tail = trim_start(&tail);
        let missing = self.total - (head.len() + tail.len()) as u64;
        let gap = if head.ends_with(b"\n") || head.is_empty() { "" } else { "\n" };
        let notice = format!("{gap}[… {missing} bytes left out …]\n");
        (lossy(head) + &notice + &lossy(tail), missing)
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Without a character that was cut in two, up to the last line end if one is near.
fn trim_end(bytes: &[u8]) -> &[u8] {
    let near = bytes.len().saturating_sub(400);
    if let Some(line) = memchr::memrchr(b'\n', &bytes[near..]) {
        return &bytes[..=near + line];
    }
    let mut end = bytes.len();
    while end > 0
        && bytes.len() - end < 4
        && std::str::from_utf8(&bytes[bytes.len().saturating_sub(8).min(end)..end]).is_err()
    {
        end -= 1;
    }
    &bytes[..end]
}

fn trim_start(bytes: &[u8]) -> &[u8] {
    let near = &bytes[..bytes.len().min(400)];
    if let Some(line) = memchr::memchr(b'\n', near) {
        return &bytes[line + 1..];
    }
    let start = bytes.iter().take(4).take_while(|byte| *byte & 0xc0 == 0x80).count();
    &bytes[start..]
}

/// What is to be sent to the watchers.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Batch {
    pub stream: Stream,
    pub text: String,
    pub dropped: u64,
}

#[derive(Debug)]
struct Pending {
    stream: Stream,
    bytes: Vec<u8>,
    dropped: u64,
}

/// All the output of one run.
#[derive(Debug)]
pub(crate) struct Output {
    stdout: Ring,
    stderr: Ring,
    pending: Vec<Pending>,
    batched: Option<Instant>,
    stream: bool,
    /// What the sink has still to take; `None` without one.
    unpoured: Option<VecDeque<(Stream, Vec<u8>)>>,
    spill: Spill,
}

impl Output {
    /// `most_bytes` a stream are kept; `spill` is where the whole goes once it is more than that.
    pub(crate) fn new(most_bytes: usize, stream: bool, spill: PathBuf) -> Self {
        Self {
            stdout: Ring::new(most_bytes),
            stderr: Ring::new(most_bytes),
            pending: Vec::new(),
            batched: None,
            stream,
            unpoured: None,
            spill: Spill { path: spill, file: None, early: Vec::new(), written: 0, broken: false },
        }
    }

    /// Keeps all bytes until they are taken by [`unpoured`](Self::unpoured): whoever does so bounds what comes.
    pub(crate) fn pour(&mut self) {
        self.unpoured = Some(VecDeque::new());
    }

    /// What the sink has still to take.
    pub(crate) fn unpoured(&mut self) -> Option<&mut VecDeque<(Stream, Vec<u8>)>> {
        self.unpoured.as_mut().filter(|unpoured| !unpoured.is_empty())
    }

    /// The sink is gone.
    pub(crate) fn let_go(&mut self) {
        self.unpoured = None;
    }

    pub(crate) fn push(&mut self, stream: Stream, bytes: &[u8]) {
        if let Some(unpoured) = self.unpoured.as_mut().filter(|_| !bytes.is_empty()) {
            unpoured.push_back((stream, bytes.to_vec()));
        }
        match stream {
            Stream::Stdout => self.stdout.push(bytes),
            Stream::Stderr => self.stderr.push(bytes),
        }
        self.spill.push(bytes);
        if !self.stream {
            return;
        }
        let room = MOST_BATCH.saturating_sub(self.pending.iter().map(|pending| pending.bytes.len()).sum());
        match self.pending.last_mut() {
            Some(last) if last.stream == stream && (room > 0 || last.dropped > 0) => {
                let (kept, dropped) = bytes.split_at(bytes.len().min(room));
                last.bytes.extend_from_slice(kept);
                last.dropped += dropped.len() as u64;
            }
            Some(last) if room == 0 => last.dropped += bytes.len() as u64,
            _ => {
                let (kept, dropped) = bytes.split_at(bytes.len().min(room));
                let dropped = dropped.len() as u64;
                self.pending.push(Pending { stream, bytes: kept.to_vec(), dropped });
            }
        }
    }

    /// When the next batch is due; None when there is nothing to send.
    pub(crate) fn due(&self) -> Option<Instant> {
        let now = Instant::now();
        (!self.pending.is_empty()).then(|| self.batched.map_or(now, |last| last + BATCH_EVERY))
    }

    /// What is to be sent now. A character that has not come whole waits for its rest, unless it is the `last` batch.
    pub(crate) fn take(&mut self, last: bool) -> Vec<Batch> {
        self.batched = Some(Instant::now());
        let mut batches = Vec::new();
        for mut pending in std::mem::take(&mut self.pending) {
            let rest =
                if last || pending.dropped > 0 { Vec::new() } else { split_incomplete(&mut pending.bytes) };
            if !pending.bytes.is_empty() || pending.dropped > 0 {
                let text = lossy(&pending.bytes);
                batches.push(Batch { stream: pending.stream, text, dropped: pending.dropped });
            }
            if !rest.is_empty() {
                self.pending.push(Pending { stream: pending.stream, bytes: rest, dropped: 0 });
            }
        }
        batches
    }

    /// Bytes of both streams.
    pub(crate) fn total(&self) -> u64 {
        self.stdout.total() + self.stderr.total()
    }

    /// The bounded texts.
    pub(crate) fn texts(&self) -> (String, String, Truncated) {
        let (stdout, out_missing) = self.stdout.text();
        let (stderr, err_missing) = self.stderr.text();
        (stdout, stderr, Truncated { stdout: out_missing, stderr: err_missing })
    }

    /// What `showOutput` opens: the whole output as it came, where there was not too much of it.
    pub(crate) fn into_file(self) -> OutputFile {
        self.spill.finish()
    }
}

/// The bytes of an unfinished UTF-8 character at the end.
fn split_incomplete(bytes: &mut Vec<u8>) -> Vec<u8> {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => bytes.split_off(error.valid_up_to()),
        _ => {
            // Bytes before may be broken for good; only the very end can still become whole.
            let from = bytes.len().saturating_sub(3);
            let start = (from..bytes.len()).find(|&at| {
                let need = match bytes[at] {
                    0xc2..=0xdf => 2,
                    0xe0..=0xef => 3,
                    0xf0..=0xf4 => 4,
                    _ => 0,
                };
                at + need > bytes.len()
            });
            start.map(|at| bytes.split_off(at)).unwrap_or_default()
        }
    }
}

/// The file beside the ring. Made only when there is more than a little: most runs never touch the disk.
#[derive(Debug)]
struct Spill {
    path: PathBuf,
    file: Option<File>,
    early: Vec<u8>,
    written: u64,
    broken: bool,
}

const EARLY: usize = 256 * 1024;

impl Spill {
    fn push(&mut self, bytes: &[u8]) {
        if self.broken || self.written >= MOST_SPILLED {
            return;
        }
        self.written += bytes.len() as u64;
        if self.file.is_none() && self.early.len() + bytes.len() <= EARLY {
            self.early.extend_from_slice(bytes);
            return;
        }
        if let Err(error) = self.write(bytes) {
            // The output in the result is not touched by this; only the file stays short.
            tracing::warn!(%error, path = %self.path.display(), "the output file could not be written");
            self.broken = true;
        }
    }

    fn write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        let early = std::mem::take(&mut self.early);
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(private_file(&self.path)?),
        };
        file.write_all(&early)?;
        file.write_all(bytes)
    }

    fn finish(self) -> OutputFile {
        OutputFile { path: self.path, early: self.file.is_none().then_some(self.early) }
    }
}

/// A run's whole output, in a file or on its way there.
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    early: Option<Vec<u8>>,
}

impl OutputFile {
    /// Where the output stands, written now if it had not been.
    pub fn path(&mut self) -> std::io::Result<&Path> {
        if let Some(bytes) = &self.early {
            private_file(&self.path)?.write_all(bytes)?;
            self.early = None;
        }
        Ok(&self.path)
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if self.early.is_none() {
            // Gone already, or not ours to remove any more: either way there is nothing to do about it.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// A new file that only its owner can read.
fn private_file(path: &Path) -> std::io::Result<File> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_ring_keeps_head_and_tail_and_says_what_is_missing() {
        let mut ring = Ring::new(100);
        for line in 0..1000 {
            ring.push(format!("line {line}\n").as_bytes());
        }
        let (text, missing) = ring.text();
        assert!(text.starts_with("line 0\nline 1\n"), "{text}");
        assert!(text.ends_with("line 998\nline 999\n"), "{text}");
        assert!(text.contains(&format!("[… {missing} bytes left out …]")), "{text}");
        let kept = text.len() as u64 - format!("[… {missing} bytes left out …]\n").len() as u64;
        assert_eq!(kept + missing, ring.total());
    }

    #[test]
    fn a_character_that_comes_in_two_parts_is_sent_whole() {
        let mut output = Output::new(1000, true, PathBuf::from("/nowhere"));
        let bytes = "a😀".as_bytes();
        output.push(Stream::Stdout, &bytes[..3]);
        assert_eq!(output.take(false), [Batch { stream: Stream::Stdout, text: "a".into(), dropped: 0 }]);
        output.push(Stream::Stdout, &bytes[3..]);
        assert_eq!(output.take(false), [Batch { stream: Stream::Stdout, text: "😀".into(), dropped: 0 }]);
    }

    #[test]
    fn a_flood_between_two_batches_is_bounded_and_counted() {
        let mut output = Output::new(1000, true, PathBuf::from("/nonexistent/never"));
        for _ in 0..100 {
            output.push(Stream::Stdout, &[b'x'; 10_000]);
        }
        let batches = output.take(false);
        let (text, dropped) = batches.iter().fold((0, 0), |(t, d), b| (t + b.text.len(), d + b.dropped));
        assert!(text <= MOST_BATCH);
        assert_eq!(text as u64 + dropped, 1_000_000);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_or_reordered_below_the_bound(parts in prop::collection::vec((any::<bool>(), ".{0,20}"), 0..30)) {
            let mut output = Output::new(100_000, true, PathBuf::from("/nowhere"));
            let mut sent = String::new();
            for (error, text) in &parts {
                let stream = if *error { Stream::Stderr } else { Stream::Stdout };
                for byte in text.as_bytes() {
                    output.push(stream, &[*byte]);
                }
                sent.extend(output.take(false).into_iter().map(|batch| batch.text));
            }
            sent.extend(output.take(true).into_iter().map(|batch| batch.text));
            prop_assert_eq!(sent, parts.iter().map(|(_, text)| text.as_str()).collect::<String>());
        }
    }
}
