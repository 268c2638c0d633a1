//! The worker's Python sources, as they are sent to an interpreter; see `PROTOCOL.md` beside this file.

/// Given to the interpreter by `-c`.
pub const LOADER: &str = include_str!("loader.py");

/// Parts that are loaded at once, in this order; the others when they are first wanted.
pub const START: &[&str] = &["channel", "output", "values", "capture", "imports", "hooks", "run"];

/// All parts by name.
pub const SOURCES: &[(&str, &str)] = &[
    ("need", include_str!("need.py")),
    ("channel", include_str!("channel.py")),
    ("output", include_str!("output.py")),
    ("values", include_str!("values.py")),
    ("capture", include_str!("capture.py")),
    ("imports", include_str!("imports.py")),
    ("hooks", include_str!("hooks.py")),
    ("run", include_str!("run.py")),
    ("trees", include_str!("trees.py")),
    ("evaluate", include_str!("evaluate.py")),
    ("facts", include_str!("facts.py")),
    ("session", include_str!("session.py")),
    ("display", include_str!("display.py")),
    ("magics", include_str!("magics.py")),
    ("ask", include_str!("ask.py")),
    ("watch", include_str!("watch.py")),
    ("whitelist", include_str!("whitelist.py")),
];
