//! The server's side: starting the helper, and the handle on a running tree.
//!
//! [`Child`] owns the control socket. Closing it (dropping the child) ends the tree: the helper
//! takes the end of the stream for the server's death. The helper's own process is waited for by
//! a thread of this module, so that no zombie is left and no signal handler is needed.

use crate::event::{ControlReader, Event, Request, encode};
#[cfg(target_os = "linux")]
use crate::policy::Origin;
use crate::policy::{Policy, Profile, RunLimits};
use crate::probe;
use crate::spec::{FIRST_INHERITED, Plan, Spec, Text};
use std::collections::VecDeque;
use std::ffi::{CString, OsString};
use std::fs::File;
use std::io::{self, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, mpsc};
use std::time::{Duration, Instant};

/// Why nothing was started.
#[derive(Debug, thiserror::Error)]
pub enum SpawnError {
    /// The policy promises what this machine cannot keep.
    #[error("not run: {reason}")]
    Refused { reason: String },
    /// The policy or the command cannot be used.
    #[error("bad request to the sandbox: {0}")]
    Invalid(String),
    /// The operating system refused something: no descriptors, no memory, no such helper.
    #[error("could not start the sandbox's helper: {0}")]
    System(#[from] io::Error),
}

/// A program to run under a policy.
#[derive(Debug)]
pub struct Command {
    /// The absolute path of the interpreter.
    pub program: PathBuf,
    /// The arguments after the program's name.
    pub args: Vec<OsString>,
    /// The whole environment: nothing is inherited.
    pub env: Vec<(OsString, OsString)>,
    /// Must be visible under the policy.
    pub cwd: PathBuf,
    pub policy: Policy,
    pub stdin: OwnedFd,
    pub stdout: OwnedFd,
    pub stderr: OwnedFd,
    /// These appear in the program as descriptors 3, 4, 5 and so on, in this order.
    pub inherit: Vec<OwnedFd>,
    /// The binary whose `main` calls [`helper_main`](crate::helper_main) on
    /// [`HELPER_ARGUMENT`](crate::HELPER_ARGUMENT): usually `/proc/self/exe`.
    pub helper: PathBuf,
}

impl Command {
    /// Starts the helper, which starts the program. Returns as soon as the helper exists:
    /// [`Event::Started`] or [`Event::SetupFailed`] says what came of it.
    pub fn spawn(self) -> Result<Child, SpawnError> {
        if !self.policy.run_dir.is_absolute() {
            return Err(SpawnError::Invalid("the run folder must be an absolute path".into()));
        }
        let plan = match self.policy.profile {
            Profile::Off => Plan::default(),
            _ => probe::plan(&self.policy, probe::probe_with(&self.helper))?,
        };
        let spec = Spec {
            program: Text::new(self.program.as_os_str()),
            args: self.args.iter().map(|arg| Text::new(arg)).collect(),
            env: self.env.iter().map(|(name, value)| (Text::new(name), Text::new(value))).collect(),
            cwd: Text::new(self.cwd.as_os_str()),
            inherit: self.inherit.len(),
            policy: self.policy,
            plan,
            try_out: false,
        };
        let mut descriptors = vec![self.stdin, self.stdout, self.stderr];
        descriptors.extend(self.inherit);
        start(&self.helper, &spec, &descriptors)
    }
}

/// Whether a helper can enter the namespaces, with all that a run needs of them; or why not.
#[cfg(target_os = "linux")]
pub(crate) fn try_namespaces(helper: &Path) -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("pyflow-probe-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let answer = try_namespaces_in(helper, folder.clone());
    let _ = std::fs::remove_dir(&folder);
    answer
}

#[cfg(target_os = "linux")]
fn try_namespaces_in(helper: &Path, folder: PathBuf) -> Result<(), String> {
    let mut policy = Policy::for_origin(Origin::Agent, folder.clone(), folder.clone());
    policy.profile = Profile::Strict;
    let spec = Spec {
        program: Text::new("".as_ref()),
        args: Vec::new(),
        env: Vec::new(),
        cwd: Text::new(folder.as_os_str()),
        inherit: 0,
        policy,
        plan: Plan { namespaces: true, ..Plan::default() },
        try_out: true,
    };
    let mut child = start(helper, &spec, &[]).map_err(|error| error.to_string())?;
    let deadline = Instant::now() + TRY_LIMIT;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match child.wait_event(left).map_err(|error| error.to_string())? {
            Some(Event::SetupFailed { reason }) => return Err(reason),
            Some(Event::Ended { .. }) => return Err("the helper was killed".into()),
            Some(Event::TreeGone) => return Ok(()),
            Some(_) => {}
            None => return Err("the helper did not answer".into()),
        }
    }
}

/// How long the probe of the namespaces may take on a machine that is busy.
#[cfg(target_os = "linux")]
const TRY_LIMIT: Duration = Duration::from_secs(10);

/// Starts the helper and hands it what to do. `descriptors` become its 0, 1, 2, 5, 6 and so on;
/// those of 0, 1, 2 that are not given become the null device.
fn start(helper: &Path, spec: &Spec, descriptors: &[OwnedFd]) -> Result<Child, SpawnError> {
    let text = serde_json::to_vec(spec).map_err(|error| SpawnError::Invalid(error.to_string()))?;
    let (spec_read, spec_write) = io::pipe()?;
    let (control, helper_end) = std::os::unix::net::UnixStream::pair()?;
    control.set_nonblocking(true)?;
    let (spec_read, helper_end) = (OwnedFd::from(spec_read), OwnedFd::from(helper_end));
    let null = OwnedFd::from(File::options().read(true).write(true).open("/dev/null")?);
    let mut list: Vec<&OwnedFd> = (0..3).map(|index| descriptors.get(index).unwrap_or(&null)).collect();
    list.extend([&spec_read, &helper_end]);
    list.extend(descriptors.iter().skip(3));
    let helper = CString::new(helper.as_os_str().as_bytes())
        .map_err(|_| SpawnError::Invalid("the helper's path has a NUL".into()))?;
    let child = Child {
        pid: spawn_helper(&helper, &list)?,
        control: control.into(),
        reader: ControlReader::default(),
        pending: VecDeque::new(),
        ended: false,
        gone: false,
    };
    drop((spec_read, helper_end));
    // The helper reads while this writes. When it died the pipe is broken, and its end speaks.
    match File::from(OwnedFd::from(spec_write)).write_all(&text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(child),
    }
}

/// A helper and the tree below it. Dropping it ends the tree.
///
/// Meant for a reactor: it lends its descriptor ([`AsFd`], [`AsRawFd`]), which is non-blocking;
/// when it is readable, [`Child::read_events`] gives what came.
#[derive(Debug)]
pub struct Child {
    control: OwnedFd,
    pid: libc::pid_t,
    reader: ControlReader,
    pending: VecDeque<Event>,
    ended: bool,
    gone: bool,
}

impl Child {
    /// The control socket, non-blocking.
    pub fn control(&self) -> BorrowedFd<'_> {
        self.control.as_fd()
    }

    /// The helper's process id. The program is its child or grandchild.
    pub fn helper_pid(&self) -> i32 {
        self.pid
    }

    /// Sends SIGINT to the main process, and to no other.
    pub fn interrupt(&self) -> io::Result<()> {
        self.request(Request::Interrupt)
    }

    /// Sends SIGUSR1 to the main process: to be used only when it has a handler for it, such as
    /// `faulthandler.register`, because the default is death.
    pub fn dump(&self) -> io::Result<()> {
        self.request(Request::Dump)
    }

    /// Ends the whole tree now.
    pub fn kill(&self) -> io::Result<()> {
        self.request(Request::Kill)
    }

    /// Replaces the limits: a process that was started ahead of need gets those of its run when
    /// it is used. The size of a run folder in memory stays what it was at the start; so does a
    /// limit that can only be lowered, where it would have to be raised.
    pub fn confine(&self, limits: RunLimits) -> io::Result<()> {
        self.request(Request::Confine(limits))
    }

    fn request(&self, request: Request) -> io::Result<()> {
        let line = encode(&request);
        // SAFETY: the pointer and the length are those of `line`.
        let sent = unsafe {
            libc::send(self.control.as_raw_fd(), line.as_ptr().cast(), line.len(), libc::MSG_NOSIGNAL)
        };
        if sent < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }

    /// Reads what is there without waiting. An empty answer means: not yet. After the helper's
    /// end the last event is [`Event::TreeGone`], also when the helper was killed and could not
    /// say so; then an [`Event::Ended`] without a code is put before it if none came.
    pub fn read_events(&mut self) -> io::Result<Vec<Event>> {
        let mut events: Vec<Event> = self.pending.drain(..).collect();
        while !self.gone {
            let mut buffer = [0u8; 4096];
            // SAFETY: the pointer and the length are those of `buffer`.
            let got =
                unsafe { libc::recv(self.control.as_raw_fd(), buffer.as_mut_ptr().cast(), buffer.len(), 0) };
            if got > 0 {
                let bytes = buffer.get(..got as usize).unwrap_or_default();
                for event in self.reader.push(bytes) {
                    self.note(&event);
                    events.push(event);
                }
                continue;
            }
            if got == 0 {
                self.lost(&mut events);
                break;
            }
            let error = io::Error::last_os_error();
            match error.kind() {
                io::ErrorKind::WouldBlock => break,
                io::ErrorKind::Interrupted => {}
                io::ErrorKind::ConnectionReset => self.lost(&mut events),
                _ => return Err(error),
            }
        }
        Ok(events)
    }

    fn note(&mut self, event: &Event) {
        match event {
            Event::Ended { .. } | Event::SetupFailed { .. } => self.ended = true,
            Event::TreeGone => self.gone = true,
            Event::Started { .. } | Event::Limit { .. } => {}
        }
    }

    /// The socket ended without a last word: somebody killed the helper.
    fn lost(&mut self, events: &mut Vec<Event>) {
        if !self.ended {
            events.push(Event::Ended {
                code: None,
                signal: Some(libc::SIGKILL),
                max_rss: 0,
                cpu: Duration::ZERO,
            });
        }
        self.ended = true;
        self.gone = true;
        events.push(Event::TreeGone);
    }

    /// Waits for the next event, at most `timeout`. For callers without a reactor.
    pub fn wait_event(&mut self, timeout: Duration) -> io::Result<Option<Event>> {
        let deadline = Instant::now() + timeout;
        loop {
            if let Some(event) = self.pending.pop_front() {
                return Ok(Some(event));
            }
            if self.gone {
                return Ok(None);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            let mut poll = libc::pollfd { fd: self.control.as_raw_fd(), events: libc::POLLIN, revents: 0 };
            let ms = i32::try_from(left.as_millis()).unwrap_or(i32::MAX).max(1);
            // SAFETY: one valid pollfd.
            unsafe { libc::poll(&raw mut poll, 1, ms) };
            let events = self.read_events()?;
            self.pending.extend(events);
        }
    }
}

impl AsFd for Child {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.control.as_fd()
    }
}

impl AsRawFd for Child {
    fn as_raw_fd(&self) -> RawFd {
        self.control.as_raw_fd()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // Closing would do; the request lets a helper that is still reading its policy know too.
        let _ = self.request(Request::Kill);
        reap_later(self.pid);
    }
}

/// Starts `helper` with `descriptors` as 0, 1, 2 and so on, and with nothing else of ours.
/// `posix_spawn` and not `fork`: its cost does not grow with the server's memory.
fn spawn_helper(helper: &CString, descriptors: &[&OwnedFd]) -> Result<libc::pid_t, SpawnError> {
    // Above all targets first, so that no dup2 closes a source that is still needed.
    let floor = FIRST_INHERITED + descriptors.len() as i32;
    let mut sources = Vec::with_capacity(descriptors.len());
    for descriptor in descriptors {
        // SAFETY: fcntl on a descriptor that is open; the result is a new one that is ours.
        let copy = unsafe { libc::fcntl(descriptor.as_raw_fd(), libc::F_DUPFD_CLOEXEC, floor) };
        if copy < 0 {
            return Err(io::Error::last_os_error().into());
        }
        // SAFETY: just made.
        sources.push(unsafe { OwnedFd::from_raw_fd(copy) });
    }
    let mut actions = MaybeUninit::<libc::posix_spawn_file_actions_t>::uninit();
    let mut attributes = MaybeUninit::<libc::posix_spawnattr_t>::uninit();
    // SAFETY: both are initialised before use and destroyed after it; the pointers live until then.
    let (result, pid) = unsafe {
        libc::posix_spawn_file_actions_init(actions.as_mut_ptr());
        libc::posix_spawnattr_init(attributes.as_mut_ptr());
        for (target, source) in sources.iter().enumerate() {
            libc::posix_spawn_file_actions_adddup2(actions.as_mut_ptr(), source.as_raw_fd(), target as i32);
        }
        let mut signals = MaybeUninit::<libc::sigset_t>::uninit();
        libc::sigemptyset(signals.as_mut_ptr());
        libc::posix_spawnattr_setsigmask(attributes.as_mut_ptr(), signals.as_ptr());
        libc::sigfillset(signals.as_mut_ptr());
        libc::posix_spawnattr_setsigdefault(attributes.as_mut_ptr(), signals.as_ptr());
        let flags = libc::POSIX_SPAWN_SETSIGMASK | libc::POSIX_SPAWN_SETSIGDEF;
        libc::posix_spawnattr_setflags(attributes.as_mut_ptr(), flags as libc::c_short);
        let arguments =
            [c"pyflow".as_ptr().cast_mut(), c"__sandbox".as_ptr().cast_mut(), std::ptr::null_mut()];
        let environment = [std::ptr::null_mut()];
        let mut pid: libc::pid_t = 0;
        let result = libc::posix_spawn(
            &raw mut pid,
            helper.as_ptr(),
            actions.as_ptr(),
            attributes.as_ptr(),
            arguments.as_ptr(),
            environment.as_ptr(),
        );
        libc::posix_spawn_file_actions_destroy(actions.as_mut_ptr());
        libc::posix_spawnattr_destroy(attributes.as_mut_ptr());
        (result, pid)
    };
    if result == 0 { Ok(pid) } else { Err(io::Error::from_raw_os_error(result).into()) }
}

/// Waits for a helper in the background. A helper ends soon after its control socket, so one
/// thread that takes them in turn is enough.
fn reap_later(pid: libc::pid_t) {
    static REAPER: OnceLock<Mutex<Option<mpsc::Sender<libc::pid_t>>>> = OnceLock::new();
    let reaper = REAPER.get_or_init(|| {
        let (sender, receiver) = mpsc::channel::<libc::pid_t>();
        let thread = std::thread::Builder::new().name("sandbox-reaper".into()).spawn(move || {
            for pid in receiver {
                wait_for(pid, 0);
            }
        });
        Mutex::new(thread.ok().map(|_| sender))
    });
    if wait_for(pid, libc::WNOHANG) {
        return;
    }
    if let Ok(sender) = reaper.lock()
        && let Some(sender) = sender.as_ref()
    {
        let _ = sender.send(pid);
    }
}

/// Whether that process has been waited for.
fn wait_for(pid: libc::pid_t, flags: i32) -> bool {
    loop {
        // SAFETY: a null status is allowed.
        let result = unsafe { libc::waitpid(pid, std::ptr::null_mut(), flags) };
        if result != -1 || io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return result != 0;
        }
    }
}
