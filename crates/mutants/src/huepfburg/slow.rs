//! The mutants of Hüpfburg that are right but too slow, too large, or longer than need be.

use super::sets::{Hopeless, sets};
use super::solver::{Mutant, RIGHT, Solver};

pub(super) const SLOW: &[Mutant] = &[
    mutant!("nothing-visited", "remembers no pairs", remembers: false, half_steps: false),
    sets!("sets-repeat", "waits until both sets repeat", hopeless: Hopeless::Repeated),
    sets!("all-pairs-each-time", "scans all pairs each jump", work: |n| n.pow(2)),
    mutant!("visited-in-list", "linear search for visited pairs", look_up: |state| state.seen),
    mutant!("shifting-queue", "pops the front of an array", take: |state| state.waiting),
    mutant!("matrix-rows", "scans a matrix row per field", take: |state| {
        u64::from(state.graph.n) * (1 + state.graph.targets(state.pair.0).len() as u64)
    }),
    mutant!("keeps-ways", "stores both ways per known pair", kept: |state| 2 * state.jumps),
    mutant!(
        "recursion-1000", "crashes after 1000 nested calls",
        last_first: true, depth: 1000,
    ),
];

pub(super) const LATE: &[Mutant] = &[
    mutant!("bound-100000", "gives up after 100,000 jumps", bound: |_, _| 100_000),
    sets!("layers", "stores the sets of all jumps"),
];

/// Each pair of arrows is counted, but not looked at: here nothing else than the number matters.
pub(super) const DENSE: &[Mutant] = &[mutant!(
    "all-pairs-of-arrows", "all pairs of arrows, not half steps",
    take: |state| {
        let arrows = |field| state.graph.targets(field).len() as u64;
        arrows(state.pair.0) * arrows(state.pair.1)
    },
)];

pub(super) const LONGER: &[Mutant] =
    &[mutant!("stack", "stack instead of queue", last_first: true)];
