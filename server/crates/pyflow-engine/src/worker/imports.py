"""What the worker does to imports, which must stay the program's own.

One finder stands first in `sys.meta_path`. It acts for a handful of modules of the standard library (to hook them
after they were loaded) and for files that are open and unsaved; for all others it only looks the name up in a table.
"""

_bootstrap = sys.modules["_frozen_importlib"]
_external = sys.modules["_frozen_importlib_external"]
SourceFileLoader = _external.SourceFileLoader

watched = {}  # module name → what to call with the module once it is loaded
overlays = {}  # path → text of an open file that differs from the disk
overlay_names = set()  # last parts of the module names that an overlay may have


class OverlayLoader(SourceFileLoader):
    """A module whose text is the editor's. The interpreter's own loader compiles it, so tracebacks look as usual."""

    def path_stats(self, path):
        raise OSError  # no cached bytecode, neither read nor written

    def get_data(self, path):
        text = overlays.get(path)
        return super().get_data(path) if text is None else text

    def get_source(self, name):
        text = overlays.get(self.path)
        return super().get_source(name) if text is None else text


class Finder:
    """Looks names up; never finds anything that the others would not find."""

    def __init__(self):
        self.busy = set()

    def find_spec(self, name, path=None, target=None):
        hook = watched.get(name)
        overlaid = overlay_names and name.rpartition(".")[2] in overlay_names
        if hook is None and not overlaid or (name, get_ident()) in self.busy:
            return None
        key = (name, get_ident())
        self.busy.add(key)
        try:
            spec = _bootstrap._find_spec(name, path, target)
        finally:
            self.busy.discard(key)
        if spec is None:
            return None
        if overlaid and type(spec.origin) is str and spec.origin in overlays:
            sources[spec.origin] = overlays[spec.origin]
            spec.loader = OverlayLoader(name, spec.origin)
            spec.cached = None
        elif hook is not None and is_library(spec):
            spec.loader = AfterLoading(spec.loader, name)
        else:
            return None
        return spec


class AfterLoading:
    """A loader that calls a hook when the module has been loaded, and then puts the true loader back."""

    def __init__(self, loader, name):
        self.loader, self.name = loader, name

    def __getattr__(self, attribute):
        return getattr(self.loader, attribute)

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        spec = module.__spec__
        spec.loader = module.__loader__ = self.loader
        self.loader.exec_module(module)
        after_loading(self.name, module)


def after_loading(name, module):
    hook = watched.pop(name, None)
    if hook is not None:
        try:
            hook(module)
        except Exception:
            pass  # another version of that module, without what the hook looks for


def is_library(spec):
    """Whether a module is the standard library's or an installed package's, not the program's namesake."""
    origin = spec.origin
    return origin in ("frozen", "built-in") or type(origin) is str and file_kind(origin) == "library"


def watch_import(name, hook):
    module = _sys_modules.get(name)
    if module is None:
        watched[name] = hook
        return
    spec = getattr(module, "__spec__", None)
    if spec is not None and is_library(spec):
        try:
            hook(module)
        except Exception:
            pass


def set_overlays(texts):
    overlays.clear()
    overlay_names.clear()
    for path, text in texts.items():
        overlays[path] = without_mark(text)
        folder, _, file = path.rpartition("/")
        stem = file.rpartition(".")[0] or file
        overlay_names.add(folder.rpartition("/")[2] if stem == "__init__" else stem)


def without_mark(text):
    """Without the byte order mark, which Python drops when it reads a file and refuses in a string."""
    return text[1:] if text[:1] == "\ufeff" else text


finder = Finder()


def install_finder():
    sys.meta_path.insert(0, finder)


def on_linecache(module):
    """Lets `traceback` and `inspect` show the texts that really ran."""
    for path, text in list(sources.items()):
        fill_linecache(module, path, text)


def fill_linecache(module, path, text):
    lines = split_lines(text)
    module.cache[path] = (len(text), None, [line + "\n" for line in lines], path)


def add_source(path, text):
    """Notes the text that runs under a path when the disk has another one."""
    sources[path] = text
    module = _sys_modules.get("linecache")
    if module is None or "linecache" in watched:
        watch_import("linecache", on_linecache)
    else:
        fill_linecache(module, path, text)


def import_clean(name):
    """A module of the standard library for the worker's own use after a crash: the program's folder is not searched,
    and what the program shadows is taken out of `sys.modules` again."""
    module = _sys_modules.get(name)
    if type(module) is Module and module_dict(name):
        return module
    before = dict(_sys_modules)
    path, meta_path = sys.path[:], sys.meta_path[:]
    sys.path[:] = clean_path
    sys.meta_path[:] = clean_meta_path
    try:
        for part in list(_sys_modules):
            if not module_dict(part) and "." not in part and part in shadowable():
                del _sys_modules[part]
        module = __import__(name)
        for part in list(watched):
            if part in _sys_modules:
                after_loading(part, _sys_modules[part])
        return module
    finally:
        sys.path[:] = path
        sys.meta_path[:] = meta_path
        for part in list(_sys_modules):
            if part not in before and part.partition(".")[0] in shadowed_names:
                del _sys_modules[part]
        for part, module in before.items():
            _sys_modules[part] = module


def shadowable():
    return getattr(sys, "stdlib_module_names", shadowed_names)


clean_path = sys.path[:]
clean_meta_path = sys.meta_path[:]
shadowed_names = set()  # names of modules in the script's folder


def note_shadows(folder):
    try:
        for entry in os.listdir(folder or ".")[:5000]:
            shadowed_names.add(entry.partition(".")[0])
    except OSError:
        pass
