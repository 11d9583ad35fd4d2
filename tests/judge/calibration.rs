//! When the machine is timed, and which reports give the result. The figures are fixed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

use referee_events::calibration::{Calibration, CalibrationFigures, Instruments};
use referee_report::{ReportKind, Style};

use crate::mock::{Conditions, Folder};

fn figures(microseconds: f64) -> CalibrationFigures {
    CalibrationFigures {
        loops: 1,
        build: "release".into(),
        cpu: Some("a processor".into()),
        integers_us: microseconds,
        memory_us: microseconds,
        allocation_us: microseconds,
    }
}

/// Returns a machine that takes 1.31 times as long as the one that made the limit, and a counter of
/// its timings.
fn slower() -> (Calibration, Arc<AtomicUsize>) {
    let times = Arc::new(AtomicUsize::new(0));
    let timed = Arc::clone(&times);
    let measure = move || {
        timed.fetch_add(1, SeqCst);
        figures(131.0)
    };
    // Each reading of the clock is a millisecond later, so a timing takes one.
    let now = AtomicUsize::new(0);
    let clock = move || Duration::from_millis(now.fetch_add(1, SeqCst) as u64);
    let instruments = Instruments { measure: Box::new(measure), clock: Box::new(clock) };
    (Calibration::new(instruments, Some(figures(100.0))), times)
}

#[test]
fn the_machine_is_timed_for_runs_and_not_for_results_that_are_kept() {
    let folder = Folder::with(&[("ann.mock", "right"), ("bob.mock", "wrong")]);
    let (calibration, times) = slower();
    let conditions = Conditions { calibration: Some(&calibration), ..Conditions::default() };
    let first = folder.judge_again(&conditions);
    assert_eq!((first.mock.runs(), times.load(SeqCst)), (6, 1));
    assert_eq!(first.totals.calibration, Some(figures(131.0)));
    assert_eq!(first.totals.machine.unwrap().slowness_per_mille, Some(1310));
    let (calibration, times) = slower();
    let conditions = Conditions { calibration: Some(&calibration), ..Conditions::default() };
    let again = folder.judge_again(&conditions);
    assert_eq!((again.mock.runs(), times.load(SeqCst)), (0, 0));
    assert_eq!((again.totals.calibration, again.totals.machine), (None, None));
    // A program that does not compile is not run either.
    let folder = Folder::with(&[("ann.built", "compiler errors")]);
    assert!(folder.judge_again(&conditions).totals.calibration.is_none());
}

#[test]
fn each_kind_of_report_tells_it_or_is_listed_as_one_that_does_not() {
    let (calibration, _) = slower();
    let conditions = Conditions { calibration: Some(&calibration), ..Conditions::default() };
    let folder = Folder::with(&[("ann.mock", "right"), ("bob.mock", "wrong")]);
    let outcome = folder.judge_under(&conditions, None);
    let docs = include_str!("../../docs/limits.md").lines();
    let silent = docs.filter_map(|line| Some(line.split_once("| nothing:")?.0));
    let silent: Vec<&str> = silent.flat_map(|kinds| kinds.split('`').skip(1).step_by(2)).collect();
    for (name, kind) in ReportKind::NAMES {
        let report = outcome.report(kind, &Style::IN_FILE);
        let said = match kind {
            ReportKind::Jsonl => "\"slowness_per_mille\":1310",
            _ => "this machine takes 1.31 times as long as the machine that made the time limit",
        };
        assert_ne!(report.contains(said), silent.contains(&name), "{name}: {report}");
    }
    let page = outcome.report(ReportKind::Html, &Style::IN_FILE);
    assert!(page.contains("Machine: a processor; fixed loops took 131 µs (integers)"), "{page}");
}
