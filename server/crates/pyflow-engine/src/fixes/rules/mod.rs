//! The rules: from the facts at a crash to candidates.

use crate::diagnose::Crash;
use pyflow_core::fix::Candidate;

/// The candidates of all rules, best first. None for what an edit can't mend.
pub fn candidates(_crash: &Crash<'_>) -> Vec<Candidate> {
    Vec::new()
}
