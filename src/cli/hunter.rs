//! Hunts submissions, one after the other, within a time limit for each.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::generate;
use super::hunt_plan::{HuntPlan, KeepAs};
use super::hunt_sources::{HuntSources, RecipeEntry};
use referee_author::generate::kept_rule::{CaseRules, KeptCase};
use referee_author::generate::written_case::WrittenCase;
use referee_base::fault::{Fault, show};
use referee_base::files;
use referee_base::machine::Machine;
use referee_base::parallel::ordered_large;
use referee_counterexamples::hunt::{Ended, HuntOptions, HuntResult, Origin, SourceReport, hunt};
use referee_counterexamples::learned::IsValid;
use referee_counterexamples::shrink::{Control, FamilyCase, Progress};
use referee_display::progress::ProgressLine;
use referee_events::watch::watched;
use referee_events::{JudgedCase, Reason, Verdict};
use referee_intake::submission::Submission;
use referee_judge::BuiltSubmission;
use referee_package::generators::RULES;
use referee_package::is_sample;
use referee_problem::Problem;
use referee_problem::cases::CaseFile;
use referee_programs::NotBuilt;
use referee_run::judge_task::JudgeTask;
use referee_run::output::OutputSettings;
use referee_run::{rerun_command, trials};
use referee_sandbox::end_all_runs;
use referee_strength::growth::{Growth, sizes};
use referee_strength::hunt::{Again, EXISTING, FailureShare, Find, HuntEnd, Hunted, MIN_JUDGED};
use referee_strength::shrink::{FailingCase, ShrunkCase, family_case};
use referee_strength::time::SearchTime;
use referee_strength::trial::{Trial, Trials, Tried};

/// The minimum time for shrinking a find, unless the user sets one.
const MIN_SHRINKING: Duration = Duration::from_secs(5);

/// The part of the remaining time for learning the form of inputs.
const LEARNING: f64 = 0.25;

/// Hunts one submission after the other.
pub(super) struct Hunter<'a> {
    plan: &'a HuntPlan,
    sources: HuntSources<'a>,
    /// The rules for the problem's cases, if there are any and finds become cases.
    rules: Option<CaseRules>,
    problem: &'a Problem,
    /// The case whose settings candidates use.
    like: &'a CaseFile,
    trials: &'a Trials<'a>,
    /// The existing cases, in the order in which they are tried.
    existing: Vec<CaseFile>,
    /// The words that select each submission.
    again: &'a HashMap<Arc<str>, Vec<String>>,
    jobs: usize,
    output: &'a OutputSettings,
    /// The number of finds so far.
    finds: usize,
}

impl<'a> Hunter<'a> {
    /// Prepares hunts for submissions to a problem, whose candidates use the settings of the case
    /// `like`.
    ///
    /// # Errors
    /// The arguments name something that the problem does not have, or an existing case.
    pub(super) fn new(
        plan: &'a HuntPlan,
        task: &'a JudgeTask,
        problem: &'a Problem,
        like: &'a CaseFile,
        trials: &'a Trials<'a>,
        jobs: usize,
        output: &'a OutputSettings,
    ) -> Result<Hunter<'a>, Fault> {
        if !problem.validates_inputs() {
            output.warn("there is no input validator: inputs that are found may be invalid");
        }
        let sources = HuntSources::find(task, problem, plan, output)?;
        let existing = trials::in_order(&task.cases, problem.has_answers());
        let rules = rules(task, problem, plan, output);
        let hunter = Hunter {
            plan,
            sources,
            rules,
            problem,
            like,
            trials,
            existing,
            again: &task.found.again,
            jobs,
            output,
            finds: 0,
        };
        files::stop_when_interrupted(end_all_runs);
        // Rejected before the search, which takes long.
        if let Some(target) = hunter.target()? {
            target.refuse_overwriting(plan.existing)?;
        }
        Ok(hunter)
    }

    /// Skips the existing cases, for submissions that are known to pass them.
    #[must_use]
    pub(super) fn past_existing_cases(self) -> Self {
        Hunter { existing: Vec::new(), ..self }
    }

    /// Hunts all submissions of a task. If interrupted, the results include how many hunts were
    /// completed.
    ///
    /// # Errors
    /// A result cannot be printed.
    pub(super) fn all(mut self, task: &JudgeTask) -> Result<HuntResults, Fault> {
        let mut reports = Vec::new();
        for (name, fault) in &task.found.others {
            reports.push(Hunted::without_tries(name, true, HuntEnd::NotJudged(fault.clone())));
        }
        for hunted in &reports {
            self.tell(hunted)?;
        }
        let mut whole = 0;
        for submission in &task.found.submissions {
            if files::is_to_stop() {
                break;
            }
            let hunted = self.one(submission);
            self.tell(&hunted)?;
            reports.push(hunted);
            whole += usize::from(!files::is_stopped());
        }
        let interrupted = files::is_stopped().then_some((whole, task.found.submissions.len()));
        if let Some(share) = interrupted.filter(|_| self.plan.is_told) {
            self.output.tell(&referee_results::hunt::incomplete(share))?;
        }
        self.tell_setbacks();
        Ok(HuntResults { problem: self.problem.name().into(), reports, interrupted })
    }

    /// Prints the result for a submission, if results are printed immediately.
    ///
    /// # Errors
    /// The result cannot be printed.
    pub(super) fn tell(&self, hunted: &Hunted) -> Result<(), Fault> {
        if self.plan.is_told {
            self.output.tell(&referee_results::hunt::human(hunted))?;
        }
        Ok(())
    }

    /// Warns if jury programs failed.
    fn tell_setbacks(&self) {
        let setbacks = self.trials.setbacks();
        if let Some((_, fault)) = &setbacks.first {
            self.output.warn(&referee_results::hunt::setbacks(setbacks.count, fault));
        }
    }

    /// Shrinks an input on which the submission fails: a case of the problem, or any other input.
    ///
    /// # Errors
    /// The submission cannot be judged, or does not fail on it.
    pub(super) fn shrink_from(
        &mut self,
        from: StartingCase,
        submission: &Submission,
    ) -> Result<Hunted, Fault> {
        let compile = || self.trials.build(submission);
        let line = self.output.progress_of_search("shrinking");
        let built = watched(&line, &format!("compiling {}", submission.name), compile)?;
        drop(line);
        match built.not_built() {
            None => {}
            Some(NotBuilt::Refused(why)) => {
                let message = format!("{} does not compile", submission.name);
                return Err(Fault::bad_input(message).details(why.as_str()));
            }
            Some(NotBuilt::NotInstalled(_, fault)) => return Err((**fault).clone()),
            Some(NotBuilt::NotJudged(fault)) => return Err(fault.clone()),
        }
        let found = FoundCase {
            source: from.name.clone(),
            input: files::read_at_most(&from.input, u64::MAX)?,
            origin: Origin::Other(from.name),
            existing: from.case,
            sizes: Vec::new(),
        };
        let failing = FailingCase {
            problem: self.problem,
            case: found.existing.as_ref().unwrap_or(self.like),
            input: found.input.clone(),
            program: &built,
            slower: self.plan.slower,
            family: None,
            has_own_answer: found.existing.is_some(),
            share: FailureShare::ALWAYS,
        };
        failing.check(self.trials)?;
        let family = family_case(&from.input)?;
        let end = self.found(found, FailureShare::ALWAYS, family, &built, Duration::MAX)?;
        self.tell_setbacks();
        Ok(Hunted::without_tries(&submission.name, submission.is_expected_right(), end))
    }

    /// Hunts one submission. A fault becomes its result, so that it does not affect others.
    pub(super) fn one(&mut self, submission: &Submission) -> Hunted {
        self.hunt_one(submission).unwrap_or_else(|fault| {
            let is_right = submission.is_expected_right();
            Hunted::without_tries(&submission.name, is_right, HuntEnd::NotJudged(fault))
        })
    }

    fn hunt_one(&mut self, submission: &Submission) -> Result<Hunted, Fault> {
        let name = &submission.name;
        let is_right = submission.is_expected_right();
        let line = self.output.progress_of_search("hunting");
        let time = SearchTime::of(self.plan.within);
        let bound = time.bound();
        line.tell(referee_results::hunt::progress(name, 0));
        let compile = || self.trials.build(submission);
        let built = watched(&line, &format!("compiling {name}"), compile)?;
        if let Some(why) = built.not_built() {
            let end = match why {
                NotBuilt::Refused(said) => HuntEnd::NotCompiled(said.clone()),
                NotBuilt::NotInstalled(_, fault) => HuntEnd::NoCompiler((**fault).clone()),
                NotBuilt::NotJudged(_) if time.is_over() => {
                    HuntEnd::TooFew { judged: 0, why: "compiling took the whole time" }
                }
                NotBuilt::NotJudged(fault) => HuntEnd::NotJudged(fault.clone()),
            };
            return Ok(Hunted::without_tries(name, is_right, end));
        }
        let existing = self.try_existing(&built, &time, &line)?;
        if let Some((case, judged)) = &existing.failed
            && is_sample(&case.name)
        {
            let end = HuntEnd::FailsSample(Box::new(judged.clone()));
            return Ok(Hunted::of(name, is_right, end, vec![existing.report]));
        }
        let Searched { found, why, judged, mut sources } = match existing.failed {
            Some((case, _)) => {
                let found = Some(FoundCase::existing(case)?);
                Searched { found, why: "", judged: 0, sources: Vec::new() }
            }
            None => self.search(&built, &time, &line)?,
        };
        let end = match found {
            Some(found) => {
                let again = self.run_again(&found, &built, &time)?;
                drop((bound, line));
                let family = self.sources.family_case(&found.origin);
                self.found(found, again, family, &built, time.so_far())?
            }
            None if judged < MIN_JUDGED => HuntEnd::TooFew { judged, why },
            None => HuntEnd::Withstood(why),
        };
        sources.insert(0, existing.report);
        Ok(Hunted::of(name, is_right, end, sources))
    }

    /// Runs the submission on the existing cases, up to the first one on which it fails.
    fn try_existing(
        &self,
        built: &BuiltSubmission,
        time: &SearchTime,
        line: &ProgressLine,
    ) -> Result<Existing, Fault> {
        let trial = self.trials.of(built).watched_by(line);
        let report = SourceReport { name: EXISTING.into(), kind: EXISTING, ..Default::default() };
        let mut existing = Existing { report, failed: None };
        let judge = |index: usize| {
            let case = &self.existing[index];
            (!time.is_over()).then(|| trial.judge_existing(case))
        };
        let (cases, found) = (&self.existing, &mut existing);
        // The error ends the loop at the first failure.
        let _ = ordered_large(self.jobs, cases.len(), judge, |index, tried| {
            match tried {
                Some(Ok(Tried::Judged(judged))) => {
                    found.report.tries += 1;
                    if judged.verdict != Verdict::Accepted {
                        found.failed = Some((cases[index].clone(), *judged));
                        return Err(());
                    }
                }
                // A case that the jury cannot judge, or whose run was interrupted, says nothing.
                Some(Ok(Tried::Invalid(_) | Tried::Setback(_)) | Err(_)) | None => {}
            }
            line.tell(referee_results::hunt::progress(&built.name, found.report.tries));
            Ok(())
        });
        Ok(existing)
    }

    /// Searches for an input on which the submission fails.
    fn search(
        &self,
        built: &BuiltSubmission,
        time: &SearchTime,
        line: &ProgressLine,
    ) -> Result<Searched, Fault> {
        let trials = self.trials;
        // Starts with the first answer, since validators are compiled before.
        let mut learning: Option<SearchTime> = None;
        let mut is_valid = |input: &[u8]| {
            let has_time = !learning.as_ref().unwrap_or(time).is_over();
            // An input that cannot be validated does not count as valid.
            let answer = has_time.then(|| trials.is_valid(input).unwrap_or(false));
            learning.get_or_insert_with(|| time.part_of_rest(LEARNING));
            answer
        };
        let is_valid = self.problem.validates_inputs().then_some(&mut is_valid as IsValid);
        let sources = self.sources.all(&self.drawn_name(), line, is_valid)?;
        let sources: Vec<_> = sources.iter().map(|source| &**source).collect();
        let stop = || time.is_over();
        let HuntPlan { seed, tries, .. } = *self.plan;
        let options = HuntOptions { seed, jobs: self.jobs, tries, stop: &stop };
        let tell = |tries| line.tell(referee_results::hunt::progress(&built.name, tries));
        let trial = self.trials.of(built).watched_by(line);
        let before = self.trials.setbacks().count;
        let HuntResult { ended, sources: reports, .. } =
            hunt(&trial, &sources, &options, &mut |progress| tell(progress.tries))?;
        let setbacks = self.trials.setbacks().count - before;
        let valid: u64 = reports.iter().map(SourceReport::valid).sum();
        let why = match &ended {
            Ended::Found(_) => "",
            Ended::Tried => "all tries are used up",
            Ended::Exhausted => "there is nothing more to try",
            Ended::Stopped if files::is_to_stop() => "stopped",
            Ended::Stopped => "the time is up",
        };
        let found = match ended {
            Ended::Found(found) => {
                let known = trial.known_failure(&found.candidate.input);
                let is_slow = known.is_some_and(|known| known.judged.reason == Reason::TimeLimit);
                let source = sources[found.source];
                let sizes = |index| sizes(source, seed, index, time);
                Some(FoundCase {
                    source: reports[found.source].name.clone(),
                    sizes: found.index.filter(|_| is_slow).map_or_else(Vec::new, sizes),
                    input: found.candidate.input,
                    origin: found.candidate.origin,
                    existing: None,
                })
            }
            _ => None,
        };
        let judged = valid.saturating_sub(setbacks as u64);
        Ok(Searched { found, why, judged, sources: reports })
    }

    /// Keeps a find, and shrinks it. If another right submission is rejected on it, it says nothing
    /// about this one.
    fn found(
        &mut self,
        mut found: FoundCase,
        share: FailureShare,
        family: Option<FamilyCase>,
        built: &BuiltSubmission,
        hunted: Duration,
    ) -> Result<HuntEnd, Fault> {
        let trials = self.trials;
        let budget = self.plan.shrink_for.unwrap_or(hunted.max(MIN_SHRINKING));
        let time = SearchTime::of(Some(budget));
        let juror = match found.existing {
            Some(_) => None,
            None => {
                // The other submissions must not use up all of the time.
                let _bound = SearchTime::of(Some(budget / 4)).bound();
                trials.who_disagrees(built, &found.input)
            }
        };
        let bound = time.bound();
        let (program, share) = juror.map_or((built, share), |juror| (juror, FailureShare::ALWAYS));
        let case = found.existing.as_ref();
        let mut failing = FailingCase {
            problem: self.problem,
            case: case.unwrap_or(self.like),
            input: found.input,
            program,
            slower: self.plan.slower,
            family,
            has_own_answer: case.is_some(),
            share,
        };
        let answer = failing.answer(&failing.input, &trials.of(program))?;
        // Written immediately, so that it is not lost whatever happens later.
        let (name, place, origin) = (self.next_name(), self.place()?, found.origin);
        self.finds += 1;
        let kept = place.write(&failing.input, &origin, answer.as_deref(), self.plan.existing)?;
        let trial = trials.of(program);
        let growth = Growth::measure(&trial, &found.sizes)?;
        if growth.is_some() {
            failing.input = found.sizes.pop().unwrap_or_default();
        }
        let (shrunk, share) = self.shrink(failing, growth.is_none(), &time)?;
        drop(bound);
        if shrunk.shrunk.steps > 0 || growth.is_some() {
            let (input, answer) = (&shrunk.shrunk.input, shrunk.answer.as_deref());
            place.write(input, &origin, answer, files::Existing::Replace)?;
        }
        let kept = kept.map(|input| match &place {
            KeptPlace::Case(_) => self.with_rule(&name, input, &shrunk, &origin),
            _ => input,
        });
        let find = Box::new(Find {
            source: found.source,
            origin,
            shrunk,
            share,
            growth,
            again: self.again(&built.name),
            kept,
        });
        Ok(match juror {
            None => HuntEnd::Found(find),
            Some(juror) => HuntEnd::JuryDisagrees(Arc::clone(&juror.name), find),
        })
    }

    /// Adds the rule for a kept case to the rules of the problem. Returns the path of the input. A
    /// case for which no rule can be added is kept nevertheless.
    fn with_rule(&self, name: &str, kept: PathBuf, case: &ShrunkCase, origin: &Origin) -> PathBuf {
        let Some(rules) = &self.rules else { return kept };
        let made_by = match origin {
            Origin::Generator(command) if case.shrunk.steps == 0 => Some(&**command),
            _ => None,
        };
        let input = &case.shrunk.input;
        let new = KeptCase { name, input, answer: case.answer.as_deref(), made_by };
        let machine = Machine::here(Some(self.jobs));
        let by_recipe = |folder: &Path| generate::make_one(folder, name, machine, self.output);
        match rules.add(&new, &kept, machine, &by_recipe) {
            Ok(path) => path,
            Err(fault) => {
                let (name, file) = (show(&kept), show(&rules.file()));
                self.output.warn(&format!("{name} is kept without a rule in {file}: {fault}"));
                kept
            }
        }
    }

    /// Shrinks a find, if that is allowed. Also returns how often the program fails on the result.
    fn shrink(
        &self,
        failing: FailingCase,
        shrinks: bool,
        time: &SearchTime,
    ) -> Result<(ShrunkCase, FailureShare), Fault> {
        let line = self.output.progress_of_search("shrinking");
        let progress = |now: &Progress| line.tell(referee_results::shrink::progress(now));
        let before = failing.share;
        // A program that fails only sometimes is rerun at the end, to measure how often it fails.
        let part = if before.is_always() { 1.0 } else { 0.5 };
        // A search that stops immediately leaves the input unchanged.
        let stop = || !shrinks || !self.plan.shrinks || time.is_over_after(part);
        let control = |stop| Control { jobs: self.jobs, stop, progress: &progress };
        let as_found = failing.clone();
        let shrunk = failing.shrink(self.trials, control(&stop))?;
        if before.is_always() || shrunk.shrunk.steps == 0 {
            return Ok((shrunk, before));
        }
        let trial = self.trials.of(as_found.program).like(as_found.case);
        let share = run_again(&trial, &shrunk.shrunk.input, time)?;
        Ok(match share.is_known() {
            true if !share.is_about(before) => {
                (as_found.shrink(self.trials, control(&|| true))?, before)
            }
            true if !share.is_always() => (shrunk, share),
            // The failures during the search are known nevertheless.
            _ => (shrunk, before),
        })
    }

    /// Reruns a submission on a find.
    fn run_again(
        &self,
        found: &FoundCase,
        built: &BuiltSubmission,
        time: &SearchTime,
    ) -> Result<FailureShare, Fault> {
        let trial = self.trials.of(built);
        match &found.existing {
            None => run_again(&trial, &found.input, time),
            Some(case) => share_of(time, || trial.judge_existing(case)),
        }
    }

    /// Returns the command that reproduces the find.
    fn again(&self, submission: &str) -> String {
        let selection = self.again.get(submission).into_iter().flatten().cloned();
        let words: Vec<String> = self.plan.again.iter().cloned().chain(selection).collect();
        rerun_command::shell_line(&words)
    }

    /// Returns the suffix that the next find adds to the given name.
    fn suffix(&self) -> String {
        if self.finds == 0 { String::new() } else { format!("-{}", self.finds + 1) }
    }

    /// Returns the name of the next find as a case.
    fn next_name(&self) -> String {
        let name = match &self.plan.keep {
            KeepAs::Case(name) => name,
            KeepAs::Nothing | KeepAs::Files(_) => "secret/found",
        };
        name.to_string() + &self.suffix()
    }

    /// Returns the name of the case that a family makes, on which its random numbers depend. It is
    /// the same for all submissions, unless a recipe is to make the case under its own name.
    fn drawn_name(&self) -> String {
        if self.plan.recipe.is_some() { self.next_name() } else { "secret/found".into() }
    }

    /// Returns where the next find is written, if it is.
    fn target(&self) -> Result<Option<WrittenCase>, Fault> {
        match &self.plan.keep {
            KeepAs::Nothing => Ok(None),
            KeepAs::Case(_) => WrittenCase::beside(self.like, &self.next_name()).map(Some),
            KeepAs::Files(stem) => {
                let mut stem = stem.as_os_str().to_os_string();
                stem.push(self.suffix());
                Ok(Some(WrittenCase::at(Path::new(&stem))))
            }
        }
    }

    /// Returns where the next find is kept.
    fn place(&self) -> Result<KeptPlace<'a>, Fault> {
        Ok(match (&self.plan.recipe, self.target()?) {
            (_, None) => KeptPlace::Nowhere,
            (None, Some(target)) => KeptPlace::Case(target),
            (Some(path), Some(_)) => {
                let (before, name) = (files::read_text(path)?, self.next_name());
                KeptPlace::Recipe(RecipeEntry { path, before, name })
            }
        })
    }
}

/// Returns the rules for the problem's cases, if there are any and finds become cases.
fn rules(
    task: &JudgeTask,
    problem: &Problem,
    plan: &HuntPlan,
    output: &OutputSettings,
) -> Option<CaseRules> {
    let KeepAs::Case(_) = plan.keep else { return None };
    let Problem::Packaged(packaged) = problem else {
        let file = task.place.file.as_ref()?;
        let folder = file.path().parent()?.to_path_buf();
        return Some(CaseRules::Recipe { folder, path: file.recipe.clone()? });
    };
    packaged.package.find("", RULES)?;
    let tool_runner = Arc::new(output.tool_runner(plan.isolation, task.languages().clone()));
    let (folder, links) = (packaged.folder(), packaged.package.links().clone());
    Some(CaseRules::Generators { folder, links, tool_runner })
}

/// The results for all submissions.
pub(super) struct HuntResults {
    /// The problem.
    pub(super) problem: String,
    /// The result of each submission.
    pub(super) reports: Vec<Hunted>,
    /// If the command was interrupted: the number of completed hunts, and the number of all.
    pub(super) interrupted: Option<(usize, usize)>,
}

/// The input to start shrinking from.
pub(super) struct StartingCase {
    /// Its name as shown to users.
    pub(super) name: String,
    /// Its file.
    pub(super) input: PathBuf,
    /// The case of the problem, if it is one.
    pub(super) case: Option<CaseFile>,
}

/// The result of running the existing cases.
struct Existing {
    report: SourceReport,
    /// The first case on which the submission fails.
    failed: Option<(CaseFile, JudgedCase)>,
}

/// The result of a search.
struct Searched {
    found: Option<FoundCase>,
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
    sizes: Vec<Vec<u8>>,
}

impl FoundCase {
    fn existing(case: CaseFile) -> Result<FoundCase, Fault> {
        Ok(FoundCase {
            source: EXISTING.into(),
            input: files::read_at_most(&case.input, u64::MAX)?,
            origin: Origin::Other(case.name.to_string()),
            existing: Some(case),
            sizes: Vec::new(),
        })
    }
}

/// Reruns a submission on an input on which it failed.
fn run_again(
    trial: &Trial<'_, '_>,
    input: &[u8],
    time: &SearchTime,
) -> Result<FailureShare, Fault> {
    share_of(time, || trial.judge(input))
}

/// Returns how often a program fails that failed once.
fn share_of(
    time: &SearchTime,
    run: impl Fn() -> Result<Tried, Fault>,
) -> Result<FailureShare, Fault> {
    FailureShare::find(|| {
        if time.is_over() {
            return Ok(Again::Stopped);
        }
        Ok(match run() {
            Ok(Tried::Judged(judged)) if judged.verdict != Verdict::Accepted => {
                match judged.reason {
                    Reason::TimeLimit => Again::FailedSlowly,
                    _ => Again::Failed,
                }
            }
            // An interrupted run says nothing.
            _ if time.is_over() => Again::Stopped,
            // A run that the jury cannot judge is not a failure.
            tried => tried.map(|_| Again::Passed)?,
        })
    })
}

/// Where a find is kept.
enum KeptPlace<'a> {
    Nowhere,
    Case(WrittenCase),
    Recipe(RecipeEntry<'a>),
}

impl KeptPlace<'_> {
    /// Writes a find. Returns the file that contains it, if any.
    ///
    /// # Errors
    /// The file exists and must not be replaced, or cannot be written.
    fn write(
        &self,
        input: &[u8],
        origin: &Origin,
        answer: Option<&[u8]>,
        existing: files::Existing,
    ) -> Result<Option<PathBuf>, Fault> {
        match self {
            KeptPlace::Nowhere => Ok(None),
            KeptPlace::Case(target) => {
                target.write(input, answer, existing)?;
                Ok(Some(target.input()))
            }
            KeptPlace::Recipe(entry) => {
                entry.write(input, origin)?;
                Ok(Some(entry.path.into()))
            }
        }
    }
}
