//! `workspace/executeCommand`: what each takes and answers.

use crate::harness::{Profile, Setup, TestServer};
use crate::in_all_clients;
use serde_json::{Value, json};

in_all_clients!(
    /// Run commands answer at once, before the run has ended.
    run_commands_answer_at_once,
    |profile| {
        let mut server = TestServer::start(profile).await;
        let uri = server.open("main.py", "import time\ntime.sleep(600)\n").await;
        let answer = server.client.command("pyflow.runFile", json!({"uri": uri})).await.unwrap();
        assert!(answer["runId"].is_string(), "{answer}");
        let which = json!({"runId": answer["runId"]});
        server.client.command("pyflow.interrupt", which).await.unwrap();
        server.client.message("$/progress", |p| p["value"]["kind"] == "end").await;
        server.finish().await;
    }
);

in_all_clients!(
    /// With no argument the document counts that was last edited or asked about.
    without_an_argument_the_last_document_counts,
    |profile| {
        let mut server = TestServer::start(profile).await;
        server.open("one.py", "print('one')\n").await;
        let two = server.open("two.py", "print('two')\n").await;
        let run = server.client.ask_command("pyflow.runFile", vec![json!("wait=true")]);
        assert_eq!(server.client.answer(run).await.unwrap()["stdout"], "two\n");
        let one = server.uri("one.py");
        server.client.hover(&one, "print").await;
        let run = server.client.ask_command("pyflow.runFile", vec![json!({"wait": true})]);
        assert_eq!(server.client.answer(run).await.unwrap()["stdout"], "one\n");
        let run = server.client.ask_command("pyflow.runFile", vec![json!(two), json!("wait=true")]);
        assert_eq!(server.client.answer(run).await.unwrap()["stdout"], "two\n");
        server.finish().await;
    }
);

in_all_clients!(
    /// Helix shows no error of a command, only messages.
    what_fails_is_an_error_and_a_message,
    |profile| {
        let mut server = TestServer::start(profile).await;
        let refused = server.client.command("pyflow.runFile", Value::Null).await.unwrap_err();
        assert_eq!(refused.code, -32602);
        assert!(refused.message.contains("uri"), "{}", refused.message);
        let shown = server.client.message("window/showMessage", |p| p["type"] == 1).await;
        assert!(shown["message"].as_str().unwrap().contains("pyflow.runFile"), "{shown}");
        for (command, argument) in [
            ("pyflow.runFile", json!({"uri": "file:///nowhere/at/all.py"})),
            ("pyflow.runFile", json!({"uri": 5})),
            ("pyflow.runCell", json!({"uri": "untitled:x", "position": {"line": -1, "character": 0}})),
            ("pyflow.restartSession", json!({"sessionId": "none"})),
        ] {
            let refused = server.client.command(command, argument.clone()).await;
            assert!(refused.is_err(), "{command} {argument}: {refused:?}");
        }
        server.finish().await;
    }
);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_that_is_not_known_is_refused() {
    let mut server = TestServer::start(Profile::VsCode).await;
    let params = json!({"command": "pyflow.nothing", "arguments": []});
    let refused = server.client.request("workspace/executeCommand", params).await.unwrap_err();
    assert_eq!(refused.code, -32602);
    server.finish().await;
}

in_all_clients!(
    /// The whole output, where the editor can open it and where it can't.
    output_is_shown,
    |profile| {
        let mut server = TestServer::start(profile).await;
        let uri = server.open("main.py", "print('to be seen')\n").await;
        server.run_file(&uri).await;
        let answer = server.client.command("pyflow.showOutput", json!({"uri": uri})).await.unwrap();
        let file = answer["uri"].as_str().unwrap().strip_prefix("file://").unwrap().to_owned();
        assert!(std::fs::read_to_string(&file).unwrap().contains("to be seen"));
        if profile == Profile::Helix2501 {
            server.client.message("window/showMessage", |p| p["message"].as_str().unwrap().contains(&file)).await;
        } else {
            server.client.message("window/showDocument", |p| p["uri"] == answer["uri"]).await;
        }
        server.finish().await;
    }
);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn status_explain_and_lists() {
    let mut server = TestServer::start(Profile::VsCode).await;
    let uri = server.open("main.py", "d = {'a': 1}\nprint(d['b'])\n").await;
    server.run_file(&uri).await;
    let status = server.client.command("pyflow.status", Value::Null).await.unwrap();
    assert!(
        status["interpreter"]["path"].is_string() && status["interpreter"]["version"].is_string(),
        "{status}"
    );
    let at = server.client.range(&uri, "d['b']")["start"].clone();
    let explained =
        server.client.command("pyflow.explain", json!({"uri": uri, "position": at})).await.unwrap();
    assert!(explained["markdown"].as_str().unwrap().contains("KeyError"), "{explained}");
    let sessions = server.client.command("pyflow.listSessions", Value::Null).await.unwrap();
    assert_eq!(sessions, json!([]), "a file's run is no session");
    let answer = server.client.command("pyflow.destroySession", json!({"uri": uri})).await.unwrap();
    assert_eq!(answer, json!({"destroyed": false}));
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_of_the_client_are_there_before_the_first_run() {
    for (options, settings) in [
        (Value::Null, json!({"pyflow": {"run": {"timeoutMs": 600}}})),
        (json!({"run": {"timeoutMs": 600}}), Value::Null),
        (json!({"run.timeoutMs": 600}), Value::Null),
        (json!({"pyflow": {"run.timeoutMs": 600}}), Value::Null),
    ] {
        let told = format!("{options} {settings}");
        let mut server =
            TestServer::with(Profile::VsCode, Setup { options, settings, ..Setup::default() }).await;
        let uri = server.open("main.py", "while True:\n    pass\n").await;
        assert_eq!(server.run_file(&uri).await["status"], "timeout", "{told}");
        server.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lenses_stand_on_cells_and_can_be_switched_off() {
    let mut server = TestServer::start(Profile::VsCode).await;
    let text = "import os\n\n# %% one\nx = 1\n# %% [markdown]\n# prose\n# %% two\ny = 2\nif __name__ == '__main__':\n    pass\n";
    let uri = server.open("main.py", text).await;
    let lenses =
        server.client.request("textDocument/codeLens", json!({"textDocument": {"uri": uri}})).await.unwrap();
    let of = |title: &str| -> Vec<u64> {
        let all = lenses.as_array().unwrap().iter().filter(|lens| lens["command"]["title"] == title);
        all.map(|lens| lens["range"]["start"]["line"].as_u64().unwrap()).collect()
    };
    assert_eq!((of("Run file"), of("Run cell"), of("Run above")), (vec![8], vec![0, 2, 6], vec![2, 6]));
    server.finish().await;

    let options = json!({"lens": {"enabled": false}});
    let mut server = TestServer::with(Profile::VsCode, Setup { options, ..Setup::default() }).await;
    let uri = server.open("main.py", text).await;
    let lenses =
        server.client.request("textDocument/codeLens", json!({"textDocument": {"uri": uri}})).await.unwrap();
    assert_eq!(lenses, Value::Null);
    server.finish().await;
}
