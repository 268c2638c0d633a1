# Run by `python -c` in the interpreter that a worker will use: reads {name: source} from stdin (marshal, version 2)
# and writes {name: marshalled code} to stdout, so that starting a worker compiles nothing. Valid for exactly this
# interpreter (the same `sys.implementation.cache_tag`, version and optimisation flags).
import marshal
import sys

parts = marshal.loads(sys.stdin.buffer.read())
out = {name: marshal.dumps(compile(text, "<pyflow " + name + ">", "exec", 0, True)) for name, text in parts.items()}
sys.stdout.buffer.write(marshal.dumps(out, 2))
