//! Calibrations with a given clock and given figures: nothing here depends on real times.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

use super::*;

fn figures(microseconds: f64) -> CalibrationFigures {
    CalibrationFigures {
        loops: 1,
        build: "release".into(),
        cpu: None,
        integers_us: microseconds,
        memory_us: microseconds * 2.0,
        allocation_us: microseconds * 4.0,
    }
}

/// A clock in milliseconds, which only advances during measurements: each takes two, and returns
/// the next of these figures.
struct Given {
    clock: Arc<AtomicU64>,
    left: Arc<Mutex<VecDeque<f64>>>,
}

impl Given {
    fn of(times: &[f64]) -> Given {
        let left = times.iter().copied().collect();
        Given { clock: Arc::default(), left: Arc::new(Mutex::new(left)) }
    }

    fn instruments(&self) -> Instruments {
        let (clock, ticking) = (Arc::clone(&self.clock), Arc::clone(&self.clock));
        let left = Arc::clone(&self.left);
        let measure = move || {
            ticking.fetch_add(2, SeqCst);
            figures(left.lock().unwrap().pop_front().expect("no more measurements"))
        };
        Instruments {
            measure: Box::new(measure),
            clock: Box::new(move || Duration::from_millis(clock.load(SeqCst))),
        }
    }

    /// Advances the clock.
    fn wait(&self, milliseconds: u64) {
        self.clock.fetch_add(milliseconds, SeqCst);
    }

    fn left(&self) -> usize {
        self.left.lock().unwrap().len()
    }
}

/// Measures once for each figure, three seconds apart.
fn run(times: &[f64], reference: Option<CalibrationFigures>) -> MachineSpeed {
    let given = Given::of(times);
    let calibration = Calibration::new(given.instruments(), reference);
    for _ in times {
        calibration.before_run();
        given.wait(3000);
    }
    assert_eq!(given.left(), 0);
    calibration.measured().unwrap().1
}

#[test]
fn nothing_is_timed_where_nothing_is_run() {
    let given = Given::of(&[2.0, 1.0]);
    let calibration = Calibration::new(given.instruments(), Some(figures(1.0)));
    assert_eq!(calibration.measured(), None);
    assert_eq!(given.left(), 2);
    // A limit that is made belongs to a machine, whose figures are needed even if nothing was run.
    let made =
        (figures(2.0), MachineSpeed { drift_per_mille: None, slowness_per_mille: Some(2000) });
    assert_eq!(calibration.measure(), Some(made.clone()));
    assert_eq!((calibration.measured(), given.left()), (Some(made), 1));
}

#[test]
fn the_loops_take_at_most_a_two_hundredth_of_the_time() {
    let given = Given::of(&[1.0; 3]);
    let calibration = Calibration::new(given.instruments(), None);
    // Each measurement takes two milliseconds.
    for (wait, left) in [(0, 2), (0, 2), (399, 2), (1, 1), (0, 1), (399, 1), (1, 0)] {
        given.wait(wait);
        calibration.before_run();
        assert_eq!(given.left(), left, "after {wait} ms");
    }
}

#[test]
fn a_drift_above_a_twentieth_is_warned_of() {
    let slow = |last: f64| [1.0, 1.0, 1.0, 1.0, last, last, last, last];
    for (last, wanted) in [(1.0, 0), (1.05, 50), (1.06, 60), (0.8, 250)] {
        let speed = run(&slow(last), None);
        assert_eq!(speed.drift_per_mille, Some(wanted), "{last}");
        assert_eq!(speed.warnings().len(), usize::from(wanted > 50), "{last}");
    }
    let warned = "the machine's speed changed by 6 % during the run: times are that uncertain";
    assert_eq!(run(&slow(1.06), None).warnings(), [warned]);
}

#[test]
fn single_slow_measurements_are_no_drift() {
    // The shortest time in each ten seconds counts.
    let speed = run(&[1.7, 1.0, 1.3, 1.0, 1.5, 1.0, 1.2, 1.9], None);
    assert_eq!(speed.drift_per_mille, Some(0));
    // A run that is too short, or a window with too few measurements, gives no drift.
    assert_eq!(run(&[1.0, 2.0, 2.0], None).drift_per_mille, None);
    assert_eq!(run(&[1.0, 1.0, 1.0, 1.0, 2.0, 2.0], None).drift_per_mille, None);
}

#[test]
fn the_factor_is_that_of_the_least_times() {
    let speed = |time: f64| run(&[time, time * 1.5], Some(figures(2.0)));
    for (time, per_mille, warns) in
        [(2.0, 1000, false), (2.1, 1050, false), (2.12, 1060, true), (1.0, 500, true)]
    {
        let speed = speed(time);
        assert_eq!(speed.slowness_per_mille, Some(per_mille));
        assert_eq!(speed.warnings().len(), usize::from(warns), "{time}");
    }
    let warned = "this machine takes 1.31 times as long as the machine that made the time limit";
    assert_eq!(speed(2.62).warnings(), [warned]);
}

#[test]
fn figures_of_other_builds_and_loops_are_not_compared() {
    let debug = CalibrationFigures { build: "debug".into(), ..figures(2.0) };
    let other = CalibrationFigures { loops: 2, ..figures(2.0) };
    let broken = figures(0.0);
    for reference in [debug, other, broken] {
        assert_eq!(run(&[1.0], Some(reference)), MachineSpeed::default());
    }
    assert!(MachineSpeed::default().warnings().is_empty());
}
