//! Guards a run against a panic of the judge on one submission: it becomes a judge error of this
//! submission and does not end the run.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::end::not_judged;
use crate::inputs::Judge;
use crate::recheck::{Known, Outcome};
use crate::shared::Shared;
use referee_base::fault::Fault;
use referee_events::Event;
use referee_intake::submission::Submission;
use referee_sandbox::are_runs_ended;

impl Judge<'_> {
    /// Judges one submission, of which some results may be known, and returns its outcome, even if
    /// the judge panics.
    ///
    /// State shared with other submissions survives a panic: poisoned locks are used anyway, values
    /// that are initialized once are initialized again, and a sandbox in use is restarted.
    pub(crate) fn judge_guarded(
        &self,
        submission: &Submission,
        shared: &Shared,
        at_once: usize,
        known: &Known,
    ) -> Outcome {
        let judge = || self.judge(submission, shared, at_once, known);
        let judged = catch_unwind(AssertUnwindSafe(judge));
        let outcome = judged.unwrap_or_else(|panic| {
            if let Ok(content) = submission.source.content() {
                shared.builds.release(&content);
            }
            let fault = Fault::judge(format!("internal error of the judge: {}", said(&*panic)))
                .help("this is a bug in `referee`: please report it");
            let message = format!("{}: {}", submission.name, fault.one_line());
            let end = not_judged(&submission.name, submission.expected.as_deref(), &fault);
            Outcome::Done(vec![Event::Fault { message }, Event::Submission(end)])
        });
        let Outcome::Done(events) = &outcome else { return outcome };
        if are_runs_ended() {
            return outcome;
        }
        let is_run = |event: &&Event| matches!(event, Event::Judged(_));
        let runs = events.iter().filter(is_run).count();
        let expected = self.inputs.found.count_cases(&submission.name, self.inputs.cases.len());
        self.services.watch.skips(expected.saturating_sub(runs));
        outcome
    }
}

/// Returns the message of a panic.
fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or(panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("it does not say why")
}
