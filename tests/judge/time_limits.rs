//! The time limits that suit submissions with given times: `@` precedes the CPU time of a run. For
//! repeated runs, a program is built again, and begins with its first word again.

use std::time::Duration;

use insta::assert_snapshot;
use referee_judge::StopPolicy;
use referee_judge::record::{Record, Reuse};
use referee_judge::time_limit::Multiple;
use referee_problem::limits::LimitOverrides;
use referee_results::limits::{human, json, warnings};
use referee_results::limits_csv;
use referee_strength::limits::{LimitRule, LimitsFindings, LimitsQuestion, Measurement};
use serde_json::{Value, json};

use crate::mock::{Conditions, Folder, Mock};

/// The maximum width of the report in columns.
const WIDTH: usize = 80;

pub(crate) fn question(limit: Option<f64>) -> LimitsQuestion {
    let multiple = Multiple { factor: 2.0, resolution: 1.0 };
    LimitsQuestion {
        given: LimitOverrides::default(),
        present: limit.map(|limit| (limit, "problem.toml".into())),
        upto: None,
        repeat: 3,
        rule: LimitRule { format: "2025-09".into(), multiple, time_limit_to_tle: 1.5 },
    }
}

fn find(
    folder: &Folder,
    question: LimitsQuestion,
    record: Option<&Record>,
) -> (LimitsFindings, usize) {
    let mock = Mock::default();
    let conditions = Conditions { mode: StopPolicy::All, ..Conditions::default() };
    let findings = folder.with_judge(&conditions, record, &mock, |judge| {
        LimitsFindings::find(Measurement::new(judge), question).unwrap()
    });
    let text = human(&findings, WIDTH);
    let plain = anstream::adapter::strip_str(&text).to_string();
    assert!(plain.lines().all(|line| line.chars().count() <= WIDTH), "{plain}");
    (findings, mock.runs())
}

fn shown(findings: &LimitsFindings) -> String {
    anstream::adapter::strip_str(&human(findings, WIDTH)).to_string()
}

/// Returns the findings for these submissions under a limit, without repeated runs.
fn of(submissions: &[(&str, &str)], limit: Option<f64>) -> LimitsFindings {
    find(&Folder::with(submissions), LimitsQuestion { repeat: 1, ..question(limit) }, None).0
}

/// Returns the bounds of the only interval.
pub(crate) fn bounds(findings: &LimitsFindings) -> (f64, f64) {
    let [interval] = &findings.all.intervals[..] else { panic!("{}", shown(findings)) };
    (interval.from.seconds, interval.below.seconds)
}

#[test]
fn two_submissions_bound_the_limits_and_the_fastest_of_several_runs_counts() {
    let folder = Folder::with(&[
        // The second case is the slowest until it is repeated, then the third one until it is.
        ("accepted/a.mock", "right@0.5 right@0.9 right@0.8"),
        ("time_limit_exceeded/b.mock", "right@1.9 right@1.85 right@2.9"),
    ]);
    let (findings, runs) = find(&folder, question(Some(1.0)), None);
    // One run of each case, then three of each case of one program, and three of two cases of the
    // other.
    assert_eq!(runs, 2 * 3 + 3 * 3 + 2 * 3);
    assert_eq!(bounds(&findings), (0.5, 1.85));
    assert_snapshot!(shown(&findings));
}

#[test]
fn no_limit_suits_a_slow_right_program_and_a_fast_one_that_must_be_too_slow() {
    let submissions = [
        ("accepted/a.mock", "right@0.5 right@2.4 right@0.2"),
        ("time_limit_exceeded/b.mock", "right@1.9 right@0.1 right@1.2"),
    ];
    let findings = of(&submissions, Some(2.0));
    assert!(findings.all.intervals.is_empty() && !findings.all.has(2.0));
    assert_snapshot!(shown(&findings));
    let form: Value = serde_json::from_str(&json(&findings)).unwrap();
    let bound = |seconds: f64, submission: &str, case: &str| json!({ "seconds": seconds, "submission": submission, "case": case });
    let conflict = json!({
        "from": bound(2.4, "accepted/a.mock", "2"),
        "below": bound(1.9, "time_limit_exceeded/b.mock", "1"),
    });
    assert_eq!((&form["intervals"], &form["conflict"]), (&json!([]), &conflict));
    assert_eq!(form["limit"]["failing"], json!(["accepted/a.mock", "time_limit_exceeded/b.mock"]));
}

#[test]
fn each_language_has_an_interval_of_its_own() {
    let findings = of(
        &[
            ("accepted/a.mock", "right@0.5"),
            ("accepted/b.built", "right@1.25"),
            ("time_limit_exceeded/c.mock", "right@1.5 right@4"),
        ],
        Some(2.0),
    );
    let of = |title: &str| {
        let one = findings.languages[title].intervals[0];
        (one.from.seconds, one.below.seconds)
    };
    assert_eq!((of("mock"), of("built")), ((0.5, 4.0), (1.25, f64::INFINITY)));
    // 2 s is enough, but not at half the speed; the rule gives 3 s, which is too close to 4 s.
    assert_snapshot!(shown(&findings));
}

#[test]
fn expectations_decide_what_bounds_the_limits() {
    for (name, words, wanted) in [
        // A submission that may be too slow or fail bounds nothing once it fails; otherwise it must
        // be too slow.
        ("brute_force/b.mock", "code@0.1 right@9", (0.5, f64::INFINITY)),
        ("brute_force/b.mock", "right@1 right@0.1 right@3", (0.5, 3.0)),
        // A wrong answer must be in time, and the cases after it do not run.
        ("wrong_answer/b.mock", "right@0.1 wrong@0.7 right@9", (0.7, f64::INFINITY)),
        ("wrong_answer/b.mock", "right@0.8 wrong@0.7 cpu@9", (0.8, f64::INFINITY)),
        // The output limit may come first, and a submission that may be rejected for any reason
        // bounds nothing.
        ("time_limit_exceeded/b.mock", "output@0.3", (0.5, f64::INFINITY)),
        ("rejected/b.mock", "wrong@1.5", (0.5, f64::INFINITY)),
        // Any case suffices, but if a wrong answer is not permitted, the submission must be too
        // slow before it.
        ("time_limit_exceeded/b.mock", "right@1 wrong@2 right@3", (0.5, 2.0)),
        // Without a folder, it should be accepted.
        ("b.mock", "right@0.1 right@0.2 right@1.5", (1.5, f64::INFINITY)),
    ] {
        let findings = of(&[("accepted/a.mock", "right@0.5"), (name, words)], None);
        assert_eq!(bounds(&findings), wanted, "{name}: {words}");
    }
}

#[test]
fn what_suits_no_limit_is_named_and_bounds_nothing() {
    let findings = of(
        &[
            ("accepted/a.mock", "right@0.5"),
            ("accepted/endless.mock", "cpu@72"),
            ("accepted/wrong.mock", "right@7 wrong@0.1"),
            ("accepted/lost.mock", "lost"),
            ("accepted/other.absent", ""),
            ("wrong_answer/right.mock", "right@6"),
        ],
        None,
    );
    assert_eq!(bounds(&findings), (0.5, f64::INFINITY));
    assert_snapshot!(shown(&findings));
    let none = of(&[("accepted/wrong.mock", "wrong")], None);
    assert_eq!(none.recommended, None);
    assert!(shown(&none).contains("none: no submission that must keep the limit is accepted"));
}

#[test]
fn a_table_has_a_row_for_each_range_of_limits() {
    let findings = of(
        &[
            ("=1.mock", "right@0.5"),
            ("accepted/other.absent", ""),
            ("accepted/wrong.mock", "wrong"),
            ("time_limit_exceeded/c.mock", "right@1.5 right@4"),
        ],
        None,
    );
    assert_snapshot!(limits_csv::table(&findings).unwrap());
}

#[test]
fn a_program_without_end_is_stopped_once() {
    let folder =
        Folder::with(&[("accepted/a.mock", "right@0.5"), ("time_limit_exceeded/b.mock", "cpu@20")]);
    let (findings, runs) = find(&folder, question(Some(1.0)), None);
    // Three cases, one of them three more times; one case.
    assert_eq!((bounds(&findings), runs), ((0.5, f64::INFINITY), 7));
    // Four times the limit, or the requested time.
    assert_eq!(findings.upto, 4.0);
    let longer = LimitsQuestion { upto: Some(Duration::from_secs(7)), ..question(Some(1.0)) };
    assert_eq!(find(&folder, longer, None).0.upto, 7.0);
}

#[test]
fn a_recommended_limit_outside_the_interval_is_warned_of() {
    let findings =
        of(&[("accepted/a.mock", "right@0.6"), ("time_limit_exceeded/b.mock", "right@1.5")], None);
    assert_eq!(findings.recommended.unwrap().seconds, 2.0);
    let warned = "the recommended limit of 2 s lies outside the interval: \
                  it does not suit time_limit_exceeded/b.mock";
    assert_eq!(warnings(&findings), [warned]);
    let findings = of(&[("accepted/a.mock", "right@0.5")], None);
    assert_eq!(findings.recommended.unwrap().seconds, 1.0);
    assert!(warnings(&findings).is_empty());
}

#[test]
fn what_was_measured_is_kept() {
    let folder = Folder::with(&[
        ("accepted/a.mock", "right@0.5 right@0.9 right@0.2"),
        ("time_limit_exceeded/b.mock", "right@1.9 right@3 right@2"),
    ]);
    let mut all = Vec::new();
    for _ in 0..2 {
        let record = Record::open(&folder.path("record"), Reuse::Unchanged).unwrap();
        let (findings, runs) = find(&folder, question(Some(2.0)), Some(&record));
        record.end().unwrap();
        all.push((json(&findings), runs));
    }
    assert_eq!(all[0].0, all[1].0);
    assert!(all[0].1 > 0 && all[1].1 == 0, "{} runs, then {}", all[0].1, all[1].1);
}
