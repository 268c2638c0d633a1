//! The arguments of a command: one object, nothing, or plain words as a person types them in Helix.
//!
//! Words are the same things in short: a URI or an absolute path, `line:character` and `line:character-line:character`
//! as the protocol counts them, `key=value`; whatever else a command takes follows.

use crate::lsp::session::Session;
use pyflow_core::ids::{RunId, SessionId};
use pyflow_core::uri;
use pyflow_engine::api::Which;
use pyflow_engine::document_id;
use serde_json::{Map, Value, json};
use std::path::Path;
use std::time::Duration;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{Position, Range};

/// What the words of a command mean that are neither a document, nor a place, nor a `key=value`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Words {
    /// The command takes none.
    None,
    /// Arguments of the program.
    Args,
    /// The value of a key.
    One(&'static str),
    /// A session, if there are two, and then the value of a key.
    SessionAnd(&'static str),
}

/// Keys that words may give; the others of the contract are too long to type.
const KEYS: [&str; 9] =
    ["uri", "stdin", "module", "timeoutMs", "timeout", "wait", "runId", "sessionId", "name"];

/// A command's arguments, by key.
#[derive(Debug, Default)]
pub(crate) struct Arguments(Map<String, Value>);

fn invalid(text: impl Into<String>) -> Error {
    Error::invalid_params(text.into())
}

impl Arguments {
    pub(crate) fn read(arguments: Vec<Value>, words: Words) -> Result<Self> {
        let mut all = Self::default();
        let mut plain = Vec::new();
        for argument in arguments {
            match argument {
                Value::Object(object) => all.0.extend(object),
                Value::String(text) => match serde_json::from_str(&text) {
                    Ok(Value::Object(object)) => all.0.extend(object),
                    _ => plain.push(text),
                },
                Value::Null => {}
                Value::Number(_) | Value::Bool(_) => plain.push(argument.to_string()),
                Value::Array(_) => {
                    return Err(invalid("Give a command one object or plain words, not a list."));
                }
            }
        }
        all.take_words(plain, words)?;
        Ok(all)
    }

    fn take_words(&mut self, plain: Vec<String>, words: Words) -> Result<()> {
        let mut others = Vec::new();
        for word in plain {
            // What follows the first argument of a program is the program's.
            if (others.is_empty() || words != Words::Args) && self.take_word(&word, words) {
                continue;
            }
            others.push(word);
        }
        match (words, others.as_slice()) {
            (_, []) => {}
            (Words::Args, _) => {
                self.0.insert("args".to_owned(), json!(others));
            }
            (Words::One(key) | Words::SessionAnd(key), [value]) => {
                self.0.insert(key.to_owned(), json!(value));
            }
            (Words::SessionAnd(key), [session, value]) => {
                self.0.insert("sessionId".to_owned(), json!(session));
                self.0.insert(key.to_owned(), json!(value));
            }
            (_, [word, ..]) => {
                return Err(invalid(format!("This command does not take the word \"{word}\".")));
            }
        }
        Ok(())
    }

    /// Whether a word says by its form what it is.
    fn take_word(&mut self, word: &str, words: Words) -> bool {
        if let Some((key, value)) = word.split_once('=').filter(|(key, _)| KEYS.contains(key)) {
            let is_text = matches!(key, "uri" | "stdin" | "runId" | "sessionId" | "name");
            let parsed = (!is_text).then(|| serde_json::from_str(value).ok()).flatten();
            self.0.insert(key.to_owned(), parsed.unwrap_or_else(|| json!(value)));
            return true;
        }
        if !self.0.contains_key("uri") {
            if Path::new(word).is_absolute() {
                self.0.insert("uri".to_owned(), json!(uri::from_path(Path::new(word))));
                return true;
            }
            if uri::scheme(word).is_some() {
                self.0.insert("uri".to_owned(), json!(word));
                return true;
            }
        }
        if words != Words::None {
            return false;
        }
        if let Some((start, end)) = word.split_once('-')
            && let (Some(start), Some(end)) = (place(start), place(end))
        {
            self.0.insert("range".to_owned(), json!({"start": start, "end": end}));
            return true;
        }
        if let Some(at) = place(word) {
            self.0.insert("position".to_owned(), json!(at));
            return true;
        }
        false
    }

    /// The URI of the document that is meant: the one named, else the one of the last request or edit.
    pub(crate) fn document(&self, session: &Session) -> Result<String> {
        if let Some(uri) = self.text("uri")? {
            return Ok(session.spelling(&uri));
        }
        if let Some(uri) = self.0.get("textDocument").and_then(|document| document.get("uri")) {
            return uri
                .as_str()
                .map(|uri| session.spelling(uri))
                .ok_or_else(|| wrong("textDocument.uri", "a URI"));
        }
        session
            .last_document()
            .ok_or_else(|| invalid("Which document? Give its \"uri\", or open or edit one first."))
    }

    /// The place that is meant in that document: the one given, else where the client last was.
    pub(crate) fn position(&self, uri: &str, session: &Session) -> Result<Option<Position>> {
        if let Some(value) = self.given("position") {
            return typed(value, "position", "{\"line\", \"character\"}").map(Some);
        }
        Ok(session.last_position(uri))
    }

    /// The selection that is meant.
    pub(crate) fn range(&self, uri: &str, session: &Session) -> Result<Option<Range>> {
        if let Some(value) = self.given("range") {
            return typed(value, "range", "{\"start\", \"end\"}").map(Some);
        }
        if let Some(value) = self.given("position") {
            let at = typed(value, "position", "{\"line\", \"character\"}")?;
            return Ok(Some(Range { start: at, end: at }));
        }
        Ok(session.last_selection(uri))
    }

    /// A run or a session: the one named, else the document's.
    pub(crate) fn which(&self, session: &Session) -> Result<Which> {
        if let Some(run) = self.text("runId")? {
            return Ok(Which::Run(RunId(run)));
        }
        if let Some(id) = self.text("sessionId")? {
            return Ok(Which::Session(SessionId(id)));
        }
        Ok(Which::Document(document_id(&self.document(session)?)))
    }

    pub(crate) fn text(&self, key: &str) -> Result<Option<String>> {
        self.given(key)
            .map(|value| value.as_str().map(str::to_owned).ok_or_else(|| wrong(key, "a string")))
            .transpose()
    }

    pub(crate) fn flag(&self, key: &str) -> Result<Option<bool>> {
        self.given(key).map(|value| value.as_bool().ok_or_else(|| wrong(key, "true or false"))).transpose()
    }

    pub(crate) fn texts(&self, key: &str) -> Result<Option<Vec<String>>> {
        self.given(key).map(|value| typed(value, key, "a list of strings")).transpose()
    }

    /// `timeoutMs`, or `timeout` in seconds.
    pub(crate) fn timeout(&self) -> Result<Option<Duration>> {
        let seconds = match (self.given("timeoutMs"), self.given("timeout")) {
            (Some(value), _) => {
                value.as_f64().map(|ms| ms / 1e3).ok_or_else(|| wrong("timeoutMs", "a number"))?
            }
            (None, Some(value)) => value.as_f64().ok_or_else(|| wrong("timeout", "a number"))?,
            (None, None) => return Ok(None),
        };
        Duration::try_from_secs_f64(seconds).map(Some).map_err(|_| {
            invalid("A time limit can't be negative, nor longer than the universe has been there.")
        })
    }

    /// The whole value of a key.
    pub(crate) fn given(&self, key: &str) -> Option<&Value> {
        self.0.get(key).filter(|value| !value.is_null())
    }
}

/// `line:character`.
fn place(word: &str) -> Option<Value> {
    let (line, character) = word.split_once(':')?;
    let (line, character): (u32, u32) = (line.parse().ok()?, character.parse().ok()?);
    Some(json!({"line": line, "character": character}))
}

fn typed<T: serde::de::DeserializeOwned>(value: &Value, key: &str, want: &str) -> Result<T> {
    T::deserialize(value).map_err(|_| wrong(key, want))
}

fn wrong(key: &str, want: &str) -> Error {
    invalid(format!("\"{key}\" must be {want}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(list: &[&str], words: Words) -> Result<Value> {
        Arguments::read(list.iter().map(|w| json!(w)).collect(), words).map(|all| Value::Object(all.0))
    }

    #[test]
    fn objects_nothing_and_json_in_a_string_are_the_same() {
        let object = json!({"uri": "file:///a.py", "position": {"line": 1, "character": 2}});
        for arguments in
            [vec![object.clone()], vec![json!(object.to_string())], vec![json!(null), object.clone()]]
        {
            assert_eq!(Value::Object(Arguments::read(arguments, Words::None).unwrap().0), object);
        }
        assert!(Arguments::read(vec![], Words::None).unwrap().0.is_empty());
        assert!(Arguments::read(vec![json!([1])], Words::None).is_err());
    }

    #[test]
    fn words_say_by_their_form_what_they_are() {
        assert_eq!(
            words(&["file:///a.py", "3:4"], Words::None).unwrap(),
            json!({"uri": "file:///a.py", "position": {"line": 3, "character": 4}})
        );
        assert_eq!(
            words(&["/a b.py", "3:4-5:0", "wait=true"], Words::None).unwrap(),
            json!({"uri": "file:///a%20b.py", "wait": true, "range":
                {"start": {"line": 3, "character": 4}, "end": {"line": 5, "character": 0}}})
        );
        assert_eq!(
            words(&["untitled:Untitled-1"], Words::None).unwrap(),
            json!({"uri": "untitled:Untitled-1"})
        );
        assert!(words(&["what"], Words::None).is_err());
    }

    #[test]
    fn words_of_a_program_are_its_own() {
        assert_eq!(
            words(&["stdin=5", "/a.py", "in.txt", "/b.py", "wait=true", "1:2"], Words::Args).unwrap(),
            json!({"stdin": "5", "uri": "file:///a.py", "args": ["in.txt", "/b.py", "wait=true", "1:2"]})
        );
    }

    #[test]
    fn a_session_and_a_name() {
        let of = |list: &[&str]| words(list, Words::SessionAnd("name"));
        assert_eq!(of(&["x"]).unwrap(), json!({"name": "x"}));
        assert_eq!(of(&["s1", "x"]).unwrap(), json!({"sessionId": "s1", "name": "x"}));
        assert!(of(&["a", "b", "c"]).is_err());
    }

    #[test]
    fn what_is_not_named_is_where_the_client_last_was() {
        let session = Session::default();
        let none = Arguments::default();
        assert!(none.document(&session).is_err());
        let at = Position { line: 2, character: 1 };
        session.touched("file:///a.py", Some(Range { start: at, end: at }));
        assert_eq!(none.document(&session).unwrap(), "file:///a.py");
        assert_eq!(none.position("file:///a.py", &session).unwrap(), Some(at));
        assert_eq!(none.position("file:///b.py", &session).unwrap(), None);
        assert_eq!(none.which(&session).unwrap(), Which::Document(document_id("file:///a.py")));
    }

    #[test]
    fn values_of_another_kind_are_refused_by_name() {
        for (arguments, key) in [
            (json!({"position": {"line": -1, "character": 0}}), "position"),
            (json!({"range": 4}), "range"),
            (json!({"args": [1]}), "args"),
            (json!({"timeoutMs": "soon"}), "timeoutMs"),
            (json!({"uri": 1}), "uri"),
            (json!({"wait": 1}), "wait"),
        ] {
            let all = Arguments::read(vec![arguments], Words::None).unwrap();
            let session = Session::default();
            let refusal = match key {
                "position" => all.position("u", &session).map(drop),
                "range" => all.range("u", &session).map(drop),
                "args" => all.texts(key).map(drop),
                "timeoutMs" => all.timeout().map(drop),
                "uri" => all.document(&session).map(drop),
                _ => all.flag(key).map(drop),
            };
            assert!(refusal.unwrap_err().message.contains(key), "{key}");
        }
        let limit = |arguments| Arguments::read(vec![arguments], Words::None).unwrap().timeout();
        assert!(limit(json!({"timeoutMs": -1})).is_err() && limit(json!({"timeout": 1e300})).is_err());
        assert_eq!(limit(json!({"timeout": 0.5})).unwrap(), Some(Duration::from_millis(500)));
    }
}
