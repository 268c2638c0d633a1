"""Trial runs: which of some lines were reached. Each is told once, at once, so that a killed run has told it too."""

watched_lines = {}  # file → [(first line, last line)], from 0


def start_watching(lines, run):
    watched_lines.clear()
    for file, first, last in lines:
        watched_lines.setdefault(file, []).append((first, last))
    told = set()

    def reached(file, line):
        if (file, line) not in told and len(told) < 5000 and not channel.forked:
            told.add((file, line))
            channel.send({"ev": "reached", "run": run, "file": file, "line": line})

    if hasattr(sys, "monitoring"):
        watch_by_monitoring(reached)
    else:
        watch_by_trace(reached)


def is_watched(file, line):
    return any(first <= line <= last for first, last in watched_lines.get(file, ()))


def watch_by_monitoring(reached):
    monitoring = sys.monitoring
    tool = next((number for number in (4, 3, 5, 2) if monitoring.get_tool(number) is None), None)
    if tool is None:
        return
    monitoring.use_tool_id(tool, "pyflow")

    def on_line(code, line):
        if code.co_filename in watched_lines and is_watched(code.co_filename, line - 1):
            reached(code.co_filename, line - 1)
        return monitoring.DISABLE

    monitoring.register_callback(tool, monitoring.events.LINE, on_line)
    monitoring.set_events(tool, monitoring.events.LINE)


def watch_by_trace(reached):
    """Line events only in code that has watched lines: the others cost one call a call."""
    verdicts = {}

    def on_line(frame, event, argument):
        if event == "line" and is_watched(frame.f_code.co_filename, frame.f_lineno - 1):
            reached(frame.f_code.co_filename, frame.f_lineno - 1)
        return on_line

    def on_call(frame, event, argument):
        code = frame.f_code
        if code.co_filename not in watched_lines:
            return None
        if id(code) not in verdicts:
            first, last = code_lines(code)
            inside = any(first - 1 <= end and start <= last - 1 for start, end in watched_lines[code.co_filename])
            verdicts[id(code)] = code, inside
        return on_line if verdicts[id(code)][1] else None

    _set_trace(on_call)
    watch_import("threading", lambda module: module.settrace(on_call))


def code_lines(code):
    """First and last line of a code object (before 3.12 the line table is deltas: add them up)."""
    last = line = code.co_firstlineno
    if hasattr(code, "co_lines"):
        for _, _, number in code.co_lines():
            last = max(last, number or 0)
    else:
        for step in code.co_lnotab[1::2]:
            line += step if step < 128 else step - 256
            last = max(last, line)
    return code.co_firstlineno, last
