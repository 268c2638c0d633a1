"""What an attack may reach for: a home with planted secrets, a workspace, listeners, a process to signal.

Built anew for each probe in a folder of its own, as tests/attacks/attacks.toml says, and owned by the user who runs
the probe. What arrived and what changed is asked of it afterwards.
"""

import json
import os
import secrets
import socket
import subprocess
import threading
from pathlib import Path

KEY_STORES = (".ssh/id_ed25519", ".aws/credentials", ".netrc", ".git-credentials", ".config/gh/hosts.yml",
              ".docker/config.json", ".kube/config", ".pypirc", ".bash_history", ".config/pyflow/config.toml")
WORKSPACE = {"main.py": "print('main')\n", ".git/config": "[core]\n\tbare = false\n", ".vscode/settings.json": "{}\n"}
SIGNALLED = """
import pathlib, signal, sys, time
signal.signal(signal.SIGURG, lambda *_: pathlib.Path(sys.argv[1]).touch())
time.sleep(600)
"""


class Fixture:
    def __init__(self, base, user, python, limits, setup):
        self.base, self.user = base, user
        self.canary = "PYFLOW-CANARY-" + secrets.token_hex(12)
        self.places = {name: base / name for name in ("home", "workspace", "outside", "site_packages", "tmp")}
        for folder in (*self.places.values(), self["workspace"] / ".git/hooks"):
            folder.mkdir(parents=True)
        for name in KEY_STORES:
            self.put(self["home"] / name, f"key = {self.canary}\n")
        self.put(self["home"] / ".bashrc", "# nothing\n")
        for name, text in WORKSPACE.items():
            self.put(self["workspace"] / name, text)
        self.put(self["workspace"] / ".env", f"TOKEN={self.canary}\n")
        # By default a workspace's .env goes to the user's own programs; these have no business with it.
        self.put(self["workspace"] / "pyproject.toml", "[tool.pyflow]\nenvFile = \"\"\n"
                 f"sandbox.memoryMb = {limits['memory_mb']}\nsandbox.diskMb = {limits['disk_mb']}\n"
                 f"run.maxOutputBytes = {limits['output_bytes']}\nsession.timeoutMs = {limits['timeout_s'] * 1000}\n")
        self.put(self["outside"] / "target.txt", "outside\n")
        for item in setup:
            self.put(Path(self.fill(item["path"])), item["text"])
        self.environment = {
            "PATH": os.pathsep.join([str(Path(python).parent), os.defpath]), "HOME": str(self["home"]),
            "TMPDIR": str(self["tmp"]), "LANG": "C.UTF-8", "USER": user.name if user else "pyflow",
            "PYTHONDONTWRITEBYTECODE": "1", "PYFLOW_API_KEY": self.canary, "OPENAI_API_KEY": self.canary}
        self.own()
        self.arrived = dict.fromkeys(("tcp", "udp", "unix", "abstract"), 0)
        self.listen()
        self.process = subprocess.Popen([python, "-c", SIGNALLED, str(self["outside"] / "canary_signalled")],
                                        cwd=self["outside"], env=self.environment, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **self.become())
        self.before = {path: path.read_bytes() for path in base.rglob("*") if path.is_file()}

    def __getitem__(self, place):
        return self.places[place]

    @staticmethod
    def put(path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def become(self):
        """What makes a process that of the probe's user."""
        if self.user is None:
            return {}
        return {"user": self.user.uid, "group": self.user.gid, "extra_groups": []}

    def own(self):
        """All that was made so far belongs to the probe's user."""
        if self.user is not None:
            for path in (self.base, *self.base.rglob("*")):
                os.chown(path, self.user.uid, self.user.gid, follow_symlinks=False)

    def fill(self, text):
        return text.format(**self.places)

    def listen(self):
        self.sockets = {"tcp": socket.create_server(("127.0.0.1", 0)),
                        "udp": socket.socket(socket.AF_INET, socket.SOCK_DGRAM)}
        self.sockets["udp"].bind(("127.0.0.1", 0))
        self.unix_path, self.abstract = str(self.base / "s"), "pyflow-attack-" + secrets.token_hex(4)
        for name, address in (("unix", self.unix_path), ("abstract", "\0" + self.abstract)):
            self.sockets[name] = socket.socket(socket.AF_UNIX)
            self.sockets[name].bind(address)
            self.sockets[name].listen()
        os.chmod(self.unix_path, 0o777)
        for name, listener in self.sockets.items():
            threading.Thread(target=self.count, args=(name, listener), daemon=True).start()

    def count(self, name, listener):
        while True:
            try:
                if name == "udp":
                    _, sender = listener.recvfrom(2000)
                    listener.sendto(b"pfatk-ack", sender)
                else:
                    listener.accept()[0].close()
            except OSError:
                return
            self.arrived[name] += 1

    def tell(self, server_pid):
        """The file in which the probe finds all of this."""
        path = self["workspace"] / "attack_fixture.json"
        self.put(path, json.dumps({
            **{name: str(place) for name, place in self.places.items() if name != "tmp"},
            "canary_pid": self.process.pid, "server_pid": server_pid,
            "tcp_port": self.sockets["tcp"].getsockname()[1], "udp_port": self.sockets["udp"].getsockname()[1],
            "unix_path": self.unix_path, "abstract_name": self.abstract,
            "host_netns": os.readlink("/proc/self/ns/net")}))
        if self.user is not None:
            os.chown(path, self.user.uid, self.user.gid)

    def disk_mb(self):
        blocks = 0
        for folder, _, names in os.walk(self.base):
            for name in names:
                try:
                    blocks += os.lstat(os.path.join(folder, name)).st_blocks
                except OSError:
                    pass  # it went meanwhile
        return blocks * 512 / 1e6
