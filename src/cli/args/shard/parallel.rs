//! The flags of `shard parallel`.

use std::path::PathBuf;

use clap::Args;

use super::{SharedRunArgs, hide_of_runs};

/// Write scripts that judge on several machines over ssh, with GNU parallel
///
/// Scripts, plan, events, logs and reports are in one folder, which must have the same path on all
/// machines. Nothing is started: `bash DIR/run.sh` does that, and continues after an interruption.
#[derive(Debug, Args)]
#[command(
    override_usage = "referee shard parallel [OPTIONS] <PROBLEM> [SUBMISSIONS]...",
    mut_args(hide_of_runs),
    after_help = "Examples:\n  referee shard parallel exam submissions --time-limit 2 --shards 16 --hosts machines.txt\n  \
    referee shard parallel exam submissions --time-limit 2 --shards 6 --host judge1 --host judge2"
)]
pub(in crate::cli) struct ShardParallelArgs {
    /// The folder to create for the run
    #[arg(long, value_name = "DIR", default_value = "shards")]
    pub(in crate::cli) folder: PathBuf,
    /// A file with one machine per line, as for --sshloginfile of GNU parallel
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) hosts: Option<PathBuf>,
    /// A machine, as for --sshlogin of GNU parallel: HOST, USER@HOST, or : for this one; can be
    /// repeated
    #[arg(long, value_name = "HOST", required_unless_present = "hosts")]
    pub(in crate::cli) host: Vec<String>,
    /// This program's name on the machines [default: its path here]
    #[arg(long, value_name = "PROGRAM")]
    pub(in crate::cli) referee: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) run: SharedRunArgs,
}
