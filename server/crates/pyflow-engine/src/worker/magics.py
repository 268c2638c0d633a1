"""What the server's rewriting of magics calls: `__pyflow_magic__(name, text)`, a builtin in sessions.

`%time x` becomes `__pyflow_magic__("time", "x")`, `!cmd` `__pyflow_magic__("!", "cmd")`, `x = !cmd`
`x = __pyflow_magic__("!!", "cmd")`, `name?` `__pyflow_magic__("?", "name")`, a cell under `%%time` is
`__pyflow_magic__("%%time", text)`.
"""


def run_magic(name, text=""):
    function = MAGICS.get(name)
    if function is None:
        raise NameError("the magic %" + name + " needs IPython, which is not used here")
    return function(text.strip())


def magic_value(text):
    """The value of an expression, or None after running statements, in the session's namespace."""
    try:
        code = compile(text, "<magic>", "eval", session.futures, True)
    except SyntaxError:
        exec(compile(text, "<magic>", "exec", session.futures, True), session.space)
        return None
    return eval(code, session.space)


def magic_time(text):
    cpu, wall = time.process_time(), time.perf_counter()
    value = magic_value(text)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    print("CPU time: " + duration(cpu) + ", wall time: " + duration(wall))
    return value


def duration(seconds):
    for unit, factor in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1:
            return "%.3g %s" % (seconds * factor, unit)
    return "%.3g ns" % (seconds * 1e9)


def magic_timeit(text):
    """Repeats until about a second is used; prints the best and the mean of the rounds."""
    rounds, number = 5, None
    words = text.split()
    while len(words) > 1 and words[0][:2] in ("-n", "-r"):
        flag = words.pop(0)
        count = int(flag[2:] or words.pop(0))
        number, rounds = (count, rounds) if flag[1] == "n" else (number, count)
        text = " ".join(words) if not text.startswith("-") else text.split(None, 1 if flag[2:] else 2)[-1]
    code = compile(text, "<magic>", "exec", session.futures, True)
    counter = time.perf_counter

    def once(times):
        space = session.space
        begun = counter()
        for _ in range(times):
            exec(code, space)
        return counter() - begun

    if number is None:
        number = 1
        while once(number) < 0.1:
            number *= 10
    results = [once(number) / number for _ in range(max(rounds, 1))]
    mean = sum(results) / len(results)
    print(
        "%s a loop at best, %s on average (%d rounds of %d loops)"
        % (duration(min(results)), duration(mean), len(results), number)
    )


def magic_cd(text):
    folder = _sys_modules["os"].path.expanduser(text.strip("\"'") or "~")
    os.chdir(folder)
    print(os.getcwd())


def magic_env(text):
    environ = _sys_modules["os"].environ
    if not text:
        return {name: "***" if masked(name) else value for name, value in environ.items()}
    name, sign, value = text.partition("=")
    if not sign:
        name, _, value = text.partition(" ")
        if not value:
            return environ.get(name)
    environ[name.strip()] = value.strip()
    print("env: " + name.strip() + "=" + ("***" if masked(name) else value.strip()))


def magic_run(text):
    """Runs a file with an empty namespace named `__main__`, then keeps its names."""
    words = import_clean("shlex").split(text)
    if not words:
        raise ValueError("%run needs a file")
    path = _sys_modules["os"].path.abspath(words[0])
    with _io.open_code(path) as file:
        code = compile(file.read(), path, "exec", 0, True)
    space = {"__name__": "__main__", "__file__": path, "__builtins__": _builtins}
    argv, sys.argv = sys.argv, [path] + words[1:]
    try:
        exec(code, space)
    finally:
        sys.argv = argv
        session.space.update((name, value) for name, value in space.items() if not name.startswith("__"))


def magic_pip(text):
    subprocess = import_clean("subprocess")
    words = import_clean("shlex").split(text)
    channel.drain()
    code = subprocess.call([sys.executable, "-m", "pip"] + words, stdin=subprocess.DEVNULL)
    _external.PathFinder.invalidate_caches()
    if code:
        print("pip ended with status " + str(code), file=sys.stderr)


def filled_in(text):
    """`{name}` and `$name` of simple values, as IPython fills them in."""
    out, rest = "", text
    while rest:
        at = min([at for at in (rest.find("{"), rest.find("$")) if at >= 0] or [len(rest)])
        out, rest = out + rest[:at], rest[at:]
        if not rest:
            break
        end = 1
        while end < len(rest) and (rest[end].isalnum() or rest[end] == "_"):
            end += 1
        name = rest[1:end]
        closed = rest[0] == "$" or rest[end : end + 1] == "}"
        value = session.space.get(name, MISSING)
        if name and closed and type(value) in (str, int, float):
            out += str(value)
            rest = rest[end + (rest[0] == "{") :]
        else:
            out, rest = out + rest[0], rest[1:]
    return out


def magic_shell(text):
    subprocess = import_clean("subprocess")
    channel.drain()
    code = subprocess.call(filled_in(text), shell=True, stdin=subprocess.DEVNULL)
    session.space["_exit_code"] = code


def magic_shell_lines(text):
    subprocess = import_clean("subprocess")
    channel.drain()
    made = subprocess.run(filled_in(text), shell=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    session.space["_exit_code"] = made.returncode
    return made.stdout.decode("utf-8", "replace").splitlines()


def magic_help(text):
    found = inspect_name(text.strip("? "))
    if not found["found"]:
        print("There is no '" + text.strip("? ") + "' here.")
        return
    print("Type:   " + found["type"])
    print("Value:  " + found.get("repr", ""))
    if found.get("params") is not None:
        print("Call:   (" + ", ".join(parameter_text(item) for item in found["params"]) + ")")
    if found.get("defined"):
        print("Where:  %s, line %d" % (found["defined"]["file"], found["defined"]["line"] + 1))
    if found.get("doc"):
        print(found["doc"])


def parameter_text(item):
    stars = item["kind"] if item["kind"] in ("*", "**") else ""
    return stars + item["name"] + ("=…" if item["default"] else "")


MAGICS = {
    "time": magic_time,
    "%%time": magic_time,
    "timeit": magic_timeit,
    "%%timeit": magic_timeit,
    "cd": magic_cd,
    "pwd": lambda text: os.getcwd(),
    "env": magic_env,
    "run": magic_run,
    "pip": magic_pip,
    "matplotlib": lambda text: None,
    "!": magic_shell,
    "!!": magic_shell_lines,
    "?": magic_help,
}
