use proptest::prelude::*;

use super::*;

/// Returns the points of a group with `cases` cases, given the outcomes of the first ones: `None`
/// for a failure.
fn earned(rule: PointRule, hundredths: u64, cases: usize, scores: &[Option<Score>]) -> Earned {
    let names: Vec<Arc<str>> = (0..cases).map(|at| at.to_string().into()).collect();
    let (title, most_points) = ("".into(), Points::of_hundredths(hundredths));
    let group = CaseGroup { title, most_points, rule, cases: names.clone() };
    let scheme = PointScheme::of_groups(&[group], &names);
    let accepted = scores.iter().map(|&score| CaseGrade { verdict: Verdict::Accepted, score });
    let failed = CaseGrade { verdict: Verdict::WrongAnswer, score: None };
    let outcomes = accepted.chain(std::iter::repeat(failed)).map(Some).take(cases);
    let scores = scheme.grade(&outcomes.collect::<Vec<_>>()).unwrap();
    scores.earned()[0].clone()
}

#[test]
fn points_are_read_only_from_0_on() {
    let read = |text| serde_json::from_str::<Points>(text).map_err(|error| error.to_string());
    assert_eq!(read("1.25"), Ok(Points::of_hundredths(125)));
    assert_eq!(read("-1"), Err("points are a number from 0".into()));
}

#[test]
fn each_earns_its_share_and_all_the_least() {
    use PointRule::{All, Each};
    let part = |part| Some(Score::Multiplier(part));
    let points = |points| Some(Score::Points(points));
    let third = points(10.0 / 3.0);
    for (rule, cases, scores, expected) in [
        (Each, 3, &[][..], "0"),
        (Each, 3, &[None, None], "6.66"),
        (Each, 3, &[None, None, None], "10"),
        (All, 3, &[None, None], "0"),
        (All, 3, &[None, None, None], "10"),
        (Each, 1, &[part(0.0)], "0"),
        (Each, 10, &[part(0.1); 10], "1"),
        (Each, 3, &[part(1.0), part(1.0), None], "10"),
        (All, 2, &[part(0.7), None], "7"),
        (All, 2, &[part(0.7)], "0"),
        (All, 2, &[part(0.7), part(0.29)], "2.9"),
        (Each, 2, &[points(4.35), points(0.01)], "4.36"),
        (Each, 3, &[third, third, third], "10"),
        (All, 2, &[points(4.35), points(10.0)], "4.35"),
    ] {
        let earned = earned(rule, 1000, cases, scores);
        assert_eq!(earned.points.to_string(), expected, "{rule:?} {cases} {scores:?}");
        assert_eq!((earned.passed, earned.cases), (scores.len(), cases));
    }
}

#[test]
fn no_case_is_given_more_than_it_is_worth() {
    let scheme = |rule| {
        let cases: Vec<Arc<str>> = vec!["1".into(), "2".into(), "3".into()];
        let (title, most_points) = ("".into(), Points::of_hundredths(1000));
        let group = CaseGroup { title, most_points, rule, cases: vec!["1".into(), "2".into()] };
        PointScheme::of_groups(&[group], &cases)
    };
    for (rule, case, points, expected) in [
        (PointRule::Each, 0, 5.0, None),
        (PointRule::Each, 0, 5.01, Some("it gives 5.01 points; the case is worth 5")),
        (PointRule::Each, 0, -1.0, Some("it gives -1 points; the case is worth 5")),
        (PointRule::Each, 0, 1e300, Some("points; the case is worth 5")),
        (PointRule::All, 1, 10.0, None),
        (PointRule::All, 1, 10.5, Some("it gives 10.5 points; the case is worth 10")),
        // A case that is worth nothing may have any score.
        (PointRule::All, 2, 1e300, None),
    ] {
        let (verdict, score) = (Verdict::Accepted, Some(Score::Points(points)));
        let unfit = scheme(rule).unfit(case, CaseGrade { verdict, score });
        match expected {
            None => assert_eq!(unfit, None),
            Some(expected) => assert!(unfit.unwrap().ends_with(expected), "{points}"),
        }
    }
}

#[test]
fn groups_that_want_all_end_at_their_first_failure() {
    let names: Vec<Arc<str>> = ["1", "2", "3", "4"].map(Into::into).into();
    let group = |rule, cases: &[Arc<str>]| CaseGroup {
        title: "".into(),
        most_points: Points::of_hundredths(100),
        rule,
        cases: cases.to_vec(),
    };
    let groups = [group(PointRule::Each, &names[..2]), group(PointRule::All, &names[2..])];
    let scheme = PointScheme::of_groups(&groups, &names);
    let matters = |case: usize, failed: usize| {
        let mut outcomes = [None; 4];
        outcomes[failed] = Some(CaseGrade { verdict: Verdict::WrongAnswer, score: None });
        scheme.matters(case, &outcomes)
    };
    assert!(matters(1, 0) && matters(3, 0) && !matters(3, 2));
}

#[test]
fn points_are_written_as_short_as_can_be() {
    for (hundredths, text, json) in
        [(0, "0", "0"), (250, "2.5", "2.5"), (3333, "33.33", "33.33"), (6001, "60.01", "60.01")]
    {
        let points = Points::of_hundredths(hundredths);
        assert_eq!(points.to_string(), text);
        assert_eq!(serde_json::to_string(&points).unwrap(), json);
    }
}

#[test]
fn events_tell_points_or_a_score() {
    let earned = Earned {
        title: "all".into(),
        points: Points::of_hundredths(250),
        most_points: Points::of_hundredths(500),
        passed: 1,
        cases: 2,
    };
    let group = |name: &'static str, score| TestGroup {
        name: name.into(),
        verdict: Some(Verdict::Accepted),
        score,
    };
    let package = Grades { whole: group("", 1.5), groups: vec![group("secret", 1.5)] };
    for (scores, json) in [
        (Scores::None, "{}"),
        (
            Scores::Points(vec![earned]),
            r#"{"points":2.5,"groups":[{"title":"all","points":2.5,"most_points":5,"passed":1,"cases":2}]}"#,
        ),
        (
            Scores::Package(package),
            r#"{"score":1.5,"test_groups":[{"name":"secret","verdict":"AC","score":1.5}]}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&scores).unwrap(), json);
        let read: Scores = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), json);
    }
}

/// A fraction with schoolbook addition.
#[derive(Clone, Copy)]
struct Fraction(u128, u128);

impl Fraction {
    fn plus(self, other: Fraction) -> Fraction {
        let (above, below) = (self.0 * other.1 + other.0 * self.1, self.1 * other.1);
        let (mut divisor, mut rest) = (below, above);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Fraction(above / divisor, below / divisor)
    }

    fn is_less(self, other: Fraction) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
}

proptest! {
    #[test]
    fn points_are_those_of_fractions_added_one_by_one(
        hundredths in 0..100_000_000_u64,
        failed in 0..3_usize,
        thousandths in prop::collection::vec(prop::option::of((any::<bool>(), 0..=1000_u64)), 1..40),
    ) {
        let cases = failed + thousandths.len();
        for rule in [PointRule::Each, PointRule::All] {
            let shares = if rule == PointRule::Each { cases } else { 1 } as u128;
            // The worth of a case, in hundredths of a point.
            let worth = Fraction(hundredths.into(), shares);
            let score = |thousandths: Option<(bool, u64)>| match thousandths {
                None => (None, worth),
                Some((true, part)) => {
                    let earned = Fraction(worth.0 * u128::from(part), shares * 1000);
                    (Some(Score::Multiplier(part as f64 / 1000.0)), earned)
                }
                // Thousandths of a point; only whole ones occur.
                Some((false, part)) => {
                    let points = u128::from(part) * u128::from(hundredths) / shares / 100;
                    (Some(Score::Points(points as f64 / 1000.0)), Fraction(points, 10))
                }
            };
            let (scores, earned): (Vec<_>, Vec<_>) =
                thousandths.iter().map(|&part| score(part)).unzip();
            let total = match rule {
                PointRule::All if failed > 0 => Fraction(0, 1),
                PointRule::All => earned.into_iter()
                    .reduce(|least, next| if next.is_less(least) { next } else { least })
                    .unwrap_or(Fraction(0, 1)),
                PointRule::Each => earned.into_iter().fold(Fraction(0, 1), Fraction::plus),
            };
            let points = super::tests::earned(rule, hundredths, cases, &scores).points;
            prop_assert_eq!(u128::from(points.hundredths()), total.0 / total.1);
        }
    }
}
