//! What `referee shard` says of the jobs that it has submitted, and of the scripts that it has written.

use std::path::Path;

use referee_base::fault::show;
use referee_base::plural;

use referee_display::shell::quoted;
use referee_shards::cluster::folder::{MERGED, PAGE};
use referee_shards::cluster::numbers::ranges;
use referee_shards::cluster::slurm::Jobs;

/// Says what starts the scripts in a folder.
pub fn written(folder: &Path, script: &str) -> String {
    format!("{} written; to start it: bash {}\n", show(folder), path(folder, script))
}

/// Says which shards were submitted, and how they are followed and cancelled.
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

/// Says what ends jobs that go on, and what follows them again.
pub fn goes_on(jobs: &Jobs) -> String {
    let numbers: Vec<String> = jobs.all().map(|job| job.to_string()).collect();
    format!("`scancel {}` cancels them; the same command waits for them again", numbers.join(" "))
}

/// Says which shards Slurm has started again.
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
