//! Reports agree with each other and with the exit code, and nothing that was not judged looks like
//! a pass.

use insta::assert_snapshot;
use referee_events::exit::Exit;
use referee_events::{NotJudged, SubmissionTotals, Verdict};
use referee_judge::StopPolicy;
use referee_report::students::ReportForm;
use referee_report::{ReportKind, Style};
use serde_json::Value;

use crate::mock::{Conditions, Folder, Outcome};
use crate::points::scheme;

/// Returns the cells of a table, by row and then by title.
fn cells(table: &str) -> Vec<Vec<(String, String)>> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let titles = reader.headers().unwrap().clone();
    let cells = |row: csv::StringRecord| {
        titles.iter().map(String::from).zip(row.iter().map(String::from)).collect()
    };
    reader.records().map(|row| cells(row.unwrap())).collect()
}

fn cell<'a>(row: &'a [(String, String)], title: &str) -> &'a str {
    &row.iter().find(|(known, _)| known == title).unwrap().1
}

/// Asserts that the only submission does not look like a pass in a report of this kind.
fn looks_like_no_pass(kind: ReportKind, outcome: &Outcome) {
    let text = outcome.report(kind, &Style::IN_FILE);
    match kind {
        ReportKind::Human => {
            assert!(text.contains("not judged") && text.contains("exit code 3"), "{text}");
            assert!(!text.contains("  ok") && !text.contains("  accepted\n"), "{text}");
            assert!(text.contains("0 of 0 as expected") || text.contains("judge error"), "{text}");
            let quiet = outcome.report(kind, &Style { quiet: true, ..Style::IN_FILE });
            assert!(quiet.contains("exit code 3"), "{quiet}");
        }
        ReportKind::Jsonl => {
            let events: Vec<Value> =
                text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            let end = events.iter().find(|event| event["event"] == "submission").unwrap();
            assert_eq!((&end["verdict"], &end["met"]), (&Value::Null, &"not-judged".into()));
            assert!(end["points"].is_null() && end["not_judged"].is_object(), "{end}");
            let totals = &events.last().unwrap()["submissions"];
            assert_eq!((&totals["judged"], &totals["not_judged"]), (&0.into(), &1.into()));
        }
        ReportKind::Junit => assert!(TestCounts::of(&text).errors > 0, "{text}"),
        ReportKind::Csv => {
            let rows = cells(&text);
            let last = rows.last().unwrap();
            assert_eq!((cell(last, "verdict"), cell(last, "reason")), ("", "not-judged"));
        }
        ReportKind::SummaryCsv => {
            let row = &cells(&text)[0];
            let found = (cell(row, "verdict"), cell(row, "result"), cell(row, "points"));
            assert_eq!(found, ("", "not-judged", ""));
        }
        // A course names the worksheet, and there is none here.
        ReportKind::Worksheet => assert_eq!(text, ""),
        ReportKind::Grades => {
            let row = &cells(&text)[0];
            assert_eq!((cell(row, "verdict"), cell(row, "points")), ("", ""));
            assert_ne!(cell(row, "message"), "");
        }
        // Without an earlier run it only has a header.
        ReportKind::Changes => assert_eq!(text.lines().count(), 1),
        ReportKind::Statistics
        | ReportKind::StatisticsJson
        | ReportKind::StatisticsCsv
        | ReportKind::Failures => counts_in_no_statistics(kind, &text),
        ReportKind::Html => {
            // The verdict comes after the name; the expected result follows.
            assert!(text.contains("</th><td>not judged</td>"), "{text}");
            assert!(!text.contains("as expected</td>"), "{text}");
        }
        ReportKind::Students(ReportForm::Html) => {
            let result = "<p class=\"sentence\">not judged</p>";
            assert!(text.contains(result) && !text.contains("points</"), "{text}");
        }
        ReportKind::Students(ReportForm::Feedback) => {
            assert!(text.contains("\nnot judged\n") && !text.contains("points"), "{text}");
        }
        ReportKind::Students(ReportForm::Gradescope) => {
            // If the judge is at fault, there is no result at all.
            if !text.is_empty() {
                let results: Value = serde_json::from_str(&text).unwrap();
                assert_eq!(results["score"], 0, "{text}");
                let tests = results["tests"].as_array().unwrap();
                assert!(tests.iter().all(|test| test["status"] == "failed"), "{text}");
            }
        }
    }
}

/// Asserts that the only submission counts in no statistics.
fn counts_in_no_statistics(kind: ReportKind, text: &str) {
    match kind {
        ReportKind::Statistics => {
            let counted = ": 0 submissions, 1 more not judged and not counted\n";
            assert!(text.contains(counted), "{text}");
        }
        ReportKind::StatisticsJson => {
            let found: Value = serde_json::from_str(text).unwrap();
            assert_eq!((&found["judged"], &found["not_judged"]), (&0.into(), &1.into()));
            assert!(found["results"].is_null(), "{text}");
        }
        ReportKind::StatisticsCsv => assert_eq!(text.lines().count(), 1),
        _ => assert!(!text.contains("[[failure]]"), "{text}"),
    }
}

#[test]
fn what_was_not_judged_looks_like_a_pass_in_no_report() {
    let scheme = scheme("each");
    for (name, words) in [
        ("ann.mock", "right lost right"),
        ("ann.mock", "lost"),
        ("ann.mock", "right right lost"),
        ("accepted/ann.mock", "right lost right"),
        ("wrong_answer/ann.mock", "right lost right"),
        ("ann.absent", "right"),
        ("accepted/ann.absent", "right"),
        ("ann.built", "compiler lost"),
        ("ann.pdf", "right"),
    ] {
        let folder = Folder::with(&[(name, words)]);
        for mode in [StopPolicy::FirstFailure, StopPolicy::All] {
            let outcome = folder.judge_for_points(mode, 1, Some(&scheme));
            assert_eq!(outcome.submissions()[0].verdict, None, "{name}: {words}");
            assert_eq!(Exit::of_totals(&outcome.totals), Exit::JudgeError, "{name}: {words}");
            for (_, kind) in ReportKind::NAMES {
                looks_like_no_pass(kind, &outcome);
            }
        }
    }
}

/// The numbers of test cases in a JUnit report, by result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TestCounts {
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl TestCounts {
    /// Counts the elements, and asserts that the report states the same numbers.
    fn of(xml: &str) -> TestCounts {
        let said = |element: &str, attribute: &str| {
            let attribute = format!(" {attribute}=\"");
            let lines = xml.lines().filter(|line| line.trim_start().starts_with(element));
            let values = lines.map(|line| line.split_once(&attribute).unwrap().1);
            values
                .map(|rest| rest.split_once('"').unwrap().0.parse::<usize>().unwrap())
                .sum::<usize>()
        };
        let found = TestCounts {
            failures: xml.matches("<failure ").count(),
            errors: xml.matches("<error ").count(),
            skipped: xml.matches("<skipped ").count(),
        };
        for element in ["<testsuites ", "<testsuite "] {
            assert_eq!(said(element, "failures"), found.failures, "{xml}");
            assert_eq!(said(element, "errors"), found.errors, "{xml}");
            assert_eq!(said(element, "tests"), xml.matches("<testcase ").count(), "{xml}");
        }
        assert_eq!(said("<testsuite ", "skipped"), found.skipped, "{xml}");
        found
    }

    /// Returns the exit code that fits these numbers.
    fn exit(self) -> Exit {
        match self {
            TestCounts { errors: 1.., .. } => Exit::JudgeError,
            TestCounts { failures: 1.., .. } => Exit::Failed,
            TestCounts { .. } => Exit::Expected,
        }
    }
}

/// Returns the lines of the test cases for whole submissions in a JUnit report, each with the line
/// after it.
fn of_submissions(xml: &str) -> Vec<(&str, &str)> {
    let lines: Vec<&str> = xml.lines().map(str::trim).collect();
    let is_of_submission = |line: &str| {
        line.starts_with("<testcase ")
            && (line.contains(" name=\"judged\"") || line.contains(" name=\"expected: "))
            && !line.contains("classname=\"judge\"")
    };
    let pairs = lines.windows(2).filter(|pair| is_of_submission(pair[0]));
    pairs.map(|pair| (pair[0], pair[1])).collect()
}

/// Asserts that each submission is one test case, and that it fails, is an error or is skipped as
/// the totals say.
fn submissions_are_counted(junit: &str, totals: SubmissionTotals) {
    let tests = of_submissions(junit);
    assert_eq!(tests.len(), totals.judged + totals.not_judged, "{junit}");
    let count = |element: &str| {
        let is = |(line, next): &&(&str, &str)| !line.ends_with("/>") && next.starts_with(element);
        tests.iter().filter(is).count()
    };
    // If a case says why a submission failed, the test case of the submission does not repeat it.
    let fails = totals.judged > totals.as_expected;
    assert_eq!(junit.contains("<failure "), fails, "{junit}");
    assert_eq!(count("<skipped "), totals.allowed, "{junit}");
    assert_eq!(count("<error "), totals.not_judged - totals.allowed, "{junit}");
}

#[test]
fn junit_and_the_tables_agree_with_the_exit_code() {
    let as_expected = ("wrong_answer/w.mock", "wrong");
    let absent = ("x.absent", "right");
    let mut ends = [0, 0, 0];
    for submissions in [
        &[("accepted/a.mock", "right"), as_expected][..],
        &[as_expected, ("time_limit_exceeded/t.mock", "cpu"), ("run_time_error/r.mock", "code")],
        &[as_expected, ("compile_error/c.built", "compiler errors")],
        &[as_expected, ("rejected/r.mock", "right wrong")],
        &[("a.mock", "right")],
        &[("a.mock", "right wrong")],
        &[as_expected, ("wrong_answer/not-caught.mock", "right")],
        &[as_expected, ("accepted/a.mock", "right wrong")],
        &[as_expected, ("wrong_answer/t.mock", "cpu")],
        &[as_expected, ("accepted/c.built", "compiler errors")],
        &[("c.built", "compiler errors")],
        &[as_expected, ("accepted/a.mock", "right lost")],
        &[as_expected, ("wrong_answer/a.mock", "wrong lost")],
        &[as_expected, ("a.mock", "wrong lost")],
        &[as_expected, absent],
        &[absent],
        &[as_expected, ("a.pdf", "right")],
        &[as_expected, ("b.built", "compiler lost")],
        &[("accepted/a.mock", "right wrong"), ("b.mock", "lost")],
        &[("a.mock", "right wrong"), absent],
    ] {
        let folder = Folder::with(submissions);
        for mode in [StopPolicy::FirstFailure, StopPolicy::All] {
            for allow_missing_compilers in [false, true] {
                let conditions =
                    Conditions { mode, allow_missing_compilers, ..Conditions::default() };
                let outcome = folder.judge_under(&conditions, None);
                let exit = Exit::of_totals(&outcome.totals);
                ends[(exit as usize).min(2)] += 1;
                let is_good = exit == Exit::Expected;
                let junit = outcome.report(ReportKind::Junit, &Style::IN_FILE);
                assert_eq!(TestCounts::of(&junit).exit(), exit, "{submissions:?} {junit}");
                submissions_are_counted(&junit, outcome.totals.submissions.unwrap());
                let human = outcome.report(ReportKind::Human, &Style::IN_FILE);
                assert!(human.contains(&format!("exit code {}", exit as u8)), "{human}");
                let rows = cells(&outcome.report(ReportKind::SummaryCsv, &Style::IN_FILE));
                let is_passed = |row: &Vec<_>| cell(row, "result") == "as-expected";
                let are_passed = rows.iter().all(is_passed);
                let is_allowed = allow_missing_compilers && submissions.contains(&absent);
                assert!(are_passed == is_good || is_allowed || exit == Exit::JudgeError);
                assert!(!are_passed || is_good || submissions[1].1.contains("lost"));
            }
        }
    }
    // Each exit code occurs: 0, 1, and 3.
    assert!(ends.iter().all(|&count| count > 0), "{ends:?}");
}

#[test]
fn a_submission_that_is_meant_to_get_something_is_one_test_case_of_junit() {
    let folder = Folder::with(&[
        ("accepted/a.mock", "right"),
        ("accepted/b.mock", "right wrong"),
        ("c.mock", "right wrong"),
        ("wrong_answer/d.mock", "wrong"),
        ("wrong_answer/e.mock", "right"),
        ("accepted/f.absent", "right"),
    ]);
    let conditions = Conditions { allow_missing_compilers: true, ..Conditions::default() };
    let outcome = folder.judge_under(&conditions, None);
    assert_snapshot!(outcome.report(ReportKind::Junit, &Style::IN_FILE));
}

#[test]
fn test_cases_of_junit_have_the_times_of_their_runs() {
    let folder = Folder::with(&[("accepted/a.mock", "right"), ("c.mock", "right wrong")]);
    let junit =
        folder.judge(StopPolicy::FirstFailure, 1).report(ReportKind::Junit, &Style::IN_FILE);
    let times: Vec<&str> = junit.lines().filter(|line| line.contains("<test")).collect();
    assert_snapshot!(times.join("\n"), @r#"
    <testsuites name="referee" tests="5" failures="1" errors="0" time="3.750">
      <testsuite name="infinity-war.accepted/a.mock" tests="1" failures="0" errors="0" time="2.250" skipped="0">
        <testcase classname="infinity-war.accepted/a.mock" name="expected: accepted" time="2.250"/>
      <testsuite name="infinity-war.c.mock" tests="4" failures="1" errors="0" time="1.500" skipped="1">
        <testcase classname="infinity-war.c.mock" name="1" time="0.750"/>
        <testcase classname="infinity-war.c.mock" name="2" time="0.750">
        <testcase classname="infinity-war.c.mock" name="3">
        <testcase classname="infinity-war.c.mock" name="judged"/>
    "#);
}

#[test]
fn a_missing_compiler_is_named_and_can_be_allowed() {
    let folder = Folder::with(&[
        ("accepted/a.mock", "right"),
        ("accepted/b.absent", "right"),
        ("c.absent", "right"),
    ]);
    let report = |allow_missing_compilers| {
        let conditions = Conditions { allow_missing_compilers, ..Conditions::default() };
        let outcome = folder.judge_under(&conditions, None);
        let text = outcome.report(ReportKind::Human, &Style::IN_FILE);
        (outcome, text.rsplit("\n\n").take(2).map(String::from).collect::<Vec<_>>())
    };
    let (outcome, text) = report(false);
    assert_snapshot!(text[1], @"
    2 submissions were not judged: an-interpreter-that-nobody-has is not installed;
    --missing-compilers skip does not count that as a failure
    ");
    assert_eq!(text[0], "1 of 1 as expected, 2 not judged.   exit code 3\n");
    let program = "an-interpreter-that-nobody-has".to_string();
    let missing = Some(NotJudged::NotInstalled { program, allowed: false });
    assert_eq!(outcome.submissions()[1].not_judged, missing);
    let (_, text) = report(true);
    let skipped = "2 submissions were skipped: an-interpreter-that-nobody-has is not installed";
    assert_eq!(text[1], skipped);
    assert_eq!(text[0], "1 of 1 as expected, 2 skipped.   exit code 0\n");
}

#[test]
fn only_missing_compilers_are_allowed_and_not_all_of_them() {
    for (name, text) in [("b.pdf", "right"), ("b.built", "compiler lost"), ("b.mock", "lost")] {
        let folder = Folder::with(&[("accepted/a.mock", "right"), (name, text)]);
        let conditions = Conditions { allow_missing_compilers: true, ..Conditions::default() };
        let totals = folder.judge_under(&conditions, None).totals;
        assert_eq!(Exit::of_totals(&totals), Exit::JudgeError, "{name}");
    }
    let folder = Folder::with(&[("a.absent", "right")]);
    let conditions = Conditions { allow_missing_compilers: true, ..Conditions::default() };
    let totals = folder.judge_under(&conditions, None).totals;
    assert_eq!(Exit::of_totals(&totals), Exit::JudgeError);
}

#[test]
fn who_fails_in_one_way_only_is_named() {
    let folder = Folder::with(&[
        ("run_time_error/a.mock", "code"),
        ("run_time_error/b.mock", "code"),
        ("run_time_error/c.mock", "right code"),
        ("run_time_error/d.mock", "code signal code"),
        ("e.mock", "signal"),
        ("f.mock", "wrong"),
    ]);
    let outcome = folder.judge(StopPolicy::All, 1);
    let named: Vec<bool> =
        outcome.submissions().iter().map(|end| end.same_failure.is_some()).collect();
    // By name: e, f, then those in the folder.
    assert_eq!(named, [true, false, true, true, false, false]);
    let text = outcome.report(ReportKind::Human, &Style::IN_FILE);
    let start = text.find("the same run-time error").unwrap_or_else(|| panic!("{text}"));
    assert_snapshot!(text[start..].split("\n\n").next().unwrap(), @r"
    the same run-time error in every run; is something missing on this machine?
      e.mock
        ended by SIGSEGV (bad memory access, or too deep a recursion)
      run_time_error/a.mock, run_time_error/b.mock
        ended with exit code 3: \x1b[31mline 1: \xff
    ");
    // If judging stops at the first failure, there is only that run.
    let outcome = folder.judge(StopPolicy::FirstFailure, 1);
    let alike = outcome.submissions().iter().filter(|end| end.same_failure.is_some()).count();
    assert_eq!(alike, 4);
}

#[test]
fn expected_refusals_are_explained_if_that_is_wished() {
    let folder = Folder::with(&[
        ("run_time_error/a.mock", "code"),
        ("compile_error/c.built", "compiler errors"),
    ]);
    let outcome = folder.judge(StopPolicy::FirstFailure, 1);
    let text = outcome.report(ReportKind::Human, &Style::IN_FILE);
    assert!(!text.contains("Traceback") && !text.contains("1 error"), "{text}");
    let text =
        outcome.report(ReportKind::Human, &Style { explain_expected: true, ..Style::IN_FILE });
    assert!(text.contains("stderr    Traceback") && text.contains("1 error"), "{text}");
}

#[test]
fn a_wrong_answer_comes_with_the_standard_error() {
    let folder = Folder::with(&[("a.mock", "wrong-and-says-why")]);
    let outcome = folder.judge(StopPolicy::FirstFailure, 1);
    let judged = outcome.judged()[0];
    assert_eq!(judged.verdict, Verdict::WrongAnswer);
    let fact = judged.facts.last().unwrap();
    assert_eq!((&*fact.label, &*fact.text), ("stderr", "no way"));
    let text = outcome.report(ReportKind::Human, &Style::IN_FILE);
    assert!(text.contains("  stderr    no way\n"), "{text}");
}

#[test]
fn what_does_not_compile_is_in_the_tables() {
    let folder = Folder::with(&[("a.built", "compiler errors")]);
    let outcome = folder.judge(StopPolicy::All, 1);
    let row = &cells(&outcome.report(ReportKind::SummaryCsv, &Style::IN_FILE))[0];
    assert_eq!((cell(row, "cases"), cell(row, "compile_error")), ("0", "1"));
    assert_eq!((cell(row, "verdict"), cell(row, "result")), ("CE", "not-permitted"));
    let row = &cells(&outcome.report(ReportKind::Csv, &Style::IN_FILE))[0];
    assert_eq!((cell(row, "verdict"), cell(row, "reason")), ("CE", "compile-error"));
    assert!(cell(row, "message").starts_with("1 error"));
}
