"""From an exception to the dictionary that the server decodes (`pyflow_core::exception::Exception`).

First what is certain and quick: types, places, chain. A message that only the program's own code can make (`__str__`)
comes in a second report, because that code may never return. Nothing here trusts an attribute of an exception that
is not a slot of the interpreter's own classes.
"""

MAX_MESSAGE = 8192
MAX_CHAIN = 8
MAX_GROUP_DEPTH, MAX_GROUP = 3, 15
HEAD_FRAMES = TAIL_FRAMES = 20

_cause = BaseException.__dict__["__cause__"].__get__
_context = BaseException.__dict__["__context__"].__get__
_suppress = BaseException.__dict__["__suppress_context__"].__get__
_traceback = BaseException.__dict__["__traceback__"].__get__
_set_traceback = BaseException.__dict__["__traceback__"].__set__
_exc_dict = BaseException.__dict__["__dict__"].__get__
_group_class = __builtins__.get("BaseExceptionGroup")
_group_members = _group_class.__dict__["exceptions"].__get__ if _group_class else None

OWN_SPACE = globals()
sources = {}  # path → the text that ran under it, where that is not the file's


def own_frame(frame):
    return frame.f_globals is OWN_SPACE


def strip_own_frames(exc, seen=None):
    """Takes the worker's own frames out of the tracebacks of an exception and of its causes, for printing."""
    for _ in range(50):
        tb = _traceback(exc)
        while tb is not None and own_frame(tb.tb_frame):
            tb = tb.tb_next
        _set_traceback(exc, tb)
        while tb is not None:
            following = tb.tb_next
            cut = following
            while cut is not None and own_frame(cut.tb_frame):
                cut = cut.tb_next
            if cut is not following:
                tb.tb_next = cut
            tb = cut
        seen = seen or [id(exc)]
        exc = _cause(exc) or _context(exc)
        if exc is None or id(exc) in seen:
            return
        seen.append(id(exc))


def file_kind(file):
    if not file or file.startswith("<"):
        return "internal"
    if "/site-packages/" in file or "/dist-packages/" in file or _stdlib and file.startswith(_stdlib + "/"):
        return "library"
    return "user"


def source_of(file):
    """The text that ran as `file`: what was handed in, else what the file holds; None when it can't be had soon."""
    text = sources.get(file)
    if text is not None or file.startswith("<"):
        return text
    if len(_read_sources) < 20 and file not in _read_sources:
        _read_sources[file] = _read_source(file)
    return _read_sources.get(file)


_read_sources = {}


def _read_source(file):
    try:
        fd = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
        try:
            status = os.fstat(fd)
            if status.st_mode & 0o170000 != 0o100000 or status.st_size > 1 << 20:
                return None
            data = os.read(fd, status.st_size)
        finally:
            os.close(fd)
        if data[:3] == b"\xef\xbb\xbf":
            data = data[3:]
        head = data[:400]
        if b"coding" in head and b"utf-8" not in head.lower():
            return data.decode("latin-1")
        return data.decode("utf-8", "replace")
    except Exception:
        return None


def split_lines(text):
    """Lines as Python counts them: only \\n, \\r\\n and \\r end one."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def place(tb, error=None, deepest=False):
    """(range, exact) of a traceback entry: 0-based lines, UTF-8 bytes."""
    code = tb.tb_frame.f_code
    line = tb.tb_lineno
    if hasattr(code, "co_positions"):
        found = None
        for at, position in enumerate(code.co_positions()):
            if at >= tb.tb_lasti // 2:
                found = position
                break
        if found is not None and None not in found:
            first, last, start, end = found
            return span(first - 1, start, last - 1, end), True
    if line is None:
        line = code.co_firstlineno
    if file_kind(code.co_filename) == "user":
        guess = narrow(code, line, error, deepest)
        if guess is not None:
            return span(guess[0] - 1, guess[1], guess[2] - 1, guess[3]), False
        text = source_of(code.co_filename)
        if text is not None:
            lines = split_lines(text)
            if 0 < line <= len(lines):
                content = lines[line - 1]
                indent = len(content) - len(content.lstrip())
                size = len(content.rstrip().encode("utf-8", "replace"))
                return span(line - 1, min(indent, size), line - 1, size), False
    return span(max(line - 1, 0), 0, max(line - 1, 0), 0), False


def span(line, byte, end_line, end_byte):
    return {"start": {"line": line, "byte": byte}, "end": {"line": end_line, "byte": end_byte}}


class Narrowing:
    """Until when one report may go on looking."""

    until = 0


def narrow(code, line, error, deepest):
    """Before 3.11 an interpreter knows lines only: the one expression of that line that can fail this way."""
    if clock() > Narrowing.until:
        return None
    try:
        need("trees")
        return narrow_by_tree(code, line, error, deepest)
    except Exception:
        return None


def frames_of(tb, error):
    """(frames, entries, left out): the frames' dictionaries, outermost first, and their traceback entries."""
    total, step = 0, tb
    while step is not None:
        if not own_frame(step.tb_frame):
            total += 1
        step = step.tb_next
    left_out = 0
    if total > HEAD_FRAMES + TAIL_FRAMES + 10:
        left_out = total - HEAD_FRAMES - TAIL_FRAMES
    frames, entries, at = [], [], 0
    while tb is not None:
        if not own_frame(tb.tb_frame):
            if at < HEAD_FRAMES or at >= HEAD_FRAMES + left_out:
                code = tb.tb_frame.f_code
                where, exact = place(tb, error, at == total - 1)
                frames.append(
                    {
                        "file": code.co_filename[:4096],
                        "function": getattr(code, "co_qualname", code.co_name)[:500],
                        "range": where,
                        "exact": exact,
                        "kind": file_kind(code.co_filename),
                    }
                )
                entries.append(tb)
            at += 1
        tb = tb.tb_next
    return frames, entries, left_out


def safe_arguments(args):
    return type(args) is tuple and all(
        type(item) in (str, int, float, bool, bytes, type(None)) for item in args
    )


def bare_message(exc):
    """(text, sure): the message as far as no code of the program is needed for it."""
    kind = type(exc)
    if SyntaxError in _type_mro(kind):
        text = SyntaxError.__dict__["msg"].__get__(exc)
        return (text[:MAX_MESSAGE], True) if type(text) is str else ("", True)
    maker = lookup(kind, "__str__")
    args = _exc_args(exc)
    if type(maker) is WrapperDescriptor and safe_arguments(args):
        # A slot of the interpreter's, over values that are its own too.
        if len(args) == 1 and type(args[0]) is str and len(args[0]) > MAX_MESSAGE:
            return args[0][:MAX_MESSAGE], True
        try:
            return str(exc)[:MAX_MESSAGE], True
        except Exception:
            pass
    if type(args) is tuple and args:
        text = args[0][:MAX_MESSAGE] if type(args[0]) is str else show(args[0])
        # The interpreter's own exceptions may hold any value; showing it as text is the program's business.
        return text, False
    return "", False


def full_message(exc):
    """The message with the help of the program's code; None if that fails."""
    try:
        text = str(exc)
        if type(text) is not str:
            text = str.__str__(text)
        return text[:MAX_MESSAGE]
    except BaseException:
        return None


def notes_of(exc):
    notes = _exc_dict(exc).get("__notes__") if type(_exc_dict(exc)) is dict else None
    if type(notes) not in (list, tuple):
        return []
    return [note[:2000] if type(note) is str else show(note) for note in notes[:20]]


def members_of(exc):
    """The members of an exception group, of the interpreter's own or of the backport; None for others."""
    bases = _type_mro(type(exc))
    if _group_class is not None:
        return _group_members(exc) if _group_class in bases else None
    backport = [base for base in bases if type_name(base) == "BaseExceptionGroup"]
    if any(type_module(base).startswith("exceptiongroup") for base in backport):
        members = (instance_dict(exc) or {}).get("_exceptions")
        if type(members) in (tuple, list):
            return [item for item in members if BaseException in _type_mro(type(item))]
    return None


class Report:
    """One exception with its chain, being described: bounds, and what the facts will need."""

    def __init__(self, ask_program=False):
        self.seen = set()
        self.ask_program = ask_program
        self.unsure = False
        self.entries = []  # traceback entries of the first exception's frames
        self.members = []  # of a group: (indexes down to the member, it, its dictionary, traceback entries)
        self.left = 200  # exceptions
        Narrowing.until = clock() + 0.03

    def describe(self, exc, depth=0, group_depth=0, path=()):
        first = not self.seen
        self.seen.add(id(exc))
        self.left -= 1
        kind = type(exc)
        message, sure = bare_message(exc)
        if not sure:
            self.unsure = True
            if self.ask_program:
                asked = full_message(exc)
                message = "<" + type_name(kind) + ": its __str__ failed>" if asked is None and not message else (
                    message if asked is None else asked
                )
        frames, entries, left_out = frames_of(_traceback(exc), exc)
        if first:
            self.entries = entries
        out = {
            "type": type_name(kind),
            "module": type_module(kind),
            "mro": [type_name(base) for base in _type_mro(kind)[:20]],
            "message": message,
            "frames": frames,
        }
        if path:
            self.members.append((list(path), exc, out, entries))
        if left_out:
            out["truncated_frames"] = left_out
        notes = notes_of(exc)
        if notes:
            out["notes"] = notes
        attrs = attributes_of(exc, message)
        if SyntaxError in _type_mro(kind):
            out["syntax"] = syntax_place(exc)
        members = members_of(exc)
        if members is not None:
            out["group"] = []
            for member in members[:MAX_GROUP] if group_depth < MAX_GROUP_DEPTH else ():
                if self.left > 0 and id(member) not in self.seen:
                    below = path + (len(out["group"]),)
                    out["group"].append(self.describe(member, depth + 1, group_depth + 1, below))
            attrs["members"] = len(members)
        if _suppress(exc):
            out["suppressed"] = True
        for key, linked in (("cause", _cause(exc)), ("context", _context(exc))):
            if linked is None or id(linked) in self.seen or depth >= MAX_CHAIN or self.left <= 0:
                continue
            out[key] = self.describe(linked, depth + 1, group_depth)
            if type_name(type(linked)) in ("RemoteTraceback", "_RemoteTraceback"):
                remote = (instance_dict(linked) or {}).get("tb")
                if type(remote) is str:
                    attrs["remote"] = remote[:16384]
        if attrs:
            out["attrs"] = attrs
        return out


def number(value):
    return value if type(value) is int and -(1 << 62) < value < 1 << 62 else 0


def syntax_place(exc):
    out = {}
    for name in ("lineno", "offset", "end_lineno", "end_offset"):
        slot = SyntaxError.__dict__.get(name)
        out[name] = number(slot.__get__(exc)) if slot is not None else 0
    for name in ("filename", "text"):
        value = SyntaxError.__dict__[name].__get__(exc)
        out[name] = value[:4096] if type(value) is str else ""
    return out


def quoted(message, last=False):
    """The first (or last) text between single quotes."""
    parts = message.split("'")
    return parts[-2 if last else 1] if len(parts) >= 3 else None


def slot_of(owner, name, exc):
    slot = owner.__dict__.get(name)
    if type(slot) not in (Getset, Member):
        return MISSING
    try:
        return slot.__get__(exc)
    except AttributeError:
        return MISSING


def simple(value, limit=1000):
    """The value if it can be told as it is, a short text of it if not."""
    if value is None or type(value) in (bool, float):
        return value
    if type(value) is int:
        return value if -(1 << 63) <= value < 1 << 63 else show(value)
    if type(value) is str:
        return value[:limit]
    if type(value) is bytes:
        return value[:limit].decode("utf-8", "replace")
    return show(value)


def brief(value):
    """Type and text of a value, and the value itself where it is simple."""
    out = {"type": type_name(type(value)), "module": type_module(type(value)), "repr": show(value)}
    if type(value) in (str, int, float, bool):
        out["value"] = simple(value)
    return out


SLOTS = (
    (OSError, ("errno", "strerror", "filename", "filename2", "winerror")),
    (ImportError, ("name", "path", "name_from")),
    (UnicodeError, ()),
    (SystemExit, ("code",)),
    (StopIteration, ("value",)),
)
# Attributes that the standard library's own classes keep in the instance.
IN_INSTANCE = {
    "JSONDecodeError": ("pos", "lineno", "colno", "msg"),
    "error": ("pos", "lineno", "colno", "msg", "pattern"),
    "PatternError": ("pos", "lineno", "colno", "msg", "pattern"),
    "CalledProcessError": ("returncode", "cmd", "stderr", "output"),
    "TimeoutExpired": ("cmd", "timeout"),
    "NoSectionError": ("section",),
    "NoOptionError": ("section", "option"),
}


def attributes_of(exc, message):
    bases = _type_mro(type(exc))
    attrs = {}
    space = _exc_dict(exc)
    if type(space) is dict and space:
        wanted = IN_INSTANCE.get(type_name(type(exc)), ())
        for key, value in list(space.items())[:40]:
            if type(key) is not str or key.startswith("_"):
                continue
            if key in wanted or type(value) in (str, int, float, bool, type(None)) and len(attrs) < 20:
                attrs[key] = "***" if masked(key) and type(value) is str else simple(value, 400)
        if type(space.get("doc")) is str and type(space.get("pos")) is int:
            doc, pos = space["doc"], space["pos"]
            start = max(0, pos - 40)
            attrs["doc"] = doc[start : pos + 40] if pos >= 0 else doc[:80]
            attrs["doc_start"] = start
            attrs["doc_length"] = len(doc)
    for owner, names in SLOTS:
        if owner in bases:
            for name in names:
                value = slot_of(owner, name, exc)
                if value is not MISSING and value is not None:
                    attrs[name] = simple(value)
    if NameError in bases:
        name = slot_of(NameError, "name", exc)
        name = name if type(name) is str else quoted(message)
        if name:
            attrs["name"] = name[:500]
    elif AttributeError in bases:
        name = slot_of(AttributeError, "name", exc)
        name = name if type(name) is str else quoted(message, True)
        if name:
            attrs["name"] = name[:500]
        owner = slot_of(AttributeError, "obj", exc)
        # 3.10 and later keep the object; a None there may also mean "not given".
        if owner is not MISSING and (owner is not None or "'NoneType'" in message):
            attrs["obj"] = brief(owner)
    elif ImportError in bases and "name_from" not in attrs and message.startswith("cannot import name "):
        name = quoted(message)
        if name:
            attrs["name_from"] = name[:500]
    elif KeyError in bases:
        args = _exc_args(exc)
        if type(args) is tuple and len(args) == 1:
            attrs["key"] = brief(args[0])
    for owner in (UnicodeDecodeError, UnicodeEncodeError, UnicodeTranslateError):
        if owner in bases:
            try:
                unicode_attributes(owner, exc, attrs)
            except Exception:
                pass
    return attrs


def unicode_attributes(owner, exc, attrs):
    for name in ("encoding", "start", "end", "reason"):
        value = slot_of(owner, name, exc)
        if value is not MISSING:
            attrs[name] = simple(value)
    data = slot_of(owner, "object", exc)
    start = attrs.get("start")
    if type(start) is not int or not 0 <= start:
        return
    if type(data) is bytes and start < len(data):
        attrs["byte"] = data[start]
        attrs["object"] = show(data[max(0, start - 20) : start + 20])
        attrs["object_head"] = show(data[:16])
    elif type(data) is str:
        attrs["object"] = data[max(0, start - 20) : start + 20]
    attrs["object_length"] = len(data) if type(data) in (bytes, str) else 0


def describe(exc):
    """(dictionary, report) of an exception as far as it can be told without the program's code."""
    report = Report()
    return report.describe(exc), report


def report_exception(exc, run):
    """Sends the bare exception, then, if its message needs the program's code, again with that."""
    try:
        out, report = describe(exc)
    except MemoryError:
        out, report = {"type": type_name(type(exc)), "module": type_module(type(exc)), "message": ""}, None
    channel.send({"ev": "error", "run": run, "exception": out})
    if report is not None and report.unsure:
        again = Report(True)
        second = again.describe(exc)
        if second != out:
            out = second
            channel.send({"ev": "error", "run": run, "exception": out})
    return out, report
