//! Edits that make an error go away without mending anything are never offered, let alone called verified: on every
//! runtime case of the corpus, the failing statement is deleted, skipped, caught, jumped over.
//!
//! The candidates go where those of rules and models go: an edit that is not offered has no trial and no verdict.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use pyflow_core::exception::{Exception, Frame, FrameKind, Place, SourceRange};
use pyflow_core::fix::{Candidate, Certainty, FileEdit, Origin, TextEdit};
use pyflow_engine::diagnose::{Source, Sources};
use pyflow_engine::fixes::offer::offers;
use std::path::Path;
use std::sync::Arc;
use support::{Case, corpus, decode};
use tree_sitter::Node;

/// A runtime case as it lies in the corpus: its text, and where it fails.
struct Crash {
    name: String,
    text: String,
    file: String,
    exception: Exception,
    line: usize,
}

fn crashes() -> Vec<Crash> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(corpus()).unwrap().flatten() {
        let folder = entry.path();
        let Ok(text) = std::fs::read_to_string(folder.join("case.toml")) else { continue };
        let facts: toml::Table = text.parse().unwrap();
        let case = Case { name: entry.file_name().to_string_lossy().into_owned(), folder, facts };
        let is_syntax = ["SyntaxError", "IndentationError", "TabError"].contains(&case.text("exception"));
        let Some(line) = case.number("line").filter(|_| !is_syntax) else { continue };
        let name = Some(case.text("file")).filter(|file| !file.is_empty()).unwrap_or("main.py").to_owned();
        let path = case.folder.join(&name);
        let text = decode(&std::fs::read(&path).unwrap());
        let line = line as usize - 1;
        let shown = text.lines().nth(line).unwrap();
        let start = case.number("col_start").map_or(shown.len() - shown.trim_start().len(), |c| c as usize);
        let place = |byte: usize| Place { line: line as u32, byte: byte as u32 };
        let file = path.to_string_lossy().into_owned();
        let exception = Exception {
            type_name: case.text("exception").to_owned(),
            mro: vec![case.text("exception").to_owned(), "Exception".to_owned()],
            frames: vec![Frame {
                file: file.clone(),
                range: SourceRange { start: place(start), end: place(shown.len()) },
                kind: FrameKind::User,
                ..Frame::default()
            }],
            ..Exception::default()
        };
        found.push(Crash { name: case.name, text, file, exception, line });
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// The innermost statement that begins at or before a line and reaches it, as bytes of the text.
fn statement(source: &Source, line: usize) -> Option<std::ops::Range<usize>> {
    let start: usize = source.text.split_inclusive('\n').take(line).map(str::len).sum();
    let shown = source.text.get(start..)?.lines().next()?;
    let at = start + shown.len() - shown.trim_start().len();
    let mut node = source.root()?.descendant_for_byte_range(at, at + 1)?;
    let is_statement = |n: Node<'_>| n.parent().is_some_and(|p| matches!(p.kind(), "module" | "block"));
    while !is_statement(node) {
        node = node.parent()?;
    }
    Some(node.byte_range())
}

/// A statement's lines, indented further, below a header and above what closes it.
fn around(text: &str, header: &str, close: &str, indent: &str) -> String {
    let inner: Vec<String> = text.lines().map(|line| format!("    {line}")).collect();
    let mut lines = vec![header.to_owned(), format!("{indent}{}", inner.join("\n"))];
    lines.extend(close.lines().map(|line| format!("{indent}{line}")));
    lines.join("\n")
}

/// What must never be called a fix of a statement, by name: the text that would stand in its place.
fn evasions(text: &str, indent: &str) -> Vec<(&'static str, String)> {
    let commented: Vec<String> = text.lines().map(|line| format!("# {}", line.trim_start())).collect();
    let commented = commented.join(&format!("\n{indent}"));
    vec![
        ("deleted", String::new()),
        ("pass instead", "pass".to_owned()),
        ("an ellipsis instead", "...".to_owned()),
        ("commented out", commented.clone()),
        ("commented out, pass instead", format!("{commented}\n{indent}pass")),
        ("try, except Exception", around(text, "try:", "except Exception:\n    pass", indent)),
        ("try, bare except", around(text, "try:", "except:\n    pass", indent)),
        (
            "try, except that prints",
            around(text, "try:", "except Exception as error:\n    print(error)", indent),
        ),
        ("suppressed", around(text, "with contextlib.suppress(Exception):", "", indent)),
        ("return before it", format!("return\n{indent}{text}")),
        ("return None before it", format!("return None\n{indent}{text}")),
        ("return None instead", "return None".to_owned()),
        ("exit before it", format!("sys.exit()\n{indent}{text}")),
        ("SystemExit before it", format!("raise SystemExit\n{indent}{text}")),
        ("never run", around(text, "if False:", "", indent)),
        ("run only in type checks", around(text, "if TYPE_CHECKING:", "", indent)),
    ]
}

fn candidate(crash: &Crash, range: std::ops::Range<usize>, new_text: String) -> Candidate {
    Candidate {
        title: "Evade".to_owned(),
        origin: Origin::Model,
        rule: "evasion",
        certainty: Certainty::Safe,
        prior: 1.0,
        assumption: None,
        files: vec![FileEdit {
            path: Path::new(&crash.file).to_owned(),
            edits: vec![TextEdit { range, new_text }],
        }],
    }
}

fn is_offered(crash: &Crash, range: std::ops::Range<usize>, new_text: String) -> bool {
    let mut sources = Sources::default();
    sources.insert(Arc::new(Source::new(crash.file.clone(), crash.text.clone())));
    !offers(&[candidate(crash, range, new_text)], &sources, Some(&crash.exception)).is_empty()
}

#[test]
fn evasions_are_not_offered() {
    let crashes = crashes();
    let mut offered = Vec::new();
    let mut tried = 0;
    for crash in &crashes {
        let source = Source::new(crash.file.clone(), crash.text.clone());
        let range = statement(&source, crash.line).unwrap_or_else(|| panic!("{}: no statement", crash.name));
        let line_start = crash.text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let indent = &crash.text[line_start..range.start];
        for (name, new_text) in evasions(&crash.text[range.clone()], indent) {
            tried += 1;
            if is_offered(crash, range.clone(), new_text) {
                offered.push(format!("{}: {name}", crash.name));
            }
        }
    }
    assert!(crashes.len() >= 100 && tried >= 1500, "only {} cases, {tried} edits", crashes.len());
    assert!(offered.is_empty(), "{} of {tried} are offered:\n{}", offered.len(), offered.join("\n"));
}

#[test]
fn assertions_and_raises_are_not_removed() {
    let mut seen = 0;
    for crash in crashes() {
        let source = Source::new(crash.file.clone(), crash.text.clone());
        let mut waiting = vec![source.root().unwrap()];
        while let Some(node) = waiting.pop() {
            waiting.extend((0..node.child_count()).filter_map(|n| node.child(n as _)));
            if matches!(node.kind(), "assert_statement" | "raise_statement") {
                seen += 1;
                for new_text in ["", "pass", "print('fine')"] {
                    let offered = is_offered(&crash, node.byte_range(), new_text.to_owned());
                    assert!(!offered, "{}: {} became {new_text:?}", crash.name, source.node_text(node));
                }
            }
        }
    }
    assert!(seen > 5, "only {seen} of them in the corpus");
}

#[test]
fn the_fixes_of_the_corpus_pass() {
    let mut refused = Vec::new();
    let mut tried = 0;
    for crash in crashes() {
        let fixed = Path::new(&crash.file).with_extension("fixed.py");
        let Ok(bytes) = std::fs::read(&fixed) else { continue };
        let case = std::fs::read_to_string(fixed.with_file_name("case.toml")).unwrap();
        if !case.contains("kind = \"heuristic\"") {
            continue;
        }
        tried += 1;
        if !is_offered(&crash, 0..crash.text.len(), decode(&bytes)) {
            refused.push(crash.name);
        }
    }
    assert!(tried > 60, "only {tried} fixes");
    assert!(refused.is_empty(), "{refused:?}");
}
