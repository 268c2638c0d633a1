//! Many runs at once, and what is left when the server or the helper is killed.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

mod common;

use common::{HELPER, Place, none_left, processes};
use pyflow_sandbox::{Event, Layer, Origin, Profile};
use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

const VARIANTS: [(Profile, &[Layer]); 4] = [
    (Profile::Off, &[]),
    (Profile::Standard, &[]),
    (Profile::Standard, &[Layer::Namespaces]),
    (Profile::Strict, &[]),
];

/// Daemons in sessions of their own that ignore what they can, by an argument that names them.
fn daemons(mark: &str) -> String {
    format!(
        "import ctypes, os, signal, time\n'{mark}'\n\
         for n in range(1, 32):\n    try: signal.signal(n, signal.SIG_IGN)\n    except (OSError, ValueError): pass\n\
         for _ in range(6):\n    if os.fork() == 0:\n        os.setsid()\n        \
         ctypes.CDLL(None).prctl(1, 0)\n        if os.fork(): os._exit(0)\n        time.sleep(60)\n\
         time.sleep(60)"
    )
}

#[test]
fn a_killed_server_leaves_no_process() {
    for (profile, without) in VARIANTS {
        eprintln!("{profile:?} without {without:?}");
        let place = Place::new();
        let mut policy = place.policy(profile, Origin::Editor);
        policy.without = without.to_vec();
        let mark = format!("mark-server-{}-{profile:?}-{}", std::process::id(), without.len());
        let mut server = std::process::Command::new(HELPER)
            .args(["server", &serde_json::to_string(&policy).unwrap(), &daemons(&mark)])
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "ready\n");
        let deadline = Instant::now() + Duration::from_secs(20);
        // The server, the program and six daemons.
        while processes(&mark).len() < 8 {
            assert!(Instant::now() < deadline, "{:?}", processes(&mark));
            std::thread::sleep(Duration::from_millis(20));
        }
        server.kill().unwrap();
        server.wait().unwrap();
        none_left(&mark, Duration::from_millis(500));
    }
}

#[test]
fn a_killed_helper_is_told_and_the_program_does_not_outlive_it() {
    for (profile, without) in VARIANTS {
        let place = Place::new();
        let mark = format!("mark-helper-{}-{profile:?}-{}", std::process::id(), without.len());
        let mut policy = place.policy(profile, Origin::Editor);
        policy.without = without.to_vec();
        let code = format!("'{mark}'\nimport time\nprint('ready', flush=True)\ntime.sleep(60)");
        let running = place.python(policy, &code).start().unwrap();
        running.wait_for("ready");
        std::process::Command::new("kill")
            .args(["-9", &running.child.helper_pid().to_string()])
            .status()
            .unwrap();
        let outcome = running.finish(Duration::from_secs(5));
        assert!(matches!(outcome.events[..], [Event::Started { .. }, Event::Ended { .. }, Event::TreeGone]));
        assert_eq!(outcome.end(), (None, Some(9)));
        none_left(&mark, Duration::from_millis(500));
    }
}

#[test]
fn two_hundred_runs_at_once_all_come_to_their_end() {
    let mark = format!("mark-crowd-{}", std::process::id());
    let places: Vec<Place> = (0..200).map(|_| Place::new()).collect();
    let code = format!("'{mark}'\nimport os\nopen('x', 'w').write('1')\nprint(os.listdir('.'))");
    let start = |(index, place): (usize, &Place)| {
        let (profile, without) = VARIANTS[index % VARIANTS.len()];
        let origin = if index % 8 < 4 { Origin::Agent } else { Origin::Editor };
        let mut policy = place.policy(profile, origin);
        policy.without = without.to_vec();
        place.python(policy, &code).start().unwrap()
    };
    let running: Vec<_> = places.iter().enumerate().map(start).collect();
    let helpers: Vec<i32> = running.iter().map(|running| running.child.helper_pid()).collect();
    for running in running {
        let outcome = running.finish(Duration::from_secs(120));
        outcome.printed("['x']");
        assert!(outcome.gone());
    }
    assert_eq!(processes(&mark), Vec::<i32>::new());
    let deadline = Instant::now() + Duration::from_secs(5);
    for pid in helpers {
        while std::fs::exists(format!("/proc/{pid}")).unwrap() {
            assert!(Instant::now() < deadline, "a helper is left");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
