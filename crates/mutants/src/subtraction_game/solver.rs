//! A solver with an exchangeable part for each mistake, so that a mutant is one changed part and
//! nothing else. It computes the values of all heaps, adds them up, and searches for a move that
//! makes the sum 0.

use referee_checker::subtraction_game::{Claim, HeapMove, Instance, Rule};

use crate::budget::{Budget, Output, Stopped};

/// A solver.
pub type Solve = fn(&Instance, &mut Budget) -> Output;
pub(super) type Mutant = crate::Mutant<Solve>;

/// A heap with its number in the input.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Heap {
    pub(super) number: i64,
    pub(super) size: u64,
}

/// A position as read.
pub(super) struct Position {
    /// The amounts up to the largest heap, in the order of trying.
    pub(super) amounts: Vec<u64>,
    pub(super) heaps: Vec<Heap>,
}

impl Position {
    pub(super) fn largest(&self) -> u64 {
        self.heaps.iter().map(|heap| heap.size).max().unwrap_or(0)
    }

    pub(super) fn is_alone(&self) -> bool {
        self.heaps.len() == 1
    }
}

/// The values of heaps by size: a table, beyond which a part of it repeats.
pub(super) struct Values {
    pub(super) table: Vec<u32>,
    /// The start and the length of the repeated part.
    pub(super) repeated: (u64, u64),
}

impl Values {
    pub(super) fn of(&self, size: u64) -> u32 {
        let (before, length) = self.repeated;
        self.table.get(size as usize).copied().unwrap_or_else(|| {
            let like = before + (size - before) % length;
            self.table[like as usize]
        })
    }
}

impl From<Vec<u32>> for Values {
    fn from(table: Vec<u32>) -> Self {
        Values { repeated: (0, table.len() as u64), table }
    }
}

/// How the counts of heaps are added up.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sum {
    WithoutCarry,
    WithCarry,
}

impl Sum {
    /// The sum if the count of one heap changes.
    fn with(self, sum: i64, before: i64, after: i64) -> i64 {
        match self {
            Sum::WithoutCarry => sum ^ before ^ after,
            Sum::WithCarry => sum - before + after,
        }
    }
}

pub(super) type Evaluate = fn(&Position, &mut Budget) -> Result<Values, Stopped>;

#[derive(Clone, Copy)]
pub(super) struct Solver {
    /// The amounts up to a size, least first.
    pub(super) amounts: fn(&Rule, u64) -> Vec<u64>,
    /// The heaps as stored.
    pub(super) heaps: fn(Vec<Heap>) -> Vec<Heap>,
    pub(super) values: Evaluate,
    /// What a heap with this size and value counts as.
    pub(super) counts: fn(u64, u32) -> i64,
    pub(super) sum: Sum,
    /// Whether a position with this sum is cold.
    pub(super) is_cold: fn(i64) -> bool,
    /// Finds a move, in a position considered hot.
    pub(super) find: fn(&Known, &mut Budget) -> Result<Option<HeapMove>, Stopped>,
    /// Formats the output: a move, or none for a position considered cold.
    pub(super) say: fn(&Instance, Option<HeapMove>) -> String,
}

/// The right solver. Values are nim-values; for a single heap, only hot or cold.
pub(super) const RIGHT: Solver = Solver {
    amounts: Rule::up_to,
    heaps: |heaps| heaps,
    values,
    counts: |_, value| value.into(),
    sum: Sum::WithoutCarry,
    is_cold: |sum| sum == 0,
    find: |known, budget| {
        known.first_move(budget, |heap, take| known.leaves_cold(heap, heap.size - take))
    },
    say: |_, found| said(found),
};

/// What a solver knows when it searches for a move.
pub(super) struct Known<'a> {
    pub(super) solver: &'a Solver,
    pub(super) position: &'a Position,
    pub(super) values: &'a Values,
    pub(super) sum: i64,
}

impl Known<'_> {
    /// The first possible move that seems to win.
    pub(super) fn first_move(
        &self,
        budget: &mut Budget,
        seems_to_win: impl Fn(Heap, u64) -> bool,
    ) -> Result<Option<HeapMove>, Stopped> {
        for &heap in &self.position.heaps {
            budget.spend(1)?;
            for &take in self.position.amounts.iter().take_while(|&&take| take <= heap.size) {
                budget.spend(1)?;
                if seems_to_win(heap, take) {
                    return Ok(moved(heap, take));
                }
            }
        }
        Ok(None)
    }

    /// Whether the position after a heap has become smaller is considered cold.
    pub(super) fn leaves_cold(&self, heap: Heap, left: u64) -> bool {
        let (before, after) = (self.counts(heap.size), self.counts(left));
        (self.solver.is_cold)(self.solver.sum.with(self.sum, before, after))
    }

    pub(super) fn counts(&self, size: u64) -> i64 {
        (self.solver.counts)(size, self.values.of(size))
    }
}

pub(super) fn moved(heap: Heap, take: u64) -> Option<HeapMove> {
    Some(HeapMove { heap: heap.number, take: take as i64 })
}

impl Solver {
    pub(super) fn solve(&self, instance: &Instance, budget: &mut Budget) -> Output {
        let numbered = (1..).zip(instance.heaps()).map(|(number, &size)| Heap { number, size });
        let heaps = (self.heaps)(numbered.collect());
        let mut position = Position { amounts: Vec::new(), heaps };
        position.amounts = (self.amounts)(instance.rule(), position.largest());
        let values = (self.values)(&position, budget)?;
        let mut known = Known { solver: self, position: &position, values: &values, sum: 0 };
        for heap in &position.heaps {
            known.sum = self.sum.with(known.sum, 0, known.counts(heap.size));
        }
        if (self.is_cold)(known.sum) {
            return Ok((self.say)(instance, None));
        }
        let found = (self.find)(&known, budget)?;
        // A solver that considers the position hot but finds no move must still write one.
        let take = position.amounts.first().map_or(1, |&take| take as i64);
        Ok((self.say)(instance, Some(found.unwrap_or(HeapMove { heap: 1, take }))))
    }
}

/// The correct output.
pub(super) fn said(found: Option<HeapMove>) -> String {
    format!("{}\n", found.map_or(Claim::Cold, Claim::Hot))
}

pub(super) fn values(position: &Position, budget: &mut Budget) -> Result<Values, Stopped> {
    let Position { amounts, .. } = position;
    let evaluate = if position.is_alone() { outcomes } else { nim_values };
    evaluate(amounts, position.largest(), budget).map(Values::from)
}

/// 0 for each cold heap, 1 for each hot one: each cold heap marks all heaps with a move to it.
pub(super) fn outcomes(
    amounts: &[u64],
    largest: u64,
    budget: &mut Budget,
) -> Result<Vec<u32>, Stopped> {
    budget.keep(largest + 1)?;
    let mut values = vec![0; largest as usize + 1];
    for size in 0..=largest {
        if values[size as usize] == 0 {
            budget.spend(1 + amounts.len() as u64)?;
            budget.work(amounts.len() as u64)?;
            for from in amounts.iter().map(|take| size + take).take_while(|&from| from <= largest) {
                values[from as usize] = 1;
            }
        }
    }
    Ok(values)
}

/// For each heap, the least value that no move leads to.
pub(super) fn nim_values(
    amounts: &[u64],
    largest: u64,
    budget: &mut Budget,
) -> Result<Vec<u32>, Stopped> {
    budget.keep(largest + 1)?;
    let mut values: Vec<u32> = Vec::new();
    // The size for which each value was last reached by a move.
    let mut found_for = vec![u64::MAX; amounts.len() + 1];
    for size in 0..=largest {
        budget.spend(1 + amounts.len() as u64)?;
        budget.work(amounts.len() as u64)?;
        for take in amounts.iter().take_while(|&&take| take <= size) {
            found_for[values[(size - take) as usize] as usize] = size;
        }
        let free = found_for.iter().position(|&at| at != size);
        values.push(free.expect("there are fewer moves than values") as u32);
    }
    Ok(values)
}
