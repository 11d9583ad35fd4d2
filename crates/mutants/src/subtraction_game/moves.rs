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
    finds!("first-possible", "the first move that there is", |known, budget| {
        known.first_move(budget, |_, _| true)
    }),
    finds!("largest-square", "the largest amount from the largest heap", |known, _| {
        let largest = known.position.heaps.iter().max_by_key(|heap| heap.size);
        Ok(largest.and_then(|&heap| moved(heap, *known.possible(heap).last()?)))
    }),
    finds!("least-from-right-heap", "the least amount from the heap with a move", |known, _| {
        Ok(known.lowered().next().and_then(|heap| moved(heap, *known.possible(heap).first()?)))
    }),
    finds!(
        "largest-from-right-heap",
        "the largest amount from the heap with a move",
        |known, _| {
            Ok(known.lowered().next().and_then(|heap| moved(heap, *known.possible(heap).last()?)))
        }
    ),
    finds!(
        "to-any-lower",
        "a move that lowers a value of the right heap anyhow",
        |known, budget| {
            let chosen = known.lowered().next();
            known.first_move(budget, |heap, take| {
                let less = known.counts(heap.size - take) < known.counts(heap.size);
                Some(heap) == chosen && less
            })
        }
    ),
    finds!("to-cold-heap", "a move that makes some heap cold", |known, budget| {
        known.first_move(budget, |heap, take| known.counts(heap.size - take) == 0)
    }),
    finds!("to-sum", "a move to a heap that is worth as much as all were", |known, budget| {
        known.first_move(budget, |heap, take| known.counts(heap.size - take) == known.sum)
    }),
    finds!(
        "lowered-by-sum",
        "a move that lowers a value by what all are worth",
        |known, budget| {
            known.first_move(budget, |heap, take| {
                known.counts(heap.size - take) == known.counts(heap.size) - known.sum
            })
        }
    ),
    finds!("only-first-heap", "moves in the first heap only", |known, budget| {
        known.first_in(known.position.heaps.first().copied(), budget)
    }),
    finds!("only-last-heap", "moves in the last heap only", |known, budget| {
        known.first_in(known.position.heaps.last().copied(), budget)
    }),
    finds!("only-largest-heap", "moves in the largest heap only", |known, budget| {
        let heaps = known.position.heaps.iter().copied();
        known.first_in(heaps.max_by_key(|heap| heap.size), budget)
    }),
    finds!(
        "only-greatest-value",
        "moves in the heap of the greatest value only",
        |known, budget| {
            let heaps = known.position.heaps.iter().copied();
            known.first_in(heaps.max_by_key(|heap| known.counts(heap.size)), budget)
        }
    ),
    finds!("heap-of-nim", "moves in the heap only from which one takes at Nim", |known, budget| {
        let mut heaps = known.position.heaps.iter().copied();
        let sizes = known.position.heaps.iter().fold(0, |sum, heap| sum ^ heap.size);
        known.first_in(heaps.find(|heap| heap.size ^ sizes < heap.size), budget)
    }),
    finds!("move-of-nim", "takes what one takes at Nim", |known, _| {
        let mut heaps = known.position.heaps.iter().copied();
        let sizes = known.position.heaps.iter().fold(0, |sum, heap| sum ^ heap.size);
        let chosen = heaps.find(|heap| heap.size ^ sizes < heap.size);
        Ok(chosen.and_then(|heap| moved(heap, heap.size - (heap.size ^ sizes))))
    }),
    finds!("by-values", "takes as much as the value of a heap is lowered by", |known, _| {
        let lowered = |heap: Heap| known.counts(heap.size) - (known.counts(heap.size) ^ known.sum);
        Ok(known.lowered().next().and_then(|heap| moved(heap, lowered(heap) as u64)))
    }),
    finds!("ten-least", "only the ten least amounts are tried", |known, budget| {
        known.first_move(budget, |heap, take| {
            let possible = known.possible(heap);
            let tried = possible[..possible.len().min(10)].contains(&take);
            tried && known.leaves_cold(heap, heap.size - take)
        })
    }),
    finds!("ten-largest", "only the ten largest amounts are tried", |known, budget| {
        known.first_move(budget, |heap, take| {
            let possible = known.possible(heap);
            let tried = possible[possible.len().saturating_sub(10)..].contains(&take);
            tried && known.leaves_cold(heap, heap.size - take)
        })
    }),
    finds!("not-all-taken", "a heap is not taken as a whole", |known, budget| {
        known.first_move(budget, |heap, take| {
            take < heap.size && known.leaves_cold(heap, heap.size - take)
        })
    }),
    finds!("overdrawn-end", "takes too much, read from the end of the table", |known, _| {
        Ok(known.overdrawn(|size, take, length| {
            size.checked_sub(take).or_else(|| (length + size).checked_sub(take))
        }))
    }),
    finds!(
        "overdrawn-difference",
        "takes too much, read at the absolute difference",
        |known, _| { Ok(known.overdrawn(|size, take, _| Some(size.abs_diff(take)))) }
    ),
    renames!("always-heap-1", "says the first heap, wherever it takes", |_, _| 1),
    renames!("always-last-heap", "says the last heap, wherever it takes", |known, _| {
        known.position.heaps.len() as i64
    }),
    renames!("from-the-end", "counts heaps from the last", |known, heap| {
        known.position.heaps.len() as i64 + 1 - heap
    }),
];

pub(crate) const MANY_HEAPS: &[Mutant] = &[
    renames!("heap-in-16-bits", "what is beyond 16 bits of a heap's number is lost", |_, heap| {
        (heap as u16).into()
    }),
    renames!("heap-in-15-bits", "the number of a heap is negative from 2^15 on", |_, heap| {
        (heap as i16).into()
    }),
];
