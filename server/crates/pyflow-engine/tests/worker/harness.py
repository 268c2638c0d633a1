"""Starts a worker as the engine does and talks to it; what `drive.py` and the tests share."""
import marshal
import os
import select
import signal
import socket
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
WORKER = os.path.normpath(os.path.join(HERE, "..", "..", "src", "worker"))
START = ["channel", "output", "values", "capture", "imports", "hooks", "run"]
LAZY = ["need", "trees", "evaluate", "facts", "session", "display", "magics", "ask", "watch", "whitelist"]
KINDS = {1: "stdout", 2: "stderr", 3: "display", 4: "message", 5: "late stdout", 6: "late stderr"}
_compiled = {}


def text_of(name):
    with open(os.path.join(WORKER, name + ".py"), encoding="utf-8") as file:
        return file.read()


def parts_for(python):
    """The worker's parts, compiled by that interpreter."""
    if python not in _compiled:
        texts = {name: text_of(name) for name in START + LAZY if os.path.exists(os.path.join(WORKER, name + ".py"))}
        made = subprocess.run(
            [python, os.path.join(HERE, "precompile.py")], input=marshal.dumps(texts, 2), stdout=subprocess.PIPE, check=True
        )
        _compiled[python] = marshal.loads(made.stdout)
    return dict(_compiled[python])


class Worker:
    """One worker process. `events` yields `(kind, value)`; raw output of descriptors 1 and 2 comes as `fd1`, `fd2`."""

    def __init__(self, python, env=None, stdin=b"", options=(), source=False, crash_pipe=True):
        ours, theirs = socket.socketpair()
        self.socket = ours
        out, out_child = os.pipe()
        err, err_child = os.pipe()
        crash, crash_child = os.pipe()
        self.stdin_r, self.stdin_w = os.pipe()
        self.fds = {ours.fileno(): "channel", out: "fd1", err: "fd2", crash: "crash"}
        keep = [theirs.fileno(), crash_child, out_child, err_child, self.stdin_r]

        def arrange():
            signal.signal(signal.SIGINT, signal.default_int_handler)
            high = [os.dup2(fd, 200 + at) for at, fd in enumerate(keep)]
            for fd, to in zip(high, (3, 4, 1, 2, 0)):
                os.dup2(fd, to)
            for fd in high:
                os.close(fd)
            os.closerange(5, 4096)

        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            [python, *options, "-c", text_of("loader")], cwd="/", env=env, close_fds=False, preexec_fn=arrange
        )
        for fd in keep[1:]:
            os.close(fd)
        theirs.close()
        self.nonce, self.server_nonce = os.urandom(8), os.urandom(8)
        parts = {name: text_of(name) for name in parts_for(python)} if source else parts_for(python)
        self.send_frame(marshal.dumps({"nonce": self.nonce, "parts": parts, "start": START}, 2))
        self.feed(stdin)
        self.data = b""
        self.pending = []  # events that nobody took yet
        self.crash = b""
        self.garbage = 0

    def feed(self, stdin):
        if stdin is None:
            return
        os.set_blocking(self.stdin_w, False)
        if stdin:
            os.write(self.stdin_w, stdin)
        os.close(self.stdin_w)

    def send_frame(self, payload):
        frame = self.server_nonce + b"\4" + len(payload).to_bytes(4, "little") + payload
        self.socket.sendall(frame)

    def send(self, message):
        self.send_frame(marshal.dumps(message, 2))

    def run_file(self, path, text=None, argv=(), cwd=None, **more):
        path = os.path.abspath(path)
        disk = None
        if os.path.exists(path):
            with open(path, "rb") as file:
                disk = decode(file.read())
        message = {
            "op": "run", "run": 1, "kind": "file", "path": path, "text": disk if text is None else text,
            "whole": None if text is None or text == disk else text, "argv": list(argv),
            "cwd": cwd or os.path.dirname(path), "sys_path0": os.path.dirname(path), "module": None, "stdin": None,
        }
        message.update(more)
        self.send(message)

    def frames(self):
        """Moves whole frames from what was received to `pending`; skips what is none."""
        data, at = self.data, 0
        while True:
            if not data.startswith(self.nonce, at):
                found = data.find(self.nonce, at)
                skip = max(at, len(data) - 7) if found < 0 else found
                self.garbage += skip - at
                at = skip
                if found < 0:
                    break
            if len(data) - at < 13:
                break
            kind, size = data[at + 8], int.from_bytes(data[at + 9 : at + 13], "little")
            if kind not in KINDS or size > 1 << 20:
                at += 8
                continue
            if len(data) - at < 13 + size:
                break
            payload = data[at + 13 : at + 13 + size]
            at += 13 + size
            self.pending.append((KINDS[kind], marshal.loads(payload) if kind in (3, 4) else payload))
        self.data = data[at:]

    def events(self, timeout=10.0):
        """Events until the worker has ended and all is read, or the time is over."""
        until = time.monotonic() + timeout
        while self.fds or self.pending:
            while self.pending:
                yield self.pending.pop(0)
            left = until - time.monotonic()
            if left <= 0:
                raise TimeoutError("the worker did not end")
            ready, _, _ = select.select(list(self.fds), [], [], left) if self.fds else ((), (), ())
            for fd in ready:
                name = self.fds[fd]
                try:
                    data = os.read(fd, 1 << 18)
                except OSError:
                    data = b""
                if not data:
                    del self.fds[fd]
                    if name != "channel":
                        os.close(fd)
                    continue
                if name == "channel":
                    self.data += data
                    self.frames()
                elif name == "crash":
                    self.crash += data
                else:
                    self.pending.append((name, data))

    def until(self, ev, timeout=10.0):
        """Events up to and including the first message `ev`, as a list."""
        seen = []
        for event in self.events(timeout):
            seen.append(event)
            if event[0] == "message" and event[1].get("ev") == ev:
                return seen
        return seen

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.socket.close()
        for fd, name in self.fds.items():
            if name != "channel":
                os.close(fd)
        self.fds = {}

    def wait(self, timeout=10.0):
        return self.process.wait(timeout)


def decode(data):
    """The text of a source file, as Python reads it."""
    import io
    import tokenize

    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return data.decode("latin-1")


class Outcome:
    """A whole run: output, messages, exit status."""

    def __init__(self, worker, timeout=10.0):
        parts = {"stdout": [], "stderr": [], "fd1": [], "fd2": []}
        self.order, self.messages, self.display = [], [], []
        try:
            for kind, value in worker.events(timeout):
                if kind == "message":
                    self.messages.append(value)
                elif kind == "display":
                    self.display.append(value)
                else:
                    parts[kind.replace("late ", "")].append(value)
                    self.order.append((kind, value))
            self.status = worker.wait(timeout)
            self.timed_out = False
        except TimeoutError:
            self.status, self.timed_out = None, True
        finally:
            worker.close()
        self.stdout, self.stderr, self.fd1, self.fd2 = (
            b"".join(parts[name]) for name in ("stdout", "stderr", "fd1", "fd2")
        )
        self.crash, self.garbage = worker.crash, worker.garbage

    def all(self, ev):
        return [message for message in self.messages if message.get("ev") == ev]

    @property
    def error(self):
        errors = self.all("error")
        return errors[-1]["exception"] if errors else None

    @property
    def done(self):
        done = self.all("done")
        return done[-1] if done else None


def run(python, path, text=None, timeout=10.0, env=None, stdin=b"", options=(), **more):
    worker = Worker(python, env=env, stdin=stdin, options=options)
    worker.run_file(path, text, **more)
    return Outcome(worker, timeout)
