//! Resource limits of the kernel: the first line, for each process. The second is the watchdog.

use super::namespaces;
use super::sys;
use crate::policy::{Policy, Profile};
use crate::spec::Plan;
use std::fs;
use std::io;

const MB: u64 = 1 << 20;

/// Room above the memory limit for the stacks of threads and for what is reserved and never
/// used: so that Python gets a MemoryError before the watchdog has to kill.
const RESERVE_MB: u64 = 256;

/// How many descriptors a program may have open: enough for real work, and bounded.
const DESCRIPTORS: u64 = 4096;

/// Processes of the namespace that are not the program's.
const OWN_PROCESSES: u64 = 4;

/// The usual soft limit, which a program may raise: `select` knows no higher numbers.
const OPEN_AT_ONCE: u64 = 1024;

/// Gives the program's own descriptors numbers that it does not meet by chance.
pub(crate) fn lift_descriptors(count: usize) -> io::Result<()> {
    sys::lift_descriptors(count, OPEN_AT_ONCE, DESCRIPTORS)
}

/// Of the calling process and what it will start.
pub(crate) fn apply(policy: &Policy, plan: &Plan) -> io::Result<()> {
    let limits = &policy.limits;
    sys::set_limit(libc::RLIMIT_CORE, 0, 0)?;
    sys::set_limit(libc::RLIMIT_NOFILE, OPEN_AT_ONCE, DESCRIPTORS)?;
    if let Some(memory) = limits.memory_mb {
        let data = (memory + RESERVE_MB) * MB;
        sys::set_limit(libc::RLIMIT_DATA, data, data)?;
    }
    if let Some(disk) = limits.disk_mb {
        sys::set_limit(libc::RLIMIT_FSIZE, disk * MB, disk * MB)?;
    }
    if let Some(seconds) = limits.cpu_s {
        // At the first SIGXCPU, which a program may catch; a second later KILL.
        sys::set_limit(libc::RLIMIT_CPU, seconds, seconds + 1)?;
    }
    if let Some(processes) = limits.processes {
        let most = if plan.namespaces { processes + OWN_PROCESSES } else { processes + tasks_now() };
        sys::set_limit(libc::RLIMIT_NPROC, most, most)?;
    }
    if policy.profile != Profile::Off {
        sys::set_limit(libc::RLIMIT_MSGQUEUE, 0, 0)?;
        sys::set_limit(libc::RLIMIT_MEMLOCK, 8 * MB, 8 * MB)?;
        sys::set_limit(libc::RLIMIT_RTPRIO, 0, 0)?;
        sys::set_limit(libc::RLIMIT_NICE, 0, 0)?;
    }
    Ok(())
}

/// Limits that came after the start, on a process that runs already.
pub(crate) fn confine(pid: sys::Pid, limits: &crate::RunLimits) {
    if let Some(memory) = limits.memory_mb {
        let data = (memory + RESERVE_MB) * MB;
        let _ = sys::set_limit_of(pid, libc::RLIMIT_DATA, data, data);
    }
    if let Some(disk) = limits.disk_mb {
        let _ = sys::set_limit_of(pid, libc::RLIMIT_FSIZE, disk * MB, disk * MB);
    }
    if let Some(seconds) = limits.cpu_s {
        let _ = sys::set_limit_of(pid, libc::RLIMIT_CPU, seconds, seconds + 1);
    }
}

/// Whether the kernel's limit on processes binds the program: it does not bind the superuser.
pub(crate) fn binds_processes(other_user: bool) -> bool {
    other_user || !namespaces::is_superuser()
}

/// All tasks of the machine: at least those of this user, against which the limit counts.
fn tasks_now() -> u64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let word = text.split_ascii_whitespace().nth(3).and_then(|word| word.rsplit_once('/'));
    word.and_then(|(_, total)| total.parse().ok()).unwrap_or(0)
}
