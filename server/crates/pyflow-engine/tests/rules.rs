//! Explanations and rules on the corpus: each program is run through the worker, and what is said of its crash and
//! offered for it is judged as the corpus says.
//!
//! `CORPUS` names another folder of cases, `ONLY` a part of their names, `PYTHON` a part of an interpreter's version.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod crashes;
mod support;

use crashes::{Judged, judge};
use std::path::PathBuf;
use support::{Python, corpus, pythons};

fn interpreter() -> Option<Python> {
    let wanted = std::env::var("PYTHON").unwrap_or_else(|_| "3.11".to_owned());
    pythons().into_iter().find(|p| format!("{}.{}", p.version.0, p.version.1) == wanted)
}

#[test]
fn the_corpus_is_explained_and_mended() {
    let Some(python) = interpreter() else { return };
    let folder = std::env::var_os("CORPUS").map_or_else(corpus, PathBuf::from);
    let judged: Vec<Judged> = judge(&python, &folder);
    assert!(!judged.is_empty(), "nothing was run");
    let mut report = String::new();
    for case in &judged {
        for problem in &case.problems {
            report += &format!("{:36} {problem}\n", case.name);
        }
    }
    let rate = |of: &dyn Fn(&Judged) -> Option<bool>| {
        let all: Vec<bool> = judged.iter().filter_map(of).collect();
        (all.iter().filter(|right| **right).count(), all.len())
    };
    let explained = rate(&|c| Some(c.explained));
    let first = rate(&|c| c.heuristic.then_some(c.first));
    let three = rate(&|c| c.heuristic.then_some(c.three));
    let ai = rate(&|c| c.ai.then_some(c.three));
    let offered = judged.iter().filter(|c| c.false_offer).count();
    let slowest = judged.iter().map(|c| c.micros).max().unwrap_or_default();
    println!("{report}");
    println!(
        "explained {explained:?}  first {first:?}  first three {three:?}  others mended {ai:?}  \
         offered where none is right {offered}  slowest {slowest} us"
    );
    let share = |(right, all): (usize, usize)| if all == 0 { 1.0 } else { right as f64 / all as f64 };
    if std::env::var_os("ONLY").is_none() && std::env::var_os("CORPUS").is_none() {
        assert!(share(explained) >= 0.92, "{report}");
        assert!(share(first) >= 0.85, "{report}");
        assert!(share(three) >= 0.88, "{report}");
        assert_eq!(offered, 0, "{report}");
        assert!(!report.contains("allowed: "), "{report}");
    }
}
