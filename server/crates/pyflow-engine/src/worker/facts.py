"""What really existed when the program crashed (`pyflow_core::facts`): loaded after the bare error was sent.

Bounded in time and size, and nothing here runs the program's code. Each part is best effort: what can't be had is
left out. Trees come from `compile(…, ONLY_AST)`; their nodes are told apart by their class's name, so that nothing has
to be imported.
"""

ONLY_AST = 0x400
MAX_FRAMES = 5
MAX_NAMES = 300
COMPREHENSIONS = ("ListComp", "SetComp", "DictComp", "GeneratorExp")
SCOPE_NODES = {
    "<lambda>": ("Lambda",),
    "<listcomp>": ("ListComp",),
    "<setcomp>": ("SetComp",),
    "<dictcomp>": ("DictComp",),
    "<genexpr>": ("GeneratorExp",),
}
STATEMENT_LISTS = ("body", "orelse", "finalbody", "handlers", "cases")
_slice_type = type(slice(0))


class Budget:
    def __init__(self, seconds=0.05, size=200000):
        self.until = clock() + seconds
        self.size = size

    def spent(self):
        return self.size <= 0 or clock() > self.until


# Trees


def is_node(value):
    return hasattr(type(value), "_fields") and type(value).__module__ in ("ast", "_ast")


def kind_of(node):
    return type(node).__name__


def children(node):
    for field in node._fields:
        value = getattr(node, field, None)
        if type(value) is list:
            for item in value:
                if is_node(item):
                    yield field, item
        elif is_node(value):
            yield field, value


_trees = {}


def statement_at(file, line):
    """The innermost statement that covers a line (from 1) of a file; None if the text can't be had or parsed."""
    key = (file, line)
    if key not in _trees:
        _trees[key] = None
        text = source_of(file)
        if text is not None:
            body = parse_around(text, line)
            if body is not None:
                _trees[key] = innermost(body, line)
    return _trees[key]


def parse(text):
    try:
        return compile(text, "<facts>", "exec", ONLY_AST, True).body
    except Exception:
        return None


def parse_around(text, line):
    """The statements of the whole text, or, when it is long, of the top-level block around the line."""
    if len(text) < 20000:
        return parse(text)
    lines = split_lines(text)
    starts = [at for at, content in enumerate(lines) if content and content[0] not in " \t)]}#\"'"]
    before = [at for at in starts if at < line][-6:]
    end = next((at for at in starts if at >= line), len(lines))
    for start in reversed(before):
        body = parse("\n" * start + "\n".join(lines[start:end]))
        if body and innermost(body, line) is not None:
            return body
    return parse(text) if len(text) < 400000 else None


def first_line(node):
    return min([node.lineno] + [item.lineno for item in getattr(node, "decorator_list", ())])


def innermost(body, line):
    for node in body:
        if not hasattr(node, "lineno"):
            found = None
            for name in STATEMENT_LISTS:  # a match_case has no place of its own
                found = found or innermost(getattr(node, name, ()), line)
            if found is not None:
                return found
            continue
        if first_line(node) <= line <= node.end_lineno:
            for name in STATEMENT_LISTS:
                inner = getattr(node, name, None)
                if type(inner) is list:
                    found = innermost([item for item in inner if is_node(item)], line)
                    if found is not None:
                        return found
            return node
    return None


def own_expressions(statement):
    """The expressions of a statement itself, not those of the statements in it."""
    out = []
    for field, node in children(statement):
        if field in STATEMENT_LISTS and hasattr(node, "lineno") and kind_of(statement) != "Lambda":
            continue
        if kind_of(node) == "match_case":
            continue
        out.append(node)
    return out


def descendants(node, into_scopes):
    """The expression and all below it; without `into_scopes` not what another scope evaluates."""
    yield node
    kind = kind_of(node)
    if not into_scopes and kind in ("Lambda",) + COMPREHENSIONS:
        if kind != "Lambda":
            yield from descendants(node.generators[0].iter, into_scopes)
        return
    for _, child in children(node):
        yield from descendants(child, into_scopes)


def span_of(node):
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def covers(node, line, byte):
    return (node.lineno, node.col_offset) <= (line, byte) <= (node.end_lineno, node.end_col_offset)


def roots_of(code, statement, line, byte):
    """What of a statement this code object evaluates: for a lambda or comprehension the inside of its node."""
    roots = own_expressions(statement)
    kinds = SCOPE_NODES.get(code.co_name)
    if kinds is None:
        return roots
    found = [
        node
        for root in roots
        for node in descendants(root, True)
        if kind_of(node) in kinds and node.lineno <= line <= node.end_lineno
    ]
    if byte is not None:
        found = [node for node in found if covers(node, line, byte)]
    elif len(found) > 1:
        return []
    if not found:
        return []
    node = found[-1]
    if kind_of(node) == "Lambda":
        return [node.body]
    inner = [getattr(node, name) for name in ("elt", "key", "value") if hasattr(node, name)]
    for at, generator in enumerate(node.generators):
        inner += generator.ifs
        if at:
            inner.append(generator.iter)
    return inner


def narrow_by_tree(code, line, error, deepest):
    statement = statement_at(code.co_filename, line)
    if statement is None:
        return None
    if deepest and kind_of(statement) in ("Raise", "Assert") and statement.lineno <= line:
        return span_of(statement)
    nodes = [
        node
        for root in roots_of(code, statement, line, None)
        for node in descendants(root, False)
        if hasattr(node, "lineno") and node.lineno <= line <= node.end_lineno
    ]
    found = [node for node in nodes if fits(node, error if deepest else None)]
    on_line = [node for node in found if node.lineno == line]
    found = on_line if len(found) > 1 and len(on_line) == 1 else found
    if len(found) != 1:
        return None
    first, byte, last, end = span_of(found[0])
    if first < line:
        # The expression began further up; the interpreter's line is where it failed.
        text = split_lines(source_of(code.co_filename) or "")
        content = text[line - 1] if line <= len(text) else ""
        return line, len(content) - len(content.lstrip()), last, end
    return first, byte, last, end


def fits(node, error):
    """Whether evaluating this node can raise that error; None stands for one that came from a call."""
    kind = kind_of(node)
    if error is None:
        return kind == "Call"
    bases = _type_mro(type(error))
    message, _ = bare_message(error)
    if NameError in bases:
        return kind == "Name" and node.id == quoted(message)
    if AttributeError in bases:
        return kind == "Attribute" and node.attr == quoted(message, True)
    if LookupError in bases:
        return kind == "Subscript"
    if ZeroDivisionError in bases:
        return kind == "BinOp" and kind_of(node.op) in ("Div", "FloorDiv", "Mod")
    if TypeError in bases:
        if "operand" in message or "concatenate" in message:
            return kind == "BinOp" and "not supported between" not in message or kind == "Compare"
        if "not supported between" in message:
            return kind == "Compare"
        if "subscriptable" in message or "indices" in message or "item assignment" in message:
            return kind == "Subscript"
    return kind == "Call"


# Values of names and expressions


class Scope:
    """The names of one frame, read once."""

    def __init__(self, frame):
        space = frame.f_globals
        self.globals = space if type(space) is dict else {}
        local = frame.f_locals
        if type(local) is dict:
            self.locals = local
        elif type_name(type(local)) == "FrameLocalsProxy" and type_module(type(local)) == "builtins":
            self.locals = dict(local)
        else:
            self.locals = {}  # a class body's own mapping: reading it could run anything
        builtin = getattr(frame, "f_builtins", None)
        self.builtins = builtin if type(builtin) is dict else {}
        self.module = local is space
        self.hidden = frozenset()

    def value(self, name):
        if name in self.hidden:
            return MISSING
        for space in (self.locals, self.globals, self.builtins):
            if name in space:
                return space[name]
        return MISSING


def attribute(value, name):
    """An attribute that can be had without running anything; MISSING for all others."""
    kind = type(value)
    if kind is Module:
        return Module.__dict__["__dict__"].__get__(value).get(name, MISSING)
    if type in _type_mro(kind):
        # The attribute of a class, unbound.
        found = lookup(value, name)
        if type(found) in (staticmethod, classmethod):
            return found.__func__
        return MISSING if found is not MISSING and type(found) in (property, Getset, Member) else found
    if type(lookup(kind, "__getattribute__")) is not WrapperDescriptor:
        return MISSING
    found = lookup(kind, name)
    if type(found) is Member:
        try:
            return found.__get__(value, kind)
        except Exception:
            return MISSING
    if found is not MISSING and lookup(type(found), "__set__") is not MISSING:
        return MISSING
    space = instance_dict(value)
    if space is not None and name in space:
        return space[name]
    if type(found) is Function:
        return Method(found, value)
    if type(found) is staticmethod:
        return found.__func__
    if type(found) is classmethod:
        function = found.__func__
        return Method(function, kind) if type(function) is Function else MISSING
    if found is MISSING or lookup(type(found), "__get__") is not MISSING:
        # Methods of the interpreter's own types are worth having: `"".upper` is callable.
        if type_name(type(found)) == "method_descriptor" and type_module(kind) == "builtins":
            return found.__get__(value, kind)
        return MISSING
    return found


NUMBERS = (int, float, bool)


def subscript(value, key):
    kind = type(value)
    if kind in (list, tuple, str, bytes, range):
        if type(key) is int:
            return value[key] if -len(value) <= key < len(value) else MISSING
        if type(key) is _slice_type and kind is not range and len(value) < 10000:
            if all(part is None or type(part) is int for part in (key.start, key.stop, key.step)):
                return value[key]
        return MISSING
    if kind is dict or type_module(kind) == "collections" and is_from(kind, "collections", type_name(kind)):
        if dict in _type_mro(kind) and type(key) in (str, int, bool, float, bytes, type(None)):
            return dict.get(value, key, MISSING)
    return MISSING


def operate(operator, left, right):
    if type(left) in NUMBERS and type(right) in NUMBERS:
        if any(type(item) is int and item.bit_length() > 64 for item in (left, right)):
            return MISSING
        if operator == "Add":
            return left + right
        if operator == "Sub":
            return left - right
        if operator == "Mult":
            return left * right
        if right != 0 and operator in ("Div", "FloorDiv", "Mod"):
            return left / right if operator == "Div" else left // right if operator == "FloorDiv" else left % right
    if operator == "Add" and type(left) is type(right) is str and len(left) + len(right) < 4000:
        return left + right
    return MISSING


class Evaluator:
    """Values of the sub-expressions of a statement, as far as no call is needed."""

    def __init__(self, scope):
        self.scope = scope
        self.found = []  # (node, value)
        self.left = 60

    def visit(self, node):
        kind = kind_of(node)
        value = MISSING
        if kind == "Constant":
            return node.value
        if kind == "Lambda":
            return MISSING
        if kind in COMPREHENSIONS:
            self.visit_comprehension(node)
            return MISSING
        if kind == "Name":
            value = self.scope.value(node.id)
        elif kind == "Attribute":
            owner = self.visit(node.value)
            value = MISSING if owner is MISSING else attribute(owner, node.attr)
        elif kind == "Subscript":
            owner, key = self.visit(node.value), self.visit(node.slice)
            value = MISSING if owner is MISSING or key is MISSING else subscript(owner, key)
        elif kind == "Index":  # 3.8
            return self.visit(node.value)
        elif kind == "Slice":
            parts = [None if part is None else self.visit(part) for part in (node.lower, node.upper, node.step)]
            return MISSING if MISSING in [part for part in parts if part is MISSING] else slice(*parts)
        elif kind == "BinOp":
            left, right = self.visit(node.left), self.visit(node.right)
            if left is not MISSING and right is not MISSING:
                value = operate(kind_of(node.op), left, right)
        elif kind == "UnaryOp":
            inner = self.visit(node.operand)
            if kind_of(node.op) == "USub" and type(inner) in (int, float):
                return -inner
            return MISSING
        elif kind == "Call":
            value = self.visit_call(node)
        else:
            for _, child in children(node):
                self.visit(child)
            return MISSING
        if value is not MISSING and self.left > 0:
            self.left -= 1
            self.found.append((node, value))
        return value

    def visit_call(self, node):
        function = self.visit(node.func)
        values = [self.visit(item) for item in node.args]
        for item in node.keywords:
            self.visit(item.value)
        if function is len and len(values) == 1 and type(values[0]) in (str, bytes, list, tuple, dict, set, frozenset):
            return len(values[0])
        return MISSING

    def visit_comprehension(self, node):
        """Its names are another scope's, or, inlined from 3.12 on, gone when the frame was left."""
        self.visit(node.generators[0].iter)
        hidden = self.scope.hidden
        names = {
            item.id
            for generator in node.generators
            for item in descendants(generator.target, True)
            if kind_of(item) == "Name"
        }
        self.scope.hidden = hidden | names
        for name in ("elt", "key", "value"):
            if hasattr(node, name):
                self.visit(getattr(node, name))
        for at, generator in enumerate(node.generators):
            for test in generator.ifs:
                self.visit(test)
            if at:
                self.visit(generator.iter)
        self.scope.hidden = hidden


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
        if depth:
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
