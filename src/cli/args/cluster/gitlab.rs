//! The flags of `cluster gitlab`.

use std::path::PathBuf;

use clap::Args;

use super::{SharedRunArgs, hide_of_runs};

/// Write a pipeline for GitLab: a job for each shard, and one that merges
///
/// Paths are those in the repository: nothing of the problem is read here. GitLab runs at most 200 copies of a job.
#[derive(Debug, Args)]
#[command(
    override_usage = "referee cluster gitlab [OPTIONS] <PROBLEM> [SUBMISSIONS]...",
    mut_args(hide_of_runs),
    after_help = "Example:\n  referee cluster gitlab exam submissions --time 2 --shards 8 \\\n    \
    --image registry.example.org/referee --write .gitlab-ci.yml"
)]
pub(in crate::cli) struct ClusterGitlabArgs {
    /// The image of the jobs, with this program and the compilers
    #[arg(long, value_name = "IMAGE")]
    pub(in crate::cli) image: String,
    /// What jobs call this program
    #[arg(long, value_name = "PROGRAM", default_value = "referee")]
    pub(in crate::cli) referee: String,
    /// Write the pipeline into this file [default: to standard output]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) write: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) run: SharedRunArgs,
}
