//! A list of distinct moves under construction, and the promises checked on the finished input.
//! Every family builds its input here, so "distinct", "shorter than the board" and "Alice must not
//! capture" are implemented once. Also the parameter n, and squares that moves lead to.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use referee_checker::infinity_war::{Instance, Move, Prepared, Square};

use crate::family::PATIENCE;
pub(super) use crate::family::{attempts, promise};
use crate::mixer::Mixer;
use crate::removable::written;
use crate::{FamilyError, Parameter, Random};

/// The parameter n of families that work on boards of any size.
pub(super) const ANY_SIDE: Parameter = side(2);

/// Declares the parameter n of families that need a board of at least this size.
pub(super) const fn side(least: i64) -> Parameter {
    Parameter::integer("n", least, 10_000_000, "side of the board, number of moves")
}

pub(super) struct Draft {
    n: i32,
    moves: Vec<Move>,
    taken: HashSet<Move, BuildHasherDefault<Mixer>>,
}

impl Draft {
    pub(super) fn new(n: i64) -> Self {
        let room = n as usize;
        let taken = HashSet::with_capacity_and_hasher(room, BuildHasherDefault::default());
        Draft { n: n as i32, moves: Vec::with_capacity(room), taken }
    }

    pub(super) fn n(&self) -> i32 {
        self.n
    }

    pub(super) fn moves(&self) -> &[Move] {
        &self.moves
    }

    pub(super) fn is_full(&self) -> bool {
        self.moves.len() >= self.n as usize
    }

    pub(super) fn contains(&self, m: Move) -> bool {
        self.taken.contains(&m)
    }

    /// Adds a move, unless it is a duplicate, too long, or one too many. Returns whether it was
    /// added.
    pub(super) fn add(&mut self, m: Move) -> bool {
        let short = m.dx.abs() < self.n && m.dy.abs() < self.n;
        let fresh = short && !self.is_full() && self.taken.insert(m);
        if fresh {
            self.moves.push(m);
        }
        fresh
    }

    /// Adds moves from `draw` that `allowed` accepts, until there are `count`.
    pub(super) fn fill(
        &mut self,
        count: usize,
        mut draw: impl FnMut() -> Move,
        allowed: impl Fn(&Draft, Move) -> bool,
    ) -> Result<(), FamilyError> {
        let mut patience = PATIENCE * (count + 10);
        while self.moves.len() < count {
            let m = draw();
            if allowed(self, m) {
                self.add(m);
            }
            patience -= 1;
            if patience == 0 {
                return Err(FamilyError(format!(
                    "found only {} of {count} suitable moves; choose a larger n",
                    self.moves.len()
                )));
            }
        }
        Ok(())
    }

    /// Fills the draft with uniform moves that do not help Alice to capture Bob.
    pub(super) fn fill_without_capture(
        &mut self,
        random: &mut Random,
        alice: Square,
        bob: Square,
    ) -> Result<(), FamilyError> {
        let (n, way) = (self.n, between(alice, bob));
        self.fill(n as usize, || uniform_move(random, n), |draft, m| !draft.leads(m, way))
    }

    /// Returns whether `m`, alone or with a move of the draft, adds up to `way`. The board is
    /// ignored, so this rejects slightly more than necessary.
    pub(super) fn leads(&self, m: Move, way: Move) -> bool {
        let rest = minus(way, m);
        m == way || m == rest || self.contains(rest)
    }

    /// Returns the input with its moves in random order.
    pub(super) fn shuffled(
        mut self,
        random: &mut Random,
        alice: Square,
        bob: Square,
    ) -> Result<Prepared, FamilyError> {
        random.shuffle(&mut self.moves);
        self.in_order(alice, bob)
    }

    /// Returns the input with its moves in the order of their addition.
    pub(super) fn in_order(self, alice: Square, bob: Square) -> Result<Prepared, FamilyError> {
        let instance = Instance::new(alice, bob, self.moves);
        Ok(Prepared::new(instance.map_err(|e| FamilyError(e.to_string()))?))
    }
}

/// Writes the instance in the strict form.
pub(super) fn bytes(prepared: &Prepared) -> Vec<u8> {
    written(|out| prepared.instance().write(out))
}

/// Asserts the outcome, in the words of the checker.
pub(super) fn promise_outcome(prepared: &Prepared, outcome: &str) -> Result<(), FamilyError> {
    let found = prepared.outcome().name();
    promise(found == outcome, || format!("the outcome is {found} instead of {outcome}"))
}

/// Returns, for each unordered pair of moves, neither of them null, that add up to Alice's way to
/// Bob, the number of its orders (one, for a move taken twice) whose first landing is on the board.
pub(super) fn legal_orders(prepared: &Prepared) -> Vec<usize> {
    let instance = prepared.instance();
    let way = between(instance.alice(), instance.bob());
    let null = Move { dx: 0, dy: 0 };
    let lands = |m: Move| usize::from(instance.landing(instance.alice(), m).is_some());
    let mut pairs = Vec::new();
    for &m in instance.moves() {
        let rest = minus(way, m);
        let known = prepared.reach().rows.position(rest).is_some();
        if known && m <= rest && m != null && rest != null {
            pairs.push(if m == rest { lands(m) } else { lands(m) + lands(rest) });
        }
    }
    pairs
}

/// Draws a move uniformly from all that fit a board of side `n`.
pub(super) fn uniform_move(random: &mut Random, n: i32) -> Move {
    let most = i64::from(n) - 1;
    let dx = random.between(-most, most) as i32;
    Move { dx, dy: random.between(-most, most) as i32 }
}

pub(super) fn uniform_square(random: &mut Random, n: i32) -> Square {
    let x = random.between(1, i64::from(n)) as i32;
    Square { x, y: random.between(1, i64::from(n)) as i32 }
}

/// Draws two different squares uniformly.
pub(super) fn two_squares(random: &mut Random, n: i32) -> (Square, Square) {
    let first = uniform_square(random, n);
    loop {
        let second = uniform_square(random, n);
        if second != first {
            return (first, second);
        }
    }
}

pub(super) fn on_board(n: i32, square: Square) -> bool {
    (1..=n).contains(&square.x) && (1..=n).contains(&square.y)
}

/// Returns the square after a move, which may be off the board.
pub(super) fn after(from: Square, m: Move) -> Square {
    Square { x: from.x + m.dx, y: from.y + m.dy }
}

pub(super) fn between(from: Square, to: Square) -> Move {
    Move { dx: to.x - from.x, dy: to.y - from.y }
}

pub(super) fn minus(whole: Move, part: Move) -> Move {
    Move { dx: whole.dx - part.dx, dy: whole.dy - part.dy }
}
