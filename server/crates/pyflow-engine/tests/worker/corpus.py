"""The crash corpus through the worker: the right exception at the right place, for every case that applies.

    python3 corpus.py CORPUS_DIR [PYTHON ...]
"""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

import harness


def load(case):
    import tomllib

    with open(os.path.join(case, "case.toml"), "rb") as file:
        return tomllib.load(file)


def version_of(python):
    made = subprocess.run(
        [python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], stdout=subprocess.PIPE, check=True
    )
    return made.stdout.decode().strip()


def numbers(version):
    return tuple(int(part) for part in version.split("."))


def has_module(python, name):
    code = "import importlib.util as u, sys; sys.exit(u.find_spec(sys.argv[1]) is None)"
    return subprocess.run([python, "-c", code, name], cwd="/").returncode == 0


def applies(spec, python, version):
    low, high = spec["min_python"], spec.get("max_python", "3.99")
    return (
        numbers(low) <= numbers(version) <= numbers(high)
        and sys.platform.startswith(spec.get("platform", ""))
        and all(has_module(python, name) for name in spec.get("requires", ()))
        and not any(has_module(python, name) for name in spec.get("requires_absent", ()))
    )


def units(text):
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def lines_of(path):
    with open(path, "rb") as file:
        data = file.read()
    text = harness.decode(data)
    return text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff").split("\n")


def column(line, byte):
    return units(line.encode("utf-8", "surrogatepass")[:byte].decode("utf-8", "replace"))


def place_of(exception, folder):
    """(file, line from 1, first column, last column or None) of the diagnostic that the exception asks for."""
    syntax = exception.get("syntax")
    if syntax and os.path.realpath(syntax["filename"]).startswith(folder):
        lines = lines_of(syntax["filename"]) if os.path.exists(syntax["filename"]) else []
        line = syntax["lineno"]
        if not 0 < line <= len(lines) or syntax["offset"] <= 0:
            return os.path.relpath(syntax["filename"], folder), line, None, None
        # Offsets are characters of the line that the interpreter shows.
        text = syntax["text"]
        first = units(text[: syntax["offset"] - 1])
        last = None
        if syntax["end_lineno"] == line and syntax["end_offset"] > syntax["offset"]:
            last = units(text[: syntax["end_offset"] - 1])
        return os.path.relpath(syntax["filename"], folder), line, first, last
    mine = [
        frame
        for frame in exception["frames"]
        if not frame["file"].startswith("<") and os.path.realpath(frame["file"]).startswith(folder)
    ]
    if not mine:
        return None, None, None, None
    frame = mine[-1]
    start, end = frame["range"]["start"], frame["range"]["end"]
    lines = lines_of(frame["file"])
    return (
        os.path.relpath(os.path.realpath(frame["file"]), folder),
        start["line"] + 1,
        column(lines[start["line"]], start["byte"]) if frame["exact"] else None,
        column(lines[end["line"]], end["byte"]) if frame["exact"] else None,
    )


def environment(spec):
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    env.update(PYTHONDONTWRITEBYTECODE="1", PYTHONHASHSEED="0", LC_ALL="C.UTF-8", LANG="C.UTF-8", TZ="UTC", NO_COLOR="1")
    env.update(spec.get("env", {}))
    for name in spec.get("unset_env", ()):
        env.pop(name, None)
    return env


def run_case(case, spec, python, folder):
    main = os.path.join(folder, "main.py")
    stdin = spec.get("stdin", "").encode()
    return harness.run(
        python, main, env=environment(spec), stdin=stdin, timeout=spec.get("timeout", 20),
        argv=spec.get("argv", ()), cwd=os.path.normpath(os.path.join(folder, spec.get("cwd", "."))),
    )


def unreadable(path):
    """Whether Python refuses the file's bytes; the server finds that before anything runs."""
    import io
    import tokenize

    with open(path, "rb") as file:
        data = file.read()
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return True
    return b"\0" in data


def check(case, python, version):
    """None if all is as the case says, a text if not, "skip" if it does not apply."""
    spec = load(case)
    if not applies(spec, python, version) or unreadable(os.path.join(case, "main.py")):
        return "skip"
    with tempfile.TemporaryDirectory() as temporary:
        folder = os.path.join(os.path.realpath(temporary), os.path.basename(case))
        shutil.copytree(case, folder, ignore=shutil.ignore_patterns("__pycache__", "*.fixed.py", "case.toml"))
        outcome = run_case(case, spec, python, folder)
        return judge(spec, outcome, folder, version)


def judge(spec, outcome, folder, version):
    per = spec.get("python", {}).get(version, {})
    name = per.get("exception", spec["exception"])
    if "timeout" in spec:
        return None if outcome.timed_out else "it ended"
    if outcome.timed_out:
        return "it does not end"
    if outcome.status not in (spec.get("exit_code", 1), -2 if name == "KeyboardInterrupt" else 1000):
        return "exit status %r: %r" % (outcome.status, outcome.stderr[-300:])
    if not spec.get("squiggle", True):
        return None
    if name.endswith("Warning"):
        found = [item for item in outcome.all("warning") if item["type"] == name]
        if not found:
            return "no warning"
        lines = [item["line"] + 1 for item in found]
        return None if spec["line"] in lines else "warning on %r" % lines
    exceptions = [item["exception"] for item in outcome.all("reported")]
    if outcome.error:
        exceptions.insert(0, outcome.error)
    exceptions = [item for item in exceptions if item["type"] == name]
    if not exceptions:
        return "not reported; error %r" % (outcome.error and outcome.error["type"])
    exception = exceptions[0]
    file, line, first, last = place_of(exception, folder)
    problems = []
    if spec.get("python_gives_line", True):
        if file != per.get("file", spec.get("file", "main.py")):
            problems.append("file %r" % file)
        want = per.get("line", spec["line"])
        if line != want and line not in spec.get("line_also", ()):
            problems.append("line %r, not %r" % (line, want))
        if numbers(version) >= (3, 11):
            want = per.get("col_start", spec.get("col_start")), per.get("col_end", spec.get("col_end"))
            if want[0] is not None and first != want[0]:
                problems.append("column %r, not %r" % (first, want[0]))
            if want[1] is not None and last != want[1]:
                problems.append("end %r, not %r" % (last, want[1]))
    for at, leaf in enumerate(spec.get("leaf", ())):
        got = exception.get("group") or []
        if at >= len(got) or got[at]["type"] != leaf["exception"]:
            problems.append("leaf %d" % at)
        elif "line" in leaf and place_of(got[at], folder)[1] != leaf["line"]:
            problems.append("leaf %d at %r" % (at, place_of(got[at], folder)))
    if "cause" in spec:
        got = exception.get("cause") or exception.get("context") or {}
        if got.get("type") != spec["cause"]["exception"]:
            problems.append("cause %r" % got.get("type"))
        elif "line" in spec["cause"] and place_of(got, folder)[1] != spec["cause"]["line"]:
            problems.append("cause at %r" % (place_of(got, folder),))
    return "; ".join(problems) or None


def main(corpus, python, only=""):
    version = version_of(python)
    failed = passed = skipped = 0
    for path in sorted(glob.glob(os.path.join(corpus, "*", "case.toml"))):
        case = os.path.dirname(path)
        if only not in case:
            continue
        problem = check(case, python, version)
        if problem == "skip":
            skipped += 1
        elif problem:
            failed += 1
            print("FAIL  corpus: %s on %s: %s" % (os.path.basename(case), version, problem))
        else:
            passed += 1
    return failed, passed, skipped


if __name__ == "__main__":
    for interpreter in sys.argv[2:] or [sys.executable]:
        print(interpreter, main(sys.argv[1], interpreter))
