"""A language client on a pipe, for checks and measurements of the real server. Standard library only.

Diagnostics are kept by document, every message with the time it came. Every wait has an end.
"""

import json
import os
import subprocess
import threading
import time
from pathlib import Path
from urllib.parse import unquote, urlparse

CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "window": {"workDoneProgress": True, "showDocument": {"support": True}},
    "workspace": {
        "workspaceFolders": True,
        "workspaceEdit": {"documentChanges": True},
        "codeLens": {"refreshSupport": True},
        "inlayHint": {"refreshSupport": True},
    },
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True, "versionSupport": True, "dataSupport": True,
                               "codeDescriptionSupport": True},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "codeAction": {"dataSupport": True, "isPreferredSupport": True,
                       "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
    },
}


class Refused(Exception):
    """The server answered with an error."""


class Client:
    def __init__(self, command, root, env=None, options=None, folders=None, log=subprocess.DEVNULL, **popen):
        """`folders` are the workspace's, by default the root alone; `popen` is for the server's process."""
        self.root = Path(root).resolve()
        self.diagnostics = {}   # uri -> params of the last publication
        self.times = {}         # uri -> time of the last publication
        self.versions = {}
        self.bodies = []        # of every message that came
        self._answers, self._next, self._closed = {}, 0, False
        self._news = threading.Condition()
        self._writing = threading.Lock()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=log, env=env, cwd=self.root, **popen)
        threading.Thread(target=self._read, daemon=True).start()
        self.server = self.request("initialize", {
            "processId": os.getpid(),
            "rootUri": self.root.as_uri(),
            "workspaceFolders": [{"uri": folder.as_uri(), "name": folder.name} for folder in folders or [self.root]],
            "initializationOptions": options,
            "capabilities": CAPABILITIES,
        })
        self.notify("initialized", {})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.request("shutdown", None, 10)
            self.notify("exit", None)
            self.process.wait(5)
        except (OSError, TimeoutError, Refused, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()

    def start(self, method, params):
        """Sends a request; `finish` gives its answer."""
        with self._news:
            self._next += 1
            key = self._next
            self._answers[key] = None
        self._send({"id": key, "method": method, "params": params})
        return key

    def finish(self, key, timeout=30):
        with self._news:
            if not self._news.wait_for(lambda: self._answers[key] is not None or self._closed, timeout):
                raise TimeoutError(f"no answer in {timeout} s")
            message = self._answers.pop(key)
        if message is None:
            raise ConnectionError("the server has ended")
        if "error" in message:
            raise Refused(message["error"].get("message"))
        return message.get("result")

    def request(self, method, params, timeout=30):
        return self.finish(self.start(method, params), timeout)

    def notify(self, method, params):
        self._send({"method": method, "params": params})

    def open(self, path, text):
        uri = Path(path).as_uri()
        self.versions[uri] = 1
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "python", "version": 1, "text": text}})
        return uri

    def change(self, uri, text):
        """Replaces the whole text."""
        self.versions[uri] += 1
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": self.versions[uri]}, "contentChanges": [{"text": text}]})

    def close(self, uri):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def execute(self, command, argument, timeout=60):
        return self.request("workspace/executeCommand", {"command": command, "arguments": [argument]}, timeout)

    def actions(self, uri, diagnostic):
        return self.request("textDocument/codeAction", {
            "textDocument": {"uri": uri}, "range": diagnostic["range"],
            "context": {"diagnostics": [diagnostic], "only": ["quickfix"]}}) or []

    def shown(self, uri):
        return (self.diagnostics.get(uri) or {}).get("diagnostics", [])

    def wait_for(self, condition, timeout):
        """Waits until the condition holds after a message; says whether it does."""
        with self._news:
            return self._news.wait_for(condition, timeout)

    def _send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        with self._writing:
            self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.process.stdin.flush()

    def _read(self):
        out = self.process.stdout
        try:
            while True:
                length = None
                while (line := out.readline().strip()):
                    name, _, value = line.partition(b":")
                    if name.lower() == b"content-length":
                        length = int(value)
                if length is None:
                    return
                self.bodies.append(out.read(length))
                self._take(json.loads(self.bodies[-1]), time.perf_counter())
        except (OSError, ValueError):
            pass
        finally:
            with self._news:
                self._closed = True
                self._news.notify_all()

    def _take(self, message, now):
        if "method" in message and "id" in message:
            items = (message.get("params") or {}).get("items", [])
            is_list = message["method"] == "workspace/configuration"
            try:
                self._send({"id": message["id"], "result": [None] * len(items) if is_list else None})
            except OSError:
                pass
        with self._news:
            if "method" not in message:
                self._answers[message.get("id")] = message
            elif message["method"] == "textDocument/publishDiagnostics":
                uri = message["params"]["uri"]
                self.diagnostics[uri], self.times[uri] = message["params"], now
            self._news.notify_all()


def python_version(path):
    """(major, minor) of an interpreter."""
    ask = "import sys; print(*sys.version_info[:2])"
    out = subprocess.run([path, "-c", ask], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, out.split()))


def path_of(uri):
    return Path(unquote(urlparse(uri).path))


def apply_edits(text, edits):
    """The text after LSP edits, with characters counted in UTF-16."""
    lines = text.splitlines(keepends=True)

    def offset(position):
        before = sum(len(line) for line in lines[:position["line"]])
        line = lines[position["line"]] if position["line"] < len(lines) else ""
        units = line.encode("utf-16-le")[:position["character"] * 2]
        return before + len(units.decode("utf-16-le", "ignore"))

    spans = [(offset(e["range"]["start"]), offset(e["range"]["end"]), e["newText"]) for e in edits]
    for start, end, new in sorted(spans, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def edited_texts(edit, read):
    """The files of a WorkspaceEdit after it, as {path: text}; `read` gives a file's text."""
    changes = [(c["textDocument"]["uri"], c["edits"]) for c in edit.get("documentChanges") or []]
    changes += list((edit.get("changes") or {}).items())
    return {path_of(uri): apply_edits(read(path_of(uri)), edits) for uri, edits in changes}
