//! The mutants of Hüpfburg that say `impossible` too early: after a fixed number of jumps, or when
//! something repeats that says nothing; and those that do not look at pairs at all.

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

/// Both follow random arrows, 4 n jumps far, and try it 1000 times.
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
