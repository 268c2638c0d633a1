//! The processes below one: finding them all, and ending them all.
//!
//! Works because the helper is their subreaper: whatever a process does (a second fork, a new
//! session), as long as the helper lives it stays among the helper's descendants.

use super::sys::{self, Pid};
use std::fs;
use std::time::{Duration, Instant};

/// All descendants of `root`, without itself.
pub(crate) fn descendants(root: Pid) -> Vec<Pid> {
    match by_children(root) {
        Some(pids) => pids,
        None => by_parents(root),
    }
}

/// By the kernel's lists of children, one for each thread: reads the tree and nothing else.
/// `None`: this kernel has no such lists.
fn by_children(root: Pid) -> Option<Vec<Pid>> {
    if !fs::exists(format!("/proc/self/task/{}/children", std::process::id())).unwrap_or(false) {
        return None;
    }
    let mut found = vec![root];
    let mut index = 0;
    while let Some(&pid) = found.get(index) {
        for child in children(pid) {
            if !found.contains(&child) {
                found.push(child);
            }
        }
        index += 1;
    }
    found.remove(0);
    Some(found)
}

/// The children of all threads of a process.
pub(crate) fn children(pid: Pid) -> Vec<Pid> {
    let mut found = Vec::new();
    for thread in fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten() {
        let Ok(list) = fs::read_to_string(thread.path().join("children")) else { continue };
        found.extend(list.split_ascii_whitespace().filter_map(|word| word.parse::<Pid>().ok()));
    }
    found
}

/// By every process's parent.
fn by_parents(root: Pid) -> Vec<Pid> {
    let mut pairs: Vec<(Pid, Pid)> = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse::<Pid>().ok()) else {
            continue;
        };
        let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { continue };
        // The name is in parentheses and may hold anything; the parent is the second word after.
        let parent = stat.rsplit_once(')').and_then(|(_, rest)| rest.split_ascii_whitespace().nth(1));
        if let Some(parent) = parent.and_then(|word| word.parse::<Pid>().ok()) {
            pairs.push((pid, parent));
        }
    }
    let mut found = vec![root];
    let mut index = 0;
    while let Some(&parent) = found.get(index) {
        for &(pid, _) in pairs.iter().filter(|(_, of)| *of == parent) {
            if !found.contains(&pid) {
                found.push(pid);
            }
        }
        index += 1;
    }
    found.remove(0);
    found
}

/// Ends every descendant of this process and waits for them, at most `limit`. Stops them all
/// before killing, so that none forks away. `seen` gets each end. Whether none is left.
pub(crate) fn end_all(limit: Duration, mut seen: impl FnMut(sys::Exit)) -> bool {
    let own = std::process::id() as Pid;
    let deadline = Instant::now() + limit;
    let mut pause = Duration::from_millis(1);
    loop {
        while let Some(exit) = sys::next_exit(false) {
            seen(exit);
        }
        let mut alive = descendants(own);
        if alive.is_empty() {
            return true;
        }
        // A stopped process makes no more children: repeat until no new one shows up.
        for _ in 0..20 {
            for &pid in &alive {
                sys::kill(pid, libc::SIGSTOP);
            }
            let now = descendants(own);
            if now.iter().all(|pid| alive.contains(pid)) {
                break;
            }
            alive = now;
        }
        for pid in alive {
            sys::kill(pid, libc::SIGKILL);
        }
        if Instant::now() > deadline {
            return false;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}
