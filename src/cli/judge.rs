//! `referee judge`.

use std::convert::Infallible;
use std::time::Duration;

use super::args::{self, IsolationWhen, JudgeMode};
use super::judge_task::JudgeTask;
use super::matrix_collector::MatrixCollector;
use super::mutants;
use super::output::OutputSettings;
use super::record::{self, Asked};
use super::reports::{Shown, report_on};
use super::rerun_command;
use super::target::Target;
use crate::events::{Event, JudgedCase, Runs, Tool, Totals};
use crate::exit::Exit;
use crate::judge::full_score::PartialScores;
use crate::judge::submission::FoundSubmissions;
use crate::judge::time_limit::{self, InferredLimit, Multiple};
use crate::judge::too_slow::SlowSubmissions;
use crate::judge::{Inputs, Judge, Policy, Services, StopPolicy};
use crate::problem::limits::LimitOverrides;
use crate::programs::language::Language;
use crate::programs::{Builder, Sandboxes, Toolchains};
use crate::report::progress::ProgressLine;
use referee_base::cores;
use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_base::parallel::ordered_large;
use referee_base::plural;
use referee_sandbox::{Isolation, Limits, Setup};

pub(super) fn run(
    args: args::JudgeArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let mut asked = Asked::find(args, jobs, output)?;
    asked.judge.reports.seeing = asked.judge.feedback.seeing();
    asked.judge.reports.explain_expected = asked.judge.explain_expected;
    let totals = judge(&asked, output, None)?;
    Ok(Exit::of_totals(&totals))
}

/// Judges as asked. The events go to the reports that the arguments name, and to `matrix`; the record then learns from it.
pub(super) fn judge(
    asked: &Asked,
    output: &OutputSettings,
    matrix: Option<&MatrixCollector>,
) -> Result<Totals, Fault> {
    let args = &asked.judge;
    let jobs = asked.jobs.unwrap_or_else(cores::sensible_jobs);
    warn_of_shared_cores(jobs, output);
    // The sandboxes are started first: their launchers are created while this process is small.
    let sandboxes = Sandboxes::start(Setup::new(isolation(args)), jobs)
        .map_err(|error| Fault::judge(error.to_string()))?;
    let machine = Machine::here(Some(jobs));
    let mut task = JudgeTask::find(args, isolation(args), output)?;
    let limits = limits(args, &task);
    let toolchains = Toolchains::default();
    let record = asked.open(args.root(), output)?;
    let compile = task.place.compile_limits();
    let builder = Builder { limits: &compile, toolchains: &toolchains, executor: &sandboxes };
    let builds = mutants::add(asked, &mut task, (builder, jobs), record.as_ref(), output)?;
    let runs = Runs {
        tools: tools(&task.found, &toolchains, &sandboxes, jobs),
        again: rerun_command(args, &task.found, None),
        ..runs(&limits.limits(), &sandboxes)
    };
    let progress = ProgressLine::of_parts(!output.quiet, "judging", task.count(), task.cases.len());
    let on_run = |judged: &JudgedCase| match judged.kept {
        true => progress.free_step(),
        false => progress.step(),
    };
    let record_of_runs = record.as_ref();
    let programs = (&sandboxes as _, &toolchains);
    let services = Services {
        builds,
        on_run: &on_run,
        ..Services::new(machine, programs, record_of_runs, runs)
    };
    let policy = policy(args, &task.place, limits.limits());
    let judge = Judge { inputs: task.inputs()?, policy, services };
    let beside_others = matrix_beside_others(args, matrix);
    let collector = matrix.or(beside_others.as_ref());
    let mut follower = Follower::new(&progress, &task, collector);
    let mut session = None;
    let all = |listener: &mut Listener| {
        // From here on the run can be resumed: every check that could refuse it has passed.
        session = asked.begin(record_of_runs, output);
        run_all(&judge, &task, args, limits.time, (output, listener))
    };
    let totals = {
        let cases = task.case_files(machine, output);
        let suite = collector.map(|collector| collector as _);
        let shown = Shown { progress: &progress, cases: Some(&cases), suite };
        report_on(&args.reports, output, shown, |event| follower.event(event), all)?
    };
    progress.end();
    matrix.into_iter().for_each(|matrix| learn_order(&judge, matrix, output));
    follower.warnings().for_each(|warning| output.warn(&warning));
    record::end(record, session, output);
    Ok(totals)
}

/// Returns the collector of a matrix that a page shows beside the results: where all cases are run, and nobody collects it already.
fn matrix_beside_others(
    args: &args::JudgeArgs,
    matrix: Option<&MatrixCollector>,
) -> Option<MatrixCollector> {
    let is_shown = matrix.is_none() && args.mode == JudgeMode::All && args.reports.want_page();
    is_shown.then(MatrixCollector::beside_others)
}

/// Records on which cases wrong programs fail soonest. Where they fail nowhere, there is nothing to learn.
fn learn_order(judge: &Judge, matrix: &MatrixCollector, output: &OutputSettings) {
    let order = matrix.done().matrix.order();
    if order.catching > 0
        && let Err(fault) = judge.learn_order(order.catching())
    {
        output.warn(&format!("the order of the cases is not kept: {fault}"));
    }
}

/// Takes each event of a run.
pub(super) type Listener<'a> = dyn FnMut(&Event) -> Result<(), Fault> + 'a;

/// Judges under the given time limit, or else under the one that is to be inferred.
pub(super) fn run_all(
    judge: &Judge,
    task: &JudgeTask,
    args: &args::JudgeArgs,
    given: Option<Duration>,
    (output, listener): (&OutputSettings, &mut Listener),
) -> Result<Totals, Fault> {
    match multiple(args, &task.place, given) {
        Some(multiple) => run_with_inferred_limit(judge, task, args, multiple, (output, listener)),
        None => judge.run(listener),
    }
}

pub(super) fn isolation(args: &args::JudgeArgs) -> Isolation {
    match args.runs.isolation {
        IsolationWhen::Required => Isolation::Required,
        IsolationWhen::Auto => Isolation::Auto,
        IsolationWhen::Off => Isolation::Off,
    }
}

/// Returns the limits that the flags set, or else the problem.
pub(super) fn limits(args: &args::JudgeArgs, task: &JudgeTask) -> LimitOverrides {
    args.runs.limits.given().or(task.place.limits())
}

pub(super) fn policy(args: &args::JudgeArgs, place: &Target, limits: Limits) -> Policy {
    Policy {
        mode: match args.mode {
            JudgeMode::FirstFailure => StopPolicy::FirstFailure,
            JudgeMode::All => StopPolicy::All,
        },
        limits,
        compile_limits: place.compile_limits(),
        time_limit_to_tle: place.time_limit_to_tle(),
        repeat: args.repeat,
        allow_missing_compilers: args.runs.strictness.strictness().forgives_unjudged(),
        excerpts: args.reports.want_excerpts(),
    }
}

/// Describes the limits and the sandboxes that programs run under.
pub(super) fn runs(limits: &Limits, sandboxes: &Sandboxes) -> Runs {
    let layers = sandboxes.layers();
    let notes = layers.notes.iter().map(|note| &**note);
    let missing = layers.missing();
    let not_isolated = missing.iter().map(|(layer, why)| format!("no {layer}: {why}"));
    Runs {
        cpu_milliseconds: limits.cpu.as_millis() as u64,
        memory_mib: limits.memory >> 20,
        isolation: layers.holding().into_iter().chain(notes).collect::<Vec<_>>().join(", "),
        not_isolated: not_isolated.collect(),
        tools: Vec::new(),
        inferred: None,
        not_inferred: None,
        again: String::new(),
    }
}

fn rerun_command(
    args: &args::JudgeArgs,
    found: &FoundSubmissions,
    time: Option<Duration>,
) -> String {
    let has_several_files = found.submissions.iter().any(|one| one.source.files.len() > 1);
    rerun_command::command(args, args.root(), time, has_several_files)
}

/// Judges under the time limit inferred from submissions of the problem.
fn run_with_inferred_limit(
    judge: &Judge,
    task: &JudgeTask,
    args: &args::JudgeArgs,
    multiple: Multiple,
    (output, listener): (&OutputSettings, &mut Listener),
) -> Result<Totals, Fault> {
    let InferredLimit { time, from, timed, not_timed } = infer_limit(judge, task, args, multiple)?;
    let Judge { inputs, policy, services } = judge.clone();
    let limits = LimitOverrides { time: Some(time), ..limits(args, task) }.limits();
    let runs = Runs {
        cpu_milliseconds: time.as_millis() as u64,
        not_inferred: from.as_ref().err().map(|why| why.to_string()),
        inferred: from.ok(),
        again: rerun_command(args, &task.found, Some(time)),
        ..services.runs
    };
    let policy = Policy { limits, ..policy };
    let faults = without_compilers(not_timed, args, output);
    let services = Services { timed: Some(&timed), faults, runs, ..services };
    Judge { inputs, policy, services }.run(listener)
}

/// Returns as faults that submissions could not be timed for lack of a compiler; unless that is forgiven, and then it is a warning.
pub(super) fn without_compilers(
    not_timed: Option<String>,
    args: &args::JudgeArgs,
    output: &OutputSettings,
) -> Vec<String> {
    let is_forgiven = args.runs.strictness.strictness().forgives_less();
    not_timed.iter().filter(|_| is_forgiven).for_each(|what| output.warn(what));
    not_timed.into_iter().filter(|_| !is_forgiven).collect()
}

/// Infers the time limit from submissions of the problem, on all cases. That of a package follows from all of its submissions, not only
/// from the selected ones.
pub(super) fn infer_limit(
    judge: &Judge,
    task: &JudgeTask,
    args: &args::JudgeArgs,
    multiple: Multiple,
) -> Result<InferredLimit, Fault> {
    let all = task.of_package(args)?;
    let found = all.as_ref().unwrap_or(&task.found);
    let timing = Judge { inputs: Inputs { found, ..task.inputs_of_all()? }, ..judge.clone() };
    Ok(time_limit::infer(&timing, multiple))
}

/// Returns how the time limit is to be inferred, if at all.
pub(super) fn multiple(
    args: &args::JudgeArgs,
    place: &Target,
    given: Option<Duration>,
) -> Option<Multiple> {
    let own = place.package.as_ref().map(|package| &package.package.metadata.limits);
    let resolution = own.map_or(1.0, |limits| limits.time_resolution);
    match (args.runs.limits.infer_time_limit, own) {
        (Some(factor), _) => Some(Multiple { factor, resolution }),
        (None, Some(limits)) if given.is_none() => {
            Some(Multiple { factor: limits.ac_to_time_limit, resolution })
        }
        _ => None,
    }
}

/// Follows a run by its events: advances the progress, watches submissions that are expected to be too slow, or accepted, and collects
/// what cases catch.
struct Follower<'a> {
    progress: &'a ProgressLine,
    task: &'a JudgeTask,
    matrix: Option<&'a MatrixCollector>,
    watch: Option<SlowSubmissions<'a>>,
    partial: Option<PartialScores>,
    /// The number of cases that the current submission was run on, and the number of results taken from the record.
    runs: usize,
    kept: usize,
}

impl<'a> Follower<'a> {
    fn new(
        progress: &'a ProgressLine,
        task: &'a JudgeTask,
        matrix: Option<&'a MatrixCollector>,
    ) -> Follower<'a> {
        let factor = task.place.time_limit_to_tle();
        let watch = factor.map(|factor| SlowSubmissions::new(&task.found, factor));
        let partial = task.full_score().map(|score| PartialScores::new(&task.found, score));
        Follower { progress, task, matrix, watch, partial, runs: 0, kept: 0 }
    }

    fn event(&mut self, event: &Event) {
        if let Some(watch) = &mut self.watch {
            watch.event(event);
        }
        if let Some(partial) = &mut self.partial {
            partial.event(event);
        }
        if let Some(matrix) = self.matrix {
            matrix.event(self.task, event);
        }
        match event {
            Event::Judged(judged) => {
                self.runs += 1;
                self.kept += usize::from(judged.kept);
            }
            Event::Submission(_) => {
                let cases = self.task.cases.len();
                self.progress.end_part(cases - self.runs, self.runs == self.kept);
                (self.runs, self.kept) = (0, 0);
            }
            _ => {}
        }
    }

    fn warnings(&self) -> impl Iterator<Item = String> {
        let slow = self.watch.iter().flat_map(SlowSubmissions::warnings);
        slow.chain(self.partial.iter().flat_map(PartialScores::warnings))
    }
}

/// The compilers and interpreters of all submissions.
fn tools(
    found: &FoundSubmissions,
    toolchains: &Toolchains,
    sandboxes: &Sandboxes,
    jobs: usize,
) -> Vec<Tool> {
    let mut languages: Vec<&Language> = Vec::new();
    for language in found.submissions.iter().map(|submission| &submission.source.language) {
        if !languages.contains(&language) {
            languages.push(language);
        }
    }
    languages.sort_by_key(|language| &language.title);
    let mut tools = Vec::new();
    let of = |at: usize| toolchains.of(languages[at], sandboxes);
    let Ok(()) = ordered_large(jobs, languages.len(), of, |at, toolchain| {
        let language = &languages[at].title;
        tools.extend(toolchain.programs.iter().map(|program| program.as_event(language)));
        Ok::<(), Infallible>(())
    });
    tools
}

/// Warns when there are more jobs than the cores allow: programs that share a core slow each other down by a varying amount.
pub(super) fn warn_of_shared_cores(jobs: usize, output: &OutputSettings) {
    let sensible = cores::sensible_jobs();
    if jobs > sensible {
        let cores = plural(sensible, "core", "cores");
        output.warn(&format!(
            "{jobs} programs at a time on {cores}: times are less exact; --jobs {sensible} is sensible"
        ));
    }
}
