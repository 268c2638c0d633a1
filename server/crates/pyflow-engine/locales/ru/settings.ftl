### Settings and the environment file.

settings-wrong-kind = Настройка pyflow.{ $key } должна быть такой: { $expected }, а не { $found }. Действует значение по умолчанию.
settings-kind-path = путь
settings-kind-text = текст
settings-kind-bool = true или false
settings-kind-number = целое число, 0 или больше
settings-kind-texts = объект, значения которого — тексты
settings-kind-choice = одно из { $words }
settings-kind-scope = одно из { $words } или список папок
settings-unknown-key = Настройки pyflow.{ $key } нет. Она пропущена.
settings-unreadable = PyFlow не может использовать { $file }: { $why }.
settings-not-trusted = pyproject.toml рабочей папки задаёт { $keys }. Репозиторий не может выбирать это без вашего доверия: объявите его в редакторе или напишите trusted = true под [workspace."…"] в своём файле настроек. Эти значения пропущены.
settings-env-line = { $file }, строка { $line }: это не ИМЯ=значение. Строка пропущена.
