//! The flags of `cluster github`.

use std::path::PathBuf;

use clap::Args;

use super::super::quantity;
use super::{SharedRunArgs, hide_of_runs};

/// Write a workflow for GitHub Actions: a job for each shard, and one that merges
///
/// Paths are those in the repository: nothing of the problem is read here. A matrix has at most 256 jobs.
#[derive(Debug, Args)]
#[command(
    override_usage = "referee cluster github [OPTIONS] <PROBLEM> [SUBMISSIONS]...",
    mut_args(hide_of_runs),
    after_help = "Example:\n  referee cluster github exam submissions --time 2 --shards 8 --write .github/workflows/judge.yml \\\n    \
    --archive https://example.org/referee-0.1.0-x86_64-unknown-linux-musl.tar.gz --sha256 DIGEST"
)]
pub(in crate::cli) struct ClusterGithubArgs {
    /// Where jobs find the archive of a release of this program
    #[arg(long, value_name = "URL")]
    pub(in crate::cli) archive: String,
    /// The SHA-256 of that archive, from SHA256SUMS
    #[arg(long, value_name = "DIGEST", value_parser = parse_digest)]
    pub(in crate::cli) sha256: String,
    /// The machines that run the jobs
    #[arg(long, value_name = "LABEL", default_value = "ubuntu-24.04")]
    pub(in crate::cli) runner: String,
    /// Run at most M jobs at the same time [default: all]
    #[arg(long, value_name = "M", value_parser = quantity::count::<usize>(1..=256))]
    pub(in crate::cli) at_once: Option<usize>,
    /// What jobs call this program
    #[arg(long, value_name = "PROGRAM", default_value = "referee")]
    pub(in crate::cli) referee: String,
    /// Write the workflow into this file [default: to standard output]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) write: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) run: SharedRunArgs,
}

fn parse_digest(text: &str) -> Result<String, String> {
    match text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        true => Ok(text.to_ascii_lowercase()),
        false => Err("not 64 hexadecimal digits".into()),
    }
}
