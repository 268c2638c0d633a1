"""`sys.stdout` and `sys.stderr`: text layers over buffers whose flush becomes a frame.

Owner of: the two streams, when they are flushed, the thread that flushes late.

A program that prints little has every line out at once. One that floods is slowed to a flush every 2 ms, and a
thread that exists only then sends what is left after 5 ms. The order between the two streams is that of the flushes.
No Python code runs while a buffer's own lock is held by a flush (CPython refuses a nested write as "reentrant call",
and a signal handler that prints would be one), so a flush collects in memory, by C code only, and sends afterwards.
What was collected is moved on by one call into C, so that neither another thread nor an interrupt comes in between.
"""
import _io

BURST = 1000  # flushes that are sent at once
REFILL = 250.0  # of them, a second
INTERVAL = 0.002  # between flushes beyond the burst, in seconds
TAIL = 0.005  # the longest that output waits then
SPILL = 1 << 18  # bytes that may wait without any flush

_super_flush = _io.BufferedWriter.flush
_text_flush = _io.TextIOWrapper.flush
_sleep = time.sleep


class Pace:
    """When a flush is sent; `due` 0 means at once."""

    last = None
    due = 0
    tokens = float(BURST)
    stamp = clock()
    deferred = False
    tail = False
    stop = False
    immediate = False
    late = False
    old_threads = frozenset()


pace = Pace()


_call_builtin = type(len).__call__


class Raw(_io._RawIOBase):
    """The lowest layer: memory. Has the attributes of the file that it stands for."""

    def __init__(self, fd, kind, name):
        self.fd, self.name, self.mode = fd, name, "wb"
        self.memory = _io.BytesIO()
        self.takers = self.taker(Mark(kind, fd)), self.taker(Mark(kind + LATE, fd))
        self.write = self.spill

    def fileno(self):
        return self.fd

    def writable(self):
        return True

    def isatty(self):
        return False

    def spill(self, data):
        """A write that no flush asked for: the buffer above was full, and is locked now."""
        count = self.memory.write(data)
        if self.memory.tell() >= SPILL:
            channel.drain(0)
        return count

    def stage(self, stream):
        """Brings down what the buffer above holds."""
        self.write = self.memory.write
        try:
            _super_flush(stream)
        except (ValueError, RuntimeError):
            pass  # closed or detached; or in the middle of a write further up in this very thread
        self.write = self.spill

    def taker(self, mark):
        """Built-in functions that, called in this order, give the mark and what is in memory, and empty it."""
        memory = self.memory
        return [mark].__getitem__, memory.seek, memory.read, memory.seek, memory.truncate

    def collect(self):
        """Moves what was written into the channel's queue; the caller holds the channel's lock."""
        if self.memory.tell():
            taker = self.takers[pace.late or get_ident() in pace.old_threads]
            # The positions that `seek` and `truncate` return are 0, and dropped.
            channel.queue.extend(filter(None, map(_call_builtin, taker, (0, 0, -1, 0, 0))))


class Stream(_io.BufferedWriter):
    def flush(self):
        if pace.last is self and clock() < pace.due:
            pace.deferred = True
            if not pace.tail:
                start_tail()
            return
        depth = 1 if self is streams[1][1] else -1
        now = clock()
        if now < pace.due:
            # The other stream's turn: keep the order, but don't send yet.
            channel.drain(depth, False)
            pace.last = self
            pace.deferred = True
            if not pace.tail:
                start_tail()
            return
        tokens = min(BURST, pace.tokens + (now - pace.stamp) * REFILL)
        pace.stamp = now
        if tokens >= 1.0 or pace.immediate or _finalizing():
            pace.tokens = tokens - 1.0
            pace.due = 0
        else:
            pace.tokens = tokens
            pace.due = now + INTERVAL
        pace.deferred = False
        channel.drain(depth)
        pace.last = self


def stage(depth):
    """Brings all buffers down: -1 without the text layers, 1 with that of stdout (before stderr is flushed), 2 with
    both."""
    if depth > 0:
        for raw, stream, text in streams[:depth]:
            try:
                _text_flush(text)
            except Exception:
                pass  # closed or detached by the program
    for raw, stream, text in streams:
        raw.stage(stream)


def collect():
    """Queues what is in memory, first that of the stream that was flushed last."""
    first = 1 if pace.last is streams[1][1] else 0
    streams[first][0].collect()
    streams[1 - first][0].collect()


def start_tail():
    pace.tail = True
    pace.stop = False
    try:
        _thread.start_new_thread(run_tail, ())
    except RuntimeError:
        # No more threads, or the interpreter is ending.
        pace.tail = False
        pace.immediate = True
        pace.due = 0
        channel.drain()


def run_tail():
    idle = 0
    while not pace.stop:
        _sleep(TAIL)
        if pace.deferred:
            idle = 0
            pace.deferred = False
            channel.drain(-1)
        else:
            idle += 1
            if idle > 20:
                break
    pace.tail = False
    if pace.deferred:
        pace.immediate = pace.immediate or pace.stop
        channel.drain(-1)


def finish_immediately():
    """At exit: nothing may wait for a thread any more."""
    pace.immediate = True
    pace.due = 0
    channel.drain()


def before_fork():
    channel.drain()
    if pace.tail:
        pace.stop = True
        until = clock() + 0.1
        while pace.tail and clock() < until:
            _sleep(0.0005)
        _sleep(0.0005)  # the thread's last steps, after its Python code


def after_fork_in_child():
    """The channel belongs to the parent: in the child the streams are the plain ones."""
    pace.tail = pace.stop = pace.deferred = pace.late = False
    pace.old_threads = frozenset()
    pace.immediate = True
    pace.due = 0
    channel.lock = _thread.allocate_lock()
    channel.owner = 0
    channel.forked = True
    channel.pump = channel.pump_plainly
    channel.queue.clear()
    channel.posted.clear()
    channel.going.clear()
    channel.received.clear()
    channel.close()


def make_stream(fd, kind, name, errors):
    raw = Raw(fd, kind, name)
    stream = Stream(raw, 1 << 16)
    text = _io.TextIOWrapper(stream, "utf-8", errors, "\n", True)
    text.mode = "w"
    return raw, stream, text


def stream_errors(text, default):
    # What the user asked for by PYTHONIOENCODING holds; what the locale chose does not.
    wanted = os.environ.get(b"PYTHONIOENCODING", b"")
    return text.errors if b":" in wanted and text is not None else default


channel = Channel(lift(FIRST_FD), BOOT["nonce"], SERVER_NONCE)
streams = (
    make_stream(1, STDOUT, "<stdout>", stream_errors(sys.stdout, "strict")),
    make_stream(2, STDERR, "<stderr>", "backslashreplace"),
)
channel.stage, channel.collect = stage, collect


def install_streams():
    sys.stdout = sys.__stdout__ = streams[0][2]
    sys.stderr = sys.__stderr__ = streams[1][2]
    if sys.stdin is not None:
        try:
            sys.stdin.reconfigure(encoding="utf-8", errors=stream_errors(sys.stdin, "strict"))
        except Exception:
            pass  # not the interpreter's own any more (a .pth file or sitecustomize replaced it)
