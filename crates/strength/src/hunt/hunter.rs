//! Hunts submissions, one after the other, within a time limit for each.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use referee_base::fault::Fault;
use referee_base::files;
use referee_counterexamples::hunt::{
    Candidate, EndReason, Found, HuntOptions, HuntResult, Origin, SourceReport, hunt,
};
use referee_counterexamples::shrink::{Control, FamilyCall, ShrinkProgress};
use referee_events::Verdict;
use referee_events::watch::{Unwatched, Watch, watched};
use referee_inputs::{Answer, IsValid};
use referee_intake::submission::Submission;
use referee_judge::BuiltSubmission;
use referee_package::is_sample;
use referee_problem::cases::CaseFile;
use referee_programs::NotBuilt;
use referee_sandbox::end_all_runs;

use super::existing::ExistingCases;
use super::keeping::Keeping;
use super::plan::{HuntHost, HuntPlan, HuntTask, Search, SearchProgress, StartingCase};
use super::source_set::SourceSet;
use super::{Again, Disagreement, EXISTING, FailureShare, Find, HuntEnd, Hunted, MIN_JUDGED};
use crate::growth::{Growth, sizes};
use crate::shrink::{FailingCase, ShrunkCase, family_case};
use crate::time::SearchTime;
use crate::trial::{Trial, Trials, Tried};

/// The minimum time for shrinking a find, unless the user sets one.
const MIN_SHRINKING: Duration = Duration::from_secs(5);

/// Why a search ended that was interrupted.
const STOPPED: &str = "stopped";

/// The number of existing inputs that show whether the validators work.
const SMALLEST: usize = 3;

/// The part of the remaining time for validating the existing inputs, samples and small ones first.
const VALIDATING: f64 = 0.1;

/// The part of the remaining time for learning the shape of inputs, and again for the ranges of
/// their values.
const LEARNING: f64 = 0.25;

/// Hunts one submission after the other.
pub struct Hunter<'a> {
    plan: &'a HuntPlan,
    task: &'a HuntTask<'a>,
    sources: SourceSet<'a>,
    keeping: Keeping<'a>,
    trials: &'a Trials<'a>,
    existing: ExistingCases<'a>,
    host: &'a dyn HuntHost,
}

/// Returns a function that tells whether an input is valid, to learn the shape of inputs; `None` if
/// there is no time left. `is_timed` tells whether it matters how long each answer takes.
fn validating(
    trials: &Trials,
    time: &SearchTime,
    is_timed: bool,
) -> impl FnMut(&[u8]) -> Option<Answer> {
    // The time for all answers. It starts with the first one, since validators are compiled before.
    let mut learning: Option<SearchTime> = None;
    move |input| {
        if learning.as_ref().unwrap_or(time).is_over() {
            return None;
        }
        let begun = Instant::now();
        // An input that cannot be validated does not count as valid.
        let is_valid = trials.is_valid(input).unwrap_or(false);
        let known = learning.as_ref().filter(|_| is_timed);
        let part = known.map_or(0.0, |learning| learning.part(begun.elapsed()));
        learning.get_or_insert_with(|| time.part_of_rest(LEARNING));
        Some(Answer { is_valid, part })
    }
}

impl<'a> Hunter<'a> {
    /// Prepares hunts.
    ///
    /// # Errors
    /// The plan names something that the problem does not have, or an existing case.
    pub fn new(
        plan: &'a HuntPlan,
        task: &'a HuntTask<'a>,
        trials: &'a Trials<'a>,
        host: &'a dyn HuntHost,
    ) -> Result<Hunter<'a>, Fault> {
        if !task.problem.validates_inputs() {
            host.warn("there is no input validator: inputs that are found may be invalid");
        }
        let sources = SourceSet::find(task, plan, host)?;
        let existing = ExistingCases::new(task, trials, host);
        files::stop_when_interrupted(end_all_runs);
        // Rejected before the search, which takes long.
        let keeping = Keeping::new(plan, task)?;
        Ok(Hunter { plan, task, sources, keeping, trials, existing, host })
    }

    /// Skips the existing cases, for submissions that are known to pass them.
    #[must_use]
    pub fn past_existing_cases(mut self) -> Self {
        self.existing.are_passed = true;
        self
    }

    /// Hunts all submissions, and calls `listener` with each result as soon as it is known. If
    /// interrupted, the results include how many hunts were completed.
    ///
    /// # Errors
    /// Those of `listener`.
    pub fn all(
        mut self,
        mut listener: impl FnMut(&Hunted) -> Result<(), Fault>,
    ) -> Result<HuntResults, Fault> {
        // Not where a hunt is prepared: `mutate` also judges mutants with these programs, on cases.
        self.trials.bound_jury();
        let found = self.task.found;
        let mut reports = Vec::new();
        for (name, fault) in &found.others {
            let end = HuntEnd::NotJudged(fault.clone());
            let hunted = Hunted { name: name.clone(), is_right: true, end, sources: Vec::new() };
            listener(&hunted)?;
            reports.push(hunted);
        }
        let mut whole = 0;
        for submission in &found.submissions {
            if files::is_to_stop() {
                break;
            }
            let hunted = self.one(submission);
            listener(&hunted)?;
            reports.push(hunted);
            whole += usize::from(!files::is_stopped());
        }
        let interrupted = files::is_stopped().then_some((whole, found.submissions.len()));
        Ok(HuntResults { reports, interrupted })
    }

    /// Shrinks an input on which the submission fails: a case of the problem, or any other input.
    ///
    /// # Errors
    /// The submission cannot be judged, or does not fail on it.
    pub fn shrink_from(
        &mut self,
        from: StartingCase,
        submission: &Submission,
    ) -> Result<HuntResults, Fault> {
        self.trials.bound_jury();
        let shrunk = self.shrunk_from(from, submission);
        if files::is_stopped() {
            // A fault may be due to the interruption.
            let reports = shrunk.into_iter().collect();
            return Ok(HuntResults { reports, interrupted: Some((0, 1)) });
        }
        Ok(HuntResults { reports: vec![shrunk?], interrupted: None })
    }

    fn shrunk_from(
        &mut self,
        from: StartingCase,
        submission: &Submission,
    ) -> Result<Hunted, Fault> {
        let compile = || self.trials.build(submission);
        let progress = self.host.begin(Search::Shrinking);
        let compiling = format!("compiling {}", submission.name);
        let built = watched(progress.watch(), &compiling, compile)?;
        drop(progress);
        match built.not_built() {
            None => {}
            Some(NotBuilt::Refused(why)) => {
                let message = format!("{} does not compile", submission.name);
                return Err(Fault::bad_input(message).details(why.as_str()));
            }
            Some(NotBuilt::NotInstalled(_, fault) | NotBuilt::NotJudged(fault)) => {
                return Err((**fault).clone());
            }
        }
        let mut found = FoundCase {
            source: from.name.clone(),
            input: files::read_at_most(&from.input, u64::MAX)?,
            origin: Origin::Other(from.name),
            existing: from.case,
            sizes: Vec::new(),
            family: family_case(&from.input),
            share: FailureShare::ALWAYS,
        };
        let failing = self.failing(&found, &built, false);
        let time = SearchTime::of(self.plan.shrink_for);
        self.trials.check_jury(&Unwatched)?;
        failing.check(self.trials, &from.input)?;
        let trial = Trial { like: Some(failing.case), ..self.trials.of(&built) };
        found.share = share_of(&trial, &found.input, &time.part_of_rest(0.5))?;
        let end = match self.who_disagrees(&built, &found, &time) {
            None => HuntEnd::Found(Box::new(self.find(found, &built, &built, &time)?), None),
            Some(juror) => HuntEnd::JuryDisagrees(self.disagreement(found, juror, &built, &time)?),
        };
        Ok(hunted(submission, (end, Vec::new())))
    }

    /// Hunts one submission. A fault becomes its result, so that it does not affect others.
    pub fn one(&mut self, submission: &Submission) -> Hunted {
        let time = SearchTime::of(self.plan.within);
        let end = self.search_beside_jury(submission, &time);
        let ended = end.and_then(|end| match end {
            ControlFlow::Continue((built, searched)) => self.ended(&built, searched, &time),
            ControlFlow::Break(ended) => Ok(ended),
        });
        hunted(submission, ended.unwrap_or_else(|fault| (HuntEnd::NotJudged(fault), Vec::new())))
    }

    /// Searches within the given time while another thread compiles the jury, and after it the
    /// generators: one core would be idle while the submission and the validators are compiled.
    fn search_beside_jury(
        &mut self,
        submission: &Submission,
        time: &SearchTime,
    ) -> Result<SearchEnd, Fault> {
        let (trials, compile) = (self.trials, self.sources.compiling());
        let [is_over, has_jury] = [const { AtomicBool::new(false) }; 2];
        // Outlives the thread, which would otherwise compile without a bound.
        let bound = time.bound();
        thread::scope(|scope| {
            let build = || {
                let stop = || is_over.load(Ordering::SeqCst);
                trials.build_jury(stop);
                has_jury.store(true, Ordering::SeqCst);
                compile(&stop);
            };
            let builds = self.task.compiles_beside().then(|| scope.spawn(build));
            let end = self.search_in_time(submission, time);
            is_over.store(true, Ordering::SeqCst);
            // What comes after a search asks the jury, but no generator.
            let needs_jury = matches!(end, Ok(ControlFlow::Continue(_)));
            let is_needed = needs_jury && !has_jury.load(Ordering::SeqCst);
            if !is_needed && builds.is_some_and(|builds| !builds.is_finished()) {
                bound.reach();
            }
            end
        })
    }

    /// Compiles a submission, tries the existing cases, and searches.
    fn search_in_time(
        &mut self,
        submission: &Submission,
        time: &SearchTime,
    ) -> Result<SearchEnd, Fault> {
        let name = &submission.name;
        let progress = self.host.begin(Search::Hunting);
        progress.tried(name, 0);
        let compile = || self.trials.build(submission);
        let built = watched(progress.watch(), &format!("compiling {name}"), compile)?;
        if let Some(why) = built.not_built() {
            let end = match why {
                NotBuilt::Refused(said) => HuntEnd::NotCompiled(said.clone()),
                NotBuilt::NotInstalled(_, fault) => HuntEnd::NoCompiler((**fault).clone()),
                NotBuilt::NotJudged(_) if files::is_stopped() => {
                    HuntEnd::TooFew { judged: 0, why: STOPPED }
                }
                NotBuilt::NotJudged(_) if time.is_over() => {
                    HuntEnd::TooFew { judged: 0, why: "compiling took the whole time" }
                }
                NotBuilt::NotJudged(fault) => HuntEnd::NotJudged((**fault).clone()),
            };
            return Ok(ControlFlow::Break((end, Vec::new())));
        }
        let mut existing = self.existing.try_all(&built, time, &*progress);
        let known_invalid = self.existing.count_invalid();
        if let Some((case, judged)) = &existing.failed
            && is_sample(&case.name)
        {
            let end = HuntEnd::FailsSample(Box::new(judged.clone()));
            return Ok(ControlFlow::Break((end, vec![existing.report])));
        }
        let mut searched = match existing.failed {
            Some((case, _)) => {
                Searched { found: Some(FoundCase::existing(case)?), ..Searched::default() }
            }
            None => self.search(&built, time, &*progress)?,
        };
        if let Some(found) = &mut searched.found {
            let trial = self.trials.of(&built);
            found.share = match &found.existing {
                None => share_of(&trial, &found.input, time)?,
                Some(case) => {
                    share_of_runs(&trial, &found.input, time, || trial.judge_existing(case))?
                }
            };
        }
        let report = &mut existing.report;
        report.invalid += self.existing.count_invalid() - known_invalid;
        report.invalid = report.invalid.min(report.tries);
        searched.sources.insert(0, existing.report);
        Ok(ControlFlow::Continue((built, searched)))
    }

    fn ended(
        &mut self,
        built: &BuiltSubmission,
        searched: Searched,
        time: &SearchTime,
    ) -> Result<Ended, Fault> {
        let Searched { found, disputed, why, judged, sources } = searched;
        let end = match self.finds(found, disputed, built, time)? {
            Some(end) => end,
            None if judged < MIN_JUDGED => HuntEnd::TooFew { judged, why },
            None => HuntEnd::Withstood(why),
        };
        Ok((end, sources))
    }

    /// Keeps and shrinks what a search found, if it found anything: an input on which the
    /// submission fails, and one on which the jury disagrees.
    fn finds(
        &mut self,
        found: Option<FoundCase>,
        disputed: Option<FoundCase>,
        built: &BuiltSubmission,
        search: &SearchTime,
    ) -> Result<Option<HuntEnd>, Fault> {
        let budget = self.plan.shrink_for.unwrap_or(search.so_far().max(MIN_SHRINKING));
        let time = SearchTime::of(Some(budget));
        let disputed = disputed.and_then(|disputed| {
            let juror = self.who_disagrees(built, &disputed, &time)?;
            Some((disputed, juror))
        });
        let Some(found) = found else {
            let keep = |(disputed, juror)| self.disagreement(disputed, juror, built, &time);
            return Ok(disputed.map(keep).transpose()?.map(HuntEnd::JuryDisagrees));
        };
        // If its time was over, the search could not ask the jury.
        if search.is_over()
            && let Some(juror) = self.who_disagrees(built, &found, &time)
        {
            let (disputed, juror) = disputed.unwrap_or((found, juror));
            let disagreement = self.disagreement(disputed, juror, built, &time)?;
            return Ok(Some(HuntEnd::JuryDisagrees(disagreement)));
        }
        let part = time.part_of_rest(if disputed.is_some() { 0.5 } else { 1.0 });
        let failure = |(disputed, juror): &(FoundCase, &'a BuiltSubmission)| {
            self.trials.of(juror).known_failure(&disputed.input)
        };
        let known = disputed.as_ref().and_then(failure);
        let find = Box::new(self.find(found, built, built, &part)?);
        let Some((disputed, juror)) = disputed else {
            return Ok(Some(HuntEnd::Found(find, None)));
        };
        // After an interruption, the other submission cannot be run again.
        self.trials.of(juror).remember_again(&disputed.input, known);
        let disagreement = self.disagreement(disputed, juror, built, &time)?;
        Ok(Some(HuntEnd::Found(find, Some(disagreement))))
    }

    /// Returns another right submission that is rejected on an input that was found, if there is
    /// one.
    fn who_disagrees(
        &self,
        built: &BuiltSubmission,
        found: &FoundCase,
        time: &SearchTime,
    ) -> Option<&'a BuiltSubmission> {
        // The other submissions must not use up all of the time.
        let _bound = time.part_of_rest(0.25).bound();
        let is_new = found.existing.is_none();
        is_new.then(|| self.trials.who_disagrees(built, &found.input, &Unwatched)).flatten()
    }

    /// Keeps an input on which the jury disagrees, and shrinks it for the other submission: it is
    /// unknown which one is right.
    fn disagreement(
        &mut self,
        disputed: FoundCase,
        juror: &BuiltSubmission,
        built: &BuiltSubmission,
        time: &SearchTime,
    ) -> Result<Disagreement, Fault> {
        let disputed = FoundCase { share: FailureShare::ALWAYS, ..disputed };
        let find = self.find(disputed, juror, built, time)?;
        Ok(Disagreement { other: Arc::clone(&juror.name), find: Box::new(find) })
    }

    /// Returns the case that was found, to shrink it.
    fn failing<'t>(
        &self,
        found: &'t FoundCase,
        program: &'t BuiltSubmission,
        heeds_jury: bool,
    ) -> FailingCase<'t>
    where
        'a: 't,
    {
        let case = found.existing.as_ref();
        FailingCase {
            problem: self.task.problem,
            case: case.unwrap_or_else(|| self.like()),
            input: found.input.clone(),
            program,
            slower: self.plan.slower,
            family: found.family.clone(),
            has_own_answer: case.is_some(),
            share: found.share,
            heeds_jury,
        }
    }

    /// Returns the case whose settings candidates get.
    fn like(&self) -> &'a CaseFile {
        self.trials.like().unwrap_or(self.task.first)
    }

    /// Returns the smallest existing inputs, which show whether the validators work.
    fn smallest(&self) -> impl Iterator<Item = &[u8]> {
        self.sources.cases.inputs().take(SMALLEST)
    }

    /// Returns why no candidate can be validated: the validators fail on each of the smallest
    /// inputs.
    fn broken_validator(&self) -> Option<Fault> {
        let mut faults = self.smallest().map(|input| self.trials.is_valid(input).err());
        let first = faults.next()??;
        faults.all(|fault| fault.is_some()).then_some(first)
    }

    /// Returns what was missing, if no candidate could be judged and it is known why.
    fn lack(&self, judged: u64) -> Option<&'static str> {
        if judged > 0 {
            return None;
        }
        let mut inputs = self.smallest().peekable();
        if inputs.peek().is_none() {
            return self.sources.has_only_cases().then_some(
                "there is no generator, no description of the inputs and no existing case with an answer",
            );
        }
        let is_invalid = |input| matches!(self.trials.is_valid(input), Ok(false));
        inputs.all(is_invalid).then_some("the validators reject the existing inputs too")
    }

    /// Leaves out the existing inputs that the validators reject.
    fn leave_out_invalid(&mut self, time: &SearchTime, watch: &dyn Watch) {
        if self.task.problem.validates_inputs() {
            let validating = time.part_of_rest(VALIDATING);
            let (names, stop) = (self.sources.cases.names(), || validating.is_over());
            let invalid = self.existing.invalid(&names, watch, &stop);
            self.sources.leave_out(&invalid);
        }
    }

    fn search(
        &mut self,
        built: &BuiltSubmission,
        time: &SearchTime,
        progress: &dyn SearchProgress,
    ) -> Result<Searched, Fault> {
        let trials = self.trials;
        if let Some(fault) = self.broken_validator()
            && !time.is_over()
        {
            return Err(fault);
        }
        self.trials.check_jury(progress.watch())?;
        self.leave_out_invalid(time, progress.watch());
        let HuntPlan { seed, tries, .. } = *self.plan;
        let is_timed = self.plan.is_timed();
        let mut is_valid = validating(trials, time, is_timed);
        let is_valid = self.task.problem.validates_inputs().then_some(&mut is_valid as IsValid);
        let (name, shape) = (self.keeping.drawn_name(), time.part_of_rest(LEARNING));
        let sources = self.sources.all(&name, progress.watch(), is_valid, &|| shape.is_over());
        let sources: Vec<_> = sources.iter().map(|source| &**source).collect();
        let stop = || time.is_over();
        let options = HuntOptions { seed, jobs: self.task.jobs, tries, stop: &stop };
        let (watch, begun) = (progress.watch(), is_timed.then(Instant::now));
        let trial = Trial { watch, heeds_jury: true, begun, ..self.trials.of(built) };
        let HuntResult { ended, disputed, sources: reports, .. } =
            hunt(&trial, &sources, &options, &mut |tries| progress.tried(&built.name, tries))?;
        for fault in self.sources.broken.take() {
            self.host.warn(&format!("{}; its inputs are left out", fault.one_line()));
        }
        let judged: u64 = reports.iter().map(SourceReport::valid).sum();
        let why = match &ended {
            EndReason::Found(_) => "",
            EndReason::Tried => self.lack(judged).unwrap_or("all tries are used up"),
            EndReason::Exhausted => self.lack(judged).unwrap_or("there is nothing more to try"),
            EndReason::Stopped if files::is_stopped() => STOPPED,
            EndReason::Stopped => "the time is up",
        };
        let of = |found: Found, sizes| FoundCase {
            source: reports[found.source].name.clone(),
            family: self.sources.family_case(&found.candidate.origin),
            input: found.candidate.input,
            origin: found.candidate.origin,
            existing: None,
            sizes,
            share: FailureShare::ALWAYS,
        };
        let found = match ended {
            EndReason::Found(found) => {
                let is_slow = trial.was_too_slow(&found.candidate.input);
                let source = sources[found.source];
                let sizes = |index| sizes(source, seed, index, time);
                let sizes = found.index.filter(|_| is_slow).map_or_else(Vec::new, sizes);
                Some(of(found, sizes))
            }
            _ => None,
        };
        let disputed = disputed.map(|disputed| of(disputed, Vec::new()));
        Ok(Searched { found, disputed, why, judged, sources: reports })
    }

    /// Keeps an input on which a program fails, the submission that was hunted or a right one, and
    /// shrinks it.
    fn find(
        &mut self,
        mut found: FoundCase,
        program: &BuiltSubmission,
        hunted: &BuiltSubmission,
        time: &SearchTime,
    ) -> Result<Find, Fault> {
        let trials = self.trials;
        let bound = time.bound();
        let mut sizes = std::mem::take(&mut found.sizes);
        let mut failing = self.failing(&found, program, program.content == hunted.content);
        let answer = failing.answer(&failing.input, &trials.of(program))?;
        // Written immediately, so that it is not lost whatever happens later.
        let (mut keep, mut origin) = (self.keeping.next()?, found.origin.clone());
        let kept = keep.write(&failing.input, &origin, answer.as_deref(), self.host)?;
        let trial = trials.of(program);
        let growth = match Growth::measure(&trial, &sizes) {
            // There is no time left to measure: the find stands as it is.
            Err(_) if time.is_over() => None,
            measured => measured?,
        };
        if let Some(greatest) = sizes.pop().filter(|_| growth.is_some()) {
            (failing.input, origin) = (greatest.input, greatest.origin);
        }
        let (shrunk, share) = self.shrink(failing, growth.is_none(), time)?;
        drop(bound);
        if shrunk.shrunk.steps > 0 || growth.is_some() {
            let (input, answer) = (&shrunk.shrunk.input, shrunk.answer.as_deref());
            keep.write(input, &origin, answer, self.host)?;
        }
        let kept =
            kept.map(|input| self.keeping.with_rule(&keep, input, &shrunk, &origin, self.host));
        Ok(Find {
            source: found.source.clone(),
            origin,
            shrunk,
            share,
            growth,
            again: keep.made_again().unwrap_or_else(|| self.again(&hunted.name)),
            kept,
        })
    }

    /// Shrinks a find, if that is allowed. Also returns how often the program fails on the result.
    fn shrink(
        &self,
        failing: FailingCase,
        shrinks: bool,
        time: &SearchTime,
    ) -> Result<(ShrunkCase, FailureShare), Fault> {
        let shown = self.host.begin(Search::Shrinking);
        let progress = |now: &ShrinkProgress| shown.shrunk(now);
        let before = failing.share;
        // A program that fails only sometimes is rerun at the end, to measure how often it fails.
        // The jury is asked once: to ask it about each input would make the search half as fast.
        // If it then disagrees, a second search may use some of the rest.
        let (part, late) = if !before.is_always() {
            (0.5, 0.75)
        } else if failing.heeds_jury {
            (0.9, 1.0)
        } else {
            (1.0, 1.0)
        };
        // A search that stops immediately leaves the input unchanged.
        let stop = || !shrinks || !self.plan.shrinks || time.is_over_after(part);
        let control = |stop| Control { jobs: self.task.jobs, stop, progress: &progress };
        let at_once = || true;
        let stop_late = || time.is_over_after(late);
        // Comes first: a long search displaces the failure, and the next run may pass.
        let as_found = (!before.is_always())
            .then(|| failing.clone().shrink(self.trials, control(&at_once)))
            .transpose()?;
        let trial = Trial { like: Some(failing.case), ..self.trials.of(failing.program) };
        let known = trial.known_failure(&failing.input);
        let without_jury = FailingCase { heeds_jury: false, ..failing.clone() };
        let mut shrunk = without_jury.shrink(self.trials, control(&stop))?;
        if failing.heeds_jury && shrunk.shrunk.steps > 0 {
            let FailingCase { program, .. } = failing;
            if self.trials.who_disagrees(program, &shrunk.shrunk.input, &Unwatched).is_some() {
                trial.remember_again(&failing.input, known);
                shrunk = failing.shrink(self.trials, control(&stop_late))?;
            }
        }
        let Some(as_found) = as_found.filter(|_| shrunk.shrunk.steps > 0) else {
            return Ok((shrunk, before));
        };
        let share = share_of(&trial, &shrunk.shrunk.input, time)?;
        Ok(match share.is_known() {
            true if !share.is_about(before) => (as_found, before),
            true if !share.is_always() => (shrunk, share),
            // The failures during the search are known nevertheless.
            _ => (shrunk, before),
        })
    }

    /// Returns the words of the command that reproduces the find.
    fn again(&self, submission: &str) -> Vec<String> {
        let selection = self.task.found.again.get(submission).into_iter().flatten();
        self.plan.again.iter().chain(selection).cloned().collect()
    }
}

fn hunted(submission: &Submission, (end, sources): Ended) -> Hunted {
    let (name, is_right) = (Arc::clone(&submission.name), submission.is_expected_right());
    Hunted { name, is_right, end, sources }
}

/// The results for all submissions.
pub struct HuntResults {
    /// The result of each submission.
    pub reports: Vec<Hunted>,
    /// If the hunt was interrupted: the number of completed hunts, and the number of all.
    pub interrupted: Option<(usize, usize)>,
}

/// How a hunt ended, and what its sources contributed.
type Ended = (HuntEnd, Vec<SourceReport>);

/// A compiled submission with the result of a search, or the end of a hunt without one: the
/// submission does not compile, or fails a sample.
type SearchEnd = ControlFlow<Ended, (BuiltSubmission, Searched)>;

#[derive(Default)]
struct Searched {
    found: Option<FoundCase>,
    /// The first input on which the jury disagrees.
    disputed: Option<FoundCase>,
    /// The reason why nothing was found, if so.
    why: &'static str,
    /// The number of candidates that were valid and could be judged.
    judged: u64,
    sources: Vec<SourceReport>,
}

/// An input on which a submission fails.
struct FoundCase {
    source: String,
    input: Vec<u8>,
    origin: Origin,
    /// The case of the problem, if it is one.
    existing: Option<CaseFile>,
    /// If the submission was too slow: growing inputs of the same kind, the last as large as
    /// possible.
    sizes: Vec<Candidate>,
    /// How it was generated, if known.
    family: Option<FamilyCall>,
    /// How often the program fails on it.
    share: FailureShare,
}

impl FoundCase {
    fn existing(case: CaseFile) -> Result<FoundCase, Fault> {
        Ok(FoundCase {
            source: EXISTING.into(),
            input: files::read_at_most(&case.input, u64::MAX)?,
            origin: Origin::Other(case.name.to_string()),
            existing: Some(case),
            sizes: Vec::new(),
            family: None,
            share: FailureShare::ALWAYS,
        })
    }
}

/// Returns how often a program fails on an input on which it failed once.
fn share_of(trial: &Trial<'_, '_>, input: &[u8], time: &SearchTime) -> Result<FailureShare, Fault> {
    share_of_runs(trial, input, time, || trial.judge(input))
}

/// Returns how often these runs fail. A program that was too slow is not run: that was shown by
/// several runs.
fn share_of_runs(
    trial: &Trial<'_, '_>,
    input: &[u8],
    time: &SearchTime,
    run: impl Fn() -> Result<Tried, Fault>,
) -> Result<FailureShare, Fault> {
    if trial.was_too_slow(input) {
        return Ok(FailureShare::ALWAYS);
    }
    FailureShare::find(|| {
        if time.is_over() {
            return Ok(Again::Stopped);
        }
        Ok(match run() {
            Ok(Tried::Judged(judged)) if judged.verdict != Verdict::Accepted => Again::Failed,
            // An interrupted run says nothing.
            _ if time.is_over() => Again::Stopped,
            // A run that the jury cannot judge is not a failure.
            tried => tried.map(|_| Again::Passed)?,
        })
    })
}
