//! How well cases separate right programs from wrong ones, in the measures of the literature: the
//! share of right programs accepted (true positive rate), the share of wrong ones rejected (true
//! negative rate), and whether all are.

use super::KillMatrix;

/// How well cases separate right programs from wrong ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strength {
    /// Right programs.
    pub right: usize,
    /// Right programs that all cases accept.
    pub accepted: usize,
    /// Wrong programs.
    pub wrong: usize,
    /// Wrong programs that some case catches.
    pub caught: usize,
    /// Wrong programs that exactly one case catches.
    pub once: usize,
    /// Wrong programs that only cases made on demand catch.
    pub on_demand_only: usize,
    /// The number of linearly independent failures.
    pub rank: usize,
}

impl Strength {
    /// Returns whether no right program is rejected.
    pub fn is_fair(&self) -> bool {
        self.accepted == self.right
    }

    /// Returns the share of wrong programs that are caught; 1 if there are none.
    pub fn caught_share(&self) -> f64 {
        if self.wrong == 0 { 1.0 } else { self.caught as f64 / self.wrong as f64 }
    }

    /// Returns the share of right programs that are accepted; 1 if there are none.
    pub fn accepted_share(&self) -> f64 {
        if self.right == 0 { 1.0 } else { self.accepted as f64 / self.right as f64 }
    }
}

impl KillMatrix {
    /// Returns how well the cases separate right programs from wrong ones.
    pub fn strength(&self) -> Strength {
        let caught_by = |is_so: &dyn Fn(usize) -> bool| {
            self.wrong.iter().filter(|program| is_so(program.caught_by.len())).count()
        };
        Strength {
            right: self.right.len(),
            accepted: self.right.iter().filter(|program| program.refused_by.is_empty()).count(),
            wrong: self.wrong.len(),
            caught: caught_by(&|cases| cases > 0),
            once: caught_by(&|cases| cases == 1),
            on_demand_only: self.on_demand_only().len(),
            rank: self.rank(),
        }
    }
}
