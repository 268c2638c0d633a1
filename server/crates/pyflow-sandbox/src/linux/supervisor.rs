//! The helper's main process: starts the program, hears the server, ends the tree.
//!
//! Owns the control socket. It ends the tree when the main process has ended, when a limit is
//! crossed, when told to, and when the socket ends, which is how the server's death shows. It
//! dies of no signal but KILL, which the program cannot send where Landlock or a namespace holds
//! it.

use super::init;
use super::launch::{self, Failed, Image, Step};
use super::namespaces;
use super::sys::{self, Disposition, Exit, Fork, Pid};
use super::watch::Watch;
use super::{fail, limits, tree};
use crate::event::{Event, LimitKind, LineReader, Request, encode};
use crate::grants::Grants;
use crate::spec::{FIRST_INHERITED, Spec};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

/// How long the end of a tree may take before it is reported as it is. Only processes in an
/// uninterruptible wait take that long.
const END_LIMIT: Duration = Duration::from_secs(5);
/// How long the first process inside gets to say how the program ended.
const LAST_WORD: Duration = Duration::from_millis(200);
/// How long the namespaces may take on trial.
const TRIAL_LIMIT: Duration = Duration::from_secs(5);

pub(crate) fn run(spec: Spec, control: OwnedFd) -> ! {
    be_alone();
    match start(spec, control) {
        Ok(mut supervisor) => {
            supervisor.watch();
            supervisor.end()
        }
        Err((control, failed)) => fail(&control, &failed.to_string()),
    }
}

/// Enters the namespaces for nothing but to say whether that works.
pub(crate) fn try_out(spec: &Spec, control: OwnedFd) -> ! {
    be_alone();
    let answer = (|| {
        let other = namespaces::other_user(&spec.policy);
        namespaces::enter(&spec.policy)?;
        let (setup, setup_child) = sys::packet_pair(false).step("a socket")?;
        if let Fork::Child = sys::fork().step("starting a process")? {
            drop(setup);
            init::try_out(spec, other.as_ref(), setup_child);
        }
        drop(setup_child);
        sys::poll([Some(&setup)], Some(TRIAL_LIMIT));
        let mut buffer = [0u8; 4096];
        let length = sys::receive(&setup, &mut buffer).map_or(0, |(length, _)| length);
        match buffer.get(..length) {
            Some([b'+']) => Ok(()),
            Some([b'-', reason @ ..]) => Err(String::from_utf8_lossy(reason).into_owned()),
            _ => Err("no answer from inside".into()),
        }
        .step("on trial")
    })();
    if let Err(failed) = answer {
        fail(&control, &failed.to_string());
    }
    sys::send(&control, &encode(&Event::TreeGone));
    sys::exit(0)
}

fn be_alone() {
    sys::set_session();
    for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGQUIT, libc::SIGTERM, libc::SIGPIPE, libc::SIGTSTP] {
        sys::set_signal(signal, Disposition::Ignore);
    }
    let _ = sys::prctl(libc::PR_SET_CHILD_SUBREAPER, 1);
}

fn start(spec: Spec, control: OwnedFd) -> Result<Supervisor, (OwnedFd, Failed)> {
    let inside = spec.plan.namespaces;
    let prepared = (|| {
        let image = Image::new(&spec)?;
        let signals = sys::child_signals().step("signals")?;
        let setup = sys::packet_pair(true).step("a socket")?;
        let end = sys::packet_pair(false).step("a socket")?;
        let other = if inside { namespaces::other_user(&spec.policy) } else { None };
        if inside {
            namespaces::enter(&spec.policy)?;
        }
        // So that the program, which may be of the same user, cannot look into this process.
        let _ = sys::prctl(libc::PR_SET_DUMPABLE, 0);
        let side = sys::fork().step("starting a process")?;
        Ok((image, signals, setup, end, other, side))
    })();
    let (image, signals, (setup, setup_child), (end, end_child), other, side) = match prepared {
        Ok(prepared) => prepared,
        Err(failed) => return Err((control, failed)),
    };
    let child = match side {
        Fork::Parent(pid) => pid,
        Fork::Child => {
            drop((control, signals, setup, end));
            if inside {
                init::run(&spec, &image, other.as_ref(), setup_child, end_child);
            }
            // Reads folders of the home: only for whom it is of use.
            let grants = match spec.plan.landlock {
                0 => Grants::default(),
                _ => Grants::of(&spec.policy, namespaces::is_superuser()),
            };
            launch::become_program(&spec, &image, None, &grants, &setup_child)
        }
    };
    drop((setup_child, end_child));
    sys::leave_streams();
    sys::close_range(FIRST_INHERITED, spec.inherit);
    let mut supervisor = Supervisor {
        watch: Watch::new(&spec, limits::binds_processes(other.is_some())),
        control,
        setup: Some(setup),
        setup_failed: None,
        end: inside.then_some(end),
        signals,
        requests: LineReader::default(),
        child,
        main: None,
        process: None,
        deadline: None,
        ended: None,
        spec,
    };
    if !inside {
        supervisor.main_is(child);
    }
    supervisor.set_deadline(supervisor.spec.policy.limits.wall);
    Ok(supervisor)
}

struct Supervisor {
    spec: Spec,
    control: OwnedFd,
    /// Open until the program was executed or could not be.
    setup: Option<OwnedFd>,
    setup_failed: Option<String>,
    /// Where the first process inside says how the program ended.
    end: Option<OwnedFd>,
    signals: OwnedFd,
    requests: LineReader,
    /// The only child of this process: the program, or the first process inside.
    child: Pid,
    main: Option<Pid>,
    process: Option<OwnedFd>,
    watch: Watch,
    deadline: Option<Instant>,
    ended: Option<Exit>,
}

impl Supervisor {
    fn set_deadline(&mut self, wall: Option<Duration>) {
        self.deadline = wall.map(|wall| Instant::now() + wall);
    }

    fn main_is(&mut self, pid: Pid) {
        self.main = Some(pid);
        self.process = sys::open_pid(pid).ok();
    }

    /// Until there is a reason to end the tree.
    fn watch(&mut self) {
        loop {
            let until = self.deadline.map(|at| at.saturating_duration_since(Instant::now()));
            let timeout = [until, self.watch.interval()].into_iter().flatten().min();
            let fds = [Some(&self.control), Some(&self.signals), self.setup.as_ref(), self.end.as_ref()];
            let [control, signals, setup, end] = sys::poll(fds, timeout);
            if setup {
                self.hear_setup();
            }
            if end {
                self.hear_end();
            }
            if signals {
                sys::drain(&self.signals);
                self.reap();
            }
            let told = control && self.hear_server();
            let late = self.deadline.is_some_and(|at| Instant::now() >= at);
            if told || late || self.ended.is_some() {
                return;
            }
            if let Some((which, used, limit)) = self.watch.look() {
                self.hear_setup();
                self.tell(&Event::Limit { which, used, limit });
                return;
            }
        }
    }

    fn reap(&mut self) {
        while let Some(exit) = sys::next_exit(false) {
            self.note_exit(exit);
        }
    }

    fn note_exit(&mut self, exit: Exit) {
        if exit.pid == self.child {
            self.hear_end();
            self.ended.get_or_insert(exit);
        }
    }

    /// What the process that becomes the program says of its steps.
    fn hear_setup(&mut self) {
        let mut buffer = [0u8; 4096];
        while let Some(setup) = &self.setup {
            let Ok((length, sender)) = sys::receive(setup, &mut buffer) else { return };
            match buffer.get(..length) {
                Some([b'+']) => {
                    if let (None, Some(pid)) = (self.main, sender) {
                        self.main_is(pid);
                    }
                }
                Some([b'-', reason @ ..]) => {
                    self.setup_failed = Some(String::from_utf8_lossy(reason).into_owned());
                }
                _ => {
                    self.setup = None;
                    if self.setup_failed.is_none() {
                        let report = self.spec.plan.report.clone();
                        self.tell(&Event::Started { pid_hint: self.main, report });
                    }
                }
            }
        }
    }

    /// How the program ended, from the first process inside.
    fn hear_end(&mut self) {
        let Some(end) = &self.end else { return };
        let mut buffer = [0u8; 64];
        match sys::receive(end, &mut buffer) {
            Ok((length, _)) if length > 0 => {
                let bytes = buffer.get(..length).unwrap_or_default();
                self.ended = init::decode(bytes, self.main.unwrap_or(0));
            }
            Ok(_) => self.end = None,
            Err(_) => {}
        }
    }

    /// Whether the server wants the end, or is gone.
    fn hear_server(&mut self) -> bool {
        let mut buffer = [0u8; 4096];
        loop {
            let length = match sys::receive(&self.control, &mut buffer) {
                Ok((0, _)) => return true,
                Ok((length, _)) => length,
                Err(error) => return error.kind() != std::io::ErrorKind::WouldBlock,
            };
            for request in self.requests.push::<Request>(buffer.get(..length).unwrap_or_default()) {
                match request {
                    Request::Kill => return true,
                    Request::Interrupt => self.signal(libc::SIGINT),
                    Request::Dump => self.signal(libc::SIGUSR1),
                    Request::Confine(limits) => self.confine(limits),
                }
            }
        }
    }

    fn confine(&mut self, limits: crate::RunLimits) {
        self.set_deadline(limits.wall);
        self.watch.confine(&limits);
        if let Some(pid) = self.main {
            limits::confine(pid, &limits);
        }
        self.spec.policy.limits = limits;
    }

    /// To the main process, once the program runs in it.
    fn signal(&self, signal: i32) {
        if self.setup.is_some() || self.ended.is_some() {
            return;
        }
        match (&self.process, self.main) {
            (Some(process), _) => sys::signal_pid(process, signal),
            (None, Some(pid)) => sys::kill(pid, signal),
            (None, None) => {}
        }
    }

    fn tell(&self, event: &Event) {
        sys::send(&self.control, &encode(event));
    }

    fn end(mut self) -> ! {
        let told = self.ended.is_some();
        if told {
            self.report_end();
        } else if let (Some(process), Some(_)) = (&self.process, &self.end) {
            // The program first, so that the process inside can still say how it ended.
            sys::signal_pid(process, libc::SIGKILL);
            sys::poll([self.end.as_ref()], Some(LAST_WORD));
            self.hear_end();
        }
        if self.end.is_some() {
            // The kernel ends every process of a namespace with its first.
            sys::kill(self.child, libc::SIGKILL);
        }
        let mut exits = Vec::new();
        tree::end_all(END_LIMIT, |exit| exits.push(exit));
        for exit in exits {
            self.note_exit(exit);
        }
        if !told {
            self.report_end();
        }
        self.tell(&Event::TreeGone);
        sys::exit(0)
    }

    /// What became of the main process.
    fn report_end(&mut self) {
        self.hear_setup();
        if let Some(reason) = self.setup_failed.take() {
            self.tell(&Event::SetupFailed { reason });
            return;
        }
        let (code, signal, max_rss, cpu) = match &self.ended {
            Some(exit) => (exit.code(), exit.signal(), exit.max_rss, exit.cpu),
            None => (None, Some(libc::SIGKILL), 0, Duration::ZERO),
        };
        if let Some(limit) = self.spec.policy.limits.cpu_s.filter(|_| !self.watch.fired()) {
            let killed = signal == Some(libc::SIGKILL) && cpu.as_secs() >= limit;
            if killed || signal == Some(libc::SIGXCPU) {
                self.tell(&Event::Limit { which: LimitKind::Cpu, used: cpu.as_secs().max(limit), limit });
            }
        }
        self.tell(&Event::Ended { code, signal, max_rss, cpu });
    }
}
