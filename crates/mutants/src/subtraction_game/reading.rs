//! The mutants that misread what may be taken, or which heaps there are.

use referee_checker::subtraction_game::Rule;

use super::budget::OUT_OF_RANGE;
use super::solver::{Heap, Mutant, RIGHT, Solver, Values, values};

/// Amounts in increasing order, and only those up to a size.
fn sorted(amounts: impl IntoIterator<Item = u64>, most: u64) -> Vec<u64> {
    let mut amounts: Vec<u64> =
        amounts.into_iter().filter(|take| (1..=most).contains(take)).collect();
    amounts.sort_unstable();
    amounts.dedup();
    amounts
}

/// A mutant that reads another set than there is.
macro_rules! set {
    ($name:literal, $fault:literal, $read:expr) => {
        mutant!($name, $fault, amounts: |rule, most| match rule {
            Rule::Squares => rule.up_to(most),
            Rule::Set(amounts) => {
                let read: fn(&[u64]) -> Vec<u64> = $read;
                sorted(read(amounts), most)
            }
        })
    };
}

/// A mutant that takes other numbers for squares.
macro_rules! squares {
    ($name:literal, $fault:literal, $read:expr) => {
        mutant!($name, $fault, amounts: |rule, most| match rule {
            Rule::Set(_) => rule.up_to(most),
            Rule::Squares => {
                let read: fn(Vec<u64>, u64) -> Vec<u64> = $read;
                read(rule.up_to(most), most)
            }
        })
    };
}

pub(crate) const AMOUNTS: &[Mutant] = &[
    set!("one-added", "1 always allowed", |amounts| [&[1], amounts].concat()),
    set!("first-amount-lost", "first amount taken for a count", |amounts| {
        amounts[1..].to_vec()
    }),
    set!("last-amount-lost", "last amount not read", |amounts| {
        amounts[..amounts.len() - 1].to_vec()
    }),
    set!("largest-amount-lost", "largest amount missing", |amounts| {
        let largest = amounts.iter().max();
        amounts.iter().copied().filter(|take| Some(take) != largest).collect()
    }),
    set!("least-amount-lost", "least amount missing", |amounts| {
        let least = amounts.iter().min();
        amounts.iter().copied().filter(|take| Some(take) != least).collect()
    }),
    set!("three-amounts", "only three amounts read", |a| a[..a.len().min(3)].to_vec()),
    set!("ten-amounts", "only ten amounts read", |a| a[..a.len().min(10)].to_vec()),
    set!("range-to-largest", "all amounts up to the largest", |amounts| {
        (1..=amounts.iter().copied().max().unwrap_or(0).min(1000)).collect()
    }),
    mutant!("unsorted", "stops at the first amount too large", amounts: |rule, most| {
        match rule {
            Rule::Squares => rule.up_to(most),
            Rule::Set(amounts) => amounts.clone(),
        }
    }),
    set!("amounts-in-32-bits", "32-bit amounts", |amounts| {
        amounts.iter().map(|&take| u64::from(take as u32)).collect()
    }),
    set!("amounts-in-16-bits", "16-bit amounts", |amounts| {
        amounts.iter().map(|&take| u64::from(take as u16)).collect()
    }),
    set!("amounts-in-word", "amounts above 64 lost", |amounts| {
        amounts.iter().copied().filter(|&take| take <= 64).collect()
    }),
    set!("amounts-around-word", "amounts modulo 64", |amounts| {
        amounts.iter().map(|&take| (take - 1) % 64 + 1).collect()
    }),
    Mutant {
        name: "amounts-added-in-31-bits",
        fault: "size + amount overflows",
        solve: |instance, budget| {
            let largest = instance.heaps().iter().copied().max().unwrap_or(0);
            match instance.rule() {
                Rule::Set(amounts) if amounts.iter().any(|take| take + largest >= 1 << 31) => {
                    Err(OUT_OF_RANGE)
                }
                _ => RIGHT.solve(instance, budget),
            }
        },
    },
    mutant!("amounts-below", "set: whole heap not allowed", amounts: |rule, most| {
        match rule {
            Rule::Squares => rule.up_to(most),
            Rule::Set(_) => rule.up_to(most.saturating_sub(1)),
        }
    }),
    squares!("squares-below", "squares: whole heap not allowed", |_, most| {
        Rule::Squares.up_to(most.saturating_sub(1))
    }),
    squares!("squares-from-4", "1 is no square", |squares, _| {
        squares.into_iter().skip(1).collect()
    }),
    squares!("squares-of-digits", "squares up to 9^2", |squares, _| {
        squares.into_iter().take(9).collect()
    }),
    squares!("squares-to-10000", "squares up to 100^2", |squares, _| {
        squares.into_iter().take(100).collect()
    }),
    squares!("powers-of-2", "powers of 2, not squares", |_, most| {
        (0..40).map(|k| 1 << k).take_while(|&power| power <= most).collect()
    }),
];

/// The heaps numbered anew.
fn renumbered(heaps: impl IntoIterator<Item = Heap>) -> Vec<Heap> {
    (1..).zip(heaps).map(|(number, heap)| Heap { number, ..heap }).collect()
}

pub(crate) fn sorted_by_size(mut heaps: Vec<Heap>) -> Vec<Heap> {
    heaps.sort_by_key(|heap| heap.size);
    heaps
}

/// Heaps without those that are next to an equal one, pair by pair.
pub(crate) fn without_pairs(heaps: Vec<Heap>) -> Vec<Heap> {
    let mut left: Vec<Heap> = Vec::new();
    for heap in heaps {
        match left.last() {
            Some(last) if last.size == heap.size => drop(left.pop()),
            _ => left.push(heap),
        }
    }
    left
}

/// A mutant whose table has room for heaps below a size only.
macro_rules! room {
    ($name:literal, $fault:literal, $room:expr) => {
        mutant!($name, $fault, values: |position, budget| match position.largest() {
            0..$room => values(position, budget),
            _ => Err(OUT_OF_RANGE),
        })
    };
}

pub(crate) const HEAPS: &[Mutant] = &[
    mutant!("first-heap", "first heap only", heaps: |mut heaps| {
        heaps.truncate(1);
        heaps
    }),
    mutant!("last-heap", "last heap only", heaps: |heaps| {
        heaps.last().copied().into_iter().collect()
    }),
    mutant!("largest-heap", "largest heap only", heaps: |heaps| {
        sorted_by_size(heaps).pop().into_iter().collect()
    }),
    mutant!("smallest-heap", "smallest heap only", heaps: |heaps| {
        sorted_by_size(heaps).into_iter().take(1).collect()
    }),
    mutant!("last-heap-lost", "last heap not read", heaps: |mut heaps| {
        heaps.pop();
        heaps
    }),
    mutant!("100-heaps", "only 100 heaps read", heaps: |mut heaps| {
        heaps.truncate(100);
        heaps
    }),
    mutant!("number-is-heap", "p read as a heap", heaps: |mut h| {
        let size = h.len() as u64;
        h.pop();
        h.insert(0, Heap { number: 0, size });
        renumbered(h)
    }),
    mutant!("empty-heap-ends", "stops at an empty heap", heaps: |heaps| {
        heaps.into_iter().take_while(|heap| heap.size > 0).collect()
    }),
    mutant!("empty-heaps-dropped", "empty heaps not numbered", heaps: |heaps| {
        renumbered(heaps.into_iter().filter(|heap| heap.size > 0))
    }),
    Mutant {
        name: "empty-heap-crash",
        fault: "crashes on an empty heap",
        solve: |instance, budget| {
            if instance.heaps().contains(&0) {
                Err(OUT_OF_RANGE)
            } else {
                RIGHT.solve(instance, budget)
            }
        },
    },
    mutant!("set-of-heaps", "equal heaps merged", heaps: |heaps| {
        let mut kept: Vec<Heap> = sorted_by_size(heaps);
        kept.dedup_by_key(|heap| heap.size);
        kept
    }),
    mutant!("pairs-dropped", "pairs of equal heaps not numbered", heaps: |heaps| {
        renumbered(without_pairs(sorted_by_size(heaps)))
    }),
    mutant!("sorted", "heaps numbered in ascending order", heaps: |heaps| {
        renumbered(sorted_by_size(heaps))
    }),
    mutant!("sorted-down", "heaps numbered in descending order", heaps: |heaps| {
        renumbered(sorted_by_size(heaps).into_iter().rev())
    }),
    mutant!("one-heap-of-all", "one heap of the total", heaps: |heaps| {
        vec![Heap { number: 1, size: heaps.iter().map(|heap| heap.size).sum() }]
    }),
    mutant!("heaps-in-16-bits", "16-bit sizes", heaps: |heaps| {
        let short = |heap: Heap| Heap { size: heap.size % (1 << 16), ..heap };
        heaps.into_iter().map(short).collect()
    }),
    mutant!("positions-in-16-bits", "16-bit table indices", values: |p, budget| {
        let mut found = values(p, budget)?;
        found.table.truncate(1 << 16);
        let length = found.table.len() as u64;
        Ok(Values { repeated: (0, length), ..found })
    }),
    mutant!("room-of-first", "table sized for the first heap", values: |p, budget| {
        match p.heaps.first() {
            Some(first) if first.size < p.largest() => Err(OUT_OF_RANGE),
            _ => values(p, budget),
        }
    }),
    room!("room-for-10000", "table of 10,000", 10_000),
    room!("room-for-65536", "table of 65,536", 65_536),
    room!("room-for-100000", "table of 100,000", 100_000),
];
