//! Why a program broke, in one sentence with the values that were there, and what to do about it.

mod ends;
mod render;

use crate::diagnose::{Crash, Explanation};
use crate::msg;

pub use ends::{End, documentation_url, end, warning};
pub use render::{hover, words};

/// The explanation of a crash. There always is one; for a type that nothing here knows it says what was raised
/// and where.
pub fn explain(crash: &Crash<'_>) -> Explanation {
    Explanation::of(msg!(
        "explain-unknown",
        kind = &crash.exception.type_name,
        message = &crash.exception.message,
    ))
}
