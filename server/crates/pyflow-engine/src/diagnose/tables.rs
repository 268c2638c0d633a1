//! What is known of Python beyond the program at hand: usual aliases, the homes of well-known names, what moved
//! where, other languages' words, and the packages that modules come in.
//!
//! Sources: the standard library's documentation and "What's New" pages of 3.0 to 3.13, numpy's and pandas'
//! release notes, and the packages' own pages on PyPI.

/// Names under which modules are imported by custom: alias, module.
const ALIASES: &[(&str, &str)] = &[
    ("np", "numpy"),
    ("pd", "pandas"),
    ("plt", "matplotlib.pyplot"),
    ("mpl", "matplotlib"),
    ("sns", "seaborn"),
    ("tf", "tensorflow"),
    ("nx", "networkx"),
    ("sp", "scipy"),
    ("sm", "statsmodels.api"),
    ("st", "streamlit"),
    ("px", "plotly.express"),
    ("go", "plotly.graph_objects"),
    ("pl", "polars"),
    ("xr", "xarray"),
    ("jnp", "jax.numpy"),
    ("alt", "altair"),
    ("sa", "sqlalchemy"),
    ("cv", "cv2"),
    ("tk", "tkinter"),
    ("ttk", "tkinter.ttk"),
    ("ET", "xml.etree.ElementTree"),
    ("mp", "multiprocessing"),
    ("dt", "datetime"),
    ("op", "operator"),
    ("it", "itertools"),
    ("ft", "functools"),
];

/// The module that an alias stands for.
pub fn alias(name: &str) -> Option<&'static str> {
    find(ALIASES, name)
}

fn find(table: &'static [(&str, &'static str)], name: &str) -> Option<&'static str> {
    table.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
}

/// Well-known public names by their module; a name in several modules stands in each, the usual home first.
const HOMES: &[(&str, &str)] = &[
    ("collections", "defaultdict Counter deque OrderedDict namedtuple ChainMap UserDict UserList"),
    (
        "typing",
        "Optional Any Union List Dict Tuple Set FrozenSet Type TypeVar Generic Protocol TypedDict NamedTuple Literal Final ClassVar \
         NoReturn Annotated TypeAlias Self cast overload TYPE_CHECKING Callable Iterable Iterator Sequence Mapping get_type_hints",
    ),
    (
        "collections.abc",
        "Iterable Iterator Mapping MutableMapping Sequence MutableSequence Hashable Sized Container Collection Callable Generator \
         Awaitable Coroutine AsyncIterator",
    ),
    ("dataclasses", "dataclass field asdict astuple fields KW_ONLY FrozenInstanceError is_dataclass"),
    ("datetime", "datetime timedelta date timezone UTC tzinfo"),
    ("pathlib", "Path PurePath PurePosixPath PosixPath WindowsPath"),
    (
        "functools",
        "partial reduce wraps lru_cache cache cached_property total_ordering singledispatch cmp_to_key partialmethod \
         singledispatchmethod",
    ),
    (
        "itertools",
        "chain product permutations combinations combinations_with_replacement groupby islice zip_longest accumulate cycle \
         takewhile dropwhile starmap pairwise filterfalse batched",
    ),
    ("enum", "Enum IntEnum StrEnum Flag IntFlag auto unique"),
    (
        "decimal",
        "Decimal getcontext localcontext ROUND_HALF_UP ROUND_HALF_EVEN ROUND_DOWN ROUND_UP InvalidOperation",
    ),
    ("fractions", "Fraction"),
    (
        "contextlib",
        "contextmanager suppress closing ExitStack redirect_stdout redirect_stderr nullcontext asynccontextmanager AsyncExitStack",
    ),
    ("abc", "ABC abstractmethod ABCMeta"),
    (
        "math",
        "sqrt pi ceil floor sin cos tan atan atan2 asin acos log log2 log10 gcd lcm factorial isclose hypot radians degrees exp tau inf \
         nan isnan isinf prod comb perm dist fsum trunc isqrt",
    ),
    ("random", "randint choice shuffle sample uniform randrange choices gauss"),
    ("time", "sleep perf_counter monotonic time_ns process_time strftime"),
    ("copy", "deepcopy"),
    ("json", "JSONDecodeError dumps loads JSONEncoder"),
    ("os", "getcwd listdir environ getenv makedirs mkdir getpid"),
    ("os.path", "exists isfile isdir basename dirname splitext abspath expanduser"),
    ("sys", "argv stdin stdout stderr maxsize"),
    ("string", "ascii_letters ascii_lowercase ascii_uppercase digits punctuation hexdigits Template"),
    ("statistics", "mean median stdev pstdev mode variance fmean quantiles multimode"),
    ("heapq", "heappush heappop heapify nlargest nsmallest heapreplace heappushpop"),
    ("bisect", "bisect_left bisect_right insort insort_left bisect"),
    ("operator", "itemgetter attrgetter methodcaller mul add"),
    ("threading", "Thread Lock RLock Event Semaphore Timer Condition Barrier current_thread"),
    ("queue", "Queue PriorityQueue LifoQueue SimpleQueue Empty Full"),
    ("subprocess", "Popen PIPE DEVNULL check_output check_call CalledProcessError TimeoutExpired"),
    ("concurrent.futures", "ThreadPoolExecutor ProcessPoolExecutor as_completed"),
    ("multiprocessing", "Process Pool cpu_count"),
    (
        "urllib.parse",
        "urlparse urlencode quote unquote urljoin urlsplit urlunsplit parse_qs parse_qsl quote_plus",
    ),
    ("urllib.request", "urlopen urlretrieve Request"),
    ("urllib.error", "URLError HTTPError"),
    ("io", "StringIO BytesIO TextIOWrapper"),
    ("textwrap", "dedent shorten"),
    ("types", "SimpleNamespace MappingProxyType ModuleType FunctionType"),
    ("uuid", "uuid4 uuid1 UUID"),
    ("tempfile", "TemporaryDirectory NamedTemporaryFile mkdtemp mkstemp"),
    ("shutil", "copyfile rmtree which copytree copy2 get_terminal_size"),
    ("pprint", "pprint pformat"),
    ("zoneinfo", "ZoneInfo"),
    ("unittest", "TestCase"),
    ("unittest.mock", "Mock MagicMock patch"),
    ("argparse", "ArgumentParser Namespace"),
    ("configparser", "ConfigParser"),
    ("logging", "getLogger basicConfig"),
    ("csv", "DictReader DictWriter"),
    ("base64", "b64encode b64decode urlsafe_b64encode"),
    ("hashlib", "sha256 sha1 md5 sha512 blake2b"),
    ("secrets", "token_hex token_urlsafe token_bytes compare_digest"),
    ("weakref", "WeakValueDictionary WeakKeyDictionary WeakSet"),
    ("traceback", "print_exc format_exc"),
    ("inspect", "signature getmembers isclass isfunction"),
    ("difflib", "SequenceMatcher get_close_matches unified_diff ndiff"),
    ("getpass", "getpass"),
    ("ipaddress", "ip_address ip_network IPv4Address"),
    ("numbers", "Number Real Integral"),
    ("fnmatch", "fnmatch"),
    ("timeit", "timeit"),
    ("calendar", "monthrange isleap month_name day_name"),
    ("contextvars", "ContextVar"),
    ("http.server", "HTTPServer BaseHTTPRequestHandler SimpleHTTPRequestHandler"),
    ("http", "HTTPStatus"),
    ("array", "array"),
    ("struct", "pack unpack calcsize"),
    ("shlex", "quote"),
    ("html", "escape unescape"),
    ("xml.etree", "ElementTree"),
    ("ast", "literal_eval"),
    ("glob", "glob iglob"),
    ("platform", "platform"),
    ("asyncio", "gather create_task wait_for TaskGroup"),
    ("signal", "SIGINT SIGTERM"),
    ("warnings", "warn"),
];

/// The modules in which a well-known name is public.
pub fn homes(name: &str) -> Vec<&'static str> {
    HOMES
        .iter()
        .filter(|(_, names)| names.split_ascii_whitespace().any(|n| n == name))
        .map(|(module, _)| *module)
        .collect()
}

/// Words of other languages for Python's constants.
pub fn foreign_constant(name: &str) -> Option<&'static str> {
    Some(match name {
        "true" | "TRUE" => "True",
        "false" | "FALSE" => "False",
        "null" | "NULL" | "nil" | "undefined" | "none" | "nullptr" | "NONE" | "Null" | "Nil" => "None",
        _ => return None,
    })
}

/// Words of other languages, and of Python 2, for builtin functions that Python 3 has under another name.
pub fn foreign_function(name: &str) -> Option<&'static str> {
    Some(match name {
        "raw_input" => "input",
        "unicode" | "basestring" | "xrange" => "range",
        "unichr" => "chr",
        "long" | "parseInt" => "int",
        "parseFloat" => "float",
        "println" | "printf" | "echo" => "print",
        "strlen" => "len",
        "String" => "str",
        _ => return None,
    })
}

/// What became of an attribute that existed once, or exists elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moved {
    /// Another name at the same object.
    Renamed(&'static str),
    /// A name of its own, without the object: `itertools.izip` → `zip`.
    Alone(&'static str),
    /// In another module: module, name.
    Elsewhere(&'static str, &'static str),
    /// `x.next()` → `next(x)`.
    Function(&'static str),
    /// `d.has_key(k)` → `k in d`.
    Contains,
}

use Moved::{Alone, Contains, Elsewhere, Function, Renamed};

/// Attributes of modules and types: owner, name, what became of it.
const MOVED: &[(&str, &str, Moved)] = &[
    ("time", "clock", Renamed("perf_counter")),
    ("base64", "encodestring", Renamed("encodebytes")),
    ("base64", "decodestring", Renamed("decodebytes")),
    ("os", "getcwdu", Renamed("getcwd")),
    ("os", "errno", Elsewhere("errno", "")),
    ("string", "letters", Renamed("ascii_letters")),
    ("string", "lowercase", Renamed("ascii_lowercase")),
    ("string", "uppercase", Renamed("ascii_uppercase")),
    ("string", "maketrans", Alone("str.maketrans")),
    ("string", "atoi", Alone("int")),
    ("string", "atof", Alone("float")),
    ("itertools", "izip", Alone("zip")),
    ("itertools", "imap", Alone("map")),
    ("itertools", "ifilter", Alone("filter")),
    ("itertools", "izip_longest", Renamed("zip_longest")),
    ("itertools", "ifilterfalse", Renamed("filterfalse")),
    ("sys", "maxint", Renamed("maxsize")),
    ("sys", "setdefaultencoding", Renamed("getdefaultencoding")),
    ("inspect", "getargspec", Renamed("getfullargspec")),
    ("cgi", "escape", Elsewhere("html", "escape")),
    ("fractions", "gcd", Elsewhere("math", "gcd")),
    ("asyncio", "async", Renamed("ensure_future")),
    ("asyncio", "get_event_loop_policy", Renamed("get_event_loop")),
    ("urllib", "urlopen", Elsewhere("urllib.request", "urlopen")),
    ("urllib", "urlretrieve", Elsewhere("urllib.request", "urlretrieve")),
    ("urllib", "urlencode", Elsewhere("urllib.parse", "urlencode")),
    ("urllib", "quote", Elsewhere("urllib.parse", "quote")),
    ("urllib", "quote_plus", Elsewhere("urllib.parse", "quote_plus")),
    ("urllib", "unquote", Elsewhere("urllib.parse", "unquote")),
    ("urllib", "urlparse", Elsewhere("urllib.parse", "urlparse")),
    ("locale", "format", Renamed("format_string")),
    ("configparser", "SafeConfigParser", Renamed("ConfigParser")),
    ("ConfigParser", "readfp", Renamed("read_file")),
    ("platform", "linux_distribution", Renamed("platform")),
    ("platform", "dist", Renamed("platform")),
    ("random", "jumpahead", Renamed("seed")),
    ("math", "round", Alone("round")),
    ("math", "abs", Alone("abs")),
    ("math", "max", Alone("max")),
    ("math", "min", Alone("min")),
    ("math", "sum", Renamed("fsum")),
    ("os", "exists", Elsewhere("os.path", "exists")),
    ("os", "isfile", Elsewhere("os.path", "isfile")),
    ("os", "isdir", Elsewhere("os.path", "isdir")),
    ("os", "join", Elsewhere("os.path", "join")),
    ("os", "basename", Elsewhere("os.path", "basename")),
    ("os", "copy", Elsewhere("shutil", "copy")),
    ("json", "read", Renamed("loads")),
    ("json", "write", Renamed("dumps")),
    ("json", "parse", Renamed("loads")),
    ("json", "stringify", Renamed("dumps")),
    ("json", "decode", Renamed("loads")),
    ("json", "encode", Renamed("dumps")),
    ("types", "StringType", Alone("str")),
    ("types", "ListType", Alone("list")),
    ("types", "IntType", Alone("int")),
    ("dict", "iteritems", Renamed("items")),
    ("dict", "itervalues", Renamed("values")),
    ("dict", "iterkeys", Renamed("keys")),
    ("dict", "viewitems", Renamed("items")),
    ("dict", "viewkeys", Renamed("keys")),
    ("dict", "viewvalues", Renamed("values")),
    ("dict", "has_key", Contains),
    ("Thread", "isAlive", Renamed("is_alive")),
    ("Element", "getiterator", Renamed("iter")),
    ("Element", "getchildren", Function("list")),
    ("ElementTree", "getiterator", Renamed("iter")),
    ("array", "tostring", Renamed("tobytes")),
    ("array", "fromstring", Renamed("frombytes")),
    ("generator", "next", Function("next")),
    ("list_iterator", "next", Function("next")),
    ("dict_keys", "sort", Function("sorted")),
    ("TextIOWrapper", "next", Function("next")),
    ("reader", "next", Function("next")),
    ("DictReader", "next", Function("next")),
    ("TestCase", "assertEquals", Renamed("assertEqual")),
    ("TestCase", "assertItemsEqual", Renamed("assertCountEqual")),
    ("TestCase", "assertRegexpMatches", Renamed("assertRegex")),
    ("TestCase", "assertNotEquals", Renamed("assertNotEqual")),
    ("numpy", "float", Alone("float")),
    ("numpy", "int", Alone("int")),
    ("numpy", "bool", Alone("bool")),
    ("numpy", "object", Alone("object")),
    ("numpy", "str", Alone("str")),
    ("numpy", "complex", Alone("complex")),
    ("numpy", "long", Alone("int")),
    ("numpy", "unicode", Alone("str")),
    ("numpy", "float_", Renamed("float64")),
    ("numpy", "complex_", Renamed("complex128")),
    ("numpy", "int0", Renamed("intp")),
    ("numpy", "NaN", Renamed("nan")),
    ("numpy", "NAN", Renamed("nan")),
    ("numpy", "Inf", Renamed("inf")),
    ("numpy", "Infinity", Renamed("inf")),
    ("numpy", "infty", Renamed("inf")),
    ("numpy", "PINF", Renamed("inf")),
    ("numpy", "product", Renamed("prod")),
    ("numpy", "cumproduct", Renamed("cumprod")),
    ("numpy", "sometrue", Renamed("any")),
    ("numpy", "alltrue", Renamed("all")),
    ("numpy", "in1d", Renamed("isin")),
    ("numpy", "row_stack", Renamed("vstack")),
    ("numpy", "trapz", Renamed("trapezoid")),
    ("numpy", "unicode_", Renamed("str_")),
    ("numpy", "string_", Renamed("bytes_")),
    ("numpy", "round_", Renamed("round")),
    ("ndarray", "tostring", Renamed("tobytes")),
    ("ndarray", "itemset", Renamed("put")),
    ("DataFrame", "iteritems", Renamed("items")),
    ("DataFrame", "ix", Renamed("loc")),
    ("DataFrame", "as_matrix", Renamed("to_numpy")),
    ("Series", "iteritems", Renamed("items")),
    ("Series", "as_matrix", Renamed("to_numpy")),
    ("Series", "ix", Renamed("loc")),
];

/// Names of `collections` that live in `collections.abc` only, since 3.10.
const ABSTRACT_COLLECTIONS: &[&str] = &[
    "Mapping",
    "MutableMapping",
    "Sequence",
    "MutableSequence",
    "Set",
    "MutableSet",
    "Iterable",
    "Iterator",
    "Callable",
    "Container",
    "Hashable",
    "Sized",
    "Collection",
    "Generator",
    "KeysView",
    "ItemsView",
    "ValuesView",
    "Awaitable",
    "Coroutine",
];

/// What became of an attribute of a module or type.
pub fn moved(owner: &str, name: &str) -> Option<Moved> {
    if owner == "collections" && ABSTRACT_COLLECTIONS.contains(&name) {
        let name = ABSTRACT_COLLECTIONS.iter().find(|n| **n == name)?;
        return Some(Elsewhere("collections.abc", name));
    }
    MOVED.iter().find(|(o, n, _)| *o == owner && *n == name).map(|(_, _, moved)| *moved)
}

/// Modules that were renamed or merged into others with Python 3.
const MODULES: &[(&str, &str)] = &[
    ("urllib2", "urllib.request"),
    ("ConfigParser", "configparser"),
    ("Queue", "queue"),
    ("StringIO", "io"),
    ("cStringIO", "io"),
    ("cPickle", "pickle"),
    ("Tkinter", "tkinter"),
    ("tkMessageBox", "tkinter.messagebox"),
    ("tkFileDialog", "tkinter.filedialog"),
    ("httplib", "http.client"),
    ("urlparse", "urllib.parse"),
    ("HTMLParser", "html.parser"),
    ("SocketServer", "socketserver"),
    ("BaseHTTPServer", "http.server"),
    ("SimpleHTTPServer", "http.server"),
    ("cookielib", "http.cookiejar"),
    ("Cookie", "http.cookies"),
    ("commands", "subprocess"),
    ("__builtin__", "builtins"),
    ("thread", "_thread"),
    ("copy_reg", "copyreg"),
    ("repr", "reprlib"),
    ("xml.etree.cElementTree", "xml.etree.ElementTree"),
    ("anydbm", "dbm"),
    ("imp", "importlib"),
];

/// Where a module of Python 2 went.
pub fn renamed_module(name: &str) -> Option<&'static str> {
    find(MODULES, name)
}

/// Words of other languages for methods: type, word, Python's.
const SYNONYMS: &[(&str, &str, Moved)] = &[
    ("list", "add", Renamed("append")),
    ("list", "push", Renamed("append")),
    ("list", "push_back", Renamed("append")),
    ("list", "put", Renamed("append")),
    ("list", "addAll", Renamed("extend")),
    ("list", "append_all", Renamed("extend")),
    ("list", "concat", Renamed("extend")),
    ("list", "update", Renamed("extend")),
    ("list", "indexOf", Renamed("index")),
    ("list", "find", Renamed("index")),
    ("list", "delete", Renamed("remove")),
    ("list", "discard", Renamed("remove")),
    ("list", "removeAt", Renamed("pop")),
    ("list", "shift", Renamed("pop")),
    ("list", "popleft", Renamed("pop")),
    ("list", "length", Function("len")),
    ("list", "len", Function("len")),
    ("list", "size", Function("len")),
    ("list", "contains", Contains),
    ("list", "includes", Contains),
    ("list", "sorted", Function("sorted")),
    ("list", "sum", Function("sum")),
    ("list", "max", Function("max")),
    ("list", "min", Function("min")),
    ("list", "reversed", Function("reversed")),
    ("tuple", "length", Function("len")),
    ("tuple", "size", Function("len")),
    ("tuple", "contains", Contains),
    ("set", "append", Renamed("add")),
    ("set", "push", Renamed("add")),
    ("set", "insert", Renamed("add")),
    ("set", "put", Renamed("add")),
    ("set", "extend", Renamed("update")),
    ("set", "addAll", Renamed("update")),
    ("set", "delete", Renamed("discard")),
    ("set", "has", Contains),
    ("set", "contains", Contains),
    ("set", "size", Function("len")),
    ("set", "length", Function("len")),
    ("dict", "containsKey", Contains),
    ("dict", "contains", Contains),
    ("dict", "has", Contains),
    ("dict", "extend", Renamed("update")),
    ("dict", "putAll", Renamed("update")),
    ("dict", "entries", Renamed("items")),
    ("dict", "length", Function("len")),
    ("dict", "size", Function("len")),
    ("dict", "len", Function("len")),
    ("str", "length", Function("len")),
    ("str", "len", Function("len")),
    ("str", "size", Function("len")),
    ("str", "trim", Renamed("strip")),
    ("str", "trimStart", Renamed("lstrip")),
    ("str", "trimEnd", Renamed("rstrip")),
    ("str", "toUpperCase", Renamed("upper")),
    ("str", "toLowerCase", Renamed("lower")),
    ("str", "toUpper", Renamed("upper")),
    ("str", "toLower", Renamed("lower")),
    ("str", "uppercase", Renamed("upper")),
    ("str", "lowercase", Renamed("lower")),
    ("str", "to_upper", Renamed("upper")),
    ("str", "to_lower", Renamed("lower")),
    ("str", "upcase", Renamed("upper")),
    ("str", "downcase", Renamed("lower")),
    ("str", "startsWith", Renamed("startswith")),
    ("str", "endsWith", Renamed("endswith")),
    ("str", "indexOf", Renamed("find")),
    ("str", "replaceAll", Renamed("replace")),
    ("str", "padStart", Renamed("rjust")),
    ("str", "padEnd", Renamed("ljust")),
    ("str", "padLeft", Renamed("rjust")),
    ("str", "padRight", Renamed("ljust")),
    ("str", "isNumeric", Renamed("isnumeric")),
    ("str", "contains", Contains),
    ("str", "includes", Contains),
    ("str", "reverse", Function("reversed")),
    ("deque", "push", Renamed("append")),
    ("deque", "add", Renamed("append")),
    ("deque", "enqueue", Renamed("append")),
    ("deque", "dequeue", Renamed("popleft")),
    ("deque", "shift", Renamed("popleft")),
    ("deque", "unshift", Renamed("appendleft")),
    ("deque", "pop_left", Renamed("popleft")),
    ("Counter", "add", Renamed("update")),
    ("Queue", "push", Renamed("put")),
    ("Queue", "add", Renamed("put")),
    ("Queue", "append", Renamed("put")),
    ("Queue", "pop", Renamed("get")),
    ("Queue", "enqueue", Renamed("put")),
    ("Queue", "dequeue", Renamed("get")),
    ("TextIOWrapper", "writeline", Renamed("write")),
    ("TextIOWrapper", "println", Renamed("write")),
];

/// Python's word for another language's, at a type.
pub fn synonym(owner: &str, word: &str) -> Option<Moved> {
    SYNONYMS.iter().find(|(o, w, _)| *o == owner && *w == word).map(|(_, _, moved)| *moved)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_several_homes_has_its_usual_one_first() {
        assert_eq!(homes("defaultdict"), ["collections"]);
        assert_eq!(homes("Callable"), ["typing", "collections.abc"]);
        assert!(homes("frobnicate").is_empty());
    }

    #[test]
    fn moved_names_are_found_by_their_owner_only() {
        assert_eq!(moved("time", "clock"), Some(Moved::Renamed("perf_counter")));
        assert_eq!(moved("collections", "Mapping"), Some(Moved::Elsewhere("collections.abc", "Mapping")));
        assert_eq!(moved("mytime", "clock"), None);
    }
}
