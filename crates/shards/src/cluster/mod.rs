//! Scripts for existing engines to judge the shards of a run: Slurm and GNU parallel. For
//! Kubernetes, GitLab and GitHub there are templates in `dist`.
//!
//! Each is a text generated from the options, to be read before it is run. Only Slurm is also
//! queried (`commands`). All follow the same contract: each shard is judged by a separate command,
//! which contains its number; its events appear completely or not at all; a shard may be stopped
//! and restarted at any time; and one last command merges.

pub mod commands;
pub mod folder;
pub mod parallel;
pub mod queue;
pub mod slurm;

/// Formats ascending numbers of shards as job arrays and people write them: `3,7-9`.
pub fn ranges(numbers: &[usize]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let shown = |&(first, last): &(usize, usize)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    ranges.iter().map(shown).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn neighbours_are_a_range() {
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[3]), "3");
        assert_eq!(ranges(&[1, 2, 3, 5, 7, 8]), "1-3,5,7-8");
    }
}
