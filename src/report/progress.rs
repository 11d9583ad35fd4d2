//! Progress on standard error, for what takes longer than a second, and never in a pipe.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A line that says how far a run is and when it will be done.
pub struct Progress {
    bar: ProgressBar,
    shows_from: Option<Instant>,
}

impl Progress {
    /// A progress line for `total` steps, such as `checking` cases. Unless `wanted` and standard error is a
    /// terminal, it is never shown.
    pub fn new(wanted: bool, verb: &'static str, total: usize) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::hidden());
        let template = "{msg} {pos} of {len}  {bar:30}  {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_message(verb);
        let shown = wanted && stderr().is_terminal();
        Progress { bar, shows_from: shown.then(|| Instant::now() + Duration::from_secs(1)) }
    }

    /// One step is done.
    pub fn step(&mut self) {
        self.bar.inc(1);
        if self.shows_from.is_some_and(|from| Instant::now() >= from) {
            self.shows_from = None;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Prints something while the line is away.
    pub fn pause<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Takes the line away for good.
    pub fn end(&mut self) {
        self.shows_from = None;
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}
