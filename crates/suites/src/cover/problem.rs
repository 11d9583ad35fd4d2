//! A set cover problem, and a cover.

/// The rows to cover, and the cost of each column.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CoverProblem {
    /// The cost of each column, at least 1.
    pub costs: Vec<u64>,
    /// The rows.
    pub rows: Vec<CoverRow>,
}

/// A row to cover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverRow {
    /// The columns that cover it: positions in `costs`, ascending, at least as many as demanded.
    pub columns: Vec<usize>,
    /// How many of them must be taken, at least 1.
    pub demand: usize,
}

/// A set of columns that covers all rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cover {
    /// The columns, ascending.
    pub columns: Vec<usize>,
    /// Their total cost.
    pub cost: u64,
    /// The proved lower bound of the cost of every cover.
    pub bound: u64,
}

impl Cover {
    /// Returns whether no other cover is cheaper.
    pub fn is_cheapest(&self) -> bool {
        self.cost == self.bound
    }
}

impl CoverProblem {
    pub(super) fn cost(&self, columns: &[usize]) -> u64 {
        columns.iter().map(|&column| self.costs[column]).sum()
    }

    pub(super) fn rows_of_columns(&self) -> Vec<Vec<usize>> {
        let mut rows_of = vec![Vec::new(); self.costs.len()];
        for (number, row) in self.rows.iter().enumerate() {
            for &column in &row.columns {
                rows_of[column].push(number);
            }
        }
        rows_of
    }
}
