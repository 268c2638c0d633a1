#!/usr/bin/env python3
"""Runs the programs of fixtures/errors through the language server and compares what is shown.

    errors.py [PYFLOW] [--only TEXT] [--python PATH] [--show]

PYFLOW is by default $PYFLOW, else target/debug/pyflow. How a program and its expectations are written stands in
fixtures/errors/README.md. `--show` prints what the program under test shows, in the same form, and judges nothing.
"""

import argparse
import difflib
import json
import os
import re
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "support"))
import lsp_client

FIXTURES = HERE.parent / "fixtures" / "errors"
# Trials of a busy machine take their time; one that has come back does not keep anybody waiting.
VERDICT_SECONDS = 20
SETTLE_SECONDS = 2.5
MARKER = re.compile(r"^\s*(\^+)(?: +(.*))?$")
KEY = re.compile(r"^(Arguments|Input|Time limit|Settings|Python|Platform|Encoding|Line ends|Finding|Ends|Explanation|"
                 r"Prints): *(.*)$")
FIX = re.compile(r"^Fix(, verified)?: *`(.*)`$")
CODE = re.compile(r"`([^`]*)`")
NO_FIX = "No fix is offered."


class Malformed(Exception):
    """A Markdown file that is not written as its README says."""


@dataclass(frozen=True)
class Finding:
    file: str
    line: int            # from 1
    start: int           # in UTF-16 units; -1 when the place within the line is not said
    end: int
    text: str            # "Type: message", perhaps cut; "warning " before it for one
    def __str__(self):
        span = f", {self.start}-{self.end}" if self.start >= 0 else ""
        return f"{self.file} line {self.line}{span} `{self.text}`"


@dataclass
class Fix:
    title: str
    verified: bool
    diff: list = field(default_factory=list)   # (file, "-" or "+", text)


@dataclass
class Program:
    name: str
    where: str
    files: dict = field(default_factory=dict)  # name -> text; the first is the one that is run
    findings: list = field(default_factory=list)
    fixes: list = field(default_factory=list)
    no_fix: bool = False
    keys: dict = field(default_factory=dict)

    @property
    def main(self):
        return next(iter(self.files))

    def words(self):
        return CODE.findall(self.keys.get("Explanation", ""))


# ---------------------------------------------------------------- reading the Markdown
def read(path):
    """The programs of one file."""
    programs, block = [], None
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        if block is not None:
            if line.startswith("```"):
                close(programs[-1], *block)
                block = None
            else:
                block[1].append(line)
        elif line.startswith("## "):
            programs.append(Program(line[3:].strip(), f"{path.name}:{number}"))
        elif line.startswith("```"):
            if not programs:
                raise Malformed(f"{path.name}:{number}: a block before the first heading")
            block = (line[3:].split(), [])
        elif programs:
            said(programs[-1], line, f"{path.name}:{number}")
    for program in programs:
        if not program.files:
            raise Malformed(f"{program.where}: no program")
        if not program.fixes and not program.no_fix:
            raise Malformed(f"{program.where}: says neither which fix is offered nor that none is")
    return programs


def close(program, info, lines):
    language = info[0] if info else ""
    if language == "diff":
        if not program.fixes:
            raise Malformed(f"{program.where}: a diff without the line `Fix: …` before it")
        program.fixes[-1].diff += diff_of(lines, program.main)
        return
    name = info[1] if len(info) > 1 else "main.py"
    if language == "python":
        lines = unmarked(program, name, lines)
    program.files[name] = "".join(line + "\n" for line in lines)


def unmarked(program, name, lines):
    """The lines without the markers, which become findings."""
    kept = []
    for line in lines:
        if (marker := MARKER.match(line)) and kept and marker[2]:
            above, columns = kept[-1], (marker.start(1), marker.end(1))
            start, end = (len(above[:column].encode("utf-16-le")) // 2 for column in columns)
            program.findings.append(Finding(name, len(kept), start, end, marker[2].strip()))
        else:
            kept.append(line)
    return kept


def said(program, line, where):
    if key := KEY.match(line):
        if key[1] == "Finding":
            found = re.match(r"(?:in `([^`]+)`, )?line (\d+)(?:, (\d+)-(\d+))?: `(.*)`$", key[2])
            if not found:
                raise Malformed(f"{where}: a finding is `line N, A-B: `Type: message``")
            span = [int(found[n] or -1) for n in (3, 4)]
            program.findings.append(Finding(found[1] or program.main, int(found[2]), *span, found[5]))
        else:
            program.keys[key[1]] = key[2]
    elif fix := FIX.match(line):
        program.fixes.append(Fix(fix[2], bool(fix[1])))
    elif line.startswith("Fix"):
        raise Malformed(f"{where}: a fix is `Fix: `title`` or `Fix, verified: `title``")
    elif line == NO_FIX:
        program.no_fix = True


def diff_of(lines, file):
    """The changed lines of a diff, each with its file."""
    changes = []
    for line in lines:
        if line.startswith("--- "):
            file = line[4:]
        elif line[:1] in ("-", "+"):
            changes.append((file, line[0], line[1:]))
    return changes


# ---------------------------------------------------------------- what is shown
class Shown:
    def __init__(self, client, program, folder):
        self.client, self.program, self.folder = client, program, folder
        main = folder / program.main
        keys = program.keys
        argument = {"wait": True, "args": CODE.findall(keys.get("Arguments", ""))}
        if "Input" in keys:
            argument["stdin"] = "".join(CODE.findall(keys["Input"])).encode().decode("unicode_escape")
        if "Time limit" in keys:
            argument["timeoutMs"] = int(float(keys["Time limit"].split()[0]) * 1000)
        text = main.read_bytes().decode(keys.get("Encoding", "utf-8"), "replace")
        self.uri = argument["uri"] = client.open(main, text)
        self.result = client.execute("pyflow.runFile", argument, 90)
        shown = [(uri, item) for uri, params in list(client.diagnostics.items()) for item in params["diagnostics"]
                 if folder in lsp_client.path_of(uri).parents]
        self.items = [(uri, item) for uri, item in shown if item.get("severity", 1) <= 2]
        self.findings = [self.finding(uri, item) for uri, item in self.items]
        self.text = "\n".join([self.result.get("diagnosis") or "", *(self.explanation(*shown) for shown in self.items)])

    def finding(self, uri, item):
        start, end = item["range"]["start"], item["range"]["end"]
        first = item["message"].split("\n")[0]
        code = item.get("code")
        if not first.startswith(str(code)):
            first = f"{code}: {first}"
        mark = "warning " if item.get("severity") == 2 else ""
        last = end["character"]
        if end["line"] > start["line"]:
            line = lsp_client.path_of(uri).read_text("utf-8", "replace").split("\n")[start["line"]]
            last = len(line.rstrip().encode("utf-16-le")) // 2
        return Finding(lsp_client.path_of(uri).name, start["line"] + 1, start["character"], last, mark + first)

    def explanation(self, uri, item):
        hover = self.client.request("textDocument/hover", {
            "textDocument": {"uri": uri}, "position": item["range"]["start"]}) or {}
        return item["message"] + "\n" + (hover.get("contents") or {}).get("value", "")

    def fixes(self):
        fixes = []
        for uri, item in self.items:
            for action in self.client.actions(uri, item):
                if action.get("kind") == "quickfix" and action.get("edit"):
                    fix = Fix(action["title"].removesuffix(" (verified)"), action["data"]["verified"] == "yes",
                              self.diff(action["edit"]))
                    if fix not in fixes:
                        fixes.append(fix)
        return fixes

    def diff(self, edit):
        encoding = self.program.keys.get("Encoding", "utf-8")
        before = {}

        def text_of(path):
            return before.setdefault(path, path.read_bytes().decode(encoding, "replace"))
        changes = []
        for path, after in sorted(lsp_client.edited_texts(edit, text_of).items()):
            lines = difflib.unified_diff(before[path].splitlines(), after.splitlines(), lineterm="", n=0)
            changes += diff_of([line for line in lines if not re.match(r"---|\+\+\+", line)],
                               str(path.relative_to(self.folder)))
        return changes

    def settled_fixes(self, wanted):
        """The fixes, when they are as wanted and stay so; else those after the time for a verdict."""
        end = time.monotonic() + VERDICT_SECONDS
        while True:
            fixes = self.fixes()
            if fixes == wanted or time.monotonic() > end:
                if any(not fix.verified for fix in fixes) and time.monotonic() < end:
                    time.sleep(SETTLE_SECONDS)
                    fixes = self.fixes()
                return fixes
            if not fixes and not wanted:
                return fixes
            time.sleep(0.1)

    def end(self):
        code = self.result.get("exitCode")
        return self.result["status"] + (f", exit code {code}" if code is not None else "")


def differences(program, shown):
    """What is shown and should not be, and what is not and should."""
    wrong = []
    rest = list(shown.findings)
    for wanted in program.findings:
        place = (wanted.file, wanted.line)
        match = next((f for f in rest if (f.file, f.line) == place and f.text.startswith(wanted.text)
                      and wanted.start in (-1, f.start) and wanted.end in (-1, f.end)), None)
        if match:
            rest.remove(match)
        else:
            wrong.append(f"finding wanted  {wanted}")
    wrong += [f"finding shown   {finding}" for finding in rest]
    text = shown.text.lower()
    wrong += [f"explanation lacks `{word}`" for word in program.words() if word.lower() not in text]
    if "Ends" in program.keys and program.keys["Ends"] != shown.end():
        wrong.append(f"ends with {shown.end()}, wanted {program.keys['Ends']}")
    for printed in CODE.findall(program.keys.get("Prints", "")):
        if printed not in shown.result["stdout"]:
            wrong.append(f"does not print `{printed}`, but {shown.result['stdout'][-200:]!r}")
    fixes = shown.settled_fixes(program.fixes)
    if fixes != program.fixes:
        wrong += compared("fix", written(program.fixes), written(fixes))
    if any(line.startswith("explanation") for line in wrong):
        wrong += ["explained as:", *("    " + line for line in shown.text.splitlines()[:30])]
    return wrong


def written(fixes):
    """Fixes as the Markdown has them."""
    lines = []
    for fix in fixes:
        lines += [f"Fix{', verified' if fix.verified else ''}: `{fix.title}`", "", "```diff"]
        file = None
        for name, sign, text in fix.diff:
            if name not in (file, "main.py"):
                lines.append(f"--- {name}")
            file = name
            lines.append(sign + text)
        lines += ["```", ""]
    return lines or [NO_FIX]


def compared(what, wanted, shown):
    return [f"{what} (- wanted, + shown)"] + [
        "    " + line for line in difflib.ndiff(wanted, shown) if line.strip() and line[0] != "?"]


def shown_as_markdown(program, shown):
    for finding in shown.findings:
        print(f"Finding: {finding}")
    print(f"Ends: {shown.end()}", shown.result.get("refused") or "")
    print("Explained:", shown.text.replace("\n", "\n    "))
    end = time.monotonic() + 3
    fixes = shown.fixes()
    while not all(fix.verified for fix in fixes) and time.monotonic() < end:
        time.sleep(0.2)
        fixes = shown.fixes()
    print("\n".join(written(fixes)))


# ---------------------------------------------------------------- running
def applies(program, version):
    needed = program.keys.get("Python")
    minimum, _, maximum = (needed or "3.8").partition(" to ")
    def number(text):
        return tuple(int(part) for part in text.split("."))
    return (number(minimum) <= version <= number(maximum or "3.99")
            and sys.platform.startswith(program.keys.get("Platform", "")))


def laid_out(program, folder):
    encoding = program.keys.get("Encoding", "utf-8")
    newline = "\r\n" if program.keys.get("Line ends") == "CRLF" else "\n"
    for name, text in program.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.replace("\n", newline).encode(encoding))


def servers(programs):
    """Programs by the settings that their server needs."""
    groups = {}
    for program in programs:
        settings = "".join(CODE.findall(program.keys.get("Settings", "")))
        groups.setdefault(settings, []).append(program)
    return groups.items()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pyflow", type=Path, nargs="?", default=os.environ.get("PYFLOW") or "target/debug/pyflow")
    parser.add_argument("--only", default="", help="programs whose file or heading contains this")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--fixtures", type=Path, default=FIXTURES)
    args = parser.parse_args()
    version = sys.version_info[:2]
    if args.python != sys.executable:
        version = lsp_client.python_version(args.python)
    try:
        programs = [p for path in sorted(args.fixtures.glob("*.md")) if path.name != "README.md" for p in read(path)]
    except Malformed as problem:
        raise SystemExit(str(problem))
    programs = [p for p in programs if args.only.lower() in f"{p.where} {p.name}".lower()]
    chosen = [p for p in programs if applies(p, version)]
    passed, failed = 0, 0
    with tempfile.TemporaryDirectory(prefix="pyflow-errors-") as scratch:
        scratch = Path(scratch).resolve()
        env = {**os.environ, "XDG_STATE_HOME": str(scratch / "state"), "XDG_CONFIG_HOME": str(scratch / "config")}
        for number, (settings, group) in enumerate(servers(chosen)):
            root = scratch / f"server{number}"
            folders = [root / f"{n:03}" for n in range(len(group))]
            for program, folder in zip(group, folders):
                laid_out(program, folder)
            options = {**(json.loads(settings) if settings else {}), "interpreter": args.python}
            command = [str(args.pyflow.resolve()), "lsp"]
            with lsp_client.Client(command, root, env, options, folders) as client:
                for program, folder in zip(group, folders):
                    try:
                        shown = Shown(client, program, folder)
                        if args.show:
                            print(f"\n#### {program.where} {program.name}")
                            shown_as_markdown(program, shown)
                            continue
                        wrong = differences(program, shown)
                        client.close(shown.uri)
                    except (TimeoutError, ConnectionError, OSError, lsp_client.Refused, KeyError) as problem:
                        wrong = [f"no answer: {problem!r}"]
                    passed, failed = passed + (not wrong), failed + bool(wrong)
                    if wrong:
                        print(f"{program.where}: {program.name}", *wrong, sep="\n    ", flush=True)
    skipped = len(programs) - len(chosen)
    print(f"{passed} passed, {failed} failed" + (f", {skipped} for other versions or systems" if skipped else ""))
    return bool(failed) or not (passed or args.show)


if __name__ == "__main__":
    sys.exit(main())
