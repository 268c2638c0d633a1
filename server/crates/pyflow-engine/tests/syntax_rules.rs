//! Explanations and edits for texts that are no Python: the corpus, and programs of the same kinds, with every
//! interpreter that is found. An edit is right if the program then runs and prints what it should.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod support;

use pyflow_core::exception::{Exception, SyntaxPlace};
use pyflow_core::fix::{Candidate, apply};
use pyflow_core::outcome::RunKind;
use pyflow_engine::diagnose::source_bytes::{BytesProblem, source_bytes_problem};
use pyflow_engine::diagnose::{Crash, InterpreterFacts, RunFacts, Source, Sources};
use pyflow_engine::explain::explain;
use pyflow_engine::fixes::rules::candidates;
use pyflow_engine::messages::Locale;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use support::{Python, cases, compile, corpus, decode, pythons};

struct Answer {
    words: String,
    candidates: Vec<Candidate>,
}

fn answer(exception: &Exception, file: &str, text: &str, version: (u8, u8)) -> Answer {
    let mut sources = Sources::default();
    sources.insert(Arc::new(Source::new(file, text)));
    let interpreter = InterpreterFacts { version, ..InterpreterFacts::default() };
    let run = RunFacts {
        kind: RunKind::File,
        file: file.to_owned(),
        args: Vec::new(),
        cwd: ".".into(),
        stdin_given: false,
        siblings: Vec::new(),
        package_tool: Default::default(),
        denial: None,
    };
    let crash = Crash { exception, sources: &sources, interpreter: &interpreter, run: &run };
    let explanation = explain(&crash);
    let parts = [Some(explanation.cause), explanation.paragraph, explanation.advice];
    let words: Vec<String> = parts.into_iter().flatten().map(|part| part.render(Locale::English)).collect();
    Answer { words: words.join("\n"), candidates: candidates(&crash) }
}

/// The error that `python FILE` shows for bytes that it can't read.
fn unreadable(problem: &BytesProblem, file: &str) -> Exception {
    Exception {
        type_name: BytesProblem::TYPE.to_owned(),
        mro: vec![BytesProblem::TYPE.to_owned()],
        message: problem.message.clone(),
        syntax: Some(SyntaxPlace {
            filename: file.to_owned(),
            lineno: i64::from(problem.line) + 1,
            ..SyntaxPlace::default()
        }),
        ..Exception::default()
    }
}

/// Lines added, deleted or replaced between two texts.
fn changed_lines(old: &str, new: &str) -> usize {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    similar::capture_diff_slices(similar::Algorithm::Myers, &old, &new)
        .iter()
        .filter(|op| op.tag() != similar::DiffTag::Equal)
        .map(|op| op.old_range().len().max(op.new_range().len()))
        .sum()
}

fn run(python: &Python, folder: &Path, text: &str) -> (bool, String, String) {
    let copy = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_file() && name != "case.toml" && !name.ends_with(".fixed.py") {
            std::fs::copy(entry.path(), copy.path().join(name)).unwrap();
        }
    }
    std::fs::write(copy.path().join("main.py"), text).unwrap();
    let output = Command::new(&python.path)
        .arg("main.py")
        .current_dir(copy.path())
        .env("PYTHONIOENCODING", "utf-8")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

/// Why an edit is wrong; nothing if it is right.
fn wrong(
    python: &Python,
    folder: &Path,
    text: &str,
    edit: &Candidate,
    expected: &str,
    most: usize,
) -> Option<String> {
    let fixed = match apply(text, &edit.files[0].edits) {
        Some(fixed) => fixed,
        None => return Some(format!("edits of {} do not fit", edit.rule)),
    };
    let changed = changed_lines(text, &fixed);
    let (clean, stdout, stderr) = run(python, folder, &fixed);
    let last = stderr.trim().lines().last().unwrap_or_default().to_owned();
    if !clean {
        return Some(format!("[{}] {}: fails: {last}", edit.rule, edit.title));
    }
    if stdout.trim() != expected.trim() {
        return Some(format!("[{}] {}: prints {stdout:?}", edit.rule, edit.title));
    }
    (changed > most).then(|| format!("[{}] {}: changes {changed} lines", edit.rule, edit.title))
}

/// What is not right about an answer: words that lack, and whether the first edit, or any of three, is wrong.
fn judge(
    python: &Python,
    folder: &Path,
    text: &str,
    answer: &Answer,
    hints: &[&str],
    fix: Option<(&str, usize)>,
) -> Vec<String> {
    let words = answer.words.to_lowercase();
    let mut faults: Vec<String> = hints
        .iter()
        .filter(|hint| !hint.split('|').any(|word| words.contains(&word.to_lowercase())))
        .map(|hint| format!("words lack {hint:?}: {}", answer.words.replace('\n', " / ")))
        .collect();
    if answer.words.contains("syntax-") || answer.candidates.iter().any(|c| c.title.contains("syntax-")) {
        faults.push(format!("a text is missing: {} {:?}", answer.words, answer.candidates));
    }
    let Some((expected, most)) = fix else { return faults };
    let Some(first) = answer.candidates.first() else {
        faults.push(format!("no edit ({})", answer.words.lines().next().unwrap_or_default()));
        return faults;
    };
    if let Some(why) = wrong(python, folder, text, first, expected, most) {
        let later = answer
            .candidates
            .iter()
            .skip(1)
            .any(|c| wrong(python, folder, text, c, expected, most).is_none());
        faults.push(format!("{}{why}", if later { "(a later edit is right) " } else { "" }));
    }
    faults
}

#[test]
fn the_corpus_is_explained_and_mended() {
    let mut faults = Vec::new();
    for python in pythons().iter().filter(|python| python.version >= (3, 10)) {
        let found = cases(&corpus(), python, &["SyntaxError", "IndentationError", "TabError"]);
        let files: Vec<_> = found.iter().map(|case| case.folder.join("main.py")).collect();
        for ((case, exception), file) in found.iter().zip(compile(python, "str", &files)).zip(&files) {
            let bytes = std::fs::read(file).unwrap();
            let text = decode(&bytes);
            let file = file.to_string_lossy();
            let exception = source_bytes_problem(&bytes).map(|p| unreadable(&p, &file)).or(exception);
            let answer = answer(&exception.expect("it does not compile"), &file, &text, python.version);
            // Bytes of another encoding can't be mended by an edit of the text.
            let fix = case.fix().filter(|_| case.text("category") != "syntax-source-encoding").map(|fix| {
                let text = |key: &str| fix.get(key).and_then(toml::Value::as_str).unwrap_or_default();
                let most = fix.get("max_changed_lines").and_then(toml::Value::as_integer).unwrap_or(3);
                (text("expected_stdout"), most as usize)
            });
            for fault in judge(python, &case.folder, &text, &answer, &case.hints(), fix) {
                faults.push(format!("{} {:?}: {fault}", case.name, python.version));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// A program of `syntax_programs.txt`: `=== name | hint words | from-to`, the text, `---`, what it prints when mended
/// (`!` instead: no edit may be offered).
struct Program {
    name: String,
    hints: Vec<String>,
    versions: std::ops::RangeInclusive<u8>,
    text: String,
    expected: String,
}

fn programs() -> Vec<Program> {
    let all = include_str!("syntax_programs.txt");
    all.split("\n=== ")
        .skip(1)
        .map(|section| {
            let (head, rest) = section.split_once('\n').expect("a head line");
            let (text, expected) = rest.split_once("\n---\n").expect("a line ---");
            let mut fields = head.split('|').map(str::trim);
            let name = fields.next().unwrap_or_default().to_owned();
            let hints = fields
                .next()
                .unwrap_or_default()
                .split_whitespace()
                .map(|hint| hint.replace('/', "|"))
                .collect();
            let versions = fields.next().and_then(|range| {
                let (from, to) = range.split_once('-')?;
                Some(from.parse().ok()?..=to.parse().ok()?)
            });
            let escapes = [("⇥", "\t"), ("␠", "\u{a0}"), ("␀", "\0"), ("␛", "\u{200b}"), ("↵", "\r")];
            let text = escapes.iter().fold(text.to_owned(), |text, (sign, real)| text.replace(sign, real));
            Program {
                name,
                hints,
                versions: versions.unwrap_or(8..=14),
                text: format!("{text}\n"),
                expected: expected.to_owned(),
            }
        })
        .collect()
}

#[test]
fn programs_of_the_same_kinds_are_explained_and_mended() {
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut faults = Vec::new();
    let mut count = 0;
    let folder = tempfile::tempdir().unwrap();
    let empty = tempfile::tempdir().unwrap();
    for python in &pythons() {
        let all: Vec<Program> = programs()
            .into_iter()
            .filter(|program| program.versions.contains(&python.version.1) && program.name.contains(&only))
            .collect();
        let files: Vec<_> = all
            .iter()
            .map(|program| {
                let file = folder.path().join(format!("{}.py", program.name));
                std::fs::write(&file, &program.text).unwrap();
                file
            })
            .collect();
        for ((program, exception), file) in all.iter().zip(compile(python, "str", &files)).zip(&files) {
            let file = file.to_string_lossy();
            let problem = source_bytes_problem(program.text.as_bytes()).map(|p| unreadable(&p, &file));
            let Some(exception) = problem.or(exception) else {
                faults.push(format!("{} {:?}: compiles", program.name, python.version));
                continue;
            };
            let answer = answer(&exception, &file, &program.text, python.version);
            let hints: Vec<&str> = program.hints.iter().map(String::as_str).collect();
            let none = program.expected.trim() == "!";
            let fix = (!none).then_some((program.expected.as_str(), 40));
            let mut found = judge(python, empty.path(), &program.text, &answer, &hints, fix);
            if none && !answer.candidates.is_empty() {
                found.push(format!("an edit is offered: {}", answer.candidates[0].title));
            }
            count += 1;
            faults.extend(found.into_iter().map(|fault| {
                format!("{} {:?} ({}): {fault}", program.name, python.version, exception.message)
            }));
        }
    }
    assert!(faults.is_empty(), "{} faults in {count}:\n{}", faults.len(), faults.join("\n"));
}
