//! `pyflow demo`: the main job in a terminal, through the real language server on a pipe.
//!
//! Nothing here looks into the engine: what is shown is what an editor would be sent.

mod client;

use super::args::DemoArgs;
use super::render::{Excerpt, Paint, Report, diff, style};
use super::{Console, Failure, root_of};
use client::{Client, ClientError};
use pyflow_core::text::Text;
use pyflow_core::text::encoding::{Position, PositionEncoding};
use pyflow_core::uri;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const EXAMPLE: &str = include_str!("example.py");
const EXAMPLE_NAME: &str = "groceries.py";
/// How long a program of the user's may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long the verdicts of fixes are waited for.
const TRIAL: Duration = Duration::from_secs(2);
/// How long an answer may take that runs no program.
const QUICK: Duration = Duration::from_secs(10);
/// The largest file that is taken.
const MOST_BYTES: u64 = 16 << 20;

/// Shows the main job; an error where any part of it did not work.
pub(super) fn run(args: &DemoArgs, out: &mut Console) -> Result<u8, Failure> {
    // The copy of a user's file is the editor's: a text under the file's own name, which is never saved. So it finds
    // its modules, its data and its environment.
    let (_folder, copy) = if let Some(file) = &args.file {
        let path = std::path::absolute(file)
            .map_err(|error| Failure::usage(format!("{}: {error}", file.display())))?;
        (None, Copy::new(path, read(file)?))
    } else {
        let folder = Folder::new()?;
        let path = folder.0.join(EXAMPLE_NAME);
        fs::write(&path, EXAMPLE).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
        (Some(folder), Copy::new(path, EXAMPLE.to_owned()))
    };
    let program = std::env::current_exe().map_err(|error| Failure::failed(error.to_string()))?;
    let client = Client::start(&program)?;
    Demo { client, encoding: PositionEncoding::Utf16, copy, out }.show()
}

struct Demo<'a> {
    client: Client,
    encoding: PositionEncoding,
    copy: Copy,
    out: &'a mut Console,
}

/// What a run said.
struct Ran {
    status: String,
    stdout: String,
    took: Duration,
}

impl Demo<'_> {
    fn show(mut self) -> Result<u8, Failure> {
        let style = self.out.style;
        let name = style::plain(&self.copy.name);
        self.open()?;
        self.out.line(
            &style.paint(Paint::Heading, &format!("1. {name} runs, as your editor would have it run")),
        )?;
        let ran = self.run_file()?;
        self.output(&ran)?;
        if ran.status == "ok" {
            self.out.line(&format!(
                "{name} ran without an error, so there is nothing to mend. Give a file that breaks."
            ))?;
            self.client.stop()?;
            return Ok(1);
        }
        let Some(diagnostic) = self.errors().into_iter().next() else {
            let why =
                format!("{name} ended with \"{}\", and there was no diagnostic in it to show.", ran.status);
            return Err(Failure::failed(why));
        };
        self.out.line(&style.paint(Paint::Heading, "2. The error stands where it is"))?;
        self.diagnostic(&diagnostic)?;

        self.out.line(&style.paint(Paint::Heading, "3. Hovering over it tells more"))?;
        let at = json!({"textDocument": {"uri": self.copy.uri}, "position": diagnostic["range"]["start"]});
        let hover = self.client.request("textDocument/hover", &at, QUICK)?;
        let text = hover["contents"]["value"].as_str().unwrap_or_default();
        if text.is_empty() {
            return Err(Failure::failed("The server had nothing to say of the error.".to_owned()));
        }
        for line in text.trim_end().lines() {
            self.out.line(format!("   {}", style::plain(line)).trim_end())?;
        }
        self.out.line("")?;

        self.out.line(&style.paint(Paint::Heading, "4. The quick fix"))?;
        let Some((action, diagnostic)) = self.quick_fix(diagnostic)? else {
            let kind = diagnostic_code(&self.errors());
            return Err(Failure::failed(format!("There is no quick fix for this {kind}.")));
        };
        let after = self.edited(&action["edit"]).ok_or_else(|| {
            Failure::failed(format!(
                "The fix of {} can't be applied to the copy.",
                diagnostic_code(&[diagnostic])
            ))
        })?;
        self.out.line(&format!("   {}", style::plain(action["title"].as_str().unwrap_or_default())))?;
        let shown = similar::TextDiff::from_lines(self.copy.text.as_str(), after.as_str())
            .unified_diff()
            .context_radius(1)
            .header(&name, &name)
            .to_string();
        self.out.text(&diff::render(&shown, style))?;
        self.out.line("")?;

        self.out.line(&style.paint(Paint::Heading, "5. Applied to the copy, it runs again"))?;
        self.apply(after)?;
        let ran = self.run_file()?;
        self.output(&ran)?;
        let left = self.errors();
        for diagnostic in &left {
            self.diagnostic(diagnostic)?;
        }
        if ran.status != "ok" || !left.is_empty() {
            return Err(Failure::failed("The fixed copy still breaks.".to_owned()));
        }
        self.client.stop()?;
        self.out.line(&style.paint(Paint::Added, "It runs clean, and the diagnostic is gone."))?;
        Ok(0)
    }

    /// Opens the copy as an editor that can show everything would.
    fn open(&mut self) -> Result<(), Failure> {
        let root = root_of(&self.copy.path);
        let capabilities = json!({
            "general": {"positionEncodings": ["utf-8", "utf-16"]},
            "workspace": {"workspaceEdit": {"documentChanges": true}},
            "textDocument": {
                "hover": {"contentFormat": ["plaintext"]},
                "publishDiagnostics": {"versionSupport": true, "relatedInformation": true, "dataSupport": true},
                "codeAction": {
                    "dataSupport": true,
                    "isPreferredSupport": true,
                    "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}},
                },
            },
        });
        let started = self.client.request(
            "initialize",
            &json!({
                "processId": std::process::id(),
                "clientInfo": {"name": "pyflow demo", "version": env!("CARGO_PKG_VERSION")},
                "locale": "en",
                "rootUri": uri::from_path(&root),
                "workspaceFolders": [{"uri": uri::from_path(&root), "name": "demo"}],
                "capabilities": capabilities,
            }),
            QUICK,
        )?;
        let encoding = started["capabilities"]["positionEncoding"].as_str();
        self.encoding = encoding.and_then(PositionEncoding::from_name).unwrap_or(PositionEncoding::Utf16);
        self.client.notify("initialized", &json!({}))?;
        let document =
            json!({"uri": self.copy.uri, "languageId": "python", "version": 1, "text": self.copy.text});
        self.client.notify("textDocument/didOpen", &json!({"textDocument": document}))?;
        Ok(())
    }

    fn run_file(&mut self) -> Result<Ran, Failure> {
        let arguments = json!([{"uri": self.copy.uri, "wait": true}]);
        let started = Instant::now();
        let result = self.client.request(
            "workspace/executeCommand",
            &json!({"command": "pyflow.runFile", "arguments": arguments}),
            PATIENCE,
        )?;
        let took = started.elapsed();
        let text = |key: &str| result[key].as_str().unwrap_or_default().to_owned();
        if text("status") == "refused" {
            return Err(Failure::failed(format!("The program was not run: {}", text("refused"))));
        }
        Ok(Ran { status: text("status"), stdout: text("stdout"), took })
    }

    fn output(&mut self, ran: &Ran) -> Result<(), Failure> {
        const MOST_LINES: usize = 12;
        let style = self.out.style;
        for line in ran.stdout.lines().take(MOST_LINES) {
            let bar = style.paint(Paint::Guide, "   |");
            self.out.line(&format!("{bar} {}", style::plain(line)))?;
        }
        let took = format!("   {} after {} ms", ran.status, ran.took.as_millis());
        self.out.line(&style.paint(Paint::Faint, &took))?;
        self.out.line("")
    }

    fn errors(&self) -> Vec<Value> {
        self.client.diagnostics(&self.copy.uri).into_iter().filter(|item| item["severity"] == 1).collect()
    }

    fn diagnostic(&mut self, diagnostic: &Value) -> Result<(), Failure> {
        let text = Text::new(&self.copy.text);
        let at = |end: &str| -> Option<Position> {
            let place = &diagnostic["range"][end];
            let line = u32::try_from(place["line"].as_u64()?).ok()?;
            Some(Position { line, character: u32::try_from(place["character"].as_u64()?).ok()? })
        };
        let (Some(start), Some(end)) = (at("start"), at("end")) else {
            return Err(Failure::failed("The diagnostic has no range.".to_owned()));
        };
        let range = text.places(text.range(start, end, self.encoding));
        let place = format!("{}:{}:{}", self.copy.name, start.line + 1, start.character + 1);
        let code = diagnostic["code"].as_str().unwrap_or("Error").to_owned();
        let message = diagnostic["message"].as_str().unwrap_or_default();
        let report = Report {
            severity: "error",
            message: message.strip_prefix(&format!("{code}: ")).unwrap_or(message).to_owned(),
            code,
            places: vec![Excerpt::of_text(place, String::new(), &self.copy.text, range, 2)],
            ..Report::default()
        };
        let shown = report.render(self.out.style);
        for line in shown.lines() {
            self.out.line(&format!("   {line}"))?;
        }
        self.out.line("")
    }

    /// The preferred fix, else the first one; with the diagnostic that it is for. Verdicts are waited for a little,
    /// because they decide which one is preferred.
    fn quick_fix(&mut self, mut diagnostic: Value) -> Result<Option<(Value, Value)>, Failure> {
        let end = Instant::now() + TRIAL;
        loop {
            let params = json!({
                "textDocument": {"uri": self.copy.uri},
                "range": diagnostic["range"],
                "context": {"diagnostics": [diagnostic], "only": ["quickfix"], "triggerKind": 1},
            });
            let actions = self.client.request("textDocument/codeAction", &params, QUICK)?;
            let fixes: Vec<&Value> = actions
                .as_array()
                .into_iter()
                .flatten()
                .filter(|action| action["kind"] == "quickfix" && action["edit"].is_object())
                .collect();
            let preferred = fixes.iter().find(|action| action["isPreferred"] == true);
            let undecided = fixes.iter().any(|action| action["data"]["verified"] == "unknown");
            let left = end.saturating_duration_since(Instant::now());
            if preferred.is_some() || !undecided || left.is_zero() {
                let best = preferred.or(fixes.first()).map(|action| ((*action).clone(), diagnostic));
                return Ok(best);
            }
            self.client.wait_for_diagnostics(left)?;
            let same = self.errors().into_iter().find(|item| item["range"] == diagnostic["range"]);
            diagnostic = same.unwrap_or(diagnostic);
        }
    }

    /// The copy's text after an edit; `None` where the edit is not one of the copy alone.
    fn edited(&self, edit: &Value) -> Option<String> {
        let edits = match edit["documentChanges"].as_array() {
            Some(changes) => {
                let [change] = changes.as_slice() else { return None };
                (change["textDocument"]["uri"] == self.copy.uri.as_str()).then_some(())?;
                change["edits"].as_array()?
            }
            None => edit["changes"].get(&self.copy.uri)?.as_array()?,
        };
        let text = Text::new(&self.copy.text);
        let position = |value: &Value| -> Option<Position> {
            Some(Position {
                line: u32::try_from(value["line"].as_u64()?).ok()?,
                character: u32::try_from(value["character"].as_u64()?).ok()?,
            })
        };
        let edits = edits.iter().map(|edit| {
            let (start, end) = (position(&edit["range"]["start"])?, position(&edit["range"]["end"])?);
            let range = text.range(start, end, self.encoding);
            Some(pyflow_core::fix::TextEdit { range, new_text: edit["newText"].as_str()?.to_owned() })
        });
        pyflow_core::fix::apply(&self.copy.text, &edits.collect::<Option<Vec<_>>>()?)
    }

    fn apply(&mut self, text: String) -> Result<(), Failure> {
        self.copy.text = text;
        let params = json!({
            "textDocument": {"uri": self.copy.uri, "version": 2},
            "contentChanges": [{"text": self.copy.text}],
        });
        self.client.notify("textDocument/didChange", &params)?;
        Ok(())
    }
}

fn diagnostic_code(diagnostics: &[Value]) -> String {
    diagnostics.first().and_then(|item| item["code"].as_str()).unwrap_or("error").to_owned()
}

/// The copy that is opened, run and mended.
struct Copy {
    path: PathBuf,
    name: String,
    uri: String,
    text: String,
}

impl Copy {
    fn new(path: PathBuf, text: String) -> Self {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self { uri: uri::from_path(&path), path, name, text }
    }
}

/// A temporary folder that goes with the demo.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Self, Failure> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("pyflow-demo-{}-{:x}", std::process::id(), now.as_nanos());
        let path = std::env::temp_dir().join(name);
        // Made anew, and for the user alone: nobody else can have put something there.
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::DirBuilderExt;
            builder.mode(0o700);
        }
        builder.create(&path).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
        let path = fs::canonicalize(&path).unwrap_or(path);
        Ok(Self(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What stays behind is a small file in the temporary folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn read(file: &Path) -> Result<String, Failure> {
    let bytes = pyflow_engine::disk::read_bounded(file, MOST_BYTES)
        .map_err(|error| Failure::usage(format!("{}: {error}", file.display())))?
        .ok_or_else(|| Failure::usage(format!("{}: there is no such file", file.display())))?;
    String::from_utf8(bytes)
        .map_err(|_| Failure::usage(format!("{}: the demo needs a file in UTF-8", file.display())))
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Self {
        Failure::failed(error.to_string())
    }
}
