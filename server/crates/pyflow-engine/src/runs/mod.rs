//! Runs: from a request to what came of it.

mod collect;
mod finish;
mod job;
mod output;
mod pump;

pub(crate) use collect::{Changed, Ending};
pub(crate) use finish::{Finished, finish, foreign_magic, run_once, spawn};
pub(crate) use job::{Input, Job};
pub(crate) use output::OutputFile;
pub(crate) use pump::{Control, News, Until, pump};
