#!/usr/bin/env python3
"""Runs the attacks and the harmless programs of this folder through the real program. Linux.

    run.py [PYFLOW] [--quick] [--only TEXT] [--policies P…] [--modes M…] [--users U…] [--jobs N] [--python PATH]

PYFLOW is by default $PYFLOW, else target/debug/pyflow. attacks.toml's head says what a fixture, a class and a check
is. Script mode is `pyflow run --json --sandbox POLICY`; a session's is a cell of the language server. Root runs each
probe as itself and as nobody. `--quick` takes a third of the probes, each under every policy, with modes and users in
turn; what is left out is left out by its place in the file, so it is always the same.

Which layers a run must have is not asked of PyFlow: they are tried here, and a run that names fewer fails.
"""

import argparse
import concurrent.futures
import ctypes
import json
import os
import platform
import pwd
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections import namedtuple
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import attack_checks
import lsp_client
import processes
from attack_fixture import Fixture

User = namedtuple("User", "name uid gid")
DEFAULTS = {"timeout_s": 5, "memory_mb": 256, "disk_mb": 64, "output_bytes": 100000}
POLICIES = ("off", "standard", "strict", "repl-whitelist")
QUICK = 3  # of so many probes, one
ANSWER_SECONDS = 15
TIMES = ("wall_at_most", "server_alive")
# What the attacks take for granted of `standard` and `strict`; an editor allows its user more by default.
CLOSED = {"network": "off", "read": "workspace", "write": "run"}
# What is known not to hold yet, and why. It is printed in each run; what holds again has to be taken off.
OPEN = {("sqlite_file", "standard", "script"): "agents' runs can't write beside their file, not even to throw it away",
        ("sqlite_file", "strict", "script"): "agents' runs can't write beside their file, not even to throw it away"}
BENIGN = {"group": "benign", "expect": ["contained"], "checks": [], "policies": list(POLICIES[:3]),
          "modes": ["script", "repl"]}


# ---------------------------------------------------------------- ways to run a probe
class Script:
    """`pyflow run --json`: the file is the program."""
    session, malformed = None, ""

    def __init__(self, spec, fixture):
        self.fixture, self.spec = fixture, spec
        self.out, self.log = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self.process = self.start(spec["file"], self.out)

    def start(self, file, out):
        # It waits for a line first: the probe is to know the process that runs it.
        words = [self.spec["pyflow"], "run", "--json", "--sandbox", self.spec["profile"], "--timeout",
                 str(self.spec["limits"]["timeout_s"]), file]
        return subprocess.Popen(["sh", "-c", 'read go; exec "$@" </dev/null', "sh", *words], stdin=subprocess.PIPE,
                                stdout=out, stderr=self.log, cwd=self.fixture["workspace"],
                                env=self.fixture.environment, **self.fixture.become())

    def finish(self, process, out, seconds):
        try:
            process.communicate(b"\n", seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        out.seek(0)
        try:
            result = json.loads(out.read(50_000_000).decode("utf-8"))
        except ValueError as problem:
            self.malformed = str(problem)
            return None
        return result if "status" in result else None

    def run(self, _text, seconds):
        return self.finish(self.process, self.out, seconds)

    def next_run(self):
        self.fixture.put(self.fixture["workspace"] / "next_run.py", "print(1+1)\n")
        with tempfile.TemporaryFile() as out:
            return self.finish(self.start("next_run.py", out), out, ANSWER_SECONDS)

    def answers_in(self):
        return 0.0  # no server stays behind

    def gone(self):
        return False

    def everything(self):
        self.log.seek(0)
        self.out.seek(0)
        return self.out.read() + self.log.read()

    def close(self):
        pass


class Session:
    """A cell of an open document: the text is one command of its session."""
    malformed = ""

    def __init__(self, spec, fixture):
        self.fixture, limits = fixture, spec["limits"]
        milliseconds = limits["timeout_s"] * 1000
        closed = {} if spec["profile"] == "off" or spec["group"] == "benign" else CLOSED
        options = {
            "sandbox": {"profile": spec["profile"], "memoryMb": limits["memory_mb"], "diskMb": limits["disk_mb"],
                        **closed},
            "session": {"timeoutMs": milliseconds, "whitelist": spec["policy"] == "repl-whitelist"},
            "run": {"timeoutMs": milliseconds, "maxOutputBytes": limits["output_bytes"]}}
        self.log = tempfile.TemporaryFile()
        self.client = lsp_client.Client([spec["pyflow"], "lsp"], fixture["workspace"], fixture.environment, options,
                                        log=self.log, **fixture.become())
        self.process, self.session = self.client.process, self.client
        self.path = fixture["workspace"] / spec["file"]

    def cell(self, seconds):
        return self.client.execute("pyflow.runCell", {
            "uri": self.uri, "position": {"line": 0, "character": 0}, "wait": True}, seconds)

    def run(self, text, seconds):
        self.uri = self.client.open(self.path, text)
        return self.cell(seconds)

    def next_run(self):
        self.client.change(self.uri, "print(1+1)\n")
        return self.cell(ANSWER_SECONDS)

    def answers_in(self):
        began = time.monotonic()
        self.client.execute("pyflow.status", {}, 5)
        return time.monotonic() - began

    def gone(self):
        return self.process.poll() is not None

    def end_session(self):
        self.client.execute("pyflow.destroySession", {"uri": self.uri}, 5)

    def everything(self):
        self.log.seek(0)
        return b"".join(self.client.bodies) + self.log.read(1_000_000)

    def close(self):
        if not self.gone():
            self.process.kill()


# ---------------------------------------------------------------- one probe, in a process of its own
def probe(spec):
    """Runs one probe; returns what is wrong."""
    processes.adopt_orphans()
    user = User(*spec["user"]) if spec["user"] else None
    fixture = Fixture(Path(spec["base"]), user, spec["python"], spec["limits"], spec.get("setup", []))
    path = fixture["workspace"] / spec["file"]
    if "code" in spec:
        fixture.put(path, spec["code"])
    else:
        shutil.copyfile(HERE / spec["file"], path)
    text = path.read_bytes().decode("utf-8", "replace")
    way = (Script if spec["mode"] == "script" else Session)(spec, fixture)
    fixture.tell(way.process.pid)
    fixture.own()
    watch = processes.Watch(way.process.pid, fixture.disk_mb)
    watch.start()
    killed = next((c for c in spec["checks"] if c["kind"] == "no_process_after_server_kill"), None)
    if killed:
        threading.Timer(killed["kill_after_s"], way.process.kill).start()
    began, result, problem = time.monotonic(), None, None
    try:
        result = way.run(text, spec["limits"]["timeout_s"] + ANSWER_SECONDS)
    except (OSError, TimeoutError, ConnectionError, lsp_client.Refused) as error:
        problem = repr(error)
    wall = time.monotonic() - began
    watch.end()
    checks = attack_checks.Checks(way, fixture, spec["limits"], result, wall, watch, {path: path.read_bytes()})
    wrong = judge(spec, result, problem, killed)
    wrong += checks.all(spec["checks"])
    way.close()
    fixture.process.kill()
    return {"wrong": wrong}


def judge(spec, result, problem, killed):
    found = attack_checks.class_of(result, spec["expect"])
    if killed and found == "no_result":
        return []  # whoever would have answered was ended on purpose
    wrong = []
    if found not in spec["expect"]:
        said = attack_checks.escape(result or {}) or problem or (result or {}).get("refused") or ""
        wrong.append(f"{found}, not {' or '.join(spec['expect'])} {said}".rstrip())
    if spec["group"] == "benign" and "ok" not in ((result or {}).get("stdout") or "").split():
        wrong.append(f"does not print ok: {((result or {}).get('stderr') or '')[-150:]!r}")
    held = (result or {}).get("sandbox") or {}
    if result is not None and result["status"] != "refused":
        if held.get("profile") != spec["profile"]:
            wrong.append(f"ran under the profile {held.get('profile')}")
        if spec["profile"] != "off" and (held.get("tier") != spec["tier"] or held.get("missing")):
            wrong.append(f"held by {held.get('tier')}, without {held.get('missing')}; this machine has {spec['tier']}")
    return wrong


# ---------------------------------------------------------------- what this machine has
def tier_of(user):
    """The tier that a run of this user must name: tried in a child, not asked of PyFlow."""
    def child():
        libc = ctypes.CDLL(None, use_errno=True)
        if user is not None:
            os.setgroups([])
            os.setgid(user.gid)
            os.setuid(user.uid)
        namespaces = 0x10000000 | 0x20000000 | 0x20000 | 0x40000000  # user, pid, mount, net
        if libc.unshare(namespaces) == 0:
            return 0
        landlock_create_ruleset, version = 444, 1
        return 1 if libc.syscall(landlock_create_ruleset, None, 0, version) > 0 else 2
    pid = os.fork()
    if pid == 0:
        status = 2
        try:
            status = child()
        finally:
            os._exit(status)
    return ("namespaces", "landlock", "limits")[os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])]


def users_of(names):
    """The users to run as: whoever calls, and for root nobody too. None is the caller."""
    if os.geteuid() != 0:
        return {"user": None}
    nobody = pwd.getpwnam("nobody")
    known = {"root": None, "user": User(nobody.pw_name, nobody.pw_uid, nobody.pw_gid)}
    return {name: known[name] for name in names}


def can(user, command):
    become = {} if user is None else {"user": user.uid, "group": user.gid, "extra_groups": []}
    try:
        return subprocess.run(command, capture_output=True, timeout=30, cwd="/", **become).returncode == 0
    except OSError:
        return False


def interpreter_for(user, wish):
    """A Python that the user may start: the one that is wished for, else one on PATH."""
    folders = [*os.environ.get("PATH", "").split(os.pathsep), "/usr/bin", "/usr/local/bin"]
    for path in [wish, *(os.path.join(folder, "python3") for folder in folders)]:
        if can(user, [path, "-c", "import sys; sys.exit(sys.version_info < (3, 8))"]):
            return path
    raise SystemExit(f"{user.name if user else 'the caller'} can start no Python from 3.8 on: put one on PATH")


def modules_of(python, names):
    ask = "import importlib.util as u, sys; print(*(n for n in sys.argv[1:] if u.find_spec(n)))"
    return subprocess.run([python, "-c", ask, *names], capture_output=True, text=True, cwd="/").stdout.split()


# ---------------------------------------------------------------- all probes
def specifications(args, users):
    """(spec, why it is left out or None), for each probe, policy, mode and user."""
    attacks = tomllib.loads((HERE / "attacks.toml").read_text("utf-8"))["attack"]
    for item in tomllib.loads((HERE / "benign.toml").read_text("utf-8"))["benign"]:
        attacks.append({**BENIGN, "file": f"{item['name']}.py", **item})
    facts = {}
    for name, user in users.items():
        python = interpreter_for(user, args.python)
        facts[name] = (python, tier_of(user), modules_of(python, ["numpy", "pandas"]))
    turn = 0
    for number, item in enumerate(attacks):
        if args.only not in item["name"] or args.quick and number % QUICK:
            continue
        for policy in item["policies"]:
            ways = [(mode, name) for mode in item["modes"] for name in users if mode in args.modes]
            if policy not in args.policies or not ways:
                continue
            turn += 1
            for mode, name in [ways[turn % len(ways)]] if args.quick else ways:
                python, tier, modules = facts[name]
                spec = {**item, "policy": policy, "mode": mode, "as": name, "user": users[name], "python": python,
                        "tier": tier, "limits": {**DEFAULTS, **item.get("limits", {})},
                        "profile": "standard" if policy == "repl-whitelist" else policy}
                lacking = [n for n in item.get("needs", [])
                           if n not in ("linux", *modules) and not (n == "tty" and os.isatty(0))]
                yield spec, f"needs {', '.join(lacking)}" if lacking else None


def reachable(path, users, scratch):
    """The program where every user can start it."""
    copy = scratch / "pyflow"
    shutil.copyfile(path, copy)
    copy.chmod(0o755)
    for user in users.values():
        if not can(user, [str(copy), "--version"]):
            raise SystemExit(f"{copy} can't be started by {user.name if user else 'the caller'}: see --scratch")
    return str(copy)


def run_one(spec, scratch):
    base = Path(tempfile.mkdtemp(dir=scratch))
    base.chmod(0o755)
    process = subprocess.Popen([sys.executable, __file__, "--probe"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, cwd=scratch)
    try:
        out, err = process.communicate(json.dumps({**spec, "base": str(base)}).encode(), 90)
        return json.loads(out)["wrong"]
    except subprocess.TimeoutExpired:
        return ["the probe did not come back in 90 s"]
    except ValueError:
        return [f"the probe broke: {err.decode('utf-8', 'replace').strip()[-300:]}"]
    finally:
        if process.poll() is None:
            for pid in processes.below(process.pid):
                try:
                    os.kill(pid, 9)
                except OSError:
                    pass
            process.kill()
            process.wait()
        subprocess.run(["chmod", "-R", "u+rwx", str(base)], capture_output=True)
        subprocess.run(["rm", "-rf", str(base)], capture_output=True)


def run_all(specs, scratch, jobs):
    """How many passed and failed. Those that look at the whole machine run alone."""
    failed, late = [], []

    def work(spec, again=late):
        wrong = run_one(spec, scratch)
        where = f"{spec['policy']}/{spec['mode']}/{spec['as']} {spec['name']}"
        if reason := OPEN.get((spec["name"], spec["policy"], spec["mode"])):
            print(f"open: {where}: {reason}", flush=True)
            wrong = [] if wrong else ["holds now: take it off the list OPEN"]
        if wrong and again is not None and all(why.startswith(TIMES) for why in wrong):
            again.append(spec)  # the machine may have been busy: it is run again, alone
        elif wrong:
            failed.append(spec)
            print(f"{where}: {'; '.join(wrong)}", flush=True)
    alone = [s for s in specs if s["group"] == "mem" or any(c["kind"] == "canary_alive" for c in s["checks"])]
    for part, workers in (([s for s in specs if s not in alone], jobs), (alone, 1)):
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            list(pool.map(work, part))
    for spec in late:
        work(spec, None)
    return len(specs) - len(failed), len(failed)


def scratch_parent(users):
    """Not in a temporary folder, which programs may write; where all users can look."""
    shared = Path("/srv")
    return shared if any(users.values()) and shared.is_dir() else HERE


def main():
    if sys.argv[1:] == ["--probe"]:
        outcome = probe(json.load(sys.stdin))
        processes.end_all_below(os.getpid())
        print(json.dumps(outcome), flush=True)
        os._exit(0)  # threads that listen never end
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pyflow", type=Path, nargs="?", default=os.environ.get("PYFLOW") or "target/debug/pyflow")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="", help="probes whose name contains this")
    parser.add_argument("--policies", nargs="+", default=POLICIES, choices=POLICIES)
    parser.add_argument("--modes", nargs="+", default=["script", "repl"], choices=["script", "repl"])
    parser.add_argument("--users", nargs="+", default=["root", "user"], choices=["root", "user"])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--scratch", type=Path, help="where the fixtures are built: no temporary or cache folder")
    args = parser.parse_args()
    if platform.system() != "Linux":
        raise SystemExit("the attacks are for Linux")
    users = users_of(args.users)
    with tempfile.TemporaryDirectory(prefix=".attacks-", dir=args.scratch or scratch_parent(users),
                                     ignore_cleanup_errors=True) as scratch:
        scratch = Path(scratch).resolve()
        scratch.chmod(0o755)
        pyflow = reachable(args.pyflow, users, scratch)
        specs, left_out = [], {}
        for spec, why in specifications(args, users):
            if why:
                left_out[why] = left_out.get(why, 0) + 1
            else:
                specs.append({**spec, "pyflow": pyflow})
        for name, user in users.items():
            print(f"{name}: {tier_of(user)}, {interpreter_for(user, args.python)}")
        began = time.monotonic()
        passed, failed = run_all(specs, scratch, max(1, args.jobs))
    for why, count in left_out.items():
        print(f"{count} left out: {why}")
    if os.geteuid() != 0:
        print("as root: not run, for this is a normal user")
    print(f"{passed} passed, {failed} failed, in {time.monotonic() - began:.0f} s")
    return bool(failed or not passed)


if __name__ == "__main__":
    sys.exit(main())
