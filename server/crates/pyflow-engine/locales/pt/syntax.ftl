### Why a text is no Python.

## Reading the file

syntax-null-bytes = A linha { $line } tem um byte nulo (um caractere invisível, U+0000); o Python não lê código com bytes nulos.
syntax-null-bytes-advice = Bytes nulos vêm de uma cópia danificada, ou de um arquivo salvo como UTF-16. Remova-os e salve o arquivo como UTF-8.
syntax-not-utf8 = A linha { $line } tem o byte { $byte }, que não é UTF-8: o arquivo foi salvo em outra codificação, e nenhuma linha diz qual.
syntax-not-utf8-advice = Salve o arquivo na codificação UTF-8, ou escreva `# -*- coding: latin-1 -*-` (com a codificação que ele realmente tem) na primeira linha.
syntax-unknown-encoding = A linha de codificação cita { $name }, e o Python não conhece nenhuma codificação com esse nome.
syntax-bom-encoding = O arquivo começa com a marca de UTF-8, mas a linha de codificação diz { $name }.
syntax-wrong-encoding = A linha de codificação diz { $name }, mas o arquivo tem caracteres que essa codificação não tem.
syntax-unknown-encoding-advice = Quase todos os arquivos de código são UTF-8: escreva `utf-8` ali, ou remova a linha.

## Pasted text

syntax-prompt = O prompt { $prompt } de uma sessão interativa foi colado junto com o código; ele não faz parte do Python.
syntax-prompt-advice = Remova os prompts e a saída que está entre eles.
syntax-fence = { $fence } delimita código em um texto Markdown; foi colado junto e não é Python.
syntax-entity = { $entity } é a forma como uma página web escreve { $plain }; o código foi copiado do fonte da página.
syntax-line-numbers = As linhas começam com números de linha ({ $number }, …) que foram colados junto com o código.
syntax-conflict = { $marker } é uma marca que o git deixou onde duas versões do arquivo não combinavam.
syntax-conflict-advice = Decida qual das duas versões é a certa, e remova as três linhas de marcas.
syntax-shell = { $command } é um comando para o terminal, não para o Python.
syntax-shell-advice = Execute-o em um terminal; no arquivo, só pode ficar como comentário.

## Characters

syntax-char-quote = A aspa curva { $character } ({ $code }) não vale como aspa em Python: strings ficam entre aspas retas, " ou '.
syntax-char-quote-advice = Processadores de texto e páginas web transformam aspas retas em curvas. Troque as duas do par.
syntax-char-nbsp = Há um espaço não separável ({ $code }) onde deveria haver um espaço comum; ele parece igual e é invisível, mas o Python não o aceita.
syntax-char-space = Há um espaço de outro tipo ({ $code }), que não se distingue a olho nu, onde deveria haver um espaço comum.
syntax-char-invisible = Há um caractere invisível ({ $code }) no código.
syntax-char-other = O caractere { $character } ({ $code }) não faz parte do Python; aquilo com que se parece se escreve { $plain }.
syntax-char-advice = Caracteres assim vêm com código copiado de uma página web, de um chat ou de um PDF. Fora de strings, eles precisam sair.

## Strings

syntax-quote-inside = A string termina na aspa { $quote } antes de { $word }: uma aspa dentro de uma string a fecha.
syntax-quote-inside-advice = Coloque a string entre aspas { $other }, ou escreva uma barra invertida antes da aspa interna.
syntax-unterminated = A string { $text } não tem a aspa de fechamento { $quote } na sua linha.
syntax-unterminated-f = A f-string { $text } não tem a aspa de fechamento { $quote } na sua linha.
syntax-unterminated-advice = Feche a string com { $quote }. Uma string de várias linhas precisa de três aspas.
syntax-unterminated-triple = A string que começa com { $quotes } na linha { $line } nunca é fechada: tudo o que vem depois faz parte dela, pois faltam as três aspas de fechamento.
syntax-unterminated-triple-advice = Coloque { $quotes } onde a string deve terminar.
syntax-backslash-quote-advice = A barra invertida antes da última aspa tira o significado dela; por isso a string continua. Escreva duas barras invertidas.
syntax-escape = Em uma string, a barra invertida inicia uma sequência de escape, e { $escape } exige dígitos em seguida, que não estão lá.
syntax-escape-advice = Para um caminho do Windows, escreva um r antes da string (uma string crua, r"…"), duplique cada barra invertida ou use barras normais.
syntax-bytes-ascii = O literal de bytes { $text } contém caracteres que não são ASCII; um byte não pode ser um caractere assim.
syntax-continuation = Uma barra invertida fora de uma string continua a linha na seguinte; por isso precisa ser o último caractere da linha.
syntax-continuation-blanks = Há espaços depois dela.
syntax-continuation-comment = Não pode haver um comentário depois dela.
syntax-continuation-quotes = Se ela faz parte de um texto, faltam as aspas do texto.
syntax-backtick-string = Crases não delimitam texto em Python: strings ficam entre aspas retas, " ou '.
syntax-template = { $text } é uma template string de JavaScript; em Python, isso é uma f-string entre aspas.

## f-strings

syntax-f-quotes = A f-string está entre aspas { $quote }, e as mesmas aspas aparecem dentro das chaves: antes do Python 3.12, elas encerram a string.
syntax-f-quotes-advice = Use aspas { $other } dentro das chaves.
syntax-f-escaped-quote = Dentro das chaves de uma f-string, uma aspa não pode ser escrita como { $quote }.
syntax-f-backslash = Antes do Python 3.12, não pode haver barra invertida entre as chaves de uma f-string.
syntax-f-backslash-advice = Dê um nome, na linha anterior, ao texto com a barra invertida, e use esse nome.
syntax-f-empty = Não há nada entre as chaves da f-string: ali precisa haver uma expressão.
syntax-f-empty-advice = Escreva o nome do valor entre as chaves; para chaves como texto, duplique-as.
syntax-f-stray = A f-string tem uma chave de fechamento sem uma de abertura.
syntax-f-stray-advice = Em uma f-string, uma chave como texto se escreve duas vezes.
syntax-f-conversion = { $text } não é uma conversão de f-string: só existem `!s`, `!r` e `!a`.
syntax-f-bracket = O sinal { $bracket } dentro das chaves da f-string nunca é fechado.
syntax-f-open = A chave de { $text } na f-string nunca é fechada.
syntax-f-open-advice = Feche-a depois da expressão; para uma chave como texto, duplique-a.

## Words

syntax-keyword-typo = { $old } não é uma palavra do Python; o certo é { $new }.
syntax-keyword-foreign = { $old } é uma palavra de outra linguagem; em Python é { $new }.
syntax-keyword-name = { $word } é uma palavra reservada do Python; por isso não pode ser um nome.
syntax-keyword-name-advice = Escolha outro nome; o costume é acrescentar um sublinhado: { $new }.
syntax-keyword-value-advice = Não é possível atribuir nada a ela, nem usá-la como uma função.
syntax-else-if = { $words } é uma palavra só em Python: `elif`.
syntax-else-condition = `else` não aceita condição; com a condição { $condition }, precisa ser `elif`.
syntax-elif-bare = `elif` precisa de uma condição; para todos os outros casos, escreva `else`.
syntax-colon = A linha que começa com { $word } precisa terminar com dois-pontos `:`, porque vem um bloco em seguida.
syntax-colon-advice = Coloque `:` depois da última palavra da linha.
syntax-lone-try = O bloco `try` não tem nem `except` nem `finally`.
syntax-lone-try-advice = Acrescente o que deve acontecer quando algo der errado, ou retire o `try`. Se houver um `except`, confira a indentação e a grafia dele.
syntax-lone-else = Este { $word } não pertence a nada: acima não termina, na mesma indentação, nenhum bloco que ele possa continuar.
syntax-lone-else-advice = { $word } precisa ter a mesma indentação da instrução a que pertence, e não pode haver mais nada entre os dois.
syntax-declaration = Python não tem declarações: { $name } recebe seu valor sem a palavra { $word }.
syntax-new = Python não tem `new`: { $name } é chamado como uma função.
syntax-braces = Em Python, blocos não têm chaves: dois-pontos iniciam um bloco, e a indentação diz até onde ele vai.
syntax-slashes = { $text } deveria ser um comentário; em Python, um comentário começa com `#`, e `//` é uma divisão.
syntax-block-comment = `/* … */` não é um comentário em Python; cada linha de um comentário começa com `#`.

## Loops

syntax-for-in = O laço `for` precisa da palavra `in` depois de { $name }.
syntax-for-in-word = O laço `for` precisa da palavra `in` depois de { $name }; no lugar dela está { $word }.
syntax-for-in-advice = Um laço se escreve `for name in values:`.
syntax-for-comma = Os dois nomes { $one } e { $two } do laço `for` precisam de uma vírgula entre eles.
syntax-foreach = Em Python, um laço se escreve `for name in values:`; { $word } não faz parte dele.
syntax-for-double-in = O laço `for` tem a palavra `in` duas vezes.
syntax-for-parentheses = Em Python, o cabeçalho de um laço `for` não leva parênteses.
syntax-for-counting = Python conta com `range`: `for name in range(first, last + 1):`.
syntax-c-for = Python não tem laço `for` com três partes: { $name } percorre `in range(…)`.

## Operators

syntax-increment = Python não tem { $text }; para somar ou subtrair um, escreva { $new } (`+= 1` ou `-= 1`).
syntax-increment-inside = Precisa ser uma instrução própria: Python não pode alterar um nome e usá-lo assim, na mesma expressão.
syntax-operator = { $old } não é um operador em Python; escreve-se { $new }.
syntax-ternary = Python não tem `? :`; uma escolha dentro de uma expressão se escreve { $new }.
syntax-not-equal = `<>` era "diferente" no Python 2; agora se escreve `!=`.
syntax-equals = `=` dá um valor a um nome; para comparar { $left } com algo, escreva `==`.
syntax-equals-advice = `==` pergunta se dois valores são iguais; `:=` daria um valor dentro da condição.
syntax-walrus = { $walrus } dá um valor dentro de uma expressão; uma instrução própria se escreve com { $equals }.
syntax-walrus-parentheses = Depois de um `=` ou de um `return`, { "`:=`" } precisa de parênteses em volta.
syntax-walrus-target = Só um nome simples pode ficar antes de { "`:=`" }, não um atributo nem um item.
syntax-walrus-comprehension = Em uma compreensão, { "`:=`" } não pode alterar os nomes do próprio laço.
syntax-target = Não é possível atribuir nada a { $text }: à esquerda de `=` fica um nome, um atributo ou um item.
syntax-target-advice = Para comparar, escreva `==`; para dar um valor, coloque o nome à esquerda.
syntax-call-target = { $text } é uma chamada, e não é possível atribuir nada ao resultado de uma chamada.
syntax-call-target-advice = Para definir um item, escreva o índice ou a chave entre colchetes: `name[key] = value`.
syntax-reversed = A atribuição está invertida: o nome { $right } fica à esquerda, e o valor { $left }, à direita.
syntax-hyphen = Para o Python, { $name } é uma subtração; um nome não pode ter hífen, então escreva { $new }.

## Brackets and commas

syntax-never-closed = O sinal { $bracket } da linha { $line } nunca foi fechado: falta o { $closer } dele.
syntax-never-closed-advice = Coloque { $closer } onde ele deve fechar.
syntax-mismatched = { $open } da linha { $line } é fechado por { $close }, que não corresponde; precisa ser { $right }.
syntax-unmatched = O sinal de fechamento { $bracket } está sobrando: nenhum sinal de abertura corresponde a ele.
syntax-unmatched-advice = Há um sinal de fechamento a mais, ou falta um { $bracket } de abertura antes dele.
syntax-comma = Falta uma vírgula entre { $one } e { $two } (linha { $line }).
syntax-comma-advice = Os valores de uma lista, de uma chamada ou de um dicionário são separados por vírgulas.
syntax-semicolon = Entre parênteses, colchetes ou chaves, o que separa os valores é a vírgula, não o ponto e vírgula.
syntax-dict-equals = Em um dicionário, entre a chave { $key } e o valor dela ficam dois-pontos `:`, não `=`.
syntax-dict-colon = Faltam os dois-pontos `:` entre a chave { $key } e o valor dela.
syntax-dict-value = A chave { $key } não tem valor depois dos dois-pontos.
syntax-dict-value-advice = Escreva o valor, ou retire a chave.

## Numbers

syntax-digit-name = { $name } não é um nome: um nome não pode começar com um dígito, e o Python o entende como um número.
syntax-digit-name-advice = Coloque o dígito em outro lugar do nome, como em { $new }.
syntax-leading-zero = O número { $text } começa com zero; um número decimal não tem zeros à esquerda, escreva { $number }.
syntax-leading-zero-advice = Para um número octal, escreva { $octal }.
syntax-number-letters = O número { $text } tem as letras { $rest } logo depois dos dígitos.
syntax-number-date = Para o Python, { $text } não é um número, e sim uma conta com números mal escritos; uma data ou hora é um texto entre aspas.
syntax-number-dots = O número { $text } tem mais de um ponto decimal.
syntax-number-underscore = No número { $text }, um sublinhado não tem dígitos dos dois lados.
syntax-number-long = O número { $text } termina como os números longos do Python 2; o L precisa sair.
syntax-number-base = O número { $text } tem um dígito que a base dele não tem.

## Calls and definitions

syntax-print = { $text } é a forma do Python 2; agora { $word } é uma função e precisa de parênteses em volta dos argumentos.
syntax-except-comma = { $text } é a forma do Python 2; agora o nome vem depois da palavra `as`, e vários tipos ficam entre parênteses.
syntax-raise-comma = { $text } é a forma do Python 2; agora a exceção é chamada com a mensagem entre parênteses.
syntax-backticks = Crases eram o jeito do Python 2 de escrever `repr(…)`.
syntax-call-parentheses = A chamada de { $name } precisa de parênteses em volta dos argumentos.
syntax-positional = O argumento posicional { $text } vem depois do argumento nomeado { $keyword }; os posicionais vêm primeiro.
syntax-positional-advice = Mova-o para a frente, ou dê-lhe o nome do parâmetro.
syntax-keyword-repeated = O argumento nomeado { $name } aparece duas vezes na mesma chamada.
syntax-keyword-expression = { $text } não pode dar nome a um argumento: em uma chamada, antes de `=` fica um nome simples.
syntax-keyword-quotes-advice = O nome de um argumento se escreve sem aspas: { $name }.
syntax-generator = Uma expressão geradora ao lado de outros argumentos precisa de parênteses próprios.
syntax-default-order = O parâmetro { $plain } não tem valor padrão e vem depois de { $default }, que tem; Python exige primeiro os que não têm.
syntax-default-order-advice = Mova-o para antes dos parâmetros com valor padrão, ou dê um valor padrão a ele também.

## Places

syntax-future = Um `from __future__ import` precisa ficar no começo do arquivo, antes de todo o código.
syntax-future-advice = Antes dele só podem vir a docstring, comentários e outras importações desse tipo.
syntax-future-feature = `__future__` não tem o recurso { $name }.
syntax-global = { $word } { $name } vem depois de um uso de { $name }; a declaração precisa vir antes do primeiro uso na função.
syntax-global-advice = Faça de { $word } a primeira instrução da função.
syntax-global-parameter = { $name } é um parâmetro da função; por isso não pode ser também global ali; um dos dois precisa de outro nome.
syntax-global-value = { $word } apenas declara o nome { $name }; o valor dele é dado por uma instrução própria.
syntax-nonlocal = `nonlocal` precisa de uma variável { $name } em uma função em volta desta, e não há nenhuma.
syntax-nonlocal-advice = O nome pertence ao módulo; por isso a palavra é `global`.
syntax-await = { $word } só pode ficar em um `async def`, e { $name } é uma função comum.
syntax-await-advice = Transforme { $name } em um `async def`, e use `await` onde ela é chamada.
syntax-await-module = { $word } só pode ficar em um `async def`, não no nível superior de um arquivo.
syntax-await-module-advice = Execute a corrotina com `asyncio.run(…)`.
syntax-return-outside = { $word } está fora de uma função: a indentação o coloca depois do corpo da função.
syntax-return-outside-advice = Indente { $word } até o nível do corpo da sua função.
syntax-return-module = { $word } está fora de uma função, e não há acima nenhuma função à qual possa pertencer.
syntax-return-module-advice = Coloque-o em uma função (`def`) ou retire-o: no nível superior de um arquivo, não há para onde retornar.
syntax-loop-outside = { $word } está fora de um laço; por isso não há nada que ele possa encerrar ou continuar.
syntax-loop-outside-advice = Indente { $word } para dentro do corpo do laço, ou saia da função com `return`.

## Indentation

syntax-tabs = A linha { $line } está indentada com tabulação, e outras com espaços; o Python não adivinha a largura de uma tabulação (linhas com espaços: { $spaces }; com tabulações: { $tabs }).
syntax-tabs-spaces = A linha { $line } está indentada com espaços, e outras com tabulação; o Python não adivinha a largura de uma tabulação (linhas com espaços: { $spaces }; com tabulações: { $tabs }).
syntax-tabs-advice = Use só um dos dois em um arquivo; o costume são os espaços.
syntax-missing-block = Não há nada indentado abaixo do { $word } da linha { $line }, que precisa de um bloco indentado.
syntax-missing-block-advice = Indente as linhas que pertencem a ele.
syntax-empty-block-advice = O bloco não foi escrito. Escreva o que deve acontecer ali.
syntax-unexpected-indent = A indentação da linha { $line } é { $own }, a da linha acima é { $above }, e nenhum bloco começa ali.
syntax-unexpected-indent-advice = Volte-a para a indentação da linha acima, a não ser que essa linha deva terminar com dois-pontos.
syntax-unindent = A indentação da linha { $line } é { $own }, que não corresponde a nenhum bloco aberto acima dela ({ $open }).
syntax-unindent-advice = Indente-a exatamente como o bloco a que ela pertence.

## What only the message tells

syntax-unknown = O Python não consegue ler esta linha: { $message }.
syntax-unknown-near = O Python para em { $text }: nenhuma instrução continua assim.
syntax-unknown-inside = O Python não consegue ler o que está entre as chaves da f-string.
syntax-unknown-advice = Veja o que vem logo antes, e a linha de cima: pode faltar ali um parêntese, uma aspa, uma vírgula ou um operador.
syntax-m-eof = O texto termina no meio de uma instrução: algo que foi começado não está completo.
syntax-m-duplicate-parameter = O nome de um parâmetro aparece duas vezes na mesma definição.
syntax-m-star = Uma expressão com asterisco não pode ficar aqui; ela só desempacota dentro de uma chamada, lista, tupla ou conjunto.
syntax-m-two-starred = Uma atribuição só pode ter um nome com asterisco, pois ele recebe tudo o que sobra.
syntax-m-bare-star = Depois de um `*` sozinho, precisa haver pelo menos um parâmetro passado pelo nome.
syntax-m-nesting = O código está aninhado demais para o Python: há parênteses ou blocos demais uns dentro dos outros.
syntax-m-annotation = Só um único nome, atributo ou item pode ter uma anotação.
syntax-m-augmented = Uma atribuição como `+=` altera um nome, atributo ou item; isto não é nenhum deles.
syntax-m-delete = `del` remove nomes, itens e atributos; isto não é nenhum deles.
syntax-m-true = { $name } é um valor fixo do Python (uma palavra reservada); não é possível atribuir nada a ele.
syntax-m-star-import = `from … import *` só é permitido no nível superior de um arquivo.
syntax-m-except-last = Um `except:` sem tipo precisa ser o último, porque captura tudo.
syntax-m-mixed-except = Um mesmo `try` tem ou `except` ou `except*`, não os dois.
syntax-m-bytes-mixed = Um texto e bytes não podem ser unidos lado a lado: escreva b antes dos dois, ou de nenhum.
syntax-m-pattern = Um padrão de `match` não pode ser escrito assim.
syntax-m-unreachable = Este padrão captura tudo; por isso os padrões depois dele nunca são alcançados.
syntax-m-import-trailing = Uma vírgula no fim de uma importação só é permitida entre parênteses.
syntax-m-yield-in = `yield` ou `await` não pode ficar dentro desta compreensão.
syntax-m-async-generator = Um gerador assíncrono não pode devolver um valor.
syntax-m-ternary-else = Uma expressão condicional precisa das duas partes: `value if condition else other`.
syntax-m-as-target = Depois de `as` fica um nome simples.
syntax-m-elif-after-else = Um `elif` não pode vir depois do `else`: o `else` recebe tudo o que sobra.
syntax-m-prefix = Estas letras antes de uma string não podem ser combinadas.

## Titles of edits

syntax-fix-change = Trocar '{ $old }' por '{ $new }'
syntax-fix-insert = Inserir '{ $new }'
syntax-fix-remove = Remover '{ $old }'
syntax-fix-rename = Renomear '{ $old }' para '{ $new }'
syntax-fix-null-bytes = { $count ->
    [one] Remover o byte nulo
   *[other] Remover { $count } bytes nulos
 }
syntax-fix-prompts = { $count ->
    [one] Remover o prompt de { $count } linha
   *[other] Remover os prompts de { $count } linhas
 }
syntax-fix-fences = Remover as marcas de Markdown
syntax-fix-entities = Escrever os sinais que os códigos da página web representam
syntax-fix-line-numbers = Remover os números de linha
syntax-fix-ours = Manter a versão de cima
syntax-fix-theirs = Manter a versão de baixo
syntax-fix-comment-out = Transformar em comentário
syntax-fix-quotes = Trocar aspas curvas por retas
syntax-fix-invisible = Remover o caractere invisível { $code }
syntax-fix-outer-quotes = Colocar a string entre aspas { $quote }
syntax-fix-escape-quotes = Escrever uma barra invertida antes de { $quote } dentro da string
syntax-fix-triple = Fechar e abrir a string com { $quotes }
syntax-fix-double-backslashes = Duplicar as barras invertidas
syntax-fix-raw = Transformar em string crua: { $new }"…"
syntax-fix-encode = Codificar o texto como UTF-8
syntax-fix-blanks-after-backslash = Remover os espaços depois da barra invertida
syntax-fix-comment-after-backslash = Remover o comentário depois da barra invertida
syntax-fix-inner-quotes = Trocar { $old } por { $new } dentro das chaves
syntax-fix-name-for-text = Dar a { $text } o nome '{ $name }'
syntax-fix-drop-f = Remover o f antes da string
syntax-fix-fill-braces = Colocar os valores entre as chaves
syntax-fix-double-braces = Duplicar as chaves
syntax-fix-python2-one = Escrever como no Python 3
syntax-fix-python2 = { $count ->
    [one] Escrever { $count } instrução como no Python 3
   *[other] Escrever { $count } instruções como no Python 3
 }
syntax-fix-block-comment = Começar cada linha do comentário com '#'
syntax-fix-braces = Usar dois-pontos e indentação em vez de chaves
syntax-fix-parentheses = Acrescentar parênteses
syntax-fix-align = Alinhar '{ $word }' com a linha { $line }
syntax-fix-future = Mover a importação para o início
syntax-fix-move-up = Mover '{ $text }' para o início da função
syntax-fix-split-global = Separar '{ $word }' da atribuição
syntax-fix-async-def = Transformar '{ $name }' em um async def
syntax-fix-asyncio-run = Executar com asyncio.run()
syntax-fix-indent-into = Indentar '{ $word }' para dentro do bloco da linha { $line }
syntax-fix-indent-lines = { $count ->
    [one] Indentar a linha { $first }
   *[other] Indentar as linhas { $first } a { $last }
 }
syntax-fix-dedent = { $count ->
    [one] Remover a indentação
   *[other] Remover a indentação de { $count } linhas
 }
syntax-fix-spaces = Trocar tabulações por espaços
syntax-fix-tabs = Trocar espaços por tabulações
syntax-fix-move-positional = Mover '{ $text }' para antes dos argumentos nomeados
syntax-fix-name-argument = Dar ao argumento o nome do parâmetro
syntax-fix-splat = Passar '{ $word }' em um dicionário com **
syntax-fix-reorder = Mover '{ $name }' para antes dos parâmetros com valor padrão
syntax-fix-default-none = Dar a '{ $name }' o valor padrão None
syntax-fix-keyword-only = Permitir que '{ $name }' seja passado só pelo nome

## What guesses assume

syntax-assume-ours = a versão de cima é a certa
syntax-assume-theirs = a versão de baixo é a certa
syntax-assume-terminal = a linha era para um terminal
syntax-assume-escape = a sequência de escape é um texto à parte
syntax-assume-division = a barra invertida é uma divisão
syntax-assume-braces-text = as chaves são texto
syntax-assume-no-conversion = nenhuma conversão é desejada
syntax-assume-inclusive = o laço vai até { $high }, inclusive
syntax-assume-text = { $text } é um texto
syntax-assume-thousands = os pontos separam os milhares
syntax-assume-product = trata-se de { $number } vezes { $name }
syntax-assume-unit = { $unit } é só uma unidade
syntax-assume-default = { $name } pode ser omitido
syntax-assume-keyword-only = todas as chamadas o passam pelo nome
syntax-assume-belongs = as linhas pertencem ao bloco da linha { $line }
syntax-assume-compare = a intenção é comparar
syntax-assume-too-much = este elemento está sobrando
syntax-assume-missing = só falta este elemento
