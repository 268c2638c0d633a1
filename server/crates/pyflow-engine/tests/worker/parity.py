"""Programs that must do under the worker what they do under plain Python: same output, same exit status.

`{cases}` are (name, source); `main` compares both runs of each. Paths are the same in both, so tracebacks are too.
"""
import os
import subprocess
import tempfile

import harness

CASES = {
    "traceback": "def f(d):\n    return d['x']\n\nf({})\n",
    "chained": "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise ValueError('no') from e\n",
    "context": "try:\n    1 / 0\nexcept ZeroDivisionError:\n    {}['k']\n",
    "syntax error": "x = 1\nif x\n    pass\n",
    "indentation": "def f():\nreturn 1\n",
    "exit none": "import sys\nprint('a')\nsys.exit()\n",
    "exit number": "import sys\nsys.exit(3)\n",
    "exit text": "import sys\nsys.exit('bad thing')\n",
    "exit odd": "raise SystemExit((1, 2))\n",
    "exit negative": "raise SystemExit(-1)\n",
    "interrupt": "raise KeyboardInterrupt\n",
    "interrupt subclass": "class K(KeyboardInterrupt): pass\nraise K('x')\n",
    "atexit": "import atexit\natexit.register(print, 'bye')\n1 / 0\n",
    "atexit error": "import atexit\natexit.register(lambda: 1 / 0)\nprint('x')\n",
    "atexit exit": "import atexit, sys\natexit.register(sys.exit, 5)\n",
    "thread goes on": "import threading, time\ndef f():\n    time.sleep(0.1)\n    print('late')\n"
    "threading.Thread(target=f).start()\nprint('main ends')\n",
    "thread dies": "import threading\ndef f():\n    1 / 0\nt = threading.Thread(target=f, name='T1')\nt.start(); t.join()\n",
    "excepthook": "import sys\nsys.excepthook = lambda *a: print('hook', a[0].__name__)\n1 / 0\n",
    "excepthook fails": "import sys\ndef h(*a):\n    {}['x']\nsys.excepthook = h\n1 / 0\n",
    "excepthook exits": "import sys\nsys.excepthook = lambda *a: sys.exit(7)\n1 / 0\n",
    "del at exit": "class A:\n    def __del__(self):\n        print('gone')\na = A()\n",
    "unraisable": "class A:\n    def __del__(self):\n        1 / 0\na = A()\ndel a\nprint('on')\n",
    "warning": "import warnings\nwarnings.warn('careful')\nwarnings.warn('old', DeprecationWarning)\n",
    "warning stacklevel": "import warnings\nwarnings.warn('careful', stacklevel=2)\n",
    "warning by compile": "x = (1) is 1\nprint(x)\n",
    "never awaited": "async def f(): pass\nf()\nprint('end')\n",
    "warning format": "import warnings\nwarnings.formatwarning = lambda *a, **k: 'FORMAT\\n'\nwarnings.warn('x')\n",
    "namespace": "print(sorted(globals()))\nprint(__name__, __file__, __spec__, __package__, __doc__, __cached__)\n"
    "print(type(__loader__).__name__, __builtins__)\n",
    "argv": "import sys\nprint(sys.argv, sys.path[0], sys.flags.interactive)\nprint(getattr(sys, 'orig_argv', [0])[1:])\n",
    "main module": "import sys, pickle\nclass C: pass\nprint(sys.modules['__main__'].C is C, "
    "type(pickle.loads(pickle.dumps(C()))) is C)\n",
    "annotations": "x: int = 3\nprint(__annotations__)\n",
    "stdin": "print(input('name? ')); print(input())\n",
    "stdin lines": "import sys\nfor line in sys.stdin: print(repr(line))\n",
    "eof": "input()\ninput()\ninput()\n",
    "input prompt": "x = input('a'); print(x)\n",
    "streams": "import sys\nprint(sys.stdout.name, sys.stdout.mode, sys.stdout.fileno(), sys.stdout.isatty(), "
    "sys.stdout.errors, sys.stderr.errors, sys.stdout.newlines)\n",
    "surrogate": "print('\\udc80')\n",
    "buffer": "import sys\nprint('a')\nsys.stdout.buffer.write(b'b\\n')\nsys.stdout.flush()\nprint('c')\n",
    "rewrap": "import sys, io\nsys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='utf-8')\nprint('\\u00e9')\n",
    "detach": "import sys, io\nraw = sys.stdout.detach()\nraw.write(b'hello\\n')\nraw.flush()\n",
    "reconfigure": "import sys\nsys.stdout.reconfigure(encoding='latin-1', errors='replace')\nprint('\\u00e9\\u4e2d')\n",
    "codecs writer": "import sys, codecs\nsys.stdout = codecs.getwriter('utf8')(sys.stdout.buffer)\nprint('\\u00e9')\n",
    "close stdout": "import sys\nprint('a')\nsys.stdout.close()\ntry:\n    print('b')\n"
    "except ValueError as e:\n    print(e, file=sys.stderr)\n",
    "os._exit": "import os\nprint('x')\nos._exit(4)\n",
    "exec": "import os, sys\nprint('before', flush=True)\nos.execv(sys.executable, [sys.executable, '-S', '-c', 'print(7)'])\n",
    "fork": "import os\nprint('one')\npid = os.fork()\nif pid == 0:\n    print('child')\nelse:\n    os.waitpid(pid, 0)\n"
    "    print('parent')\n",
    "fork raises": "import os\npid = os.fork()\nif pid == 0:\n    1 / 0\nprint(os.waitpid(pid, 0)[1])\n",
    "subprocess": "import subprocess, sys\nprint('a', flush=True)\n"
    "print(subprocess.run([sys.executable, '-S', '-c', 'print(5)'], stdout=subprocess.PIPE).stdout)\n",
    "multiprocessing": "import multiprocessing as m\ndef f(x): return x * x\nif __name__ == '__main__':\n"
    "    with m.Pool(2) as p: print(p.map(f, [1, 2, 3]))\n",
    "spawn": "import multiprocessing as m\ndef f(x): return x * x\nif __name__ == '__main__':\n"
    "    with m.get_context('spawn').Pool(1) as p: print(p.map(f, [1, 2, 3]))\n",
    "pool error": "import concurrent.futures as c, multiprocessing as m\ndef f(x): return 1 / x\n"
    "if __name__ == '__main__':\n    with c.ProcessPoolExecutor(1, m.get_context('fork')) as p:\n"
    "        try:\n            list(p.map(f, [0]))\n        except ZeroDivisionError as e: print(type(e.__cause__).__name__)\n",
    "asyncio": "import asyncio\nasync def main():\n    await asyncio.sleep(0)\n    print('done')\nasyncio.run(main())\n",
    "logging": "import logging\nlogging.warning('w %s', 1)\nlogging.getLogger('x').error('e')\n",
    "print_exc": "import traceback\ntry:\n    1 / 0\nexcept Exception:\n    traceback.print_exc()\n",
    "inspect": "import inspect\ndef f():\n    return 1\nprint(inspect.getsource(f))\n",
    "recursion": "def f(n): return f(n + 1)\ntry:\n    f(0)\nexcept RecursionError as e: print('deep', e)\n",
    "recursion uncaught": "def f(n): return f(n + 1)\nf(0)\n",
    "dataclass": "from dataclasses import dataclass\nfrom typing import ClassVar\n@dataclass\nclass A:\n"
    "    x: int\n    y: 'ClassVar[int]' = 3\nprint(A(1))\n",
    "builtins patched": "import builtins\nfor n in ('len', 'str', 'type', 'isinstance', 'list', 'dict', 'print'):\n"
    "    setattr(builtins, n, lambda *a, **k: 1 / 0)\nraise ValueError('real')\n",
    "long lines": "print('x' * 300000)\nprint('y' * 10)\n",
    "many lines": "for i in range(3000): print(i)\n",
    "no newline": "import sys\nsys.stdout.write('a')\nsys.stderr.write('b')\nsys.stdout.write('c')\n",
    "help": "help(len)\n",
    "sys.last": "import sys, atexit\natexit.register(lambda: print(sys.last_type.__name__, sys.last_traceback.tb_lineno))\n1/0\n",
    "stdout none": "import sys\nsys.stdout = None\nprint('x')\n1/0\n",
    "stderr none": "import sys\nsys.stderr = None\n1/0\n",
    "hostile stderr": "import sys\nclass O:\n    def write(self, s): raise OSError('x')\n    def flush(self): raise SystemExit(0)\n"
    "sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = O()\nraise ValueError('x')\n",
    "shadow": "import shadow_random, token\nprint(token.MINE)\n1 / 0\n",
    "getsignal": "import signal\nprint(signal.getsignal(signal.SIGINT))\n",
    "handler": "import signal, os\nsignal.signal(signal.SIGINT, lambda *a: print('caught'))\nos.kill(os.getpid(), 2)\nprint('on')\n",
    "interrupt main": "import os, time\nos.kill(os.getpid(), 2)\ntime.sleep(1)\n",
    "str raises": "class E(Exception):\n    def __str__(self): raise KeyError(1)\nraise E(2)\n",
    "notes": "e = ValueError('x')\ntry: e.add_note('note')\nexcept AttributeError: pass\nraise e\n",
    "group": "import sys\nif sys.version_info >= (3, 11):\n    raise ExceptionGroup('g', [ValueError(1), KeyError(2)])\n",
    "suggestion": "import sys\nvalue = 1\nprint(valu)\n",
    "run in exec": "exec(compile('def f():\\n    1/0\\nf()', '<string>', 'exec'))\n",
    "from import missing": "from json import nothing\n",
    "import error in helper": "import helper_that_fails\n",
}
FILES = {"shadow_random.py": "import random\n", "token.py": "MINE = 1\n", "helper_that_fails.py": "x = 1\n\n1 / 0\n"}
STDIN = b"first\nsecond\n"


# Where the worker is better on purpose: nothing is lost, the order is that of the writes.
INSTEAD = {"os._exit": b"x\n", "buffer": b"a\nb\nc\n", "fork": b"child\none\nparent\n"}


def plain(python, path, env):
    return subprocess.run(
        [python, path], cwd=os.path.dirname(path), env=env, input=STDIN, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def compare(python, name, folder):
    """None, or what differs."""
    path = os.path.join(folder, "prog.py")
    env = dict(os.environ, PYTHONDONTWRITEBYTECODE="1", PYTHONUNBUFFERED="1", PYTHONIOENCODING="", NO_COLOR="1")
    env.pop("PYTHONUNBUFFERED")
    env["PYTHONIOENCODING"] = "utf-8"
    extra = {}
    for file, text in FILES.items():
        target = os.path.join(folder, file)
        if name == "shadow" or file.startswith("helper"):
            with open(target, "w") as out:
                out.write(text)
        elif os.path.exists(target):
            os.remove(target)
    with open(path, "w", encoding="utf-8") as out:
        out.write(CASES[name])
    want = plain(python, path, env)
    got = harness.run(python, path, env=env, stdin=STDIN, timeout=20, **extra)
    if got.timed_out:
        return "it does not end"
    stdout, stderr = got.stdout + got.fd1, got.stderr + got.fd2
    problems = []
    expected = INSTEAD.get(name, want.stdout)
    if name in ("exec", "fork"):
        # Frames and descriptor 1 are two ways; which of them is read first is not told here.
        stdout, expected = sorted(stdout.splitlines()), sorted(expected.splitlines())
    if stdout != expected:
        problems.append("stdout %r, plain %r" % (stdout[-400:], expected[-400:]))
    if normal(stderr) != normal(want.stderr):
        problems.append("stderr %r, plain %r" % (stderr[-700:], want.stderr[-700:]))
    if got.status != want.returncode:
        problems.append("status %r, plain %r" % (got.status, want.returncode))
    return "; ".join(problems) or None


def normal(data):
    import re

    data = re.sub(rb"refcount : [0-9]+", b"refcount", re.sub(rb"0x[0-9a-f]+", b"0x", data))
    return re.sub(rb"repeated [0-9]+ more", b"repeated", data)  # the worker's few frames count too


def main(python, only=""):
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        for name in CASES:
            if only in name:
                problem = compare(python, name, folder)
                if problem:
                    failed += 1
                    print("FAIL  parity: %s: %s" % (name, problem))
    return failed, sum(only in name for name in CASES)


if __name__ == "__main__":
    import sys

    print(main(*sys.argv[1:]))
