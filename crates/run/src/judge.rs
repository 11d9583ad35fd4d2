//! Carries out a run: finds the task, sets up the engine, writes the reports, and closes the
//! record.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use crate::grading::CourseReports;
use crate::judge_setup::{JudgeSetup, calibration, policy, runs};
use crate::judge_task::JudgeTask;
use crate::last_shard;
use crate::matrix_collector::MatrixCollector;
use crate::mutants;
use crate::output::{OutputSettings, RUNS};
use crate::published::published;
use crate::record::{self, RequestedRun};
use crate::reports::{ReportContext, report_on};
use crate::rerun_command;
use crate::sharding::SharedRun;
use crate::target::Target;
use crate::{ProblemSpec, RunSpec};
use referee_base::fault::Fault;
use referee_base::files::{self, Existing};
use referee_base::parallel::ordered_large;
use referee_events::calibration::Calibration;
use referee_events::{ByInstructions, Event, Runs, ShardOrigin, Tool, Totals};
use referee_intake::submission::FoundSubmissions;
use referee_judge::full_score::PartialScores;
use referee_judge::kept_outputs::KeptOutputs;
use referee_judge::record::inferred::RecordedTimeLimit;
use referee_judge::time_limit::{self, InferredLimit, Multiple};
use referee_judge::too_slow::SlowSubmissions;
use referee_judge::{Inputs, Judge, Policy, Sanitizers, Services};
use referee_problem::limits::LimitOverrides;
use referee_programs::language::Language;
use referee_programs::{Builder, Sandboxes, Toolchains};
use referee_report::score_points::ScorePoints;
use referee_sandbox::{INSTRUCTIONS_PER_SECOND, Limits, TimeBy, are_runs_ended, end_all_runs};
use referee_shards::merge::LineListener;

/// Judges as requested. The events go to the reports that the arguments name, and to `matrix`, from
/// which the record then learns.
pub fn judge(
    asked: &RequestedRun,
    output: &OutputSettings,
    matrix: Option<&MatrixCollector>,
) -> Result<Totals, Fault> {
    judge_and_tell(asked, output, matrix, &mut |_: &Event| {})
}

/// Follows a run.
pub trait RunListener {
    /// Handles what was found, before anything is judged, and the additions of a course to it.
    fn found(&mut self, _found: &FoundSubmissions, _grading: &CourseReports) {}

    /// Handles the next event.
    fn event(&mut self, event: &Event);
}

impl<F: FnMut(&Event)> RunListener for F {
    fn event(&mut self, event: &Event) {
        self(event);
    }
}

/// Judges as requested, and also passes each event to `listener`.
pub(crate) fn judge_and_tell(
    asked: &RequestedRun,
    output: &OutputSettings,
    matrix: Option<&MatrixCollector>,
    listener: &mut dyn RunListener,
) -> Result<Totals, Fault> {
    let spec = &asked.spec;
    let JudgeSetup { machine, sandboxes, toolchains, mut task, given } =
        JudgeSetup::begin(asked, output)?;
    let grading = CourseReports::prepare(spec, task.most_points(), &mut task.found, output)?;
    listener.found(&task.found, &grading);
    let shared = SharedRun::find(spec, multiple(spec, &task.place, given.time), output)?;
    let limits = shared.limits(given);
    let record = asked.open(spec.root(), output)?;
    let compile = task.place.compile_limits();
    let builder = Builder::of_submissions(&compile, &toolchains, &sandboxes);
    let builds = mutants::add(asked, &mut task, builder, machine.jobs, record.as_ref(), output)?;
    let sanitizers = sanitizers(spec, &task.found, &builder, output)?;
    let tools = tools(&task.found, &toolchains, &sandboxes, machine.jobs);
    let calibration = calibration(record.as_ref(), limits);
    let runs = shared.described(runs(&limits.limits(), &sandboxes));
    let runs = with_programs(Runs { tools, ..runs }, spec, &task, shared.time());
    let progress = output.progress("judging", RUNS, 0);
    let record_of_runs = record.as_ref();
    let services = Services {
        builds,
        sanitizers: sanitizers.as_ref(),
        calibration: Some(&calibration),
        watch: &progress,
        ..Services::new(machine, &sandboxes, &toolchains, record_of_runs, runs)
    };
    let policy = policy(spec, &task, limits.limits());
    let shard = shard(spec, &shared, &mut task, &policy, &services, output)?;
    let outputs = kept_outputs(spec, &task)?;
    let services = Services { outputs: outputs.as_ref(), shard, ..services };
    let judge = Judge { inputs: task.inputs()?, policy, services };
    let beside_others = matrix_beside_others(spec, matrix);
    let collector = matrix.or(beside_others.as_ref());
    let mut follower = Follower::new(&task, collector);
    let mut session = None;
    let all = |listener: &mut LineListener| {
        // Every check that could reject the run has passed, so it can be resumed from here on.
        session = asked.begin(record_of_runs, output);
        stop_when_interrupted(matrix);
        // A course computes with points.
        let mut points = ScorePoints::new(spec.grading.exercise.is_some());
        let listener = &mut |event: &Event| listener(&points.convert(event), None);
        run_all(&judge, &task, spec, shared.multiple, limits, output, listener)
    };
    let cases = task.case_files(machine, output);
    let suite = collector.map(|collector| collector as _);
    let shown =
        ReportContext { progress: &progress, cases: Some(&cases), suite, grading: Some(&grading) };
    let advance = |event: &Event| {
        listener.event(event);
        follower.event(event);
    };
    let ended = report_on(&spec.reports, output, shown, advance, all);
    progress.end();
    let totals = match ended {
        Ok(totals) if !totals.is_interrupted && !files::is_stopped() => totals,
        ended => return record::leave(record, &task, ended, output),
    };
    matrix.into_iter().for_each(|matrix| learn_order(&judge, matrix, output));
    outputs.map_or(Ok(()), KeptOutputs::finish)?;
    follower.warnings().for_each(|warning| output.warn(&warning));
    record::end(record, session, &task, output)?;
    Ok(totals)
}

/// Drops from a task what other shards judge. Returns the origin of the shard for its events, if
/// there is one.
fn shard(
    spec: &RunSpec,
    shared: &SharedRun,
    task: &mut JudgeTask,
    policy: &Policy,
    services: &Services,
    output: &OutputSettings,
) -> Result<Option<ShardOrigin>, Fault> {
    let near = &spec.sharding.near;
    if spec.sharding.is_last() {
        last_shard::take(shared, near, task, policy, services, output).map(Some)
    } else {
        shared.take(task, policy, services, output)
    }
}

/// Begins the folder in which the outputs of submissions are kept, if they are.
fn kept_outputs(spec: &RunSpec, task: &JudgeTask) -> Result<Option<KeptOutputs>, Fault> {
    let Some(path) = &spec.keep_output else { return Ok(None) };
    let existing = if spec.reports.force { Existing::Replace } else { Existing::Keep };
    let submissions = task.found.submissions.iter().map(|one| Arc::clone(&one.name));
    let cases = task.cases.iter().map(|case| Arc::clone(&case.name));
    KeptOutputs::begin(path, existing, submissions, cases).map(Some)
}

/// Returns the collector of a matrix that a page shows beside the results: if all cases are run,
/// and no other collects it.
fn matrix_beside_others(
    spec: &RunSpec,
    matrix: Option<&MatrixCollector>,
) -> Option<MatrixCollector> {
    let is_shown = matrix.is_none() && spec.all_cases && spec.reports.want_page();
    is_shown.then(MatrixCollector::beside_others)
}

/// Records on which cases wrong programs fail soonest. If they fail nowhere, there is nothing to
/// learn.
fn learn_order(judge: &Judge, matrix: &MatrixCollector, output: &OutputSettings) {
    let order = matrix.done().matrix.order();
    if order.catching > 0
        && let Err(fault) = judge.learn_order(order.catching())
    {
        output.warn(&format!("the order of the cases is not recorded: {fault}"));
    }
}

/// Makes Ctrl-C end programs instead of the command, which then reports what is known. A matrix is
/// excepted, because one with gaps would be taken for a complete one.
fn stop_when_interrupted(matrix: Option<&MatrixCollector>) {
    if matrix.is_none() {
        files::stop_when_interrupted(end_all_runs);
    }
}

/// Describes how instructions count as time, if they decide.
fn by_instructions(time_by: TimeBy, found: &FoundSubmissions) -> Option<ByInstructions> {
    let not = |language: &&Language| language.time_by(time_by) != time_by;
    let not_for = languages(found).into_iter().filter(not).map(|language| language.title.clone());
    (time_by == TimeBy::Instructions)
        .then(|| ByInstructions { per_second: INSTRUCTIONS_PER_SECOND, not_for: not_for.collect() })
}

/// Adds what follows from the programs and their languages.
fn with_programs(runs: Runs, spec: &RunSpec, task: &JudgeTask, time: Option<Duration>) -> Runs {
    let languages = task.languages.file.clone();
    let by_instructions = by_instructions(spec.counting.time_by(), &task.found);
    let request = published(spec);
    with_commands(Runs { languages, by_instructions, request, ..runs }, spec, task, time)
}

/// Adds the commands that continue from what a report shows.
fn with_commands(runs: Runs, spec: &RunSpec, task: &JudgeTask, time: Option<Duration>) -> Runs {
    let mut submissions = task.found.submissions.iter();
    let has_several_files = submissions.any(|one| one.source.files.len() > 1);
    let again = rerun_command::command(spec, time);
    let hunt = || rerun_command::hunt(spec, time, has_several_files);
    let hunt = if task.can_be_hunted() { hunt() } else { String::new() };
    let is_found = spec.runs.problem == ProblemSpec::default();
    let show = if is_found { spec.root().to_string_lossy().into_owned() } else { String::new() };
    Runs { again, hunt, show, ..runs }
}

/// Judges under the given time limit, or under one that is first inferred from submissions of the
/// problem.
pub fn run_all(
    judge: &Judge,
    task: &JudgeTask,
    spec: &RunSpec,
    multiple: Option<Multiple>,
    limits: LimitOverrides,
    output: &OutputSettings,
    listener: &mut dyn FnMut(&Event) -> Result<(), Fault>,
) -> Result<Totals, Fault> {
    let Some(multiple) = multiple else { return judge.run(listener) };
    let InferredLimit { time, from, timed, not_timed } = infer_limit(judge, task, spec, multiple)?;
    let Judge { inputs, policy, services } = judge.clone();
    if let (Ok(from), None, Some(record)) = (&from, &not_timed, judge.services.record) {
        let measured = judge.services.calibration.and_then(Calibration::measure);
        let limit = RecordedTimeLimit {
            milliseconds: time.as_millis() as u64,
            contestant: from.contestant.to_string(),
            case: from.case.to_string(),
            machine: measured.map(|(figures, _)| figures),
        };
        // A limit from other submissions than the problem's own does not belong to the problem.
        let folders = task.place.time_limit_sources(!spec.submissions.is_empty());
        let kept = folders.map(|folders| record.keep_time_limit(&limit, &folders));
        if let Some(Err(fault)) = kept {
            output.warn(&format!("the time limit is not recorded for `referee export`: {fault}"));
        }
    }
    let limits = LimitOverrides { time: Some(time), ..limits }.limits();
    let limits = Limits { time_by: policy.limits.time_by, ..limits };
    let runs = Runs {
        cpu_milliseconds: time.as_millis() as u64,
        not_inferred: from.as_ref().err().map(|why| why.to_string()),
        inferred: from.ok(),
        ..services.runs
    };
    let runs = with_commands(runs, spec, task, Some(time));
    let policy = Policy { limits, ..policy };
    let faults = without_compilers(not_timed, spec, output);
    let services = Services { timed: Some(&timed), faults, runs, ..services };
    let judge = Judge { inputs, policy, services };
    // Recorded results cannot be judged either, because the limit is unknown.
    if are_runs_ended() { judge.run_nothing(listener) } else { judge.run(listener) }
}

/// Returns as faults that submissions could not be timed for lack of a compiler. If that is
/// forgiven, warns instead.
pub fn without_compilers(
    not_timed: Option<String>,
    spec: &RunSpec,
    output: &OutputSettings,
) -> Vec<String> {
    let is_forgiven = spec.runs.strictness.forgives_less();
    not_timed.iter().filter(|_| is_forgiven).for_each(|what| output.warn(what));
    not_timed.into_iter().filter(|_| !is_forgiven).collect()
}

/// Infers the time limit from submissions of the problem, on all cases. That of a package follows
/// from all its submissions, not only from the selected ones.
pub fn infer_limit(
    judge: &Judge,
    task: &JudgeTask,
    spec: &RunSpec,
    multiple: Multiple,
) -> Result<InferredLimit, Fault> {
    let all = task.of_package(spec)?;
    let found = all.as_ref().or(task.everybody.as_ref()).unwrap_or(&task.found);
    let timing = Judge { inputs: Inputs { found, ..task.inputs_of_all()? }, ..judge.clone() };
    Ok(time_limit::infer(&timing, multiple))
}

/// Returns how the time limit is to be inferred, if at all.
pub fn multiple(spec: &RunSpec, place: &Target, given: Option<Duration>) -> Option<Multiple> {
    let own = place.package.as_ref().map(|package| &package.package.metadata.limits);
    let resolution = own.map_or(1.0, |limits| limits.time_resolution);
    match (spec.runs.limits.infer_time_limit, own) {
        (Some(factor), _) => Some(Multiple { factor, resolution }),
        (None, Some(limits)) if given.is_none() => {
            Some(Multiple { factor: limits.ac_to_time_limit, resolution })
        }
        _ => None,
    }
}

/// Follows a run by its events: watches submissions that are expected to be too slow or accepted,
/// and collects which programs each case kills.
struct Follower<'a> {
    task: &'a JudgeTask,
    matrix: Option<&'a MatrixCollector>,
    watch: Option<SlowSubmissions<'a>>,
    partial: Option<PartialScores>,
}

impl<'a> Follower<'a> {
    fn new(task: &'a JudgeTask, matrix: Option<&'a MatrixCollector>) -> Follower<'a> {
        let factor = task.place.time_limit_to_tle();
        let watch = factor.map(|factor| SlowSubmissions::new(&task.found, factor));
        let partial = task.full_score().map(|score| PartialScores::new(&task.found, score));
        Follower { task, matrix, watch, partial }
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
    }

    fn warnings(&self) -> impl Iterator<Item = String> {
        let slow = self.watch.iter().flat_map(SlowSubmissions::warnings);
        slow.chain(self.partial.iter().flat_map(PartialScores::warnings))
    }
}

/// Finds the sanitizers of the languages of all submissions, if requested, and warns of languages
/// that have none.
pub fn sanitizers(
    spec: &RunSpec,
    found: &FoundSubmissions,
    builder: &Builder,
    output: &OutputSettings,
) -> Result<Option<Sanitizers>, Fault> {
    if !spec.feedback.sanitize {
        return Ok(None);
    }
    let languages = languages(found);
    if languages.iter().all(|language| language.sanitized().is_none()) {
        output.note(
            "--details causes: no submission is in a language with sanitizers, such as C and C++",
        );
    }
    let (sanitizers, missing) = Sanitizers::find(languages.into_iter(), builder)?;
    for (language, why) in missing {
        output.warn(&format!(
            "--details causes: {language} has no sanitizers here, so no cause is named; gcc has them in libasan and libubsan, \
             clang in compiler-rt: {why}"
        ));
    }
    Ok(Some(sanitizers))
}

/// Returns the languages of all submissions, by title.
fn languages(found: &FoundSubmissions) -> Vec<&Language> {
    let mut languages: Vec<&Language> = Vec::new();
    for language in found.submissions.iter().map(|submission| &submission.source.language) {
        if !languages.contains(&language) {
            languages.push(language);
        }
    }
    languages.sort_by_key(|language| &language.title);
    languages
}

/// Returns the compilers and interpreters of all submissions.
fn tools(
    found: &FoundSubmissions,
    toolchains: &Toolchains,
    sandboxes: &Sandboxes,
    jobs: usize,
) -> Vec<Tool> {
    let languages = languages(found);
    let mut tools = Vec::new();
    let of = |at: usize| toolchains.of(languages[at], sandboxes);
    let Ok(()) = ordered_large(jobs, languages.len(), of, |at, toolchain| {
        let language = &languages[at].title;
        tools.extend(toolchain.programs.iter().map(|program| program.as_event(language)));
        Ok::<(), Infallible>(())
    });
    tools
}
