//! The standard input as a stream that can be left.
//!
//! A read of a pipe can't be called off. A thread of our own does it, which nobody waits for at the end: the runtime
//! would wait for one of its own until the client closes the pipe.

use std::io::{self, Read};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::mpsc;

const CHUNK: usize = 64 << 10;
/// Chunks read ahead of the loop.
const AHEAD: usize = 4;

/// What a thread reads, as it comes.
#[derive(Debug)]
pub struct Input {
    chunks: mpsc::Receiver<io::Result<Vec<u8>>>,
    /// The present chunk, and how much of it has been given.
    chunk: Vec<u8>,
    at: usize,
}

impl Input {
    /// Starts to read.
    ///
    /// # Errors
    /// When no thread can be had.
    pub fn start(mut source: impl Read + Send + 'static) -> io::Result<Self> {
        let (sender, chunks) = mpsc::channel(AHEAD);
        std::thread::Builder::new().name("lsp-reader".to_owned()).spawn(move || {
            let mut buffer = vec![0; CHUNK];
            loop {
                let read = match source.read(&mut buffer) {
                    Ok(0) => return,
                    Ok(length) => Ok(buffer.get(..length).unwrap_or_default().to_vec()),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let is_end = read.is_err();
                if sender.blocking_send(read).is_err() || is_end {
                    return;
                }
            }
        })?;
        Ok(Self { chunks, chunk: Vec::new(), at: 0 })
    }
}

impl AsyncRead for Input {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.at == self.chunk.len() {
            match ready!(self.chunks.poll_recv(context)) {
                // The thread is gone: the end of the input.
                None => return Poll::Ready(Ok(())),
                Some(chunk) => self.chunk = chunk?,
            }
            self.at = 0;
        }
        let rest = self.chunk.get(self.at..).unwrap_or_default();
        let given = rest.len().min(into.remaining());
        into.put_slice(rest.get(..given).unwrap_or_default());
        self.at += given;
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;
    use tokio::io::AsyncReadExt;

    #[tokio::test]
    async fn all_bytes_come_in_order_and_then_the_end() {
        let bytes: Vec<u8> = (0..300_000u32).map(|n| n as u8).collect();
        let mut input = Input::start(Cursor::new(bytes.clone())).unwrap();
        let mut read = Vec::new();
        let mut small = [0; 7];
        loop {
            let length = input.read(&mut small).await.unwrap();
            if length == 0 {
                break;
            }
            read.extend_from_slice(&small[..length]);
        }
        assert!(read == bytes, "{} of {}", read.len(), bytes.len());
    }

    #[test]
    fn a_source_that_never_ends_does_not_hold_the_runtime() {
        struct Never;
        impl Read for Never {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                loop {
                    std::thread::park();
                }
            }
        }
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        runtime.block_on(async {
            let mut input = Input::start(Never).unwrap();
            let read = tokio::time::timeout(std::time::Duration::from_millis(20), input.read_u8()).await;
            assert!(read.is_err());
        });
        drop(runtime);
    }
}
