"""Drives an editor in tmux as a person would: keys go in, the screen is read.

Every wait ends (20 s unless told) and is a named check. The last line counts them.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

WIDTH, HEIGHT = 120, 40


class Checks:
    """Named checks of one editor."""

    def __init__(self, editor):
        self.editor, self.passed, self.failed = editor, 0, 0

    def check(self, name, good, detail=""):
        if good:
            self.passed += 1
            print(f"ok   {self.editor}: {name}", flush=True)
        else:
            self.failed += 1
            print(f"FAIL {self.editor}: {name}", flush=True)
            if detail != "":
                print("     " + str(detail).replace("\n", "\n     "), flush=True)
        return bool(good)

    def wait(self, name, condition, detail=lambda: "", seconds=20):
        """Until the condition holds."""
        end = time.monotonic() + seconds
        while True:
            good = condition()
            if good or time.monotonic() > end:
                return self.check(name, good, "" if good else detail())
            time.sleep(0.05)

    def end(self):
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        return 1 if self.failed else 0


class Terminal:
    """A program in a tmux of its own. `mark` is in the environment of all that it starts."""

    def __init__(self, checks, command, folder, environment=None):
        self.checks = checks
        self.mark = uuid.uuid4().hex
        self.socket = f"pyflow-{os.getpid()}-{self.mark[:6]}"
        # What is started must find neither this user's settings nor a variable of this run's surroundings.
        kept = {key: os.environ[key] for key in ("HOME", "PATH", "TMPDIR", "USER") if key in os.environ}
        kept |= {"LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        kept |= environment or {}
        kept["PYFLOW_TEST_MARK"] = self.mark
        assignments = [f"{key}={value}" for key, value in kept.items()]
        size = ["-x", str(WIDTH), "-y", str(HEIGHT)]
        self._tmux("new-session", "-d", *size, "-c", str(folder), "env", "-i", *assignments, *map(str, command))
        self._tmux("set-option", "-g", "escape-time", "0")
        # 24-bit colours are kept, for the pictures.
        self._tmux("set-option", "-ga", "terminal-overrides", ",*:Tc")

    def _tmux(self, *words):
        command = ["tmux", "-L", self.socket, "-f", "/dev/null", *words]
        clean = dict(os.environ, LC_ALL="C.UTF-8")
        clean.pop("TMUX", None)
        return subprocess.run(command, capture_output=True, text=True, env=clean, check=False).stdout

    def keys(self, *keys):
        """Keys by tmux's names: "Enter", "Escape", "C-c"; other words are typed as they are."""
        self._tmux("send-keys", *keys)

    def type(self, text):
        """Exactly this text."""
        self._tmux("send-keys", "-l", text)

    def screen(self, colours=False):
        return self._tmux("capture-pane", "-p", *(["-e"] if colours else []))

    def picture(self, name):
        """Keeps the screen as it is, for `tests/editors/pictures`."""
        target = Path(os.environ.get("CARGO_TARGET_DIR") or REPOSITORY / "target") / "editors"
        target.mkdir(parents=True, exist_ok=True)
        (target / f"{name}.ansi").write_text(self.screen(colours=True), encoding="utf-8")

    def speed(self, keys, text, clear):
        """From a key to a text on the screen, as a person sees it: the median of five. `clear` removes it again."""
        times = []
        for _ in range(6):
            # A fix that is still being tried is said of the error again: what is cleared must not come back by that.
            time.sleep(1)
            clear()
            self.misses("before the next key the screen is clear", text)
            start = time.monotonic()
            self.keys(*keys)
            while text not in self.screen() and time.monotonic() < start + 20:
                pass
            times.append(time.monotonic() - start)
        # The first one starts an interpreter that later ones find ready.
        middle = sorted(times[1:])[2] * 1000
        self.checks.check(f"from the key to the error on the screen: {middle:.0f} ms (median of 5)", middle < 5000)

    def row(self, text):
        """The first screen line with a text, or an empty one."""
        return next((line for line in self.screen().splitlines() if text in line), "")

    def styled(self, text):
        """The escape sequences in front of a text, as tmux saw it drawn."""
        for line in self.screen(colours=True).splitlines():
            plain = re.sub(r"\x1b\[[0-9;:]*m", "", line)
            at = plain.find(text)
            if at < 0:
                continue
            codes, seen = "", 0
            for part in re.split(r"(\x1b\[[0-9;:]*m)", line):
                if part.startswith("\x1b["):
                    codes += part
                elif seen + len(part) > at:
                    return codes
                else:
                    seen += len(part)
        return ""

    def sees(self, name, *texts, seconds=20):
        """All texts come to stand on the screen."""
        return self.checks.wait(name, lambda: all(text in self.screen() for text in texts), self.screen, seconds)

    def misses(self, name, *texts, seconds=20):
        """None of the texts is on the screen any more."""
        return self.checks.wait(name, lambda: not any(text in self.screen() for text in texts), self.screen, seconds)

    def processes(self):
        """Everything that was started from here and is alive: process id and command line."""
        found = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and int(entry.name) != os.getpid():
                try:
                    if f"PYFLOW_TEST_MARK={self.mark}".encode() in (entry / "environ").read_bytes():
                        found[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                except OSError:
                    continue
        return found

    def descendants(self):
        """All processes below the editor, by their parents: some may have an emptied environment."""
        parents = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    stat = (entry / "stat").read_text()
                except OSError:
                    continue
                parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
        below = set(self.processes())
        while True:
            more = {child for child, parent in parents.items() if parent in below} - below
            if not more:
                return below
            below |= more

    def close(self):
        self._tmux("kill-server")


def alive(process):
    """Whether a process is there and not only waits to be collected."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def folder(name, files):
    """A workspace with these files, in a folder whose name has a blank and an accent."""
    root = Path(tempfile.mkdtemp(prefix=f"pyflow {name} é ")).resolve()
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return root


def program():
    """The server's binary, as `tests/editors/run` gives it."""
    path = os.environ.get("PYFLOW_BIN")
    if not path or not os.access(path, os.X_OK):
        sys.exit("PYFLOW_BIN does not name the pyflow binary; run tests/editors/run")
    return Path(path).resolve()


def editors():
    return Path(os.environ.get("PYFLOW_EDITORS_DIR") or Path.home() / ".cache" / "pyflow-editors")


REPOSITORY = Path(__file__).resolve().parents[2]

SHAPES = '''\
import math


def area(radius):
    return math.pi * radious ** 2


print("before", "\\033[32mgreen\\033[0m")
print(area(2))
'''

CELLS = '''\
# %% first
base = 40
base + 2

# %% second
total = base * 2
total

# %% endless
import time
for step in range(1000):
    time.sleep(0.05)

# %% asks
name = input("Who? ")
print("hello", name)

# %% table
class Table:
    def _repr_html_(self):
        return "<table><tr><td>seven</td></tr></table>"
Table()
'''
