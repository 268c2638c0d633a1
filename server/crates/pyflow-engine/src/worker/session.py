"""Pieces of a document, run one after the other in one `__main__` that stays.

Owner of: the session's namespace, the futures that pieces switched on, the event loop of top-level `await`, what is
known of the names and of the imported files. Pieces are compiled under the document's own path at their own lines, so
tracebacks, pickles and `inspect` need no mapping. Nothing runs between two pieces.
"""

TOP_LEVEL_AWAIT = 0x2000
COROUTINE = 0x80
FUTURES = 0x1FE0000  # the bits of CPython's `PyCF_MASK`, from 3.8.2 on
MAX_REPR = 1 << 16
MAX_CHANGED = 100


class Session:
    path = None
    space = None
    futures = 0
    loop = None
    lines = []  # of a document that has no text but the pieces that ran
    before = {}
    files = {}  # module name → (path, mtime, size) when it was seen first
    seen_modules = 0


session = Session()
need("display")
need("magics")


def session_message(op, message):
    """Handles one message of a session; False when the process must end (a forked child)."""
    if op == "run":
        run_piece(message)
        return not channel.forked
    value = None
    try:
        if op == "vars":
            value = variables()
        elif op == "inspect":
            value = inspect_name(message.get("name") or "")
        elif op == "reset":
            reset_session()
            value = True
    except Exception:
        value = None
    channel.send({"ev": "reply", "id": message.get("id"), "value": value})
    return True


def open_session(message):
    """At the first piece: what a file run sets up, but for good."""
    session.path = message["path"]
    session.space = main_namespace(session.path)
    sys.argv = [session.path] + list(message.get("argv") or ())
    set_import_folder(message.get("sys_path0"))
    watch_import("multiprocessing.spawn", on_spawn)
    _builtins.__pyflow_magic__ = run_magic
    if not hasattr(_builtins, "display"):
        _builtins.display = display


def reset_session():
    if session.path is None:
        return
    session.futures = 0
    close_loop()
    main_code.clear()
    main_namespace(session.path)
    session.before = {}


def run_piece(message):
    run = Reported.run = message["run"]
    first = session.path is None
    channel.send({"ev": "started", "run": run})
    pace.old_threads = frozenset(_current_frames()) - {get_ident()}
    pace.late = False
    begun, exc, value = clock(), None, MISSING
    try:
        allow_interrupts()
        mend_streams()
        if not first:
            message = dict(message, cwd=None)  # the program may have changed it
        enter_run(message)
        if first:
            open_session(message)
        note_text(message)
        fresh_warnings(session.space)
        tell_stale(run)
        touched = {}
        begun = clock()
        value, exc = evaluate(message, touched)
    except KeyboardInterrupt as late:
        exc = late
    except Exception as failure:
        exc = failure  # the working folder is gone, and the like: the run's own error
    spent = clock() - begun
    if channel.forked:
        # A child that the piece forked: it ends here, as a child of a script would.
        leave(exc)
        return
    trace, profile = sys.gettrace(), sys.getprofile()
    if trace is not None or profile is not None:
        _set_trace(None)
        _set_profile(None)
    sent = []
    for _ in range(3):
        try:
            if not sent:
                finish_piece(run, exc, value, spent, locals().get("touched", {}), sent)
            break
        except KeyboardInterrupt as late:
            exc = exc or late
            value = MISSING
        except Exception:
            # The report failed, by what the program did to the interpreter: say how it ended all the same.
            channel.send({"ev": "done", "run": run, "status": "ok" if exc is None else "error"})
            break
    pace.late = True
    if trace is not None:
        _set_trace(trace)
    if profile is not None:
        _set_profile(profile)


_current_frames = sys._current_frames


def mend_streams():
    """Gives back the streams of the interpreter's own that an earlier piece put something else in place of. A piece
    that only set `sys.stdout` wanted that, and keeps it."""
    for name, entry in (("stdout", streams[0]), ("stderr", streams[1])):
        own, found = entry[2], getattr(sys, "__" + name + "__", None)
        if found is not own:
            if getattr(sys, name, None) is found:
                setattr(sys, name, own)
            setattr(sys, "__" + name + "__", own)


def note_text(message):
    """What tracebacks and `inspect` show for the document: its text in the editor."""
    path, whole = session.path, message.get("whole")
    if whole is not None:
        add_source(path, without_mark(whole))
    elif sources.pop(path, None) is not None:
        module = _sys_modules.get("linecache")
        if module is not None:
            module.cache.pop(path, None)
    _read_sources.clear()
    if "trees" not in _parts:
        forget_trees()
    if whole is None and stamp_of(path) is None:
        # There is no text of the document but its pieces: each at its lines, the later one counts.
        for at, line in enumerate(split_lines(message["text"])[message.get("line_shift") or 0 :]):
            while at >= len(session.lines):
                session.lines.append("")
            session.lines[at] = line or session.lines[at]
        _read_sources[path] = "\n".join(session.lines)


# Compiling and running


def piece_codes(message):
    """(code of the statements, code of the last expression or None) of a piece."""
    text, path = message["text"], message.get("path") or session.path
    flags = session.futures | TOP_LEVEL_AWAIT
    tree = compile(text, path, "exec", flags | 0x400, True)
    if message.get("wrapped") and tree.body:
        # The `if True:` that an indented piece hangs under: see `pyflow_core::piece`.
        tree.body[:1] = tree.body[0].body
    shift = message.get("line_shift") or 0
    if shift:
        lower_lines(tree, shift)
    body, last = tree.body, None
    try:
        if message.get("echo", True) and body and type(body[-1]).__name__ == "Expr" and not is_quiet(text):
            shell = compile("0", path, "eval", 0x400, True)
            shell.body = body.pop().value
            last = compile(shell, path, "eval", flags | future_flags(body), True)
        code = compile(tree, path, "exec", flags, True)
    except SyntaxError as exc:
        # Found in the tree, not in the text: its lines must be the text's all the same.
        if shift and type(exc.lineno) is int:
            exc.lineno += shift
            if type(getattr(exc, "end_lineno", None)) is int:
                exc.end_lineno += shift
        raise
    session.futures |= code.co_flags & FUTURES
    return code, last


def lower_lines(node, shift):
    for name in ("lineno", "end_lineno"):
        line = getattr(node, name, None)
        if type(line) is int:
            setattr(node, name, line - shift)
    for field in node._fields:
        value = getattr(node, field, None)
        for item in value if type(value) is list else (value,):
            if hasattr(type(item), "_fields"):
                lower_lines(item, shift)


def future_flags(body):
    """The features that the same piece switches on for its last expression."""
    flags = 0
    for node in body:
        if type(node).__name__ == "ImportFrom" and node.module == "__future__":
            import __future__

            for item in node.names:
                feature = getattr(__future__, item.name, None)
                flags |= getattr(feature, "compiler_flag", 0)
    return flags


def is_quiet(text):
    """Whether the piece ends in `;`, comments aside."""
    for line in reversed(split_lines(text)):
        line = line.rstrip()
        if line and not line.lstrip().startswith("#"):
            return line.endswith(";") or "#" in line and line.rpartition("#")[0].rstrip().endswith(";")
    return False


def evaluate(message, touched):
    """(value or MISSING, exception or None) of a piece."""
    try:
        code, last = piece_codes(message)
    except BaseException as exc:
        return MISSING, exc
    for part in (code, last):
        if part is None:
            continue
        main_code.append(part)
        for name in part.co_names:
            value = session.space.get(name, MISSING)
            if value is not MISSING:
                touched[name] = show(value, 80)
    del main_code[:-200]
    session.before = {name: id(value) for name, value in session.space.items()}
    exc = run_code(code)
    if exc is not None or last is None:
        return MISSING, exc
    held = []
    exc = run_code(last, held)
    return (held[0] if held else MISSING), exc


def run_code(code, held=None):
    try:
        value = eval(code, session.space)
        if code.co_flags & COROUTINE:
            value = run_coroutine(value)
        if held is not None:
            held.append(value)
    except BaseException as exc:
        trim_to(exc, code)
        return exc


def trim_to(exc, code):
    """Takes off the frames before the piece's own: the worker's, and the event loop's."""
    tb = _traceback(exc)
    while tb is not None:
        if tb.tb_frame.f_code is code:
            _set_traceback(exc, tb)
            return
        tb = tb.tb_next


def run_coroutine(coroutine):
    """To its end, on the session's loop; the loop does not run between pieces, so `asyncio.run` works as well."""
    asyncio = import_clean("asyncio")
    if session.loop is None or session.loop.is_closed():
        session.loop = asyncio.new_event_loop()
    loop = session.loop
    asyncio.set_event_loop(loop)
    task = loop.create_task(coroutine)
    try:
        return loop.run_until_complete(task)
    except KeyboardInterrupt:
        task.cancel()
        try:
            loop.run_until_complete(task)
        except BaseException:
            pass
        raise


def close_loop():
    loop, session.loop = session.loop, None
    if loop is not None and not loop.is_closed():
        try:
            loop.close()
        except Exception:
            pass


# What is told at the end


def finish_piece(run, exc, value, spent, touched, sent):
    done = {"ev": "done", "run": run, "status": "ok", "duration_us": int(spent * 1000000)}
    if exc is not None:
        bases = _type_mro(type(exc))
        if SystemExit in bases:
            done["exit_code"] = exit_code_of(exc)
            done["status"] = "exit" if done["exit_code"] else "ok"
            code = slot_of(SystemExit, "code", exc)
            if type(code) is str:
                sys.stderr.write(code + "\n")
        else:
            done["status"] = "interrupted" if KeyboardInterrupt in bases else "error"
            tell_exception(run, exc, spent)
            strip_own_frames(exc)
            sys.last_type, sys.last_value, sys.last_traceback = type(exc), exc, _traceback(exc)
            if sys.version_info >= (3, 12):
                sys.last_exc = exc
            if not reserve:
                reserve.append(bytearray(1 << 16))
    elif value is not MISSING and value is not None:
        done["result"] = result_of(value)
        session.space["_"] = value
    end_figures()
    if session.loop is not None:
        import_clean("gc").collect()  # tasks whose errors nobody asked for speak up when they go
    done["changed"] = changed_names(touched)
    done["names"] = sum(1 for name in session.space if not name.startswith("_"))
    note_files()
    ignore_interrupts()  # one that comes when this is over means nothing any more
    sent.append(True)
    channel.send(done)


def result_of(value):
    """The value of the last expression; its own `__repr__` may run here, and fail."""
    kind = type(value)
    try:
        text = repr(value)
        text = text[:MAX_REPR] + "…" if len(text) > MAX_REPR else text[:]
    except KeyboardInterrupt:
        raise
    except BaseException as exc:
        text = "<" + type_name(kind) + " object; its __repr__ raised " + type_name(type(exc)) + ">"
    out = {"repr": str.__str__(text), "type": type_name(kind)}
    data = rich_data(value)
    if data:
        out["data"] = data
    return out


def is_shown(name, value):
    return not name.startswith("_") and type(value) not in (Module, Builtin)


def changed_names(touched):
    out = []
    for name, value in list(session.space.items()):
        if len(out) >= MAX_CHANGED:
            break
        if type(name) is not str or not is_shown(name, value):
            continue
        before = session.before.get(name)
        if before == id(value) and (name not in touched or touched[name] == show(value, 80)):
            continue
        out.append(variable(name, value))
    return out


def variable(name, value):
    hide = masked(name) and type(value) in (str, bytes)
    return {"name": name[:200], "type": type_name(type(value)), "repr": "'***'" if hide else show(value)}


def variables():
    out = []
    for name, value in list(session.space.items()) if session.space is not None else ():
        if type(name) is str and is_shown(name, value) and len(out) < 1000:
            item = variable(name, value)
            kind = type(value)
            if kind in (str, bytes, bytearray, list, tuple, dict, set, frozenset):
                item["size"] = len(value)
            out.append(item)
    return out


def inspect_name(name):
    """What is known of a name, or of a dotted path below it, without running anything."""
    need("facts")
    parts = name.split(".")
    space = session.space or {}
    value = space.get(parts[0], _builtins.__dict__.get(parts[0], MISSING))
    for part in parts[1:]:
        value = MISSING if value is MISSING else attribute(value, part)
    if value is MISSING:
        return {"found": False, "name": name}
    out = fact(value, Budget(), 1, True, masked(parts[-1]))
    out.update(found=True, name=name)
    doc = documentation(value)
    if doc:
        out["doc"] = doc[:4000]
    return out


def documentation(value):
    kind = type(value)
    if kind is Method:
        value, kind = value.__func__, type(value.__func__)
    if type in _type_mro(kind):
        doc = _type_dict(value).get("__doc__")
    elif kind is Module:
        doc = Module.__dict__["__dict__"].__get__(value).get("__doc__")
    else:
        doc = value.__doc__ if kind in (Function, Builtin) else None
    return doc if type(doc) is str else None


# Files of the program that were imported


def note_files():
    if len(_sys_modules) == session.seen_modules:
        return
    session.seen_modules = len(_sys_modules)
    for name, module in list(_sys_modules.items()):
        if name in session.files or name == "__main__" or type(module) is not Module:
            continue
        file = Module.__dict__["__dict__"].__get__(module).get("__file__")
        if type(file) is not str or file_kind(file) != "user":
            continue
        stamp = stamp_of(file)
        if stamp is not None:
            session.files[name] = (file,) + stamp


def stamp_of(file):
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def tell_stale(run):
    stale = []
    for name, (file, *stamp) in list(session.files.items()):
        now = stamp_of(file)
        if now is not None and now != tuple(stamp) and name in _sys_modules:
            stale.append([name, file])
            session.files[name] = (file,) + now
    if stale:
        channel.send({"ev": "stale", "run": run, "modules": stale})


def on_spawn(module):
    """Children of the start methods spawn and forkserver import the saved file anew: say what can't work there."""
    original = module.get_preparation_data

    def get_preparation_data(name):
        problem = spawn_problem()
        if problem:
            raise RuntimeError(problem)
        return original(name)

    module.get_preparation_data = get_preparation_data


def spawn_problem():
    if session.space is None or channel.forked or "__file__" not in session.space:
        return None
    path = session.path
    advice = " Save the file, or use multiprocessing.get_context('fork')."
    saved = _read_source(path)
    if saved is None:
        return "processes started by 'spawn' import " + path + ", which is not on the disk." + advice
    for name, value in list(session.space.items()):
        own = type(value) is Function and value.__code__.co_filename == path
        own = own or type in _type_mro(type(value)) and type_module(value) == "__main__"
        if own and ("def " + name) not in saved and ("class " + name) not in saved:
            return (
                "processes started by 'spawn' import the saved file, and '" + name + "' is not in it yet." + advice
            )
    if "__name__" not in saved:
        return (
            "processes started by 'spawn' import the saved file and would run all of it: put the code that starts "
            "them under if __name__ == '__main__':, or use multiprocessing.get_context('fork')."
        )
    return None
