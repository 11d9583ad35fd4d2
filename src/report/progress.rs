//! The progress line on standard error, shown for runs longer than a second, and never in a pipe.

use std::fmt;
use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// The delay before the line is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// The redraw interval when nothing happens: a single step may take long.
const TICK: Duration = Duration::from_millis(250);

/// The number of steps that stands for a share of 1.
const WHOLE: u64 = 1 << 20;

/// A progress line, with an estimate of the time left.
pub struct ProgressLine {
    bar: ProgressBar,
    /// The number of finished parts, where the work has parts.
    parts: AtomicU64,
    /// The number of steps that took no time, which are left out of the estimate.
    free: Arc<AtomicU64>,
    /// Signals the end of the run to the thread that waits to show the line.
    over: Option<Sender<()>>,
}

impl ProgressLine {
    /// Creates a progress line for `total` steps, such as `checking` cases. It is shown only if `wanted` and if standard
    /// error is a terminal.
    pub fn new(wanted: bool, verb: &'static str, total: usize) -> ProgressLine {
        ProgressLine::begin(wanted, verb, total as u64, "{pos} of {len}")
    }

    /// Creates a progress line for work in parts, such as submissions, of `each` steps each.
    pub fn of_parts(wanted: bool, verb: &'static str, parts: usize, each: usize) -> ProgressLine {
        let (parts, each) = (parts as u64, each.max(1) as u64);
        let done = format!("{{prefix}} of {parts}");
        let progress = ProgressLine::begin(wanted, verb, parts * each, &done);
        progress.bar.set_prefix("0");
        progress
    }

    /// Creates a progress line for work that reports which share of it is done.
    pub fn of_share(wanted: bool, verb: &'static str) -> ProgressLine {
        ProgressLine::begin(wanted, verb, WHOLE, "{percent} %")
    }

    /// Creates a progress line for work of which nobody knows how long it takes: [`ProgressLine::tell`] says how it goes.
    pub fn of_search(wanted: bool, verb: &'static str) -> ProgressLine {
        ProgressLine::with_template(wanted, verb, 0, "{msg}  {elapsed}")
    }

    fn begin(wanted: bool, verb: &'static str, total: u64, done: &str) -> ProgressLine {
        let template = format!("{{msg}} {done}  {{bar:30}}  {{elapsed}}{{left}}");
        ProgressLine::with_template(wanted, verb, total, &template)
    }

    fn with_template(wanted: bool, verb: &'static str, total: u64, template: &str) -> ProgressLine {
        let free = Arc::new(AtomicU64::new(0));
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> ").with_key("left", left_after(&free)));
        }
        bar.set_message(verb);
        if !wanted || !stderr().is_terminal() {
            return ProgressLine { bar, parts: AtomicU64::new(0), free, over: None };
        }
        let (over, is_over) = mpsc::channel();
        let shown = bar.clone();
        std::thread::spawn(move || {
            if is_over.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(TICK);
            }
        });
        ProgressLine { bar, parts: AtomicU64::new(0), free, over: Some(over) }
    }

    /// Counts a finished step.
    pub fn step(&self) {
        self.bar.inc(1);
    }

    /// Counts a finished step that took no time, such as a result from the record.
    pub fn free_step(&self) {
        self.free_steps(1);
    }

    fn free_steps(&self, count: u64) {
        self.free.fetch_add(count, Ordering::Relaxed);
        self.bar.inc(count);
    }

    /// Counts a finished part, with the number of its steps that were skipped; `is_free` if the others took no time either.
    pub fn end_part(&self, not_needed: usize, is_free: bool) {
        match is_free {
            true => self.free_steps(not_needed as u64),
            false => self.bar.inc(not_needed as u64),
        }
        let done = self.parts.fetch_add(1, Ordering::Relaxed) + 1;
        self.bar.set_prefix(done.to_string());
    }

    /// Sets the finished share of the work, from 0 to 1.
    pub fn reach(&self, share: f64) {
        self.bar.set_position((share * WHOLE as f64) as u64);
    }

    /// Says how a search goes.
    pub fn tell(&self, how: String) {
        self.bar.set_message(how);
    }

    /// Hides the line while `print` runs.
    pub fn pause<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the line for good.
    pub fn end(&self) {
        if let Some(over) = &self.over {
            let _ = over.send(());
        }
        self.bar.finish_and_clear();
    }
}

/// Formats the estimated time left, from the average pace so far; empty before there is anything to estimate it from. The pace
/// of the last steps alone would jump with each long one.
fn left_after(
    free: &Arc<AtomicU64>,
) -> impl Fn(&ProgressState, &mut dyn fmt::Write) + Clone + use<> {
    let free = Arc::clone(free);
    move |state, out| {
        let left = state.len().unwrap_or(0).saturating_sub(state.pos());
        if let Some(time) =
            remaining(state.elapsed(), state.pos(), free.load(Ordering::Relaxed), left)
        {
            let _ = write!(out, ", {:#} left", HumanDuration(time));
        }
    }
}

/// Estimates the time for the remaining steps; none before a step that took time is done.
fn remaining(elapsed: Duration, done: u64, free: u64, left: u64) -> Option<Duration> {
    let paid = done.saturating_sub(free);
    (paid > 0).then(|| elapsed.mul_f64(left as f64 / paid as f64))
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_so_far_tells_what_is_left() {
        let seconds = Duration::from_secs;
        assert_eq!(remaining(seconds(0), 0, 0, 10), None);
        assert_eq!(remaining(seconds(1), 5, 5, 5), None);
        assert_eq!(remaining(seconds(10), 5, 0, 15), Some(seconds(30)));
        assert_eq!(remaining(seconds(10), 105, 100, 15), Some(seconds(30)));
    }

    #[test]
    fn what_a_part_did_not_need_is_done_with_it() {
        let progress = ProgressLine::of_parts(false, "judging", 3, 10);
        progress.step();
        progress.free_step();
        assert_eq!((progress.bar.position(), progress.bar.prefix()), (2, "0".into()));
        progress.end_part(8, false);
        progress.step();
        assert_eq!((progress.bar.position(), progress.bar.prefix()), (11, "1".into()));
        assert_eq!(progress.free.load(Ordering::Relaxed), 1);
        progress.end_part(9, false);
        progress.free_step();
        progress.end_part(9, true);
        assert_eq!((progress.bar.position(), progress.bar.prefix()), (30, "3".into()));
        assert_eq!(progress.free.load(Ordering::Relaxed), 11);
    }
}
