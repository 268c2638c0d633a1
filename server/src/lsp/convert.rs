//! The border between the protocol's values and the engine's.

use super::capabilities::ClientFlags;
use pyflow_core::exception::SourceRange;
use pyflow_core::text::encoding::{Position as CorePosition, PositionEncoding, TextChange};
use pyflow_core::text::{ByteRange, Text};
use pyflow_engine::api::{EngineError, Finding, Findings, Related, Severity, Spot};
use pyflow_engine::wire;
use serde_json::json;
use tower_lsp::jsonrpc::{Error, ErrorCode};
use tower_lsp::lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
    Position, Range, TextDocumentContentChangeEvent, Url,
};

use super::transport::REQUEST_FAILED;

/// What every diagnostic of ours has as its source.
pub(crate) const SOURCE: &str = "pyflow";

pub(crate) fn core_position(position: Position) -> CorePosition {
    CorePosition { line: position.line, character: position.character }
}

pub(crate) fn position(position: CorePosition) -> Position {
    Position { line: position.line, character: position.character }
}

pub(crate) fn spot(position: Position, encoding: PositionEncoding) -> Spot {
    Spot { position: core_position(position), encoding }
}

/// The protocol's range of bytes of a text.
pub(crate) fn range(text: &Text, bytes: ByteRange, encoding: PositionEncoding) -> Range {
    let (start, end) = text.positions(bytes, encoding);
    Range { start: position(start), end: position(end) }
}

/// The bytes of a range in a text.
pub(crate) fn bytes(text: &Text, range: Range, encoding: PositionEncoding) -> ByteRange {
    text.range(core_position(range.start), core_position(range.end), encoding)
}

/// The range of a place in a file that is not open.
fn place_range(place: SourceRange, lines: &(String, String), encoding: PositionEncoding) -> Range {
    let (start, end) = wire::positions(place, (&lines.0, &lines.1), encoding);
    Range { start: position(start), end: position(end) }
}

/// A client's changes of a text. `rangeLength` is not looked at: it is deprecated and often wrong.
pub(crate) fn changes(changes: Vec<TextDocumentContentChangeEvent>) -> Vec<TextChange> {
    changes
        .into_iter()
        .map(|change| TextChange {
            range: change.range.map(|range| (core_position(range.start), core_position(range.end))),
            text: change.text,
        })
        .collect()
}

/// The range of a finding in the text that the findings are for.
pub(crate) fn finding_range(findings: &Findings, finding: &Finding, encoding: PositionEncoding) -> Range {
    match &findings.snapshot {
        Some(snapshot) => range(&snapshot.text, finding.range.clone(), encoding),
        None => place_range(finding.place, &finding.lines, encoding),
    }
}

/// A finding as the protocol has it, with what the client announced and nothing else.
pub(crate) fn diagnostic(findings: &Findings, finding: &Finding, flags: &ClientFlags) -> Diagnostic {
    let fixes: Vec<_> =
        finding.fixes.iter().map(|fix| json!({"title": fix.title, "verified": fix.verified})).collect();
    Diagnostic {
        range: finding_range(findings, finding, flags.encoding),
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(finding.code.clone())),
        code_description: Url::parse(&finding.href)
            .ok()
            .filter(|_| flags.code_description)
            .map(|href| CodeDescription { href }),
        source: Some(SOURCE.to_owned()),
        message: finding.message.clone(),
        related_information: flags
            .related_information
            .then(|| finding.related.iter().filter_map(|r| related(r, flags.encoding)).collect::<Vec<_>>())
            .filter(|related| !related.is_empty()),
        tags: None,
        data: flags
            .diagnostic_data
            .then(|| json!({"runId": finding.run, "runVersion": finding.run_version, "fixes": fixes})),
    }
}

fn related(related: &Related, encoding: PositionEncoding) -> Option<DiagnosticRelatedInformation> {
    let uri = Url::parse(&related.uri).ok()?;
    let range = place_range(related.place, &related.lines, encoding);
    Some(DiagnosticRelatedInformation { location: Location { uri, range }, message: related.message.clone() })
}

/// The engine's refusal as the protocol's error.
pub(crate) fn error(error: &EngineError) -> Error {
    let code = match error {
        EngineError::Invalid(_)
        | EngineError::UnknownDocument(_)
        | EngineError::UnknownSession(_)
        | EngineError::UnknownRun(_) => ErrorCode::InvalidParams,
        EngineError::NoInterpreter(_) | EngineError::Failed(_) => ErrorCode::ServerError(REQUEST_FAILED),
        EngineError::Gone => ErrorCode::InternalError,
    };
    let mut told = Error::new(code);
    told.message = error.to_string().into();
    told
}
