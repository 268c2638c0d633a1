"""Neovim with the plug-in, and without it by the help's own lines of configuration, against the real server."""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from terminal import CELLS, REPOSITORY, SHAPES, Checks, Terminal, alive, editors, folder, program  # noqa: E402

NVIM = editors() / "bin" / "nvim"
PLUGIN = REPOSITORY / "editors" / "nvim"
SET_UP = """
vim.opt.runtimepath:append({plugin})
vim.g.mapleader = " "
vim.opt.swapfile = false
vim.opt.shortmess:append("I")
vim.opt.statusline = "%f %m %= %{v:lua.require'pyflow'.statusline()}"
vim.diagnostic.config({ virtual_text = true })
require("pyflow").setup({ maps = true })
"""


class Neovim(Terminal):
    """Neovim on a terminal, and a second door to it for what the screen does not tell."""

    def __init__(self, checks, root, config, *files):
        self.home = Path(tempfile.mkdtemp(prefix="pyflow-nvim-home-"))
        self.door = self.home / "door"
        init = self.home / "init.lua"
        init.write_text(config, encoding="utf-8")
        command = [NVIM, "--clean", "-n", "-u", init, "--listen", self.door, *files]
        path = f"{program().parent}:{os.environ['PATH']}"
        super().__init__(checks, command, root, {"PATH": path, "HOME": str(self.home), "XDG_CACHE_HOME": str(self.home)})

    def lua(self, expression):
        """The value of a Lua expression in this Neovim."""
        text = f"json_encode(luaeval({json.dumps(expression)}))"
        done = subprocess.run(
            [NVIM, "--clean", "--server", self.door, "--remote-expr", text],
            capture_output=True, text=True, timeout=30, check=False,
        )
        return json.loads(done.stdout) if done.returncode == 0 and done.stdout else None

    def lines(self):
        return self.lua("vim.api.nvim_buf_get_lines(0, 0, -1, false)")

    def status(self):
        return self.lua("require('pyflow').statusline()")

    def findings(self):
        """Row, first and last column, severity and code of the buffer's diagnostics."""
        return self.lua(
            "vim.tbl_map(function(d) return { d.lnum, d.col, d.end_col, d.severity, d.code } end, vim.diagnostic.get(0))"
        )


def with_plugin(checks):
    root = folder("nvim", {"pyproject.toml": "[project]\nname = 'x'\n", "shapes.py": SHAPES, "cells.py": CELLS, "crash.py": "1 / 0\n"})
    config = SET_UP.replace("{plugin}", json.dumps(str(PLUGIN)))
    nvim = Neovim(checks, root, config, "shapes.py")
    try:
        nvim.sees("the file is open", "def area(radius)")
        checks.wait("the server is attached", lambda: nvim.lua("#vim.lsp.get_clients({ name = 'pyflow', bufnr = 0 })") == 1)
        checks.wait("the statusline says so", lambda: nvim.status() == "PyFlow", nvim.status)
        crash_and_fix(checks, nvim, root)
        cells(checks, nvim)
        unnamed(checks, nvim)
        speed(nvim)
        quit_while_running(checks, nvim)
    finally:
        nvim.close()


def crash_and_fix(checks, nvim, root):
    # Typed and not saved: the program that runs has 3 where the disk has 2.
    nvim.keys("G", "f", "2", "r", "3", "g", "g")
    nvim.keys("Space", "r", "r")
    nvim.sees("the error stands on its line", "NameError: name 'radious' is not defined", "✗ NameError")
    checks.check("on the line of the crash", "radious ** 2" in nvim.row("NameError: name"), nvim.screen())
    found = nvim.findings()
    wanted = [4, 21, 28, 1, "NameError"]
    checks.check("exact to the character", wanted in (found or []), found)
    checks.check("drawn as an error", "4" in nvim.styled("radious ** 2"), repr(nvim.styled("radious ** 2")))
    nvim.sees("the output is shown", 'shapes.py", line 5, in area', "── NameError")
    nvim.keys("Space", "r", "o")
    nvim.keys("g", "g")
    nvim.sees("from its start", "before green")
    checks.check("with its colours", re.search(r"38;2;\d+;\d+;\d+|\[32", nvim.styled("green")), repr(nvim.styled("green")))
    nvim.type(":wincmd p\r")
    nvim.type(":call cursor(5, 24)\r")
    nvim.keys("K")
    nvim.sees("hover tells the values at the crash", "radius")
    nvim.sees("the unsaved one", "value was 3")
    nvim.picture("nvim-error")
    nvim.keys("j")
    nvim.type(":PyFlow explain\r")
    checks.wait("the explanation floats", lambda: nvim.lua("#vim.tbl_filter(function(w) return vim.api.nvim_win_get_config(w).relative ~= '' end, vim.api.nvim_list_wins())") == 1, nvim.screen)
    nvim.keys("j")
    nvim.type(":PyFlow! fix\r")
    checks.wait("the fix changes the text", lambda: "    return math.pi * radius ** 2" in (nvim.lines() or []), nvim.screen)
    checks.check("nothing was saved", (root / "shapes.py").read_text(encoding="utf-8") == SHAPES)
    nvim.keys("Space", "r", "r")
    nvim.sees("run again it is clean", "28.27", "PyFlow ✓")
    checks.wait("no diagnostic is left", lambda: nvim.findings() == [], nvim.findings)
    nvim.keys("Space", "r", "o")
    checks.wait("the output can be entered", lambda: nvim.lua("vim.bo.filetype") == "pyflow-output")
    nvim.keys("q")
    nvim.misses("and closed", "── ok")
    nvim.keys("u")
    nvim.keys("Space", "r", "r")
    nvim.sees("the error is back after undo", 'shapes.py", line 5, in area')
    nvim.keys("Space", "r", "o")
    nvim.type("/in area\r")
    nvim.keys("Enter")
    checks.wait("a frame is a link", lambda: nvim.lua("{ vim.fn.expand('%:t'), vim.fn.line('.') }") == ["shapes.py", 5], nvim.screen)
    nvim.type(":PyFlow clear\r")
    checks.wait("results can be cleared", lambda: nvim.findings() == [], nvim.findings)


def cells(checks, nvim):
    nvim.type(":edit! cells.py\r")
    nvim.sees("the cells are open", "# %% first")
    checks.wait("attached here too", lambda: nvim.lua("#vim.lsp.get_clients({ name = 'pyflow', bufnr = 0 })") == 1)
    nvim.type(":call cursor(3, 1)\r")
    nvim.keys("Space", "r", "n")
    checks.wait("the value is shown where it was made", lambda: "⇒ 42" in nvim.row("base + 2"), nvim.screen)
    checks.check("and the cursor is in the next cell", nvim.lua("vim.fn.line('.')") == 6)
    nvim.keys("Space", "r", "c")
    checks.wait("the next cell knows the first", lambda: "⇒ 80" in nvim.screen(), nvim.screen)
    nvim.keys("Space", "r", "v")
    checks.wait("variables are listed", lambda: re.search(r"base +int +40", nvim.screen()), nvim.screen)
    nvim.picture("nvim-cells")
    nvim.type(":call cursor(3, 1)\r")
    nvim.keys("A")
    nvim.type(" + 1")
    nvim.keys("Escape")
    checks.wait("a stale value goes", lambda: "⇒" not in nvim.row("base + 2 + 1"), nvim.screen)
    nvim.keys("V", "Space", "r", "s")
    checks.wait("a selected line is run", lambda: "⇒ 43" in nvim.row("base + 2 + 1"), nvim.screen)
    nvim.type(":call cursor(11, 1)\r")
    nvim.keys("Space", "r", "c")
    checks.wait("an endless cell runs", lambda: nvim.status() == "PyFlow ▶", nvim.status)
    nvim.keys("Space", "r", "x")
    checks.wait("it can be stopped", lambda: nvim.status() == "PyFlow ✗ interrupted", nvim.status)
    nvim.type(":call cursor(7, 1)\r")
    nvim.keys("Space", "r", "s")
    checks.wait("the session is kept", lambda: "ok" in str(nvim.lua("require('pyflow.runs').last(vim.uri_from_bufnr(0)).result.status")), nvim.screen)
    nvim.type(":call cursor(16, 1)\r")
    nvim.keys("Space", "r", "c")
    nvim.sees("a program's question is asked", "Who?")
    checks.wait("at the command line", lambda: nvim.screen().splitlines()[-1].startswith("Who?") or "Who? " in nvim.screen().rstrip().splitlines()[-1], nvim.screen)
    nvim.type("Ada\r")
    nvim.sees("and the answer arrives", "Who? Ada", "hello Ada")
    nvim.type(":call cursor(20, 1)\r")
    nvim.keys("Space", "r", "c")
    nvim.sees("a table becomes a file", "[text/html: ")
    nvim.type(":PyFlow restart\r")
    checks.wait("after a restart the names are gone", lambda: "No variables" in nvim.screen(), nvim.screen)


def unnamed(checks, nvim):
    nvim.type(":only | enew | setlocal filetype=python\r")
    nvim.keys("i")
    nvim.type("print('from', 'nowhere')")
    nvim.keys("Escape")
    nvim.type(":PyFlow run\r")
    nvim.sees("a buffer without a name runs", "from nowhere")
    nvim.type(":only | edit! cells.py\r")


def speed(nvim):
    nvim.type(":edit crash.py\r")
    nvim.sees("one line that fails", "1 / 0")
    nvim.speed(["Space", "r", "r"], "■ ZeroDivisionError", lambda: nvim.type(":silent PyFlow clear\r"))
    nvim.type(":only | edit! cells.py\r")


def quit_while_running(checks, nvim):
    nvim.type(":call cursor(11, 1)\r")
    nvim.keys("Space", "r", "c")
    checks.wait("a run is under way", lambda: nvim.status() == "PyFlow ▶", nvim.status)
    started = nvim.descendants()
    checks.check("the server and a Python are there", len(started) >= 3, nvim.processes())
    nvim.type(":qa!\r")
    checks.wait("quitting ends all of them", lambda: not any(map(alive, started)), lambda: nvim.processes(), seconds=10)


def without_plugin(checks):
    """The lines of the help, and Neovim's own maps."""
    text = (PLUGIN / "doc" / "pyflow.txt").read_text(encoding="utf-8")
    block = next(part for part in re.findall(r">lua\n(.*?)\n<", text, re.S) if "vim.lsp.enable" in part)
    lines = [line for line in block.splitlines() if line.strip()]
    checks.check("six lines are enough", len(lines) == 6, block)
    root = folder("plain", {"pyproject.toml": "", "shapes.py": SHAPES})
    config = f"vim.opt.shortmess:append('I')\nvim.diagnostic.config({{ virtual_text = true }})\n{block}\n"
    nvim = Neovim(checks, root, config, "shapes.py")
    try:
        checks.wait("without the plug-in it attaches", lambda: nvim.lua("#vim.lsp.get_clients({ name = 'pyflow', bufnr = 0 })") == 1)
        nvim.type("5Ggra")
        nvim.sees("running is a code action", "Run file", "Run cell", "Restart session")
        number = re.search(r"(\d+): Run file", nvim.screen())
        nvim.type((number.group(1) if number else "") + "\r")
        nvim.sees("the error stands on its line", "NameError: name 'radious' is not defined")
        nvim.type(":lua vim.lsp.buf.code_action({ apply = true, filter = function(a) return a.kind == 'quickfix' end })\r")
        checks.wait("the fix is applied", lambda: "    return math.pi * radius ** 2" in (nvim.lines() or []), nvim.screen)
        nvim.type(":qa!\r")
        checks.wait("and it quits", lambda: not nvim.processes(), nvim.processes, seconds=10)
    finally:
        nvim.close()


def main():
    checks = Checks("nvim")
    with_plugin(checks)
    without_plugin(checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main())
