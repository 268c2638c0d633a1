//! Asking real interpreters: those of the machine's pyenv if there are any, and the one on PATH.

use super::probe::{self, ProbeError};
use super::*;
use crate::messages::Locale;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const PARTS: [(&str, &str); 1] = [("main", "answer = 'ok ' + __name__\n")];

fn on_path() -> PathBuf {
    let folder = Path::new("/");
    find(&Search { root: folder, file: None, setting: None, env: &|name| std::env::var_os(name) })
        .unwrap()
        .path
}

/// All interpreters here that PyFlow supports, with the version that their folder names.
fn all() -> Vec<(PathBuf, Option<String>)> {
    let mut all = vec![(on_path(), None)];
    let versions = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".pyenv/versions"));
    for entry in versions.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten() {
        let name = entry.file_name().into_string().unwrap();
        let python = entry.path().join("bin/python");
        let minor = name.strip_prefix("3.").and_then(|rest| rest.split('.').next()?.parse::<u8>().ok());
        if minor.is_some_and(|minor| minor >= 8) && python.exists() {
            all.push((python, Some(name)));
        }
    }
    all
}

fn script(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[tokio::test]
async fn every_interpreter_answers_and_runs_the_code_that_it_compiled() {
    for (python, version) in all() {
        let interpreter = probe::probe(&python, &PARTS, probe::PATIENCE).await.unwrap();
        if let Some(version) = version {
            assert_eq!(interpreter.version_text(), version);
        }
        assert!(
            interpreter.executable.is_absolute()
                && !interpreter.executable.components().any(|part| part.as_os_str() == "shims")
        );
        assert!(interpreter.stdlib.join("os.py").is_file(), "{interpreter:?}");
        for module in ["json", "sys", "_thread", "math", "asyncio"] {
            assert!(interpreter.stdlib_modules.contains(module), "{module} in {python:?}");
        }
        assert!(!interpreter.stdlib_modules.contains("site-packages"));
        assert!(interpreter.builtins.contains("len") && interpreter.builtins.contains("ZeroDivisionError"));
        assert!(
            interpreter
                .packages
                .iter()
                .any(|folder| folder.ends_with("site-packages") || folder.ends_with("dist-packages"))
        );

        let folder = tempfile::tempdir().unwrap();
        let code = folder.path().join("code");
        fs::write(&code, &interpreter.worker["main"]).unwrap();
        let run = "import marshal, sys; exec(marshal.load(open(sys.argv[1], 'rb'))); print(answer)";
        let output = Command::new(&interpreter.executable).args(["-c", run]).arg(&code).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "ok __main__");
    }
}

#[tokio::test]
async fn an_interpreter_is_asked_once_and_again_when_it_or_the_worker_changes() {
    let folder = tempfile::tempdir().unwrap();
    let (state, count) = (folder.path().join("state"), folder.path().join("count"));
    let text = format!("echo >> '{}'; exec '{}' \"$@\"", count.display(), on_path().display());
    let python = script(folder.path(), "python", &text);
    let starts = || fs::read(&count).map_or(0, |text| text.len());
    let first = Interpreters::new(Some(&state), &PARTS);
    assert_eq!(first.known(&python), None);
    let (one, two) = tokio::join!(first.get(&python), first.get(&python));
    assert_eq!((one.unwrap(), starts()), (two.unwrap(), 1));

    let second = Interpreters::new(Some(&state), &PARTS);
    assert!(second.known(&python).is_some());
    second.get(&python).await.unwrap();
    assert_eq!(starts(), 1);
    assert_eq!(fs::metadata(state.join("interpreters")).unwrap().permissions().mode() & 0o777, 0o700);

    Interpreters::new(Some(&state), &[("main", "answer = 2")]).get(&python).await.unwrap();
    assert_eq!(starts(), 2, "another worker needs other code");

    script(folder.path(), "python", &format!("{text} # changed"));
    assert_eq!(second.known(&python), None);
    second.get(&python).await.unwrap();
    assert_eq!(starts(), 3, "another program may be another Python");

    for file in fs::read_dir(state.join("interpreters")).unwrap().flatten() {
        fs::write(file.path(), "{\"format\": 1, \"build\"").unwrap();
    }
    Interpreters::new(Some(&state), &PARTS).get(&python).await.unwrap();
    assert_eq!(starts(), 4, "what can't be understood is asked anew");
}

#[tokio::test]
async fn a_state_folder_that_cannot_be_written_is_done_without() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("state"), "a file").unwrap();
    for state in [None, Some(folder.path().join("state"))] {
        let interpreters = Interpreters::new(state.as_deref(), &PARTS);
        assert!(interpreters.get(&on_path()).await.is_ok());
        assert!(interpreters.known(&on_path()).is_some());
    }
}

#[tokio::test]
async fn facts_start_nothing_and_names_come_once_they_are_learnt() {
    let state = tempfile::tempdir().unwrap();
    let interpreters = Interpreters::new(Some(state.path()), &PARTS);
    let interpreter = interpreters.get(&on_path()).await.unwrap();
    let facts = interpreters.facts(&interpreter);
    assert!(facts.version >= (3, 8) && facts.stdlib.contains("json") && facts.stdlib_names.is_empty());
    interpreters.learn_names(&interpreter).await.unwrap();
    let facts = interpreters.facts(&interpreter);
    assert!(facts.stdlib_names["math"].contains("sqrt") && facts.stdlib_names["os.path"].contains("join"));
    let later = Interpreters::new(Some(state.path()), &PARTS);
    assert!(later.facts(&interpreter).stdlib_names["json"].contains("loads"));
}

#[tokio::test]
async fn an_interpreter_that_does_not_work_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |text: &'static str| {
        let python = script(folder.path(), "python", text);
        async move { probe::probe(&python, &PARTS, Duration::from_secs(1)).await.unwrap_err() }
    };
    let old = ask(r#"printf '\n\036pyflow {"version": [3, 6, 1], "executable": "/x"}\n'"#).await;
    assert!(matches!(old, ProbeError::Old { version: (3, 6), .. }), "{old:?}");
    let broken = ask("echo 'libpython3.9.so: not found' >&2; exit 127").await;
    assert!(broken.message().render(Locale::English).contains("libpython3.9.so"), "{broken:?}");
    let slow = ask("sleep 30").await;
    assert!(matches!(slow, ProbeError::Time { .. }), "{slow:?}");
    let lying = ask(r#"printf '\n\036pyflow {"version": [3, 12, 1], "executable": 7}\n'"#).await;
    assert!(matches!(lying, ProbeError::Answer { .. }), "{lying:?}");
    let flood = ask("exec yes").await;
    assert!(matches!(flood, ProbeError::Answer { .. } | ProbeError::Time { .. }), "{flood:?}");
    let none = probe::probe(&folder.path().join("none"), &PARTS, probe::PATIENCE).await.unwrap_err();
    assert!(matches!(none, ProbeError::Start { .. }), "{none:?}");
}

#[tokio::test]
async fn a_virtual_environment_is_known_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let environment = folder.path().join(".venv");
    let made =
        Command::new(on_path()).args(["-m", "venv", "--without-pip"]).arg(&environment).status().unwrap();
    assert!(made.success());
    let file = folder.path().join("a.py");
    let found =
        find(&Search { root: folder.path(), file: Some(&file), setting: None, env: &|_| None }).unwrap();
    let interpreter = probe::probe(&found.path, &PARTS, probe::PATIENCE).await.unwrap();
    assert!(interpreter.is_virtual());
    assert_eq!(interpreter.executable, environment.join("bin/python"));
    assert_eq!(interpreter.prefix.canonicalize().unwrap(), environment.canonicalize().unwrap());
}
