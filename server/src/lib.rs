//! The front ends.

pub mod cli;
pub mod lsp;
pub mod servers;
