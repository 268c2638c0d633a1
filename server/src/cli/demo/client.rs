//! A small language client: starts the server and talks to it over its pipes, as an editor does.
//!
//! It owns the server's process and ends it when it is dropped. Every wait has an end.

use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The largest message that is read.
const MOST_BYTES: usize = 64 << 20;

/// Why the talk failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ClientError {
    #[error("the language server can't be started: {0}")]
    Start(io::Error),
    #[error("the language server can't be reached: {0}")]
    Write(io::Error),
    #[error("the language server did not answer {what} within {} s", .limit.as_secs())]
    Time { what: String, limit: Duration },
    #[error("the language server ended while {0} was waited for")]
    Ended(String),
    #[error("the language server answered {what} with an error: {message}")]
    Answer { what: String, message: String },
}

/// The server and what it said.
#[derive(Debug)]
pub(super) struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    next_id: i64,
    /// The last diagnostics of each document.
    diagnostics: HashMap<String, Value>,
    /// Counts publications, to see that there was a new one.
    published: u64,
}

impl Client {
    /// Starts `program lsp`.
    pub(super) fn start(program: &Path) -> Result<Self, ClientError> {
        let mut child = Command::new(program)
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(ClientError::Start)?;
        let stdin = child.stdin.take();
        let (sender, messages) = mpsc::channel();
        if let Some(stdout) = child.stdout.take() {
            // Ends with the server's output, which ends with the server.
            std::thread::spawn(move || {
                let mut stdout = BufReader::new(stdout);
                while let Ok(Some(message)) = read_message(&mut stdout) {
                    if sender.send(message).is_err() {
                        break;
                    }
                }
            });
        }
        Ok(Self { child, stdin, messages, next_id: 0, diagnostics: HashMap::new(), published: 0 })
    }

    /// Sends a request and waits for its answer, serving the server meanwhile.
    pub(super) fn request(
        &mut self,
        method: &str,
        params: &Value,
        limit: Duration,
    ) -> Result<Value, ClientError> {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        let end = Instant::now() + limit;
        loop {
            let message = self.receive(method, end, limit)?;
            if message.get("method").is_none() && message["id"] == id {
                return match message.get("error") {
                    Some(error) => Err(ClientError::Answer {
                        what: method.to_owned(),
                        message: error["message"].as_str().unwrap_or_default().to_owned(),
                    }),
                    None => Ok(message["result"].clone()),
                };
            }
        }
    }

    pub(super) fn notify(&mut self, method: &str, params: &Value) -> Result<(), ClientError> {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    /// The last diagnostics of a document.
    pub(super) fn diagnostics(&self, uri: &str) -> Vec<Value> {
        let published = self.diagnostics.get(uri);
        published.and_then(|params| params["diagnostics"].as_array()).cloned().unwrap_or_default()
    }

    /// Waits until diagnostics are published again, or for so long. The answer says whether they were.
    pub(super) fn wait_for_diagnostics(&mut self, limit: Duration) -> Result<bool, ClientError> {
        let (before, end) = (self.published, Instant::now() + limit);
        while self.published == before {
            match self.receive("diagnostics", end, limit) {
                Ok(_) => {}
                Err(ClientError::Time { .. }) => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }

    /// Ends the server as the protocol says, and waits for its end.
    pub(super) fn stop(mut self) -> Result<(), ClientError> {
        let limit = Duration::from_secs(5);
        self.request("shutdown", &Value::Null, limit)?;
        self.notify("exit", &Value::Null)?;
        self.stdin = None;
        let end = Instant::now() + limit;
        while Instant::now() < end {
            if let Ok(Some(status)) = self.child.try_wait() {
                let message = format!("it ended with {status}");
                return if status.success() {
                    Ok(())
                } else {
                    Err(ClientError::Answer { what: "exit".into(), message })
                };
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Err(ClientError::Time { what: "exit".to_owned(), limit })
    }

    /// The next message, after what the client itself has to do about it.
    fn receive(&mut self, what: &str, end: Instant, limit: Duration) -> Result<Value, ClientError> {
        let left = end.saturating_duration_since(Instant::now());
        let message = self.messages.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => ClientError::Time { what: what.to_owned(), limit },
            RecvTimeoutError::Disconnected => ClientError::Ended(what.to_owned()),
        })?;
        match (message["method"].as_str(), message.get("id")) {
            (Some("workspace/configuration"), Some(id)) => {
                let count = message["params"]["items"].as_array().map_or(0, Vec::len);
                let answer = json!({"jsonrpc": "2.0", "id": id, "result": vec![Value::Null; count]});
                self.send(&answer)?;
            }
            (Some(_), Some(id)) => {
                let answer = json!({"jsonrpc": "2.0", "id": id, "result": null});
                self.send(&answer)?;
            }
            (Some("textDocument/publishDiagnostics"), None) => {
                let params = message["params"].clone();
                self.diagnostics.insert(params["uri"].as_str().unwrap_or_default().to_owned(), params);
                self.published += 1;
            }
            _ => {}
        }
        Ok(message)
    }

    fn send(&mut self, message: &Value) -> Result<(), ClientError> {
        let body = message.to_string();
        let Some(stdin) = &mut self.stdin else {
            return Err(ClientError::Write(io::ErrorKind::BrokenPipe.into()));
        };
        write!(stdin, "Content-Length: {}\r\n\r\n{body}", body.len())
            .and_then(|()| stdin.flush())
            .map_err(ClientError::Write)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Ended already in the usual case; else it ends with its input, or is ended here.
        self.stdin = None;
        for _ in 0..100 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads one message; `None` at the end.
fn read_message(from: &mut impl BufRead) -> io::Result<Option<Value>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if from.by_ref().take(1 << 16).read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<usize>().ok().filter(|&length| length <= MOST_BYTES);
        }
    }
    let length = length.ok_or_else(|| io::Error::other("a message without a length"))?;
    let mut body = vec![0; length];
    from.read_exact(&mut body)?;
    serde_json::from_slice(&body).map(Some).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_one_by_one_and_nonsense_is_an_error() {
        let mut stream =
            io::Cursor::new(b"Content-Length: 2\r\n\r\n{}content-length:4\r\nX: y\r\n\r\nnull".to_vec());
        assert_eq!(read_message(&mut stream).unwrap(), Some(json!({})));
        assert_eq!(read_message(&mut stream).unwrap(), Some(Value::Null));
        assert_eq!(read_message(&mut stream).unwrap(), None);
        for wrong in ["X: y\r\n\r\n", "Content-Length: 99999999999\r\n\r\n{}", "Content-Length: 9\r\n\r\n{}"]
        {
            assert!(read_message(&mut io::Cursor::new(wrong)).is_err(), "{wrong}");
        }
    }
}
