//! The mutants of Hüpfburg that are right but too slow, too large, or longer than need be.

use super::budget::Stopped;
use super::early::hopeless;
use super::others::{Memory, deepening, depth_first};
use super::sets::{Hopeless, SETS, Sets};
use super::solver::{Jump, Mutant, RIGHT, Solver, State, ordered, say, written};
use super::wrong::mutant;

/// A mutant whose jumps, in a search over sets of fields, take further steps.
macro_rules! work {
    ($name:literal, $fault:literal, $work:expr) => {
        Mutant {
            name: $name,
            fault: $fault,
            solve: |instance, budget| Sets { work: $work, ..SETS }.solve(instance, budget),
        }
    };
}

pub(crate) const SLOW: &[Mutant] = &[
    mutant!(
        "nothing-visited", "remembers no pairs, so that `impossible` takes for ever",
        remembers: false, jump: Jump::AllPairs,
    ),
    Mutant {
        name: "deepening",
        fault: "tries all ways of 1, 2, 3, ... jumps and remembers nothing",
        solve: deepening,
    },
    Mutant {
        name: "backtracking",
        fault: "forgets a pair when it goes back from it",
        solve: |i, budget| depth_first(i, usize::MAX, Memory::WayOnly, Ok(()), budget),
    },
    hopeless!(
        "sets-compared",
        "compares the sets with those of each earlier jump",
        RepeatedByComparing
    ),
    hopeless!("sets-repeat", "waits until both sets are those of an earlier jump", Repeated),
    hopeless!("sets-unchanged", "waits until both sets stay as they are", Unchanged),
    work!("matrix-powers", "multiplies n x n matrices for each jump", |s| 2 * s.n.pow(3)),
    work!("all-pairs-each-time", "goes over all pairs of fields for each jump", |s| s.n.pow(2)),
    work!("pairs-in-list", "looks for each pair of both sets in a list of pairs", |s| {
        s.sasha * s.mika * s.pairs
    }),
    mutant!("visited-in-list", "looks for each pair in a list of pairs", look_up: |s| s.seen),
    mutant!("shifting-queue", "takes pairs from the front of an array", take: |s| s.waiting),
    mutant!("all-arrows-each-time", "goes over all arrows for each field", take: |s| {
        s.graph.m * (1 + s.graph.targets(s.pair.0).len() as u64)
    }),
    mutant!("matrix-rows", "goes over a row of a matrix for each field", take: |s| {
        u64::from(s.graph.n) * (1 + s.graph.targets(s.pair.0).len() as u64)
    }),
    mutant!("copies-ways", "copies both ways for each pair that waits", put: |s| 2 * s.jumps),
    mutant!("keeps-ways", "keeps both ways for each pair that is known", kept: |s| 2 * s.jumps),
    Mutant {
        name: "recursion-1000-crash",
        fault: "crashes after 1000 calls",
        solve: |i, budget| depth_first(i, 1000, Memory::Pairs, Err(OVERFLOW), budget),
    },
    Mutant {
        name: "recursion-100000",
        fault: "crashes after 100,000 calls",
        solve: |i, budget| depth_first(i, 100_000, Memory::Pairs, Err(OVERFLOW), budget),
    },
];

const OVERFLOW: Stopped = Stopped::Crash("crash: stack overflow");

pub(crate) const LATE: &[Mutant] = &[
    mutant!("bound-10000", "gives up after 10,000 jumps", bound: |_, _| 10_000),
    mutant!("bound-100000", "gives up after 100,000 jumps", bound: |_, _| 100_000),
    mutant!("jumps-in-16-bits", "what is beyond 16 bits of the number of jumps is lost", say: |ways| {
        match ways {
            None => say(None),
            Some([sasha, mika]) => written(((sasha.len() - 1) as u16).into(), sasha, mika),
        }
    }),
    Mutant {
        name: "recursion-100000-impossible",
        fault: "takes a stack overflow after 100,000 calls for `impossible`",
        solve: |i, budget| depth_first(i, 100_000, Memory::Pairs, Ok(()), budget),
    },
    hopeless!("layers", "keeps the sets of all jumps, and all pairs of them", NoNewPair),
];

/// Each pair of arrows is counted, but not looked at: here nothing else than the number matters.
pub(crate) const DENSE: &[Mutant] = &[
    mutant!(
        "all-pairs-of-arrows", "goes over all pairs of arrows, for each unordered pair of fields",
        take: pairs_of_arrows,
    ),
    mutant!(
        "all-pairs-of-arrows-twice",
        "goes over all pairs of arrows, for each ordered pair of fields",
        take: pairs_of_arrows, key: ordered,
    ),
];

fn pairs_of_arrows(state: &State) -> u64 {
    let arrows = |field| state.graph.targets(field).len() as u64;
    arrows(state.pair.0) * arrows(state.pair.1)
}

pub(crate) const LONGER: &[Mutant] = &[
    Mutant {
        name: "depth-first",
        fault: "goes on from each pair as far as it can, recursively",
        solve: |i, budget| depth_first(i, usize::MAX, Memory::Pairs, Ok(()), budget),
    },
    mutant!("stack", "a stack in place of a queue", last_first: true),
];
