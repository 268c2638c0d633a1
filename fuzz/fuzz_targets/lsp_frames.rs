//! What a client sends, in pieces of any size: `cargo +nightly fuzz run lsp_frames`.
//!
//! The first byte says how large the pieces are. Nothing may panic, and what was cut into messages must not depend on
//! the pieces.
#![no_main]

use libfuzzer_sys::fuzz_target;
use server::lsp::transport::{FrameReader, parse};

fuzz_target!(|data: &[u8]| {
    let Some((size, bytes)) = data.split_first() else { return };
    let pieces = read(bytes.chunks(usize::from(*size).max(1)));
    for body in pieces.iter().flatten() {
        // Taken or refused, but never lost in a panic.
        let _ = parse(body);
    }
    // A line without an end is given up by what has been seen of it, so only what is shorter must agree.
    if bytes.len() < 4096 {
        assert_eq!(pieces, read(std::iter::once(bytes)));
    }
});

fn read<'a>(
    pieces: impl Iterator<Item = &'a [u8]>,
) -> Vec<Result<Vec<u8>, server::lsp::transport::FrameError>> {
    let mut reader = FrameReader::default();
    let mut all = Vec::new();
    for piece in pieces {
        reader.push(piece);
        while let Some(frame) = reader.next_frame() {
            all.push(frame);
        }
    }
    all
}
