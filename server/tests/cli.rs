//! `pyflow run`, `demo` and `doctor` as people type them: the real binary, real programs, exit codes and words.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder with a program, and a home of its own.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new(text: impl AsRef<[u8]>) -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        place.write("shop.py", text);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        String::from_utf8(fs::read(self.path(name)).unwrap()).unwrap()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pyflow"));
        command
            .args(args)
            .current_dir(self.folder.path())
            .env("XDG_STATE_HOME", self.path("state"))
            .env("XDG_CONFIG_HOME", self.path("config"))
            .env("LC_ALL", "C.UTF-8")
            .env_remove("VIRTUAL_ENV")
            .stdin(Stdio::null());
        command
    }

    fn pyflow(&self, args: &[&str]) -> (Option<i32>, String, String) {
        let Output { status, stdout, stderr } = self.command(args).output().unwrap();
        (status.code(), text(&stdout), text(&stderr))
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const BROKEN: &str = "\
import sys

def total(prices):
    amount = 0
    for price in prices:
        amount += pirce
    return amount

print('counting', *sys.argv[1:])
print(total([1, 2]))
";

#[test]
fn a_program_runs_as_it_would_without_us() {
    let place =
        Place::new("import sys\nprint('out', sys.argv[1:])\nprint('err', file=sys.stderr)\nsys.exit(7)\n");
    let (code, out, err) = place.pyflow(&["run", "shop.py", "--", "-x", "ü"]);
    assert_eq!((code, out.as_str(), err.as_str()), (Some(7), "out ['-x', 'ü']\n", "err\n"));
    let clean = Place::new("print(1)\n");
    assert_eq!(clean.pyflow(&["run", "shop.py"]), (Some(0), "1\n".into(), String::new()));
}

#[test]
fn a_crash_is_shown_with_its_lines_its_values_its_cause_and_its_fix() {
    let place = Place::new(BROKEN);
    let (code, out, err) = place.pyflow(&["run", "shop.py"]);
    assert_eq!((code, out.as_str()), (Some(1), "counting\n"));
    for part in [
        "error[NameError]: name 'pirce' is not defined",
        "--> shop.py:6:",
        "6 |         amount += pirce",
        "in total",
        "10 | print(total([1, 2]))",
        "amount = 0",
        "Why\n",
        "Fix:",
        "-        amount += pirce",
        "+        amount += price",
    ] {
        assert!(err.contains(part), "{part:?} is not in:\n{err}");
    }
    assert!(!err.contains("Traceback"), "the interpreter's own traceback says it again:\n{err}");
    assert!(!err.contains('\x1b'), "colours on a pipe:\n{err}");
}

#[test]
fn json_is_the_result_and_nothing_else() {
    let place = Place::new(BROKEN);
    let (code, out, err) = place.pyflow(&["run", "--json", "shop.py", "--", "a"]);
    assert_eq!((code, err.as_str()), (Some(1), ""));
    let result: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(out.lines().count(), 1);
    assert_eq!(result["status"], "error");
    assert_eq!(result["stdout"], "counting a\n");
    assert_eq!(result["exception"]["type"], "NameError");
    assert!(result["stderr"].as_str().unwrap().contains("Traceback"));
}

#[test]
fn fix_writes_the_verified_fix_and_keeps_everything_else_of_the_file() {
    let windows = format!("\u{feff}{}", BROKEN.replace('\n', "\r\n"));
    let place = Place::new(&windows);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(place.path("shop.py"), fs::Permissions::from_mode(0o754)).unwrap();
    }
    let (code, out, err) = place.pyflow(&["run", "--fix", "shop.py"]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.ends_with("counting\n3\n"), "{out}");
    assert_eq!(place.read("shop.py"), windows.replace("pirce", "price"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(place.path("shop.py")).unwrap().permissions().mode() & 0o777, 0o754);
    }
    assert_eq!(
        fs::read_dir(place.folder.path())
            .unwrap()
            .filter(|e| { e.as_ref().unwrap().file_name().to_string_lossy().contains("pyflow-") })
            .count(),
        0
    );
}

#[test]
fn without_a_verified_fix_the_file_stays() {
    let text = "raise RuntimeError('by design')\n";
    let place = Place::new(text);
    let (code, _, err) = place.pyflow(&["run", "--fix", "shop.py"]);
    assert_eq!(code, Some(1));
    assert!(err.contains("there is no fix"), "{err}");
    assert_eq!(place.read("shop.py"), text);
}

#[test]
fn parts_of_a_file_run_at_their_own_lines() {
    let place = Place::new("# %% one\nprint('one')\n# %% two\nx = 1\nprint('two', x)\n");
    assert_eq!(place.pyflow(&["run", "--cell", "2", "shop.py"]).1, "two 1\n");
    assert_eq!(place.pyflow(&["run", "--lines", "2:2", "shop.py"]).1, "one\n");
    let (code, _, err) = place.pyflow(&["run", "--cell", "9", "shop.py"]);
    assert_eq!(code, Some(2), "{err}");
    let (code, _, err) = place.pyflow(&["run", "--lines", "5:5", "shop.py"]);
    assert_eq!(code, Some(1));
    assert!(err.contains("--> shop.py:5:14"), "{err}");
}

#[test]
fn limits_and_signals_have_the_shells_exit_codes() {
    let place = Place::new("import time\nprint('start', flush=True)\ntime.sleep(60)\n");
    let start = Instant::now();
    let (code, out, err) = place.pyflow(&["run", "--timeout", "0.5", "shop.py"]);
    assert_eq!((code, out.as_str()), (Some(124), "start\n"), "{err}");
    assert!(err.contains("shop.py:3:"), "{err}");
    assert!(start.elapsed() < Duration::from_secs(20));
    #[cfg(target_os = "linux")]
    {
        let place = Place::new("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n");
        let (code, _, err) = place.pyflow(&["run", "shop.py"]);
        assert_eq!(code, Some(139));
        assert!(err.contains("ProcessDied") && err.contains("SIGSEGV"), "{err}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_reaches_the_program() {
    let place = Place::new("import time\nprint('ready', flush=True)\ntime.sleep(60)\n");
    let mut child =
        place.command(&["run", "shop.py"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    let start = Instant::now();
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let place = Place::new("while True:\n    print('y' * 1000)\n");
    let mut child =
        place.command(&["run", "shop.py"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let start = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_flood_comes_whole_and_byte_by_byte() {
    let place = Place::new(
        "import sys\nfor n in range(60000):\n    sys.stdout.write('%099d\\n' % n)\nsys.stdout.buffer.write(b'\\xff\\x00end')\n",
    );
    let output = place.command(&["run", "shop.py"]).output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    assert_eq!(output.stdout.len(), 60_000 * 100 + 5);
    assert!(output.stdout.ends_with(b"59999\n\xff\x00end"));
}

#[test]
fn input_is_the_terminals_own() {
    let place = Place::new("print('hello', input())\n");
    let mut child = place
        .command(&["run", "shop.py"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"Ann\n").unwrap();
    assert_eq!(text(&child.wait_with_output().unwrap().stdout), "hello Ann\n");
    let (code, _, err) = place.pyflow(&["run", "shop.py"]);
    assert_eq!(code, Some(1));
    assert!(err.contains("EOFError"), "{err}");
}

#[test]
fn wrong_usage_says_what_to_do() {
    let place = Place::new("print(1)\n");
    for (args, words) in [
        (&["run"][..], "<FILE>"),
        (&["run", "no.py"], "no.py: there is no such file"),
        (&["run", "."], "not a regular file"),
        (&["run", "shop.py", "--python", "/no/python"], "/no/python"),
        (&["fly"], "fly"),
    ] {
        let (code, out, err) = place.pyflow(args);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}: {err}");
        assert!(err.contains(words), "{args:?}: {err}");
    }
    let (code, out, _) = place.pyflow(&["--version"]);
    assert_eq!((code, out.trim()), (Some(0), concat!("pyflow ", env!("CARGO_PKG_VERSION"))));
    assert!(place.pyflow(&["--help"]).1.contains("pyflow run --fix app.py"));
}

#[test]
fn what_python_cannot_read_is_told_at_its_line() {
    let place = Place::new(b"x = 1\ny = '\xff'\n");
    let (code, _, err) = place.pyflow(&["run", "shop.py"]);
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("SyntaxError") && err.contains("shop.py:2"), "{err}");
}

#[test]
fn the_demo_shows_the_whole_main_job() {
    let place = Place::new("");
    let start = Instant::now();
    let (code, out, err) = place.pyflow(&["demo"]);
    assert_eq!(code, Some(0), "{out}{err}");
    for part in [
        "NameError",
        "groceries.py:9:",
        "^",
        "+        amount += PRICES[name] * count",
        "To pay: 16.10",
        "runs clean",
    ] {
        assert!(out.contains(part), "{part:?} is not in:\n{out}");
    }
    // Two seconds on a machine that does nothing else.
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn the_demo_of_a_file_works_on_a_copy_and_says_when_there_is_nothing_to_show() {
    let place = Place::new(BROKEN.replace("import sys", "import sys, beside"));
    place.write("beside.py", "x = 1\n");
    let before = place.read("shop.py");
    let (code, out, err) = place.pyflow(&["demo", "shop.py"]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert_eq!(place.read("shop.py"), before);
    place.write("shop.py", "print('fine')\n");
    let (code, out, _) = place.pyflow(&["demo", "shop.py"]);
    assert_eq!(code, Some(1));
    assert!(out.contains("nothing to mend"), "{out}");
    assert_eq!(place.pyflow(&["demo", "no.py"]).0, Some(2));
}

#[test]
fn the_doctor_names_interpreter_isolation_and_model() {
    let place = Place::new("");
    let (_, out, err) = place.pyflow(&["doctor"]);
    for part in [
        "Python ",
        "because ",
        "Isolation",
        "profile \"standard\"",
        "nothing leaves this machine",
        "starts in",
    ] {
        assert!(out.contains(part), "{part:?} is not in:\n{out}{err}");
    }
    place.write("pyproject.toml", "");
    fs::create_dir_all(place.path("config/pyflow")).unwrap();
    place.write("config/pyflow/config.toml", "interpreter = '/no/python'\n");
    let (code, out, _) = place.pyflow(&["doctor"]);
    assert_eq!(code, Some(1));
    assert!(out.contains("/no/python") && out.contains("problem:"), "{out}");
    assert!(Path::new(&place.path("config/pyflow")).exists());
}
