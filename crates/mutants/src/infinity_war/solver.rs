//! One solver with a switch for each mistake, so that a mutant is one changed word and nothing
//! else.

use std::collections::HashMap;

use referee_checker::infinity_war::{Claim, Instance, Move, Square};
use referee_generators::{Random, Seed};

/// The work a solver may still do. One step is about one look at a move.
#[derive(Debug)]
pub struct Steps(u64);

/// Squares in the order in which they are tried.
pub(crate) type Squares = Box<dyn Iterator<Item = Square>>;

/// More work than a time limit allows.
#[derive(Debug)]
pub struct TimeLimit;

impl Steps {
    /// Generous for O(n) and O(n log n), however large the constant, and too little for O(n^2).
    pub(crate) fn for_side(n: i32) -> Self {
        Steps(2000 * n as u64 + 1_000_000)
    }

    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), TimeLimit> {
        self.0 = self.0.checked_sub(steps).ok_or(TimeLimit)?;
        Ok(())
    }
}

/// A solver.
pub type Solve = fn(&Instance, &mut Steps) -> Result<Claim, TimeLimit>;
pub(crate) type Mutant = crate::Mutant<Solve>;

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Midpoint {
    Checked,
    Unchecked,
    ColumnOnly,
    /// The moves of a pair are tried in one order only: that of the input.
    EarlierMoveFirst,
    LaterMoveFirst,
    /// `<` where `<=` is meant.
    BelowTheLast,
    AboveTheFirst,
    /// The board has a column 0, a row 0, or a column and a row n + 1.
    ColumnZero,
    RowZero,
    OneBeyond,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Key {
    Exact,
    /// dx*n + dy in 64 bits: (1, -1) and (0, n-1) are the same.
    NoOffset,
    /// dy*(n + 4) + dx in 64 bits, where dx has 2n - 1 values.
    ShortStride,
    /// dx*n + dy, wrapped at 32 bits.
    TimesN32,
    /// (dx + n)(2n + 1) + dy + n, wrapped at 32 bits.
    TimesDouble32,
    /// (dx << 20) + dy, wrapped at 32 bits.
    Shift32,
}

/// What a piece may do in one turn.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    pub(crate) single: bool,
    pub(crate) pairs: bool,
    pub(crate) same_twice: bool,
}

pub(crate) const TURN: Turn = Turn { single: true, pairs: true, same_twice: true };

#[derive(Clone, Copy)]
pub(crate) struct Solver {
    pub(crate) alice: Turn,
    pub(crate) bob: Turn,
    pub(crate) midpoint: Midpoint,
    pub(crate) key: Key,
    /// The moves as they were read.
    pub(crate) read: fn(&Instance) -> Vec<Move>,
    /// What is looked up after the midpoint.
    pub(crate) rest: fn(Square, Square) -> Move,
    /// The squares on which Alice looks for safety, in order.
    pub(crate) squares: fn(&Instance) -> Squares,
    /// Whether a square is left out of them.
    pub(crate) skip: fn(&Instance, Square) -> bool,
    /// The claim when there is none.
    pub(crate) last: fn(&Instance) -> Claim,
    /// The claim when there is one.
    pub(crate) tie: fn(Square) -> Claim,
    pub(crate) captures_first: bool,
}

/// The right solver: all squares on small boards, random squares on large ones.
pub(crate) const RIGHT: Solver = Solver {
    alice: TURN,
    bob: TURN,
    midpoint: Midpoint::Checked,
    key: Key::Exact,
    read: |instance| instance.moves().to_vec(),
    rest: difference,
    squares: |instance| if instance.n() < 15 { in_order(instance) } else { drawn(instance, 100) },
    skip: |instance, square| square == instance.bob(),
    last: |_| Claim::BobWins,
    tie: |square| Claim::Tie { x: square.x.into(), y: square.y.into() },
    captures_first: true,
};

impl Solver {
    pub(crate) fn solve(&self, instance: &Instance, steps: &mut Steps) -> Result<Claim, TimeLimit> {
        let moves = (self.read)(instance);
        steps.spend(moves.len() as u64)?;
        let key = |m: Move| self.key_of(m, instance.n());
        let known: HashMap<i64, usize> =
            moves.iter().enumerate().map(|(i, &m)| (key(m), i)).collect();
        let mut reaches = |turn: Turn, from: Square, to: Square| -> Result<bool, TimeLimit> {
            steps.spend(1)?;
            if turn.single && known.contains_key(&key((self.rest)(from, to))) {
                return Ok(true);
            }
            for (first, &m) in moves.iter().enumerate().filter(|_| turn.pairs) {
                steps.spend(1)?;
                let midpoint = Square { x: from.x + m.dx, y: from.y + m.dy };
                let rest = key((self.rest)(midpoint, to));
                let Some(&second) = known.get(&rest) else { continue };
                if (turn.same_twice || first != second)
                    && self.lands(instance.n(), midpoint, first, second)
                {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        let (alice, bob) = (instance.alice(), instance.bob());
        if self.captures_first && reaches(self.alice, alice, bob)? {
            return Ok(Claim::AliceWins);
        }
        for square in (self.squares)(instance) {
            if !(self.skip)(instance, square) && !reaches(self.bob, bob, square)? {
                return Ok((self.tie)(square));
            }
        }
        if !self.captures_first && reaches(self.alice, alice, bob)? {
            return Ok(Claim::AliceWins);
        }
        Ok((self.last)(instance))
    }

    fn lands(&self, n: i32, at: Square, first: usize, second: usize) -> bool {
        let board = 1..=n;
        let inside = board.contains(&at.x) && board.contains(&at.y);
        match self.midpoint {
            Midpoint::Checked => inside,
            Midpoint::Unchecked => true,
            Midpoint::ColumnOnly => board.contains(&at.x),
            Midpoint::EarlierMoveFirst => inside && first <= second,
            Midpoint::LaterMoveFirst => inside && first >= second,
            Midpoint::BelowTheLast => inside && at.x < n && at.y < n,
            Midpoint::AboveTheFirst => inside && at.x > 1 && at.y > 1,
            Midpoint::ColumnZero => (0..=n).contains(&at.x) && board.contains(&at.y),
            Midpoint::RowZero => board.contains(&at.x) && (0..=n).contains(&at.y),
            Midpoint::OneBeyond => (1..=n + 1).contains(&at.x) && (1..=n + 1).contains(&at.y),
        }
    }

    fn key_of(&self, m: Move, n: i32) -> i64 {
        let (dx, dy) = (m.dx, m.dy);
        match self.key {
            Key::Exact => i64::from(dx) << 32 | i64::from(dy as u32),
            Key::NoOffset => i64::from(dx) * i64::from(n) + i64::from(dy),
            Key::ShortStride => i64::from(dy) * i64::from(n + 4) + i64::from(dx),
            Key::TimesN32 => i64::from(dx.wrapping_mul(n).wrapping_add(dy)),
            Key::TimesDouble32 => i64::from((dx + n).wrapping_mul(2 * n + 1).wrapping_add(dy + n)),
            Key::Shift32 => i64::from((dx << 20).wrapping_add(dy)),
        }
    }
}

pub(crate) fn difference(from: Square, to: Square) -> Move {
    Move { dx: to.x - from.x, dy: to.y - from.y }
}

/// Row by row from the bottom.
pub(crate) fn in_order(instance: &Instance) -> Squares {
    let n = instance.n();
    Box::new((1..=n).flat_map(move |y| (1..=n).map(move |x| Square { x, y })))
}

/// Squares drawn uniformly: the same ones each time, other ones for each case.
pub(crate) fn drawn(instance: &Instance, count: usize) -> Squares {
    let n = i64::from(instance.n());
    let mut random = random_of(instance);
    let mut draw = move || random.between(1, n) as i32;
    Box::new((0..count).map(move |_| Square { x: draw(), y: draw() }))
}

/// Squares whose coordinates are products of two random numbers of 31 bits, which overflow.
pub(crate) fn products(instance: &Instance) -> Squares {
    let n = instance.n();
    let mut random = random_of(instance);
    let mut factor = move || random.below(1 << 31) as i32;
    let mut draw = move || factor().wrapping_mul(factor()) % n + 1;
    Box::new((0..100).map(move |_| Square { x: draw(), y: draw() }))
}

/// Squares by numbers below n*n, of which 32 bits are kept.
pub(crate) fn truncated(instance: &Instance) -> Squares {
    let n = instance.n();
    let mut random = random_of(instance);
    let mut draw = move || random.below(n as u64 * n as u64) as i32;
    Box::new((0..100).map(move |_| {
        let number = draw();
        Square { x: number % n + 1, y: number / n + 1 }
    }))
}

fn random_of(instance: &Instance) -> Random {
    let pieces = format!("{} {}", instance.alice(), instance.bob());
    Random::new(Seed::of(&["the squares that a mutant draws", &pieces]))
}
