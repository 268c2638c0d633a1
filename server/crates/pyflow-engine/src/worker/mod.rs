//! Our Python in the user's interpreter, and the process that it lives in.
//!
//! `worker.py` and its parts run in the child; `PROTOCOL.md` says what passes between it and the engine. Here is the
//! engine's end: [`Worker`] is one process with its channel, pipes and control socket, owned by one task.

pub mod fault;
pub mod frames;
pub mod marshal;
mod parts;
mod process;

pub use parts::{LOADER, SOURCES, START};
pub use process::{Ended, Launch, StartError, Worker, WorkerEvent};
