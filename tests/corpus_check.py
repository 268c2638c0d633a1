#!/usr/bin/env python3
"""Runs the crash corpus through the real language server and holds it to its figures.

    corpus_check.py PYFLOW [--only TEXT] [--python PATH] [-v]

Each case is run in a copy of its folder, as an editor would; what is shown is compared with the case's facts. The
last line gives the figures; the exit status is 0 when each is at least what FLOORS says.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent / "support"))
import lsp_client

CORPUS = Path(__file__).parent / "corpus"
HIDDEN = shutil.ignore_patterns("__pycache__", "*.fixed.py", "case.toml")
# Shares of the cases, but for `false_fix`: how many edits called verified are wrong.
FLOORS = {"type": 0.99, "line": 0.99, "range": 0.97, "silence": 1.0, "linked": 1.0, "explain": 0.95, "fix": 0.9}
CEILINGS = {"false_fix": 0}


class Python:
    def __init__(self, path):
        ask = "import sys; print(*sys.version_info[:2]); print(sys.platform)"
        version, platform = subprocess.run([path, "-c", ask], capture_output=True, text=True,
                                           check=True).stdout.splitlines()
        self.path, self.version, self.platform = path, tuple(map(int, version.split())), platform

    def has(self, module):
        ask = f"import importlib.util as u, sys; sys.exit(u.find_spec({module!r}) is None)"
        return subprocess.run([self.path, "-c", ask], capture_output=True).returncode == 0


def specification(folder, python):
    spec = tomllib.loads((folder / "case.toml").read_text("utf-8"))
    spec.update(spec.get("python", {}).get("%d.%d" % python.version, {}))
    return spec


def applies(spec, python):
    def version(text):
        return tuple(map(int, text.split(".")))
    return (version(spec["min_python"]) <= python.version <= version(spec.get("max_python", "9.9"))
            and python.platform.startswith(spec.get("platform", ""))
            and all(python.has(module) for module in spec.get("requires", []))
            and not any(python.has(module) for module in spec.get("requires_absent", [])))


def decode(data):
    if data.startswith(b"\xef\xbb\xbf"):
        return data[3:].decode("utf-8", "replace")
    coding = re.match(rb"(?:[^\n]*\n)?[ \t]*#.*?coding[:=][ \t]*([-\w.]+)", data)
    try:
        return data.decode(coding[1].decode() if coding else "utf-8")
    except (LookupError, UnicodeDecodeError):
        return data.decode("utf-8", "replace")


class Case:
    """One case in the server: what is right and what is wrong about it."""

    def __init__(self, client, spec, folder, python):
        self.client, self.spec, self.folder, self.python = client, spec, folder, python
        self.right, self.wrong = {}, []
        self.false_fixes = 0

    def check(self, name, right, why):
        self.right[name] = right
        if not right:
            self.wrong.append(f"{name}: {why}")

    def run(self):
        spec, client = self.spec, self.client
        main = self.folder / "main.py"
        self.uri = client.open(main, decode(main.read_bytes()))
        argument = {"uri": self.uri, "wait": True, "args": spec.get("argv", [])}
        if "stdin" in spec:
            argument["stdin"] = spec["stdin"]
        if "timeout" in spec:
            argument["timeoutMs"] = int(spec["timeout"] * 1000)
        result = client.execute("pyflow.runFile", argument)
        shown = [(uri, item) for uri, params in client.diagnostics.items() for item in params["diagnostics"]
                 if self.folder in lsp_client.path_of(uri).parents]
        self.judge(result, shown)
        client.close(self.uri)

    def judge(self, result, shown):
        spec = self.spec
        target = self.folder / spec.get("file", "main.py")
        wanted = spec["exception"]
        errors = [item for _, item in shown if item["severity"] == 1]
        if not spec.get("squiggle", True):
            ended = (result.get("exception") or {}).get("type")
            ends = ("timeout",) if "timeout" in spec else ("exit", "interrupted")
            self.check("type", result["status"] in ends or ended == wanted, result["status"])
            # A time limit that the user set is told at the line where the program was: no error of the program.
            errors = [item["message"] for item in errors if not ("timeout" in spec and item["code"] == "TimeLimit")]
            self.check("silence", not errors, f"shown: {errors[:1]}")
            return
        best = max(shown, default=None, key=lambda s: (
            lsp_client.path_of(s[0]) == target, s[1].get("code") == wanted,
            s[1]["range"]["start"]["line"] + 1 == spec.get("line"), s[1]["severity"] == 1))
        if best is None:
            for name in ("type", "line", "range", "explain"):
                self.check(name, False, f"nothing is shown; status {result['status']}")
            return
        uri, item = best
        self.check("type", item.get("code") == wanted, f"want {wanted}, shown {item.get('code')}")
        if "line" in spec:
            at = (lsp_client.path_of(uri), item["range"]["start"]["line"] + 1)
            lines = [spec["line"], *spec.get("line_also", [])]
            self.check("line", at[0] == target and at[1] in lines, f"want {spec['line']}, shown {at[0].name}:{at[1]}")
            if "col_start" in spec and self.python.version >= (3, 11):
                self.range(item["range"], target)
        links = [part["line"] for part in [*spec.get("leaf", []), *([spec["cause"]] if "cause" in spec else [])]
                 if "line" in part]
        if links:
            related = [r["location"] for _, i in shown for r in i.get("relatedInformation") or []]
            at = {place["range"]["start"]["line"] + 1 for place in [*related, *(i for _, i in shown)]}
            self.check("linked", set(links) <= at, f"want {links}, shown {sorted(at)}")
        self.explanation(uri, item, result)
        self.fixes(uri, item)

    def range(self, shown, target):
        line = decode(target.read_bytes()).splitlines()[self.spec["line"] - 1]
        start, end = shown["start"], shown["end"]
        wanted = self.spec.get("col_end")
        right = (start["line"], start["character"]) == (self.spec["line"] - 1, self.spec["col_start"])
        if wanted is None:
            last = len(line.rstrip().encode("utf-16-le")) // 2
            right = right and (end["line"] > start["line"] or end["character"] >= last)
        else:
            right = right and (end["line"], end["character"]) == (start["line"], wanted)
        self.check("range", right, f"want {self.spec['col_start']}-{wanted}, shown {shown}")

    def explanation(self, uri, item, result):
        hover = self.client.request("textDocument/hover", {
            "textDocument": {"uri": uri}, "position": item["range"]["start"]}) or {}
        contents = hover.get("contents") or {}
        text = "\n".join([item["message"], contents.get("value", ""), result.get("diagnosis") or ""]).lower()
        lacking = [words for words in self.spec["hint_keywords"]
                   if not any(word.lower() in text for word in words.split("|"))]
        self.check("explain", not lacking, f"lacks {lacking}")

    def fixes(self, uri, item):
        """The first edit offered, judged by plain Python; and every edit that calls itself verified."""
        end = time.monotonic() + 3
        while True:
            found = [a for a in self.client.actions(uri, item) if a.get("kind") == "quickfix" and a.get("edit")]
            undecided = all(a["data"]["verified"] == "unknown" for a in found)
            if not found or not undecided or time.monotonic() > end:
                break
            time.sleep(0.1)
        found.sort(key=lambda action: not action.get("isPreferred"))
        verdicts = [self.works(action["edit"]) for action in found[:4]]
        for action, works in zip(found, verdicts):
            if action["data"]["verified"] == "yes" and not (works and self.spec["fixable"]):
                self.false_fixes += 1
                self.wrong.append(f"false fix: {action['title']}")
        if self.spec["fixable"] and self.spec["fix"]["kind"] == "heuristic":
            self.check("fix", bool(verdicts) and verdicts[0], f"{[a['title'] for a in found[:3]]}")

    def works(self, edit):
        if not self.spec["fixable"]:
            return False
        with tempfile.TemporaryDirectory() as scratch:
            copy = Path(scratch) / self.folder.name
            shutil.copytree(self.folder, copy)
            try:
                texts = lsp_client.edited_texts(edit, lambda path: decode(path.read_bytes()))
                for path, text in texts.items():
                    (copy / path.relative_to(self.folder)).write_bytes(text.encode("utf-8", "surrogateescape"))
                done = subprocess.run([self.python.path, str(copy / "main.py"), *self.spec.get("argv", [])],
                                      capture_output=True, cwd=copy / self.spec.get("cwd", "."), timeout=15,
                                      input=self.spec.get("stdin", "").encode())
            except (OSError, ValueError, subprocess.TimeoutExpired):
                return False
        wanted, out = self.spec["fix"], done.stdout.decode("utf-8", "replace").strip()
        expected = wanted.get("expected_stdout", "").strip()
        parts = wanted.get("stdout_contains", [])
        right = all(part in out for part in parts) if wanted.get("open") else out == expected
        return done.returncode == 0 and right


def run_case(folder, spec, scratch, args, python):
    """Runs one case in a server of its own."""
    copy = scratch / folder.name
    shutil.copytree(folder, copy, ignore=HIDDEN)
    env = {**os.environ, "XDG_STATE_HOME": str(scratch / "state"), "XDG_CONFIG_HOME": str(scratch / "config")}
    env = {name: value for name, value in env.items() if name not in spec.get("unset_env", [])}
    options = {"interpreter": python.path, "cwd": str(copy / spec.get("cwd", "."))}
    with lsp_client.Client([str(args.pyflow.resolve()), "lsp"], copy, env, options) as client:
        case = Case(client, spec, copy, python)
        try:
            case.run()
        except (TimeoutError, ConnectionError, lsp_client.Refused, KeyError) as problem:
            case.check("type", False, repr(problem))
    return case


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pyflow", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--jobs", type=int, default=min(4, os.cpu_count() or 1))
    parser.add_argument("-v", action="store_true", dest="verbose")
    args = parser.parse_args()
    python = Python(args.python)
    counts, false_fixes, skipped = {}, 0, 0
    began = time.monotonic()
    folders = [folder for folder in sorted(CORPUS.iterdir())
               if (folder / "case.toml").is_file() and args.only in folder.name]
    with tempfile.TemporaryDirectory(prefix="pyflow-corpus-") as scratch, ThreadPoolExecutor(args.jobs) as pool:
        running = []
        for folder in folders:
            spec = specification(folder, python)
            if applies(spec, python):
                running.append((folder, pool.submit(run_case, folder, spec, Path(scratch).resolve(), args, python)))
            else:
                skipped += 1
        for folder, future in running:
            case = future.result()
            for name, right in case.right.items():
                good, all_ = counts.get(name, (0, 0))
                counts[name] = (good + right, all_ + 1)
            false_fixes += case.false_fixes
            needed = [wrong for wrong in case.wrong if args.verbose or wrong.split(":")[0] not in ("fix", "explain")]
            if needed:
                print(f"{folder.name}: {'; '.join(needed)}", flush=True)
    shares = {name: good / all_ for name, (good, all_) in counts.items()}
    low = [name for name, floor in FLOORS.items() if shares.get(name, 1) < floor]
    high = [name for name, most in CEILINGS.items() if {"false_fix": false_fixes}[name] > most]
    figures = "  ".join(f"{name} {good}/{all_}" for name, (good, all_) in sorted(counts.items()))
    print(f"{figures}  false_fix {false_fixes}  skipped {skipped}  in {time.monotonic() - began:.0f} s")
    if low or high:
        print(f"not held: {', '.join(low + high)}")
    return bool(low or high)


if __name__ == "__main__":
    sys.exit(main())
