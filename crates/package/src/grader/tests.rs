//! Grades groups of made-up outcomes.

use super::super::StaticValidation;
use super::super::groups::GroupSettings;
use super::super::scoring::MaxScore;
use super::*;

const CASES: [&str; 5] = ["sample/1", "secret/a/1", "secret/a/2", "secret/b/1", "secret/b/2"];

fn old(flags: &str, goes_on: bool) -> GroupSettings {
    let flags = Some(flags.split_whitespace().map(String::from).collect());
    let grading = LegacyGrading { goes_on: Some(goes_on), flags, ..LegacyGrading::default() };
    GroupSettings { grading, ..GroupSettings::default() }
}

fn new(max: f64, aggregation: Aggregation, require_pass: &[&str]) -> GroupSettings {
    let scoring = Scoring {
        max_score: Some(MaxScore::Bounded(max)),
        aggregation: Some(aggregation),
        require_pass: require_pass.iter().map(|name| name.to_string()).collect(),
        static_validation: None,
    };
    GroupSettings { scoring, ..GroupSettings::default() }
}

/// Adds a static validation with this maximum score, or a pass-fail one.
fn with_static(group: GroupSettings, most_score: Option<f64>) -> GroupSettings {
    let validation = StaticValidation { most_score, arguments: Vec::new() };
    let scoring = Scoring { static_validation: Some(validation), ..group.scoring };
    GroupSettings { scoring, ..group }
}

/// Grades cases given by letters: `A` accepted, `W` wrong answer, `T` time limit exceeded, `-` not
/// run.
fn grade(groups: &[(&str, GroupSettings)], kind: FormatGeneration, letters: &str) -> String {
    grade_cases(&CASES, groups, kind, letters)
}

fn grade_cases(
    cases: &[&str],
    groups: &[(&str, GroupSettings)],
    kind: FormatGeneration,
    letters: &str,
) -> String {
    let groups = groups.iter().map(|(name, group)| (name.to_string(), group.clone())).collect();
    let grader = Grader::new(&groups, cases, kind);
    let outcomes: Vec<Option<CaseGrade>> = letters.chars().map(outcome).collect();
    // A made-up custom grader: always `TLE`, a point for each part, and a hundred for each flag.
    let custom = |parts: &[(Verdict, f64)], flags: &[String]| {
        Ok((Verdict::TimeLimit, (parts.len() + 100 * flags.len()) as f64))
    };
    let Grades { whole, groups } = grader.grade(&outcomes, &custom).unwrap();
    let shown = [whole].into_iter().chain(groups).map(|group| {
        let verdict = group.verdict.map_or("-", |verdict| verdict.code());
        format!("{}:{verdict}:{}", group.name, group.score)
    });
    shown.collect::<Vec<_>>().join(" ")
}

fn outcome(letter: char) -> Option<CaseGrade> {
    let verdict = match letter {
        'A' => Verdict::Accepted,
        'W' => Verdict::WrongAnswer,
        'T' => Verdict::TimeLimit,
        _ => return None,
    };
    Some(CaseGrade { verdict, score: None })
}

#[test]
fn old_groups_add_up() {
    let groups = [("", old("sum ignore_sample", true)), ("secret/b", old("min", true))];
    assert_eq!(
        grade(&groups, FormatGeneration::Old, "AAAAA"),
        ":AC:3 sample:AC:1 secret:AC:3 secret/a:AC:2 secret/b:AC:1"
    );
    assert_eq!(
        grade(&groups, FormatGeneration::Old, "WAWTA"),
        ":TLE:1 sample:WA:0 secret:TLE:1 secret/a:WA:1 secret/b:TLE:0"
    );
}

#[test]
fn flags_decide_verdicts() {
    for (flags, expected) in [
        ("worst_error", ":TLE:3 "),
        ("first_error", ":WA:3 "),
        ("worst_error always_accept", ":AC:3 "),
        ("accept_if_any_accepted", ":AC:3 "),
        ("avg", ":TLE:0.75 "),
        ("max", ":TLE:1 "),
    ] {
        let graded = grade(&[("", old(flags, true))], FormatGeneration::Old, "AAWTA");
        assert!(graded.starts_with(expected), "{flags}: {graded}");
    }
}

#[test]
fn custom_grading_is_inherited() {
    let with = |group: GroupSettings, is_custom| {
        let grading = LegacyGrading { is_custom: Some(is_custom), ..group.grading };
        GroupSettings { grading, ..group }
    };
    let groups = [
        ("secret", with(old("a ignore_sample", true), true)),
        ("secret/b", with(old("sum", true), false)),
    ];
    assert_eq!(
        grade(&groups, FormatGeneration::Old, "AAWAA"),
        ":TLE:203 sample:AC:1 secret:TLE:202 secret/a:TLE:202 secret/b:AC:2"
    );
    assert_eq!(
        grade(&[("", with(old("", true), true))], FormatGeneration::Old, "-----"),
        ":-:0 sample:-:0 secret:-:0 secret/a:-:0 secret/b:-:0"
    );
}

#[test]
fn an_old_group_that_breaks_counts_nothing_behind_its_first_failure() {
    let groups = [("secret", old("sum", true)), ("secret/a", old("sum", false))];
    assert_eq!(
        grade(&groups, FormatGeneration::Old, "AWAAA"),
        ":WA:3 sample:AC:1 secret:WA:2 secret/a:WA:0 secret/b:AC:2"
    );
}

#[test]
fn new_groups_are_worth_what_they_are_worth() {
    let groups = [
        ("secret/a", new(40.0, Aggregation::PassFail, &[])),
        ("secret/b", new(60.0, Aggregation::Sum, &["secret/a"])),
    ];
    let score = |letters| grade(&groups, FormatGeneration::New, letters);
    assert_eq!(score("AAAAW"), ":WA:70 sample:AC:0 secret:WA:70 secret/a:AC:40 secret/b:WA:30");
    assert_eq!(score("AAAAA").split(' ').next(), Some(":AC:100"));
    // The required group was not passed.
    assert_eq!(score("AWAAA").split(' ').next(), Some(":WA:0"));
}

#[test]
fn without_groups_each_case_is_worth_its_share() {
    assert_eq!(grade(&[], FormatGeneration::New, "WAAAW"), ":WA:75 sample:WA:0 secret:WA:75");
}

#[test]
fn all_shares_together_are_the_whole() {
    for count in 1..=200 {
        let cases: Vec<String> = (0..count).map(|at| format!("secret/{at:03}")).collect();
        let cases: Vec<&str> = cases.iter().map(String::as_str).collect();
        let graded = grade_cases(&cases, &[], FormatGeneration::New, &"A".repeat(count));
        assert_eq!(graded, ":AC:100 secret:AC:100", "{count} cases");
    }
}

#[test]
fn a_group_is_not_passed_if_one_that_it_requires_is_not() {
    let cases = ["sample/1", "secret/a/1", "secret/b/1", "secret/c/1"];
    let group = |required: &[&str]| new(30.0, Aggregation::PassFail, required);
    let groups = [
        ("secret/a", group(&[])),
        ("secret/b", group(&["secret/a"])),
        ("secret/c", group(&["secret/b"])),
    ];
    let score = |groups: &[(&str, GroupSettings)], letters| {
        let graded = grade_cases(&cases, groups, FormatGeneration::New, letters);
        graded.split(' ').next().map(String::from)
    };
    assert_eq!(score(&groups, "AAAA").as_deref(), Some(":AC:90"));
    // All were run, and the last two accepted.
    assert_eq!(score(&groups, "AWAA").as_deref(), Some(":WA:0"));
    let sample = [groups[0].clone(), ("secret", new(90.0, Aggregation::Sum, &["sample"]))];
    assert_eq!(score(&sample, "AAAA").as_deref(), Some(":AC:30"));
    assert_eq!(score(&sample, "WAAA").as_deref(), Some(":WA:0"));
    let groups = groups.map(|(name, group)| (name.to_string(), group)).into();
    let grader = Grader::new(&groups, &cases, FormatGeneration::New);
    let outcomes: Vec<Option<CaseGrade>> = "AW--".chars().map(outcome).collect();
    assert!(!grader.matters(2, &outcomes) && !grader.matters(3, &outcomes));
}

#[test]
fn many_groups_that_require_all_earlier_ones_are_graded_at_once() {
    let names: Vec<String> = (10..60).map(|number| format!("secret/{number}")).collect();
    let groups = names.iter().enumerate().map(|(at, name)| {
        let earlier: Vec<&str> = names[..at].iter().map(String::as_str).collect();
        (name.clone(), new(2.0, Aggregation::PassFail, &earlier))
    });
    let cases: Vec<String> = names.iter().map(|name| format!("{name}/1")).collect();
    let cases: Vec<&str> = cases.iter().map(String::as_str).collect();
    let grader = Grader::new(&groups.collect(), &cases, FormatGeneration::New);
    let mut outcomes = vec![outcome('A'); cases.len()];
    let score =
        |outcomes: &[_]| grader.grade(outcomes, &|_, _| unreachable!()).unwrap().whole.score;
    assert!(grader.matters(49, &outcomes));
    assert_eq!(score(&outcomes), 100.0);
    outcomes[0] = outcome('W');
    assert!(!grader.matters(49, &outcomes));
    assert_eq!(score(&outcomes), 0.0);
}

#[test]
fn a_score_above_the_maximum_is_an_error() {
    let groups = |most| {
        let group = |(name, most)| (String::from(name), new(most, Aggregation::Sum, &[]));
        [("secret", most), ("secret/a", 60.0), ("secret/b", 60.0)].map(group).into()
    };
    let graded = |most, letters: &str| {
        let outcomes: Vec<Option<CaseGrade>> = letters.chars().map(outcome).collect();
        let grader = Grader::new(&groups(most), &CASES, FormatGeneration::New);
        let graded = grader.grade(&outcomes, &|_, _| unreachable!("there is no custom grader"));
        graded.map(|grades| grades.whole.score).map_err(|fault| fault.message.to_string())
    };
    assert_eq!(graded(120.0, "AAAAA"), Ok(120.0));
    assert_eq!(graded(100.0, "AAAAW"), Ok(90.0));
    let why = "secret has a score of 120; its max_score is 100";
    assert_eq!(graded(100.0, "AAAAA"), Err(why.into()));
}

#[test]
fn a_score_that_is_no_number_is_an_error() {
    let huge = LegacyGrading { accept_score: Some(f64::MAX), ..old("sum", true).grading };
    let groups = [(String::new(), GroupSettings { grading: huge, ..GroupSettings::default() })];
    let grader = Grader::new(&groups.into(), &CASES, FormatGeneration::Old);
    let graded = |letters: &str| {
        let outcomes: Vec<Option<CaseGrade>> = letters.chars().map(outcome).collect();
        grader.grade(&outcomes, &|_, _| unreachable!("there is no custom grader"))
    };
    assert_eq!(graded("AWWWW").unwrap().whole.score, f64::MAX);
    assert!(graded("AAWWW").unwrap_err().message.contains("larger than any number"));
}

#[test]
fn a_static_validation_is_a_case_with_a_worth_of_its_own() {
    let cases = [
        "sample/1",
        "secret/a/1",
        "secret/a/2",
        "secret/a/static validation",
        "secret/b/1",
        "secret/b/static validation",
        "secret/c/static validation",
    ];
    let groups = [
        ("secret/a", with_static(new(50.0, Aggregation::Sum, &[]), Some(30.0))),
        ("secret/b", with_static(new(40.0, Aggregation::PassFail, &[]), None)),
        ("secret/c", with_static(new(10.0, Aggregation::Min, &[]), Some(10.0))),
    ];
    for (letters, expected) in [
        ("AAAAAAA", "secret/a:AC:50 secret/b:AC:40 secret/c:AC:10"),
        ("AAAWAAA", "secret/a:WA:20 secret/b:AC:40 secret/c:AC:10"),
        ("AWAAAAA", "secret/a:WA:40 secret/b:AC:40 secret/c:AC:10"),
        ("AAAAAWA", "secret/a:AC:50 secret/b:WA:0 secret/c:AC:10"),
        ("AAAAAAW", "secret/a:AC:50 secret/b:AC:40 secret/c:WA:0"),
    ] {
        let graded = grade_cases(&cases, &groups, FormatGeneration::New, letters);
        assert!(graded.ends_with(expected), "{letters}: {graded}");
    }
    let groups = groups.map(|(name, group)| (name.to_string(), group)).into();
    let grader = Grader::new(&groups, &cases, FormatGeneration::New);
    let mut outcomes: Vec<Option<CaseGrade>> = "AAAW-W-".chars().map(outcome).collect();
    assert!(!grader.matters(4, &outcomes), "its group has failed by its files");
    outcomes[5] = None;
    assert!(grader.matters(4, &outcomes));
}

#[test]
fn a_whole_of_groups_that_passes_or_fails() {
    let groups = [
        ("secret", new(70.0, Aggregation::PassFail, &[])),
        ("secret/a", new(40.0, Aggregation::PassFail, &[])),
    ];
    assert!(grade(&groups, FormatGeneration::New, "AAAAA").starts_with(":AC:70 "));
    assert!(grade(&groups, FormatGeneration::New, "AAAAW").starts_with(":WA:0 "));
    let groups = [groups[0].clone(), ("secret/a", new(40.0, Aggregation::PassFail, &["sample"]))];
    assert!(grade(&groups, FormatGeneration::New, "AAAAA").starts_with(":AC:70 "));
    // All were run, although the group requires the sample.
    assert!(grade(&groups, FormatGeneration::New, "WAAAA").starts_with(":WA:0 "));
}

#[test]
fn what_matters_no_more_is_not_run() {
    let groups = [
        ("secret/a".to_string(), new(40.0, Aggregation::PassFail, &[])),
        ("secret/b".to_string(), new(60.0, Aggregation::Sum, &["secret/a"])),
    ];
    let grader = Grader::new(&groups.into(), &CASES, FormatGeneration::New);
    let matters = |letters: &str, case| {
        let outcomes: Vec<Option<CaseGrade>> = letters.chars().map(outcome).collect();
        grader.matters(case, &outcomes)
    };
    assert!(matters("W----", 1) && !matters("AW---", 2) && !matters("AW---", 3));
    assert!(matters("AAA--", 3) && matters("AAAW-", 4));
}

#[test]
fn an_old_group_ends_only_after_parts_that_are_not_accepted() {
    let groups = [
        ("secret".to_string(), old("", false)),
        ("secret/a".to_string(), old("accept_if_any_accepted", true)),
    ];
    let secret =
        |goes_on| GroupSettings { grading: old("", goes_on).grading, ..groups[0].1.clone() };
    let matters = |letters: &str, case, goes_on| {
        let groups = [(groups[0].0.clone(), secret(goes_on)), groups[1].clone()];
        let outcomes: Vec<Option<CaseGrade>> = letters.chars().map(outcome).collect();
        Grader::new(&groups.into(), &CASES, FormatGeneration::Old).matters(case, &outcomes)
    };
    // The group goes on, whatever the one around it does; it is accepted, and so that goes on, too.
    assert!(matters("AW---", 2, false) && matters("AWA--", 3, false));
    assert!(!matters("AWW--", 3, false) && matters("AWW--", 3, true));
    assert!(matters("AWAA-", 4, false) && !matters("AWAW-", 4, false));
    assert!(matters("AW---", 3, false), "it may still be accepted");
    assert!(!matters("W----", 1, true), "the samples come first");
}

#[test]
fn outputs_earn_what_their_group_allows() {
    let unbounded = |aggregation| {
        let group = new(0.0, aggregation, &[]);
        let max_score = Some(MaxScore::Unbounded);
        GroupSettings { scoring: Scoring { max_score, ..group.scoring }, ..group }
    };
    let (points, part) = (|points| Some(Score::Points(points)), Some(Score::Multiplier(0.5)));
    let group = |group: GroupSettings| {
        vec![("secret/a", group), ("secret/b", new(1.0, Aggregation::Min, &[]))]
    };
    // The case is `secret/a/1`, one of two of its group, or of four without groups.
    for (groups, score, expected) in [
        (vec![], None, None),
        (vec![], part, None),
        (vec![], points(25.0), None),
        (vec![], points(25.1), Some("it gives 25.1 points; the case is worth 25")),
        (group(new(3.0, Aggregation::Sum, &[])), points(1.5), None),
        (group(new(3.0, Aggregation::Sum, &[])), points(2.0), Some("the case is worth 1.5")),
        (group(new(3.0, Aggregation::Sum, &[])), points(-0.5), Some("it gives -0.5 points")),
        (group(unbounded(Aggregation::Sum)), points(-0.5), Some("no score is negative")),
        (group(new(3.0, Aggregation::Min, &[])), points(3.0), None),
        (group(new(3.0, Aggregation::Min, &[])), points(4.0), Some("the case is worth 3")),
        (group(new(3.0, Aggregation::PassFail, &[])), None, None),
        (
            group(new(3.0, Aggregation::PassFail, &[])),
            points(3.0),
            Some("secret/a is a pass-fail group"),
        ),
        (group(new(3.0, Aggregation::PassFail, &[])), part, Some("secret/a is a pass-fail group")),
        (group(unbounded(Aggregation::Sum)), points(1e9), None),
        (group(unbounded(Aggregation::Min)), part, Some("secret/a is unbounded")),
        (group(unbounded(Aggregation::Min)), None, Some("it gives no score, and secret/a is")),
        (group(unbounded(Aggregation::PassFail)), None, None),
    ] {
        let groups = groups.iter().map(|(name, group)| (name.to_string(), group.clone())).collect();
        let unfit = |kind, verdict| {
            Grader::new(&groups, &CASES, kind).unfit(1, CaseGrade { verdict, score })
        };
        let why = unfit(FormatGeneration::New, Verdict::Accepted);
        let is_right = match (&why, expected) {
            (Some(why), Some(expected)) => why.contains(expected),
            (why, expected) => why.is_none() && expected.is_none(),
        };
        assert!(is_right, "{score:?}: {why:?}, not {expected:?}");
        assert_eq!(unfit(FormatGeneration::Old, Verdict::Accepted), None);
        assert_eq!(unfit(FormatGeneration::New, Verdict::WrongAnswer), None);
    }
    let sample = Grader::new(&TestGroups::new(), &CASES, FormatGeneration::New);
    let outcome = CaseGrade { verdict: Verdict::Accepted, score: points(1e9) };
    assert_eq!(sample.unfit(0, outcome), None);
}
