//! What every profile promises, the profile "off" too.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

mod common;

use common::{Place, none_left, processes};
use pyflow_sandbox::{Event, Layer, Origin, Profile, Tier};
use std::os::fd::OwnedFd;
use std::time::Duration;

/// Under every profile, with and without namespaces.
fn each(test: impl Fn(&Place, &dyn Fn(&str) -> common::Program)) {
    let variants = [
        (Profile::Off, vec![]),
        (Profile::Standard, vec![]),
        (Profile::Standard, vec![Layer::Namespaces]),
        (Profile::Strict, vec![]),
    ];
    for (profile, without) in variants {
        eprintln!("{profile:?} without {without:?}");
        let place = Place::new();
        test(&place, &|code| {
            let mut policy = place.policy(profile, Origin::Editor);
            policy.without.clone_from(&without);
            place.python(policy, code)
        });
    }
}

#[test]
fn a_program_runs_and_its_end_is_told() {
    each(|_, python| {
        let outcome = python("print('hi'); raise SystemExit(7)").run();
        assert_eq!(outcome.end(), (Some(7), None));
        assert_eq!(outcome.output, "hi\n");
        assert!(matches!(
            outcome.events[..],
            [
                Event::Started { pid_hint: Some(_), .. },
                Event::Ended { max_rss: 1_000_000.., .. },
                Event::TreeGone
            ]
        ));
        let outcome = python("import os; os.kill(os.getpid(), 11)").run();
        assert_eq!(outcome.end(), (None, Some(11)));
    });
}

#[test]
fn off_names_no_tier() {
    let place = Place::new();
    let outcome = place.python(place.policy(Profile::Off, Origin::Editor), "").run();
    let Event::Started { report, .. } = &outcome.events[0] else { panic!("{outcome:?}") };
    assert_eq!((report.tier, report.missing.len()), (Tier::None, 0));
}

#[test]
fn a_program_that_is_not_there_is_a_failed_setup_with_its_name() {
    each(|_, python| {
        let mut program = python("");
        program.python = "/no/such/python".into();
        let outcome = program.run();
        assert!(
            matches!(&outcome.events[..], [Event::SetupFailed { reason }, Event::TreeGone]
                if reason.contains("/no/such/python") && reason.contains("No such file")),
            "{outcome:?}"
        );
        let mut program = python("");
        program.cwd = "/no/such/folder".into();
        let outcome = program.run();
        assert!(
            matches!(&outcome.events[..], [Event::SetupFailed { reason }, Event::TreeGone]
                if reason.contains("/no/such/folder")),
            "{outcome:?}"
        );
    });
}

#[test]
fn the_environment_is_what_was_given() {
    each(|_, python| {
        // As the kernel has it: Python adds LC_CTYPE to its own copy.
        let mut program = python("print(open('/proc/self/environ', 'rb').read())");
        program.env = vec![("A".into(), "1 2".into()), ("B".into(), bytes(b"\xff\n"))];
        program.run().printed(r"b'A=1 2\x00B=\xff\n\x00'");
    });
}

fn bytes(bytes: &[u8]) -> std::ffi::OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec())
}

#[test]
fn only_the_given_descriptors_are_open() {
    each(|place, python| {
        let code = "import os\n\
            def there(fd):\n    try: os.fstat(fd); return True\n    except OSError: return False\n\
            print([fd for fd in range(2000) if there(fd)], [os.read(fd, 9) for fd in range(3, 1300) if there(fd)])";
        python(code).run().printed("[0, 1, 2] []");
        let mut program = python(code);
        for name in ["one", "two", "three"] {
            let path = place.root.path().join(name);
            std::fs::write(&path, name).unwrap();
            program.inherit.push(OwnedFd::from(std::fs::File::open(path).unwrap()));
        }
        program.run().printed("[0, 1, 2, 1200, 1201, 1202] [b'one', b'two', b'three']");
    });
}

#[test]
fn signals_session_and_limits_are_those_of_a_fresh_process() {
    each(|_, python| {
        let code = "import os, resource, signal\n\
            status = dict(line.split(':', 1) for line in open('/proc/self/status') if ':' in line)\n\
            ignored = int(status['SigIgn'], 16) & ~(1 << 12 | 1 << 24)\n\
            print(ignored, int(status['SigBlk'], 16), status['NoNewPrivs'].strip(),\n\
            os.getsid(0) != os.getsid(os.getppid()) or os.getppid() == os.getsid(0) or os.getppid() == 1,\n\
            resource.getrlimit(resource.RLIMIT_CORE), resource.getrlimit(resource.RLIMIT_NOFILE)[1] <= 4096,\n\
            signal.getsignal(signal.SIGINT) is signal.default_int_handler, oct(os.umask(0)))";
        // Python itself ignores SIGPIPE (13) and SIGXFSZ (25).
        python(code).run().printed("0 0 1 True (0, 0) True True 0o22");
    });
}

#[test]
fn an_interrupt_is_a_keyboard_interrupt() {
    each(|_, python| {
        let running = python(
            "import time\nprint('ready', flush=True)\n\
             try: time.sleep(20)\nexcept KeyboardInterrupt: print('interrupted')",
        )
        .start()
        .unwrap();
        running.wait_for("ready");
        running.child.interrupt().unwrap();
        let outcome = running.finish(Duration::from_secs(5));
        outcome.printed("ready\ninterrupted");
    });
}

#[test]
fn a_dump_is_sigusr1() {
    each(|_, python| {
        let running = python(
            "import faulthandler, signal, time\nfaulthandler.register(signal.SIGUSR1)\n\
             print('ready', flush=True)\ntime.sleep(1)",
        )
        .start()
        .unwrap();
        running.wait_for("ready");
        running.child.dump().unwrap();
        let outcome = running.finish(Duration::from_secs(5));
        assert!(outcome.output.contains("most recent call first"), "{outcome:?}");
    });
}

/// Sessions, double forks and ignored signals: `{mark}` stands in the command line of each.
const SCATTER: &str = "
import os, signal, sys, time
for number in range(1, 32):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
def daemon():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            if os.fork() == 0: os.setsid()
            time.sleep(60)
        os._exit(0)
for _ in range(5): daemon()
time.sleep(0.2)
print('ready', flush=True)
";

fn scatter(mark: &str, then: &str) -> String {
    format!("mark = '{mark}'{SCATTER}{then}")
}

#[test]
fn the_end_of_the_program_is_the_end_of_its_daemons() {
    each(|_, python| {
        let mark = format!("mark-end-{}", std::process::id());
        let outcome = python(&scatter(&mark, "")).run();
        assert!(outcome.gone() && outcome.end() == (Some(0), None), "{outcome:?}");
        assert_eq!(processes(&mark), Vec::<i32>::new());
    });
}

#[test]
fn a_kill_ends_all_of_it_at_once() {
    each(|_, python| {
        let mark = format!("mark-kill-{}", std::process::id());
        let running = python(&scatter(&mark, "time.sleep(60)")).start().unwrap();
        running.wait_for("ready");
        assert!(processes(&mark).len() > 5);
        let asked = std::time::Instant::now();
        running.child.kill().unwrap();
        let outcome = running.finish(Duration::from_secs(5));
        assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
        assert_eq!(outcome.end(), (None, Some(9)));
        assert!(outcome.gone());
        assert_eq!(processes(&mark), Vec::<i32>::new());
    });
}

#[test]
fn dropping_the_child_ends_all_of_it() {
    each(|_, python| {
        let mark = format!("mark-drop-{}", std::process::id());
        let running = python(&scatter(&mark, "time.sleep(60)")).start().unwrap();
        running.wait_for("ready");
        let helper = running.child.helper_pid();
        drop(running);
        none_left(&mark, Duration::from_millis(500));
        std::thread::sleep(Duration::from_millis(50));
        assert!(!std::fs::exists(format!("/proc/{helper}")).unwrap(), "the helper is a zombie");
    });
}

#[test]
fn a_program_that_stops_itself_is_killed_too() {
    each(|_, python| {
        let running =
            python("import os\nprint('ready', flush=True)\nos.kill(os.getpid(), 19)").start().unwrap();
        running.wait_for("ready");
        std::thread::sleep(Duration::from_millis(50));
        running.child.kill().unwrap();
        assert_eq!(running.finish(Duration::from_secs(3)).end(), (None, Some(9)));
    });
}

#[test]
fn the_second_clock_ends_a_run_by_itself() {
    each(|_, python| {
        let mut program = python("while True: pass");
        program.policy.limits.wall = Some(Duration::from_millis(300));
        let outcome = program.run();
        assert_eq!(outcome.end(), (None, Some(9)));
        assert!(outcome.wall < Duration::from_secs(3), "{:?}", outcome.wall);
    });
}
