//! The order of events, and broken cases.

use referee_events::exit::Exit;
use referee_events::{Event, ExpectationResult};
use referee_judge::StopPolicy;

use crate::mock::Folder;

/// Returns the events in short: `contestant case verdict`, or the name of another event.
fn short(events: &[Event]) -> Vec<String> {
    let short = |event: &Event| match event {
        Event::Started(_) => "started".to_string(),
        Event::Judged(judged) => {
            format!("{} {} {}", judged.contestant, judged.case, judged.verdict.code())
        }
        Event::Submission(end) => format!("{} ends", end.contestant),
        Event::Finished(_) => "finished".to_string(),
        other => panic!("{other:?} is no event of judge"),
    };
    events.iter().map(short).collect()
}

#[test]
fn events_come_in_order_whatever_the_number_of_jobs() {
    let words = ["right wrong", "right", "cpu", "right right signal"];
    let folder = Folder::with(&[("z.text", ""), ("y.absent", "right")]);
    let mut expected = vec!["started".to_string(), "z.text ends".into()];
    for number in 10..40 {
        let words = words[number % words.len()];
        // The number makes the texts different: a mock counts the runs of each text.
        let text = format!("{words} {}", "right ".repeat(number));
        folder.write(&format!("submissions/{number}.mock"), &text);
        let codes: &[&str] = match words {
            "right wrong" => &["AC", "WA"],
            "right" => &["AC", "AC", "AC"],
            "cpu" => &["TLE"],
            _ => &["AC", "AC", "RTE"],
        };
        let cases = codes.iter().zip(1..);
        expected.extend(cases.map(|(code, case)| format!("{number}.mock {case} {code}")));
        expected.push(format!("{number}.mock ends"));
    }
    expected.extend(["y.absent ends".to_string(), "finished".into()]);
    let alone = folder.judge(StopPolicy::FirstFailure, 1);
    assert_eq!(short(&alone.events), expected);
    for jobs in [2, 5] {
        assert_eq!(folder.judge(StopPolicy::FirstFailure, jobs).events, alone.events);
    }
    let Event::Started(started) = &alone.events[0] else { panic!("`started` comes first") };
    assert_eq!(started.contestants.len(), alone.submissions().len());
    assert_eq!(alone.events.last(), Some(&Event::Finished(alone.totals)));
}

#[test]
fn a_broken_case_is_counted_against_nobody() {
    for (break_it, message) in [
        (&|folder: &Folder| folder.write("cases/2.in", "3\n1 one\n")) as &dyn Fn(&Folder),
        &|folder: &Folder| std::fs::remove_file(folder.path("cases/2.ans")).unwrap(),
        &|folder: &Folder| folder.write("cases/2.ans", "Bob wins\n"),
    ]
    .into_iter()
    .zip(["line 2, column 3", "the case has no answer", "the jury says"])
    {
        let folder = Folder::with(&[
            ("accepted/a.mock", "right"),
            ("accepted/b.mock", "right right-1s"),
            ("wrong_answer/c.mock", "right wrong"),
        ]);
        break_it(&folder);
        for jobs in [1, 3] {
            let outcome = folder.judge(StopPolicy::FirstFailure, jobs);
            assert_eq!(outcome.codes(), "AC JE AC AC JE AC AC JE WA");
            // Nothing is run on a broken case.
            assert_eq!(outcome.mock.runs(), 6);
            let broken = outcome.judged()[1];
            assert!(broken.message.contains(message), "{}", broken.message);
            // Passing the other cases is no pass; a failure is still a failure.
            let met: Vec<ExpectationResult> =
                outcome.submissions().iter().map(|end| end.met).collect();
            assert_eq!(
                met,
                [
                    ExpectationResult::NotJudged,
                    ExpectationResult::NotJudged,
                    ExpectationResult::AsExpected
                ]
            );
            assert_eq!((outcome.totals.refused, outcome.totals.judge_errors), (1, 3));
            assert_eq!(Exit::of_totals(&outcome.totals), Exit::JudgeError);
        }
    }
}
