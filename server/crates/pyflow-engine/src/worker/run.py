"""The worker's life: a message at a time, and the run of a whole file as `python FILE` would do it.

A file run ends the process: the exception is reported over the channel first, then the interpreter itself prints it,
waits for threads, calls exit functions and leaves with the status that it always has.
"""
import _signal

default_interrupt = _signal.default_int_handler
_builtins = sys.modules["builtins"]
_original_excepthook = sys.excepthook
_original_exit = os._exit


def call(code, namespace):
    """Runs the program's code; what it raised, or None. Its frames begin below this one."""
    try:
        exec(code, namespace)
    except BaseException as exc:
        return exc


def enter_run(message):
    """What is the same for all runs: where, with what, seeing which texts."""
    for name in message.get("env", {}).get("unset", ()):
        _sys_modules["os"].environ.pop(name, None)
    for name, value in message.get("env", {}).get("set", {}).items():
        _sys_modules["os"].environ[name] = value
    if "TZ" in message.get("env", {}).get("set", {}) and hasattr(time, "tzset"):
        time.tzset()
    cwd = message.get("cwd")
    if cwd:
        os.chdir(cwd)
        anchor_path(cwd)
    set_overlays(message.get("overlays") or {})
    if message.get("watch"):
        need("watch")
        start_watching(message["watch"], message["run"])
    if message.get("whitelist"):
        need("whitelist")
        install_whitelist(message["whitelist"])
    if message.get("stdin") == "ask":
        need("ask")
        install_ask()


def anchor_path(cwd):
    """The worker started in `/`: relative entries of PYTHONPATH were meant for the folder of the run."""
    join, normal = _external._path_join, _sys_modules["os"].path.normpath
    for entry in os.environ.get(b"PYTHONPATH", b"").decode("utf-8", "surrogateescape").split(":"):
        if not entry.startswith("/"):
            wrong = normal("/" + entry)
            sys.path[:] = [
                normal(join(cwd, entry)) if normal("/" + have.lstrip("/")) == wrong else have for have in sys.path
            ]


def set_import_folder(folder):
    global clean_path
    clean_path = sys.path[:]
    if folder is not None and not getattr(sys.flags, "safe_path", False):
        note_shadows(folder)
        # What is loaded already but stands beside the script too would not have been loaded by plain Python.
        if "warnings" in shadowed_names and preloaded_warnings:
            _sys_modules.pop("warnings", None)
        sys.path.insert(0, folder)


def main_namespace(path):
    space = sys.modules["__main__"].__dict__
    space.clear()
    space["__name__"] = "__main__"
    space["__doc__"] = None
    space["__package__"] = None
    space["__loader__"] = SourceFileLoader("__main__", path)
    space["__spec__"] = None
    if sys.version_info < (3, 14):
        space["__annotations__"] = {}
    space["__builtins__"] = _builtins
    space["__file__"] = path
    space["__cached__"] = None
    return space


def module_namespace(name, path):
    """As `python -m name`: parents are imported, relative imports work. (namespace, code or None)."""
    parent = name.rpartition(".")[0]
    search = None
    if parent:
        __import__(parent)
        search = _sys_modules[parent].__path__
    spec = _bootstrap._find_spec(name, search, None)
    if spec is not None and spec.submodule_search_locations is not None:
        return module_namespace(name + ".__main__", path)
    if spec is None:
        raise ImportError("No module named " + name, name=name)
    space = main_namespace(spec.origin or path)
    space.update(
        __loader__=spec.loader, __spec__=spec, __package__=spec.parent, __cached__=spec.cached, __file__=spec.origin
    )
    return space, (None if spec.origin == path else spec.loader.get_code(name))


def prepare_file(message):
    """(code, namespace, exception): what `message` asks to run, or why that is impossible."""
    path, text = message["path"], without_mark(message["text"])
    sys.argv = [path] + list(message.get("argv") or ())
    if hasattr(sys, "orig_argv"):
        sys.orig_argv = [sys.executable] + sys.argv
    set_import_folder(message.get("sys_path0"))
    if message.get("whole") is not None:
        add_source(path, without_mark(message["whole"]))
    code = None
    try:
        if message.get("module"):
            namespace, code = module_namespace(message["module"], path)
        else:
            namespace = main_namespace(path)
        if code is None:
            _read_sources[path] = text
            code = compile(text, path, "exec", 0, True)
    except BaseException as exc:
        return None, sys.modules["__main__"].__dict__, exc
    return code, namespace, None


def run_file(message):
    run = Reported.run = message["run"]
    exc = None
    begun = clock()
    channel.send({"ev": "started", "run": run})
    try:
        allow_interrupts()
        enter_run(message)
        code, namespace, exc = prepare_file(message)
        if exc is None:
            main_code.append(code)
            begun = clock()
            exc = call(code, namespace)
    except BaseException as early:
        exc = early  # the working folder is gone, or an interrupt came before the program
    spent = clock() - begun
    if channel.forked:
        return leave(exc)
    trace, profile = sys.gettrace(), sys.getprofile()
    if trace is not None or profile is not None:
        _set_trace(None)
        _set_profile(None)
    ending = Ending(run, exc, spent)
    while not ending.over:
        try:
            ending.step()
        except KeyboardInterrupt as late:
            ending.interrupted(late)
        except SystemExit as instead:
            ending.exc = instead  # a hook of the program's chose another end
    if trace is not None:
        _set_trace(trace)
    if profile is not None:
        _set_profile(profile)
    leave(ending.exc)


_set_trace, _set_profile = sys.settrace, sys.setprofile
main_code = []


def exit_code_of(exc):
    """What `sys.exit(code)` makes of its argument."""
    code = slot_of(SystemExit, "code", exc)
    if code is None or code is MISSING:
        return 0
    return code if type(code) is int else int(code) if type(code) is bool else 1


class Ending:
    """The end of a file run, in steps that an interrupt may cut short but never keeps from being told."""

    def __init__(self, run, exc, spent):
        self.run, self.exc, self.spent = run, exc, spent
        self.steps = [self.tell, self.print, self.finish]
        if exc is None or SystemExit in _type_mro(type(exc)):
            del self.steps[:2]
        self.over = False

    def step(self):
        while self.steps:
            self.steps.pop(0)()
        self.over = True

    def interrupted(self, late):
        if self.exc is None:
            self.exc = late
            self.steps = [self.tell, self.print, self.finish]

    def tell(self):
        tell_exception(self.run, self.exc, self.spent)

    def print(self):
        # The program's own hook may run here, and never return.
        print_exception(self.exc)

    def finish(self):
        exc = self.exc
        done = {"ev": "done", "run": self.run, "status": "ok", "exit_code": 0}
        if exc is not None:
            bases = _type_mro(type(exc))
            if SystemExit in bases:
                done["exit_code"] = exit_code_of(exc)
                done["status"] = "exit" if done["exit_code"] else "ok"
            elif KeyboardInterrupt in bases:
                done["status"], done["exit_code"] = "interrupted", 130
            else:
                done["status"], done["exit_code"] = "error", 1
        done["duration_us"] = int(self.spent * 1000000)
        done["names"] = len(sys.modules["__main__"].__dict__)
        self.over = True
        channel.send(done)


def tell_exception(run, exc, spent):
    reserve.clear()  # memory that the report of a MemoryError needs
    try:
        out, report = report_exception(exc, run)
    except MemoryError:
        channel.send({"ev": "error", "run": run, "exception": {"type": "MemoryError", "module": "builtins"}})
        return
    if report is not None:
        try:
            need("facts")
            send_facts(run, exc, out, report, spent)
        except Exception:
            pass  # facts are decoration


reserve = [bytearray(1 << 16)]


def print_exception(exc):
    """What the interpreter does with an exception that nobody caught."""
    strip_own_frames(exc)
    sys.last_type, sys.last_value, sys.last_traceback = type(exc), exc, _traceback(exc)
    if sys.version_info >= (3, 12):
        sys.last_exc = exc
    hook = getattr(sys, "excepthook", None)
    if hook is None or hook is _original_excepthook:
        print_plainly(exc)
        return
    try:
        hook(type(exc), exc, _traceback(exc))
    except SystemExit:
        raise
    except BaseException as second:
        strip_own_frames(second)
        try:
            sys.stderr.write("Error in sys.excepthook:\n")
            print_plainly(second)
            sys.stderr.write("\nOriginal exception was:\n")
            print_plainly(exc)
        except Exception:
            pass


def print_plainly(exc):
    if sources and sys.version_info < (3, 13):
        # The interpreter reads the lines from the disk, where the text that ran is not.
        try:
            import_clean("traceback").print_exception(type(exc), exc, _traceback(exc))
            return
        except Exception:
            pass
    _original_excepthook(type(exc), exc, _traceback(exc))


def leave(exc):
    """Ends a file run as the interpreter would end with that exception; does not return normally for an error."""
    if exc is None:
        return
    kind = type(exc)
    if SystemExit in _type_mro(kind):
        raise exc
    if channel.forked:
        print_exception(exc)
    if kind is KeyboardInterrupt:
        # The interpreter itself must see it, to end by the signal; it has been printed already.
        hook = sys.excepthook

        def silent(*details):
            sys.excepthook = hook

        sys.excepthook = silent
        raise KeyboardInterrupt
    raise SystemExit(1)


# The process


def exit_at_once(status):
    """`os._exit` that loses no output."""
    try:
        channel.drain()
    except Exception:
        pass
    _original_exit(status)


def flushing(function):
    """`os.exec*` that lose no output."""

    def replacement(*args, **kwargs):
        channel.drain()
        return function(*args, **kwargs)

    replacement.__name__ = replacement.__qualname__ = function.__name__
    replacement.__doc__ = function.__doc__
    return replacement


def install_process_hooks():
    exit_at_once.__name__ = exit_at_once.__qualname__ = "_exit"
    for module in (os, _sys_modules.get("os")):
        if module is None:
            continue
        module._exit = exit_at_once
        for name in ("execv", "execve"):
            if hasattr(module, name):
                setattr(module, name, flushing(getattr(module, name)))
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=before_fork, after_in_child=after_fork_in_child)
    import atexit

    atexit.register(finish_immediately)


def install_crash_dump():
    """`faulthandler` writes to the second descriptor, where the server reads; SIGUSR1 asks where the program is."""
    try:
        os.fstat(FIRST_FD + 1)
    except OSError:
        return
    fd = lift(FIRST_FD + 1)
    try:
        import faulthandler

        faulthandler.enable(fd, True)
        if hasattr(faulthandler, "register"):
            faulthandler.register(_signal.SIGUSR1, fd, True, False)
    except Exception:
        pass


def clean_up_start():
    """What starting by `-c` leaves behind and `python FILE` does not."""
    module = _sys_modules.get("linecache")
    if module is not None:
        module.cache.pop("<string>", None)
        if sys.version_info >= (3, 13) and not had_site_linecache():
            del _sys_modules["linecache"]


def had_site_linecache():
    """Whether something else than `-c` itself (3.13) loaded `linecache`; whatever does also loads `tokenize`."""
    return "tokenize" in _sys_modules


class Interrupts:
    """The program's handler of SIGINT, put aside while nothing runs."""

    held = None
    idle = False


def ignore_interrupts():
    if not Interrupts.idle:
        handler = _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
        # Started in the background, a process ignores it, and Python with it: the stop button must work all the same.
        Interrupts.held = default_interrupt if handler in (None, _signal.SIG_IGN) else handler
        Interrupts.idle = True


def allow_interrupts():
    if Interrupts.idle:
        Interrupts.idle = False
        _signal.signal(_signal.SIGINT, Interrupts.held)


def main():
    """Serves the channel until a run ended the process or the server is gone."""
    while True:
        try:
            ignore_interrupts()
            message = channel.receive()
        except EOFError:
            return
        except KeyboardInterrupt:
            continue  # it came just before they were ignored
        op = message.get("op")
        if op == "close":
            allow_interrupts()
            return
        if op == "run" and message.get("kind") == "file":
            run_file(message)
            return
        if op in ("run", "vars", "inspect", "reset"):
            need("session")
            if not session_message(op, message):
                return


def with_display(name):
    """Hooks of `display.py`, which is loaded only when the program imports what they are for."""

    def hook(module):
        need("display")
        globals()[name](module)

    return hook


preloaded_warnings = "warnings" not in sys.modules
install_streams()
install_crash_dump()
clean_up_start()
install_hooks()
watch_import("matplotlib", with_display("on_matplotlib"))
watch_import("matplotlib.pyplot", with_display("on_pyplot"))
install_finder()
install_process_hooks()
channel.send({"ev": "ready", "pid": os.getpid(), "version": list(sys.version_info[:3])})
