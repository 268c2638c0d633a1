//! `textDocument/inlayHint`: values at the ends of the lines that gave them.

use crate::lsp::backend::Server;
use crate::lsp::convert;
use pyflow_engine::document_id;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{InlayHint, InlayHintLabel, InlayHintParams, InlayHintTooltip};

pub(crate) async fn inlay_hint(server: &Server, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
    let encoding = server.session.flags().encoding;
    let document = document_id(params.text_document.uri.as_str());
    let Ok(hints) = server.engine.hints(&document).await else { return Ok(None) };
    let Some(snapshot) = hints.snapshot else { return Ok(None) };
    let asked = convert::bytes(&snapshot.text, params.range, encoding);
    let inside = hints.items.into_iter().filter(|hint| asked.start <= hint.at && hint.at <= asked.end);
    let shown = inside.map(|hint| InlayHint {
        position: convert::position(snapshot.text.position(hint.at, encoding)),
        label: InlayHintLabel::String(hint.text),
        kind: None,
        text_edits: None,
        tooltip: Some(InlayHintTooltip::String(hint.tooltip)).filter(|tooltip| !is_empty(tooltip)),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    });
    Ok(Some(shown.collect()))
}

fn is_empty(tooltip: &InlayHintTooltip) -> bool {
    matches!(tooltip, InlayHintTooltip::String(text) if text.is_empty())
}
