//! The transport from outside, over a pair of pipes in memory. The letters are the rows of the table in
//! `docs/decisions/0001-lsp-transport.md`.

use super::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tower_lsp::jsonrpc::{Request, Result};
use tower_lsp::lsp_types::{InitializeParams, InitializeResult, MessageType};
use tower_lsp::{Client, LanguageServer, LspService};

type Log = Arc<Mutex<Vec<String>>>;

struct Mock {
    client: Client,
    log: Log,
}

#[tower_lsp::async_trait]
impl LanguageServer for Mock {
    async fn initialize(&self, _: InitializeParams) -> Result<InitializeResult> {
        Ok(InitializeResult::default())
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }
}

/// What the client is asked.
enum Ask {}

impl tower_lsp::lsp_types::request::Request for Ask {
    type Params = Value;
    type Result = Value;
    const METHOD: &'static str = "test/question";
}

#[derive(Serialize, Deserialize)]
struct Text {
    text: String,
    #[serde(default)]
    ms: u64,
}

#[expect(clippy::unused_async, reason = "the router takes async functions")]
impl Mock {
    async fn echo(&self, params: Value) -> Result<Value> {
        Ok(params)
    }

    async fn late_echo(&self, params: Text) -> Result<String> {
        sleep(Duration::from_millis(params.ms)).await;
        Ok(params.text)
    }

    async fn never(&self) -> Result<Value> {
        std::future::pending().await
    }

    async fn ask(&self, params: Value) -> Result<Value> {
        self.client.send_request::<Ask>(params).await
    }

    async fn panic(&self) -> Result<Value> {
        panic!("on purpose")
    }

    async fn panic_later(&self) -> Result<Value> {
        tokio::task::yield_now().await;
        panic!("on purpose")
    }

    async fn panic_unasked(&self) {
        panic!("on purpose")
    }

    async fn block(&self) -> Result<Value> {
        std::thread::sleep(Duration::from_millis(200));
        Ok(Value::Null)
    }

    /// Tells much, then answers.
    async fn tell(&self, count: u64) -> Result<u64> {
        for n in 0..count {
            self.client.log_message(MessageType::LOG, n).await;
        }
        Ok(count)
    }

    async fn note(&self, params: Text) {
        self.log.lock().unwrap().push(format!("before {}", params.text));
        sleep(Duration::from_millis(params.ms)).await;
        self.log.lock().unwrap().push(format!("after {}", params.text));
    }
}

struct Peer {
    output: Option<WriteHalf<DuplexStream>>,
    input: Option<ReadHalf<DuplexStream>>,
    frames: FrameReader,
    served: JoinHandle<Ending>,
    log: Log,
}

/// Asks for an echo instead of a riddle.
fn intake() -> Intake {
    Box::new(|request| {
        if request.method() != "test/riddle" {
            return request;
        }
        let (_, id, _) = request.into_parts();
        Request::build("test/echo").id(id.unwrap()).params(json!(["seen"])).finish()
    })
}

/// A server and the client's ends of its streams, which hold `room` bytes each.
fn start(room: usize) -> Peer {
    let log = Log::default();
    let theirs = log.clone();
    let (service, socket) = LspService::build(|client| Mock { client, log: theirs })
        .custom_method("test/echo", Mock::echo)
        .custom_method("test/lateEcho", Mock::late_echo)
        .custom_method("test/never", Mock::never)
        .custom_method("test/ask", Mock::ask)
        .custom_method("test/panic", Mock::panic)
        .custom_method("test/panicLater", Mock::panic_later)
        .custom_method("test/panicUnasked", Mock::panic_unasked)
        .custom_method("test/block", Mock::block)
        .custom_method("test/tell", Mock::tell)
        .custom_method("test/note", Mock::note)
        .finish();
    let (ours, theirs) = tokio::io::duplex(room);
    let (server_input, server_output) = tokio::io::split(theirs);
    let (input, output) = tokio::io::split(ours);
    let served =
        tokio::spawn(serve(server_input, Output::Stream(Box::pin(server_output)), service, socket, intake()));
    Peer { output: Some(output), input: Some(input), frames: FrameReader::default(), served, log }
}

async fn ready() -> Peer {
    let mut peer = start(1 << 16);
    peer.send(json!({"id": "init", "method": "initialize", "params": {"capabilities": {}}})).await;
    assert!(peer.receive().await["result"].is_object());
    peer
}

impl Peer {
    async fn raw(&mut self, bytes: &[u8]) {
        self.output.as_mut().unwrap().write_all(bytes).await.unwrap();
    }

    async fn send(&mut self, message: Value) {
        self.raw(&framed(&message)).await;
    }

    async fn receive(&mut self) -> Value {
        timeout(Duration::from_secs(10), async {
            loop {
                if let Some(frame) = self.frames.next_frame() {
                    return serde_json::from_slice(&frame.unwrap()).unwrap();
                }
                let mut chunk = vec![0; 1 << 16];
                let length = self.input.as_mut().unwrap().read(&mut chunk).await.unwrap();
                assert_ne!(length, 0, "the server closed its output");
                self.frames.push(&chunk[..length]);
            }
        })
        .await
        .expect("no message in 10 s")
    }

    /// Asks and gives the answer, which has to be the next message.
    async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.send(json!({"id": "ask", "method": method, "params": params})).await;
        let answer = self.receive().await;
        assert_eq!(answer["id"], "ask", "{answer}");
        answer
    }

    async fn lives(&mut self) {
        assert_eq!(self.ask("test/echo", json!([1])).await["result"], json!([1]));
    }

    async fn ended(self) -> Ending {
        timeout(Duration::from_secs(2), self.served).await.expect("did not end within 2 s").unwrap()
    }
}

fn framed(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

#[tokio::test]
async fn a_code_before_the_first_await_runs_in_order() {
    let mut peer = ready().await;
    for (text, ms) in [("1", 80), ("2", 0), ("3", 0)] {
        peer.send(json!({"method": "test/note", "params": {"text": text, "ms": ms}})).await;
    }
    peer.lives().await;
    let log = peer.log.clone();
    sleep(Duration::from_millis(200)).await;
    let log = log.lock().unwrap().clone();
    let before: Vec<_> = log.iter().filter(|line| line.starts_with("before")).collect();
    assert_eq!(before, ["before 1", "before 2", "before 3"]);
    assert_eq!(log.last().unwrap(), "after 1", "handlers do not wait for one another");
}

#[tokio::test]
async fn b_exit_ends_it_while_the_input_stays_open() {
    let mut peer = ready().await;
    assert_eq!(peer.ask("shutdown", Value::Null).await["result"], Value::Null);
    peer.send(json!({"method": "exit"})).await;
    assert_eq!(peer.ended().await, Ending::Exit { clean: true });

    let mut peer = ready().await;
    peer.send(json!({"method": "exit"})).await;
    assert_eq!(peer.ended().await, Ending::Exit { clean: false });

    let mut peer = start(1 << 16);
    peer.send(json!({"method": "exit"})).await;
    assert_eq!(peer.ended().await, Ending::Exit { clean: false }, "before initialize");
}

#[tokio::test]
async fn b_shutdown_and_exit_in_one_write_are_both_taken() {
    let mut peer = ready().await;
    let both = [framed(&json!({"id": 1, "method": "shutdown"})), framed(&json!({"method": "exit"}))].concat();
    peer.raw(&both).await;
    assert_eq!(peer.receive().await, json!({"jsonrpc": "2.0", "result": null, "id": 1}));
    assert_eq!(peer.ended().await, Ending::Exit { clean: true });
}

#[tokio::test]
async fn c_end_of_input_ends_it_while_a_request_is_at_work() {
    let mut peer = ready().await;
    peer.send(json!({"id": 1, "method": "test/never"})).await;
    peer.send(json!({"id": 2, "method": "test/lateEcho", "params": {"text": "t", "ms": 50}})).await;
    peer.output.take().unwrap().shutdown().await.unwrap();
    assert_eq!(peer.receive().await["result"], "t", "what is nearly done is still answered");
    assert_eq!(peer.ended().await, Ending::InputEnded);
}

#[tokio::test]
async fn d_cancel_is_read_under_load() {
    let mut peer = ready().await;
    for id in 0..200 {
        peer.send(json!({"id": id, "method": "test/never"})).await;
    }
    for id in (0..200).rev() {
        peer.send(json!({"method": "$/cancelRequest", "params": {"id": id}})).await;
    }
    let mut left: HashSet<i64> = (0..200).collect();
    while !left.is_empty() {
        let answer = peer.receive().await;
        assert_eq!(answer["error"]["code"], -32800, "{answer}");
        assert!(left.remove(&answer["id"].as_i64().unwrap()), "answered twice: {answer}");
    }
    peer.send(json!({"method": "$/cancelRequest", "params": {"id": "unknown"}})).await;
    peer.lives().await;
}

#[tokio::test]
async fn e_handlers_that_wait_for_the_client_stop_nobody() {
    let mut peer = ready().await;
    for id in 0..20 {
        peer.send(json!({"id": id, "method": "test/ask", "params": {"n": id}})).await;
    }
    let mut questions = Vec::new();
    for _ in 0..20 {
        questions.push(peer.receive().await);
    }
    for id in 100..200 {
        peer.send(json!({"id": id, "method": "test/echo", "params": [id]})).await;
        assert_eq!(peer.receive().await["result"], json!([id]));
    }
    for question in questions {
        peer.send(json!({"id": question["id"], "result": question["params"]["n"]})).await;
    }
    let mut answered = BTreeMap::new();
    for _ in 0..20 {
        let answer = peer.receive().await;
        answered.insert(answer["id"].as_i64().unwrap(), answer["result"].as_i64().unwrap());
    }
    assert!(answered.iter().all(|(id, n)| id == n) && answered.len() == 20, "{answered:?}");
}

#[tokio::test]
async fn e_a_client_that_never_answers_stops_nobody() {
    let mut peer = ready().await;
    for id in 0..50 {
        peer.send(json!({"id": id, "method": "test/ask", "params": {}})).await;
    }
    for _ in 0..50 {
        assert_eq!(peer.receive().await["method"], "test/question");
    }
    peer.lives().await;
    peer.send(json!({"method": "exit"})).await;
    assert_eq!(peer.ended().await, Ending::Exit { clean: false });
}

#[tokio::test]
async fn f_an_answer_for_a_cancelled_handler_is_survived() {
    let mut peer = ready().await;
    peer.send(json!({"id": 1, "method": "test/ask", "params": {}})).await;
    let question = peer.receive().await;
    peer.send(json!({"method": "$/cancelRequest", "params": {"id": 1}})).await;
    assert_eq!(peer.receive().await["error"]["code"], -32800);
    for _ in 0..3 {
        peer.send(json!({"id": question["id"], "result": null})).await;
    }
    peer.send(json!({"id": "nobody asked", "result": 1})).await;
    peer.lives().await;
}

#[tokio::test]
async fn g_a_handler_that_panics_is_answered_and_its_id_is_free_again() {
    let mut peer = ready().await;
    for method in ["test/panic", "test/panicLater"] {
        for _ in 0..2 {
            let answer = peer.ask(method, Value::Null).await;
            assert_eq!(answer["error"]["code"], -32603, "{answer}");
            assert!(answer["error"]["message"].as_str().unwrap().contains(method), "{answer}");
        }
    }
    peer.send(json!({"method": "test/panicUnasked"})).await;
    peer.lives().await;
}

#[tokio::test]
async fn h_a_handler_that_blocks_delays_but_loses_nothing() {
    let mut peer = ready().await;
    peer.send(json!({"id": 1, "method": "test/block"})).await;
    peer.send(json!({"id": 2, "method": "test/echo", "params": [2]})).await;
    assert_eq!(peer.receive().await["id"], 1);
    assert_eq!(peer.receive().await["id"], 2);
}

#[tokio::test]
async fn i_null_params_are_accepted() {
    let mut peer = ready().await;
    peer.raw(&framed(&json!({"jsonrpc": "2.0", "id": 5, "method": "shutdown", "params": null}))).await;
    assert_eq!(peer.receive().await, json!({"jsonrpc": "2.0", "result": null, "id": 5}));
}

#[tokio::test]
async fn j_unknown_requests_are_answered_and_unknown_notifications_ignored() {
    let mut peer = ready().await;
    for method in ["$/unknown", "unknown/method", "textDocument/moniker/x"] {
        assert_eq!(peer.ask(method, json!({})).await["error"]["code"], -32601, "{method}");
    }
    assert_eq!(peer.ask("test/lateEcho", json!({"text": 1})).await["error"]["code"], -32602);
    peer.send(json!({"method": "$/unknown", "params": {}})).await;
    peer.send(json!({"method": "unknown/method"})).await;
    peer.send(json!({"method": "test/note"})).await;
    peer.lives().await;
}

#[tokio::test]
async fn k_end_of_input_while_idle_ends_it() {
    let mut peer = ready().await;
    peer.output.take().unwrap().shutdown().await.unwrap();
    assert_eq!(peer.ended().await, Ending::InputEnded);
}

#[tokio::test]
async fn l_a_client_that_closed_its_reading_end_ends_it() {
    // Both directions of a duplex close together, so the server's output is a pipe of its own here.
    let (service, socket) = LspService::new(|client| Mock { client, log: Log::default() });
    let (input, mut to_server) = tokio::io::duplex(1 << 16);
    let (output, from_server) = tokio::io::duplex(1 << 16);
    let served = tokio::spawn(serve(input, Output::Stream(Box::pin(output)), service, socket, intake()));
    drop(from_server);
    to_server
        .write_all(&framed(&json!({"id": 1, "method": "initialize", "params": {"capabilities": {}}})))
        .await
        .unwrap();
    assert_eq!(timeout(Duration::from_secs(2), served).await.unwrap().unwrap(), Ending::OutputFailed);
}

#[tokio::test]
async fn m_a_malformed_message_is_answered_and_the_next_one_served() {
    let mut peer = ready().await;
    let bodies: [(&[u8], i64); 6] = [
        (b"{\"id\": 1,", -32700),
        (b"\xff\xfe\xfd", -32700),
        (b"{\"id\": 1.5, \"method\": \"test/echo\"}", -32600),
        (b"[1]", -32600),
        (b"{}", -32600),
        (b"\"text\"", -32600),
    ];
    for (body, code) in bodies {
        let head = format!("Content-Length: {}\r\n\r\n", body.len());
        peer.raw(&[head.as_bytes(), body].concat()).await;
        let answer = peer.receive().await;
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), &Value::Null), "{answer}");
        peer.lives().await;
    }
    peer.raw(b"Content-Length: x\r\n\r\n").await;
    assert_eq!(peer.receive().await["error"]["code"], -32700);
    peer.raw(b"a stray line\r\nanother\r\n\r\n").await;
    peer.lives().await;
}

#[tokio::test]
async fn m_header_names_in_any_case() {
    let mut peer = ready().await;
    let body = json!({"id": 1, "method": "test/echo", "params": ["x"]}).to_string();
    peer.raw(format!("content-length: {}\r\nContent-type: x\r\n\r\n{body}", body.len()).as_bytes()).await;
    assert_eq!(peer.receive().await["result"], json!(["x"]));
}

#[tokio::test]
async fn m_lone_surrogates_do_not_lose_the_message() {
    let mut peer = ready().await;
    let body = r#"{"id": 1, "method": "test/echo", "params": ["a\ud83db"]}"#;
    peer.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes()).await;
    assert_eq!(peer.receive().await["result"], json!(["a\u{fffd}b"]));
}

#[tokio::test]
async fn n_life_cycle() {
    let mut peer = start(1 << 16);
    assert_eq!(peer.ask("test/echo", json!([])).await["error"]["code"], -32002, "before initialize");
    peer.send(json!({"method": "test/note", "params": {"text": "early"}})).await;
    assert!(peer.ask("initialize", json!({"capabilities": {}})).await["result"].is_object());
    assert_eq!(peer.ask("initialize", json!({"capabilities": {}})).await["error"]["code"], -32600, "twice");
    assert!(peer.log.lock().unwrap().is_empty(), "notifications before initialize are dropped");
    peer.send(json!({"id": 9, "method": "test/never"})).await;
    peer.send(json!({"id": 9, "method": "test/echo", "params": [1]})).await;
    assert_eq!(peer.receive().await["error"]["code"], -32600, "an id that is in use");
    peer.ask("shutdown", Value::Null).await;
    assert_eq!(peer.ask("test/echo", json!([])).await["error"]["code"], -32600, "after shutdown");
}

#[tokio::test]
async fn n_ids_come_back_as_they_were() {
    let mut peer = ready().await;
    for id in [json!(0), json!(-5), json!(i64::MAX), json!(""), json!("7"), json!("ü")] {
        peer.send(json!({"id": id, "method": "test/echo", "params": [1]})).await;
        assert_eq!(peer.receive().await["id"], id);
    }
}

#[tokio::test]
async fn o_eight_megabytes_are_taken_at_once() {
    let mut peer = ready().await;
    let text = "x = 1\n".repeat((8 << 20) / 6);
    let started = Instant::now();
    let (mut output, message) =
        (peer.output.take().unwrap(), framed(&json!({"id": 1, "method": "test/echo", "params": [text]})));
    let writing = tokio::spawn(async move {
        output.write_all(&message).await.unwrap();
        output
    });
    assert_eq!(peer.receive().await["result"][0].as_str().unwrap().len(), text.len());
    // 0.1 s when nothing else runs; a reader that copies what it has for each chunk takes minutes.
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    peer.output = Some(writing.await.unwrap());
    peer.lives().await;
}

#[tokio::test]
async fn a_thousand_interleaved_requests_are_answered_once_each() {
    let mut peer = ready().await;
    let mut output = peer.output.take().unwrap();
    let asking = tokio::spawn(async move {
        for id in 0..1000u64 {
            let message = match id % 4 {
                0 => json!({"id": id, "method": "test/echo", "params": [id]}),
                1 => {
                    json!({"id": id, "method": "test/lateEcho", "params": {"text": id.to_string(), "ms": id % 7}})
                }
                2 => json!({"id": id, "method": "test/ask", "params": {"n": id}}),
                _ => json!({"id": id, "method": "$/nothing"}),
            };
            output.write_all(&framed(&message)).await.unwrap();
        }
        output
    });
    let (mut answered, mut questions) = (HashSet::new(), Vec::new());
    while answered.len() < 750 {
        let message = peer.receive().await;
        if message.get("method").is_some() {
            questions.push(message);
        } else {
            assert!(answered.insert(message["id"].as_u64().unwrap()), "twice: {message}");
        }
    }
    peer.output = Some(asking.await.unwrap());
    while questions.len() < 250 {
        questions.push(peer.receive().await);
    }
    for question in questions {
        peer.send(json!({"id": question["id"], "result": question["params"]["n"]})).await;
        let answer = peer.receive().await;
        assert!(answered.insert(answer["id"].as_u64().unwrap()), "twice: {answer}");
    }
    assert_eq!(answered, (0..1000).collect());
}

#[tokio::test]
async fn the_intake_sees_messages_before_the_router() {
    let mut peer = ready().await;
    assert_eq!(peer.ask("test/riddle", json!({})).await["result"], json!(["seen"]));
}

#[tokio::test]
async fn more_requests_than_can_be_at_work_are_refused() {
    let mut peer = ready().await;
    let mut output = peer.output.take().unwrap();
    let asking = tokio::spawn(async move {
        for id in 0..5000 {
            output.write_all(&framed(&json!({"id": id, "method": "test/never"}))).await.unwrap();
        }
        output
    });
    for _ in 4096..5000 {
        assert_eq!(peer.receive().await["error"]["code"], -32803);
    }
    let mut output = asking.await.unwrap();
    output.write_all(&framed(&json!({"method": "exit"}))).await.unwrap();
    peer.output = Some(output);
    for _ in 0..4096 {
        assert_eq!(peer.receive().await["error"]["code"], -32800, "what was at work is cancelled by exit");
    }
    assert_eq!(peer.ended().await, Ending::Exit { clean: false });
}

#[tokio::test]
async fn what_a_handler_told_comes_before_its_answer() {
    let mut peer = ready().await;
    for count in [1, 10, 300] {
        peer.send(json!({"id": 1, "method": "test/tell", "params": count})).await;
        for n in 0..count {
            let message = peer.receive().await;
            assert_eq!(message["params"]["message"], n.to_string(), "{message}");
        }
        assert_eq!(peer.receive().await["result"], count);
    }
}

#[tokio::test]
async fn a_client_that_does_not_read_for_a_while_loses_no_answer() {
    let mut peer = ready().await;
    let text = "x".repeat(1 << 20);
    let mut output = peer.output.take().unwrap();
    let asking = tokio::spawn(async move {
        for id in 0..40 {
            output
                .write_all(&framed(&json!({"id": id, "method": "test/echo", "params": [text]})))
                .await
                .unwrap();
        }
        output
    });
    sleep(Duration::from_millis(300)).await;
    assert!(!asking.is_finished(), "the server reads on though its answers are not taken");
    let mut answered = HashSet::new();
    for _ in 0..40 {
        assert!(answered.insert(peer.receive().await["id"].as_u64().unwrap()));
    }
    peer.output = Some(asking.await.unwrap());
    peer.lives().await;
}

#[tokio::test]
async fn a_client_that_never_reads_does_not_keep_it_from_ending() {
    let mut peer = ready().await;
    for id in 0..100 {
        peer.send(json!({"id": id, "method": "test/echo", "params": ["x".repeat(10_000)]})).await;
    }
    peer.send(json!({"method": "exit"})).await;
    let started = Instant::now();
    let served = peer.served;
    timeout(Duration::from_secs(2), served).await.expect("ended within 2 s").unwrap();
    assert!(started.elapsed() < Duration::from_secs(1));
}
