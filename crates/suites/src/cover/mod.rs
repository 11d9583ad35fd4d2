//! The cheapest set of columns that covers every row, with proof: set cover, where a row may demand
//! several columns.
//!
//! Reductions come first (`reduce`): columns that some row needs, and dominated rows and columns.
//! The rest splits into components, each of which is searched by branch and bound (`search`) with a
//! Lagrangian bound (`bound`). All bounds are computed in integers, so that a proof does not depend
//! on rounding. The problem is NP-hard; the search stops after a number of steps, and then reports
//! the greatest lower bound proved.
//!
//! Sources: J. E. Beasley, "An algorithm for set covering problem" (1987), for reductions and the
//! bound; A. Caprara, M. Fischetti, P. Toth, "A heuristic method for the set covering problem"
//! (1999), for the greedy steps under multipliers.

mod bound;
mod problem;
mod reduce;
mod search;

pub use problem::{Cover, CoverProblem, CoverRow};

impl CoverProblem {
    /// Finds the cheapest cover in at most about `steps` steps of the search, each of which takes
    /// about ten microseconds. The same problem yields the same cover on every machine.
    pub fn solve(&self, steps: u64) -> Cover {
        let (problems, taken) = reduce::core(self);
        let mut cover = Cover { cost: self.cost(&taken), columns: taken, bound: 0 };
        cover.bound = cover.cost;
        let mut steps = steps;
        for part in problems {
            let solved = search::solve(&part.problem, &mut steps);
            cover.cost += solved.cost;
            cover.bound += solved.bound;
            cover.columns.extend(solved.columns.iter().map(|&column| part.names[column]));
        }
        cover.columns.sort_unstable();
        cover
    }
}

#[cfg(test)]
mod tests;
