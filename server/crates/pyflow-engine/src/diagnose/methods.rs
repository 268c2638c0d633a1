//! The methods of the types that programs use most, from the standard library's documentation.

/// The public attributes of the types that programs use most, for crashes whose object is not known.
const METHODS: &[(&str, &str)] = &[
    (
        "str",
        "capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha isascii \
         isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans \
         partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip \
         swapcase title translate upper zfill",
    ),
    ("list", "append clear copy count extend index insert pop remove reverse sort"),
    ("dict", "clear copy fromkeys get items keys pop popitem setdefault update values"),
    (
        "set",
        "add clear copy difference difference_update discard intersection intersection_update isdisjoint issubset issuperset pop \
         remove symmetric_difference symmetric_difference_update union update",
    ),
    ("tuple", "count index"),
    (
        "int",
        "as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real to_bytes",
    ),
    ("float", "as_integer_ratio conjugate fromhex hex imag is_integer real"),
    (
        "bytes",
        "capitalize center count decode endswith expandtabs find fromhex hex index isalnum isalpha isascii isdigit islower isspace \
         istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition \
         rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill",
    ),
    (
        "TextIOWrapper",
        "buffer close closed detach encoding errors fileno flush isatty line_buffering mode name newlines read readable readline \
         readlines reconfigure seek seekable tell truncate writable write writelines",
    ),
    (
        "deque",
        "append appendleft clear copy count extend extendleft index insert maxlen pop popleft remove reverse rotate",
    ),
];

/// The public attributes of a common type.
pub fn methods(owner: &str) -> impl Iterator<Item = &'static str> {
    METHODS
        .iter()
        .find(|(o, _)| *o == owner)
        .into_iter()
        .flat_map(|(_, names)| names.split_ascii_whitespace())
}

/// Methods and functions of the standard library that work in place and give nothing back: name, the type they
/// belong to (empty for a function of a module).
pub const IN_PLACE: &[(&str, &str)] = &[
    ("sort", "list"),
    ("reverse", "list"),
    ("append", "list"),
    ("extend", "list"),
    ("insert", "list"),
    ("remove", "list"),
    ("clear", ""),
    ("update", ""),
    ("add", "set"),
    ("discard", "set"),
    ("shuffle", ""),
    ("heapify", ""),
    ("heappush", ""),
    ("appendleft", "deque"),
    ("extendleft", "deque"),
    ("rotate", "deque"),
    ("insort", ""),
    ("seed", ""),
    ("subtract", "Counter"),
    ("intersection_update", "set"),
    ("difference_update", "set"),
    ("move_to_end", "OrderedDict"),
];
