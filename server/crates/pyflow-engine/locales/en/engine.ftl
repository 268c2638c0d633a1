### What the engine itself says.

engine-unknown-document = PyFlow does not know the document { $uri }. Open it in the editor first.
engine-gone = PyFlow's engine has stopped. Restart the language server.
