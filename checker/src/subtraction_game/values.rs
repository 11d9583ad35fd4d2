//! The checker's own evaluation: which positions of one heap are cold, or the nim-values of many.
//!
//! One heap is cold if no move leads to a cold position, which takes a bit each. Cold positions are
//! found in order, in segments that fit into the cache, and each marks the positions from which it
//! can be reached: one step for each cold position (there are few, about n^0.7 for squares) and
//! each amount, since a segment takes up only the positions that have a mark to make in it. If no
//! amount is above 64, a shifted word holds everything that the next position depends on. Several
//! heaps need nim-values, the smallest number that no successor has: a position is cold exactly if
//! these, added without carry, are 0 (Sprague and Grundy). Here every amount is tried from every
//! position, a few neighbours at a time. Both are deliberately plain.

use std::collections::VecDeque;
use std::mem::take;

use super::Rule;
use crate::TooLarge;

/// The positions of a segment: 32 KiB of bits.
const SEGMENT: u64 = 1 << 18;

/// The values of the positions up to some size.
pub(super) enum Values {
    /// For one heap: a bit for each position, 1 if it is cold.
    Cold(Vec<u64>),
    /// For several heaps: their nim-values.
    Nim(Vec<u32>),
}

/// The evaluation of a position.
pub(super) struct Evaluated {
    pub(super) values: Values,
    /// The values of all heaps, added without carry: 0 if the position is cold.
    pub(super) sum: u32,
}

impl Values {
    /// Evaluates all positions up to that of the largest heap.
    pub(super) fn new(rule: &Rule, heaps: &[u64], memory: u64) -> Result<Values, TooLarge> {
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let what = || format!("the values of all heaps up to {largest}");
        let amounts = rule.up_to(largest);
        // The amounts and a segment.
        let beside = 8 * amounts.len() as u64 + SEGMENT / 4;
        if heaps.len() == 1 {
            let last = amounts.last().copied().unwrap_or(0);
            // Cold positions are listed while they mark, in lists that grow by doubling: for a set,
            // no more than its largest amount; for squares, all. They are 25 sqrt(n) up to 2^24,
            // and some 80 sqrt(n) up to 2^32.
            let listed = match rule {
                Rule::Squares => 96 * largest.isqrt(),
                Rule::Set(_) => last,
            };
            let lists = 16 * listed.min(largest) + 24 * (last / SEGMENT);
            TooLarge::unless(largest / 8 + lists + beside, memory, what)?;
            return Ok(Values::Cold(cold(&amounts, largest)));
        }
        let seen = (size_of::<u64>() * TOGETHER * amounts.len()) as u64;
        TooLarge::unless(4 * (largest + 1) + seen + beside, memory, what)?;
        Ok(Values::Nim(nim(&amounts, largest)))
    }

    /// A number that is 0 for a cold position: the nim-value, or 1 for a hot one if nim-values are
    /// not known.
    pub(super) fn of(&self, heap: u64) -> u32 {
        match self {
            Values::Cold(bits) => u32::from(bits[(heap / 64) as usize] >> (heap % 64) & 1 == 0),
            Values::Nim(values) => values[heap as usize],
        }
    }
}

/// A bit for each position up to `largest`, 1 if it is cold. Bits above have no meaning.
fn cold(amounts: &[u64], largest: u64) -> Vec<u64> {
    if amounts.last().is_none_or(|&last| last <= 64) {
        cold_by_shifts(amounts, largest)
    } else {
        cold_by_marks(amounts, largest, SEGMENT)
    }
}

/// For amounts up to 64: the 64 positions below the next one are the bits of a word, with the
/// nearest as the lowest.
fn cold_by_shifts(amounts: &[u64], largest: u64) -> Vec<u64> {
    let moves = amounts.iter().fold(0u64, |moves, amount| moves | 1 << (amount - 1));
    let mut below = 0u64;
    let word = |_| {
        for _ in 0..64 {
            below = below << 1 | u64::from(below & moves == 0);
        }
        below.reverse_bits()
    };
    (0..=largest / 64).map(word).collect()
}

/// For any amounts, in segments of so many positions, a multiple of 64.
fn cold_by_marks(amounts: &[u64], largest: u64, segment: u64) -> Vec<u64> {
    let mut cold_bits = vec![0u64; (largest / 64 + 1) as usize];
    // The cold positions that have marks left, each with the index of the amount of its next mark:
    // those that make it in this segment, and those that make it in each later one.
    let mut marking: Vec<(u32, u32)> = Vec::new();
    let ahead = amounts.last().map_or(0, |last| last / segment) + 2;
    let mut waiting: VecDeque<Vec<(u32, u32)>> = vec![Vec::new(); ahead as usize].into();
    let mut hot = vec![0u64; (segment / 64) as usize];
    for start in (0..=largest).step_by(segment as usize) {
        let end = (start + segment).min(largest + 1);
        hot.fill(0);
        waiting.rotate_left(1);
        marking.append(&mut take(&mut waiting[0]));
        // Makes all marks in this segment, and returns whether the next one is in the segment
        // after.
        let mut mark = |hot: &mut [u64], cold: u64, next: &mut u32| {
            let later = loop {
                let mark = amounts.get(*next as usize).map(|amount| cold + amount);
                let Some(mark) = mark.filter(|&mark| mark <= largest) else { return false };
                let at = mark - start;
                if at >= segment {
                    break at / segment;
                }
                hot[(at / 64) as usize] |= 1 << (at % 64);
                *next += 1;
            };
            if later > 1 {
                waiting[later as usize].push((cold as u32, *next));
            }
            later == 1
        };
        marking.retain_mut(|(cold, next)| mark(&mut hot, (*cold).into(), next));
        for position in start..end {
            let at = position - start;
            if hot[(at / 64) as usize] >> (at % 64) & 1 == 0 {
                cold_bits[(position / 64) as usize] |= 1 << (position % 64);
                let mut next = 0;
                if mark(&mut hot, position, &mut next) {
                    marking.push((position as u32, next));
                }
            }
        }
    }
    cold_bits
}

/// The number of positions evaluated together.
const TOGETHER: usize = 8;

/// The nim-values up to `largest`.
///
/// From neighbouring positions, an amount leads to neighbouring positions, which are in the cache
/// together. So a few positions process the amounts together, as long as these lead to positions
/// before all of them.
fn nim(amounts: &[u64], largest: u64) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(largest as usize + 1);
    // For each of the positions evaluated together and each value: the start of the last batch in
    // which a move of this position led to the value.
    let mut seen_at: [Vec<u64>; TOGETHER] = Default::default();
    let near = amounts.partition_point(|&amount| amount < TOGETHER as u64);
    for start in (0..=largest).step_by(TOGETHER) {
        let of_all = near.max(amounts.partition_point(|&amount| amount <= start));
        for amount in &amounts[near..of_all] {
            let below = &values[(start - amount) as usize..];
            for (seen_at, &value) in seen_at.iter_mut().zip(below) {
                seen_at[value as usize] = start;
            }
        }
        for position in start..=largest.min(start + TOGETHER as u64 - 1) {
            let own = &mut seen_at[(position - start) as usize];
            let others = amounts[..near].iter().chain(&amounts[of_all..]);
            for amount in others.take_while(|&&amount| amount <= position) {
                own[values[(position - amount) as usize] as usize] = start;
            }
            let free = own.iter().position(|&at| at != start);
            let value = free.unwrap_or(own.len());
            if value == own.len() {
                // No move leads from this position to one of its own value.
                seen_at.iter_mut().for_each(|seen_at| seen_at.push(u64::MAX));
            }
            values.push(value as u32);
        }
    }
    values
}

#[cfg(test)]
mod tests;
