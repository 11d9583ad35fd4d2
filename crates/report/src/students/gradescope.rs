//! `results.json`, according to Gradescope's autograder specification.
//!
//! There is a test for each group that is worth points, followed by one for each of its cases;
//! groups of samples come first. The groups and the total carry the points, so cases need only a
//! status. Without groups, each case is worth one point.

use std::collections::BTreeSet;
use std::io;

use serde::Serialize;

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
    #[serde(skip_serializing_if = "Option::is_none")]
    extra_data: Option<ExtraData>,
}

/// Data that Gradescope stores for instructors, and does not show to students.
#[derive(Serialize)]
struct ExtraData {
    /// The file that defines additional languages.
    languages: String,
}

#[derive(Default, Serialize)]
struct GradescopeTest {
    name: String,
    number: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Points>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_score: Option<Points>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
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
    let results = match &page.end.not_judged {
        Some(NotJudged::NotAProgram { .. }) => no_program(page),
        _ if page.end.verdict.is_none() || page.has_judge_error() => return Ok(None),
        _ => judged(page),
    };
    let mut json = serde_json::to_vec_pretty(&results)?;
    json.push(b'\n');
    Ok(Some(json))
}

/// Returns the result of a submission that is not a program.
fn no_program(page: &Page) -> Results {
    let most = page.started.most_points();
    let most = if page.started.groups.is_empty() { ONE } else { most };
    let test = GradescopeTest {
        name: "Not judged".into(),
        number: "1".into(),
        score: Some(Points::default()),
        max_score: Some(most),
        status: Some(status(false)),
        output: not_judged(page.end, page.seeing.texts()),
        output_format: TextFormat::Text,
        visibility: Visibility::Visible.code(),
    };
    Results {
        score: Some(page.end.decided().unwrap_or_default()),
        output: format!("{}\n{}", result(page), not_judged(page.end, page.seeing.texts())),
        output_format: TextFormat::Text,
        visibility: Visibility::Visible.code(),
        stdout_visibility: Visibility::Hidden.code(),
        tests: vec![test],
        extra_data: extra_data(page),
    }
}

fn judged(page: &Page) -> Results {
    let mut output = result(page);
    if page.end.verdict == Some(Verdict::CompileError) {
        output.push('\n');
        output.push_str(&as_text(&compiler(page.end, page.seeing.texts())));
    }
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
    Results {
        score: page.end.decided().or(page.end.scores.points()),
        output,
        output_format: TextFormat::Text,
        visibility: Visibility::Visible.code(),
        stdout_visibility: Visibility::Hidden.code(),
        tests,
        extra_data: extra_data(page),
    }
}

/// Returns the verdict, including a manual decision.
fn result(page: &Page) -> String {
    let verdict = verdict(page.end.verdict, page.seeing.texts());
    handed_in::decided(page).unwrap_or_else(|| verdict.into())
}

fn extra_data(page: &Page) -> Option<ExtraData> {
    page.started.languages().map(|file| ExtraData { languages: file.to_string() })
}

fn group(page: &Page, section: &Section, earned: &Earned) -> GradescopeTest {
    let of_cases = section.members.iter().map(|case| page.seeing.visibility(case));
    let secret = of_cases.into_iter().find(|&seen| seen != Visibility::Visible);
    GradescopeTest {
        name: earned.title.to_string(),
        score: Some(earned.points),
        max_score: Some(earned.most_points),
        status: Some(status(section.is_passed())),
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
        status: Some(status(passed)),
        output,
        visibility: page.seeing.visibility(seen.case).code(),
        ..GradescopeTest::default()
    }
}

fn status(passed: bool) -> &'static str {
    if passed { "passed" } else { "failed" }
}
