### Why a text is no Python.

## Reading the file

syntax-null-bytes = В строке { $line } есть нулевой байт (невидимый символ U+0000); Python не читает исходный код с нулевыми байтами.
syntax-null-bytes-advice = Нулевые байты появляются при повреждённом копировании или если файл сохранён в UTF-16. Удалите их и сохраните файл в UTF-8.
syntax-not-utf8 = В строке { $line } есть байт { $byte }, а это не UTF-8: файл сохранён в другой кодировке, и строки, которая её называет, в нём нет.
syntax-not-utf8-advice = Сохраните файл в кодировке UTF-8 или поставьте в первой строке `# -*- coding: latin-1 -*-` (с его настоящей кодировкой).
syntax-unknown-encoding = Строка с кодировкой называет { $name }, а такой кодировки Python не знает.
syntax-bom-encoding = Файл начинается с метки UTF-8, но строка с кодировкой называет { $name }.
syntax-wrong-encoding = Строка с кодировкой называет { $name }, но в файле есть символы, которых в этой кодировке нет.
syntax-unknown-encoding-advice = Почти все исходные файлы — в UTF-8: напишите там `utf-8` или удалите эту строку.

## Pasted text

syntax-prompt = Приглашение { $prompt } интерактивного сеанса вставлено вместе с кодом; к Python оно не относится.
syntax-prompt-advice = Удалите приглашения и вывод между ними.
syntax-fence = { $fence } обозначает код в тексте Markdown; это вставлено вместе с кодом и к Python не относится.
syntax-entity = { $entity } — так на веб-странице записывается { $plain }; код скопирован из исходного текста страницы.
syntax-line-numbers = Строки начинаются с номеров ({ $number }, …), которые вставлены вместе с кодом.
syntax-conflict = { $marker } — метка, оставленная git там, где две версии файла не сошлись.
syntax-conflict-advice = Решите, какая из двух версий верна, и удалите три строки с метками.
syntax-shell = { $command } — команда для терминала, а не для Python.
syntax-shell-advice = Выполните её в терминале; в файле она может быть только комментарием.

## Characters

syntax-char-quote = Фигурная кавычка { $character } ({ $code }) для Python не кавычка: строки пишутся в прямых кавычках, " или '.
syntax-char-quote-advice = Текстовые редакторы и веб-страницы превращают прямые кавычки в фигурные. Замените обе кавычки пары.
syntax-char-nbsp = Там, где нужен обычный пробел, стоит неразрывный ({ $code }); выглядит он так же, но Python его не принимает.
syntax-char-space = Там, где нужен обычный пробел, стоит пробел другого вида ({ $code }), на глаз не отличимый.
syntax-char-invisible = В коде есть невидимый символ ({ $code }).
syntax-char-other = Символ { $character } ({ $code }) не входит в Python; то, на что он похож, пишется { $plain }.
syntax-char-advice = Такие символы попадают в код при копировании с веб-страницы, из чата или PDF. Вне строк их быть не должно.

## Strings

syntax-quote-inside = Строка заканчивается на кавычке { $quote } перед { $word }: кавычка внутри строки закрывает её.
syntax-quote-inside-advice = Возьмите строку в кавычки { $other } или поставьте обратную косую черту перед внутренней кавычкой.
syntax-unterminated = У строки { $text } нет закрывающей кавычки { $quote } в той же строке кода.
syntax-unterminated-f = У f-строки { $text } нет закрывающей кавычки { $quote } в той же строке кода.
syntax-unterminated-advice = Закройте её кавычкой { $quote }. Для текста в несколько строк нужны тройные кавычки.
syntax-unterminated-triple = Строка, которая начинается с { $quotes } в строке { $line }, не закрыта: всё после неё стало её частью, потому что нет трёх закрывающих кавычек.
syntax-unterminated-triple-advice = Поставьте { $quotes } там, где она должна закончиться.
syntax-backslash-quote-advice = Обратная косая черта перед последней кавычкой лишает кавычку её значения, и строка продолжается. Напишите две обратные косые черты.
syntax-escape = Обратная косая черта в строке начинает управляющую последовательность, а после { $escape } нужны цифры, которых нет.
syntax-escape-advice = Для пути Windows поставьте перед строкой r (сырая строка, r"…"), удвойте каждую обратную косую черту или пишите прямые.
syntax-bytes-ascii = В байтовом литерале { $text } есть символы не из ASCII; байт не может быть таким символом.
syntax-continuation = Обратная косая черта вне строкового литерала продолжает строку кода, поэтому должна быть в ней самым последним символом.
syntax-continuation-blanks = После неё стоят пробелы.
syntax-continuation-comment = После неё не может быть комментария.
syntax-continuation-quotes = Если она относится к тексту, то у текста пропущены кавычки.
syntax-backtick-string = Обратные кавычки не обозначают текст в Python: строки пишутся в прямых кавычках, " или '.
syntax-template = { $text } — шаблонная строка JavaScript; в Python это f-строка в кавычках.

## f-strings

syntax-f-quotes = f-строка стоит в кавычках { $quote }, и такие же кавычки стоят внутри её фигурных скобок: до Python 3.12 они заканчивают строку.
syntax-f-quotes-advice = Внутри фигурных скобок используйте кавычки { $other }.
syntax-f-escaped-quote = Внутри фигурных скобок f-строки кавычку нельзя записать как { $quote }.
syntax-f-backslash = До Python 3.12 в фигурных скобках f-строки не может быть обратной косой черты.
syntax-f-backslash-advice = Дайте тексту с обратной косой чертой имя строкой выше и используйте это имя.
syntax-f-empty = В фигурных скобках f-строки пусто: там нужно выражение.
syntax-f-empty-advice = Напишите в скобках имя значения; если скобки нужны как текст, удвойте их.
syntax-f-stray = В f-строке есть закрывающая фигурная скобка без открывающей.
syntax-f-stray-advice = Фигурная скобка как текст пишется в f-строке дважды.
syntax-f-conversion = { $text } — не преобразование f-строки: есть только `!s`, `!r` и `!a`.
syntax-f-bracket = Скобка { $bracket } внутри фигурных скобок f-строки не закрыта.
syntax-f-open = Фигурная скобка { $text } в f-строке не закрыта.
syntax-f-open-advice = Закройте её после выражения; если скобка нужна как текст, удвойте её.

## Words

syntax-keyword-typo = В Python нет слова { $old }; имеется в виду { $new }.
syntax-keyword-foreign = { $old } — слово из другого языка; в Python это { $new }.
syntax-keyword-name = { $word } — ключевое слово Python (зарезервированное), поэтому именем быть не может.
syntax-keyword-name-advice = Выберите другое имя; обычно добавляют подчёркивание: { $new }.
syntax-keyword-value-advice = Ему нельзя ничего присвоить, и его нельзя вызвать.
syntax-else-if = { $words } в Python пишется одним словом: `elif`.
syntax-else-condition = У `else` нет условия; с условием { $condition } должно быть `elif`.
syntax-elif-bare = Для `elif` нужно условие; для всех остальных случаев пишите `else`.
syntax-colon = Строка, которая начинается с { $word }, должна заканчиваться двоеточием `:`, потому что дальше идёт блок.
syntax-colon-advice = Поставьте `:` после последнего слова строки.
syntax-lone-try = У блока `try` нет ни `except`, ни `finally`.
syntax-lone-try-advice = Добавьте то, что должно произойти при ошибке, или уберите `try`. Если `except` есть, проверьте его отступ и написание.
syntax-lone-else = Этот { $word } ни к чему не относится: выше с тем же отступом не заканчивается блок, который он мог бы продолжить.
syntax-lone-else-advice = У { $word } должен быть такой же отступ, как у инструкции, к которой он относится, и между ними не должно быть ничего другого.
syntax-declaration = В Python нет объявлений: { $name } получает значение без слова { $word }.
syntax-new = В Python нет `new`: { $name } вызывается как функция.
syntax-braces = В Python у блоков нет фигурных скобок: блок начинает двоеточие, а его протяжённость задаёт отступ.
syntax-slashes = { $text } задумано как комментарий; в Python комментарий начинается с `#`, а `//` — это деление.
syntax-block-comment = `/* … */` в Python не комментарий; каждая строка комментария начинается с `#`.

## Loops

syntax-for-in = В цикле `for` после { $name } нужно слово `in`.
syntax-for-in-word = В цикле `for` после { $name } нужно слово `in`; вместо него стоит { $word }.
syntax-for-in-advice = Цикл пишется так: `for name in values:`.
syntax-for-comma = Между именами { $one } и { $two } цикла `for` нужна запятая.
syntax-foreach = Цикл в Python пишется так: `for name in values:`; слова { $word } в нём нет.
syntax-for-double-in = В цикле `for` слово `in` стоит дважды.
syntax-for-parentheses = Заголовок цикла `for` в Python пишется без скобок.
syntax-for-counting = Python считает с помощью `range`: `for name in range(first, last + 1):`.
syntax-c-for = В Python нет цикла `for` из трёх частей: { $name } перебирается `in range(…)`.

## Operators

syntax-increment = В Python нет { $text }; чтобы изменить на единицу, напишите { $new } (`+= 1` или `-= 1`).
syntax-increment-inside = Это должна быть отдельная инструкция: Python не может так изменить имя и использовать его в одном выражении.
syntax-operator = { $old } в Python не операция; пишется { $new }.
syntax-ternary = В Python нет `? :`; выбор внутри выражения пишется { $new }.
syntax-not-equal = `<>` означало «не равно» в Python 2; теперь пишется `!=`.
syntax-equals = `=` даёт имени значение; чтобы сравнить { $left } с чем-то, пишите `==`.
syntax-equals-advice = `==` спрашивает, равны ли два значения; `:=` дал бы значение внутри условия.
syntax-walrus = { $walrus } даёт значение внутри выражения; отдельная инструкция пишется через { $equals }.
syntax-walrus-parentheses = После `=` или `return` вокруг { "`:=`" } нужны скобки.
syntax-walrus-target = Перед { "`:=`" } может стоять только простое имя, не атрибут и не элемент.
syntax-walrus-comprehension = Внутри включения { "`:=`" } не может менять имена самого цикла.
syntax-target = Нельзя ничего присвоить { $text }: слева от `=` стоит имя, атрибут или элемент.
syntax-target-advice = Чтобы сравнить, пишите `==`; чтобы дать значение, поставьте имя слева.
syntax-call-target = { $text } — вызов, а результату вызова нельзя ничего присвоить.
syntax-call-target-advice = Чтобы задать элемент, укажите его индекс или ключ в квадратных скобках: `name[key] = value`.
syntax-reversed = Присваивание записано наоборот: имя { $right } должно стоять слева, а значение { $left } — справа.
syntax-hyphen = Для Python { $name } — это вычитание; в имени не может быть дефиса, поэтому пишите { $new }.

## Brackets and commas

syntax-never-closed = Скобка { $bracket } в строке { $line } не закрыта: не хватает { $closer }.
syntax-never-closed-advice = Поставьте { $closer } там, где скобка должна закрываться.
syntax-mismatched = { $open } из строки { $line } закрыта скобкой { $close }, которая ей не соответствует; нужна { $right }.
syntax-unmatched = Закрывающая скобка { $bracket } без пары: открывающей скобки для неё нет.
syntax-unmatched-advice = Либо закрывающая скобка лишняя, либо перед ней не хватает открывающей { $bracket }.
syntax-comma = Между { $one } и { $two } не хватает запятой (строка { $line }).
syntax-comma-advice = Значения в списке, вызове или словаре разделяются запятыми.
syntax-semicolon = Внутри скобок значения разделяет запятая, а не точка с запятой.
syntax-dict-equals = В словаре между ключом { $key } и его значением стоит двоеточие `:`, а не `=`.
syntax-dict-colon = Между ключом { $key } и его значением не хватает двоеточия `:`.
syntax-dict-value = У ключа { $key } нет значения после двоеточия.
syntax-dict-value-advice = Напишите значение или уберите ключ.

## Numbers

syntax-digit-name = { $name } — не имя: имя не может начинаться с цифры, и Python принимает это за число.
syntax-digit-name-advice = Поставьте цифру в другое место имени, например { $new }.
syntax-leading-zero = Число { $text } начинается с нуля; у десятичных чисел нет ведущих нулей, пишите { $number }.
syntax-leading-zero-advice = Восьмеричное число пишется { $octal }.
syntax-number-letters = В числе { $text } сразу после цифр стоят буквы { $rest }.
syntax-number-date = { $text } для Python не число, а вычисление с неправильно записанными числами; дата или время — это текст в кавычках.
syntax-number-dots = В числе { $text } больше одной десятичной точки.
syntax-number-underscore = В числе { $text } у подчёркивания нет цифр с обеих сторон.
syntax-number-long = Число { $text } заканчивается так, как длинные числа в Python 2; L нужно убрать.
syntax-number-base = В числе { $text } есть цифра, которой нет в его системе счисления.

## Calls and definitions

syntax-print = { $text } — запись Python 2; теперь { $word } — функция, и вокруг её аргументов нужны скобки.
syntax-except-comma = { $text } — запись Python 2; теперь имя стоит после слова `as`, а несколько типов берутся в скобки.
syntax-raise-comma = { $text } — запись Python 2; теперь исключение вызывается с сообщением в скобках.
syntax-backticks = Обратными кавычками в Python 2 записывали `repr(…)`.
syntax-call-parentheses = При вызове { $name } аргументы нужно взять в скобки.
syntax-positional = Позиционный аргумент { $text } стоит после именованного { $keyword }; позиционные идут первыми.
syntax-positional-advice = Перенесите его вперёд или назовите его именем параметра.
syntax-keyword-repeated = Именованный аргумент { $name } передан в одном вызове дважды.
syntax-keyword-expression = { $text } не может называть аргумент: перед `=` в вызове стоит простое имя.
syntax-keyword-quotes-advice = Имя аргумента пишется без кавычек: { $name }.
syntax-generator = Генераторному выражению рядом с другими аргументами нужны собственные скобки.
syntax-default-order = У параметра { $plain } нет значения по умолчанию, а стоит он после { $default }, у которого оно есть; Python требует, чтобы параметры без него шли первыми.
syntax-default-order-advice = Перенесите его перед параметрами со значением по умолчанию или задайте значение по умолчанию и ему.

## Places

syntax-future = `from __future__ import` должен стоять в начале файла, раньше всего остального кода.
syntax-future-advice = Перед ним могут быть только строка документации, комментарии и другие такие же импорты.
syntax-future-feature = В `__future__` нет возможности { $name }.
syntax-global = { $word } { $name } стоит после использования { $name }; объявление должно идти раньше первого использования в функции.
syntax-global-advice = Сделайте { $word } первой инструкцией функции.
syntax-global-parameter = { $name } — параметр функции, поэтому не может быть в ней ещё и глобальной переменной; одному из двух нужно другое имя.
syntax-global-value = { $word } только объявляет имя { $name }; значение ему даёт отдельная инструкция.
syntax-nonlocal = Для `nonlocal` нужна переменная { $name } во внешней функции, а её нет.
syntax-nonlocal-advice = Имя принадлежит модулю, поэтому нужно слово `global`.
syntax-await = { $word } может стоять только в `async def`, а { $name } — обычная функция.
syntax-await-advice = Сделайте { $name } функцией `async def` и там, где она вызывается, используйте `await`.
syntax-await-module = { $word } может стоять только в `async def`, а не на верхнем уровне файла.
syntax-await-module-advice = Запустите корутину через `asyncio.run(…)`.
syntax-return-outside = { $word } стоит вне функции: по отступу он оказался после её тела.
syntax-return-outside-advice = Сдвиньте { $word } до отступа тела его функции.
syntax-return-module = { $word } стоит вне функции, и выше нет функции, к которой он мог бы относиться.
syntax-return-module-advice = Поместите его в функцию (`def`) или уберите: на верхнем уровне файла возвращаться некуда.
syntax-loop-outside = { $word } стоит вне цикла, поэтому прерывать или продолжать нечего.
syntax-loop-outside-advice = Сдвиньте { $word } в тело цикла или выйдите из функции через `return`.

## Indentation

syntax-tabs = В строке { $line } отступ сделан табуляцией, в других — пробелами; Python не угадывает ширину табуляции (строк с пробелами: { $spaces }, с табуляцией: { $tabs }).
syntax-tabs-spaces = В строке { $line } отступ сделан пробелами, в других — табуляцией; Python не угадывает ширину табуляции (строк с пробелами: { $spaces }, с табуляцией: { $tabs }).
syntax-tabs-advice = Используйте в файле что-то одно; обычно это пробелы.
syntax-missing-block = Под { $word } в строке { $line } нет ничего с отступом, а там нужен блок с отступом.
syntax-missing-block-advice = Сдвиньте строки, которые к нему относятся.
syntax-empty-block-advice = Блок так и не написан. Напишите, что должно там происходить.
syntax-unexpected-indent = Отступ строки { $line } — { $own }, а строки над ней — { $above }, и блок там не начинается.
syntax-unexpected-indent-advice = Верните ей отступ предыдущей строки, если только та не должна заканчиваться двоеточием.
syntax-unindent = Отступ строки { $line } — { $own }, а это не совпадает ни с одним открытым выше блоком ({ $open }).
syntax-unindent-advice = Сделайте отступ в точности как у блока, к которому она относится.

## What only the message tells

syntax-unknown = Python не может прочитать эту строку: { $message }.
syntax-unknown-near = Python останавливается на { $text }: ни одна инструкция так не продолжается.
syntax-unknown-inside = Python не может прочитать то, что стоит в фигурных скобках f-строки.
syntax-unknown-advice = Посмотрите на то, что стоит прямо перед этим местом, и на строку выше: там может не хватать скобки, кавычки, запятой или знака операции.
syntax-m-eof = Текст обрывается посреди инструкции: что-то начатое не завершено.
syntax-m-duplicate-parameter = Имя параметра встречается в одном определении дважды.
syntax-m-star = Выражение со звёздочкой не может стоять здесь; оно распаковывает только внутри вызова, списка, кортежа или множества.
syntax-m-two-starred = В присваивании может быть только одно имя со звёздочкой, ведь оно забирает всё оставшееся.
syntax-m-bare-star = После одиночной `*` должен быть хотя бы один параметр, который передаётся по имени.
syntax-m-nesting = Вложенность кода слишком велика для Python: слишком много скобок или блоков друг в друге.
syntax-m-annotation = Аннотация может быть только у одного имени, атрибута или элемента.
syntax-m-augmented = Присваивание вида `+=` меняет одно имя, атрибут или элемент; здесь это не так.
syntax-m-delete = `del` удаляет имена, элементы и атрибуты; здесь это не они.
syntax-m-true = { $name } — постоянное значение Python (ключевое слово); ему нельзя ничего присвоить.
syntax-m-star-import = `from … import *` разрешён только на верхнем уровне файла.
syntax-m-except-last = `except:` без типа должен быть последним, потому что забирает всё.
syntax-m-mixed-except = У одного `try` бывает либо `except`, либо `except*`, но не оба.
syntax-m-bytes-mixed = Текст и байты нельзя соединить, просто поставив рядом: напишите b перед обоими или ни перед одним.
syntax-m-pattern = Шаблон `match` так записать нельзя.
syntax-m-unreachable = Этот шаблон забирает всё, поэтому до шаблонов после него дело не дойдёт.
syntax-m-import-trailing = Запятая в конце импорта разрешена только внутри скобок.
syntax-m-yield-in = `yield` или `await` не может стоять внутри этого включения.
syntax-m-async-generator = Асинхронный генератор не может возвращать значение.
syntax-m-ternary-else = Условному выражению нужны обе части: `value if condition else other`.
syntax-m-as-target = После `as` стоит простое имя.
syntax-m-elif-after-else = `elif` не может идти после `else`: `else` забирает всё оставшееся.
syntax-m-prefix = Эти буквы перед строкой вместе стоять не могут.

## Titles of edits

syntax-fix-change = Заменить «{ $old }» на «{ $new }»
syntax-fix-insert = Вставить «{ $new }»
syntax-fix-remove = Удалить «{ $old }»
syntax-fix-rename = Переименовать «{ $old }» в «{ $new }»
syntax-fix-null-bytes = { $count ->
    [1] Удалить нулевой байт
    [one] Удалить { $count } нулевой байт
    [few] Удалить { $count } нулевых байта
   *[many] Удалить { $count } нулевых байт
 }
syntax-fix-prompts = { $count ->
    [one] Удалить приглашения в { $count } строке
   *[many] Удалить приглашения в { $count } строках
 }
syntax-fix-fences = Удалить метки Markdown
syntax-fix-entities = Написать знаки, которые обозначены кодами веб-страницы
syntax-fix-line-numbers = Удалить номера строк
syntax-fix-ours = Оставить верхнюю версию
syntax-fix-theirs = Оставить нижнюю версию
syntax-fix-comment-out = Сделать комментарием
syntax-fix-quotes = Заменить фигурные кавычки на прямые
syntax-fix-invisible = Удалить невидимый символ { $code }
syntax-fix-outer-quotes = Взять строку в кавычки { $quote }
syntax-fix-escape-quotes = Поставить обратную косую черту перед { $quote } внутри
syntax-fix-triple = Открыть и закрыть строку кавычками { $quotes }
syntax-fix-double-backslashes = Удвоить обратные косые черты
syntax-fix-raw = Сделать сырой строкой: { $new }"…"
syntax-fix-encode = Закодировать текст в UTF-8
syntax-fix-blanks-after-backslash = Удалить пробелы после обратной косой черты
syntax-fix-comment-after-backslash = Удалить комментарий после обратной косой черты
syntax-fix-inner-quotes = Заменить { $old } на { $new } внутри фигурных скобок
syntax-fix-name-for-text = Дать { $text } имя «{ $name }»
syntax-fix-drop-f = Удалить f перед строкой
syntax-fix-fill-braces = Поставить значения в фигурные скобки
syntax-fix-double-braces = Удвоить фигурные скобки
syntax-fix-python2-one = Записать, как в Python 3
syntax-fix-python2 = { $count ->
    [one] Записать { $count } инструкцию, как в Python 3
    [few] Записать { $count } инструкции, как в Python 3
   *[many] Записать { $count } инструкций, как в Python 3
 }
syntax-fix-block-comment = Начать каждую строку комментария с «#»
syntax-fix-braces = Использовать двоеточия и отступы вместо фигурных скобок
syntax-fix-parentheses = Добавить скобки
syntax-fix-align = Выровнять «{ $word }» по строке { $line }
syntax-fix-future = Перенести импорт в начало
syntax-fix-move-up = Перенести «{ $text }» в начало функции
syntax-fix-split-global = Разделить «{ $word }» и присваивание
syntax-fix-async-def = Сделать «{ $name }» функцией async def
syntax-fix-asyncio-run = Выполнить через asyncio.run()
syntax-fix-indent-into = Сдвинуть «{ $word }» в блок строки { $line }
syntax-fix-indent-lines = { $count ->
    [1] Добавить отступ в строке { $first }
   *[many] Добавить отступ в строках { $first }–{ $last }
 }
syntax-fix-dedent = { $count ->
    [1] Убрать отступ
    [one] Убрать отступ в { $count } строке
   *[many] Убрать отступ в { $count } строках
 }
syntax-fix-spaces = Заменить табуляцию пробелами
syntax-fix-tabs = Заменить пробелы табуляцией
syntax-fix-move-positional = Перенести «{ $text }» перед именованными аргументами
syntax-fix-name-argument = Дать аргументу имя его параметра
syntax-fix-splat = Передать «{ $word }» в словаре через **
syntax-fix-reorder = Перенести «{ $name }» перед параметрами со значением по умолчанию
syntax-fix-default-none = Задать «{ $name }» значение по умолчанию None
syntax-fix-keyword-only = Разрешить передавать «{ $name }» только по имени

## What guesses assume

syntax-assume-ours = верна верхняя версия
syntax-assume-theirs = верна нижняя версия
syntax-assume-terminal = строка предназначалась для терминала
syntax-assume-escape = управляющая последовательность — отдельный текст
syntax-assume-division = обратная косая черта — это деление
syntax-assume-braces-text = фигурные скобки — это текст
syntax-assume-no-conversion = преобразование не имеется в виду
syntax-assume-inclusive = цикл идёт до { $high } включительно
syntax-assume-text = { $text } — это текст
syntax-assume-thousands = точки разделяют тысячи
syntax-assume-product = имеется в виду { $number }, умноженное на { $name }
syntax-assume-unit = { $unit } — только единица измерения
syntax-assume-default = { $name } можно не передавать
syntax-assume-keyword-only = все вызовы передают его по имени
syntax-assume-belongs = строки относятся к блоку строки { $line }
syntax-assume-compare = имеется в виду сравнение
syntax-assume-too-much = этот элемент лишний
syntax-assume-missing = не хватает только этого элемента
