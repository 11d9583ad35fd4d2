//! The mutants that are right but too slow or too large, and those that only large heaps kill.

use referee_checker::subtraction_game::Rule;

use super::periods::by_period;
use super::solver::{Heap, Mutant, Position, RIGHT, Solver, values};
use crate::budget::{Budget, OUT_OF_RANGE, OVERFLOW, Stopped};

/// Defines a mutant whose values take further steps, or space for further numbers.
macro_rules! work {
    ($name:literal, $fault:literal, $work:expr) => {
        mutant!($name, $fault, values: |position, budget| {
            let work: fn(&Position, &mut Budget) -> Result<(), Stopped> = $work;
            work(position, budget)?;
            values(position, budget)
        })
    };
}

pub(super) const SLOW: &[Mutant] = &[
    work!("nothing-remembered", "recursion without memory", |position, budget| {
        let calls = calls(position, budget)?;
        budget.spend(calls)
    }),
    work!("table-of-positions", "table of all positions", |position, budget| {
        let sizes = position.heaps.iter().map(|heap| heap.size + 1);
        budget.keep(sizes.fold(1, u64::saturating_mul))
    }),
    work!("each-heap-anew", "recomputes values per heap", |position, budget| {
        let moves = position.heaps.iter().map(|heap| heap.size * position.amounts.len() as u64);
        budget.spend(moves.fold(0, u64::saturating_add))
    }),
    work!("each-amount-tested", "tests every smaller number", |position, budget| {
        budget.spend(position.largest().saturating_mul(position.largest()) / 2)
    }),
    work!("all-heaps-each-move", "sums all heaps per move", |position, budget| {
        let heaps = position.heaps.len() as u64;
        // Half of them are tried on average until a move wins.
        budget.spend(heaps * heaps * position.amounts.len() as u64 / 2)
    }),
    work!("moves-kept", "stores all moves", |position, budget| {
        budget.keep(position.largest() * position.amounts.len() as u64)
    }),
    mutant!("table-to-largest-amount", "table up to the largest amount", = |instance, budget| {
        if let Rule::Set(amounts) = instance.rule() {
            budget.keep(amounts.iter().copied().max().unwrap_or(0))?;
        }
        RIGHT.solve(instance, budget)
    }),
    // The recursion takes the least amount first.
    work!("recursion-100000", "crashes after 100,000 nested calls", |position, _| {
        match position.amounts.first() {
            Some(least) if position.largest() / least >= 100_000 => Err(OVERFLOW),
            _ => Ok(()),
        }
    }),
];

/// The calls for the largest heap if each heap is recomputed whenever a move leads there, up to the
/// first move to a cold one.
fn calls(position: &Position, budget: &mut Budget) -> Result<u64, Stopped> {
    budget.work(position.largest())?;
    // For each heap, the number of calls, and whether it is cold.
    let mut table: Vec<(u64, bool)> = Vec::new();
    for size in 0..=position.largest() {
        let (mut calls, mut is_cold) = (1u64, true);
        for &take in position.amounts.iter().take_while(|&&take| take <= size) {
            let (more, leaves_cold) = table[(size - take) as usize];
            calls = calls.saturating_add(more);
            is_cold = !leaves_cold;
            if leaves_cold {
                break;
            }
        }
        table.push((calls, is_cold));
    }
    Ok(table[table.len() - 1].0)
}

pub(super) const LARGE_UNDER_SET: &[Mutant] = &[
    mutant!("all-smaller-heaps", "no use of the period", values: values),
    mutant!(
        "heaps-in-32-bits", "32-bit sizes",
        heaps: |heaps| {
            let short = |heap: Heap| Heap { size: u64::from(heap.size as u32), ..heap };
            heaps.into_iter().map(short).collect()
        },
        values: by_period,
    ),
];

pub(super) const LARGE_UNDER_SQUARES: &[Mutant] =
    &[mutant!("root-of-floats", "roots in single precision", = |instance, budget| {
        let largest = instance.heaps().iter().copied().max().unwrap_or(0);
        let is_too_large = |root: u64| ((root.pow(2) - 1) as f32).sqrt() as u64 == root;
        let mut roots = 1..=(largest + 1).isqrt();
        if *instance.rule() == Rule::Squares && roots.any(is_too_large) {
            Err(OUT_OF_RANGE)
        } else {
            RIGHT.solve(instance, budget)
        }
    })];
