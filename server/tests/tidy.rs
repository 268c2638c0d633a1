//! The house rules that no compiler holds: arrows between modules, sizes of files, documents that tell the truth.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use pyflow_engine::settings::keys;
use std::fs;
use std::path::{Path, PathBuf};

/// Lines of a file without its tests. A file is one subject, and this is more than one subject takes.
const MOST_LINES: usize = 600;

/// Tables of plain data, which no border would make clearer.
const TABLES: [&str; 1] = ["server/crates/pyflow-engine/src/diagnose/tables.rs"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// All files below a folder with an ending, by their paths from the root, with their texts.
fn files(below: &str, ending: &str) -> Vec<(String, String)> {
    fn walk(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() && !path.ends_with("target") && !path.ends_with("node_modules") {
                walk(&path, ending, found);
            } else if path.extension().is_some_and(|end| end == ending) {
                found.push(path);
            }
        }
    }
    let (root, mut found) = (root(), Vec::new());
    walk(&root.join(below), ending, &mut found);
    found.sort();
    let named = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/"), text)
    };
    let found: Vec<_> = found.into_iter().map(named).collect();
    assert!(!found.is_empty(), "no {ending} below {below}: the test looks in the wrong place");
    found
}

/// The code of a file without comments and without its module of tests.
fn code(path: &str, text: &str) -> Vec<(usize, String)> {
    if path.contains("/tests/") || path.ends_with("/tests.rs") {
        return Vec::new();
    }
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let before_tests = lines.take_while(|(_, line)| *line != "#[cfg(test)]");
    before_tests
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
        .map(|(at, line)| (at, line.to_owned()))
        .collect()
}

/// Fails with every place below a folder whose code has one of the words.
fn forbid(below: &str, words: &[&str], why: &str) {
    let mut found = Vec::new();
    for (path, text) in files(below, "rs") {
        for (at, line) in code(&path, &text) {
            if words.iter().any(|word| line.contains(word)) {
                found.push(format!("{path}:{at}: {}", line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "{why}:\n{}", found.join("\n"));
}

#[test]
fn only_the_language_server_knows_the_protocol() {
    for crate_name in ["pyflow-core", "pyflow-engine", "pyflow-sandbox"] {
        let below = format!("server/crates/{crate_name}/src");
        forbid(
            &below,
            &["lsp_types", "tower_lsp", "axum", "rmcp"],
            "no protocol's types below the front ends",
        );
        let manifest =
            fs::read_to_string(root().join(format!("server/crates/{crate_name}/Cargo.toml"))).unwrap();
        for package in ["tower-lsp", "lsp-types", "axum", "rmcp", "clap"] {
            assert!(!manifest.contains(&format!("\n{package}")), "{crate_name} must not depend on {package}");
        }
    }
    for crate_name in ["pyflow-core", "pyflow-sandbox"] {
        forbid(&format!("server/crates/{crate_name}/src"), &["tokio::"], "no async runtime below the engine");
    }
}

#[test]
fn front_ends_do_not_know_one_another() {
    let all = ["lsp", "cli", "mcp", "http"];
    for one in all.iter().filter(|one| root().join("server/src").join(one).is_dir()) {
        for other in all.iter().filter(|other| *other != one) {
            let paths =
                [format!("crate::{other}::"), format!("super::{other}::"), format!("use crate::{other};")];
            let words: Vec<&str> = paths.iter().map(String::as_str).collect();
            forbid(
                &format!("server/src/{one}"),
                &words,
                "front ends share words through the engine's api only",
            );
        }
    }
}

#[test]
fn what_is_pure_stays_pure() {
    let outside =
        ["tokio::", "std::fs", "std::process", "std::net", "std::env::", "crate::engine::", "crate::runs::"];
    for module in ["explain", "fixes", "diagnose"] {
        forbid(
            &format!("server/crates/pyflow-engine/src/{module}"),
            &outside,
            "explanations and rules are pure",
        );
    }
    let outside = ["std::fs", "std::process", "std::net", "std::env::"];
    forbid("server/crates/pyflow-core/src", &outside, "the core has no input and output");
    let engine = ["crate::engine::", "crate::runs::", "crate::sessions::", "crate::findings::", "tokio::"];
    forbid("server/crates/pyflow-engine/src/settings", &engine, "settings depend on nothing that runs");
}

#[test]
fn files_are_one_subject_each() {
    let mut long = Vec::new();
    for (path, text) in files("server", "rs") {
        let lines = if path.contains("/tests/") || path.ends_with("/tests.rs") {
            0
        } else {
            text.lines().take_while(|line| *line != "#[cfg(test)]").count()
        };
        if lines > MOST_LINES && !TABLES.contains(&path.as_str()) {
            long.push(format!("{path}: {lines} lines"));
        }
    }
    assert!(long.is_empty(), "split these at a subject's border:\n{}", long.join("\n"));
}

/// `UPDATE_README=1 cargo test -p server --test tidy` writes the table.
#[test]
fn the_readme_has_every_setting() {
    const START: &str = "<!-- settings: made from settings/keys.rs -->\n";
    const END: &str = "<!-- end of settings -->";
    let path = root().join("README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let (before, rest) = readme.split_once(START).expect("the README has no place for the settings");
    let (table, after) = rest.split_once(END).expect("the README's settings do not end");
    if std::env::var_os("UPDATE_README").is_some() {
        fs::write(&path, format!("{before}{START}{}{END}{after}", keys::markdown())).unwrap();
    } else {
        assert_eq!(table, keys::markdown(), "run this test with UPDATE_README=1");
    }
}

#[test]
fn links_in_documents_lead_somewhere() {
    let root = root();
    let mut documents: Vec<PathBuf> =
        ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CONTEXT.md", "CHANGELOG.md"]
            .iter()
            .map(|name| root.join(name))
            .collect();
    documents.extend(files("docs", "md").into_iter().map(|(path, _)| root.join(path)));
    let mut dead = Vec::new();
    for document in documents {
        let text = fs::read_to_string(&document).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap_or_default();
            let outside = path.is_empty() || path.contains("://") || path.contains(' ');
            if !outside && !document.parent().unwrap().join(path).exists() {
                dead.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

#[test]
fn both_licences_are_there() {
    for (name, words) in [("LICENSE-MIT", "MIT License"), ("LICENSE-APACHE", "Apache License")] {
        assert!(fs::read_to_string(root().join(name)).unwrap().contains(words), "{name}");
    }
}
