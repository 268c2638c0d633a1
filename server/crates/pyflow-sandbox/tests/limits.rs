//! Limits of a whole tree: each ends the run, and says so.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

mod common;

use common::{Outcome, Place};
use pyflow_sandbox::{Event, Layer, LimitKind, Origin, Profile, RunLimits};
use std::time::Duration;

const TIERS: [&[Layer]; 2] = [&[], &[Layer::Namespaces]];

fn limit_of(outcome: &Outcome) -> Option<LimitKind> {
    outcome.events.iter().find_map(|event| match event {
        Event::Limit { which, used, limit } => {
            assert!(used >= limit, "{event:?}");
            Some(*which)
        }
        _ => None,
    })
}

/// Runs the code as an agent on both tiers, under these limits.
fn on_both(limits: RunLimits, code: &str) -> Vec<Outcome> {
    TIERS
        .iter()
        .map(|without| {
            let place = Place::new();
            let mut policy = place.policy(Profile::Standard, Origin::Agent);
            policy.without = without.to_vec();
            policy.limits = limits;
            place.python(policy, code).run()
        })
        .collect()
}

#[test]
fn memory_of_one_process_is_a_memory_error_first() {
    let limits = RunLimits { memory_mb: Some(64), ..RunLimits::default() };
    for outcome in on_both(limits, "try: bytearray(1 << 30)\nexcept MemoryError: print('refused')") {
        outcome.printed("refused");
    }
}

#[test]
fn memory_that_children_take_together_ends_the_run() {
    let code = "import os, time\nfor _ in range(4):\n    if os.fork() == 0:\n        \
        b = bytearray(40 << 20); b[::4096] = b'x' * (len(b) // 4096); time.sleep(20); os._exit(0)\n\
        time.sleep(20)";
    let limits = RunLimits { memory_mb: Some(100), ..RunLimits::default() };
    for outcome in on_both(limits, code) {
        assert_eq!(limit_of(&outcome), Some(LimitKind::Memory), "{outcome:?}");
        assert!(outcome.wall < Duration::from_secs(8), "{outcome:?}");
    }
}

#[test]
fn shared_pages_count_once() {
    // 80 MB that ten children share: 800 MB in resident sets.
    let code = "import os, time\nb = bytearray(80 << 20); b[::4096] = b'x' * (len(b) // 4096)\n\
        for _ in range(10):\n    if os.fork() == 0:\n        time.sleep(1); os._exit(0)\n\
        time.sleep(1)\nprint('ok')";
    let limits = RunLimits { memory_mb: Some(160), ..RunLimits::default() };
    for outcome in on_both(limits, code) {
        outcome.printed("ok");
    }
}

#[test]
fn shared_memory_without_a_name_counts() {
    let code = "import mmap, time\nm = mmap.mmap(-1, 200 << 20)\n\
        for i in range(0, len(m), 4096): m[i] = 1\ntime.sleep(20)";
    let limits = RunLimits { memory_mb: Some(100), ..RunLimits::default() };
    for outcome in on_both(limits, code) {
        assert_eq!(limit_of(&outcome), Some(LimitKind::Memory), "{outcome:?}");
    }
}

#[test]
fn the_run_folder_has_a_size() {
    let code = "n = 0\ntry:\n    while n < 40:\n        open(f'f{n}', 'wb').write(b'x' * (1 << 20)); n += 1\n\
        except OSError: pass\nimport time; time.sleep(0.3)\nprint(n < 40)";
    let limits = RunLimits { disk_mb: Some(8), ..RunLimits::default() };
    let outcomes = on_both(limits, code);
    outcomes[0].printed("True");
    assert_eq!(limit_of(&outcomes[1]), Some(LimitKind::Disk), "{:?}", outcomes[1]);
}

#[test]
fn one_file_has_a_size() {
    let code = "import signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n\
        try: open('f', 'wb').truncate(1 << 40)\nexcept OSError: print('refused')";
    let limits = RunLimits { disk_mb: Some(8), ..RunLimits::default() };
    for outcome in on_both(limits, code) {
        outcome.printed("refused");
    }
}

#[test]
fn threads_are_bounded() {
    let code = "import threading, time\nthreading.stack_size(65536)\nn = 0\n\
        try:\n    while n < 3000: threading.Thread(target=time.sleep, args=(3,), daemon=True).start(); n += 1\n\
        except (RuntimeError, MemoryError): pass\nprint('bounded' if n < 3000 else n, flush=True)";
    let limits = RunLimits { processes: Some(64), ..RunLimits::default() };
    for outcome in on_both(limits, code) {
        let ended = limit_of(&outcome) == Some(LimitKind::Processes);
        assert!(ended || outcome.output == "bounded\n", "{outcome:?}");
    }
}

#[test]
fn a_fork_bomb_ends_the_run() {
    let code =
        "import os, time\nwhile True:\n    try: os.fork()\n    except OSError: pass\n    time.sleep(0.03)";
    for origin in [Origin::Editor, Origin::Agent] {
        for without in TIERS {
            let place = Place::new();
            let mut policy = place.policy(Profile::Standard, origin);
            policy.without = without.to_vec();
            // Where the kernel refuses the fork, the program goes on until its time is up.
            policy.limits.wall = Some(Duration::from_secs(4));
            let outcome = place.python(policy, code).run();
            assert!(outcome.gone(), "{outcome:?}");
            if origin == Origin::Editor {
                assert_eq!(limit_of(&outcome), Some(LimitKind::Processes), "{outcome:?}");
            }
        }
    }
}

#[test]
fn a_wide_pool_is_no_bomb() {
    let code = "import os, time\npids = []\nfor _ in range(40):\n    pid = os.fork()\n    \
        if pid == 0: time.sleep(0.3); os._exit(0)\n    pids.append(pid)\n\
        for pid in pids: os.waitpid(pid, 0)\nprint('ok')";
    let place = Place::new();
    place.python(place.policy(Profile::Standard, Origin::Editor), code).run().printed("ok");
}

#[test]
fn processor_time_ends_the_run() {
    let limits = RunLimits { cpu_s: Some(1), ..RunLimits::default() };
    for outcome in on_both(limits, "while True: pass") {
        assert_eq!(limit_of(&outcome), Some(LimitKind::Cpu), "{outcome:?}");
    }
}

#[test]
fn limits_can_come_when_a_spare_is_used() {
    for without in TIERS {
        let place = Place::new();
        let mut policy = place.policy(Profile::Standard, Origin::Agent);
        policy.without = without.to_vec();
        policy.limits = RunLimits::default();
        let code = "import time\nprint('ready', flush=True)\ntime.sleep(0.5)\n\
            b = bytearray(200 << 20); b[::4096] = b'x' * (len(b) // 4096); time.sleep(20)";
        let running = place.python(policy, code).start().unwrap();
        running.wait_for("ready");
        running.child.confine(RunLimits { memory_mb: Some(100), ..RunLimits::default() }).unwrap();
        let outcome = running.finish(Duration::from_secs(10));
        assert_eq!(limit_of(&outcome), Some(LimitKind::Memory), "{outcome:?}");
    }
}
