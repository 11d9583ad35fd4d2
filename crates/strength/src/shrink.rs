//! Shrinks a case on which a submission fails, so that it still fails in the same way.
//!
//! The search itself is in `counterexamples`. This module provides its context: how the case was
//! generated, when a program counts as too slow, and what is reported of the result.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use referee_checker::text::excerpt;
use referee_counterexamples::shrink::{Control, FamilyCall, ShrinkEnd, Shrunk, Start, shrink};
use referee_counterexamples::text::count_tokens;
use referee_generators::{ProblemFamilies, Seed, families};

use crate::chance::{FailsOften, FailureShare};
use crate::failure::failure;
use crate::trial::{Trial, Trials, Tried};
use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;
use referee_base::machine::Machine;
use referee_events::watch::Unwatched;
use referee_events::{JudgedCase, Reason, Verdict};
use referee_judge::BuiltSubmission;
use referee_problem::Problem;
use referee_problem::cases::{CaseFile, manifest};

/// A program is too slow at this multiple of the time of an accepted submission, unless the case
/// does not show that much.
const SLOWER: f64 = 10.0;

/// The smallest multiple that is not due to chance.
const MIN_SLOWDOWN: f64 = 2.0;

/// The shortest time that can be compared, in seconds.
const MEASURABLE: f64 = 0.001;

/// A case, and a program that fails on it.
#[derive(Clone)]
pub struct FailingCase<'t> {
    /// The problem.
    pub problem: &'t Problem,
    /// The case, whose settings apply to candidates.
    pub case: &'t CaseFile,
    /// The input on which the program fails.
    pub input: Vec<u8>,
    /// The program that fails.
    pub program: &'t BuiltSubmission,
    /// The multiple of the time of an accepted submission at which the program is too slow; by
    /// default, it is chosen.
    pub slower: Option<f64>,
    /// How the case was generated, if known.
    pub family: Option<FamilyCall>,
    /// Whether the answer comes with the case: there may be no program that can find it.
    pub has_own_answer: bool,
    /// How often the program failed on the case.
    pub share: FailureShare,
    /// Whether a smaller case must not be one on which another right submission fails.
    pub heeds_jury: bool,
}

/// The smallest case found.
pub struct ShrunkCase {
    /// The problem.
    pub problem: String,
    /// The name of the original case.
    pub case: Arc<str>,
    /// The size of the original input.
    pub before: InputSize,
    /// The size of the smallest input found.
    pub after: InputSize,
    /// The result of the search.
    pub shrunk: Shrunk,
    /// The judgement of the program on it.
    pub judged: JudgedCase,
    /// The answer, if the problem has answers.
    pub answer: Option<Vec<u8>>,
    /// How it was decided that the program is too slow, if it is.
    pub slowness: Option<Slowness>,
    /// Whether the problem has no input validation.
    pub is_unvalidated: bool,
}

/// The size of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InputSize {
    /// The number of tokens, separated by white space.
    pub tokens: usize,
    /// The number of bytes.
    pub bytes: usize,
}

impl InputSize {
    fn of(input: &[u8]) -> InputSize {
        InputSize { tokens: count_tokens(input), bytes: input.len() }
    }
}

/// The criterion by which a program is too slow.
#[derive(Debug, Clone, PartialEq)]
pub enum Slowness {
    /// It exceeds the time limit; why it is not compared with another submission.
    Limit(NotCompared),
    /// It takes this many times the CPU time of this submission.
    Ratio(Arc<str>, f64),
}

/// Why a program that is too slow is not compared with a right one.
#[derive(Debug, Clone, PartialEq)]
pub enum NotCompared {
    /// There is none.
    NoOther,
    /// This one could not be judged on the case.
    NotJudged(Arc<str>),
    /// It takes only this many times the CPU time of this one.
    Near(Arc<str>, f64),
}

impl<'t> FailingCase<'t> {
    /// Finds the smallest case.
    ///
    /// # Errors
    /// The program does not fail on the case, or cannot be judged.
    pub fn shrink(self, trials: &'t Trials<'_>, control: Control<'_>) -> Result<ShrunkCase, Fault> {
        let judged = self.failing_on(&self.input, &self.trial(trials))?;
        let is_over = (control.stop)();
        let measured = (!is_over).then(|| self.measured(trials, &judged));
        let (trial, slowness, judged) = match measured {
            Some(Ok(measured)) => measured,
            Some(Err(fault)) if !(control.stop)() => return Err(fault),
            // There is no time left to measure: the limit remains the criterion.
            _ => (self.trial(trials), None, judged),
        };
        let kind = failure(&judged).kind;
        let often = FailsOften::of(kind.clone(), self.share);
        let trial = Trial { often: often.as_ref(), kind: Some(&kind), ..trial };
        let before = InputSize::of(&self.input);
        let known = self.known();
        let start = Start {
            input: self.input.clone(),
            failure: failure(&judged),
            family: self.family.clone(),
            views: known.map_or(&[], |known| known.views),
            smallest: known.map(|known| known.smallest),
        };
        let shrunk = match self.unanswered(&trial, &control) {
            None => shrink(&trial, start, control),
            Some(fault) => Shrunk {
                input: start.input,
                failure: start.failure,
                tried: 0,
                steps: 0,
                end: ShrinkEnd::Fault(fault),
            },
        };
        let judged = match shrunk.steps {
            0 => judged,
            _ => self.failing_on(&shrunk.input, &trial)?,
        };
        let answer = self.answer(&shrunk.input, &trial)?;
        Ok(ShrunkCase {
            problem: self.problem.name().into(),
            case: Arc::clone(&self.case.name),
            before,
            after: InputSize::of(&shrunk.input),
            judged: JudgedCase { case: name_of(&shrunk).into(), ..judged },
            answer,
            slowness,
            is_unvalidated: !self.problem.validates_inputs(),
            shrunk,
        })
    }

    /// Checks that the program fails on the input, whose file is `path`.
    ///
    /// # Errors
    /// It does not fail, or cannot be judged.
    pub fn check(&self, trials: &'t Trials<'_>, path: &Path) -> Result<(), Fault> {
        let failing = self.failing_on(&self.input, &self.trial(trials)).map(drop);
        failing.map_err(|fault| if fault.path.is_none() { fault.at(path) } else { fault })
    }

    /// Returns the trial of the program on cases with the settings of this one.
    fn trial<'a>(&self, trials: &'t Trials<'a>) -> Trial<'t, 'a> {
        let (like, heeds_jury) = (Some(self.case), self.heeds_jury);
        Trial { like, heeds_jury, ..trials.of(self.program) }
    }

    /// Returns why variants of this input cannot be judged, if they cannot: no program may be able
    /// to find the case's answer.
    fn unanswered(&self, trial: &Trial<'_, '_>, control: &Control<'_>) -> Option<Fault> {
        if !self.has_own_answer || (control.stop)() {
            return None;
        }
        match trial.judge(&self.input) {
            Ok(Tried::Judged(_)) => None,
            _ if (control.stop)() => None,
            Ok(Tried::Setback(fault)) | Err(fault) => Some(fault),
            Ok(Tried::Invalid(why)) => Some(Fault::bad_input(format!(
                "the input of {} is not valid: {why}",
                self.case.name
            ))),
        }
    }

    /// Returns the judgement of the program on an input: a recent one, or that of a new run.
    fn failing_on(&self, input: &[u8], trial: &Trial<'_, '_>) -> Result<JudgedCase, Fault> {
        if let Some(known) = trial.known_failure(input) {
            return Ok(known.judged);
        }
        let of_case = |fault: Fault| {
            if self.has_own_answer { fault.at(&self.case.input) } else { fault }
        };
        let refused = |message: String| Err(of_case(Fault::bad_input(message)));
        match trial.judge(input)? {
            Tried::Invalid(why) => {
                refused(format!("the input is not valid: {}", excerpt(why.as_bytes(), 200)))
            }
            Tried::Setback(fault) => Err(of_case(fault)),
            Tried::Judged(judged) if judged.verdict == Verdict::Accepted => {
                let fault = refused(format!("{} does not fail on this case", judged.contestant));
                fault.map_err(|fault| fault.help("`referee judge` shows on which cases it does"))
            }
            Tried::Judged(judged) => Ok(*judged),
        }
    }

    /// Chooses the criterion by which the program is too slow, if it is, and judges it by that.
    fn measured<'a>(
        &self,
        trials: &'t Trials<'a>,
        judged: &JudgedCase,
    ) -> Result<(Trial<'t, 'a>, Option<Slowness>, JudgedCase), Fault> {
        let (trial, slowness) = self.measure(trials, judged)?;
        let judged = match slowness {
            Some(_) => self.failing_on(&self.input, &trial)?,
            None => judged.clone(),
        };
        Ok((trial, slowness, judged))
    }

    /// Chooses the criterion by which the program is too slow, if it is.
    fn measure<'a>(
        &self,
        trials: &'t Trials<'a>,
        judged: &JudgedCase,
    ) -> Result<(Trial<'t, 'a>, Option<Slowness>), Fault> {
        let trial = self.trial(trials);
        if judged.reason != Reason::TimeLimit || !self.share.is_always() {
            return Ok((trial, None));
        }
        let by_limit = |why| Ok((trial, Some(Slowness::Limit(why))));
        let other = trials.others(self.program, &Unwatched).next();
        let Some(right) = other else { return by_limit(NotCompared::NoOther) };
        let name = Arc::clone(&right.name);
        let beside = Trial { like: Some(self.case), ..trials.of(right) };
        let Tried::Judged(beside) = beside.judge(&self.input)? else {
            return by_limit(NotCompared::NotJudged(name));
        };
        let measured = judged.cpu_seconds() / beside.cpu_seconds().max(MEASURABLE);
        let ratio = self.slower.unwrap_or(SLOWER.min(measured / 2.0));
        if ratio >= MIN_SLOWDOWN || self.slower.is_some() {
            let trial = Trial { beside: Some((right, ratio)), ..trial };
            return Ok((trial, Some(Slowness::Ratio(name, ratio))));
        }
        by_limit(NotCompared::Near(name, measured))
    }

    fn known(&self) -> Option<&'static ProblemFamilies> {
        match self.problem {
            Problem::Shipped(shipped) => families(shipped.name()),
            Problem::Custom(_) | Problem::Packaged(_) => None,
        }
    }

    /// Returns the answer to an input, if the problem has answers.
    ///
    /// # Errors
    /// The solver fails.
    pub fn answer(&self, input: &[u8], trial: &Trial<'_, '_>) -> Result<Option<Vec<u8>>, Fault> {
        if !self.problem.has_answers() {
            return Ok(None);
        }
        if let Some(answer) = trial.known_failure(input).and_then(|known| known.answer) {
            return Ok(Some(answer));
        }
        let folder = TemporaryFolder::new()?;
        let path = folder.path().join("smallest.in");
        fs::write(&path, input).map_err(|error| Fault::cannot_write(&path, &error))?;
        let file = CaseFile { name: "smallest".into(), input: path, has_answer: true };
        let case = self.problem.resolve_like(&file, Some(self.case))?;
        self.problem.write_answer(&case, trial.solution()?, Machine::here(None))?;
        let path = file.answer();
        fs::read(&path).map(Some).map_err(|error| Fault::cannot_read(&path, &error))
    }
}

/// Returns the words that replace the name of a case.
fn name_of(shrunk: &Shrunk) -> &'static str {
    match (shrunk.steps, &shrunk.end) {
        (0, ShrinkEnd::Stopped | ShrinkEnd::Fault(_)) => "the case found",
        _ => "the smallest case",
    }
}

/// Returns how an input was generated, if the manifest of its case folder names a family.
pub fn family_case(input: &Path) -> Option<FamilyCall> {
    let (problem, entry) = manifest::entry_of(input)?;
    let family = families(&problem)?.family(&entry.family)?;
    let arguments = family.read_arguments(&entry.parameters)?;
    let seed = Seed::from_value(u64::from_str_radix(&entry.seed, 16).ok()?);
    Some(FamilyCall { family, arguments, seed })
}
