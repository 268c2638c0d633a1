//! Texts and data in a form that a reader does not take: JSON, patterns, SQL, encodings, archives.

use super::texts::{code, quoted};
use crate::diagnose::data as found;
use crate::diagnose::{Crash, Explanation, Scene};
use crate::msg;

pub(super) fn explain(crash: &Crash<'_>, scene: Option<&Scene<'_>>) -> Option<Explanation> {
    let message = crash.exception.message.as_str();
    if crash.is_a("JSONDecodeError") {
        return Some(json(crash, message));
    }
    if crash.is_a("UnicodeDecodeError") {
        return Some(decode(crash, message));
    }
    if crash.is_a("UnicodeEncodeError") {
        let encoding = quoted(message, 0).unwrap_or("ascii");
        let what =
            message.split("character ").nth(1).and_then(|m| m.split(" in position").next()).unwrap_or("…");
        return Some(
            Explanation::of(msg!("encode", encoding = code(encoding), what = code(what.trim_matches('\''))))
                .advice(msg!("encode-advice")),
        );
    }
    if crash.is_a("PatternError")
        || crash.exception.type_name == "error"
            && matches!(crash.exception.module.as_str(), "re" | "sre_constants" | "re._constants")
    {
        return Some(regex(crash, message));
    }
    if crash.exception.module.starts_with("sqlite3") || crash.exception.module.starts_with("_sqlite3") {
        return Some(sqlite(crash, scene, message));
    }
    if crash.exception.type_name == "error" && crash.exception.module == "struct" {
        return Some(Explanation::of(msg!("struct", message = code(message))).advice(msg!("struct-advice")));
    }
    if crash.exception.module == "zlib"
        || crash.is_a("BadZipFile")
        || crash.is_a("BadGzipFile")
        || crash.is_a("ReadError")
        || crash.is_a("LZMAError")
    {
        return Some(
            Explanation::of(msg!("archive", message = code(message))).advice(msg!("archive-advice")),
        );
    }
    if crash.is_a("TOMLDecodeError") {
        return Some(Explanation::of(msg!("toml", message = code(message))).advice(msg!("toml-advice")));
    }
    if crash.exception.module.starts_with("configparser") {
        let known = scene
            .and_then(|s| s.failing("call").or_else(|| s.failing("subscript")))
            .map_or_else(String::new, |n| scene.map_or("", |s| s.text(n)).to_owned());
        return Some(
            Explanation::of(msg!("configparser", message = code(message), call = code(&known)))
                .advice(msg!("configparser-advice")),
        );
    }
    if crash.is_a("ParseError") || crash.exception.module.starts_with("xml") {
        return Some(Explanation::of(msg!("xml", message = code(message))).advice(msg!("xml-advice")));
    }
    if crash.exception.module.starts_with("csv") || crash.exception.module == "_csv" {
        return Some(Explanation::of(msg!("csv", message = code(message))).advice(msg!("csv-advice")));
    }
    if crash.is_a("UnpicklingError")
        || crash.is_a("PicklingError")
        || message.starts_with("Can't pickle")
        || message.contains("cannot pickle")
    {
        return Some(Explanation::of(msg!("pickle", message = code(message))).advice(msg!("pickle-advice")));
    }
    if crash.exception.module == "decimal" {
        return Some(
            Explanation::of(msg!("decimal", message = code(message))).advice(msg!("decimal-advice")),
        );
    }
    if crash.exception.module == "binascii" || crash.is_a("Error") && crash.exception.module == "base64" {
        return Some(Explanation::of(msg!("base64", message = code(message))).advice(msg!("base64-advice")));
    }
    if crash.exception.module == "shutil" {
        return Some(Explanation::of(msg!("shutil", message = code(message))).advice(msg!("shutil-advice")));
    }
    if crash.exception.module.starts_with("queue") || crash.exception.module == "_queue" {
        return Some(
            Explanation::of(msg!("queue", kind = code(&crash.exception.type_name)))
                .advice(msg!("queue-advice")),
        );
    }
    None
}

fn json(crash: &Crash<'_>, message: &str) -> Explanation {
    let Some(document) = found::json_document(crash) else {
        return Explanation::of(msg!("json-plain", message = code(message))).advice(msg!("json-advice"));
    };
    let around = document.around();
    match found::json_mistake(&document) {
        found::JsonMistake::Empty => Explanation::of(msg!("json-empty")).advice(msg!("json-empty-advice")),
        found::JsonMistake::SingleQuotes => {
            Explanation::of(msg!("json-single-quotes", around = code(&around)))
                .advice(msg!("json-single-quotes-advice"))
        }
        found::JsonMistake::TrailingComma => {
            Explanation::of(msg!("json-trailing-comma", around = code(&around)))
                .advice(msg!("json-trailing-comma-advice"))
        }
        found::JsonMistake::PythonWord(python, right) => Explanation::of(msg!(
            "json-python-word",
            word = code(python),
            around = code(&around),
            right = code(right)
        ))
        .advice(msg!("json-python-word-advice", word = code(python), right = code(right))),
        found::JsonMistake::Comment => {
            Explanation::of(msg!("json-comment", around = code(&around))).advice(msg!("json-comment-advice"))
        }
        found::JsonMistake::Html => {
            Explanation::of(msg!("json-html", around = code(&around))).advice(msg!("json-html-advice"))
        }
        found::JsonMistake::Unquoted => Explanation::of(msg!("json-unquoted", around = code(&around)))
            .advice(msg!("json-single-quotes-advice")),
        found::JsonMistake::MissingComma => {
            Explanation::of(msg!("json-missing-comma", around = code(&around)))
                .advice(msg!("json-missing-comma-advice"))
        }
        found::JsonMistake::CutShort => {
            Explanation::of(msg!("json-cut", around = code(&around))).advice(msg!("json-cut-advice"))
        }
        found::JsonMistake::Lines => {
            Explanation::of(msg!("json-lines", around = code(&around))).advice(msg!("json-lines-advice"))
        }
        found::JsonMistake::ControlCharacter => {
            Explanation::of(msg!("json-control", around = code(&around))).advice(msg!("json-control-advice"))
        }
        found::JsonMistake::Other => {
            Explanation::of(msg!("json-other", message = code(message), around = code(&around)))
                .advice(msg!("json-advice"))
        }
    }
}

fn decode(crash: &Crash<'_>, message: &str) -> Explanation {
    let encoding = quoted(message, 0).unwrap_or("utf-8");
    let byte = message.split("byte ").nth(1).and_then(|m| m.split(' ').next()).unwrap_or_default();
    let position =
        message.split("position ").nth(1).and_then(|m| m.split([':', '-']).next()).unwrap_or_default();
    let cause = if byte.is_empty() {
        msg!("decode-end", encoding = code(encoding))
    } else {
        msg!("decode", encoding = code(encoding), byte = code(byte), position = position)
    };
    let head = found::undecodable(crash);
    let advice = if matches!(byte, "0xff" | "0xfe") && position == "0" {
        msg!("decode-utf16-advice")
    } else if head.starts_with("b'\\x1f\\x8b") {
        msg!("decode-gzip-advice")
    } else if head.starts_with("b'PK") {
        msg!("decode-zip-advice")
    } else if head.starts_with("b'\\x89PNG") || head.starts_with("b'%PDF") || head.starts_with("b'\\xff\\xd8")
    {
        msg!("decode-binary-advice")
    } else if encoding == "ascii" {
        msg!("decode-ascii-advice")
    } else {
        msg!("decode-advice")
    };
    Explanation::of(cause).advice(advice)
}

fn regex(crash: &Crash<'_>, message: &str) -> Explanation {
    let pattern = crash
        .exception
        .attrs
        .get("pattern")
        .and_then(|p| p.as_str())
        .map(str::to_owned)
        .or_else(|| found::pattern(crash));
    let position =
        message.split("at position ").nth(1).and_then(|m| m.split([' ', ')']).next()).unwrap_or("0");
    let shown = code(pattern.as_deref().unwrap_or("…"));
    let at: usize = position.parse().unwrap_or(0);
    let character =
        pattern.as_deref().and_then(|p| p.chars().nth(at)).map(|c| code(&c.to_string())).unwrap_or_default();
    let (id, advice) = if message.contains("nothing to repeat") || message.contains("multiple repeat") {
        let glob = pattern.as_deref().is_some_and(|p| p.starts_with('*') || p.starts_with('?'));
        ("regex-repeat", if glob { msg!("regex-glob-advice") } else { msg!("regex-escape-advice") })
    } else if message.contains("unterminated subpattern")
        || message.contains("unbalanced parenthesis")
        || message.contains("missing )")
    {
        ("regex-parenthesis", msg!("regex-parenthesis-advice"))
    } else if message.contains("unterminated character set") {
        ("regex-set", msg!("regex-set-advice"))
    } else if message.contains("bad escape") {
        ("regex-escape", msg!("regex-bad-escape-advice"))
    } else if message.contains("look-behind") {
        ("regex-behind", msg!("regex-behind-advice"))
    } else {
        ("regex", msg!("regex-escape-advice"))
    };
    Explanation::of(msg!(
        id,
        pattern = shown,
        position = position,
        character = character,
        message = code(message)
    ))
    .advice(advice)
}

fn sqlite(crash: &Crash<'_>, scene: Option<&Scene<'_>>, message: &str) -> Explanation {
    let kind = code(&crash.exception.type_name);
    let statement = scene.and_then(found::sql_statement);
    let shown = code(statement.as_deref().unwrap_or_default());
    if let Some(name) =
        message.strip_prefix("no such column: ").or_else(|| message.split("has no column named ").nth(1))
    {
        let name = name.rsplit('.').next().unwrap_or(name);
        return match found::sql_similar(crash, name, false).first() {
            Some(similar) => {
                Explanation::of(msg!("sql-column-similar", name = code(name), similar = code(similar)))
            }
            None => Explanation::of(msg!("sql-column", name = code(name), statement = shown))
                .advice(msg!("sql-column-advice")),
        };
    }
    if let Some(name) = message.strip_prefix("no such table: ") {
        let name = name.rsplit('.').next().unwrap_or(name);
        return match found::sql_similar(crash, name, true).first() {
            Some(similar) => {
                Explanation::of(msg!("sql-table-similar", name = code(name), similar = code(similar)))
            }
            None => Explanation::of(msg!("sql-table", name = code(name))).advice(msg!("sql-table-advice")),
        };
    }
    if message.contains("UNIQUE constraint failed")
        || message.contains("NOT NULL constraint failed")
        || message.contains("constraint failed")
    {
        let what = message.rsplit(": ").next().unwrap_or_default();
        let id = if message.starts_with("UNIQUE") {
            "sql-unique"
        } else if message.starts_with("NOT NULL") {
            "sql-not-null"
        } else {
            "sql-constraint"
        };
        return Explanation::of(msg!(id, what = code(what), message = code(message)))
            .advice(msg!("sql-constraint-advice"));
    }
    if message.contains("Incorrect number of bindings") {
        return Explanation::of(msg!("sql-bindings", message = code(message)))
            .advice(msg!("sql-bindings-advice"));
    }
    if message.contains("syntax error") || message.contains("incomplete input") {
        return Explanation::of(msg!("sql-syntax", message = code(message), statement = shown))
            .advice(msg!("sql-syntax-advice"));
    }
    if message.contains("locked") {
        return Explanation::of(msg!("sql-locked")).advice(msg!("sql-locked-advice"));
    }
    if message.contains("unable to open database") {
        return Explanation::of(msg!("sql-open")).advice(msg!("sql-open-advice"));
    }
    if message.contains("closed") {
        return Explanation::of(msg!("sql-closed")).advice(msg!("sql-closed-advice"));
    }
    let values = scene
        .map(|s| s.failing("call").map_or_else(String::new, |c| super::control::known_values(s, c)))
        .unwrap_or_default();
    Explanation::of(msg!("sql", kind = kind, message = code(message), values = values))
        .advice(msg!("sql-advice"))
}
