### Why a program broke: causes, paragraphs and advice.

explain-unknown = { $kind } was raised: { $message }

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
warning-deprecated = This still works but is going to be removed or changed: { $message }
warning-resource = Something was left open: { $message } Use `with`, so that it is closed.
warning-syntax = Python takes this, but it hardly does what was meant: { $message }
warning-never-awaited = The coroutine { $name } was made and never awaited, so its code did not run. Put `await` before the call.
warning-other = { $message }
