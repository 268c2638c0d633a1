//! What waits to be written to the client.
//!
//! Bounded though nothing that must arrive is ever dropped: a newer state replaces the older one of the same thing
//! while that is still queued, chatter is left out above [`ROOM`], and the loop reads no more requests then.

use serde_json::Value;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use tower_lsp::jsonrpc::{Request, Response};

/// Bytes that may wait before the client is asked for nothing more.
pub(super) const ROOM: usize = 16 << 20;

/// A queue of frames with one reader, the writer task.
#[derive(Debug, Clone, Default)]
pub(super) struct OutQueue(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    inner: Mutex<Inner>,
    /// Told when a frame came or the queue was closed.
    filled: Notify,
    /// Told when there is room again.
    room: Notify,
}

#[derive(Debug, Default)]
struct Inner {
    frames: VecDeque<Frame>,
    /// Where in the whole sequence of frames the first queued one is.
    first: u64,
    /// Frames that a newer one of the same key replaces.
    places: HashMap<Key, u64>,
    bytes: usize,
    closed: bool,
}

#[derive(Debug)]
struct Frame {
    key: Option<Key>,
    body: Vec<u8>,
}

/// What a replaceable message is the state of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    Diagnostics(String),
    Progress(String),
}

impl OutQueue {
    pub(super) fn answer(&self, response: &Response) {
        match serde_json::to_vec(response) {
            Ok(body) => self.push(None, body),
            Err(error) => tracing::error!("an answer could not be written as JSON: {error}"),
        }
    }

    /// A request or notification of the server's.
    pub(super) fn message(&self, request: &Request) {
        if is_chatter(request.method()) && !self.has_room() {
            return;
        }
        match serde_json::to_vec(request) {
            Ok(body) => self.push(key_of(request), body),
            Err(error) => tracing::error!("{} could not be written as JSON: {error}", request.method()),
        }
    }

    /// The next body; `None` when the queue is closed and empty.
    pub(super) async fn next(&self) -> Option<Vec<u8>> {
        loop {
            let filled = self.0.filled.notified();
            {
                let mut inner = self.lock();
                if let Some(frame) = inner.pop() {
                    if inner.bytes < ROOM {
                        self.0.room.notify_one();
                    }
                    return Some(frame.body);
                }
                if inner.closed {
                    return None;
                }
            }
            filled.await;
        }
    }

    pub(super) fn has_room(&self) -> bool {
        self.lock().bytes < ROOM
    }

    /// Resolves when there is room. May resolve once more than needed.
    pub(super) async fn room(&self) {
        while !self.has_room() {
            self.0.room.notified().await;
        }
    }

    /// Nothing more will come.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.0.filled.notify_one();
    }

    fn push(&self, key: Option<Key>, body: Vec<u8>) {
        self.lock().push(key, body);
        self.0.filled.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic while it was held leaves at worst one frame uncounted.
        self.0.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn push(&mut self, key: Option<Key>, body: Vec<u8>) {
        self.bytes += body.len();
        if let Some(place) = key.as_ref().and_then(|key| self.places.get(key))
            && let Some(queued) = self.frames.get_mut((place - self.first) as usize)
        {
            self.bytes -= queued.body.len();
            queued.body = body;
            return;
        }
        if let Some(key) = &key {
            self.places.insert(key.clone(), self.first + self.frames.len() as u64);
        }
        self.frames.push_back(Frame { key, body });
    }

    fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop_front()?;
        self.first += 1;
        self.bytes -= frame.body.len();
        if let Some(key) = &frame.key {
            self.places.remove(key);
        }
        Some(frame)
    }
}

/// Only a progress's `report`s replace one another: its `begin` and `end` must arrive.
fn key_of(request: &Request) -> Option<Key> {
    let params = request.params()?;
    match request.method() {
        "textDocument/publishDiagnostics" => Some(Key::Diagnostics(params.get("uri")?.as_str()?.to_owned())),
        "$/progress" if params.pointer("/value/kind").and_then(Value::as_str) == Some("report") => {
            Some(Key::Progress(params.get("token")?.to_string()))
        }
        _ => None,
    }
}

/// Messages that a client can do without when it does not keep up.
fn is_chatter(method: &str) -> bool {
    matches!(
        method,
        "pyflow/output" | "pyflow/display" | "window/logMessage" | "$/logTrace" | "telemetry/event"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn diagnostics(uri: &str, n: i32) -> Request {
        Request::build("textDocument/publishDiagnostics")
            .params(json!({"uri": uri, "diagnostics": [n]}))
            .finish()
    }

    fn progress(kind: &str, n: i32) -> Request {
        Request::build("$/progress").params(json!({"token": "t", "value": {"kind": kind, "n": n}})).finish()
    }

    async fn drain(queue: &OutQueue) -> Vec<Value> {
        queue.close();
        let mut all = Vec::new();
        while let Some(body) = queue.next().await {
            all.push(serde_json::from_slice(&body).unwrap());
        }
        all
    }

    #[tokio::test]
    async fn the_last_state_replaces_a_queued_one() {
        let queue = OutQueue::default();
        queue.message(&progress("begin", 0));
        for n in 0..100 {
            queue.message(&diagnostics("a", n));
            queue.message(&diagnostics("b", n));
            queue.message(&progress("report", n));
        }
        queue.message(&progress("end", 0));
        let all = drain(&queue).await;
        assert_eq!(all.len(), 5, "{all:?}");
        assert_eq!(all[1]["params"]["diagnostics"], json!([99]));
        assert_eq!(all[3]["params"]["value"]["n"], 99);
        assert_eq!(queue.lock().bytes, 0);
    }

    #[tokio::test]
    async fn what_was_written_is_not_replaced() {
        let queue = OutQueue::default();
        queue.message(&diagnostics("a", 1));
        queue.next().await.unwrap();
        queue.message(&diagnostics("a", 2));
        queue.message(&diagnostics("b", 1));
        queue.message(&diagnostics("a", 3));
        let all = drain(&queue).await;
        assert_eq!(all[0]["params"]["diagnostics"], json!([3]));
        assert_eq!(all.len(), 2);
    }

    #[tokio::test]
    async fn chatter_is_left_out_when_the_client_does_not_read() {
        let queue = OutQueue::default();
        let text = "x".repeat(1 << 20);
        for _ in 0..100 {
            queue.message(&Request::build("pyflow/output").params(json!({"text": text})).finish());
        }
        assert!(queue.lock().bytes <= ROOM + (2 << 20));
        assert!(!queue.has_room());
        queue.message(&Request::build("window/showMessage").params(json!({"message": "m"})).finish());
        assert_eq!(drain(&queue).await.last().unwrap()["method"], "window/showMessage");
    }
}
