//! `referee hunt`.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use super::args::{FormatArg, HuntArgs, SubmissionArgs};
use super::hunt_sources::HuntSources;
use super::written_case::WrittenCase;
use referee_base::cores;
use referee_base::fault::Fault;
use referee_base::files::{self, Existing};
use referee_counterexamples::hunt::{
    Candidate, Ended, Found, Hunt, HuntOptions, HuntResult, Origin, SourceReport,
};
use referee_counterexamples::shrink::{Control, Progress};
use referee_events::exit::Exit;
use referee_events::{JudgedCase, Reason, Verdict};
use referee_intake::submission::Submission;
use referee_judge::BuiltSubmission;
use referee_problem::Problem;
use referee_problem::cases::CaseFile;
use referee_programs::NotBuilt;
use referee_run::judge_task::JudgeTask;
use referee_run::output::OutputSettings;
use referee_run::{rerun_command, trials};
use referee_strength::hunt::{
    Again, FailureShare, Find, FindByChance, HuntEnd, Hunted, LEAST_JUDGED,
};
use referee_strength::shrink::FailingCase;
use referee_strength::trial::{Trials, Tried};

pub(super) fn run(
    args: HuntArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let place = args.programs.place.clone();
    let spec = args.programs.clone().spec(jobs);
    let again = again(&args, rerun_command::flags(&spec));
    let choose = |task: &JudgeTask| Ok(trials::like(task));
    let reports = trials::with_trials(spec, output, choose, |task, trials, _| {
        let Some(like) = trials::like(task) else {
            return Err(Fault::bad_input("there are no cases here").at(&place));
        };
        let problem = task.inputs()?.problem;
        let jobs = jobs.unwrap_or_else(cores::sensible_jobs);
        let hunter = Hunter::new(&args, task, (&problem, &like), trials, (jobs, output))?;
        hunter.all(task, &again)
    })?;
    let exits = reports.iter().map(|hunted| exit_of(hunted, &args.programs.runs));
    Ok(exits.max().unwrap_or(Exit::Expected))
}

/// The command that finds the same again.
fn again(args: &HuntArgs, flags: Vec<String>) -> String {
    let HuntArgs { programs, seed, commands, tries, .. } = args;
    let mut words = vec!["referee".to_string(), "hunt".into()];
    words.extend(flags);
    words.extend(["--seed".into(), seed.to_string(), "--tries".into(), tries.to_string()]);
    words.extend(commands.iter().flat_map(|command| ["--args".into(), command.clone()]));
    words.push(programs.place.to_string_lossy().into_owned());
    // All submissions: what is known of earlier ones decides what is tried first.
    let named = programs.submissions.iter().map(|path| path.to_string_lossy().into_owned());
    words.extend(named);
    rerun_command::shell_line(&words)
}

/// Returns the exit code of a submission: whether what came of it is what is expected.
fn exit_of(hunted: &Hunted, runs: &SubmissionArgs) -> Exit {
    let is_expected = match &hunted.end {
        HuntEnd::NoCompiler(_) if runs.strictness.strictness().forgives_unjudged() => true,
        HuntEnd::NoCompiler(_) | HuntEnd::NotJudged(_) | HuntEnd::TooFew(_) => {
            return Exit::JudgeError;
        }
        HuntEnd::NotCompiled(_) => !hunted.is_right,
        HuntEnd::Withstood(_) => hunted.is_right,
        HuntEnd::Found(_) | HuntEnd::FoundByChance(_) => !hunted.is_right,
    };
    if is_expected { Exit::Expected } else { Exit::Failed }
}

/// Hunts one submission after the other.
pub(super) struct Hunter<'a> {
    args: &'a HuntArgs,
    sources: HuntSources<'a>,
    problem: &'a Problem,
    /// The case whose settings candidates get.
    like: &'a CaseFile,
    trials: &'a Trials<'a>,
    /// What has been learned so far: programs of a problem fail in similar ways.
    hunt: Hunt,
    jobs: usize,
    output: &'a OutputSettings,
    /// How many have been found.
    finds: usize,
}

impl<'a> Hunter<'a> {
    /// Prepares hunts for submissions to a problem, whose candidates get the settings of the case `like`.
    ///
    /// # Errors
    /// The arguments name something that the problem does not have, or a case that exists.
    pub(super) fn new(
        args: &'a HuntArgs,
        task: &JudgeTask,
        (problem, like): (&'a Problem, &'a CaseFile),
        trials: &'a Trials<'a>,
        (jobs, output): (usize, &'a OutputSettings),
    ) -> Result<Hunter<'a>, Fault> {
        if !problem.validates_inputs() {
            output.warn("nothing tells valid inputs from others: what is found may not be valid");
        }
        let sources = HuntSources::find(task, problem, args, output)?;
        let (hunt, finds) = (Hunt::new(), 0);
        let hunter = Hunter { args, sources, problem, like, trials, hunt, jobs, output, finds };
        // Refused before the search, which takes long.
        if let Some(target) = hunter.target()? {
            target.refuse_overwriting(Existing::Keep)?;
        }
        Ok(hunter)
    }

    fn all(mut self, task: &JudgeTask, again: &str) -> Result<Vec<Hunted>, Fault> {
        let mut reports = Vec::new();
        for (name, fault) in &task.found.others {
            reports.push(Hunted::without_tries(name, true, HuntEnd::NotJudged(fault.clone())));
        }
        for hunted in &reports {
            self.tell(hunted, again)?;
        }
        let mut whole = 0;
        for submission in &task.found.submissions {
            if files::is_to_stop() {
                break;
            }
            let hunted = self.one(submission)?;
            self.tell(&hunted, again)?;
            reports.push(hunted);
            whole += usize::from(!files::is_stopped());
        }
        let interrupted = files::is_stopped().then_some((whole, task.found.submissions.len()));
        if let (Some(share), FormatArg::Human) = (interrupted, self.args.format) {
            self.output.tell(&referee_results::hunt::incomplete(share))?;
        }
        let setbacks = self.trials.setbacks();
        if let Some((_, fault)) = &setbacks.first {
            self.output.warn(&referee_results::hunt::setbacks(setbacks.count, fault));
        }
        if self.args.format == FormatArg::Json {
            let problem = (self.problem.name(), self.args.seed);
            let json =
                referee_results::hunt::json(problem, &reports, (again, interrupted.is_some()));
            self.output.print(&json.map_err(|error| Fault::judge(error.to_string()))?)?;
        }
        Ok(reports)
    }

    fn tell(&self, hunted: &Hunted, again: &str) -> Result<(), Fault> {
        match self.args.format {
            FormatArg::Human => self.output.tell(&referee_results::hunt::human(hunted, again)),
            FormatArg::Json => Ok(()),
        }
    }

    /// Hunts one submission.
    pub(super) fn one(&mut self, submission: &Submission) -> Result<Hunted, Fault> {
        let is_right = submission.is_expected_right();
        let built = self.trials.build(submission)?;
        if let Some(why) = built.not_built() {
            let end = match why {
                NotBuilt::Refused(said) => HuntEnd::NotCompiled(said.clone()),
                NotBuilt::NotInstalled(_, fault) => HuntEnd::NoCompiler((**fault).clone()),
                NotBuilt::NotJudged(fault) => HuntEnd::NotJudged(fault.clone()),
            };
            return Ok(Hunted::without_tries(&submission.name, is_right, end));
        }
        let before = self.trials.setbacks().count;
        let HuntResult { ended, tries, sources } = self.search(&built)?;
        let setbacks = self.trials.setbacks().count - before;
        let valid: u64 = sources.iter().map(SourceReport::valid).sum();
        let judged = valid.saturating_sub(setbacks as u64);
        let end = match ended {
            Ended::Found(found) => {
                let name = sources[found.source].name.clone();
                // What cannot be shrunk or kept of one ends no hunt for others.
                self.found(found, name, &built).unwrap_or_else(HuntEnd::NotJudged)
            }
            _ if judged < LEAST_JUDGED && !files::is_to_stop() => HuntEnd::TooFew(judged),
            Ended::Tried => HuntEnd::Withstood("all tries are used up"),
            Ended::Exhausted => HuntEnd::Withstood("there is nothing more to try"),
            Ended::Stopped if files::is_to_stop() => HuntEnd::Withstood("stopped"),
            Ended::Stopped => HuntEnd::Withstood("the time is up"),
        };
        Ok(Hunted { name: Arc::clone(&submission.name), is_right, end, tries, sources })
    }

    fn search(&mut self, built: &BuiltSubmission) -> Result<HuntResult, Fault> {
        let sources = self.sources.all(&self.next_name())?;
        let sources: Vec<_> = sources.iter().map(|source| &**source).collect();
        let deadline = self.args.within.map(|time| Instant::now() + time);
        let is_over = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let stop = || files::is_to_stop() || is_over();
        let HuntArgs { seed, tries, .. } = *self.args;
        let options = HuntOptions { seed, jobs: self.jobs, tries, stop: &stop };
        let line = self.output.progress_of_search("hunting");
        let tell = |tries| line.tell(referee_results::hunt::progress(&built.name, tries));
        tell(0);
        let trial = self.trials.of(built);
        self.hunt.run(&trial, &sources, &options, &mut |progress| tell(progress.tries))
    }

    /// Runs the submission again on what was found: where it fails each time the input is made smaller.
    fn found(
        &mut self,
        found: Found,
        source: String,
        built: &BuiltSubmission,
    ) -> Result<HuntEnd, Fault> {
        let (share, judged) = self.run_again(&found.candidate.input, built)?;
        if share.is_always() {
            return Ok(HuntEnd::Found(Box::new(self.keep(found, source, built)?)));
        }
        let Candidate { input, origin, .. } = found.candidate;
        let answer = self.failing(&input, &origin, built).answer(&input)?;
        let kept = self.write(&origin, &input, answer.as_deref())?;
        Ok(HuntEnd::FoundByChance(Box::new(FindByChance { origin, judged, share, kept })))
    }

    /// Runs a submission again on an input on which it has failed. Returns what happened in the last run that failed.
    fn run_again(
        &self,
        input: &[u8],
        built: &BuiltSubmission,
    ) -> Result<(FailureShare, Option<JudgedCase>), Fault> {
        let (trial, mut last) = (self.trials.of(built), None);
        let share = FailureShare::find(|| {
            if files::is_to_stop() {
                return Ok(Again::Stopped);
            }
            Ok::<_, Fault>(match trial.judge(input)? {
                Tried::Judged(judged) if judged.verdict != Verdict::Accepted => {
                    let is_slow = judged.reason == Reason::TimeLimit;
                    last = Some(*judged);
                    if is_slow { Again::FailedSlowly } else { Again::Failed }
                }
                // What the jury cannot judge is no failure.
                Tried::Judged(_) | Tried::Invalid(_) | Tried::Setback(_) => Again::Passed,
            })
        })?;
        Ok((share, last))
    }

    /// The name of the next find, as a case.
    fn next_name(&self) -> String {
        let name = self.args.keep.as_deref().unwrap_or("secret/found");
        match self.finds {
            0 => name.into(),
            finds => format!("{name}-{}", finds + 1),
        }
    }

    /// Where the next find is kept, if it is.
    fn target(&self) -> Result<Option<WrittenCase>, Fault> {
        let keep = self.args.keep.as_ref();
        keep.map(|_| WrittenCase::beside(self.like, &self.next_name())).transpose()
    }

    /// Makes what was found smaller, and writes it where it is to be kept.
    fn keep(
        &mut self,
        found: Found,
        source: String,
        built: &BuiltSubmission,
    ) -> Result<Find, Fault> {
        let origin = found.candidate.origin;
        let failing = self.failing(&found.candidate.input, &origin, built);
        let line = self.output.progress_of_search("shrinking");
        let progress = |now: &Progress| line.tell(referee_results::shrink::progress(now));
        // A search that is to stop at once leaves the input as it is.
        let stop = || self.args.no_shrink || files::is_to_stop();
        let control = Control { jobs: self.jobs, stop: &stop, progress: &progress };
        let shrunk = failing.shrink(self.trials, control)?;
        let kept = self.write(&origin, &shrunk.shrunk.input, shrunk.answer.as_deref())?;
        Ok(Find { source, origin, shrunk, kept })
    }

    /// Returns an input, with how it was made, as a case on which a submission fails.
    fn failing<'b>(
        &self,
        input: &[u8],
        origin: &Origin,
        built: &'b BuiltSubmission,
    ) -> FailingCase<'b>
    where
        'a: 'b,
    {
        FailingCase {
            problem: self.problem,
            case: self.like,
            input: input.to_vec(),
            program: built,
            slower: None,
            family: self.sources.family_case(origin),
        }
    }

    /// Writes what was found where it is to be kept, if it is.
    fn write(
        &mut self,
        origin: &Origin,
        input: &[u8],
        answer: Option<&[u8]>,
    ) -> Result<Option<PathBuf>, Fault> {
        let (target, name) = (self.target()?, self.next_name());
        self.finds += 1;
        Ok(match (&self.args.recipe, target) {
            (_, None) => None,
            (Some(recipe), Some(_)) => {
                self.sources.append(recipe, (&name, origin), input)?;
                Some(recipe.clone())
            }
            (None, Some(target)) => {
                target.write(input, answer, Existing::Keep)?;
                Some(target.input())
            }
        })
    }
}
