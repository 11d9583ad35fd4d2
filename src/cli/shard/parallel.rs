//! `referee shard parallel`.

use std::fs;

use super::super::args::ShardParallelArgs;
use super::run_folder::RunFolder;
use super::{plan, work};
use referee_base::fault::Fault;
use referee_events::exit::Exit;
use referee_results::cluster;
use referee_run::RunSpec;
use referee_run::output::OutputSettings;
use referee_run::record::RequestedRun;
use referee_shards::cluster::folder::SharedFolder;
use referee_shards::cluster::parallel::{ParallelRun, RUN, host_list};

pub(super) fn run(
    args: ShardParallelArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let hosts = hosts(&args)?;
    let shards = args.run.shards;
    let spec = work::shared(args.run)?;
    let referee = args.referee.map_or_else(work::this_program, Ok)?;
    let folder = RunFolder::find(&args.folder)?;
    let asked = RequestedRun::once(RunSpec { jobs, ..spec });
    let plan = plan::make(&asked, shards, output)?;
    let work = work::work(&asked.spec, referee, plan.plan.shards, &folder.reports()?)?;
    let (path, home) = (RunFolder::text(&folder.path)?, RunFolder::text(&folder.home)?);
    let scripts = SharedFolder { work: &work, path, home };
    let files = ParallelRun { folder: scripts, hosts: &hosts, jobs }.files();
    folder.write(&plan, &files, asked.spec.reports.force)?;
    output.print_unless_quiet(&cluster::written(&args.folder, RUN))?;
    Ok(Exit::Expected)
}

fn hosts(args: &ShardParallelArgs) -> Result<String, Fault> {
    let mut hosts = args.host.clone();
    if let Some(path) = &args.hosts {
        let text = fs::read_to_string(path).map_err(|error| Fault::cannot_read(path, &error))?;
        let lines = text.lines().map(str::trim);
        hosts.extend(
            lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(String::from),
        );
    }
    host_list(&hosts).ok_or_else(|| {
        Fault::bad_input(
            "a machine has no name, or a name of several lines, or there are no machines",
        )
        .help("name them as in --host judge1 --host judge2, or one per line in a file for --hosts")
    })
}
