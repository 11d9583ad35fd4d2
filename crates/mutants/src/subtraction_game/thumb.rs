//! The mutants that evaluate nothing, and go by rules of thumb.

use referee_checker::subtraction_game::Rule;

use super::budget::{Budget, Stopped};
use super::solver::{Mutant, Position, RIGHT, Solver, Sum, Values, moved};

/// Values by a rule of size and amounts.
fn by(
    position: &Position,
    budget: &mut Budget,
    rule: impl Fn(u64, &[u64]) -> u64,
) -> Result<Values, Stopped> {
    budget.keep(position.largest() + 1)?;
    let sizes = 0..=position.largest();
    let table: Vec<u32> = sizes.map(|size| rule(size, &position.amounts) as u32).collect();
    Ok(table.into())
}

/// Values by a rule for squares only, which are told from sets as all amounts are squares.
fn of_squares(
    position: &Position,
    budget: &mut Budget,
    rule: fn(u64) -> u64,
) -> Result<Values, Stopped> {
    let largest = position.largest();
    if position.amounts == Rule::Squares.up_to(largest) {
        by(position, budget, |size, _| rule(size))
    } else {
        (RIGHT.values)(position, budget)
    }
}

/// Values by a rule for sets only, of their least and their largest amount.
fn of_sets(
    position: &Position,
    budget: &mut Budget,
    rule: fn(u64, u64, u64) -> u64,
) -> Result<Values, Stopped> {
    match position.amounts[..] {
        [least, .., largest] if position.amounts != Rule::Squares.up_to(position.largest()) => {
            by(position, budget, |size, _| rule(size, least, largest))
        }
        _ => (RIGHT.values)(position, budget),
    }
}

/// The outcomes of a game in which both always make a move that is chosen so.
fn played(
    position: &Position,
    budget: &mut Budget,
    choose: fn(&mut dyn DoubleEndedIterator<Item = u64>) -> Option<u64>,
) -> Result<Values, Stopped> {
    budget.keep(position.largest() + 1)?;
    let mut table: Vec<u32> = Vec::new();
    for size in 0..=position.largest() {
        let possible = position.amounts.partition_point(|&take| take <= size);
        let chosen = choose(&mut position.amounts[..possible].iter().copied());
        table.push(chosen.map_or(0, |take| 1 - table[(size - take) as usize]));
    }
    Ok(table.into())
}

pub(crate) const THUMB: &[Mutant] = &[
    mutant!("always-cold", "always `cold`", is_cold: |_| true),
    mutant!(
        "always-hot", "always `hot`, takes the whole first heap",
        is_cold: |_| false,
        find: |known, _| Ok(moved(known.position.heaps[0], known.position.heaps[0].size)),
    ),
    mutant!("least-odd", "both always take the least", values: |position, budget| {
        played(position, budget, |possible| possible.next())
    }),
    mutant!("largest-odd", "both always take the most", values: |position, budget| {
        played(position, budget, |possible| possible.next_back())
    }),
    mutant!("parity", "hot if the total is odd", counts: |size, _| {
        (size % 2) as i64
    }),
    mutant!("parity-of-moves", "hot if the moves are odd in number", values: |position, budget| {
        by(position, budget, |size, amounts| amounts.partition_point(|&take| take <= size) as u64 % 2)
    }),
    mutant!(
        "last-move-only", "hot if one move ends the game",
        values: |position, budget| by(position, budget, |size, amounts| match size {
            0 => 0,
            _ if amounts.contains(&size) => 1,
            _ => 2,
        }),
        sum: Sum::WithCarry,
        is_cold: |sum| sum != 1,
        find: |known, budget| known.first_move(budget, |heap, take| heap.size == take),
    ),
    mutant!("modulo-5", "squares: cold if 0 or 2 modulo 5", values: |p, budget| {
        if p.is_alone() {
            of_squares(p, budget, |size| (!matches!(size % 5, 0 | 2)).into())
        } else {
            (RIGHT.values)(p, budget)
        }
    }),
    mutant!("values-modulo-5", "squares: values repeat modulo 5", values: |p, b| {
        of_squares(p, b, |size| [0, 1, 0, 1, 2][size as usize % 5])
    }),
    mutant!("large-are-hot", "heaps above 1000 are hot", values: |position, budget| {
        let mut found = (RIGHT.values)(position, budget)?;
        let large = found.table.iter_mut().skip(1001).filter(|value| **value == 0);
        large.for_each(|value| *value = 1);
        Ok(found)
    }),
    mutant!("bachet", "set: modulo largest + 1", values: |p, budget| {
        of_sets(p, budget, |size, _, largest| size % (largest + 1))
    }),
    mutant!(
        "least-and-largest", "set: modulo least + largest",
        values: |p, budget| {
            of_sets(p, budget, |size, least, largest| size % (least + largest) / least)
        },
    ),
    mutant!("least-only", "set: only the least amount counts", values: |p, budget| {
        of_sets(p, budget, |size, least, _| size / least % 2)
    }),
];
