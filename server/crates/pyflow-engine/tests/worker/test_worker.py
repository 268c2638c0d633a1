#!/usr/bin/env python3
"""All tests of the worker, against one or more interpreters.

    python3 test_worker.py [--python PY]... [--only TEXT] [--corpus DIR] [--attacks DIR]

Needs only the standard library (3.11 for the corpus). Its last line is `N passed, N failed, N skipped`; its exit
status is 0 only when nothing failed.
"""
import argparse
import sys

import corpus
import files
import names
import parity
import sessions


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", action="append")
    parser.add_argument("--only", default="")
    parser.add_argument("--corpus")
    parser.add_argument("--attacks")
    chosen = parser.parse_args()
    passed = failed = skipped = 0
    for python in chosen.python or [sys.executable]:
        results = [module.main(python, chosen.only) + (0,) for module in (names, parity, files, sessions)]
        if chosen.attacks:
            results.append(files.attacks(python, chosen.attacks, chosen.only) + (0,))
        if chosen.corpus:
            wrong, right, left_out = corpus.main(chosen.corpus, python, chosen.only)
            results.append((wrong, wrong + right, left_out))
        for wrong, total, left_out in results:
            passed, failed, skipped = passed + total - wrong, failed + wrong, skipped + left_out
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
