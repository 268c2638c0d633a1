//! Clients that can little, or say odd things of themselves.

use crate::harness::{Client, Profile, command, text};
use serde_json::{Value, json};
use std::time::Duration;

struct Plain {
    child: tokio::process::Child,
    client: Client,
    folder: tempfile::TempDir,
}

async fn start(capabilities: Value) -> Plain {
    let folder = tempfile::tempdir().unwrap();
    let mut child = command(&[]).spawn().unwrap();
    let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut client = Client::new(Profile::VsCode, input, output);
    let params = json!({"capabilities": capabilities, "rootUri": text::uri_of(folder.path())});
    let answer = client.request("initialize", params).await.unwrap();
    let mut known = capabilities.clone();
    known["general"] = json!({"positionEncodings": ["utf-16"]});
    client.initialized(&known, &answer["capabilities"]).await;
    Plain { child, client, folder }
}

impl Plain {
    async fn open(&mut self, text: &str) -> String {
        let uri = text::uri_of(&self.folder.path().join("main.py"));
        self.client.open(&uri, text).await;
        uri
    }

    async fn finish(mut self) {
        self.client.request("shutdown", Value::Null).await.unwrap();
        self.client.notify("exit", Value::Null).await;
        let status = tokio::time::timeout(Duration::from_secs(2), self.child.wait()).await.unwrap().unwrap();
        assert_eq!(status.code(), Some(0));
        self.client.nothing_is_left();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_without_action_literals_gets_fixes_as_commands() {
    let mut plain = start(json!({"workspace": {"applyEdit": true}})).await;
    let uri = plain.open("total = 3\nprint(totl)\n").await;
    let argument = json!({"uri": uri, "wait": true});
    plain.client.command("pyflow.runFile", argument).await.unwrap();
    let diagnostic = &plain.client.diagnostics(&uri)[0];
    assert!(diagnostic.get("data").is_none() && diagnostic.get("codeDescription").is_none(), "{diagnostic}");
    let actions = plain.client.actions(&uri, "totl").await;
    assert!(actions.iter().all(|action| action["command"].is_string()), "commands only: {actions:?}");
    let fix = actions.iter().find(|action| action["command"] == "pyflow.applyFix").expect("a fix");

    let fixing = plain.client.ask_command("pyflow.applyFix", fix["arguments"].as_array().unwrap().clone());
    plain.client.answer(fixing).await.unwrap();
    let applied = plain.client.message("workspace/applyEdit", |_| true).await;
    assert!(applied["edit"]["changes"][&uri].is_array(), "no documentChanges: {applied}");

    // The same once more, when the text is another one.
    plain.client.edit(&uri, "total = 3", "total = 4").await;
    let stale = plain.client.ask_command("pyflow.applyFix", fix["arguments"].as_array().unwrap().clone());
    assert_eq!(plain.client.answer(stale).await.unwrap_err().code, -32803);
    plain.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_says_nothing_of_hovers_gets_plain_text() {
    let mut plain = start(json!({})).await;
    let uri = plain.open("1 / 0\n").await;
    plain.client.command("pyflow.runFile", json!({"uri": uri, "wait": true})).await.unwrap();
    let at = json!({"line": 0, "character": 1});
    let params = json!({"textDocument": {"uri": uri}, "position": at});
    let hover = plain.client.request("textDocument/hover", params).await.unwrap();
    assert_eq!(hover["contents"]["kind"], "plaintext");
    assert!(!hover["contents"]["value"].as_str().unwrap().contains("**"), "{hover}");
    plain.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn odd_members_of_initialize_do_not_cost_the_server() {
    for capabilities in [
        json!({"textDocument": {"completion": 5, "codeAction": {"codeActionLiteralSupport": []}}}),
        json!({"workspace": {"workspaceEdit": "yes", "configuration": "yes"}}),
        json!({"window": null, "general": {"positionEncodings": ["utf-16", 7]}}),
    ] {
        let mut plain = start(capabilities.clone()).await;
        let uri = plain.open("print('on')\n").await;
        let result = plain.client.command("pyflow.runFile", json!({"uri": uri, "wait": true})).await.unwrap();
        assert_eq!(result["stdout"], "on\n", "{capabilities}");
        plain.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn diagnostics_say_which_version_was_run_and_which_they_are_for() {
    let mut plain = start(json!({"textDocument": {"publishDiagnostics": {"dataSupport": true}}})).await;
    let uri = plain.open("import time\ntime.sleep(1)\n1 / 0\n").await;
    let run = plain.client.ask_command("pyflow.runFile", vec![json!({"uri": uri, "wait": true})]);
    tokio::time::sleep(Duration::from_millis(200)).await;
    let top = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}});
    plain.client.change(&uri, &[json!({"range": top, "text": "# new\n"})]).await;
    plain.client.answer(run).await.unwrap();
    let is_it = |p: &Value| p["diagnostics"][0]["code"] == "ZeroDivisionError";
    let published = plain.client.message("textDocument/publishDiagnostics", is_it).await;
    assert_eq!(published["version"], 2);
    assert_eq!(published["diagnostics"][0]["range"]["start"]["line"], 3);
    assert_eq!(published["diagnostics"][0]["data"]["runVersion"], 1);
    plain.finish().await;
}
