//! Measures how fast this machine is, and whether that changes: fixed loops are timed before the
//! first program runs, and from time to time between two programs.
//!
//! A time depends on the state of the machine at that moment: its clock rate, a busy neighbour, or
//! another machine altogether. The figures of the machine for which a limit was made are stored
//! with the limit, so that a run elsewhere can report how much slower it is. The loops are timed
//! between runs, never alongside a run that is alone, and take at most a two-hundredth of the time.
//! If nothing is run, nothing is timed: the results of earlier runs say nothing about the current
//! state of the machine.

mod figures;
mod loops;

use std::sync::{LazyLock, Mutex, OnceLock, TryLockError};
use std::time::{Duration, Instant};

use loops::Loops;
use referee_base::parallel::lock;

pub use figures::{CalibrationFigures, MachineSpeed, SMALL};

/// The loops take at most one part in `SHARE` of the time.
const SHARE: u32 = 200;

/// The length of a window; the shortest figures of each window are compared.
const WINDOW: Duration = Duration::from_secs(10);

/// The minimum number of measurements for a window to count.
const MIN_SAMPLES: usize = 3;

/// The instruments: the loops and the clock.
pub struct Instruments {
    /// Times the loops once.
    pub measure: Box<dyn Fn() -> CalibrationFigures + Send + Sync>,
    /// Returns the time since a fixed moment.
    pub clock: Box<dyn Fn() -> Duration + Send + Sync>,
}

/// The calibration of a run.
pub struct Calibration {
    instruments: Instruments,
    /// The figures of the machine for which the limit was made, if known.
    reference: Option<CalibrationFigures>,
    /// Unset before the loops are timed for the first time.
    state: OnceLock<Mutex<State>>,
}

struct State {
    /// The shortest figures of the whole run.
    least: CalibrationFigures,
    /// The time of the last measurement, on the clock.
    last: Duration,
    took: Duration,
    /// The times of all loops together, one for each finished window.
    windows: Vec<f64>,
    window: Window,
}

struct Window {
    begin: Duration,
    least: CalibrationFigures,
    samples: usize,
}

impl Default for Instruments {
    /// Returns the loops of this process and the clock of the system.
    fn default() -> Instruments {
        let start = Instant::now();
        // Their data is created when they are first timed.
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

    /// Times the loops, unless that was done recently. No timed run may be in progress on the
    /// caller's core.
    pub fn before_run(&self) {
        // Other threads wait for the first measurement: nothing runs alongside it.
        let state = self.state.get_or_init(|| Mutex::new(self.first()));
        // If another thread is measuring, this one does not wait.
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

    /// Returns the shortest figures so far, how they compare with the machine for which the limit
    /// was made, and how they changed; `None` if nothing was run.
    pub fn measured(&self) -> Option<(CalibrationFigures, MachineSpeed)> {
        let state = lock(self.state.get()?);
        let reference = self.reference.as_ref();
        let slowness = reference.and_then(|reference| state.least.slowness(reference));
        let speed = MachineSpeed {
            drift_per_mille: state.drift().map(per_mille),
            slowness_per_mille: slowness.map(per_mille),
        };
        Some((state.least.clone(), speed))
    }

    /// Returns the same for a limit that is being made here; the loops are timed even if nothing
    /// was run.
    pub fn measure(&self) -> Option<(CalibrationFigures, MachineSpeed)> {
        self.before_run();
        self.measured()
    }

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

    /// Returns the fraction by which the slowest window is slower than the fastest; `None` if there
    /// are fewer than two.
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
