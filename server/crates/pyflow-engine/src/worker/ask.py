"""`input()`, `getpass` and `sys.stdin` when the client can be asked for a line."""

_asking = _thread.allocate_lock()


def ask_line(prompt, password=False):
    """The line that the user typed, without its end; None at the end of input. Waits as long as it takes."""
    with _asking:
        channel.send({"ev": "input", "run": Reported.run, "prompt": prompt[-1000:], "password": password})
        while True:
            try:
                message = channel.read_message()
            except EOFError:
                return None
            if message.get("op") == "input":
                text = message.get("text")
                return text if type(text) is str else None
            channel.waiting.append(message)  # for when nothing runs


class AskedInput(_sys_modules["io"].TextIOBase):
    """Lines that are asked for one at a time."""

    encoding = "utf-8"
    errors = "strict"
    name = "<stdin>"
    mode = "r"

    def __init__(self):
        self.rest = ""
        self.ended = False

    def fileno(self):
        return 0

    def isatty(self):
        return False

    def readable(self):
        return True

    def more(self):
        line = None if self.ended else ask_line("")
        if line is None:
            self.ended = True
            return False
        self.rest += line + "\n"
        return True

    def readline(self, size=-1):
        while "\n" not in self.rest and self.more():
            pass
        end = self.rest.find("\n") + 1 or len(self.rest)
        if size is not None and 0 <= size < end:
            end = size
        line, self.rest = self.rest[:end], self.rest[end:]
        return line

    def read(self, size=-1):
        while (size is None or size < 0 or len(self.rest) < size) and self.more():
            pass
        end = len(self.rest) if size is None or size < 0 else size
        text, self.rest = self.rest[:end], self.rest[end:]
        return text

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line


asked_input = AskedInput()
_plain_input = _builtins.input


def input_by_asking(prompt="", /):
    if sys.stdin is not asked_input or channel.forked:
        return _plain_input(prompt)
    text = str(prompt)
    if asked_input.rest:
        line = asked_input.readline()
        return line[:-1] if line.endswith("\n") else line
    if text:
        sys.stdout.write(text)
        sys.stdout.flush()
    line = ask_line(text)
    if line is None:
        raise EOFError("EOF when reading a line")
    return line


def on_getpass(module):
    def getpass(prompt="Password: ", stream=None, **options):
        if channel.forked:
            raise EOFError("EOF when reading a line")
        line = ask_line(str(prompt), True)
        if line is None:
            raise EOFError("EOF when reading a line")
        return line

    module.getpass = getpass


def install_ask():
    input_by_asking.__name__ = input_by_asking.__qualname__ = "input"
    input_by_asking.__doc__ = _plain_input.__doc__
    if _builtins.input is _plain_input:
        _builtins.input = input_by_asking
    if sys.stdin is sys.__stdin__:
        sys.stdin = asked_input
    watch_import("getpass", on_getpass)
