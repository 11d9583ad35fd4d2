//! `referee judge`.

use super::args::JudgeArgs;
use referee_events::exit::Exit;
use referee_run::judge::judge;
use referee_run::output::OutputSettings;
use referee_run::record::RequestedRun;

pub(super) fn run(
    args: JudgeArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let is_resumed = args.resume && args.submissions.is_empty();
    let spec = args.spec(jobs);
    let asked = if is_resumed {
        RequestedRun::interrupted(&spec, JudgeArgs::bare(), output)?
    } else {
        RequestedRun::resumable(spec)
    };
    Ok(Exit::of_totals(&judge(&asked, output, None)?))
}
