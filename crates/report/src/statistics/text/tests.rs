//! The width of the text, whatever it contains.

use super::*;
use referee_events::Reason;
use referee_events::points::Points;

fn spread(results: &[u64], most: u64) -> Spread {
    let results: Vec<Points> =
        results.iter().map(|&result| Points::of_hundredths(result)).collect();
    Spread::of(&results, Points::of_hundredths(most)).unwrap()
}

#[test]
fn everything_fits_into_80_columns() {
    let long = "secret/".to_string() + &"a-very-long-name-".repeat(9);
    let failure = |common| EqualFailures {
        id: "0123456789".into(),
        case: long.as_str().into(),
        common,
        reason: Reason::Refuted,
        message: "there is a square that Bob cannot reach, and more of it".into(),
        submissions: (0..2000).map(|number| format!("Student {number}").into()).collect(),
    };
    let results: Vec<u64> = (0..2000).map(|number| number * 2 % 4001).collect();
    let case = |failed: usize| CaseStatistics {
        case: long.as_str().into(),
        run: 2000,
        failed,
        reasons: vec![(Reason::Refuted, failed), (Reason::TimeLimit, 7), (Reason::Malformed, 5)],
    };
    let statistics = Statistics {
        problem: "chess".into(),
        languages: Some("languages.toml".into()),
        judged: 2000,
        not_judged: 3,
        excused: 0,
        unit: ResultUnit::Points,
        suspicions: Vec::new(),
        results: Some(spread(&results, 4000)),
        groups: vec![GroupStatistics {
            title: long.as_str().into(),
            spread: spread(&results, 4000),
            all: 1,
            none: 20,
        }],
        cases: (0..12).map(|number| case(1900 - number)).collect(),
        failures: vec![failure(Common::Refutation), failure(Common::Output)],
    };
    let text = lines(&statistics);
    for line in text.lines() {
        assert!(line.chars().count() <= WIDTH, "{line}");
    }
    for expected in [
        "chess: 2000 submissions, 3 more not judged and not counted\n",
        "  36 to 40  ",
        "\nsecret/a-very-lo...a-very-long-name-  ",
        "wrong answer 1900, time ...\n",
        "\n2 more cases with failures\n",
        "\nlanguages languages.toml\n",
        "\n            Student 0, Student 1, Student 2, Student 3 and 1996 more\n",
    ] {
        assert!(text.contains(expected), "{expected:?}:\n{text}");
    }
    // The longest bar has full length, and none is longer.
    assert!(text.contains(&"#".repeat(50)) && !text.contains(&"#".repeat(51)), "{text}");
}
