# Run once in an interpreter, in the background: the public names of standard modules that programs use most, for
# telling what a misspelt attribute or import means. One line of JSON after a mark.
import sys

sys.path[:] = [folder for folder in sys.path if folder]
import importlib, json

MODULES = """abc argparse ast asyncio base64 bisect calendar collections collections.abc concurrent.futures configparser
contextlib copy csv dataclasses datetime decimal enum fractions functools gc getpass glob gzip hashlib heapq html
http.client importlib inspect io itertools json logging math multiprocessing numbers operator os os.path pathlib pickle
platform pprint queue random re secrets shlex shutil signal socket sqlite3 statistics string struct subprocess sys
tempfile textwrap threading time traceback types typing unicodedata unittest urllib.parse urllib.request uuid warnings
weakref xml.etree.ElementTree zipfile""".split()
names = {}
for module in MODULES:
    try:
        names[module] = [name for name in dir(importlib.import_module(module)) if not name.startswith("_")]
    except Exception:
        pass
sys.stdout.write("\n\x1epyflow " + json.dumps(names) + "\n")
sys.stdout.flush()
