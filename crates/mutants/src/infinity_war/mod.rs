//! The mutants of Infinity War: one solver with an exchangeable part for each mistake, so that a
//! mutant is one changed part and nothing else.

use std::collections::HashMap;
use std::iter;

use referee_checker::infinity_war::{Claim, Instance, Move, Prepared, Square};
use referee_checker::text::Strictness;
use referee_generators::infinity_war::hash_tables::ChainedTable;
use referee_generators::{Random, Seed};

use crate::budget::{self, Budget, Output, Stopped};
use crate::{Group, Part, is_committed, is_on_demand};

/// A solver.
pub type Solve = fn(&Instance, &mut Budget) -> Output;
type Mutant = crate::Mutant<Solve>;

/// Returns the mutants of the problem.
pub fn part() -> Part<Prepared, Solve> {
    let group = |title, mutants, on| Group { title, mutants, on, enough: usize::MAX, kills };
    let groups = vec![
        group("Wrong answers", WRONG, is_committed),
        group("Too slow", SLOW, is_committed),
        group("On demand: overflow on large boards", WRONG_ON_LARGE_BOARDS, is_on_demand),
    ];
    Part {
        problem: "infinity-war",
        title: "Infinity War",
        limits: LIMITS,
        prepare: |input| Some(Prepared::new(Instance::parse(input, Strictness::Strict).ok()?)),
        groups,
        right: vec![group("Right solvers", RIGHT_SOLVERS, |_| true)],
    }
}

const LIMITS: &str = "Too slow: looks at more than 2000 n + 1,000,000 moves.";

fn kills(case: &Prepared, solve: &Solve) -> Option<&'static str> {
    let instance = case.instance();
    // Generous for O(n) and O(n log n) with any reasonable constant, and too little for O(n^2).
    let steps = 2000 * instance.n() as u64 + 1_000_000;
    let mut budget = Budget { steps, numbers: u64::MAX, turns: u64::MAX };
    budget::kills(case, || solve(instance, &mut budget))
}

/// Squares in the order of trying.
type Squares = Box<dyn Iterator<Item = Square>>;

/// What a piece may do in one turn.
#[derive(Clone, Copy)]
struct Turn {
    single: bool,
    pairs: bool,
    same_twice: bool,
}

const TURN: Turn = Turn { single: true, pairs: true, same_twice: true };

/// A pair of moves, by their positions in the input, and the square in between.
struct Pair {
    first: usize,
    second: usize,
    midpoint: Square,
}

#[derive(Clone, Copy)]
struct Solver {
    /// The moves as read.
    read: fn(&Instance) -> Vec<Move>,
    alice: Turn,
    bob: Turn,
    /// Whether a pair of moves is possible on a board of this side.
    is_possible: fn(i32, &Pair) -> bool,
    /// The key by which a move is looked up, on a board of this side.
    key: fn(i64, Move) -> i64,
    /// The squares among which Alice searches for a safe one, in order.
    squares: fn(&Instance) -> Squares,
    /// Whether a square is excluded from these.
    skip: fn(&Instance, Square) -> bool,
    /// The claim if none is safe.
    last: fn(&Instance) -> Claim,
    captures_first: bool,
}

/// The right solver: all squares on small boards, random squares on large ones.
const RIGHT: Solver = Solver {
    read: |instance| instance.moves().to_vec(),
    alice: TURN,
    bob: TURN,
    is_possible: |n, pair| is_between(1, n, pair.midpoint),
    key: |_, m| i64::from(m.dx) << 32 | i64::from(m.dy as u32),
    squares: |instance| if instance.n() < 15 { in_order(instance) } else { drawn(instance, 100) },
    skip: |instance, square| square == instance.bob(),
    last: |_| Claim::BobWins,
    captures_first: true,
};

impl Solver {
    fn solve(&self, instance: &Instance, budget: &mut Budget) -> Output {
        self.claim(instance, budget).map(|claim| claim.to_string())
    }

    fn claim(&self, instance: &Instance, budget: &mut Budget) -> Result<Claim, Stopped> {
        let moves = (self.read)(instance);
        budget.spend(moves.len() as u64)?;
        let key = |m: Move| (self.key)(instance.n().into(), m);
        let known: HashMap<i64, usize> = (0..).zip(&moves).map(|(at, &m)| (key(m), at)).collect();
        let mut reaches = |turn: Turn, from: Square, to: Square| -> Result<bool, Stopped> {
            budget.spend(1)?;
            if turn.single && known.contains_key(&key(difference(from, to))) {
                return Ok(true);
            }
            for (first, &m) in moves.iter().enumerate().filter(|_| turn.pairs) {
                budget.spend(1)?;
                let midpoint = Square { x: from.x + m.dx, y: from.y + m.dy };
                let rest = key(difference(midpoint, to));
                let Some(&second) = known.get(&rest) else { continue };
                if (turn.same_twice || first != second)
                    && (self.is_possible)(instance.n(), &Pair { first, second, midpoint })
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
                return Ok(tie(square));
            }
        }
        if !self.captures_first && reaches(self.alice, alice, bob)? {
            return Ok(Claim::AliceWins);
        }
        Ok((self.last)(instance))
    }
}

const RIGHT_SOLVERS: &[Mutant] = &[mutant!("right", "none", captures_first: true)];

const WRONG: &[Mutant] = &[
    mutant!("pairs-only", "Alice must use two moves", alice: Turn { single: false, ..TURN }),
    mutant!("singles-only", "Alice uses one move only", alice: Turn { pairs: false, ..TURN }),
    mutant!(
        "alice-not-twice", "Alice may not repeat a move",
        alice: Turn { same_twice: false, ..TURN },
    ),
    mutant!("bob-not-twice", "Bob may not repeat a move", bob: Turn { same_twice: false, ..TURN }),
    mutant!("tie-before-win", "tries a tie before a capture", captures_first: false),
    mutant!("midpoint-unchecked", "midpoint may be off the board", is_possible: |_, _| true),
    mutant!("one-beyond", "midpoint may be at n + 1", is_possible: |n, pair| {
        is_between(1, n + 1, pair.midpoint)
    }),
    mutant!("earlier-move-first", "pairs tried in input order only", is_possible: |n, pair| {
        pair.first <= pair.second && is_between(1, n, pair.midpoint)
    }),
    mutant!("stops-at-null", "stops reading at `0 0`", read: |instance| {
        instance.moves().iter().copied().take_while(|&m| m != NULL).collect()
    }),
    mutant!("null-captures", "the null move captures", = |instance, budget| {
        let has_null = instance.moves().contains(&NULL);
        if has_null { Ok(Claim::AliceWins.to_string()) } else { RIGHT.solve(instance, budget) }
    }),
    mutant!("never-bob", "Bob never wins", last: |instance| tie(instance.alice())),
    mutant!("own-square", "Alice may not stay", skip: |instance, square| {
        square == instance.bob() || square == instance.alice()
    }),
    mutant!("bobs-lines", "skips Bob's row and column", skip: |instance, square| {
        square.x == instance.bob().x || square.y == instance.bob().y
    }),
    // Bob cannot move to his own square, so it looks safe.
    mutant!(
        "bobs-square", "Bob's own square is safe",
        squares: |instance| Box::new(iter::once(instance.bob()).chain((RIGHT.squares)(instance))),
        skip: |_, _| false,
    ),
    mutant!("five-squares-from-4", "tries five random squares from n = 4", squares: |instance| {
        if instance.n() < 4 { in_order(instance) } else { drawn(instance, 5) }
    }),
    mutant!("product-overflows", "coordinates overflow from n = 5001", squares: |instance| {
        if instance.n() > 5000 { products(instance) } else { (RIGHT.squares)(instance) }
    }),
    mutant!("key-short-stride", "key dy*(n + 4) + dx", key: |n, m| {
        i64::from(m.dy) * (n + 4) + i64::from(m.dx)
    }),
    mutant!("key-shift-32-bits", "32-bit key (dx << 20) + dy", key: |_, m| {
        i64::from((m.dx << 20).wrapping_add(m.dy))
    }),
];

const SLOW: &[Mutant] = &[
    mutant!("rows-bottom-left", "scans rows from the bottom left", squares: in_order),
    mutant!("spiral-from-bob", "scans rings from Bob outward", squares: |instance| {
        let (n, bob) = (instance.n(), instance.bob());
        Box::new((1..n).flat_map(move |radius| ring(n, bob, radius)))
    }),
    mutant!("all-pairs", "lists all pairs of moves", = |instance, budget| {
        budget.spend((instance.n() as u64).pow(2))?;
        RIGHT.solve(instance, budget)
    }),
    mutant!("unordered-set", "`unordered_set` of dx*n + dy", = |instance, budget| {
        chained(instance, budget)?;
        RIGHT.solve(instance, budget)
    }),
];

/// Killed only by cases of full size: a case whose numbers overflow has more than 64 KiB.
const WRONG_ON_LARGE_BOARDS: &[Mutant] = &[
    mutant!("key-times-2n-32-bits", "32-bit key (dx + n)(2n + 1) + dy + n", key: |n, m| {
        let key = (i64::from(m.dx) + n) * (2 * n + 1) + i64::from(m.dy) + n;
        i64::from(key as i32)
    }),
    mutant!("moves-in-16-bits", "16-bit moves", read: |instance| {
        let short = |z: i32| i32::from(z as i16);
        instance.moves().iter().map(|m| Move { dx: short(m.dx), dy: short(m.dy) }).collect()
    }),
    mutant!("squares-counted-in-32-bits", "counts to n*n in 32 bits", squares: |instance| {
        let count = instance.n().wrapping_mul(instance.n());
        if count > 0 { (RIGHT.squares)(instance) } else { Box::new(iter::empty()) }
    }),
];

const NULL: Move = Move { dx: 0, dy: 0 };

fn tie(square: Square) -> Claim {
    Claim::Tie { x: square.x.into(), y: square.y.into() }
}

fn difference(from: Square, to: Square) -> Move {
    Move { dx: to.x - from.x, dy: to.y - from.y }
}

fn is_between(least: i32, most: i32, square: Square) -> bool {
    (least..=most).contains(&square.x) && (least..=most).contains(&square.y)
}

/// Row by row from the bottom.
fn in_order(instance: &Instance) -> Squares {
    let n = instance.n();
    Box::new((1..=n).flat_map(move |y| (1..=n).map(move |x| Square { x, y })))
}

/// Uniformly drawn squares: the same in every run, but different for each case.
fn drawn(instance: &Instance, count: usize) -> Squares {
    let n = i64::from(instance.n());
    let mut random = random_of(instance);
    let mut draw = move || random.between(1, n) as i32;
    Box::new((0..count).map(move |_| Square { x: draw(), y: draw() }))
}

/// Squares whose coordinates are products of two random 31-bit numbers, which overflow.
fn products(instance: &Instance) -> Squares {
    let n = instance.n();
    let mut random = random_of(instance);
    let mut factor = move || random.below(1 << 31) as i32;
    let mut draw = move || factor().wrapping_mul(factor()) % n + 1;
    Box::new((0..100).map(move |_| Square { x: draw(), y: draw() }))
}

fn random_of(instance: &Instance) -> Random {
    let pieces = format!("{} {}", instance.alice(), instance.bob());
    Random::new(Seed::of(&["the squares that a mutant draws", &pieces]))
}

/// The squares of the board at this distance from a square, in columns or rows.
fn ring(n: i32, from: Square, radius: i32) -> impl Iterator<Item = Square> {
    let sides = (-radius..=radius).flat_map(move |along| {
        [(along, -radius), (along, radius), (-radius, along), (radius, along)]
    });
    let squares = sides.map(move |(dx, dy)| Square { x: from.x + dx, y: from.y + dy });
    squares.filter(move |&square| is_between(1, n, square))
}

/// The work of a hash table of all moves: insertions, then a look-up of the rest of Alice's way
/// after each move.
fn chained(instance: &Instance, budget: &mut Budget) -> Result<(), Stopped> {
    let key = |m: Move| i64::from(m.dx) * i64::from(instance.n()) + i64::from(m.dy);
    let mut table = ChainedTable::default();
    for &m in instance.moves() {
        budget.spend(1 + table.insert(key(m)))?;
    }
    let way = difference(instance.alice(), instance.bob());
    for m in instance.moves() {
        let rest = Move { dx: way.dx - m.dx, dy: way.dy - m.dy };
        budget.spend(1 + table.look_up(key(rest)))?;
    }
    Ok(())
}
