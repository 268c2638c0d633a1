//! `textDocument/codeLens`: run what stands below.

use crate::lsp::backend::Server;
use crate::lsp::convert;
use pyflow_core::cells;
use pyflow_core::text::ByteRange;
use pyflow_engine::api::DocumentSnapshot;
use pyflow_engine::document_id;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{CodeLens, CodeLensParams, Command};

pub(crate) async fn code_lens(server: &Server, params: &CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
    let uri = server.session.spelling(params.text_document.uri.as_str());
    let Ok(snapshot) = server.engine.snapshot(&document_id(&uri)).await else { return Ok(None) };
    if !server.session.lenses() || snapshot.language != "python" {
        return Ok(None);
    }
    Ok(Some(lenses(&snapshot, server)))
}

fn lenses(snapshot: &DocumentSnapshot, server: &Server) -> Vec<CodeLens> {
    let encoding = server.session.flags().encoding;
    let lens = |at: usize, title: &str, command: &str, argument: Value| {
        // On one line, as the protocol wants it.
        let line = snapshot.text.line_of_byte(at);
        let range = convert::range(&snapshot.text, snapshot.text.line_range(line), encoding);
        let command = Command::new(title.to_owned(), command.to_owned(), Some(vec![argument]));
        CodeLens { range, command: Some(command), data: None }
    };
    let uri = snapshot.uri.as_str();
    if server.notebooks.have_cell(&snapshot.id) {
        let argument = json!({"uri": uri, "position": {"line": 0, "character": 0}});
        return vec![lens(0, "Run cell", "pyflow.runCell", argument)];
    }
    let mut all =
        vec![lens(main_guard(snapshot).unwrap_or(0), "Run file", "pyflow.runFile", json!({ "uri": uri }))];
    if !cells::has_markers(snapshot.cells()) {
        return all;
    }
    let mut above = false;
    for cell in
        snapshot.cells().iter().filter(|cell| cell.is_code() && (cell.marker.is_some() || cell.has_code))
    {
        let start = cell.marker.as_ref().map_or(cell.range.start, |marker: &ByteRange| marker.start);
        let position = snapshot.text.position(start, encoding);
        let argument = json!({"uri": uri, "position": position});
        all.push(lens(start, "Run cell", "pyflow.runCell", argument.clone()));
        if above {
            all.push(lens(start, "Run above", "pyflow.runCellsAbove", argument));
        }
        above = true;
    }
    all
}

/// Where `if __name__ == "__main__":` stands at the top level.
fn main_guard(snapshot: &DocumentSnapshot) -> Option<usize> {
    let mut guards = snapshot.tree.as_ref()?.statements().filter(|node| node.kind() == "if_statement");
    guards.find_map(|node| {
        let condition = node.child_by_field_name("condition")?;
        let text = snapshot.text.slice(condition.byte_range());
        (text.contains("__name__") && text.contains("__main__")).then(|| node.start_byte())
    })
}
