//! `textDocument/hover`.

use crate::lsp::backend::Server;
use crate::lsp::convert;
use pyflow_engine::document_id;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind, Range};

pub(crate) async fn hover(server: &Server, params: HoverParams) -> Result<Option<Hover>> {
    let params = params.text_document_position_params;
    let (flags, at) = (server.session.flags(), params.position);
    let document = document_id(params.text_document.uri.as_str());
    let uri = server.session.spelling(params.text_document.uri.as_str());
    server.session.touched(&uri, Some(Range { start: at, end: at }));
    // Both questions are sent at once, so that the answers are of one text.
    let (found, snapshot) = tokio::join!(
        server.engine.hover(&document, convert::spot(at, flags.encoding)),
        server.engine.snapshot(&document)
    );
    // A document that is not known has nothing to show: no client wants an error on the screen for a hover.
    let (Ok(Some(found)), Ok(snapshot)) = (found, snapshot) else { return Ok(None) };
    let (kind, value) = if flags.hover_markdown {
        (MarkupKind::Markdown, found.markdown)
    } else {
        (MarkupKind::PlainText, found.plain)
    };
    Ok(Some(Hover {
        contents: HoverContents::Markup(MarkupContent { kind, value }),
        range: found.range.map(|bytes| convert::range(&snapshot.text, bytes, flags.encoding)),
    }))
}
