"""The program's text as trees: which statement and which expressions a place in a traceback belongs to.

Trees come from `compile(…, ONLY_AST)`; their nodes are told apart by their class's name, so that nothing has to be
imported.
"""

ONLY_AST = 0x400
SHORT = 20000  # characters of a text that is parsed as a whole
COMPREHENSIONS = ("ListComp", "SetComp", "DictComp", "GeneratorExp")
SCOPE_NODES = {
    "<lambda>": ("Lambda",),
    "<listcomp>": ("ListComp",),
    "<setcomp>": ("SetComp",),
    "<dictcomp>": ("DictComp",),
    "<genexpr>": ("GeneratorExp",),
}
STATEMENT_LISTS = ("body", "orelse", "finalbody", "handlers", "cases")


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


_trees = {}  # (file, line) → statement
_bodies = {}  # file → statements of a whole short text


def forget_trees():
    _trees.clear()
    _bodies.clear()


def statement_at(file, line):
    """The innermost statement that covers a line (from 1) of a file; None if the text can't be had or parsed."""
    key = (file, line)
    if key not in _trees:
        _trees[key] = None
        text = source_of(file)
        if text is not None:
            body = _bodies.get(file)
            if body is None:
                body = parse_around(text, line)
                if body is not None and len(text) < SHORT:
                    _bodies[file] = body
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
    if len(text) < SHORT:
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
