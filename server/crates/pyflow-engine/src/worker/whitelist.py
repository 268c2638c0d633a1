"""The import rules for agents' code: a guard on `__import__`. Advice against accidents; isolation is the sandbox's."""

_plain_import = _builtins.__import__


class Whitelist:
    allowed = None
    forbidden = frozenset()


def is_refused(name):
    parts = name.split(".")
    names = {".".join(parts[:count]) for count in range(1, len(parts) + 1)}
    if names & Whitelist.forbidden:
        return True
    return Whitelist.allowed is not None and not names & Whitelist.allowed


def refused(name, fromlist):
    """What of `from name import fromlist` is not allowed; None if all is."""
    if is_refused(name):
        return name
    for item in fromlist:
        if type(item) is str and name + "." + item in Whitelist.forbidden:
            return name + "." + item
    return None


def guarded_import(name, globals=None, locals=None, fromlist=(), level=0):
    if type(name) is str and level == 0:
        frame = sys._getframe(1)
        caller = frame.f_code.co_filename
        # What the libraries import for themselves is their business.
        if not caller.startswith("<frozen ") and file_kind(caller) != "library" and not own_frame(frame):
            wanted = refused(name, fromlist or ())
            if wanted:
                raise ImportError(
                    "the import of '" + wanted + "' is not allowed here (setting session.whitelist)", name=wanted
                )
    return _plain_import(name, globals, locals, fromlist, level)


def install_whitelist(rules):
    allowed = rules.get("allowed")
    Whitelist.allowed = None if allowed is None else frozenset(allowed)
    Whitelist.forbidden = frozenset(rules.get("forbidden") or ())
    guarded_import.__name__ = guarded_import.__qualname__ = "__import__"
    _builtins.__import__ = guarded_import
