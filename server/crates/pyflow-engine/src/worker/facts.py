"""What really existed when the program crashed (`pyflow_core::facts`): loaded after the bare error was sent.

Bounded in time and size, and nothing here runs the program's code. Each part is best effort: what can't be had is
left out.
"""

MAX_FRAMES = 5
MAX_NAMES = 300
need("trees")
need("evaluate")


class Budget:
    def __init__(self, seconds=0.05, size=200000):
        self.until = clock() + seconds
        self.size = size

    def spent(self):
        return self.size <= 0 or clock() > self.until


# Value facts


def fact(value, budget, depth=1, attrs=False, hide=False):
    kind = type(value)
    out = {"type": type_name(kind), "module": type_module(kind)}
    if budget.spent():
        return out
    if out["module"] != "builtins":
        out["mro"] = [type_name(base) for base in _type_mro(kind)[:12]]
    try:
        if hide and kind in (str, bytes):
            out["repr"] = "'***'"
            out["len"] = len(value)
        else:
            add_contents(out, value, kind, budget, depth)
        add_code(out, value, kind)
        if attrs:
            out["attrs"] = attribute_names(value)
    except Exception:
        pass
    budget.size -= len(_dumps(out, 2)) if depth else 40
    return out


def add_contents(out, value, kind, budget, depth):
    out["repr"] = show(value, 200 if depth else 80)
    if value is None or kind in (bool, float, int, str):
        if kind is str:
            out["len"] = len(value)
        if kind is not str or len(value) <= 2000:
            out["value"] = value
    elif kind in (list, tuple, dict, set, frozenset, bytes, bytearray, range):
        out["len"] = len(value)
    if kind in (list, tuple) and depth:
        out["elements"] = [fact(item, budget, depth - 1) for item in value[:20]]
    elif dict in _type_mro(kind) and (kind is dict or is_from(kind, "collections", out["type"])):
        out["len"] = dict.__len__(value)
        if depth or dict.__len__(value) <= 30:
            out["keys"] = keys_of(dict.keys(value))
    elif type in _type_mro(kind):
        members = lookup(value, "_member_names_")
        if type(members) is list:
            out["keys"] = keys_of(members)
    elif out["module"].partition(".")[0] in ("numpy", "pandas", "polars"):
        add_table(out, value, kind)


def keys_of(keys):
    out = []
    for key in keys:
        if len(out) >= 200:
            break
        if type(key) is str:
            out.append(["str", key[:200]])
        else:
            out.append(["int" if type(key) is int else "other", show(key, 100)])
    return out


def add_table(out, value, kind):
    package = out["module"].partition(".")[0]
    if not library_is(kind, package, out["type"]):
        return
    if out["type"] in ("ndarray", "DataFrame", "Series"):
        out["shape"] = str(tuple(value.shape))
        out["len"] = value.shape[0] if value.shape else 0
    if out["type"] in ("ndarray", "Series"):
        out["dtype"] = str(value.dtype)
    if out["type"] == "DataFrame":
        out["keys"] = keys_of(list(value.columns)[:200])


def add_code(out, value, kind):
    if lookup(kind, "__call__") is not MISSING:
        out["callable"] = True
    function = value
    if type in _type_mro(kind):
        function = constructor(value)
    elif kind is Method:
        function = value.__func__
    elif kind is Module:
        file = Module.__dict__["__dict__"].__get__(value).get("__file__")
        if type(file) is str:
            out["file"] = file[:4096]
    if type(function) is Function:
        out["params"] = parameters(function)
        if function is not value and kind is not Method:
            place = class_place(value)
            if place is not None:
                out["defined"] = place
        else:
            code = function.__code__
            out["defined"] = {
                "name": function.__qualname__[:200],
                "file": code.co_filename[:4096],
                "line": max(code.co_firstlineno - 1, 0),
            }
    elif type in _type_mro(kind) and "defined" not in out:
        place = class_place(value)
        if place is not None:
            out["defined"] = place


def class_place(value):
    """Where a class statement stands: by the interpreter (3.13), else by the text of the file of its methods."""
    space = _type_dict(value)
    module = _sys_modules.get(type_module(value))
    file = Module.__dict__["__dict__"].__get__(module).get("__file__") if type(module) is Module else None
    if type(file) is not str or file_kind(file) != "user":
        return None
    name = type_name(value)
    line = space.get("__firstlineno__")
    if type(line) is not int:
        text = source_of(file)
        if text is None:
            return None
        for at, content in enumerate(split_lines(text)):
            words = content.split(None, 2)
            if len(words) >= 2 and words[0] == "class" and words[1].partition("(")[0].rstrip(":") == name:
                line = at + 1
                break
        else:
            return None
    return {"name": name, "file": file, "line": max(line - 1, 0)}


def attribute_names(value):
    """Names from the value's own dictionary and those of its type's bases."""
    kind = type(value)
    spaces = []
    own = Module.__dict__["__dict__"].__get__(value) if kind is Module else instance_dict(value)
    if type in _type_mro(kind):
        spaces += [_type_dict(base) for base in _type_mro(value)]
    elif own is not None:
        spaces.append(own)
    if kind is not Module:
        spaces += [_type_dict(base) for base in _type_mro(kind)]
    names = []
    seen = set()
    for space in spaces:
        for name in list(space):
            if type(name) is str and name not in seen and not name.startswith("__") and len(names) < 600:
                seen.add(name)
                names.append(name[:100])
    return names


# Frames


def frame_facts(index, entry, where, exact, error, deepest, budget, seen_globals):
    frame = entry.tb_frame
    code = frame.f_code
    scope = Scope(frame)
    out = {"frame": index, "params": code_parameters(code)}
    used = set(code.co_names) | set(code.co_varnames) | set(code.co_freevars) | set(code.co_cellvars)
    out["exprs"] = expression_facts(code, scope, entry, where, exact, error, deepest, budget)
    wants_attrs = deepest and NameError in _type_mro(type(error)) and code.co_argcount
    first = code.co_varnames[0] if wants_attrs else None
    out["locals"] = named_facts(scope.locals, used, budget, deepest, first)
    if not scope.module:
        everything = id(scope.globals) not in seen_globals
        seen_globals.add(id(scope.globals))
        names = scope.globals if everything else [name for name in code.co_names if name in scope.globals]
        out["globals"] = named_facts(scope.globals, used, budget, False, None, names)
    enclosing = enclosing_names(code, frame)
    if enclosing:
        out["enclosing"] = enclosing
    add_defaults(out["params"], code, scope)
    return out


def named_facts(space, used, budget, deep, with_attrs, names=None):
    """Facts of names; those that the code uses in full, first."""
    names = [name for name in list(space if names is None else names) if type(name) is str and name in space]
    names = [name for name in names if not (name.startswith("__") and name.endswith("__"))]
    names.sort(key=lambda name: name not in used)
    out = {}
    for name in names[:MAX_NAMES]:
        if budget.size <= 0:
            break
        value = space.get(name, MISSING)
        if value is MISSING:
            continue
        if name in used or deep:
            out[name] = fact(value, budget, 1, name == with_attrs, masked(name))
        else:
            kind = type(value)
            out[name] = {"type": type_name(kind), "module": type_module(kind)}
            if lookup(kind, "__call__") is not MISSING:
                out[name]["callable"] = True
            budget.size -= 60 + len(name)
    return out


def add_defaults(params, code, scope):
    """Which parameters have defaults: only the function object knows, if it can be found."""
    candidates = [scope.globals.get(code.co_name)]
    if code.co_argcount:
        owner = scope.locals.get(code.co_varnames[0], MISSING)
        if owner is not MISSING:
            candidates.append(lookup(type(owner), code.co_name))
    for function in candidates:
        if type(function) is Function and function.__code__ is code:
            params[:] = parameters(function)


def enclosing_names(code, frame):
    """Variables of the functions around this one: by the frames below, else by the module's code."""
    names = []
    inner = code
    for _ in range(5):
        outer = None
        back = frame.f_back
        for _ in range(50):
            if back is None:
                break
            if any(item is inner for item in back.f_code.co_consts):
                outer = back.f_code
                break
            back = back.f_back
        if outer is None:
            for top in main_code:
                outer = parent_code(top, inner, 0)
                if outer is not None:
                    break
        if outer is None or not outer.co_flags & 2:  # not a function: a module, a class
            break
        names += [name for name in outer.co_varnames + outer.co_cellvars if name not in names]
        inner = outer
    names += [name for name in code.co_freevars if name not in names]
    return names[:100]


def parent_code(top, wanted, depth):
    if depth > 20:
        return None
    for item in top.co_consts:
        if type(item) is Code:
            if item is wanted:
                return top
            found = parent_code(item, wanted, depth + 1)
            if found is not None:
                return found
    return None


def expression_facts(code, scope, entry, where, exact, error, deepest, budget):
    line = entry.tb_lineno or code.co_firstlineno
    statement = statement_at(code.co_filename, line)
    if statement is None:
        return []
    start, end = where["start"], where["end"]
    byte = start["byte"] if exact else None
    roots = roots_of(code, statement, start["line"] + 1 if exact else line, byte)
    evaluator = Evaluator(scope)
    for root in roots:
        evaluator.visit(root)
    failing = None
    span_wanted = start["line"] + 1, start["byte"], end["line"] + 1, end["byte"]
    for root in roots:
        for node in descendants(root, True):
            if hasattr(node, "lineno") and span_of(node) == span_wanted:
                failing = failing or node
    near = set()
    if failing is not None:
        near = {id(child) for _, child in children(failing)}
        function = getattr(failing, "func", None)
        if kind_of(function) == "Attribute":
            near.add(id(function.value))
    out = []
    for node, value in evaluator.found:
        if budget.spent():
            break
        hide = kind_of(node) == "Name" and masked(node.id) or kind_of(node) == "Attribute" and masked(node.attr)
        first, first_byte, last, last_byte = span_of(node)
        out.append(
            {
                "line": first - 1,
                "byte": first_byte,
                "end_line": last - 1,
                "end_byte": last_byte,
                "value": fact(value, budget, 1, deepest and id(node) in near, hide),
            }
        )
    return out


def local_texts(scope):
    out = []
    for name, value in list(scope.locals.items()):
        if len(out) >= 32:
            break
        kind = type(value)
        if type(name) is not str or name.startswith("__") or kind in (Module, Function, Builtin):
            continue
        if type in _type_mro(kind):
            continue
        hide = masked(name) and kind in (str, bytes)
        out.append({"name": name[:200], "type": type_name(kind), "repr": "'***'" if hide else show(value)})
    return out


# The whole


def collect_facts(exc, out, entries, budget):
    """(facts, locals) of one exception whose dictionary is `out`."""
    facts, texts = [], []
    seen_globals = set()
    user = [at for at in range(len(entries)) if out["frames"][at]["kind"] == "user"]
    for at in reversed(user):
        if len(facts) >= MAX_FRAMES or budget.spent():
            break
        described = out["frames"][at]
        deepest = not facts
        try:
            facts.append(
                frame_facts(
                    at, entries[at], described["range"], described["exact"], exc, deepest, budget, seen_globals
                )
            )
        except Exception:
            facts.append({"frame": at})
    for at in user[-8:]:
        if clock() > budget.until + 0.02:
            break
        try:
            texts.append([at, local_texts(Scope(entries[at].tb_frame))])
        except Exception:
            pass
    extra = {}
    try:
        add_extra(extra, exc, out, entries, budget)
    except Exception:
        pass
    found = {"frames": facts, "extra": extra}
    if "obj" in extra:
        found["object"] = extra.pop("obj")
    return found, texts


def names_in(folder):
    try:
        names = os.listdir(folder)
    except OSError:
        return None
    names.sort()
    return [name[:255] for name in names[:300]]


def add_extra(extra, exc, out, entries, budget):
    bases = _type_mro(type(exc))
    attrs = out.get("attrs", {})
    script = sys.argv[0] if sys.argv and type(sys.argv[0]) is str else ""
    beside = script.rpartition("/")[0]
    if AttributeError in bases:
        owner = slot_of(AttributeError, "obj", exc)
        if owner is not MISSING and "obj" in attrs:
            budget.size = max(budget.size, 20000)
            budget.until = max(budget.until, clock() + 0.01)
            extra["obj"] = fact(owner, budget, 1, True)
            if type(owner) is Module:
                add_module(extra, owner)
    if ImportError in bases:
        add_import(extra, attrs, out["message"], entries)
    if (ImportError in bases or OSError in bases or "module_file" in extra) and beside:
        extra["siblings"] = names_in(beside) or []
    if OSError in bases and type(attrs.get("filename")) is str:
        add_path(extra, attrs["filename"], beside)
    if SyntaxError in bases:
        add_null(extra, out.get("syntax", {}))


def add_module(extra, module):
    add_names(extra, Module.__dict__["__dict__"].__get__(module))


def add_names(extra, space):
    file = space.get("__file__")
    name = space.get("__name__")
    if type(file) is str:
        extra["module_file"] = file[:4096]
        if type(name) is str and file_kind(file) == "user":
            extra["shadows_stdlib"] = name.partition(".")[0] in getattr(sys, "stdlib_module_names", ())
    extra["module_names"] = [
        key[:100] for key in list(space) if type(key) is str and not key.startswith("_")
    ][:600]
    spec = space.get("__spec__")
    if spec is not None and (instance_dict(spec) or {}).get("_initializing") is True:
        extra["partially_initialized"] = True


def add_import(extra, attrs, message, entries):
    name = attrs.get("name")
    if type(name) is not str:
        return
    if "partially initialized" in message:
        extra["partially_initialized"] = True
    module = _sys_modules.get(name)
    if type(module) is Module:
        add_module(extra, module)
    else:
        # A module whose import failed is gone; while it failed, its code was running.
        for entry in entries:
            space = entry.tb_frame.f_globals
            if type(space) is dict and space.get("__name__") == name:
                add_names(extra, space)
                break
    parent = _sys_modules.get(name.rpartition(".")[0])
    if type(parent) is Module:
        path = Module.__dict__["__dict__"].__get__(parent).get("__path__")
        if type(path) is list and path and type(path[0]) is str:
            extra["submodules"] = names_in(path[0]) or []


def add_path(extra, path, beside):
    extra["cwd"] = os.getcwd()
    folder, _, name = path.rpartition("/")
    extra["folder"] = {"path": folder or ("/" if path.startswith("/") else "."), "names": names_in(folder or ".")}
    if not path.startswith("/") and beside:
        other = beside + "/" + path
        try:
            os.stat(other)
            extra["beside_script"] = other
        except OSError:
            pass


def add_null(extra, syntax):
    """Where the zero byte is that the interpreter does not tell the place of."""
    text = sources.get(syntax.get("filename"), _read_sources.get(syntax.get("filename"))) or ""
    at = text.find("\0")
    if at >= 0:
        extra["null_line"] = len(split_lines(text[:at])) - 1


def send_facts(run, exc, out, report, spent):
    budget = Budget()
    facts, texts = collect_facts(exc, out, report.entries, budget)
    message = {
        "ev": "facts", "run": run, "facts": facts, "locals": texts, "duration_us": int(spent * 1000000)
    }
    members = []
    for path, member, described, entries in report.members[:6]:
        if entries and not budget.spent():
            found, found_texts = collect_facts(member, described, entries, budget)
            members.append({"path": path, "facts": found, "locals": found_texts})
    if members:
        message["members"] = members
    channel.send(message)
