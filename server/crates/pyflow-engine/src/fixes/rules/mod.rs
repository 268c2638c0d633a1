//! The rules: from the facts at a crash to candidates.

use crate::diagnose::{Crash, Source};
use pyflow_core::fix::Candidate;
use pyflow_core::outcome::Warning;

/// The candidates of all rules, best first. None for what an edit can't mend.
pub fn candidates(_crash: &Crash<'_>) -> Vec<Candidate> {
    Vec::new()
}

/// The candidates for a warning.
pub fn warning_candidates(_warning: &Warning, _source: &Source) -> Vec<Candidate> {
    Vec::new()
}
