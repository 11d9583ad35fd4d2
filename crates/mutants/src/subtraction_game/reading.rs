//! The mutants that misread the allowed amounts or the heaps.

use referee_checker::subtraction_game::Rule;

use super::solver::{Heap, Mutant, RIGHT, Solver, values};
use crate::budget::OUT_OF_RANGE;

/// Defines a mutant that reads a different set.
macro_rules! set {
    ($name:literal, $fault:literal, $read:expr) => {
        mutant!($name, $fault, amounts: |rule, most| match rule {
            Rule::Squares => rule.up_to(most),
            Rule::Set(amounts) => {
                let read: fn(&[u64]) -> Vec<u64> = $read;
                let mut amounts = read(amounts);
                amounts.retain(|take| (1..=most).contains(take));
                amounts.sort_unstable();
                amounts.dedup();
                amounts
            }
        })
    };
}

pub(super) const AMOUNTS: &[Mutant] = &[
    set!("one-added", "1 always allowed", |amounts| [&[1], amounts].concat()),
    set!("first-amount-lost", "first amount taken for a count", |amounts| amounts[1..].to_vec()),
    set!("ten-amounts", "only ten amounts read", |amounts| {
        amounts.iter().copied().take(10).collect()
    }),
    set!("range-to-largest", "all amounts up to the largest", |amounts| {
        (1..=amounts.iter().copied().max().unwrap_or(0).min(1000)).collect()
    }),
    mutant!("unsorted", "stops at the first amount too large", amounts: |rule, most| match rule {
        Rule::Squares => rule.up_to(most),
        Rule::Set(amounts) => amounts.clone(),
    }),
    set!("amounts-in-32-bits", "32-bit amounts", |amounts| {
        amounts.iter().map(|&take| u64::from(take as u32)).collect()
    }),
    set!("amounts-in-word", "amounts above 64 lost", |amounts| {
        amounts.iter().copied().filter(|&take| take <= 64).collect()
    }),
    mutant!("amounts-added-in-31-bits", "size + amount overflows", = |instance, budget| {
        let largest = instance.heaps().iter().copied().max().unwrap_or(0);
        match instance.rule() {
            Rule::Set(amounts) if amounts.iter().any(|take| take + largest >= 1 << 31) => {
                Err(OUT_OF_RANGE)
            }
            _ => RIGHT.solve(instance, budget),
        }
    }),
    mutant!("amounts-below", "set: whole heap not allowed", amounts: |rule, most| match rule {
        Rule::Squares => rule.up_to(most),
        Rule::Set(_) => rule.up_to(most.saturating_sub(1)),
    }),
    mutant!("squares-to-10000", "squares up to 100^2", amounts: |rule, most| match rule {
        Rule::Squares => rule.up_to(most.min(10_000)),
        Rule::Set(_) => rule.up_to(most),
    }),
];

fn renumbered(heaps: impl IntoIterator<Item = Heap>) -> Vec<Heap> {
    (1..).zip(heaps).map(|(number, heap)| Heap { number, ..heap }).collect()
}

pub(super) fn sorted_by_size(mut heaps: Vec<Heap>) -> Vec<Heap> {
    heaps.sort_by_key(|heap| heap.size);
    heaps
}

pub(super) const HEAPS: &[Mutant] = &[
    mutant!("first-heap", "first heap only", heaps: |heaps| heaps[..1].to_vec()),
    mutant!("100-heaps", "only 100 heaps read", heaps: |heaps| {
        heaps.into_iter().take(100).collect()
    }),
    mutant!("empty-heap-ends", "stops at an empty heap", heaps: |heaps| {
        heaps.into_iter().take_while(|heap| heap.size > 0).collect()
    }),
    mutant!("empty-heaps-dropped", "empty heaps not numbered", heaps: |heaps| {
        renumbered(heaps.into_iter().filter(|heap| heap.size > 0))
    }),
    mutant!("empty-heap-crash", "crashes on an empty heap", = |instance, budget| {
        let is_empty = instance.heaps().contains(&0);
        if is_empty { Err(OUT_OF_RANGE) } else { RIGHT.solve(instance, budget) }
    }),
    mutant!("set-of-heaps", "equal heaps merged", heaps: |heaps| {
        let mut kept = sorted_by_size(heaps);
        kept.dedup_by_key(|heap| heap.size);
        kept
    }),
    mutant!("sorted", "heaps numbered in ascending order", heaps: |heaps| {
        renumbered(sorted_by_size(heaps))
    }),
    mutant!("one-heap-of-all", "one heap of the total", heaps: |heaps| {
        vec![Heap { number: 1, size: heaps.iter().map(|heap| heap.size).sum() }]
    }),
    mutant!("room-for-100000", "table of 100,000", values: |position, budget| {
        match position.largest() {
            0..100_000 => values(position, budget),
            _ => Err(OUT_OF_RANGE),
        }
    }),
];
