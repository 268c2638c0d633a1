//! The front ends.

pub mod lsp;
