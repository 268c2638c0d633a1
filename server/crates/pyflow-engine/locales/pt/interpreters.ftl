### Which Python runs the code.

interpreter-reason-setting = é o da configuração pyflow.interpreter
interpreter-reason-folder = { $folder } é o ambiente virtual mais próximo
interpreter-reason-variable = { $name } indica o ambiente ativo
interpreter-reason-file = { $file } pede { $version }
interpreter-reason-path = é o primeiro { $name } do PATH
interpreter-reason-manager = { $manager } o escolhe para { $name }
interpreter-broken-environment = { $folder } é um ambiente virtual sem um Python que funcione. Ele foi ignorado; crie-o de novo.
interpreter-broken-variable = { $name } indica { $folder }, onde não há Python. Foi ignorado.
interpreter-version-missing = { $file } pede o Python { $version }, que não está instalado. Outro é usado.
interpreter-none = Não há Python. O PyFlow procurou em { $looked }. Instale o Python 3.8 ou mais novo, ou indique um na configuração pyflow.interpreter.
interpreter-setting-missing = A configuração pyflow.interpreter indica { $path }, que não é um programa nem um ambiente com Python. Corrija-a ou remova-a.
interpreter-cannot-start = O Python { $path } não pode ser iniciado: { $why }. Escolha outro na configuração pyflow.interpreter.
interpreter-too-slow = O Python { $path } não respondeu em { $seconds } segundos. Teste-o num terminal, ou escolha outro na configuração pyflow.interpreter.
interpreter-no-answer = O Python { $path } terminou sem responder: { $said }. Teste-o num terminal, ou escolha outro na configuração pyflow.interpreter.
interpreter-too-old = { $path } é o Python { $version }, e o PyFlow precisa do 3.8 ou mais novo. Escolha outro na configuração pyflow.interpreter.
