//! One solver with an exchangeable part for each mistake, so that a mutant is one changed part and
//! nothing else. It finds out what all heaps are worth, adds that up, and looks for a move after
//! which it comes to nothing.

use referee_checker::subtraction_game::{Claim, HeapMove, Instance, Rule};

use crate::budget::{Budget, Output, Stopped};

/// A solver.
pub type Solve = fn(&Instance, &mut Budget) -> Output;
pub(super) type Mutant = crate::Mutant<Solve>;

/// A heap, and how it is counted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Heap {
    pub(super) number: i64,
    pub(super) size: u64,
}

/// A position as it was read.
pub(super) struct Position {
    /// The amounts up to the largest heap, in the order in which they are tried.
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

/// What heaps are worth by their sizes: a table, beyond whose end a part of it is repeated.
pub(super) struct Values {
    pub(super) table: Vec<u32>,
    /// Where the part begins, and its length.
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

/// How what heaps count as is added up.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sum {
    WithoutCarry,
    WithCarry,
}

impl Sum {
    /// The sum where one heap counts as something else than before.
    fn with(self, sum: i64, before: i64, after: i64) -> i64 {
        match self {
            Sum::WithoutCarry => sum ^ before ^ after,
            Sum::WithCarry => sum - before + after,
        }
    }
}

/// The values of a position.
pub(super) type Evaluate = fn(&Position, &mut Budget) -> Result<Values, Stopped>;

#[derive(Clone, Copy)]
pub(super) struct Solver {
    /// The amounts up to a size, least first.
    pub(super) amounts: fn(&Rule, u64) -> Vec<u64>,
    /// The heaps as they are kept.
    pub(super) heaps: fn(Vec<Heap>) -> Vec<Heap>,
    pub(super) values: Evaluate,
    /// What a heap of such size and value counts as.
    pub(super) counts: fn(u64, u32) -> i64,
    pub(super) sum: Sum,
    /// Whether a position with such a sum is cold.
    pub(super) is_cold: fn(i64) -> bool,
    /// The move, from a position that is taken for hot.
    pub(super) find: fn(&Known, &mut Budget) -> Result<Option<HeapMove>, Stopped>,
    /// What is written, of a move, or of none for a position that is taken for cold.
    pub(super) say: fn(&Instance, Option<HeapMove>) -> String,
}

/// The right solver. Values are nim-values, but for a heap alone, which needs only be hot or cold.
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

/// What a solver knows when it looks for a move.
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

    /// Whether the position is taken for cold where a heap has become smaller.
    pub(super) fn leaves_cold(&self, heap: Heap, left: u64) -> bool {
        let (before, after) = (self.counts(heap.size), self.counts(left));
        (self.solver.is_cold)(self.solver.sum.with(self.sum, before, after))
    }

    pub(super) fn counts(&self, size: u64) -> i64 {
        (self.solver.counts)(size, self.values.of(size))
    }
}

/// A move that is found.
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
        // Who takes it for hot and knows no move has to write one down all the same.
        let take = position.amounts.first().map_or(1, |&take| take as i64);
        Ok((self.say)(instance, Some(found.unwrap_or(HeapMove { heap: 1, take }))))
    }
}

/// The output as it should be.
pub(super) fn said(found: Option<HeapMove>) -> String {
    format!("{}\n", found.map_or(Claim::Cold, Claim::Hot))
}

pub(super) fn values(position: &Position, budget: &mut Budget) -> Result<Values, Stopped> {
    let Position { amounts, .. } = position;
    let evaluate = if position.is_alone() { outcomes } else { nim_values };
    evaluate(amounts, position.largest(), budget).map(Values::from)
}

/// 0 for each cold heap, 1 for each hot one: from the cold ones, all that lead there are marked.
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
    // The size for which each value was last found a move away.
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
