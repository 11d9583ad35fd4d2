//! Hill climbing on Bob's reach: replaces one move, and keeps the change if Bob reaches no fewer
//! squares. This yields boards with few safe squares, and the densest small ones, which random
//! draws do not find.
//!
//! Idea: the number of ways to each square is kept up to date, so an exchange costs O(n) instead of
//! O(n^2). Memory: 4 n^2 bytes.

use referee_checker::infinity_war::{Move, Square};

use super::draft::{Draft, after, on_board, uniform_move};
use crate::{FamilyError, Random};

/// Bob's moves and, for each square, the number of his ways to it.
pub(super) struct Climb {
    n: i32,
    bob: Square,
    moves: Vec<Move>,
    ways: Vec<u32>,
    reached: usize,
}

impl Climb {
    pub(super) fn new(n: i32, bob: Square, moves: Vec<Move>) -> Self {
        let ways = vec![0; n as usize * n as usize];
        let mut climb = Climb { n, bob, moves: Vec::new(), ways, reached: 0 };
        climb.count(Some(bob), 1);
        for m in moves {
            climb.insert(m);
        }
        climb
    }

    /// Tries `iterations` replacements, each with a move drawn uniformly or close to the old one.
    pub(super) fn improve(&mut self, iterations: i64, random: &mut Random) {
        for _ in 0..iterations {
            let which = random.below(self.moves.len() as u64) as usize;
            let old = self.moves[which];
            let new = if random.below(2) == 0 {
                uniform_move(random, self.n)
            } else {
                let step = |random: &mut Random| random.between(-2, 2) as i32;
                Move { dx: old.dx + step(random), dy: old.dy + step(random) }
            };
            let long = new.dx.abs() >= self.n || new.dy.abs() >= self.n;
            if long || self.moves.contains(&new) {
                continue;
            }
            let before = self.reached;
            self.remove(which);
            self.insert(new);
            if self.reached < before {
                self.remove(self.moves.len() - 1);
                self.insert(old);
            }
        }
    }

    /// Returns the number of squares that Bob reaches, his own included.
    pub(super) fn reached(&self) -> usize {
        self.reached
    }

    /// Returns the moves as a full draft, with Bob's square.
    pub(super) fn draft(&self) -> Result<(Draft, Square), FamilyError> {
        let mut draft = Draft::new(i64::from(self.n));
        if !self.moves.iter().all(|&m| draft.add(m)) {
            return Err(FamilyError("a move came up twice".into()));
        }
        Ok((draft, self.bob))
    }

    fn insert(&mut self, m: Move) {
        self.moves.push(m);
        self.count_ways_with_last(1);
    }

    fn remove(&mut self, which: usize) {
        let last = self.moves.len() - 1;
        self.moves.swap(which, last);
        self.count_ways_with_last(-1);
        self.moves.pop();
    }

    /// Adds `sign` for every way that uses the last move.
    fn count_ways_with_last(&mut self, sign: i32) {
        let last = self.moves.len() - 1;
        let m = self.moves[last];
        let midpoint = self.after(self.bob, m);
        let end = |climb: &Climb, m| climb.after(midpoint?, m);
        self.count(midpoint, sign);
        for other in 0..last {
            let other = self.moves[other];
            // In both orders.
            self.count(end(self, other), sign);
            self.count(self.after(self.bob, other).and_then(|at| self.after(at, m)), sign);
        }
        self.count(end(self, m), sign);
    }

    fn after(&self, from: Square, m: Move) -> Option<Square> {
        Some(after(from, m)).filter(|&to| on_board(self.n, to))
    }

    /// Adds `sign` to the ways to a square, if there is one.
    fn count(&mut self, square: Option<Square>, sign: i32) {
        let Some(square) = square else { return };
        let ways = &mut self.ways[((square.y - 1) * self.n + square.x - 1) as usize];
        let before = *ways;
        *ways = before.wrapping_add_signed(sign);
        if before == 0 {
            self.reached += 1;
        } else if *ways == 0 {
            self.reached -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use referee_checker::infinity_war::Prepared;

    use super::*;
    use crate::Seed;

    /// Checks that the incremental counts match what the checker computes from scratch.
    #[test]
    fn the_counts_are_right_after_many_exchanges() {
        for seed in 0..20 {
            let mut random = Random::new(Seed::from_value(seed));
            let n = random.between(4, 12) as i32;
            let bob = Square { x: random.between(1, n.into()) as i32, y: 2 };
            let start = (0..n).map(|i| Move { dx: i - n / 2, dy: i / 3 }).collect();
            let mut climb = Climb::new(n, bob, start);
            let before = climb.reached();
            climb.improve(500, &mut random);
            let (draft, bob) = climb.draft().expect("distinct moves");
            let alice = Square { x: bob.x, y: 1 };
            let prepared: Prepared = draft.in_order(alice, bob).expect("legal");
            let reached = prepared.reach().squares(bob);
            assert_eq!(climb.reached(), reached.iter().filter(|&&r| r).count());
            assert!(climb.reached() >= before);
        }
    }
}
