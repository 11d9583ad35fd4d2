//! Shows the progress of a long run on standard error: on a terminal, a line that is redrawn, after
//! the first second; elsewhere, a plain line every ten seconds, for logs.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::pace::{Form, Pace, WHOLE};
use referee_events::watch::Watch;

/// The delay before the line is shown on a terminal.
const PATIENCE: Duration = Duration::from_secs(1);

const REDRAWN: Duration = Duration::from_millis(250);

/// The interval between plain lines.
const LOGGED: Duration = Duration::from_secs(10);

const PREFIX: &str = "progress: ";

/// A progress line. Dropping it removes it.
pub struct ProgressLine {
    shown: ProgressHandle,
    /// Signals the end of the run to the thread that shows the line.
    over: Option<Sender<()>>,
}

/// A handle to a progress line: the state of the work, and the line on the screen.
#[derive(Clone)]
pub struct ProgressHandle {
    /// The state of the work.
    pub pace: Arc<Pace>,
    bar: ProgressBar,
    begun: Instant,
}

impl ProgressLine {
    /// Creates a progress line for `total` steps. `verb` names the work, such as `judging`, and the
    /// unit is given in singular and plural. It is shown only if `wanted`.
    pub fn new(
        wanted: bool,
        verb: &'static str,
        (one, many): (&'static str, &'static str),
        total: usize,
    ) -> ProgressLine {
        ProgressLine::begin(wanted, Pace::new(verb, Form::Steps(one, many), total))
    }

    /// Creates a progress line for work that reports the share that is done.
    pub fn of_share(wanted: bool, verb: &'static str) -> ProgressLine {
        ProgressLine::begin(wanted, Pace::new(verb, Form::Share, WHOLE))
    }

    /// Creates a progress line for work of unknown duration, whose status is set by
    /// [`ProgressLine::set_status`].
    pub fn of_search(wanted: bool, verb: &'static str) -> ProgressLine {
        ProgressLine::begin(wanted, Pace::new(verb, Form::Search, 0))
    }

    fn begin(wanted: bool, pace: Pace) -> ProgressLine {
        let bar = ProgressBar::with_draw_target(Some(WHOLE as u64), ProgressDrawTarget::hidden());
        let template =
            if pace.has_share() { "{prefix}  {bar:20}  {wide_msg}" } else { "{wide_msg}" };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        let shown = ProgressHandle { pace: Arc::new(pace), bar, begun: Instant::now() };
        let over = wanted.then(|| shown.clone().follow(stderr().is_terminal()));
        ProgressLine { shown, over }
    }

    /// Returns a handle to it.
    pub fn shown(&self) -> ProgressHandle {
        self.shown.clone()
    }

    /// Counts a finished step.
    pub fn step(&self) {
        self.counts(true);
    }

    /// Sets the finished share of the work, from 0 to 1.
    pub fn reach(&self, share: f64) {
        self.shown.pace.reaches(share);
    }

    /// Sets the status of a search.
    pub fn set_status(&self, how: String) {
        self.shown.pace.set_status(how);
    }

    /// Hides the line while `print` runs.
    pub fn pause<T>(&self, print: impl FnOnce() -> T) -> T {
        self.shown.bar.suspend(print)
    }

    /// Removes the line for good.
    pub fn end(&self) {
        if let Some(over) = &self.over {
            let _ = over.send(());
        }
        self.shown.clear();
    }
}

impl Watch for ProgressLine {
    fn expects(&self, steps: usize) {
        self.shown.pace.expects(steps);
    }

    fn skips(&self, steps: usize) {
        self.shown.pace.skips(steps);
    }

    fn counts(&self, took_time: bool) {
        self.shown.pace.counts(took_time);
    }

    fn begins(&self, what: &str) {
        self.shown.pace.begins(what, self.shown.begun.elapsed());
    }

    fn ends(&self, what: &str) {
        self.shown.pace.ends(what);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.end();
    }
}

impl ProgressHandle {
    /// Removes the line from the screen for good.
    pub fn clear(&self) {
        // Elsewhere there is nothing to remove, and a thread that prints may hold the line while
        // its reader is blocked.
        if !self.bar.is_hidden() {
            self.bar.finish_and_clear();
        }
    }

    /// Shows the line from another thread, until the returned sender sends or is dropped.
    fn follow(self, is_terminal: bool) -> Sender<()> {
        let (over, is_over) = mpsc::channel();
        let begun = self.begun;
        let goes_on =
            move |time: Duration| is_over.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
        thread::spawn(move || {
            if is_terminal {
                self.redraw(&goes_on, &|| begun.elapsed())
            } else {
                self.log(&goes_on, &|| begun.elapsed(), &mut stderr())
            }
        });
        over
    }

    fn redraw(&self, goes_on: &dyn Fn(Duration) -> bool, elapsed: &dyn Fn() -> Duration) {
        if !goes_on(PATIENCE) {
            return;
        }
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
        loop {
            self.draw(elapsed());
            if !goes_on(REDRAWN) {
                return;
            }
        }
    }

    fn draw(&self, elapsed: Duration) {
        let ProgressHandle { pace, bar, .. } = self;
        let parts = if pace.has_share() {
            [pace.time(elapsed), pace.running(), String::new()]
        } else {
            [pace.done(), pace.time(elapsed), pace.waits_for(elapsed)]
        };
        bar.set_prefix(pace.done());
        bar.set_message(parts.join("  ").trim_end().to_string());
        bar.set_position((pace.share() * WHOLE as f64) as u64);
        bar.tick();
    }

    fn log(
        &self,
        goes_on: &dyn Fn(Duration) -> bool,
        elapsed: &dyn Fn() -> Duration,
        out: &mut dyn Write,
    ) {
        while goes_on(LOGGED) {
            // Written in one piece, since other processes may write to the same log.
            let line = format!("{PREFIX}{}\n", self.pace.line(elapsed()));
            // Errors are ignored: nobody reads the log then.
            let _ = out.write_all(line.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_log_has_a_line_every_ten_seconds() {
        let progress = ProgressLine::new(false, "judging", ("run", "runs"), 9);
        let now = Cell::new(Duration::ZERO);
        let goes_on = |time: Duration| {
            now.set(now.get() + time);
            progress.step();
            progress.begins(&format!("case {}", now.get().as_secs()));
            now.get() < Duration::from_secs(30)
        };
        let mut out = Vec::new();
        progress.shown.log(&goes_on, &|| now.get(), &mut out);
        insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r"
        progress: judging 1 of 9 runs; 6.0/min, 1 min 20 s left; case 10
        progress: judging 2 of 9 runs; 6.0/min, 1 min 10 s left; case 10 and 1 more
        ");
    }

    #[test]
    fn work_that_ends_at_once_shows_nothing() {
        let progress = ProgressLine::new(true, "judging", ("run", "runs"), 9);
        let mut out = Vec::new();
        progress.shown.log(&|_| false, &|| Duration::ZERO, &mut out);
        progress.shown.redraw(&|_| false, &|| Duration::ZERO);
        assert!(out.is_empty());
    }
}
