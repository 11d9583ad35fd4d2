//! The messages of `referee shard` about submitted jobs and written scripts.

use std::path::Path;

use referee_base::fault::show;
use referee_base::plural;

use referee_display::shell::quoted;
use referee_shards::cluster::folder::{MERGED, PAGE};
use referee_shards::cluster::ranges;
use referee_shards::cluster::slurm::Jobs;

/// Formats how to start the scripts in a folder.
pub fn written(folder: &Path, script: &str) -> String {
    format!("{} written; to start it: bash {}\n", show(folder), path(folder, script))
}

/// Formats which shards were submitted, and how to follow and cancel them.
pub fn submitted(folder: &Path, jobs: &Jobs, shards: &[usize]) -> String {
    let numbers =
        |between: &str| jobs.all().map(|job| job.to_string()).collect::<Vec<_>>().join(between);
    let count = plural(shards.len(), "shard", "shards");
    let (which, array) = (ranges(shards), list(&jobs.arrays));
    [
        format!("submitted  {count} ({which}) as job {array}; job {} merges\n", list(&jobs.merges)),
        format!("follow     squeue --jobs {}, or the same command with --wait\n", numbers(",")),
        format!("cancel     scancel {}\n", numbers(" ")),
        format!(
            "reports    {} and {}, unless others are named\n",
            path(folder, PAGE),
            path(folder, MERGED)
        ),
    ]
    .concat()
}

/// Formats how to end running jobs, and how to follow them again.
pub fn goes_on(jobs: &Jobs) -> String {
    let numbers: Vec<String> = jobs.all().map(|job| job.to_string()).collect();
    format!("`scancel {}` cancels them; the same command waits for them again", numbers.join(" "))
}

/// Formats which shards Slurm has restarted.
pub fn requeued(restarted: &[(usize, u64)]) -> String {
    let shown = |(shard, times): &(usize, u64)| match times {
        1 => shard.to_string(),
        _ => format!("{shard} ({times} times)"),
    };
    let shards: Vec<String> = restarted.iter().map(shown).collect();
    let word = if shards.len() == 1 { "shard" } else { "shards" };
    format!("requeued and restarted by Slurm: {word} {}", shards.join(", "))
}

fn path(folder: &Path, name: &str) -> String {
    quoted(&folder.join(name).to_string_lossy())
}

fn list(jobs: &[u64]) -> String {
    jobs.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}
