//! Runs programs through the worker's driver, builds their crashes, and judges what is made of them.

#![allow(dead_code, unreachable_pub, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use crate::support::{Case, Python, decode};
use pyflow_core::exception::{Exception, FrameKind};
use pyflow_core::facts::CrashFacts;
use pyflow_core::fix::{Candidate, apply};
use pyflow_core::outcome::{RunKind, Warning};
use pyflow_engine::diagnose::{Crash, InterpreterFacts, PackageTool, RunFacts, Source, Sources};
use pyflow_engine::explain;
use pyflow_engine::fixes::rules;
use pyflow_engine::messages::Locale;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// What came of one case.
#[derive(Debug, Clone, Default)]
pub struct Judged {
    pub name: String,
    pub explained: bool,
    pub heuristic: bool,
    pub ai: bool,
    pub first: bool,
    pub three: bool,
    pub false_offer: bool,
    pub problems: Vec<String>,
    pub micros: u128,
}

/// One run's messages and the crash in them.
#[derive(Debug, Default)]
pub struct Ran {
    pub exception: Option<Exception>,
    pub warnings: Vec<Warning>,
    pub stderr: String,
    pub status: String,
}

const INTERPRETER: &str = r#"
import builtins, importlib, json, pkgutil, sys
names = {}
for module in sys.argv[1].split():
    try:
        names[module] = [n for n in dir(importlib.import_module(module)) if not n.startswith("_")]
    except Exception:
        pass
print(json.dumps({"stdlib": sorted(sys.stdlib_module_names), "names": names, "builtins": dir(builtins),
                  "installed": [m.name for m in pkgutil.iter_modules() if m.name not in sys.stdlib_module_names]}))
"#;

/// The interpreter's facts, as the engine's probe has them.
pub fn interpreter(python: &Python) -> InterpreterFacts {
    let probe = include_str!("../../src/interpreters/names.py");
    let modules = probe.split("\"\"\"").nth(1).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    let output = Command::new(&python.path).args(["-c", INTERPRETER, &modules]).output().expect("it starts");
    let value: Value = serde_json::from_slice(&output.stdout).expect("the interpreter answers");
    let set = |v: &Value| -> BTreeSet<String> {
        v.as_array().into_iter().flatten().filter_map(|n| n.as_str().map(str::to_owned)).collect()
    };
    let names = value["names"].as_object().unwrap();
    InterpreterFacts {
        version: python.version,
        stdlib: set(&value["stdlib"]),
        stdlib_names: names.iter().map(|(k, v)| (k.clone(), set(v))).collect::<BTreeMap<_, _>>(),
        installed: set(&value["installed"]),
        builtins: set(&value["builtins"]),
    }
}

/// Runs a file through the worker.
pub fn run(python: &Python, file: &Path, case: &Case, folder: &Path) -> Ran {
    let drive = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/worker/drive.py");
    let seconds = case.facts.get("timeout").and_then(toml::Value::as_integer).unwrap_or(10);
    let mut command = Command::new("python3");
    command
        .arg(drive)
        .args(["--python".as_ref(), python.path.as_os_str()])
        .args(["--stdin", case.text("stdin"), "--timeout", &seconds.to_string()])
        .arg("--cwd")
        .arg(folder.join(case.text("cwd")))
        .arg(file)
        .args(argv(case))
        .env("PYTHONHASHSEED", "0");
    for name in unset(case) {
        command.env_remove(name);
    }
    // `CRASHES` names a folder in which what was said of a crash is kept for the next time.
    let kept = folder.with_extension("jsonl");
    let said = std::fs::read_to_string(&kept).unwrap_or_else(|_| {
        let output = command.stderr(Stdio::null()).output().expect("the driver starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        std::fs::write(&kept, &said).expect("a file");
        said
    });
    let mut ran = Ran::default();
    for line in said.lines() {
        let Ok(message) = serde_json::from_str::<Value>(line) else { continue };
        match message["ev"].as_str().unwrap_or_default() {
            "error" => {
                let facts = ran.exception.take().map(|e| e.facts).unwrap_or_default();
                let mut exception: Exception =
                    serde_json::from_value(message["exception"].clone()).expect("an exception");
                exception.facts = facts;
                ran.exception = Some(exception);
            }
            "reported" if ran.exception.is_none() => {
                let mut exception: Exception =
                    serde_json::from_value(message["exception"].clone()).expect("an exception");
                exception.facts = serde_json::from_value(message["facts"].clone()).unwrap_or_default();
                ran.exception = Some(exception);
            }
            "facts" => {
                if let Some(exception) = &mut ran.exception {
                    exception.facts =
                        serde_json::from_value::<CrashFacts>(message["facts"].clone()).expect("facts");
                    for member in message["members"].as_array().into_iter().flatten() {
                        attach(exception, member);
                    }
                }
            }
            "warning" => ran.warnings.extend(serde_json::from_value::<Warning>(message.clone())),
            "stderr" | "fd2" => ran.stderr += message["text"].as_str().unwrap_or_default(),
            "done" => ran.status = message["exit_code"].to_string(),
            "end" if message["status"] == "timeout" => "timeout".clone_into(&mut ran.status),
            _ => {}
        }
    }
    ran
}

/// Gives a member of the exception its facts.
fn attach(exception: &mut Exception, member: &Value) {
    let mut at = exception;
    for step in member["path"].as_array().into_iter().flatten() {
        let next = match step {
            Value::String(name) if name == "cause" => at.cause.as_deref_mut(),
            Value::String(name) if name == "context" => at.context.as_deref_mut(),
            Value::Number(index) => {
                at.group.as_mut().and_then(|g| g.get_mut(index.as_u64().unwrap_or(0) as usize))
            }
            _ => None,
        };
        let Some(next) = next else { return };
        at = next;
    }
    if let Ok(facts) = serde_json::from_value(member["facts"].clone()) {
        at.facts = facts;
    }
}

fn argv(case: &Case) -> Vec<String> {
    let list = case.facts.get("argv").and_then(toml::Value::as_array);
    list.into_iter().flatten().filter_map(|v| v.as_str().map(str::to_owned)).collect()
}

fn unset(case: &Case) -> Vec<String> {
    let list = case.facts.get("unset_env").and_then(toml::Value::as_array);
    list.into_iter().flatten().filter_map(|v| v.as_str().map(str::to_owned)).collect()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name == "case.toml" || name == "__pycache__" || name.ends_with(".fixed.py") {
            continue;
        }
        if entry.path().is_dir() {
            copy(&entry.path(), &to.join(name));
        } else {
            std::fs::copy(entry.path(), to.join(name)).unwrap();
        }
    }
}

/// All cases of a folder that are no syntax errors and that this interpreter can run.
fn runtime_cases(folder: &Path, python: &Python, installed: &BTreeSet<String>) -> Vec<Case> {
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the corpus").flatten() {
        let folder = entry.path();
        let Ok(text) = std::fs::read_to_string(folder.join("case.toml")) else { continue };
        let mut facts: toml::Table = text.parse().expect("case.toml is TOML");
        let version = format!("{}.{}", python.version.0, python.version.1);
        let own = facts.get("python").and_then(|p| p.get(&version)).and_then(toml::Value::as_table).cloned();
        facts.extend(own.unwrap_or_default());
        let case = Case { name: entry.file_name().to_string_lossy().into_owned(), folder, facts };
        let bound = |key: &str| {
            let (a, b) = case.text(key).split_once('.')?;
            Some((a.parse::<u8>().ok()?, b.parse::<u8>().ok()?))
        };
        let list = |key: &str| {
            let list = case.facts.get(key).and_then(toml::Value::as_array).cloned().unwrap_or_default();
            list.into_iter().filter_map(|v| v.as_str().map(str::to_owned)).collect::<Vec<_>>()
        };
        let runs = bound("min_python").is_none_or(|v| v <= python.version)
            && bound("max_python").is_none_or(|v| v >= python.version)
            && list("requires").iter().all(|m| installed.contains(m))
            && !list("requires_absent").iter().any(|m| installed.contains(m));
        let syntax = ["SyntaxError", "IndentationError", "TabError"].contains(&case.text("exception"));
        if runs && !syntax && case.name.contains(&only) {
            found.push(case);
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// Judges every case of a folder.
pub fn judge(python: &Python, folder: &Path) -> Vec<Judged> {
    let facts = interpreter(python);
    let cases = runtime_cases(folder, python, &facts.installed);
    let next = AtomicUsize::new(0);
    let mut judged: Vec<Judged> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    let mut own = Vec::new();
                    while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                        own.push(judge_case(python, case, &facts));
                    }
                    own
                })
            })
            .collect();
        workers.into_iter().flat_map(|w| w.join().expect("a judge")).collect()
    });
    judged.sort_by(|a, b| a.name.cmp(&b.name));
    judged
}

/// The crash of a run, with the texts of the folder.
pub fn texts(exception: &Exception, folder: &Path) -> Sources {
    let mut sources = Sources::default();
    let files = exception.frames.iter().map(|f| PathBuf::from(&f.file));
    let beside = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    for path in files.chain(beside.filter(|p| p.extension().is_some_and(|e| e == "py"))) {
        if let Ok(bytes) = std::fs::read(&path) {
            sources.insert(Arc::new(Source::new(path.to_string_lossy(), decode(&bytes))));
        }
    }
    sources
}

fn judge_case(python: &Python, case: &Case, interpreter: &InterpreterFacts) -> Judged {
    let scratch = tempfile::tempdir().unwrap();
    let root = std::env::var_os("CRASHES").map_or_else(|| scratch.path().to_owned(), PathBuf::from);
    let folder = root.canonicalize().unwrap().join(&case.name);
    copy(&case.folder, &folder);
    let main = folder.join("main.py");
    let mut ran = run(python, &main, case, &folder);
    // Files that the run left behind.
    let mut judged = Judged { name: case.name.clone(), ..Judged::default() };
    let names =
        std::fs::read_dir(&folder).unwrap().flatten().map(|e| e.file_name().to_string_lossy().into_owned());
    let facts = RunFacts {
        kind: RunKind::File,
        file: main.to_string_lossy().into_owned(),
        args: argv(case),
        cwd: folder.join(case.text("cwd")),
        stdin_given: case.facts.contains_key("stdin"),
        siblings: names.filter(|n| n != "__pycache__").collect(),
        package_tool: PackageTool::Pip,
        denial: None,
    };
    let kind =
        case.facts.get("fix").and_then(|f| f.get("kind")).and_then(toml::Value::as_str).unwrap_or_default();
    judged.heuristic = kind == "heuristic";
    judged.ai = kind == "ai";
    let mut said = String::new();
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut sources = Sources::default();
    if let Some(exception) = &mut ran.exception {
        for frame in &mut exception.frames {
            let inside = Path::new(&frame.file).starts_with(&folder);
            if frame.kind == FrameKind::User && !inside {
                frame.kind = FrameKind::Library;
            }
        }
        sources = texts(exception, &folder);
        let crash = Crash { exception, sources: &sources, interpreter, run: &facts };
        let began = Instant::now();
        let explanation = explain::explain(&crash);
        let hover = explain::hover(&crash, &explanation, Locale::English);
        candidates = rules::candidates(&crash);
        judged.micros = began.elapsed().as_micros();
        said = format!(
            "{}: {}\n{}\n{}",
            exception.type_name,
            exception.message.lines().next().unwrap_or_default(),
            hover.cause,
            hover.markdown
        );
    } else if let Some(warning) = ran.warnings.first() {
        let bytes = std::fs::read(&warning.file).unwrap_or_default();
        let source = Source::new(warning.file.clone(), decode(&bytes));
        let words = explain::words(&explain::warning(warning, &source), Locale::English);
        candidates = rules::warning_candidates(warning, &source);
        said = format!("{}: {}\n{}\n{}", warning.type_name, warning.message, words.cause, words.markdown);
        sources.insert(Arc::new(source));
    } else if ran.status == "timeout" {
        let end = explain::End {
            status: pyflow_core::outcome::Status::Timeout,
            limit: None,
            signal: None,
            exit_code: None,
            timeout: Some(std::time::Duration::from_secs(2)),
            limits: None,
            output_bytes: 0,
            frame: None,
            in_session: false,
        };
        said = explain::words(&explain::end(&end), Locale::English).markdown;
    } else if !case.text("exception").is_empty() {
        judged.problems.push(format!("no exception: {} {}", ran.status, ran.stderr));
    } else {
        said = explain::words(&explain::exited(&ran.status, &ran.stderr), Locale::English).markdown;
    }
    if let Some(exception) = &ran.exception {
        judged.problems.extend(silenced(exception, &sources));
    }
    let lower = said.to_lowercase();
    let lacking: Vec<&str> = case
        .hints()
        .into_iter()
        .filter(|hint| !hint.split('|').any(|word| lower.contains(&word.to_lowercase())))
        .collect();
    judged.explained = lacking.is_empty();
    if !lacking.is_empty() {
        judged.problems.push(format!("explain lacks {lacking:?} in {said:?}"));
    }
    if std::env::var_os("SHOW").is_some() {
        judged.problems.push(said.clone());
    }
    let rights: Vec<(String, Result<(), String>)> = candidates
        .iter()
        .take(3)
        .map(|c| {
            (
                format!("{} [{}]", c.title, c.rule),
                if case.fix().is_some() {
                    try_fix(python, case, c, &sources, &folder)
                } else {
                    Err(String::new())
                },
            )
        })
        .collect();
    judged.first = rights.first().is_some_and(|(_, r)| r.is_ok());
    judged.three = rights.iter().any(|(_, r)| r.is_ok());
    judged.false_offer = case.fix().is_none() && !candidates.is_empty();
    if judged.false_offer {
        judged.problems.push(format!("offered where none is right: {rights:?}"));
    }
    if judged.heuristic && !judged.first {
        judged.problems.push(format!("fix: {rights:?}"));
    }
    if judged.ai && !judged.first && !rights.is_empty() {
        judged.problems.push(format!("(ai) fix: {rights:?}"));
    }
    judged
}

/// Changes that make the exception go away and mend nothing, and that are allowed all the same.
fn silenced(exception: &Exception, sources: &Sources) -> Vec<String> {
    let Some(frame) = exception.frames.iter().rev().find(|f| f.kind == FrameKind::User) else {
        return Vec::new();
    };
    let Some(source) = sources.get(&frame.file) else { return Vec::new() };
    let at = source.byte_of(frame.range.start);
    let Some(node) = source.node_at(at..(at + 1).min(source.text.len())) else { return Vec::new() };
    let statement = pyflow_engine::diagnose::scene::statement_of(node);
    let (start, end) = (statement.start_byte(), statement.end_byte());
    let column = source.place_of(start).byte as usize;
    let shift = " ".repeat(column);
    let text = source.node_text(statement);
    let inner: String = text.lines().map(|l| format!("    {l}")).collect::<Vec<_>>().join("\n");
    let changes = [
        ("deleted", String::new()),
        ("pass", "pass".to_owned()),
        ("caught", format!("try:\n{shift}{inner}\n{shift}except Exception:\n{shift}    pass")),
        ("returned", format!("return\n{shift}{text}")),
        ("never", format!("if False:\n{shift}{inner}")),
        ("left", format!("sys.exit(0)\n{shift}{text}")),
    ];
    let mut allowed = Vec::new();
    for (name, new) in changes {
        let changed = format!("{}{new}{}", &source.text[..start], &source.text[end..]);
        let after = Source::new(frame.file.clone(), changed);
        if pyflow_engine::fixes::deny::reason(source, &after, Some(exception)).is_none() {
            allowed.push(format!("allowed: {name}"));
        }
    }
    allowed
}

/// Whether the program, with a candidate's edits, prints what it should.
fn try_fix(
    python: &Python,
    case: &Case,
    candidate: &Candidate,
    sources: &Sources,
    folder: &Path,
) -> Result<(), String> {
    let scratch = tempfile::tempdir().unwrap();
    let copied = scratch.path().canonicalize().unwrap().join(&case.name);
    copy(&case.folder, &copied);
    let mut changed = 0;
    for edit in &candidate.files {
        let source = sources.get(&edit.path.to_string_lossy()).ok_or("no such text")?;
        let text = apply(&source.text, &edit.edits).ok_or("the edits do not fit")?;
        changed += changed_lines(&source.text, &text);
        let relative = edit.path.strip_prefix(folder).map_err(|e| e.to_string())?;
        std::fs::write(copied.join(relative), text).unwrap();
    }
    let fix = case.fix().unwrap();
    let most = fix.get("max_changed_lines").and_then(toml::Value::as_integer).unwrap_or(1);
    let mut command = Command::new(&python.path);
    command.arg(copied.join("main.py")).args(argv(case)).current_dir(copied.join(case.text("cwd")));
    command.env("PYTHONHASHSEED", "0").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), case.text("stdin").as_bytes()).ok();
    let output = child.wait_with_output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() || stderr.contains("Traceback") {
        return Err(format!("still fails: {}", stderr.lines().last().unwrap_or_default()));
    }
    let wanted = fix.get("expected_stdout").and_then(toml::Value::as_str).unwrap_or_default();
    let parts = fix.get("stdout_contains").and_then(toml::Value::as_array);
    let open = fix.get("open").and_then(toml::Value::as_bool).unwrap_or(false);
    let right = if let (true, Some(parts)) = (open, parts) {
        parts.iter().filter_map(|p| p.as_str()).all(|p| stdout.contains(p))
    } else {
        stdout.trim() == wanted.trim()
    };
    if !right {
        return Err(format!("prints {stdout:?}"));
    }
    if changed as i64 > most {
        return Err(format!("changes {changed} lines, {most} allowed"));
    }
    Ok(())
}

/// Lines added, deleted or replaced.
fn changed_lines(before: &str, after: &str) -> usize {
    let diff = similar::TextDiff::from_lines(before, after);
    let mut count = 0;
    for op in diff.ops() {
        if op.tag() != similar::DiffTag::Equal {
            count += op.old_range().len().max(op.new_range().len());
        }
    }
    count
}
