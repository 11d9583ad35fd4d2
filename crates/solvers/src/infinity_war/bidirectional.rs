//! The solver of the slides: a bidirectional search for Alice, and random squares for a tie.
//!
//! Idea: a piece reaches a square with at most two moves if the squares that it reaches with at
//! most one move and those from which at most one move leads there intersect. For the second set,
//! the moves are copied and inverted; the null move, added to both, accounts for "at most". A safe
//! square is searched for among all squares below n = 15, and among 50 random ones from there on.
//!
//! Error: Bob reaches at most (n+1)(n+2)/2 of the n^2 squares, including his own. From n = 15 on,
//! that is at most 136 of 225, tending to a half, so that 50 independent squares are all Bob's with
//! a probability of at most (136/225)^50 < 1.2e-11; then a tie is mistaken for "Bob wins". The
//! answer "tie" is never wrong.
//!
//! Cost: O(n) expected per search, at most 225 or 50 searches. The hash function of the standard
//! library is keyed, so no input is known to be slow; the answer does not depend on the key.
//!
//! Source: the slides "Infinity War" (Hadry, Pircher, Würzburg 2021).

use std::collections::HashSet;

use referee_checker::infinity_war::{Claim, Instance, Move, Square};
use referee_generators::{Random, Seed};

/// The side length from which squares are drawn at random.
const DRAWN_FROM: i32 = 15;

const DRAWS: usize = 50;

/// Solves an instance.
pub fn solve(instance: &Instance) -> Claim {
    let n = instance.n();
    if one_move_away(instance, instance.alice()).leads_to(instance.bob()) {
        return Claim::AliceWins;
    }
    let bob = one_move_away(instance, instance.bob());
    let safe = if n < DRAWN_FROM {
        let mut squares = (1..=n).flat_map(|y| (1..=n).map(move |x| Square { x, y }));
        squares.find(|&square| !bob.leads_to(square))
    } else {
        let mut random = Random::new(Seed::of(&["infinity-war", "bidirectional"]));
        let mut coordinate = || random.between(1, i64::from(n)) as i32;
        let mut squares = (0..DRAWS).map(|_| Square { x: coordinate(), y: coordinate() });
        squares.find(|&square| !bob.leads_to(square))
    };
    match safe {
        Some(Square { x, y }) => Claim::Tie { x: i64::from(x), y: i64::from(y) },
        None => Claim::BobWins,
    }
}

/// One side of the search, reused for any number of squares.
struct OneMoveAway<'a> {
    instance: &'a Instance,
    squares: HashSet<Square>,
}

fn one_move_away(instance: &Instance, from: Square) -> OneMoveAway<'_> {
    let moves = instance.moves().iter().chain(&[NULL]);
    let squares = moves.filter_map(|&m| instance.landing(from, m)).collect();
    OneMoveAway { instance, squares }
}

impl OneMoveAway<'_> {
    fn leads_to(&self, target: Square) -> bool {
        let inverted = |m: &Move| Move { dx: -m.dx, dy: -m.dy };
        let mut moves = self.instance.moves().iter().chain(&[NULL]).map(inverted);
        moves.any(|m| {
            let midpoint = self.instance.landing(target, m);
            midpoint.is_some_and(|midpoint| self.squares.contains(&midpoint))
        })
    }
}

const NULL: Move = Move { dx: 0, dy: 0 };
