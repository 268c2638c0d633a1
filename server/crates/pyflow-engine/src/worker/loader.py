# Given to the interpreter by -c. Reads the first frame from descriptor 1200 (3 where the limit of open files is too
# low for that) and becomes the worker that it holds.
# It must leave nothing in `__main__` that a program could meet, nor anything that keeps that namespace alive, and
# import nothing that is not there already.
import sys, marshal
if sys.path and sys.path[0] == "":
    del sys.path[0]


def _start(os):
    first = 1200
    try:
        os.fstat(first)
    except OSError:
        first = 3

    def read(n):
        data = b""
        while len(data) < n:
            more = os.read(first, n - len(data))
            if not more:
                os._exit(0)
            data += more
        return data

    head = read(13)
    boot = marshal.loads(read(int.from_bytes(head[9:], "little")))
    space = {"__name__": "pyflow", "__builtins__": dict(sys.modules["builtins"].__dict__)}
    space.update(BOOT=boot, SERVER_NONCE=head[:8], FIRST_FD=first)
    need = boot["parts"].pop("need")
    exec(marshal.loads(need) if type(need) is bytes else compile(need, "<pyflow need>", "exec", 0, True), space)
    return space["main"]


_start(sys.modules["posix"] if "posix" in sys.modules else sys.modules["nt"])()
