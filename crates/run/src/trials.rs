//! What commands that try inputs on submissions share: submissions are found, limited and run as in
//! `judge`.

use std::sync::Arc;

use crate::RunSpec;
use crate::judge;
use crate::judge_setup::JudgeSetup;
use crate::judge_task::JudgeTask;
use crate::output::{OutputSettings, RUNS};
use crate::record::RequestedRun;
use referee_base::fault::Fault;
use referee_judge::Judge;
use referee_judge::time_limit::InferredLimit;
use referee_problem::Problem;
use referee_problem::cases::CaseFile;
use referee_problem::limits::LimitOverrides;
use referee_strength::hunt::HuntTask;
use referee_strength::trial::Trials;

/// Finds the problem, the submissions and the time limit that the arguments name, and calls `work`
/// with their trials. Candidates get the settings of the case that `like` picks or, if it picks
/// none, of the [widest](Problem::widest_case), and fail with a score below `least_score`, if there
/// is one.
///
/// # Errors
/// Something is missing or cannot be judged; those of `work`.
pub fn with_trials<T>(
    spec: RunSpec,
    output: &OutputSettings,
    least_score: Option<f64>,
    like: impl FnOnce(&JudgeTask) -> Result<Option<CaseFile>, Fault>,
    work: impl FnOnce(&JudgeTask, &Trials) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let asked = RequestedRun::once(spec);
    let spec = &asked.spec;
    let setup = JudgeSetup::begin(&asked, output)?;
    let (task, given) = (&setup.task, setup.given);
    let record = asked.open(spec.root(), output)?;
    let progress = output.progress("timing the accepted submissions,", RUNS, 0);
    let mut judge = setup.judge(spec, record.as_ref(), &progress)?;
    if let Some(multiple) = judge::multiple(spec, &task.place, given.time) {
        let InferredLimit { time, not_timed, .. } =
            judge::infer_limit(&judge, task, spec, multiple)?;
        if let Some(message) = judge::without_compilers(not_timed, spec, output).pop() {
            return Err(Fault::judge(message));
        }
        judge.policy.limits = LimitOverrides { time: Some(time), ..given }.limits();
    }
    progress.end();
    let trials = prepare(judge, task, spec, like(task)?)?.with_least_score(least_score);
    let done = work(task, &trials);
    crate::record::end(record, None, task, output)?;
    done
}

/// Prepares trials with a judge of the task, whose cases do not matter. Candidates get the settings
/// of the case `like`, or else of the widest.
///
/// # Errors
/// There is no accepted submission, and one is needed.
pub fn prepare<'a>(
    judge: Judge<'a>,
    task: &JudgeTask,
    spec: &RunSpec,
    like: Option<CaseFile>,
) -> Result<Trials<'a>, Fault> {
    let has_answers = judge.inputs.problem.has_answers();
    let problem = &judge.inputs.problem;
    let mut jury = task.right_submissions(spec)?;
    // The first of them that works answers each candidate, and Java takes a tenth of a second to
    // start.
    jury.sort_by_key(|one| (!is_model(problem, &one.name), !one.source.language.is_native()));
    if !has_answers && jury.is_empty() {
        let message =
            "an accepted submission is needed: a candidate on which it fails shows nothing";
        let fault = Fault::bad_input(message).at(spec.root());
        return Err(fault.help(
            "put one into submissions/accepted that compiles here, and is accepted on the samples",
        ));
    }
    Trials::new(judge, &task.cases, like, jury)
}

/// Returns whether the package marks a submission as the model solution.
fn is_model(problem: &Problem, name: &str) -> bool {
    match problem {
        Problem::Packaged(packaged) => packaged.package.is_model(&format!("submissions/{name}")),
        Problem::Shipped(_) | Problem::Custom(_) => false,
    }
}

/// Returns the task of hunts for the submissions of a task.
///
/// # Errors
/// It has no cases.
pub fn hunt_task<'a>(
    task: &'a JudgeTask,
    problem: &'a Problem,
    jobs: usize,
) -> Result<HuntTask<'a>, Fault> {
    let no_case = || Fault::bad_input("there are no cases here").at(&task.place.cases);
    Ok(HuntTask {
        problem,
        file: task.place.file.as_ref(),
        cases: &task.cases,
        first: task.cases.first().ok_or_else(no_case)?,
        found: &task.found,
        tool_runner: Arc::clone(&task.tool_runner),
        jobs,
    })
}
