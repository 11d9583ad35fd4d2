//! Judges the mutants of programs, in batches.
//!
//! The mutants of a batch are compiled, compared and judged before the next batch begins, so that
//! only the texts and binaries of one batch are on disk. Each mutant runs up to its first failure,
//! first on the cases that killed most mutants of earlier batches. Batches have a fixed size, so
//! the order of cases, and with it the case credited with a kill, does not depend on the number of
//! threads.

use std::collections::HashMap;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::Arc;

use super::candidates::{Candidates, CompileServices};
use super::original::Original;
use super::outcome::{Killed, Outcome};
use referee_base::fault::Fault;
use referee_events::watch::Running;
use referee_events::{Event, JudgedCase, Verdict};
use referee_intake::submission::FoundSubmissions;
use referee_judge::{Inputs, Judge, Policy, Services, StopPolicy};
use referee_problem::cases::CaseFile;
use referee_programs::Builds;
use referee_sandbox::are_runs_ended;

/// The number of mutants in a batch. Their binaries, 2 MB each, need little disk space; the cost is
/// that cores wait for the last of its programs at the end of each batch.
const BATCH: usize = 128;

/// Why a mutant was not judged when the command was interrupted.
const INTERRUPTED: &str = "interrupted before it was judged";

/// Judges mutants.
pub struct Mutation<'a> {
    judge: Judge<'a>,
    services: CompileServices<'a>,
    /// The cases in the order of running, with the number of mutants that each has killed.
    cases: Vec<(CaseFile, usize)>,
    judge_errors: Vec<String>,
}

impl<'a> Mutation<'a> {
    /// Creates a judge of mutants from the judge of the originals.
    pub fn new(judge: Judge<'a>, services: CompileServices<'a>) -> Mutation<'a> {
        let cases = judge.likeliest_first().into_iter();
        let cases = cases.map(|at| (judge.inputs.cases[at].clone(), 0)).collect();
        Mutation { judge, services, cases, judge_errors: Vec::new() }
    }

    /// Compiles, compares and judges the mutants of a program, and returns the outcome of each.
    /// Calls `step` twice per mutant: when it is compiled, and when it is judged or need not be.
    ///
    /// # Errors
    /// The disk is full, or the original cannot be compiled.
    pub fn run(&mut self, original: &Original, step: &dyn Fn()) -> Result<Vec<Outcome>, Fault> {
        let mut candidates = Candidates::new(original, self.services)?;
        let count = original.mutants.len();
        let mut outcomes = Vec::with_capacity(count);
        for first in (0..count).step_by(BATCH) {
            let range = first..count.min(first + BATCH);
            if !are_runs_ended() {
                candidates.write(range.clone())?;
                outcomes.extend(self.batch(&mut candidates, range, step));
            }
        }
        outcomes.resize(count, Outcome::NotJudged(INTERRUPTED.into()));
        Ok(outcomes)
    }

    /// Returns the messages of judge errors.
    pub fn judge_errors(&self) -> &[String] {
        &self.judge_errors
    }

    fn batch(
        &mut self,
        candidates: &mut Candidates,
        range: Range<usize>,
        step: &dyn Fn(),
    ) -> Vec<Outcome> {
        let builds = Arc::new(Builds::for_each(candidates.contents(range.clone())));
        let compared = candidates.compare(range.clone(), &builds, step);
        compared.iter().flatten().for_each(|_| step());
        let mut found = FoundSubmissions::default();
        let left = range.clone().zip(&compared).filter(|(_, outcome)| outcome.is_none());
        found.submissions = left.map(|(at, _)| candidates.all[at].submission.clone()).collect();
        let mut judged = self.judged(&found, builds, step);
        // An interrupted run says nothing about the program.
        let is_known =
            |outcome: &Outcome| !are_runs_ended() || !matches!(outcome, Outcome::NotJudged(_));
        let outcomes = range.zip(compared).map(|(at, outcome)| {
            let judged = || judged.remove(&candidates.all[at].submission.name);
            let known = outcome.or_else(judged).filter(is_known);
            known.unwrap_or_else(|| Outcome::NotJudged(INTERRUPTED.into()))
        });
        outcomes.collect()
    }

    /// Judges mutants, and returns the outcome of each by name.
    fn judged(
        &mut self,
        found: &FoundSubmissions,
        builds: Arc<Builds>,
        step: &dyn Fn(),
    ) -> HashMap<Arc<str>, Outcome> {
        // The sort is stable: ties keep their order.
        self.cases.sort_by_key(|(_, killed)| usize::MAX - killed);
        let cases: Vec<CaseFile> = self.cases.iter().map(|(case, _)| case.clone()).collect();
        let Judge { inputs, policy, services } = self.judge.clone();
        // Progress counts mutants, not runs.
        let running = Running(services.watch);
        let judge = Judge {
            inputs: Inputs { cases: &cases, scoring: None, found, ..inputs },
            policy: Policy {
                mode: StopPolicy::FirstFailure,
                time_limit_to_tle: None,
                repeat: 1,
                rechecks: 0,
                excerpts: false,
                ..policy
            },
            services: Services { builds: Some(builds), timed: None, watch: &running, ..services },
        };
        let mut outcomes = HashMap::new();
        let mut failure: Option<Outcome> = None;
        let mut errors = Vec::new();
        let Ok(_) = judge.run(&mut |event| {
            match event {
                Event::Judged(judged) => {
                    failure = failure.take().or_else(|| killed(judged));
                    if judged.verdict == Verdict::JudgeError {
                        let JudgedCase { contestant, case, message, .. } = judged;
                        errors.push(format!("{contestant}, {case}: {message}"));
                    }
                }
                Event::Submission(end) => {
                    step();
                    let outcome = failure.take().unwrap_or_else(|| match end.verdict {
                        Some(Verdict::Accepted) => Outcome::Survived,
                        _ => Outcome::NotJudged(end.message.clone()),
                    });
                    outcomes.insert(end.contestant.clone(), outcome);
                }
                _ => {}
            }
            Ok::<(), Infallible>(())
        });
        self.judge_errors.extend(errors);
        for outcome in outcomes.values() {
            if let Outcome::Killed { case, .. } = outcome {
                let killer = self.cases.iter_mut().find(|(known, _)| known.name == *case);
                killer.into_iter().for_each(|(_, killed)| *killed += 1);
            }
        }
        outcomes
    }
}

/// Returns how a judgement kills the mutant, if it does.
fn killed(judged: &JudgedCase) -> Option<Outcome> {
    let how = Killed::by(judged.verdict)?;
    Some(Outcome::Killed { how, case: judged.case.clone() })
}
