//! The helper on macOS: hygiene, the kernel's limits, memory by a watchdog, and `sandbox-exec`.
//!
//! There is no subreaper and no process namespace here: a daemon that leaves its session after
//! its parent has ended is not found again. The report says so.

use crate::event::{Event, LimitKind, LineReader, Request, encode};
use crate::policy::{Profile, RunLimits};
use crate::seatbelt;
use crate::spec::{CONTROL_FD, FIRST_INHERITED, SPEC_FD, Spec};
use std::ffi::CString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::time::{Duration, Instant};

/// Where the system keeps the program that applies a profile.
pub(crate) const SANDBOX_EXEC: &str = "/usr/bin/sandbox-exec";
const TICK: Duration = Duration::from_millis(20);
const END_LIMIT: Duration = Duration::from_secs(5);
const MB: u64 = 1 << 20;

pub(crate) fn helper_main() -> ! {
    for fd in [SPEC_FD, CONTROL_FD] {
        // SAFETY: fcntl is allowed on any number.
        if unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) } < 0 {
            let _ = io::stderr().write_all(b"pyflow __sandbox is started by pyflow itself\n");
            exit(2);
        }
    }
    // SAFETY: both are open, and nothing else owns them yet.
    let (mut input, control) = unsafe { (File::from_raw_fd(SPEC_FD), OwnedFd::from_raw_fd(CONTROL_FD)) };
    let mut text = Vec::new();
    let spec = input.read_to_end(&mut text).map_err(|error| error.to_string());
    let spec = spec.and_then(|_| serde_json::from_slice(&text).map_err(|error| error.to_string()));
    drop(input);
    let failed = match spec.and_then(|spec: Spec| Supervisor::start(spec, &control)) {
        Ok(supervisor) => supervisor.run(),
        Err(reason) => Event::SetupFailed { reason },
    };
    tell(&control, &failed);
    tell(&control, &Event::TreeGone);
    exit(0)
}

fn exit(code: i32) -> ! {
    // SAFETY: ends the process.
    unsafe { libc::_exit(code) }
}

fn tell(control: &OwnedFd, event: &Event) {
    let line = encode(event);
    // SAFETY: the pointer and the length are those of `line`.
    unsafe {
        libc::send(
            control.as_raw_fd(),
            line.as_ptr().cast(),
            line.len(),
            libc::MSG_NOSIGNAL | libc::MSG_DONTWAIT,
        )
    };
}

struct Supervisor<'a> {
    control: &'a OwnedFd,
    spec: Spec,
    setup: Option<io::PipeReader>,
    failed: String,
    main: libc::pid_t,
    limits: RunLimits,
    deadline: Option<Instant>,
    requests: LineReader,
}

impl<'a> Supervisor<'a> {
    fn start(spec: Spec, control: &'a OwnedFd) -> Result<Self, String> {
        // SAFETY: numbers only; the dispositions are the kernel's own.
        unsafe {
            libc::setsid();
            for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGQUIT, libc::SIGTERM, libc::SIGPIPE] {
                libc::signal(signal, libc::SIG_IGN);
            }
        }
        let arguments = arguments(&spec)?;
        let (setup, setup_child) = io::pipe().map_err(|error| error.to_string())?;
        // SAFETY: this process has a single thread, so the child may allocate.
        let main = unsafe { libc::fork() };
        if main == 0 {
            let reason = become_program(&spec, &arguments, &setup_child);
            let _ = (&setup_child).write_all(reason.as_bytes());
            exit(125);
        }
        if main < 0 {
            return Err(format!("no process could be started: {}", io::Error::last_os_error()));
        }
        // SAFETY: numbers only; nothing else owns these descriptors.
        unsafe {
            for fd in (0..3).chain(FIRST_INHERITED..FIRST_INHERITED + spec.inherit as i32) {
                libc::close(fd);
            }
        }
        let limits = spec.policy.limits;
        let deadline = limits.wall.map(|wall| Instant::now() + wall);
        let setup = Some(setup);
        let requests = LineReader::default();
        Ok(Self { control, spec, setup, failed: String::new(), main, limits, deadline, requests })
    }

    /// Until the end of the tree. The answer is what is still to be told.
    fn run(mut self) -> Event {
        let (status, usage) = loop {
            let mut fds = [self.control.as_raw_fd(), self.setup.as_ref().map_or(-1, AsRawFd::as_raw_fd)]
                .map(|fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 });
            // SAFETY: two valid entries.
            unsafe { libc::poll(fds.as_mut_ptr(), 2, TICK.as_millis() as i32) };
            let [control, setup] = fds.map(|entry| entry.revents != 0);
            if setup {
                self.hear_setup();
            }
            if let Some(ended) = wait(self.main, libc::WNOHANG) {
                self.hear_setup();
                break ended;
            }
            let late = self.deadline.is_some_and(|at| Instant::now() >= at);
            if (control && self.hear_server()) || late || self.over_limit() {
                // SAFETY: our own child, not waited for yet.
                unsafe { libc::kill(self.main, libc::SIGKILL) };
                self.end_descendants();
                break wait(self.main, 0).unwrap_or((libc::SIGKILL, zero_usage()));
            }
        };
        self.end_descendants();
        if !self.failed.is_empty() {
            return Event::SetupFailed { reason: self.failed };
        }
        let time = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
        Event::Ended {
            code: libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status)),
            signal: libc::WIFSIGNALED(status).then(|| libc::WTERMSIG(status)),
            max_rss: usage.ru_maxrss as u64,
            cpu: time(usage.ru_utime) + time(usage.ru_stime),
        }
    }

    /// The end of this pipe without a word is the program's start.
    fn hear_setup(&mut self) {
        let Some(mut setup) = self.setup.take() else { return };
        let _ = setup.read_to_string(&mut self.failed);
        if self.failed.is_empty() {
            let report = self.spec.plan.report.clone();
            tell(self.control, &Event::Started { pid_hint: Some(self.main), report });
        }
    }

    fn hear_server(&mut self) -> bool {
        let mut buffer = [0u8; 4096];
        // SAFETY: the pointer and the length are those of `buffer`.
        let got = unsafe {
            libc::recv(self.control.as_raw_fd(), buffer.as_mut_ptr().cast(), buffer.len(), libc::MSG_DONTWAIT)
        };
        let Some(bytes) = usize::try_from(got).ok().and_then(|got| buffer.get(..got)) else {
            return io::Error::last_os_error().kind() != io::ErrorKind::WouldBlock;
        };
        for request in self.requests.push::<Request>(bytes) {
            match request {
                Request::Kill => return true,
                // SAFETY: our own child, not waited for yet.
                Request::Interrupt => unsafe {
                    libc::kill(self.main, libc::SIGINT);
                },
                // SAFETY: as above.
                Request::Dump => unsafe {
                    libc::kill(self.main, libc::SIGUSR1);
                },
                Request::Confine(limits) => {
                    self.deadline = limits.wall.map(|wall| Instant::now() + wall);
                    self.limits = limits;
                }
            }
        }
        bytes.is_empty()
    }

    /// Memory and processes of the tree; there is no limit of the kernel that holds them.
    fn over_limit(&self) -> bool {
        let mut pids = vec![self.main];
        pids.extend(descendants(self.main));
        if let Some(limit) = self.limits.memory_mb.map(|mb| mb * MB) {
            let used = pids.iter().map(|&pid| footprint(pid)).sum();
            if used > limit {
                tell(self.control, &Event::Limit { which: LimitKind::Memory, used, limit });
                return true;
            }
        }
        let used = pids.len() as u64;
        match self.limits.processes {
            Some(limit) if used > limit => {
                tell(self.control, &Event::Limit { which: LimitKind::Processes, used, limit });
                true
            }
            _ => false,
        }
    }

    /// The process group, and what can be found below the helper and the main process.
    fn end_descendants(&self) {
        let own = std::process::id() as libc::pid_t;
        let deadline = Instant::now() + END_LIMIT;
        loop {
            // SAFETY: the group was the program's own.
            unsafe { libc::kill(-self.main, libc::SIGKILL) };
            let mut left = descendants(own);
            left.retain(|&pid| pid != self.main);
            if left.is_empty() || Instant::now() > deadline {
                return;
            }
            for pid in left {
                // SAFETY: any number is allowed.
                unsafe { libc::kill(pid, libc::SIGKILL) };
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

fn zero_usage() -> libc::rusage {
    // SAFETY: numbers only, zero is valid.
    unsafe { std::mem::zeroed() }
}

fn wait(pid: libc::pid_t, flags: i32) -> Option<(i32, libc::rusage)> {
    let (mut status, mut usage) = (0, zero_usage());
    // SAFETY: room for a status and a usage.
    let got = unsafe { libc::wait4(pid, &raw mut status, flags, &raw mut usage) };
    (got == pid).then_some((status, usage))
}

/// The command line, with the sandbox around it where the profile asks for one.
fn arguments(spec: &Spec) -> Result<Vec<CString>, String> {
    let text = |bytes: Vec<u8>| CString::new(bytes).map_err(|_| "a NUL in an argument".to_owned());
    let mut list = Vec::new();
    if spec.policy.profile != Profile::Off && spec.plan.report.tier == crate::Tier::Seatbelt {
        let profile = seatbelt::profile(&spec.policy);
        for word in [SANDBOX_EXEC.to_owned(), "-p".to_owned(), profile] {
            list.push(text(word.into_bytes())?);
        }
    }
    for word in std::iter::once(&spec.program).chain(&spec.args) {
        list.push(text(word.clone().into_os().into_vec())?);
    }
    Ok(list)
}

/// Returns only when that failed, with the reason.
fn become_program(spec: &Spec, arguments: &[CString], setup: &io::PipeWriter) -> String {
    let mut environment = Vec::new();
    for (name, value) in &spec.env {
        let pair = [name.clone().into_os(), value.clone().into_os()].map(OsStringExt::into_vec).join(&b'=');
        match CString::new(pair) {
            Ok(pair) => environment.push(pair),
            Err(_) => return "a NUL in the environment".into(),
        }
    }
    let cwd = spec.cwd.clone().into_os();
    if let Err(error) = std::env::set_current_dir(&cwd) {
        return format!("the working folder {}: {error}", cwd.display());
    }
    let limits = &spec.policy.limits;
    let bounded = [
        (libc::RLIMIT_CORE, Some(0)),
        (libc::RLIMIT_NOFILE, Some(4096)),
        (libc::RLIMIT_FSIZE, limits.disk_mb.map(|mb| mb * MB)),
        (libc::RLIMIT_CPU, limits.cpu_s),
    ];
    let pointers = |list: &[CString]| {
        let mut list: Vec<*const libc::c_char> = list.iter().map(|text| text.as_ptr()).collect();
        list.push(std::ptr::null());
        list
    };
    let (argv, envp) = (pointers(arguments), pointers(&environment));
    let count = spec.inherit as i32;
    // SAFETY: this process has a single thread; numbers, and NUL-terminated strings in lists that
    // end with a null pointer.
    unsafe {
        libc::setsid();
        libc::umask(0o022);
        for (resource, limit) in bounded {
            if let Some(limit) = limit {
                libc::setrlimit(resource, &libc::rlimit { rlim_cur: limit, rlim_max: limit });
            }
        }
        let setup = libc::fcntl(setup.as_raw_fd(), libc::F_DUPFD_CLOEXEC, FIRST_INHERITED + count);
        for index in 0..count {
            libc::dup2(FIRST_INHERITED + index, 3 + index);
        }
        for fd in (3 + count..4096).filter(|&fd| fd != setup) {
            libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC);
        }
        for signal in 1..32 {
            libc::signal(signal, libc::SIG_DFL);
        }
        let mut signals: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut signals);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const signals, std::ptr::null_mut());
        if let Some(program) = argv.first() {
            libc::execve(*program, argv.as_ptr(), envp.as_ptr());
        }
    }
    format!("{:?}: {}", arguments.first(), io::Error::last_os_error())
}

/// All processes below one, as far as their parents live.
fn descendants(root: libc::pid_t) -> Vec<libc::pid_t> {
    let mut found = Vec::new();
    let mut next = vec![root];
    while let Some(pid) = next.pop() {
        let mut children = [0 as libc::pid_t; 1024];
        // SAFETY: the pointer and the size are those of `children`.
        let count = unsafe {
            libc::proc_listchildpids(pid, children.as_mut_ptr().cast(), size_of_val(&children) as i32)
        };
        for &child in children.iter().take(usize::try_from(count).unwrap_or(0)) {
            if child > 0 && !found.contains(&child) {
                found.push(child);
                next.push(child);
            }
        }
    }
    found
}

/// A process's memory as the system's own monitor counts it, in bytes.
fn footprint(pid: libc::pid_t) -> u64 {
    // SAFETY: a zeroed structure of this version is filled by the call.
    unsafe {
        let mut info: libc::rusage_info_v0 = std::mem::zeroed();
        let buffer = (&raw mut info).cast::<libc::rusage_info_t>();
        if libc::proc_pid_rusage(pid, libc::RUSAGE_INFO_V0, buffer) == 0 { info.ri_phys_footprint } else { 0 }
    }
}
