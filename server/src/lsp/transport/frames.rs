//! The base protocol's header part: bytes in, message bodies out.
//!
//! A push decoder without input or output of its own. Whatever it is fed, it never panics, never holds more than one
//! message and one read, and finds the next message after rubbish.

use memchr::{memchr, memmem};

/// The longest body that is taken, in bytes. A longer one is skipped as it comes.
pub const MAX_BODY: usize = 64 << 20;

/// A header line without an end that is longer than this is rubbish.
const MAX_LINE: usize = 8 << 10;
/// What is kept of such rubbish: enough for a length header that began in it.
const KEPT: usize = 64;
/// A buffer that a large message left behind is given back above this size.
const IDLE_CAPACITY: usize = 1 << 20;

const LENGTH: &[u8] = b"content-length:";

/// What was wrong with a frame. The reader goes on behind it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    #[error("a message of {0} bytes is over the limit of {MAX_BODY} bytes")]
    TooLong(u64),
    #[error("the Content-Length of a message is not a number")]
    BadLength,
}

/// Cuts a stream of bytes into message bodies.
#[derive(Debug)]
pub struct FrameReader {
    buffer: Vec<u8>,
    /// Start of what has not been consumed yet.
    at: usize,
    /// Bytes from `at` that are known to hold no line end.
    searched: usize,
    state: State,
}

#[derive(Debug, Clone, Copy)]
enum State {
    Header(Length),
    Body(usize),
    Skip(u64),
}

/// What the header said so far of the body's length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Length {
    Missing,
    Bad,
    Bytes(u64),
}

impl Default for FrameReader {
    fn default() -> Self {
        Self { buffer: Vec::new(), at: 0, searched: 0, state: State::Header(Length::Missing) }
    }
}

impl FrameReader {
    /// Takes bytes as they came.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.at == self.buffer.len() {
            self.buffer.clear();
            self.buffer.shrink_to(IDLE_CAPACITY);
            self.at = 0;
        } else if self.at > self.buffer.len() / 2 {
            self.buffer.drain(..self.at);
            self.at = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// The next body, or what was wrong with it; `None` when more bytes are needed.
    pub fn next_frame(&mut self) -> Option<Result<Vec<u8>, FrameError>> {
        loop {
            let rest = self.buffer.get(self.at..).unwrap_or_default();
            match self.state {
                State::Body(length) => {
                    let body = rest.get(..length)?.to_vec();
                    self.at += length;
                    self.state = State::Header(Length::Missing);
                    return Some(Ok(body));
                }
                State::Skip(left) => {
                    let skipped = left.min(rest.len() as u64);
                    self.at += skipped as usize;
                    if skipped < left {
                        self.state = State::Skip(left - skipped);
                        return None;
                    }
                    self.state = State::Header(Length::Missing);
                }
                State::Header(length) => {
                    let Some(end) = memchr(b'\n', rest.get(self.searched..).unwrap_or_default()) else {
                        self.searched = rest.len();
                        if rest.len() > MAX_LINE {
                            self.at = self.buffer.len() - KEPT;
                            self.searched = KEPT;
                        }
                        return None;
                    };
                    let end = self.searched + end;
                    let line = rest.get(..end).unwrap_or_default();
                    let line = line.strip_suffix(b"\r").unwrap_or(line);
                    self.searched = 0;
                    self.at += end + 1;
                    if !line.is_empty() {
                        self.state = State::Header(length_in(line).unwrap_or(length));
                        continue;
                    }
                    self.state = State::Header(Length::Missing);
                    match length {
                        // A blank line after rubbish, or none at all: nothing that could be answered.
                        Length::Missing => {}
                        Length::Bad => return Some(Err(FrameError::BadLength)),
                        Length::Bytes(bytes) if bytes > MAX_BODY as u64 => {
                            self.state = State::Skip(bytes);
                            return Some(Err(FrameError::TooLong(bytes)));
                        }
                        Length::Bytes(bytes) => self.state = State::Body(bytes as usize),
                    }
                }
            }
        }
    }
}

/// The length that a header line gives; `None` for another header and for rubbish. What stands before the header's
/// name in the line is rubbish as well: the rest of a body whose length was wrong, or a print without a line end.
fn length_in(line: &[u8]) -> Option<Length> {
    let lower = line.to_ascii_lowercase();
    let value = lower.get(memmem::rfind(&lower, LENGTH)? + LENGTH.len()..)?;
    let digits = value.trim_ascii();
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Some(Length::Bad);
    }
    Some(std::str::from_utf8(digits).ok().and_then(|t| t.parse().ok()).map_or(Length::Bad, Length::Bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn frame(body: &str) -> Vec<u8> {
        format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
    }

    fn all(reader: &mut FrameReader) -> Vec<Result<String, FrameError>> {
        std::iter::from_fn(|| reader.next_frame()).map(|f| f.map(|b| String::from_utf8(b).unwrap())).collect()
    }

    fn read(bytes: &[u8]) -> Vec<Result<String, FrameError>> {
        let mut reader = FrameReader::default();
        reader.push(bytes);
        all(&mut reader)
    }

    #[test]
    fn frames_split_at_every_byte() {
        let bytes = [frame("{\"a\":1}"), frame(""), frame("{\"text\":\"π\\r\\n\\r\\n\"}")].concat();
        let whole = read(&bytes);
        assert_eq!(whole.len(), 3);
        for cut in 0..=bytes.len() {
            let mut reader = FrameReader::default();
            reader.push(&bytes[..cut]);
            let mut got = all(&mut reader);
            reader.push(&bytes[cut..]);
            got.extend(all(&mut reader));
            assert_eq!(got, whole, "cut at {cut}");
        }
        let mut reader = FrameReader::default();
        let got: Vec<_> = bytes
            .iter()
            .flat_map(|&b| {
                reader.push(&[b]);
                all(&mut reader)
            })
            .collect();
        assert_eq!(got, whole, "one byte at a time");
    }

    #[test]
    fn header_names_come_in_any_case_and_order() {
        let bytes = b"content-type: application/vscode-jsonrpc; charset=utf-8\r\nCONTENT-LENGTH:2  \r\nX-Y: 1\r\n\r\n{}";
        assert_eq!(read(bytes), [Ok("{}".to_owned())]);
        assert_eq!(read(b"content-length: 2\n\n{}"), [Ok("{}".to_owned())], "bare line feeds");
    }

    #[test]
    fn rubbish_before_a_header_is_skipped() {
        for rubbish in
            ["warning: x\n", "warning: x\n\n\n", "no line end", "\r\n\r\n", "{\"a\": 1}", &"x".repeat(30_000)]
        {
            let bytes = [rubbish.as_bytes(), &frame("{}")].concat();
            assert_eq!(read(&bytes), [Ok("{}".to_owned())], "after {rubbish:.20}");
        }
    }

    #[test]
    fn a_bad_length_is_told_and_the_next_frame_is_read() {
        for bad in ["-1", "1.5", "abc", "", "99999999999999999999999"] {
            let bytes = [format!("Content-Length: {bad}\r\n\r\n{{}}").as_bytes(), &frame("[]")].concat();
            assert_eq!(read(&bytes), [Err(FrameError::BadLength), Ok("[]".to_owned())], "{bad:?}");
        }
    }

    #[test]
    fn a_body_over_the_bound_is_skipped_without_being_kept() {
        let over = MAX_BODY + 1;
        let mut reader = FrameReader::default();
        reader.push(format!("Content-Length: {over}\r\n\r\n").as_bytes());
        assert_eq!(all(&mut reader), [Err(FrameError::TooLong(over as u64))]);
        let chunk = vec![b'x'; 1 << 20];
        let mut left = over;
        while left > 0 {
            let some = left.min(chunk.len());
            reader.push(&chunk[..some]);
            assert!(reader.next_frame().is_none());
            assert!(reader.buffer.capacity() <= 4 << 20, "held {}", reader.buffer.capacity());
            left -= some;
        }
        reader.push(&frame("{}"));
        assert_eq!(all(&mut reader), [Ok("{}".to_owned())]);
    }

    #[test]
    fn a_large_frame_leaves_no_buffer_behind() {
        let mut reader = FrameReader::default();
        reader.push(&frame(&"x".repeat(10 << 20)));
        assert_eq!(all(&mut reader).len(), 1);
        reader.push(b"C");
        assert!(reader.buffer.capacity() <= 2 << 20, "{}", reader.buffer.capacity());
    }

    proptest! {
        #[test]
        fn anything_at_all_is_survived(chunks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..60), 0..20)) {
            let mut reader = FrameReader::default();
            for chunk in &chunks {
                reader.push(chunk);
                while reader.next_frame().is_some() {}
            }
        }

        #[test]
        fn chunks_do_not_matter(
            bodies in prop::collection::vec("[a-z\\n\\r:{}\"0-9]{0,40}", 1..6),
            cuts in prop::collection::vec(1usize..50, 1..40),
        ) {
            let bytes: Vec<u8> = bodies.iter().flat_map(|b| frame(b)).collect();
            let mut reader = FrameReader::default();
            let mut got = Vec::new();
            let (mut at, mut cuts) = (0, cuts.iter().cycle());
            while at < bytes.len() {
                let end = (at + cuts.next().unwrap()).min(bytes.len());
                reader.push(&bytes[at..end]);
                got.extend(all(&mut reader));
                at = end;
            }
            prop_assert_eq!(got, bodies.into_iter().map(Ok).collect::<Vec<_>>());
        }
    }
}
