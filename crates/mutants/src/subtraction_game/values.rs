//! The mutants that compute wrong values, or apply rules of thumb.

use referee_checker::subtraction_game::Rule;

use super::solver::{Mutant, Position, RIGHT, Solver, Values, values};
use crate::budget::{Budget, Stopped};

/// The values that the moves of a heap lead to, one bit each.
#[derive(Default)]
struct Reached(Vec<u64>);

impl Reached {
    fn clear(&mut self) {
        self.0.clear();
    }

    fn insert(&mut self, value: u32) {
        let word = value as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (value % 64);
    }

    /// The least value that is not among them.
    fn free(&self) -> u32 {
        let full = self.0.iter().take_while(|&&word| word == u64::MAX).count();
        full as u32 * 64 + self.0.get(full).map_or(0, |word| word.trailing_ones())
    }
}

/// A table of nim-values with another function for the value of a heap, given its size and the
/// values reached, or with another preparation of the set from the previous heap.
fn table(
    position: &Position,
    budget: &mut Budget,
    prepare: fn(&mut Reached),
    value_of: impl Fn(u64, &Reached) -> u32,
) -> Result<Values, Stopped> {
    budget.keep(position.largest() + 1)?;
    let mut table: Vec<u32> = Vec::new();
    let mut reached = Reached::default();
    for size in 0..=position.largest() {
        prepare(&mut reached);
        budget.spend(1 + position.amounts.len() as u64)?;
        for &take in position.amounts.iter().take_while(|&&take| take <= size) {
            reached.insert(table[(size - take) as usize]);
        }
        table.push(value_of(size, &reached));
    }
    Ok(table.into())
}

/// The same with another function for the least free value, if there are several heaps: for a
/// single one, hot and cold suffice.
fn too_large(
    position: &Position,
    budget: &mut Budget,
    least: fn(u32) -> u32,
) -> Result<Values, Stopped> {
    if position.is_alone() {
        return values(position, budget);
    }
    table(position, budget, Reached::clear, |_, reached| least(reached.free()))
}

pub(super) const VALUES: &[Mutant] = &[
    mutant!("always-cold", "always `cold`", is_cold: |_| true),
    mutant!("modulo-5", "squares: cold if 0 or 2 modulo 5", values: |position, budget| {
        let largest = position.largest();
        if !position.is_alone() || position.amounts != Rule::Squares.up_to(largest) {
            return values(position, budget);
        }
        budget.keep(largest + 1)?;
        let is_hot = |size| u32::from(!matches!(size % 5, 0 | 2));
        Ok((0..=largest).map(is_hot).collect::<Vec<_>>().into())
    }),
    mutant!("large-are-hot", "heaps above 1000 are hot", values: |position, budget| {
        let mut found = values(position, budget)?;
        let large = found.table.iter_mut().skip(1001).filter(|value| **value == 0);
        large.for_each(|value| *value = 1);
        Ok(found)
    }),
    mutant!("mex-count", "number of reachable values", values: |position, budget| {
        let count = |reached: &Reached| reached.0.iter().map(|word| word.count_ones()).sum();
        table(position, budget, Reached::clear, |_, reached| count(reached))
    }),
    mutant!("misere", "the player who cannot move wins", values: |position, budget| {
        table(position, budget, Reached::clear, |_, reached| {
            if reached.0.is_empty() { 1 } else { reached.free() }
        })
    }),
    mutant!("only-empty-is-cold", "stuck heaps are hot", values: |position, budget| {
        table(position, budget, Reached::clear, |size, reached| {
            if reached.0.is_empty() { (size > 0).into() } else { reached.free() }
        })
    }),
    mutant!("not-forgotten", "set of values not cleared", values: |position, budget| {
        table(position, budget, |_| (), |_, reached| reached.free())
    }),
    mutant!("amounts-outside", "loops nested the wrong way", values: |position, budget| {
        if !position.is_alone() {
            return values(position, budget);
        }
        budget.keep(position.largest() + 1)?;
        let mut table = vec![0; position.largest() as usize + 1];
        for &take in &position.amounts {
            budget.spend(position.largest())?;
            for size in take as usize..table.len() {
                table[size] |= 1 - table[size - take as usize];
            }
        }
        Ok(table.into())
    }),
];

pub(super) const TOO_LARGE: &[Mutant] = &[
    mutant!("byte", "modulo 256", values: |position, budget| {
        too_large(position, budget, |least| least % 256)
    }),
    mutant!("mask-64", "64-bit mask", values: |position, budget| {
        too_large(position, budget, |least| least.min(64))
    }),
];
