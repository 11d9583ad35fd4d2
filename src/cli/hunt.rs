//! `referee hunt`.

use super::args::{HuntArgs, SubmissionArgs};
use super::hunter::Hunter;
use referee_base::cores;
use referee_base::fault::Fault;
use referee_events::exit::Exit;
use referee_run::judge_task::JudgeTask;
use referee_run::output::OutputSettings;
use referee_run::{rerun_command, trials};
use referee_strength::hunt::{HuntEnd, Hunted};

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
        HuntEnd::NoCompiler(_)
        | HuntEnd::NotJudged(_)
        | HuntEnd::TooFew { .. }
        | HuntEnd::JuryDisagrees(..) => {
            return Exit::JudgeError;
        }
        HuntEnd::NotCompiled(_) => !hunted.is_right,
        HuntEnd::Withstood(_) => hunted.is_right,
        HuntEnd::FailsSample(_) | HuntEnd::Found(_) => !hunted.is_right,
    };
    if is_expected { Exit::Expected } else { Exit::Failed }
}
