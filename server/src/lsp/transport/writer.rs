//! The one writer of the client's stream.

use super::queue::OutQueue;
use std::fs::File;
use std::io::{self, Write};
use std::pin::Pin;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

/// Where messages go.
pub enum Output {
    /// A stream that does not block: tests and programs in this process.
    Stream(Pin<Box<dyn AsyncWrite + Send>>),
    /// The standard output. A write blocks while the client does not read, so it is left to a thread of its own.
    File(File),
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Stream(_) => "Stream",
            Self::File(_) => "File",
        })
    }
}

/// Writes what the queue gives until it is closed and empty, or the client is gone; tells how that ended.
pub(super) fn start(queue: OutQueue, output: Output) -> oneshot::Receiver<io::Result<()>> {
    let (sender, done) = oneshot::channel();
    match output {
        Output::Stream(stream) => {
            tokio::spawn(async move {
                // Nobody waits any more when serving has ended without us.
                let _ = sender.send(write_to_stream(&queue, stream).await);
            });
        }
        Output::File(file) => {
            let runtime = Handle::current();
            let thread = std::thread::Builder::new().name("lsp-writer".to_owned());
            let spawned = thread.spawn(move || {
                let _ = sender.send(write_to_file(&queue, file, &runtime));
            });
            // The sender is gone then, which is seen as a failure to write.
            if let Err(error) = spawned {
                tracing::error!("no thread could be had to write with: {error}");
            }
        }
    }
    done
}

async fn write_to_stream(queue: &OutQueue, mut output: Pin<Box<dyn AsyncWrite + Send>>) -> io::Result<()> {
    while let Some(body) = queue.next().await {
        output.write_all(&frame(&body)).await?;
        output.flush().await?;
    }
    output.shutdown().await
}

fn write_to_file(queue: &OutQueue, mut output: File, runtime: &Handle) -> io::Result<()> {
    while let Some(body) = runtime.block_on(queue.next()) {
        output.write_all(&frame(&body))?;
    }
    Ok(())
}

/// Header and body in one piece: a client that reads by lines sees no half frame, and a pipe is woken once.
fn frame(body: &[u8]) -> Vec<u8> {
    let mut frame = Vec::with_capacity(body.len() + 32);
    frame.extend_from_slice(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes());
    frame.extend_from_slice(body);
    frame
}
