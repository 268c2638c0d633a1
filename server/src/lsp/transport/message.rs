//! A message's body as JSON-RPC: lenient where clients are known to differ, strict where guessing would do harm.

use memchr::memchr;
use serde_json::{Map, Value};
use std::borrow::Cow;
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Request, Response};

/// A message of the client.
#[derive(Debug, Clone, PartialEq)]
pub enum Incoming {
    /// A request, or a notification when it has no id.
    Request(Request),
    /// The answer to a request of the server's.
    Response(Response),
}

/// Reads a body. An error is the answer that is to be sent for it.
///
/// Taken as meant: a missing `jsonrpc`, `"params": null` (JSON-RPC has no such thing, clients send it with `shutdown`
/// and `exit`), an answer without `result` (JavaScript leaves out `undefined`), surrogates without a partner.
pub fn parse(body: &[u8]) -> Result<Incoming, Box<Response>> {
    let body = replace_lone_surrogates(body);
    let value: Value = serde_json::from_slice(&body)
        .map_err(|e| refusal(Id::Null, ErrorCode::ParseError, format!("The message is not JSON: {e}.")))?;
    let Value::Object(mut message) = value else {
        return Err(invalid(Id::Null, "A message must be one JSON object."));
    };
    let id = message.remove("id").map(id_from).transpose()?;
    match message.remove("method") {
        Some(Value::String(method)) => Ok(Incoming::Request(request(method, id, &mut message))),
        Some(_) => Err(invalid(id.unwrap_or(Id::Null), "The method of a message must be a string.")),
        None => match id {
            Some(id) => Ok(Incoming::Response(response(id, &mut message))),
            None => Err(invalid(Id::Null, "A message needs a method or an id.")),
        },
    }
}

fn request(method: String, id: Option<Id>, message: &mut Map<String, Value>) -> Request {
    let mut request = Request::build(method);
    if let Some(id) = id {
        request = request.id(id);
    }
    if let Some(params) = message.remove("params").filter(|params| !params.is_null()) {
        request = request.params(params);
    }
    request.finish()
}

fn response(id: Id, message: &mut Map<String, Value>) -> Response {
    match message.remove("error") {
        None | Some(Value::Null) => Response::from_ok(id, message.remove("result").unwrap_or(Value::Null)),
        Some(error) => {
            let code = error.get("code").and_then(Value::as_i64).unwrap_or(ErrorCode::InternalError.code());
            let text = error.get("message").and_then(Value::as_str).unwrap_or("The client gave no reason.");
            let mut told = Error::new(ErrorCode::from(code));
            told.message = text.to_owned().into();
            told.data = error.get("data").cloned();
            Response::from_error(id, told)
        }
    }
}

fn id_from(value: Value) -> Result<Id, Box<Response>> {
    match value {
        Value::String(text) => Ok(Id::String(text)),
        Value::Null => Ok(Id::Null),
        Value::Number(number) => number
            .as_i64()
            .map(Id::Number)
            .ok_or_else(|| invalid(Id::Null, "The id of a message must be an integer or a string.")),
        _ => Err(invalid(Id::Null, "The id of a message must be an integer or a string.")),
    }
}

fn invalid(id: Id, text: &'static str) -> Box<Response> {
    refusal(id, ErrorCode::InvalidRequest, text)
}

fn refusal(id: Id, code: ErrorCode, text: impl Into<Cow<'static, str>>) -> Box<Response> {
    let mut error = Error::new(code);
    error.message = text.into();
    Box::new(Response::from_error(id, error))
}

/// JSON text in which each `\ud800`-like escape without its other half is `\ufffd`.
///
/// A JavaScript client may cut a string between the halves of a pair. serde_json refuses such text, and a lost
/// `didChange` would leave the client's text and the server's apart for good; U+FFFD is one UTF-16 unit as well, so
/// the columns stay.
pub fn replace_lone_surrogates(json: &[u8]) -> Cow<'_, [u8]> {
    let mut changed: Option<Vec<u8>> = None;
    let mut at = 0;
    while let Some(found) = json.get(at..).and_then(|rest| memchr(b'\\', rest)) {
        let start = at + found;
        match escaped_unit(json, start) {
            Some(0xD800..=0xDBFF) if matches!(escaped_unit(json, start + 6), Some(0xDC00..=0xDFFF)) => {
                at = start + 12;
            }
            Some(0xD800..=0xDFFF) => {
                let text = changed.get_or_insert_with(|| json.to_vec());
                if let Some(digits) = text.get_mut(start + 2..start + 6) {
                    digits.copy_from_slice(b"fffd");
                }
                at = start + 6;
            }
            // Another escape: its second byte may be a backslash that begins none.
            _ => at = start + 2,
        }
    }
    changed.map_or(Cow::Borrowed(json), Cow::Owned)
}

/// The UTF-16 unit of the `\uXXXX` at `at`.
fn escaped_unit(json: &[u8], at: usize) -> Option<u32> {
    let digits = json.get(at..at + 6)?.strip_prefix(b"\\u")?;
    digits.iter().try_fold(0, |unit, &digit| Some(unit * 16 + (digit as char).to_digit(16)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn taken(value: &Value) -> Incoming {
        parse(value.to_string().as_bytes()).unwrap()
    }

    fn refused(body: &[u8]) -> (i64, Id) {
        let answer = parse(body).unwrap_err();
        (answer.error().unwrap().code.code(), answer.id().clone())
    }

    #[test]
    fn null_params_are_none() {
        let Incoming::Request(request) = taken(&json!({"id": 1, "method": "shutdown", "params": null}))
        else {
            panic!()
        };
        assert_eq!(request.params(), None);
    }

    #[test]
    fn what_is_no_message_is_answered() {
        assert_eq!(refused(b"{"), (-32700, Id::Null));
        assert_eq!(refused(b"\xff\xfe"), (-32700, Id::Null));
        assert_eq!(refused("[".repeat(100_000).as_bytes()), (-32700, Id::Null), "no stack is lost on depth");
        assert_eq!(refused(b"[]"), (-32600, Id::Null));
        assert_eq!(refused(b"{}"), (-32600, Id::Null));
        assert_eq!(refused(br#"{"id": 1.5, "method": "x"}"#), (-32600, Id::Null));
        assert_eq!(refused(br#"{"id": {}, "method": "x"}"#), (-32600, Id::Null));
        assert_eq!(refused(br#"{"id": 7, "method": 1}"#), (-32600, Id::Number(7)));
    }

    #[test]
    fn answers_are_taken_as_clients_send_them() {
        let ok = |v| Incoming::Response(Response::from_ok(Id::Number(1), v));
        assert_eq!(taken(&json!({"id": 1})), ok(Value::Null));
        assert_eq!(taken(&json!({"id": 1, "result": [1], "error": null})), ok(json!([1])));
        let Incoming::Response(answer) = taken(&json!({"id": 1, "error": {"code": -1, "extra": 1}})) else {
            panic!()
        };
        assert_eq!(answer.error().unwrap().code.code(), -1);
    }

    #[test]
    fn lone_surrogates_become_the_replacement_character() {
        let fixed =
            |text: &str| String::from_utf8(replace_lone_surrogates(text.as_bytes()).into_owned()).unwrap();
        assert_eq!(fixed(r"a\ud83d\ude00b"), r"a\ud83d\ude00b");
        assert_eq!(fixed(r"\ud83d"), r"\ufffd");
        assert_eq!(fixed(r"\uDE00\uD83D"), r"\ufffd\ufffd");
        assert_eq!(fixed(r"\ud83d\ud83d\ude00"), r"\ufffd\ud83d\ude00");
        assert_eq!(fixed(r"\\ud83d"), r"\\ud83d", "an escaped backslash");
        assert_eq!(fixed(r"\\\ud83d"), r"\\\ufffd");
        assert_eq!(fixed(r"\ud83"), r"\ud83");
    }

    proptest! {
        /// Any sequence of UTF-16 units, escaped, is read as what a lossy decoder makes of it.
        #[test]
        fn surrogates_are_replaced_as_a_lossy_decoder_does(units in prop::collection::vec(prop_oneof![
            Just(0x5Cu16), Just(0x61), 0xD7FEu16..=0xE001, any::<u16>()], 0..12)) {
            let json: String = std::iter::once("\"".to_owned())
                .chain(units.iter().map(|u| format!("\\u{u:04x}")))
                .chain(["\"".to_owned()]).collect();
            let read: String = serde_json::from_slice(&replace_lone_surrogates(json.as_bytes())).unwrap();
            prop_assert_eq!(read, String::from_utf16_lossy(&units));
        }
    }
}
