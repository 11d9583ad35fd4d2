//! The processor cores that this process may use: programs whose time is measured get one each.
//!
//! Two programs on one core, even on its two hardware threads, slow each other down, which distorts
//! both measurements.

use std::thread::available_parallelism;

/// Returns one processor, by the system's number, for each core that this process may use, in
/// order. Empty if the system does not report them.
pub fn cores() -> Vec<usize> {
    let allowed = allowed();
    let is_first_of_its_core = |processor: &&usize| {
        let siblings = siblings(**processor);
        siblings.iter().all(|sibling| sibling >= *processor || !allowed.contains(sibling))
    };
    allowed.iter().filter(is_first_of_its_core).copied().collect()
}

/// Returns how many processors this process may use, whatever a control group leaves of their time.
pub fn processors() -> usize {
    allowed().len().max(1)
}

/// Returns how many programs can run at a time without sharing a core, within the CPU quota of a
/// control group.
pub fn sensible_jobs() -> usize {
    let processors = available_parallelism().map_or(1, usize::from);
    match cores().len() {
        // Most cores have two hardware threads.
        0 => (processors / 2).max(1),
        cores => cores.min(processors),
    }
}

fn allowed() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let set = sched_getaffinity(None).unwrap_or_else(|_| CpuSet::new());
    (0..CpuSet::MAX_CPU).filter(|&processor| set.is_set(processor)).collect()
}

/// Returns the processors that share a core with the given one.
fn siblings(processor: usize) -> Vec<usize> {
    let path = format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
    parse_list(&std::fs::read_to_string(path).unwrap_or_default())
}

/// Parses a list of numbers and ranges in the kernel's notation, such as `0,4-6`.
fn parse_list(text: &str) -> Vec<usize> {
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.parse().ok()?..=last.parse().ok()?)
    };
    text.trim().split(',').filter_map(range).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_the_kernel_are_read() {
        for (text, expected) in [
            ("0\n", &[0][..]),
            ("3,11\n", &[3, 11]),
            ("0-1,8-9", &[0, 1, 8, 9]),
            ("", &[]),
            ("x", &[]),
        ] {
            assert_eq!(parse_list(text), expected, "{text:?}");
        }
    }

    #[test]
    fn there_is_work_for_at_least_one_and_a_core_for_each() {
        let (jobs, cores) = (sensible_jobs(), cores());
        assert!(jobs >= 1 && (cores.is_empty() || jobs <= cores.len()));
        assert!(jobs <= processors() && cores.len() <= processors());
    }
}
