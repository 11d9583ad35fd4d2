//! The mutants of Hüpfburg that search too little: they answer `impossible` after a fixed number of
//! jumps, or when something irrelevant repeats, or do not search pairs at all. Also those that are
//! right but too slow, too large, or give longer meetings than necessary.

use referee_checker::huepfburg::Instance;
use referee_generators::{Random, Seed};

use super::sets::{Hopeless, sets};
use super::solver::{Graph, Mutant, RIGHT, START, Solver, say};
use crate::budget::{Budget, Output};

pub(super) const EARLY: &[Mutant] = &[
    mutant!("bound-1000", "after 1000 jumps", bound: |_, _| 1000),
    mutant!("bound-n-plus-m", "after n + m jumps", bound: |n, m| n + m),
    mutant!("bound-quarter", "after n^2 / 4 jumps", bound: |n, _| n * n / 4),
    sets!(
        "each-repeats", "when both sets repeat, at different times",
        hopeless: Hopeless::EachRepeats
    ),
    sets!(
        "no-new-field", "when neither player finds a new field",
        hopeless: Hopeless::NoNewField
    ),
];

pub(super) const BLIND: &[Mutant] = &[
    sets!("equal-distances", "meets only at equal distances", only_new_fields: true),
    mutant!("random-walks", "1000 random walks of 4n jumps", = random_walks),
];

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

/// Pairs of arrows are counted, but not visited: only their number matters here.
pub(super) const DENSE: &[Mutant] = &[mutant!(
    "all-pairs-of-arrows", "all pairs of arrows, not half steps",
    take: |state| {
        let arrows = |field| state.graph.targets(field).len() as u64;
        arrows(state.pair.0) * arrows(state.pair.1)
    },
)];

pub(super) const LONGER: &[Mutant] =
    &[mutant!("stack", "stack instead of queue", last_first: true)];

/// Both players follow random arrows for 4 n jumps, in 1000 attempts.
fn random_walks(instance: &Instance, budget: &mut Budget) -> Output {
    let graph = Graph::of(instance);
    let mut random = Random::new(Seed::of(&["the arrows that a mutant follows"]));
    for _ in 0..1000 {
        let mut ways = [vec![START.0], vec![START.1]];
        for jumps in 0..4 * graph.n as usize {
            let targets = ways.each_ref().map(|way| graph.targets(way[jumps]));
            if targets.iter().any(|targets| targets.is_empty()) {
                break;
            }
            budget.spend(1)?;
            let to = targets.map(|targets| *random.choose(targets));
            ways.iter_mut().zip(to).for_each(|(way, field)| way.push(field));
            if to[0] == to[1] {
                return Ok(say(Some(&ways)));
            }
        }
    }
    Ok(say(None))
}
