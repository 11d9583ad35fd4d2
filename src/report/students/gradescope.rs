//! `results.json`, according to Gradescope's autograder specification.
//!
//! There is a test for each group that is worth points and one for each case. The groups and the total carry the points,
//! so cases need only a status. Without groups each case is worth one point.

use std::io;

use serde::Serialize;

use super::page::Page;
use super::seen::{self, Visibility, quote, verdict};
use crate::events::{NotJudged, Verdict};
use crate::points::Points;
use referee_base::plural;

/// The points of a case without groups.
const ONE: Points = Points::of_hundredths(100);

#[derive(Serialize)]
struct Results {
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Points>,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
    stdout_visibility: &'static str,
    tests: Vec<GradescopeTest>,
}

#[derive(Serialize)]
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
    output_format: &'static str,
    visibility: &'static str,
}

/// Returns the content of `results.json`; none in case of a judge error: Gradescope then tells the instructors that the autograder
/// failed, and the student gets no points that would have to be withdrawn.
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

/// Returns the result of a submission that is no program.
fn no_program(page: &Page) -> Results {
    let most: Points = page.started.groups.iter().map(|group| group.most_points).sum();
    let most = if page.started.groups.is_empty() { ONE } else { most };
    let test = GradescopeTest {
        name: "Not judged".into(),
        number: "1".into(),
        score: Some(Points::default()),
        max_score: Some(most),
        status: Some(status(false)),
        output: seen::not_judged(page.end),
        output_format: "text",
        visibility: Visibility::Visible.code(),
    };
    Results {
        score: Some(Points::default()),
        output: format!("not judged\n{}", seen::not_judged(page.end)),
        output_format: "text",
        visibility: Visibility::Visible.code(),
        stdout_visibility: Visibility::Hidden.code(),
        tests: vec![test],
    }
}

fn judged(page: &Page) -> Results {
    let mut output = verdict(page.end.verdict).to_string();
    if page.end.verdict == Some(Verdict::CompileError) {
        output.push('\n');
        quote(&mut output, "the compiler says", &page.end.message);
    }
    let mut tests = groups(page);
    let is_worth_points = !tests.is_empty();
    tests.extend(cases(page, tests.len(), is_worth_points));
    Results {
        score: page.end.scores.points(),
        output,
        output_format: "text",
        visibility: Visibility::Visible.code(),
        stdout_visibility: Visibility::Hidden.code(),
        tests,
    }
}

fn groups(page: &Page) -> Vec<GradescopeTest> {
    let groups = page.started.groups.iter().zip(page.end.scores.earned()).zip(1..);
    let tests = groups.map(|((group, earned), number)| {
        let of_cases = group.cases.iter().map(|case| page.seeing.visibility(case));
        let secret = of_cases.into_iter().find(|&seen| seen != Visibility::Visible);
        GradescopeTest {
            name: earned.title.to_string(),
            number: format!("{number}"),
            score: Some(earned.points),
            max_score: Some(earned.most_points),
            status: Some(status(earned.passed == earned.cases)),
            output: format!(
                "{} of {} passed",
                earned.passed,
                plural(earned.cases, "case", "cases")
            ),
            output_format: "text",
            visibility: secret.unwrap_or(Visibility::Visible).code(),
        }
    });
    tests.collect()
}

fn cases(page: &Page, groups: usize, is_worth_points: bool) -> Vec<GradescopeTest> {
    let tests = page.cases().zip(groups + 1..).map(|((case, name, judged), number)| {
        let passed = judged.is_some_and(|judged| judged.verdict == Verdict::Accepted);
        let score = if passed { ONE } else { Points::default() };
        let output = match judged {
            Some(_) if passed => String::new(),
            Some(judged) => {
                let headline = page.seeing.headline(judged);
                format!("{headline}\n{}", page.seeing.explanation(judged))
            }
            None => "not run".into(),
        };
        GradescopeTest {
            name,
            number: format!("{number}"),
            score: (!is_worth_points).then_some(score),
            max_score: (!is_worth_points).then_some(ONE),
            status: Some(status(passed)),
            output,
            output_format: "text",
            visibility: page.seeing.visibility(case).code(),
        }
    });
    tests.collect()
}

fn status(passed: bool) -> &'static str {
    if passed { "passed" } else { "failed" }
}
