//! The helper, alone in a binary, for the tests of this crate; and a server to be killed.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use pyflow_sandbox::{Command, Event, Policy, helper_main, protect_process};
use std::os::fd::OwnedFd;
use std::time::Duration;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    match args.get(1).map(String::as_str) {
        Some("server") => serve(&args[2], &args[3]),
        _ => helper_main(),
    }
}

/// Starts one program under a policy, says so, and sits there.
fn serve(policy: &str, code: &str) {
    protect_process();
    let policy: Policy = serde_json::from_str(policy).unwrap();
    let null = || OwnedFd::from(std::fs::File::options().read(true).write(true).open("/dev/null").unwrap());
    let mut child = Command {
        program: "/usr/bin/python3".into(),
        args: ["-I", "-S", "-c", code].map(Into::into).to_vec(),
        env: Vec::new(),
        cwd: policy.run_dir.clone(),
        policy,
        stdin: null(),
        stdout: null(),
        stderr: null(),
        inherit: Vec::new(),
        helper: "/proc/self/exe".into(),
    }
    .spawn()
    .unwrap();
    let event = child.wait_event(Duration::from_secs(20)).unwrap();
    assert!(matches!(event, Some(Event::Started { .. })), "{event:?}");
    println!("ready");
    std::thread::sleep(Duration::from_secs(60));
}
