//! The language server from outside, as editors use it.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that can't go on has failed"
)]

mod harness;

mod cells;
mod commands;
mod documents;
mod lifecycle;
mod plain_clients;
mod random_sessions;
mod run_file;
