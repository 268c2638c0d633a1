//! Settings: several sources, checked, laid over each other, and resolved to one plain struct a workspace folder.
//!
//! Sources from the weakest: the defaults, `[tool.pyflow]` of the workspace's pyproject.toml, the user's own file,
//! what that file says of this workspace, what the client sent. Invariant: nothing marked † in [`keys`] is taken
//! from a workspace's files unless the user trusts the workspace, and trust comes from the user's file or client.

mod asker;
pub mod env;
mod files;
pub mod keys;
mod layer;

pub use asker::{Asker, Limits, Network, Paths, Profile, Read, Write};
pub use files::{USER_FILE, project_layer, user_layers};
pub use layer::{Layer, Source, Value, Values};

use crate::messages::{Locale, Message};
use crate::msg;
use asker::{number, text};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// When fixes are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verify {
    /// Where the sandbox keeps a trial from having effects.
    Auto,
    Always,
    Off,
}

/// Who is asked for fixes that no rule knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelSettings {
    /// `none`, `openai`, `anthropic`, `gemini`, `ollama`, `editor` or `auto`.
    pub provider: String,
    /// Absent: the provider's default.
    pub name: Option<String>,
    pub base_url: Option<String>,
    pub timeout: Duration,
}

/// All settings of a workspace folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The folder that they are for.
    pub root: PathBuf,
    /// Whether the user trusts what the workspace's files say.
    pub trusted: bool,
    /// As it was set, see [`crate::interpreters`]: a path, a folder or a name on PATH.
    pub interpreter: Option<PathBuf>,
    /// Where programs start.
    pub cwd: PathBuf,
    pub env: BTreeMap<String, String>,
    /// Absent: none is read.
    pub env_file: Option<PathBuf>,
    pub verify: Verify,
    pub model: ModelSettings,
    pub hints: bool,
    pub lens: bool,
    /// Absent: the client's.
    pub locale: Option<Locale>,
    editor: Limits,
    agent: Limits,
}

impl Settings {
    /// The defaults for a folder.
    pub fn defaults(root: &Path) -> Self {
        Self::resolve(root, None, &[]).0
    }

    /// Lays the layers over each other, the strongest last. The second value tells what was wrong with them, and
    /// which values were not taken because the workspace is not trusted.
    pub fn resolve(root: &Path, home: Option<&Path>, layers: &[Layer]) -> (Self, Vec<Message>) {
        let trusted = layers.iter().filter_map(|layer| layer.trusted).next_back().unwrap_or(false);
        let mut problems: Vec<Message> = Vec::new();
        let (mut values, mut agent_values) = (Values::new(), Values::new());
        for layer in layers {
            problems.extend(layer.problems.iter().cloned());
            if layer.source == Source::Project && !trusted {
                let (taken, left) = without_guarded(layer);
                values.extend(taken);
                if !left.is_empty() {
                    problems.push(msg!("settings-not-trusted", keys = left.join(", ")));
                }
            } else {
                values.extend(layer.values.clone());
                agent_values.extend(layer.agent.clone());
            }
        }
        (Self::from_values(root, home, trusted, &values, &agent_values), problems)
    }

    fn from_values(
        root: &Path,
        home: Option<&Path>,
        trusted: bool,
        values: &Values,
        agent_values: &Values,
    ) -> Self {
        let paths = Paths { root, home };
        let path =
            |name: &str| text(values, name).filter(|text| !text.is_empty()).map(|text| paths.expand(text));
        let word = |name: &str| text(values, name).filter(|text| !text.is_empty()).map(str::to_owned);
        let flag = |name: &str, default: bool| match values.get(name) {
            Some(&Value::Bool(flag)) => flag,
            _ => default,
        };
        let mut editor = Limits::editor();
        editor.set(values, &paths);
        let mut agent = Limits::agent();
        agent.tighten(values, &paths);
        agent.set(agent_values, &paths);
        Self {
            root: root.to_owned(),
            trusted,
            // A name without a separator is looked for on PATH, so it is not joined to the root.
            interpreter: text(values, "interpreter").filter(|text| !text.is_empty()).map(|text| {
                if text.contains(['/', '\\']) || text.starts_with(['~', '$', '.']) {
                    paths.expand(text)
                } else {
                    PathBuf::from(text)
                }
            }),
            cwd: path("cwd").unwrap_or_else(|| root.to_owned()),
            env: match values.get("env") {
                Some(Value::Texts(texts)) => texts.clone(),
                _ => BTreeMap::new(),
            },
            env_file: match text(values, "envFile") {
                Some("") => None,
                Some(text) => Some(paths.expand(text)),
                None => Some(root.join(".env")),
            },
            verify: match text(values, "verify") {
                Some("always") => Verify::Always,
                Some("off") => Verify::Off,
                _ => Verify::Auto,
            },
            model: ModelSettings {
                provider: word("model.provider").unwrap_or_else(|| "none".to_owned()),
                name: word("model.name"),
                base_url: word("model.baseUrl"),
                timeout: Duration::from_millis(
                    number(values, "model.timeoutMs").filter(|&millis| millis > 0).unwrap_or(60_000),
                ),
            },
            hints: flag("hints.enabled", true),
            lens: flag("lens.enabled", true),
            locale: text(values, "locale").and_then(known_locale),
            editor,
            agent,
        }
    }

    /// What whoever asks is given. A trial is better asked with [`Limits::trial`] of the run that it repeats; here
    /// it is the editor's.
    pub fn limits(&self, asker: Asker) -> Limits {
        match asker {
            Asker::Editor => self.editor.clone(),
            Asker::Agent => self.agent.clone(),
            Asker::Trial => self.editor.trial(Duration::MAX / 2),
        }
    }

    /// What a run of the user's gets for which a profile was named: the agent's limits, but for "off", which means
    /// off.
    pub fn limits_for_profile(&self, profile: Profile) -> Limits {
        match profile {
            Profile::Off => Limits { profile, ..self.editor.clone() },
            // The list of imports is for code that an agent wrote; this is still the user's.
            Profile::Standard | Profile::Strict => Limits { profile, whitelist: false, ..self.agent.clone() },
        }
    }
}

/// What an untrusted workspace may set, and the names of the keys that it may not.
fn without_guarded(layer: &Layer) -> (Values, Vec<String>) {
    let (left, taken): (Values, Values) = layer
        .values
        .clone()
        .into_iter()
        .partition(|(name, _)| keys::find(name).is_none_or(|key| key.guarded));
    let agents = layer.agent.keys().map(|name| format!("agent.{name}"));
    (taken, left.into_keys().map(str::to_owned).chain(agents).collect())
}

/// The language of a setting; a tag of no known language leaves the client's.
fn known_locale(tag: &str) -> Option<Locale> {
    let locale = Locale::from_tag(tag);
    tag.to_ascii_lowercase().starts_with(locale.tag()).then_some(locale)
}

#[cfg(test)]
mod tests;
