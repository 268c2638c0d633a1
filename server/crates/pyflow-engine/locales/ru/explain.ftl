### Why a program broke: causes, paragraphs and advice.
### Arguments that come from the program are code already.

explain-unknown = Возникло исключение { $kind }: { $message }
explain-unknown-silent = Возникло исключение { $kind } без сообщения.
explain-at = Исключение { $kind } возникло в { $statement }.
explain-inside = Исключение { $kind } возникло внутри { $function }; вызвано из { $statement }.
advice-fix = { $advice } Здесь: { $fix }.
explain-advice = Посмотрите на значения, которые там были, и на то, что говорит о них сообщение.

sandbox-denied = Песочница этого не разрешила: { $rule }.
sandbox-denied-path = Песочница этого не разрешила: { $rule } ({ $path }).
sandbox-denied-advice = Если программа действительно должна это делать, разрешите это настройкой { $setting }.

hover-values = Значения в момент сбоя:
hover-mend = Как исправить:
hover-documentation = Документация Python
hover-cause = Причина — { $error } { $place }: { $why }
hover-context = Произошло во время обработки { $error } { $place }: { $why }

## Names

name-constant = { $name } — не имя в Python: это значение пишется с заглавной буквы, { $python }.
name-c-comment = То, что идёт после `//`, задумано как комментарий, но в Python `//` — это деление; поэтому { $name } ищется как имя, а оно не определено.
name-c-comment-advice = Комментарий начинается с `#`.
name-alias = { $name } — обычное сокращение для { $module }, но здесь { $module } не импортирован.
name-alias-advice = Добавьте { $import } в начало файла.
name-module = { $name } — модуль Python, который здесь используется, но файл его не импортирует.
name-module-advice = Добавьте { $import } в начало файла.
name-home = Имя { $name } не определено; оно есть в { $modules }, и сначала его нужно импортировать.
name-home-advice = Добавьте { $import } в начало файла.
name-of-self = { $name } здесь не переменная, но у объекта есть такой атрибут: { $whole }. Метод видит атрибуты только через { $owner }.
name-of-self-advice = Пишите { $whole }.
name-unquoted = Имя { $name } не определено; { $text } похоже на текст (строку), потерявший кавычки.
name-unquoted-advice = Возьмите его в кавычки: { $quoted }.
name-similar = Имя { $name } не определено, но есть { $similar }.
name-similar-value = Имя { $name } не определено, но есть { $similar } (значение было { $value }).
name-similar-several = Имя { $name } не определено, но есть одинаково похожие имена: { $similar }.
name-similar-advice = Проверьте написание.
name-foreign = Имя { $name } в Python 3 не определено; там это называется { $python }.
name-deleted = Имя { $name } больше не определено: его удалила инструкция { $statement } в строке { $line } (`del`).
name-deleted-advice = Используйте значение до `del` или уберите `del`.
name-later = Имя { $name } ещё не определено: значение оно получает только позже, в строке { $line }, когда эта строка уже выполнена. Порядок важен.
name-later-advice = Перенесите определение выше первого использования.
name-handler = Имя { $name } больше не определено: имя из `except … as` (строка { $line }) исчезает в конце блока.
name-handler-advice = Если исключение понадобится потом, сохраните его внутри блока под другим именем.
name-local-of = Имя { $name } здесь не определено: это локальная переменная функции { $function }, и вне неё она не видна.
name-local-of-advice = Верните { $name } из { $function } и используйте возвращённое значение или передайте его аргументом.
name-class = Имя { $name } здесь не определено: оно принадлежит классу { $class }, а код внутри функций и включений класса сам по себе имён класса не видит.
name-class-advice = Пишите { $whole }, а в методе — `self.` перед именем.
name-unknown = Имя { $name } не определено: здесь нет ничего с таким именем, и похожего имени тоже нет.
name-unknown-advice = Сначала присвойте ему значение, передайте его параметром или импортируйте.

unbound-global = { $name } существует вне { $function } (значение — { $value }), но { $function } присваивает этому имени, и оно становится собственной локальной переменной функции, у которой ещё нет значения.
unbound-module = { $name } существует вне { $function }, но { $function } присваивает этому имени, и оно становится собственной локальной переменной функции, у которой ещё нет значения.
unbound-global-advice = Если нужна внешняя переменная, напишите { $statement } в начале функции.
unbound-enclosing = { $name } принадлежит функции, внутри которой находится { $function }, но { $function } присваивает этому имени, и оно становится собственной локальной переменной функции, у которой ещё нет значения.
unbound-enclosing-advice = Если нужна переменная внешней функции, напишите { $statement } в начале внутренней.
unbound-branch = У { $name } нет значения: оно присваивается только в одной из ветвей `if` (строка { $line }), а выполнение пошло другим путём.
unbound-loop = У { $name } нет значения: оно присваивается только внутри цикла по { $over } (строка { $line }), а цикл ни разу не выполнился, потому что перебирать было нечего.
unbound-loop-name = У { $name } нет значения: это переменная цикла по { $over }, а цикл ни разу не выполнился, потому что перебирать было нечего.
unbound-while = У { $name } нет значения: оно присваивается только внутри цикла `while` (строка { $line }), а цикл ни разу не выполнился.
unbound-try = У { $name } нет значения: оно присваивается внутри `try` (строка { $line }), а исключение возникло раньше, чем присваивание завершилось.
unbound-later = У { $name } ещё нет значения: { $function } присваивает его только позже, в строке { $line }, и из-за этого имя локально во всей функции.
unbound-plain = { $name } — локальная переменная функции { $function }, у которой ещё нет значения.
unbound-advice = Решите, каким должно быть значение, если ничего не присвоено, и задайте его перед ветвлением или циклом.

## Attributes

none-attribute = { $what } — это None, а у None нет атрибута { $name }.
attribute-coroutine = { $what } — корутина, которой не дождались: результата ещё нет, и { $name } ищется у самой корутины.
await-advice = Напишите { $what }, чтобы получить результат.
attribute-of-class = В модуле { $module } нет { $name }; это есть у класса { $class } внутри одноимённого модуля.
attribute-of-class-advice = Пишите { $whole } или импортируйте сам класс.
attribute-of-module = { $what } здесь — это то, что импортировано из модуля { $module }, а не сам модуль; { $name } принадлежит модулю.
attribute-of-module-advice = Импортируйте модуль ({ $import }) или импортируйте из него то, что нужно.
attribute-shadowed = Python импортировал ваш файл { $file } вместо своего модуля { $module }, потому что у файла такое же имя и он лежит рядом со скриптом (заслоняет модуль); в вашем файле нет { $name }.
attribute-shadowed-advice = Переименуйте { $file } так, чтобы имя не совпадало с модулем Python.
attribute-similar = У объекта { $owner } нет атрибута { $name }; есть { $similar }.
attribute-similar-module = В модуле { $owner } нет { $name }; есть { $similar }.
attribute-similar-advice = Проверьте написание.
attribute-key = { $what } имеет тип { $owner }, записи которого берутся через `[…]`: { $name } — один из его ключей, а не атрибут.
attribute-of-object = { $what } имеет тип { $kind }, и его значения — это атрибуты: есть { $name }, но нет элементов, которые можно взять через `[…]`.
attribute-uncalled = { $what } — сама функция, а не её результат: она не была вызвана, а у функции нет { $name }.
attribute-super-init = У объекта нет { $name }, потому что `__init__` класса { $class } не вызывает `super().__init__(…)`, а задаёт этот атрибут именно `__init__` класса { $base }.
attribute-super-init-advice = Вызовите `super().__init__(…)` в начале `__init__` подкласса.
attribute-moved = { $name } из { $owner } больше не существует; теперь это { $new }.
attribute-synonym = У объекта { $owner } нет { $name }; в Python это { $new }.
attribute-moved-advice = Используйте { $new }.
attribute-unknown-value = { $what } имеет тип { $owner } ({ $value }), а у объекта { $owner } нет атрибута { $name }.
attribute-unknown-module = В модуле { $owner } нет { $name }.
attribute-unknown = У объекта { $owner } нет атрибута { $name }.
attribute-unknown-advice = Что у него есть: { $known }. Либо значение не того типа, который имелся в виду.
attribute-unknown-advice-type = Проверьте, того ли типа значение, который имелся в виду, и откуда оно берётся.

## None

none-in-place = { $what } — это None, потому что { $method } ({ $place }) изменяет сам объект и возвращает None.
none-sort-advice = Используйте `sorted(…)`, который даёт новый список, или вызовите `.sort()` отдельной строкой и дальше работайте со списком.
none-reverse-advice = Используйте `reversed(…)` или `[::-1]` либо вызовите `.reverse()` отдельной строкой и дальше работайте со списком.
none-in-place-advice = Вызовите { $method } отдельной строкой и дальше работайте с изменённым объектом.
none-no-return = { $what } — это None, потому что в функции { $function } ({ $place }) нет `return` со значением и любой её вызов даёт None.
none-no-return-advice = Добавьте в функцию { $statement }.
none-some-ways = { $what } — это None: функция { $function } дошла до конца без `return` со значением (или вернула None).
none-some-ways-advice = Посмотрите, каким путём прошла { $function }: верните значение и там или проверьте результат на None, прежде чем его использовать.
none-search = { $what } — это None, потому что { $call } ({ $place }) ничего не нашёл: { $method } даёт None, если совпадений нет.
none-search-advice = Проверьте результат на None, прежде чем его использовать: `if result is not None:`.
none-written = { $what } — это None: здесь присвоено None ({ $place }), и другого значения с тех пор не было.
none-advice = Выясните, откуда берётся None, и проверяйте на него (`is not None`) или дайте там значение.
none-iterated = { $what } — это None, а None нельзя перебрать в цикле.
none-unpacked = { $what } — это None, а None нельзя распаковать в несколько имён.
none-subscripted = { $what } — это None, а у None нет элементов, которые можно взять через `[…]`.
none-len = { $what } — это None, а у None нет длины.
none-called = { $what } — это None, а None нельзя вызвать.
none-used = { $what } — это None: { $message }.

## Keys and indexes

key-environment = Переменная окружения { $key } не задана.
key-environment-advice = Задайте { $key } в окружении (или в `.env`) до запуска либо читайте её через `os.environ.get(…)` со значением по умолчанию.
key-column-similar = Столбца { $key } нет; есть { $similar }. Регистр букв (заглавные и строчные) важен.
key-similar-advice = Проверьте написание; ключи сравниваются буква за буквой, и регистр важен.
key-other-str = В { $what } нет ключа { $key } в виде числа, но есть текст (строка, `str`) { $text }: ключи из JSON — всегда текст.
key-other-int = В { $what } нет ключа { $key } в виде текста (строки, `str`), но есть число { $number } (`int`).
key-other-advice = Преобразуйте ключ: { $fix }.
key-first-use = В { $what } ещё нет ключа { $key }: это первое обращение, и значения, к которому нужно прибавлять, пока нет.
key-first-use-advice = Начните со значения по умолчанию: `.get(key, 0)` или `.setdefault(key, [])`, либо используйте `collections.defaultdict` или `Counter`.
key-similar = В { $what } нет ключа { $key }; есть { $similar }.
key-data-similar = Ключа { $key } нет в { $what }. Похож на него { $similar }; всего там есть { $keys }.
key-data-advice = Ключ взят из данных, значит, данные или таблица неполны: добавьте запись или решите, что делать с ключом, которого нет (`in`, `.get(…)`).
key-empty = { $what } — пустой словарь, поэтому ключа { $key } в нём нет.
key-advice = Если ключа может не быть, проверьте через `in` или используйте `.get(…)` со значением по умолчанию.
key-missing = В { $what } нет ключа { $key }.
key-missing-keys = В { $what } нет ключа { $key }. Там { $count ->
    [one] есть { $count } ключ
    [few] есть { $count } ключа
   *[many] есть { $count } ключей
 }: { $keys }.

index-pop-empty = { $what } берёт элемент из того, что пусто.
index-empty-advice = Сначала проверьте, что там не пусто (`if items:`), и решите, что делать в таком случае.
index-format = В { $what } мест для подстановки больше, чем аргументов: { $message }.
index-format-advice = Дайте по одному аргументу на каждое `{"{}"}`.
index-argv = Программа запущена { $given ->
    [0] без аргументов
    [one] с { $given } аргументом
   *[many] с { $given } аргументами
 } командной строки, поэтому элемента { $index } в `sys.argv` нет.
index-argv-advice = Передайте аргумент при запуске программы, либо сначала проверьте `len(sys.argv)`, либо используйте `argparse`.
index-empty = В { $what } нет элементов (длина 0), поэтому нет и элемента { $index }.
index-range = В { $what } { $len ->
    [one] { $len } элемент
    [few] { $len } элемента
   *[many] { $len } элементов
 }, а индекса { $index } нет: { $len ->
    [1] допустим только индекс 0
   *[many] допустимы индексы от 0 до { $last }
 }, потому что счёт начинается с 0.
index-range-unknown = В { $what } { $len ->
    [one] { $len } элемент
    [few] { $len } элемента
   *[many] { $len } элементов
 }, а индекс { $index } выходит за пределы: { $len ->
    [1] допустим только индекс 0
   *[many] допустимы индексы от 0 до { $last }
 }, потому что счёт начинается с 0.
index-one-past-advice = Последний элемент { $what } — это `[-1]`, или { $len } в качестве индекса.
index-range-advice = Используйте индекс от 0 до { $last } или заканчивайте цикл раньше { $what }.
index-unknown = В { $what } меньше элементов, чем нужно для индекса { $index }.
index-unknown-advice = Индексы идут от 0 до `len(…) - 1`; сначала проверьте длину.

## Calls

call-keyword-similar = У { $function } нет параметра { $name }; есть { $similar }.
call-keyword = У { $function } нет параметра { $name }.
call-keyword-advice = Посмотрите параметры функции и уберите аргумент или назовите его так, как там.
call-parameters-advice = Её параметры: { $known }.
call-wrapper-keyword = В сообщении названа { $function }, но вызвана была { $wrapper } из декоратора, а она не принимает именованный аргумент { $name }.
call-wrapper-keyword-advice = Пусть { $wrapper } принимает `*args, **kwargs` и передаёт их дальше.
call-wrapper-advice = Вызвана была { $wrapper } из декоратора: пусть она принимает `*args, **kwargs` и передаёт их дальше.
call-without-object = { $function } — метод, а вызван он у самого класса, без объекта.
call-without-object-advice = Сначала создайте объект: `Class(…).method()`.
call-missing = { $call } не даёт значения для { $names }, которое нужно { $function }.
call-missing-plain = Вызов не даёт значения для { $names }, которое нужно { $function }.
call-missing-there-advice = Здесь есть переменная с таким именем: передайте { $names }.
call-missing-advice = Передайте значение для { $names } или задайте параметру значение по умолчанию.
call-missing-takes-advice = { $function } принимает { $takes }: передайте значение для { $names } или задайте параметру значение по умолчанию.
call-count = В { $call } неверное число аргументов: { $message }.
call-append-advice = `append` и `add` принимают один элемент: соберите несколько в кортеж или используйте `extend`.
call-no-arguments-advice = У класса нет `__init__`, принимающего аргументы (может быть, в имени опечатка?), поэтому { $function } не принимает ни одного.
call-count-advice = Посмотрите, сколько аргументов здесь принимается.
call-twice = { $function } получает { $name } дважды: по позиции и по имени.
call-twice-advice = Уберите одно из двух; в методе проверьте, что первый параметр — `self`.
call-missing-self = { $function } класса { $class } вызывается у объекта, и Python передаёт этот объект первым аргументом, но в `def` нет `self`, чтобы его принять.
call-missing-self-advice = Напишите { $definition }.
call-too-many = { $function } принимает { $takes ->
    [one] { $takes } аргумент
    [few] { $takes } аргумента
   *[many] { $takes } аргументов
 }, а { $call } передаёт { $given }.
call-too-many-values = { $function } принимает { $takes ->
    [one] { $takes } аргумент
    [few] { $takes } аргумента
   *[many] { $takes } аргументов
 }, а { $call } передаёт { $given }: { $values }.
call-too-many-advice = Уберите лишнее или добавьте функции параметр для него.

## Types

type-coroutine = { $what } — корутина, которой не дождались: вызов `async def` только создаёт её, а значение даёт `await`.
type-float-index = Индекс должен быть `int`, а { $index } — это `float`: `/` всегда даёт float, даже если делится нацело.
type-float-slice = Границы среза должны быть `int`, а одна из границ в { $what } — нет.
type-float-index-advice = Делите через `//`, который даёт int, или преобразуйте через `int(…)`.
type-str-index = { $what } — это `str`, элементы которого нумеруются, а в качестве индекса стоит { $index }.
type-str-index-advice = Если имелся в виду словарь, посмотрите, откуда берётся текст: возможно, его сначала нужно разобрать или вы ушли на один уровень глубже, чем следовало.
type-list-index = { $what } — список (или кортеж), элементы которого нумеруются, а в качестве индекса стоит { $index }.
type-list-index-advice = Используйте число; чтобы искать по имени, нужен словарь, или сначала возьмите один элемент списка.
type-integer = { $call } требует `int`, а получает { $kind }.
type-integer-advice = Преобразуйте значение через `int(…)`.
type-integer-str-advice = Текст (`str`) — не число, даже если состоит из цифр: сначала преобразуйте его через `int(…)`.
type-integer-float-advice = `/` даёт float: делите через `//` или преобразуйте через `int(…)`.
type-function-subscripted = { $what } имеет тип { $kind }, а `[…]` стоит там, где нужен вызов.
type-function-subscripted-advice = Вызовите с круглыми скобками: { $call }.
type-not-subscriptable = { $what } имеет тип { $kind }, у которого нет элементов, чтобы взять их через `[…]`.
type-not-subscriptable-advice = Посмотрите, откуда берётся значение: ожидались список, словарь или текст.
type-immutable-str = { $what } имеет тип { $kind }, а текст нельзя изменить на месте: он неизменяем.
type-immutable-str-advice = Создайте новую строку: `text[:i] + "…" + text[i + 1:]`, `text.replace(…)`, или измените `list(text)` и соедините обратно.
type-immutable-tuple = { $what } имеет тип { $kind }, а кортеж нельзя изменить: он неизменяем.
type-immutable-tuple-advice = Сделайте его списком (`[…]` вместо `(…)`) или создайте новый кортеж.
type-immutable = { $what } имеет тип { $kind }, элементы которого нельзя менять.
type-immutable-advice = Создайте новое значение или используйте изменяемый тип.
type-unhashable = Значение типа { $kind } не может быть ключом словаря или элементом множества, потому что оно изменяемо (нехешируемо).
type-unhashable-what = { $what } имеет тип { $kind }, а значение типа { $kind } не может быть ключом словаря или элементом множества, потому что оно изменяемо (нехешируемо).
type-unhashable-list-advice = Используйте `tuple`: `tuple(…)` или `(a, b)`.
type-unhashable-dict-advice = Используйте то, что не меняется: одно из его значений, `tuple(d.items())` или неизменяемый (frozen) dataclass.
type-unhashable-set-advice = Используйте `frozenset(…)`.
type-not-iterator = Значение типа { $kind } — не итератор.
type-not-iterator-advice = Сначала создайте итератор: `next(iter(…))`.
type-in = Справа от `in` должен стоять контейнер, а там значение типа { $kind }.
type-in-advice = Посмотрите, откуда берётся значение справа.
type-method-iterated = { $what } — сама функция, а не её результат: она не была вызвана, и перебирать нечего.
type-forgot-call-advice = Вызовите её, добавив `()`: { $call }.
type-int-iterated = { $what } — число (`int`), а число нельзя перебрать в цикле.
type-int-iterated-advice = Чтобы считать, используйте `range(…)`, или переберите сам список.
type-async-iterated = { $what } — асинхронный генератор, обычный `for` его перебрать не может.
type-async-iterated-advice = Используйте `async for`.
type-not-iterable = { $what } имеет тип { $kind }, который нельзя перебрать в цикле.
type-not-iterable-advice = Посмотрите, откуда берётся значение: ожидались список или другая коллекция.
type-unpack = { $what } — одно значение типа { $kind }, его нельзя распаковать в несколько имён.
type-unpack-advice = Посмотрите, что даёт правая сторона: одно значение или несколько.
type-format = В формате { $format } { $marks ->
    [one] { $marks } место
    [few] { $marks } места
   *[many] { $marks } мест
 } для подстановки (`%`), но { $given ->
    [one] передан { $given } аргумент
    [few] передано { $given } аргумента
   *[many] передано { $given } аргументов
 }.
type-format-unknown = Формат и переданные за ним аргументы не подходят друг к другу: { $message }.
type-format-advice = Дайте по одному аргументу на каждый `%`, собрав их в кортеж.
type-wants-bytes = { $call } работает с `bytes`, а получает текст (`str`).
type-wants-bytes-advice = Используйте байтовый литерал (`b"…"`), `.encode()` для текста или `.decode()` для байтов; если это файл, откройте его без `b`, чтобы писать текст.
type-wants-str = { $call } работает с текстом (`str`), а получает `bytes`: { $message }.
type-wants-str-advice = Сначала преобразуйте байты через `.decode()` или откройте файл в двоичном режиме (`"wb"`).
type-join = { $call } соединяет тексты, но элемент номер { $number } — не текст: { $message }.
type-join-advice = Сначала преобразуйте элементы: `", ".join(str(item) for item in items)` или `map(str, items)`.
type-argument = { $call } получает значение не того типа: { $message }.
type-argument-advice = Преобразуйте значение заранее или посмотрите, откуда оно берётся.
type-len = { $call } запрашивает длину значения типа { $kind }, у которого её нет.
type-len-advice = Длина есть только у коллекций и текстов; для числа `len(str(…))` считает цифры.
type-unary = Знак или `~` к этому значению неприменим: { $message }.
type-abstract = Нельзя создать объект { $class }: класс не определяет { $methods }, как того требует его абстрактный базовый класс.
type-abstract-similar = Нельзя создать объект { $class }: класс не определяет абстрактный метод { $methods }; он определяет { $wrong }, а должно быть, вероятно, { $right }.
type-abstract-advice = Определите в классе недостающие методы, в точности с этими именами.
type-context = Значение типа { $kind } нельзя использовать в `with`: у него нет `__enter__` и `__exit__`.
type-context-advice = Сделан ли вызов (со скобками), и что здесь нужно — `with` или `async with`?
type-await = `await` требует корутину, а получает { $kind }.
type-await-advice = Уберите `await` или объявите функцию как `async def`.
type-exception = { $statement } выбрасывает или перехватывает то, что не является исключением.
type-exception-advice = Исключения — это классы, производные от `Exception`: `raise ValueError("…")`.
type-operands = Операция { $operator } не работает между { $left } и { $right }.
type-none-operand-advice = Одно из значений — None ({ $left } и { $right }): выясните, откуда оно берётся, и не используйте его или подставьте число.
type-str-str-advice = Оба значения — тексты (`str`): сначала преобразуйте их в числа через `int(…)` или `float(…)`.
type-concat-advice = Преобразуйте одну из сторон: `str(…)`, чтобы соединить тексты, { $kind }, чтобы считать (`int("5") + 1`); или используйте f-строку.
type-str-number-advice = Текст (`str`) — не число, даже если состоит из цифр: сначала преобразуйте его через { $kind }.
type-convert-advice = Сначала преобразуйте одно из них: { $fix }.
type-bytes-advice = Одно значение — текст, другое — байты: примените `.encode()` или `.decode()` к одному из них или запишите литерал как `b"…"`.
type-timedelta-advice = Прибавляйте и вычитайте `timedelta(days=…)`, а не число.
type-list-plus-advice = `+` соединяет два списка: поместите элемент в список (`[item]`) или используйте `append`.
type-operand-advice = Посмотрите, откуда берутся оба значения, и преобразуйте одно из них.
type-missing-comma = Между { $what } ({ $kind }) и скобкой после него не хватает запятой, поэтому Python принимает это за вызов.
type-missing-comma-index = После { $what } не хватает запятой, поэтому Python принимает следующую скобку за индекс этого списка (или текста).
type-missing-comma-advice = Поставьте запятую в конце этой строки.
type-shadowed = { $name } — встроенная функция, но здесь это имя переменной ({ $line }) со значением { $value }, которая её заслоняет; а значение типа { $kind } нельзя вызвать.
type-shadowed-advice = Дайте переменной другое имя, не { $name }.
type-property = { $name } здесь не метод, а свойство (или обычный атрибут): чтение уже даёт значение типа { $kind }, и `()` пытается вызвать его.
type-property-advice = Уберите `()`: { $access }.
type-call-brackets = { $what } имеет тип { $kind }, это не функция; его элементы берутся через `[…]`, а не `(…)`.
type-call-brackets-advice = Напишите { $access }.
type-module-called = { $what } — модуль, а модуль нельзя вызвать; класс или функция в нём называется так же.
type-module-called-advice = Напишите { $access } или импортируйте из модуля через `from`.
type-number-called = { $what } — число ({ $kind }), и скобки после него читаются как вызов.
type-number-called-advice = Для умножения пишите `*`; если имелась в виду функция, её имя теперь хранит число.
type-text-called = { $what } — текст ({ $kind }), и скобки после него читаются как вызов.
type-text-called-advice = Может быть, между ними пропущены `%`, запятая или метод, или переменная заслоняет функцию с таким именем?
type-not-callable = { $what } имеет тип { $kind }, а такое значение нельзя вызвать.
type-not-callable-advice = Посмотрите, где имя получило значение; скобки после имени означают вызов.

json-type = В JSON нет типа { $kind }.
json-type-what = { $what } имеет тип { $kind }, которого в JSON нет: там есть только словари, списки, тексты, числа, true, false и null.
json-type-list-advice = Сначала преобразуйте: `list(…)` (или `sorted(…)`, если важен порядок).
json-type-str-advice = Сначала преобразуйте: `str(…)` или `.isoformat()`; или передайте `default=str` в `json.dumps`.
json-type-bytes-advice = Сначала преобразуйте: `.decode()` или, для данных, `base64`.
json-type-numpy-advice = Сначала преобразуйте: `int(…)`, `float(…)` или `.tolist()`.
json-type-advice = Сначала сделайте из него словарь (`vars(…)`, `dataclasses.asdict(…)`) или передайте `default=` в `json.dumps`.

## Values

number-empty = { $call } получает пустой текст, а это не число.
number-empty-advice = Пропускайте пустые строки и поля или решите, что означает пустое.
number-float = В тексте { $text } есть дробная часть, а `int()` принимает только целые числа.
number-float-advice = Используйте `float(…)` или, чтобы отбросить дробную часть, `int(float(…))`.
number-thousands = В тексте { $text } есть разделитель тысяч (запятая или подобный знак), который Python не читает.
number-thousands-advice = Сначала удалите разделитель: `text.replace(",", "")`.
number-comma = В тексте { $text } десятичная запятая, а Python читает точку.
number-comma-advice = Сначала замените её: `text.replace(",", ".")`.
number-unit = Текст { $text } — это число, рядом с которым есть что-то ещё (единица, знак), и { $call } его не прочитает.
number-unit-advice = Сначала уберите то, что не относится к числу: `strip(…)`, `removesuffix(…)` или `split()`.
number-text = { $call } получает текст { $text }, а это не число.
number-text-advice = Проверьте текст заранее (`text.isdigit()`) или выясните, почему это не число: заголовок, имя, не тот столбец?

strptime = Дата { $text } записана не так, как задаёт формат { $format }.
strptime-rest = В дате больше текста, чем предусматривает формат: остаётся { $rest }.
strptime-advice = Запишите формат так, как записан текст: `%d` день, `%m` месяц, `%Y` год, `%H:%M` время.
strptime-fits-advice = Подходит формат { $format }.
strptime-both-advice = Подходят и { $first }, и { $second }: только вы знаете, какое из чисел — день.
isoformat = Дата { $text } не в формате ISO: год-месяц-день, месяц и день двумя цифрами (с ведущими нулями).
isoformat-repair-advice = Напишите { $right } вместо { $text } или читайте такие тексты через `strptime`.
isoformat-advice = Другие формы читайте через `datetime.strptime(text, format)`.
dataclass-default = У поля { $field } значение по умолчанию имеет тип { $kind } и было бы общим для всех объектов; dataclass этого не допускает.
dataclass-default-advice = Напишите { $fix }: тогда у каждого объекта будет своё значение.
empty-sequence = { $call } не из чего брать: в { $what } ничего нет.
empty-max-advice = Передайте `default=` на этот случай или сначала проверьте, что там не пусто.
empty-advice = Сначала проверьте, что там не пусто, и решите, каким тогда должен быть результат.
empty-range = { $call } выбирает из пустого диапазона: { $message }.
empty-range-advice = Нижняя граница должна быть меньше верхней.
format-code = Формат { $format } — для чисел, а значение имеет тип { $kind }.
format-code-advice = Сначала преобразуйте значение через `float(…)` или `int(…)` (текст, `str`, из файла или из `input()` — ещё не число).
not-in-list = { $what } нет в { $container }.
not-in-list-values = { $what } нет в { $container }: { $values }.
not-in-list-advice = Сначала проверьте: `if item in …:`, и решите, что делать, если значения нет в { $container }.
substring = { $what } не встречается в тексте, в котором ищет { $call }.
substring-advice = Используйте `.find(…)`, который даёт -1, или сначала проверьте через `in`.
sample = { $call } просит выборку из { $wanted ->
    [one] { $wanted } элемента
   *[many] { $wanted } элементов
 }, а всего их { $size }.
sample-advice = Берите не больше, чем есть: `min(k, len(items))`; или `random.choices` — выборка с повторениями.
enum-value = У { $class } нет значения { $value }.
enum-advice = Посмотрите, какие значения есть у { $class }.
enum-values-advice = Значения такие: { $values }.
out-of-range = { $call } выходит за пределы возможного: { $message } { $values }
out-of-range-advice = Проверьте части: месяцы идут от 1 до 12, дни — до конца месяца, часы — до 23.
closed-file = { $call } использует файл, который уже закрыт.
closed-file-advice = Делайте это внутри блока `with`; после него файл закрыт.
embedded-null = { $call } получает текст с символом NUL (`\0`).
embedded-null-advice = Причиной может быть обратная косая черта перед цифрой: для путей используйте сырую строку (`r"…"`).
int-digits = Число слишком длинное, чтобы преобразовать его из текста или в текст: { $message }.
int-digits-advice = `sys.set_int_max_str_digits(…)` повышает предел.
dict-pairs = Словарь строится из пар: { $message }.
dict-pairs-advice = Передайте пары из ключа и значения.
zip-strict = У последовательностей разная длина: { $message }.
zip-strict-advice = Сделайте их одинаковой длины или уберите `strict=True`.
value-call = { $call } не принимает полученное значение: { $message }.
value-call-values = { $call } не принимает полученное значение: { $message }. Значения: { $values }.
value-advice = Посмотрите на значение и на то, что принимает функция.

unpack-dict = Перебор словаря { $what } даёт только ключи, а ключ — не пара для { $names }.
unpack-dict-advice = Чтобы получать ключи и значения, перебирайте { $call }.
unpack-enumerate = Перебор { $what } даёт только элементы ({ $item }), а не пары из номера и элемента для { $names }.
unpack-enumerate-advice = Чтобы получать и номера, перебирайте { $call }.
unpack-element-value = Каждый элемент { $what } распаковывается в { $expected ->
    [one] { $expected } имя
    [few] { $expected } имени
   *[many] { $expected } имён
 } ({ $names }), а в { $item } — { $count ->
    [one] { $count } значение
    [few] { $count } значения
   *[many] { $count } значений
 }.
unpack-element = Каждый элемент { $what } распаковывается в { $expected ->
    [one] { $expected } имя
    [few] { $expected } имени
   *[many] { $expected } имён
 } ({ $names }), а в одном из них значений не столько: { $message }.
unpack-count-value = { $what } даёт { $count ->
    [one] { $count } значение
    [few] { $count } значения
   *[many] { $count } значений
 } ({ $value }), а слева { $expected ->
    [one] { $expected } имя
    [few] { $expected } имени
   *[many] { $expected } имён
 }: { $names }.
unpack-count = { $what } даёт { $count ->
    [one] { $count } значение
    [few] { $count } значения
   *[many] { $count } значений
 }, а слева { $expected ->
    [one] { $expected } имя
    [few] { $expected } имени
   *[many] { $expected } имён
 }: { $names }.
unpack-value = { $what } даёт { $value }, а слева { $expected ->
    [one] { $expected } имя
    [few] { $expected } имени
   *[many] { $expected } имён
 }: { $names }.
unpack-plain = { $what } даёт не столько значений, сколько имён слева ({ $expected }): { $names }.
unpack-advice = Уравняйте обе стороны: назовите все значения, соберите остальные в `*rest` или посмотрите, какой элемент отличается.

## Numbers

zero-len = Делитель { $divisor } равен 0 (нулю), потому что в { $what } ничего нет: { $value }.
zero-len-unknown = Делитель { $divisor } равен 0 (нулю), потому что в { $what } ничего нет.
zero-len-advice = Сначала проверьте, что в { $what } что-то есть, и решите, каким тогда должен быть результат (0 или None).
zero-written = Делитель записан как { $divisor }: на ноль делить нельзя.
zero = Делитель { $divisor } равен 0 (нулю), а на ноль делить нельзя.
zero-advice = Проверьте { $divisor } перед делением и решите, каким должен быть результат при 0 (у пустого списка `len` равен 0).
overflow-int = { $what } слишком велико для float.
overflow-int-advice = `//` делит целые числа любой величины, не переходя к float.
overflow-power = { $what } слишком велико для float: предел float — около 1.8e308 (переполнение).
overflow-power-advice = Считайте в целых числах, в логарифмах или с `decimal`; или проверьте входные данные.
overflow-infinity = { $what } — бесконечность (или не число), а это не целое число (переполнение).
overflow-infinity-advice = Сначала проверьте через `math.isfinite(…)`.
overflow-call = Результат { $call } слишком велик для float (переполнение): { $values }.
overflow-call-plain = Результат { $call } слишком велик для float (переполнение).
overflow-plain = Результат { $statement } слишком велик (переполнение).
overflow-advice = Предел float — около 1.8e308: проверьте входные данные и их единицы или считайте в логарифмах или с `decimal`.
arithmetic = { $kind } в { $statement }.
arithmetic-advice = Посмотрите на значения, участвующие в вычислении.
domain-negative = { $call } получает { $value } — отрицательное число, для которого { $function } не определена.
domain-value = { $call } получает { $value } — значение, для которого { $function } не определена.
domain = { $call } получает значение, для которого { $function } не определена: оно может быть отрицательным или вне области определения.
domain-sqrt-advice = У отрицательного числа нет вещественного квадратного корня (`sqrt`): проверяйте заранее или используйте `cmath.sqrt`.
domain-log-advice = Логарифм определён только для чисел больше 0, не для нуля и не для отрицательных: сначала проверьте значение.
domain-arc-advice = Значение должно лежать между -1 и 1: проверьте его или ограничьте через `max(-1, min(1, x))`.
domain-factorial-advice = Факториал определён для целых чисел от 0, не для отрицательных.
domain-advice = Проверьте значение перед вызовом.

## Imports

import-relative = Относительный импорт (`from .`) работает только внутри пакета, а этот файл запущен как скрипт.
import-relative-advice = Запустите его как модуль (`python -m package.module`) или импортируйте по простому имени модуля.
import-library = Не удалось загрузить библиотеку, на которой построен модуль: { $message }.
import-library-advice = Установите недостающую системную библиотеку или переустановите пакет для этого интерпретатора.
import-other = Импорт не удался: { $message }.
import-other-advice = Посмотрите на ошибку самого модуля и на установленную версию.
import-circular = { $module } импортируется, пока ещё не закончен его собственный импорт, поэтому { $name } ещё не существует: циклический импорт между { $files }.
import-circular-advice = Разорвите круг: вынесите общее для обоих в отдельный модуль или импортируйте внутри функции, которой это нужно.
import-shadowed = Python импортировал ваш файл { $file } вместо своего модуля { $module }, потому что имена совпадают (файл заслоняет модуль), а в вашем нет { $name }.
import-moved = { $name } больше нет в { $module }: теперь это в { $to }.
import-moved-advice = Напишите { $statement }.
import-renamed = { $name } больше нет в { $module }: теперь это называется { $new }.
import-elsewhere = В { $module } нет { $name }; это есть в { $modules }.
import-similar = В { $module } нет { $name }; есть { $similar }.
import-unknown = В { $module } нет { $name }.
import-unknown-advice = Проверьте написание и есть ли это имя в установленной версии модуля.
module-renamed = Модуля { $module } в Python 3 нет: теперь это { $new }.
module-similar = Модуля { $module } нет; есть { $similar }.
module-sibling = Модуля { $module } нет; рядом со скриптом лежит { $file }, он импортируется как { $similar }.
module-not-package = { $module } нельзя импортировать, потому что { $parent } — отдельный модуль, а не пакет с модулями.
module-not-package-advice = Если так называется ваш собственный файл { $parent }, он заслоняет пакет: переименуйте его.
module-removed = Модуль { $module } раньше входил в Python, но в этой версии его нет.
module-removed-advice = Используйте то, что советует взамен его документация, или пакет, который его заменяет.
module-missing = Модуль { $module } не установлен в этом интерпретаторе, и файла с таким именем рядом со скриптом нет.
module-distribution = Модуль { $module } не установлен в этом интерпретаторе; он входит в пакет { $distribution }.
module-install-advice = Установите его (в окружение, к которому относится этот интерпретатор): { $command }
module-missing-advice = Проверьте имя и установите пакет, в который он входит.

## Files

file-similar = Файла { $path } нет; в этой папке есть { $similar }.
file-similar-advice = Проверьте написание имени.
file-beside = Файла { $path } нет в рабочей папке { $cwd }; он лежит в папке скрипта, но программа запущена не из неё.
file-beside-advice = Указывайте путь от папки скрипта: { $fix } (с `from pathlib import Path`) или запускайте программу в этой папке.
file-home = Файла { $path } нет: Python не заменяет `~` на вашу домашнюю папку.
file-home-advice = Используйте `Path(…).expanduser()` или `os.path.expanduser(…)`.
file-missing = Файла { $path } нет в рабочей папке { $cwd }; относительный путь отсчитывается от папки, в которой запущена программа.
file-missing-absolute = Файла { $path } нет.
file-missing-plain = { $call } получает путь, которого не существует.
file-missing-advice = Проверьте имя и папку. Путь от папки скрипта — `Path(__file__).parent / "name"`.
folder-missing = { $path } нельзя создать, потому что папки (каталога) { $folder } не существует.
folder-missing-advice = Сначала создайте папку: `Path(…).mkdir(parents=True, exist_ok=True)` для { $folder }.
command-missing = Программа { $command } не найдена: она не установлена или её нет в PATH.
command-missing-advice = Установите её или укажите полный путь. Команда с аргументами должна быть списком: `["git", "status"]`.
file-exists = { $path } уже существует.
file-exists-advice = Выберите другое имя; для папки — `exist_ok=True`.
is-directory = { $path } — папка (каталог), а не файл.
is-directory-advice = Укажите файл внутри неё или переберите содержимое { $name } через `Path(…).iterdir()`.
not-directory = { $path } — не папка (каталог), или одна из частей пути — файл.
not-directory-advice = Проверьте каждую часть пути.
permission = Операционная система этого не разрешает: нет прав на { $path } в { $call }.
permission-plain = Операционная система не разрешает { $call }: на это нет прав.
permission-advice = Проверьте, кому принадлежит файл и может ли этот пользователь читать, писать или удалять его; для того, что программа записывает, выберите другое место.
disk-full = На диске не осталось места ({ $path }).
disk-full-advice = Освободите место или записывайте меньше.
too-many-files = В программе открыто слишком много файлов одновременно.
too-many-files-advice = Закрывайте каждый файл, когда он больше не нужен: `with open(…) as file:`.
name-too-long = Имя { $path } слишком длинное для файла.
name-too-long-advice = Не передан ли текст там, где нужен путь?
directory-not-empty = Папка { $path } не пуста.
directory-not-empty-advice = `shutil.rmtree(…)` удаляет папку вместе со всем содержимым.
read-only = { $path } лежит в файловой системе, доступной только для чтения.
file-mode = { $call } не подходит к режиму, в котором открыт файл: { $message }.
file-mode-advice = Откройте файл в нужном режиме: `"r"` — читать, `"w"` — писать, `"a"` — дописывать, `"r+"` — читать и писать.

## Connections

network-refused = { $address ->
    [none] Соединение
   *[other] Соединение с { $address }
 } отклонено: там не работает сервер (служба) или он не на этом порту.
network-refused-advice = Запустите сервер, проверьте адрес и порт. Сам код не виноват.
network-name = Не удалось определить адрес { $address ->
    [none] по имени узла
   *[other] по имени в { $address }
 }: имя неверно или нет подключения к сети.
network-name-advice = Проверьте адрес и работает ли подключение к сети.
network-timeout = { $address ->
    [none] Сервер
   *[other] Сервер { $address }
 } не ответил вовремя: время ожидания соединения истекло.
network-timeout-advice = Проверьте адрес и соединение с сервером; больший `timeout=` поможет, только если сервер медленный.
network-certificate = Не удалось проверить { $address ->
    [none] сертификат сервера
   *[other] сертификат сервера { $address }
 }: { $message }.
network-certificate-advice = Проверьте адрес, часы компьютера и установлены ли сертификаты этого Python.
network-reset = { $address ->
    [none] Соединение
   *[other] Соединение с { $address }
 } потеряно: сервер его закрыл.
network-reset-advice = Попробуйте ещё раз; если повторится, посмотрите журнал сервера.
network-unreachable = { $address ->
    [none] Сеть или узел
   *[other] Сеть или узел { $address }
 } недоступны: соединения с ними нет.
network-url = { $address ->
    [none] Адрес —
   *[other] { $address } —
 } неполный URL: { $message }.
network-url-advice = URL начинается с `http://` или `https://`.
network-in-use = { $address ->
    [none] Порт
   *[other] Порт { $address }
 } занят другой программой (или предыдущим запуском этой): { $message }.
network-in-use-advice = Завершите другую программу или возьмите другой порт.
network = { $address ->
    [none] Соединение с сервером
   *[other] Соединение с сервером { $address }
 } не удалось: { $message }.
network-advice = Проверьте адрес, соединение и работает ли служба.
http-error = { $address ->
    [none] Сервер
   *[other] Сервер { $address }
 } ответил кодом { $status }: { $message }.
http-forbidden-advice = Сервер требует входа, ключа или других прав.
http-missing-advice = Сервер есть, но по этому пути у него ничего нет: проверьте адрес.
http-often-advice = Слишком много запросов: делайте паузы между ними.
http-server-advice = Ошибка на стороне сервера: попробуйте позже.
http-advice = Проверьте, что запрашивается и что отвечает сервер.
timeout-error = { $call } не завершился за отведённое время (timeout).
timeout-error-advice = Дайте больше времени или выясните, чего он ждёт.

## Texts and data

json-plain = Текст — не JSON: { $message }.
json-advice = Посмотрите на это место в тексте: в JSON двойные кавычки, нет комментариев и запятой после последнего элемента, а слова — `true`, `false`, `null`.
json-empty = Текст, который нужно прочитать как JSON, пуст.
json-empty-advice = Выясните, почему он пуст: пустой файл, ответ без содержимого или файл, который уже прочитали раньше.
json-single-quotes = В тексте JSON одинарные кавычки (`'`) у { $around }; JSON знает только двойные (`"`).
json-single-quotes-advice = Возьмите имена и тексты в двойные кавычки. Если это запись самого Python, её прочитает `ast.literal_eval`.
json-trailing-comma = В тексте JSON лишняя запятая у { $around }: после последнего элемента запятой быть не должно.
json-trailing-comma-advice = Удалите запятую после последнего элемента.
json-python-word = В тексте JSON стоит { $word } у { $around }; в JSON это пишется строчными буквами: { $right }.
json-python-word-advice = Напишите в тексте { $right } вместо { $word } или создайте текст через `json.dumps`.
json-comment = В тексте JSON комментарий у { $around }; в JSON комментариев нет.
json-comment-advice = Удалите комментарий.
json-html = Текст — не JSON, он похож на HTML или XML: { $around }.
json-html-advice = Посмотрите на ответ целиком: это может быть страница с ошибкой.
json-unquoted = В тексте JSON имя без двойных кавычек (`"`) у { $around }.
json-missing-comma = В тексте JSON не хватает запятой (или кавычка стоит слишком рано) у { $around }.
json-missing-comma-advice = Поставьте запятую между элементами; кавычка внутри текста пишется `\"`.
json-cut = Текст JSON обрывается слишком рано, у { $around }: не закрыта кавычка или скобка.
json-cut-advice = Проверьте, что текст весь на месте и что каждая скобка и кавычка закрыта.
json-lines = После конца значения JSON идёт ещё текст (лишние данные): { $around }.
json-lines-advice = Если в каждой строке своё значение, читайте построчно: `[json.loads(line) for line in file]`.
json-control = В тексте JSON перенос строки или другой управляющий символ внутри строки у { $around }.
json-control-advice = Запишите его как `\n` (в исходном коде Python — `\\n`) или передайте `strict=False`.
json-other = Текст — не JSON: { $message }, у { $around }.

decode = Байт { $byte } на позиции { $position } — не текст в кодировке { $encoding }: данные записаны в другой кодировке.
decode-end = Данные обрываются посреди символа в кодировке { $encoding }.
decode-utf16-advice = Первые байты — метка UTF-16: укажите `encoding="utf-16"`.
decode-gzip-advice = Данные сжаты (gzip): откройте их через `gzip.open`.
decode-zip-advice = Данные — архив zip (или файл Office): откройте их через `zipfile` или библиотекой для этого формата.
decode-binary-advice = Данные — не текст: откройте файл в двоичном режиме (`"rb"`).
decode-ascii-advice = Укажите верный `encoding=`, чаще всего `encoding="utf-8"` (для старых файлов `"cp1252"` или `"latin-1"`).
decode-advice = Укажите `encoding=`, в котором записан файл: для старых файлов часто `"cp1252"` или `"latin-1"` (ISO-8859-1), для некоторых файлов Windows `"utf-8-sig"` или `"utf-16"`.
encode = Символа { $what } нет в кодировке { $encoding }.
encode-advice = Укажите кодировку, в которой есть все символы: `encoding="utf-8"` там, где открывается файл (не `ascii`), или `errors="replace"`, если потеря допустима.

regex = Шаблон { $pattern } ошибочен на позиции { $position } ({ $character }): { $message }.
regex-repeat = В шаблоне { $pattern } перед { $character } на позиции { $position } нет ничего, что можно повторить.
regex-parenthesis = В шаблоне { $pattern } круглая скобка (позиция { $position }) не закрыта или не открыта.
regex-set = В шаблоне { $pattern } `[` на позиции { $position } не закрыта через `]`.
regex-escape = В шаблоне { $pattern } на позиции { $position } обратная косая черта стоит перед буквой, с которой она ничего не значит.
regex-behind = В шаблоне { $pattern } ретроспективная проверка (look-behind) не имеет постоянной длины.
regex-glob-advice = Это похоже на шаблон имён файлов (glob): в регулярном выражении `*` повторяет то, что стоит перед ней, поэтому пишите `.*` для «чего угодно» и `\.` для точки или используйте `fnmatch`.
regex-escape-advice = Экранируйте символы, которые нужны буквально (`\*`, `\+`, `\?`), или весь текст через `re.escape(…)`.
regex-parenthesis-advice = Закройте группу или экранируйте скобку, которая нужна буквально: `\(`, а для всего текста — `re.escape(…)`.
regex-set-advice = Закройте набор через `]` или экранируйте скобку: `\[`.
regex-bad-escape-advice = Запишите шаблон как сырую строку (`r"…"`) и удвойте обратную косую черту, которая нужна буквально.
regex-behind-advice = Задайте проверке постоянную длину или захватите эту часть группой.

sql = { $kind } от базы данных: { $message } { $values }
sql-advice = Посмотрите на запрос и на переданные значения.
sql-column-similar = Ни в одной таблице нет столбца { $name }; есть { $similar }.
sql-column = В запросе { $statement } назван столбец { $name }, которого нет ни в одной его таблице.
sql-column-advice = Проверьте имя столбца; текст в SQL пишется в одинарных кавычках.
sql-table-similar = Таблицы { $name } нет; есть { $similar }.
sql-table = Таблицы { $name } в этой базе данных нет.
sql-table-advice = Создана ли она в этом файле и тот ли это файл? Новое соединение с `:memory:` — это пустая база данных.
sql-unique = Запись с таким значением уже есть: { $what } должно быть уникальным.
sql-not-null = У { $what } должно быть значение, а его нет (NULL).
sql-constraint = Нарушено правило таблицы: { $message } ({ $what }).
sql-constraint-advice = Проверяйте значения заранее или укажите, что делать: `insert or ignore`, `insert or replace`.
sql-bindings = Число значений не равно числу `?` в запросе: { $message }.
sql-bindings-advice = Дайте по одному значению на каждый `?`; для одного значения нужен кортеж: `(value,)`.
sql-syntax = Запрос SQL { $statement } некорректен: { $message }.
sql-syntax-advice = Посмотрите на запрос около слова, названного в сообщении.
sql-locked = База данных заблокирована: в неё пишет другое соединение.
sql-locked-advice = Зафиксируйте (commit) или закройте другое соединение.
sql-open = Файл базы данных нельзя открыть: его папки не существует или в неё нельзя писать.
sql-open-advice = Сначала создайте папку и проверьте путь.
sql-closed = Соединение с базой данных (или курсор) уже закрыто.
sql-closed-advice = Используйте его до закрытия.
struct = Байты не подходят к формату: { $message }.
struct-advice = Сравните формат с количеством и размером значений (`struct.calcsize`).
archive = Данные — не корректный архив, или он повреждён: { $message }.
archive-advice = Проверьте, что это нужный файл и что он полон.
toml = Текст — не TOML: { $message }.
toml-advice = Посмотрите на эту строку: тексты пишутся в кавычках, а ключ может встречаться только один раз.
configparser = В конфигурации нет того, что запрашивается, или она некорректна: { $message } { $call }
configparser-advice = Проверьте имена разделов и параметров и найден ли файл: `read()` молча пропускает отсутствующие файлы.
xml = Текст — не корректный XML: { $message }.
xml-advice = Посмотрите на эту строку: каждый тег должен быть закрыт, а `&` пишется `&amp;`.
csv = Данные CSV не читаются: { $message }.
csv-advice = Проверьте разделитель и кавычки и что файл текстовый.
pickle = Объект нельзя сохранить или восстановить через pickle: { $message }.
pickle-advice = Это возможно только для того, что определено на верхнем уровне модуля: никаких лямбд, вложенных функций и открытых файлов.
decimal = Вычисление с Decimal невозможно: { $message }.
decimal-advice = Проверьте текст, из которого создаётся Decimal, и значения.
base64 = Текст — не корректный base64 (или hex): { $message }.
base64-advice = Проверьте, что текст весь на месте, вместе с `=` в конце.
shutil = Копирование или перемещение не удалось: { $message }.
shutil-advice = Проверьте источник и назначение.
queue = Очередь пуста или переполнена ({ $kind }), а вызов не ждёт.
queue-advice = Ждите через `get()` (с `timeout=`) или сначала проверяйте.

## By its own will

raised = { $function } сама выбросила { $kind } с сообщением { $message }.
raised-module = Программа сама выбросила { $kind } с сообщением { $message }.
raised-if = { $function } сама выбросила { $kind }, потому что условие её проверки { $condition } оказалось истинным: { $message }.
raised-if-values = { $function } сама выбросила { $kind }, потому что условие её проверки { $condition } оказалось истинным ({ $values }): { $message }.
raised-because = Причиной было { $kind } ({ $message }): { $text }
raised-advice = Нарушено правило самой программы: посмотрите на значение, которое пришло.
raised-advice-call = Нарушено правило самой программы: посмотрите, что передаёт { $call }, или на само правило.
assert = `assert` обнаружил, что { $condition } не выполняется.
assert-values = `assert` обнаружил, что { $condition } не выполняется: { $values }.
assert-message = `assert` обнаружил, что { $condition } не выполняется: { $message }.
assert-message-values = `assert` обнаружил, что { $condition } не выполняется: { $message }. Значения: { $values }.
assert-call = Проверка { $call } не пройдена (утверждение): { $message }.
assert-advice = Выясните, что неверно: значение или ожидание.
not-implemented-class = { $class } не реализует { $method }: сработал метод базового класса { $base }, который только выбрасывает исключение ({ $message }).
not-implemented-class-advice = Переопределите его в подклассе { $class }: { $method }.
not-implemented-base = { $method } в { $base } — только заготовка, которую подклассы должны реализовать (переопределить).
not-implemented-base-advice = Вызывайте его у подкласса { $base }, который реализует { $method }.
not-implemented = { $method } ещё не реализован: он только выбрасывает исключение.
not-implemented-advice = Реализуйте { $method } или пока не вызывайте его.
eof-input = { $call } ждёт ввода, но его (больше) нет: за клавиатурой никого или переданный текст кончился.
eof-input-advice = Дайте программе ввод (клавиатуру или текст на stdin) при запуске.
eof = Данные кончились там, где ожидалось продолжение.
eof-advice = Проверьте, полон ли файл или поток.
memory = Для { $statement } не хватило памяти.
memory-advice = Обрабатывайте данные частями (генератор, блоки) и поищите размер, который больше, чем должен быть.
subprocess-failed = Программа { $command } завершилась с кодом { $status }, что означает неудачу.
subprocess-died = Программа { $command } была принудительно завершена: { $message }.
subprocess-advice = Посмотрите, что написала сама программа: `capture_output=True, text=True`, затем `error.stderr`.
subprocess-timeout = Запущенная программа не завершилась вовремя: { $message }.
subprocess-timeout-advice = Дайте ей больше времени или выясните, чего она ждёт.
group = В группе { $count ->
    [one] возникло { $count } исключение
    [few] возникло { $count } исключения
   *[many] возникло { $count } исключений
 }: { $members }.
group-member = { $kind } { $place }: { $why }
group-members = В группе:

    - { $members }
group-advice = Посмотрите на каждое из них; `except*` обрабатывает часть исключений группы.
recursion-self = { $function } бесконечно вызывает саму себя: ни один вызов не доходит до остановки (базового случая) раньше предела Python.
recursion-self-values = { $function } бесконечно вызывает саму себя: ни один вызов не доходит до остановки (базового случая) раньше предела Python. В конце: { $values }.
recursion-base-advice = Дайте { $function } базовый случай: условие (`if`), при котором она возвращает результат, не вызывая себя.
recursion-reach-advice = Проверьте, что каждый вызов { $function } приближается к базовому случаю, который не вызывает сам себя.
recursion-cycle = { $functions } бесконечно вызывают друг друга: ни у одной из них нет случая, который останавливает.
recursion-cycle-advice = Дайте одной из них базовый случай: условие, при котором она возвращает результат, не вызывая другую.
recursion-property = Свойство { $property } читает само себя: { $whole } внутри него снова вызывает его, и так без конца.
recursion-setter = Сеттер { $property } присваивает самому себе: { $whole } внутри него снова вызывает его, и так без конца.
recursion-property-advice = Храните значение под другим именем: { $own }.
recursion-attribute = { $method } использует атрибут самого объекта и тем самым бесконечно вызывает себя.
recursion-attribute-advice = Внутри него используйте `object.__getattribute__(self, name)`, `super().__setattr__(…)` или `self.__dict__`.
stop-iteration = { $call } просит у { $what } следующий элемент, а его нет (StopIteration).
stop-iteration-advice = Дайте `next(…)` значение по умолчанию: `next(iterator, None)`; или перебирайте через `for`.
changed-size = { $over } ({ $kind }) изменили — добавили или удалили элемент — во время перебора в цикле.
changed-size-advice = Перебирайте копию: { $fix }.
generator-stop = Внутри генератора { $call } не нашёл следующего элемента, а StopIteration не должно выходить из генератора.
generator-stop-advice = Дайте `next(…)` значение по умолчанию или завершайте генератор через `return`, когда ничего не осталось.
loop-running = { $call } запускает цикл событий, но этот код уже выполняется в таком цикле: работающий цикл не может запустить ещё один.
loop-running-advice = Внутри `async def` дождитесь результата: { $fix }.
loop-missing = Для { $call } нужен работающий цикл событий, а его здесь нет.
loop-missing-advice = Вызывайте внутри `async def`, который выполняет `asyncio.run(…)`.
coroutine-reused = Дождаться корутины можно только один раз, а для этой это уже сделано.
coroutine-reused-advice = Вызывайте функцию заново для каждого `await`.
super-outside = `super()` работает только внутри метода класса: { $message }.
super-outside-advice = Укажите класс и объект: `super(Class, self)`.
thread-once = Поток можно запустить только один раз.
thread-once-advice = Создавайте новый `Thread` для каждого запуска.
lock = Блокировка не в том состоянии, которое здесь нужно: { $message }.
lock-advice = Используйте блокировку через `with lock:`.
reraise = `raise` без аргументов повторно выбрасывает текущее исключение, а здесь его нет.
reraise-advice = Укажите, что выбросить: `raise ValueError("…")`.
spawn-main = Процессы запускаются, пока главный модуль ещё загружается.
spawn-main-advice = Поместите запуск под `if __name__ == "__main__":`.

## numpy, pandas

numpy-shapes = Массивы в { $what } не подходят друг к другу: { $message }.
numpy-shapes-known = Массивы в { $what } не подходят друг к другу по форме: { $shapes }. { $message }
numpy-shapes-advice = Считая справа, каждое измерение одной формы должно быть равно измерению другой или 1: форму меняют `reshape`, `[:, None]` или `.T`.
numpy-reshape = В новой форме другое число элементов: { $message }.
numpy-reshape-advice = Произведение чисел новой формы должно равняться размеру массива; одно из чисел может быть -1.
numpy-truth = Целый массив (или столбец) — ни истина, ни ложь: { $message }.
numpy-truth-advice = Используйте `.any()`, `.all()` или `.empty`; условия соединяйте через `&` и `|`, каждое в скобках.
numpy-bounds = Индекс выходит за пределы массива: { $message }.
numpy-bounds-advice = Индексы идут от 0 до размера этой оси минус 1.
nan-integer = Значение — NaN (пропущенное число), а это не целое число.
nan-integer-advice = Сначала заполните или отбросьте пропуски: `fillna(0)`, `dropna()`.
pandas-length = У столбцов или значений разная длина: { $message }.
pandas-length-advice = Сделайте их одинаковой длины.

## Ends of runs

end-timeout = { $known ->
    [yes] По истечении лимита времени ({ $seconds } с) программа всё ещё работала и находилась в строке { $line }.
   *[no] По истечении лимита времени ({ $seconds } с) программа всё ещё работала.
}
end-timeout-advice = Поищите цикл, условие которого никогда не становится ложным, или ожидание, которое никто не завершает. Если нужно просто больше времени, увеличьте `run.timeoutMs`.
end-memory = Программа использовала { $used } МБ памяти; разрешено { $limit } МБ.
end-memory-advice = Читайте или создавайте данные меньшими частями или увеличьте `sandbox.memoryMb` (для работы с данными обычно 1024).
end-disk = Программа записала больше разрешённых { $limit } МБ.
end-disk-advice = Удалите ненужные файлы или увеличьте `sandbox.diskMb`.
end-processes = Программа запустила больше процессов и потоков, чем разрешено ({ $limit }).
end-processes-advice = Поищите цикл, который запускает процессы или потоки, не дожидаясь их.
end-output = Программа остановлена, потому что вывела { $megabytes } МБ.
end-output-advice = Выводите меньше, пишите в файл или увеличьте `run.maxOutputBytes`.
end-died-memory-access = Процесс погиб от { $signal }: код на C, в пакете или через ctypes, обратился к чужой памяти.
end-died-abort = Процесс завершил сам себя через { $signal }: код на C обнаружил состояние, которого быть не должно.
end-died-killed = Процесс завершён извне, через { $signal }; часто это делает система, когда кончается память.
end-died-arithmetic = Процесс погиб от { $signal }: код на C поделил на ноль или вышел за диапазон своих чисел.
end-died-instruction = Процесс погиб от { $signal }: код на C собран для другого процессора или остановился намеренно.
end-died-told = Процессу велели завершиться, через { $signal }.
end-died-syscall = Процесс завершён через { $signal }: он запросил у системы то, что запрещает песочница.
end-died-signal = Процесс погиб от { $signal }.
end-died-exit = Процесс завершился сразу, с кодом { $code }, через `os._exit` или в коде на C; ничего не было закрыто и освобождено.
end-died-lost = Процесс завершился, не сообщив почему.
end-died-session = Переменные сессии потеряны; следующий запуск начнёт новую.
exit-arguments = Программа завершила сама себя, потому что аргументы командной строки неполны: { $message }.
exit-arguments-advice = Передайте при запуске аргументы, которых она требует.
exit-clean = Программа завершила сама себя.
exit-status = Программа завершила сама себя с кодом { $status }. Это не ошибка в коде.
exit-message = Программа завершила сама себя с сообщением { $message }.
exit-status-advice = Что это означает, знает только сама программа.
interrupt = Программа прервана (Ctrl-C).
interrupt-at = Программа прервана (Ctrl-C) во время выполнения { $statement }.
interrupt-advice = Это не ошибка в коде.
warning-deprecated = Это ещё работает, но будет удалено или изменено: { $message }
warning-resource = Что-то осталось открытым: { $message }.
warning-resource-advice = Используйте `with`, чтобы оно закрывалось.
warning-syntax = Python это принимает, но вряд ли делает то, что имелось в виду: { $message }
warning-never-awaited = { $call } только создаёт корутину: { $name } никто не дождался, поэтому её код не выполнялся.
warning-other = { $message }
