//! The Python that runs the user's code: found without starting anything, asked once, remembered.
//!
//! [`find()`] only looks at files, so that opening a folder never starts what lies in it. [`Interpreters`] owns what is
//! known of each interpreter; it starts one only when asked to [`get`](Interpreters::get) it, which happens when the
//! user runs something.

mod cache;
mod facts;
mod find;
mod managers;
mod probe;

pub use cache::Interpreters;
pub use facts::{installed_modules, package_tool};
pub use find::{Found, NotFound, Reason, Search, find};
pub use probe::{Interpreter, ProbeError};

#[cfg(test)]
#[cfg(unix)]
mod tests;
