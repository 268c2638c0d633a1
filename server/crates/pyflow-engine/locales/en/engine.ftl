### What the engine itself says.

engine-in-thread = In the thread { $name }.
engine-in-task = In the task { $name }, which nobody awaited to the end.
engine-in-logging = The logging call is wrong; the program went on without it.
engine-in-unraisable = Python could not pass this error on to anybody; the program went on.
engine-in-group = Raised as a part of this group.
engine-called-here = Called here, in { $name }
engine-called-from = called from { $name }, { $place }
engine-caused-by = Caused by { $error }
engine-while-handling = While handling { $error }

engine-fix-verified = { $title } (verified)
engine-trial-clean = Tried: it ran to its end in { $seconds } s, with the same output before the place that had failed.
engine-trial-further = Tried: it gets past this error, and then stops at { $error }.
engine-trial-not-reached = Tried: it ran to its end, but not through the place that was changed.
engine-refused = Not run: { $reason }
engine-session-evicted = The session { $session } was ended: at most { $most } may live at once, and it was idle longest.
engine-stale-modules = { $count ->
    [one] The module { $names } has changed since it was imported. Restart the session to use it.
   *[other] The modules { $names } have changed since they were imported. Restart the session to use them.
}
engine-code-too-long = The code has { $bytes } bytes; at most { $most } are taken. Split it up, or raise `session.maxCodeBytes`.
engine-violation = line { $line }: { $message }
engine-magic-unknown = { $name } needs IPython, which PyFlow does not use
engine-trial-ambiguous = Tried: it ran to its end, but so did another fix, with other output. Which of them is meant, only you can tell.
