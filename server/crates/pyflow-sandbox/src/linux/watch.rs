//! The watchdog: limits of the whole tree that no limit of a process can hold.
//!
//! It looks every 20 ms while the tree works, less often while it is idle. Resident sets are
//! summed first, because that is cheap; they count shared pages once for each process, so when
//! the sum is over the limit the exact number decides (private memory, and the tree's share of
//! what is shared). What is written to disks the kernel counts for each process.

use super::sys::Pid;
use super::tree;
use crate::event::LimitKind;
use crate::policy::RunLimits;
use crate::spec::Spec;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const BUSY: Duration = Duration::from_millis(20);
/// While processes are being started faster than one at a look.
const GROWING: Duration = Duration::from_millis(4);
const IDLE: Duration = Duration::from_millis(160);
/// How often a run folder on disk is measured, and the exact memory is asked for again.
const SELDOM: Duration = Duration::from_millis(100);
const MB: u64 = 1 << 20;
/// Entries of a run folder after which it counts as full.
const MOST_ENTRIES: usize = 100_000;

pub(crate) struct Watch {
    limits: RunLimits,
    /// Where the run folder is when it lies on a disk.
    folder: Option<PathBuf>,
    /// Whether the kernel holds the limit on processes by itself.
    kernel_counts: bool,
    pause: Duration,
    last: Seen,
    folder_seen: Option<Instant>,
    exact_seen: Option<Instant>,
    fired: bool,
}

/// A tree at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Seen {
    /// Hundredths of seconds of processor time.
    ticks: u64,
    tasks: u64,
    bytes: u64,
}

impl Watch {
    pub(crate) fn new(spec: &Spec, kernel_counts: bool) -> Watch {
        let on_disk = !spec.plan.namespaces;
        Watch {
            limits: spec.policy.limits,
            folder: on_disk.then(|| spec.policy.run_dir.clone()),
            kernel_counts: kernel_counts && spec.plan.namespaces,
            pause: BUSY,
            last: Seen::default(),
            folder_seen: None,
            exact_seen: None,
            fired: false,
        }
    }

    pub(crate) fn confine(&mut self, limits: &RunLimits) {
        self.limits = *limits;
        self.pause = BUSY;
    }

    /// Whether a limit was found crossed.
    pub(crate) fn fired(&self) -> bool {
        self.fired
    }

    /// After what time to look again. `None`: there is nothing to watch.
    pub(crate) fn interval(&self) -> Option<Duration> {
        let limits = &self.limits;
        let any = [limits.memory_mb, limits.cpu_s, limits.disk_mb, limits.processes];
        any.iter().any(Option::is_some).then_some(self.pause)
    }

    /// The limit that is crossed now, what is used, and what may be.
    pub(crate) fn look(&mut self) -> Option<(LimitKind, u64, u64)> {
        self.interval()?;
        let own = std::process::id() as Pid;
        let pids = tree::descendants(own);
        let seen = measure(&pids);
        self.pause = match () {
            () if seen.tasks > self.last.tasks + 1 => GROWING,
            () if seen == self.last => (self.pause * 2).min(IDLE),
            () => BUSY,
        };
        self.last = seen;
        let crossed = self.crossed(&pids, seen);
        self.fired |= crossed.is_some();
        crossed
    }

    fn crossed(&mut self, pids: &[Pid], seen: Seen) -> Option<(LimitKind, u64, u64)> {
        let memory = self.limits.memory_mb.map_or(u64::MAX, |mb| mb.saturating_mul(MB));
        if seen.bytes > memory && (seen.bytes / 2 > memory || due(&mut self.exact_seen)) {
            let used = pids.iter().map(|&pid| exact_memory(pid)).sum();
            if used > memory {
                return Some((LimitKind::Memory, used, memory));
            }
        }
        if let Some(limit) = self.limits.processes {
            if !self.kernel_counts && seen.tasks > limit {
                return Some((LimitKind::Processes, seen.tasks, limit));
            }
            if pids.len() > BOMB && is_bomb(pids) {
                return Some((LimitKind::Processes, pids.len() as u64, BOMB as u64));
            }
        }
        if let Some(limit) = self.limits.cpu_s.filter(|&limit| seen.ticks / 100 > limit) {
            return Some((LimitKind::Cpu, seen.ticks / 100, limit));
        }
        let limit = self.limits.disk_mb? * MB;
        let written: u64 = pids.iter().map(|&pid| written_bytes(pid)).sum();
        let held = match &self.folder {
            Some(folder) if due(&mut self.folder_seen) => folder_bytes(folder),
            _ => 0,
        };
        let used = written.max(held);
        (used > limit).then_some((LimitKind::Disk, used, limit))
    }
}

/// Whether it is time for something that costs more.
fn due(last: &mut Option<Instant>) -> bool {
    let now = Instant::now();
    let due = last.is_none_or(|at| now.duration_since(at) >= SELDOM);
    if due {
        *last = Some(now);
    }
    due
}

/// Processes after which a look is taken at how they came to be.
const BOMB: usize = 24;
/// Generations of one program below each other that are no pool any more.
const GENERATIONS: usize = 6;

/// Whether these are a fork bomb: copies of a program below copies of it, many deep. A pool of
/// workers is wide, and a build runs other programs.
fn is_bomb(pids: &[Pid]) -> bool {
    let command = |pid: Pid| fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let mut chains: Vec<(Pid, Vec<u8>, usize)> = pids.iter().map(|&pid| (pid, command(pid), 1)).collect();
    // Parents come before their children.
    for index in 0..chains.len() {
        let Some((pid, line, length)) = chains.get(index).cloned() else { continue };
        if length >= GENERATIONS {
            return true;
        }
        for child in tree::children(pid) {
            if let Some(entry) = chains.iter_mut().find(|(other, same, _)| *other == child && *same == line) {
                entry.2 = length + 1;
            }
        }
    }
    false
}

/// What a process, its threads and the children that it waited for sent to disks and did not take
/// back, in bytes.
fn written_bytes(pid: Pid) -> u64 {
    let Ok(text) = fs::read_to_string(format!("/proc/{pid}/io")) else { return 0 };
    let of = |name: &str| {
        let value = text.lines().find_map(|line| line.strip_prefix(name));
        value.and_then(|value| value.trim().parse::<u64>().ok()).unwrap_or(0)
    };
    of("write_bytes:").saturating_sub(of("cancelled_write_bytes:"))
}

fn measure(pids: &[Pid]) -> Seen {
    let mut seen = Seen::default();
    for pid in pids {
        let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { continue };
        // Numbered from the word after the name, the third of proc(5): utime, stime, threads, rss.
        let Some((_, rest)) = stat.rsplit_once(')') else { continue };
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let number = |index: usize| words.get(index).and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
        seen.ticks += number(11) + number(12);
        seen.tasks += number(17);
        seen.bytes += number(21) * PAGE;
    }
    seen
}

/// Smallest page there is: on machines with larger ones the exact number decides, and the sum
/// is only ever too small by a factor that [`exact_memory`] does not have.
const PAGE: u64 = 4096;

/// A process's private memory and its share of the shared, in bytes.
fn exact_memory(pid: Pid) -> u64 {
    let kilobytes = |line: &str| line.trim().trim_end_matches("kB").trim().parse::<u64>().unwrap_or(0);
    if let Ok(text) = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")) {
        let of = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(kilobytes);
        // The parts came with Linux 5.3; files of libraries are no memory of the run.
        if let (Some(anonymous), Some(shared)) = (of("Pss_Anon:"), of("Pss_Shmem:")) {
            return (anonymous + shared) * 1024;
        }
    }
    let Ok(text) = fs::read_to_string(format!("/proc/{pid}/status")) else { return 0 };
    let of = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map_or(0, kilobytes);
    (of("RssAnon:") + of("RssShmem:")) * 1024
}

/// What a folder takes on the disk. Follows no link.
fn folder_bytes(folder: &Path) -> u64 {
    use std::os::unix::fs::MetadataExt;
    let mut sum = 0;
    let mut count = 0;
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            count += 1;
            if count > MOST_ENTRIES {
                return u64::MAX;
            }
            let Ok(data) = entry.metadata() else { continue };
            sum += data.blocks() * 512;
            if data.is_dir() {
                folders.push(entry.path());
            }
        }
    }
    sum
}
