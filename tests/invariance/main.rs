//! A verdict depends on the program, the cases and the limits, and on nothing else.
//!
//! A corpus of programs, generated from templates, is judged under transformations that change what should not matter: names,
//! folders, encodings, archives, whoever calls, whatever ran before. Verdict, points and the first failing case must be those that
//! each program is made for. A new transformation is an entry of a list, with the programs that it applies to.
//!
//! Always the same pairs are drawn, of the languages of `languages.toml` that are installed. Where the variable REFEREE_INVARIANCE begins with
//! `all`, all are tried, which takes hours; what else it says is a text that some name has of what is tried. `tests/invariance/install`
//! installs the languages that Debian has.
#![cfg(target_os = "linux")]

mod behaviours;
mod called;
mod corpus;
mod drawn;
mod encoded;
#[path = "../environments/mod.rs"]
mod environments;
mod moved;
mod outcome;
mod packed;
mod pairs;
mod problems;
mod renamed;
mod repeated;
mod scene;
mod summary;
mod templates;
mod transformations;

use std::collections::BTreeSet;
use std::time::Instant;

use corpus::CORPUS;
use summary::Summary;
use transformations::{of_calls, of_hand_ins};

#[test]
fn nothing_that_should_not_matter_changes_a_verdict() {
    let (calls, hand_ins) = (of_calls(), of_hand_ins());
    let chosen = std::env::var("REFEREE_INVARIANCE").unwrap_or_default();
    let tried = match chosen.strip_prefix("all") {
        Some(text) => drawn::having(drawn::all(&calls, &hand_ins), text.trim()),
        None => drawn::having(drawn::drawn(&calls, &hand_ins), &chosen),
    };
    let mut summary = Summary::default();
    // With `--nocapture` one sees how far it is.
    for (number, call) in tried.iter().enumerate() {
        let start = Instant::now();
        let differences = call.differences();
        summary.add(call, differences.as_deref(), start.elapsed());
        eprintln!("{} of {}: {}", number + 1, tried.len(), call.transformation.name);
        for difference in differences.iter().flatten() {
            eprintln!("{}", call.tell(difference));
        }
    }
    eprintln!("{summary}");
    assert!(summary.has_none(), "transformations have changed what comes of programs");
}

#[test]
fn every_program_meets_every_transformation_that_applies_to_it() {
    let (calls, hand_ins) = (of_calls(), of_hand_ins());
    let mut met = BTreeSet::new();
    for call in drawn::all(&calls, &hand_ins) {
        for (program, change) in &call.programs {
            met.insert((&program.name, &call.transformation.name));
            met.insert((&program.name, &change.name));
        }
    }
    for program in CORPUS.iter() {
        let of_calls = calls.iter().filter(|change| (change.applies)(program)).map(|one| &one.name);
        let of_own =
            hand_ins.iter().filter(|change| (change.applies)(program)).map(|one| &one.name);
        for name in of_calls.chain(of_own) {
            assert!(met.contains(&(&program.name, name)), "{} never meets: {name}", program.name);
        }
    }
}
