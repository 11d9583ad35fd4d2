//! The mutants that are right but too slow or too large, and those that only large heaps kill.

use std::collections::HashMap;

use referee_checker::subtraction_game::{HeapMove, Instance, Rule};

use super::budget::{Budget, OUT_OF_RANGE, OVERFLOW, Stopped};
use super::periods::BY_PERIOD;
use super::solver::{Heap, Mutant, Output, Position, RIGHT, Solver, said, values};

/// A mutant whose values take further steps, or room for further numbers.
macro_rules! work {
    ($name:literal, $fault:literal, $work:expr) => {
        mutant!($name, $fault, values: |position, budget| {
            let work: fn(&Position, &mut Budget) -> Result<(), Stopped> = $work;
            work(position, budget)?;
            values(position, budget)
        })
    };
}

pub(crate) const SLOW: &[Mutant] = &[
    Mutant {
        name: "nothing-remembered",
        fault: "recursion without memory",
        solve: |instance, budget| recursive(instance, Memory::Nothing, budget),
    },
    Mutant {
        name: "positions-remembered",
        fault: "remembers sorted positions",
        solve: |instance, budget| recursive(instance, Memory::Positions, budget),
    },
    work!("table-of-positions", "table of all positions", |position, budget| {
        let sizes = position.heaps.iter().map(|heap| heap.size + 1);
        budget.keep(sizes.fold(1, u64::saturating_mul))
    }),
    work!("each-heap-anew", "recomputes values per heap", |position, budget| {
        let moves = position.heaps.iter().map(|heap| heap.size * position.amounts.len() as u64);
        budget.spend(moves.fold(0, u64::saturating_add))
    }),
    work!("each-amount-tested", "tests every smaller number", |p, budget| {
        budget.spend(p.largest().saturating_mul(p.largest()) / 2)
    }),
    mutant!("cold-in-list", "linear search for cold sizes", values: |p, b| {
        let found = values(p, b)?;
        let mut cold = 0;
        for (size, &value) in (0..).zip(&found.table) {
            cold += u64::from(value == 0);
            let moves = p.amounts.partition_point(|&take| take <= size) as u64;
            // Half of the moves, and of the list, until one is found.
            b.spend(moves * cold / 4)?;
        }
        Ok(found)
    }),
    work!("all-heaps-each-move", "sums all heaps per move", |p, budget| {
        let heaps = p.heaps.len() as u64;
        // Until a move wins, half of them on average.
        budget.spend(heaps * heaps * p.amounts.len() as u64 / 2)
    }),
    work!("moves-kept", "stores all moves", |position, budget| {
        budget.keep(position.largest() * position.amounts.len() as u64)
    }),
    Mutant {
        name: "table-to-largest-amount",
        fault: "table up to the largest amount",
        solve: |instance, budget| {
            if let Rule::Set(amounts) = instance.rule() {
                budget.keep(amounts.iter().copied().max().unwrap_or(0))?;
            }
            RIGHT.solve(instance, budget)
        },
    },
    work!("recursion-1000", "crashes after 1000 nested calls", |position, _| {
        called(position, 1_000)
    }),
    work!("recursion-100000", "crashes after 100,000 nested calls", |position, _| {
        called(position, 100_000)
    }),
];

/// A recursion whose depth is limited, and which goes by the least amount first.
fn called(position: &Position, most: u64) -> Result<(), Stopped> {
    match position.amounts.first() {
        Some(least) if position.largest() / least >= most => Err(OVERFLOW),
        _ => Ok(()),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Memory {
    Nothing,
    /// Positions, with the heaps sorted by size.
    Positions,
}

/// A recursion over positions of all heaps.
struct Recursion<'a> {
    amounts: Vec<u64>,
    memory: Memory,
    is_cold: HashMap<Vec<u64>, bool>,
    budget: &'a mut Budget,
}

impl Recursion<'_> {
    /// The calls after which a stack counts as used up: this must not use up the stack of a thread
    /// that runs it.
    const DEPTH: usize = 2_000;

    /// The first move after which the other one loses.
    fn winning_move(&mut self, heaps: &[u64], depth: usize) -> Result<Option<HeapMove>, Stopped> {
        if depth == Recursion::DEPTH {
            return Err(OVERFLOW);
        }
        for (at, &size) in heaps.iter().enumerate() {
            let possible = self.amounts.partition_point(|&take| take <= size);
            for index in 0..possible {
                let take = self.amounts[index];
                let mut after = heaps.to_vec();
                after[at] -= take;
                if self.is_cold(after, depth)? {
                    return Ok(Some(HeapMove { heap: at as i64 + 1, take: take as i64 }));
                }
            }
        }
        Ok(None)
    }

    fn is_cold(&mut self, mut heaps: Vec<u64>, depth: usize) -> Result<bool, Stopped> {
        self.budget.spend(heaps.len() as u64)?;
        heaps.sort_unstable();
        if let Some(&known) = self.is_cold.get(&heaps) {
            return Ok(known);
        }
        let is_cold = self.winning_move(&heaps, depth + 1)?.is_none();
        if self.memory == Memory::Positions {
            self.budget.keep(heaps.len() as u64)?;
            self.is_cold.insert(heaps, is_cold);
        }
        Ok(is_cold)
    }
}

fn recursive(instance: &Instance, memory: Memory, budget: &mut Budget) -> Output {
    let largest = instance.heaps().iter().copied().max().unwrap_or(0);
    let amounts = instance.rule().up_to(largest);
    let mut recursion = Recursion { amounts, memory, is_cold: HashMap::new(), budget };
    Ok(said(recursion.winning_move(instance.heaps(), 0)?))
}

/// A mutant that needs periods to come so far that it misreads large heaps.
macro_rules! misread {
    ($name:literal, $fault:literal, $size:expr) => {
        Mutant {
            name: $name,
            fault: $fault,
            solve: |instance, budget| {
                let heaps = |heaps: Vec<Heap>| {
                    let read: fn(u64) -> u64 = $size;
                    heaps.into_iter().map(|heap| Heap { size: read(heap.size), ..heap }).collect()
                };
                Solver { heaps, ..BY_PERIOD }.solve(instance, budget)
            },
        }
    };
}

pub(crate) const LARGE_UNDER_SET: &[Mutant] = &[
    Mutant {
        name: "all-smaller-heaps",
        fault: "no use of the period",
        solve: |instance, budget| RIGHT.solve(instance, budget),
    },
    misread!("heaps-in-31-bits", "signed 32-bit sizes", |size| { (size as i32).max(0) as u64 }),
    misread!("heaps-in-32-bits", "32-bit sizes", |size| { u64::from(size as u32) }),
];

pub(crate) const LARGE_UNDER_SQUARES: &[Mutant] = &[
    Mutant {
        name: "room-for-1000001",
        fault: "table of 1,000,001",
        solve: |instance, budget| {
            if instance.heaps().iter().any(|&heap| heap > 1_000_000) {
                Err(OUT_OF_RANGE)
            } else {
                RIGHT.solve(instance, budget)
            }
        },
    },
    Mutant {
        name: "root-of-floats",
        fault: "roots in single precision",
        solve: |instance, budget| {
            let largest = instance.heaps().iter().copied().max().unwrap_or(0);
            let is_too_large = |root: u64| ((root.pow(2) - 1) as f32).sqrt() as u64 == root;
            let mut roots = 1..=(largest + 1).isqrt();
            if *instance.rule() == Rule::Squares && roots.any(is_too_large) {
                Err(OUT_OF_RANGE)
            } else {
                RIGHT.solve(instance, budget)
            }
        },
    },
];
