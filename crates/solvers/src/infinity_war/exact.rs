//! The default solver: no hashing, no randomness, no error.
//!
//! Idea: with the null move added, Bob has at most (n+1)(n+2)/2 unordered pairs of moves and hence
//! reaches at most that many squares, fewer than n^2 once n >= 4. So in some row fewer than n pairs
//! end. Bisection of the board finds one: the number of pairs that end in a range of rows follows
//! from prefix sums, and the half with fewer pairs per row is kept. That row is then marked, and
//! its first unmarked square is safe. For n < 4 every pair is tried. The proof is in
//! `docs/infinity-war.md`.
//!
//! Alice captures Bob if some move that keeps her on the board has its complement, the move from
//! there to Bob's square, among the moves: it is looked up in the one bucket with its dy.
//!
//! Cost: O(n) for Alice; for Bob log n passes, each over n entries in order. Memory: at most 40 n
//! bytes.

use std::ops::Range;

use referee_checker::infinity_war::{Claim, Instance, Square};

use super::buckets::Buckets;

/// Solves an instance.
pub fn solve(instance: &Instance) -> Claim {
    let buckets = Buckets::new(instance);
    if captures(instance, &buckets) {
        return Claim::AliceWins;
    }
    let safe = if instance.n() < 4 {
        first_safe_square(instance)
    } else {
        Some(safe_square_by_rows(instance, &buckets))
    };
    match safe {
        Some(Square { x, y }) => Claim::Tie { x: i64::from(x), y: i64::from(y) },
        None => Claim::BobWins,
    }
}

/// Buckets of at most this size are searched linearly.
const SMALL: usize = 8;

/// Returns whether two moves, one of which may be the null move, lead Alice to Bob. O(n).
fn captures(instance: &Instance, buckets: &Buckets) -> bool {
    let (n, alice, bob) = (instance.n(), instance.alice(), instance.bob());
    // One stamp for each dx of a second move; allocated only for a bucket that is too large to
    // search.
    let mut stamps: Vec<i32> = Vec::new();
    for dy in buckets.meeting(bob.y - alice.y, 1 - alice.y, n - alice.y) {
        let midpoint_y = alice.y + dy;
        let firsts = buckets.row(dy);
        let seconds = buckets.row(bob.y - midpoint_y);
        let mut wanted = firsts.iter().filter_map(|dx| {
            let midpoint_x = alice.x + dx;
            (1..=n).contains(&midpoint_x).then(|| bob.x - midpoint_x)
        });
        let found = if firsts.len().min(seconds.len()) <= SMALL {
            wanted.any(|dx| seconds.contains(&dx))
        } else {
            // The wanted dx leads from one square of the board to another, so it is shorter than
            // the board.
            stamps.resize(2 * n as usize, 0);
            for dx in seconds {
                stamps[(dx + n) as usize] = midpoint_y;
            }
            wanted.any(|dx| stamps[(dx + n) as usize] == midpoint_y)
        };
        if found {
            return true;
        }
    }
    false
}

/// Returns the first square, row by row, that Bob cannot reach, by trying every pair of moves.
/// O(n^2).
fn first_safe_square(instance: &Instance) -> Option<Square> {
    let n = instance.n();
    let bob = instance.bob();
    let mut reached = vec![bob];
    for &first in instance.moves() {
        let Some(midpoint) = instance.landing(bob, first) else { continue };
        reached.push(midpoint);
        reached.extend(instance.moves().iter().filter_map(|&m| instance.landing(midpoint, m)));
    }
    let mut squares = (1..=n).flat_map(|y| (1..=n).map(move |x| Square { x, y }));
    squares.find(|square| !reached.contains(square))
}

/// Returns a square that Bob cannot reach. n must be at least 4.
fn safe_square_by_rows(instance: &Instance, buckets: &Buckets) -> Square {
    let n = instance.n();
    let pairs = Pairs::new(instance, buckets);
    let mut rows = 1..n + 1;
    let mut twice_here = pairs.twice_ending_in(rows.clone());
    // Invariant: fewer than n pairs per row end in `rows`.
    while rows.len() > 1 {
        let middle = rows.start + rows.len() as i32 / 2;
        let (lower, upper) = (rows.start..middle, middle..rows.end);
        let twice_lower = pairs.twice_ending_in(lower.clone());
        let twice_upper = twice_here - twice_lower;
        // Continue with the half that has fewer pairs per row; the products stay below 2^91.
        let lower_density = u128::from(twice_lower) * upper.len() as u128;
        let upper_density = u128::from(twice_upper) * lower.len() as u128;
        (rows, twice_here) = if lower_density <= upper_density {
            (lower, twice_lower)
        } else {
            (upper, twice_upper)
        };
    }
    let y = rows.start;
    let marked = columns_reached(instance, buckets, y);
    let free = marked.iter().position(|&m| !m);
    Square { x: free.expect("fewer than n pairs end in this row") as i32 + 1, y }
}

/// The number of Bob's pairs of moves by the row in which they end.
struct Pairs {
    bob_y: i32,
    n: i32,
    /// For each row from the top down, the number of moves that take Bob to a square of it.
    inner: Vec<u32>,
    /// Prefix sums over dy, from 1-n up: an inner move weighs 1, any other move 2.
    weights: Vec<u32>,
}

impl Pairs {
    fn new(instance: &Instance, buckets: &Buckets) -> Self {
        let (n, bob) = (instance.n(), instance.bob());
        let mut inner = vec![0; n as usize];
        let mut weights = Vec::with_capacity(2 * n as usize);
        let mut sum = 0;
        weights.push(sum);
        for (dy, (all, stay)) in (1 - n..n).zip(buckets.counts(bob.x)) {
            let y = bob.y + dy;
            sum += 2 * all;
            if (1..=n).contains(&y) {
                inner[(n - y) as usize] = stay;
                sum -= stay;
            }
            weights.push(sum);
        }
        Pairs { bob_y: bob.y, n, inner, weights }
    }

    /// Returns twice the number of unordered pairs of moves that, in a legal order, end in one of
    /// `rows`, whether on the board or beside it.
    ///
    /// Two different inner moves are counted once from each side, each time with weight 1; an inner
    /// and another move are counted once, with weight 2; an inner move and itself are counted once,
    /// with weight 1, and a second time by the sum over doubled moves below.
    fn twice_ending_in(&self, rows: Range<i32>) -> u64 {
        let n = self.n as usize;
        // A first move to row y is followed by a dy from rows.start - y up to, but excluding,
        // rows.end - y.
        let from = &self.weights[rows.start as usize - 1..][..n];
        let to = &self.weights[rows.end as usize - 1..][..n];
        let met: u64 = (self.inner.iter().zip(from).zip(to))
            .map(|((&inner, from), to)| u64::from(inner) * u64::from(to - from))
            .sum();
        // The same move twice, through row y, ends in row 2y - bob_y.
        let doubled_below = |row: i32| ((row + self.bob_y + 1) / 2).min(self.n + 1);
        let (first, past) = (doubled_below(rows.start), doubled_below(rows.end));
        let doubled = &self.inner[(self.n + 1 - past) as usize..(self.n + 1 - first) as usize];
        met + doubled.iter().map(|&inner| u64::from(inner)).sum::<u64>()
    }
}

/// Returns which squares of row `y` Bob reaches. O(n) plus the number of ordered pairs of moves
/// that end in the row.
fn columns_reached(instance: &Instance, buckets: &Buckets, y: i32) -> Vec<bool> {
    let (n, bob) = (instance.n(), instance.bob());
    let mut reached = vec![false; n as usize];
    for dy in buckets.meeting(y - bob.y, 1 - bob.y, n - bob.y) {
        let seconds = buckets.row(y - bob.y - dy);
        for dx in buckets.row(dy) {
            let midpoint_x = bob.x + dx;
            if !(1..=n).contains(&midpoint_x) {
                continue;
            }
            for dx in seconds {
                let x = midpoint_x + dx;
                if (1..=n).contains(&x) {
                    reached[x as usize - 1] = true;
                }
            }
        }
    }
    reached
}
