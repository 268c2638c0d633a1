"""What /proc says of the processes below this one, how much memory they take, and how they are ended. Linux."""

import ctypes
import os
import re
import signal
import threading
import time
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans():
    """Makes this process the parent of whatever its descendants leave behind."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def below(root):
    """Living descendants of a process, zombies left out: {pid: (name, start time)}."""
    children, facts = {}, {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                text = Path("/proc", entry, "stat").read_text("utf-8", "replace")
            except OSError:
                continue
            name, rest = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
            facts[int(entry)] = (name, int(rest[19]), rest[0])
            children.setdefault(int(rest[1]), []).append(int(entry))
    found, waiting = {}, [root]
    while waiting:
        for pid in children.get(waiting.pop(), []):
            name, started, state = facts[pid]
            waiting.append(pid)
            if state not in "ZX":
                found[pid] = (name, started)
    return found


def end_all_below(root):
    """Ends every descendant, again and again as long as new ones come, for a second at most."""
    for _ in range(20):
        left = below(root)
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            pass
        if not left:
            return
        time.sleep(0.05)


def figure_mb(path, key):
    try:
        found = re.search(rf"^{key}:\s+(\d+) kB", Path(path).read_text(), re.M)
    except OSError:
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


def private_mb(pid):
    return sum(figure_mb(f"/proc/{pid}/status", key) for key in ("RssAnon", "RssShmem"))


class Watch(threading.Thread):
    """Peaks while a program runs: memory of the tree below it and of itself, the host's shared memory, the disk."""

    def __init__(self, pid, disk_mb):
        super().__init__(daemon=True)
        self.pid, self.disk_mb, self.ended = pid, disk_mb, threading.Event()
        self.tree = 0.0
        self.first = self.now()
        self.peak = self.first

    def now(self):
        return (figure_mb(f"/proc/{self.pid}/status", "VmRSS"), figure_mb("/proc/meminfo", "Shmem"), self.disk_mb())

    def run(self):
        while not self.ended.wait(0.05):
            pids = below(self.pid)
            total = sum(map(private_mb, pids))
            if total > self.tree:  # pages that several share count in each: then the exact figure
                exact = sum(figure_mb(f"/proc/{pid}/smaps_rollup", "Pss") for pid in pids)
                self.tree = max(self.tree, min(total, exact or total))
            self.peak = tuple(map(max, self.peak, self.now()))

    def end(self):
        self.ended.set()
        self.join(5)
        self.peak = tuple(map(max, self.peak, self.now()))
        self.own, self.shared, self.disk = (peak - first for peak, first in zip(self.peak, self.first))
