//! The solvers of Infinity War. Each is a function from an instance to a claim.
//!
//! The solvers share with the checker only the types of an instance and of a claim.

pub mod bidirectional;
pub mod brute_force;
mod buckets;
pub mod exact;

use std::io::Write;

use referee_checker::Strictness;
use referee_checker::infinity_war::{Claim, Instance};

use super::solver::{SolveError, Solver};

/// All solvers, the default one first.
pub const SOLVERS: &[Solver] = &[
    Solver {
        name: "exact",
        summary: "buckets of moves for Alice; a row that Bob has too few pairs of moves to fill",
        complexity: "O(n log n)",
        error: "none",
        solve: |input, _, out| answer(input, exact::solve, out),
    },
    Solver {
        name: "bidirectional",
        summary: "bidirectional search; every square below n = 15, 50 random squares from there on",
        complexity: "O(n) expected",
        error: "a tie taken for \"Bob wins\", at most (136/225)^50 < 1.2e-11",
        solve: |input, _, out| answer(input, bidirectional::solve, out),
    },
    Solver {
        name: "brute-force",
        summary: "every square, every first move, the second one looked up",
        complexity: "O(n^3) expected",
        error: "none",
        solve: |input, _, out| answer(input, brute_force::solve, out),
    },
];

fn answer(
    input: &[u8],
    solve: fn(&Instance) -> Claim,
    out: &mut dyn Write,
) -> Result<(), SolveError> {
    let instance = Instance::parse(input, Strictness::Lenient)?;
    Ok(writeln!(out, "{}", solve(&instance))?)
}
