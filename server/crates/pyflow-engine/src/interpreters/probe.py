# Run once in an interpreter to learn about it. Reads {name: source} of the worker's parts as JSON from stdin and
# writes one line of JSON after a mark: start-up files (.pth) may have printed something before.
import sys

sys.path[:] = [folder for folder in sys.path if folder]
import json

facts = {"version": list(sys.version_info[:3]), "executable": sys.executable or ""}
if sys.version_info >= (3, 8):
    import binascii, builtins, marshal, os, site, sysconfig

    paths = sysconfig.get_paths()
    stdlib = paths["stdlib"]
    packages = [paths["purelib"], paths["platlib"]]
    try:
        packages += site.getsitepackages()
        if sys.prefix == sys.base_prefix:
            packages.append(site.getusersitepackages())
    except Exception:
        pass
    names = getattr(sys, "stdlib_module_names", None)
    if names is None:
        names = set(sys.builtin_module_names)
        for folder in (stdlib, os.path.join(stdlib, "lib-dynload")):
            if os.path.isdir(folder):
                for entry in os.listdir(folder):
                    name = entry.split(".")[0]
                    if name.isidentifier() and (entry.endswith((".py", ".so", ".pyd")) or "." not in entry):
                        names.add(name)
        names -= {"site-packages", "__pycache__", "lib-dynload", "test"}
    source = json.loads(sys.stdin.read())
    facts.update(
        implementation=sys.implementation.name,
        prefix=sys.prefix,
        base_prefix=sys.base_prefix,
        stdlib=stdlib,
        packages=list(dict.fromkeys(packages)),
        stdlib_modules=sorted(names),
        builtins=dir(builtins),
        worker={
            name: binascii.hexlify(
                marshal.dumps(compile(text, "<pyflow " + name + ">", "exec", 0, True))
            ).decode()
            for name, text in source.items()
        },
    )
sys.stdout.write("\n\x1epyflow " + json.dumps(facts) + "\n")
sys.stdout.flush()
