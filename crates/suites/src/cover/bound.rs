//! Lower bounds by Lagrangian relaxation, in integers.
//!
//! Each row gets a multiplier of at least 0. A cover costs at least the sum of multipliers times
//! demands, plus the reduced costs of all columns whose reduced cost is negative, where the reduced
//! cost of a column is its cost minus the multipliers of its rows. That holds for *any*
//! multipliers: how they are found (by subgradient steps) affects the quality of the bound, but not
//! its validity. Multipliers are in units of 2^-16 of a cost.

use super::problem::CoverProblem;

/// The number of units in a cost of 1.
const UNIT: i128 = 1 << 16;

/// A node of the search: the decisions so far.
#[derive(Clone)]
pub(super) struct SearchNode {
    /// How many more columns each row demands; 0 if it is covered.
    pub(super) demand: Vec<usize>,
    /// Whether a column may still be taken.
    pub(super) is_free: Vec<bool>,
    /// The cost of the columns taken.
    pub(super) cost: u64,
}

/// Multipliers, and the bounds that follow for a node.
#[derive(Clone)]
pub(super) struct Relaxation {
    pub(super) multipliers: Vec<i128>,
    /// The reduced cost of each column, in units.
    pub(super) reduced: Vec<i128>,
    /// The lower bound of all covers below the node, in units.
    pub(super) bound: i128,
}

impl Relaxation {
    /// Returns the bound as a cost, rounded up: the costs of covers are integers.
    pub(super) fn cost(&self) -> u64 {
        u64::try_from(self.bound.div_euclid(UNIT) + i128::from(self.bound.rem_euclid(UNIT) > 0))
            .unwrap_or(0)
    }

    /// Returns whether every cover that also contains this column costs more than `cost`.
    pub(super) fn excludes(&self, column: usize, cost: u64) -> bool {
        self.bound + self.reduced[column].max(0) > i128::from(cost) * UNIT
    }
}

/// Returns initial multipliers: each row gets its share of the cheapest of its columns.
pub(super) fn first_multipliers(problem: &CoverProblem, rows_of: &[Vec<usize>]) -> Vec<i128> {
    let share = |&column: &usize| {
        i128::from(problem.costs[column]) * UNIT / rows_of[column].len().max(1) as i128
    };
    problem.rows.iter().map(|row| row.columns.iter().map(share).min().unwrap_or(0)).collect()
}

/// Improves multipliers in a number of steps, and returns the best relaxation. `known` is the cost
/// of the best known cover; once a bound reaches it, there is nothing left to improve.
pub(super) fn improve(
    problem: &CoverProblem,
    node: &SearchNode,
    start: &[i128],
    known: u64,
    steps: usize,
) -> Relaxation {
    let mut best = relax(problem, node, start.to_vec());
    let mut current = best.clone();
    let (mut pace, mut without_gain) = (1.0, 0);
    for _ in 0..steps {
        if best.cost() >= known {
            break;
        }
        let lacking = lacking(problem, node, &current);
        let length: i128 = lacking.iter().map(|lack| lack * lack).sum();
        // The relaxation meets every demand exactly: its bound cannot be improved.
        if length == 0 {
            break;
        }
        let gap = i128::from(known) * UNIT - current.bound;
        // Floating point is safe here: rounding changes the multipliers, but any multipliers are
        // valid.
        let step = pace * gap as f64 / length as f64;
        let moved = current.multipliers.iter().zip(&lacking);
        let multipliers = moved.map(|(&old, &lack)| (old + (step * lack as f64) as i128).max(0));
        current = relax(problem, node, multipliers.collect());
        without_gain += 1;
        if current.bound > best.bound {
            (best, without_gain) = (current.clone(), 0);
        } else if without_gain == 10 {
            (pace, without_gain) = (pace / 2.0, 0);
        }
    }
    best
}

fn relax(problem: &CoverProblem, node: &SearchNode, multipliers: Vec<i128>) -> Relaxation {
    let mut reduced: Vec<i128> =
        problem.costs.iter().map(|&cost| i128::from(cost) * UNIT).collect();
    let mut bound = i128::from(node.cost) * UNIT;
    for (number, row) in
        problem.rows.iter().enumerate().filter(|(number, _)| node.demand[*number] > 0)
    {
        bound += multipliers[number] * node.demand[number] as i128;
        row.columns.iter().for_each(|&column| reduced[column] -= multipliers[number]);
    }
    let free = reduced.iter().zip(&node.is_free).filter(|(_, is_free)| **is_free);
    bound += free.map(|(&reduced, _)| reduced.min(0)).sum::<i128>();
    Relaxation { multipliers, reduced, bound }
}

/// Returns how many columns each row lacks if those of negative reduced cost are taken; negative if
/// there are too many.
fn lacking(problem: &CoverProblem, node: &SearchNode, relaxation: &Relaxation) -> Vec<i128> {
    let is_taken = |column: &&usize| node.is_free[**column] && relaxation.reduced[**column] < 0;
    let lack = |(number, demand): (usize, &usize)| match demand {
        0 => 0,
        _ => {
            let taken = problem.rows[number].columns.iter().filter(is_taken).count();
            let lack = *demand as i128 - taken as i128;
            // A multiplier of 0 cannot decrease.
            if lack < 0 && relaxation.multipliers[number] == 0 { 0 } else { lack }
        }
    };
    node.demand.iter().enumerate().map(lack).collect()
}
