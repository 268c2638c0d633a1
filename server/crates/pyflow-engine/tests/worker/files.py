"""File runs: what is told of them beyond what plain Python does (that is `parity.py`)."""
import glob
import os
import signal
import shutil
import subprocess
import tempfile
import time

import harness
from sessions import equal


class Place:
    """A folder with a program in it, and the interpreter to run it with."""

    def __init__(self, python, folder):
        self.python, self.folder = python, folder
        self.path = os.path.join(folder, "prog.py")
        self.env = dict(os.environ, PYTHONDONTWRITEBYTECODE="1", NO_COLOR="1")
        self.env.pop("PYTHONPATH", None)

    def write(self, text, name="prog.py"):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run(self, program, **more):
        self.write(program)
        more.setdefault("env", self.env)
        return harness.run(self.python, self.path, **more)


def exact(place):
    out = place.run("import sys\nfor i in range(2000):\n    print('o', i)\n    print('e', i, file=sys.stderr)\n")
    lines = b"".join(value for kind, value in out.order)
    equal(lines, b"".join(b"o %d\ne %d\n" % (at, at) for at in range(2000)))


def flood(place):
    out = place.run("for i in range(200000): print('line', i)\n1 / 0\n", timeout=60)
    equal(out.stdout, b"".join(b"line %d\n" % at for at in range(200000)))
    equal((out.error["type"], out.garbage), ("ZeroDivisionError", 0))


def bulk(place):
    text = (
        "for i in range(500): print('x' * 65535)\n"
        "import sys\nfor i in range(500000): sys.stdout.write('0123456789')\n"
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0], file=sys.stderr)\n"
    )
    out = place.run(text, timeout=60)
    equal(len(out.stdout), 500 * 65536 + 5000000)
    if int(out.stderr) > 40000:
        raise AssertionError("memory grew to %s kB" % out.stderr)


def threads_print(place):
    out = place.run(
        "import threading\ndef f(n):\n    for i in range(3000): print('t%d %d' % (n, i))\n"
        "ts = [threading.Thread(target=f, args=(n,)) for n in range(4)]\n[t.start() for t in ts]; [t.join() for t in ts]\n",
        timeout=30,
    )
    equal(sum(out.stdout.count(b"t%d " % n) for n in range(4)), 12000)


def first_line_at_once(place):
    place.write("import time\nprint('first')\ntime.sleep(3)\n")
    worker = harness.Worker(place.python, env=place.env)
    worker.run_file(place.path)
    begun = time.monotonic()
    for kind, value in worker.events():
        if kind == "stdout":
            break
    spent = time.monotonic() - begun
    worker.close()
    if spent > 2:
        raise AssertionError("after %.1f s" % spent)


def interrupted(place):
    for body in ("while True: pass\n", "import time\ntime.sleep(30)\n", "while True: print('x' * 200)\n", "input()\n"):
        place.write(body)
        worker = harness.Worker(place.python, env=place.env, stdin=None)
        worker.run_file(place.path)
        worker.until("started")
        time.sleep(0.3)
        worker.interrupt()
        out = harness.Outcome(worker)
        equal((out.status, out.done["status"]), (-signal.SIGINT, "interrupted"))
        equal(out.error["type"], "KeyboardInterrupt")
        equal(out.error["frames"][-1]["kind"], "user")
        equal(out.garbage, 0)


def handler_prints(place):
    """A signal handler may print while the program prints."""
    out = place.run(
        "import signal, threading, os, time\nn = [0]\ndef h(*a):\n    n[0] += 1\n    print('handled', n[0])\n"
        "signal.signal(signal.SIGUSR2, h)\n"
        "def poke():\n    for i in range(200):\n        os.kill(os.getpid(), signal.SIGUSR2)\n        time.sleep(0.001)\n"
        "t = threading.Thread(target=poke)\nt.start()\nwhile t.is_alive(): print('x' * 50)\nt.join()\nprint('end')\n",
        timeout=30,
    )
    equal((out.status, out.stdout.endswith(b"end\n"), out.garbage), (0, True, 0))
    if out.stdout.count(b"handled") < 2:
        raise AssertionError("%d handled" % out.stdout.count(b"handled"))


def unsaved(place):
    """What runs, and what is shown, is the editor's text."""
    place.write("print('old')\n\n\n")
    text = "def f():\n    return 1 / 0  # new\n\nf()\n"
    out = harness.run(place.python, place.path, text, env=place.env)
    equal(b"return 1 / 0  # new" in out.stderr, True)
    with open(place.path) as file:
        equal(file.read(), "print('old')\n\n\n")
    text = "import inspect, traceback\ndef f():\n    return 5\nprint(inspect.getsource(f))\n"
    text += "try: f(1)\nexcept TypeError: traceback.print_exc()\n"
    out = harness.run(place.python, place.path, text, env=place.env)
    equal(b"return 5" in out.stdout and b"try: f(1)" in out.stderr, True)
    out = harness.run(place.python, os.path.join(place.folder, "Untitled-1"), "print(__name__)\n1 / 0\n", env=place.env)
    equal((out.stdout, out.error["frames"][0]["range"]["start"]["line"]), (b"__main__\n", 1))


def mark(place):
    out = place.run("print(1)\n1/0", text="\ufeffprint(1)\n1/0")
    equal((out.stdout, out.error["type"]), (b"1\n", "ZeroDivisionError"))


def overlay(place):
    helper = place.write("def f(): return 'disk'\n", "helper.py")
    inside = place.write("", "pack/__init__.py")
    module = place.write("a = 'disk'\n", "pack/part.py")
    text = "import helper, pack.part\nprint(helper.f(), pack.part.a, pack.b)\nhelper.g()\n"
    texts = {helper: "def f(): return 'editor'\n\ndef g():\n    1 / 0\n", module: "a = 'part'\n", inside: "b = 'init'\n"}
    out = place.run(text, overlays=texts)
    equal(out.stdout, b"editor part init\n")
    equal(out.error["frames"][-1]["range"]["start"]["line"], 3)
    equal(os.path.exists(os.path.join(place.folder, "__pycache__")), False)
    out = place.run(text, overlays=dict(texts, **{helper: "def f(:\n"}))
    equal((out.error["type"], out.error["syntax"]["filename"]), ("SyntaxError", helper))
    equal(b"pyflow" in out.stderr, False)


def as_module(place):
    place.write("X = 1\n", "pkg/__init__.py")
    place.write("Y = 2\n", "pkg/other.py")
    path = place.write("old\n", "pkg/mod.py")
    text = "from .other import Y\nfrom . import X\nprint(X, Y, __name__, __package__, __spec__.name)\n1 / 0\n"
    out = harness.run(
        place.python, path, text, env=place.env, module="pkg.mod", sys_path0=place.folder, cwd=place.folder
    )
    equal(out.stdout, b"1 2 __main__ pkg pkg.mod\n")
    equal((out.error["type"], [frame["file"] for frame in out.error["frames"]]), ("ZeroDivisionError", [path]))
    out = harness.run(
        place.python, path, text, env=place.env, module="pkg.nothing", sys_path0=place.folder, cwd=place.folder
    )
    equal(out.error["message"], "No module named pkg.nothing")


def where(place):
    other = os.path.join(place.folder, "deep")
    os.makedirs(other)
    out = place.run(
        "import os, sys\nprint(os.getcwd(), sys.path[0], sys.argv, os.environ.get('A'), os.environ.get('HOME'))\n",
        cwd=other, argv=["a", "b c"], **{"env": dict(place.env, HOME="x")},
    )
    expected = "%s %s %r None x\n" % (other, place.folder, [place.path, "a", "b c"])
    equal(out.stdout.decode(), expected)
    worker = harness.Worker(place.python, env=dict(place.env, HOME="x"))
    worker.run_file(place.path, cwd=other, argv=["a", "b c"], env={"set": {"A": "1"}, "unset": ["HOME"]})
    equal(harness.Outcome(worker).stdout.decode(), expected.replace("None x", "1 None"))


def relative_pythonpath(place):
    place.write("V = 4\n", "lib/inlib.py")
    out = place.run("import inlib\nprint(inlib.V)\n", env=dict(place.env, PYTHONPATH="lib"))
    equal(out.stdout, b"4\n")


def locale(place):
    out = place.run("print('\u00e9\u4e2d')\nimport sys\nprint('\u00e9', file=sys.stderr)\n1 / 0  # \u00e9\n",
                    env={"LC_ALL": "C", "PATH": os.environ["PATH"]})
    equal((out.stdout.decode(), out.stderr.decode().startswith("\u00e9\n")), ("\u00e9\u4e2d\n", True))


def shadowing(place):
    """The program's own files with the names of standard modules are its modules, and break nothing."""
    for name in ("json", "traceback", "types", "linecache", "ast", "struct", "token", "tokenize", "re", "warnings"):
        place.write("raise SystemExit('shadow')\n", name + ".py")
    out = place.run("def f(x):\n    return x['a']\nf({})\n")
    equal((out.error["type"], len(out.all("facts"))), ("KeyError", 1))
    out = place.run("import json\n")
    equal((out.done["exit_code"], out.stderr), (1, b"shadow\n"))
    os.remove(os.path.join(place.folder, "warnings.py"))
    out = place.run("x = (1) is 1\n1 / 0\n", text="x = (1) is 1\nnope\n")
    equal((out.error["type"], out.all("warning")[0]["type"]), ("NameError", "SyntaxWarning"))


def own_warnings(place):
    place.write("MINE = 1\n", "warnings.py")
    out = place.run("import warnings\nprint(hasattr(warnings, 'MINE'))\n")
    plain = subprocess.run([place.python, place.path], env=place.env, stdout=subprocess.PIPE)
    equal(out.stdout, plain.stdout)  # a .pth file may have loaded the standard one before


def facts(place):
    out = place.run(
        "class Stock:\n    def __init__(self):\n        self.items = {'apple': 3, 'pear': 4}\n"
        "    def take(self, name, amount=1):\n        self.items[name] -= amount\n        return self.items[name]\n"
        "LIMIT = 3\nPASSWORD = 'hidden'\nstock = Stock()\nstock.take('aple')\n"
    )
    found = out.all("facts")[0]["facts"]["frames"][0]
    values = {(item["line"], item["byte"], item["end_byte"]): item["value"] for item in found["exprs"]}
    equal(values[4, 8, 18]["keys"], [["str", "apple"], ["str", "pear"]])
    equal(values[4, 19, 23]["value"], "aple")
    equal([(item["name"], item["default"]) for item in found["params"]],
          [("self", False), ("name", False), ("amount", True)])
    equal(found["locals"]["amount"]["value"], 1)
    equal(sorted(found["globals"]), ["LIMIT", "PASSWORD", "Stock", "stock"])
    equal(b"hidden" in repr(out.all("facts")).encode(), False)
    equal(out.all("facts")[0]["locals"][-1][1][1], {"name": "name", "type": "str", "repr": "'aple'"})


def attribute_facts(place):
    out = place.run("import math\nnames = ['a']\nmath.squareroot(4)\n")
    found = out.all("facts")[0]["facts"]
    equal("sqrt" in found["extra"].get("module_names", ["sqrt"]), True)
    if "object" in found:  # 3.10 and later
        equal("sqrt" in found["object"]["attrs"], True)
    out = place.run("def f(a, b, *, c=1, **d): pass\nf(1)\n")
    value = out.all("facts")[0]["facts"]["frames"][0]["exprs"][0]["value"]
    equal([item["kind"] for item in value["params"]], ["positional", "positional", "keyword", "**"])
    equal(value["defined"]["line"], 0)
    out = place.run("def outer():\n    total = 1\n    def inner():\n        return totl\n    return inner()\nouter()\n")
    found = out.all("facts")[0]["facts"]["frames"][0]
    equal(("total" in found["enclosing"], out.error["attrs"]["name"]), (True, "totl"))


def import_facts(place):
    place.write("from b import y\nx = 1\n", "a.py")
    place.write("from a import x\ny = 1\n", "b.py")
    out = place.run("import a\n")
    extra = out.all("facts")[0]["facts"]["extra"]
    equal((extra["partially_initialized"], out.error["attrs"]["name_from"]), (True, "x"))
    equal(set(extra["siblings"]) >= {"a.py", "b.py", "prog.py"}, True)
    out = place.run("open('notes.txt')\n")
    equal((out.error["attrs"]["errno"], out.error["attrs"]["filename"]), (2, "notes.txt"))


def facts_are_bounded(place):
    text = "".join("name_%d = {i: 'x' * 1000 for i in range(300)}\n" % at for at in range(400))
    out = place.run(text + "d = {'k%d' % i: ['y' * 500] * 30 for i in range(5000)}\nnope(" + "d, " * 200 + ")\n")
    import marshal

    message = out.all("facts")[0]
    if len(marshal.dumps(message, 2)) > 400000:
        raise AssertionError("%d bytes" % len(marshal.dumps(message, 2)))


def hostile_values(place):
    out = place.run(
        "class Bad:\n    def __getattribute__(self, name): print('RAN'); raise SystemExit\n"
        "    __repr__ = __len__ = __hash__ = __eq__ = __bool__ = __iter__ = lambda *a: print('RAN')\n"
        "class Meta(type):\n    def __getattribute__(cls, name): print('RAN'); return type.__getattribute__(cls, name)\n"
        "    def __hash__(cls): print('RAN'); return 1\n"
        "class M(metaclass=Meta): pass\n"
        "def f(a, b, m):\n    x = [a, {1: b}]\n    return a.thing + b[x].y + m.z + nope\nf(Bad(), Bad(), M)\n"
        .replace("a.thing + b[x].y + m.z + nope", "nope")
    )
    equal((out.stdout, out.error["type"], len(out.all("facts"))), (b"", "NameError", 1))
    out = place.run(
        "class Space(dict):\n    def __getitem__(self, name):\n        if name == 'seen': print('RAN')\n"
        "        raise KeyError(name)\n"
        "    def __iter__(self): print('RAN')\n    keys = items = __iter__\n"
        "exec(compile('def f():\\n    return seen.x + nope.y\\nraise ValueError(1)', 'x.py', 'exec'), {}, Space())\n"
    )
    equal((out.error["type"], b"RAN" in out.stdout), ("ValueError", False))


def daemon_prints(place):
    """A thread that prints when the interpreter ends is stopped anywhere, even in the middle of a frame."""
    for _ in range(5):
        out = place.run(
            "import threading, time\ndef f():\n    while True: print('x' * 3000)\n"
            "for i in range(3): threading.Thread(target=f, daemon=True).start()\ntime.sleep(0.05)\n", timeout=8
        )
        equal((out.timed_out, out.done["status"]), (False, "ok"))


def hook_ends(place):
    """`done` is told whatever the program's own hook does."""
    out = place.run("import sys\nsys.excepthook = lambda *a: sys.exit(7)\n1 / 0\n")
    equal((out.status, out.done["exit_code"], out.error["type"]), (7, 7, "ZeroDivisionError"))
    place.write("import sys, time\ndef hook(*a):\n    print('in hook')\n    time.sleep(30)\nsys.excepthook = hook\n1 / 0\n")
    worker = harness.Worker(place.python, env=place.env)
    worker.run_file(place.path)
    worker.until("facts")
    time.sleep(0.5)
    worker.interrupt()
    out = harness.Outcome(worker)
    equal((out.status, out.done["status"]), (1, "error"))


def slow_message(place):
    place.write("class E(Exception):\n    def __str__(self):\n        while True: pass\nraise E('inside')\n")
    worker = harness.Worker(place.python, env=place.env)
    worker.run_file(place.path)
    seen = worker.until("error")
    worker.close()
    equal((seen[-1][1]["exception"]["type"], seen[-1][1]["exception"]["message"]), ("E", "inside"))


def groups(place):
    out = place.run(
        "import sys\nif sys.version_info < (3, 11): sys.exit()\n"
        "def fail(n):\n    try: raise ValueError(n)\n    except ValueError as e: return e\n"
        "raise ExceptionGroup('many', [fail(1), ExceptionGroup('in', [fail(2), KeyError(3)])])\n"
    )
    if out.error is None:
        return
    equal([item["type"] for item in out.error["group"]], ["ValueError", "ExceptionGroup"])
    equal([item["message"] for item in out.error["group"][1]["group"]], ["2", "3"])
    equal(out.all("facts")[0]["members"][0]["path"], [0])


def chains(place):
    out = place.run(
        "def load():\n    try:\n        {}['a']\n    except KeyError as e:\n        raise ValueError('outer') from e\nload()\n"
    )
    equal((out.error["cause"]["type"], out.error["cause"]["attrs"]["key"]["value"]), ("KeyError", "a"))
    equal((out.error["suppressed"], "context" in out.error), (True, False))
    out = place.run(
        "import multiprocessing as m\ndef f(x): return 1 / x\nif __name__ == '__main__':\n"
        "    with m.get_context('fork').Pool(1) as p: p.map(f, [0])\n"
    )
    equal("line 2, in f" in out.error["attrs"]["remote"], True)


def crash_dump(place):
    out = place.run("import faulthandler\nprint('here')\nfaulthandler._sigsegv()\n")
    equal((out.status, out.stdout), (-signal.SIGSEGV, b"here\n"))
    equal(b"Segmentation fault" in out.crash and b"line 3 in <module>" in out.crash, True)
    place.write("import time\nwhile True: time.sleep(0.01)\n")
    worker = harness.Worker(place.python, env=place.env)
    worker.run_file(place.path)
    worker.until("started")
    time.sleep(0.3)
    worker.process.send_signal(signal.SIGUSR1)
    time.sleep(0.2)
    worker.process.terminate()
    out = harness.Outcome(worker)
    equal(b"line 2 in <module>" in out.crash, True)


def reached(place):
    text = "def f():\n    return 1\n\nif False:\n    f()\nx = 2\ny = 3\nf()\n"
    out = place.run(text, watch=[[place.path, 0, 20]])
    lines = sorted(item["line"] for item in out.all("reached"))
    equal([line in lines for line in (1, 4, 5, 6, 7)], [True, False, True, True, True])
    out = place.run(text, watch=[[place.path, 5, 5], ["/other.py", 1, 2]])
    equal([item["line"] for item in out.all("reached")], [5])


def reports(place):
    out = place.run("import logging\nlogging.warning('%d items', 'x')\n")
    found = out.all("reported")[0]
    equal((found["origin"], found["exception"]["type"], found["name"]), ("logging", "TypeError", "root"))
    user = [frame for frame in found["exception"]["frames"] if frame["kind"] == "user"]
    equal(user[-1]["range"]["start"]["line"], 1)
    out = place.run("import threading\ndef f(n):\n    return {}[n]\nt = threading.Thread(target=f, args=('k',))\n"
                    "t.start(); t.join()\n")
    found = out.all("reported")[0]
    equal((found["origin"], found["facts"]["frames"][0]["locals"]["n"]["value"]), ("thread", "k"))
    out = place.run("import threading\nthreading.Thread(target=exit).start()\n")
    equal(out.all("reported"), [])


def descriptors(place):
    out = place.run(
        "import os\nprint(sorted(int(n) for n in os.listdir('/proc/self/fd') if int(n) < 50)[:3], os.dup(0))\n"
        "os.system('ls /proc/self/fd | tr \"\\\\n\" \" \"')\n"
    )
    equal(out.stdout.split(b"]")[1], b" 3\n")
    equal([int(part) < 10 for part in out.fd1.split()], [True] * len(out.fd1.split()))


def compiled_by_source(place):
    place.write("print('as source')\n1 / 0\n")
    worker = harness.Worker(place.python, env=place.env, source=True)
    worker.run_file(place.path)
    out = harness.Outcome(worker)
    equal((out.stdout, out.error["type"], len(out.all("facts"))), (b"as source\n", "ZeroDivisionError", 1))


def modules_stay_the_programs(place):
    """The worker loads nothing that plain Python would not have loaded, `warnings` and what `-c` needs aside."""
    code = "import sys\nprint(sorted(sys.modules))\n"
    out = place.run(code)
    plain = subprocess.run([place.python, place.path], env=place.env, stdout=subprocess.PIPE).stdout
    extra = set(eval(out.stdout)) - set(eval(plain))
    equal(extra - {"warnings", "itertools", "atexit", "faulthandler", "_warnings", "_py_warnings", "_contextvars"}, set())


def server_gone(place):
    worker = harness.Worker(place.python, env=place.env)
    worker.until("ready")
    worker.socket.close()
    equal(worker.process.wait(5), 0)
    worker.fds.clear()


CASES = [value for value in list(globals().values()) if getattr(value, "__module__", None) == __name__
         and callable(value) and value.__name__.islower() and value.__code__.co_varnames[:1] == ("place",)]

# What an attack must still have told: the exception's type, or how it ended.
TOLD = {
    "exc_fake_attributes": "SyntaxError", "exc_chain_cycle": "ValueError", "exc_chain_deep": "ValueError",
    "exc_str_raises": "X", "hook_settrace": "ValueError", "hook_excepthook": "ValueError", "obj_class_lies": "ValueError",
    "obj_getattr_bomb": "ValueError", "obj_repr_exits": "ValueError", "obj_repr_hangs": "ValueError",
    "obj_repr_raises": "ValueError", "out_binary_garbage": "ValueError", "out_dup_swap_fds": "ValueError",
    "out_huge_repr": "ValueError", "out_spoof_all_fds": "ValueError", "out_spoof_stdio": "ValueError",
    "out_stdout_closed": "ValueError", "patch_builtins": "ValueError", "patch_json": "ValueError",
    "patch_linecache_lies": "ValueError", "patch_stop_finalizers": "ValueError",
    "patch_sys_streams_objects": "ValueError", "patch_traceback_linecache": "ValueError", "tb_100k_frames": "ValueError",
    "exit_os_exit": None, "exit_segfault": None, "exit_thread_systemexit": None, "out_close_all_fds": None,
    "out_raw_fd1": None, "patch_thread_after_result": None, "worker_shadow_stdlib": None, "out_stderr_flood": None,
}


def attacks(python, folder, only=""):
    failed = total = 0
    for path in sorted(glob.glob(os.path.join(folder, "*.py"))):
        name = os.path.basename(path)[:-3]
        if name not in TOLD or only not in name:
            continue
        total += 1
        with tempfile.TemporaryDirectory() as temporary:
            copy = shutil.copy(path, os.path.realpath(temporary))
            out = harness.run(python, copy, env=dict(os.environ, NO_COLOR="1"), timeout=5)
            told = out.error and out.error["type"]
            text = out.stdout + out.stderr + out.fd1 + out.fd2
            problem = None
            if told != TOLD[name] and not (out.status == -signal.SIGSEGV and name == "tb_100k_frames"):
                # Before 3.11 plain Python's own stack ends at that depth.
                problem = "told %r" % told
            elif b"ESCAPED" in text:
                problem = "escaped"
            elif "SPOOFED" in repr([item for item in out.messages if item["ev"] != "facts"]):  # it holds their variables
                problem = "fooled"
            elif told == "ValueError" and out.error["message"] == "":
                problem = "no message"
            if problem:
                failed += 1
                print("FAIL  attack: %s: %s" % (name, problem))
    return failed, total


def main(python, only=""):
    import traceback

    failed = 0
    chosen = [case for case in CASES if only in case.__name__]
    for case in chosen:
        with tempfile.TemporaryDirectory() as folder:
            try:
                case(Place(python, os.path.realpath(folder)))
            except Exception as exc:
                failed += 1
                at = traceback.extract_tb(exc.__traceback__)[1]
                print("FAIL  file: %s, line %d: %s: %s" % (case.__name__, at.lineno, type(exc).__name__, str(exc)[:600]))
    return failed, len(chosen)


if __name__ == "__main__":
    import sys

    print(main(*sys.argv[1:]))
