"""Frames over the private stream socket to the server.

Owner of: the descriptor, the frames that wait to be sent, the bytes received. One frame is
`nonce (8) | kind (1) | length (4, little endian) | payload`; see PROTOCOL.md.

Invariants: frames are whole and in order even when a KeyboardInterrupt strikes between any two instructions, when a
signal handler prints while a frame is being sent, and when many threads send. So each step that moves data is one
call into C (`list.extend(map(...))`), after which the state is consistent, and a nested call only leaves its frame
to the one that is under way.
"""
import marshal
import sys
import time
import _thread

os = sys.modules.get("posix") or sys.modules["nt"]

STDOUT, STDERR, DISPLAY, MESSAGE = 1, 2, 3, 4
LATE = 4  # added to STDOUT and STDERR: written by what an earlier cell left running
MAX_PAYLOAD = 1 << 20

clock = time.monotonic
get_ident = _thread.get_ident
_write, _read, _dumps, _loads = os.write, os.read, marshal.dumps, marshal.loads
_encode_utf16 = sys.modules["_codecs"].utf_16_le_encode
_decode_utf16 = sys.modules["_codecs"].utf_16_le_decode
_finalizing = sys.is_finalizing
_set_blocking = getattr(os, "set_blocking", None)
_pop = list.pop


def lift(fd):
    """Moves a descriptor up, out of the way of programs that count or close the low ones; not inheritable."""
    if fd >= 1000:
        os.set_inheritable(fd, False)
        return fd
    for high in (1000, 500, 250, 120, 60):
        try:
            os.fstat(high)
        except OSError:
            try:
                os.dup2(fd, high, False)
            except OSError:
                continue
            os.close(fd)
            return high
    os.set_inheritable(fd, False)
    return fd


def plain_text(text):
    """`text` without lone surrogates, which neither JSON nor the server's strings can hold."""
    if text.isascii():
        return text
    return _decode_utf16(_encode_utf16(text, "surrogatepass")[0], "replace", True)[0]


def plain(value, depth=0):
    """A copy of plain data that marshal and the server can hold: texts cleaned, odd numbers gone."""
    kind = type(value)
    if kind is str:
        return plain_text(value)
    if kind is dict:
        return {plain_text(key): plain(item, depth + 1) for key, item in value.items()} if depth < 60 else None
    if kind is list or kind is tuple:
        return [plain(item, depth + 1) for item in value] if depth < 60 else None
    if kind is int:
        return value if -(1 << 63) <= value < 1 << 63 else None
    if kind is float:
        return value if value - value == 0 else None  # neither infinite nor NaN: JSON has no such numbers
    if value is None or kind is bool or kind is bytes:
        return value
    return None


class Mark:
    """In the queue, before the bytes that a stream wrote: what they are."""

    __slots__ = ("kind", "fd")

    def __init__(self, kind, fd):
        self.kind, self.fd = kind, fd


class Channel:
    def __init__(self, fd, nonce, server_nonce):
        self.fd = fd
        self.nonce = nonce
        self.server_nonce = server_nonce
        self.queue = []  # in order: frames (bytes), and Marks, each followed by what was written
        self.posted = []  # frames of messages, to be queued after the output that came before them
        self.going = []  # what is being sent, then how many bytes of it each write took
        self.lock = _thread.allocate_lock()
        self.owner = 0
        self.again = False
        self.dead = fd < 0
        self.forked = False
        self.received = []
        self.stage = self.collect = None  # bring the streams' buffers down, and into the queue; see output.py
        self.waiting = []  # messages that came while another one was awaited

    # -- sending

    def frame(self, kind, payload):
        return b"".join((self.nonce, bytes((kind,)), len(payload).to_bytes(4, "little"), payload))

    def send(self, message):
        """Queues a message after all output that was written before it, and sends everything."""
        if self.forked:
            return
        payload = _dumps(plain(message), 2)
        if len(payload) > MAX_PAYLOAD:
            payload = _dumps(plain(trimmed(message)), 2)
        self.post(MESSAGE, payload)

    def post(self, kind, payload):
        if not self.forked:
            self.posted.append(self.frame(kind, payload))
        self.drain()

    def drain(self, depth=2, write=True):
        """Queues all output and sends the queue. `depth` says how far up output is taken from: 0 only what is in
        memory already, others see `stage`. Without `write` it is only put in order.

        Locks are taken in one order, a buffer's before the channel's: so a buffer is never flushed in here while
        the channel is held, and a full buffer may wait for the channel.
        """
        me = get_ident()
        while True:
            if self.owner == me and self.lock.locked():
                self.again = True  # inside of a drain of this very thread: a signal handler that prints
                return
            if _finalizing() and not self.last_chance():
                self.lock = _thread.allocate_lock()
            if depth:
                self.stage(depth)
            with self.lock:
                self.owner = me
                try:
                    self.again = False
                    self.collect()
                    while self.posted:
                        self.queue.extend(map(_pop, (self.posted,), (0,)))
                    if write:
                        self.pump()
                finally:
                    self.owner = 0
            if not self.again:
                return

    def last_chance(self):
        """At the interpreter's end other threads stop where they are, even with the lock: is it to be had at all?"""
        if self.lock.acquire(timeout=0.2):
            self.lock.release()
            return True
        return False

    def pump(self):
        """Writes the queue; the caller holds the lock."""
        going = self.going
        while True:
            if not going:
                if not self.queue:
                    return
                # A mark and its bytes together.
                queues = (self.queue, self.queue)[: 2 if type(self.queue[0]) is Mark else 1]
                going.extend(map(_pop, queues, (0, 0)))
            head = going[0]
            if type(head) is Mark:
                going[:] = (self.framed(head, going[1]),)
                continue
            if self.dead:
                going.clear()
                continue
            done = sum(going[1:])
            if done >= len(head):
                going.clear()
                continue
            try:
                going.extend(map(_write, (self.fd,), (memoryview(head)[done:] if done else head,)))
            except BlockingIOError:
                _set_blocking(self.fd, True)  # a program can reach the open file description by a copy of it
            except OSError:
                self.dead = True

    def framed(self, mark, data):
        if len(data) <= MAX_PAYLOAD:
            return self.frame(mark.kind, data)
        view = memoryview(data)
        return b"".join(self.frame(mark.kind, view[at : at + MAX_PAYLOAD]) for at in range(0, len(view), MAX_PAYLOAD))

    def pump_plainly(self):
        """In a forked child there is no channel: what was written goes to descriptors 1 and 2."""
        while self.queue:
            mark = self.queue.pop(0)
            if type(mark) is Mark:
                data = self.queue.pop(0)
                while data:
                    data = data[_write(mark.fd, data) :]

    # -- receiving

    def _fill(self, size):
        """All that was received and not used yet, at least `size` bytes."""
        while True:
            have = b"".join(self.received)
            if len(have) >= size:
                return have
            count = len(self.received)
            # One call into C, so that an interrupt cannot lose what was read.
            self.received.extend(map(_read, (self.fd,), (max(size - len(have), 1 << 16),)))
            if not self.received[count]:
                raise EOFError("the server closed the channel")

    def receive(self):
        """The next message; raises EOFError when the server is gone."""
        if self.waiting:
            return self.waiting.pop(0)
        return self.read_message()

    def read_message(self):
        head = self._fill(13)[:13]
        if head[:8] != self.server_nonce:
            raise EOFError("the channel is out of step")
        end = 13 + int.from_bytes(head[9:], "little")
        data = self._fill(end)
        message = _loads(data[13:end])
        self.received[:] = (data[end:],)
        return message

    def close(self):
        fd, self.fd, self.dead = self.fd, -1, True
        if fd >= 0:
            try:
                os.close(fd)
            except OSError:
                pass


def trimmed(message):
    """What is left of a message that is too big for a frame."""
    short = {key: item for key, item in message.items() if type(item) in (str, int, bool, float) and key != "text"}
    short["trimmed"] = True
    error = message.get("exception")
    if type(error) is dict:
        short["exception"] = {
            key: item
            for key, item in error.items()
            if key in ("type", "module", "mro", "message", "frames", "truncated_frames", "syntax")
        }
        short["exception"]["frames"] = error.get("frames", [])[-40:]
    return short
