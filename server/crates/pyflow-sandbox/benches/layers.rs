//! What each layer adds to the start of a process: `cargo bench -p pyflow-sandbox`.
//!
//! Rounds are interleaved, so that a busy machine disturbs all rows alike. The first row is a
//! bare spawn of the same program; the last column is what the median adds to it.
#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::panic)]

use pyflow_sandbox::{Command, Event, Layer, Origin, Policy, Profile, helper_main, probe};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::{Duration, Instant};

const PROGRAM: &str = "/bin/true";

type Row = (&'static str, Profile, Origin, &'static [Layer]);

const ROWS: [Row; 9] = [
    ("off: the helper alone", Profile::Off, Origin::Editor, &[]),
    ("limits", Profile::Standard, Origin::Agent, &[Layer::Namespaces, Layer::Landlock, Layer::Seccomp]),
    ("seccomp", Profile::Standard, Origin::Agent, &[Layer::Namespaces, Layer::Landlock]),
    ("Landlock", Profile::Standard, Origin::Agent, &[Layer::Namespaces, Layer::Seccomp]),
    ("standard, agent, tier landlock", Profile::Standard, Origin::Agent, &[Layer::Namespaces]),
    ("namespaces", Profile::Standard, Origin::Agent, &[Layer::Landlock, Layer::Seccomp]),
    ("standard, agent", Profile::Standard, Origin::Agent, &[]),
    ("standard, editor", Profile::Standard, Origin::Editor, &[]),
    ("strict, trial", Profile::Strict, Origin::Trial, &[]),
];

fn main() {
    if std::env::args().any(|arg| arg == pyflow_sandbox::HELPER_ARGUMENT) {
        helper_main();
    }
    let rounds = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
    println!("{:?}", probe());
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| {
        let path = place.path().join(name);
        std::fs::create_dir_all(&path).unwrap();
        path
    };
    let (home, workspace, run_dir) = (at("home"), at("workspace"), at("run"));
    let mut times = vec![Vec::new(); ROWS.len() + 1];
    for _ in 0..rounds {
        let began = Instant::now();
        assert!(std::process::Command::new(PROGRAM).status().unwrap().success());
        times[0].push(began.elapsed());
        for ((_, profile, origin, without), times) in ROWS.iter().zip(&mut times[1..]) {
            let mut policy = Policy::for_origin(*origin, run_dir.clone(), home.clone());
            policy.profile = *profile;
            policy.allow_unenforced = true;
            policy.workspace = Some(workspace.clone());
            policy.without = without.to_vec();
            times.push(run(policy, &run_dir));
        }
    }
    println!("{:32} {:>7} {:>7} {:>7} {:>7}", "ms", "p10", "median", "p95", "added");
    let mut base = 0.0;
    let names = ["bare spawn"].into_iter().chain(ROWS.iter().map(|row| row.0));
    for (name, mut times) in names.zip(times) {
        times.sort();
        let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1000.0;
        if base == 0.0 {
            base = at(50);
        }
        println!("{name:32} {:7.2} {:7.2} {:7.2} {:7.2}", at(10), at(50), at(95), at(50) - base);
    }
}

/// How long until the program's end is known.
fn run(policy: Policy, cwd: &Path) -> Duration {
    let null = || OwnedFd::from(std::fs::File::options().read(true).write(true).open("/dev/null").unwrap());
    let began = Instant::now();
    let mut child = Command {
        program: PROGRAM.into(),
        args: Vec::new(),
        env: Vec::new(),
        cwd: cwd.to_path_buf(),
        policy,
        stdin: null(),
        stdout: null(),
        stderr: null(),
        inherit: Vec::new(),
        helper: "/proc/self/exe".into(),
    }
    .spawn()
    .unwrap();
    loop {
        match child.wait_event(Duration::from_secs(10)).unwrap() {
            Some(Event::Ended { code: Some(0), .. }) => break,
            Some(Event::Started { .. }) => {}
            other => panic!("{other:?}"),
        }
    }
    let took = began.elapsed();
    while child.wait_event(Duration::from_secs(10)).unwrap().is_some() {}
    took
}
