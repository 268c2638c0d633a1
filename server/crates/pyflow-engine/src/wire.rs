//! The JSON shapes that every front end shares: results, exceptions, fixes.
//!
//! Pure functions from the engine's values. Positions leave here in the encoding that the caller has agreed with its
//! client; inside they are UTF-8 bytes of a line.

use crate::api::{Fix, FixedFile};
use pyflow_core::exception::{Exception, Frame, Place, SourceRange};
use pyflow_core::outcome::{Reported, RunResult, Warning};
use pyflow_core::text::Text;
use pyflow_core::text::encoding::{Position, PositionEncoding};
use pyflow_core::uri;
use serde_json::{Map, Value, json};
use std::path::Path;

/// How many causes and members inside one another are written; the worker sends fewer.
const MOST_DEPTH: usize = 50;

/// A run's result, as `wait`, `pyflow/run` and `pyflow run --json` give it.
pub fn run_result(result: &RunResult, encoding: PositionEncoding) -> Value {
    json!({
        "runId": result.run_id,
        "kind": result.kind,
        "status": result.status,
        "limit": result.limit,
        "refused": result.refused,
        "sandbox": result.sandbox,
        "exitCode": result.exit_code,
        "signal": result.signal,
        "durationMs": milliseconds(result),
        "stdout": result.stdout,
        "stderr": result.stderr,
        "truncated": result.truncated,
        "result": result.result,
        "exception": result.exception.as_ref().map(|e| exception(e, encoding)),
        "warnings": result.warnings.iter().map(warning).collect::<Vec<_>>(),
        "reported": result.reported.iter().map(|r| reported(r, encoding)).collect::<Vec<_>>(),
        "diagnosis": result.diagnosis,
        "sessionId": result.session_id,
        "sessionKept": result.session_kept,
    })
}

/// With three digits: a worker that is ready answers in less than one millisecond.
fn milliseconds(result: &RunResult) -> f64 {
    (result.duration.as_secs_f64() * 1e6).round() / 1e3
}

/// An exception with its causes and members.
pub fn exception(exception: &Exception, encoding: PositionEncoding) -> Value {
    exception_at(exception, encoding, 0)
}

fn exception_at(exception: &Exception, encoding: PositionEncoding, depth: usize) -> Value {
    let inner = |other: &Exception| {
        if depth < MOST_DEPTH { exception_at(other, encoding, depth + 1) } else { Value::Null }
    };
    json!({
        "type": exception.type_name,
        "module": exception.module,
        "message": exception.message,
        "notes": exception.notes,
        "frames": exception.frames.iter().map(|f| frame(f, encoding)).collect::<Vec<_>>(),
        "cause": exception.cause.as_deref().map(inner),
        "context": exception.context.as_deref().map(inner),
        "suppressed": exception.suppressed,
        "group": exception.group.as_ref().map(|members| members.iter().map(inner).collect::<Vec<_>>()),
        "truncatedFrames": exception.truncated_frames,
    })
}

/// One frame of a traceback. `uri` where the code came from a file or a document, else `path`: `<string>`.
pub fn frame(frame: &Frame, encoding: PositionEncoding) -> Value {
    let lines = (frame.source.as_str(), frame.end_source.as_deref().unwrap_or(&frame.source));
    let (start, end) = positions(frame.range, lines, encoding);
    let mut value = Map::new();
    let (key, name) = named(&frame.file);
    value.insert(key.to_owned(), name.into());
    value.insert("line".to_owned(), start.line.into());
    value.insert("character".to_owned(), start.character.into());
    value.insert("endLine".to_owned(), end.line.into());
    value.insert("endCharacter".to_owned(), end.character.into());
    value.insert("function".to_owned(), frame.function.as_str().into());
    value.insert("source".to_owned(), frame.source.as_str().into());
    value.insert("kind".to_owned(), json!(frame.kind));
    value.insert("locals".to_owned(), json!(frame.locals));
    Value::Object(value)
}

fn warning(warning: &Warning) -> Value {
    let (key, name) = named(&warning.file);
    let mut value = json!({"type": warning.type_name, "message": warning.message, "line": warning.line});
    if let Some(members) = value.as_object_mut() {
        members.insert(key.to_owned(), name.into());
    }
    value
}

fn reported(reported: &Reported, encoding: PositionEncoding) -> Value {
    json!({
        "origin": reported.origin,
        "name": reported.name,
        "exception": exception(&reported.exception, encoding),
    })
}

/// The member's name and value for a code's file: a `uri` for a path and for a document without one.
fn named(file: &str) -> (&'static str, String) {
    if Path::new(file).is_absolute() {
        ("uri", uri::from_path(Path::new(file)))
    } else if !file.starts_with('<') && uri::scheme(file).is_some() {
        ("uri", file.to_owned())
    } else {
        ("path", file.to_owned())
    }
}

/// A fix. `versioned` asks for `documentChanges`, see [`workspace_edit`].
pub fn fix(fix: &Fix, encoding: PositionEncoding, versioned: bool) -> Value {
    let mut value = json!({"title": fix.title, "origin": fix.origin, "verified": fix.verified});
    if let Some(members) = value.as_object_mut() {
        if let Some(rule) = &fix.rule {
            members.insert("rule".to_owned(), rule.as_str().into());
        }
        if let Some(assumption) = &fix.assumption {
            members.insert("assumption".to_owned(), assumption.as_str().into());
        }
        members.insert("edit".to_owned(), workspace_edit(&fix.files, encoding, versioned));
        members.insert("diff".to_owned(), fix.diff.as_str().into());
    }
    value
}

/// The protocol's `WorkspaceEdit`: `documentChanges` with the versions that the edits are for, else `changes` for a
/// client that does not announce them.
pub fn workspace_edit(files: &[FixedFile], encoding: PositionEncoding, versioned: bool) -> Value {
    let edits = |file: &FixedFile| -> Vec<Value> {
        let text = Text::new(&file.before);
        let change = |edit: &pyflow_core::fix::TextEdit| {
            let (start, end) = text.positions(edit.range.clone(), encoding);
            json!({"range": {"start": start, "end": end}, "newText": edit.new_text})
        };
        file.edit.edits.iter().map(change).collect()
    };
    if versioned {
        let changes: Vec<Value> = files
            .iter()
            .map(|file| json!({"textDocument": {"uri": file.uri, "version": file.version}, "edits": edits(file)}))
            .collect();
        json!({ "documentChanges": changes })
    } else {
        let changes: Map<String, Value> =
            files.iter().map(|file| (file.uri.clone(), edits(file).into())).collect();
        json!({ "changes": changes })
    }
}

/// A range that Python named, in a client's units; `lines` are the texts of its first and its last line. A text that
/// is not known counts as ASCII.
pub fn positions(
    range: SourceRange,
    lines: (&str, &str),
    encoding: PositionEncoding,
) -> (Position, Position) {
    (position(range.start, lines.0, encoding), position(range.end, lines.1, encoding))
}

fn position(place: Place, line: &str, encoding: PositionEncoding) -> Position {
    let byte = place.byte as usize;
    let character = if line.is_empty() {
        byte
    } else {
        let before = line.char_indices().take_while(|(at, c)| at + c.len_utf8() <= byte).map(|(_, c)| c);
        match encoding {
            PositionEncoding::Utf8 => before.map(char::len_utf8).sum(),
            PositionEncoding::Utf16 => before.map(char::len_utf16).sum(),
            PositionEncoding::Utf32 => before.count(),
        }
    };
    Position { line: place.line, character: u32::try_from(character).unwrap_or(u32::MAX) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pyflow_core::exception::FrameKind;
    use pyflow_core::fix::{FileEdit, Origin, TextEdit, Verdict};
    use pyflow_core::ids::RunId;
    use pyflow_core::outcome::{RunKind, Status};
    use std::time::Duration;

    fn place(line: u32, byte: u32) -> Place {
        Place { line, byte }
    }

    fn a_frame(file: &str, source: &str, bytes: (u32, u32)) -> Frame {
        Frame {
            file: file.to_owned(),
            function: "<module>".to_owned(),
            range: SourceRange { start: place(2, bytes.0), end: place(2, bytes.1) },
            exact: true,
            kind: FrameKind::User,
            source: source.to_owned(),
            ..Frame::default()
        }
    }

    #[test]
    fn columns_are_in_the_clients_units() {
        let at = a_frame("/a b/ä.py", "x = '😀ü' + y", (14, 15));
        for (encoding, start) in
            [(PositionEncoding::Utf8, 14), (PositionEncoding::Utf16, 11), (PositionEncoding::Utf32, 10)]
        {
            let value = frame(&at, encoding);
            assert_eq!((&value["character"], &value["endCharacter"]), (&json!(start), &json!(start + 1)));
        }
        assert_eq!(frame(&at, PositionEncoding::Utf8)["uri"], "file:///a%20b/%C3%A4.py");
    }

    #[test]
    fn a_byte_past_the_line_or_inside_a_character_is_clamped() {
        let value = frame(&a_frame("/a.py", "é", (1, 99)), PositionEncoding::Utf16);
        assert_eq!((&value["character"], &value["endCharacter"]), (&json!(0), &json!(1)));
        let unknown = frame(&a_frame("/a.py", "", (4, 9)), PositionEncoding::Utf16);
        assert_eq!((&unknown["character"], &unknown["endCharacter"]), (&json!(4), &json!(9)));
    }

    #[test]
    fn code_from_no_file_has_a_path() {
        for (file, key) in [
            ("<string>", "path"),
            ("<frozen os>", "path"),
            ("untitled:Untitled-1", "uri"),
            ("lib.py", "path"),
        ] {
            let value = frame(&a_frame(file, "", (0, 0)), PositionEncoding::Utf8);
            assert_eq!(value[key], file, "{value}");
        }
    }

    #[test]
    fn a_result_has_every_key_of_the_contract() {
        let error = Exception {
            type_name: "KeyError".to_owned(),
            cause: Some(Box::default()),
            group: Some(vec![Exception::default()]),
            ..Exception::default()
        };
        let mut result = RunResult::ended(RunId("r1".to_owned()), RunKind::File, Status::Error);
        result.duration = Duration::from_micros(1_234);
        result.exception = Some(error);
        result.warnings = vec![Warning { file: "/a.py".to_owned(), line: 3, ..Warning::default() }];
        result.reported = vec![Reported::default()];
        let value = run_result(&result, PositionEncoding::Utf16);
        for key in [
            "runId",
            "kind",
            "status",
            "limit",
            "refused",
            "sandbox",
            "exitCode",
            "signal",
            "durationMs",
            "stdout",
            "stderr",
            "truncated",
            "result",
            "exception",
            "warnings",
            "reported",
            "diagnosis",
            "sessionId",
            "sessionKept",
        ] {
            assert!(value.get(key).is_some(), "{key}");
        }
        assert_eq!(value["durationMs"], 1.234);
        assert_eq!((&value["kind"], &value["status"]), (&json!("file"), &json!("error")));
        assert_eq!(
            value["warnings"][0],
            json!({"type": "", "message": "", "line": 3, "uri": "file:///a.py"})
        );
        assert_eq!(value["exception"]["cause"]["type"], "");
        assert_eq!(value["exception"]["group"][0]["cause"], Value::Null);
        assert_eq!(value["reported"][0]["origin"], "unraisable");
    }

    #[test]
    fn a_chain_without_end_is_cut() {
        let mut error = Exception::default();
        for _ in 0..1_000 {
            error = Exception { context: Some(Box::new(error)), ..Exception::default() };
        }
        let mut value = &exception(&error, PositionEncoding::Utf8);
        let mut depth = 0;
        while value["context"].is_object() {
            value = &value["context"];
            depth += 1;
        }
        assert_eq!(depth, MOST_DEPTH);
    }

    #[test]
    fn an_edit_is_versioned_or_not() {
        let file = FixedFile {
            uri: "file:///a.py".to_owned(),
            version: Some(4),
            edit: FileEdit {
                path: "/a.py".into(),
                edits: vec![TextEdit { range: 8..9, new_text: "z".to_owned() }],
            },
            before: "a\r\n😀y\n".into(),
        };
        let a_fix = Fix {
            title: "t".to_owned(),
            origin: Origin::Rule,
            rule: Some("name-similar".to_owned()),
            verified: Verdict::Yes,
            preferred: true,
            certain: true,
            pending: false,
            assumption: None,
            trial: String::new(),
            files: vec![file],
            diff: "d".to_owned(),
        };
        // Byte 8 is the line feed behind `y`: a byte past the line is its end.
        let edit = json!({"range": {"start": {"line": 1, "character": 3}, "end": {"line": 2, "character": 0}}, "newText": "z"});
        let value = fix(&a_fix, PositionEncoding::Utf16, true);
        assert_eq!(
            value["edit"],
            json!({"documentChanges": [{"textDocument": {"uri": "file:///a.py", "version": 4}, "edits": [edit]}]})
        );
        assert_eq!(
            (&value["rule"], &value["verified"], value.get("assumption")),
            (&json!("name-similar"), &json!("yes"), None)
        );
        assert_eq!(
            fix(&a_fix, PositionEncoding::Utf16, false)["edit"],
            json!({"changes": {"file:///a.py": [edit]}})
        );
    }
}
