//! One source of settings, checked key by key: a wrong value costs that key alone, and is told once.

use super::keys::{self, Key, Kind};
use crate::messages::Message;
use crate::msg;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// How deep nested objects are followed; the deepest key has two levels below `pyflow` and `agent`.
const DEEPEST: usize = 6;
/// More entries than this in one list or object are not settings.
const MOST_ENTRIES: usize = 1000;

/// A checked value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    Bool(bool),
    Number(u64),
    Text(String),
    Texts(BTreeMap<String, String>),
    Folders(Vec<String>),
}

/// Where a layer came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// `[tool.pyflow]` of the workspace's pyproject.toml.
    Project,
    /// The user's own file.
    User,
    /// The editor.
    Client,
}

/// Values by the names of [`keys::KEYS`].
pub type Values = BTreeMap<&'static str, Value>;

/// One source of settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    pub source: Source,
    /// What holds for whoever asks, as far as it does not loosen an agent's limits.
    pub values: Values,
    /// What holds for agents alone: the keys below `agent`.
    pub agent: Values,
    /// What the client says of the user's trust in the workspace.
    pub trusted: Option<bool>,
    /// What was wrong with it.
    pub problems: Vec<Message>,
}

impl Layer {
    /// A layer without any value.
    pub fn empty(source: Source) -> Self {
        Self { source, values: Values::new(), agent: Values::new(), trusted: None, problems: Vec::new() }
    }

    /// Reads an object as clients send it: nested or with dotted keys, bare or inside `pyflow`. `null` means that
    /// nothing is set.
    pub fn from_json(source: Source, json: &Json) -> Self {
        let mut layer = Self::empty(source);
        match json {
            Json::Null => {}
            Json::Object(_) => layer.read(json, "", false, 0),
            other => layer.wrong("pyflow", Kind::Texts.message(), other),
        }
        layer
    }

    fn read(&mut self, json: &Json, prefix: &str, agent: bool, depth: usize) {
        let Json::Object(object) = json else { return };
        for (name, value) in object.iter().take(MOST_ENTRIES) {
            let name = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
            self.entry(&name, value, agent, depth);
        }
    }

    fn entry(&mut self, name: &str, value: &Json, agent: bool, depth: usize) {
        if depth > DEEPEST || value.is_null() {
            return;
        }
        for (section, is_agent) in [("pyflow", false), ("agent", true)] {
            if agent && is_agent {
                continue;
            }
            if name == section {
                if value.is_object() {
                    self.read(value, "", agent || is_agent, depth + 1);
                } else {
                    self.wrong(section, Kind::Texts.message(), value);
                }
                return;
            }
            if let Some(rest) = name.strip_prefix(section).and_then(|rest| rest.strip_prefix('.')) {
                return self.entry(rest, value, agent || is_agent, depth + 1);
            }
        }
        if name == "trusted" && self.source != Source::Project {
            match value.as_bool() {
                Some(trusted) => self.trusted = Some(trusted),
                None => self.wrong(name, Kind::Bool.message(), value),
            }
        } else if let Some(key) = keys::find(name) {
            match check(key, value) {
                Some(value) => {
                    let values = if agent { &mut self.agent } else { &mut self.values };
                    values.insert(key.name, value);
                }
                None => self.wrong(name, key.kind.message(), value),
            }
        } else if is_section(name) {
            if value.is_object() {
                self.read(value, name, agent, depth + 1);
            } else {
                self.wrong(name, Kind::Texts.message(), value);
            }
        } else if self.source != Source::Client {
            // Editors keep settings of their own in the section; in a file, it is a mistake.
            self.problems.push(msg!("settings-unknown-key", key = shorten(name)));
        }
    }

    fn wrong(&mut self, key: &str, expected: Message, found: &Json) {
        self.problems.push(msg!(
            "settings-wrong-kind",
            key = shorten(key),
            expected = expected,
            found = shorten(&found.to_string())
        ));
    }
}

/// Whether keys stand below that name.
fn is_section(name: &str) -> bool {
    keys::KEYS.iter().any(|key| key.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
}

/// The value, if it is of the key's kind.
fn check(key: &Key, value: &Json) -> Option<Value> {
    match key.kind {
        Kind::Path | Kind::Text => {
            value.as_str().filter(|text| !text.contains('\0')).map(|text| Value::Text(text.to_owned()))
        }
        Kind::Bool => value.as_bool().map(Value::Bool),
        Kind::Number => whole(value).map(Value::Number),
        Kind::Choice(words) => {
            value.as_str().filter(|text| words.contains(text)).map(|text| Value::Text(text.to_owned()))
        }
        Kind::Scope(words) => match value {
            Json::String(text) => words.contains(&text.as_str()).then(|| Value::Text(text.clone())),
            Json::Array(items) if items.len() <= MOST_ENTRIES => {
                let folder = |item: &Json| {
                    item.as_str().filter(|text| !text.is_empty() && !text.contains('\0')).map(str::to_owned)
                };
                items.iter().map(folder).collect::<Option<_>>().map(Value::Folders)
            }
            _ => None,
        },
        Kind::Texts => {
            let object = value.as_object().filter(|object| object.len() <= MOST_ENTRIES)?;
            let texts =
                object.iter().map(|(name, value)| Some((variable_name(name)?, variable_value(value)?)));
            texts.collect::<Option<_>>().map(Value::Texts)
        }
    }
}

/// A whole number from 0, also where a client's language has no whole numbers (`5000.0`).
fn whole(value: &Json) -> Option<u64> {
    let most = (1u64 << 53) as f64;
    value.as_u64().filter(|&number| number as f64 <= most).or_else(|| {
        value
            .as_f64()
            .filter(|number| number.fract() == 0.0 && (0.0..=most).contains(number))
            .map(|number| number as u64)
    })
}

fn variable_name(name: &str) -> Option<String> {
    (!name.is_empty() && !name.contains(['=', '\0'])).then(|| name.to_owned())
}

/// Numbers and truth values are taken too, as people write them in JSON.
fn variable_value(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => (!text.contains('\0')).then(|| text.clone()),
        Json::Number(_) | Json::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// Bounds what a message repeats of its cause.
fn shorten(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Locale;
    use serde_json::json;

    fn texts(layer: &Layer) -> Vec<String> {
        layer.problems.iter().map(|problem| problem.render(Locale::English)).collect()
    }

    #[test]
    fn every_spelling_of_a_key_means_the_same() {
        for spelling in [
            json!({"run": {"timeoutMs": 5000}}),
            json!({"run.timeoutMs": 5000}),
            json!({"run.timeoutMs": 5000.0}),
            json!({"pyflow": {"run": {"timeoutMs": 5000}}}),
            json!({"pyflow": {"run.timeoutMs": 5000}}),
            json!({"pyflow.run.timeoutMs": 5000}),
            json!({"pyflow.run": {"timeoutMs": 5000}}),
        ] {
            let layer = Layer::from_json(Source::Client, &spelling);
            assert_eq!(layer.values.get("run.timeoutMs"), Some(&Value::Number(5000)), "{spelling}");
            assert_eq!(layer.problems, [], "{spelling}");
        }
    }

    #[test]
    fn a_wrong_value_costs_its_key_alone_and_is_told_once_with_key_and_kind() {
        let layer = Layer::from_json(
            Source::Client,
            &json!({"run": {"timeoutMs": "soon", "maxOutputBytes": 7}, "sandbox": {"profile": "tight", "read": ["/a", 3]}, "lens": 5}),
        );
        assert_eq!(layer.values, Values::from([("run.maxOutputBytes", Value::Number(7))]));
        let texts = texts(&layer);
        assert_eq!(texts.len(), 4, "{texts:?}");
        assert!(
            texts[0].contains("run.timeoutMs")
                && texts[0].contains("whole number")
                && texts[0].contains("\"soon\"")
        );
        assert!(texts[1].contains("\"off\", \"standard\", \"strict\""), "{texts:?}");
    }

    #[test]
    fn numbers_that_are_none_are_refused() {
        for wrong in [json!(-1), json!(1.5), json!(1e300), json!("5"), json!(true), json!(u64::MAX)] {
            let layer = Layer::from_json(Source::Client, &json!({"session.max": wrong}));
            assert!(layer.values.is_empty() && layer.problems.len() == 1, "{wrong}");
        }
    }

    #[test]
    fn null_sets_nothing_and_no_object_is_told() {
        for nothing in [json!(null), json!({}), json!({"pyflow": null}), json!({"run": {"timeoutMs": null}})]
        {
            assert_eq!(Layer::from_json(Source::Client, &nothing), Layer::empty(Source::Client), "{nothing}");
        }
        assert_eq!(Layer::from_json(Source::Client, &json!([1])).problems.len(), 1);
        assert_eq!(Layer::from_json(Source::Client, &json!({"pyflow": "x"})).problems.len(), 1);
    }

    #[test]
    fn what_an_editor_keeps_in_the_section_is_its_own_but_a_file_is_told() {
        let other = json!({"trace": {"server": "off"}, "sandbox": {"profil": "off"}});
        assert_eq!(Layer::from_json(Source::Client, &other).problems, []);
        let problems = texts(&Layer::from_json(Source::User, &other));
        assert!(problems.len() == 2 && problems[1].contains("sandbox.profil"), "{problems:?}");
    }

    #[test]
    fn agents_have_values_of_their_own_and_trust_is_no_ones_who_is_not_the_user() {
        let sent = json!({"trusted": true, "agent": {"sandbox.network": "on"}, "agent.session.max": 3});
        let layer = Layer::from_json(Source::Client, &sent);
        assert_eq!(layer.agent.len(), 2);
        assert!(layer.values.is_empty());
        assert_eq!(layer.trusted, Some(true));
        assert_eq!(Layer::from_json(Source::Project, &sent).trusted, None);
    }

    #[test]
    fn depth_and_size_have_a_bound() {
        let mut deep = json!({"session.max": 1});
        for _ in 0..200 {
            deep = json!({ "pyflow": deep });
        }
        assert!(Layer::from_json(Source::Client, &deep).values.is_empty());
        let long = Layer::from_json(Source::Client, &json!({"locale": vec!["x"; 100_000]}));
        assert!(texts(&long)[0].len() < 300);
    }
}
