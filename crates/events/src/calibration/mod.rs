//! How fast this machine is, and whether that changes: fixed loops, timed before the first program is run and now and then between two.
//!
//! Times are worth what the machine was at that moment: another core clock, a busy neighbour, another machine. The figures stand beside the
//! limit that was made on a machine, so that a run elsewhere can tell by how much it is slower. They are taken between runs, never beside a
//! run that is alone, and take at most a two-hundredth of the time. Where nothing is run, nothing is timed: the results of earlier runs say
//! nothing of the machine as it is now.

mod figures;
mod loops;

use std::sync::{LazyLock, Mutex, OnceLock, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use loops::Loops;

pub use figures::{CalibrationFigures, MachineSpeed, SMALL};

/// At most one part in so many of the time is spent on the loops.
const SHARE: u32 = 200;

/// The least figures of a time so long are compared with those of others.
const WINDOW: Duration = Duration::from_secs(10);

/// How often the loops are timed at least before the figures of a window count.
const MIN_SAMPLES: usize = 3;

/// What times the loops, and the clock: the time since some moment.
pub struct Instruments {
    /// Times the loops once.
    pub measure: Box<dyn Fn() -> CalibrationFigures + Send + Sync>,
    /// Returns the time since a fixed moment.
    pub clock: Box<dyn Fn() -> Duration + Send + Sync>,
}

/// The calibration of a run.
pub struct Calibration {
    instruments: Instruments,
    /// The figures of the machine that made the limit, where they are known.
    reference: Option<CalibrationFigures>,
    /// None before the loops are timed for the first time.
    state: OnceLock<Mutex<State>>,
}

/// What was measured so far.
struct State {
    /// The least figures of the whole run.
    least: CalibrationFigures,
    /// When the loops were timed last, and how long that took.
    last: Duration,
    took: Duration,
    /// The times of all loops together, one for each window that is over.
    windows: Vec<f64>,
    window: Window,
}

/// A part of the run.
struct Window {
    begin: Duration,
    least: CalibrationFigures,
    samples: usize,
}

impl Default for Instruments {
    /// Returns the loops of this process and the clock of the system.
    fn default() -> Instruments {
        let start = Instant::now();
        // What they work on is made when they are first timed.
        let loops = LazyLock::<Loops>::new(Loops::default);
        Instruments {
            measure: Box::new(move || loops.measure()),
            clock: Box::new(move || start.elapsed()),
        }
    }
}

impl Calibration {
    /// Creates a calibration that has timed nothing yet.
    pub fn new(instruments: Instruments, reference: Option<CalibrationFigures>) -> Calibration {
        Calibration { instruments, reference, state: OnceLock::new() }
    }

    /// Times the loops, unless that was done before and not long ago. Nothing that is timed may be under way on the caller's core.
    pub fn before_run(&self) {
        // Other threads wait for the first time: it is the one with nothing beside it.
        let state = self.state.get_or_init(|| Mutex::new(self.first()));
        // Another thread is at it.
        let mut state = match state.try_lock() {
            Ok(state) => state,
            Err(TryLockError::Poisoned(state)) => state.into_inner(),
            Err(TryLockError::WouldBlock) => return,
        };
        let begin = (self.instruments.clock)();
        if begin.saturating_sub(state.last) < state.took * SHARE {
            return;
        }
        let figures = (self.instruments.measure)();
        let end = (self.instruments.clock)();
        state.add(&figures, begin, end);
    }

    /// Returns the least figures so far, how they compare with those of the machine that made the limit, and how they changed; none if
    /// nothing was run.
    pub fn measured(&self) -> Option<(CalibrationFigures, MachineSpeed)> {
        let state = self.state.get()?.lock().unwrap_or_else(PoisonError::into_inner);
        let reference = self.reference.as_ref();
        let slowness = reference.and_then(|reference| state.least.slowness(reference));
        let speed = MachineSpeed {
            drift_per_mille: state.drift().map(per_mille),
            slowness_per_mille: slowness.map(per_mille),
        };
        Some((state.least.clone(), speed))
    }

    /// Returns the same for a limit that is made here, for which the loops are timed even if nothing was run.
    pub fn measure(&self) -> Option<(CalibrationFigures, MachineSpeed)> {
        self.before_run();
        self.measured()
    }

    /// Times the loops for the first time.
    fn first(&self) -> State {
        let begin = (self.instruments.clock)();
        let least = (self.instruments.measure)();
        let last = (self.instruments.clock)();
        let window = Window { begin: last, least: least.clone(), samples: 1 };
        State { least, last, took: last.saturating_sub(begin), windows: Vec::new(), window }
    }
}

impl State {
    fn add(&mut self, figures: &CalibrationFigures, begin: Duration, end: Duration) {
        self.least = self.least.least(figures);
        self.last = end;
        self.took = end.saturating_sub(begin);
        if begin.saturating_sub(self.window.begin) >= WINDOW {
            self.windows.extend(self.window.time());
            self.window = Window { begin, least: figures.clone(), samples: 1 };
        } else {
            self.window.least = self.window.least.least(figures);
            self.window.samples += 1;
        }
    }

    /// Returns by which part of it the slowest window is slower than the fastest; none if there are not two of them.
    fn drift(&self) -> Option<f64> {
        let times = self.windows.iter().copied().chain(self.window.time());
        let times: Vec<f64> = times.collect();
        let least = times.iter().copied().fold(f64::INFINITY, f64::min);
        let most = times.iter().copied().fold(0.0, f64::max);
        (times.len() > 1).then_some(most / least - 1.0)
    }
}

impl Window {
    /// Returns the time of all loops together, if they were timed often enough.
    fn time(&self) -> Option<f64> {
        (self.samples >= MIN_SAMPLES).then(|| self.least.together())
    }
}

fn per_mille(part: f64) -> u32 {
    (part * 1000.0).round() as u32
}

#[cfg(test)]
mod tests;
