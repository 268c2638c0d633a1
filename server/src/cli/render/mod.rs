//! What a run looks like in a terminal: pure functions from values to text.
//!
//! Everything that comes from a program or a file is shown through [`style::plain`]: a source line must not be able to
//! move the cursor, set colours or turn the direction of writing.

pub mod diff;
pub mod excerpt;
pub mod report;
pub mod style;

pub use excerpt::Excerpt;
pub use report::{Report, Shown};
pub use style::{Paint, Style};
