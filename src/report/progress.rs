//! Progress on standard error, for what takes longer than a second, and never in a pipe.

use std::fmt;
use std::io::{IsTerminal, stderr};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// How long a run takes before the line is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the line is drawn when nothing has happened: a single step may take long.
const TICK: Duration = Duration::from_millis(250);

/// What a share of 1 is in steps.
const WHOLE: u64 = 1 << 20;

/// A line that says how far a run is and when it will be done.
pub struct Progress {
    bar: ProgressBar,
    /// Dropped when the run is over, which ends the thread that waits to show the line.
    over: Option<Sender<()>>,
}

impl Progress {
    /// A progress line for `total` steps, such as `checking` cases. Unless `wanted` and standard error is a
    /// terminal, it is never shown.
    pub fn new(wanted: bool, verb: &'static str, total: usize) -> Progress {
        Progress::begin(wanted, verb, total as u64, "{pos} of {len}")
    }

    /// The same for work that knows which share of it is done.
    pub fn of_share(wanted: bool, verb: &'static str) -> Progress {
        Progress::begin(wanted, verb, WHOLE, "{percent} %")
    }

    fn begin(wanted: bool, verb: &'static str, total: u64, done: &str) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        let template = format!("{{msg}} {done}  {{bar:30}}  {{elapsed}}{{left}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style.progress_chars("=> ").with_key("left", left));
        }
        bar.set_message(verb);
        if !wanted || !stderr().is_terminal() {
            return Progress { bar, over: None };
        }
        let (over, is_over) = mpsc::channel();
        let shown = bar.clone();
        std::thread::spawn(move || {
            if is_over.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(TICK);
            }
        });
        Progress { bar, over: Some(over) }
    }

    /// One step is done.
    pub fn step(&mut self) {
        self.bar.inc(1);
    }

    /// That share of the work is done: from 0 to 1.
    pub fn reach(&self, share: f64) {
        self.bar.set_position((share * WHOLE as f64) as u64);
    }

    /// Prints something while the line is away.
    pub fn pause<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Takes the line away for good.
    pub fn end(&mut self) {
        self.over = None;
        self.bar.finish_and_clear();
    }
}

/// How long it will take still; nothing before there is anything to judge it by.
fn left(state: &ProgressState, out: &mut dyn fmt::Write) {
    if state.pos() > 0 {
        let _ = write!(out, ", {:#} left", HumanDuration(state.eta()));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}
