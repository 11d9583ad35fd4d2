//! Selects mutants, if there are more than wanted.
//!
//! Operators take turns, and so do the programs within each operator, so that an operator with many
//! possible changes does not crowd out the others. Within an operator and a program, the order is
//! drawn from a seed.

use super::operators::Operator;
use super::original::Original;
use referee_generators::{Random, Seed};

/// Options of a selection.
#[derive(Debug, Clone)]
pub struct Selection {
    /// The operators, in the order of [`OPERATORS`](super::OPERATORS).
    pub operators: Vec<&'static Operator>,
    /// The maximum number of mutants over all programs, if any.
    pub max: Option<usize>,
    /// The seed of the selection.
    pub seed: u64,
}

/// Numbers all mutants, keeps the selected ones, and returns the number of all.
pub fn choose(originals: &mut [Original], selection: &Selection) -> usize {
    let mut count = 0;
    for mutant in originals.iter_mut().flat_map(|original| &mut original.mutants) {
        count += 1;
        mutant.number = count;
    }
    let Some(max) = selection.max.filter(|&max| max < count) else { return count };
    let mut turns: Vec<(usize, usize)> = Vec::new();
    for operator in &selection.operators {
        let mut of_programs = Vec::new();
        for original in originals.iter() {
            let own = original.mutants.iter().filter(|one| one.operator.name == operator.name);
            let mut numbers: Vec<usize> = own.map(|mutant| mutant.number).collect();
            let seed = selection.seed.to_string();
            let seed = Seed::of(&["mutate", &seed, operator.name, &original.submission.name]);
            Random::new(seed).shuffle(&mut numbers);
            of_programs.extend(numbers.into_iter().enumerate());
        }
        // Both sorts are stable: programs, and operators, take turns in their order.
        of_programs.sort_by_key(|(turn, _)| *turn);
        turns.extend(of_programs.into_iter().map(|(_, number)| number).enumerate());
    }
    turns.sort_by_key(|(turn, _)| *turn);
    let mut kept: Vec<usize> = turns.into_iter().take(max).map(|(_, number)| number).collect();
    kept.sort_unstable();
    for original in originals {
        original.mutants.retain(|mutant| kept.binary_search(&mutant.number).is_ok());
    }
    count
}
