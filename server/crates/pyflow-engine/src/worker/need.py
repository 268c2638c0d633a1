"""Loads the worker's other parts into its one namespace: those of `BOOT["start"]` now, the rest when first wanted."""
import marshal

_parts, _loads_code = BOOT["parts"], marshal.loads


def need(part):
    """Loads a part, once."""
    code = _parts.pop(part, None)
    if code is not None:
        exec(_loads_code(code) if type(code) is bytes else compile(code, "<pyflow " + part + ">", "exec", 0, True), globals())


for _part in BOOT["start"]:
    need(_part)
