//! The engine: documents, runs, sessions, findings, fixes. One task owns all of it; front ends hold a handle.

pub mod api;
pub mod diagnose;
pub mod disk;
pub mod documents;
pub mod engine;
pub mod explain;
pub mod findings;
pub mod fixes;
mod handle;
pub mod interpreters;
mod launch;
pub mod messages;
mod runs;
mod sessions;
pub mod settings;
mod verify;
pub mod wire;
pub mod worker;

pub use engine::EngineConfig;
pub use handle::{ClientConfig, EngineHandle, SessionSpec, document_id};
