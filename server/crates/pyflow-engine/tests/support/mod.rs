//! What the tests with real interpreters share: finding them, compiling a text with them, and the corpus's cases.

#![allow(dead_code, unreachable_pub, clippy::expect_used, clippy::panic)]

use pyflow_core::exception::{Exception, SyntaxPlace};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An interpreter to test with.
#[derive(Debug, Clone)]
pub struct Python {
    pub path: PathBuf,
    pub version: (u8, u8),
}

/// One interpreter for each version from 3.8 on: those of pyenv, and those on the PATH.
pub fn pythons() -> Vec<Python> {
    let mut paths = Vec::new();
    let root = std::env::var_os("PYENV_ROOT")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".pyenv")));
    if let Some(versions) = root.and_then(|root| std::fs::read_dir(root.join("versions")).ok()) {
        paths.extend(versions.flatten().map(|entry| entry.path().join("bin/python")));
    }
    paths.extend((8..=14).map(|minor| PathBuf::from(format!("python3.{minor}"))));
    paths.push(PathBuf::from("python3"));
    let mut found: Vec<Python> = Vec::new();
    for path in paths {
        let Ok(output) = Command::new(&path)
            .args(["-c", "import sys; print(*sys.version_info[:2])"])
            .stderr(Stdio::null())
            .output()
        else {
            continue;
        };
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let numbers: Vec<u8> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        if let [major, minor] = numbers[..]
            && (major, minor) >= (3, 8)
            && !found.iter().any(|python| python.version == (major, minor))
        {
            found.push(Python { path, version: (major, minor) });
        }
    }
    found.sort_by_key(|python| python.version);
    found
}

const COMPILE: &str = r#"
import json, sys, warnings
warnings.simplefilter("ignore")
out = []
for name in sys.argv[2:]:
    with open(name, "rb") as file:
        data = file.read()
    try:
        compile(data.decode("utf-8-sig") if sys.argv[1] == "str" else data, name, "exec")
        out.append(None)
    except (SyntaxError, ValueError) as e:
        if isinstance(e, UnicodeDecodeError):
            out.append(None)
            continue
        s = isinstance(e, SyntaxError)
        out.append({"type": type(e).__name__, "mro": [c.__name__ for c in type(e).__mro__],
                    "message": e.msg if s else str(e),
                    "syntax": {"filename": name, "lineno": e.lineno or 0, "offset": e.offset or 0,
                               "end_lineno": getattr(e, "end_lineno", 0) or 0,
                               "end_offset": getattr(e, "end_offset", 0) or 0, "text": e.text or ""} if s else None})
print(json.dumps(out))
"#;

/// What an interpreter says of files when it compiles them, as text or as bytes; none for those that compile.
pub fn compile(python: &Python, how: &str, files: &[PathBuf]) -> Vec<Option<Exception>> {
    let output = Command::new(&python.path)
        .args(["-c", COMPILE, how])
        .args(files)
        .env("PYTHONIOENCODING", "utf-8:surrogatepass")
        .output()
        .expect("the interpreter starts");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// What an interpreter says of a text.
pub fn compile_text(python: &Python, how: &str, text: &str) -> Option<Exception> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("main.py");
    std::fs::write(&file, text).expect("a file");
    compile(python, how, &[file]).remove(0)
}

/// A place as CPython's numbers give it for code in a `str`.
pub fn syntax(exception: &Exception) -> SyntaxPlace {
    exception.syntax.clone().unwrap_or_default()
}

/// The corpus's folder.
pub fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/corpus")
}

/// A case of the corpus, with the values of one version laid over the general ones.
#[derive(Debug, Clone)]
pub struct Case {
    pub name: String,
    pub folder: PathBuf,
    pub facts: toml::Table,
}

impl Case {
    pub fn text(&self, key: &str) -> &str {
        self.facts.get(key).and_then(toml::Value::as_str).unwrap_or_default()
    }

    pub fn number(&self, key: &str) -> Option<i64> {
        self.facts.get(key).and_then(toml::Value::as_integer)
    }

    pub fn fix(&self) -> Option<&toml::Table> {
        self.facts.get("fix").and_then(toml::Value::as_table)
    }

    pub fn hints(&self) -> Vec<&str> {
        let list = self.facts.get("hint_keywords").and_then(toml::Value::as_array);
        list.into_iter().flatten().filter_map(toml::Value::as_str).collect()
    }
}

/// The cases of a folder that a version can run and whose exception is one of these.
pub fn cases(folder: &Path, python: &Python, exceptions: &[&str]) -> Vec<Case> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let folder = entry.path();
        let Ok(text) = std::fs::read_to_string(folder.join("case.toml")) else { continue };
        let mut facts: toml::Table = text.parse().expect("case.toml is TOML");
        let own = facts
            .get("python")
            .and_then(|by_version| by_version.get(format!("{}.{}", python.version.0, python.version.1)))
            .and_then(toml::Value::as_table)
            .cloned();
        facts.extend(own.unwrap_or_default());
        let bound = |key: &str, open: (u8, u8)| {
            let text = facts.get(key).and_then(toml::Value::as_str);
            text.and_then(|text| text.split_once('.'))
                .and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)))
                .unwrap_or(open)
        };
        let applies = (bound("min_python", (3, 8))..=bound("max_python", (3, 99))).contains(&python.version);
        let case = Case { name: entry.file_name().to_string_lossy().into_owned(), folder, facts };
        if applies && exceptions.contains(&case.text("exception")) {
            found.push(case);
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// A file as an editor opens it: UTF-8 without its BOM, else Latin-1.
pub fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    String::from_utf8(bytes.to_vec()).unwrap_or_else(|_| bytes.iter().map(|&b| char::from(b)).collect())
}
