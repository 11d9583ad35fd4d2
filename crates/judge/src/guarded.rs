//! Guards a run against a panic of the judge on one submission: it becomes a judge error of this
//! submission and does not end the run.

use crate::end::not_judged;
use crate::inputs::{Judge, Shared};
use crate::recheck::{Known, Outcome};
use referee_base::fault::guarded;
use referee_events::Event;
use referee_intake::submission::Submission;
use referee_sandbox::are_runs_ended;

impl Judge<'_> {
    /// Judges one submission, of which some results may be known, and returns its outcome, even if
    /// the judge panics: a sandbox in use is restarted.
    pub(crate) fn judge_guarded(
        &self,
        submission: &Submission,
        shared: &Shared,
        at_once: usize,
        known: &Known,
    ) -> Outcome {
        let judged = guarded(|| self.judge(submission, shared, at_once, known));
        let outcome = judged.unwrap_or_else(|fault| {
            if let Ok(content) = submission.source.content() {
                shared.builds.release(&content);
            }
            let message = format!("{}: {}", submission.name, fault.one_line());
            let end = Event::Submission(not_judged(submission, &fault));
            Outcome::Done(vec![Event::Fault { message }, end])
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
