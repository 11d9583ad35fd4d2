//! Recorded runs: which are not run again, which are, and what a recorded run means under other
//! limits.

use std::time::Duration;

use referee_events::{Event, JudgedCase, Verdict};
use referee_judge::record::{Record, Reuse};
use referee_judge::{Judge, StopPolicy};
use referee_sandbox::{Limits, TimeBy};

use crate::mock::{Conditions, Folder, LIMITS, Mock};

/// Every way in which a run can end, as words of the mock.
const ENDS: [&str; 12] = [
    "right", "wrong", "malformed", "silent", "late", "cpu", "wrong-cpu", "wall", "memory",
    "output", "code", "signal",
];

#[test]
fn what_has_not_changed_is_not_run_again() {
    for word in ENDS {
        let folder = Folder::with(&[("a.mock", word)]);
        let first = folder.judge_again(&Conditions::default());
        // A run that the clock ends is repeated before it is believed.
        let runs = if word == "wall" { 4 } else { 3 };
        assert_eq!((first.mock.runs(), first.totals.kept), (runs, 0), "{word}");
        let second = folder.judge_again(&Conditions::default());
        assert_eq!((second.mock.runs(), second.totals.kept), (0, 3), "{word}");
        let as_kept = |judged: &&JudgedCase| JudgedCase { kept: true, ..(*judged).clone() };
        let expected: Vec<JudgedCase> = first.judged().iter().map(as_kept).collect();
        assert_eq!(second.judged(), expected.iter().collect::<Vec<_>>(), "{word}");
        assert_eq!(second.submissions(), first.submissions(), "{word}");
    }
}

#[test]
fn what_is_kept_is_run_again_if_that_is_wished() {
    let folder = Folder::with(&[("a.mock", "right")]);
    folder.judge_again(&Conditions::default());
    let rerun = Conditions { reuse: Reuse::Nothing, ..Conditions::default() };
    assert_eq!(folder.judge_again(&rerun).mock.runs(), 3);
    assert_eq!(folder.judge_again(&Conditions::default()).mock.runs(), 0);
}

#[test]
fn judge_errors_are_not_kept() {
    let folder = Folder::with(&[("a.mock", "right lost right")]);
    assert_eq!(folder.judge_again(&Conditions::default()).codes(), "AC JE AC");
    let second = folder.judge_again(&Conditions::default());
    assert_eq!((second.codes().as_str(), second.mock.runs()), ("AC AC AC", 1));
}

#[test]
fn nothing_is_built_that_has_no_new_runs() {
    // A program that does not compile has no runs to record, and is compiled again.
    for (text, again) in [("right", 0), ("compiler errors", 1)] {
        let folder = Folder::with(&[("a.built", text)]);
        let compiled = || folder.judge_again(&Conditions::default()).mock.compiled.into_inner();
        assert_eq!(compiled().unwrap().len(), 1, "{text}");
        assert_eq!(compiled().unwrap().len(), again, "{text}");
    }
}

#[test]
fn what_has_changed_is_run_again() {
    let same = Conditions::default();
    let limits = |limits: Limits| Conditions { limits, ..Conditions::default() };
    let nothing = |_: &Folder| {};
    type Change<'a> = (&'a str, &'a dyn Fn(&Folder), Conditions<'a>, usize);
    let changes: [Change; 13] = [
        ("nothing", &nothing, same.clone(), 0),
        ("a submission", &|folder| folder.write("submissions/a.mock", "right "), same.clone(), 3),
        (
            "its name",
            &|folder| folder.write("submissions/accepted/a.mock", "right"),
            same.clone(),
            0,
        ),
        (
            "an input",
            &|folder| folder.write("cases/2.in", &(input(folder) + " \n")),
            same.clone(),
            2,
        ),
        ("an answer", &|folder| folder.write("cases/2.ans", "Alice  wins\n"), same.clone(), 2),
        ("the checker", &nothing, Conditions { checker: "another", ..same.clone() }, 6),
        ("isolation", &nothing, Conditions { isolation: "a fence", ..same.clone() }, 6),
        ("memory", &nothing, limits(Limits { memory: 1 << 20, ..LIMITS }), 6),
        ("output", &nothing, limits(Limits { output: 1 << 20, ..LIMITS }), 6),
        ("processes", &nothing, limits(Limits { processes: 2, ..LIMITS }), 6),
        ("disk", &nothing, limits(Limits { disk: 1 << 20, ..LIMITS }), 6),
        ("stack", &nothing, limits(Limits { stack: 1 << 20, ..LIMITS }), 6),
        (
            "what the time limit bounds",
            &nothing,
            limits(Limits { time_by: TimeBy::Instructions, ..LIMITS }),
            6,
        ),
    ];
    for (what, change, conditions, runs) in changes {
        let folder = Folder::with(&[("a.mock", "right"), ("b.mock", "right right-1s")]);
        assert_eq!(folder.judge_again(&same).mock.runs(), 6);
        change(&folder);
        assert_eq!(folder.judge_again(&conditions).mock.runs(), runs, "{what}");
        // The new result is recorded too.
        assert_eq!(folder.judge_again(&conditions).mock.runs(), 0, "{what}");
    }
}

fn input(folder: &Folder) -> String {
    std::fs::read_to_string(folder.path("cases/2.in")).unwrap()
}

#[test]
fn a_kept_run_is_judged_by_its_times_under_other_limits() {
    let again = None;
    let same = |verdict| Some((verdict, ""));
    let slow = |message| Some((Verdict::TimeLimit, message));
    let ended = "took 0.50 s of CPU time; the limit is 0.40 s";
    let waited = "took 0.75 s of wall time: it worked 0.50 s";
    // The earlier limits were 2 s, and 5 s on the clock. The words mean 0.5 s and 0.75 s unless
    // they give a time.
    for (word, cpu, wall, expected) in [
        ("right", 9.0, 19.0, same(Verdict::Accepted)),
        ("right", 0.6, 2.2, same(Verdict::Accepted)),
        ("right", 0.54, 2.0, again),
        ("right", 0.46, 2.0, again),
        ("right", 0.4, 1.8, slow(ended)),
        ("right", 2.0, 0.9, same(Verdict::Accepted)),
        ("right", 2.0, 0.8, again),
        ("right", 2.0, 0.7, again),
        ("right", 2.0, 0.6, slow(waited)),
        ("wrong", 9.0, 19.0, same(Verdict::WrongAnswer)),
        ("wrong", 0.4, 1.8, slow(ended)),
        ("silent", 9.0, 19.0, same(Verdict::NoOutput)),
        ("code", 9.0, 19.0, same(Verdict::RunTimeError)),
        ("code", 0.4, 1.8, slow(ended)),
        ("signal", 0.6, 2.2, same(Verdict::RunTimeError)),
        ("memory", 9.0, 19.0, same(Verdict::MemoryLimit)),
        ("memory", 0.4, 1.8, slow(ended)),
        ("output", 9.0, 19.0, same(Verdict::OutputLimit)),
        ("output", 0.4, 1.8, slow(ended)),
        ("cpu", 9.0, 19.0, again),
        ("cpu", 2.1, 5.2, again),
        ("cpu", 1.9, 4.8, again),
        ("cpu", 1.0, 3.0, slow("took at least 2.01 s of CPU time; the limit is 1.00 s")),
        ("late", 9.0, 19.0, again),
        ("late", 1.0, 3.0, slow("took 2.01 s of CPU time; the limit is 1.00 s")),
        ("wall", 9.0, 19.0, again),
        ("wall", 2.0, 4.9, again),
        ("wall", 2.0, 3.0, slow("took at least 5.00 s of wall time: it worked 0.50 s")),
        ("wall", 0.4, 9.0, slow(ended)),
    ] {
        let folder = Folder::with(&[("a.mock", word)]);
        let first = folder.judge_again(&Conditions::default());
        let seconds = Duration::from_secs_f64;
        let limits = Limits { cpu: seconds(cpu), wall: seconds(wall), ..LIMITS };
        let second = folder.judge_again(&Conditions { limits, ..Conditions::default() });
        let what = format!("{word} under {cpu} s and {wall} s");
        let Some((verdict, message)) = expected else {
            let runs = if word == "wall" { 4 } else { 3 };
            assert_eq!(second.mock.runs(), runs, "{what}");
            continue;
        };
        assert_eq!(second.mock.runs(), 0, "{what}");
        let (before, now) = (first.judged()[0], second.judged()[0]);
        assert_eq!((now.verdict, now.used), (verdict, before.used), "{what}");
        match message {
            "" => {
                let near_limit = now.near_limit;
                assert_eq!(*now, JudgedCase { kept: true, near_limit, ..before.clone() }, "{what}");
            }
            _ => assert_eq!((&*now.message, &*now.facts[0].text), (message, message), "{what}"),
        }
    }
}

/// Four cases, and programs that fail on the third one, or on the second and the third.
fn with_history() -> Folder {
    let folder = Folder::with(&[
        ("x.mock", "right wrong wrong right"),
        ("y.mock", "right right signal right"),
    ]);
    folder.write("cases/sample/9.in", &format!("{}\n\n", input(&folder)));
    folder.write("cases/sample/9.ans", "Alice wins\n");
    folder.judge_again(&Conditions::default());
    folder
}

/// Returns the cases that were run or reported again, by submission, and the names in the first
/// event.
fn order(events: &[Event]) -> (Vec<String>, String) {
    let mut judged: Vec<String> = Vec::new();
    let mut names = String::new();
    for event in events {
        match event {
            Event::Started(started) => names = started.cases.join(" "),
            Event::Judged(run) => judged.push(format!("{} {}", run.contestant, run.case)),
            _ => {}
        }
    }
    (judged, names)
}

/// The first failure is the verdict, so the order of cases follows from their names alone, whatever
/// is known from earlier runs.
#[test]
fn cases_come_by_name_whatever_is_known_of_them() {
    for mode in [StopPolicy::FirstFailure, StopPolicy::All] {
        for jobs in [1, 4] {
            let folder = with_history();
            learns(&folder);
            folder.write("submissions/z.mock", "right cpu wrong");
            let conditions = Conditions { mode, jobs, ..Conditions::default() };
            let outcome = folder.judge_again(&conditions);
            let (judged, names) = order(&outcome.events);
            let of_z = judged.iter().filter(|run| run.starts_with("z.mock ")).cloned();
            let count = if mode == StopPolicy::All { 4 } else { 2 };
            let by_name = ["1", "2", "3", "sample/9"].map(|case| format!("z.mock {case}"));
            assert_eq!(of_z.collect::<Vec<_>>(), by_name[..count]);
            assert_eq!(names, "1 2 3 sample/9");
            let again = folder.judge_again(&conditions);
            assert_eq!((again.codes(), again.mock.runs()), (outcome.codes(), 0));
        }
    }
}

#[test]
fn a_submission_stops_at_a_kept_failure() {
    let folder = Folder::with(&[("a.mock", "right wrong right")]);
    let first = Conditions { mode: StopPolicy::FirstFailure, ..Conditions::default() };
    assert_eq!(folder.judge_again(&first).codes(), "AC WA");
    let again = folder.judge_again(&first);
    assert_eq!((again.codes().as_str(), again.mock.runs()), ("AC WA", 0));
    // With all cases, the same two results, and a new one.
    let all = folder.judge_again(&Conditions::default());
    assert_eq!((all.codes().as_str(), all.mock.runs()), ("AC WA AC", 1));
}

/// Stores a learned order: the second case, and then the first one, catch most programs soonest.
fn learns(folder: &Folder) {
    let record = Record::open(&folder.path("record"), Reuse::Unchanged).unwrap();
    let conditions = Conditions::default();
    let learned = folder.with_judge(&conditions, Some(&record), &Mock::default(), |judge| {
        judge.learn_order(&[1, 0])
    });
    learned.unwrap();
    record.end().unwrap();
}

/// For mutants, where only killed or not killed matters.
#[test]
fn what_was_learned_comes_first_where_only_a_failure_is_looked_for() {
    let likeliest = |folder: &Folder| {
        let record = Record::open(&folder.path("record"), Reuse::Unchanged).unwrap();
        let judge = |judge: &Judge| judge.likeliest_first();
        folder.with_judge(&Conditions::default(), Some(&record), &Mock::default(), judge)
    };
    let folder = with_history();
    assert_eq!(likeliest(&folder), [0, 1, 2, 3]);
    learns(&folder);
    assert_eq!(likeliest(&folder), [1, 0, 2, 3]);
    // A case that is named several times is run once.
    let learned = std::fs::read_to_string(folder.path("record/order.json")).unwrap();
    let (head, named) = learned.split_once('[').unwrap();
    folder.write("record/order.json", &format!("{head}[{},{named}", named.trim_end_matches("]}")));
    assert_eq!(likeliest(&folder), [1, 0, 2, 3]);
    // A case that has changed has no history.
    folder.write("cases/2.in", &format!("{}\n\n\n\n\n\n", input(&folder)));
    assert_eq!(likeliest(&folder), [0, 1, 2, 3]);
    learns(&folder);
    folder.write("record/order.json", "{\"order\":1,\"cases\":[{\"case\":\"1\"");
    assert_eq!(likeliest(&folder), [0, 1, 2, 3]);
}
