//! Edits that mend a crash: proposed by rules, tried by a trial run, ranked.

pub mod deny;
pub mod diff;
pub mod offer;
pub mod rules;
