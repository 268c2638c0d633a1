//! `pyflow.runFile`: the main job, in each editor.

use crate::harness::{Profile, Setup, TestServer};
use crate::in_all_clients;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const TYPO: &str = "total = 3\n\ndef show():\n    print(totl)\n\nshow()\n";

in_all_clients!(
    /// A user runs a file, sees what broke and where, takes the fix, runs it again, and all is well.
    crash_fix_and_clean_run,
    |profile| {
        let mut server = TestServer::start(profile).await;
        let uri = server.open("main.py", TYPO).await;
        let result = server.run_file(&uri).await;
        assert_eq!((&result["status"], &result["exception"]["type"]), (&json!("error"), &json!("NameError")));
        let shown = server.client.diagnostics(&uri);
        assert_eq!(shown.len(), 1, "published before the answer: {shown:?}");
        assert_eq!((&shown[0]["code"], &shown[0]["severity"]), (&json!("NameError"), &json!(1)));
        assert_eq!(shown[0]["range"]["start"]["line"], 3);
        assert!(server.client.words_under(&uri, &shown[0]).contains("totl"), "{shown:?}");
        let lines: Vec<_> = shown[0]["message"].as_str().unwrap().lines().collect();
        assert!(lines[0].starts_with("NameError: name 'totl' is not defined"), "{lines:?}");
        assert!(lines.len() >= 2, "the cause stands in the message: {lines:?}");

        let hover = server.client.hover(&uri, "totl").await;
        assert!(hover.contains("totl") && hover.contains("total"), "{hover}");

        let actions = server.client.actions(&uri, "totl").await;
        let fix = actions.iter().find(|a| a["kind"] == "quickfix").expect("a quick fix");
        assert_eq!(fix["data"]["origin"], "rule");
        assert_eq!(fix["diagnostics"][0]["code"], "NameError");
        let bare = actions.iter().filter(|a| a["command"].is_string()).count();
        assert_eq!(bare > 0, profile != Profile::VsCode, "bare commands where there are no lenses");

        server.client.apply(fix).await;
        assert!(server.client.text(&uri).contains("print(total)"), "{}", server.client.text(&uri));
        let result = server.run_file(&uri).await;
        assert_eq!((&result["status"], &result["stdout"]), (&json!("ok"), &json!("3\n")));
        assert!(server.client.diagnostics(&uri).is_empty());
        server.finish().await;
    }
);

in_all_clients!(
    /// What is run is what the editor shows, saved or not.
    the_unsaved_text_runs,
    |profile| {
        let mut server = TestServer::start(profile).await;
        let uri = server.open("main.py", "print('saved')\n").await;
        server.client.edit(&uri, "saved", "unsaved").await;
        assert_eq!(server.run_file(&uri).await["stdout"], "unsaved\n");
        server.finish().await;
    }
);

in_all_clients!(
    /// Diagnostics follow their line, and go when it is edited.
    diagnostics_follow_the_text,
    |profile| {
        let mut server = TestServer::start(profile).await;
        let uri = server.open("main.py", "a = 1\nb = a / 0\nc = 2\n").await;
        server.run_file(&uri).await;
        let top = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}});
        server.client.change(&uri, &[json!({"range": top, "text": "# one\n# two\n"})]).await;
        let shown = server
            .client
            .until_diagnostics(&uri, "the diagnostic two lines below", |shown| {
                shown.len() == 1 && shown[0]["range"]["start"]["line"] == 3
            })
            .await;
        assert_eq!(server.client.words_under(&uri, &shown[0]), "a / 0");
        server.client.edit(&uri, "c = 2", "c = 3").await;
        server.client.hover(&uri, "c = 3").await;
        assert_eq!(server.client.diagnostics(&uri).len(), 1, "an edit elsewhere leaves it");
        server.client.edit(&uri, "/ 0", "/ 1").await;
        server.client.until_diagnostics(&uri, "no diagnostic", <[Value]>::is_empty).await;
        server.finish().await;
    }
);

in_all_clients!(
    /// They go when the document is closed, and when the user wants them gone.
    diagnostics_go_with_the_document_and_by_command,
    |profile| {
        let mut server = TestServer::start(profile).await;
        let uri = server.open("main.py", "1 / 0\n").await;
        server.run_file(&uri).await;
        assert_eq!(server.client.diagnostics(&uri).len(), 1);
        server.client.command("pyflow.clearResults", json!({"uri": uri})).await.unwrap();
        server.client.until_diagnostics(&uri, "no diagnostic", <[Value]>::is_empty).await;
        server.run_file(&uri).await;
        assert_eq!(server.client.diagnostics(&uri).len(), 1);
        server.client.close(&uri).await;
        server.client.until_diagnostics(&uri, "no diagnostic", <[Value]>::is_empty).await;
        server.finish().await;
    }
);

in_all_clients!(
    /// Columns are right after letters that are not ASCII, in the units of each editor.
    columns_behind_an_emoji,
    |profile| {
        let mut server = TestServer::start(profile).await;
        let uri = server.open("main.py", "s = 'é😀'; t = s.upperr()\n").await;
        let result = server.run_file(&uri).await;
        assert_eq!(result["exception"]["type"], "AttributeError");
        let shown = server.client.diagnostics(&uri);
        assert!(server.client.words_under(&uri, &shown[0]).contains("s.upperr"), "{shown:?}");
        let frame = &result["exception"]["frames"][0];
        assert_eq!(
            (&frame["line"], &frame["character"]),
            (&shown[0]["range"]["start"]["line"], &shown[0]["range"]["start"]["character"])
        );
        server.finish().await;
    }
);

in_all_clients!(
    /// Windows line ends and a byte order mark on disk move nothing.
    line_ends_and_byte_order_mark,
    |profile| {
        let mut server = TestServer::start(profile).await;
        let text = "# first\r\nvalue = None\r\nvalue.go()\r\n";
        std::fs::write(server.path("main.py"), [b"\xef\xbb\xbf", text.as_bytes()].concat()).unwrap();
        let uri = server.uri("main.py");
        server.client.open(&uri, text).await;
        server.run_file(&uri).await;
        let shown = server.client.diagnostics(&uri);
        assert_eq!(shown.len(), 1);
        assert!(server.client.words_under(&uri, &shown[0]).contains("value.go"), "{shown:?}");
        server.finish().await;
    }
);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_run_ends_the_first() {
    let mut server = TestServer::start(Profile::VsCode).await;
    let uri = server.open("main.py", "import time\ntime.sleep(60)\n").await;
    let first = server.client.ask_command("pyflow.runFile", vec![json!({"uri": uri, "wait": true})]);
    server.client.message("$/progress", |p| p["value"]["kind"] == "begin").await;
    server.client.change(&uri, &[json!({"text": "print('second')\n"})]).await;
    let second = server.run_file(&uri).await;
    assert_eq!((&second["status"], &second["stdout"]), (&json!("ok"), &json!("second\n")));
    let first = server.client.answer(first).await.unwrap();
    assert_eq!(first["status"], "interrupted");
    assert!(server.client.diagnostics(&uri).is_empty());
    server.finish().await;
}

in_all_clients!(
    /// Interrupt is no error of the program's.
    an_interrupt_ends_a_run_and_shows_nothing,
    |profile| {
        let mut server = TestServer::start(profile).await;
        let uri = server.open("main.py", "print('on', flush=True)\nwhile True:\n    pass\n").await;
        let run = server.client.ask_command("pyflow.runFile", vec![json!({"uri": uri, "wait": true})]);
        server.client.message("$/progress", |p| p["value"]["kind"] == "begin").await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        let started = Instant::now();
        let answer = server.client.command("pyflow.interrupt", json!({"uri": uri})).await.unwrap();
        assert_eq!(answer["interrupted"], true);
        let result = server.client.answer(run).await.unwrap();
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
        assert_eq!(result["status"], "interrupted");
        assert!(server.client.diagnostics(&uri).is_empty());
        server.finish().await;
    }
);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cancelling_the_progress_interrupts_the_run() {
    let mut server = TestServer::start(Profile::VsCode).await;
    let uri = server.open("main.py", "while True:\n    pass\n").await;
    let run = server.client.ask_command("pyflow.runFile", vec![json!({"uri": uri, "wait": true})]);
    let begun = server.client.message("$/progress", |p| p["value"]["kind"] == "begin").await;
    assert_eq!(begun["value"]["cancellable"], true);
    server.client.notify("window/workDoneProgress/cancel", json!({"token": "unknown"})).await;
    server.client.notify("window/workDoneProgress/cancel", json!({"token": begun["token"]})).await;
    assert_eq!(server.client.answer(run).await.unwrap()["status"], "interrupted");
    server.client.message("$/progress", |p| p["value"]["kind"] == "end").await;
    server.finish().await;
}

in_all_clients!(
    /// A time limit is told at the line where the program was.
    a_time_limit_is_shown_where_the_program_was,
    |profile| {
        let mut server = TestServer::start(profile).await;
        let uri = server.open("main.py", "n = 0\nwhile True:\n    n += 1\n").await;
        let argument = json!({"uri": uri, "wait": true, "timeoutMs": 700});
        let result = server.client.command("pyflow.runFile", argument).await.unwrap();
        assert_eq!(result["status"], "timeout");
        let shown = server.client.diagnostics(&uri);
        assert_eq!((shown.len(), &shown[0]["code"]), (1, &json!("TimeLimit")));
        assert!((1..=2).contains(&shown[0]["range"]["start"]["line"].as_u64().unwrap()), "{shown:?}");
        server.finish().await;
    }
);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn arguments_and_input_are_given() {
    let mut server = TestServer::start(Profile::Helix).await;
    let uri = server.open("main.py", "import sys\nprint(sys.argv[1:], input(), sys.stdin.read())\n").await;
    let argument = json!({"uri": uri, "wait": true, "args": ["a b", "é"], "stdin": "one\ntwo"});
    let result = server.client.command("pyflow.runFile", argument).await.unwrap();
    assert_eq!(result["stdout"], "['a b', 'é'] one two\n");
    let uri = server.open("other.py", "input()\n").await;
    let result = server.run_file(&uri).await;
    assert_eq!(result["exception"]["type"], "EOFError", "nobody is asked, so the input is at its end");
    server.finish().await;
}

in_all_clients!(
    /// `sys.exit` is an end, not a crash.
    sys_exit_is_no_error,
    |profile| {
        let mut server = TestServer::start(profile).await;
        let uri = server.open("main.py", "import sys\nsys.exit(3)\n").await;
        let result = server.run_file(&uri).await;
        assert_eq!((&result["status"], &result["exitCode"]), (&json!("exit"), &json!(3)));
        assert!(server.client.diagnostics(&uri).is_empty());
        server.finish().await;
    }
);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interpreter_of_the_folder_is_not_started_on_open() {
    use std::os::unix::fs::PermissionsExt;
    let script = b"#!/bin/sh\ntouch \"$(dirname \"$0\")/started\"\nexec python3 \"$@\"\n".to_vec();
    let setup = Setup {
        files: vec![(".venv/bin/python", script), (".venv/pyvenv.cfg", b"home = /usr/bin\n".to_vec())],
        ..Setup::default()
    };
    // The folder is there before the server; the bit that lets it run is not, until now.
    let mut server = TestServer::with(Profile::VsCode, setup).await;
    let python = server.path(".venv/bin/python");
    std::fs::set_permissions(&python, std::fs::Permissions::from_mode(0o755)).unwrap();
    let uri = server.open("main.py", "x = 1\n").await;
    server.client.hover(&uri, "x").await;
    server.client.actions(&uri, "x").await;
    server.client.command("pyflow.status", json!({"uri": uri})).await.unwrap();
    tokio::time::sleep(Duration::from_millis(800)).await;
    assert!(!server.path(".venv/bin/started").exists(), "it was started before the user ran anything");
    assert_eq!(server.children(), 0);
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn much_output_stops_nobody_and_loses_neither_head_nor_tail() {
    let mut server = TestServer::start(Profile::Neovim).await;
    let text = "line = 'x' * 99\nprint('first')\nfor _ in range(2_000_000):\n    print(line)\nprint('last')\n1 / 0\n";
    let uri = server.open("main.py", text).await;
    let run = server.client.ask_command("pyflow.runFile", vec![json!({"uri": uri, "wait": true})]);
    let mut slowest = Duration::ZERO;
    let other = server.open("other.py", "y = 2\n").await;
    for _ in 0..10 {
        let started = Instant::now();
        server.client.hover(&other, "y").await;
        slowest = slowest.max(started.elapsed());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(slowest < Duration::from_secs(1), "a hover took {slowest:?}");
    let result = server.client.answer(run).await.unwrap();
    assert_eq!(result["exception"]["type"], "ZeroDivisionError");
    let stdout = result["stdout"].as_str().unwrap();
    assert!(stdout.starts_with("first\n") && stdout.ends_with("last\n"), "{stdout:.80}");
    assert!(result["truncated"]["stdout"].as_u64().unwrap() > 190_000_000, "{}", result["truncated"]);
    assert!(stdout.len() < 300_000);
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn extensions_hear_what_happens_in_order() {
    let setup = Setup { extensions: json!({"run": true, "output": true}), ..Setup::default() };
    let mut server = TestServer::with(Profile::VsCode, setup).await;
    let uri = server.open("main.py", "print('hello')\n1 / 0\n").await;
    let answer = server.client.command("pyflow.runFile", json!({"uri": uri})).await.unwrap();
    let run = answer["runId"].clone();
    let last = server.client.message("pyflow/run", |p| p["state"] == "finished").await;
    assert_eq!((&last["runId"], &last["result"]["status"]), (&run, &json!("error")));
    let all = server.client.all_received();
    let at = |is: &dyn Fn(&Value) -> bool| all.iter().position(is).expect("came");
    let started = at(&|m| m["method"] == "pyflow/run" && m["params"]["state"] == "started");
    let output = at(&|m| m["method"] == "pyflow/output" && m["params"]["text"] == "hello\n");
    let published = at(&|m| {
        m["method"] == "textDocument/publishDiagnostics"
            && m["params"]["diagnostics"][0]["code"] == "ZeroDivisionError"
    });
    let finished = at(&|m| m["method"] == "pyflow/run" && m["params"]["state"] == "finished");
    assert!(
        started < output && output < finished && published < finished,
        "{started} {output} {published} {finished}"
    );
    server.finish().await;
}
