//! What a worker's process sends, in pieces of any size: `cargo +nightly fuzz run worker_frames`.
//!
//! The first byte says how large the pieces are, the next eight are the nonce. Nothing may panic, and the frames must
//! not depend on the pieces. A message in a frame is taken or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pyflow_engine::worker::frames::{Frame, FrameReader, Nonce};
use pyflow_engine::worker::marshal;

fuzz_target!(|data: &[u8]| {
    let Some((size, rest)) = data.split_first() else { return };
    let Some((nonce, bytes)) = rest.split_first_chunk::<8>() else { return };
    let frames = read(*nonce, bytes.chunks(usize::from(*size).max(1)));
    for frame in &frames {
        let _ = marshal::loads(&frame.payload);
    }
    let _ = marshal::loads(bytes);
    assert_eq!(frames, read(*nonce, std::iter::once(bytes)));
});

fn read<'a>(nonce: Nonce, pieces: impl Iterator<Item = &'a [u8]>) -> Vec<Frame> {
    let mut reader = FrameReader::new(nonce);
    let mut all = Vec::new();
    for piece in pieces {
        reader.push(piece);
        all.extend(std::iter::from_fn(|| reader.next_frame()));
    }
    all
}
