//! What agents' code may import and name.

/// Modules whose import is allowed, with what lies under them except [`is_refused_part`].
pub(super) const MODULES: &[&str] = &[
    // The standard library, where it computes and formats.
    "__future__",
    "abc",
    "array",
    "base64",
    "binascii",
    "bisect",
    "calendar",
    "cmath",
    "collections",
    "colorsys",
    "contextlib",
    "copy",
    "csv",
    "dataclasses",
    "datetime",
    "decimal",
    "difflib",
    "enum",
    "fractions",
    "functools",
    "graphlib",
    "hashlib",
    "heapq",
    "hmac",
    "html",
    "io",
    "itertools",
    "json",
    "keyword",
    "logging",
    "math",
    "numbers",
    "operator",
    "pprint",
    "random",
    "re",
    "secrets",
    "statistics",
    "string",
    "struct",
    "textwrap",
    "time",
    "timeit",
    "tomllib",
    "types",
    "typing",
    "typing_extensions",
    "unicodedata",
    "urllib.parse",
    "uuid",
    "warnings",
    "weakref",
    "zlib",
    "zoneinfo",
    // Packages for data.
    "bokeh",
    "dateutil",
    "matplotlib",
    "more_itertools",
    "mpmath",
    "networkx",
    "numpy",
    "pandas",
    "plotly",
    "polars",
    "pytz",
    "regex",
    "scipy",
    "seaborn",
    "sklearn",
    "statsmodels",
    "sympy",
    "tabulate",
    "tqdm",
];

/// Names of modules that reach files, processes, the network or the interpreter, wherever they are found: many
/// allowed modules have them as attributes (`typing.sys`).
const MODULE_NAMES: &[&str] = &[
    "asyncio",
    "builtins",
    "codecs",
    "ctypes",
    "ctypeslib",
    "f2py",
    "gc",
    "importlib",
    "inspect",
    "linecache",
    "multiprocessing",
    "os",
    "pickle",
    "pkgutil",
    "posix",
    "posixpath",
    "pty",
    "runpy",
    "shutil",
    "socket",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "tracemalloc",
];

/// Parts of a dotted module name that are refused under an allowed module.
pub(super) fn is_refused_part(part: &str) -> bool {
    MODULE_NAMES.contains(&part)
        || part.starts_with('_')
        || matches!(part, "compat" | "distutils" | "testing" | "clipboard" | "common" | "handlers" | "config")
}

/// Names that no code may use bare, since nothing harmless is called so.
pub(super) fn is_refused_module_name(name: &str) -> bool {
    matches!(name, "os" | "sys" | "builtins" | "importlib" | "ctypes" | "subprocess")
}

/// Builtins that run text as code, read files, or show namespaces.
pub(super) const BUILTINS: &[&str] = &[
    "breakpoint",
    "compile",
    "copyright",
    "credits",
    "eval",
    "exec",
    "globals",
    "help",
    "license",
    "locals",
    "open",
    "vars",
];

/// Functions that take an attribute's name as text: only with a literal one.
pub(super) const BY_NAME: &[&str] = &["getattr", "setattr", "delattr"];

/// As [`BY_NAME`], each argument a path of attributes.
pub(super) const BY_PATH: &[&str] = &["attrgetter", "methodcaller"];

/// Attributes that lead from a value to frames, code objects or modules, or that read and write files at once.
pub(super) fn is_refused_attribute(name: &str) -> bool {
    MODULE_NAMES.contains(&name)
        || ["gi_", "cr_", "ag_", "f_", "tb_", "co_", "func_"].iter().any(|prefix| {
            name.strip_prefix(prefix).is_some_and(|rest| {
                matches!(
                    rest,
                    "frame"
                        | "code"
                        | "yieldfrom"
                        | "await"
                        | "origin"
                        | "back"
                        | "builtins"
                        | "globals"
                        | "locals"
                        | "trace"
                        | "lineno"
                        | "lasti"
                        | "next"
                        | "consts"
                        | "names"
                        | "filename"
                        | "closure"
                        | "varnames"
                        | "firstlineno"
                )
            })
        })
        || matches!(
            name,
            "mro"
                | "CodeType"
                | "FunctionType"
                | "FrameType"
                | "DataSource"
                | "FileHandler"
                | "FileIO"
                | "Popen"
                | "check_output"
                | "eval"
                | "exec"
                | "fromfile"
                | "memmap"
                | "open_code"
                | "popen"
                | "read_pickle"
                | "system"
                | "to_pickle"
                | "tofile"
        )
}

/// Members of allowed modules that are refused only there: elsewhere the names are ordinary (`frame.open`).
pub(super) fn is_refused_member(module: &str, name: &str) -> bool {
    matches!(
        (module, name),
        ("io" | "codecs", "open") | ("types", "coroutine" | "new_class") | ("weakref", "proxy")
    )
}

/// Private attributes that are a class's documented interface.
pub(super) const PUBLIC_PRIVATE: &[&str] =
    &["_asdict", "_field_defaults", "_fields", "_make", "_missing_", "_generate_next_value_", "_replace"];

/// Private names that modules keep other modules under: refused even in code that has such a name of its own.
pub(super) fn is_refused_private(name: &str) -> bool {
    name.strip_prefix('_').is_some_and(|rest| MODULE_NAMES.contains(&rest))
        || matches!(
            name,
            "_thread" | "_io" | "_winapi" | "_collections_abc" | "_getframe" | "_current_frames"
        )
        || name.starts_with("_Printer__")
}

/// Operators that have a reflected and an in-place form.
const OPERATORS: &[&str] = &[
    "add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift", "and",
    "xor", "or",
];

/// Names between double underscores that ordinary code defines or uses: operators, protocols and plain facts.
pub(super) fn is_allowed_dunder(name: &str) -> bool {
    let Some(inner) = name.strip_prefix("__").and_then(|rest| rest.strip_suffix("__")) else { return false };
    let bare = inner.strip_prefix(['r', 'i']).unwrap_or(inner);
    OPERATORS.contains(&inner)
        || OPERATORS.contains(&bare)
        || matches!(
            inner,
            "init"
                | "new"
                | "post_init"
                | "del"
                | "repr"
                | "str"
                | "bytes"
                | "format"
                | "lt"
                | "le"
                | "eq"
                | "ne"
                | "gt"
                | "ge"
                | "hash"
                | "bool"
                | "call"
                | "len"
                | "length_hint"
                | "getitem"
                | "setitem"
                | "delitem"
                | "missing"
                | "iter"
                | "next"
                | "reversed"
                | "contains"
                | "neg"
                | "pos"
                | "abs"
                | "invert"
                | "complex"
                | "int"
                | "float"
                | "index"
                | "round"
                | "trunc"
                | "floor"
                | "ceil"
                | "enter"
                | "exit"
                | "await"
                | "aiter"
                | "anext"
                | "aenter"
                | "aexit"
                | "getattr"
                | "set_name"
                | "init_subclass"
                | "slots"
                | "match_args"
                | "all"
                | "name"
                | "qualname"
                | "doc"
                | "version"
                | "annotations"
                | "copy"
                | "deepcopy"
                | "array"
                | "array_ufunc"
                | "array_priority"
                | "debug"
        )
}

/// Names that text holds only to reach what code may not name.
pub(super) const DUNDERS_IN_TEXT: &[&str] = &[
    "__base__",
    "__bases__",
    "__builtins__",
    "__class__",
    "__class_getitem__",
    "__closure__",
    "__code__",
    "__dict__",
    "__func__",
    "__getattribute__",
    "__globals__",
    "__import__",
    "__loader__",
    "__mro__",
    "__reduce__",
    "__reduce_ex__",
    "__self__",
    "__setattr__",
    "__spec__",
    "__subclasses__",
    "__traceback__",
    "__wrapped__",
];

/// What to write in place of a name, as the end of a sentence.
pub(super) fn instead(name: &str) -> &'static str {
    match name {
        "__class__" => ": write type(...)",
        "__dict__" | "vars" => ": name the attributes, or use dataclasses.asdict",
        "open" => ": io.StringIO and io.BytesIO hold data in memory",
        "eval" => ": json.loads and int, float read data",
        "exec" | "compile" => ": write the code itself",
        "globals" | "locals" => ": keep values in a dict of your own",
        "__traceback__" | "tb_frame" => ": the result of a failed command has the traceback",
        _ => "",
    }
}
