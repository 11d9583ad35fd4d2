//! Branch and bound: proves which cover of a reduced problem is the cheapest.
//!
//! A node branches on the row with the fewest columns to choose from; each branch takes one of
//! these columns, and later branches do without it. A branch ends if its bound proves that it
//! contains nothing cheaper than the best known cover.

use super::bound::{self, Relaxation, SearchNode};
use super::problem::{Cover, CoverProblem};

/// The numbers of subgradient steps of the first node, and of every other node.
const FIRST_STEPS: usize = 300;
const LATER_STEPS: usize = 20;

/// The size of a step: the number of marks in the matrix that each of a node's 20 subgradient steps
/// may visit. So steps take about the same time for every problem.
const MARKS_OF_STEP: usize = 1000;

/// Solves a problem, and deducts the steps taken from `steps`.
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
    // Multipliers price rows that few columns cover, which plain costs ignore.
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
    /// The cheapest known cover, and its cost.
    best: Vec<usize>,
    known: u64,
    /// The number of steps left, and the number that a node takes.
    steps: u64,
    steps_of_node: u64,
}

impl Search<'_> {
    /// Searches below a node; returns whether the search was complete.
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
            // Reduced-cost fixing: a cover with an excluded column cannot be cheaper than the known
            // one.
            *is_free &= !relaxation.excludes(column, self.known - 1);
        }
        let mut choices: Vec<usize> = self.choices(&node, row).collect();
        choices.sort_by_key(|&column| (relaxation.reduced[column], column));
        for column in choices {
            // Earlier branches have used up the columns of this row: no cover is left.
            if self.choices(&node, row).count() < node.demand[row] {
                return true;
            }
            if self.steps < self.steps_of_node {
                self.steps = 0;
                return false;
            }
            self.steps -= self.steps_of_node;
            // Later branches do without it, as this branch finds all covers with it.
            node.is_free[column] = false;
            let below = self.with(&node, column);
            let start = &relaxation.multipliers;
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

    /// Returns the open row with the fewest choices beyond its demand.
    fn narrowest_row(&self, node: &SearchNode) -> Option<usize> {
        let open = (0..node.demand.len()).filter(|&row| node.demand[row] > 0);
        open.min_by_key(|&row| self.choices(node, row).count().saturating_sub(node.demand[row]))
    }

    fn with(&self, node: &SearchNode, column: usize) -> SearchNode {
        let mut below = node.clone();
        below.is_free[column] = false;
        below.cost += self.problem.costs[column];
        for &row in &self.rows_of[column] {
            below.demand[row] = below.demand[row].saturating_sub(1);
        }
        below
    }

    /// Completes a node greedily: always takes the column with the lowest cost, according to
    /// `costs`, per demand that it meets. Then drops superfluous columns.
    fn try_greedy(&mut self, node: &SearchNode, costs: &[i128], taken: &[usize]) {
        let mut node = node.clone();
        let mut chosen = Vec::new();
        while node.demand.iter().any(|&demand| demand > 0) {
            let met = |column: usize| {
                self.rows_of[column].iter().filter(|&&row| node.demand[row] > 0).count() as i128
            };
            // Positive costs are divided by the demands met, but negative ones multiplied, so that
            // meeting many demands is always better.
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

    /// Drops columns without which all rows are still covered, the most expensive first.
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
