"""Looking at values without running a line of the program's code.

No `repr`, `len`, `getattr`, `isinstance` of a value whose exact type is not the interpreter's own: classes may lie
about everything, so types come from `type()`, their attributes from the slots of `type` itself. Texts are bounded.
"""

_type_name = type.__dict__["__name__"].__get__
_type_module = type.__dict__["__module__"].__get__
_type_mro = type.__dict__["__mro__"].__get__
_type_dict = type.__dict__["__dict__"].__get__
Getset = type(type.__dict__["__dict__"])
Member = type(type(sys).__dict__["__dict__"])
Module = type(sys)
Function = type(plain)
Builtin = type(len)
Method = type(channel.send)
Code = type(plain.__code__)
WrapperDescriptor = type(object.__init__)
MISSING = object()

_sys_modules = sys.modules
_exc_args = BaseException.__dict__["args"].__get__
_stdlib = getattr(sys, "_stdlib_dir", None) or (getattr(sys.modules.get("os"), "__file__", "") or "").rpartition("/")[0]


def type_name(kind):
    return _type_name(kind)[:200]


def type_module(kind):
    try:
        name = _type_module(kind)
    except AttributeError:
        return ""
    return name[:200] if type(name) is str else ""


def lookup(kind, name):
    """What the type's bases have under that name, unbound; MISSING if nothing."""
    for base in _type_mro(kind):
        space = _type_dict(base)
        if name in space:
            return space[name]
    return MISSING


def instance_dict(value):
    """The value's own dictionary, where the interpreter itself hands it out; else None."""
    slot = lookup(type(value), "__dict__")
    if type(slot) is not Getset and type(slot) is not Member:
        return None
    try:
        space = slot.__get__(value, type(value))
    except Exception:
        return None
    return space if type(space) is dict else None


def module_dict(name):
    """The namespace of a loaded module of the standard library, by its name; {} if there is none."""
    module = _sys_modules.get(name)
    if type(module) is not Module:
        return {}
    space = Module.__dict__["__dict__"].__get__(module)
    file = space.get("__file__")
    return space if file is None or type(file) is str and file.startswith(_stdlib) else {}


def is_from(kind, module, name):
    """Whether `kind` is that class of the standard library and no namesake."""
    return type_name(kind) == name and module_dict(module).get(name) is kind


def library_is(kind, package, name):
    """Whether `kind` is the class that an installed package, loaded from site-packages, has under that name."""
    if type_name(kind) != name or type_module(kind).partition(".")[0] != package:
        return False
    module = _sys_modules.get(package)
    if type(module) is not Module:
        return False
    space = Module.__dict__["__dict__"].__get__(module)
    return space.get(name) is kind and "-packages" in str(space.get("__file__"))


def masked(name):
    """Whether a name says that its value is nobody's business."""
    low = name.lower()
    return any(word in low for word in ("password", "passwd", "secret", "token", "credential")) or low.endswith(
        ("api_key", "apikey", "access_key", "private_key", "auth_key")
    )


def show(value, limit=200, depth=3):
    """A text for the value, like `repr` where that is the interpreter's own."""
    try:
        text = _show(value, limit, depth)
    except Exception:
        text = "<" + type_name(type(value)) + " object>"
    return plain_text(text if len(text) <= limit else text[: limit - 1] + "…")


def _show(value, limit, depth):
    kind = type(value)
    shower = SHOWERS.get(id(kind))
    if shower is not None:
        return shower(value, limit, depth)
    module = type_module(kind)
    name = type_name(kind)
    if module in PLAIN_REPR and is_from(kind, module, name):
        return repr(value)
    if module == "collections" and is_from(kind, module, name):
        if name == "deque":
            return "deque(" + _series("[]", iter(value), limit, depth) + ")"
        if name in ("OrderedDict", "Counter", "defaultdict"):
            return name + "(" + _mapping(value, limit, depth) + ")"
    if module == "numpy" and library_is(kind, "numpy", name):
        return _show_array(value, limit) if name == "ndarray" else str(value.item())
    if name in ("DataFrame", "Series") and (library_is(kind, "pandas", name) or library_is(kind, "polars", name)):
        return "<" + name + " " + " × ".join(map(str, value.shape)) + ">"
    if type(kind) is module_dict("enum").get("EnumMeta", MISSING):
        space = instance_dict(value) or {}
        if type(space.get("_name_")) is str:
            return "<" + name + "." + space["_name_"] + ": " + show(space.get("_value_"), limit, depth - 1) + ">"
    bases = _type_mro(kind)
    if BaseException in bases:
        args = _exc_args(value)
        if type(args) is tuple:
            inner = [show(item, limit, depth - 1) for item in args[:4]]
            return name + "(" + ", ".join(inner) + ")"
    if tuple in bases and type(lookup(kind, "_fields")) is tuple:
        fields = [field for field in lookup(kind, "_fields") if type(field) is str]
        inner = [
            field + "=" + (show(item, limit, depth - 1) if depth > 0 else "…")
            for field, item in zip(fields, tuple.__iter__(value))
        ]
        return name + "(" + ", ".join(inner[:20]) + ")"
    if type in bases:
        return "<class " + repr(type_name(value)) + ">"
    return "<" + name + " object>"


def _show_text(value, limit, depth):
    return repr(value[:limit])


def _show_number(value, limit, depth):
    if value.bit_length() > 600:
        return "<int of " + str(value.bit_length()) + " bits>"
    return repr(value)


def _show_repr(value, limit, depth):
    return repr(value)


def _series(brackets, items, limit, depth, tail=""):
    if depth <= 0:
        return brackets[0] + "…" + brackets[1]
    parts, size = [], 2
    for item in items:
        if size > limit:
            parts.append("…")
            break
        part = show(item, limit, depth - 1)
        parts.append(part)
        size += len(part) + 2
    else:
        if tail and len(parts) == 1:
            return brackets[0] + parts[0] + tail + brackets[1]
    return brackets[0] + ", ".join(parts) + brackets[1]


def _mapping(value, limit, depth):
    if depth <= 0:
        return "{…}"
    parts, size = [], 2
    for key, item in dict.items(value):
        if size > limit:
            parts.append("…")
            break
        part = show(key, limit, depth - 1) + ": "
        hidden = type(key) is str and masked(key) and type(item) in (str, bytes)
        part += "'***'" if hidden else show(item, limit, depth - 1)
        parts.append(part)
        size += len(part) + 2
    return "{" + ", ".join(parts) + "}"


def _show_set(value, limit, depth):
    if not len(value):
        return "set()"
    return _series("{}", value, limit, depth)


def _show_function(value, limit, depth):
    return "<function " + value.__name__[:100] + ">"


def _show_method(value, limit, depth):
    function = value.__func__
    name = function.__name__ if type(function) in (Function, Builtin) else "?"
    return "<bound method " + type_name(type(value.__self__)) + "." + name[:100] + ">"


def _show_module(value, limit, depth):
    name = Module.__dict__["__dict__"].__get__(value).get("__name__")
    return "<module " + (repr(name[:200]) if type(name) is str else "?") + ">"


def _show_array(value, limit):
    if value.size <= 20 and value.dtype.kind in "biufcUS":
        return "array(" + show(value.tolist(), limit, 3) + ")"
    return "array(shape=" + str(value.shape) + ", dtype=" + str(value.dtype) + ")"


def _show_frozenset(value, limit, depth):
    return "frozenset(" + (_series("{}", value, limit, depth) if len(value) else "") + ")"


SHOWERS = {
    id(str): _show_text,
    id(bytes): _show_text,
    id(bytearray): lambda value, limit, depth: "bytearray(" + repr(bytes(value[:limit])) + ")",
    id(int): _show_number,
    id(list): lambda value, limit, depth: _series("[]", value, limit, depth),
    id(tuple): lambda value, limit, depth: _series("()", value, limit, depth, ","),
    id(dict): _mapping,
    id(set): _show_set,
    id(frozenset): _show_frozenset,
    id(Function): _show_function,
    id(Builtin): lambda value, limit, depth: "<built-in function " + value.__name__[:100] + ">",
    id(Method): _show_method,
    id(Module): _show_module,
    id(type): lambda value, limit, depth: "<class " + repr(type_name(value)) + ">",
    id(type({}.keys())): lambda value, limit, depth: "<dict_keys>",
}
for _kind in (
    type(None), bool, float, complex, type(Ellipsis), type(NotImplemented), Code, type(str.upper), WrapperDescriptor
):
    SHOWERS[id(_kind)] = _show_repr
SHOWERS[id(range)] = lambda value, limit, depth: (
    "range(" + show(value.start) + ", " + show(value.stop) + ("" if value.step == 1 else ", " + show(value.step)) + ")"
)
# Classes of the standard library whose repr can only meet values of their own.
PLAIN_REPR = ("datetime", "decimal", "fractions", "pathlib", "uuid", "re", "array", "ipaddress", "_pydatetime",
              "pathlib._local", "zoneinfo")


def parameters(function):
    """The parameters of a Python function, `self` included; None for anything else."""
    if type(function) is Method:
        function = function.__func__
    if type(function) is not Function:
        return None
    defaults = function.__defaults__
    keyword_defaults = function.__kwdefaults__
    return code_parameters(
        function.__code__,
        len(defaults) if type(defaults) is tuple else 0,
        keyword_defaults if type(keyword_defaults) is dict else {},
    )


def code_parameters(code, defaults=0, keyword_defaults=()):
    names = code.co_varnames
    count = code.co_argcount
    out = [
        {"name": name, "kind": "positional", "default": at >= count - defaults}
        for at, name in enumerate(names[:count])
    ]
    at = count + code.co_kwonlyargcount
    rest = [{"name": name, "kind": "keyword", "default": name in keyword_defaults} for name in names[count:at]]
    if code.co_flags & 4:
        out.append({"name": names[at], "kind": "*", "default": False})
        at += 1
    out += rest
    if code.co_flags & 8:
        out.append({"name": names[at], "kind": "**", "default": False})
    return out[:100]


def constructor(kind):
    """The Python function that a class's call ends in, if any: `__init__`, else `__new__`."""
    for name in ("__init__", "__new__"):
        found = lookup(kind, name)
        if type(found) is staticmethod:
            found = found.__func__
        if type(found) is Function:
            return found
    return None
