use std::sync::Arc;

use insta::assert_snapshot;

use super::*;
use referee_events::{FORMAT, Slowest, VERSION};

/// Formats the table of two right and two wrong submissions, one of them without a folder.
fn drawn(width: usize) -> String {
    let mut cases: Vec<Arc<str>> = vec!["sample/1".into()];
    cases.extend((1..=12).map(|number| Arc::from(format!("secret/{number:02}"))));
    let started = Started {
        format: FORMAT.into(),
        version: VERSION,
        referee: "0".into(),
        problem: "chess".into(),
        options: Vec::new(),
        cases,
        contestants: Vec::new(),
        not_on_disk: Vec::new(),
        runs: None,
        groups: Vec::new(),
        full_score: None,
        shard: None,
        hosts: Vec::new(),
    };
    let end = |name: &str, expected: Option<&str>, verdict, met| SubmissionResult {
        verdict,
        expected: expected.map(String::from),
        met,
        slowest: verdict.map(|_| Slowest { case: "secret/07".into(), cpu_seconds: 0.25 }),
        ..SubmissionResult::unjudged(&name.into())
    };
    use ExpectationResult::{AsExpected, NotCaught, NotJudged, NotPermitted};
    let (accepted, wrong) = (Verdict::Accepted, Verdict::WrongAnswer);
    let ends = [
        end("accepted/fast.rs", Some("accepted"), Some(accepted), AsExpected),
        end("accepted/slow.py", Some("accepted"), None, NotJudged),
        end("wrong_answer/a.py", Some("wrong answer"), Some(wrong), AsExpected),
        end("wrong_answer/b.py", Some("wrong answer"), Some(accepted), NotCaught),
        end("mine.cpp", None, Some(wrong), NotPermitted),
    ];
    let right = vec![Some(Reason::Proved); 13];
    let mut caught = right.clone();
    caught[5..].fill(None);
    caught[4] = Some(Reason::Refuted);
    let rows = [(0, &right), (2, &caught), (3, &right), (4, &caught)];
    let rows = rows.map(|(at, row)| (Arc::clone(&ends[at].contestant), row.clone()));
    let table = table(&started, &rows.into_iter().collect(), &ends, width);
    anstream::adapter::strip_str(&table).to_string()
}

#[test]
fn the_layout_is_the_first_that_fits() {
    assert_snapshot!(drawn(120), @r"
                         sample  secret         slowest           expected      got
                         1       01         11
      accepted/fast.rs   A       AAAAAAAAAA AA  0.25 s secret/07  accepted      accepted      ok
      accepted/slow.py   -       ---------- --                    accepted      -             not judged
      wrong_answer/a.py  A       AAAW------ --  0.25 s secret/07  wrong answer  wrong answer  ok
      wrong_answer/b.py  A       AAAAAAAAAA AA  0.25 s secret/07  wrong answer  accepted      NOT CAUGHT by any case
      mine.cpp           A       AAAW------ --  0.25 s secret/07                wrong answer
    ");
    assert_snapshot!(drawn(90), @r"
                 sample  secret         slowest  got
                 1       01         11
      accepted
        fast.rs  A       AAAAAAAAAA AA  0.25 s                 ok
        slow.py  -       ---------- --           -             not judged
      wrong_answer
        a.py     A       AAAW------ --  0.25 s                 ok
        b.py     A       AAAAAAAAAA AA  0.25 s   accepted      NOT CAUGHT
      mine.cpp   A       AAAW------ --  0.25 s   wrong answer
    ");
    assert_snapshot!(drawn(60), @r"
                 cases     slowest  got
      accepted
        fast.rs  13 of 13  0.25 s                 ok
        slow.py  -                  -             not judged
      wrong_answer
        a.py     4 passed  0.25 s                 ok
        b.py     13 of 13  0.25 s   accepted      NOT CAUGHT
      mine.cpp   4 passed  0.25 s   wrong answer

                 sample  secret
                 1       01         11
      accepted
        fast.rs  A       AAAAAAAAAA AA
        slow.py  -       ---------- --
      wrong_answer
        a.py     A       AAAW------ --
        b.py     A       AAAAAAAAAA AA
      mine.cpp   A       AAAW------ --
    ");
}

#[test]
fn the_other_failure_is_one_that_is_not_expected() {
    use Verdict::{OutputLimit, RunTimeError, TimeLimit, WrongAnswer};
    let judged = [("1", TimeLimit), ("2", RunTimeError), ("3", OutputLimit), ("4", WrongAnswer)];
    for (expected, other) in [
        ("wrong answer", Some(("2", RunTimeError))),
        ("time limit exceeded", Some(("2", RunTimeError))),
        ("brute force", Some(("4", WrongAnswer))),
        ("rejected", None),
        ("as submissions.yaml says", Some(("2", RunTimeError))),
    ] {
        let end = SubmissionResult {
            expected: Some(expected.into()),
            verdict: Some(TimeLimit),
            ..SubmissionResult::unjudged(&"a".into())
        };
        assert_eq!(other_failure(&end, judged), other, "{expected}");
    }
}
