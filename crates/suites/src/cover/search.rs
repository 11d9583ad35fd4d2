//! Branch and bound: proves which cover of a reduced problem is the cheapest.
//!
//! A node takes the row that has the fewest columns to choose from; a branch takes one of these columns, and the branches after it
//! do without it. A branch ends where its bound says that it holds nothing cheaper than what is known.

use super::bound::{self, Relaxation, SearchNode};
use super::problem::{Cover, CoverProblem};

/// How many subgradient steps the first node takes, and every other one.
const FIRST_STEPS: usize = 300;
const LATER_STEPS: usize = 20;

/// How many marks of the matrix one step of the search looks at, twenty times: so steps take about as long whatever the problem.
const MARKS_OF_STEP: usize = 1000;

/// Solves a problem, and takes what that needed from `steps`.
pub(super) fn solve(problem: &CoverProblem, steps: &mut u64) -> Cover {
    let rows_of = problem.rows_of_columns();
    let node = SearchNode {
        demand: problem.rows.iter().map(|row| row.demand).collect(),
        is_free: vec![true; problem.costs.len()],
        cost: 0,
    };
    let marks: usize = rows_of.iter().map(Vec::len).sum();
    let mut search = Search {
        problem,
        rows_of,
        best: Vec::new(),
        known: u64::MAX,
        steps: *steps,
        steps_of_node: 1 + (marks / MARKS_OF_STEP) as u64,
    };
    let by_cost: Vec<i128> = problem.costs.iter().map(|&cost| i128::from(cost)).collect();
    search.try_greedy(&node, &by_cost, &[]);
    let start = bound::first_multipliers(problem, &search.rows_of);
    let relaxation = bound::improve(problem, &node, &start, search.known, FIRST_STEPS);
    search.try_greedy(&node, &relaxation.reduced, &[]);
    let first = relaxation.cost();
    let is_complete = first >= search.known || search.branch(node, &relaxation, &mut Vec::new());
    *steps = search.steps;
    let bound = if is_complete { search.known } else { first.min(search.known) };
    let mut columns = search.best;
    columns.sort_unstable();
    Cover { columns, cost: search.known, bound }
}

struct Search<'a> {
    problem: &'a CoverProblem,
    rows_of: Vec<Vec<usize>>,
    /// The cheapest cover that is known, and what it costs.
    best: Vec<usize>,
    known: u64,
    /// How many steps may still be taken, and how many a node takes.
    steps: u64,
    steps_of_node: u64,
}

impl Search<'_> {
    /// Searches below a node; returns whether nothing had to be left out.
    fn branch(
        &mut self,
        mut node: SearchNode,
        relaxation: &Relaxation,
        taken: &mut Vec<usize>,
    ) -> bool {
        let Some(row) = self.narrowest_row(&node) else {
            self.note(taken, node.cost);
            return true;
        };
        for (column, is_free) in node.is_free.iter_mut().enumerate() {
            *is_free &= !relaxation.excludes(column, self.known - 1);
        }
        let mut choices: Vec<usize> = self.choices(&node, row).collect();
        choices.sort_by_key(|&column| (relaxation.reduced[column], column));
        for column in choices {
            if self.choices(&node, row).count() < node.demand[row] {
                return true;
            }
            if self.steps < self.steps_of_node {
                self.steps = 0;
                return false;
            }
            self.steps -= self.steps_of_node;
            node.is_free[column] = false;
            let below = self.with(&node, column);
            let start = relaxation.multipliers();
            let relaxation = bound::improve(self.problem, &below, start, self.known, LATER_STEPS);
            if relaxation.cost() >= self.known {
                continue;
            }
            taken.push(column);
            self.try_greedy(&below, &relaxation.reduced, taken);
            let is_complete =
                relaxation.cost() >= self.known || self.branch(below, &relaxation, taken);
            taken.pop();
            if !is_complete {
                return false;
            }
        }
        true
    }

    fn choices(&self, node: &SearchNode, row: usize) -> impl Iterator<Item = usize> {
        self.problem.rows[row].columns.iter().copied().filter(|&column| node.is_free[column])
    }

    /// Returns the open row with the least choice.
    fn narrowest_row(&self, node: &SearchNode) -> Option<usize> {
        let open = (0..node.demand.len()).filter(|&row| node.demand[row] > 0);
        open.min_by_key(|&row| self.choices(node, row).count().saturating_sub(node.demand[row]))
    }

    /// Returns the node below, with a column taken.
    fn with(&self, node: &SearchNode, column: usize) -> SearchNode {
        let mut below = node.clone();
        below.is_free[column] = false;
        below.cost += self.problem.costs[column];
        for &row in &self.rows_of[column] {
            below.demand[row] = below.demand[row].saturating_sub(1);
        }
        below
    }

    /// Completes a node greedily: always the column with the least cost, as `costs` says, for each demand that it meets. Then
    /// drops what turned out to be superfluous.
    fn try_greedy(&mut self, node: &SearchNode, costs: &[i128], taken: &[usize]) {
        let mut node = node.clone();
        let mut chosen = Vec::new();
        while node.demand.iter().any(|&demand| demand > 0) {
            let met = |column: usize| {
                self.rows_of[column].iter().filter(|&&row| node.demand[row] > 0).count() as i128
            };
            // Per demand: costs below 0 are best where they meet many, those above where they meet many as well.
            let key = |column: usize| {
                let (cost, met) = (costs[column], met(column));
                if cost > 0 { (1, cost * (1 << 20) / met) } else { (0, cost * met) }
            };
            let free =
                (0..node.is_free.len()).filter(|&column| node.is_free[column] && met(column) > 0);
            let Some(column) = free.min_by_key(|&column| (key(column), column)) else { return };
            node = self.with(&node, column);
            chosen.push(column);
        }
        chosen.extend_from_slice(taken);
        self.drop_superfluous(&mut chosen);
        let cost = self.problem.cost(&chosen);
        self.note(&chosen, cost);
    }

    /// Drops columns, the dearest first, without which all rows are still covered.
    fn drop_superfluous(&self, chosen: &mut Vec<usize>) {
        let mut spare: Vec<i64> =
            self.problem.rows.iter().map(|row| -(row.demand as i64)).collect();
        chosen.iter().flat_map(|&column| &self.rows_of[column]).for_each(|&row| spare[row] += 1);
        chosen.sort_by_key(|&column| (std::cmp::Reverse(self.problem.costs[column]), column));
        chosen.retain(|&column| {
            let is_needed = self.rows_of[column].iter().any(|&row| spare[row] == 0);
            if !is_needed {
                self.rows_of[column].iter().for_each(|&row| spare[row] -= 1);
            }
            is_needed
        });
    }

    fn note(&mut self, columns: &[usize], cost: u64) {
        if cost < self.known {
            (self.best, self.known) = (columns.to_vec(), cost);
        }
    }
}
