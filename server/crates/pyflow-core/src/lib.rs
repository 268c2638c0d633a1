//! The pure part of PyFlow: texts, syntax, cells, and the shapes of what a run says.
//!
//! Nothing here does input or output, knows of a protocol, or waits. Inside, a position is a byte offset into a
//! named revision of a text; only [`text::encoding`] knows other units.

pub mod anchors;
pub mod cells;
pub mod exception;
pub mod facts;
pub mod fix;
pub mod ids;
mod lines;
pub mod magics;
pub mod minimal;
pub mod outcome;
pub mod piece;
pub mod rewrite;
pub mod selection;
pub mod syntax;
pub mod terminal;
pub mod text;
pub mod uri;
pub mod whitelist;
