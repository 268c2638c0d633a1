### What the engine itself says.

engine-in-thread = Na thread { $name }.
engine-in-task = Na tarefa { $name }, que ninguém aguardou até o fim.
engine-in-logging = A chamada de logging está errada; o programa continuou sem ela.
engine-in-unraisable = O Python não tinha a quem repassar este erro; o programa continuou.
engine-in-group = Lançada como parte deste grupo.
engine-called-here = Chamada aqui, em { $name }
engine-called-from = chamada por { $name }, { $place }
engine-caused-by = Causado por { $error }
engine-while-handling = Durante o tratamento de { $error }

engine-fix-verified = { $title } (verificado)
engine-trial-clean = Testado: rodou até o fim em { $seconds } s, com a mesma saída antes do ponto que tinha falhado.
engine-trial-further = Testado: passa deste erro e depois para em { $error }.
engine-trial-not-reached = Testado: rodou até o fim, mas sem passar pelo ponto alterado.
engine-refused = Não executado: { $reason }
engine-session-evicted = A sessão { $session } foi encerrada: só { $most } podem existir ao mesmo tempo, e ela era a que estava parada há mais tempo.
engine-stale-modules = { $count ->
    [one] O módulo { $names } mudou desde que foi importado. Reinicie a sessão para usá-lo.
   *[other] Os módulos { $names } mudaram desde que foram importados. Reinicie a sessão para usá-los.
}
engine-code-too-long = O código tem { $bytes } bytes; são aceitos no máximo { $most }. Divida-o, ou aumente `session.maxCodeBytes`.
engine-violation = linha { $line }: { $message }
engine-magic-unknown = { $name } precisa do IPython, que o PyFlow não usa
engine-trial-ambiguous = Testado: rodou até o fim, mas outra correção também, com outra saída. Só você sabe qual das duas é a certa.
