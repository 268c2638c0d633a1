### What the engine itself says.

engine-in-thread = В потоке { $name }.
engine-in-task = В задаче { $name }, завершения которой никто не дождался.
engine-in-logging = Вызов logging ошибочен; программа продолжилась без него.
engine-in-unraisable = Python некому было передать эту ошибку; программа продолжилась.
engine-in-group = Возникло в составе этой группы.
engine-called-here = Вызвано здесь, в { $name }
engine-called-from = вызвано из { $name }, { $place }
engine-caused-by = Причина: { $error }
engine-while-handling = Во время обработки { $error }

engine-fix-verified = { $title } (проверено)
engine-trial-clean = Проверено запуском: программа отработала до конца за { $seconds } с, и вывод до места сбоя остался тем же.
engine-trial-further = Проверено запуском: эта ошибка пройдена, программа останавливается дальше, на { $error }.
engine-trial-not-reached = Проверено запуском: программа отработала до конца, но через изменённое место не прошла.
engine-refused = Не запущено: { $reason }
engine-session-evicted = Сессия { $session } завершена: одновременно может существовать не больше { $most }, а она простаивала дольше всех.
engine-stale-modules = { $count ->
    [one] Модуль { $names } изменился после импорта. Перезапустите сессию, чтобы использовать его.
   *[other] Модули { $names } изменились после импорта. Перезапустите сессию, чтобы использовать их.
}
engine-code-too-long = Размер кода в байтах — { $bytes }, а принимается не больше { $most }. Разделите его или увеличьте `session.maxCodeBytes`.
engine-violation = строка { $line }: { $message }
engine-magic-unknown = для { $name } нужен IPython, а PyFlow его не использует
engine-trial-ambiguous = Проверено запуском: программа отработала до конца, но и с другим исправлением тоже, только с другим выводом. Какое из них верное, знаете только вы.
