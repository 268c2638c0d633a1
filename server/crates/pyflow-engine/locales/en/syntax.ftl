### Why a text is no Python.

## Reading the file

syntax-null-bytes = Line { $line } has a null byte (an invisible character U+0000); Python reads no source with null bytes in it.
syntax-null-bytes-advice = Null bytes come from a damaged copy, or from a file that was saved as UTF-16. Take them out, and save the file as UTF-8.
syntax-not-utf8 = Line { $line } has the byte { $byte }, which is not UTF-8: the file was saved in another encoding, and has no line that says which.
syntax-not-utf8-advice = Save the file with the encoding UTF-8, or put `# -*- coding: latin-1 -*-` (the encoding it really has) on its first line.
syntax-unknown-encoding = The coding line names the encoding { $name }, and Python knows no encoding of that name.
syntax-bom-encoding = The file begins with the mark of UTF-8, but its coding line says { $name }.
syntax-wrong-encoding = The coding line says { $name }, but the file has characters that this encoding does not have.
syntax-unknown-encoding-advice = Nearly all source files are UTF-8: write `utf-8` there, or take the line out.

## Pasted text

syntax-prompt = The prompt { $prompt } of an interactive session was pasted along with the code; it is no part of Python.
syntax-prompt-advice = Take the prompts out, and the output between them.
syntax-fence = { $fence } marks code in a Markdown text; it was pasted along and is no Python.
syntax-entity = { $entity } is how a web page writes { $plain }; the code was copied from the page's source.
syntax-line-numbers = The lines begin with line numbers ({ $number }, …) that were pasted along with the code.
syntax-conflict = { $marker } is a mark that git left where two versions of the file did not fit together.
syntax-conflict-advice = Decide which of the two versions is right, and take out the three lines of marks.
syntax-shell = { $command } is a command for the terminal, not for Python.
syntax-shell-advice = Run it in a terminal; in the file it can only be a comment.

## Characters

syntax-char-quote = The curly quote { $character } ({ $code }) is no quote to Python: strings stand in straight quotes, " or '.
syntax-char-quote-advice = Word processors and web pages turn straight quotes into curly ones. Replace both of the pair.
syntax-char-nbsp = There is a non-breaking space ({ $code }) where a plain space should be; it looks the same and is invisible, but Python does not take it.
syntax-char-space = There is a blank of another kind ({ $code }), invisible as such, where a plain space should be.
syntax-char-invisible = There is an invisible character ({ $code }) in the code.
syntax-char-other = The character { $character } ({ $code }) is no part of Python; what it looks like is written { $plain }.
syntax-char-advice = Such characters come along with code that is copied from a web page, a chat, or a PDF. Outside of strings they have to go.

## Strings

syntax-quote-inside = The string ends at the quote { $quote } before { $word }: a quote inside a string closes it.
syntax-quote-inside-advice = Put the string in { $other } quotes, or write a backslash before the quote inside.
syntax-unterminated = The string { $text } has no closing quote { $quote } on its line.
syntax-unterminated-f = The f-string { $text } has no closing quote { $quote } on its line.
syntax-unterminated-advice = Close the string with { $quote }. A string over several lines needs three quotes.
syntax-unterminated-triple = The string that begins with { $quotes } on line { $line } is never closed: everything behind it is part of the string, for want of three closing quotes.
syntax-unterminated-triple-advice = Put { $quotes } where the string should end.
syntax-backslash-quote-advice = The backslash before the last quote takes its meaning away, so the string goes on. Write two backslashes.
syntax-escape = In a string a backslash begins an escape sequence, and { $escape } is one that needs digits behind it, which are not there.
syntax-escape-advice = For a Windows path, put an r before the string (a raw string, r"…"), double each backslash, or write forward slashes.
syntax-bytes-ascii = The bytes literal { $text } holds characters that are not ASCII; a byte can't be such a character.
syntax-continuation = A backslash outside a string carries the line on, so it has to be the very last character of its line.
syntax-continuation-blanks = There are blanks behind it.
syntax-continuation-comment = No comment can stand behind it.
syntax-continuation-quotes = If it belongs to a text, the text's quotes are missing.
syntax-backtick-string = Backticks hold no text in Python: strings stand in straight quotes, " or '.
syntax-template = { $text } is a template string of JavaScript; in Python that is an f-string in quotes.

## f-strings

syntax-f-quotes = The f-string stands in { $quote } quotes, and the same quotes stand inside its braces: before Python 3.12 they end the string.
syntax-f-quotes-advice = Use { $other } quotes inside the braces.
syntax-f-backslash = Before Python 3.12 no backslash can stand between the braces of an f-string.
syntax-f-escaped-quote = Inside the braces of an f-string a quote can't be written { $quote }.
syntax-f-backslash-advice = Give the text with the backslash a name on the line before, and use the name.
syntax-f-empty = There is nothing between the braces of the f-string: it needs an expression there.
syntax-f-empty-advice = Write the value's name between the braces; for braces as text, double them.
syntax-f-stray = The f-string has a closing brace without an opening one.
syntax-f-stray-advice = A brace as text is written twice in an f-string.
syntax-f-conversion = { $text } is no conversion of an f-string: there are only `!s`, `!r` and `!a`.
syntax-f-bracket = The bracket { $bracket } inside the f-string's braces is never closed.
syntax-f-open = The brace of { $text } in the f-string is never closed.
syntax-f-open-advice = Close it behind the expression; for a brace as text, double it.

## Words

syntax-keyword-typo = { $old } is no word of Python's; { $new } is meant.
syntax-keyword-foreign = { $old } is a word of another language; in Python it is { $new }.
syntax-keyword-name = { $word } is a keyword of Python, a reserved word, so it can't be a name.
syntax-keyword-name-advice = Choose another name; by custom an underscore is added: { $new }.
syntax-keyword-value-advice = Nothing can be assigned to it, or called like it.
syntax-else-if = { $words } is one word in Python: `elif`.
syntax-else-condition = `else` takes no condition; with the condition { $condition } it has to be `elif`.
syntax-elif-bare = `elif` needs a condition; for all other cases write `else`.
syntax-colon = The line that begins with { $word } has to end with a colon `:`, because a block follows.
syntax-colon-advice = Put `:` behind the last word of the line.
syntax-lone-try = The `try` block has neither an `except` nor a `finally`.
syntax-lone-try-advice = Add what should happen when something goes wrong, or take the `try` away. If there is an `except`, check its indentation and its spelling.
syntax-lone-else = This { $word } belongs to nothing: no block that it could go on with ends above it at the same indentation.
syntax-lone-else-advice = { $word } has to be as far indented as the statement that it belongs to, and nothing else may stand between.
syntax-declaration = Python has no declarations: { $name } gets its value without the word { $word }.
syntax-new = Python has no `new`: { $name } is called like a function.
syntax-braces = Blocks have no braces in Python: a colon begins one, and the indentation says how far it goes.
syntax-slashes = { $text } was meant as a comment; in Python a comment begins with `#`, and `//` is a division.
syntax-block-comment = `/* … */` is no comment in Python; each line of a comment begins with `#`.

## Loops

syntax-for-in = The `for` loop needs the word `in` behind { $name }.
syntax-for-in-word = The `for` loop needs the word `in` behind { $name }; { $word } stands in its place.
syntax-for-in-advice = A loop is written `for name in values:`.
syntax-for-comma = The two names { $one } and { $two } of the `for` loop need a comma between them.
syntax-foreach = A loop is written `for name in values:` in Python; { $word } is no part of it.
syntax-for-double-in = The `for` loop has the word `in` twice.
syntax-for-parentheses = The head of a `for` loop takes no parentheses in Python.
syntax-for-counting = Python counts with `range`: `for name in range(first, last + 1):`.
syntax-c-for = Python has no `for` loop with three parts: { $name } runs `in range(…)`.

## Operators

syntax-increment = Python has no { $text }; to count one on, write { $new } (`+= 1` or `-= 1`).
syntax-increment-inside = It has to be a statement of its own: Python can't change a name and use it in one expression like this.
syntax-operator = { $old } is no operator in Python; it is written { $new }.
syntax-ternary = Python has no `? :`; a choice in an expression is written { $new }.
syntax-not-equal = `<>` was "not equal" in Python 2; now it is written `!=`.
syntax-equals = `=` gives a value to a name; to compare { $left } with something, write `==`.
syntax-equals-advice = `==` asks whether two values are the same; `:=` would give a value inside the condition.
syntax-walrus = { $walrus } gives a value inside an expression; a statement of its own is written with { $equals }.
syntax-walrus-parentheses = Behind an `=` or a `return`, { "`:=`" } needs parentheses around it.
syntax-walrus-target = Only a plain name can stand before { "`:=`" }, no attribute and no item.
syntax-walrus-comprehension = In a comprehension, { "`:=`" } can't change the loop's own names.
syntax-target = Nothing can be assigned to { $text }: on the left of `=` stands a name, an attribute or an item.
syntax-target-advice = To compare, write `==`; to give a value, put the name on the left.
syntax-call-target = { $text } is a call, and nothing can be assigned to a call's result.
syntax-call-target-advice = To set an item, write its index or key in square brackets (a subscript): `name[key] = value`.
syntax-reversed = The assignment is the wrong way round: the name { $right } goes to the left, its value { $left } to the right.
syntax-hyphen = { $name } is a subtraction to Python; a name can't have a hyphen, so write { $new }.

## Brackets and commas

syntax-never-closed = The bracket { $bracket } on line { $line } was never closed: its { $closer } is missing.
syntax-never-closed-advice = Put { $closer } where the bracket should close.
syntax-mismatched = { $open } from line { $line } is closed by { $close }, which does not match; it needs { $right }.
syntax-unmatched = The closing bracket { $bracket } is unmatched: no opening bracket belongs to it.
syntax-unmatched-advice = There is one closing bracket too much, or an opening { $bracket } is missing before it.
syntax-comma = There is a comma missing between { $one } and { $two } (line { $line }).
syntax-comma-advice = Values in a list, a call or a dictionary are separated by commas.
syntax-semicolon = In brackets a comma separates values, not a semicolon.
syntax-dict-equals = In a dictionary a colon `:` stands between the key { $key } and its value, not `=`.
syntax-dict-colon = There is a colon `:` missing between the key { $key } and its value.
syntax-dict-value = The key { $key } has no value behind its colon.
syntax-dict-value-advice = Write the value, or take the key out.

## Numbers

syntax-digit-name = { $name } is no name: a name can't begin with a digit, and Python takes it for a number.
syntax-digit-name-advice = Put the digit elsewhere in the name, as in { $new }.
syntax-leading-zero = The number { $text } begins with a zero; a decimal number has no leading zeros, write { $number }.
syntax-leading-zero-advice = For an octal number, write { $octal }.
syntax-number-letters = The number { $text } has the letters { $rest } right behind its digits.
syntax-number-date = { $text } is no number to Python but a calculation with badly written numbers; a date or a time is a text in quotes.
syntax-number-dots = The number { $text } has more than one decimal point.
syntax-number-underscore = In the number { $text } an underscore has no digits on both sides.
syntax-number-long = The number { $text } ends as long numbers did in Python 2; the L has to go.
syntax-number-base = The number { $text } has a digit that its base does not have.

## Calls and definitions

syntax-print = { $text } is how Python 2 wrote it; { $word } is a function now and needs parentheses around its arguments.
syntax-except-comma = { $text } is how Python 2 wrote it; now the name follows the word `as`, and several types stand in parentheses.
syntax-raise-comma = { $text } is how Python 2 wrote it; now the exception is called with its message in parentheses.
syntax-backticks = Backticks were Python 2's way to write `repr(…)`.
syntax-call-parentheses = The call of { $name } needs parentheses around its arguments.
syntax-positional = The positional argument { $text } stands behind the keyword argument { $keyword }; positional ones come first.
syntax-positional-advice = Move it to the front, or give it the name of its parameter.
syntax-keyword-repeated = The keyword argument { $name } is given twice in one call.
syntax-keyword-expression = { $text } can't name an argument: before `=` in a call stands a plain name.
syntax-keyword-quotes-advice = The name of an argument stands without quotes: { $name }.
syntax-generator = A generator expression beside other arguments needs parentheses of its own.
syntax-default-order = The parameter { $plain } has no default, and stands behind { $default } which has one; Python wants those without a default first.
syntax-default-order-advice = Move it before the parameters with a default, or give it a default as well.

## Places

syntax-future = A `from __future__ import` has to stand at the beginning of the file, first of all code.
syntax-future-advice = Only the docstring, comments and other such imports may stand at the top before it.
syntax-future-feature = `__future__` has no feature { $name }.
syntax-global = { $word } { $name } stands behind a use of { $name }; the declaration has to come before the first use in the function.
syntax-global-advice = Make { $word } the first statement of the function.
syntax-global-parameter = { $name } is a parameter of the function, so it can't be global there too; one of the two needs another name.
syntax-global-value = { $word } only declares the name { $name }; its value is given by a statement of its own.
syntax-nonlocal = `nonlocal` needs a variable { $name } of a function around this one, and there is none.
syntax-nonlocal-advice = The name belongs to the module, so the word is `global`.
syntax-await = { $word } can only stand in an `async def`, and { $name } is a plain function.
syntax-await-advice = Make { $name } an `async def`, and `await` it where it is called.
syntax-await-module = { $word } can only stand in an `async def`, not at the top level of a file.
syntax-await-module-advice = Run the coroutine with `asyncio.run(…)`.
syntax-return-outside = { $word } stands outside a function: its indentation puts it behind the function's body.
syntax-return-outside-advice = Indent { $word } as far as the body of its function.
syntax-return-module = { $word } stands outside a function, and there is no function above that it could belong to.
syntax-return-module-advice = Put it into a function (`def`), or take it away: at the top level of a file there is nothing to return to.
syntax-loop-outside = { $word } stands outside a loop, so there is nothing that it could end or go on with.
syntax-loop-outside-advice = Indent { $word } into the loop's body, or leave the function with `return`.

## Indentation

syntax-tabs = Line { $line } is indented with a tab, others with spaces; Python does not guess how wide a tab is ({ $spaces } lines with spaces, { $tabs } with tabs).
syntax-tabs-spaces = Line { $line } is indented with spaces, others with tabs; Python does not guess how wide a tab is ({ $spaces } lines with spaces, { $tabs } with tabs).
syntax-tabs-advice = Use only one of the two in a file; spaces are the custom.
syntax-missing-block = Nothing is indented below the { $word } of line { $line }, and it needs an indented block.
syntax-missing-block-advice = Indent the lines that belong to it.
syntax-empty-block-advice = The block was never written. Write what should happen there.
syntax-unexpected-indent = Line { $line } is indented by { $own } where the line above has { $above }, and no block begins there.
syntax-unexpected-indent-advice = Bring it back to the indentation of the line above, unless that line should end with a colon.
syntax-unindent = Line { $line } is indented by { $own }, which matches no block that is open above it ({ $open }).
syntax-unindent-advice = Indent it exactly as far as the block that it belongs to.

## What only the message tells

syntax-unknown = Python can't read this line: { $message }.
syntax-unknown-near = Python stops at { $text }: no statement goes on like that.
syntax-unknown-inside = Python can't read what stands between the braces of the f-string.
syntax-unknown-advice = Look at what stands right before it, and at the line above: a bracket, a quote, a comma or an operator may be missing there.
syntax-m-eof = The text ends in the middle of a statement: something that was begun is not complete.
syntax-m-duplicate-parameter = A parameter's name is there twice in the same definition.
syntax-m-star = A starred expression can't stand here; it unpacks only inside a call, a list, a tuple or a set.
syntax-m-two-starred = An assignment can have only one starred name, for it takes all that is left over.
syntax-m-bare-star = Behind a bare `*` there has to be at least one parameter that is given by name.
syntax-m-nesting = The code is nested too deep for Python: too many brackets or blocks inside each other.
syntax-m-annotation = Only a single name, attribute or item can have an annotation.
syntax-m-augmented = An assignment like `+=` changes one name, attribute or item; this is none.
syntax-m-delete = `del` removes names, items and attributes; this is none of them.
syntax-m-true = { $name } is a fixed value of Python (a keyword); nothing can be assigned to it.
syntax-m-star-import = `from … import *` is only allowed at the top level of a file.
syntax-m-except-last = An `except:` without a type has to be the last one, because it takes everything.
syntax-m-mixed-except = One `try` has either `except` or `except*`, not both.
syntax-m-bytes-mixed = A text and bytes can't be joined by standing side by side: put b before both, or before none.
syntax-m-pattern = A pattern of `match` can't be written like this.
syntax-m-unreachable = This pattern takes everything, so the patterns behind it are never reached.
syntax-m-import-trailing = A comma at the end of an import is only allowed inside parentheses.
syntax-m-yield-in = `yield` or `await` can't stand inside this comprehension.
syntax-m-async-generator = An async generator can't return a value.
syntax-m-ternary-else = A conditional expression needs both: `value if condition else other`.
syntax-m-as-target = Behind `as` stands a plain name.
syntax-m-elif-after-else = An `elif` can't come after the `else`: `else` takes all that is left.
syntax-m-prefix = These letters before a string can't stand together.

## Titles of edits

syntax-fix-change = Change '{ $old }' to '{ $new }'
syntax-fix-insert = Insert '{ $new }'
syntax-fix-remove = Remove '{ $old }'
syntax-fix-rename = Rename '{ $old }' to '{ $new }'
syntax-fix-null-bytes = { $count ->
    [one] Remove the null byte
   *[other] Remove { $count } null bytes
 }
syntax-fix-prompts = Remove the prompts of { $count } lines
syntax-fix-fences = Remove the Markdown marks
syntax-fix-entities = Write the signs that the web page's codes stand for
syntax-fix-line-numbers = Remove the line numbers
syntax-fix-ours = Keep the upper version
syntax-fix-theirs = Keep the lower version
syntax-fix-comment-out = Make it a comment
syntax-fix-quotes = Change curly quotes to straight ones
syntax-fix-invisible = Remove the invisible character { $code }
syntax-fix-outer-quotes = Put the string in { $quote } quotes
syntax-fix-escape-quotes = Write a backslash before the { $quote } inside
syntax-fix-triple = Close and open the string with { $quotes }
syntax-fix-double-backslashes = Double the backslashes
syntax-fix-raw = Make it a raw string: { $new }"…"
syntax-fix-encode = Encode the text as UTF-8
syntax-fix-blanks-after-backslash = Remove the blanks behind the backslash
syntax-fix-comment-after-backslash = Remove the comment behind the backslash
syntax-fix-inner-quotes = Change { $old } to { $new } inside the braces
syntax-fix-name-for-text = Give { $text } the name '{ $name }'
syntax-fix-drop-f = Remove the f before the string
syntax-fix-fill-braces = Put the values between the braces
syntax-fix-double-braces = Double the braces
syntax-fix-python2-one = Write it as Python 3 does
syntax-fix-python2 = Write { $count } statements as Python 3 does
syntax-fix-block-comment = Begin each line of the comment with '#'
syntax-fix-braces = Use colons and indentation instead of braces
syntax-fix-parentheses = Add parentheses
syntax-fix-align = Align '{ $word }' with line { $line }
syntax-fix-future = Move the import to the top
syntax-fix-move-up = Move '{ $text }' to the top of the function
syntax-fix-split-global = Split '{ $word }' and the assignment
syntax-fix-async-def = Make '{ $name }' an async def
syntax-fix-asyncio-run = Run it with asyncio.run()
syntax-fix-indent-into = Indent '{ $word }' into the block of line { $line }
syntax-fix-indent-lines = { $count ->
    [one] Indent line { $first }
   *[other] Indent lines { $first } to { $last }
 }
syntax-fix-dedent = { $count ->
    [one] Remove the indentation
   *[other] Remove the indentation of { $count } lines
 }
syntax-fix-spaces = Change tabs to spaces
syntax-fix-tabs = Change spaces to tabs
syntax-fix-move-positional = Move '{ $text }' before the keyword arguments
syntax-fix-name-argument = Give the argument its parameter's name
syntax-fix-splat = Pass '{ $word }' in a dictionary with **
syntax-fix-reorder = Move '{ $name }' before the parameters with defaults
syntax-fix-default-none = Give '{ $name }' the default None
syntax-fix-keyword-only = Let '{ $name }' be given by name only

## What guesses assume

syntax-assume-ours = the upper version is the right one
syntax-assume-theirs = the lower version is the right one
syntax-assume-terminal = the line was meant for a terminal
syntax-assume-escape = the escape is a text of its own
syntax-assume-division = the backslash is a division
syntax-assume-braces-text = the braces are text
syntax-assume-no-conversion = no conversion is meant
syntax-assume-inclusive = the loop runs up to and including { $high }
syntax-assume-text = { $text } is a text
syntax-assume-thousands = the points group thousands
syntax-assume-product = { $number } times { $name } is meant
syntax-assume-unit = { $unit } is only a unit
syntax-assume-default = leaving out { $name } is allowed
syntax-assume-keyword-only = all calls give it by name
syntax-assume-belongs = the lines belong to the block of line { $line }
syntax-assume-compare = a comparison is meant
syntax-assume-too-much = the token is one too many
syntax-assume-missing = just this token is missing
