//! What is shown for a run, and where: from exceptions and other ends to findings tied to texts that move.

mod analyse;
mod store;
mod texts;

pub use analyse::{Analysis, RawFinding, Subject, first_line, uri_of};
pub use store::{Edited, FindingStore, OfferedFix, Stored, follow};
pub use texts::{RunTexts, Territory};
