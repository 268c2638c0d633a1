# How long this interpreter takes to start, and how long each start-up file (.pth) takes in it: one line of JSON after
# a mark, because such files may print.
import sys

sys.path[:] = [folder for folder in sys.path if folder]
import json, os, site, subprocess, time

LIMIT = 25
starts = []
for _ in range(3):
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], stdin=subprocess.DEVNULL, timeout=LIMIT / 3)
    starts.append((time.perf_counter() - begin) * 1000)

ONE = "import sys, site, time; t = time.perf_counter(); site.addpackage(sys.argv[1], sys.argv[2], set());" \
    "print('\\x1e%f' % ((time.perf_counter() - t) * 1000))"
files = []
end = time.monotonic() + LIMIT / 3
folders = site.getsitepackages() + ([site.getusersitepackages()] if sys.prefix == sys.base_prefix else [])
for folder in folders:
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    for name in names[:1000]:
        if not name.endswith(".pth") or time.monotonic() > end:
            continue
        done = subprocess.run(
            [sys.executable, "-S", "-c", ONE, folder, name],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=LIMIT / 3,
        )
        said = done.stdout.decode("utf-8", "replace").rpartition("\x1e")[2].strip()
        try:
            files.append((os.path.join(folder, name), float(said)))
        except ValueError:
            pass
sys.stdout.write("\x1e" + json.dumps({"start": sorted(starts)[1], "files": files}))
