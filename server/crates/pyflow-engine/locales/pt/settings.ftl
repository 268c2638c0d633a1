### Settings and the environment file.

settings-wrong-kind = A configuração pyflow.{ $key } deve ser { $expected }, não { $found }. Vale o valor padrão.
settings-kind-path = um caminho
settings-kind-text = um texto
settings-kind-bool = true ou false
settings-kind-number = um número inteiro, 0 ou mais
settings-kind-texts = um objeto cujos valores são textos
settings-kind-choice = um destes: { $words }
settings-kind-scope = um destes: { $words }, ou uma lista de pastas
settings-unknown-key = Não existe a configuração pyflow.{ $key }. Ela é ignorada.
settings-unreadable = O PyFlow não consegue usar { $file }: { $why }.
settings-not-trusted = O pyproject.toml da pasta define { $keys }. Um repositório não pode escolher isso sem a sua confiança: declare-a no editor, ou escreva trusted = true abaixo de [workspace."…"] no seu próprio arquivo de configuração. Os valores são ignorados.
settings-env-line = { $file }, linha { $line }, não é NOME=valor. A linha é ignorada.
