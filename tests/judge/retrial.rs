//! A run that the clock ended is repeated alone before it is believed.

use std::convert::Infallible;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread::sleep;
use std::time::Duration;

use referee_events::{Event, Reason, Verdict};
use referee_judge::StopPolicy;
use referee_page::PageServices;
use referee_programs::{Executor, StartRule};
use referee_report::students::Seeing;
use referee_report::{ReportKind, Style};
use referee_sandbox::{Ended, Run, SandboxError};

use crate::mock::{Conditions, Folder, outcome};

#[test]
fn what_comes_out_otherwise_alone_was_the_machines_doing() {
    let folder = Folder::with(&[("a.mock", "wall right")]);
    let outcome = folder.judge_again(&Conditions::default());
    assert_eq!((outcome.codes().as_str(), outcome.mock.runs()), ("AC AC AC", 4));
    let [first, second, _] = outcome.judged()[..] else { panic!() };
    let retried = first.retried.expect("it is told");
    assert_eq!((retried.wall_seconds, retried.waited_seconds, retried.machine), (5.0, 0.0, true));
    assert_eq!(second.retried, None);
    // The second run is recorded like any other.
    let again = folder.judge_again(&Conditions::default());
    assert_eq!((again.codes().as_str(), again.mock.runs()), ("AC AC AC", 0));
}

#[test]
fn what_the_clock_ends_twice_is_believed_and_later_at_once() {
    let folder = Folder::with(&[("a.mock", "wall")]);
    let outcome = folder.judge_again(&Conditions::default());
    assert_eq!((outcome.codes().as_str(), outcome.mock.runs()), ("TLE TLE TLE", 4));
    assert!(!outcome.judged()[0].retried.unwrap().machine);
    let again = folder.judge_again(&Conditions::default());
    assert_eq!((again.codes().as_str(), again.mock.runs()), ("TLE TLE TLE", 0));
}

#[test]
fn what_waited_for_a_processor_even_alone_is_not_kept() {
    let folder = Folder::with(&[("a.mock", "wall-waiting")]);
    for _ in 0..2 {
        let outcome = folder.judge_again(&Conditions::default());
        // Each case twice, every time.
        assert_eq!((outcome.codes().as_str(), outcome.mock.runs()), ("TLE TLE TLE", 6));
        let judged = outcome.judged()[0];
        let message = "stopped after 6.00 s of wall time: it worked 0.50 s \
                       and waited 1.00 s for a processor";
        assert_eq!(judged.message, message);
        assert_eq!(judged.used.unwrap().waited_seconds, Some(1.0));
        assert!(judged.retried.unwrap().machine);
    }
}

#[test]
fn what_had_less_time_than_its_limit_even_alone_is_not_judged() {
    let folder = Folder::with(&[("a.mock", "wall-starved")]);
    let outcome = folder.judge_again(&Conditions::default());
    assert_eq!((outcome.codes().as_str(), outcome.mock.runs()), ("JE JE JE", 6));
    let judged = outcome.judged()[0];
    assert_eq!(judged.reason, Reason::JudgeError);
    assert!(judged.message.starts_with("the machine is too busy"), "{}", judged.message);
    assert_eq!(folder.judge_again(&Conditions::default()).mock.runs(), 6);
}

/// Compiles slowly, and notes whether a program whose first run exceeds the wall time is run again
/// meanwhile.
#[derive(Default)]
struct Slow {
    has_compiled: AtomicBool,
    is_compiling: AtomicBool,
    runs: AtomicUsize,
    is_beside: AtomicBool,
}

impl Executor for Slow {
    fn run(&self, run: &Run, output: &mut dyn FnMut(&mut dyn Read)) -> Result<Ended, SandboxError> {
        let mut word = "right";
        if run.writable.is_some() {
            self.is_compiling.store(true, SeqCst);
            self.has_compiled.store(true, SeqCst);
            sleep(Duration::from_millis(300));
            self.is_compiling.store(false, SeqCst);
        } else if run.command[0].to_string_lossy().ends_with(".mock") {
            if self.runs.fetch_add(1, SeqCst) > 0 {
                self.is_beside.fetch_or(self.is_compiling.load(SeqCst), SeqCst);
            } else {
                word = "wall";
                let mut waits = 0..5000;
                while !self.has_compiled.load(SeqCst) && waits.next().is_some() {
                    sleep(Duration::from_millis(1));
                }
            }
        }
        let (text, ended) = outcome(word)?;
        output(&mut text.as_bytes());
        Ok(ended)
    }

    fn inside(&self, _: &Path) -> String {
        "/inside".into()
    }

    fn is_another_user(&self) -> bool {
        false
    }
}

#[test]
fn what_runs_alone_has_no_compilation_beside_it() {
    let folder = Folder::with(&[("a.mock", "a"), ("b.waiting", "b")]);
    let slow = Slow::default();
    let conditions = Conditions { jobs: 2, start: StartRule::Warm, ..Conditions::default() };
    let Ok(_) = folder.with_judge(&conditions, None, &slow, |judge| {
        judge.run(&mut |_: &Event| Ok::<(), Infallible>(()))
    });
    assert!(slow.has_compiled.load(SeqCst) && slow.runs.load(SeqCst) == 4);
    assert!(!slow.is_beside.load(SeqCst));
}

#[test]
fn only_what_the_clock_decides_is_run_again() {
    for word in ["right", "wrong", "late", "cpu", "memory", "output", "code", "signal"] {
        let outcome = Folder::with(&[("a.mock", word)]).judge(StopPolicy::All, 1);
        assert_eq!(outcome.mock.runs(), 3, "{word}");
        assert!(outcome.judged().iter().all(|judged| judged.retried.is_none()), "{word}");
    }
}

#[test]
fn the_report_says_that_the_machine_is_busy() {
    for (words, is_said) in [("wall right", true), ("wall", false), ("wall-waiting", true)] {
        let outcome = Folder::with(&[("a.mock", words)]).judge(StopPolicy::FirstFailure, 1);
        let said = said(&outcome.events);
        assert_eq!(
            said.contains("the machine is busy: 1 run was stopped by the wall time limit"),
            is_said,
            "{said}"
        );
    }
}

#[test]
fn memory_that_was_refused_is_named() {
    let abort = "ended by SIGABRT (a failed assertion or allocation)";
    for (word, verdict, why) in [
        (
            "abort-full",
            Verdict::MemoryLimit,
            "it had reserved 17920 MiB of memory; it may reserve 17920 MiB with a limit of 256 MiB",
        ),
        (
            "abort-near",
            Verdict::RunTimeError,
            "perhaps it ran out of memory: it had used 240 MiB; the limit is 256 MiB",
        ),
        (
            "abort-refused",
            Verdict::RunTimeError,
            "it reports a failed allocation; the limit is 256 MiB",
        ),
    ] {
        let outcome = Folder::with(&[("a.mock", word)]).judge(StopPolicy::FirstFailure, 1);
        let judged = outcome.judged()[0];
        assert_eq!((judged.verdict, &*judged.message), (verdict, &*format!("{abort}: {why}")));
    }
}

/// Returns what the report for people says about a run.
fn said(events: &[Event]) -> String {
    let style = Style {
        scale: Default::default(),
        width: 80,
        details: 1,
        quiet: false,
        wraps: false,
        by_case: false,
        plain: true,
        explain_expected: false,
        against: None,
        comments: None,
        worksheet: None,
        has_decisions: false,
        seeing: Seeing::default(),
    };
    let mut text = Vec::new();
    let mut report = ReportKind::Human.begin(&mut text, &style, PageServices::default());
    events.iter().for_each(|event| report.event(event).unwrap());
    drop(report);
    String::from_utf8(text).unwrap()
}
