//! The values of sets repeat; mutants that see them repeat where they do not.
//!
//! The value of a heap depends on the values below it as far as the largest amount reaches. So once
//! that many consecutive values recur, all that follow recur as well. Fewer of them prove nothing.

use std::collections::HashMap;

use referee_checker::subtraction_game::Rule;

use super::solver::{Mutant, Position, RIGHT, Solver, Values, values};
use crate::budget::{Budget, Stopped};

/// The number of values searched for a period before all of them are computed.
const LOOKED_AT: u64 = 1 << 20;

/// How a period is searched for.
#[derive(Clone, Copy)]
struct Periodic {
    /// The number of consecutive values that must recur.
    window: fn(&[u64]) -> u64,
    /// The form in which values are compared.
    seen_as: fn(u32) -> u32,
    /// Whether the period starts where it was found, instead of at the empty heap.
    has_before: bool,
}

const PERIODIC: Periodic = Periodic { window: largest, seen_as: |value| value, has_before: true };

fn is_set(position: &Position) -> bool {
    position.amounts != Rule::Squares.up_to(position.largest())
}

/// The values of the heaps below some size.
fn first_values(p: &Position, size: u64, budget: &mut Budget) -> Result<Vec<u32>, Stopped> {
    let mut first = Position { amounts: p.amounts.clone(), heaps: p.heaps.clone() };
    first.heaps.iter_mut().for_each(|heap| heap.size = heap.size.min(size - 1));
    first.amounts.retain(|&take| take < size);
    Ok(values(&first, budget)?.table)
}

/// Values that repeat, from `before` on, with this period.
fn repeated(mut table: Vec<u32>, before: u64, length: u64) -> Values {
    table.truncate((before + length) as usize);
    Values { table, repeated: (before, length) }
}

impl Periodic {
    fn values(&self, p: &Position, budget: &mut Budget) -> Result<Values, Stopped> {
        if !is_set(p) {
            return values(p, budget);
        }
        let table = first_values(p, LOOKED_AT, budget)?;
        let seen: Vec<u32> = table.iter().map(|&value| (self.seen_as)(value)).collect();
        match first_twice(&seen, (self.window)(&p.amounts) as usize) {
            Some((first, again)) if self.has_before => Ok(repeated(table, first, again - first)),
            Some((first, again)) => Ok(repeated(table, 0, again - first)),
            None => values(p, budget),
        }
    }
}

/// The first two positions from which `window` values are equal.
fn first_twice(values: &[u32], window: usize) -> Option<(u64, u64)> {
    const BASE: u64 = 0x9e37_79b9_7f4a_7c15;
    let highest = BASE.wrapping_pow(window as u32);
    let mut hash = 0u64;
    let mut seen = HashMap::new();
    for end in 0..values.len() {
        hash = hash.wrapping_mul(BASE).wrapping_add(u64::from(values[end]) + 1);
        let Some(start) = (end + 1).checked_sub(window) else { continue };
        if let Some(before) = start.checked_sub(1) {
            let gone = (u64::from(values[before]) + 1).wrapping_mul(highest);
            hash = hash.wrapping_sub(gone);
        }
        if let Some(first) = seen.insert(hash, start) {
            return Some((first as u64, start as u64));
        }
    }
    None
}

/// The shortest period in the first 1000 values, with its pre-period, if it occurs three times.
fn guessed(p: &Position, budget: &mut Budget) -> Result<Values, Stopped> {
    if p.largest() < 1000 {
        return values(p, budget);
    }
    let table = first_values(p, 1000, budget)?;
    let before = |length: usize| {
        let from_end = (0..table.len() - length).rev();
        let same = from_end.take_while(|&at| table[at] == table[at + length]).count();
        table.len() - length - same
    };
    let lengths = (1..=table.len() / 3).map(|length| (before(length), length));
    let guess = lengths.filter(|(before, length)| before + 3 * length <= table.len());
    match guess.min_by_key(|(before, length)| before + length) {
        Some((before, length)) => Ok(repeated(table, before as u64, length as u64)),
        None => values(p, budget),
    }
}

/// Values of a set, assumed to repeat from the start with this period.
fn assumed(p: &Position, length: u64, budget: &mut Budget) -> Result<Values, Stopped> {
    if !is_set(p) || !(1..=p.largest()).contains(&length) {
        return values(p, budget);
    }
    Ok(repeated(first_values(p, length, budget)?, 0, length))
}

/// Defines a mutant that searches for a period in another way.
macro_rules! periodic {
    ($name:literal, $fault:literal, $part:ident: $value:expr) => {
        mutant!($name, $fault, values: |position, budget| {
            Periodic { $part: $value, ..PERIODIC }.values(position, budget)
        })
    };
}

fn largest(amounts: &[u64]) -> u64 {
    amounts.last().copied().unwrap_or(1)
}

pub(super) const PERIODS: &[Mutant] = &[
    periodic!("window-of-64", "window: 64 values", window: |amounts| largest(amounts).min(64)),
    periodic!("window-less-1", "window one too short", window: |amounts| {
        (largest(amounts) - 1).max(1)
    }),
    periodic!("no-before", "no pre-period", has_before: false),
    periodic!("outcomes-repeat", "compares outcomes, not values", seen_as: |value| value.min(1)),
    mutant!("guess-1000", "trusts three periods in 1000 values", values: guessed),
    mutant!("period-largest-and-1", "assumes largest + 1", values: |position, budget| {
        assumed(position, largest(&position.amounts) + 1, budget)
    }),
    mutant!("period-least-and-largest", "assumes least + largest", values: |position, budget| {
        let least = position.amounts.first().copied().unwrap_or(1);
        assumed(position, least + largest(&position.amounts), budget)
    }),
];

/// Right values, with which mutants that misread large heaps terminate.
pub(super) fn by_period(position: &Position, budget: &mut Budget) -> Result<Values, Stopped> {
    PERIODIC.values(position, budget)
}
