//! Explanations and edits for texts that are no Python: the corpus, and programs of the same kinds, with every
//! interpreter that is found. An edit is right if the program then runs and prints what it should.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod support;

use pyflow_core::exception::{Exception, SyntaxPlace};
use pyflow_core::fix::{Candidate, apply};
use pyflow_core::outcome::RunKind;
use pyflow_engine::diagnose::source_bytes::{BytesProblem, source_bytes_problem};
use pyflow_engine::diagnose::{Crash, InterpreterFacts, PackageTool, RunFacts, Source, Sources};
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
        package_tool: PackageTool::default(),
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
    let Some(fixed) = apply(text, &edit.files[0].edits) else {
        return Some(format!("edits of {} do not fit", edit.rule));
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
    // All versions take minutes; the oldest, the newest and one between show nearly all that differs.
    let mut pythons = pythons();
    if std::env::var_os("PYFLOW_TEST_ALL_PYTHONS").is_none() && pythons.len() > 3 {
        let (last, middle) = (pythons.len() - 1, pythons.len() / 2);
        pythons = vec![pythons[0].clone(), pythons[middle].clone(), pythons[last].clone()];
    }
    for python in &pythons {
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

/// What the rules look for in messages.
const SAID: &[&str] = &[
    "invalid syntax",
    "invalid syntax. Perhaps you forgot a comma?",
    "invalid syntax. Maybe you meant '==' or ':=' instead of '='?",
    "cannot assign to function call here. Maybe you meant '==' instead of '='?",
    "'(' was never closed",
    "'[' was never closed",
    "unmatched ')'",
    "closing parenthesis ']' does not match opening parenthesis '('",
    "closing parenthesis ')' does not match opening parenthesis '{'",
    "unterminated string literal (detected at line 1)",
    "unterminated triple-quoted string literal (detected at line 5)",
    "unexpected EOF while parsing",
    "expected ':'",
    "expected an indented block after 'for' statement on line 3",
    "expected an indented block",
    "unexpected indent",
    "unindent does not match any outer indentation level",
    "inconsistent use of tabs and spaces in indentation",
    "'return' outside function",
    "'break' outside loop",
    "'continue' not properly in loop",
    "'await' outside async function",
    "positional argument follows keyword argument",
    "parameter without a default follows parameter with a default",
    "keyword argument repeated: a",
    "expression cannot contain assignment, perhaps you meant \"==\"?",
    "Generator expression must be parenthesized",
    "name 'x' is assigned to before global declaration",
    "no binding for nonlocal 'n' found",
    "from __future__ imports must occur at the beginning of the file",
    "future feature annotation is not defined",
    "f-string: expecting '}'",
    "f-string: single '}' is not allowed",
    "f-string: empty expression not allowed",
    "f-string expression part cannot include a backslash",
    "f-string: unmatched '['",
    "f-string: invalid conversion character: expected 's', 'r', or 'a'",
    "(unicode error) 'unicodeescape' codec can't decode bytes in position 2-3: truncated \\UXXXXXXXX escape",
    "bytes can only contain ASCII literal characters",
    "unexpected character after line continuation character",
    "source code string cannot contain null bytes",
    "encoding problem: utf9",
    "invalid character '“' (U+201C)",
    "invalid decimal literal",
];

/// A generator of numbers that is the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most.max(1) as u64) as usize
    }
}

#[test]
fn no_text_and_no_message_breaks_the_rules() {
    const PIECES: &[&str] = &[
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ":",
        "=",
        ":=",
        ",",
        ";",
        "\"",
        "'",
        "\"\"\"",
        "f\"{",
        "\\",
        "\n",
        "\n    ",
        "\t",
        "def ",
        "class ",
        "if ",
        "else",
        "elif",
        "for ",
        " in ",
        "return",
        "await ",
        "print ",
        "import ",
        "global x",
        "++",
        "&&",
        "!",
        "?",
        "“",
        "’",
        "\u{a0}",
        "\u{200b}",
        "\0",
        "1st",
        "0777",
        "->",
        "lambda",
        "except A, e:",
        ">>> ",
        "//",
        "/*",
        "`",
        "é",
        "😀",
        "from",
        "*",
        "**",
        ".",
        "# x",
        "\r\n",
        "1.2.3",
    ];
    let rounds = std::env::var("ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(1500);
    let programs = programs();
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    for round in 0..rounds {
        let mut text = programs[numbers.below(programs.len())].text.clone();
        for _ in 0..numbers.below(6) {
            let mut at = numbers.below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            if numbers.below(3) == 0 {
                let mut end = (at + numbers.below(8)).min(text.len());
                while !text.is_char_boundary(end) {
                    end += 1;
                }
                text.replace_range(at..end, "");
            } else {
                text.insert_str(at, PIECES[numbers.below(PIECES.len())]);
            }
        }
        if numbers.below(12) == 0 {
            text = PIECES[numbers.below(PIECES.len())].to_owned();
        }
        let lines = text.lines().count() as i64;
        let exception = Exception {
            type_name: "SyntaxError".to_owned(),
            mro: vec!["SyntaxError".to_owned()],
            message: SAID[numbers.below(SAID.len())].to_owned(),
            syntax: Some(SyntaxPlace {
                filename: "main.py".to_owned(),
                lineno: numbers.below(lines as usize + 3) as i64 - 1,
                offset: numbers.below(40) as i64 - 1,
                end_lineno: numbers.below(lines as usize + 3) as i64,
                end_offset: numbers.below(40) as i64 - 1,
                text: String::new(),
            }),
            ..Exception::default()
        };
        let version = (3, 8 + (round % 7) as u8);
        let found = std::panic::catch_unwind(|| answer(&exception, "main.py", &text, version));
        let Ok(answer) = found else { panic!("round {round}: {exception:?} in\n{text}") };
        assert!(!answer.words.is_empty() && !answer.words.contains("syntax-"), "{}", answer.words);
        for candidate in answer.candidates {
            let fixed = apply(&text, &candidate.files[0].edits);
            assert!(fixed.is_some_and(|fixed| fixed != text), "{candidate:?} in\n{text}");
        }
    }
}

/// Errors that no edit mends, each in words of its own on every version.
const EXPLAINED: &[(&str, &str)] = &[
    ("def f(a, a):\n    pass\n", "twice"),
    ("x = *y\n", "starred"),
    ("*a, *b = [1]\n", "starred"),
    ("def f(*):\n    pass\n", "*"),
    ("None = 1\n", "None"),
    ("True = 1\n", "True"),
    ("def f():\n    from math import *\n", "top level"),
    ("try:\n    x = 1\nexcept:\n    x = 2\nexcept ValueError:\n    x = 3\n", "last"),
    ("x = 'a' b'b'\n", "bytes"),
    ("from math import sin,\n", "parentheses"),
    ("async def f():\n    yield 1\n    return 2\n", "async generator"),
    ("x, y: int = 1, 2\n", "annotation"),
    ("(a, b) += 1, 2\n", "+="),
    ("del f()\n", "del"),
    ("f() = 1\n", "call"),
    ("try:\n    x = 1\nx = 2\n", "except"),
    ("def f(x):\n    global x\n", "parameter"),
    ("nonlocal x\n", "nonlocal"),
    ("x = yield\n", "yield"),
    ("return 1\n", "return"),
    ("break\n", "break"),
    ("else:\n    pass\n", "else"),
    ("x = {'a': }\n", "value"),
    ("def f():\n", "indent"),
    ("class A:\n    def f(self):\n\nx = 1\n", "indent"),
    ("x = 0b12\n", "digit"),
    ("f'{x!z}'\n", "conversion"),
    ("f(a for a in b, c)\n", "generator"),
    ("f(a=1, a=2)\n", "twice"),
    ("(x for x in y) = 3\n", "assigned"),
    ("a + 1 = 2\n", "assigned"),
    ("x = (1,\n", "closed"),
    ("print(1))\n", "unmatched"),
    ("x = 'abc\n", "quote"),
    ("x = 1 +\n", ""),
    ("import\n", ""),
    ("def 5():\n    pass\n", ""),
    ("[x for x in y if]\n", ""),
];

#[test]
fn what_no_edit_mends_is_explained() {
    let mut faults = Vec::new();
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<_> = (0..EXPLAINED.len()).map(|n| folder.path().join(format!("{n}.py"))).collect();
    for (file, (text, _)) in files.iter().zip(EXPLAINED) {
        std::fs::write(file, text).unwrap();
    }
    for python in &pythons() {
        for ((file, (text, word)), exception) in
            files.iter().zip(EXPLAINED).zip(compile(python, "str", &files))
        {
            let Some(exception) = exception else {
                faults.push(format!("{text:?} compiles on {:?}", python.version));
                continue;
            };
            let words = answer(&exception, &file.to_string_lossy(), text, python.version).words;
            let general = words.starts_with("Python can't read this line") && !word.is_empty();
            if general || !words.to_lowercase().contains(&word.to_lowercase()) {
                faults.push(format!("{text:?} {:?} ({}): {words}", python.version, exception.message));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
