### Which Python runs the code.

interpreter-reason-setting = it is the one of the setting pyflow.interpreter
interpreter-reason-folder = { $folder } is the nearest virtual environment
interpreter-reason-variable = { $name } names the active environment
interpreter-reason-file = { $file } asks for { $version }
interpreter-reason-path = it is the first { $name } on PATH
interpreter-reason-manager = { $manager } chooses it for { $name }
interpreter-broken-environment = { $folder } is a virtual environment without a working Python. It was passed over; make it anew.
interpreter-broken-variable = { $name } names { $folder }, where there is no Python. It was passed over.
interpreter-version-missing = { $file } asks for Python { $version }, which is not installed. Another one is used.
interpreter-none = There is no Python. PyFlow looked for { $looked }. Install Python 3.8 or newer, or name one in the setting pyflow.interpreter.
interpreter-setting-missing = The setting pyflow.interpreter names { $path }, which is no program and no environment with a Python. Correct it or remove it.
interpreter-cannot-start = The Python { $path } can't be started: { $why }. Choose another one with the setting pyflow.interpreter.
interpreter-too-slow = The Python { $path } did not answer within { $seconds } seconds. Try it in a terminal, or choose another one with the setting pyflow.interpreter.
interpreter-no-answer = The Python { $path } ended without an answer: { $said }. Try it in a terminal, or choose another one with the setting pyflow.interpreter.
interpreter-too-old = { $path } is Python { $version }, and PyFlow needs 3.8 or newer. Choose another one with the setting pyflow.interpreter.
