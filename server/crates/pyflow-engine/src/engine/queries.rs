//! Questions that are answered from what is known: nothing here starts a process or waits.

use super::Engine;
use crate::api::{
    EngineError, Explained, Finding, Findings, Fix, FixedFile, Hint, Hints, HoverText, InterpreterView, Spot,
    StatusView,
};
use crate::findings::Stored;
use crate::fixes::diff;
use crate::settings::Asker;
use pyflow_core::exception::{Exception, FrameKind};
use pyflow_core::ids::DocumentId;
use pyflow_core::outcome::SandboxReport;
use pyflow_core::text::ByteRange;
use std::path::PathBuf;
use std::sync::Arc;

impl Engine {
    pub(super) fn view_findings(&self, document: &DocumentId) -> Findings {
        let snapshot = self.documents.get(document).map(|open| Arc::clone(open.snapshot()));
        let stored = self.findings.of(document);
        let uri = match (&snapshot, stored.first()) {
            (Some(snapshot), _) => snapshot.uri.clone(),
            (None, Some(stored)) => crate::findings::uri_of(&stored.raw.file),
            (None, None) => document.0.clone(),
        };
        let version = snapshot.as_ref().map(|snapshot| snapshot.version);
        let items = stored.iter().filter_map(|finding| self.view(finding, snapshot.is_some())).collect();
        Findings { uri, version, snapshot, items }
    }

    fn view(&self, stored: &Stored, open: bool) -> Option<Finding> {
        // In an open document only what is tied to its text is shown.
        let range = match stored.range() {
            Some(range) => range,
            None if open => return None,
            None => 0..0,
        };
        let raw = &stored.raw;
        let fixes: Vec<Fix> = stored.shown_fixes().map(|fix| self.current_fix(fix)).collect();
        let mut markdown = raw.explained.markdown.clone();
        let mut plain = raw.explained.plain.clone();
        for fix in &fixes {
            let shown = diff::body(&fix.diff);
            markdown += &format!("\n\n**{}**\n\n{}", escape(&fix.title), fenced("diff", &shown));
            plain += &format!("\n\n{}\n{shown}", fix.title);
            if !fix.trial.is_empty() {
                markdown += &format!("\n\n{}", escape(&fix.trial));
                plain += &format!("\n{}", fix.trial);
            }
        }
        Some(Finding {
            run: stored.run.clone(),
            run_version: stored.version,
            range,
            place: raw.place,
            lines: raw.lines.clone(),
            severity: raw.severity,
            code: raw.code.clone(),
            href: raw.href.clone(),
            message: raw.message.clone(),
            related: raw.related.clone(),
            fixes,
            markdown,
            plain,
        })
    }

    /// The fix with the versions that its edits are for now.
    fn current_fix(&self, fix: &Fix) -> Fix {
        let mut fix = fix.clone();
        for file in &mut fix.files {
            let FixedFile { uri, version, .. } = file;
            if let Some(open) = self.documents.get(&pyflow_core::uri::document_id(uri)) {
                *version = Some(open.snapshot().version);
                uri.clone_from(&open.snapshot().uri);
            }
        }
        fix
    }

    pub(super) fn view_hints(&self, document: &DocumentId) -> Hints {
        let snapshot = self.documents.get(document).map(|open| Arc::clone(open.snapshot()));
        let items = self.hints.get(document).into_iter().flatten().map(|hint| Hint {
            at: hint.anchor.range().end,
            text: hint.text.clone(),
            tooltip: hint.tooltip.clone(),
        });
        Hints { items: items.collect(), snapshot }
    }

    pub(super) fn hover(&self, document: &DocumentId, at: Spot) -> Option<HoverText> {
        let snapshot = self.documents.get(document)?.snapshot();
        let byte = snapshot.text.offset(at.position, at.encoding);
        let found = self.findings.at(document, byte);
        if let Some(stored) = found.first() {
            let view = self.view(stored, true)?;
            return Some(HoverText { range: stored.range(), markdown: view.markdown, plain: view.plain });
        }
        self.value_at_crash(document, byte)
            .or_else(|| self.value_in_session(document, byte))
            .or_else(|| self.cell_output(document, byte))
    }

    /// Over a name in a failed frame: its value at the crash.
    fn value_at_crash(&self, document: &DocumentId, byte: usize) -> Option<HoverText> {
        let snapshot = self.documents.get(document)?.snapshot();
        let last = self.last.get(document)?;
        // Values of a text that is no more are nobody's.
        if last.revision != snapshot.revision {
            return None;
        }
        let (range, name) = name_at(snapshot, byte)?;
        let file = snapshot.file_name();
        let inside = snapshot.tree.as_ref()?.function_at(byte).map(|node| node.byte_range());
        let value = in_frames(last.result.exception.as_ref()?, |frame| {
            let at = snapshot.text.range_of_places(frame.range).start;
            let own =
                snapshot.tree.as_ref().and_then(|tree| tree.function_at(at)).map(|node| node.byte_range());
            (frame.kind == FrameKind::User && frame.file == file && own == inside)
                .then(|| frame.locals.iter().find(|local| local.name == name))
                .flatten()
        })?;
        let text = format!("{name}: {} = {}", value.type_name, value.repr);
        Some(HoverText { range: Some(range), markdown: fenced("python", &text), plain: text })
    }

    /// Over a name in a document whose session has it: its value when last seen.
    fn value_in_session(&self, document: &DocumentId, byte: usize) -> Option<HoverText> {
        let snapshot = self.documents.get(document)?.snapshot();
        let session = self.sessions.get(self.by_document.get(self.owner(document))?)?;
        let (range, name) = name_at(snapshot, byte)?;
        let seen = session.names.get(&name)?;
        let text = format!("{name}: {} = {}", seen.type_name, seen.repr);
        Some(HoverText { range: Some(range), markdown: fenced("python", &text), plain: text })
    }

    /// Over a cell's marker: the output of the last run, if that was the cell's.
    fn cell_output(&self, document: &DocumentId, byte: usize) -> Option<HoverText> {
        let snapshot = self.documents.get(document)?.snapshot();
        let cell = snapshot.cells().iter().find(|cell| {
            cell.marker.as_ref().is_some_and(|marker| marker.start <= byte && byte <= marker.end)
        })?;
        let result = self.cell_results.get(document)?.get(&cell.index)?;
        let mut text = pyflow_core::terminal::reduce(&result.stdout);
        if !result.stderr.is_empty() {
            text.push_str(&pyflow_core::terminal::reduce(&result.stderr));
        }
        if let Some(value) = &result.result {
            text += &format!("⇒ {}\n", value.repr);
        }
        if text.trim().is_empty() {
            return None;
        }
        let shown: String = text.chars().take(4000).collect();
        Some(HoverText { range: cell.marker.clone(), markdown: fenced("text", &shown), plain: shown })
    }

    pub(super) fn explain(&self, document: &DocumentId, at: Option<Spot>) -> Result<Explained, EngineError> {
        let nothing =
            || EngineError::Failed("There is no error to explain here. Run the file first.".to_owned());
        let here = at.and_then(|at| {
            let snapshot = self.documents.get(document)?.snapshot();
            let byte = snapshot.text.offset(at.position, at.encoding);
            self.findings.at(document, byte).first().map(|stored| &**stored)
        });
        let stored = here.or_else(|| self.findings.of(document).first()).ok_or_else(nothing)?;
        let view = self.view(stored, false).ok_or_else(nothing)?;
        let cause = stored.raw.explained.cause.clone();
        Ok(Explained { cause, markdown: view.markdown, plain: view.plain })
    }

    pub(super) fn status(&mut self, document: Option<&DocumentId>) -> StatusView {
        let path = document
            .and_then(|document| self.documents.get(document))
            .and_then(|open| open.snapshot().path.clone());
        let root = self.root_of(path.as_deref());
        let settings = self.settings_of(&root);
        let found = self.launcher.find(&settings, path.as_deref());
        let locale = settings.locale.unwrap_or_else(|| self.locale());
        let (interpreter, problem) = match found {
            Ok(found) => {
                let version = self.launcher.interpreters.known(&found.path).map(|known| known.version_text());
                let reason = found.reason.message().render(locale);
                (Some(InterpreterView { path: found.path, version, reason }), None)
            }
            Err(error) => (None, Some(error.message().render(locale))),
        };
        let limits = settings.limits(Asker::Editor);
        let (tier, missing) = crate::launch::expected_tier(&limits, &self.launcher.config.helper);
        StatusView {
            interpreter,
            problem,
            sandbox: SandboxReport { profile: limits.profile.name().to_owned(), tier, missing },
            model: settings.model.provider.clone(),
            sessions: self.session_views(),
        }
    }

    pub(super) fn output(&mut self, document: &DocumentId) -> Result<PathBuf, EngineError> {
        let nothing = || EngineError::Failed("Nothing of this document has been run yet.".to_owned());
        let output = self.last.get_mut(document).and_then(|last| last.output.as_mut()).ok_or_else(nothing)?;
        let path = output.path().map_err(|error| {
            EngineError::Failed(format!("The output could not be written to a file: {error}."))
        })?;
        Ok(path.to_owned())
    }
}

/// The name at a byte of a document: an identifier that is not an attribute's or an argument's own.
fn name_at(snapshot: &crate::documents::DocumentSnapshot, byte: usize) -> Option<(ByteRange, String)> {
    let node = snapshot.tree.as_ref()?.node_at(byte..byte)?;
    (node.kind() == "identifier").then(|| {
        let range = node.byte_range();
        (range.clone(), snapshot.text.slice(range).into_owned())
    })
}

/// The first that any frame gives, the deepest first, the exception's own before its causes'.
fn in_frames<'a, T>(
    exception: &'a Exception,
    find: impl Fn(&'a pyflow_core::exception::Frame) -> Option<T> + Copy,
) -> Option<T> {
    let mut link = Some(exception);
    for _ in 0..8 {
        let exception = link?;
        if let Some(found) = exception.frames.iter().rev().find_map(find) {
            return Some(found);
        }
        link = exception.cause.as_deref().or(exception.context.as_deref());
    }
    None
}

/// Text in a fence that it can't end.
pub(super) fn fenced(language: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}", text.trim_end_matches('\n'))
}

/// Text as Markdown that shows as it is.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '!' | '&') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
