### Why a program broke: causes, paragraphs and advice.
### Arguments that come from the program are code already.

explain-unknown = Ocorreu a exceção { $kind }: { $message }
explain-unknown-silent = Ocorreu a exceção { $kind }, sem mensagem.
explain-at = Ocorreu a exceção { $kind } em { $statement }.
explain-inside = Ocorreu a exceção { $kind } dentro de { $function }, chamada por { $statement }.
advice-fix = { $advice } Aqui: { $fix }.
explain-advice = Veja os valores que estavam ali e o que a mensagem diz sobre eles.

sandbox-denied = A sandbox não permitiu isto: { $rule }.
sandbox-denied-path = A sandbox não permitiu isto: { $rule } ({ $path }).
sandbox-denied-advice = Se o programa deve mesmo fazer isso, permita-o com a configuração { $setting }.

hover-values = Valores no momento do erro:
hover-mend = Como corrigir:
hover-documentation = Documentação do Python
hover-cause = Causado por { $error } { $place }: { $why }
hover-context = Aconteceu durante o tratamento de { $error } { $place }: { $why }

## Names

name-constant = { $name } não é um nome em Python: este valor se escreve com inicial maiúscula, { $python }.
name-c-comment = O que vem depois de `//` deveria ser um comentário, mas em Python `//` é divisão; por isso { $name } é procurado como um nome, e esse nome não está definido.
name-c-comment-advice = Um comentário começa com `#`.
name-alias = { $name } é a abreviação usual de { $module }, mas { $module } não foi importado aqui.
name-alias-advice = Acrescente { $import } no início do arquivo.
name-module = { $name } é um módulo do Python usado aqui, mas o arquivo não o importa.
name-module-advice = Acrescente { $import } no início do arquivo.
name-home = { $name } não está definido; é um nome de { $modules } e precisa ser importado antes.
name-home-advice = Acrescente { $import } no início do arquivo.
name-of-self = { $name } não é uma variável aqui, mas o objeto o tem como atributo: { $whole }. Um método só enxerga os atributos por meio de { $owner }.
name-of-self-advice = Escreva { $whole }.
name-unquoted = { $name } não está definido; { $text } parece um texto (uma string) que perdeu as aspas.
name-unquoted-advice = Coloque-o entre aspas: { $quoted }.
name-similar = { $name } não está definido, mas { $similar } está.
name-similar-value = { $name } não está definido, mas { $similar } está (seu valor era { $value }).
name-similar-several = { $name } não está definido, mas { $similar } estão, e todos são igualmente parecidos.
name-similar-advice = Confira a grafia.
name-foreign = { $name } não está definido no Python 3; lá se chama { $python }.
name-deleted = { $name } não está mais definido: { $statement }, na linha { $line }, o apagou (`del`).
name-deleted-advice = Use o valor antes do `del`, ou retire o `del`.
name-later = { $name } ainda não está definido: só recebe um valor depois, na linha { $line }, quando esta já foi executada. A ordem importa.
name-later-advice = Mova a definição para antes do primeiro uso.
name-handler = { $name } não está mais definido: o nome de um `except … as` (linha { $line }) deixa de existir no fim do bloco.
name-handler-advice = Se a exceção for necessária depois, guarde-a com outro nome dentro do bloco.
name-local-of = { $name } não está definido aqui: é uma variável local da função { $function }, e só existe dentro dela.
name-local-of-advice = Devolva { $name } com `return` em { $function } e use o valor devolvido, ou passe-o como argumento.
name-class = { $name } não está definido aqui: pertence à classe { $class }, e o código dentro das funções e compreensões da classe não enxerga os nomes dela por conta própria.
name-class-advice = Escreva { $whole }, ou `self.` antes do nome num método.
name-unknown = { $name } não está definido: não há nada com esse nome aqui, nem com um nome parecido.
name-unknown-advice = Dê-lhe um valor antes, receba-o como parâmetro ou importe-o.

unbound-global = { $name } existe fora de { $function } (seu valor é { $value }), mas { $function } faz uma atribuição a ele; isso o torna uma variável local da função, que ainda não tem valor.
unbound-module = { $name } existe fora de { $function }, mas { $function } faz uma atribuição a ele; isso o torna uma variável local da função, que ainda não tem valor.
unbound-global-advice = Se a intenção é usar a variável de fora, escreva { $statement } no início da função.
unbound-enclosing = { $name } pertence à função em volta de { $function }, mas { $function } faz uma atribuição a ele; isso o torna uma variável local da função, que ainda não tem valor.
unbound-enclosing-advice = Se a intenção é usar a variável da função externa, escreva { $statement } no início da função interna.
unbound-branch = { $name } não tem valor: só recebe um em um dos ramos do `if` (linha { $line }), e esta execução seguiu outro caminho.
unbound-loop = { $name } não tem valor: só recebe um dentro do laço sobre { $over } (linha { $line }), e o laço não rodou nenhuma vez, porque não havia itens.
unbound-loop-name = { $name } não tem valor: é a variável do laço sobre { $over }, e o laço não rodou nenhuma vez, porque não havia itens.
unbound-while = { $name } não tem valor: só recebe um dentro de um laço `while` (linha { $line }), e o laço não rodou nenhuma vez.
unbound-try = { $name } não tem valor: a atribuição fica dentro do `try` (linha { $line }), e a exceção veio antes que ela fosse concluída.
unbound-later = { $name } ainda não tem valor: { $function } só lhe atribui um depois, na linha { $line }, e isso o torna uma variável local em toda a função.
unbound-plain = { $name } é uma variável local de { $function } que ainda não tem valor.
unbound-advice = Decida qual deve ser o valor quando nada foi atribuído, e defina-o antes do ramo ou do laço.

## Attributes

none-attribute = { $what } é None, e None não tem o atributo { $name }.
attribute-coroutine = { $what } é uma corrotina que não foi aguardada com `await`; o resultado ainda não existe, e { $name } é procurado na própria corrotina.
await-advice = Escreva { $what } para obter o resultado.
attribute-of-class = O módulo { $module } não tem { $name }; quem tem é a classe { $class }, dentro do módulo de mesmo nome.
attribute-of-class-advice = Escreva { $whole }, ou importe a própria classe.
attribute-of-module = { $what }, aqui, é o que foi importado do módulo { $module }, e não o módulo; { $name } pertence ao módulo.
attribute-of-module-advice = Importe o módulo ({ $import }), ou importe dele o que for necessário.
attribute-shadowed = O Python importou o seu arquivo { $file } no lugar do módulo { $module }, porque o arquivo tem o mesmo nome e fica ao lado do script (ele esconde o módulo); o seu arquivo não tem { $name }.
attribute-shadowed-advice = Renomeie { $file } para algo que não seja um módulo do Python.
attribute-similar = Um objeto { $owner } não tem o atributo { $name }; tem { $similar }.
attribute-similar-module = O módulo { $owner } não tem { $name }; tem { $similar }.
attribute-similar-advice = Confira a grafia.
attribute-key = { $what } é do tipo { $owner }, cujas entradas são acessadas com `[…]`: { $name } é uma das chaves, não um atributo.
attribute-of-object = { $what } é do tipo { $kind }, cujos valores são atributos: tem { $name }, e não itens para acessar com `[…]`.
attribute-uncalled = { $what } é a própria função, e não o resultado dela: ela não foi chamada, e uma função não tem { $name }.
attribute-super-init = O objeto não tem { $name }, porque o `__init__` de { $class } nunca chama `super().__init__(…)`, e é o de { $base } que define esse atributo.
attribute-super-init-advice = Chame `super().__init__(…)` no início do `__init__` da subclasse.
attribute-moved = { $name } de { $owner } não existe mais; agora é { $new }.
attribute-synonym = Um objeto { $owner } não tem { $name }; em Python isso é { $new }.
attribute-moved-advice = Use { $new }.
attribute-unknown-value = { $what } é do tipo { $owner } ({ $value }), e um objeto { $owner } não tem o atributo { $name }.
attribute-unknown-module = O módulo { $owner } não tem { $name }.
attribute-unknown = Um objeto { $owner } não tem o atributo { $name }.
attribute-unknown-advice = O que ele tem: { $known }. Ou então o valor não é do tipo esperado.
attribute-unknown-advice-type = Verifique se o valor é do tipo esperado e de onde ele vem.

## None

none-in-place = { $what } é None, porque { $method } ({ $place }) altera o próprio objeto e devolve None.
none-sort-advice = Use `sorted(…)`, que cria uma nova lista, ou chame `.sort()` em uma linha separada e continue com a lista.
none-reverse-advice = Use `reversed(…)` ou `[::-1]`, ou chame `.reverse()` em uma linha separada e continue com a lista.
none-in-place-advice = Chame { $method } em uma linha separada e continue com o objeto que foi alterado.
none-no-return = { $what } é None, porque a função { $function } ({ $place }) não tem um `return` com valor; por isso toda chamada dela devolve None.
none-no-return-advice = Acrescente { $statement } à função.
none-some-ways = { $what } é None: a função { $function } chegou ao fim sem um `return` com valor (ou devolveu None).
none-some-ways-advice = Veja o caminho que { $function } seguiu: devolva um valor ali também, ou verifique se o resultado é None antes de usá-lo.
none-search = { $what } é None, porque { $call } ({ $place }) não encontrou nada: { $method } devolve None quando não há correspondência.
none-search-advice = Verifique se o resultado é None antes de usá-lo: `if result is not None:`.
none-written = { $what } é None: recebeu None ({ $place }) e nenhum outro valor desde então.
none-advice = Descubra de onde vem o None; verifique-o (`is not None`) ou forneça um valor ali.
none-iterated = { $what } é None, e não é possível percorrer None em um laço.
none-unpacked = { $what } é None, e não é possível desempacotar None em vários nomes.
none-subscripted = { $what } é None, e None não tem itens para acessar com `[…]`.
none-len = { $what } é None, e None não tem comprimento.
none-called = { $what } é None, e None não pode ser chamado.
none-used = { $what } é None: { $message }.

## Keys and indexes

key-environment = A variável de ambiente { $key } não está definida.
key-environment-advice = Defina { $key } no ambiente (ou no `.env`) antes de executar, ou leia-a com `os.environ.get(…)` e um valor padrão.
key-column-similar = Não existe a coluna { $key }; existe { $similar }. Maiúsculas e minúsculas são diferentes.
key-similar-advice = Confira a grafia; as chaves são comparadas letra por letra, e maiúsculas e minúsculas são diferentes.
key-other-str = { $what } não tem a chave { $key } como número, mas tem o texto (string, `str`) { $text }: chaves vindas de JSON são sempre texto.
key-other-int = { $what } não tem a chave { $key } como texto (string, `str`), mas tem o número { $number } (um `int`).
key-other-advice = Converta a chave: { $fix }.
key-first-use = { $what } ainda não tem a chave { $key }: este é o primeiro uso, e falta o valor ao qual algo deveria ser somado.
key-first-use-advice = Comece com um valor padrão, com `.get(key, 0)` ou `.setdefault(key, [])`, ou use `collections.defaultdict` ou `Counter`.
key-similar = { $what } não tem a chave { $key }; tem { $similar }.
key-data-similar = A chave { $key } não está em { $what }. A mais parecida é { $similar }; as que existem são { $keys }.
key-data-advice = A chave veio dos dados, portanto os dados ou a tabela estão incompletos: acrescente a entrada, ou decida o que acontece com uma chave que não existe (`in`, `.get(…)`).
key-empty = { $what } está vazio; por isso falta a chave { $key }.
key-advice = Se a chave pode faltar, verifique com `in` ou use `.get(…)` com um valor padrão.
key-missing = { $what } não tem a chave { $key }.
key-missing-keys = { $what } não tem a chave { $key }. { $count ->
    [one] Existe { $count } chave
   *[other] Existem { $count } chaves
 }: { $keys }.

index-pop-empty = { $what } retira um item de algo que está vazio.
index-empty-advice = Verifique antes se não está vazio (`if items:`) e decida o que deve acontecer nesse caso.
index-format = { $what } tem mais marcadores do que argumentos: { $message }.
index-format-advice = Forneça um argumento para cada `{"{}"}`.
index-argv = O programa foi iniciado { $given ->
    [0] sem argumentos
    [one] com um argumento
   *[other] com { $given } argumentos
 } na linha de comando; por isso `sys.argv` não tem o item { $index }.
index-argv-advice = Passe o argumento ao iniciar o programa, verifique antes `len(sys.argv)` ou use `argparse`.
index-empty = { $what } está vazio (seu comprimento é 0); por isso o item { $index } não existe.
index-range = { $what } tem { $len ->
    [one] { $len } elemento
   *[other] { $len } elementos
 }, e o índice { $index } não existe: { $len ->
    [one] o único índice válido é 0
   *[other] os índices válidos vão de 0 a { $last }
 }, porque a contagem começa em 0.
index-range-unknown = { $what } tem { $len ->
    [one] { $len } elemento
   *[other] { $len } elementos
 }, e o índice { $index } está fora: { $len ->
    [one] o único índice válido é 0
   *[other] os índices válidos vão de 0 a { $last }
 }, porque a contagem começa em 0.
index-one-past-advice = O último item de { $what } é `[-1]`, ou { $len } como índice.
index-range-advice = Use um índice de 0 a { $last }, ou faça o laço terminar antes de { $what }.
index-unknown = { $what } tem menos itens do que o índice { $index } exige.
index-unknown-advice = Os índices vão de 0 a `len(…) - 1`; verifique antes o comprimento.

## Calls

call-keyword-similar = { $function } não tem o parâmetro { $name }; tem { $similar }.
call-keyword = { $function } não tem o parâmetro { $name }.
call-keyword-advice = Veja os parâmetros da função e retire o argumento, ou use o nome que eles têm.
call-parameters-advice = Os parâmetros dela: { $known }.
call-wrapper-keyword = A mensagem cita { $function }, mas o que foi chamado é { $wrapper }, do decorador, que não aceita o argumento nomeado { $name }.
call-wrapper-keyword-advice = Faça { $wrapper } receber `*args, **kwargs` e repassar os dois.
call-wrapper-advice = O que foi chamado é { $wrapper }, do decorador: faça-o receber `*args, **kwargs` e repassar os dois.
call-without-object = { $function } é um método e foi chamado na própria classe, sem um objeto.
call-without-object-advice = Crie um objeto antes: `Class(…).method()`.
call-missing = { $call } não fornece um valor para { $names }, que { $function } exige.
call-missing-plain = A chamada não fornece um valor para { $names }, que { $function } exige.
call-missing-there-advice = Há aqui uma variável com esse nome: passe { $names }.
call-missing-advice = Passe um valor para { $names }, ou dê ao parâmetro um valor padrão.
call-missing-takes-advice = { $function } recebe { $takes }: passe um valor para { $names }, ou dê ao parâmetro um valor padrão.
call-count = { $call } tem um número errado de argumentos: { $message }.
call-append-advice = `append` e `add` recebem um único item: reúna vários em uma tupla, ou use `extend`.
call-no-arguments-advice = A classe não tem um `__init__` que receba argumentos (estará escrito errado?); por isso { $function } não aceita nenhum.
call-count-advice = Veja quantos argumentos são aceitos.
call-twice = { $function } recebe { $name } duas vezes: uma pela posição e outra pelo nome.
call-twice-advice = Retire um dos dois; em um método, verifique se `self` é o primeiro parâmetro.
call-missing-self = { $function } de { $class } foi chamado em um objeto, e o Python passa esse objeto como primeiro argumento, mas o `def` não tem um `self` para recebê-lo.
call-missing-self-advice = Escreva { $definition }.
call-too-many = { $function } aceita { $takes ->
    [one] { $takes } argumento
   *[other] { $takes } argumentos
 }, mas { $call } passa { $given }.
call-too-many-values = { $function } aceita { $takes ->
    [one] { $takes } argumento
   *[other] { $takes } argumentos
 }, mas { $call } passa { $given }: { $values }.
call-too-many-advice = Retire o que sobra, ou acrescente à função um parâmetro para isso.

## Types

type-coroutine = { $what } é uma corrotina que não foi aguardada: chamar uma função `async def` apenas a cria, e o valor vem com `await`.
type-float-index = Um índice precisa ser um `int`, e { $index } é um `float`: `/` sempre resulta em float, mesmo quando a divisão é exata.
type-float-slice = Os limites de uma fatia precisam ser `int`, e um dos de { $what } não é.
type-float-index-advice = Divida com `//`, que resulta em int, ou converta com `int(…)`.
type-str-index = { $what } é um `str`, cujos itens são numerados, mas { $index } é usado como índice.
type-str-index-advice = Se a intenção era um dicionário, veja de onde vem o texto: talvez ele precise ser interpretado (parse) antes, ou você desceu um nível a mais nos dados.
type-list-index = { $what } é uma lista (ou tupla), cujos itens são numerados, mas { $index } é usado como índice.
type-list-index-advice = Use um número; para procurar algo pelo nome, use um dicionário, ou pegue antes um item da lista.
type-integer = { $call } precisa de um `int` e recebeu { $kind }.
type-integer-advice = Converta o valor com `int(…)`.
type-integer-str-advice = Um texto (`str`) não é um número, mesmo quando só tem dígitos: converta-o antes com `int(…)`.
type-integer-float-advice = `/` resulta em float: divida com `//`, ou converta com `int(…)`.
type-function-subscripted = { $what } é do tipo { $kind }, e foi usado `[…]` onde deveria haver uma chamada.
type-function-subscripted-advice = Chame com parênteses: { $call }.
type-not-subscriptable = { $what } é do tipo { $kind }, que não tem itens para acessar com `[…]`.
type-not-subscriptable-advice = Veja de onde vem o valor: esperava-se uma lista, um dicionário ou um texto.
type-immutable-str = { $what } é do tipo { $kind }, e um texto não pode ser alterado: é imutável.
type-immutable-str-advice = Crie uma nova string: `text[:i] + "…" + text[i + 1:]`, `text.replace(…)`, ou altere uma `list(text)` e junte-a de novo.
type-immutable-tuple = { $what } é do tipo { $kind }, e uma tupla não pode ser alterada: é imutável.
type-immutable-tuple-advice = Transforme-a em lista (`[…]` no lugar de `(…)`), ou crie uma nova tupla.
type-immutable = { $what } é do tipo { $kind }, cujos itens não podem ser alterados.
type-immutable-advice = Crie um novo valor, ou use um tipo que possa ser alterado.
type-unhashable = Um valor { $kind } não pode ser chave de dicionário nem item de conjunto, porque pode mudar (não é hasheável).
type-unhashable-what = { $what } é do tipo { $kind }, e um valor { $kind } não pode ser chave de dicionário nem item de conjunto, porque pode mudar (não é hasheável).
type-unhashable-list-advice = Use uma `tuple`: `tuple(…)` ou `(a, b)`.
type-unhashable-dict-advice = Use algo que não muda: um dos valores dele, `tuple(d.items())` ou uma dataclass com `frozen=True`.
type-unhashable-set-advice = Use um `frozenset(…)`.
type-not-iterator = Um valor { $kind } não é um iterador.
type-not-iterator-advice = Crie um antes: `next(iter(…))`.
type-in = `in` precisa de um contêiner à direita, e o que está lá é do tipo { $kind }.
type-in-advice = Veja de onde vem o valor à direita.
type-method-iterated = { $what } é a própria função, e não o resultado dela: ela não foi chamada, então não há nada para percorrer.
type-forgot-call-advice = Chame-a com `()`: { $call }.
type-int-iterated = { $what } é um número (`int`), e não é possível percorrer um número em um laço.
type-int-iterated-advice = Use `range(…)` para contar, ou percorra a própria lista.
type-async-iterated = { $what } é um gerador assíncrono, que um `for` comum não consegue percorrer.
type-async-iterated-advice = Use `async for`.
type-not-iterable = { $what } é do tipo { $kind }, que não pode ser percorrido em um laço.
type-not-iterable-advice = Veja de onde vem o valor: esperava-se uma lista ou outra coleção.
type-unpack = { $what } é um único valor do tipo { $kind }, que não pode ser desempacotado em vários nomes.
type-unpack-advice = Veja o que o lado direito fornece: um valor ou vários.
type-format = O formato { $format } tem { $marks ->
    [0] nenhum marcador
    [one] um marcador
   *[other] { $marks } marcadores
 } (`%`), mas { $given ->
    [0] não há argumentos
    [one] há um argumento
   *[other] há { $given } argumentos
 }.
type-format-unknown = O formato e os argumentos que o seguem não combinam: { $message }.
type-format-advice = Forneça um argumento para cada marcador `%`, em uma tupla.
type-wants-bytes = { $call } trabalha com `bytes` e recebeu um texto (`str`).
type-wants-bytes-advice = Use um literal de bytes (`b"…"`), `.encode()` no texto ou `.decode()` nos bytes; se for um arquivo, abra-o sem o `b` para escrever texto.
type-wants-str = { $call } trabalha com texto (`str`) e recebeu `bytes`: { $message }.
type-wants-str-advice = Use `.decode()` nos bytes antes, ou abra o arquivo em modo binário (`"wb"`).
type-join = { $call } junta textos, mas o item de número { $number } não é um texto: { $message }.
type-join-advice = Converta os itens antes: `", ".join(str(item) for item in items)` ou `map(str, items)`.
type-argument = { $call } recebeu um valor do tipo errado: { $message }.
type-argument-advice = Converta o valor antes, ou veja de onde ele vem.
type-len = { $call } pede o comprimento de um valor { $kind }, que não tem comprimento.
type-len-advice = Só coleções e textos têm comprimento; para um número, `len(str(…))` conta os dígitos.
type-unary = O sinal ou `~` não funciona com este valor: { $message }.
type-abstract = Não é possível criar um objeto { $class }, porque a classe não define { $methods }, que a classe base abstrata exige.
type-abstract-similar = Não é possível criar um objeto { $class }, porque a classe não define o método abstrato { $methods }; ela define { $wrong }, que provavelmente deveria ser { $right }.
type-abstract-advice = Defina na classe os métodos que faltam, exatamente com esses nomes.
type-context = Um valor { $kind } não pode ser usado em `with`: não tem `__enter__` nem `__exit__`.
type-context-advice = Foi chamado (com parênteses)? E o que ele precisa é `with` ou `async with`?
type-await = `await` precisa de uma corrotina e recebeu { $kind }.
type-await-advice = Retire o `await`, ou defina a função com `async def`.
type-exception = { $statement } lança ou captura algo que não é uma exceção.
type-exception-advice = Exceções são classes derivadas de `Exception`: `raise ValueError("…")`.
type-operands = O operador { $operator } não funciona entre { $left } e { $right }.
type-none-operand-advice = Um dos valores é None ({ $left } e { $right }): descubra de onde ele vem e deixe-o de fora, ou forneça um número no lugar.
type-str-str-advice = Os dois são textos (`str`): converta-os antes em números, com `int(…)` ou `float(…)`.
type-concat-advice = Converta um dos lados: `str(…)` para juntar textos, { $kind } para calcular (`int("5") + 1`); ou use uma f-string.
type-str-number-advice = Um texto (`str`) não é um número, mesmo quando só tem dígitos: converta-o antes com { $kind }.
type-convert-advice = Converta um deles antes: { $fix }.
type-bytes-advice = Um é texto e o outro é bytes: use `.encode()` ou `.decode()` em um deles, ou escreva o literal como `b"…"`.
type-timedelta-advice = Some ou subtraia um `timedelta(days=…)`, não um número.
type-list-plus-advice = `+` junta duas listas: coloque o item em uma lista (`[item]`), ou use `append`.
type-operand-advice = Veja de onde vêm os dois valores e converta um deles.
type-missing-comma = Falta uma vírgula entre { $what } ({ $kind }) e o parêntese seguinte; por isso o Python entende os dois como uma chamada.
type-missing-comma-index = Falta uma vírgula depois de { $what }; por isso o Python entende o colchete seguinte como um índice dessa lista (ou desse texto).
type-missing-comma-advice = Coloque uma vírgula no fim dessa linha.
type-shadowed = { $name } é uma função embutida, mas aqui o nome é uma variável ({ $line }) com o valor { $value }, que esconde a função; e um valor { $kind } não pode ser chamado.
type-shadowed-advice = Dê à variável um nome diferente de { $name }.
type-property = { $name }, aqui, não é um método, e sim uma propriedade (ou um atributo comum): lê-lo já dá um valor { $kind }, e `()` tenta chamar esse valor.
type-property-advice = Retire o `()`: { $access }.
type-call-brackets = { $what } é do tipo { $kind }, não uma função; seus itens são acessados com `[…]`, não com `(…)`.
type-call-brackets-advice = Escreva { $access }.
type-module-called = { $what } é um módulo, e um módulo não pode ser chamado; a classe ou função dentro dele tem o mesmo nome.
type-module-called-advice = Escreva { $access }, ou importe-a do módulo com `from`.
type-number-called = { $what } é um número ({ $kind }), e os parênteses depois dele são lidos como uma chamada.
type-number-called-advice = Escreva `*` para multiplicar; se a intenção era uma função, o nome dela agora contém um número.
type-text-called = { $what } é um texto ({ $kind }), e os parênteses depois dele são lidos como uma chamada.
type-text-called-advice = Falta um `%`, uma vírgula ou um método entre os dois? Ou uma variável esconde uma função com esse nome?
type-not-callable = { $what } é do tipo { $kind }, que não pode ser chamado.
type-not-callable-advice = Veja onde o nome recebeu seu valor; parênteses depois de um nome fazem uma chamada.

json-type = JSON não conhece o tipo { $kind }.
json-type-what = { $what } é do tipo { $kind }, que JSON não conhece: só existem dicionários, listas, textos, números, true, false e null.
json-type-list-advice = Converta antes: `list(…)` (ou `sorted(…)`, para uma ordem definida).
json-type-str-advice = Converta antes: `str(…)` ou `.isoformat()`; ou passe `default=str` a `json.dumps`.
json-type-bytes-advice = Converta antes: `.decode()`, ou `base64` para dados.
json-type-numpy-advice = Converta antes: `int(…)`, `float(…)` ou `.tolist()`.
json-type-advice = Transforme-o antes em um dicionário (`vars(…)`, `dataclasses.asdict(…)`), ou passe `default=` a `json.dumps`.

## Values

number-empty = { $call } recebeu um texto vazio, que não é um número.
number-empty-advice = Ignore linhas e campos vazios, ou decida o que um vazio significa.
number-float = O texto { $text } tem parte decimal, e `int()` só aceita números inteiros.
number-float-advice = Use `float(…)`, ou `int(float(…))` para descartar a parte decimal.
number-thousands = O texto { $text } tem um separador de milhares (uma vírgula ou algo assim), que o Python não lê.
number-thousands-advice = Remova o separador antes: `text.replace(",", "")`.
number-comma = O texto { $text } tem vírgula decimal; o Python lê ponto.
number-comma-advice = Substitua-a antes: `text.replace(",", ".")`.
number-unit = O texto { $text } é um número com algo em volta (uma unidade, um sinal), que { $call } não consegue ler.
number-unit-advice = Retire antes o que não faz parte do número: `strip(…)`, `removesuffix(…)` ou `split()`.
number-text = { $call } recebeu o texto { $text }, que não é um número.
number-text-advice = Verifique o texto antes (`text.isdigit()`), ou descubra por que não é um número: um cabeçalho, um nome, a coluna errada?

strptime = A data { $text } não está escrita como diz o formato { $format }.
strptime-rest = A data tem mais texto do que o formato prevê: sobra { $rest }.
strptime-advice = Escreva o formato do jeito que o texto está escrito: `%d` dia, `%m` mês, `%Y` ano, `%H:%M` hora.
strptime-fits-advice = O formato { $format } serve.
strptime-both-advice = { $first } e { $second } servem: só você sabe qual dos números é o dia.
isoformat = A data { $text } não está na forma ISO: ano-mês-dia, com dois dígitos (zeros à esquerda) no mês e no dia.
isoformat-repair-advice = Escreva { $right } no lugar de { $text }, ou leia textos assim com `strptime`.
isoformat-advice = Leia outras formas com `datetime.strptime(text, format)`.
dataclass-default = O campo { $field } tem um valor { $kind } como padrão, que todos os objetos compartilhariam; dataclasses não permitem isso.
dataclass-default-advice = Escreva { $fix }: assim cada objeto recebe o seu.
empty-sequence = { $call } não tem de onde tirar um valor: { $what } está vazio.
empty-max-advice = Forneça um `default=` para esse caso, ou verifique antes se não está vazio.
empty-advice = Verifique antes se não está vazio, e decida qual é o resultado nesse caso.
empty-range = { $call } tem um intervalo vazio para escolher: { $message }.
empty-range-advice = O limite inferior precisa ser menor que o superior.
format-code = O formato { $format } é para números, e o valor é do tipo { $kind }.
format-code-advice = Converta o valor antes, com `float(…)` ou `int(…)` (um texto, `str`, vindo de um arquivo ou de `input()` ainda não é um número).
not-in-list = { $what } não está em { $container }.
not-in-list-values = { $what } não está em { $container }: { $values }.
not-in-list-advice = Verifique antes: `if item in …:`, e decida o que acontece quando não está em { $container }.
substring = { $what } não aparece no texto em que { $call } procura.
substring-advice = Use `.find(…)`, que devolve -1, ou verifique antes com `in`.
sample = { $call } pede uma amostra de { $wanted ->
    [one] { $wanted } item
   *[other] { $wanted } itens
 }, mas só { $size ->
    [one] existe { $size }
   *[other] existem { $size }
 }.
sample-advice = Pegue no máximo os que existem: `min(k, len(items))`; ou use `random.choices` para sortear com repetição.
enum-value = { $value } não é um valor de { $class }.
enum-advice = Veja quais valores { $class } tem.
enum-values-advice = Os valores são: { $values }.
out-of-range = { $call } está fora do que é possível: { $message } { $values }
out-of-range-advice = Confira as partes: os meses vão de 1 a 12, os dias até o fim do mês, as horas até 23.
closed-file = { $call } usa um arquivo que já foi fechado.
closed-file-advice = Faça isso dentro do bloco `with`; depois dele, o arquivo está fechado.
embedded-null = { $call } recebeu um texto que contém um caractere NUL (`\0`).
embedded-null-advice = A causa pode ser uma barra invertida antes de um dígito: use uma string crua (`r"…"`) para caminhos.
int-digits = O número é longo demais para ser convertido de ou para texto: { $message }.
int-digits-advice = `sys.set_int_max_str_digits(…)` aumenta o limite.
dict-pairs = Um dicionário é feito de pares: { $message }.
dict-pairs-advice = Forneça pares de chave e valor.
zip-strict = As sequências não têm o mesmo comprimento: { $message }.
zip-strict-advice = Deixe-as com o mesmo comprimento, ou retire `strict=True`.
value-call = { $call } não aceitou o valor que recebeu: { $message }.
value-call-values = { $call } não aceitou o valor que recebeu: { $message }. Os valores: { $values }.
value-advice = Veja o valor, e o que a função aceita.

unpack-dict = Percorrer o dicionário { $what } fornece só as chaves, e uma chave não é um par para { $names }.
unpack-dict-advice = Percorra { $call } para obter chaves e valores.
unpack-enumerate = Percorrer { $what } fornece só os itens ({ $item }), e não pares de número e item para { $names }.
unpack-enumerate-advice = Percorra { $call } para obter também os números.
unpack-element-value = Cada item de { $what } é desempacotado em { $expected ->
    [one] { $expected } nome
   *[other] { $expected } nomes
 } ({ $names }), mas { $item } tem { $count ->
    [one] { $count } valor
   *[other] { $count } valores
 }.
unpack-element = Cada item de { $what } é desempacotado em { $expected ->
    [one] { $expected } nome
   *[other] { $expected } nomes
 } ({ $names }), e um deles não tem esse número de valores: { $message }.
unpack-count-value = { $what } forneceu { $count ->
    [one] { $count } valor
   *[other] { $count } valores
 } ({ $value }), mas à esquerda há { $expected ->
    [one] { $expected } nome
   *[other] { $expected } nomes
 }: { $names }.
unpack-count = { $what } forneceu { $count ->
    [one] { $count } valor
   *[other] { $count } valores
 }, mas à esquerda há { $expected ->
    [one] { $expected } nome
   *[other] { $expected } nomes
 }: { $names }.
unpack-value = { $what } forneceu { $value }, mas à esquerda há { $expected ->
    [one] { $expected } nome
   *[other] { $expected } nomes
 }: { $names }.
unpack-plain = { $what } não forneceu tantos valores quantos são os nomes à esquerda ({ $expected }): { $names }.
unpack-advice = Deixe os dois lados com a mesma quantidade: dê nome a todos os valores, reúna o resto com `*rest`, ou veja qual item é diferente.

## Numbers

zero-len = O divisor { $divisor } é 0 (zero), porque { $what } está vazio: { $value }.
zero-len-unknown = O divisor { $divisor } é 0 (zero), porque { $what } está vazio.
zero-len-advice = Verifique antes se { $what } não está vazio, e decida qual é o resultado nesse caso (0 ou None).
zero-written = O divisor está escrito como { $divisor }: nada pode ser dividido por zero.
zero = O divisor { $divisor } é 0 (zero), e nada pode ser dividido por zero.
zero-advice = Verifique { $divisor } antes de dividir, e decida qual é o resultado quando for 0 (uma lista vazia tem `len` 0).
overflow-int = { $what } é grande demais para um float.
overflow-int-advice = `//` divide números inteiros sem passar por float, por maiores que sejam.
overflow-power = { $what } é grande demais para um float: um float vai até cerca de 1.8e308 (overflow).
overflow-power-advice = Calcule com números inteiros, com logaritmos ou com `decimal`; ou confira as entradas.
overflow-infinity = { $what } é infinito (ou não é um número), e isso não é um número inteiro (overflow).
overflow-infinity-advice = Verifique antes com `math.isfinite(…)`.
overflow-call = O resultado de { $call } é grande demais para um float (overflow): { $values }.
overflow-call-plain = O resultado de { $call } é grande demais para um float (overflow).
overflow-plain = O resultado de { $statement } é grande demais (overflow).
overflow-advice = Um float vai até cerca de 1.8e308: confira as entradas e suas unidades, ou calcule com logaritmos ou `decimal`.
arithmetic = { $kind } em { $statement }.
arithmetic-advice = Veja os valores do cálculo.
domain-negative = { $call } recebeu { $value }, um número negativo, para o qual { $function } não está definida.
domain-value = { $call } recebeu { $value }, valor para o qual { $function } não está definida.
domain = { $call } recebeu um valor para o qual { $function } não está definida: pode ser negativo ou estar fora do intervalo permitido.
domain-sqrt-advice = Um número negativo não tem raiz quadrada real (`sqrt`): verifique-o antes, ou use `cmath.sqrt`.
domain-log-advice = Um logaritmo só está definido acima de 0, não para zero nem para um número negativo: verifique o valor antes.
domain-arc-advice = O valor precisa estar entre -1 e 1: verifique-o, ou limite-o com `max(-1, min(1, x))`.
domain-factorial-advice = O fatorial está definido para números inteiros a partir de 0, não para um negativo.
domain-advice = Verifique o valor antes da chamada.

## Imports

import-relative = Uma importação relativa (`from .`) só funciona dentro de um pacote, e este arquivo foi iniciado como script.
import-relative-advice = Inicie-o como módulo (`python -m package.module`), ou importe pelo nome simples do módulo.
import-library = Não foi possível carregar uma biblioteca da qual o módulo depende: { $message }.
import-library-advice = Instale a biblioteca do sistema que falta, ou instale o pacote de novo para este interpretador.
import-other = A importação falhou: { $message }.
import-other-advice = Veja o erro do próprio módulo e a versão instalada.
import-circular = { $module } é importado enquanto ele mesmo ainda está sendo importado; por isso { $name } ainda não existe: uma importação circular entre { $files }.
import-circular-advice = Quebre o círculo: mova o que os dois usam para um módulo próprio, ou importe dentro da função que precisa dele.
import-shadowed = O Python importou o seu arquivo { $file } no lugar do módulo { $module }, porque tem o mesmo nome (ele esconde o módulo), e o seu não tem { $name }.
import-moved = { $name } não está mais em { $module }: agora está em { $to }.
import-moved-advice = Escreva { $statement }.
import-renamed = { $name } não está mais em { $module }: agora se chama { $new }.
import-elsewhere = { $module } não tem { $name }; está em { $modules }.
import-similar = { $module } não tem { $name }; tem { $similar }.
import-unknown = { $module } não tem { $name }.
import-unknown-advice = Confira a grafia, e se a versão instalada do módulo tem esse nome.
module-renamed = Não existe o módulo { $module } no Python 3: agora é { $new }.
module-similar = Não existe o módulo { $module }; existe { $similar }.
module-sibling = Não existe o módulo { $module }; ao lado do script está { $file }, que se importa como { $similar }.
module-not-package = { $module } não pode ser importado, porque { $parent } é um único módulo, e não um pacote com módulos dentro.
module-not-package-advice = Se um arquivo seu se chama { $parent }, ele esconde o pacote: renomeie-o.
module-removed = O módulo { $module } fazia parte do Python e não existe mais nesta versão.
module-removed-advice = Use o que a documentação dele indica no lugar, ou um pacote que o substitua.
module-missing = O módulo { $module } não está instalado neste interpretador, e não há um arquivo com esse nome ao lado do script.
module-distribution = O módulo { $module } não está instalado neste interpretador; ele vem com o pacote { $distribution }.
module-install-advice = Instale-o (no ambiente a que este interpretador pertence): { $command }
module-missing-advice = Confira o nome, e instale o pacote do qual ele faz parte.

## Files

file-similar = Não existe o arquivo { $path }; nessa pasta existe { $similar }.
file-similar-advice = Confira a grafia do nome.
file-beside = Não existe o arquivo { $path } no diretório de trabalho { $cwd }; ele está na pasta do script, mas o programa não foi iniciado lá.
file-beside-advice = Indique-o a partir da pasta do script: { $fix } (com `from pathlib import Path`), ou inicie o programa nessa pasta.
file-home = Não existe o arquivo { $path }: o Python não troca `~` pela sua pasta pessoal.
file-home-advice = Use `Path(…).expanduser()` ou `os.path.expanduser(…)`.
file-missing = Não existe o arquivo { $path } no diretório de trabalho { $cwd }; um caminho relativo conta a partir da pasta em que o programa foi iniciado.
file-missing-absolute = Não existe o arquivo { $path }.
file-missing-plain = { $call } recebeu um caminho que não existe.
file-missing-advice = Confira o nome e a pasta. Um caminho a partir da pasta do script é `Path(__file__).parent / "name"`.
folder-missing = Não é possível criar { $path }, porque a pasta (diretório) { $folder } não existe.
folder-missing-advice = Crie a pasta antes: `Path(…).mkdir(parents=True, exist_ok=True)` para { $folder }.
command-missing = O programa { $command } não foi encontrado: não está instalado, ou não está no PATH.
command-missing-advice = Instale-o, ou indique o caminho completo. Um comando com argumentos precisa ser uma lista: `["git", "status"]`.
file-exists = { $path } já existe.
file-exists-advice = Escolha outro nome; para uma pasta, use `exist_ok=True`.
is-directory = { $path } é uma pasta (um diretório), não um arquivo.
is-directory-advice = Indique um arquivo dentro dela, ou percorra o conteúdo de { $name } com `Path(…).iterdir()`.
not-directory = { $path } não é uma pasta (diretório), ou uma parte do caminho é um arquivo.
not-directory-advice = Confira cada parte do caminho.
permission = O sistema operacional não permite: falta permissão para { $path } em { $call }.
permission-plain = O sistema operacional não permite { $call }: falta a permissão para isso.
permission-advice = Verifique a quem pertence o arquivo e se este usuário pode lê-lo, escrevê-lo ou removê-lo; escolha outro lugar para o que o programa grava.
disk-full = Não há mais espaço no disco ({ $path }).
disk-full-advice = Libere espaço, ou grave menos.
too-many-files = O programa tem arquivos demais abertos ao mesmo tempo.
too-many-files-advice = Feche cada arquivo depois de usá-lo: `with open(…) as file:`.
name-too-long = O nome { $path } é longo demais para um arquivo.
name-too-long-advice = Não foi passado um texto no lugar de um caminho?
directory-not-empty = A pasta { $path } não está vazia.
directory-not-empty-advice = `shutil.rmtree(…)` remove uma pasta com tudo o que há nela.
read-only = { $path } está em um sistema de arquivos que só permite leitura.
file-mode = { $call } não combina com o modo em que o arquivo foi aberto: { $message }.
file-mode-advice = Abra o arquivo no modo necessário: `"r"` para ler, `"w"` para escrever, `"a"` para acrescentar, `"r+"` para ler e escrever.

## Connections

network-refused = { $address ->
    [none] A conexão
   *[other] A conexão com { $address }
 } foi recusada: não há servidor (serviço) rodando lá, ou não nessa porta.
network-refused-advice = Inicie o servidor, e confira o endereço e a porta. O erro não está no código.
network-name = Não foi possível resolver { $address ->
    [none] o nome do servidor
   *[other] o nome do servidor em { $address }
 }: o nome está errado, ou não há conexão de rede.
network-name-advice = Confira o endereço, e se a conexão de rede funciona.
network-timeout = { $address ->
    [none] O servidor
   *[other] O servidor em { $address }
 } não respondeu a tempo: o tempo limite da conexão se esgotou.
network-timeout-advice = Confira o endereço e a conexão com o servidor; um `timeout=` maior só ajuda se ele for lento.
network-certificate = Não foi possível verificar { $address ->
    [none] o certificado do servidor
   *[other] o certificado do servidor em { $address }
 }: { $message }.
network-certificate-advice = Confira o endereço, o relógio do computador e se os certificados deste Python estão instalados.
network-reset = { $address ->
    [none] A conexão
   *[other] A conexão com { $address }
 } caiu: o servidor a fechou.
network-reset-advice = Tente de novo; se persistir, veja o log do servidor.
network-unreachable = { $address ->
    [none] A rede ou o servidor
   *[other] A rede ou o servidor de { $address }
 } está inacessível: não há conexão com ele.
network-url = { $address ->
    [none] O endereço não
   *[other] { $address } não
 } é uma URL completa: { $message }.
network-url-advice = Uma URL começa com `http://` ou `https://`.
network-in-use = { $address ->
    [none] A porta
   *[other] A porta de { $address }
 } está em uso por outro programa (ou por uma execução anterior deste): { $message }.
network-in-use-advice = Encerre o outro programa, ou use outra porta.
network = { $address ->
    [none] A conexão com o servidor
   *[other] A conexão com o servidor { $address }
 } falhou: { $message }.
network-advice = Confira o endereço, a conexão e se o serviço está rodando.
http-error = { $address ->
    [none] O servidor
   *[other] O servidor em { $address }
 } respondeu com o status { $status }: { $message }.
http-forbidden-advice = O servidor exige um login, uma chave ou outras permissões.
http-missing-advice = O servidor existe, mas não tem nada nesse caminho: confira o endereço.
http-often-advice = Requisições demais: espere entre uma e outra.
http-server-advice = O erro está do lado do servidor: tente de novo mais tarde.
http-advice = Confira o que é pedido, e a resposta do servidor.
timeout-error = { $call } não terminou no tempo que lhe foi dado (timeout).
timeout-error-advice = Dê mais tempo, ou descubra o que está sendo esperado.

## Texts and data

json-plain = O texto não é JSON: { $message }.
json-advice = Veja o texto nesse ponto: JSON tem aspas duplas, não tem comentários nem vírgula depois do último item, e usa `true`, `false`, `null`.
json-empty = O texto a ser lido como JSON está vazio.
json-empty-advice = Descubra por que está vazio: um arquivo vazio, uma resposta sem conteúdo, ou um arquivo que já tinha sido lido.
json-single-quotes = O texto JSON tem aspas simples (`'`) em { $around }; JSON só conhece aspas duplas (`"`).
json-single-quotes-advice = Coloque nomes e textos entre aspas duplas. Se for a notação do próprio Python, `ast.literal_eval` a lê.
json-trailing-comma = O texto JSON tem uma vírgula a mais em { $around }: depois do último item não pode haver vírgula.
json-trailing-comma-advice = Remova a vírgula depois do último item.
json-python-word = O texto JSON tem { $word } em { $around }; em JSON isso se escreve em minúsculas, como { $right }.
json-python-word-advice = Escreva { $right } no lugar de { $word } no texto, ou crie o texto com `json.dumps`.
json-comment = O texto JSON tem um comentário em { $around }; JSON não tem comentários.
json-comment-advice = Remova o comentário.
json-html = O texto não é JSON, mas parece HTML ou XML: { $around }.
json-html-advice = Veja a resposta inteira: pode ser uma página de erro.
json-unquoted = O texto JSON tem um nome sem aspas duplas (`"`) em { $around }.
json-missing-comma = Falta uma vírgula no texto JSON (ou há aspas cedo demais) em { $around }.
json-missing-comma-advice = Coloque uma vírgula entre os itens; aspas dentro de um texto se escrevem `\"`.
json-cut = O texto JSON termina cedo demais, em { $around }: há aspas ou um colchete sem fechar.
json-cut-advice = Verifique se o texto está inteiro, e se todos os colchetes, chaves e aspas estão fechados.
json-lines = Depois do fim do valor JSON vem mais texto (dados extras): { $around }.
json-lines-advice = Se há um valor em cada linha, leia linha por linha: `[json.loads(line) for line in file]`.
json-control = O texto JSON tem uma quebra de linha ou outro caractere de controle dentro de uma string em { $around }.
json-control-advice = Escreva-o como `\n` (no código Python, `\\n`), ou passe `strict=False`.
json-other = O texto não é JSON: { $message }, em { $around }.

decode = O byte { $byte } na posição { $position } não é texto na codificação { $encoding }: os dados estão escritos em outra codificação.
decode-end = Os dados terminam no meio de um caractere da codificação { $encoding }.
decode-utf16-advice = Os primeiros bytes são a marca de UTF-16: use `encoding="utf-16"`.
decode-gzip-advice = Os dados estão comprimidos (gzip): abra-os com `gzip.open`.
decode-zip-advice = Os dados são um arquivo zip (ou do Office): abra-os com `zipfile`, ou com uma biblioteca para esse formato.
decode-binary-advice = Os dados não são texto: abra o arquivo em modo binário (`"rb"`).
decode-ascii-advice = Informe o `encoding=` certo, em geral `encoding="utf-8"` (para arquivos mais antigos, `"cp1252"` ou `"latin-1"`).
decode-advice = Informe o `encoding=` em que o arquivo está escrito: muitas vezes `"cp1252"` ou `"latin-1"` (ISO-8859-1) para arquivos mais antigos, `"utf-8-sig"` ou `"utf-16"` para alguns do Windows.
encode = O caractere { $what } não existe na codificação { $encoding }.
encode-advice = Informe uma codificação que tenha todos os caracteres: `encoding="utf-8"` onde o arquivo é aberto (não `ascii`), ou `errors="replace"` se alguma perda for aceitável.

regex = O padrão { $pattern } está errado na posição { $position } ({ $character }): { $message }.
regex-repeat = No padrão { $pattern }, o { $character } na posição { $position } não tem nada antes dele para repetir.
regex-parenthesis = No padrão { $pattern }, um parêntese (posição { $position }) não foi fechado ou não foi aberto.
regex-set = No padrão { $pattern }, o `[` na posição { $position } não é fechado por `]`.
regex-escape = O padrão { $pattern } tem, na posição { $position }, uma barra invertida antes de uma letra que não significa nada.
regex-behind = O padrão { $pattern } tem um look-behind cujo comprimento não é fixo.
regex-glob-advice = Isto parece um padrão para nomes de arquivos (glob): em uma expressão regular, `*` repete o que vem antes dele; escreva `.*` para "qualquer coisa" e `\.` para um ponto, ou use `fnmatch`.
regex-escape-advice = Escape os caracteres que devem valer literalmente (`\*`, `\+`, `\?`), ou o texto inteiro com `re.escape(…)`.
regex-parenthesis-advice = Feche o grupo, ou escape o parêntese que deve valer literalmente: `\(`, ou `re.escape(…)` para o texto inteiro.
regex-set-advice = Feche o conjunto com `]`, ou escape o colchete: `\[`.
regex-bad-escape-advice = Escreva o padrão como string crua (`r"…"`), e duplique a barra invertida que deve valer literalmente.
regex-behind-advice = Dê ao look-behind um comprimento fixo, ou capture essa parte em um grupo.

sql = { $kind } do banco de dados: { $message } { $values }
sql-advice = Veja o comando e os valores que foram passados.
sql-column-similar = Nenhuma tabela tem a coluna { $name }; existe { $similar }.
sql-column = O comando { $statement } cita a coluna { $name }, que nenhuma das tabelas dele tem.
sql-column-advice = Confira o nome da coluna; em SQL, um texto fica entre aspas simples.
sql-table-similar = Não existe a tabela { $name }; existe { $similar }.
sql-table = Não existe a tabela { $name } neste banco de dados.
sql-table-advice = Ela foi criada neste arquivo, e o arquivo é o certo? Uma nova conexão com `:memory:` é um banco de dados vazio.
sql-unique = Já existe uma linha com este valor: { $what } precisa ser único.
sql-not-null = { $what } precisa ter um valor, e não recebeu nenhum (NULL).
sql-constraint = Uma regra da tabela foi violada: { $message } ({ $what }).
sql-constraint-advice = Verifique os valores antes, ou diga o que deve acontecer: `insert or ignore`, `insert or replace`.
sql-bindings = O número de valores não é igual ao número de `?` no comando: { $message }.
sql-bindings-advice = Forneça um valor para cada `?`; um único valor precisa de uma tupla: `(value,)`.
sql-syntax = O comando SQL { $statement } não é válido: { $message }.
sql-syntax-advice = Veja o comando em torno da palavra que a mensagem cita.
sql-locked = O banco de dados está bloqueado: outra conexão está escrevendo nele.
sql-locked-advice = Confirme (commit) ou feche a outra conexão.
sql-open = Não é possível abrir o arquivo do banco de dados: a pasta dele não existe, ou não permite escrita.
sql-open-advice = Crie a pasta antes, e confira o caminho.
sql-closed = A conexão com o banco de dados (ou o cursor) já foi fechada.
sql-closed-advice = Use-a antes de fechá-la.
struct = Os bytes não combinam com o formato: { $message }.
struct-advice = Compare o formato com a quantidade e o tamanho dos valores (`struct.calcsize`).
archive = Os dados não são um arquivo compactado válido, ou estão danificados: { $message }.
archive-advice = Verifique se o arquivo é o certo e se está completo.
toml = O texto não é TOML: { $message }.
toml-advice = Veja essa linha: textos ficam entre aspas, e uma chave só pode aparecer uma vez.
configparser = A configuração não tem o que é pedido, ou não é válida: { $message } { $call }
configparser-advice = Confira os nomes das seções e opções, e se o arquivo foi encontrado: `read()` ignora em silêncio os arquivos que não existem.
xml = O texto não é XML válido: { $message }.
xml-advice = Veja essa linha: toda tag precisa ser fechada, e `&` se escreve `&amp;`.
csv = Não é possível ler os dados CSV: { $message }.
csv-advice = Confira o delimitador e as aspas, e se o arquivo é de texto.
pickle = Não é possível serializar ou carregar o objeto com pickle: { $message }.
pickle-advice = Só funciona com o que está definido no nível superior de um módulo: nada de lambdas, funções internas ou arquivos abertos.
decimal = O cálculo decimal não é possível: { $message }.
decimal-advice = Confira o texto a partir do qual o Decimal é criado, e os valores.
base64 = O texto não é base64 (ou hexadecimal) válido: { $message }.
base64-advice = Verifique se o texto está inteiro, com os `=` do final.
shutil = A cópia ou a movimentação falhou: { $message }.
shutil-advice = Confira a origem e o destino.
queue = A fila está vazia ou cheia ({ $kind }), e a chamada não espera.
queue-advice = Espere com `get()` (e um `timeout=`), ou verifique antes.

## By its own will

raised = A própria { $function } lançou { $kind }, com { $message }.
raised-module = O próprio programa lançou { $kind }, com { $message }.
raised-if = A própria { $function } lançou { $kind }, porque a condição { $condition } que ela verifica era verdadeira: { $message }.
raised-if-values = A própria { $function } lançou { $kind }, porque a condição { $condition } que ela verifica era verdadeira ({ $values }): { $message }.
raised-because = Foi lançada por causa de { $kind } ({ $message }): { $text }
raised-advice = Uma regra do próprio programa foi violada: veja o valor que chegou.
raised-advice-call = Uma regra do próprio programa foi violada: veja o que { $call } passa, ou reveja a regra.
assert = O `assert` constatou que { $condition } não é verdade.
assert-values = O `assert` constatou que { $condition } não é verdade: { $values }.
assert-message = O `assert` constatou que { $condition } não é verdade: { $message }.
assert-message-values = O `assert` constatou que { $condition } não é verdade: { $message }. Os valores: { $values }.
assert-call = A verificação { $call } falhou (uma asserção): { $message }.
assert-advice = Descubra qual lado está errado: o valor ou a expectativa.
not-implemented-class = { $class } não implementa { $method }: rodou o da base { $base }, que apenas lança a exceção ({ $message }).
not-implemented-class-advice = Sobrescreva-o na subclasse { $class }: { $method }.
not-implemented-base = { $method } de { $base } é só um lugar reservado, que as subclasses precisam implementar (sobrescrever).
not-implemented-base-advice = Chame-o em uma subclasse de { $base } que implemente { $method }.
not-implemented = { $method } ainda não está implementado: apenas lança a exceção.
not-implemented-advice = Implemente { $method }, ou não o chame ainda.
eof-input = { $call } espera uma entrada, mas não há (mais) entrada: não há ninguém no teclado, ou o texto fornecido acabou.
eof-input-advice = Forneça a entrada ao programa (um teclado, ou texto na entrada padrão) ao executá-lo.
eof = Os dados terminaram onde se esperava mais.
eof-advice = Verifique se o arquivo ou fluxo está completo.
memory = Não havia memória suficiente para { $statement }.
memory-advice = Processe os dados em partes (um gerador, blocos), e procure um tamanho maior do que deveria ser.
subprocess-failed = O programa { $command } terminou com o código de saída { $status }, que indica falha.
subprocess-died = O programa { $command } foi encerrado à força: { $message }.
subprocess-advice = Veja o que o próprio programa escreveu: `capture_output=True, text=True`, e depois `error.stderr`.
subprocess-timeout = O programa que foi iniciado não terminou a tempo: { $message }.
subprocess-timeout-advice = Dê mais tempo, ou descubra o que ele está esperando.
group = { $count ->
    [one] Foi lançada { $count } exceção
   *[other] Foram lançadas { $count } exceções
 } no grupo: { $members }.
group-member = { $kind } { $place }: { $why }
group-members = Os membros:

    - { $members }
group-advice = Veja cada um deles; `except*` trata alguns dos membros de um grupo.
recursion-self = { $function } chama a si mesma sem fim: nenhuma chamada chega a um ponto de parada (um caso base) antes do limite do Python.
recursion-self-values = { $function } chama a si mesma sem fim: nenhuma chamada chega a um ponto de parada (um caso base) antes do limite do Python. No fim: { $values }.
recursion-base-advice = Dê a { $function } um caso base: uma condição (`if`) em que ela retorna sem chamar a si mesma.
recursion-reach-advice = Verifique se cada chamada de { $function } se aproxima do caso base, aquele que não chama a si mesmo.
recursion-cycle = { $functions } chamam umas às outras sem fim: nenhuma tem um caso de parada.
recursion-cycle-advice = Dê a uma delas um caso base: uma condição em que ela retorna sem chamar a outra.
recursion-property = A propriedade { $property } lê a si mesma: { $whole }, dentro dela, a chama de novo, sem fim.
recursion-setter = O setter de { $property } atribui a si mesmo: { $whole }, dentro dele, o chama de novo, sem fim.
recursion-property-advice = Guarde o valor com outro nome: { $own }.
recursion-attribute = { $method } usa um atributo do próprio objeto, e assim chama a si mesmo sem fim.
recursion-attribute-advice = Dentro dele, use `object.__getattribute__(self, name)`, `super().__setattr__(…)` ou `self.__dict__`.
stop-iteration = { $call } pede mais um item a { $what }, e não há nenhum (StopIteration).
stop-iteration-advice = Dê a `next(…)` um valor padrão: `next(iterator, None)`; ou percorra com `for`.
changed-size = { $over } ({ $kind }) foi alterado (um item acrescentado ou removido) enquanto o laço o percorria.
changed-size-advice = Percorra uma cópia: { $fix }.
generator-stop = Dentro do gerador, { $call } não encontrou mais nenhum item, e um StopIteration não pode sair de um gerador.
generator-stop-advice = Dê a `next(…)` um valor padrão, ou encerre o gerador com `return` quando não sobrar nada.
loop-running = { $call } inicia um loop de eventos, mas este código já roda dentro de um: um loop em execução não pode iniciar outro.
loop-running-advice = Dentro de um `async def`, espere pelo resultado: { $fix }.
loop-missing = { $call } precisa de um loop de eventos em execução, e não há nenhum aqui.
loop-missing-advice = Chame-o dentro de um `async def` executado por `asyncio.run(…)`.
coroutine-reused = Uma corrotina só pode ser aguardada uma vez, e esta já foi.
coroutine-reused-advice = Chame a função de novo para cada `await`.
super-outside = `super()` só funciona dentro de um método de uma classe: { $message }.
super-outside-advice = Indique a classe e o objeto: `super(Class, self)`.
thread-once = Uma thread só pode ser iniciada uma vez.
thread-once-advice = Crie uma nova `Thread` para cada início.
lock = A trava (lock) não está no estado que isto exige: { $message }.
lock-advice = Use a trava com `with lock:`.
reraise = `raise` sozinho relança a exceção atual, e não há nenhuma aqui.
reraise-advice = Diga o que deve ser lançado: `raise ValueError("…")`.
spawn-main = Processos são iniciados enquanto o módulo principal ainda está sendo carregado.
spawn-main-advice = Coloque o início deles dentro de `if __name__ == "__main__":`.

## numpy, pandas

numpy-shapes = Os arrays em { $what } não são compatíveis: { $message }.
numpy-shapes-known = Os arrays em { $what } não são compatíveis por causa de suas formas: { $shapes }. { $message }
numpy-shapes-advice = A partir da direita, cada dimensão de uma forma precisa ser igual à da outra, ou 1: `reshape`, `[:, None]` ou `.T` mudam uma forma.
numpy-reshape = A nova forma tem outro número de itens: { $message }.
numpy-reshape-advice = O produto da nova forma precisa ser o tamanho do array; um dos números pode ser -1.
numpy-truth = Um array (ou uma coluna) inteiro não é verdadeiro nem falso: { $message }.
numpy-truth-advice = Use `.any()`, `.all()` ou `.empty`; combine condições com `&` e `|`, cada uma entre parênteses.
numpy-bounds = O índice está fora do array: { $message }.
numpy-bounds-advice = Os índices vão de 0 ao tamanho desse eixo menos 1.
nan-integer = O valor é NaN (um número ausente), e isso não é um número inteiro.
nan-integer-advice = Preencha ou descarte antes os valores ausentes: `fillna(0)`, `dropna()`.
pandas-length = As colunas ou os valores não têm o mesmo comprimento: { $message }.
pandas-length-advice = Deixe-os com o mesmo comprimento.

## Ends of runs

end-timeout = { $known ->
    [yes] O programa ainda estava rodando depois de { $seconds } s, o tempo limite, e estava então na linha { $line }.
   *[no] O programa ainda estava rodando depois de { $seconds } s, o tempo limite.
}
end-timeout-advice = Procure um laço cuja condição nunca se torna falsa, ou uma espera que ninguém encerra. Se só falta tempo, aumente `run.timeoutMs`.
end-memory = O programa usou { $used } MB de memória; são permitidos { $limit } MB.
end-memory-advice = Leia ou crie os dados em partes menores, ou aumente `sandbox.memoryMb` (1024 é comum para trabalho com dados).
end-disk = O programa gravou mais do que os { $limit } MB permitidos.
end-disk-advice = Remova arquivos que não são mais necessários, ou aumente `sandbox.diskMb`.
end-processes = O programa iniciou mais processos e threads do que o permitido ({ $limit }).
end-processes-advice = Procure um laço que inicia processos ou threads sem esperar por eles.
end-output = O programa foi encerrado porque havia impresso { $megabytes } MB.
end-output-advice = Imprima menos, grave em um arquivo, ou aumente `run.maxOutputBytes`.
end-died-memory-access = O processo morreu com { $signal }: código em C, em um pacote ou via ctypes, acessou memória que não é dele.
end-died-abort = O processo encerrou a si mesmo com { $signal }: código em C encontrou um estado que não poderia existir.
end-died-killed = O processo foi encerrado de fora, com { $signal }; muitas vezes é o sistema, quando a memória acaba.
end-died-arithmetic = O processo morreu com { $signal }: código em C dividiu por zero ou saiu do intervalo dos seus números.
end-died-instruction = O processo morreu com { $signal }: código em C foi compilado para outro processador, ou parou de propósito.
end-died-told = O processo recebeu a ordem de terminar, com { $signal }.
end-died-syscall = O processo foi encerrado com { $signal }: pediu ao sistema algo que a sandbox proíbe.
end-died-signal = O processo morreu com { $signal }.
end-died-exit = O processo terminou de imediato com o código de saída { $code }, por `os._exit` ou em código C; nada foi finalizado antes.
end-died-lost = O processo terminou sem dizer por quê.
end-died-session = As variáveis da sessão foram perdidas; a próxima execução começa uma nova.
exit-arguments = O programa se encerrou, porque seus argumentos de linha de comando estão incompletos: { $message }.
exit-arguments-advice = Forneça os argumentos que ele pede ao executá-lo.
exit-clean = O programa se encerrou.
exit-status = O programa se encerrou com o código de saída { $status }. Isso não é um erro no código.
exit-message = O programa se encerrou com a mensagem { $message }.
exit-status-advice = O que isso significa, só o próprio programa sabe.
interrupt = O programa foi interrompido (Ctrl-C).
interrupt-at = O programa foi interrompido (Ctrl-C) enquanto estava em { $statement }.
interrupt-advice = Isso não é um erro no código.
warning-deprecated = Isto ainda funciona, mas vai ser removido ou alterado: { $message }
warning-resource = Algo ficou aberto: { $message }.
warning-resource-advice = Use `with`, para que seja fechado.
warning-syntax = O Python aceita isto, mas dificilmente faz o que se queria: { $message }
warning-never-awaited = { $call } apenas cria uma corrotina: { $name } nunca foi aguardada; por isso o código dela não rodou.
warning-other = { $message }
