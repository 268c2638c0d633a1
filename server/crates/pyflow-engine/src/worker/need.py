"""Loads the worker's other parts into its one namespace: those of `BOOT["start"]` now, the rest when first wanted."""
import marshal

_parts, _loads_code = BOOT["parts"], marshal.loads


def need(part):
    """Loads a part, once."""
    code = _parts.pop(part, None)
    if code is not None:
        if type(code) is not bytes:
            code = compile(code, "<pyflow " + part + ">", "exec", 0, True)
        else:
            code = _loads_code(code)
        exec(code, globals())


for _part in BOOT["start"]:
    need(_part)
