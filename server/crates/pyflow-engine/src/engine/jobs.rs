//! From a request to jobs: what is compiled, with which settings, by which interpreter.

use super::Engine;
use crate::api::{DocumentSnapshot, EngineError, Part, RunRequest, Spot, Stdin, Target};
use crate::diagnose::{RunFacts, Source};
use crate::findings::Territory;
use crate::interpreters;
use crate::runs::{Input, Job};
use crate::settings::{Asker, Limits, Profile as SandboxProfile, Settings};
use pyflow_core::cells::{self, Cell};
use pyflow_core::ids::{RunId, SessionId};
use pyflow_core::outcome::RunKind;
use pyflow_core::selection::{self, Selection};
use pyflow_core::text::ByteRange;
use pyflow_core::{piece, rewrite};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How a document was last run: remembered until it is closed.
#[derive(Debug, Clone, Default)]
pub(super) struct Profile {
    pub(super) args: Vec<String>,
    pub(super) stdin: Option<String>,
    pub(super) module: bool,
}

/// What of a document is to be run.
pub(super) struct Piece {
    pub(super) kind: RunKind,
    /// Absent: the whole document.
    pub(super) range: Option<ByteRange>,
}

impl Engine {
    /// The pieces of a document that a request means, in order. None at all: there is nothing to run.
    pub(super) fn pieces(&self, target: &Target) -> Result<(Arc<DocumentSnapshot>, Vec<Piece>), EngineError> {
        let document = match target {
            Target::File { document }
            | Target::Cell { document, .. }
            | Target::CellsAbove { document, .. }
            | Target::AllCells { document }
            | Target::Selection { document, .. }
            | Target::Part { document, .. } => document,
            Target::Code { .. } | Target::Once { .. } => {
                return Err(EngineError::Invalid("This code has no document.".to_owned()));
            }
        };
        let snapshot = self.snapshot(document)?;
        let offset = |spot: Spot| snapshot.text.offset(spot.position, spot.encoding);
        let cell = |cell: &Cell| Piece { kind: RunKind::Cell, range: Some(cell.body.clone()) };
        let runs = |cell: &&Cell| cell.is_code() && cell.has_code;
        let pieces = match target {
            Target::Cell { at, .. } => {
                let at = at.map_or(0, offset);
                cells::cell_at(snapshot.cells(), at).filter(runs).map(cell).into_iter().collect()
            }
            Target::CellsAbove { at, .. } => {
                let at = at.map_or(0, offset);
                let own = cells::cell_at(snapshot.cells(), at).map_or(0, |cell| cell.index);
                snapshot.cells().iter().take_while(|cell| cell.index < own).filter(runs).map(cell).collect()
            }
            Target::AllCells { .. } => snapshot.cells().iter().filter(runs).map(cell).collect(),
            Target::Selection { range, .. } => {
                let selected = range.map_or(0..0, |(start, end)| offset(start)..offset(end));
                let selected = selected.start.min(selected.end)..selected.start.max(selected.end);
                match selection::resolve(&snapshot.text, snapshot.tree.as_ref(), selected) {
                    Selection::Nothing => Vec::new(),
                    Selection::Piece { range, .. } => {
                        vec![Piece { kind: RunKind::Selection, range: Some(range) }]
                    }
                }
            }
            Target::Part { part: Part::Cell(number), .. } => {
                let all: Vec<_> = snapshot.cells().iter().filter(runs).collect();
                let found = number.checked_sub(1).and_then(|index| all.get(index)).ok_or_else(|| {
                    EngineError::Invalid(format!(
                        "There is no cell {number}: the file has {} with code.",
                        all.len()
                    ))
                })?;
                vec![Piece { kind: RunKind::Cell, range: Some(found.body.clone()) }]
            }
            Target::Part { part: Part::Lines(first, last), .. } => {
                let lines = snapshot.text.line_count() as u32;
                if *first == 0 || first > last || *first > lines {
                    return Err(EngineError::Invalid(format!(
                        "There are no lines {first}:{last}: the file has lines 1:{lines}."
                    )));
                }
                let start = snapshot.text.line_start(*first as usize - 1);
                let end = snapshot.text.line_range((*last).min(lines) as usize - 1).end;
                match selection::resolve(&snapshot.text, snapshot.tree.as_ref(), start..end) {
                    Selection::Nothing => Vec::new(),
                    Selection::Piece { range, .. } => {
                        vec![Piece { kind: RunKind::Selection, range: Some(range) }]
                    }
                }
            }
            _ => vec![Piece { kind: RunKind::File, range: None }],
        };
        Ok((snapshot, pieces))
    }

    /// A job for a piece of a document.
    pub(super) fn job(
        &mut self,
        request: &RunRequest,
        snapshot: &Arc<DocumentSnapshot>,
        piece: &Piece,
        session: Option<SessionId>,
    ) -> Result<Job, EngineError> {
        let settings = self.settings_for(snapshot);
        let limits = limits_for(request, &settings)?;
        let whole = match &snapshot.text {
            text if text.len_bytes() == 0 => Source::new(snapshot.file_name(), ""),
            text => Source::new(snapshot.file_name(), text.to_string()),
        };
        let profile = self.profiles.entry(snapshot.id.clone()).or_default();
        if let Some(args) = &request.args {
            profile.args.clone_from(args);
        }
        if let Some(module) = request.module {
            profile.module = module;
        }
        if let Stdin::Text(text) = &request.stdin {
            profile.stdin = Some(text.clone());
        }
        let profile = profile.clone();
        let mut foreign = None;
        let source =
            piece.range.as_ref().map(|range| match rewrite::rewrite(&snapshot.text.slice(range.clone())) {
                Ok(None) => piece::source(&snapshot.text, range.clone()),
                Ok(Some(python)) => {
                    let mut text = snapshot.text.clone();
                    text.edit(range.clone(), &python);
                    piece::source(&text, range.start..range.start + python.len())
                }
                Err(unknown) => {
                    let at = range.start + unknown.range.start..range.start + unknown.range.end;
                    foreign = Some((snapshot.text.places(at), unknown.name));
                    piece::source(&snapshot.text, range.clone())
                }
            });
        let shown = match &piece.range {
            Some(range) => snapshot.text.slice(range.clone()).into_owned(),
            None => String::new(),
        };
        let mut job =
            self.plain_job(request, settings, limits, piece.kind, snapshot.path.as_deref(), session)?;
        job.stdin = match &request.stdin {
            Stdin::Default => match (profile.stdin, self.client.asks_input) {
                (Some(text), _) if piece.kind == RunKind::File => Input::Text(text),
                (_, Some(true)) => Input::Ask,
                _ => Input::Closed,
            },
            Stdin::Text(text) => Input::Text(text.clone()),
            Stdin::Closed => Input::Closed,
            Stdin::Inherit => Input::Inherit,
        };
        let root = job.settings.root.clone();
        job.module = (profile.module && piece.kind == RunKind::File)
            .then(|| snapshot.path.as_deref().and_then(|path| module_name(path, &root)))
            .flatten();
        job.args = profile.args;
        job.document = Some(snapshot.id.clone());
        job.file = snapshot.file_name();
        job.path.clone_from(&snapshot.path);
        job.revision = snapshot.revision;
        job.range.clone_from(&piece.range);
        job.open = self.open_python();
        job.territory.folder = snapshot.path.as_deref().and_then(|path| path.parent()).map(PathBuf::from);
        job.facts.file.clone_from(&job.file);
        job.facts.args.clone_from(&job.args);
        job.facts.stdin_given = job.stdin != Input::Closed;
        match source {
            Some(source) => {
                job.text = source.text;
                job.wrapped = source.wrapped;
                job.line_shift = source.line_shift;
            }
            None => whole.text.trim_start_matches('\u{feff}').clone_into(&mut job.text),
        }
        job.whole = Arc::new(whole);
        job.shown = shown;
        job.foreign = foreign;
        Ok(job)
    }

    /// A job for code that has no document: an agent's.
    pub(super) fn code_job(
        &mut self,
        request: &RunRequest,
        code: &str,
        root: PathBuf,
        session: Option<SessionId>,
    ) -> Result<Job, EngineError> {
        let settings = self.settings_of(&root);
        let limits = limits_for(request, &settings)?;
        let kind = if session.is_some() { RunKind::Cell } else { RunKind::File };
        let mut job = self.plain_job(request, settings, limits, kind, None, session)?;
        if let Stdin::Text(text) = &request.stdin {
            job.stdin = Input::Text(text.clone());
        }
        job.args = request.args.clone().unwrap_or_default();
        // A name that no file has, so that nothing on disk is taken for the code.
        job.file = format!("<code {}>", job.run.0);
        code.clone_into(&mut job.text);
        job.whole = Arc::new(Source::new(job.file.clone(), code));
        code.clone_into(&mut job.shown);
        job.facts.file.clone_from(&job.file);
        Ok(job)
    }

    fn plain_job(
        &mut self,
        request: &RunRequest,
        settings: Arc<Settings>,
        limits: Limits,
        kind: RunKind,
        path: Option<&std::path::Path>,
        session: Option<SessionId>,
    ) -> Result<Job, EngineError> {
        let run = RunId(self.new_id("r"));
        let by_setting = if session.is_some() { limits.session_timeout } else { limits.run_timeout };
        let timeout = match request.timeout {
            Some(Duration::ZERO) => None,
            Some(limit) => Some(limit),
            None => by_setting,
        };
        let found = match &request.python {
            Some(path) => self.launcher.find_named(&settings, path),
            None => self.launcher.find(&settings, path),
        };
        let locale = settings.locale.unwrap_or_else(|| self.locale());
        let found = found.map_err(|error| EngineError::NoInterpreter(error.message().render(locale)))?;
        let cwd = request.cwd.clone().unwrap_or_else(|| settings.cwd.clone());
        // A profile that is named comes with the agents' limits, and so with their environment.
        let named = request.profile.is_some() && limits.profile != SandboxProfile::Off;
        let asker = if named { Asker::Agent } else { request.asker };
        Ok(Job {
            run,
            kind,
            document: None,
            session,
            file: String::new(),
            path: None,
            revision: pyflow_core::ids::Revision(0),
            range: None,
            text: String::new(),
            whole: Arc::new(Source::new("", "")),
            foreign: None,
            wrapped: false,
            line_shift: 0,
            open: Vec::new(),
            overlays: BTreeMap::new(),
            watch: Vec::new(),
            territory: Territory { root: Some(settings.root.clone()), ..Territory::default() },
            facts: RunFacts {
                kind,
                file: String::new(),
                args: Vec::new(),
                cwd: cwd.clone(),
                stdin_given: false,
                siblings: Vec::new(),
                package_tool: interpreters::package_tool(
                    path.and_then(std::path::Path::parent).unwrap_or(&settings.root),
                    &settings.root,
                    None,
                ),
                denial: None,
            },
            settings,
            limits,
            asker,
            found,
            args: Vec::new(),
            stdin: Input::Closed,
            module: None,
            timeout,
            cwd,
            env: BTreeMap::new(),
            stream: request.stream,
            sink: request.sink.clone(),
            locale,
            shown: String::new(),
        })
    }

    /// The open Python documents that an import could mean.
    fn open_python(&self) -> Vec<Arc<DocumentSnapshot>> {
        let is_python = |snapshot: &&Arc<DocumentSnapshot>| {
            let name = snapshot.path.as_deref().and_then(|path| path.extension());
            snapshot.path.is_some()
                && (snapshot.language == "python" || name.is_some_and(|ending| ending == "py"))
        };
        self.documents.iter().map(crate::documents::Document::snapshot).filter(is_python).cloned().collect()
    }
}

/// The dotted name of a file in a package, seen from the root: `pkg.mod`. None for what is no module's name.
fn module_name(path: &std::path::Path, root: &std::path::Path) -> Option<String> {
    let inside = path.strip_prefix(root).ok()?.with_extension("");
    let parts: Option<Vec<_>> = inside.components().map(|part| part.as_os_str().to_str()).collect();
    let parts = parts?;
    let is_name = |part: &&str| {
        part.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !part.starts_with(|c: char| c.is_ascii_digit())
    };
    (!parts.is_empty() && parts.iter().all(is_name)).then(|| parts.join("."))
}

fn limits_for(request: &RunRequest, settings: &Settings) -> Result<Limits, EngineError> {
    match &request.profile {
        Some(name) => SandboxProfile::from_name(name)
            .map(|profile| match request.asker {
                Asker::Agent => Limits { profile, ..settings.limits(Asker::Agent) },
                Asker::Editor | Asker::Trial => settings.limits_for_profile(profile),
            })
            .ok_or_else(|| {
                EngineError::Invalid(format!(
                    "There is no sandbox profile “{name}”. Use off, standard or strict."
                ))
            }),
        None => Ok(settings.limits(request.asker)),
    }
}
