//! A run compared with an earlier one, in the report for people and in the table of changes.

use std::io::Read;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::DeflateDecoder;
use insta::assert_snapshot;
use referee_judge::StopPolicy;
use referee_report::earlier::EarlierRun;
use referee_report::{ReportKind, Style};
use serde_json::{Value, json};

use crate::mock::{Conditions, Folder, Outcome};
use crate::points::scheme;

/// Judges programs for points by the words of their texts.
fn judged(submissions: &[(&str, &str)]) -> (Folder, Outcome) {
    let folder = Folder::with(submissions);
    let outcome = folder.judge_for_points(StopPolicy::All, 1, Some(&scheme("each")));
    (folder, outcome)
}

/// Returns the style of a report that compares with an outcome.
fn against(folder: &Folder, earlier: &Outcome, width: usize) -> Style {
    let text = earlier.report(ReportKind::Jsonl, &Style::IN_FILE);
    let path = folder.path("old.jsonl");
    std::fs::write(&path, text).unwrap();
    let mut earlier = EarlierRun::read(&path).unwrap();
    earlier.file = "old.jsonl".into();
    Style { width, against: Some(Arc::new(earlier)), ..Style::IN_FILE }
}

/// Returns the comparison in the report for people.
fn changes(outcome: &Outcome, style: &Style) -> String {
    let text = outcome.report(ReportKind::Human, style);
    text.find("against old.jsonl").map_or(String::new(), |start| text[start..].to_string())
}

const BEFORE: [(&str, &str); 7] = [
    ("accepted/fast.mock", "right"),
    ("accepted/a-solution-with-quite-a-long-name-indeed.mock", "right wrong wrong"),
    ("wrong_answer/greedy.mock", "right wrong right"),
    ("wrong_answer/slow.mock", "wrong"),
    ("ann.mock", "wrong right wrong"),
    ("cy.built", "compiler errors"),
    ("gone.mock", "right"),
];

const NOW: [(&str, &str); 7] = [
    ("accepted/fast.mock", "right right cpu"),
    ("accepted/a-solution-with-quite-a-long-name-indeed.mock", "right"),
    ("wrong_answer/greedy.mock", "right"),
    ("wrong_answer/slow.mock", "wrong malformed code"),
    ("ann.mock", "right right malformed"),
    ("cy.built", "right"),
    ("new.mock", "right"),
];

#[test]
fn the_changes_fit_the_terminal() {
    let (folder, before) = judged(&BEFORE);
    let (_keep, now) = judged(&NOW);
    assert_snapshot!(changes(&now, &against(&folder, &before, 200)), @"
    against old.jsonl: 6 of 6 submissions changed, 8 verdicts; 4 earn more, 1 less
      1 submission is new: new.mock
      1 submission is gone: gone.mock

                                                    before         now           outcome                points   changed
      accepted/a-solution-...long-name-indeed.mock  wrong answer   accepted      NOT AS EXPECTED -> ok  3 -> 10  2 W -> A, 3 W -> A
      accepted/fast.mock                            accepted       time limit    ok -> NOT AS EXPECTED  10 -> 6  3 A -> T
      ann.mock                                      wrong answer   malformed                            3 -> 6   1 W -> A, 3 W -> P
      cy.built                                      compile error  accepted                             0 -> 10
      wrong_answer/greedy.mock                      wrong answer   accepted      ok -> NOT CAUGHT       7 -> 10  2 W -> A
      wrong_answer/slow.mock                        wrong answer   wrong answer  ok -> NOT AS EXPECTED  0        2 W -> P, 3 W -> R

      case  changed
      3     1 A -> T, 1 W -> A, 1 W -> P, 1 W -> R
      2     2 W -> A, 1 W -> P
      1     1 W -> A

    1 of 4 as expected, 2 of 3 others accepted.   exit code 1
    ");
    assert_snapshot!(changes(&now, &against(&folder, &before, 80)), @"
    against old.jsonl: 6 of 6 submissions changed, 8 verdicts; 4 earn more, 1 less
      1 submission is new: new.mock
      1 submission is gone: gone.mock

                               before         now           outcome          points
      accepted/a...ndeed.mock  wrong answer   accepted      ok               3 -> 10
        2 W -> A, 3 W -> A
      accepted/fast.mock       accepted       time limit    NOT AS EXPECTED  10 -> 6
        3 A -> T
      ann.mock                 wrong answer   malformed                      3 -> 6
        1 W -> A, 3 W -> P
      cy.built                 compile error  accepted                       0 -> 10
      wrong_answ...reedy.mock  wrong answer   accepted      NOT CAUGHT       7 -> 10
        2 W -> A
      wrong_answer/slow.mock   wrong answer   wrong answer  NOT AS EXPECTED  0
        2 W -> P, 3 W -> R

      case  changed
      3     1 A -> T, 1 W -> A, 1 W -> P, 1 W -> R
      2     2 W -> A, 1 W -> P
      1     1 W -> A

    1 of 4 as expected, 2 of 3 others accepted.   exit code 1
    ");
}

#[test]
fn a_row_for_each_submission_that_gets_something_else() {
    let (folder, before) = judged(&BEFORE);
    let (_keep, now) = judged(&NOW);
    let style = against(&folder, &before, 100);
    assert_snapshot!(now.report(ReportKind::Changes, &style), @"
    submission,student,id,verdict_before,verdict,result_before,result,points_before,points,difference,cases_changed
    accepted/a-solution-with-quite-a-long-name-indeed.mock,accepted/a-solution-with-quite-a-long-name-indeed.mock,,WA,AC,not-permitted,as-expected,3,10,7,2
    accepted/fast.mock,accepted/fast.mock,,AC,TLE,as-expected,not-permitted,10,6,-4,1
    ann.mock,ann.mock,,WA,PE,not-permitted,not-permitted,3,6,3,2
    cy.built,cy.built,,CE,AC,not-permitted,as-expected,0,10,10,0
    wrong_answer/greedy.mock,wrong_answer/greedy.mock,,WA,AC,as-expected,not-caught,7,10,3,1
    wrong_answer/slow.mock,wrong_answer/slow.mock,,WA,WA,as-expected,not-permitted,0,0,0,2
    ");
    let same = before.report(ReportKind::Changes, &style);
    assert_eq!(same.lines().count(), 1, "{same}");
}

#[test]
fn nothing_changed_is_said_and_not_where_only_faults_are_wanted() {
    let (folder, before) = judged(&[("ann.mock", "right"), ("bob.mock", "wrong")]);
    let style = against(&folder, &before, 100);
    assert_snapshot!(changes(&before, &style), @"
    against old.jsonl: nothing changed

    1 of 2 accepted.   exit code 1
    ");
    let quiet = Style { quiet: true, ..style };
    assert_eq!(changes(&before, &quiet), "");
    let (_keep, now) = judged(&[("ann.mock", "wrong right"), ("bob.mock", "wrong")]);
    assert!(changes(&now, &quiet).contains("1 of 2 submissions changed, 1 verdict; 1 earns less"));
}

#[test]
fn where_a_submission_stops_is_no_change() {
    let submissions = [("ann.mock", "wrong"), ("bob.mock", "right wrong right")];
    let (folder, before) = judged(&submissions);
    let first = Folder::with(&submissions).judge(StopPolicy::FirstFailure, 1);
    assert!(changes(&first, &against(&folder, &before, 80)).contains(": nothing changed"));
}

#[test]
fn other_limits_and_submissions_are_said() {
    let (folder, before) = judged(&[("ann.mock", "right")]);
    let style = against(&folder, &before, 100);
    let mut earlier = Arc::into_inner(style.against.unwrap()).unwrap();
    earlier.problem = "chess".into();
    earlier.options = vec!["strict".into()];
    let limits = earlier.limits.as_mut().unwrap();
    (limits.cpu_milliseconds, limits.memory_mib) = (500, 64);
    let style = Style { against: Some(Arc::new(earlier)), ..Style::IN_FILE };
    let (_keep, now) = judged(&[("bob.mock", "right"), ("cy.mock", "right")]);
    assert_snapshot!(changes(&now, &style), @"
    against old.jsonl: no submission is in both runs
      another problem: chess then, infinity-war now
      other options of the checker: strict then, none now
      another time limit: 0.5 s then, 2 s now
      another memory limit: 64 MiB then, 256 MiB now
      2 submissions are new: bob.mock, cy.mock
      1 submission is gone: ann.mock

    2 of 2 accepted.   exit code 0
    ");
}

#[test]
fn a_submission_that_is_not_judged_has_lost_its_verdict_not_its_points() {
    let (folder, before) = judged(&[("ann.mock", "right")]);
    let conditions = Conditions { scheme: Some(&scheme("each")), ..Conditions::default() };
    let now = Folder::with(&[("ann.mock", "right lost right")]).judge_under(&conditions, None);
    assert_snapshot!(changes(&now, &against(&folder, &before, 80)), @"
    against old.jsonl: 1 of 1 submission changed, 1 verdict

                before    now         points   changed
      ann.mock  accepted  not judged  10 -> -  2 A -> J

    1 judge error, counted against no submission; 2 outputs judged, none rejected.   exit code 3
    ");
}

#[test]
fn points_that_are_known_now_are_a_change() {
    let (folder, before) = judged(&[("ann.mock", "right lost wrong")]);
    let (_keep, now) = judged(&[("ann.mock", "right right wrong")]);
    let table = now.report(ReportKind::Changes, &against(&folder, &before, 100));
    let row = "ann.mock,ann.mock,,WA,WA,not-permitted,not-permitted,,6,,1\n";
    assert!(table.ends_with(row), "{table}");
}

/// Returns the content of a block of a page.
fn block(page: &str, id: &str) -> Vec<u8> {
    let start = format!("<script type=\"application/octet-stream\" id=\"{id}\">");
    let (_, rest) = page.split_once(&start).unwrap_or_else(|| panic!("there is no block {id}"));
    let (text, _) = rest.split_once('<').unwrap();
    let mut inflated = Vec::new();
    let deflated = STANDARD.decode(text).unwrap();
    DeflateDecoder::new(&deflated[..]).read_to_end(&mut inflated).unwrap();
    inflated
}

#[test]
fn a_page_tells_the_changes_and_the_letters_before() {
    let (folder, before) = judged(&BEFORE);
    let (_keep, now) = judged(&NOW);
    let page = now.report(ReportKind::Html, &against(&folder, &before, 100));
    let run: Value = serde_json::from_slice(&block(&page, "run")).unwrap();
    let (told, submissions) = (&run["against"], run["submissions"].as_array().unwrap());
    assert_eq!(told["file"], "old.jsonl");
    assert_eq!(told["new"], json!(["new.mock"]));
    assert_eq!(told["gone"], json!(["gone.mock"]));
    let changed = told["submissions"].as_array().unwrap();
    assert_eq!(changed.iter().map(|row| row["cases"].as_u64().unwrap()).sum::<u64>(), 8);
    let of = |name: &str| changed.iter().find(|row| row["name"] == name).unwrap();
    let number = |name: &str| submissions.iter().position(|row| row["name"] == name).unwrap();
    let ann = of("ann.mock");
    assert_eq!(ann["submission"], number("ann.mock"));
    assert_eq!((&ann["verdict_before"], &ann["verdict_now"]), (&json!("WA"), &json!("PE")));
    assert_eq!((&ann["points_before"], &ann["points_now"]), (&json!(3.0), &json!(6.0)));
    assert_eq!(block(&page, &format!("before-{}", number("ann.mock"))), b"WAW");
    assert_eq!(block(&page, &format!("before-{}", number("cy.built"))), b"---");
    assert!(!page.contains(&format!("before-{}", number("new.mock"))));
    let gone = of("gone.mock");
    assert_eq!((&gone["submission"], &gone["verdict_now"]), (&Value::Null, &Value::Null));
    assert_eq!(gone["verdict_before"], "AC");
    // Without an earlier run, the page has none of this.
    let page = now.report(ReportKind::Html, &Style::IN_FILE);
    let run: Value = serde_json::from_slice(&block(&page, "run")).unwrap();
    assert!(run.get("against").is_none() && !page.contains("id=\"before-"));
}
