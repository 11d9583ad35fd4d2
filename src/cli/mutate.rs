//! `referee mutate`.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::args::{MutateArgs, TableKind};
use super::hunting::{ShownHunt, hunt_task};
use referee_base::fault::Fault;
use referee_base::files::{self, Existing, TemporaryFolder, write_whole};
use referee_events::exit::Exit;
use referee_events::{Event, JudgedCase, NotJudged, Runs, SubmissionResult, Verdict};
use referee_intake::submission::Submission;
use referee_judge::{Judge, Policy, Services};
use referee_problem::limits::LimitOverrides;
use referee_programs::Builder;
use referee_run::RunSpec;
use referee_run::judge;
use referee_run::judge_setup::JudgeSetup;
use referee_run::judge_task::JudgeTask;
use referee_run::mutants;
use referee_run::output::{MUTANT_STEPS, OutputSettings, RUNS};
use referee_run::record::{self, Asked};
use referee_run::trials;
use referee_sandbox::end_all_runs;
use referee_strength::hunt::{HuntEnd, HuntPlan, Hunter, KeepAs};
use referee_strength::mutate::{
    CompileServices, JudgedMutant, KnownForms, MutatedProgram, Mutation, MutationResult, OPERATORS,
    Original, Outcome, Selection, choose,
};

/// The reason why a program has no mutants if the command was interrupted.
const INTERRUPTED: &str = "interrupted before it was mutated";

/// The maximum number of judge errors that are printed; the others are counted.
const MAX_NAMED: usize = 5;

pub(super) fn run(
    args: MutateArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    if let Some(folder) = args.save.as_deref().filter(|_| !args.reports.force) {
        refuse_full(folder)?;
    }
    let hunt = survivor_hunt(&args);
    let begun = args.reports.begin()?;
    let existing = args.reports.existing();
    let MutateArgs { programs, operators, max, seed, save, least, .. } = args;
    let place = programs.place.clone();
    let named = if operators.is_empty() { OPERATORS.iter().collect() } else { operators };
    // In the order of the list, each once.
    let is_named = |name: &str| named.iter().any(|operator| operator.name == name);
    let operators = OPERATORS.iter().filter(|operator| is_named(operator.name)).collect();
    let selection = Selection { operators, max, seed };
    let spec = RunSpec { all_cases: false, ..programs.spec(jobs) };
    let saving = save.map(|folder| Saving { folder, existing });
    let run = MutationRun { asked: Asked::once(spec), selection, saving, hunt };
    let (result, exit) = run.result(output)?;
    for report in begun {
        if result.is_interrupted && report.kind == TableKind::Csv {
            // A table could not show that it is incomplete.
            output.interruption.lacks(std::iter::once("csv (not written)".into()));
            continue;
        }
        let text = match report.kind {
            TableKind::Human => referee_results::mutate::human(&result, &place, output.width()),
            TableKind::Csv => referee_results::mutate::csv(&result)?,
            TableKind::Json => referee_results::mutate::json(&result)?,
        };
        let is_for_people = report.kind == TableKind::Human;
        report.write(&text, is_for_people, output)?;
    }
    if result.is_interrupted {
        output.interrupted();
    }
    let is_enough = result.tally().score().unwrap_or(1.0) >= least.unwrap_or(0.0);
    Ok(exit.max(if is_enough { Exit::Expected } else { Exit::Failed }))
}

/// Rejects a nonempty folder.
fn refuse_full(folder: &Path) -> Result<(), Fault> {
    let is_empty = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    };
    if is_empty {
        Ok(())
    } else {
        Err(Fault::bad_input("this folder is not empty")
            .at(folder)
            .help("name another folder for --save, or add --force"))
    }
}

/// The reasons why programs are not mutated, by name, with the resulting exit codes.
type RefusedPrograms = HashMap<Arc<str>, (String, Exit)>;

/// The requested programs.
struct Originals {
    all: Vec<Original>,
    refused: RefusedPrograms,
}

/// A run of `mutate`.
struct MutationRun {
    asked: Asked,
    selection: Selection,
    saving: Option<Saving>,
    /// How to hunt survivors, if requested.
    hunt: Option<HuntPlan>,
}

/// Where survivors are written.
struct Saving {
    folder: PathBuf,
    existing: Existing,
}

impl MutationRun {
    /// Judges the programs, then the mutants of the accepted ones. Returns the results, and the
    /// exit code.
    fn result(&self, output: &OutputSettings) -> Result<(MutationResult, Exit), Fault> {
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
        let (programs, exit) = self.judge_and_hunt(judge, task, known, originals, output)?;
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
        known: Option<KnownForms>,
        originals: Originals,
        output: &OutputSettings,
    ) -> Result<(Vec<MutatedProgram>, Exit), Fault> {
        let (Some(plan), Some(like)) = (&self.hunt, trials::like(task)) else {
            return self.judge_mutants(judge, known, originals, None, output);
        };
        let args = &self.asked.spec;
        let problem = judge.inputs.problem.clone();
        let trials = trials::prepare(judge.clone(), task, args, Some(like.clone()))?;
        let (isolation, jobs) = (args.runs.isolation, judge.services.machine.jobs);
        let hunt = hunt_task(task, &problem, &like, isolation, jobs, output);
        let observer = ShownHunt(output);
        let mut hunter = Hunter::new(plan, &hunt, &trials, &observer)?.past_existing_cases();
        self.judge_mutants(judge, known, originals, Some(&mut hunter), output)
    }

    /// Judges the mutants of the programs that are not refused.
    fn judge_mutants(
        &self,
        judge: Judge,
        known: Option<KnownForms>,
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
            if let Some((why, its_exit)) = refused.remove(&name) {
                exit = exit.max(its_exit);
                programs.push(MutatedProgram { name, refused: Some(why), mutants: Vec::new() });
                continue;
            }
            if files::is_stopped() {
                let refused = Some(INTERRUPTED.into());
                programs.push(MutatedProgram { name, refused, mutants: Vec::new() });
                continue;
            }
            let outcomes = match mutation.run(&original, &|| progress.step()) {
                Ok(outcomes) => outcomes,
                Err(fault) => {
                    exit = exit.max(Exit::JudgeError);
                    let refused = Some(if files::is_stopped() {
                        INTERRUPTED.into()
                    } else {
                        format!("it is not mutated: {}", fault.one_line())
                    });
                    programs.push(MutatedProgram { name, refused, mutants: Vec::new() });
                    continue;
                }
            };
            let mut mutants = self.judged(&original, outcomes)?;
            if let Some(hunter) = &mut hunter {
                progress.pause(|| hunt_survivors(&original, &mut mutants, hunter))?;
            }
            programs.push(MutatedProgram { name, refused: None, mutants });
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
            let text = original.text(mutant);
            let write = |to: &Saving| to.write(&original.submission, &name, &mutant.file, text);
            let saved = saving.map(write);
            let (mutant, saved) = (mutant.clone(), saved.transpose()?);
            Ok(JudgedMutant { mutant, outcome, saved, find: None })
        });
        judged.collect()
    }
}

/// Returns how survivors are hunted: each for the same time and with the same seed.
fn survivor_hunt(args: &MutateArgs) -> Option<HuntPlan> {
    args.hunt.map(|time| HuntPlan {
        seed: args.seed,
        tries: args.tries.unwrap_or(u64::MAX),
        within: Some(time),
        shrink_for: None,
        shrinks: true,
        slower: None,
        commands: Vec::new(),
        recipe: None,
        keep: args.keep.clone().map_or(KeepAs::Nothing, KeepAs::Case),
        existing: Existing::Keep,
        again: Vec::new(),
    })
}

/// Searches for cases that kill the surviving mutants.
fn hunt_survivors(
    original: &Original,
    mutants: &mut [JudgedMutant],
    hunter: &mut Hunter,
) -> Result<(), Fault> {
    let folder = TemporaryFolder::new()?;
    for one in mutants.iter_mut().filter(|one| one.outcome == Outcome::Survived) {
        let hunted = hunter.one(&original.submission_of(&one.mutant, folder.path())?);
        let tries = hunted.tries();
        match hunted.end {
            HuntEnd::Found(find) if find.share.is_always() => one.find = Some(find),
            // The hunt was interrupted and says nothing.
            _ if files::is_to_stop() => break,
            HuntEnd::Withstood(_) => one.outcome = Outcome::Agrees { candidates: tries },
            HuntEnd::NotCompiled(_)
            | HuntEnd::NoCompiler(_)
            | HuntEnd::NotJudged(_)
            | HuntEnd::TooFew { .. }
            | HuntEnd::FailsSample(_)
            | HuntEnd::JuryDisagrees(..)
            | HuntEnd::Found(_) => {}
        }
    }
    Ok(())
}

impl Saving {
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
                let milliseconds = |runs: &Runs| runs.cpu_milliseconds;
                let limit = started.runs.as_ref().map_or(0, milliseconds);
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
