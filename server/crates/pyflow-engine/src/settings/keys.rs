//! The table of all settings: one row a key, with its kind, default and meaning. The README's table, the checks of
//! what a client sends, and the names in messages are all made from it.

use crate::messages::{Locale, Message};
use crate::msg;

/// What a setting's value looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A path; `~` is the user's home, a relative one starts at the workspace's root.
    Path,
    Text,
    /// `true` or `false`.
    Bool,
    /// A whole number from 0.
    Number,
    /// An object of texts.
    Texts,
    /// One of a few words.
    Choice(&'static [&'static str]),
    /// One of a few words, or a list of folders.
    Scope(&'static [&'static str]),
}

impl Kind {
    /// The kind in words, for another message; a number's unit is in the key's name.
    pub fn message(self) -> Message {
        let choices =
            |words: &[&str]| words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
        match self {
            Kind::Path => msg!("settings-kind-path"),
            Kind::Text => msg!("settings-kind-text"),
            Kind::Bool => msg!("settings-kind-bool"),
            Kind::Number => msg!("settings-kind-number"),
            Kind::Texts => msg!("settings-kind-texts"),
            Kind::Choice(words) => msg!("settings-kind-choice", words = choices(words)),
            Kind::Scope(words) => msg!("settings-kind-scope", words = choices(words)),
        }
    }
}

/// One setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// Without the section's name: `run.timeoutMs`.
    pub name: &'static str,
    pub kind: Kind,
    /// The default in words, by who asks where that matters.
    pub default: &'static str,
    /// Marked † in the documents: a workspace's own files can't set it unless the user trusts the workspace.
    pub guarded: bool,
    pub description: &'static str,
}

const fn key(name: &'static str, kind: Kind, default: &'static str, description: &'static str) -> Key {
    Key { name, kind, default, guarded: false, description }
}

const fn guarded(name: &'static str, kind: Kind, default: &'static str, description: &'static str) -> Key {
    Key { name, kind, default, guarded: true, description }
}

/// All settings.
pub const KEYS: &[Key] = &[
    guarded(
        "interpreter",
        Kind::Path,
        "found: `.venv` or `venv` upwards, VIRTUAL_ENV, CONDA_PREFIX, `.python-version`, then python3 on PATH",
        "The Python that runs your code: its path, an environment's folder, or a name on PATH.",
    ),
    key("cwd", Kind::Path, "the workspace's root", "The folder in which programs start."),
    guarded("env", Kind::Texts, "none", "Environment variables that programs get besides your own."),
    key(
        "envFile",
        Kind::Path,
        "`.env`",
        "A file of environment variables, read before each run. An empty text means none.",
    ),
    key(
        "run.timeoutMs",
        Kind::Number,
        "0 (none); 5000 in `/execute`",
        "Ends a file's run after so many milliseconds.",
    ),
    key(
        "run.maxOutputBytes",
        Kind::Number,
        "100000",
        "How much of each output stream is kept: its head and its tail.",
    ),
    key(
        "session.timeoutMs",
        Kind::Number,
        "0 (none); agents 30000",
        "Ends a cell's or a command's run after so many milliseconds.",
    ),
    key(
        "session.idleTimeoutMs",
        Kind::Number,
        "0 (never); agents 600000",
        "Ends a session that was not used for so many milliseconds.",
    ),
    key(
        "session.max",
        Kind::Number,
        "10",
        "How many sessions there may be; the one idle longest makes room.",
    ),
    key(
        "session.maxCodeBytes",
        Kind::Number,
        "0 (none); agents 100000",
        "The most code that one command of a session may bring.",
    ),
    guarded(
        "session.whitelist",
        Kind::Bool,
        "false; agents true",
        "Holds code to the list of allowed imports, builtins and attributes.",
    ),
    guarded(
        "sandbox.profile",
        Kind::Choice(&["off", "standard", "strict"]),
        "\"standard\"",
        "What programs are kept from; \"strict\" refuses to run where the system can't enforce all of it.",
    ),
    guarded(
        "sandbox.network",
        Kind::Choice(&["on", "loopback", "off"]),
        "\"on\"; agents \"off\"",
        "Which network programs reach.",
    ),
    guarded(
        "sandbox.read",
        Kind::Scope(&["all", "home", "workspace"]),
        "\"all\" (but other people's files and key stores); agents \"workspace\"",
        "What programs can read besides the system and the interpreter.",
    ),
    guarded(
        "sandbox.write",
        Kind::Scope(&["workspace", "run"]),
        "\"workspace\" (with temporary and cache folders); agents \"run\"",
        "Where programs can write; \"run\" is a folder that goes with the run.",
    ),
    key(
        "sandbox.memoryMb",
        Kind::Number,
        "half of the machine's; agents 256",
        "How much memory a program may use, in MB; 0 means no limit.",
    ),
    key(
        "sandbox.diskMb",
        Kind::Number,
        "0 (none); agents 64",
        "How much a program may write to the run's folder, in MB; 0 means no limit.",
    ),
    guarded(
        "sandbox.allowUnenforced",
        Kind::Bool,
        "false",
        "Runs programs also where the system can't enforce what the profile promises.",
    ),
    key(
        "verify",
        Kind::Choice(&["auto", "always", "off"]),
        "\"auto\"",
        "Tries fixes in a trial run before they are offered; \"auto\" only where the sandbox keeps the trial from having effects.",
    ),
    guarded(
        "model.provider",
        Kind::Choice(&["none", "openai", "anthropic", "gemini", "ollama", "editor", "auto"]),
        "\"none\"",
        "Who is asked for fixes that no rule knows. Nothing leaves the machine while it is \"none\".",
    ),
    key("model.name", Kind::Text, "the provider's", "The model's name."),
    guarded("model.baseUrl", Kind::Text, "the provider's", "Where the model is reached."),
    key("model.timeoutMs", Kind::Number, "60000", "How long a model's answer is waited for."),
    key("hints.enabled", Kind::Bool, "true", "Shows values at the ends of lines."),
    key("lens.enabled", Kind::Bool, "true", "Shows \"Run cell\" and \"Run file\" above the code."),
    key("locale", Kind::Text, "the client's", "The language of messages: en, pt or ru."),
];

/// The row of a key.
pub fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

/// The table in Markdown, as the README has it.
pub fn markdown() -> String {
    let rows = KEYS.iter().map(|key| {
        let mark = if key.guarded { " †" } else { "" };
        let kind = match key.kind {
            Kind::Choice(_) | Kind::Scope(_) => format!(" ({})", key.kind.message().render(Locale::English)),
            _ => String::new(),
        };
        format!("| `{}`{mark} | {} | {}{kind} |\n", key.name, key.default, key.description)
    });
    std::iter::once("| key | default | meaning |\n| --- | --- | --- |\n".to_owned()).chain(rows).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_stands_in_the_table_twice_or_is_the_prefix_of_another() {
        for (index, key) in KEYS.iter().enumerate() {
            for other in &KEYS[index + 1..] {
                assert_ne!(key.name, other.name);
                assert!(!other.name.starts_with(&format!("{}.", key.name)), "{} {}", key.name, other.name);
            }
        }
    }
}
