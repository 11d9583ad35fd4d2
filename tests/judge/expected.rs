//! The expected results of submissions, and their effect on the whole run.

use referee_events::exit::Exit;
use referee_events::{ExpectationResult, SubmissionTotals, Verdict};
use referee_judge::StopPolicy;
use referee_package::{CaseVerdict, ExpectedVerdicts};

use crate::mock::Folder;

/// The meaning of a single verdict in each folder: `=` as expected, `-` not permitted, `?` not
/// caught. The columns are the verdicts, without judge error, in the order of [`Verdict::ALL`].
const TABLE: [(&str, &str); 9] = [
    //                         AC WA PE NO TLE MLE OLE RTE CE
    ("accepted", "              =  -  -  -   -   -   -   -  -"),
    ("rejected", "              ?  =  =  =   =   =   =   =  -"),
    ("wrong_answer", "          ?  =  =  =   -   -   -   -  -"),
    ("time_limit_exceeded", "   ?  -  -  -   =   -   =   -  -"),
    ("run_time_error", "        ?  -  -  -   -   =   =   =  -"),
    ("brute_force", "           ?  -  -  -   =   =   =   =  -"),
    ("memory_limit_exceeded", " ?  -  -  -   -   =   -   =  -"),
    ("output_limit_exceeded", " ?  -  -  -   -   -   =   -  -"),
    ("compile_error", "         -  -  -  -   -   -   -   -  ="),
];

#[test]
fn each_folder_permits_and_requires_verdicts() {
    for (folder, row) in TABLE {
        let expected = ExpectedVerdicts::of_folder(folder).expect(folder);
        let marks: Vec<char> = row.split_whitespace().map(|mark| mark.parse().unwrap()).collect();
        assert_eq!(marks.len() + 1, Verdict::ALL.len(), "{folder}");
        let marked = || Verdict::ALL.into_iter().zip(&marks);
        for (first, one) in marked() {
            for (second, other) in marked() {
                let met = match [one, other] {
                    pair if pair.contains(&&'-') => ExpectationResult::NotPermitted,
                    pair if pair.contains(&&'=') => ExpectationResult::AsExpected,
                    _ => ExpectationResult::NotCaught,
                };
                let got =
                    [first, second].map(|verdict| CaseVerdict { case: "1", verdict, message: "" });
                assert_eq!(expected.compare(&got, None), met, "{folder}: {first:?}, {second:?}");
            }
        }
    }
    assert_eq!(ExpectedVerdicts::of_folder("accepted").unwrap().words(), "accepted");
    assert_eq!(ExpectedVerdicts::of_folder("brute_force").unwrap().words(), "brute force");
    assert!(
        ExpectedVerdicts::of_folder("Accepted").is_none()
            && ExpectedVerdicts::of_folder("").is_none()
    );
}

#[test]
fn the_exit_code_follows_from_what_was_expected() {
    for (name, words, met, exit) in [
        ("a.mock", "right", ExpectationResult::AsExpected, Exit::Expected),
        ("a.mock", "right wrong", ExpectationResult::NotPermitted, Exit::Failed),
        ("accepted/a.mock", "right", ExpectationResult::AsExpected, Exit::Expected),
        ("accepted/a.mock", "right wrong", ExpectationResult::NotPermitted, Exit::Failed),
        ("wrong_answer/a.mock", "right wrong", ExpectationResult::AsExpected, Exit::Expected),
        ("wrong_answer/a.mock", "right", ExpectationResult::NotCaught, Exit::Failed),
        ("wrong_answer/a.mock", "cpu", ExpectationResult::NotPermitted, Exit::Failed),
        ("compile_error/a.built", "compiler errors", ExpectationResult::AsExpected, Exit::Expected),
        ("compile_error/a.built", "right", ExpectationResult::NotPermitted, Exit::Failed),
        ("a.built", "compiler errors", ExpectationResult::NotPermitted, Exit::Failed),
        ("rejected/a.built", "compiler errors", ExpectationResult::NotPermitted, Exit::Failed),
        ("accepted/a.mock", "right lost right", ExpectationResult::NotJudged, Exit::JudgeError),
        ("a.mock", "lost right", ExpectationResult::NotJudged, Exit::JudgeError),
        ("a.mock", "wrong lost right", ExpectationResult::NotPermitted, Exit::JudgeError),
        ("accepted/a.mock", "wrong lost right", ExpectationResult::NotPermitted, Exit::JudgeError),
        // The case that could not be judged might be the one that catches it.
        ("wrong_answer/a.mock", "right lost right", ExpectationResult::NotJudged, Exit::JudgeError),
        ("wrong_answer/a.mock", "wrong lost", ExpectationResult::AsExpected, Exit::JudgeError),
        ("accepted/a.absent", "right", ExpectationResult::NotJudged, Exit::JudgeError),
        ("a.text", "right", ExpectationResult::NotJudged, Exit::JudgeError),
    ] {
        let outcome = Folder::with(&[(name, words)]).judge(StopPolicy::All, 1);
        assert_eq!(outcome.submissions()[0].met, met, "{name}: {words}");
        assert_eq!(Exit::of_totals(&outcome.totals), exit, "{name}: {words}");
    }
}

#[test]
fn all_is_counted() {
    let folder = Folder::with(&[
        ("accepted/a.mock", "right"),
        ("accepted/b.mock", "right right wrong"),
        ("wrong_answer/c.mock", "wrong right"),
        ("compile_error/d.built", "compiler errors"),
        ("accepted/e.absent", "right"),
        ("accepted/f.text", "right"),
    ]);
    let totals = folder.judge(StopPolicy::All, 1).totals;
    assert_eq!((totals.judged, totals.accepted, totals.refused), (9, 7, 2));
    assert_eq!(totals.judge_errors, 0);
    let submissions = SubmissionTotals {
        judged: 4,
        as_expected: 3,
        not_judged: 2,
        ..SubmissionTotals::default()
    };
    assert_eq!(totals.submissions, Some(submissions));
}
