//! The simplest solver: every square and every first move; the second move is looked up.
//!
//! Cost: O(n) expected for one square, hence O(n^3) for the n^2 squares of a tie. No error. For
//! small boards, and for comparison with the others.
//!
//! Source: the brute force of the slides "Infinity War" (Hadry, Pircher, Würzburg 2021).

use std::collections::HashSet;

use referee_checker::infinity_war::{Claim, Instance, Move, Square};

/// Solves an instance.
pub fn solve(instance: &Instance) -> Claim {
    let n = instance.n();
    let moves: HashSet<Move> = instance.moves().iter().copied().collect();
    if reaches(instance, &moves, instance.alice(), instance.bob()) {
        return Claim::AliceWins;
    }
    for y in 1..=n {
        for x in 1..=n {
            if !reaches(instance, &moves, instance.bob(), Square { x, y }) {
                return Claim::Tie { x: i64::from(x), y: i64::from(y) };
            }
        }
    }
    Claim::BobWins
}

/// Returns whether at most two moves lead from one square to another.
fn reaches(instance: &Instance, moves: &HashSet<Move>, from: Square, to: Square) -> bool {
    let one_leads = |from: Square| moves.contains(&Move { dx: to.x - from.x, dy: to.y - from.y });
    let two_lead = || {
        let mut midpoints = instance.moves().iter().filter_map(|&m| instance.landing(from, m));
        midpoints.any(one_leads)
    };
    from == to || one_leads(from) || two_lead()
}
