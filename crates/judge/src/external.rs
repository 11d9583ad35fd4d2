//! Runs submissions on cases that a program judges: in one pass or several, before the checker or
//! interactively with it.
//!
//! With several passes, times and memory are the largest of any pass, and the exit status is that
//! of the last one.

use std::io::Read;
use std::sync::Arc;

use referee_checker::{CheckError, CheckVerdict as Checked};

use crate::classify;
use crate::runner::{RunResult, Runner};
use referee_base::fault::Fault;
use referee_events::{JudgedCase, LabelledFact, Reason, Verdict};
use referee_problem::cases::excerpts::OutputExcerpt;
use referee_problem::{Attempt, ExternalCase, Interaction, Judgement, JuryAnswer, RunMode};
use referee_sandbox::{Ended, Input, Run, Stdin};

pub(crate) struct External<'a> {
    pub(crate) case: &'a ExternalCase,
    pub(crate) answer: &'a JuryAnswer,
}

struct Pass {
    ended: Ended,
    checked: Result<Judgement, CheckError>,
    /// In an interactive pass, whether the checker had stopped reading before the submission ended.
    checker_first: Option<bool>,
    /// In an interactive pass that exceeded its wall time, which side waited for the other.
    waited: Option<&'static str>,
    /// The excerpt of the output, if excerpts are wanted.
    excerpt: Option<OutputExcerpt>,
}

impl External<'_> {
    pub(crate) fn judge(
        &self,
        contestant: &Arc<str>,
        case: &Arc<str>,
        input: &Input,
        runner: &Runner,
    ) -> Result<RunResult, Fault> {
        let mut attempt = self.case.begin()?;
        let mut before: Option<Ended> = None;
        let mut later: Option<Input> = None;
        let mut number = 1;
        loop {
            let stdin = Stdin::Input(later.as_ref().unwrap_or(input));
            let run = Run { stdin, ..runner.program.clone() };
            let pass = self.pass(&mut attempt, &run, runner)?;
            let ended = largest(before.take(), pass.ended);
            let failed = classify::failed(contestant, case, &ended, &runner.limits);
            let accepted = pass
                .checked
                .as_ref()
                .ok()
                .map(|judgement| matches!(judgement.verdict, Checked::Accepted(_)));
            let overruled = pass.checker_first.is_some_and(|first| is_overruled(accepted, first));
            let failed = failed.filter(|_| !overruled);
            let mut judged = match (failed, pass.checked) {
                (None, Ok(Judgement { next: Some(next), .. })) => {
                    let input = Input::new(&next)
                        .map_err(|error| Fault::judge(format!("cannot keep an input: {error}")))?;
                    (before, later) = (Some(ended), Some(input));
                    number += 1;
                    continue;
                }
                (Some(failed), checked) => with_talk(failed, pass.waited, checked.ok()),
                (None, Ok(Judgement { verdict, score, .. })) => {
                    let judged = classify::checked(contestant, case, &ended, Ok(verdict));
                    JudgedCase { score, ..judged }
                }
                (None, Err(error)) => classify::checked(contestant, case, &ended, Err(error)),
            };
            if let Some(wrong) = self.wrong_answer_of_jury(&judged) {
                judged = JudgedCase::plain(contestant, case, Reason::JudgeError, wrong);
            }
            if number > 1 && judged.verdict != Verdict::Accepted {
                judged.facts.push(fact("pass", number.to_string()));
            }
            return Ok(RunResult { ended, judged, excerpt: pass.excerpt });
        }
    }

    fn pass(&self, attempt: &mut Attempt, run: &Run, runner: &Runner) -> Result<Pass, Fault> {
        if self.case.run_mode().interactive {
            return interact(attempt, run, runner);
        }
        let look = &mut |output: &mut dyn Read| attempt.check(output);
        let (ended, checked, excerpt) = runner.run(run, look)?;
        Ok(Pass { ended, checked, checker_first: None, waited: None, excerpt })
    }

    /// Returns what is wrong with the jury's answer. Only a rejection depends on the answer, so the
    /// checker judges it only then.
    fn wrong_answer_of_jury(&self, judged: &JudgedCase) -> Option<String> {
        let is_refused = matches!(judged.verdict, Verdict::WrongAnswer | Verdict::Malformed);
        if !is_refused || self.case.run_mode() != RunMode::PLAIN {
            return None;
        }
        self.answer.fault(self.case).map(|fault| fault.one_line())
    }
}

/// Returns whether the checker determines the verdict of an interactive run although the submission
/// failed, in the order of precedence of problemtools and DOMjudge. A checker that fails itself
/// (`None`) is a judge error, whatever the submission did. After a rejection the submission has
/// lost, and its exit says nothing, since it may well die of a broken pipe. In all other cases the
/// submission must exit well and in time: one that writes for ever after the checker has accepted
/// does not.
fn is_overruled(accepted: Option<bool>, checker_first: bool) -> bool {
    matches!((accepted, checker_first), (None, _) | (Some(false), true))
}

/// Runs a submission and its checker at the same time.
fn interact(attempt: &mut Attempt, run: &Run, runner: &Runner) -> Result<Pass, Fault> {
    let interaction = attempt.interact(run.limits.wall, None, |stdin, stdout| {
        runner.executor.run(&Run { stdin, stdout, ..run.clone() }, &mut |_| ())
    })?;
    let Interaction { program, checked, checker_first, waited } = interaction;
    let ended = program.map_err(|error| Fault::judge(error.to_string()))?;
    Ok(Pass { ended, checked, checker_first: Some(checker_first), waited, excerpt: None })
}

/// Combines two passes: the largest times and memory of either, and the exit status of the last.
fn largest(before: Option<Ended>, last: Ended) -> Ended {
    let Some(before) = before else { return last };
    // The waiting time belongs to the wall time of the same pass.
    let waited = if before.wall > last.wall { before.waited } else { last.waited };
    Ended {
        cpu: last.cpu.max(before.cpu),
        instructions: last.instructions.max(before.instructions),
        wall: last.wall.max(before.wall),
        waited,
        memory: last.memory.max(before.memory),
        ..last
    }
}

/// Adds details of the interaction to a failure that happened in it.
fn with_talk(failed: JudgedCase, waited: Option<&str>, checked: Option<Judgement>) -> JudgedCase {
    let mut facts = failed.facts;
    facts.extend(waited.map(|waited| fact("waited", waited.into())));
    if let Some(Judgement { verdict: Checked::Refused(refusal), .. }) = checked {
        facts.extend(refusal.explanation.facts.into_iter().map(LabelledFact::from));
    }
    JudgedCase { facts, ..failed }
}

fn fact(label: &'static str, text: String) -> LabelledFact {
    LabelledFact { label: label.into(), text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_in_which_ends_count() {
        for (accepted, checker_first, expected) in [
            (Some(true), false, false),
            (Some(true), true, false),
            (Some(false), false, false),
            (Some(false), true, true),
            (None, false, true),
            (None, true, true),
        ] {
            assert_eq!(is_overruled(accepted, checker_first), expected, "{accepted:?}");
        }
    }
}
