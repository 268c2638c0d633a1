"""The parts share one namespace: every global name that any of them uses must be defined in one of them."""
import builtins
import dis
import glob
import os

import harness

GIVEN = {"BOOT", "SERVER_NONCE", "FIRST_FD", "__builtins__", "__name__", "__file__"}
USES = {"LOAD_GLOBAL", "LOAD_NAME"}
DEFINES = {"STORE_GLOBAL", "STORE_NAME"}


def names_in(code, top, uses, defines):
    for step in dis.get_instructions(code):
        if step.opname in USES:
            uses.add(step.argval)
        elif step.opname == "STORE_GLOBAL" or top and step.opname in DEFINES:
            defines.add(step.argval)
    for item in code.co_consts:
        if hasattr(item, "co_code"):
            # A class's body stores its attributes by name; they are not the module's.
            names_in(item, False, uses, defines)
            if not item.co_flags & 2:
                uses.difference_update(item.co_names)
                uses.update(name for name in item.co_names if name[:1].isupper())


def main(python="", only=""):
    if only not in "names":
        return 0, 0
    uses, defines = set(), set(GIVEN) | set(dir(builtins))
    for path in sorted(glob.glob(os.path.join(harness.WORKER, "*.py"))):
        name = os.path.basename(path)[:-3]
        if name != "loader":
            names_in(compile(harness.text_of(name), name, "exec", 0, True), True, uses, defines)
    missing = sorted(uses - defines)
    if missing:
        print("FAIL  names: nobody defines " + ", ".join(missing))
    return (1 if missing else 0), 1


if __name__ == "__main__":
    print(main())
