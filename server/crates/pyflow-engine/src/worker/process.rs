//! One worker process: started in its sandbox, spoken to by frames, heard on six descriptors at once.

use super::frames::{self, FrameReader, Nonce};
use super::marshal;
use crate::api::Stream;
use crate::interpreters::Interpreter;
use pyflow_sandbox::{Child, Command, ControlReader, Event as ControlEvent, Policy, Report};
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::UnixStream;
use tokio::net::unix::pipe;
use tokio::time::{Instant, sleep_until, timeout};

/// How long a worker may take to read what is sent to it: it reads whenever it is idle.
const SEND_LIMIT: Duration = Duration::from_secs(10);
/// How long pipes are read on after the last process of the run is gone: what was written before is in them.
const DRAIN_LIMIT: Duration = Duration::from_millis(300);
/// How long the helper may take to end the tree after the main process.
const END_LIMIT: Duration = Duration::from_secs(5);
const PIPE_BYTES: usize = 1 << 20;
const READ_BYTES: usize = 1 << 16;

/// Waits until an optional descriptor can be read; for ever where there is none.
macro_rules! readable {
    ($descriptor:expr) => {
        match &$descriptor {
            Some(descriptor) => descriptor.readable().await,
            None => std::future::pending().await,
        }
    };
}

/// Kinds of frames from the worker; see `PROTOCOL.md`.
mod kind {
    pub(super) const STDOUT: u8 = 1;
    pub(super) const STDERR: u8 = 2;
    pub(super) const DISPLAY: u8 = 3;
    pub(super) const MESSAGE: u8 = 4;
    pub(super) const LATE_STDOUT: u8 = 5;
    pub(super) const LATE_STDERR: u8 = 6;
}

/// Why a worker could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("the pipes for the program could not be made: {0}")]
    Pipes(#[source] io::Error),
    #[error("the sandbox's helper could not be started: {0}")]
    Helper(String),
}

/// How to start a worker.
#[derive(Debug)]
pub struct Launch {
    /// Arguments before the worker's own: `-X` options and the like.
    pub python_args: Vec<OsString>,
    pub env: Vec<(OsString, OsString)>,
    pub policy: Policy,
    /// The interpreter, with the worker's parts compiled by it.
    pub interpreter: Arc<Interpreter>,
    /// The program's standard input; its end at once where absent.
    pub stdin: Option<OwnedFd>,
    /// The program that is `pyflow`.
    pub helper: PathBuf,
}

/// What a worker says or does.
#[derive(Debug)]
pub enum WorkerEvent {
    /// A message, see `PROTOCOL.md`.
    Message(Value),
    /// Output. Late: of something that went on after its run had ended.
    Output { stream: Stream, bytes: Vec<u8>, late: bool },
    /// A rich result: MIME type → text or base64.
    Display(BTreeMap<String, String>),
    /// Text of faulthandler: where every thread was.
    Fault(String),
    /// The sandbox is in place; the program's process id as seen from here.
    Started { report: Report, pid: Option<i32> },
    /// The sandbox refused or failed to start the program.
    SetupFailed(String),
    /// A limit is ending the run.
    Limit { which: pyflow_sandbox::LimitKind, used: u64, limit: u64 },
}

/// How the process ended.
#[derive(Debug, Clone, Default)]
pub struct Ended {
    pub code: Option<i32>,
    pub signal: Option<i32>,
    pub max_rss: u64,
    pub cpu: Duration,
}

/// A worker process. Dropping it ends the whole tree: the helper sees its control socket close.
#[derive(Debug)]
pub struct Worker {
    child: Child,
    control: UnixStream,
    control_reader: ControlReader,
    channel: Option<UnixStream>,
    frames: FrameReader,
    outgoing: Nonce,
    stdout: Option<pipe::Receiver>,
    stderr: Option<pipe::Receiver>,
    fault: Option<pipe::Receiver>,
    ready: VecDeque<WorkerEvent>,
    ended: Option<Ended>,
    gone: bool,
    deadline: Option<Instant>,
    buffer: Vec<u8>,
}

impl Worker {
    /// Starts the process and hands it its code. It answers with a `ready` message.
    pub async fn start(launch: Launch) -> Result<Self, StartError> {
        let (channel, theirs) = std::os::unix::net::UnixStream::pair().map_err(StartError::Pipes)?;
        channel.set_nonblocking(true).map_err(StartError::Pipes)?;
        let (stdout, out) = big_pipe().map_err(StartError::Pipes)?;
        let (stderr, err) = big_pipe().map_err(StartError::Pipes)?;
        let (fault, fault_in) = big_pipe().map_err(StartError::Pipes)?;
        let stdin = match launch.stdin {
            Some(stdin) => stdin,
            None => File::open("/dev/null").map_err(StartError::Pipes)?.into(),
        };
        let mut args = launch.python_args;
        args.extend(["-c".into(), super::LOADER.into()]);
        let command = Command {
            program: launch.interpreter.executable.clone(),
            args,
            env: launch.env,
            cwd: PathBuf::from("/"),
            policy: launch.policy,
            stdin,
            stdout: out,
            stderr: err,
            inherit: vec![theirs.into(), fault_in],
            helper: launch.helper,
        };
        let child = command.spawn().map_err(|error| StartError::Helper(error.to_string()))?;
        let control = child.control().try_clone_to_owned().map_err(StartError::Pipes)?;
        let control = std::os::unix::net::UnixStream::from(control);
        control.set_nonblocking(true).map_err(StartError::Pipes)?;
        let (to_worker, from_worker) = (nonce(), nonce());
        let mut worker = Self {
            child,
            control: UnixStream::from_std(control).map_err(StartError::Pipes)?,
            control_reader: ControlReader::default(),
            channel: Some(UnixStream::from_std(channel).map_err(StartError::Pipes)?),
            frames: FrameReader::new(from_worker),
            outgoing: to_worker,
            stdout: Some(pipe::Receiver::from_owned_fd(stdout).map_err(StartError::Pipes)?),
            stderr: Some(pipe::Receiver::from_owned_fd(stderr).map_err(StartError::Pipes)?),
            fault: Some(pipe::Receiver::from_owned_fd(fault).map_err(StartError::Pipes)?),
            ready: VecDeque::new(),
            ended: None,
            gone: false,
            deadline: None,
            buffer: vec![0; READ_BYTES],
        };
        let boot = marshal::boot(&from_worker, &launch.interpreter.worker, super::START);
        let frame = frames::encode(to_worker, kind::MESSAGE, &boot);
        worker.write(&frame).await;
        Ok(worker)
    }

    /// Sends a message. A worker that does not read it in time, or is gone, will be heard of by its end.
    pub async fn send(&mut self, message: &Value) {
        let frame = frames::encode(self.outgoing, kind::MESSAGE, &marshal::dumps(message));
        self.write(&frame).await;
    }

    async fn write(&mut self, bytes: &[u8]) {
        let Some(channel) = &mut self.channel else { return };
        match timeout(SEND_LIMIT, channel.write_all(bytes)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::debug!(%error, "the worker's channel is closed"),
            Err(_) => {
                tracing::warn!("the worker does not read its channel; it is ended");
                self.kill();
            }
        }
    }

    /// KeyboardInterrupt in the program.
    pub fn interrupt(&self) {
        if let Err(error) = self.child.interrupt() {
            tracing::debug!(%error, "no interrupt: the helper is gone");
        }
    }

    /// Has the interpreter say where every thread is; comes as [`WorkerEvent::Fault`].
    pub fn dump(&self) {
        if let Err(error) = self.child.dump() {
            tracing::debug!(%error, "no dump: the helper is gone");
        }
    }

    /// Ends the whole tree, now.
    pub fn kill(&self) {
        if let Err(error) = self.child.kill() {
            tracing::debug!(%error, "no kill: the helper is gone");
        }
    }

    /// Limits that are known only when a spare is used.
    pub fn confine(&self, limits: pyflow_sandbox::RunLimits) {
        if let Err(error) = self.child.confine(limits) {
            tracing::debug!(%error, "no limits: the helper is gone");
        }
    }

    /// Whether the process was still there when last heard of.
    pub fn is_alive(&mut self) -> bool {
        // What came while it waited is read now: the news of its end may be among it.
        self.read(Source::Control);
        self.ended.is_none() && !self.gone
    }

    /// How the process ended, once it has.
    pub fn ended(&self) -> Option<&Ended> {
        self.ended.as_ref()
    }

    /// Bytes on the channel that were no frame of the worker's.
    pub fn rubbish(&self) -> u64 {
        self.frames.skipped()
    }

    /// The next thing that the worker says or does. None when the process and all that it started are gone and
    /// every pipe is drained. May be dropped at any time without losing anything.
    pub async fn next(&mut self) -> Option<WorkerEvent> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            if self.gone && self.channel.is_none() && self.stdout.is_none() && self.stderr.is_none() {
                return None;
            }
            let source = self.wait().await;
            match source {
                Some(source) => self.read(source),
                None if self.gone => return None,
                None => {
                    tracing::warn!("the helper did not report the end of the run's processes in time");
                    self.kill();
                    self.gone = true;
                    self.deadline = Some(Instant::now() + DRAIN_LIMIT);
                }
            }
        }
    }

    /// Waits for a descriptor that can be read; None at the deadline.
    async fn wait(&self) -> Option<Source> {
        let deadline = async {
            match self.deadline {
                Some(deadline) => sleep_until(deadline).await,
                None => std::future::pending().await,
            }
        };
        // An error of `readable` shows again when reading, and is handled there.
        tokio::select! {
            biased;
            _ = async { readable!(self.channel) } => Some(Source::Channel),
            _ = async { readable!(self.stdout) } => Some(Source::Stdout),
            _ = async { readable!(self.stderr) } => Some(Source::Stderr),
            _ = async { readable!(self.fault) } => Some(Source::Fault),
            _ = self.control.readable(), if !self.gone => Some(Source::Control),
            () = deadline => None,
        }
    }

    /// Reads what is there, once.
    fn read(&mut self, source: Source) {
        let mut buffer = std::mem::take(&mut self.buffer);
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        let count = match source {
            Source::Channel => {
                self.channel.as_ref().ok_or_else(closed).and_then(|from| from.try_read(&mut buffer))
            }
            Source::Stdout => {
                self.stdout.as_ref().ok_or_else(closed).and_then(|from| from.try_read(&mut buffer))
            }
            Source::Stderr => {
                self.stderr.as_ref().ok_or_else(closed).and_then(|from| from.try_read(&mut buffer))
            }
            Source::Fault => {
                self.fault.as_ref().ok_or_else(closed).and_then(|from| from.try_read(&mut buffer))
            }
            Source::Control => self.control.try_read(&mut buffer),
        };
        match count {
            Ok(0) => self.closed(source),
            Ok(count) => self.came(source, &buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => {
                tracing::debug!(%error, ?source, "a worker's descriptor failed");
                self.closed(source);
            }
        }
        self.buffer = buffer;
    }

    fn came(&mut self, source: Source, bytes: &[u8]) {
        match source {
            Source::Channel => {
                self.frames.push(bytes);
                while let Some(frame) = self.frames.next_frame() {
                    self.frame(frame);
                }
            }
            Source::Stdout => self.output(Stream::Stdout, bytes),
            Source::Stderr => self.output(Stream::Stderr, bytes),
            Source::Fault => {
                self.ready.push_back(WorkerEvent::Fault(String::from_utf8_lossy(bytes).into_owned()));
            }
            Source::Control => {
                for event in self.control_reader.push(bytes) {
                    self.control_event(event);
                }
            }
        }
    }

    fn output(&mut self, stream: Stream, bytes: &[u8]) {
        self.ready.push_back(WorkerEvent::Output { stream, bytes: bytes.to_vec(), late: false });
    }

    fn closed(&mut self, source: Source) {
        match source {
            Source::Channel => self.channel = None,
            Source::Stdout => self.stdout = None,
            Source::Stderr => self.stderr = None,
            Source::Fault => self.fault = None,
            Source::Control => {
                // The helper is gone: with it the namespace or, on lesser tiers, what it could still find.
                self.ended.get_or_insert_default();
                self.all_gone();
            }
        }
    }

    fn all_gone(&mut self) {
        self.gone = true;
        self.deadline = Some(Instant::now() + DRAIN_LIMIT);
    }

    fn control_event(&mut self, event: ControlEvent) {
        match event {
            ControlEvent::Started { report, pid_hint } => {
                self.ready.push_back(WorkerEvent::Started { report, pid: pid_hint });
            }
            ControlEvent::SetupFailed { reason } => self.ready.push_back(WorkerEvent::SetupFailed(reason)),
            ControlEvent::Limit { which, used, limit } => {
                self.ready.push_back(WorkerEvent::Limit { which, used, limit });
            }
            ControlEvent::Ended { code, signal, max_rss, cpu } => {
                self.ended = Some(Ended { code, signal, max_rss, cpu });
                self.deadline = Some(Instant::now() + END_LIMIT);
            }
            ControlEvent::TreeGone => self.all_gone(),
        }
    }

    fn frame(&mut self, frame: frames::Frame) {
        let output = |stream, late| WorkerEvent::Output { stream, bytes: Vec::new(), late };
        let event = match frame.kind {
            kind::STDOUT => output(Stream::Stdout, false),
            kind::STDERR => output(Stream::Stderr, false),
            kind::LATE_STDOUT => output(Stream::Stdout, true),
            kind::LATE_STDERR => output(Stream::Stderr, true),
            kind::DISPLAY | kind::MESSAGE => match marshal::loads(&frame.payload) {
                Ok(value) if frame.kind == kind::MESSAGE => {
                    if value.get("ev").and_then(Value::as_str) == Some("done") {
                        self.drain_pipes();
                    }
                    WorkerEvent::Message(value)
                }
                Ok(value) => WorkerEvent::Display(serde_json::from_value(value).unwrap_or_default()),
                Err(error) => {
                    tracing::debug!(%error, "a worker's message is no plain data; it is skipped");
                    return;
                }
            },
            other => {
                tracing::debug!(kind = other, "a frame of an unknown kind is skipped");
                return;
            }
        };
        self.ready.push_back(match event {
            WorkerEvent::Output { stream, late, .. } => {
                WorkerEvent::Output { stream, bytes: frame.payload, late }
            }
            other => other,
        });
    }

    /// What children and C code wrote before the run's end is in the pipes by now: it belongs to the run.
    fn drain_pipes(&mut self) {
        let mut buffer = vec![0; READ_BYTES];
        for stream in [Stream::Stdout, Stream::Stderr] {
            let mut rest = 2 * PIPE_BYTES;
            while rest > 0 {
                let pipe = match stream {
                    Stream::Stdout => &self.stdout,
                    Stream::Stderr => &self.stderr,
                };
                match pipe.as_ref().map(|pipe| pipe.try_read(&mut buffer)) {
                    Some(Ok(count)) if count > 0 => {
                        self.output(stream, &buffer[..count]);
                        rest = rest.saturating_sub(count);
                    }
                    // Its end or an error is noticed by the next read.
                    _ => break,
                }
            }
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum Source {
    Channel,
    Stdout,
    Stderr,
    Fault,
    Control,
}

/// A mark that no program can guess.
fn nonce() -> Nonce {
    let mut nonce = Nonce::default();
    if getrandom::fill(&mut nonce).is_err() {
        // Better a mark that could be guessed than no run: it guards against accidents, not against its own program.
        nonce = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(1, |since| since.as_nanos() as u64)
            .to_le_bytes();
    }
    nonce
}

/// A pipe with room for a program that prints more than we read at a time: reading end, writing end.
fn big_pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (reader, writer) = io::pipe()?;
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::pipe::fcntl_setpipe_size(&writer, PIPE_BYTES) {
        // The system's limit for pipes of one user is reached: the usual size does too.
        tracing::debug!(%error, "a pipe keeps its usual size");
    }
    let reader = OwnedFd::from(reader);
    rustix::io::ioctl_fionbio(&reader, true)?;
    Ok((reader, writer.into()))
}
