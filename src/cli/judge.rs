//! `referee judge`.

use super::args::JudgeArgs;
use referee_events::exit::Exit;
use referee_run::RunSpec;
use referee_run::judge::judge;
use referee_run::output::OutputSettings;
use referee_run::record::Asked;

pub(super) fn run(
    args: JudgeArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let is_resumed = args.resume && args.submissions.is_empty();
    let spec = args.spec(jobs);
    let asked = match is_resumed {
        true => Asked::interrupted(&spec, JudgeArgs::bare(), output)?,
        false => Asked::resumable(spec),
    };
    judge_as(&asked, output)
}

/// Judges a run that `--resume` can continue.
pub(super) fn run_spec(spec: RunSpec, output: &OutputSettings) -> anyhow::Result<Exit> {
    judge_as(&Asked::resumable(spec), output)
}

fn judge_as(asked: &Asked, output: &OutputSettings) -> anyhow::Result<Exit> {
    let totals = judge(asked, output, None)?;
    Ok(Exit::of_totals(&totals))
}
