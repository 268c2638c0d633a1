"""Pieces in a session: what each case sends, and what must come back."""
import os
import tempfile
import time

import harness


class Talk:
    """A session's worker, one piece at a time."""

    def __init__(self, python, folder, env=None, **more):
        self.worker = harness.Worker(python, env=env)
        self.folder = folder
        self.path = os.path.join(folder, "cells.py")
        self.run = 0
        self.more = more

    def start(self, text, line=0, **more):
        self.run += 1
        message = {
            "op": "run", "run": self.run, "kind": "piece", "path": self.path, "text": "\n" * line + text, "whole": None,
            "argv": [], "cwd": self.folder, "sys_path0": self.folder, "echo": True,
        }
        message.update(self.more)
        message.update(more)
        self.worker.send(message)

    def piece(self, text, line=0, timeout=10, **more):
        self.start(text, line, **more)
        return self.end(timeout)

    def end(self, timeout=10):
        return Reply(self.worker.until("done", timeout))

    def ask(self, op, **more):
        self.worker.send(dict(more, op=op, id=7))
        for kind, value in self.worker.until("reply"):
            if kind == "message" and value["ev"] == "reply":
                assert value["id"] == 7
                return value["value"]

    def close(self):
        self.worker.close()


class Reply:
    def __init__(self, events):
        self.events = events
        self.messages = [value for kind, value in events if kind == "message"]
        self.out = b"".join(value for kind, value in events if kind in ("stdout", "fd1")).decode()
        self.err = b"".join(value for kind, value in events if kind in ("stderr", "fd2")).decode()
        self.late = b"".join(value for kind, value in events if kind.startswith("late")).decode()
        self.display = [value for kind, value in events if kind == "display"]
        self.done = next((item for item in self.messages if item["ev"] == "done"), None)

    def one(self, ev):
        found = [item for item in self.messages if item["ev"] == ev]
        return found[-1] if found else None

    @property
    def status(self):
        return self.done["status"]

    @property
    def value(self):
        return (self.done.get("result") or {}).get("repr")

    @property
    def error(self):
        found = self.one("error")
        return found and found["exception"]

    @property
    def place(self):
        frame = [frame for frame in self.error["frames"] if frame["kind"] == "user"][-1]
        return frame["range"]["start"]["line"], frame["range"]["start"]["byte"], frame["range"]["end"]["byte"]


def equal(got, want):
    if got != want:
        raise AssertionError("got %r, not %r" % (got, want))


def values(talk):
    equal(talk.piece("x = 1").value, None)
    equal(talk.piece("x + 1").value, "2")
    equal(talk.piece("_ * 10").value, "20")
    equal(talk.piece("x + 1;").value, None)
    equal(talk.piece("x + 1  # why;").value, None)
    equal(talk.piece("x + 1", echo=False).value, None)
    equal(talk.piece("'a' 'b'").done["result"], {"repr": "'ab'", "type": "str"})
    equal(talk.piece("print('out')\nx").out, "out\n")


def state(talk):
    talk.piece("def f(a):\n    return a / 0\n", 10)
    reply = talk.piece("f(1)", 30)
    equal(reply.status, "error")
    equal(reply.error["type"], "ZeroDivisionError")
    equal([frame["range"]["start"]["line"] for frame in reply.error["frames"]], [30, 11])
    equal(reply.err, "")
    equal(reply.one("facts")["facts"]["frames"][0]["locals"]["a"]["value"], 1)
    equal(talk.piece("f.__name__").value, "'f'")


def wrapped(talk):
    """Indented pieces hang under an `if True:` on the line above, or, on the first line, one line lower."""
    reply = talk.piece("if True:\n    y = 5\n    y * 2", 3, wrapped=True)
    equal(reply.value, "10")
    reply = talk.piece("if True:\n    y.nothing", 3, wrapped=True)
    equal(reply.place if talk.exact else reply.place[0], (4, 4, 13) if talk.exact else 4)
    reply = talk.piece("if True:\n    1 / 0", wrapped=True, line_shift=1)
    equal(reply.place if talk.exact else reply.place[0], (0, 4, 9) if talk.exact else 0)
    equal(talk.piece("if True:\n    y\ny + 1", 3, wrapped=True).value, "6")
    for text in ("if True:\n    return", "if True:\n    x = ("):
        equal(talk.piece(text, wrapped=True, line_shift=1).error["syntax"]["lineno"], 2)


def futures(talk):
    talk.piece("from __future__ import annotations")
    equal(talk.piece("def f(a: nothing_here): pass\nf.__annotations__").value, "{'a': 'nothing_here'}")


def awaits(talk):
    equal(talk.piece("import asyncio\nawait asyncio.sleep(0, 5)").value, "5")
    equal(talk.piece("async def f(): return 7\nasyncio.run(f())").value, "7")
    equal(talk.piece("await f()").value, "7")
    reply = talk.piece("async def g():\n    1 / 0\nawait g()", 4)
    equal([frame["function"] for frame in reply.error["frames"]], ["<module>", "g"])
    equal(talk.piece("async def h():\n    async with nothing: pass\n1").value, "1")


def interrupts(talk):
    talk.piece("x = 41")
    talk.start("while True: pass")
    talk.worker.until("started")
    time.sleep(0.1)
    talk.worker.interrupt()
    reply = talk.end()
    equal(reply.status, "interrupted")
    equal(reply.error["type"], "KeyboardInterrupt")
    talk.worker.interrupt()  # while nothing runs
    time.sleep(0.05)
    equal(talk.piece("x + 1").value, "42")
    talk.start("import time\nwhile True: print('x' * 100)")
    talk.worker.until("started")
    time.sleep(0.2)
    talk.worker.interrupt()
    equal(talk.end().status, "interrupted")
    equal(talk.piece("x").value, "41")
    equal(talk.worker.garbage, 0)


def interrupted_await(talk):
    talk.piece("import asyncio")
    talk.start("await asyncio.sleep(30)")
    talk.worker.until("started")
    time.sleep(0.5)
    talk.worker.interrupt()
    equal(talk.end().status, "interrupted")
    equal(talk.piece("await asyncio.sleep(0, 1)").value, "1")


def exits(talk):
    reply = talk.piece("import sys\nsys.exit(3)")
    equal((reply.status, reply.done["exit_code"], reply.error), ("exit", 3, None))
    equal(talk.piece("sys.exit()").status, "ok")
    equal(talk.piece("sys.exit('gone')").err, "gone\n")
    equal(talk.piece("1 + 1").value, "2")


def syntax(talk):
    reply = talk.piece("x = (1,\n", 5)
    equal((reply.status, reply.error["type"], reply.error["syntax"]["lineno"]), ("error", "SyntaxError", 6))
    reply = talk.piece("return 1", 5)
    equal(reply.error["syntax"]["lineno"], 6)
    reply = talk.piece("break")
    equal(reply.status, "error")


def changed(talk):
    reply = talk.piece("a = [1]\nb = 'text'\nimport os\npassword = 'hidden'\nclass C: pass\nc = C()")
    found = {item["name"]: item["repr"] for item in reply.done["changed"]}
    equal(found, {"a": "[1]", "b": "'text'", "password": "'***'", "C": "<class 'C'>", "c": "<C object>"})
    equal([item["name"] for item in talk.piece("a.append(2)").done["changed"]], ["a"])
    equal(talk.piece("b").done["changed"], [])
    names = [item["name"] for item in talk.ask("vars")]
    equal(sorted(names), ["C", "a", "b", "c", "password"])
    found = talk.ask("inspect", name="a")
    equal((found["found"], found["type"], found["len"]), (True, "list", 2))
    equal(talk.ask("inspect", name="nothing")["found"], False)
    equal(talk.ask("inspect", name="os.path.join")["params"][0]["name"], "a")


def no_user_code(talk):
    reply = talk.piece(
        "class Bad:\n    def __repr__(self): print('RAN')\n    __len__ = __str__ = __dir__ = __repr__\n"
        "    def __getattr__(self, name): print('RAN')\nbad = Bad(); l = [bad]"
    )
    equal(reply.out, "")
    talk.ask("vars")
    talk.ask("inspect", name="bad")
    talk.ask("inspect", name="bad.thing")
    equal(talk.piece("1").out, "")
    reply = talk.piece("class Worse:\n    def __repr__(self): raise SystemExit(3)\nWorse()")
    equal(reply.value, "<Worse object; its __repr__ raised SystemExit>")


def resets(talk):
    talk.piece("x = 1")
    equal(talk.ask("reset"), True)
    equal(talk.piece("x").error["type"], "NameError")
    equal(talk.piece("__name__").value, "'__main__'")


def classes(talk):
    text = "import pickle\nfrom dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n"
    talk.piece(text, whole=text)
    equal(talk.piece("pickle.loads(pickle.dumps(P(3)))").value, "P(x=3)")
    source = talk.piece("import inspect\ninspect.getsource(P)", whole=text).value
    equal("class P:\\n    x: int\\n" in source, True)


def warnings_again(talk):
    for _ in range(2):
        reply = talk.piece("import warnings\nwarnings.warn('careful')", 2)
        warning = reply.one("warning")
        equal((warning["type"], warning["message"], warning["line"]), ("UserWarning", "careful", 3))
        equal("careful" in reply.err, True)


def late_output(talk):
    reply = talk.piece(
        "import threading, time\ndef f():\n    for i in range(4):\n        time.sleep(0.1)\n        print('late', i)\n"
        "threading.Thread(target=f, daemon=True).start()\nprint('now')"
    )
    equal(reply.out, "now\n")
    time.sleep(0.25)
    reply = talk.piece("time.sleep(0.3)\nprint('mine')")
    equal(reply.out, "mine\n")
    equal("late 3" in reply.late, True)


def forks(talk):
    reply = talk.piece("import os\npid = os.fork()\nif pid == 0: 1 / 0\nos.waitpid(pid, 0)[1]")
    equal(reply.value, "256")
    equal("ZeroDivisionError" in reply.err, True)
    reply = talk.piece("pid = os.fork()\nif pid == 0: print('child')\nelse: os.waitpid(pid, 0)")
    equal("child" in reply.out, True)
    equal(talk.piece("1 + 1").value, "2")
    equal(talk.piece("import multiprocessing as m\ndef sq(x): return x * x\n"
                     "with m.get_context('fork').Pool(2) as p: r = p.map(sq, [1, 2])\nr").value, "[1, 4]")


def spawn(talk):
    reply = talk.piece("import multiprocessing as m\ndef sq(x): return x * x\n"
                       "with m.get_context('spawn').Pool(2) as p: r = p.map(sq, [1, 2])\nr", timeout=20)
    equal(reply.error["type"], "RuntimeError")
    equal("not on the disk" in reply.error["message"], True)


def stale(talk):
    path = os.path.join(talk.folder, "helper.py")
    with open(path, "w") as file:
        file.write("a = 1\n")
    talk.piece("import helper")
    equal(talk.piece("helper.a").one("stale"), None)
    with open(path, "w") as file:
        file.write("a = 1000\n")
    equal(talk.piece("helper.a").one("stale")["modules"], [["helper", path]])
    equal(talk.piece("helper.a").one("stale"), None)


def overlays(talk):
    path = os.path.join(talk.folder, "helped.py")
    with open(path, "w") as file:
        file.write("a = 1\n")
    reply = talk.piece("import helped\nhelped.a", overlays={path: "a = 2\ndef f():\n    return 1 / 0\n"})
    equal(reply.value, "2")
    reply = talk.piece("helped.f()", overlays={path: "a = 2\ndef f():\n    return 1 / 0\n"})
    equal(reply.place[0], 2)


def asked(talk):
    talk.start("name = input('Who? ')\nname", stdin="ask")
    seen = Reply(talk.worker.until("input"))
    equal(seen.one("input")["prompt"], "Who? ")
    talk.worker.send({"op": "input", "text": "Ada"})
    reply = talk.end()
    equal(reply.value, "'Ada'")
    talk.start("import getpass\ngetpass.getpass('Secret: ')", stdin="ask")
    equal(Reply(talk.worker.until("input")).one("input")["password"], True)
    talk.worker.send({"op": "input", "text": "s3"})
    equal(talk.end().value, "'s3'")
    talk.start("import sys\n[line for line in sys.stdin]", stdin="ask")
    for text in ("a", "b", None):
        talk.worker.until("input")
        talk.worker.send({"op": "input", "text": text})
    equal(talk.end().value, "['a\\n', 'b\\n']")
    talk.start("input()", stdin="ask")
    talk.worker.until("input")
    talk.worker.interrupt()
    equal(talk.end().status, "interrupted")
    equal(talk.piece("5").value, "5")


def without_stdin(talk):
    equal(talk.piece("input()").error["type"], "EOFError")


def streams_given_away(talk):
    """What a piece put in place of the interpreter's own streams does not break the next one; a redirection stays."""
    talk.piece("import sys, io\nclass Bad:\n    def write(self, text): raise OSError('no')\nsys.stdout = sys.__stdout__ = Bad()")
    equal(talk.piece("print('there')").out, "there\n")
    talk.piece("sys.stdout = kept = io.StringIO()")
    reply = talk.piece("print('kept')")
    equal(reply.out, "")
    talk.piece("sys.stdout = sys.__stdout__")
    equal(talk.piece("kept.getvalue()").value, "'kept\\n'")


def rich(talk):
    reply = talk.piece("class H:\n    def _repr_html_(self): return '<b>x</b>'\n    def _repr_png_(self): return b'png'\nH()")
    equal(reply.done["result"]["data"], {"text/html": "<b>x</b>", "image/png": "cG5n"})
    reply = talk.piece("display(H())")
    equal(reply.display[0]["image/png"], b"png")


def magics(talk):
    equal(talk.piece("__pyflow_magic__('pwd', '')").value, repr(talk.folder))
    equal(talk.piece("x = __pyflow_magic__('!!', 'echo hi; echo there')\nx").value, "['hi', 'there']")
    equal(talk.piece("__pyflow_magic__('!', 'echo $x')").out.startswith("['"), False)
    equal("wall time" in talk.piece("__pyflow_magic__('time', 'sum(range(10))')").out, True)
    equal("a loop" in talk.piece("__pyflow_magic__('timeit', '-n 10 -r 2 sum(range(10))')").out, True)
    equal("Type:" in talk.piece("__pyflow_magic__('?', 'len')").out, True)
    equal(talk.piece("__pyflow_magic__('autoreload', '2')").error["type"], "NameError")
    with open(os.path.join(talk.folder, "script.py"), "w") as file:
        file.write("import sys\nz = 9\nprint(sys.argv[1:])\n")
    reply = talk.piece("__pyflow_magic__('run', 'script.py a b')\nz")
    equal((reply.out, reply.value), ("['a', 'b']\n", "9"))


def whitelist(talk):
    rules = {"allowed": ["math", "json"], "forbidden": []}
    equal(talk.piece("import math, json\nmath.pi > 3", whitelist=rules).value, "True")
    reply = talk.piece("import os", whitelist=rules)
    equal((reply.error["type"], "session.whitelist" in reply.error["message"]), ("ImportError", True))


def recursion(talk):
    reply = talk.piece("def f(n): return f(n + 1)\nf(0)")
    equal((reply.error["type"], len(reply.error["frames"])), ("RecursionError", 40))
    equal(reply.error["truncated_frames"] > 900, True)
    equal(talk.piece("1").value, "1")


def threads(talk):
    reply = talk.piece("import threading\nt = threading.Thread(target=lambda: 1 / 0, name='T9')\nt.start(); t.join()")
    found = reply.one("reported")
    equal((found["origin"], found["name"], found["exception"]["type"]), ("thread", "T9", "ZeroDivisionError"))


def tasks(talk):
    reply = talk.piece(
        "import asyncio\nasync def bad(): 1 / 0\nasync def main():\n    asyncio.create_task(bad())\n"
        "    await asyncio.sleep(0.05)\nasyncio.run(main())\nimport gc; gc.collect();"
    )
    found = reply.one("reported")
    equal((found["origin"], found["exception"]["type"]), ("task", "ZeroDivisionError"))
    reply = talk.piece("async def f(): pass\nf();")
    equal(reply.one("warning")["type"], "RuntimeWarning")


def closes(talk):
    talk.piece("import atexit\natexit.register(print, 'bye')")
    talk.worker.send({"op": "close"})
    outcome = harness.Outcome(talk.worker)
    equal((outcome.status, outcome.stdout), (0, b"bye\n"))


CASES = [
    values, state, wrapped, futures, awaits, interrupts, interrupted_await, exits, syntax, changed, no_user_code,
    resets, classes, warnings_again, late_output, forks, spawn, stale, overlays, asked, without_stdin, streams_given_away, rich, magics,
    whitelist, recursion, threads, tasks, closes,
]


def main(python, only=""):
    import traceback

    version = os.popen("%s -c 'import sys; print(sys.version_info >= (3, 11))'" % python).read().strip()
    failed = 0
    for case in CASES:
        if only not in case.__name__:
            continue
        with tempfile.TemporaryDirectory() as folder:
            talk = Talk(python, os.path.realpath(folder), env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"))
            talk.exact = version == "True"
            try:
                case(talk)
            except Exception as exc:
                failed += 1
                place = traceback.extract_tb(exc.__traceback__)[1]
                print("FAIL  session: %s, line %d: %s" % (case.__name__, place.lineno, exc))
            finally:
                talk.close()
    return failed, len(CASES)


if __name__ == "__main__":
    import sys

    print(main(*sys.argv[1:]))
