//! `textDocument/codeAction`: fixes of the findings in the range, and what can be run for clients without lenses.

use crate::lsp::backend::Server;
use crate::lsp::{commands, convert};
use pyflow_core::text::ByteRange;
use pyflow_engine::api::{DocumentSnapshot, Finding, Findings, Fix};
use pyflow_engine::document_id;
use pyflow_engine::wire;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse,
    CodeActionTriggerKind, Command, Diagnostic, Range,
};

/// Never waits for a run or a model: what is known now is offered. Findings are looked up by the lines of the range:
/// the diagnostics that the client sends may lack their data, and a cursor is seldom on the very name that is wrong.
pub(crate) async fn code_action(
    server: &Server,
    params: CodeActionParams,
) -> Result<Option<CodeActionResponse>> {
    let uri = server.session.spelling(params.text_document.uri.as_str());
    let document = document_id(&uri);
    server.session.touched(&uri, Some(params.range));
    let (findings, snapshot) =
        tokio::join!(server.engine.findings(&document), server.engine.snapshot(&document));
    let Ok(snapshot) = snapshot else { return Ok(None) };
    let mut actions = Vec::new();
    if let Ok(findings) = findings
        && wants(&params.context, &CodeActionKind::QUICKFIX)
    {
        let asked = convert::bytes(&snapshot.text, params.range, server.session.flags().encoding);
        actions = fixes(server, &findings, &asked, &snapshot).await;
    }
    let unasked = params.context.trigger_kind == Some(CodeActionTriggerKind::AUTOMATIC);
    if !server.session.flags().lens_refresh && params.context.only.is_none() && !unasked {
        actions.extend(runs(&uri, params.range));
    }
    Ok(Some(actions))
}

/// Whether actions of a kind are asked for: a kind stands for all kinds below it as well.
fn wants(context: &CodeActionContext, kind: &CodeActionKind) -> bool {
    context.only.as_ref().is_none_or(|only| {
        only.iter().any(|asked| {
            let asked = asked.as_str();
            asked.is_empty() || kind.as_str() == asked || kind.as_str().starts_with(&format!("{asked}."))
        })
    })
}

async fn fixes(
    server: &Server,
    findings: &Findings,
    asked: &ByteRange,
    snapshot: &Arc<DocumentSnapshot>,
) -> CodeActionResponse {
    let mut current = Current { server, known: HashMap::new() };
    current.known.insert(snapshot.id.0.clone(), Some(snapshot.version));
    let text = &snapshot.text;
    let lines = text.line_range(text.line_of_byte(asked.start)).start
        ..text.line_range(text.line_of_byte(asked.end)).end;
    let touches = |finding: &Finding, asked: &ByteRange| {
        finding.range.start <= asked.end && asked.start <= finding.range.end
    };
    let mut on_lines: Vec<&Finding> = findings.items.iter().filter(|item| touches(item, &lines)).collect();
    on_lines.sort_by_key(|finding| !touches(finding, asked));
    let mut actions = Vec::new();
    for finding in on_lines {
        let diagnostic = convert::diagnostic(findings, finding, server.session.flags());
        for fix in &finding.fixes {
            if current.fits(fix).await {
                actions.push(action(server, fix, &diagnostic));
            }
        }
    }
    actions
}

/// The versions that texts have now. A fix for another text is not offered: not every client checks that.
struct Current<'a> {
    server: &'a Server,
    known: HashMap<String, Option<i32>>,
}

impl Current<'_> {
    async fn fits(&mut self, fix: &Fix) -> bool {
        for file in &fix.files {
            let id = document_id(&file.uri);
            if !self.known.contains_key(&id.0) {
                let version = self.server.engine.snapshot(&id).await.ok().map(|snapshot| snapshot.version);
                self.known.insert(id.0.clone(), version);
            }
            if self.known.get(&id.0).copied().flatten() != file.version {
                return false;
            }
        }
        true
    }
}

fn action(server: &Server, fix: &Fix, diagnostic: &Diagnostic) -> CodeActionOrCommand {
    let flags = server.session.flags();
    let edit = wire::workspace_edit(&fix.files, flags.encoding, flags.document_changes);
    match serde_json::from_value(edit) {
        Ok(edit) if flags.action_literals => CodeActionOrCommand::CodeAction(CodeAction {
            title: fix.title.clone(),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic.clone()]),
            edit: Some(edit),
            is_preferred: (flags.action_preferred && fix.preferred).then_some(true),
            data: flags.action_data.then(|| data(fix)),
            ..CodeAction::default()
        }),
        _ => command(&fix.title, commands::APPLY_FIX, commands::apply_fix_arguments(server, fix)),
    }
}

fn data(fix: &Fix) -> Value {
    json!({"origin": fix.origin, "verified": fix.verified, "rule": fix.rule, "assumption": fix.assumption})
}

/// Bare commands: of no kind, so that no client hides them among refactorings.
fn runs(uri: &str, range: Range) -> Vec<CodeActionOrCommand> {
    let at = json!({"uri": uri, "position": range.start});
    let whole = json!({ "uri": uri });
    [
        ("Run cell", "pyflow.runCell", at),
        ("Run file", "pyflow.runFile", whole.clone()),
        ("Run selection", "pyflow.runSelection", json!({"uri": uri, "range": range})),
        ("Interrupt", "pyflow.interrupt", whole.clone()),
        ("Restart session", "pyflow.restartSession", whole.clone()),
        ("Show output", "pyflow.showOutput", whole),
    ]
    .into_iter()
    .map(|(title, name, argument)| command(title, name, argument))
    .collect()
}

fn command(title: &str, name: &str, argument: Value) -> CodeActionOrCommand {
    CodeActionOrCommand::Command(Command::new(title.to_owned(), name.to_owned(), Some(vec![argument])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_stands_for_the_kinds_below_it() {
        let wanted = |only: Option<Vec<&'static str>>| {
            let only = only.map(|kinds| kinds.into_iter().map(CodeActionKind::from).collect());
            wants(&CodeActionContext { only, ..CodeActionContext::default() }, &CodeActionKind::QUICKFIX)
        };
        assert!(wanted(None) && wanted(Some(vec!["quickfix"])) && wanted(Some(vec![""])));
        assert!(wanted(Some(vec!["refactor", "quickfix"])));
        assert!(!wanted(Some(vec!["quick"])) && !wanted(Some(vec!["refactor"])) && !wanted(Some(vec![])));
    }
}
