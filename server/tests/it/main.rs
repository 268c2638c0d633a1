//! The language server from outside, as editors use it.

mod harness;

mod cells;
mod commands;
mod documents;
mod lifecycle;
mod plain_clients;
mod random_sessions;
mod run_file;
