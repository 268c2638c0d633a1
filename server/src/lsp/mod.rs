//! The language server: `pyflow lsp`.
pub mod transport;
