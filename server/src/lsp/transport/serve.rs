//! The loop that serves one client.
//!
//! A handler is polled once in the order in which its message came, before the next message is looked at; what it
//! does before its first `await` is therefore in order. If it is not ready then it goes on as a task of its own. The
//! loop waits for no handler, so nothing that a handler waits for can be stuck behind it.

use super::frames::{FrameError, FrameReader};
use super::message::{Incoming, parse};
use super::queue::OutQueue;
use super::writer::{self, Output};
use futures::future::{BoxFuture, FutureExt};
use futures::{SinkExt, StreamExt};
use serde_json::json;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::Poll;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout, timeout_at};
use tower::Service;
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Request, Response};
use tower_lsp::{ClientSocket, LanguageServer, LspService};

/// Requests that may be at work at once. More are refused: a client that asks for more is broken.
const MAX_IN_FLIGHT: usize = 4096;
/// How long requests at work may still be answered after the client has closed its end or sent `exit`.
const LAST_ANSWERS: Duration = Duration::from_millis(300);
/// How long the last messages may take to be written.
const LAST_WRITES: Duration = Duration::from_millis(300);
const CHUNK: usize = 64 << 10;

/// Sees each message of the client as it was written, in order, before the router makes types of it. What it gives
/// back is routed. (The types lose a URI's spelling, refuse a whole `initialize` for one odd member, and the router
/// drops a notification that does not fit them without a word.)
pub type Intake = Box<dyn FnMut(Request) -> Request + Send>;

/// Why serving ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// `exit` came; `clean` when `shutdown` had been answered before.
    Exit { clean: bool },
    /// The client closed its end, or it could not be read.
    InputEnded,
    /// The client can't be written to.
    OutputFailed,
}

impl Ending {
    /// The process's exit code, as the specification has it.
    pub fn exit_code(self) -> u8 {
        u8::from(self != Self::Exit { clean: true })
    }
}

/// Serves until the client ends it. Returns within a second of `exit` or of the end of either stream.
pub async fn serve<S: LanguageServer>(
    mut input: impl AsyncRead + Unpin,
    output: Output,
    service: LspService<S>,
    socket: ClientSocket,
    intake: Intake,
) -> Ending {
    let queue = OutQueue::default();
    let mut writer = writer::start(queue.clone(), output);
    let mut server = Loop { service, socket, queue, intake, at_work: JoinSet::new(), shut_down: false };
    let mut frames = FrameReader::default();
    let mut chunk = vec![0; CHUNK];
    let ending = loop {
        let has_room = server.queue.has_room();
        tokio::select! {
            Some(done) = server.at_work.join_next(), if !server.at_work.is_empty() => {
                if let Ok(done) = done {
                    server.done(done).await;
                }
            }
            Some(message) = server.socket.next() => server.queue.message(&message),
            read = input.read(&mut chunk), if has_room => {
                let bytes = match read {
                    Ok(0) | Err(_) => break Ending::InputEnded,
                    Ok(length) => chunk.get(..length).unwrap_or_default(),
                };
                frames.push(bytes);
                if let Some(ending) = server.take_frames(&mut frames).await {
                    break ending;
                }
            }
            () = server.queue.room(), if !has_room => {}
            result = &mut writer => {
                tracing::info!("the client no longer reads: {result:?}");
                return Ending::OutputFailed;
            }
        }
    };
    server.finish().await;
    if timeout(LAST_WRITES, writer).await.is_err() {
        tracing::warn!("the last messages could not be written in time");
    }
    ending
}

/// What became of a handler: its answer, if its message has one, or the panic of a method's handler.
type Done = Result<Option<Response>, Panicked>;

struct Panicked {
    id: Option<Id>,
    method: String,
}

struct Loop<S> {
    service: LspService<S>,
    socket: ClientSocket,
    queue: OutQueue,
    intake: Intake,
    at_work: JoinSet<Done>,
    shut_down: bool,
}

impl<S: LanguageServer> Loop<S> {
    async fn take_frames(&mut self, frames: &mut FrameReader) -> Option<Ending> {
        while let Some(frame) = frames.next_frame() {
            let incoming = frame.map_err(|error| Box::new(unreadable(&error))).and_then(|body| parse(&body));
            match incoming {
                Ok(Incoming::Request(request)) if request.method() == "exit" => {
                    self.call(request).await;
                    return Some(Ending::Exit { clean: self.shut_down });
                }
                Ok(Incoming::Request(request)) => self.call(request).await,
                Ok(Incoming::Response(response)) => self.respond(response).await,
                Err(refusal) => {
                    tracing::warn!("a message of the client could not be read: {:?}", refusal.error());
                    self.answer(Some(*refusal));
                }
            }
        }
        None
    }

    /// An answer of the client's to a request of the server's.
    async fn respond(&mut self, response: Response) {
        let id = response.id().clone();
        // The sink panics when nobody waits for the answer any more.
        if AssertUnwindSafe(self.socket.send(response)).catch_unwind().await.is_err() {
            tracing::debug!("the client's answer to request {id} came too late");
        }
    }

    async fn call(&mut self, request: Request) {
        let id = request.id().cloned();
        let method = request.method().to_owned();
        if id.is_some() && self.at_work.len() >= MAX_IN_FLIGHT {
            let text =
                format!("{MAX_IN_FLIGHT} requests are at work already. Wait for answers before asking more.");
            self.answer(id.map(|id| failure(id, ErrorCode::ServerError(REQUEST_FAILED), text)));
            return;
        }
        let request = (self.intake)(request);
        let is_shutdown = method == "shutdown";
        let service = &mut self.service;
        let handler: BoxFuture<'static, _> = match catch_unwind(AssertUnwindSafe(|| service.call(request))) {
            Ok(handler) => handler,
            Err(_) => return self.done(Err(Panicked { id, method })).await,
        };
        let mut handler = AssertUnwindSafe(handler).catch_unwind().boxed();
        match poll_fn(|context| Poll::Ready(handler.poll_unpin(context))).await {
            Poll::Ready(Ok(outcome)) => {
                let answer = answer_of(outcome.ok().flatten(), id);
                self.shut_down |= is_shutdown && answer.as_ref().is_some_and(Response::is_ok);
                self.answer(answer);
            }
            Poll::Ready(Err(_)) => self.done(Err(Panicked { id, method })).await,
            Poll::Pending => {
                // `shutdown` was accepted when its handler was begun; an `exit` may come before its answer.
                self.shut_down |= is_shutdown;
                self.at_work.spawn(async move {
                    match handler.await {
                        Ok(outcome) => Ok(answer_of(outcome.ok().flatten(), id)),
                        Err(_) => Err(Panicked { id, method }),
                    }
                });
            }
        }
    }

    async fn done(&mut self, done: Done) {
        let panicked = match done {
            Ok(answer) => return self.answer(answer),
            Err(panicked) => panicked,
        };
        tracing::error!("the handler of {} panicked", panicked.method);
        let Some(id) = panicked.id else { return };
        // The router still counts the id as at work; cancelling makes it forget.
        let cancel = Request::build("$/cancelRequest").params(json!({ "id": id })).finish();
        if self.service.call(cancel).await.is_err() {
            tracing::debug!("request {id}, which panicked, could not be forgotten");
        }
        let text = format!(
            "PyFlow failed inside while it handled {}; see the server's log. Please report it.",
            panicked.method
        );
        self.answer(Some(failure(id, ErrorCode::InternalError, text)));
    }

    /// Queues an answer behind all that the handler sent before it was ready.
    fn answer(&mut self, answer: Option<Response>) {
        while let Some(Some(message)) = self.socket.next().now_or_never() {
            self.queue.message(&message);
        }
        if let Some(answer) = answer {
            self.queue.answer(&answer);
        }
    }

    /// Answers what can still be answered, and closes the queue.
    async fn finish(&mut self) {
        let end = Instant::now() + LAST_ANSWERS;
        while let Ok(Some(done)) = timeout_at(end, self.at_work.join_next()).await {
            if let Ok(done) = done {
                self.done(done).await;
            }
        }
        self.answer(None);
        self.queue.close();
    }
}

/// `RequestFailed` of the protocol: the request is well-formed, but can't be done.
pub(crate) const REQUEST_FAILED: i64 = -32803;

/// What to answer when the router gave `given`. It gives nothing for unknown `$/` requests, which the specification
/// wants answered, and once it has exited.
fn answer_of(given: Option<Response>, id: Option<Id>) -> Option<Response> {
    given.or_else(|| id.map(|id| Response::from_error(id, Error::method_not_found())))
}

fn unreadable(error: &FrameError) -> Response {
    failure(Id::Null, ErrorCode::ParseError, error.to_string())
}

fn failure(id: Id, code: ErrorCode, text: String) -> Response {
    let mut error = Error::new(code);
    error.message = text.into();
    Response::from_error(id, error)
}
