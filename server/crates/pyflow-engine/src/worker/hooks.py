"""What goes wrong without ending the program: threads, tasks, logging, warnings, "exception ignored".

Each hook reports and then does what would have been done without it, so that the texts on stderr stay. A program
that sets hooks of its own replaces these, as it would replace the interpreter's.
"""
_original_unraisable = sys.unraisablehook
_original_thread_hook = getattr(_thread, "_excepthook", None)
MAX_REPORTS = 200
MAX_WARNINGS = 500


class Reported:
    run = 0
    left = MAX_REPORTS
    warnings_left = MAX_WARNINGS
    warned = set()


class StackEntry:
    """A frame that is still running, with the attributes of a traceback's entry."""

    tb_next = None

    def __init__(self, frame):
        self.tb_frame, self.tb_lasti, self.tb_lineno = frame, frame.f_lasti, frame.f_lineno


def stack_above(frame):
    """The program's frames that led to a library's, outermost first, as entries of a traceback."""
    while frame is not None and file_kind(frame.f_code.co_filename) != "user":
        frame = frame.f_back
    first = None
    for _ in range(HEAD_FRAMES):
        if frame is None or own_frame(frame):
            break
        entry = StackEntry(frame)
        entry.tb_next, first = first, entry
        frame = frame.f_back
    return first


def report(origin, name, exc, stack=None):
    if channel.forked or Reported.left <= 0:
        return
    Reported.left -= 1
    try:
        out, described = describe(exc)
        if described.unsure:
            out = Report(True).describe(exc)
        if stack is not None:
            out["frames"] = frames_of(stack_above(stack), None)[0] + out["frames"]
        message = {"ev": "reported", "run": Reported.run, "origin": origin, "name": name[:200], "exception": out}
        if origin in ("thread", "task") and not _finalizing():
            need("facts")
            message["facts"], message["locals"] = collect_facts(exc, out, described.entries, Budget(0.02, 100000))
        channel.send(message)
    except Exception:
        pass  # at the end of the interpreter much is gone; the text on stderr is not


def thread_hook(args):
    exc = args.exc_value
    if exc is not None and SystemExit not in _type_mro(type(exc)):
        name = (instance_dict(args.thread) or {}).get("_name")
        report("thread", name if type(name) is str else "", exc)
        strip_own_frames(exc)
    _original_thread_hook(args)


def unraisable_hook(args):
    exc = args.exc_value
    if exc is not None and not _finalizing():
        value = args.object
        name = value.__qualname__ if type(value) in (Function, Builtin) else show(value, 100)
        report("unraisable", name if type(name) is str else "", exc)
    _original_unraisable(args)


def install_thread_hook():
    """Before `threading` is loaded its hook is taken from `_thread`; afterwards it has a copy."""
    if _original_thread_hook is None:
        return
    _thread._excepthook = thread_hook
    module = _sys_modules.get("threading")
    if module is not None:
        for name in ("excepthook", "__excepthook__"):
            if getattr(module, name, None) is _original_thread_hook:
                setattr(module, name, thread_hook)


def on_logging(module):
    """`logging` prints its own failures and goes on: they are reported too."""
    original = module.Handler.handleError

    def handleError(self, record):
        exc = sys.exc_info()[1]
        if exc is not None and module.raiseExceptions:
            name = (instance_dict(record) or {}).get("name")
            report("logging", name if type(name) is str else "", exc, sys._getframe(1))
        return original(self, record)

    module.Handler.handleError = handleError


def on_asyncio(module):
    """The end of a task whose exception nobody asked for."""
    original = module.BaseEventLoop.default_exception_handler

    def default_exception_handler(self, context):
        exc = context.get("exception") if type(context) is dict else None
        if exc is not None:
            task = context.get("task") or context.get("future")
            try:
                name = task.get_name() if type(task) is module_dict("_asyncio").get("Task") else ""
            except Exception:
                name = ""
            report("task", name if type(name) is str else "", exc)
        return original(self, context)

    module.BaseEventLoop.default_exception_handler = default_exception_handler


# Warnings


def show_warning(message):
    """In place of `warnings._showwarnmsg_impl`: reports, then prints the same text."""
    file, line = message.filename, message.lineno
    category = message.category
    if type(file) is str and file.startswith("<pyflow ") and message.file is None:
        # There is no caller further up: what the interpreter says then.
        file, line = ("sys", 1) if sys.version_info < (3, 13) else ("<sys>", 0)
        message.filename, message.lineno = file, line
    try:
        name = type_name(category)
        text = str(message.message)[:MAX_MESSAGE]
        key = (name, file, line, text)
        if Reported.warnings_left > 0 and key not in Reported.warned and not channel.forked:
            Reported.warnings_left -= 1
            Reported.warned.add(key)
            channel.send(
                {
                    "ev": "warning",
                    "run": Reported.run,
                    "type": name,
                    "message": text,
                    "file": file if type(file) is str else "",
                    "line": max(line - 1, 0) if type(line) is int else 0,
                }
            )
    except Exception:
        pass
    own = _warnings_space.get("formatwarning") is _original_format and message.file is None
    if own and message.source is None and ("linecache" not in _sys_modules or file in sources):
        print_warning(file, line, category, message.message)
    else:
        _original_show(message)


def print_warning(file, line, category, text):
    """The interpreter's format, without `linecache`: importing that could import the program's own `token.py`."""
    stream = sys.stderr
    if stream is None:
        return
    out = "%s:%s: %s: %s\n" % (file, line, category.__name__, text)
    source = source_of(file) if type(file) is str and type(line) is int else None
    if source is not None:
        lines = split_lines(source)
        if 0 < line <= len(lines) and lines[line - 1].strip():
            out += "  %s\n" % lines[line - 1].strip()
    try:
        stream.write(out)
    except OSError:
        pass


def install_warnings():
    global _warnings_space, _original_show, _original_format
    import warnings

    if not hasattr(warnings, "_showwarnmsg_impl"):
        return  # a namesake, or a version that shows warnings another way: the text on stderr stays
    _warnings_space = warnings.__dict__
    _original_show = warnings._showwarnmsg_impl
    _original_format = warnings.formatwarning
    warnings._showwarnmsg_impl = show_warning


def fresh_warnings(namespace):
    """A warning is shown once for each place; a new run of the same cell is a new place."""
    Reported.warned = set()
    Reported.warnings_left = MAX_WARNINGS
    Reported.left = MAX_REPORTS
    namespace.pop("__warningregistry__", None)


def install_hooks():
    sys.unraisablehook = unraisable_hook
    install_thread_hook()
    install_warnings()
    watch_import("logging", on_logging)
    watch_import("asyncio.base_events", on_asyncio)
