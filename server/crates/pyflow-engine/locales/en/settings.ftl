### Settings and the environment file.

settings-wrong-kind = The setting pyflow.{ $key } must be { $expected }, not { $found }. Its default is used.
settings-kind-path = a path
settings-kind-text = a text
settings-kind-bool = true or false
settings-kind-number = a whole number, 0 or more
settings-kind-texts = an object of texts
settings-kind-choice = one of { $words }
settings-kind-scope = one of { $words }, or a list of folders
settings-unknown-key = There is no setting pyflow.{ $key }. It is ignored.
settings-unreadable = PyFlow can't use { $file }: { $why }.
settings-not-trusted = The workspace's pyproject.toml sets { $keys }. A repository can't choose these unless you trust it: say so in your editor, or write trusted = true below [workspace."…"] in your own settings file. They are ignored.
settings-env-line = { $file }, line { $line }, is not NAME=value. It is ignored.
