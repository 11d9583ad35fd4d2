//! The page of a kill matrix, with and without enough space for it.

use std::cell::RefCell;

use super::{PageServices, SuiteFindings, SuiteSource};
use referee_events::{Event, FORMAT, Started, Totals, VERSION};
use referee_report::{ReportKind, Style};
use referee_suites::{KillMatrix, MatrixCase, Needs, SuiteAnalysis};

struct Known(KillMatrix, SuiteAnalysis);

impl SuiteSource for Known {
    fn findings(&self) -> Option<SuiteFindings<'_>> {
        let Known(matrix, analysis) = self;
        let needs = Needs::BESIDE_OTHERS;
        Some(SuiteFindings { matrix, analysis, needs, is_purpose: true })
    }
}

/// Returns a matrix with this many cases and no programs.
fn known(cases: usize) -> Known {
    let case = |number: usize| MatrixCase {
        name: format!("secret/{number:06}").into(),
        bytes: 1,
        seconds: 0.0,
        is_on_demand: false,
    };
    let matrix = KillMatrix::new((0..cases).map(case).collect());
    let analysis = SuiteAnalysis::of(&matrix, Needs::BESIDE_OTHERS);
    Known(matrix, analysis)
}

/// Writes the page of a run with this matrix and no results; returns the page and the notes.
fn page(known: &Known, limit: u64) -> (String, String) {
    let started = Started {
        format: FORMAT.into(),
        version: VERSION,
        referee: "".into(),
        problem: "p".into(),
        options: Vec::new(),
        cases: known.0.cases.iter().map(|case| case.name.clone()).collect(),
        contestants: Vec::new(),
        not_on_disk: Vec::new(),
        runs: None,
        groups: Vec::new(),
        shard: None,
        hosts: Vec::new(),
    };
    let noted = RefCell::new(String::new());
    let note = |text: &str| *noted.borrow_mut() += text;
    let services =
        PageServices { limit, suite: Some(known), note: &note, ..PageServices::default() };
    let mut bytes = Vec::new();
    let mut page = ReportKind::Html.begin(&mut bytes, &Style::IN_FILE, services);
    page.event(&Event::Started(started)).unwrap();
    page.event(&Event::Finished(Totals::default())).unwrap();
    drop(page);
    (String::from_utf8(bytes).unwrap(), noted.into_inner())
}

#[test]
fn without_room_the_matrix_is_left_out_and_what_it_says_is_not() {
    let known = known(3);
    let (page_of_all, noted) = page(&known, 1 << 20);
    assert!(page_of_all.contains("id=\"caught\"") && noted.is_empty(), "{noted}");
    let (page_of_less, noted) = page(&known, 0);
    assert!(!page_of_less.contains("id=\"caught\""));
    assert!(noted.contains("The kill matrix is left out."), "{noted}");
    assert!(page_of_less.contains("The kill matrix is left out."));
    assert!(page_of_less.contains("Strength of the cases"));
}

#[test]
fn lists_for_readers_without_a_script_are_short() {
    let (page, _) = page(&known(5000), 20 << 20);
    assert!(page.contains("Cases that catch nobody") && page.contains("and 4950 more"));
    assert_eq!(page.matches("<li>secret/").count(), 50);
}
