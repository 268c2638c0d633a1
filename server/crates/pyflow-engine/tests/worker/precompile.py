"""Run by the interpreter that a worker will use: reads {name: source} from stdin (marshal, version 2) and writes
{name: marshalled code}, as the engine's probe does. Valid for exactly this interpreter and its optimisation flags."""
import marshal
import sys

parts = marshal.loads(sys.stdin.buffer.read())
out = {name: marshal.dumps(compile(text, "<pyflow " + name + ">", "exec", 0, True)) for name, text in parts.items()}
sys.stdout.buffer.write(marshal.dumps(out, 2))
