//! Judges the mutants of submissions: a mutant that passes all cases is a bug that they miss.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::judge_setup::JudgeSetup;
use crate::judge_task::JudgeTask;
use crate::output::{MUTANT_STEPS, OutputSettings, RUNS};
use crate::record::{self, RequestedRun};
use crate::{judge, mutants, trials};
use referee_base::fault::{Fault, show};
use referee_base::files::{self, Existing, TemporaryFolder, write_whole};
use referee_events::exit::Exit;
use referee_events::{Event, JudgedCase, NotJudged, SubmissionResult, Verdict};
use referee_intake::submission::Submission;
use referee_judge::record::Record;
use referee_judge::{Judge, Policy, Services};
use referee_problem::limits::LimitOverrides;
use referee_programs::Builder;
use referee_sandbox::end_all_runs;
use referee_strength::hunt::{Disagreement, HuntEnd, HuntHost, HuntPlan, Hunter};
use referee_strength::mutate::{
    CompileServices, JudgedMutant, MutatedProgram, Mutation, MutationResult, Original, Outcome,
    Selection, choose,
};

/// The reason why a program has no mutants if the command was interrupted.
const INTERRUPTED: &str = "interrupted before it was mutated";

/// The maximum number of judge errors that are printed; the others are counted.
const MAX_NAMED: usize = 5;

/// The reasons why programs are not mutated, by name, with the resulting exit codes.
type RefusedPrograms = HashMap<Arc<str>, (String, Exit)>;

struct Originals {
    all: Vec<Original>,
    refused: RefusedPrograms,
}

/// A run of `mutate`.
pub struct MutationRun {
    /// The request.
    pub asked: RequestedRun,
    /// Which mutants are made.
    pub selection: Selection,
    /// Where survivors are written, if requested.
    pub saving: Option<Saving>,
    /// How to hunt survivors, if requested.
    pub hunt: Option<HuntPlan>,
}

/// Where survivors are written.
pub struct Saving {
    folder: PathBuf,
    existing: Existing,
}

impl MutationRun {
    /// Judges the programs, then the mutants of the accepted ones. Returns the results, and the
    /// exit code. Survivors are hunted with `host`.
    pub fn result(
        &self,
        host: &dyn HuntHost,
        output: &OutputSettings,
    ) -> Result<(MutationResult, Exit), Fault> {
        let args = &self.asked.spec;
        let mut setup = JudgeSetup::begin(&self.asked, output)?;
        let task = &mut setup.task;
        let mut originals = mutants::originals(&task.found, &self.selection, output)?;
        for (name, fault) in task.found.others.drain(..) {
            output.note(&format!("{name} has no mutants: {}", fault.message));
        }
        task.found.submissions = originals.iter().map(|one| one.submission.clone()).collect();
        let found = choose(&mut originals, &self.selection);
        let record = self.asked.open(args.root(), output)?;
        let progress = output.progress("judging the originals,", RUNS, 0);
        let judge = setup.judge(args, record.as_ref(), &progress)?;
        let (task, given) = (&setup.task, setup.given);
        let mut verdicts = OriginalVerdicts::default();
        let listener = &mut |event: &_| {
            verdicts.event(event);
            Ok(())
        };
        if self.hunt.is_none() {
            files::stop_when_interrupted(end_all_runs);
        }
        let multiple = judge::multiple(args, &task.place, given.time);
        judge::run_all(&judge, task, args, multiple, given, output, listener)?;
        progress.end();
        let limits = LimitOverrides { time: Some(verdicts.time_limit), ..given }.limits();
        let policy = Policy { limits, ..judge.policy.clone() };
        let judge = Judge { policy, ..judge.clone() };
        let known = mutants::known(args, record.as_ref());
        let originals = Originals { all: originals, refused: verdicts.refused };
        let (programs, exit) = self.judge_and_hunt(judge, task, known, originals, host, output)?;
        let result = MutationResult {
            problem: verdicts.problem,
            cases: task.cases.len(),
            time_limit: verdicts.time_limit.as_secs_f64(),
            found,
            seed: self.selection.seed,
            operators: self.selection.operators.clone(),
            programs,
            is_interrupted: files::is_stopped(),
        };
        record::end(record, None, task, output)?;
        Ok((result, exit))
    }

    /// Judges the mutants, and hunts the survivors if requested.
    fn judge_and_hunt(
        &self,
        judge: Judge,
        task: &JudgeTask,
        known: Option<&Record>,
        originals: Originals,
        host: &dyn HuntHost,
        output: &OutputSettings,
    ) -> Result<(Vec<MutatedProgram>, Exit), Fault> {
        let Some(plan) = &self.hunt else {
            return self.judge_mutants(judge, known, originals, None, output);
        };
        let args = &self.asked.spec;
        let problem = judge.inputs.problem.clone();
        let trials = trials::prepare(judge.clone(), task, args, None)?;
        let hunt = trials::hunt_task(task, &problem, judge.services.machine.jobs)?;
        let mut hunter = Hunter::new(plan, &hunt, &trials, host)?.past_existing_cases();
        self.judge_mutants(judge, known, originals, Some(&mut hunter), output)
    }

    /// Judges the mutants of the programs that are not refused.
    fn judge_mutants(
        &self,
        judge: Judge,
        known: Option<&Record>,
        originals: Originals,
        mut hunter: Option<&mut Hunter>,
        output: &OutputSettings,
    ) -> Result<(Vec<MutatedProgram>, Exit), Fault> {
        let Originals { all: originals, mut refused } = originals;
        let compile_limits = judge.policy.compile_limits;
        let Services { machine, executor, toolchains, .. } = judge.services;
        let builder = Builder::of_submissions(&compile_limits, toolchains, executor);
        let services = CompileServices { builder, known, jobs: machine.jobs };
        let is_judged = |original: &&Original| !refused.contains_key(&original.submission.name);
        // Each mutant is compiled and then run, unless the compiled program already decides.
        let count: usize = originals.iter().filter(is_judged).map(|one| one.mutants.len()).sum();
        let progress = output.progress("mutants,", MUTANT_STEPS, 2 * count);
        let judge_services = Services { watch: &progress, ..judge.services.clone() };
        let judge = Judge { services: judge_services, ..judge };
        let mut mutation = Mutation::new(judge, services);
        let (mut programs, mut exit) = (Vec::new(), Exit::Expected);
        for original in originals {
            let name = original.submission.name.clone();
            let outcomes = match refused.remove(&name) {
                Some((why, its_exit)) => {
                    exit = exit.max(its_exit);
                    Err(why)
                }
                None if files::is_stopped() => Err(INTERRUPTED.to_string()),
                None => mutation.run(&original, &|| progress.step()).map_err(|fault| {
                    exit = exit.max(Exit::JudgeError);
                    let why = format!("it is not mutated: {}", fault.one_line());
                    if files::is_stopped() { INTERRUPTED.to_string() } else { why }
                }),
            };
            let (mut mutants, refused) = match outcomes {
                Ok(outcomes) => (self.judged(&original, outcomes)?, None),
                Err(why) => (Vec::new(), Some(why)),
            };
            if let (Some(hunter), None) = (&mut hunter, &refused) {
                progress.pause(|| hunt_survivors(&original, &mut mutants, hunter, output))?;
            }
            programs.push(MutatedProgram { name, refused, mutants });
        }
        if !files::is_stopped() {
            progress.end();
        }
        let errors = mutation.judge_errors();
        let (named, others) = errors.split_at(errors.len().min(MAX_NAMED));
        named.iter().for_each(|error| output.warn(&format!("judge error: {error}")));
        if !others.is_empty() {
            output.warn(&format!("{} more judge errors", others.len()));
        }
        let is_judged = |one: &JudgedMutant| !matches!(one.outcome, Outcome::NotJudged(_));
        if !errors.is_empty() || !programs.iter().flat_map(|one| &one.mutants).all(is_judged) {
            exit = Exit::JudgeError;
        }
        Ok((programs, exit))
    }

    /// Combines mutants with their outcomes, and writes survivors if requested.
    fn judged(
        &self,
        original: &Original,
        outcomes: Vec<Outcome>,
    ) -> Result<Vec<JudgedMutant>, Fault> {
        let judged = original.mutants.iter().zip(outcomes).map(|(mutant, outcome)| {
            let outcome = mutant.outcome(outcome);
            let saving = self.saving.as_ref().filter(|_| outcome == Outcome::Survived);
            let name = mutant.name();
            let write =
                |to: &Saving| to.write(&original.submission, &name, &mutant.file, mutant.text());
            let saved = saving.map(write);
            let (mutant, saved) = (mutant.clone(), saved.transpose()?);
            Ok(JudgedMutant { mutant, outcome, saved, find: None })
        });
        judged.collect()
    }
}

fn hunt_survivors(
    original: &Original,
    mutants: &mut [JudgedMutant],
    hunter: &mut Hunter,
    output: &OutputSettings,
) -> Result<(), Fault> {
    for one in mutants.iter_mut().filter(|one| one.outcome == Outcome::Survived) {
        let folder = TemporaryFolder::new()?;
        let hunted = hunter.one(&original.submission_of(&one.mutant, folder.path())?);
        let candidates = hunted.judged();
        if let Some(Disagreement { other, find }) = hunted.end.disagreement() {
            let kept = |path: &PathBuf| format!(", kept as {}", show(path));
            let kept = find.kept.as_ref().map_or_else(String::new, kept);
            output.warn(&format!("{other} is also rejected on an input of the hunt{kept}"));
        }
        match hunted.end {
            HuntEnd::Found(find, _) => one.find = Some(find),
            HuntEnd::JuryDisagrees(_) => {}
            // The hunt was interrupted and says nothing.
            _ if files::is_to_stop() => break,
            HuntEnd::Withstood(_) => one.outcome = Outcome::Agrees { candidates },
            HuntEnd::NotCompiled(_)
            | HuntEnd::NoCompiler(_)
            | HuntEnd::NotJudged(_)
            | HuntEnd::TooFew { .. }
            | HuntEnd::FailsSample(_) => {}
        }
    }
    Ok(())
}

impl Saving {
    /// Prepares to write survivors into a folder.
    ///
    /// # Errors
    /// The folder is not empty, and files are not replaced; it is not a folder, or cannot be read.
    pub fn new(folder: PathBuf, existing: Existing) -> Result<Saving, Fault> {
        let is_empty = match fs::read_dir(&folder) {
            Ok(mut entries) => entries.next().is_none(),
            Err(error) if error.kind() == ErrorKind::NotFound => true,
            Err(_) if folder.exists() && !folder.is_dir() => {
                return Err(Fault::bad_input("this is not a folder").at(&folder));
            }
            Err(error) => return Err(Fault::cannot_read(&folder, &error)),
        };
        if is_empty || existing == Existing::Replace {
            return Ok(Saving { folder, existing });
        }
        Err(Fault::bad_input("this folder is not empty")
            .at(&folder)
            .help("name another folder for --save, or add --force"))
    }

    /// Writes a mutant as a file, or as a folder if the program has several files. Returns its
    /// path.
    fn write(
        &self,
        submission: &Submission,
        name: &str,
        changed: &str,
        text: String,
    ) -> Result<PathBuf, Fault> {
        let source = &submission.source;
        if let [only] = &source.files[..] {
            let extension = Path::new(only).extension().and_then(OsStr::to_str).unwrap_or("");
            let path = self.folder.join(format!("{name}.{extension}"));
            write_whole(&path, text.as_bytes(), self.existing)?;
            return Ok(path);
        }
        let path = self.folder.join(name);
        for file in &source.files {
            let from = source.folder.join(file);
            let bytes = if file == changed {
                text.clone().into_bytes()
            } else {
                fs::read(&from).map_err(|error| Fault::cannot_read(&from, &error))?
            };
            write_whole(&path.join(file), &bytes, self.existing)?;
        }
        Ok(path)
    }
}

/// The verdicts on the programs to be mutated.
#[derive(Default)]
struct OriginalVerdicts {
    problem: String,
    time_limit: Duration,
    /// The first case on which the current program failed, and the reason.
    failure: Option<String>,
    /// The reasons why programs are not mutated, with the resulting exit codes.
    refused: RefusedPrograms,
}

impl OriginalVerdicts {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Started(started) => {
                self.problem.clone_from(&started.problem);
                let limit = started.runs.as_ref().map_or(0, |runs| runs.cpu_milliseconds);
                self.time_limit = Duration::from_millis(limit);
            }
            Event::Judged(judged) if judged.verdict != Verdict::Accepted => {
                let JudgedCase { case, reason, .. } = judged;
                let this = || format!("it is not accepted: {} on {case}", reason.words());
                self.failure.get_or_insert_with(this);
            }
            Event::Submission(end) => self.ended(end),
            _ => {}
        }
    }

    fn ended(&mut self, end: &SubmissionResult) {
        let failure = self.failure.take();
        let (why, exit) = match (&end.not_judged, end.verdict) {
            (None, Some(Verdict::Accepted)) if failure.is_none() => return,
            (None, Some(Verdict::CompileError)) => ("it does not compile".into(), Exit::Failed),
            (None, Some(_)) => (failure.unwrap_or_else(|| end.message.clone()), Exit::Failed),
            (Some(NotJudged::NotInstalled { program, allowed }), _) => {
                let exit = if *allowed { Exit::Expected } else { Exit::JudgeError };
                (format!("it is not judged: `{program}` is not installed"), exit)
            }
            (Some(_), _) | (None, None) => {
                (format!("it is not judged: {}", end.message), Exit::JudgeError)
            }
        };
        self.refused.insert(end.contestant.clone(), (why, exit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn survivors_go_into_a_folder_that_is_new_or_empty_or_may_be_replaced() {
        let place = TemporaryFolder::new().unwrap();
        let refused = |name: &str, existing| {
            let saving = Saving::new(place.path().join(name), existing);
            saving.err().map(|fault| fault.message)
        };
        fs::create_dir_all(place.path().join("full/empty")).unwrap();
        fs::write(place.path().join("file"), "").unwrap();
        assert_eq!(refused("new", Existing::Keep), None);
        assert_eq!(refused("full/empty", Existing::Keep), None);
        assert_eq!(refused("full", Existing::Keep).unwrap(), "this folder is not empty");
        assert_eq!(refused("full", Existing::Replace), None);
        for existing in [Existing::Keep, Existing::Replace] {
            assert_eq!(refused("file", existing).unwrap(), "this is not a folder");
        }
    }
}
