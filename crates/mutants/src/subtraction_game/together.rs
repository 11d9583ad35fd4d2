//! The mutants that know what each heap is worth, and not what all are worth together.

use super::reading::{sorted_by_size, without_pairs};
use super::solver::{Mutant, RIGHT, Solver, Sum};

/// 1 for a hot heap, 0 for a cold one.
fn hot(value: u32) -> i64 {
    i64::from(value > 0)
}

pub(crate) const TOGETHER: &[Mutant] = &[
    mutant!("carry", "adds values with carry", sum: Sum::WithCarry),
    mutant!("nim", "sizes instead of values", counts: |size, _| size as i64),
    mutant!("any-hot", "hot if any heap is", counts: |_, v| hot(v), sum: Sum::WithCarry),
    mutant!(
        "all-hot", "hot if all heaps are",
        counts: |_, value| 1 - hot(value), sum: Sum::WithCarry, is_cold: |cold| cold > 0,
    ),
    mutant!("odd-hot", "hot if an odd number is", counts: |_, value| hot(value)),
    mutant!(
        "most-hot", "hot if most heaps are",
        counts: |_, value| 2 * hot(value) - 1, sum: Sum::WithCarry, is_cold: |more| more <= 0,
    ),
    mutant!("odd-sum", "hot if the sum is odd", counts: |_, value| {
        i64::from(value % 2)
    }),
    mutant!("low-bits", "values modulo 4", counts: |_, value| i64::from(value % 4)),
    mutant!(
        "only-pairs-are-cold", "cold if heaps pair up",
        heaps: |heaps| without_pairs(sorted_by_size(heaps)),
        counts: |size, _| size as i64, sum: Sum::WithCarry,
    ),
    mutant!(
        "neighbours-cancel", "cold if equal neighbours cancel",
        heaps: without_pairs, counts: |size, _| size as i64, sum: Sum::WithCarry,
    ),
    mutant!(
        "pairs-then-any-hot", "pairs cancel; hot if any is",
        heaps: |heaps| without_pairs(sorted_by_size(heaps)),
        counts: |_, value| hot(value), sum: Sum::WithCarry,
    ),
    mutant!(
        "pairs-then-odd-hot",
        "pairs cancel; hot if an odd number is",
        heaps: |heaps| without_pairs(sorted_by_size(heaps)), counts: |_, value| hot(value),
    ),
];
