### Which Python runs the code.

interpreter-reason-setting = он указан в настройке pyflow.interpreter
interpreter-reason-folder = { $folder } — ближайшее виртуальное окружение
interpreter-reason-variable = { $name } указывает активное окружение
interpreter-reason-file = { $file } требует { $version }
interpreter-reason-path = это первый { $name } в PATH
interpreter-reason-manager = его выбирает { $manager } для { $name }
interpreter-broken-environment = { $folder } — виртуальное окружение без работающего Python. Оно пропущено; создайте его заново.
interpreter-broken-variable = { $name } указывает { $folder }, где нет Python. Пропущено.
interpreter-version-missing = { $file } требует Python { $version }, который не установлен. Используется другой.
interpreter-none = Python не найден. PyFlow искал здесь: { $looked }. Установите Python 3.8 или новее либо укажите его в настройке pyflow.interpreter.
interpreter-setting-missing = Настройка pyflow.interpreter указывает { $path }, а это не программа и не окружение с Python. Исправьте или удалите её.
interpreter-cannot-start = Python { $path } не запускается: { $why }. Выберите другой в настройке pyflow.interpreter.
interpreter-too-slow = Python { $path } не ответил за { $seconds } с. Проверьте его в терминале или выберите другой в настройке pyflow.interpreter.
interpreter-no-answer = Python { $path } завершился без ответа: { $said }. Проверьте его в терминале или выберите другой в настройке pyflow.interpreter.
interpreter-too-old = { $path } — это Python { $version }, а PyFlow нужен 3.8 или новее. Выберите другой в настройке pyflow.interpreter.
