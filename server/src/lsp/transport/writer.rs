//! The one writer of the client's stream.

use super::queue::OutQueue;
use std::io;
use tokio::io::{AsyncWrite, AsyncWriteExt};

/// Writes what the queue gives until it is closed and empty, or the client is gone.
pub(super) async fn write_frames(queue: OutQueue, mut output: impl AsyncWrite + Unpin) -> io::Result<()> {
    while let Some(body) = queue.next().await {
        // One write for both: a client that reads by lines sees no half frame, and a pipe is woken once.
        let mut frame = Vec::with_capacity(body.len() + 32);
        frame.extend_from_slice(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes());
        frame.extend_from_slice(&body);
        output.write_all(&frame).await?;
        output.flush().await?;
    }
    output.shutdown().await
}
