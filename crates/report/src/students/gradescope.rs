//! `results.json`, according to Gradescope's autograder specification.
//!
//! There is a test for each group that is worth points, followed by one for each of its cases;
//! groups of samples come first. The groups and the total carry the points, so cases need only a
//! status. Without groups, each case is worth one point.

use std::collections::BTreeSet;
use std::io;

use serde::Serialize;
use serde_json::{Value, json};

use super::handed_in;
use super::page::{Page, SeenCase};
use super::said::{as_text, compiler, explanation, headline, not_judged, verdict};
use super::sections::{Section, sections};
use super::seen::Visibility;
use referee_events::points::{Earned, Points};
use referee_events::{NotJudged, Verdict};

/// The points of a case without groups.
const ONE: Points = Points::of_hundredths(100);

#[derive(Serialize)]
struct Results {
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Points>,
    output: String,
    output_format: TextFormat,
    visibility: &'static str,
    stdout_visibility: &'static str,
    tests: Vec<GradescopeTest>,
    /// What Gradescope stores for instructors, and does not show to students: the file that defines
    /// additional languages.
    #[serde(skip_serializing_if = "Option::is_none")]
    extra_data: Option<Value>,
}

#[derive(Default, Serialize)]
struct GradescopeTest {
    name: String,
    number: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Points>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_score: Option<Points>,
    status: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    output: String,
    output_format: TextFormat,
    visibility: &'static str,
}

/// The format of texts.
#[derive(Default, Serialize)]
#[serde(rename_all = "lowercase")]
enum TextFormat {
    #[default]
    Text,
}

/// Returns the content of `results.json`. `None` in case of a judge error: Gradescope then reports
/// to the instructors that the autograder failed, and the student gets no points that would have to
/// be withdrawn.
pub(super) fn results(page: &Page) -> io::Result<Option<Vec<u8>>> {
    let Page { started, end, judged, .. } = page;
    let texts = page.seeing.texts();
    let (earned, tests, why) = match (&end.not_judged, end.verdict) {
        (Some(NotJudged::NotAProgram { .. }), _) => {
            let why = not_judged(end, texts);
            (Some(Points::default()), vec![no_program(page, why.clone())], format!("\n{why}"))
        }
        (_, None) => return Ok(None),
        _ if judged.iter().any(|judged| judged.verdict == Verdict::JudgeError) => return Ok(None),
        (_, Some(verdict)) => {
            let is_uncompiled = verdict == Verdict::CompileError;
            let why = is_uncompiled.then(|| format!("\n{}", as_text(&compiler(end, texts))));
            (end.scores.points(), tests(page), why.unwrap_or_default())
        }
    };
    let result = handed_in::decided(page).unwrap_or_else(|| verdict(end.verdict, texts).into());
    let results = Results {
        score: end.decided().or(earned),
        output: result + &why,
        output_format: TextFormat::Text,
        visibility: Visibility::Visible.code(),
        stdout_visibility: Visibility::Hidden.code(),
        tests,
        extra_data: started.languages().map(|file| json!({ "languages": file })),
    };
    let mut json = serde_json::to_vec_pretty(&results)?;
    json.push(b'\n');
    Ok(Some(json))
}

/// Returns the test of a submission that is not a program.
fn no_program(page: &Page, why: String) -> GradescopeTest {
    let started = page.started;
    let most = if started.groups.is_empty() { ONE } else { started.most_points() };
    GradescopeTest {
        name: "Not judged".into(),
        number: "1".into(),
        score: Some(Points::default()),
        max_score: Some(most),
        status: status(false),
        output: why,
        output_format: TextFormat::Text,
        visibility: Visibility::Visible.code(),
    }
}

/// Returns the tests of a judged submission.
fn tests(page: &Page) -> Vec<GradescopeTest> {
    let sections = sections(page);
    let is_worth_points = sections.iter().any(|section| section.earned.is_some());
    let mut tests = Vec::new();
    for section in &sections {
        tests.extend(section.earned.map(|earned| group(page, section, earned)));
        tests.extend(section.cases.iter().map(|seen| case(page, seen, is_worth_points)));
    }
    for (test, number) in tests.iter_mut().zip(1..) {
        test.number = format!("{number}");
    }
    tests
}

fn group(page: &Page, section: &Section, earned: &Earned) -> GradescopeTest {
    let of_cases = section.members.iter().map(|case| page.seeing.visibility(case));
    let secret = of_cases.into_iter().find(|&seen| seen != Visibility::Visible);
    GradescopeTest {
        name: earned.title.to_string(),
        score: Some(earned.points),
        max_score: Some(earned.most_points),
        status: status(section.is_passed()),
        output: section.in_words(page.seeing.texts()),
        visibility: secret.unwrap_or(Visibility::Visible).code(),
        ..GradescopeTest::default()
    }
}

fn case(page: &Page, seen: &SeenCase, is_worth_points: bool) -> GradescopeTest {
    let passed = seen.judged.is_some_and(|judged| judged.verdict == Verdict::Accepted);
    let score = if passed { ONE } else { Points::default() };
    let output = match seen.judged {
        Some(_) if passed => String::new(),
        Some(judged) => {
            let texts = page.seeing.texts();
            let headline = headline(judged, texts);
            let program = page.end.program.as_ref();
            format!(
                "{headline}\n{}",
                as_text(&explanation(judged, program, texts, &mut BTreeSet::new()))
            )
        }
        None => "not run".into(),
    };
    GradescopeTest {
        name: seen.name.clone(),
        score: (!is_worth_points).then_some(score),
        max_score: (!is_worth_points).then_some(ONE),
        status: status(passed),
        output,
        visibility: page.seeing.visibility(seen.case).code(),
        ..GradescopeTest::default()
    }
}

fn status(passed: bool) -> &'static str {
    if passed { "passed" } else { "failed" }
}
