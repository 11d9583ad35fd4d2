//! The families in which Bob reaches as many squares as possible. They catch solutions that draw a
//! few squares at random, and those whose cost grows with the squares reached.
//!
//! Bob reaches at most one square for each unordered pair of moves, about n^2/2. But pairs whose
//! sums stay on the board have both moves in half a board, where sums must coincide. Measured
//! shares: 0.61 of the board by hill climbing for n = 8, 0.51 for n = 20, 0.43 for n = 64, and 0.37
//! for large n, with Bob in the middle and moves drawn from a thick square frame at a quarter of
//! the board around him. (Moves drawn uniformly from the frame's inside give 0.34, three rows of
//! n/3 moves in three directions 1/3.)

use referee_checker::infinity_war::{Move, Prepared, Square};

use super::climb::Climb;
use super::draft::{
    Draft, attempts, bytes, promise, promise_outcome, side, two_squares, uniform_move,
    uniform_square,
};
use super::small_boards::safe_squares;
use crate::{Arguments, Family, FamilyError, Parameter, Random};

/// The largest side at which densest-cover climbs.
const CLIMBED: i32 = 64;

/// The largest side at which every square is counted; beyond it, every square of some rows.
const COUNTED: i32 = 3000;

/// The number of evenly spread rows counted on a larger board.
const ROWS: u32 = 64;

/// The promise of densest-cover: the smallest share of squares that Bob reaches, in percent.
const PROMISED: usize = 35;

/// The radius of a frame move is the greatest of this many uniform draws. Six measured best.
const DRAWS: u32 = 6;

pub(super) const FEW_SAFE: Family = Family {
    name: "few-safe-squares",
    summary: "a small board on which Bob reaches as many squares as hill climbing finds, Alice's among them",
    purpose: "solutions that draw a few squares, or look at some squares only",
    parameters: &[
        Parameter::integer("n", 4, 40, "side of the board, number of moves"),
        Parameter::integer("iterations", 0, 10_000_000, "exchanges of one move that are tried")
            .or(50_000),
        Parameter::integer("percent", 1, 100, "the most squares that may be safe, in percent")
            .or(60),
    ],
    generate: few_safe_squares,
};

pub(super) const DENSEST: Family = Family {
    name: "densest-cover",
    summary: "Bob reaches 35 percent of all squares or more; half of them is the limit for large n",
    purpose: "solutions that draw a few squares, and those that list all squares reached",
    parameters: &[side(8)],
    generate: densest_cover,
};

fn few_safe_squares(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let n = arguments.integer("n");
    let mut draft = Draft::new(n);
    let side = draft.n();
    let bob = uniform_square(random, side);
    draft.fill(side as usize, || uniform_move(random, side), |_, _| true)?;
    let start = draft.in_order(two_squares_with(bob, side), bob)?;
    let mut climb = Climb::new(side, bob, start.instance().moves().to_vec());
    climb.improve(arguments.integer("iterations"), random);
    let prepared = place_alice(&climb, random)?;
    promise_outcome(&prepared, "tie")?;
    let safe = safe_squares(&prepared);
    let most = n * n * arguments.integer("percent") / 100;
    promise(safe.len() as i64 <= most, || {
        let safe = safe.len();
        format!("{safe} squares are safe, not {most}; choose more iterations or a higher percent")
    })?;
    promise(!safe.contains(&prepared.instance().alice()), || "Alice's square is safe".into())?;
    Ok(bytes(&prepared))
}

/// Returns any square but Bob's, as a placeholder until Alice's square is chosen.
fn two_squares_with(bob: Square, n: i32) -> Square {
    Square { x: bob.x % n + 1, y: bob.y }
}

/// Draws a square for Alice that Bob can reach and from which she cannot capture him.
fn place_alice(climb: &Climb, random: &mut Random) -> Result<Prepared, FamilyError> {
    attempts(1000, "place for Alice", || {
        let (draft, bob) = climb.draft().ok()?;
        let (alice, _) = two_squares(random, draft.n());
        if alice == bob {
            return None;
        }
        let prepared = draft.shuffled(random, alice, bob).ok()?;
        let reached = prepared.reach().path(bob, alice).is_some();
        (reached && prepared.capture().is_none()).then_some(prepared)
    })
}

fn densest_cover(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let n = arguments.integer("n");
    let mut draft = Draft::new(n);
    let side = draft.n();
    let bob = Square { x: side / 2 + 1, y: side / 2 + 1 };
    draft.fill(side as usize, || frame_move(side, random), |_, _| true)?;
    let prepared = if side <= CLIMBED {
        let start = draft.in_order(two_squares_with(bob, side), bob)?;
        let mut climb = Climb::new(side, bob, start.instance().moves().to_vec());
        climb.improve(20_000, random);
        promise_percent(climb.reached(), side as usize * side as usize)?;
        place_alice(&climb, random)?
    } else {
        let start = draft.shuffled(random, two_squares_with(bob, side), bob)?;
        attempts(100, "place for Alice", || {
            let alice = uniform_square(random, side);
            if alice == bob || start.reach().path(alice, bob).is_some() {
                return None;
            }
            let mut draft = Draft::new(n);
            let full = start.instance().moves().iter().all(|&m| draft.add(m));
            draft.in_order(alice, bob).ok().filter(|_| full)
        })?
    };
    promise_outcome(&prepared, "tie")?;
    promise_cover(&prepared)?;
    Ok(bytes(&prepared))
}

/// Draws a move that ends near a square frame at a quarter of the board around its start.
fn frame_move(n: i32, random: &mut Random) -> Move {
    let quarter = i64::from(n / 4).max(1);
    let radius = (0..DRAWS).map(|_| random.between(0, quarter)).max().unwrap_or(quarter);
    let along = random.between(-radius, radius) as i32;
    let radius = radius as i32;
    match random.below(4) {
        0 => Move { dx: radius, dy: along },
        1 => Move { dx: -radius, dy: along },
        2 => Move { dx: along, dy: radius },
        _ => Move { dx: along, dy: -radius },
    }
}

fn promise_cover(prepared: &Prepared) -> Result<(), FamilyError> {
    let n = prepared.instance().n();
    if n <= COUNTED {
        let reached = prepared.reach().squares(prepared.instance().bob());
        return promise_percent(reached.iter().filter(|&&r| r).count(), reached.len());
    }
    let mut reached = 0;
    for strip in 0..i64::from(ROWS) {
        // Samples the middle of each strip: rows near Bob are reached more densely than distant
        // ones.
        let y = (2 * strip + 1) * i64::from(n) / (2 * i64::from(ROWS)) + 1;
        reached += reached_in_row(prepared, y as i32);
    }
    promise_percent(reached, ROWS as usize * n as usize)
}

fn promise_percent(reached: usize, of: usize) -> Result<(), FamilyError> {
    promise(reached * 100 >= PROMISED * of, || {
        format!("Bob reaches only {reached} of {of} squares; choose a larger n")
    })
}

/// Counts the squares of row `y` that Bob reaches, by O(n) lookups plus their results.
fn reached_in_row(prepared: &Prepared, y: i32) -> usize {
    let reach = prepared.reach();
    let instance = prepared.instance();
    let mut marked = vec![false; instance.n() as usize];
    for &first in instance.moves() {
        let Some(midpoint) = instance.landing(instance.bob(), first) else { continue };
        if midpoint.y == y {
            marked[midpoint.x as usize - 1] = true;
        }
        for &(dx, _) in reach.rows.row(y - midpoint.y) {
            if let Some(mark) = marked.get_mut((midpoint.x + dx - 1) as usize) {
                *mark = true;
            }
        }
    }
    marked.iter().filter(|&&m| m).count()
}
