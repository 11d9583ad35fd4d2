//! What each feedback level reveals: how many different reports a student can get on one case.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::PageServices;
use referee_course::FeedbackLevel;
use referee_events::{
    ALONE, CAUSE, Event, JudgedCase, LabelledFact, OutputPlace, Reason, STDERR, Score, Started,
    SubmissionResult, Used, Verdict,
};
use referee_report::students::{FileSink, ReportForm, Seeing};
use referee_report::{ReportKind, Style};

const FORMS: [ReportForm; 3] = [ReportForm::Feedback, ReportForm::Gradescope, ReportForm::Html];

/// Returns a judgement with everything that a run and its checker can report, derived from a
/// number.
fn rich(reason: Reason, number: u64) -> JudgedCase {
    let words = format!("the number is {number}");
    let fact = |label: &'static str| LabelledFact { label: label.into(), text: words.clone() };
    let (contestant, case) = ("ann".into(), "secret/1".into());
    JudgedCase {
        public: Some(format!("{words}, in public")),
        says: words.clone(),
        place: Some(OutputPlace { line: number, column: number }),
        facts: ["but", "checker", ALONE, STDERR, CAUSE].map(fact).to_vec(),
        drawing: vec![words.clone()],
        answer: Some(words.clone()),
        input: Some(words.clone()),
        dialogue: Some(words.clone()),
        output: Some(words.clone()),
        output_digest: Some(format!("{number:016x}")),
        used: Some(Used {
            cpu_seconds: number as f64,
            wall_seconds: number as f64,
            memory_bytes: number,
            instructions: Some(number),
            worked_seconds: Some(number as f64),
            waited_seconds: Some(number as f64),
            exit: Some(number as i32),
            signal: None,
        }),
        score: Some(Score::Points(number as f64)),
        kept: number == 1,
        repeats: vec![Verdict::Accepted; number as usize],
        before: Some(Verdict::Accepted).filter(|_| number == 1),
        ..JudgedCase::plain(&contestant, &case, reason, words.clone())
    }
}

/// Returns all possible results of a case: every reason, in several variants, and no run.
fn outcomes() -> Vec<Option<JudgedCase>> {
    let reasons = [
        Reason::Proved,
        Reason::Refuted,
        Reason::Malformed,
        Reason::NotText,
        Reason::Empty,
        Reason::Missing,
        Reason::TimeLimit,
        Reason::MemoryLimit,
        Reason::OutputLimit,
        Reason::RunTimeError,
        Reason::JudgeError,
    ];
    let of = |reason: Reason| (1..4).map(move |number| Some(rich(reason, number)));
    reasons.into_iter().flat_map(of).chain([None]).collect()
}

/// Returns the report for a student whose program fails the sample and has this result on the
/// secret case.
fn report(form: ReportForm, secret: FeedbackLevel, judged: Option<&JudgedCase>) -> Vec<u8> {
    let mut files = Vec::new();
    let sink: FileSink = Box::new(|_, bytes| {
        files.extend_from_slice(bytes);
        Ok(())
    });
    let seeing = Seeing { secret, ..Seeing::DEFAULT };
    let style = Style { seeing, details: 1, ..Style::IN_FILE };
    let kind = ReportKind::Students(form);
    let mut students = kind.begin_files(sink, &style, PageServices::default()).unwrap();
    let started: Started = serde_json::from_str(
        r#"{"format": "referee-events", "version": 1, "referee": "0", "problem": "p",
            "cases": ["sample/1", "secret/1"], "contestants": ["ann"], "not_on_disk": []}"#,
    )
    .unwrap();
    let ann: Arc<str> = "ann".into();
    let sample = JudgedCase::plain(&ann, &"sample/1".into(), Reason::Refuted, "it is wrong");
    let end = SubmissionResult {
        verdict: Some(Verdict::WrongAnswer),
        ..SubmissionResult::unjudged(&ann)
    };
    students.event(&Event::Started(started)).unwrap();
    for judged in [Some(&sample), judged].into_iter().flatten() {
        students.event(&Event::Judged(judged.clone())).unwrap();
    }
    students.event(&Event::Submission(end)).unwrap();
    drop(students);
    files
}

#[test]
fn the_verdict_is_all_that_the_level_of_that_name_tells() {
    let outcomes = outcomes();
    let count = |form, level| {
        let reports = outcomes.iter().map(|judged| report(form, level, judged.as_ref()));
        reports.collect::<BTreeSet<_>>().len()
    };
    // Nine verdicts, and no run.
    let told = 10;
    for form in FORMS {
        assert_eq!(count(form, FeedbackLevel::Verdict), told, "{form:?}");
        assert!(count(form, FeedbackLevel::OwnOutput) > 2 * told, "{form:?}");
        assert!(count(form, FeedbackLevel::Full) > 2 * told, "{form:?}");
    }
    let docs = include_str!("../../../../docs/students.md");
    let words = format!("{told} outcomes, {:.1} bits", f64::from(told as u32).log2());
    assert!(docs.contains(&words), "docs/students.md does not say: {words}");
}

#[test]
fn only_verdicts_are_in_reports_of_that_level() {
    for judged in outcomes().iter().flatten() {
        let text = report(ReportForm::Feedback, FeedbackLevel::Verdict, Some(judged));
        let text = String::from_utf8(text).unwrap();
        assert!(!text.contains("the number is"), "{text}");
    }
}
