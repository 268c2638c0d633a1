//! Frames between the engine and a worker: `nonce (8 bytes) | kind u8 | length u32 LE | payload`.
//!
//! Code that runs in the worker's process can write to the same descriptor. What does not start with the nonce that
//! only the worker was told is skipped, so rubbish costs nothing but its own bytes. (Code that searches the
//! interpreter's memory can find the nonce and forge a frame: what a worker says is its user's claim, never a fact
//! of the engine's. Exit status, times and limits come from the sandbox.)

/// The mark of one direction of one worker.
pub type Nonce = [u8; 8];

/// Payloads above this are no frames: the worker splits what is longer.
pub const MOST_PAYLOAD: usize = 1 << 20;

const HEADER: usize = 8 + 1 + 4;

/// One frame.
#[derive(Debug, PartialEq, Eq)]
pub struct Frame {
    pub kind: u8,
    pub payload: Vec<u8>,
}

/// A frame's bytes.
pub fn encode(nonce: Nonce, kind: u8, payload: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(HEADER + payload.len());
    out.extend(nonce);
    out.push(kind);
    out.extend((payload.len() as u32).to_le_bytes());
    out.extend(payload);
    out
}

/// Takes bytes as they come and gives frames.
#[derive(Debug)]
pub struct FrameReader {
    nonce: Nonce,
    buffer: Vec<u8>,
    /// Bytes of `buffer` that have been taken already.
    at: usize,
    /// Bytes that belonged to no frame.
    skipped: u64,
}

impl FrameReader {
    pub fn new(nonce: Nonce) -> Self {
        Self { nonce, buffer: Vec::new(), at: 0, skipped: 0 }
    }

    /// Bytes so far that belonged to no frame.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// The place to read more bytes into, and what to say how many came.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.at > 0 && (self.at == self.buffer.len() || self.at > 1 << 16) {
            self.buffer.drain(..self.at);
            self.at = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// The next whole frame among the bytes so far.
    pub fn next_frame(&mut self) -> Option<Frame> {
        loop {
            let rest = self.buffer.get(self.at..).unwrap_or_default();
            let start = self.find_nonce(rest);
            self.skipped += start as u64;
            self.at += start;
            let rest = &rest[start..];
            let (header, after) = rest.split_at_checked(HEADER)?;
            let length =
                header.get(9..).and_then(|size| size.try_into().ok()).map(u32::from_le_bytes)? as usize;
            if length > MOST_PAYLOAD {
                // Not a header of the worker's: look for the next nonce behind this one.
                self.skipped += 1;
                self.at += 1;
                continue;
            }
            let frame = Frame { kind: header[8], payload: after.get(..length)?.to_vec() };
            self.at += HEADER + length;
            return Some(frame);
        }
    }

    /// Bytes before the first nonce, or before what may be the start of one.
    fn find_nonce(&self, bytes: &[u8]) -> usize {
        let mut from = 0;
        while let Some(found) = memchr::memchr(self.nonce[0], &bytes[from..]) {
            let candidate = &bytes[from + found..];
            let seen = candidate.len().min(8);
            if candidate[..seen] == self.nonce[..seen] {
                return from + found;
            }
            from += found + 1;
        }
        bytes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NONCE: Nonce = *b"\x01\x02\x03\x04\x01\x02\x03\x05";

    fn read_all(chunks: &[&[u8]]) -> (Vec<Frame>, u64) {
        let mut reader = FrameReader::new(NONCE);
        let mut frames = Vec::new();
        for chunk in chunks {
            reader.push(chunk);
            frames.extend(std::iter::from_fn(|| reader.next_frame()));
        }
        (frames, reader.skipped())
    }

    #[test]
    fn rubbish_between_frames_is_skipped() {
        let mut bytes = b"Content-Length: 3\r\n\r\n".to_vec();
        bytes.extend(encode(NONCE, 1, b"out"));
        bytes.extend(b"\x01\x02\x03\x04\x01\x02\x01");
        bytes.extend(encode(NONCE, 4, b""));
        let (frames, skipped) = read_all(&[&bytes]);
        assert_eq!(frames, [Frame { kind: 1, payload: b"out".to_vec() }, Frame { kind: 4, payload: vec![] }]);
        assert_eq!(skipped, 21 + 7);
    }

    #[test]
    fn a_length_that_no_worker_sends_is_rubbish() {
        let mut bytes = NONCE.to_vec();
        bytes.extend([1, 0xff, 0xff, 0xff, 0xff]);
        bytes.extend(encode(NONCE, 2, b"err"));
        assert_eq!(read_all(&[&bytes]).0, [Frame { kind: 2, payload: b"err".to_vec() }]);
    }

    proptest! {
        #[test]
        fn frames_survive_any_split(
            payloads in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..60), 1..6),
            cuts in prop::collection::vec(1_usize..40, 1..60),
        ) {
            let bytes: Vec<u8> = payloads.iter().flat_map(|payload| encode(NONCE, 7, payload)).collect();
            let (mut chunks, mut rest, mut cuts) = (Vec::new(), &bytes[..], cuts.into_iter().cycle());
            while !rest.is_empty() {
                let (chunk, after) = rest.split_at(cuts.next().unwrap().min(rest.len()));
                chunks.push(chunk);
                rest = after;
            }
            let frames = read_all(&chunks).0;
            prop_assert_eq!(frames.into_iter().map(|frame| frame.payload).collect::<Vec<_>>(), payloads);
        }
    }
}
