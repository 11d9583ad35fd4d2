//! Formats the time limits that suit the submissions of a problem: for people, and as JSON.

use referee_checker::text::escape;
use serde::Serialize;

use crate::json_line;
use referee_base::{part_of, plural};
use referee_display::paint::{BAD, GOOD, LABEL, ODD, painted};
use referee_display::width::padded;
use referee_display::wrap::wrapped_after;
use referee_events::calibration::{CalibrationFigures, MachineSpeed};
use referee_judge::time_limit::MAX_LIMIT;
use referee_strength::limits::{Bound, Interval, LimitsFindings, MeasuredSubmission, Suitable};

/// The width of the labels in front of facts.
const LABEL_WIDTH: usize = 11;

/// The factor by which a machine may be slower when a limit is called safe.
const SLOWER: f64 = 2.0;

/// Greater factors between limits are not shown.
const MAX_FACTOR: f64 = 100.0;

const LANGUAGES: &str = "languages";

/// The maximum number of submissions named if several fail.
const MAX_NAMED: usize = 3;

/// Formats the findings, in lines of at most `width` characters.
pub fn human(findings: &LimitsFindings, width: usize) -> String {
    let mut text = format!(
        "{}: {}, {}; bounds are the least CPU time of {}\n\n",
        escape(findings.problem.as_bytes()),
        plural(findings.cases.len(), "case", "cases"),
        plural(findings.submissions.len(), "submission", "submissions"),
        plural(findings.repeat, "run", "runs"),
    );
    if findings.is_interrupted {
        let measured = findings.submissions.iter().filter(|one| one.not_judged.is_none()).count();
        let all = findings.submissions.len();
        let share = part_of(measured, all, "submissions", ("was", "were"));
        text += &format!("{} interrupted; {share} measured\n\n", painted(BAD, "INCOMPLETE:"));
    }
    for (label, lines) in facts(findings) {
        let indent = LABEL_WIDTH + 2;
        let mut start = painted(LABEL, &format!("{label:<LABEL_WIDTH$}"));
        for line in lines {
            match std::mem::take(&mut start) {
                // Spaces between its columns must stay.
                start if label == LANGUAGES => text += &(padded(&start, indent) + &line + "\n"),
                start => wrapped_after(&mut text, &start, indent, width, &line),
            }
        }
    }
    text
}

fn facts(findings: &LimitsFindings) -> Vec<(&'static str, Vec<String>)> {
    let mut facts = vec![("interval", interval(findings))];
    let languages = languages(findings);
    if languages.len() > 1 {
        facts.push((LANGUAGES, languages));
    }
    if let Some((limit, origin)) = &findings.present {
        facts.push(("limit", limit_in_use(findings, *limit, origin)));
    }
    facts.push(("recommended", recommended(findings)));
    if let Some(lines) = half_as_fast(findings) {
        facts.push(("half speed", lines));
    }
    let fails = findings.failing_always().map(|one| {
        let (name, expected) = (name(one), &one.expected);
        painted(BAD, &format!("{name}: {}; expected: {expected}", got(findings, one)))
    });
    let fails: Vec<String> = fails.collect();
    if !fails.is_empty() {
        facts.push(("no limit", fails));
    }
    let not_judged = findings.submissions.iter().filter_map(|one| {
        let (why, _) = one.not_judged.as_ref()?;
        Some(painted(ODD, &format!("{}: {}", name(one), escape(why.as_bytes()))))
    });
    let not_judged: Vec<String> = not_judged.collect();
    if !not_judged.is_empty() {
        facts.push(("not judged", not_judged));
    }
    facts
}

fn name(one: &MeasuredSubmission) -> String {
    escape(one.name.as_bytes())
}

fn got(findings: &LimitsFindings, one: &MeasuredSubmission) -> String {
    let longest = match one.must_keep {
        Some(_) => MAX_LIMIT.as_secs_f64(),
        None => findings.upto,
    };
    format!("{}, whatever the limit up to {} s", escape(one.got.as_bytes()), short(longest))
}

fn interval(findings: &LimitsFindings) -> Vec<String> {
    let limit = findings.present.as_ref().map(|(limit, _)| *limit);
    let Some(one) = findings.all.at(limit) else {
        return vec![painted(BAD, &no_interval(findings, &findings.all))];
    };
    let others = match findings.all.intervals.len() {
        1 => String::new(),
        count => format!(", and {} more", plural(count - 1, "interval", "intervals")),
    };
    let mut lines = vec![painted(GOOD, &range(one)) + &others];
    let bounds = [
        ("at least", one.from, from(one.from.seconds)),
        ("less than", one.below, below(one.below.seconds)),
    ];
    lines.extend(bounds.into_iter().filter_map(|(word, bound, seconds)| {
        Some(format!("{word} {seconds}: {}", run(findings, bound)?))
    }));
    if one.below.seconds.is_infinite() {
        let measured = measured(findings);
        lines.push(if findings.submissions.iter().any(|one| one.must_exceed.is_some()) {
            format!(
                "no upper bound: all{measured} that must be too slow still run after {} s",
                short(findings.upto)
            )
        } else {
            format!("no upper bound: no submission{measured} must be too slow")
        });
    }
    lines
}

/// Returns the word after claims about all submissions, if nothing is known of some.
fn measured(findings: &LimitsFindings) -> &'static str {
    let are_known = findings.submissions.iter().all(|one| one.not_judged.is_none());
    if are_known { "" } else { " measured" }
}

/// Formats why no limit suits all submissions.
fn no_interval(findings: &LimitsFindings, none: &Suitable) -> String {
    let Some((needs, stopped)) = none.conflict else {
        return "there is none: any two submissions agree on limits, but not all of them".into();
    };
    let of = |bound: Bound| {
        bound.by.map(|(submission, case)| {
            (name(&findings.submissions[submission]), escape(findings.cases[case].as_bytes()))
        })
    };
    let (Some((needing, on)), Some((fast, its))) = (of(needs), of(stopped)) else {
        return "there is none".into();
    };
    format!(
        "there is none, because {needing} needs at least {} (on {on}) and {fast} must be stopped before {} (on {its})",
        from(needs.seconds),
        below(stopped.seconds),
    )
}

fn run(findings: &LimitsFindings, bound: Bound) -> Option<String> {
    let (submission, case) = bound.by?;
    let case = escape(findings.cases[case].as_bytes());
    Some(format!("{} on {case}", name(&findings.submissions[submission])))
}

fn range(interval: &Interval) -> String {
    let shortest = from(interval.from.seconds);
    if interval.below.seconds.is_finite() {
        format!("{shortest} .. {}", below(interval.below.seconds))
    } else {
        format!("{shortest} or longer")
    }
}

/// Formats the shortest suitable limit, rounded up so that it is still suitable.
fn from(seconds: f64) -> String {
    format!("{:.2} s", (seconds * 100.0).ceil() / 100.0)
}

/// Formats a limit that is too long, rounded down.
fn below(seconds: f64) -> String {
    format!("{:.2} s", (seconds * 100.0).floor() / 100.0)
}

/// Formats a limit without insignificant digits.
fn short(seconds: f64) -> String {
    ((seconds * 1000.0).round() / 1000.0).to_string()
}

fn languages(findings: &LimitsFindings) -> Vec<String> {
    let widest = findings.languages.keys().map(|title| title.chars().count()).max().unwrap_or(0);
    let line = |(title, own): (&String, &Suitable)| {
        let range = match own.intervals.first() {
            Some(first) => range(first),
            None => painted(BAD, "none"),
        };
        format!("{}  {range}", padded(title, widest))
    };
    findings.languages.iter().map(line).collect()
}

fn limit_in_use(findings: &LimitsFindings, limit: f64, origin: &str) -> Vec<String> {
    let shown = format!("{} s ({origin})", short(limit));
    let failing = findings.failing(limit, 1.0);
    if !failing.is_empty() {
        let names = names(&failing);
        return vec![painted(BAD, &format!("{shown} does not suit {names}"))];
    }
    let Some(interval) = findings.all.at(Some(limit)).filter(|_| findings.all.has(limit)) else {
        return vec![shown];
    };
    let mut sides = Vec::new();
    if interval.from.seconds > 0.0 {
        sides.push(format!("{} the shortest that does", times(limit / interval.from.seconds)));
    }
    if interval.below.seconds.is_finite() {
        sides.push(format!("the longest is {} as long", times(interval.below.seconds / limit)));
    }
    let is_for_all = findings.failing_always().next().is_none();
    let possible = if is_for_all { "" } else { " that any limit suits" };
    vec![format!(
        "{shown} suits all{}{possible}: {}",
        measured(findings),
        if sides.is_empty() { "nothing bounds it".into() } else { sides.join(", and ") }
    )]
}

/// Formats a factor. Of large ones, noise decides all digits.
fn times(factor: f64) -> String {
    if factor > MAX_FACTOR {
        format!("more than {MAX_FACTOR} times")
    } else {
        format!("{factor:.1} times")
    }
}

fn names(submissions: &[&MeasuredSubmission]) -> String {
    let named: Vec<String> = submissions.iter().take(MAX_NAMED).map(|one| name(one)).collect();
    match submissions.len() - named.len() {
        0 => named.join(", "),
        more => format!("{} and {}", named.join(", "), plural(more, "other", "others")),
    }
}

fn recommended(findings: &LimitsFindings) -> Vec<String> {
    let rule = &findings.rule;
    let Some(one) = findings.recommended else {
        if findings.is_interrupted {
            return vec!["none: not all submissions were measured".to_string()];
        }
        return vec![painted(BAD, "none: no submission that must keep the limit is accepted")];
    };
    let slowest = run(findings, one.slowest).unwrap_or_default();
    let mut lines = vec![
        painted(GOOD, &format!("{} s", short(one.seconds)))
            + &format!(
                ", by the rule of {}: {} times {:.2} s, rounded up to a multiple of {} s",
                rule.format,
                short(rule.multiple.factor),
                one.slowest.seconds,
                short(rule.multiple.resolution),
            ),
        format!("slowest that must be accepted: {slowest}"),
    ];
    let least = one.seconds * rule.time_limit_to_tle;
    let asked = format!("{} s, {} times the limit", short(least), short(rule.time_limit_to_tle));
    lines.extend(one.too_slow.map(|bound| match bound.seconds {
        seconds if !rule.is_clear(one.seconds, &one) => painted(
            BAD,
            &format!(
                "too fast: {} must be too slow and takes {seconds:.2} s, not {asked}",
                run(findings, bound).unwrap_or_default()
            ),
        ),
        seconds if seconds.is_finite() => {
            format!(
                "fastest that must be too slow: {} takes {seconds:.2} s, more than {asked}",
                run(findings, bound).unwrap_or_default()
            )
        }
        _ => format!("all that must be too slow take more than {asked}"),
    }));
    lines
}

/// Formats whether the limits are safe on a slower machine; `None` if there is no limit.
fn half_as_fast(findings: &LimitsFindings) -> Option<Vec<String>> {
    let present = findings.present.as_ref().map(|(limit, _)| *limit);
    let mut limits: Vec<f64> =
        findings.recommended.map(|one| one.seconds).into_iter().chain(present).collect();
    limits.sort_by(f64::total_cmp);
    limits.dedup();
    let known = if measured(findings).is_empty() { "" } else { ", for those measured" };
    let line = |limit: f64| {
        let failing = findings.failing(limit, SLOWER);
        let shown = short(limit);
        if failing.is_empty() {
            format!("{shown} s is safe on a machine half as fast{known}")
        } else {
            painted(
                ODD,
                &format!(
                    "{shown} s is not safe on a machine half as fast, for {}",
                    names(&failing)
                ),
            )
        }
    };
    (!limits.is_empty()).then(|| limits.into_iter().map(line).collect())
}

/// Returns the warnings.
pub fn warnings(findings: &LimitsFindings) -> Vec<String> {
    let mut warnings = findings.machine.as_ref().map_or(Vec::new(), |(_, speed)| speed.warnings());
    if let Some(one) = findings.recommended
        && !findings.all.intervals.is_empty()
        && !findings.all.has(one.seconds)
    {
        let shown = short(one.seconds);
        let failing = names(&findings.failing(one.seconds, 1.0));
        warnings.push(format!(
            "the recommended limit of {shown} s lies outside the interval: it does not suit {failing}"
        ));
    }
    warnings
}

/// The JSON form.
#[derive(Serialize)]
struct Json<'a> {
    format: &'static str,
    version: u32,
    problem: &'a str,
    cases: usize,
    repeat: usize,
    /// The limit, in seconds, for submissions that need not be accepted: longer times are unknown.
    measured_up_to: f64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    #[serde(flatten)]
    all: JsonSuitable<'a>,
    languages: Vec<JsonLanguage<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<JsonLimit<'a>>,
    rule: JsonRule<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recommended: Option<JsonRecommended<'a>>,
    submissions: Vec<JsonSubmission<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    machine: Option<&'a CalibrationFigures>,
    #[serde(skip_serializing_if = "Option::is_none")]
    speed: Option<&'a MachineSpeed>,
}

/// A bound; without a time if there is none.
#[derive(Serialize)]
struct JsonBound<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    submission: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<&'a str>,
}

#[derive(Serialize)]
struct JsonInterval<'a> {
    from: JsonBound<'a>,
    below: JsonBound<'a>,
}

#[derive(Serialize)]
struct JsonLanguage<'a> {
    language: &'a str,
    #[serde(flatten)]
    own: JsonSuitable<'a>,
}

#[derive(Serialize)]
struct JsonSuitable<'a> {
    intervals: Vec<JsonInterval<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<JsonInterval<'a>>,
}

#[derive(Serialize)]
struct JsonLimit<'a> {
    seconds: f64,
    origin: &'a str,
    suits: bool,
    #[serde(flatten)]
    failing: JsonFailing<'a>,
}

/// The submissions that a limit does not suit, and those that it would not suit on a machine half
/// as fast.
#[derive(Serialize)]
struct JsonFailing<'a> {
    failing: Vec<&'a str>,
    failing_half_as_fast: Vec<&'a str>,
}

#[derive(Serialize)]
struct JsonRule<'a> {
    format: &'a str,
    ac_to_time_limit: f64,
    time_limit_to_tle: f64,
    time_resolution: f64,
}

#[derive(Serialize)]
struct JsonRecommended<'a> {
    seconds: f64,
    suits: bool,
    /// Whether submissions that must be too slow take as long as the rule requires.
    clearly_too_slow: bool,
    slowest: JsonBound<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    too_slow: Option<JsonBound<'a>>,
    #[serde(flatten)]
    failing: JsonFailing<'a>,
}

#[derive(Serialize)]
struct JsonSubmission<'a> {
    name: &'a str,
    language: &'a str,
    expected: &'a str,
    got: &'a str,
    intervals: Vec<JsonInterval<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_judged: Option<&'a str>,
}

/// Formats the findings as one JSON object.
pub fn json(findings: &LimitsFindings) -> String {
    let LimitsFindings { rule, .. } = findings;
    let names = |limit: f64, slower: f64| {
        findings.failing(limit, slower).into_iter().map(|one| &*one.name).collect()
    };
    let failing = |limit: f64| JsonFailing {
        failing: names(limit, 1.0),
        failing_half_as_fast: names(limit, SLOWER),
    };
    json_line(&Json {
        format: "referee-limits",
        version: 1,
        problem: &findings.problem,
        cases: findings.cases.len(),
        repeat: findings.repeat,
        measured_up_to: findings.upto,
        interrupted: findings.is_interrupted,
        all: json_suitable(findings, &findings.all),
        languages: (findings.languages.iter())
            .map(|(language, own)| JsonLanguage { language, own: json_suitable(findings, own) })
            .collect(),
        limit: findings.present.as_ref().map(|(seconds, origin)| JsonLimit {
            seconds: *seconds,
            origin,
            suits: findings.all.has(*seconds),
            failing: failing(*seconds),
        }),
        rule: JsonRule {
            format: &rule.format,
            ac_to_time_limit: rule.multiple.factor,
            time_limit_to_tle: rule.time_limit_to_tle,
            time_resolution: rule.multiple.resolution,
        },
        recommended: findings.recommended.map(|one| JsonRecommended {
            seconds: one.seconds,
            suits: findings.all.has(one.seconds),
            clearly_too_slow: rule.is_clear(one.seconds, &one),
            slowest: json_bound(findings, one.slowest),
            too_slow: one.too_slow.map(|bound| json_bound(findings, bound)),
            failing: failing(one.seconds),
        }),
        submissions: json_submissions(findings),
        machine: findings.machine.as_ref().map(|(figures, _)| figures),
        speed: findings.machine.as_ref().map(|(_, speed)| speed),
    })
}

fn json_submissions(findings: &LimitsFindings) -> Vec<JsonSubmission<'_>> {
    let submissions = findings.submissions.iter().enumerate();
    submissions
        .map(|(at, one)| JsonSubmission {
            name: &one.name,
            language: &one.language,
            expected: &one.expected,
            got: &one.got,
            intervals: Interval::of(at, one).map(|one| json_interval(findings, one)).collect(),
            not_judged: one.not_judged.as_ref().map(|(why, _)| &**why),
        })
        .collect()
}

fn json_suitable<'f>(findings: &'f LimitsFindings, own: &Suitable) -> JsonSuitable<'f> {
    JsonSuitable {
        intervals: own.intervals.iter().map(|&one| json_interval(findings, one)).collect(),
        conflict: own
            .conflict
            .map(|(from, below)| json_interval(findings, Interval { from, below })),
    }
}

fn json_interval(
    findings: &LimitsFindings,
    Interval { from, below }: Interval,
) -> JsonInterval<'_> {
    JsonInterval { from: json_bound(findings, from), below: json_bound(findings, below) }
}

fn json_bound(findings: &LimitsFindings, bound: Bound) -> JsonBound<'_> {
    JsonBound {
        seconds: Some(bound.seconds).filter(|seconds| seconds.is_finite()),
        submission: bound.by.map(|(submission, _)| &*findings.submissions[submission].name),
        case: bound.by.map(|(_, case)| &*findings.cases[case]),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use referee_events::ExpectationResult;
    use referee_judge::limit_ranges::{Edge, LimitRange};
    use referee_judge::time_limit::Multiple;
    use referee_strength::limits::LimitRule;

    use super::*;

    fn submission(name: &str, from: f64, met: ExpectationResult) -> MeasuredSubmission {
        let from = Edge { seconds: from, case: Some(0) };
        MeasuredSubmission {
            name: name.into(),
            language: "C".into(),
            expected: "accepted".into(),
            ranges: vec![LimitRange { from, below: Edge::NEVER, met }],
            must_keep: None,
            must_exceed: None,
            not_judged: None,
            got: "wrong answer on 1".into(),
        }
    }

    /// Formats the limit of 1 s, given these submissions.
    fn limit(submissions: Vec<MeasuredSubmission>) -> String {
        let findings = LimitsFindings {
            problem: "p".into(),
            cases: vec!["1".into()],
            repeat: 3,
            upto: 4.0,
            present: None,
            all: Suitable::of(submissions.iter().enumerate()),
            languages: BTreeMap::new(),
            rule: LimitRule {
                format: "legacy".into(),
                multiple: Multiple { factor: 5.0, resolution: 1.0 },
                time_limit_to_tle: 2.0,
            },
            recommended: None,
            machine: None,
            is_interrupted: false,
            submissions,
        };
        limit_in_use(&findings, 1.0, "the package").join("\n")
    }

    #[test]
    fn a_large_factor_has_no_digits() {
        let met = ExpectationResult::AsExpected;
        assert_eq!(
            limit(vec![submission("a", 0.001, met)]),
            "1 s (the package) suits all: more than 100 times the shortest that does"
        );
        assert_eq!(
            limit(vec![submission("a", 0.25, met)]),
            "1 s (the package) suits all: 4.0 times the shortest that does"
        );
    }

    #[test]
    fn a_submission_that_no_limit_suits_is_not_among_all() {
        let a = submission("a", 0.25, ExpectationResult::AsExpected);
        let b = submission("b", 0.25, ExpectationResult::NotPermitted);
        assert_eq!(
            limit(vec![a, b]),
            "1 s (the package) suits all that any limit suits: 4.0 times the shortest that does"
        );
    }
}
