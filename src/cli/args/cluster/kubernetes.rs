//! The flags of `cluster kubernetes`.

use std::path::PathBuf;

use clap::Args;

use super::super::quantity;
use super::{SharedRunArgs, hide_of_runs};
use crate::cluster::kubernetes::is_name;

/// Write a manifest for Kubernetes: an Indexed Job that judges, and a suspended one that merges
///
/// Paths are those in the volume: nothing of the problem is read here. All pods must be able to write to the volume at the same time.
#[derive(Debug, Args)]
#[command(
    override_usage = "referee cluster kubernetes [OPTIONS] <PROBLEM> [SUBMISSIONS]...",
    mut_args(hide_of_runs),
    after_help = "Example:\n  referee cluster kubernetes exam submissions --time 2 --shards 8 --cpus 4 \\\n    \
    --image registry.example.org/referee --claim exams --write job.yaml"
)]
pub(in crate::cli) struct ClusterKubernetesArgs {
    /// The image of the pods, with this program and the compilers
    #[arg(long, value_name = "IMAGE")]
    pub(in crate::cli) image: String,
    /// The claim of a volume with the problem and the submissions
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) claim: String,
    /// Where pods see the volume: paths begin there
    #[arg(long, value_name = "DIR", default_value = "/work")]
    pub(in crate::cli) mount: String,
    /// The folder in the volume that gets events and reports
    #[arg(long, value_name = "DIR", default_value = "shards")]
    pub(in crate::cli) folder: String,
    /// The name of the Job
    #[arg(long, value_name = "NAME", default_value = "referee", value_parser = parse_name)]
    pub(in crate::cli) name: String,
    /// Give each pod K whole cores, on which it runs as many programs at the same time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = quantity::count::<usize>(1..=1024))]
    pub(in crate::cli) cpus: usize,
    /// Give each pod this memory: in MiB, or as 512m or 8g
    #[arg(long, value_name = "MIB", default_value = "2g", value_parser = quantity::mebibytes)]
    pub(in crate::cli) pod_memory: u64,
    /// Run at most M pods at the same time [default: all]
    #[arg(long, value_name = "M", value_parser = quantity::count::<usize>(1..=1000))]
    pub(in crate::cli) at_once: Option<usize>,
    /// What pods call this program
    #[arg(long, value_name = "PROGRAM", default_value = "referee")]
    pub(in crate::cli) referee: String,
    /// Write the manifest into this file [default: to standard output]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) write: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) run: SharedRunArgs,
}

fn parse_name(text: &str) -> Result<String, String> {
    match is_name(text) {
        true => Ok(text.to_string()),
        false => Err("not up to 50 small letters, digits and inner hyphens".into()),
    }
}
