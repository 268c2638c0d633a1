//! The engine: documents, runs, sessions, findings, fixes. One task owns all of it; front ends hold a handle.

pub mod diagnose;
pub mod disk;
pub mod explain;
pub mod fixes;
pub mod interpreters;
pub mod messages;
pub mod settings;
