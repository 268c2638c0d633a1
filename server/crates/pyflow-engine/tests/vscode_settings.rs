//! The VS Code extension's manifest has the settings of the server's own table, in its words. With `PYFLOW_WRITE=1`
//! this test writes them there; without, it fails when they differ.

use pyflow_engine::settings::keys::{KEYS, Key, Kind};
use serde_json::{Map, Value, json};
use std::path::PathBuf;

fn manifest() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../editors/vscode/package.json")
}

/// The default of someone at an editor, as JSON; what has none in words that JSON can say is null.
fn default(key: &Key) -> Value {
    let words = key.default;
    match key.kind {
        Kind::Bool => json!(words.starts_with("true")),
        Kind::Number => {
            let digits: String = words.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<u64>().map_or(Value::Null, Value::from)
        }
        Kind::Choice(_) | Kind::Scope(_) => {
            words.split('"').nth(1).map_or(Value::Null, |word| Value::from(word.to_owned()))
        }
        Kind::Path | Kind::Text => words
            .strip_prefix('`')
            .and_then(|rest| rest.strip_suffix('`'))
            .map_or(json!(""), |word| Value::from(word.to_owned())),
        Kind::Texts => json!({}),
    }
}

fn property(key: &Key) -> Value {
    let mut property = match key.kind {
        Kind::Path | Kind::Text => json!({"type": "string"}),
        Kind::Bool => json!({"type": "boolean"}),
        Kind::Number => json!({"type": ["integer", "null"], "minimum": 0}),
        Kind::Texts => json!({"type": "object", "additionalProperties": {"type": "string"}}),
        Kind::Choice(words) => json!({"type": "string", "enum": words}),
        Kind::Scope(words) => {
            json!({"anyOf": [{"type": "string", "enum": words}, {"type": "array", "items": {"type": "string"}}]})
        }
    };
    if let Some(object) = property.as_object_mut() {
        object.insert("default".to_owned(), default(key));
        object.insert("scope".to_owned(), json!("resource"));
        let text = format!("{} Default: {}.", key.description, key.default.trim_end_matches('.'));
        object.insert("markdownDescription".to_owned(), json!(text));
    }
    property
}

#[test]
fn the_extension_has_the_servers_settings() {
    let text = std::fs::read_to_string(manifest()).expect("the manifest is there");
    let found: Value = serde_json::from_str(&text).expect("it is JSON");
    let properties: Map<String, Value> =
        KEYS.iter().map(|key| (format!("pyflow.{}", key.name), property(key))).collect();
    let guarded: Vec<String> =
        KEYS.iter().filter(|key| key.guarded).map(|key| format!("pyflow.{}", key.name)).collect();
    let mut wanted = found.clone();
    wanted["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"] = json!(guarded);
    let parts = wanted["contributes"]["configuration"].as_array_mut().expect("a list of parts");
    let part = parts.iter_mut().find(|part| part["id"] == "pyflow.server").expect("the server's part");
    part["properties"] = Value::Object(properties);
    if std::env::var_os("PYFLOW_WRITE").is_some() {
        let mut text = serde_json::to_string_pretty(&wanted).expect("JSON");
        text.push('\n');
        std::fs::write(manifest(), text).expect("the manifest can be written");
    } else {
        assert_eq!(
            found, wanted,
            "write it with PYFLOW_WRITE=1 cargo test -p pyflow-engine --test vscode_settings"
        );
    }
}
