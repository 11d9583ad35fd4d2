//! The mutants that compute the value of each heap correctly, but combine the values wrongly, find
//! a move that does not win, or write something else. Capital letters and other line breaks are not
//! among the mutants, as they are accepted.

use referee_checker::subtraction_game::{HeapMove, Instance};

use super::reading::sorted_by_size;
use super::solver::{Heap, Known, Mutant, RIGHT, Solver, Sum, moved, said};
use crate::budget::{Budget, Stopped};

/// 1 for a hot heap, 0 for a cold one.
fn hot(value: u32) -> i64 {
    i64::from(value > 0)
}

/// Removes adjacent heaps of equal size, pair by pair.
fn without_pairs(heaps: Vec<Heap>) -> Vec<Heap> {
    let mut left: Vec<Heap> = Vec::new();
    for heap in heaps {
        match left.last() {
            Some(last) if last.size == heap.size => drop(left.pop()),
            _ => left.push(heap),
        }
    }
    left
}

pub(super) const TOGETHER: &[Mutant] = &[
    mutant!("carry", "adds values with carry", sum: Sum::WithCarry),
    mutant!("nim", "sizes instead of values", counts: |size, _| size as i64),
    mutant!("any-hot", "hot if any heap is", counts: |_, value| hot(value), sum: Sum::WithCarry),
    mutant!("odd-hot", "hot if an odd number is", counts: |_, value| hot(value)),
    mutant!("low-bits", "values modulo 4", counts: |_, value| i64::from(value % 4)),
    mutant!(
        "only-pairs-are-cold", "cold if heaps pair up",
        heaps: |heaps| without_pairs(sorted_by_size(heaps)),
        counts: |size, _| size as i64, sum: Sum::WithCarry,
    ),
];

type Found = Result<Option<HeapMove>, Stopped>;

impl Known<'_> {
    /// The first move in one heap that leaves a cold position.
    fn first_in(&self, chosen: Option<Heap>, budget: &mut Budget) -> Found {
        self.first_move(budget, |heap, take| {
            Some(heap) == chosen && self.leaves_cold(heap, heap.size - take)
        })
    }

    /// What a heap counts as after a move.
    fn left(&self, heap: Heap, take: u64) -> i64 {
        self.counts(heap.size - take)
    }
}

pub(super) const MOVES: &[Mutant] = &[
    mutant!("first-possible", "first possible move", find: |known, budget| {
        known.first_move(budget, |_, _| true)
    }),
    mutant!("to-any-lower", "any lower value in the right heap", find: |known, budget| {
        known.first_move(budget, |heap, take| {
            let value = known.counts(heap.size);
            value ^ known.sum < value && known.left(heap, take) < value
        })
    }),
    mutant!("to-cold-heap", "makes some heap cold", find: |known, budget| {
        known.first_move(budget, |heap, take| known.left(heap, take) == 0)
    }),
    mutant!("to-sum", "leaves the old sum in a heap", find: |known, budget| {
        known.first_move(budget, |heap, take| known.left(heap, take) == known.sum)
    }),
    mutant!("lowered-by-sum", "lowers a value by the sum", find: |known, budget| {
        known.first_move(budget, |heap, take| {
            known.left(heap, take) == known.counts(heap.size) - known.sum
        })
    }),
    mutant!("only-first-heap", "first heap only", find: |known, budget| {
        known.first_in(known.position.heaps.first().copied(), budget)
    }),
    mutant!("only-greatest-value", "heap of greatest value only", find: |known, budget| {
        let heaps = known.position.heaps.iter().copied();
        known.first_in(heaps.max_by_key(|heap| known.counts(heap.size)), budget)
    }),
    mutant!("ten-largest", "ten largest amounts only", find: |known, budget| {
        let amounts = &known.position.amounts;
        known.first_move(budget, |heap, take| {
            let possible = amounts.partition_point(|&take| take <= heap.size);
            let tried = amounts[possible.saturating_sub(10)..possible].contains(&take);
            tried && known.leaves_cold(heap, heap.size - take)
        })
    }),
    mutant!("not-all-taken", "never a whole heap", find: |known, budget| {
        known.first_move(budget, |heap, take| {
            take < heap.size && known.leaves_cold(heap, heap.size - take)
        })
    }),
    mutant!("overdrawn-end", "overdraws, index wraps around", find: |known, _| {
        let length = known.values.table.len() as u64;
        Ok(known.position.heaps.iter().find_map(|&heap| {
            let left = |take: u64| (length + heap.size - take) % length;
            let mut amounts = known.position.amounts.iter();
            let take = amounts.find(|&&take| known.leaves_cold(heap, left(take)))?;
            moved(heap, *take)
        }))
    }),
    mutant!("always-heap-1", "always names heap 1", say: |_, found| {
        said(found.map(|found| HeapMove { heap: 1, ..found }))
    }),
];

pub(super) const MANY_HEAPS: &[Mutant] =
    &[mutant!("heap-in-16-bits", "16-bit heap number", say: |_, found| {
        said(found.map(|found| HeapMove { heap: (found.heap as u16).into(), ..found }))
    })];

fn size_after(instance: &Instance, HeapMove { heap, take }: HeapMove) -> i64 {
    instance.heaps().get(heap as usize - 1).map_or(0, |&size| size as i64 - take)
}

pub(super) const OUTPUTS: &[Mutant] = &[
    mutant!("amount-left", "what is left", say: |instance, found| {
        said(found.map(|found| HeapMove { take: size_after(instance, found), ..found }))
    }),
    mutant!("size-first", "size instead of number", say: |instance, found| {
        let size = |found| size_after(instance, HeapMove { take: 0, ..found });
        said(found.map(|found| HeapMove { heap: size(found), ..found }))
    }),
    mutant!("only-move", "`hot` omitted", say: |_, found| said(found).replace("hot ", "")),
    mutant!("win", "`win` for `hot`", say: |_, found| said(found).replace("hot", "win")),
    mutant!("cold-and-move", "a move after `cold`", say: |_, found| {
        said(found).replace("cold", "cold 1 1")
    }),
];
