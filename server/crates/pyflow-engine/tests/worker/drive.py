#!/usr/bin/env python3
"""Runs a file through the worker and prints what it tells, a JSON value a line.

    python3 drive.py [--python PY] [--stdin TEXT] [--cwd DIR] [--module NAME] FILE [ARGUMENT ...]
"""
import argparse
import json
import sys

import harness


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--stdin", default="")
    parser.add_argument("--cwd")
    parser.add_argument("--module")
    parser.add_argument("--timeout", type=float, default=20.0)
    parser.add_argument("file")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    chosen = parser.parse_args()
    worker = harness.Worker(chosen.python, stdin=chosen.stdin.encode())
    worker.run_file(chosen.file, argv=chosen.arguments, cwd=chosen.cwd, module=chosen.module)
    try:
        for kind, value in worker.events(chosen.timeout):
            if kind == "message":
                print(json.dumps(value, ensure_ascii=False))
            elif kind == "display":
                print(json.dumps({"ev": "display", "mimes": {name: len(data) for name, data in value.items()}}))
            else:
                print(json.dumps({"ev": kind, "text": value.decode("utf-8", "replace")}, ensure_ascii=False))
        print(json.dumps({"ev": "end", "status": worker.wait()}))
    except TimeoutError:
        print(json.dumps({"ev": "end", "status": "timeout"}))
    finally:
        worker.close()


if __name__ == "__main__":
    main()
