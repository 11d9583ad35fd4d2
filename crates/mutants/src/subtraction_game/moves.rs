//! The mutants that tell hot from cold, and find a move that does not win.

use referee_checker::subtraction_game::HeapMove;

use super::budget::{Budget, Stopped};
use super::solver::{Heap, Known, Mutant, RIGHT, Solver, moved};

type Found = Result<Option<HeapMove>, Stopped>;

impl Known<'_> {
    /// The first move in one heap that leaves a cold position.
    fn first_in(&self, chosen: Option<Heap>, budget: &mut Budget) -> Found {
        self.first_move(budget, |heap, take| {
            Some(heap) == chosen && self.leaves_cold(heap, heap.size - take)
        })
    }

    /// The heaps of which the first is the one with a move: those whose value can be lowered to
    /// what the others are worth.
    fn lowered(&self) -> impl Iterator<Item = Heap> {
        let lowers = |heap: &Heap| {
            let value = self.counts(heap.size);
            value ^ self.sum < value
        };
        self.position.heaps.iter().copied().filter(lowers)
    }

    /// The amounts that can be taken from a heap.
    fn possible(&self, heap: Heap) -> &[u64] {
        let amounts = &self.position.amounts;
        &amounts[..amounts.partition_point(|&take| take <= heap.size)]
    }

    /// The first move that seems to win, even one that takes more than there is: what is left by
    /// it is read somewhere in the table, of the size, the amount and the table's length.
    fn overdrawn(&self, read: fn(u64, u64, u64) -> Option<u64>) -> Option<HeapMove> {
        let length = self.values.table.len() as u64;
        self.position.heaps.iter().find_map(|&heap| {
            let mut takes = self.position.amounts.iter();
            let wins = |&&take: &&u64| {
                read(heap.size, take, length).is_some_and(|left| self.leaves_cold(heap, left))
            };
            takes.find(wins).and_then(|&take| moved(heap, take))
        })
    }
}

/// A mutant with another way to find a move.
macro_rules! finds {
    ($name:literal, $fault:literal, $find:expr) => {
        mutant!($name, $fault, find: $find)
    };
}

/// A mutant that says another heap than that from which it takes.
macro_rules! renames {
    ($name:literal, $fault:literal, $rename:expr) => {
        mutant!($name, $fault, find: |known, budget| {
            let rename: fn(&Known, i64) -> i64 = $rename;
            let found = (RIGHT.find)(known, budget)?;
            Ok(found.map(|found| HeapMove { heap: rename(known, found.heap), ..found }))
        })
    };
}

pub(crate) const MOVES: &[Mutant] = &[
    finds!("first-possible", "first possible move", |known, budget| {
        known.first_move(budget, |_, _| true)
    }),
    finds!("largest-square", "most from the largest heap", |known, _| {
        let largest = known.position.heaps.iter().max_by_key(|heap| heap.size);
        Ok(largest.and_then(|&heap| moved(heap, *known.possible(heap).last()?)))
    }),
    finds!("least-from-right-heap", "least from the right heap", |known, _| {
        Ok(known.lowered().next().and_then(|heap| moved(heap, *known.possible(heap).first()?)))
    }),
    finds!("largest-from-right-heap", "most from the right heap", |known, _| {
        Ok(known.lowered().next().and_then(|heap| moved(heap, *known.possible(heap).last()?)))
    }),
    finds!("to-any-lower", "any lower value in the right heap", |known, budget| {
        let chosen = known.lowered().next();
        known.first_move(budget, |heap, take| {
            let less = known.counts(heap.size - take) < known.counts(heap.size);
            Some(heap) == chosen && less
        })
    }),
    finds!("to-cold-heap", "makes some heap cold", |known, budget| {
        known.first_move(budget, |heap, take| known.counts(heap.size - take) == 0)
    }),
    finds!("to-sum", "leaves the old sum in a heap", |known, budget| {
        known.first_move(budget, |heap, take| known.counts(heap.size - take) == known.sum)
    }),
    finds!("lowered-by-sum", "lowers a value by the sum", |known, budget| {
        known.first_move(budget, |heap, take| {
            known.counts(heap.size - take) == known.counts(heap.size) - known.sum
        })
    }),
    finds!("only-first-heap", "first heap only", |known, budget| {
        known.first_in(known.position.heaps.first().copied(), budget)
    }),
    finds!("only-last-heap", "last heap only", |known, budget| {
        known.first_in(known.position.heaps.last().copied(), budget)
    }),
    finds!("only-largest-heap", "largest heap only", |known, budget| {
        let heaps = known.position.heaps.iter().copied();
        known.first_in(heaps.max_by_key(|heap| heap.size), budget)
    }),
    finds!("only-greatest-value", "heap of greatest value only", |known, budget| {
        let heaps = known.position.heaps.iter().copied();
        known.first_in(heaps.max_by_key(|heap| known.counts(heap.size)), budget)
    }),
    finds!("heap-of-nim", "heap where Nim would move", |known, budget| {
        let mut heaps = known.position.heaps.iter().copied();
        let sizes = known.position.heaps.iter().fold(0, |sum, heap| sum ^ heap.size);
        known.first_in(heaps.find(|heap| heap.size ^ sizes < heap.size), budget)
    }),
    finds!("move-of-nim", "amount that Nim would take", |known, _| {
        let mut heaps = known.position.heaps.iter().copied();
        let sizes = known.position.heaps.iter().fold(0, |sum, heap| sum ^ heap.size);
        let chosen = heaps.find(|heap| heap.size ^ sizes < heap.size);
        Ok(chosen.and_then(|heap| moved(heap, heap.size - (heap.size ^ sizes))))
    }),
    finds!("by-values", "takes the difference of values", |known, _| {
        let lowered = |heap: Heap| known.counts(heap.size) - (known.counts(heap.size) ^ known.sum);
        Ok(known.lowered().next().and_then(|heap| moved(heap, lowered(heap) as u64)))
    }),
    finds!("ten-least", "ten least amounts only", |known, budget| {
        known.first_move(budget, |heap, take| {
            let possible = known.possible(heap);
            let tried = possible[..possible.len().min(10)].contains(&take);
            tried && known.leaves_cold(heap, heap.size - take)
        })
    }),
    finds!("ten-largest", "ten largest amounts only", |known, budget| {
        known.first_move(budget, |heap, take| {
            let possible = known.possible(heap);
            let tried = possible[possible.len().saturating_sub(10)..].contains(&take);
            tried && known.leaves_cold(heap, heap.size - take)
        })
    }),
    finds!("not-all-taken", "never a whole heap", |known, budget| {
        known.first_move(budget, |heap, take| {
            take < heap.size && known.leaves_cold(heap, heap.size - take)
        })
    }),
    finds!("overdrawn-end", "overdraws, index wraps around", |known, _| {
        Ok(known.overdrawn(|size, take, length| {
            size.checked_sub(take).or_else(|| (length + size).checked_sub(take))
        }))
    }),
    finds!("overdrawn-difference", "overdraws, absolute difference", |known, _| {
        Ok(known.overdrawn(|size, take, _| Some(size.abs_diff(take))))
    }),
    renames!("always-heap-1", "always names heap 1", |_, _| 1),
    renames!("always-last-heap", "always names the last heap", |known, _| {
        known.position.heaps.len() as i64
    }),
    renames!("from-the-end", "numbers heaps from the end", |known, heap| {
        known.position.heaps.len() as i64 + 1 - heap
    }),
];

pub(crate) const MANY_HEAPS: &[Mutant] = &[
    renames!("heap-in-16-bits", "16-bit heap number", |_, heap| { (heap as u16).into() }),
    renames!("heap-in-15-bits", "signed 16-bit heap number", |_, heap| { (heap as i16).into() }),
];
