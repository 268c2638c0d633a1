//! The place of a syntax error, from the numbers of every interpreter that is found.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use pyflow_core::exception::SourceRange;
use pyflow_engine::diagnose::Source;
use pyflow_engine::diagnose::source_bytes::source_bytes_problem;
use pyflow_engine::diagnose::syntax_place::place;
use support::{Python, cases, compile, compile_text, corpus, decode, pythons, syntax};

fn utf16(source: &Source, range: SourceRange) -> (i64, i64, i64) {
    let from = source.line_start(range.start.line);
    let units = |place| source.slice(from..source.byte_of(place)).encode_utf16().count() as i64;
    (i64::from(range.start.line) + 1, units(range.start), units(range.end))
}

#[test]
fn every_syntax_case_of_the_corpus_is_placed_as_it_says() {
    let mut checked = 0;
    for python in pythons() {
        let found = cases(&corpus(), &python, &["SyntaxError", "IndentationError", "TabError"]);
        let files: Vec<_> = found.iter().map(|case| case.folder.join("main.py")).collect();
        for how in ["str", "bytes"] {
            for (case, exception) in found.iter().zip(compile(&python, how, &files)) {
                let bytes = std::fs::read(case.folder.join("main.py")).unwrap();
                let source = Source::new("main.py", decode(&bytes));
                let range = match (source_bytes_problem(&bytes), &exception) {
                    (Some(problem), _) => SourceRange { start: problem.range.start, end: problem.range.end },
                    (None, Some(e)) => place(&source, &syntax(e), &e.message, python.version),
                    (None, None) => panic!("{} compiles on {:?}", case.name, python.version),
                };
                let (line, start, end) = utf16(&source, range);
                let what = format!("{} {how} {:?}: {range:?}", case.name, python.version);
                assert_eq!(Some(line), case.number("line"), "{what}");
                if let Some(expected) = case.number("col_start") {
                    assert_eq!(start, expected, "{what}");
                    let text = source.line(range.start.line);
                    let rest = text.trim_end().encode_utf16().count() as i64;
                    assert_eq!(end, case.number("col_end").unwrap_or(rest), "{what}");
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 0 || pythons().iter().all(|python| python.version < (3, 10)), "nothing was checked");
}

/// Text, what the range must cover, from which version on.
const PLACED: &[(&str, &str, (u8, u8))] = &[
    ("s = \"üé😀\"; x = = 3\n", "=", (3, 8)),
    ("s = \"üé😀\"; x = 0777\n", "0", (3, 10)),
    ("s = \"üé😀\"; return 5\n", "return 5", (3, 10)),
    ("s = \"üé😀\"; f(a=1, s)\n", ")", (3, 10)),
    ("s = \"a\u{2028}b\"; y = =  1\n", "=", (3, 10)),
    ("s = \"üé😀\"; x = (1]\n", "]", (3, 8)),
    ("s = 3\nt = f\"é{a b} x\"\n", "a b", (3, 10)),
    ("s = 3\nt = (f\"abc {s}\"\n   f\"x {a b}\")\n", "a b", (3, 10)),
    ("t = f\"\"\"\nabc\n{a b}\n\"\"\"\n", "a b", (3, 10)),
    ("t = f\"{x:{y z}}\"\n", "y z", (3, 10)),
    ("\u{feff}x = = 1\n", "=", (3, 9)),
    ("x = \"é\nb\"\n", "\"é", (3, 8)),
    ("f(a,\n  b) = 3\n", "f(a,", (3, 10)),
    ("x = 1\n# \0\n", "\0", (3, 8)),
    ("b\u{200b} = 2\n", "\u{200b} = 2", (3, 10)),
    ("try:\n    x = 1\n", "", (3, 10)),
    ("x = 1\ry = = 2\r", "=", (3, 8)),
];

#[test]
fn ranges_cover_what_is_wrong_on_every_version() {
    for python in pythons() {
        for (text, expected, from) in PLACED {
            if python.version < *from {
                continue;
            }
            for how in ["str", "bytes"] {
                let Some(exception) = compile_text(&python, how, text) else { panic!("{text:?} compiles") };
                let source = Source::new("main.py", *text);
                let range = place(&source, &syntax(&exception), &exception.message, python.version);
                let covered = source.slice(source.byte_range(range));
                let last = covered.trim_end_matches('\r');
                assert!(
                    last.starts_with(expected) && (last.len() == expected.len() || python.version < (3, 10)),
                    "{text:?} {how} {:?}: {covered:?} {range:?} {:?}",
                    python.version,
                    exception.syntax
                );
            }
        }
    }
}

#[test]
fn numbers_that_no_text_has_stay_in_the_text() {
    let source = Source::new("main.py", "x = (\n  'é'\n\n");
    for lineno in [-3, 0, 1, 2, 4, 99] {
        for offset in [-1, 0, 1, 5, 1000, i64::MAX] {
            for end_offset in [-1, 0, 3, i64::MAX] {
                let numbers = pyflow_core::exception::SyntaxPlace {
                    lineno,
                    offset,
                    end_lineno: lineno,
                    end_offset,
                    ..Default::default()
                };
                let range = place(&source, &numbers, "invalid syntax", (3, 11));
                assert!(range.end >= range.start);
                assert!((range.end.byte as usize) <= source.line(range.start.line).len());
            }
        }
    }
}

#[test]
fn bytes_that_python_cannot_read_have_the_line_that_it_says() {
    let files: [&[u8]; 4] = [
        b"x = 1\n# caf\xe9\ny = 2\n",
        b"x = 1\n\n\nz='\xff\xfe'\n",
        b"# coding: foo8\nx = 1\n",
        b"x = 1\n# \0\n",
    ];
    for python in pythons().iter().filter(|python| python.version >= (3, 11)) {
        for bytes in files {
            let said = stderr(python, bytes);
            let problem = source_bytes_problem(bytes).expect("a problem");
            let message = problem.message.split(" on line").next().unwrap_or_default();
            assert!(said.contains(message), "{message:?} in {said}");
            if said.contains(" line ") {
                assert!(
                    said.contains(&format!("line {}", problem.line + 1)),
                    "{} in {said}",
                    problem.line + 1
                );
            }
        }
    }
}

fn stderr(python: &Python, bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("main.py");
    std::fs::write(&file, bytes).unwrap();
    let output = std::process::Command::new(&python.path).arg(&file).output().unwrap();
    String::from_utf8_lossy(&output.stderr).into_owned()
}
