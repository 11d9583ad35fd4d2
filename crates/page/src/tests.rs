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
        full_score: None,
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

/// Writes the page of two submissions with these events, if instructions count as time.
fn page_of(events: &[String], limit: u64) -> String {
    let started = r#"{"event":"started","format":"referee-events","version":1,"referee":"0",
        "problem":"p","cases":["1"],"contestants":["a","b"],"not_on_disk":[],"runs":{
        "cpu_milliseconds":2000,"memory_mib":512,"isolation":"","not_isolated":[],"again":"",
        "by_instructions":{"per_second":1000000000,"not_for":[]}}}"#;
    let services = PageServices { limit, ..PageServices::default() };
    let mut bytes = Vec::new();
    let mut page = ReportKind::Html.begin(&mut bytes, &Style::IN_FILE, services);
    let lines = [started].into_iter().chain(events.iter().map(String::as_str));
    for line in lines.chain([r#"{"event":"finished"}"#]) {
        page.event(&Event::parse(line.as_bytes()).unwrap().unwrap()).unwrap();
    }
    drop(page);
    String::from_utf8(bytes).unwrap()
}

fn end(name: &str, verdict: &str, message: &str) -> String {
    format!(
        r#"{{"event":"submission","contestant":"{name}","verdict":"{verdict}",
            "met":"not-permitted","message":"{message}"}}"#
    )
}

/// Writes the page of two submissions that do not compile, with this message.
fn page_of_uncompiled(message: &str, limit: u64) -> String {
    page_of(&["a", "b"].map(|name| end(name, "CE", message)), limit)
}

#[test]
fn what_is_said_with_the_place_is_not_said_again() {
    let of_judged = |message: &str| {
        let judged = format!(
            r#"{{"event":"judged","contestant":"a","case":"1","verdict":"PE",
                "reason":"malformed","message":"{message}","place":{{"line":2,"column":1}},
                "facts":[{{"label":"expected","text":"a row"}}]}}"#
        );
        let page = page_of(&[judged, end("a", "PE", "")], 20 << 20);
        assert!(page.contains("malformed output, line 2, column 1"), "{page}");
        page.contains("<dt>but</dt>")
    };
    assert!(!of_judged("malformed output at line 2, column 1"));
    assert!(of_judged("malformed output at line 2, column 1: no row"));
}

#[test]
fn messages_of_compilers_are_within_the_limit_of_the_page() {
    let message = "x".repeat(600);
    for (limit, shown, said) in
        [(8000, 1, "1 refusal is left out here."), (800, 0, "2 refusals are left out here.")]
    {
        let page = page_of_uncompiled(&message, limit);
        assert!(page.contains(said), "{page}");
        assert_eq!(page.matches(&message).count(), shown);
    }
    let page = page_of_uncompiled(&message, 20 << 20);
    assert!(page.matches(&message).count() == 2 && !page.contains("left out here"));
}

#[test]
fn the_limit_is_told_in_what_counts() {
    let page = page_of_uncompiled("why", 20 << 20);
    assert!(page.contains("the limit is 2 s of instructions (1 * 10^9 a second)"), "{page}");
}
