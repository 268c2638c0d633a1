//! The helper's main process: starts the program, hears the server, ends the tree.
//!
//! Owns the control socket. It ends the tree when the main process has ended, when told to, and
//! when the socket ends, which is how the server's death shows. It dies of no signal but KILL,
//! which the program cannot send where Landlock or a namespace holds it.

use super::launch::{self, Image};
use super::sys::{self, Disposition, Exit, Pid};
use super::{fail, tree};
use crate::event::{Event, LineReader, Request, encode};
use crate::spec::{FIRST_INHERITED, Spec};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

/// How long the end of a tree may take before it is reported as it is. Only processes in an
/// uninterruptible wait take that long.
const END_LIMIT: Duration = Duration::from_secs(5);

pub(crate) fn run(spec: Spec, control: OwnedFd) -> ! {
    sys::set_session();
    for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGQUIT, libc::SIGTERM, libc::SIGPIPE, libc::SIGTSTP] {
        sys::set_signal(signal, Disposition::Ignore);
    }
    let _ = sys::prctl(libc::PR_SET_CHILD_SUBREAPER, 1);
    let image = match Image::new(&spec) {
        Ok(image) => image,
        Err(failed) => fail(&control, &failed.to_string()),
    };
    let (signals, (setup, setup_child)) = match (sys::child_signals(), sys::packet_pair(true)) {
        (Ok(signals), Ok(pair)) => (signals, pair),
        (Err(error), _) | (_, Err(error)) => fail(&control, &format!("the helper's descriptors: {error}")),
    };
    let main = match sys::fork() {
        Ok(sys::Fork::Parent(pid)) => pid,
        Ok(sys::Fork::Child) => launch::become_program(&spec, &image, setup_child),
        Err(error) => fail(&control, &format!("no process could be started: {error}")),
    };
    drop(setup_child);
    sys::leave_streams();
    sys::close_range(FIRST_INHERITED, spec.inherit);
    let mut supervisor = Supervisor {
        spec,
        control,
        setup: Some(setup),
        setup_failed: None,
        signals,
        requests: LineReader::default(),
        main,
        process: sys::open_pid(main).ok(),
        deadline: None,
        ended: None,
    };
    supervisor.set_deadline(supervisor.spec.policy.limits.wall);
    supervisor.watch();
    supervisor.end()
}

struct Supervisor {
    spec: Spec,
    control: OwnedFd,
    /// Open until the program was executed or could not be.
    setup: Option<OwnedFd>,
    setup_failed: Option<String>,
    signals: OwnedFd,
    requests: LineReader,
    main: Pid,
    process: Option<OwnedFd>,
    deadline: Option<Instant>,
    ended: Option<Exit>,
}

impl Supervisor {
    fn set_deadline(&mut self, wall: Option<Duration>) {
        self.deadline = wall.map(|wall| Instant::now() + wall);
    }

    /// Until there is a reason to end the tree.
    fn watch(&mut self) {
        loop {
            let timeout = self.deadline.map(|at| at.saturating_duration_since(Instant::now()));
            let [control, signals, setup] =
                sys::poll([Some(&self.control), Some(&self.signals), self.setup.as_ref()], timeout);
            if setup {
                self.hear_setup();
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
        }
    }

    fn reap(&mut self) {
        while let Some(exit) = sys::next_exit(false) {
            if exit.pid == self.main {
                self.ended = Some(exit);
            }
        }
    }

    /// What the process that becomes the program says of its steps.
    fn hear_setup(&mut self) {
        let mut buffer = [0u8; 4096];
        while let Some(setup) = &self.setup {
            let Ok((length, _)) = sys::receive(setup, &mut buffer) else { return };
            match buffer.get(..length) {
                Some([b'+']) => {}
                Some([b'-', reason @ ..]) => {
                    self.setup_failed = Some(String::from_utf8_lossy(reason).into_owned());
                }
                _ => {
                    self.setup = None;
                    if self.setup_failed.is_none() {
                        let report = self.spec.plan.report.clone();
                        self.tell(&Event::Started { pid_hint: Some(self.main), report });
                    }
                }
            }
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
                    Request::Confine(limits) => {
                        self.spec.policy.limits = limits;
                        self.set_deadline(limits.wall);
                    }
                }
            }
        }
    }

    /// To the main process, once the program runs in it.
    fn signal(&self, signal: i32) {
        if self.setup.is_some() || self.ended.is_some() {
            return;
        }
        match &self.process {
            Some(process) => sys::signal_pid(process, signal),
            None => sys::kill(self.main, signal),
        }
    }

    fn tell(&self, event: &Event) {
        sys::send(&self.control, &encode(event));
    }

    fn end(mut self) -> ! {
        if self.ended.is_some() {
            self.report_end();
        }
        let told = self.ended.is_some();
        let main = self.main;
        let mut ended = None;
        tree::end_all(END_LIMIT, |exit| {
            if exit.pid == main {
                ended = Some(exit);
            }
        });
        if !told {
            self.ended = ended;
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
        let event = match &self.ended {
            Some(exit) => Event::Ended {
                code: exit.code(),
                signal: exit.signal(),
                max_rss: exit.max_rss,
                cpu: exit.cpu,
            },
            None => Event::Ended { code: None, signal: Some(libc::SIGKILL), max_rss: 0, cpu: Duration::ZERO },
        };
        self.tell(&event);
    }
}
