//! Cells, selections and the session that they share.

use crate::harness::{Profile, Setup, TestServer};
use crate::in_all_clients;
use serde_json::{Value, json};

const CELLS: &str = "# %% one\nx = 41\n# %% two\nx += 1\nx\n# %% three\nprint(f'x is {x}')\n";

async fn cell(server: &mut TestServer, uri: &str, line: u32) -> Value {
    let argument = json!({"uri": uri, "position": {"line": line, "character": 0}, "wait": true});
    server.client.command("pyflow.runCell", argument).await.unwrap()
}

in_all_clients!(
    /// What one cell leaves, the next one has; values are shown where they came from.
    cells_share_a_session,
    |profile| {
        let mut server = TestServer::start(profile).await;
        let uri = server.open("main.py", CELLS).await;
        assert_eq!(cell(&mut server, &uri, 1).await["status"], "ok");
        let second = cell(&mut server, &uri, 4).await;
        assert_eq!((&second["result"]["repr"], &second["kind"]), (&json!("42"), &json!("cell")));
        let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
        let params = json!({"textDocument": {"uri": uri}, "range": range});
        let hints = server.client.request("textDocument/inlayHint", params).await.unwrap();
        let hint = hints.as_array().unwrap().iter().find(|hint| hint["label"].as_str().unwrap().contains("42"));
        assert_eq!(hint.expect("the value of the last line")["position"]["line"], 4, "{hints}");
        assert_eq!(cell(&mut server, &uri, 6).await["stdout"], "x is 42\n");
        let names = server.client.command("pyflow.variables", json!({"uri": uri})).await.unwrap();
        assert_eq!(names[0]["name"], "x", "{names}");
        let value = server.client.command("pyflow.inspect", json!({"uri": uri, "name": "x"})).await.unwrap();
        assert_eq!((&value["found"], &value["repr"]), (&json!(true), &json!("42")));
        let history = server.client.command("pyflow.history", json!({"uri": uri})).await.unwrap();
        assert_eq!(history.as_array().unwrap().len(), 3);
        let sessions = server.client.command("pyflow.listSessions", Value::Null).await.unwrap();
        assert_eq!(sessions.as_array().unwrap().len(), 1);
        server.finish().await;
    }
);

in_all_clients!(
    /// All cells in order, up to the first that fails.
    all_cells_stop_at_the_first_that_fails,
    |profile| {
        let mut server = TestServer::start(profile).await;
        let uri = server.open("main.py", "# %%\na = 1\n# %%\na / 0\n# %%\nb = 2\n").await;
        let answer = server.client.command("pyflow.runAllCells", json!({"uri": uri, "wait": true})).await.unwrap();
        let states: Vec<_> = answer["results"].as_array().unwrap().iter().map(|r| r["status"].clone()).collect();
        assert_eq!(states, [json!("ok"), json!("error")], "{answer}");
        let shown = server.client.diagnostics(&uri);
        assert_eq!((shown.len(), &shown[0]["range"]["start"]["line"]), (1, &json!(3)));
        let position = json!({"line": 2, "character": 0});
        let argument = json!({"uri": uri, "position": position, "wait": true});
        let above = server.client.command("pyflow.runCellsAbove", argument).await.unwrap();
        assert_eq!(above["results"].as_array().unwrap().len(), 1, "{above}");
        server.finish().await;
    }
);

in_all_clients!(
    /// A selection grows to what it touches; an empty one is the statement at the cursor.
    selections_run_as_they_are_meant,
    |profile| {
        let mut server = TestServer::start(profile).await;
        let text = "def f(n):\n    return n * 2\n\nif True:\n    y = f(\n        4)\n    y + 1\n";
        let uri = server.open("main.py", text).await;
        let run = async |server: &mut TestServer, range: Value| {
            let argument = json!({"uri": uri, "range": range, "wait": true});
            server.client.command("pyflow.runSelection", argument).await.unwrap()
        };
        let at = |line: u32| {
            let at = json!({"line": line, "character": 6});
            json!({"start": at, "end": at})
        };
        assert_eq!(run(&mut server, at(0)).await["status"], "ok");
        assert_eq!(run(&mut server, at(5)).await["status"], "ok");
        let last = run(&mut server, at(6)).await;
        assert_eq!((&last["result"]["repr"], &last["kind"]), (&json!("9"), &json!("selection")));
        assert_eq!(run(&mut server, at(2)).await, json!({"runId": null}), "nothing to run is no error");
        server.finish().await;
    }
);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_error_in_a_cell_stands_at_its_own_line_and_goes_with_the_session() {
    let mut server = TestServer::start(Profile::Helix).await;
    let uri = server.open("main.py", "# %%\nok = 1\n# %%\nif ok:\n    wrong = ok + 'é'\n").await;
    assert_eq!(cell(&mut server, &uri, 1).await["status"], "ok");
    let result = cell(&mut server, &uri, 3).await;
    assert_eq!(result["exception"]["type"], "TypeError");
    assert_eq!(result["exception"]["frames"][0]["line"], 4);
    let shown = server.client.diagnostics(&uri);
    assert_eq!(server.client.words_under(&uri, &shown[0]), "ok + 'é'");
    assert_eq!(cell(&mut server, &uri, 1).await["status"], "ok", "the session is there still");
    server.client.command("pyflow.restartSession", json!({"uri": uri})).await.unwrap();
    server.client.until_diagnostics(&uri, "no diagnostic", <[Value]>::is_empty).await;
    let result = cell(&mut server, &uri, 3).await;
    assert_eq!(result["exception"]["type"], "NameError", "a new process knows nothing");
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn runs_of_one_session_queue_and_those_of_others_do_not_wait() {
    let mut server = TestServer::start(Profile::VsCode).await;
    let slow = server.open("slow.py", "# %%\nimport time\ntime.sleep(3)\nn = 1\n# %%\nn + 1\n").await;
    let quick = server.open("quick.py", "# %%\n'quick'\n").await;
    let of =
        |uri: &str, line: u32| json!({"uri": uri, "position": {"line": line, "character": 0}, "wait": true});
    let first = server.client.ask_command("pyflow.runCell", vec![of(&slow, 1)]);
    let second = server.client.ask_command("pyflow.runCell", vec![of(&slow, 5)]);
    let other = server.client.ask_command("pyflow.runCell", vec![of(&quick, 1)]);
    assert_eq!(server.client.answer(other).await.unwrap()["result"]["repr"], "'quick'");
    assert!(!server.client.is_answered(first) && !server.client.is_answered(second));
    assert_eq!(server.client.answer(second).await.unwrap()["result"]["repr"], "2");
    assert_eq!(server.client.answer(first).await.unwrap()["status"], "ok");
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn input_is_asked_of_a_client_that_can_be_asked() {
    let setup = Setup { extensions: json!({"input": true}), ..Setup::default() };
    let mut server = TestServer::with(Profile::VsCode, setup).await;
    server.client.answer_with("pyflow/input", json!({"text": "Ada"}));
    let uri = server.open("main.py", "# %%\nname = input('Name? ')\nprint('Hello', name)\n").await;
    let result = cell(&mut server, &uri, 1).await;
    assert!(result["stdout"].as_str().unwrap().contains("Hello Ada"), "{result}");
    let asked = server.client.received("pyflow/input");
    let told = (&asked[0]["prompt"], &asked[0]["password"], &asked[0]["uri"]);
    assert_eq!(told, (&json!("Name? "), &json!(false), &json!(uri)));
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_for_input_is_taken_back_when_the_run_is_interrupted() {
    let setup = Setup { extensions: json!({"input": true}), ..Setup::default() };
    let mut server = TestServer::with(Profile::VsCode, setup).await;
    server.client.answer_with("pyflow/input", Value::Null);
    let uri = server.open("main.py", "# %%\ninput()\n").await;
    let at = json!({"line": 1, "character": 0});
    let run =
        server.client.ask_command("pyflow.runCell", vec![json!({"uri": uri, "position": at, "wait": true})]);
    server.client.message("pyflow/input", |_| true).await;
    server.client.command("pyflow.interrupt", json!({"uri": uri})).await.unwrap();
    assert_eq!(server.client.answer(run).await.unwrap()["status"], "interrupted");
    server.client.message("$/cancelRequest", |p| !p["id"].is_null()).await;
    server.finish().await;
}
