//! The mutants that find out wrong nim-values.

use super::budget::{Budget, OUT_OF_RANGE, Stopped};
use super::solver::{Mutant, Position, RIGHT, Solver, Values, values};

/// A value that is not found again.
const LOST: u32 = u32::MAX;

/// The values that moves from a heap lead to, a bit each.
#[derive(Default)]
struct Reached(Vec<u64>);

impl Reached {
    fn insert(&mut self, value: u32) {
        let word = value as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (value % 64);
    }

    fn has(&self, value: u32) -> bool {
        self.0.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// The least value from some on that is not among them.
    fn free_from(&self, least: u32) -> u32 {
        (least..).find(|&value| !self.has(value)).expect("there are finitely many")
    }

    fn all(&self) -> impl DoubleEndedIterator<Item = u32> {
        (0..64 * self.0.len() as u32).filter(|&value| self.has(value))
    }

    fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

/// A table of nim-values with exchangeable parts.
#[derive(Clone, Copy)]
struct Table {
    /// What is left of a heap by a move; none where that is not tried.
    left: fn(u64, u64) -> Option<u64>,
    /// The value where a heap of some size has such moves.
    mex: fn(u64, &Reached) -> u32,
    /// Whether values found for the heap before are forgotten.
    forgets: bool,
    /// Whether small heaps come first.
    upwards: bool,
    /// How many values there is room for.
    room: u32,
}

const TABLE: Table = Table {
    left: |size, take| size.checked_sub(take),
    mex: |_, reached| reached.free_from(0),
    forgets: true,
    upwards: true,
    room: u32::MAX,
};

impl Table {
    fn fill(&self, position: &Position, budget: &mut Budget) -> Result<Values, Stopped> {
        let largest = position.largest();
        budget.keep(largest + 1)?;
        let mut table = vec![0; largest as usize + 1];
        let mut reached = Reached::default();
        for step in 0..=largest {
            let size = if self.upwards { step } else { largest - step };
            if self.forgets {
                reached.0.clear();
            }
            budget.spend(1 + position.amounts.len() as u64)?;
            for &take in &position.amounts {
                let Some(left) = (self.left)(size, take) else { break };
                let value = table[left as usize];
                if value >= self.room && value != LOST {
                    return Err(OUT_OF_RANGE);
                }
                if value != LOST {
                    reached.insert(value);
                }
            }
            table[size as usize] = (self.mex)(size, &reached);
        }
        Ok(table.into())
    }
}

/// A mutant with some other parts of the table.
macro_rules! table {
    ($name:literal, $fault:literal, $($field:ident: $value:expr),+ $(,)?) => {
        mutant!($name, $fault, values: |position, budget| {
            Table { $($field: $value,)+ ..TABLE }.fill(position, budget)
        })
    };
}

/// The same, if only for several heaps: one needs no more than hot and cold.
macro_rules! too_large {
    ($name:literal, $fault:literal, $($field:ident: $value:expr),+ $(,)?) => {
        mutant!($name, $fault, values: |position, budget| {
            if position.is_alone() {
                return values(position, budget);
            }
            Table { $($field: $value,)+ ..TABLE }.fill(position, budget)
        })
    };
}

pub(crate) const VALUES: &[Mutant] = &[
    table!("mex-largest", "largest reachable value + 1", mex: |_, r| {
        r.all().next_back().map_or(0, |largest| largest + 1)
    }),
    table!("mex-least", "least reachable value + 1", mex: |_, r| {
        r.all().next().map_or(0, |least| least + 1)
    }),
    table!("mex-count", "number of reachable values", mex: |_, r| r.count()),
    table!("mex-positive", "least positive mex", mex: |_, r| {
        if r.0.is_empty() { 0 } else { r.free_from(1) }
    }),
    table!("not-forgotten", "set of values not cleared", forgets: false),
    table!("downwards", "fills the table downwards", upwards: false),
    table!("misere", "the player who cannot move wins", mex: |_, r| {
        if r.0.is_empty() { 1 } else { r.free_from(0) }
    }),
    table!("only-empty-is-cold", "stuck heaps are hot", mex: |size, r| {
        if r.0.is_empty() { (size > 0).into() } else { r.free_from(0) }
    }),
    table!("not-all", "may not take a whole heap", left: |size, take| {
        size.checked_sub(take).filter(|&left| left > 0)
    }),
    table!("overdraw-0", "overdrawing empties the heap", left: |size, t| {
        Some(size.saturating_sub(t))
    }),
    table!("overdraw-difference", "overdrawing leaves the absolute difference", left: |size, take| {
        Some(size.abs_diff(take))
    }),
    table!("overdraw-end", "negative indices wrap around", left: |s, t| {
        s.checked_sub(t).or_else(|| (2 * s).checked_sub(t))
    }),
    mutant!("zero-is-taken", "may take 0", values: |position, budget| {
        let amounts = [&[0], &position.amounts[..]].concat();
        TABLE.fill(&Position { amounts, heaps: position.heaps.clone() }, budget)
    }),
    mutant!("last-not-found", "loop misses the largest heap", values: |position, budget| {
        let mut found = values(position, budget)?;
        if let Some(last) = found.table.last_mut() {
            *last = 0;
        }
        Ok(found)
    }),
    mutant!("amounts-outside", "loops nested the wrong way", values: |p, b| {
        if !p.is_alone() {
            return values(p, b);
        }
        b.keep(p.largest() + 1)?;
        let mut table = vec![0; p.largest() as usize + 1];
        for &take in &p.amounts {
            b.spend(p.largest())?;
            for size in take as usize..table.len() {
                if table[size - take as usize] == 0 {
                    table[size] = 1;
                }
            }
        }
        Ok(table.into())
    }),
];

pub(crate) const TOO_LARGE: &[Mutant] = &[
    too_large!("byte", "modulo 256", mex: |_, r| r.free_from(0) % 256),
    too_large!("byte-at-most", "capped at 255", mex: |_, r| r.free_from(0).min(255)),
    too_large!("signed-byte", "signed bytes", mex: |_, r| {
        if r.free_from(0) < 128 { r.free_from(0) } else { LOST }
    }),
    too_large!("mask-32", "32-bit mask", mex: |_, r| r.free_from(0).min(32)),
    too_large!("mask-64", "64-bit mask", mex: |_, r| r.free_from(0).min(64)),
    too_large!("mask-128", "128-bit mask", mex: |_, r| r.free_from(0).min(128)),
    too_large!("mask-64-wraps", "64-bit mask, shifted modulo 64", mex: |_, r| {
        let mask = r.0.iter().fold(0, |mask, word| mask | word);
        mask.trailing_ones()
    }),
    too_large!("room-for-100", "array of 100", room: 100),
    too_large!("room-for-256", "array of 256", room: 256),
];
