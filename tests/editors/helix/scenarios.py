"""Helix with the configuration of editors/helix against the real server: scenarios.py trixie|forky

The older one has no workspace commands with arguments: there all is done by code actions.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from terminal import CELLS, REPOSITORY, SHAPES, Checks, Terminal, alive, editors, folder, program  # noqa: E402

CONFIG = REPOSITORY / "editors" / "helix"


class Helix(Terminal):
    def __init__(self, checks, version, root, *files):
        self.newer = version != "trixie"
        self.home = Path(tempfile.mkdtemp(prefix="pyflow-helix-home-"))
        target = self.home / ".config" / "helix"
        target.mkdir(parents=True)
        for name in ("languages.toml", "config.toml"):
            (target / name).write_bytes((CONFIG / name).read_bytes())
        environment = {
            "HOME": str(self.home),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "XDG_CACHE_HOME": str(self.home / ".cache"),
            "PATH": f"{program().parent}:{os.environ['PATH']}",
        }
        super().__init__(checks, [editors() / "bin" / f"hx-{version}", *files], root, environment)

    def escape(self):
        """Escape and the next key must not arrive as one: that would be Alt with that key."""
        self.keys("Escape")
        time.sleep(0.1)

    def go(self, line):
        self.escape()
        self.type(f":{line}")
        self.keys("Enter")

    def choose(self, title):
        """A code action by its title."""
        self.type(" a")
        if not self.sees(f"the menu offers {title}", title):
            return
        rows = self.screen().splitlines()
        # The first entry is selected; it stands at the top of a block of texts.
        at = next(index for index, row in enumerate(rows) if title in row)
        column = rows[at].index(title)
        first = at
        while first > 0 and rows[first - 1][column:column + 4].strip() and rows[first - 1][column - 1:column] == " ":
            first -= 1
        for _ in range(at - first):
            self.keys("Down")
        self.keys("Enter")

    def run(self, key, title):
        """By the key map where Helix can, else by the code action."""
        if self.newer:
            self.type(f" x{key}")
        else:
            self.choose(title)

    def values(self, line, value, name):
        """Helix shows values of a run at its next look at the hints: `space x v` makes it look."""
        for _ in range(10):
            end = time.monotonic() + 1
            while time.monotonic() < end:
                if value in self.row(line):
                    return self.checks.check(name, True)
                time.sleep(0.05)
            self.escape()
            self.type(" xv")
        return self.checks.check(name, False, self.screen())

    def log(self):
        path = self.home / ".cache" / "helix" / "helix.log"
        return path.read_text(encoding="utf-8", errors="replace")[-2000:] if path.exists() else ""


def crash_and_fix(checks, hx, root):
    # Typed and not saved: the program that runs has 3 where the disk has 2.
    hx.sees("the file is open", "print(area(2))")
    hx.go(9)
    hx.type("f2;r3gg")
    hx.sees("edited, not saved", "print(area(3))", "[+]")
    hx.run("f", "Run file")
    hx.sees("the error stands on its line", "NameError: name 'radious' is not defined")
    checks.check("on the line of the crash", "radious ** 2" in hx.row("NameError: name"), hx.screen())
    checks.check("underlined there", "4" in hx.styled("radious ** 2"), repr(hx.styled("radious ** 2")))
    hx.go(5)
    hx.sees("the cause stands below it", "`radius`")
    hx.type("/radious")
    hx.keys("Enter")
    hx.type(" k")
    hx.sees("hover tells the values at the crash", "value was 3")
    hx.picture("helix-error")
    hx.escape()
    hx.choose("Change 'radious' to 'radius'")
    hx.sees("the fix changes the text", "return math.pi * radius ** 2")
    checks.check("nothing was saved", (root / "shapes.py").read_text(encoding="utf-8") == SHAPES)
    hx.run("f", "Run file")
    hx.sees("run again it ends well", "finished after")
    hx.misses("and is clean", "NameError")
    hx.run("o", "Show output")
    if hx.newer:
        hx.sees("the output is opened", "28.27")
        hx.type(":buffer-close!")
        hx.keys("Enter")
    hx.escape()


def cells(checks, hx):
    hx.type(":open cells.py")
    hx.keys("Enter")
    hx.sees("the cells are open", "# %% first")
    hx.go(3)
    hx.run("c", "Run cell")
    hx.sees("the run is told of", "finished after")
    hx.values("base + 2", "⇒ 42", "the value is shown where it was made")
    hx.go(7)
    hx.run("c", "Run cell")
    hx.values("total  ", "⇒ 80", "the next cell knows the first")
    hx.picture("helix-cells")
    hx.go(3)
    hx.type("gl")
    hx.type("a1")
    hx.escape()
    checks.wait("a stale value goes", lambda: "⇒ 42" not in hx.screen(), hx.screen)
    hx.type("u")
    hx.go(11)
    hx.run("c", "Run cell")
    hx.sees("an endless cell runs", "⋅ 1 s" if hx.newer else "] 1 s")
    hx.run("x", "Interrupt")
    hx.sees("it can be stopped", "interrupted")
    hx.go(6)
    hx.run("c", "Run cell")
    hx.values("total  ", "⇒ 80", "the session is kept")
    hx.go(16)
    hx.run("c", "Run cell")
    hx.sees("what Helix can't ask is an error that says so", "EOFError")
    if hx.newer:
        hx.type(":lsp-workspace-command pyflow.runFile stdin=Ada")
        hx.keys("Enter")


def speed(hx):
    hx.type(":open crash.py")
    hx.keys("Enter")
    hx.sees("one line that fails", "1 / 0")
    hx.speed(["Space", "x", "f"], "ZeroDivisionError: division", lambda: hx.type(" xl"))
    hx.type(":buffer-close")
    hx.keys("Enter")


def quit_while_running(checks, hx):
    hx.go(11)
    hx.run("c", "Run cell")
    checks.wait("a run is under way", lambda: len(hx.descendants()) >= 3, hx.processes)
    started = hx.descendants()
    hx.escape()
    hx.type(":quit-all!")
    hx.keys("Enter")
    checks.wait("quitting ends all of them", lambda: not any(map(alive, started)), hx.processes, seconds=10)


def main(version):
    checks = Checks(f"helix {version}")
    root = folder("helix", {"pyproject.toml": "[project]\nname = 'x'\n", "shapes.py": SHAPES, "cells.py": CELLS, "crash.py": "1 / 0\n"})
    hx = Helix(checks, version, root, "shapes.py")
    try:
        crash_and_fix(checks, hx, root)
        cells(checks, hx)
        if hx.newer:
            speed(hx)
        quit_while_running(checks, hx)
    finally:
        hx.close()
    if checks.failed:
        print(hx.log())
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
