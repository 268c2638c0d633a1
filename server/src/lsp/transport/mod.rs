//! Messages on a pair of byte streams: frames, the loop that serves them, and the queue to the client.
//!
//! `tower-lsp` routes methods, keeps the protocol's life cycle and cancels requests; its own transport is not used
//! (see `docs/decisions/0001-lsp-transport.md`). The loop in [`serve`] owns the ids in flight and the queue of what
//! goes out; it never waits for a handler, so answers of the client and `$/cancelRequest` are always read.

mod frames;
mod message;
mod queue;
mod reader;
mod serve;
#[cfg(test)]
mod tests;
mod writer;

pub use frames::{FrameError, FrameReader, MAX_BODY};
pub use message::{Incoming, parse, replace_lone_surrogates};
pub use reader::Input;
pub(crate) use serve::REQUEST_FAILED;
pub use serve::{Ending, Intake, serve};
pub use writer::Output;
