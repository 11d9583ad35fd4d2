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
    mutant!("nothing-visited", "remembers no pairs", remembers: false, jump: Jump::AllPairs),
    Mutant { name: "deepening", fault: "iterative deepening without memory", solve: deepening },
    Mutant {
        name: "backtracking",
        fault: "forgets pairs when backtracking",
        solve: |i, budget| depth_first(i, usize::MAX, Memory::WayOnly, Ok(()), budget),
    },
    hopeless!("sets-compared", "compares sets with all earlier ones", RepeatedByComparing),
    hopeless!("sets-repeat", "waits until both sets repeat", Repeated),
    hopeless!("sets-unchanged", "waits until both sets stay", Unchanged),
    work!("matrix-powers", "multiplies matrices each jump", |s| 2 * s.n.pow(3)),
    work!("all-pairs-each-time", "scans all pairs each jump", |s| s.n.pow(2)),
    work!("pairs-in-list", "linear search for pairs of sets", |s| { s.sasha * s.mika * s.pairs }),
    mutant!("visited-in-list", "linear search for visited pairs", look_up: |s| s.seen),
    mutant!("shifting-queue", "pops the front of an array", take: |s| s.waiting),
    mutant!("all-arrows-each-time", "scans all arrows per field", take: |s| {
        s.graph.m * (1 + s.graph.targets(s.pair.0).len() as u64)
    }),
    mutant!("matrix-rows", "scans a matrix row per field", take: |s| {
        u64::from(s.graph.n) * (1 + s.graph.targets(s.pair.0).len() as u64)
    }),
    mutant!("copies-ways", "copies both ways per queued pair", put: |s| 2 * s.jumps),
    mutant!("keeps-ways", "stores both ways per known pair", kept: |s| 2 * s.jumps),
    Mutant {
        name: "recursion-1000-crash",
        fault: "crashes after 1000 nested calls",
        solve: |i, budget| depth_first(i, 1000, Memory::Pairs, Err(OVERFLOW), budget),
    },
    Mutant {
        name: "recursion-100000",
        fault: "crashes after 100,000 nested calls",
        solve: |i, budget| depth_first(i, 100_000, Memory::Pairs, Err(OVERFLOW), budget),
    },
];

const OVERFLOW: Stopped = Stopped::Crash("crash: stack overflow");

pub(crate) const LATE: &[Mutant] = &[
    mutant!("bound-10000", "gives up after 10,000 jumps", bound: |_, _| 10_000),
    mutant!("bound-100000", "gives up after 100,000 jumps", bound: |_, _| 100_000),
    mutant!("jumps-in-16-bits", "k in 16 bits", say: |ways| {
        match ways {
            None => say(None),
            Some([sasha, mika]) => written(((sasha.len() - 1) as u16).into(), sasha, mika),
        }
    }),
    Mutant {
        name: "recursion-100000-impossible",
        fault: "gives up after 100,000 nested calls",
        solve: |i, budget| depth_first(i, 100_000, Memory::Pairs, Ok(()), budget),
    },
    hopeless!("layers", "stores the sets of all jumps", NoNewPair),
];

/// Each pair of arrows is counted, but not looked at: here nothing else than the number matters.
pub(crate) const DENSE: &[Mutant] = &[
    mutant!("all-pairs-of-arrows", "all pairs of arrows, unordered pairs", take: pairs_of_arrows),
    mutant!(
        "all-pairs-of-arrows-twice",
        "all pairs of arrows, ordered pairs",
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
        fault: "recursive depth-first search",
        solve: |i, budget| depth_first(i, usize::MAX, Memory::Pairs, Ok(()), budget),
    },
    mutant!("stack", "stack instead of queue", last_first: true),
];
