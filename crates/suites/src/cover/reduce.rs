//! Reduces a cover problem without changing the cost of its cheapest cover.

use super::problem::{CoverProblem, CoverRow};

/// A part of a problem.
pub(super) struct Component {
    pub(super) problem: CoverProblem,
    /// For each of its columns, the column of the whole problem.
    pub(super) names: Vec<usize>,
}

/// Reduces a problem until nothing changes. Returns the rest as problems with no row or column in
/// common, and the columns that are always in the cover.
pub(super) fn core(problem: &CoverProblem) -> (Vec<Component>, Vec<usize>) {
    let mut rest = Rest::new(problem);
    // Not short-circuiting, so that each pass runs on what the others have left.
    while rest.take_necessary() | rest.drop_implied_rows() | rest.drop_dominated_columns() {}
    (rest.components(), rest.taken)
}

/// A problem with some rows and columns eliminated.
struct Rest<'a> {
    problem: &'a CoverProblem,
    rows_of: Vec<Vec<usize>>,
    /// How many more columns each row demands; 0 if it is eliminated.
    demand: Vec<usize>,
    /// Whether a column may still be taken.
    is_free: Vec<bool>,
    /// The number of free columns of each row, and the number of open rows of each column.
    choices: Vec<usize>,
    covers: Vec<usize>,
    taken: Vec<usize>,
}

impl<'a> Rest<'a> {
    fn new(problem: &'a CoverProblem) -> Rest<'a> {
        let rows_of = problem.rows_of_columns();
        Rest {
            problem,
            demand: problem.rows.iter().map(|row| row.demand).collect(),
            is_free: vec![true; problem.costs.len()],
            choices: problem.rows.iter().map(|row| row.columns.len()).collect(),
            covers: rows_of.iter().map(Vec::len).collect(),
            rows_of,
            taken: Vec::new(),
        }
    }

    fn drop_column(&mut self, column: usize) {
        self.is_free[column] = false;
        self.rows_of[column].iter().for_each(|&row| self.choices[row] -= 1);
    }

    fn close_row(&mut self, row: usize) {
        self.demand[row] = 0;
        self.problem.rows[row].columns.iter().for_each(|&column| self.covers[column] -= 1);
    }

    fn open_rows(&self) -> impl Iterator<Item = usize> + use<> {
        let open: Vec<usize> = (0..self.demand.len()).filter(|&row| self.demand[row] > 0).collect();
        open.into_iter()
    }

    fn free_columns(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        self.problem.rows[row].columns.iter().copied().filter(|&column| self.is_free[column])
    }

    fn open_rows_of(&self, column: usize) -> impl Iterator<Item = usize> + '_ {
        self.rows_of[column].iter().copied().filter(|&row| self.demand[row] > 0)
    }

    /// Takes the columns of rows that demand all of their free columns.
    fn take_necessary(&mut self) -> bool {
        let before = self.taken.len();
        for row in self.open_rows() {
            if self.choices[row] == self.demand[row] {
                let columns: Vec<usize> = self.free_columns(row).collect();
                columns.into_iter().for_each(|column| self.take(column));
            }
        }
        self.taken.len() > before
    }

    fn take(&mut self, column: usize) {
        self.drop_column(column);
        self.taken.push(column);
        for at in 0..self.rows_of[column].len() {
            let row = self.rows_of[column][at];
            match self.demand[row] {
                0 => {}
                1 => self.close_row(row),
                _ => self.demand[row] -= 1,
            }
        }
    }

    /// Drops each row that is covered whenever another one is: its columns include those of the
    /// other row, and it demands no more.
    fn drop_implied_rows(&mut self) -> bool {
        let (now, problem) = (&*self, self.problem);
        let bits = BitSets::new(problem.rows.len(), problem.costs.len(), move |row| {
            now.free_columns(row).filter(move |_| now.demand[row] > 0)
        });
        let mut has_changed = false;
        for row in self.open_rows() {
            if self.demand[row] == 0 {
                continue;
            }
            // Rows that include this one are rows of each of its columns, so those of its rarest
            // column suffice.
            let rarest = self.free_columns(row).min_by_key(|&column| self.covers[column]);
            let Some(rarest) = rarest else { continue };
            let implied = |other: &usize| {
                *other != row
                    && self.demand[*other] <= self.demand[row]
                    && bits.includes(*other, row)
            };
            let implied: Vec<usize> = self.open_rows_of(rarest).filter(implied).collect();
            has_changed |= !implied.is_empty();
            implied.into_iter().for_each(|other| self.close_row(other));
        }
        has_changed
    }

    /// Drops each column that another one can always replace, since it covers the same rows and
    /// costs no more. If a row demands several columns, both may be needed, so such columns stay.
    fn drop_dominated_columns(&mut self) -> bool {
        let (now, problem) = (&*self, self.problem);
        let bits = BitSets::new(problem.costs.len(), problem.rows.len(), move |column| {
            now.open_rows_of(column).filter(move |_| now.is_free[column])
        });
        let mut has_changed = false;
        for column in 0..self.problem.costs.len() {
            if !self.is_free[column] || self.open_rows_of(column).any(|row| self.demand[row] > 1) {
                continue;
            }
            let shortest = self.open_rows_of(column).min_by_key(|&row| self.choices[row]);
            let is_dominated = match shortest {
                // All of its rows are already covered.
                None => true,
                Some(row) => self.free_columns(row).any(|other| {
                    other != column
                        && self.problem.costs[other] <= self.problem.costs[column]
                        && bits.includes(other, column)
                }),
            };
            if is_dominated {
                self.drop_column(column);
                has_changed = true;
            }
        }
        has_changed
    }

    /// Splits the rest into independent problems.
    fn components(&self) -> Vec<Component> {
        let mut part_of_column = vec![None; self.problem.costs.len()];
        let mut seen = vec![false; self.problem.rows.len()];
        let mut parts = Vec::new();
        for start in self.open_rows() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let (mut rows, mut names, mut next) = (vec![start], Vec::new(), 0);
            while let Some(&row) = rows.get(next) {
                next += 1;
                for column in self.free_columns(row) {
                    if part_of_column[column].is_some() {
                        continue;
                    }
                    part_of_column[column] = Some(0);
                    names.push(column);
                    let fresh = |row: &usize| !std::mem::replace(&mut seen[*row], true);
                    rows.extend(self.open_rows_of(column).filter(fresh));
                }
            }
            names.sort_unstable();
            rows.sort_unstable();
            for (number, &column) in names.iter().enumerate() {
                part_of_column[column] = Some(number);
            }
            let number = |column: usize| part_of_column[column].unwrap_or_default();
            let rows = rows.into_iter().map(|row| CoverRow {
                columns: self.free_columns(row).map(number).collect(),
                demand: self.demand[row],
            });
            let costs = names.iter().map(|&column| self.problem.costs[column]).collect();
            parts.push(Component { problem: CoverProblem { costs, rows: rows.collect() }, names });
        }
        parts
    }
}

/// Sets of small numbers.
struct BitSets {
    words: Vec<u64>,
    /// The number of words of a set.
    length: usize,
}

impl BitSets {
    fn new<I: Iterator<Item = usize>>(
        sets: usize,
        elements: usize,
        of: impl Fn(usize) -> I,
    ) -> BitSets {
        let length = elements.div_ceil(64);
        let mut words = vec![0_u64; sets * length];
        for set in 0..sets {
            of(set).for_each(|element| words[set * length + element / 64] |= 1 << (element % 64));
        }
        BitSets { words, length }
    }

    fn words(&self, set: usize) -> &[u64] {
        &self.words[set * self.length..][..self.length]
    }

    fn includes(&self, set: usize, other: usize) -> bool {
        self.words(set).iter().zip(self.words(other)).all(|(ours, theirs)| theirs & !ours == 0)
    }
}
