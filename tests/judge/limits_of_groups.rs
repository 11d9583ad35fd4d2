//! The time limits that suit submissions whose cases are in groups with scores: the limit decides
//! what is earned, and so which cases run, and whether the score is the expected one. Times are
//! given, as in `time_limits.rs`.

use std::sync::Arc;

use referee_judge::StopPolicy;
use referee_package::{Diagnostics, Package};
use referee_problem::{PackageScoring, Packaged, ToolRunner};
use referee_sandbox::Isolation;
use referee_strength::limits::{LimitsFindings, LimitsQuestion, Measurement};

use crate::mock::{ALICE, Conditions, Folder, Mock, languages};
use crate::points::scheme;
use crate::time_limits::{bounds, question};

/// Two cases in one group, and one in another.
const CASES: [&str; 3] = ["secret/a/1", "secret/a/2", "secret/b/3"];

/// A package with these files, its cases, and these submissions.
fn with_package(files: &[(&str, &str)], submissions: &[(&str, &str)]) -> Folder {
    let folder = Folder::with(submissions);
    for case in ["1", "2", "3"] {
        std::fs::remove_file(folder.path(&format!("cases/{case}.in"))).unwrap();
        std::fs::remove_file(folder.path(&format!("cases/{case}.ans"))).unwrap();
    }
    for (at, case) in CASES.into_iter().enumerate() {
        for place in ["cases", "package/data"] {
            folder.write(&format!("{place}/{case}.in"), &format!("{ALICE}{}", "\n".repeat(at + 1)));
            folder.write(&format!("{place}/{case}.ans"), "Alice wins\n");
        }
    }
    files.iter().for_each(|(name, text)| folder.write(&format!("package/{name}"), text));
    folder
}

/// Returns a question about the limits without repeated runs.
fn once() -> LimitsQuestion {
    LimitsQuestion { repeat: 1, ..question(None) }
}

fn find(folder: &Folder) -> LimitsFindings {
    let mut diagnostics = Diagnostics::default();
    let package = Package::read(&folder.path("package"), "package", &mut diagnostics);
    let tool_runner = Arc::new(ToolRunner::new(Isolation::Off, languages()));
    let problem = Arc::new(Packaged::new(package, None, &tool_runner, &mut diagnostics));
    let scoring = PackageScoring::new(&problem, &CASES).expect("groups make scores");
    let package = Some((&problem.package.submissions, &scoring));
    let conditions = Conditions { mode: StopPolicy::All, package, ..Conditions::default() };
    folder.with_judge(&conditions, None, &Mock::default(), |judge| {
        LimitsFindings::find(Measurement::new(judge), once()).unwrap()
    })
}

#[test]
fn groups_that_forgive_a_slow_case_let_the_limit_be_shorter() {
    let submissions = [("accepted/a.mock", "right@0.2 right@3 right@0.5")];
    let of = |flags: &str| {
        let flags = format!("grader_flags: {flags}\n");
        let files = [
            ("problem.yaml", "name: P\ntype: scoring\n"),
            ("data/testdata.yaml", "on_reject: continue\n"),
            ("data/secret/a/testdata.yaml", &flags),
        ];
        bounds(&find(&with_package(&files, &submissions)))
    };
    assert_eq!(of("accept_if_any_accepted"), (0.5, f64::INFINITY));
    assert_eq!(of("first_error"), (3.0, f64::INFINITY));
}

#[test]
fn points_decide_which_cases_are_run() {
    // The first two cases are a group that ends with a failure; the third one is a group of its
    // own, where the submission must be in time.
    let folder =
        Folder::with(&[("wrong_answer/b.mock", "wrong@0.7 right@3"), ("a.mock", "right@0.5")]);
    let find = |scheme: Option<&_>| {
        let conditions = Conditions { scheme, ..Conditions::default() };
        let findings = folder.with_judge(&conditions, None, &Mock::default(), |judge| {
            LimitsFindings::find(Measurement::new(judge), once()).unwrap()
        });
        bounds(&findings)
    };
    assert_eq!(find(Some(&scheme("all"))), (3.0, f64::INFINITY));
    assert_eq!(find(None), (0.7, f64::INFINITY));
}

/// Checks the limits under which a submission earns a score, or one within a range, and the shorter
/// and longer ones.
#[test]
fn an_expected_score_bounds_the_limits_on_both_sides() {
    let of = |score: &str| {
        let expected = format!("accepted:\n  permitted: [AC, TLE]\n  score: {score}\n");
        let files = [
            ("problem.yaml", "problem_format_version: 2025-09\nname: P\ntype: scoring\n"),
            ("data/secret/a/test_group.yaml", "max_score: 40\nscore_aggregation: pass-fail\n"),
            ("data/secret/b/test_group.yaml", "max_score: 60\nscore_aggregation: pass-fail\n"),
            ("submissions/submissions.yaml", &*expected),
        ];
        find(&with_package(&files, &[("accepted/a.mock", "right@0.5 right@0.2 right@3")]))
    };
    assert_eq!(bounds(&of("40")), (0.5, 3.0));
    assert_eq!(bounds(&of("100")), (3.0, f64::INFINITY));
    assert_eq!(bounds(&of("[0, 40]")), (0.0, 3.0));
    // No limit gives that score, so it bounds nothing.
    assert_eq!(bounds(&of("60")), (0.0, f64::INFINITY));
}
