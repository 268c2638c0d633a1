//! What is said to the client, and asked of it.
//!
//! A question never blocks who asks for longer than a time limit, and its future is never dropped: the router panics
//! on an answer that nobody waits for. So each question lives in a task of its own until it is answered.

use futures::FutureExt;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::timeout;
use tower::Service;
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, Id, Request, Result};

/// How long an answer that no person has to think about may take.
pub(crate) const ANSWER: Duration = Duration::from_secs(10);

/// Questions that may be open. A client that leaves more than these without an answer is asked nothing more.
const MOST_OPEN: usize = 256;

/// The client's end. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct ClientPort {
    client: Client,
    open: Arc<AtomicUsize>,
}

/// How a message looks to the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MessageKind {
    Error = 1,
    Warning = 2,
    Info = 3,
    Log = 4,
}

/// A question on its way.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) id: Id,
    answer: oneshot::Receiver<Result<Value>>,
}

impl ClientPort {
    pub(crate) fn new(client: Client) -> Self {
        Self { client, open: Arc::default() }
    }

    /// Sends a notification. Resolved when it is in the client's queue, which is at once.
    pub(crate) async fn notify(&self, method: &'static str, params: Value) {
        let notification = Request::build(method).params(params).finish();
        if self.client.clone().call(notification).await.is_err() {
            tracing::debug!("{method} was not sent: the client is gone");
        }
    }

    /// The same from where nothing may be awaited.
    pub(crate) fn notify_soon(&self, method: &'static str, params: Value) {
        // A clone of the client's sender always has room for one message.
        if self.notify(method, params).now_or_never().is_none() {
            tracing::warn!("{method} was not sent: the client's queue is full");
        }
    }

    /// `window/showMessage`, or `window/logMessage` for what is not worth a look.
    pub(crate) async fn show(&self, kind: MessageKind, text: &str) {
        let method = if kind == MessageKind::Log { "window/logMessage" } else { "window/showMessage" };
        self.notify(method, json!({"type": kind as u8, "message": text})).await;
    }

    /// Sends a request. The answer is had from what this gives.
    pub(crate) fn ask(&self, method: &'static str, params: Value) -> Asked {
        let id = self.client.next_request_id();
        let (sender, answer) = oneshot::channel();
        if self.open.fetch_add(1, Ordering::AcqRel) >= MOST_OPEN {
            self.open.fetch_sub(1, Ordering::AcqRel);
            // The receiver sees a closed channel, as it does when the client goes away.
            return Asked { id, answer };
        }
        let request = Request::build(method).id(id.clone()).params(params).finish();
        let call = self.client.clone().call(request);
        let open = Arc::clone(&self.open);
        tokio::spawn(async move {
            let answered = match call.await {
                Ok(Some(response)) => response.into_parts().1,
                Ok(None) | Err(_) => Err(Error::internal_error()),
            };
            open.fetch_sub(1, Ordering::AcqRel);
            if let Err(error) = &answered {
                tracing::info!("the client refused {method}: {error}");
            }
            // Nobody may wait any more; the answer is then of no use.
            let _ = sender.send(answered);
        });
        Asked { id, answer }
    }

    /// Tells the client that the answer to a question is not wanted any more.
    pub(crate) fn cancel(&self, id: &Id) {
        self.notify_soon("$/cancelRequest", json!({ "id": id }));
    }
}

impl Asked {
    /// The answer; None when the client refuses, goes away or does not answer in time.
    pub(crate) async fn within(self, limit: Duration) -> Option<Value> {
        match timeout(limit, self.answer).await {
            Ok(Ok(Ok(value))) => Some(value),
            _ => None,
        }
    }

    /// The answer whenever it comes; None when the client refuses or goes away.
    pub(crate) async fn whenever(self) -> Option<Value> {
        self.answer.await.ok()?.ok()
    }
}
