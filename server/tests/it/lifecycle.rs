//! Start, end, and what the process leaves behind.

use crate::harness::{Client, Profile, Setup, TestServer, command};
use crate::in_all_clients;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::io::AsyncReadExt;
use tokio::time::timeout;

in_all_clients!(
    /// What is asked for in `initialize`, and an end without anything left.
    starts_and_ends,
    |profile| {
        let server = TestServer::start(profile).await;
        let offered = server.client.offered();
        assert_eq!(offered["textDocumentSync"]["change"], 2);
        assert!(offered["hoverProvider"].as_bool().unwrap());
        server.finish().await;
    }
);

async fn process() -> (tokio::process::Child, Client) {
    let mut child = command(&[]).spawn().unwrap();
    let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut client = Client::new(Profile::VsCode, input, output);
    let params = json!({"processId": null, "capabilities": {}, "rootUri": null});
    client.request("initialize", params).await.unwrap();
    (child, client)
}

async fn code_of(child: &mut tokio::process::Child) -> Option<i32> {
    timeout(Duration::from_secs(2), child.wait()).await.expect("ends within 2 s").unwrap().code()
}

#[tokio::test]
async fn exit_codes_are_those_of_the_specification() {
    let (mut child, mut client) = process().await;
    client.notify("exit", Value::Null).await;
    assert_eq!(code_of(&mut child).await, Some(1), "exit without shutdown");

    let (mut child, mut client) = process().await;
    client.request("shutdown", Value::Null).await.unwrap();
    client.notify("exit", Value::Null).await;
    assert_eq!(code_of(&mut child).await, Some(0), "exit after shutdown");

    let (mut child, mut client) = process().await;
    client.close_output();
    assert_eq!(code_of(&mut child).await, Some(1), "end of input");
}

#[tokio::test]
async fn the_server_ends_with_the_process_that_the_client_named() {
    let mut parent = tokio::process::Command::new("sleep").arg("100").kill_on_drop(true).spawn().unwrap();
    let mut child = command(&[]).spawn().unwrap();
    let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut client = Client::new(Profile::VsCode, input, output);
    let params = json!({"processId": parent.id(), "capabilities": {}});
    client.request("initialize", params).await.unwrap();
    // Once the parent is watched, it goes without being waited for.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert!(child.try_wait().unwrap().is_none());
    parent.start_kill().unwrap();
    let started = Instant::now();
    assert_eq!(code_of(&mut child).await, Some(1));
    assert!(started.elapsed() < Duration::from_secs(2));
}

#[tokio::test]
async fn a_parent_that_can_not_be_seen_is_not_watched() {
    let mut child = command(&[]).arg("--clientProcessId=999999999").spawn().unwrap();
    let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut client = Client::new(Profile::VsCode, input, output);
    client.request("initialize", json!({"processId": 999_999_998, "capabilities": {}})).await.unwrap();
    tokio::time::sleep(Duration::from_millis(2500)).await;
    assert!(child.try_wait().unwrap().is_none());
    client.request("shutdown", Value::Null).await.unwrap();
    client.notify("exit", Value::Null).await;
    assert_eq!(code_of(&mut child).await, Some(0));
}

#[tokio::test]
async fn the_first_bytes_on_stdout_are_the_protocols() {
    let mut child = command(&[]).arg("--stdio").env("RUST_LOG", "trace").spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}})
        .to_string();
    let frame = format!("Content-Length: {}\r\n\r\n{body}", body.len());
    tokio::io::AsyncWriteExt::write_all(&mut input, frame.as_bytes()).await.unwrap();
    drop(input);
    let mut output = Vec::new();
    timeout(Duration::from_secs(5), child.stdout.take().unwrap().read_to_end(&mut output))
        .await
        .unwrap()
        .unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.starts_with("Content-Length: "), "{text}");
    assert_eq!(text.matches("Content-Length").count(), 1, "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_runs_ends_with_the_server() {
    let mut server = TestServer::start(Profile::VsCode).await;
    let uri = server.open("main.py", "import time\nprint('on')\ntime.sleep(600)\n").await;
    server.client.command("pyflow.runFile", json!({"uri": uri})).await.unwrap();
    let started = Instant::now();
    while server.children() == 0 {
        assert!(started.elapsed() < Duration::from_secs(20), "nothing was started");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_answers_nothing_gets_its_answers_all_the_same() {
    let mut server = TestServer::with(Profile::VsCode, Setup::default()).await;
    for method in ["window/workDoneProgress/create", "workspace/configuration", "client/registerCapability"] {
        server.client.answer_with(method, Value::Null);
    }
    server.client.notify("workspace/didChangeConfiguration", json!({"settings": null})).await;
    let uri = server.open("main.py", "print(1 + 1)\n").await;
    let result = server.run_file(&uri).await;
    assert_eq!((&result["status"], &result["stdout"]), (&json!("ok"), &json!("2\n")));
    server.finish().await;
}
