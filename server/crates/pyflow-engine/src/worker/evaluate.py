"""Values of names and expressions in a frame that was left, as far as they can be had without running anything."""

_slice_type = type(slice(0))


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
