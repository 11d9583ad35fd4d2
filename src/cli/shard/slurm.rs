//! `referee shard slurm`.

use std::fs;
use std::path::PathBuf;
use std::thread;

use super::super::args::{MergeArgs, ShardSlurmArgs};
use super::merge;
use super::run_folder::RunFolder;
use super::{plan, work};
use referee_base::fault::{Fault, show};
use referee_base::machine::Machine;
use referee_events::exit::Exit;
use referee_events::watch::Watch;
use referee_results::cluster;
use referee_run::RunSpec;
use referee_run::output::OutputSettings;
use referee_run::record::RequestedRun;
use referee_shards::cluster::commands;
use referee_shards::cluster::folder::{SharedFolder, events, log};
use referee_shards::cluster::queue::{self, News};
use referee_shards::cluster::ranges;
use referee_shards::cluster::slurm::{JOBS, Jobs, SUBMIT, SlurmArray};

/// The maximum number of logs of missing shards that are printed.
const SHOWN: usize = 10;

pub(super) fn run(
    args: ShardSlurmArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let is_missing = |command: &str, is_needed: bool| is_needed && !commands::is_there(command);
    let needed = [("sbatch", !args.script_only), ("squeue", args.wait)];
    if let Some((command, _)) = needed.iter().find(|(command, needed)| is_missing(command, *needed))
    {
        let fault = Fault::bad_input(format!("{command} is not installed here"));
        let help = "--script-only writes the scripts, to be submitted elsewhere";
        return Err(fault.help(help).into());
    }
    let (script_only, wait) = (args.script_only, args.wait);
    let run = SlurmRun::prepare(args, jobs, output)?;
    if script_only {
        output.print_unless_quiet(&cluster::written(&run.given, SUBMIT))?;
        return Ok(Exit::Expected);
    }
    run.submit_missing(output)?;
    if wait { run.follow(output) } else { Ok(Exit::Expected) }
}

struct SlurmRun {
    /// The folder as the user named it.
    given: PathBuf,
    folder: RunFolder,
    shards: usize,
}

impl SlurmRun {
    /// Makes the plan, and writes the folder.
    fn prepare(
        args: ShardSlurmArgs,
        jobs: Option<usize>,
        output: &OutputSettings,
    ) -> Result<SlurmRun, Fault> {
        let options = options(&args);
        let shards = args.run.shards;
        let spec = work::shared(args.run)?;
        let referee = args.referee.map_or_else(work::this_program, Ok)?;
        let folder = RunFolder::find(&args.folder)?;
        refuse_replaced(RunFolder::text(&folder.path)?)?;
        let jobs = jobs.unwrap_or(args.cpus);
        let asked = RequestedRun::once(RunSpec { jobs: Some(jobs), ..spec });
        let plan = plan::make(&asked, shards, output)?;
        let shards = plan.plan.shards;
        let work = work::work(&asked.spec, referee, shards, &folder.reports()?)?;
        let (path, home) = (RunFolder::text(&folder.path)?, RunFolder::text(&folder.home)?);
        let array = SlurmArray {
            folder: SharedFolder { work: &work, path, home },
            cpus: args.cpus,
            jobs,
            at_once: args.at_once,
            options: &options,
        };
        folder.write(&plan, &array.files(), asked.spec.reports.force)?;
        Ok(SlurmRun { given: args.folder, folder, shards })
    }

    /// Returns the jobs that were submitted for this folder, now or earlier.
    fn jobs(&self) -> Jobs {
        Jobs::read(&fs::read_to_string(self.folder.file(JOBS)).unwrap_or_default())
    }

    /// Submits the shards that are neither done nor queued.
    fn submit_missing(&self, output: &OutputSettings) -> Result<(), Fault> {
        let missing = self.folder.missing(self.shards)?;
        if missing.is_empty() {
            output.note(&format!("all {} shards are done", self.shards));
            return Ok(());
        }
        let queue = commands::queue(&self.jobs()).map_err(|why| {
            let fault = Fault::judge("it is unknown which shards are already queued").details(why);
            fault.help("try again when Slurm answers")
        })?;
        let (queued, wanted): (Vec<usize>, Vec<usize>) =
            missing.iter().partition(|&&shard| queue.has(shard));
        if !queued.is_empty() {
            output.note(&format!("already queued or running: {}", ranges(&queued)));
        }
        if wanted.is_empty() {
            return Ok(());
        }
        let numbers = Some(ranges(&wanted)).filter(|_| wanted.len() < self.shards);
        let jobs = commands::submit(&self.folder.path, numbers.as_deref())?;
        output.print_unless_quiet(&cluster::submitted(&self.given, &jobs, &wanted))
    }

    /// Shows the progress of the jobs until none is left, and then the merged result.
    fn follow(&self, output: &OutputSettings) -> anyhow::Result<Exit> {
        let jobs = self.jobs();
        let progress = output.progress("judging", ("shard", "shards"), self.shards);
        output.interruption.keeps("the jobs continue");
        output.interruption.goes_on(cluster::goes_on(&jobs));
        let before = self.folder.done(self.shards);
        let look = || {
            // The queue is read first: once it is empty, no more events appear.
            let queue = commands::queue(&jobs);
            (self.folder.done(self.shards), queue)
        };
        let tell = |news: News| match news {
            News::Begins(shard) => progress.begins(&format!("shard {shard}")),
            News::Ends(shard) => progress.ends(&format!("shard {shard}")),
            News::Done(shard) => progress.counts(!before.contains(&shard)),
            News::Held(shards, why) => {
                let shards = ranges(&shards);
                progress.pause(|| output.warn(&format!("Slurm holds back shards {shards}: {why}")));
            }
            News::Silent(why) => {
                progress.pause(|| output.warn(&format!("Slurm does not answer: {why}")))
            }
        };
        queue::follow(look, thread::sleep, tell);
        progress.end();
        let restarted = self.folder.restarted(self.shards);
        if !restarted.is_empty() {
            output.note(&cluster::requeued(&restarted));
        }
        self.collect(output)
    }

    /// Prints the merged result. The job that merges has written the other reports.
    fn collect(&self, output: &OutputSettings) -> anyhow::Result<Exit> {
        let missing = self.folder.missing(self.shards)?;
        if !missing.is_empty() {
            let logs = missing.iter().take(SHOWN).map(|&shard| show(&self.given.join(log(shard))));
            let logs: Vec<String> = logs.collect();
            let message = format!("shards {} of {} are missing", ranges(&missing), self.shards);
            let fault = Fault::judge(message).details(logs.join("\n"));
            return Err(fault
                .help("their logs say why; the same command submits them again")
                .into());
        }
        let files = (1..=self.shards).map(|shard| self.folder.file(&events(shard))).collect();
        merge::run(MergeArgs { files, ..MergeArgs::default() }, Machine::here(None), output)
    }
}

/// Rejects a folder whose path Slurm would expand: the names of logs are patterns, and contain the
/// folder.
fn refuse_replaced(path: &str) -> Result<(), Fault> {
    if !path.contains(['%', '\\']) {
        Ok(())
    } else {
        let fault = Fault::bad_input("Slurm takes % and \\ in the path of a log for a pattern");
        Err(fault.at(path).help("name another --folder"))
    }
}

fn options(args: &ShardSlurmArgs) -> Vec<String> {
    let partition = args.partition.iter().map(|name| format!("--partition={name}"));
    let walltime = args.walltime.iter().map(|time| format!("--time={time}"));
    partition.chain(walltime).chain(args.sbatch.iter().cloned()).collect()
}
