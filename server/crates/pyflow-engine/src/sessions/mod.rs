//! Sessions: living interpreters, one task each.

mod task;
mod view;

pub(crate) use task::{SessionCommand, SessionJob, SessionNews, spawn};
pub(crate) use view::{Session, State};
