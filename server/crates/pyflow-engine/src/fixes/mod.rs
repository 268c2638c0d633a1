//! Edits that mend a crash: proposed by rules, tried by a trial run, ranked.

pub mod rules;
