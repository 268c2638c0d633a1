"""How a run that was attacked is judged: its class, and the checks that tests/attacks/attacks.toml names."""

import json
import os
import time
from pathlib import Path

import processes

# Asked while the session still lives; the others once it has been ended, in the order of their delays.
FIRST = ("server_alive", "next_run_ok", "late_output_not_in_next_run")
ENDS = {"timeout": "killed_timeout", "refused": "rejected", "ok": "contained"}
LIMITS = {"memory": "killed_memory", "disk": "killed_disk", "output": "truncated"}


def was_cut(result):
    return result.get("limit") == "output" or any((result.get("truncated") or {}).values())


def class_of(result, expect):
    """Which of the classes a result is; a clean end with cut output counts as what was expected of the two."""
    if result is None:
        return "no_result"
    lines = "\n".join([result.get("stdout") or "", result.get("stderr") or ""]).splitlines()
    if any(line.startswith("ESCAPED") for line in lines):
        return "ESCAPED"
    status = result["status"]
    if status == "limit":
        return LIMITS.get(result.get("limit"), "error")
    if status == "exit" and result.get("exitCode") == 0:
        status = "ok"
    found = ENDS.get(status, "error")
    return "truncated" if was_cut(result) and found in ("contained", "error") and found not in expect else found


def escape(result):
    lines = "\n".join([result.get("stdout") or "", result.get("stderr") or ""]).splitlines()
    return next((line for line in lines if line.startswith("ESCAPED")), "")


class Checks:
    """A method for each kind of check: why it does not hold, or nothing."""

    def __init__(self, way, fixture, limits, result, wall, watch, original):
        self.way, self.fixture, self.limits, self.wall, self.watch = way, fixture, limits, wall, watch
        self.result, self.original = result or {}, original
        self.ended, self.following = time.monotonic(), None

    def all(self, checks):
        late = sorted((c for c in checks if c["kind"] not in FIRST), key=lambda c: c.get("after_s", 0))
        wrong = [self.one(c) for c in checks if c["kind"] in FIRST]
        if late and self.way.session:
            self.way.end_session()
            self.ended = time.monotonic()
        wrong += [self.one(c) for c in late]
        return [why for why in wrong if why]

    def one(self, check):
        try:
            why = getattr(self, check["kind"])(check)
        except (OSError, TimeoutError, ConnectionError) as problem:
            why = repr(problem)
        return f"{check['kind']}: {why}" if why else None

    def wait(self, seconds):
        time.sleep(max(0.0, self.ended + seconds - time.monotonic()))

    def next_run(self):
        if self.following is None:
            self.following = self.way.next_run() or {}
        return self.following

    def server_alive(self, _):
        seconds = self.way.answers_in()
        return "" if seconds <= 1 else f"the server's answer took {seconds:.1f} s"

    def next_run_ok(self, _):
        run = self.next_run()
        ok = run.get("status") == "ok" and "2" in (run.get("stdout") or "").split()
        return "" if ok else f"status {run.get('status')}, stdout {(run.get('stdout') or '')[:60]!r}"

    def late_output_not_in_next_run(self, _):
        return "" if self.next_run().get("stdout") == "2\n" else f"stdout {self.next_run().get('stdout', '')[:60]!r}"

    def wall_at_most(self, check):
        most = self.limits["timeout_s"] + check["extra_s"]
        return "" if self.wall <= most else f"{self.wall:.1f} s, at most {most:.1f}"

    def result_present(self, _):
        return "" if self.result.get("durationMs") is not None and self.result.get("status") else "no result"

    def result_is_valid_json(self, _):
        try:
            json.dumps(self.result, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError:
            return "it has a lone surrogate"
        return self.way.malformed or ("" if self.result else "no result")

    def error_type(self, check):
        have = (self.result.get("exception") or {}).get("type")
        return "" if have == check["type"] else f"{have}, not {check['type']}"

    def error_type_or_timeout(self, check):
        return "" if self.result.get("status") == "timeout" else self.error_type(check)

    def output_contains(self, check):
        return "" if check["text"] in (self.result.get("stdout") or "") else f"{check['text']!r} is not in stdout"

    def output_at_most(self, _):
        size = max(len((self.result.get(s) or "").encode("utf-8", "replace")) for s in ("stdout", "stderr"))
        return "" if size <= self.limits["output_bytes"] + 1000 else f"{size} bytes"

    def truncation_notice(self, _):
        return "" if was_cut(self.result) else "nothing says that output was cut"

    def spoof_absent(self, check):
        # Locals show the program's own values, as stdout its own text.
        own = {"stdout", "stderr", "source", "locals"}

        def rest(value):
            if isinstance(value, dict):
                return {key: rest(part) for key, part in value.items() if key not in own}
            return [rest(part) for part in value] if isinstance(value, list) else value
        return "" if check["token"] not in json.dumps(rest(self.result)) else "the token is in the result"

    def secret_not_in_output(self, _):
        return "" if self.fixture.canary.encode() not in self.way.everything() else "a secret is in the answer or the log"

    def no_process(self, check):
        self.wait(check["after_s"])
        names = [name for name, _ in processes.below(os.getpid()).values()]
        left = [name for name in names if name.startswith(check["comm_prefix"])]
        return f"still there: {left[:3]}" if left else ""

    no_process_after_server_kill = no_process

    def file_absent(self, check):
        self.wait(check.get("after_s", 0))
        path = self.fixture.fill(check["path"])
        return f"{check['path']} is there" if os.path.lexists(path) else ""

    def file_unchanged(self, check):
        path = Path(self.fixture.fill(check["path"]))
        before = self.original.get(path, self.fixture.before.get(path))
        return "" if path.is_file() and path.read_bytes() == before else f"{check['path']} is another"

    def no_connection(self, check):
        count = self.fixture.arrived[check["listener"]]
        return f"{count} arrived" if count else ""

    def canary_alive(self, _):
        if self.fixture.process.poll() is not None:
            return "the other process was ended"
        return "the server was ended" if self.way.session is not None and self.way.gone() else ""

    def memory_at_most(self, check):
        most = check["factor"] * self.limits["memory_mb"]
        return "" if self.watch.tree <= most else f"{self.watch.tree:.0f} MB, at most {most:.0f}"

    def server_memory_growth_at_most(self, check):
        return "" if self.watch.own <= check["mb"] else f"the server grew by {self.watch.own:.0f} MB"

    def host_memory_growth_at_most(self, check):
        return "" if self.watch.shared <= check["mb"] else f"shared memory grew by {self.watch.shared:.0f} MB"

    def disk_growth_at_most(self, check):
        return "" if self.watch.disk <= check["mb"] else f"{self.watch.disk:.0f} MB"

    def run_dir_removed(self, _):
        self.wait(1)
        left = sorted(path.name for path in self.fixture["tmp"].iterdir())
        return f"left in the temporary folder: {left[:3]}" if left else ""
