### Why a program broke: causes, paragraphs and advice.
### Arguments that come from the program are code already.

explain-unknown = { $kind } was raised: { $message }
explain-unknown-silent = { $kind } was raised, without a message.
explain-at = { $kind } was raised by { $statement }.
explain-inside = { $kind } was raised inside { $function }, which { $statement } called.
advice-fix = { $advice } Here: { $fix }.
explain-advice = Look at the values that were there, and at what the message says of them.

sandbox-denied = The sandbox did not allow this: { $rule }.
sandbox-denied-path = The sandbox did not allow this: { $rule } ({ $path }).
sandbox-denied-advice = If the program is meant to do that, allow it with the setting { $setting }.

hover-values = Values at the crash:
hover-mend = How to mend it:
hover-documentation = Python's documentation
hover-cause = Caused by { $error } { $place }: { $why }
hover-context = Happened while { $error } { $place } was being handled: { $why }

## Names

name-constant = { $name } is not a name in Python: Python spells this value with a capital letter, { $python }.
name-c-comment = What follows `//` was meant as a comment, but in Python `//` is division, so { $name } is looked up as a name and is not defined.
name-c-comment-advice = A comment starts with `#`.
name-alias = { $name } is the usual short name of { $module }, but { $module } is not imported here.
name-alias-advice = Add { $import } at the top of the file.
name-module = { $name } is a module of Python's that is used here, but the file does not import it.
name-module-advice = Add { $import } at the top of the file.
name-home = { $name } is not defined; it is a name of { $modules } that has to be imported first.
name-home-advice = Add { $import } at the top of the file.
name-of-self = { $name } is not a variable here, but the object has it as an attribute: { $whole }. A method sees attributes only through { $owner }.
name-of-self-advice = Write { $whole }.
name-unquoted = { $name } is not defined; { $text } looks like a text (a string) that lost its quotes.
name-unquoted-advice = Put it in quotes: { $quoted }.
name-similar = { $name } is not defined; { $similar } is.
name-similar-value = { $name } is not defined; { $similar } is (its value was { $value }).
name-similar-several = { $name } is not defined; { $similar } are, and each is as near.
name-similar-advice = Check the spelling.
name-foreign = { $name } is not defined in Python 3; it is called { $python }.
name-deleted = { $name } is not defined any more: { $statement } in line { $line } deleted it (`del`).
name-deleted-advice = Use the value before the `del`, or leave the `del` out.
name-later = { $name } is not defined yet: it gets its value only later, in line { $line }, after this line ran. The order matters.
name-later-advice = Move the definition before its first use.
name-handler = { $name } is not defined any more: the name of `except … as` (line { $line }) ends with its block.
name-handler-advice = Keep the exception under another name inside the block if it is needed after it.
name-local-of = { $name } is not defined here: it is a local variable of the function { $function }, and its scope ends there.
name-local-of-advice = Return { $name } from { $function } and use the value it gives back, or pass it as an argument.
name-class = { $name } is not defined here: it belongs to the class { $class }, and code inside the class's functions and comprehensions does not see the class's names by themselves.
name-class-advice = Write { $whole }, or `self.` before the name in a method.
name-unknown = { $name } is not defined: nothing of this name exists here, and no similar name does.
name-unknown-advice = Give it a value first, pass it in as a parameter, or import it.

unbound-global = { $name } exists outside { $function } (its value is { $value }), but { $function } assigns to it, which makes it a local variable of its own, and that has no value yet.
unbound-module = { $name } exists outside { $function }, but { $function } assigns to it, which makes it a local variable of its own, and that has no value yet.
unbound-global-advice = If the one outside is meant, put { $statement } at the top of the function.
unbound-enclosing = { $name } belongs to the function around { $function }, but { $function } assigns to it, which makes it a local variable of its own, and that has no value yet.
unbound-enclosing-advice = If the outer one is meant, put { $statement } at the top of the inner function.
unbound-branch = { $name } has no value: it is assigned in one branch of the `if` only (line { $line }), and this run took another path.
unbound-loop = { $name } has no value: it is assigned inside the loop over { $over } only (line { $line }), and the loop never ran, because that was empty.
unbound-loop-name = { $name } has no value: it is the variable of the loop over { $over }, and the loop never ran, because that was empty.
unbound-while = { $name } has no value: it is assigned inside a `while` loop only (line { $line }), and the loop never ran.
unbound-try = { $name } has no value: it is assigned inside the `try` (line { $line }), and the exception came before that assignment was done.
unbound-later = { $name } has no value yet: { $function } assigns to it only later, in line { $line }, which makes it a local variable of the whole function.
unbound-plain = { $name } is a local variable of { $function } that has no value yet.
unbound-advice = Decide what the value is when nothing was assigned, and set it before the branch or loop.

## Attributes

none-attribute = { $what } is None, and None has no attribute { $name }.
attribute-coroutine = { $what } is a coroutine that was not awaited, so its result does not exist yet, and { $name } is looked for on the coroutine itself.
await-advice = Write { $what } to get the result.
attribute-of-class = The module { $module } has no { $name }; the class { $class } inside the module of the same name has it.
attribute-of-class-advice = Write { $whole }, or import the class itself.
attribute-of-module = { $what } is here what was imported from the module { $module }, not the module; { $name } belongs to the module.
attribute-of-module-advice = Import the module ({ $import }), or import from it what is needed.
attribute-shadowed = Python imported your own file { $file } instead of its module { $module }, because the file has the same name and lies beside the script (it shadows the module); your file has no { $name }.
attribute-shadowed-advice = Rename { $file } to something that is not a module of Python's.
attribute-similar = { AN($owner, case: "upper") } has no attribute { $name }; it has { $similar }.
attribute-similar-module = The module { $owner } has no { $name }; it has { $similar }.
attribute-similar-advice = Check the spelling.
attribute-key = { $what } is { AN($owner) }, whose entries are taken with `[…]`: { $name } is one of its keys, not an attribute.
attribute-of-object = { $what } is { AN($kind) }, whose values are attributes: it has { $name }, and no items to take with `[…]`.
attribute-uncalled = { $what } is the function itself, not its result: it was not called, and a function has no { $name }.
attribute-super-init = The object has no { $name }, because the `__init__` of { $class } never calls `super().__init__(…)`, and that of { $base } is what sets it.
attribute-super-init-advice = Call `super().__init__(…)` at the start of the subclass's `__init__`.
attribute-moved = { $name } of { $owner } does not exist any more; it is { $new } now.
attribute-synonym = { AN($owner, case: "upper") } has no { $name }; in Python that is { $new }.
attribute-moved-advice = Use { $new }.
attribute-unknown-value = { $what } is { AN($owner) } ({ $value }), and { AN($owner) } has no attribute { $name }.
attribute-unknown-module = The module { $owner } has no { $name }.
attribute-unknown = { AN($owner, case: "upper") } has no attribute { $name }.
attribute-unknown-advice = What it has: { $known }. Or the value is not of the type that was meant.
attribute-unknown-advice-type = Check that the value is of the type that was meant, and where it comes from.

## None

none-in-place = { $what } is None, because { $method } ({ $place }) changes its object in place and gives back None.
none-sort-advice = Use `sorted(…)`, which gives a new list, or call `.sort()` on a line of its own and go on with the list.
none-reverse-advice = Use `reversed(…)` or `[::-1]`, or call `.reverse()` on a line of its own and go on with the list.
none-in-place-advice = Call { $method } on a line of its own, and go on with the object that it changed.
none-no-return = { $what } is None, because the function { $function } ({ $place }) has no `return` with a value, so every call of it gives None.
none-no-return-advice = Add { $statement } to the function.
none-some-ways = { $what } is None: the function { $function } reached its end without a `return` with a value (or returned None).
none-some-ways-advice = Look at the path that { $function } took: let it return a value there too, or check for None before using the result.
none-search = { $what } is None, because { $call } ({ $place }) found nothing: { $method } gives None when there is no match.
none-search-advice = Check the result for None before using it: `if result is not None:`.
none-written = { $what } is None: it was set to None ({ $place }) and has got no other value since.
none-advice = Find out where the None comes from, and check for it (`is not None`) or give a value there.
none-iterated = { $what } is None, and None can't be looped over.
none-unpacked = { $what } is None, and None can't be unpacked into several names.
none-subscripted = { $what } is None, and None has no items to take with `[…]`.
none-len = { $what } is None, and None has no length.
none-called = { $what } is None, and None can't be called.
none-used = { $what } is None: { $message }.

## Keys and indexes

key-environment = The environment variable { $key } is not set.
key-environment-advice = Set { $key } in the environment (or in `.env`) before the run, or read it with `os.environ.get(…)` and a default.
key-column-similar = There is no column { $key }; there is { $similar }. The case of the letters (capital or lower) counts.
key-similar-advice = Check the spelling; keys are compared letter by letter, and case counts.
key-other-str = { $what } has no key { $key } as a number, but it has the text (a string, `str`) { $text }: keys that come from JSON are always text.
key-other-int = { $what } has no key { $key } as a text (a string, `str`), but it has the number { $number } (an `int`).
key-other-advice = Convert the key: { $fix }.
key-first-use = { $what } has no key { $key } yet: this is its first use, and the value that should be added to is missing.
key-first-use-advice = Start from a default with `.get(key, 0)` or `.setdefault(key, [])`, or use `collections.defaultdict` or `Counter`.
key-similar = { $what } has no key { $key }; it has { $similar }.
key-data-similar = The key { $key } is missing in { $what }: it is not in there. Similar is { $similar }; in there are { $keys }.
key-data-advice = The key came from data, so the data or the table is incomplete: add the entry, or decide what happens for a key that is not in there (`in`, `.get(…)`).
key-empty = { $what } is empty, so the key { $key } is missing.
key-advice = Check with `in`, or use `.get(…)` with a default, if the key may be missing.
key-missing = { $what } does not have the key { $key }: it is missing.
key-missing-keys = { $what } does not have the key { $key }: it is missing. There { $count ->
    [one] is one key
   *[other] are { $count } keys
 }: { $keys }.

index-pop-empty = { $what } takes an item out of something that is empty.
index-empty-advice = Check that it is not empty first (`if items:`), and decide what should happen then.
index-format = { $what } has more placeholders than arguments: { $message }.
index-format-advice = Give one argument for each `{"{}"}`.
index-argv = The program was started with { $given ->
    [0] no argument
    [one] one argument
   *[other] { $given } arguments
 } on the command line, so `sys.argv` has no item { $index }.
index-argv-advice = Give the argument when you start the program; or check `len(sys.argv)` first, or use `argparse`.
index-empty = { $what } is empty (its length is 0), so there is no item { $index }.
index-range = { $what } has { $len ->
    [one] one item
   *[other] { $len } items
 }, index { $index }: the last is { $last }, because counting starts at 0.
index-range-unknown = { $what } has { $len ->
    [one] one item
   *[other] { $len } items
 }, and the index { $index } is outside: the last is { $last }, because counting starts at 0.
index-one-past-advice = The last item of { $what } is `[-1]`, or { $len } as an index.
index-range-advice = Use an index from 0 to { $last }, or let the loop end before { $what }.
index-unknown = { $what } has fewer items than the index { $index } needs.
index-unknown-advice = Indexes go from 0 to `len(…) - 1`; check the length first.

## Calls

call-keyword-similar = { $function } has no parameter { $name }; it has { $similar }.
call-keyword = { $function } has no parameter { $name }.
call-keyword-advice = Look at the function's parameters, and leave the argument out or name it as they do.
call-parameters-advice = Its parameters: { $known }.
call-wrapper-keyword = The message names { $function }, but what was called is the decorator's { $wrapper }, and that takes no keyword argument { $name }.
call-wrapper-keyword-advice = Let { $wrapper } take `*args, **kwargs` and pass both on.
call-wrapper-advice = What was called is the decorator's { $wrapper }: let it take `*args, **kwargs` and pass both on.
call-without-object = { $function } is a method, and it was called on the class itself, without an object.
call-without-object-advice = Make an object first: `Class(…).method()`.
call-missing = { $call } gives no value for { $names }, which { $function } needs.
call-missing-plain = The call gives no value for { $names }, which { $function } needs.
call-missing-there-advice = There is a variable of that name here: pass { $names } on.
call-missing-advice = Pass a value for { $names }, or give the parameter a default.
call-missing-takes-advice = { $function } takes { $takes }: pass a value for { $names }, or give the parameter a default.
call-count = { $call } has the wrong number of arguments: { $message }.
call-append-advice = `append` and `add` take one item: put several into a tuple, or use `extend`.
call-no-arguments-advice = The class has no `__init__` that takes arguments (is it misspelt?), so { $function } takes none.
call-count-advice = Look at how many arguments it takes.
call-twice = { $function } gets { $name } twice: once by its position and once by its name.
call-twice-advice = Leave one of the two out; in a method, check that `self` is the first parameter.
call-missing-self = { $function } of { $class } was called on an object, and Python passes that object as the first argument, but the `def` has no `self` to take it.
call-missing-self-advice = Write { $definition }.
call-too-many = { $function } takes { $takes }, but { $call } gives it { $given ->
    [one] { $given } argument
   *[other] { $given } arguments
 }.
call-too-many-values = { $function } takes { $takes }, but { $call } gives it { $given ->
    [one] { $given } argument
   *[other] { $given } arguments
 }: { $values }.
call-too-many-advice = Leave out what is too much, or give the function a parameter for it.

## Types

type-coroutine = { $what } is a coroutine that was not awaited: calling an `async def` only makes it, and the value comes from `await`.
type-float-index = An index has to be an `int`, and { $index } is a `float`: `/` always gives a float, even where it divides evenly.
type-float-slice = The bounds of a slice have to be `int`, and one in { $what } is not.
type-float-index-advice = Divide with `//`, which gives an int, or convert with `int(…)`.
type-str-index = { $what } is a `str`, whose items have numbers, but { $index } is used as its index.
type-str-index-advice = If a dictionary was meant, look at where the text comes from: it may have to be parsed first, or one level too much was taken out.
type-list-index = { $what } is a list (or tuple), whose items have numbers, but { $index } is used as its index.
type-list-index-advice = Use a number; to look something up by name, use a dictionary, or take one item of the list first.
type-integer = { $call } needs an `int`, and got { AN($kind) }.
type-integer-advice = Convert the value with `int(…)`.
type-integer-str-advice = A text (`str`) is not a number, even when it consists of digits: convert it with `int(…)` first.
type-integer-float-advice = `/` gives a float: divide with `//`, or convert with `int(…)`.
type-function-subscripted = { $what } is { AN($kind) }, and `[…]` was used where a call was meant.
type-function-subscripted-advice = Call it with parentheses: { $call }.
type-not-subscriptable = { $what } is of type { $kind }, which has no items to take with `[…]`.
type-not-subscriptable-advice = Look at where the value comes from: a list, dictionary or text was expected.
type-immutable-str = { $what } is { AN($kind) }, and a text can't be changed in place: it is immutable.
type-immutable-str-advice = Make a new string: `text[:i] + "…" + text[i + 1:]`, `text.replace(…)`, or change a `list(text)` and join it.
type-immutable-tuple = { $what } is { AN($kind) }, and a tuple can't be changed: it is immutable.
type-immutable-tuple-advice = Make it a list (`[…]` in place of `(…)`), or build a new tuple.
type-immutable = { $what } is { AN($kind) }, whose items can't be changed.
type-immutable-advice = Build a new value, or use a type that can be changed.
type-unhashable = { AN($kind, case: "upper") } can't be a key of a dictionary or an item of a set, because it can change (it is unhashable).
type-unhashable-what = { $what } is { AN($kind) }, and { AN($kind) } can't be a key of a dictionary or an item of a set, because it can change (it is unhashable).
type-unhashable-list-advice = Use a `tuple` instead: `tuple(…)` or `(a, b)`.
type-unhashable-dict-advice = Use something that stays as it is: one of its values, `tuple(d.items())`, or a frozen dataclass.
type-unhashable-set-advice = Use a `frozenset(…)`.
type-not-iterator = { AN($kind, case: "upper") } is not an iterator.
type-not-iterator-advice = Make one first: `next(iter(…))`.
type-in = `in` needs a container on its right, and that is of type { $kind }.
type-in-advice = Look at where the value on the right comes from.
type-method-iterated = { $what } is the function itself, not its result: it was not called, so there is nothing to loop over.
type-forgot-call-advice = Call it with `()`: { $call }.
type-int-iterated = { $what } is a number (`int`), and a number can't be looped over.
type-int-iterated-advice = Use `range(…)` to count, or loop over the list itself.
type-async-iterated = { $what } is an async generator, which a plain `for` can't loop over.
type-async-iterated-advice = Use `async for`.
type-not-iterable = { $what } is of type { $kind }, which can't be looped over.
type-not-iterable-advice = Look at where the value comes from: a list or another collection was expected.
type-unpack = { $what } is a single value of type { $kind }, which can't be unpacked into several names.
type-unpack-advice = Look at what the right side gives: one value, or several.
type-format = The format { $format } has { $marks ->
    [one] one placeholder
   *[other] { $marks } placeholders
 } (`%`), but there { $given ->
    [one] is one argument
   *[other] are { $given } arguments
 }.
type-format-unknown = The format and the arguments behind it do not fit together: { $message }.
type-format-advice = Give one argument for each `%` placeholder, in a tuple.
type-wants-bytes = { $call } works on `bytes`, and got a text (`str`).
type-wants-bytes-advice = Use a bytes literal (`b"…"`), `.encode()` the text or `.decode()` the bytes; for a file, open it without `b` to write text.
type-wants-str = { $call } works on text (`str`), and got `bytes`: { $message }.
type-wants-str-advice = `.decode()` the bytes first, or open the file in binary mode (`"wb"`).
type-join = { $call } joins texts, but item number { $number } is none: { $message }.
type-join-advice = Convert the items first: `", ".join(str(item) for item in items)` or `map(str, items)`.
type-argument = { $call } got a value of the wrong type: { $message }.
type-argument-advice = Convert the value before, or look at where it comes from.
type-len = { $call } asks for the length of { AN($kind) }, which has none.
type-len-advice = Only collections and texts have a length; for a number, `len(str(…))` counts digits.
type-unary = The sign or `~` does not work on this value: { $message }.
type-abstract = { $class } can't be made, because it does not define { $methods }, which its abstract base class asks for.
type-abstract-similar = { $class } can't be made, because it does not define the abstract { $methods }; it defines { $wrong }, which should probably be { $right }.
type-abstract-advice = Define the missing methods in the class, with exactly those names.
type-context = { $kind } can't be used in `with`: it has no `__enter__` and `__exit__`.
type-context-advice = Is it called (with parentheses), and is it `with` or `async with` that it needs?
type-await = `await` needs a coroutine, and got { AN($kind) }.
type-await-advice = Leave the `await` out, or make the function `async def`.
type-exception = { $statement } raises or catches something that is no exception.
type-exception-advice = Exceptions are classes that derive from `Exception`: `raise ValueError("…")`.
type-operands = The operator { $operator } does not work between { $left } and { $right }.
type-none-operand-advice = One of the values is None ({ $left } and { $right }): find out where it comes from, and leave it out or give a number for it.
type-str-str-advice = Both are texts (`str`): convert them to numbers first, with `int(…)` or `float(…)`.
type-concat-advice = Convert one side: `str(…)` to put texts together, { $kind } to calculate (`int("5") + 1`); or use an f-string.
type-str-number-advice = A text (`str`) is not a number, even when it consists of digits: convert it with { $kind } first.
type-convert-advice = Convert one of them first: { $fix }.
type-bytes-advice = One is text and one is bytes: `.encode()` or `.decode()` one of them, or write the literal as `b"…"`.
type-timedelta-advice = Add or subtract a `timedelta(days=…)`, not a number.
type-list-plus-advice = `+` joins two lists: put the item into a list (`[item]`), or use `append`.
type-operand-advice = Look at where the two values come from, and convert one of them.
type-missing-comma = Between the { $kind } { $what } and the parenthesis after it a comma is missing, so Python takes the two as a call.
type-missing-comma-index = Behind { $what } a comma is missing, so Python takes the bracket after it as an index of that list (or text).
type-missing-comma-advice = Put a comma at the end of that line.
type-shadowed = { $name } is a built-in function, but here the name is a variable ({ $line }) with the value { $value }, which shadows (hides) it, and { AN($kind) } can't be called.
type-shadowed-advice = Give the variable another name than { $name }.
type-property = { $name } is no method here but a property (or a plain attribute): reading it gives { AN($kind) }, and `()` then tries to call that.
type-property-advice = Leave the `()` out: { $access }.
type-call-brackets = { $what } is { AN($kind) }, not a function; its items are taken with `[…]`, not `(…)`.
type-call-brackets-advice = Write { $access }.
type-module-called = { $what } is a module, and a module can't be called; the class or function in it has the same name.
type-module-called-advice = Write { $access }, or import it `from` the module.
type-number-called = { $what } is a number ({ $kind }), and the parentheses after it read as a call.
type-number-called-advice = Write `*` to multiply; if a function was meant, its name now holds a number.
type-text-called = { $what } is a text ({ $kind }), and the parentheses after it read as a call.
type-text-called-advice = Is a `%`, a comma or a method missing between the two, or does a variable hide a function of that name?
type-not-callable = { $what } is { AN($kind) }, and that can't be called.
type-not-callable-advice = Look at where the name got its value; parentheses after a name call it.

json-type = JSON knows no { $kind }.
json-type-what = { $what } is { AN($kind) }, and JSON knows no { $kind }: only dictionaries, lists, texts, numbers, true, false and null.
json-type-list-advice = Convert it first: `list(…)` (or `sorted(…)`, for a certain order).
json-type-str-advice = Convert it first: `str(…)` or `.isoformat()`; or give `default=str` to `json.dumps`.
json-type-bytes-advice = Convert it first: `.decode()`, or `base64` for data.
json-type-numpy-advice = Convert it first: `int(…)`, `float(…)` or `.tolist()`.
json-type-advice = Make a dictionary of it first (`vars(…)`, `dataclasses.asdict(…)`), or give `default=` to `json.dumps`.

## Values

number-empty = { $call } got an empty text, which is no number.
number-empty-advice = Skip empty lines and fields, or decide what an empty one means.
number-float = The text { $text } has a fraction, and `int()` takes whole numbers only.
number-float-advice = Use `float(…)`, or `int(float(…))` to cut the fraction off.
number-thousands = The text { $text } has a separator (a comma or the like) between the thousands, which Python does not read.
number-thousands-advice = Remove the separator first: `text.replace(",", "")`.
number-comma = The text { $text } has a decimal comma; Python reads a point.
number-comma-advice = Replace it first: `text.replace(",", ".")`.
number-unit = The text { $text } is a number with something else around it (a unit, a sign), which { $call } can't read.
number-unit-advice = Take off what is not the number first: `strip(…)`, `removesuffix(…)` or `split()`.
number-text = { $call } got the text { $text }, which is no number.
number-text-advice = Check the text before (`text.isdigit()`), or find out why it is not a number: a header, a name, a wrong column?

strptime = The date { $text } is not written as the format { $format } says.
strptime-rest = The date has more text than the format says: { $rest } is left over.
strptime-advice = Write the format as the text is written: `%d` day, `%m` month, `%Y` year, `%H:%M` time.
strptime-fits-advice = The format { $format } fits.
strptime-both-advice = Both { $first } and { $second } fit: only you know which of the numbers is the day.
isoformat = The date { $text } is not in ISO form: year-month-day with two digits (leading zeros) for month and day.
isoformat-repair-advice = Write { $right } in place of { $text }, or read such texts with `strptime`.
isoformat-advice = Read other forms with `datetime.strptime(text, format)`.
dataclass-default = The field { $field } has { AN($kind) } as its default, which all objects would share; dataclasses do not allow that.
dataclass-default-advice = Write { $fix }: each object then gets its own.
empty-sequence = { $call } has nothing to take from: { $what } is empty.
empty-max-advice = Give a `default=` for that case, or check that it is not empty first.
empty-advice = Check that it is not empty first, and decide what the result is then.
empty-range = { $call } has an empty range to choose from: { $message }.
empty-range-advice = The lower bound has to be below the upper one.
format-code = The format { $format } is for numbers, and the value is { AN($kind) }.
format-code-advice = Convert the value first, with `float(…)` or `int(…)` (a text, `str`, that comes from a file or `input()` is no number yet).
not-in-list = { $what } is not in { $container }.
not-in-list-values = { $what } is not in { $container }: { $values }.
not-in-list-advice = Check first: `if item in …:`, and decide what happens when it is not in { $container }.
substring = { $what } does not occur in the text that { $call } looks in.
substring-advice = Use `.find(…)`, which gives -1, or check with `in` first.
sample = { $call } wants a sample of { $wanted } items, but there are only { $size }.
sample-advice = Take at most as many as there are: `min(k, len(items))`; or `random.choices` to draw with repeats.
enum-value = { $value } is no value of { $class }.
enum-advice = Look at the values that { $class } has.
enum-values-advice = Its values are: { $values }.
out-of-range = { $call } is outside what is possible: { $message } { $values }
out-of-range-advice = Check the parts: months go from 1 to 12, days to the end of that month, hours to 23.
closed-file = { $call } uses a file that is closed already.
closed-file-advice = Do it inside the `with` block; behind it the file is closed.
embedded-null = { $call } got a text with a NUL character (`\0`) in it.
embedded-null-advice = A backslash before a digit may be the cause: use a raw string (`r"…"`) for paths.
int-digits = The number is too long to be converted from or to text: { $message }.
int-digits-advice = `sys.set_int_max_str_digits(…)` raises the limit.
dict-pairs = A dictionary is made of pairs: { $message }.
dict-pairs-advice = Give pairs of key and value.
zip-strict = The sequences do not have the same length: { $message }.
zip-strict-advice = Make them equally long, or leave `strict=True` out.
value-call = { $call } did not take the value that it got: { $message }.
value-call-values = { $call } did not take the value that it got: { $message }. The values: { $values }.
value-advice = Look at the value, and at what the function takes.

unpack-dict = Looping over the dictionary { $what } gives its keys only, and a key is not a pair for { $names }.
unpack-dict-advice = Loop over { $call } to get keys and values.
unpack-enumerate = Looping over { $what } gives its items only ({ $item }), not pairs of a number and an item for { $names }.
unpack-enumerate-advice = Loop over { $call } to get the numbers too.
unpack-element-value = Each item of { $what } is unpacked into { $expected ->
    [one] { $expected } name
   *[other] { $expected } names
 } ({ $names }), but { $item } has { $count ->
    [one] { $count } value
   *[other] { $count } values
 }.
unpack-element = Each item of { $what } is unpacked into { $expected ->
    [one] { $expected } name
   *[other] { $expected } names
 } ({ $names }), and one does not have that many values: { $message }.
unpack-count-value = { $what } gave { $count ->
    [one] { $count } value
   *[other] { $count } values
 } ({ $value }), but there { $expected ->
    [one] is { $expected } name
   *[other] are { $expected } names
 } for them: { $names }.
unpack-count = { $what } gave { $count ->
    [one] { $count } value
   *[other] { $count } values
 }, but there { $expected ->
    [one] is { $expected } name
   *[other] are { $expected } names
 } for them: { $names }.
unpack-value = { $what } gave { $value }, but there { $expected ->
    [one] is { $expected } name
   *[other] are { $expected } names
 } for it: { $names }.
unpack-plain = { $what } gave another number of values than the { $expected ->
    [one] { $expected } name
   *[other] { $expected } names
 } on the left: { $names }.
unpack-advice = Make both sides equally many: name all values, collect the rest with `*rest`, or look at the item that is different.

## Numbers

zero-len = The divisor { $divisor } is 0 (zero), because { $what } is empty: { $value }.
zero-len-unknown = The divisor { $divisor } is 0 (zero), because { $what } is empty.
zero-len-advice = Check that { $what } is not empty first, and decide what the result is then (0, or None).
zero-written = The divisor is written as { $divisor }: nothing can be divided by zero.
zero = The divisor { $divisor } is 0 (zero), and nothing can be divided by zero.
zero-advice = Check { $divisor } before dividing, and decide what the result is when it is 0 (an empty list has `len` 0).
overflow-int = { $what } is too large for a float.
overflow-int-advice = `//` divides whole numbers without a float, however large they are.
overflow-power = { $what } is too large for a float: a float ends near 1.8e308 (overflow).
overflow-power-advice = Calculate with whole numbers, with logarithms, or with `decimal`; or check the inputs.
overflow-infinity = { $what } is infinite (or not a number), which is no whole number (overflow).
overflow-infinity-advice = Check with `math.isfinite(…)` first.
overflow-call = The result of { $call } is too large for a float (overflow): { $values }.
overflow-call-plain = The result of { $call } is too large for a float (overflow).
overflow-plain = The result of { $statement } is too large (overflow).
overflow-advice = A float ends near 1.8e308: check the inputs and their units, or calculate with logarithms or `decimal`.
arithmetic = { $kind } in { $statement }.
arithmetic-advice = Look at the values of the calculation.
domain-negative = { $call } got { $value }, a negative number, for which { $function } is not defined.
domain-value = { $call } got { $value }, for which { $function } is not defined.
domain = { $call } got a value for which { $function } is not defined: it may be negative or out of its range.
domain-sqrt-advice = A negative number has no real square root (`sqrt`): check for it first, or use `cmath.sqrt`.
domain-log-advice = A logarithm is defined above 0 only, not for zero or a negative number: check the value first.
domain-arc-advice = The value has to lie between -1 and 1: check it, or cut it with `max(-1, min(1, x))`.
domain-factorial-advice = A factorial is defined for whole numbers from 0 on, not for a negative one.
domain-advice = Check the value before the call.

## Imports

import-relative = A relative import (`from .`) works only inside a package, and this file was started as a script.
import-relative-advice = Start it as a module (`python -m package.module`), or import by the module's plain name.
import-library = A library that the module is built on could not be loaded: { $message }.
import-library-advice = Install the missing system library, or install the package again for this interpreter.
import-other = The import failed: { $message }.
import-other-advice = Look at the module's own error, and at the version that is installed.
import-circular = { $module } is imported while it is itself still being imported, so { $name } does not exist yet: a circular import between { $files }.
import-circular-advice = Break the circle: move what both need into a module of its own, or import inside the function that needs it.
import-shadowed = Python imported your own file { $file } instead of its module { $module }, because it has the same name (it shadows the module), and yours has no { $name }.
import-moved = { $name } is no longer in { $module }: it is in { $to } now.
import-moved-advice = Write { $statement }.
import-renamed = { $name } is no longer in { $module }: it is called { $new } now.
import-elsewhere = { $module } has no { $name }; { $modules } has it.
import-similar = { $module } has no { $name }; it has { $similar }.
import-unknown = { $module } has no { $name }.
import-unknown-advice = Check the spelling, and whether the installed version of the module has it.
module-renamed = There is no module { $module } in Python 3: it is { $new } now.
module-similar = There is no module { $module }; there is { $similar }.
module-sibling = There is no module { $module }; beside the script lies { $file }, which is imported as { $similar }.
module-not-package = { $module } can't be imported, because { $parent } is a single module, not a package with modules in it.
module-not-package-advice = If a file of your own is called { $parent }, it hides the package: rename it.
module-removed = The module { $module } was part of Python and is no longer in this version.
module-removed-advice = Use what its documentation names instead, or a package that replaces it.
module-missing = The module { $module } is not installed in this interpreter, and no file of that name lies beside the script.
module-distribution = The module { $module } is not installed in this interpreter; it comes with the package { $distribution }.
module-install-advice = Install it (in the environment that this interpreter belongs to): { $command }
module-missing-advice = Check the name, and install the package it comes with.

## Files

file-similar = There is no file { $path }; there is { $similar } in that folder.
file-similar-advice = Check the spelling of the name.
file-beside = There is no file { $path } in the working directory { $cwd }; it lies in the folder of the script, where the program was not started.
file-beside-advice = Name it from the script's own folder: { $fix } (with `from pathlib import Path`), or start the program in that folder.
file-home = There is no file { $path }: Python does not replace `~` by your home folder.
file-home-advice = Use `Path(…).expanduser()` or `os.path.expanduser(…)`.
file-missing = There is no file { $path } in the working directory { $cwd }; a relative path is taken from the folder where the program was started.
file-missing-absolute = There is no file { $path }.
file-missing-plain = { $call } was given a path that does not exist.
file-missing-advice = Check the name and the folder. A path from the script's own folder is `Path(__file__).parent / "name"`.
folder-missing = { $path } can't be made, because the folder (directory) { $folder } does not exist.
folder-missing-advice = Make the folder first: `Path(…).mkdir(parents=True, exist_ok=True)` for { $folder }.
command-missing = The program { $command } was not found: it is not installed, or not on the PATH.
command-missing-advice = Install it, or give its full path. A command with arguments has to be a list: `["git", "status"]`.
file-exists = { $path } exists already.
file-exists-advice = Choose another name; for a folder, `exist_ok=True`.
is-directory = { $path } is a folder (a directory), not a file.
is-directory-advice = Name a file inside it, or loop over what is in { $name } with `Path(…).iterdir()`.
not-directory = { $path } is no folder (directory), or a part of the path is a file.
not-directory-advice = Check each part of the path.
permission = The operating system does not allow it: no permission (rights) for { $path } in { $call }.
permission-plain = The operating system does not allow { $call }: the permission (rights) for it is missing.
permission-advice = Check who owns the file and whether this user may read, write or remove it; choose another place for what the program writes.
disk-full = There is no space left on the disk ({ $path }).
disk-full-advice = Make room, or write less.
too-many-files = The program has too many files open at once.
too-many-files-advice = Close each file when it is done with: `with open(…) as file:`.
name-too-long = The name { $path } is too long for a file.
name-too-long-advice = Is a text given where a path was meant?
directory-not-empty = The folder { $path } is not empty.
directory-not-empty-advice = `shutil.rmtree(…)` removes a folder with all that is in it.
read-only = { $path } lies on a file system that can only be read.
file-mode = { $call } does not fit the mode that the file was opened with: { $message }.
file-mode-advice = Open the file with the mode that is needed: `"r"` to read, `"w"` to write, `"a"` to append, `"r+"` for both.

## Connections

network-refused = { $address ->
    [none] The connection
   *[other] The connection to { $address }
 } was refused: no server (service) is running there, or not on that port.
network-refused-advice = Start the server, and check the host and the port. The code itself is not at fault.
network-name = { $address ->
    [none] The name of the host
   *[other] The name of the host in { $address }
 } could not be resolved: the name is wrong, or there is no network connection.
network-name-advice = Check the address, and whether the network connection works.
network-timeout = { $address ->
    [none] The server
   *[other] The server at { $address }
 } did not answer in time: the connection timed out.
network-timeout-advice = Check the address and the connection to the server; a longer `timeout=` helps only if it is slow.
network-certificate = { $address ->
    [none] The certificate of the server
   *[other] The certificate of the server at { $address }
 } could not be verified: { $message }.
network-certificate-advice = Check the address, the computer's clock, and that the certificates of this Python are installed.
network-reset = { $address ->
    [none] The connection
   *[other] The connection to { $address }
 } was lost: the server closed it.
network-reset-advice = Try again; if it stays, look at the server's log.
network-unreachable = { $address ->
    [none] The network or host
   *[other] The network or host of { $address }
 } can't be reached: there is no connection to it.
network-url = { $address ->
    [none] The address is
   *[other] { $address } is
 } no complete URL: { $message }.
network-url-advice = A URL starts with `http://` or `https://`.
network-in-use = { $address ->
    [none] The port
   *[other] The port of { $address }
 } is in use by another program (or an earlier run of this one): { $message }.
network-in-use-advice = End the other program, or use another port.
network = { $address ->
    [none] The connection to the server
   *[other] The connection to the server { $address }
 } failed: { $message }.
network-advice = Check the address, the connection, and whether the service is running.
http-error = { $address ->
    [none] The server
   *[other] The server at { $address }
 } answered with status { $status }: { $message }.
http-forbidden-advice = The server wants a login, a key or other rights.
http-missing-advice = The server is there, but has nothing at this path: check the address.
http-often-advice = Too many requests: wait between them.
http-server-advice = The error is on the server's side: try again later.
http-advice = Check what is asked for, and the server's answer.
timeout-error = { $call } did not end in the time that it was given (timeout).
timeout-error-advice = Give it more time, or find out what it waits for.

## Texts and data

json-plain = The text is no JSON: { $message }.
json-advice = Look at the text at that place: JSON has double quotes, no comments, no comma after the last item, and `true`, `false`, `null`.
json-empty = The text to be read as JSON is empty.
json-empty-advice = Find out why it is empty: an empty file, an answer without content, or a file that was read before.
json-single-quotes = The JSON text has single quotes (`'`) at { $around }; JSON knows double quotes (`"`) only.
json-single-quotes-advice = Put names and texts in double quotes. If it is Python's own notation, `ast.literal_eval` reads it.
json-trailing-comma = The JSON text has a comma too many at { $around }: after the last item no (trailing) comma may stand.
json-trailing-comma-advice = Remove the comma after the last item.
json-python-word = The JSON text has { $word } at { $around }; JSON spells it in lowercase, as { $right }.
json-python-word-advice = Write { $right } in place of { $word } in the text, or make the text with `json.dumps`.
json-comment = The JSON text has a comment at { $around }; JSON has no comments.
json-comment-advice = Remove the comment.
json-html = The text is no JSON but looks like HTML or XML: { $around }.
json-html-advice = Look at the whole answer: it may be an error page.
json-unquoted = The JSON text has a name without double quotes (`"`) at { $around }.
json-missing-comma = The JSON text lacks a comma (or has a quote too early) at { $around }.
json-missing-comma-advice = Put a comma between the items; a quote inside a text is written `\"`.
json-cut = The JSON text ends too early, at { $around }: a quote or bracket is not closed.
json-cut-advice = Check that the whole text is there, and that each bracket and quote is closed.
json-lines = Behind the end of the JSON value comes more text (extra data): { $around }.
json-lines-advice = If there is one value on each line, read line by line: `[json.loads(line) for line in file]`.
json-control = The JSON text has a line break or another control character inside a string at { $around }.
json-control-advice = Write it as `\n` (in Python's source `\\n`), or give `strict=False`.
json-other = The text is no JSON: { $message }, at { $around }.

decode = The byte { $byte } at position { $position } is no text in the encoding { $encoding }: the data is written in another encoding.
decode-end = The data ends in the middle of a character of the encoding { $encoding }.
decode-utf16-advice = The first bytes are the mark of UTF-16: give `encoding="utf-16"`.
decode-gzip-advice = The data is compressed (gzip): open it with `gzip.open`.
decode-zip-advice = The data is a zip archive (or an Office file): open it with `zipfile`, or with a library for that format.
decode-binary-advice = The data is no text: open the file in binary mode (`"rb"`).
decode-ascii-advice = Give the right `encoding=`, most often `encoding="utf-8"` (for older files `"cp1252"` or `"latin-1"`).
decode-advice = Give the `encoding=` that the file is written in: often `"cp1252"` or `"latin-1"` (ISO-8859-1) for older files, `"utf-8-sig"` or `"utf-16"` for some of Windows.
encode = The character { $what } does not exist in the encoding { $encoding }.
encode-advice = Give an encoding that has all characters: `encoding="utf-8"` where the file is opened (not `ascii`), or `errors="replace"` if a loss is acceptable.

regex = The pattern { $pattern } is wrong at position { $position } ({ $character }): { $message }.
regex-repeat = In the pattern { $pattern } the { $character } at position { $position } has nothing before it to repeat.
regex-parenthesis = In the pattern { $pattern } a parenthesis (position { $position }) is not closed or not opened.
regex-set = In the pattern { $pattern } the `[` at position { $position } is not closed by `]`.
regex-escape = The pattern { $pattern } has a backslash at position { $position } before a letter that means nothing.
regex-behind = The pattern { $pattern } has a look-behind whose length is not fixed.
regex-glob-advice = This looks like a pattern for file names (a glob): in a regular expression `*` repeats what stands before it, so write `.*` for "anything" and `\.` for a dot, or use `fnmatch`.
regex-escape-advice = Escape characters that are meant literally (`\*`, `\+`, `\?`), or the whole text with `re.escape(…)`.
regex-parenthesis-advice = Close the group, or escape a parenthesis that is meant literally: `\(`, or `re.escape(…)` for the whole text.
regex-set-advice = Close the set with `]`, or escape the bracket: `\[`.
regex-bad-escape-advice = Write the pattern as a raw string (`r"…"`), and double a backslash that is meant literally.
regex-behind-advice = Give the look-behind a fixed length, or capture the part in a group instead.

sql = { $kind } by the database: { $message } { $values }
sql-advice = Look at the statement and the values that were given.
sql-column-similar = No table has a column { $name }; there is { $similar }.
sql-column = The statement { $statement } names a column { $name } that no table in it has.
sql-column-advice = Check the column's name; a text in SQL stands in single quotes.
sql-table-similar = There is no table { $name }; there is { $similar }.
sql-table = There is no table { $name } in this database.
sql-table-advice = Was it created in this file, and is it the right file? A new connection to `:memory:` is an empty database.
sql-unique = There is already a row with this value: { $what } has to be unique.
sql-not-null = { $what } must have a value, and got none (NULL).
sql-constraint = A rule of the table was broken: { $message } ({ $what }).
sql-constraint-advice = Check the values before, or say what should happen: `insert or ignore`, `insert or replace`.
sql-bindings = The number of values is not the number of `?` in the statement: { $message }.
sql-bindings-advice = Give one value for each `?`; a single value needs a tuple: `(value,)`.
sql-syntax = The SQL statement { $statement } is not valid: { $message }.
sql-syntax-advice = Look at the statement around the word that the message names.
sql-locked = The database is locked: another connection is writing to it.
sql-locked-advice = Commit or close the other connection.
sql-open = The database file can't be opened: its folder does not exist, or may not be written to.
sql-open-advice = Make the folder first, and check the path.
sql-closed = The database connection (or cursor) is closed already.
sql-closed-advice = Use it before it is closed.
struct = The bytes do not fit the format: { $message }.
struct-advice = Compare the format with the number and size of the values (`struct.calcsize`).
archive = The data is no valid archive, or is damaged: { $message }.
archive-advice = Check that it is the right file and that it is complete.
toml = The text is no TOML: { $message }.
toml-advice = Look at that line: texts stand in quotes, and a key may occur once only.
configparser = The configuration does not have what is asked for, or is not valid: { $message } { $call }
configparser-advice = Check the names of sections and options, and that the file was found: `read()` skips missing files silently.
xml = The text is no valid XML: { $message }.
xml-advice = Look at that line: each tag has to be closed, and `&` is written `&amp;`.
csv = The CSV data can't be read: { $message }.
csv-advice = Check delimiter and quotes, and that the file is text.
pickle = The object can't be pickled or unpickled: { $message }.
pickle-advice = Only what is defined at the top of a module can be: no lambdas, no inner functions, no open files.
decimal = The decimal calculation is not possible: { $message }.
decimal-advice = Check the text that the Decimal is made from, and the values.
base64 = The text is no valid base64 (or hex): { $message }.
base64-advice = Check that the whole text is there, with its `=` at the end.
shutil = The copy or move failed: { $message }.
shutil-advice = Check source and target.
queue = The queue is empty or full ({ $kind }), and the call does not wait.
queue-advice = Wait with `get()` (and a `timeout=`), or check first.

## By its own will

raised = { $function } raised { $kind } itself, with { $message }.
raised-module = The program raised { $kind } itself, with { $message }.
raised-if = { $function } raised { $kind } itself, because its check { $condition } was true: { $message }.
raised-if-values = { $function } raised { $kind } itself, because its check { $condition } was true ({ $values }): { $message }.
raised-because = It was raised because of { $kind } ({ $message }): { $text }
raised-advice = The program's own rule was broken: look at the value that came in.
raised-advice-call = The program's own rule was broken: look at what { $call } passes in, or at the rule.
assert = The `assert` found that { $condition } is not true.
assert-values = The `assert` found that { $condition } is not true: { $values }.
assert-message = The `assert` found that { $condition } is not true: { $message }.
assert-message-values = The `assert` found that { $condition } is not true: { $message }. The values: { $values }.
assert-call = The check { $call } failed (an assertion): { $message }.
assert-advice = Find out which side is wrong: the value, or the expectation.
not-implemented-class = { $class } does not implement { $method }: that of its base { $base } ran, which only raises ({ $message }).
not-implemented-class-advice = Override it in the subclass { $class }: { $method }.
not-implemented-base = { $method } of { $base } is only a placeholder that subclasses have to implement (override).
not-implemented-base-advice = Call it on a subclass of { $base } that implements { $method }.
not-implemented = { $method } is not implemented yet: it only raises.
not-implemented-advice = Implement { $method }, or do not call it yet.
eof-input = { $call } waits for input, but there is no (more) input: nobody is at the keyboard, or the text given ended.
eof-input-advice = Give the program its input (a keyboard, or text on stdin) when it is run.
eof = The data ended where more was expected.
eof-advice = Check that the file or stream is complete.
memory = There was not enough memory for { $statement }.
memory-advice = Work through the data in parts (a generator, chunks), and look for a size that is larger than it should be.
subprocess-failed = The program { $command } ended with the exit status (code) { $status }, which says that it failed.
subprocess-died = The program { $command } was killed: { $message }.
subprocess-advice = Look at what the program itself wrote: `capture_output=True, text=True`, then `error.stderr`.
subprocess-timeout = The program that was started did not end in time: { $message }.
subprocess-timeout-advice = Give it more time, or find out what it waits for.
group = { $count ->
    [one] One exception was raised
   *[other] { $count } exceptions were raised
 } in the group: { $members }.
group-member = { $kind } { $place }: { $why }
group-members = The members:

    - { $members }
group-advice = Look at each of them; `except*` handles some of a group's members.
recursion-self = { $function } calls itself without end: no call comes to a stop (a base case) before Python's limit.
recursion-self-values = { $function } calls itself without end: no call comes to a stop (a base case) before Python's limit. At the end: { $values }.
recursion-base-advice = Give { $function } a base case: a condition (`if`) under which it returns without calling itself.
recursion-reach-advice = Check that each call of { $function } comes nearer to the base case, the one that does not call itself.
recursion-cycle = { $functions } call each other without end: none of them has a case that stops.
recursion-cycle-advice = Give one of them a base case: a condition under which it returns without calling the other.
recursion-property = The property { $property } reads itself: { $whole } inside it calls it again, without end.
recursion-setter = The setter of { $property } sets itself: { $whole } inside it calls it again, without end.
recursion-property-advice = Keep the value under another name: { $own }.
recursion-attribute = { $method } uses an attribute of the object itself, and so calls itself without end.
recursion-attribute-advice = Inside it, use `object.__getattribute__(self, name)`, `super().__setattr__(…)` or `self.__dict__`.
stop-iteration = { $call } asks { $what } for another item, and there is none (StopIteration).
stop-iteration-advice = Give `next(…)` a default: `next(iterator, None)`; or loop with `for`.
changed-size = The { $kind } { $over } was changed (an item added or removed) while the loop went over it.
changed-size-advice = Loop over a copy: { $fix }.
generator-stop = Inside the generator, { $call } found no further item, and a StopIteration must not leave a generator.
generator-stop-advice = Give `next(…)` a default, or end the generator with `return` when nothing is left.
loop-running = { $call } starts an event loop, but this code runs in one already: a running loop can't start another.
loop-running-advice = Inside an `async def`, wait for the result: { $fix }.
loop-missing = { $call } needs a running event loop, and there is none here.
loop-missing-advice = Call it inside an `async def` that `asyncio.run(…)` runs.
coroutine-reused = A coroutine can be awaited once only, and this one was before.
coroutine-reused-advice = Call the function again for each `await`.
super-outside = `super()` works only inside a method of a class: { $message }.
super-outside-advice = Name class and object: `super(Class, self)`.
thread-once = A thread can be started once only.
thread-once-advice = Make a new `Thread` for each start.
lock = The lock is not in the state that this needs: { $message }.
lock-advice = Use the lock with `with lock:`.
reraise = `raise` alone raises the current exception again, and there is none here.
reraise-advice = Name what to raise: `raise ValueError("…")`.
spawn-main = Processes are started while the main module is still being loaded.
spawn-main-advice = Put the start under `if __name__ == "__main__":`.

## numpy, pandas

numpy-shapes = The arrays in { $what } do not fit together: { $message }.
numpy-shapes-known = The arrays in { $what } do not fit together by their shapes: { $shapes }. { $message }
numpy-shapes-advice = From the right, each dimension of one shape has to be equal to the other's, or 1: `reshape`, `[:, None]` or `.T` change a shape.
numpy-reshape = The new shape has another number of items: { $message }.
numpy-reshape-advice = The product of the new shape has to be the array's size; one of its numbers may be -1.
numpy-truth = A whole array (or column) is neither true nor false: { $message }.
numpy-truth-advice = Use `.any()`, `.all()` or `.empty`; combine conditions with `&` and `|`, each in parentheses.
numpy-bounds = The index is outside the array: { $message }.
numpy-bounds-advice = Indexes go from 0 to the size of that axis less 1.
nan-integer = The value is NaN (a missing number), which is no whole number.
nan-integer-advice = Fill or drop missing values first: `fillna(0)`, `dropna()`.
pandas-length = The columns or values do not have the same length: { $message }.
pandas-length-advice = Make them equally long.

## Ends of runs

end-timeout = { $known ->
    [yes] The program was still running after { $seconds } s, the time limit, and was at line { $line } then.
   *[no] The program was still running after { $seconds } s, the time limit.
}
end-timeout-advice = Look for a loop whose condition never becomes false, or for a wait that nobody ends. If it only needs more time, raise `run.timeoutMs`.
end-memory = The program used { $used } MB of memory; { $limit } MB are allowed.
end-memory-advice = Read or make the data in smaller parts, or raise `sandbox.memoryMb` (1024 is common for work with data).
end-disk = The program wrote more than the { $limit } MB that are allowed.
end-disk-advice = Remove files that are not needed any more, or raise `sandbox.diskMb`.
end-processes = The program started more than the { $limit } processes and threads that are allowed.
end-processes-advice = Look for a loop that starts processes or threads without waiting for them.
end-output = The program was ended because it had printed { $megabytes } MB.
end-output-advice = Print less, write to a file instead, or raise `run.maxOutputBytes`.
end-died-memory-access = The process died by { $signal }: code in C, in a package or through ctypes, touched memory that is not its own.
end-died-abort = The process ended itself by { $signal }: code in C found a state that must not be.
end-died-killed = The process was ended by { $signal }, from outside; often that is the system, when memory runs out.
end-died-arithmetic = The process died by { $signal }: code in C divided by zero or left the range of its numbers.
end-died-instruction = The process died by { $signal }: code in C was built for another processor, or trapped on purpose.
end-died-told = The process was told to end, by { $signal }.
end-died-syscall = The process was ended by { $signal }: it asked the system for something that the sandbox forbids.
end-died-signal = The process died by { $signal }.
end-died-exit = The process ended at once with the exit code { $code }, by `os._exit` or in C code; nothing was cleaned up.
end-died-lost = The process ended without saying why.
end-died-session = The variables of the session are lost; the next run starts a fresh one.
exit-arguments = The program ended itself, because its command-line arguments are not complete: { $message }.
exit-arguments-advice = Give the arguments that it asks for when you run it.
exit-clean = The program ended itself.
exit-status = The program ended itself with exit status { $status }. That is no error in the code.
exit-message = The program ended itself with the message { $message }.
exit-status-advice = What the status means, the program says.
interrupt = The program was interrupted (Ctrl-C).
interrupt-at = The program was interrupted (Ctrl-C) while it was at { $statement }.
interrupt-advice = That is no error in the code.
warning-deprecated = This still works but is going to be removed or changed: { $message }
warning-resource = Something was left open: { $message }.
warning-resource-advice = Use `with`, so that it is closed.
warning-syntax = Python takes this, but it hardly does what was meant: { $message }
warning-never-awaited = { $call } only makes a coroutine: { $name } was never awaited, so its code did not run.
warning-other = { $message }
