//! `referee hunt`.

use std::path::Path;

use super::args::{HuntArgs, ResultKind, SubmissionArgs, write_all};
use super::hunting::CommandLine;
use referee_base::cores;
use referee_base::fault::{Fault, show};
use referee_counterexamples::shrink::ShrinkEnd;
use referee_events::exit::Exit;
use referee_intake::submission::Submission;
use referee_problem::cases::CaseFile;
use referee_results::hunt::{human, incomplete, json};
use referee_run::case_place::no_such_case;
use referee_run::judge_task::JudgeTask;
use referee_run::output::OutputSettings;
use referee_run::reports::WholeReport;
use referee_run::{CountingSpec, RecordSpec, RunSpec, rerun_command, trials};
use referee_strength::hunt::{
    Disagreement, HuntEnd, HuntPlan, HuntResults, Hunted, Hunter, KeepAs, StartingCase,
};

/// The default maximum number of candidates for a submission.
const TRIES: u64 = 10_000;

pub(super) fn run(
    args: HuntArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let reports = args.reports.begin()?;
    let spec = spec(&args, jobs);
    let plan = plan(&args, &spec);
    let is_printed = args.reports.are_printed(ResultKind::Human);
    let tell = |hunted: &Hunted| {
        if is_printed { output.print_unless_quiet(&human(hunted)) } else { Ok(()) }
    };
    let from = args.from.as_deref();
    let choose = |task: &JudgeTask| {
        let from = from.map(|from| starting_case(task, from)).transpose()?;
        Ok(from.and_then(|from| from.case))
    };
    let results = trials::with_trials(spec, output, args.below, choose, |task, trials| {
        let from = from.map(|from| starting_case(task, from)).transpose()?;
        let problem = task.inputs()?.problem;
        let jobs = jobs.unwrap_or_else(cores::sensible_jobs);
        let hunt = trials::hunt_task(task, &problem, jobs)?;
        let host = CommandLine(output);
        let mut hunter = Hunter::new(&plan, &hunt, trials, &host)?;
        let results = match from {
            None => hunter.all(tell)?,
            Some(from) => {
                let results = hunter.shrink_from(from, only_submission(task)?)?;
                results.reports.iter().try_for_each(tell)?;
                results
            }
        };
        if let Some(share) = results.interrupted.filter(|_| is_printed) {
            output.print_unless_quiet(&incomplete(share))?;
        }
        if let Some((count, fault)) = trials.setbacks() {
            output.warn(&referee_results::hunt::setbacks(count, &fault));
        }
        Ok((problem.name().to_string(), results))
    })?;
    let (problem, HuntResults { reports: found, interrupted }) = &results;
    // What is for people on standard output is already there.
    let is_new = |report: &WholeReport<_>| report.kind != ResultKind::Human || !report.is_printed();
    let text = |kind| match kind {
        ResultKind::Human => Ok(found.iter().map(human).collect()),
        ResultKind::Json => Ok(json(problem, args.seed, found, interrupted.is_some())),
    };
    write_all(reports.into_iter().filter(is_new), text, output)?;
    if args.from.is_some() {
        let error = found.iter().find_map(error_of);
        return Ok(error.map_or(Exit::Expected, |fault| output.error(&fault.clone().into())));
    }
    let exits = found.iter().map(|hunted| exit_of(hunted, &args.programs.runs));
    Ok(exits.max().unwrap_or(Exit::Expected))
}

/// Returns the request. The runs of shrinking are not recorded by default: its candidates are new
/// each time.
fn spec(args: &HuntArgs, jobs: Option<usize>) -> RunSpec {
    let mut spec = args.programs.clone().spec(jobs);
    let record = &mut spec.runs.record;
    record.is_off |= args.from.is_some() && *record == RecordSpec::default();
    // If the machine can count instructions, slowness does not depend on the machine.
    spec.counting = CountingSpec::Shown;
    spec
}

fn plan(args: &HuntArgs, spec: &RunSpec) -> HuntPlan {
    HuntPlan {
        seed: args.seed,
        tries: args.tries.unwrap_or(if args.within.is_some() { u64::MAX } else { TRIES }),
        within: args.within,
        shrink_for: args.shrink_for,
        shrinks: !args.no_shrink,
        slower: args.slower,
        commands: args.commands.clone(),
        recipe: args.recipe.clone(),
        keep: match (&args.keep, &args.out) {
            (Some(name), _) => KeepAs::Case(name.clone()),
            (None, Some(stem)) => KeepAs::Files(stem.clone()),
            (None, None) => KeepAs::Nothing,
        },
        existing: args.reports.existing(),
        again: again(args, rerun_command::flags(spec)),
    }
}

/// Finds the input to start shrinking from: a case of the problem, by its name or its file, or any
/// other input.
fn starting_case(task: &JudgeTask, from: &Path) -> Result<StartingCase, Fault> {
    let name = from.to_string_lossy();
    let named = |case: &&CaseFile| *case.name == *name;
    let mut with_extension = from.as_os_str().to_os_string();
    with_extension.push(".in");
    let input = [from, Path::new(&with_extension)].into_iter().find(|input| input.is_file());
    let place = input.and_then(|input| input.canonicalize().ok());
    let of_file = |case: &&CaseFile| place.is_some() && case.input.canonicalize().ok() == place;
    let case = task.cases.iter().find(named).or_else(|| task.cases.iter().find(of_file));
    match (case, input) {
        (Some(case), _) => {
            let (name, input) = (case.name.to_string(), case.input.clone());
            Ok(StartingCase { name, input, case: Some(case.clone()) })
        }
        (None, Some(input)) => {
            let name = show(from);
            Ok(StartingCase { name, input: input.to_path_buf(), case: None })
        }
        (None, None) => Err(no_such_case(&name, &task.cases).at(from)),
    }
}

fn only_submission(task: &JudgeTask) -> Result<&Submission, Fault> {
    match (&task.found.submissions[..], &task.found.others[..]) {
        ([] | [_], [(_, fault), ..]) => Err(fault.clone()),
        ([one], []) => Ok(one),
        (several, _) => {
            let names: Vec<&str> = several.iter().map(|one| &*one.name).collect();
            let message =
                format!("--from takes one submission, not {}: {}", names.len(), names.join(", "));
            Err(Fault::bad_input(message).help("--each argument takes a folder for one program"))
        }
    }
}

/// Returns the words of the command that reproduces the find, without the submission.
fn again(args: &HuntArgs, flags: Vec<String>) -> Vec<String> {
    let HuntArgs { programs, seed, commands, tries, within, from, slower, below, .. } = args;
    let mut given = match from {
        Some(from) => vec![("--from", from.to_string_lossy().into_owned())],
        None => {
            let bound = match (tries, within) {
                (None, Some(time)) => ("--for", time.as_secs_f64().to_string()),
                (tries, _) => ("--tries", tries.unwrap_or(TRIES).to_string()),
            };
            vec![("--seed", seed.to_string()), bound]
        }
    };
    given.extend(slower.map(|factor| ("--slower", factor.to_string())));
    given.extend(below.map(|score| ("--below", score.to_string())));
    given.extend(commands.iter().map(|command| ("--args", command.clone())));
    let given = given.iter().flat_map(|(name, value)| rerun_command::flag(name, value));
    let mut words = vec!["referee".to_string(), "hunt".into()];
    words.extend(flags.into_iter().chain(given));
    words.push(rerun_command::place_word(&programs.place));
    words
}

/// Returns the error that ended shrinking, if any.
fn error_of(hunted: &Hunted) -> Option<&Fault> {
    let find = match &hunted.end {
        HuntEnd::Found(find, _) | HuntEnd::JuryDisagrees(Disagreement { find, .. }) => find,
        _ => return None,
    };
    match &find.shrunk.shrunk.end {
        ShrinkEnd::Fault(fault) => Some(fault),
        ShrinkEnd::Minimal | ShrinkEnd::Stopped => None,
    }
}

/// Returns the exit code for a submission: whether its result is the expected one.
fn exit_of(hunted: &Hunted, runs: &SubmissionArgs) -> Exit {
    let is_expected = match &hunted.end {
        HuntEnd::NoCompiler(_) if runs.strictness.strictness().forgives_unjudged() => true,
        HuntEnd::NoCompiler(_)
        | HuntEnd::NotJudged(_)
        | HuntEnd::TooFew { .. }
        | HuntEnd::Found(_, Some(_))
        | HuntEnd::JuryDisagrees(_) => {
            return Exit::JudgeError;
        }
        HuntEnd::Withstood(_) => hunted.is_right,
        HuntEnd::NotCompiled(_) | HuntEnd::FailsSample(_) | HuntEnd::Found(_, None) => {
            !hunted.is_right
        }
    };
    if is_expected { Exit::Expected } else { Exit::Failed }
}
