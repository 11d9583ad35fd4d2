//! The covered border, a trap for solutions that search for a safe square in order: from any
//! corner, by rows or by columns, along a spiral inward from the border or outward from Bob, they
//! visit at least n squares, each with its O(n) search, before the first that Bob cannot reach.
//!
//! Idea: the *fine* moves (i,0) and (0,j) with |i|, |j| <= k turn one square into a cross, and two
//! of them cover a block of side 2k+1 around Bob. A *coarse* move brings Bob to every (2k+1)-th
//! square of each border line, and a fine one from there to the squares between. For w lines on
//! each of the four sides that takes 4k fine moves and 4w n/(2k+1) coarse ones; k is the largest
//! for which one move in sixteen is left to chance. For w = 1 the block's side is close to n/2, and
//! w can grow to about n/35.
//!
//! The promise is checked on the finished input by witnesses, in O(n log n): all fine moves exist,
//! and on each line every gap between coarse squares is at most 2k+1.

use referee_checker::infinity_war::{Move, Prepared, Square};

use super::draft::{Draft, attempts, between, bytes, promise, promise_outcome, uniform_square};
use crate::{Arguments, Family, FamilyError, Parameter, Random};

pub(super) const COVERED_BORDER: Family = Family {
    name: "covered-border",
    summary: "Bob reaches every square near the border, and a large block around himself",
    purpose: "solutions that look for a safe square in order, by rows, columns or spirals",
    parameters: &[
        Parameter::integer("n", 64, 10_000_000, "side of the board, number of moves"),
        Parameter::integer("width", 1, 400_000, "how many lines along each side are covered").or(1),
    ],
    generate: covered_border,
};

fn covered_border(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let (n, width) = (arguments.integer("n"), arguments.integer("width"));
    let k = fine_radius(n, width)? as i32;
    let width = width as i32;
    let middle = n as i32 / 2 + 1;
    let bob = Square { x: middle, y: middle };
    let mut draft = Draft::new(n);
    for m in fine_moves(k) {
        draft.add(m);
    }
    for square in coarse_squares(n as i32, width, k) {
        draft.add(between(bob, square));
    }
    let alice = attempts(1000, "place for Alice", || {
        let alice = uniform_square(random, draft.n());
        (alice != bob && !captures(&draft, alice, bob)).then_some(alice)
    })?;
    draft.fill_without_capture(random, alice, bob)?;
    let prepared = draft.shuffled(random, alice, bob)?;
    promise_outcome(&prepared, "tie")?;
    promise_border(&prepared, width, k)?;
    Ok(bytes(&prepared))
}

/// Returns the largest k with fine and coarse moves that leave one in sixteen to chance.
fn fine_radius(n: i64, width: i64) -> Result<i64, FamilyError> {
    let budget = n - n / 16;
    let needed = |k: i64| 4 * k + 4 * width * ((n + 2 * k) / (2 * k + 1));
    (1..=budget / 4).rev().find(|&k| needed(k) <= budget).ok_or_else(|| {
        FamilyError(format!(
            "n = {n} moves cannot cover a border of width {width}; choose a width up to about {}",
            (n / 40).max(1)
        ))
    })
}

fn fine_moves(k: i32) -> impl Iterator<Item = Move> {
    (1..=k).flat_map(|i| [(i, 0), (-i, 0), (0, i), (0, -i)].map(|(dx, dy)| Move { dx, dy }))
}

/// Returns the positions along a line from which fine moves reach all of it: k+1, 3k+2, ... and
/// n-k.
fn stops(n: i32, k: i32) -> impl Iterator<Item = i32> {
    let step = 2 * k as usize + 1;
    (k + 1..n + k + 1).step_by(step).map(move |at| at.min(n - k))
}

/// Returns the squares where coarse moves end.
fn coarse_squares(n: i32, width: i32, k: i32) -> impl Iterator<Item = Square> {
    (1..=width).flat_map(move |line| {
        let far = n + 1 - line;
        stops(n, k).flat_map(move |at| {
            [(at, line), (at, far), (line, at), (far, at)].map(|(x, y)| Square { x, y })
        })
    })
}

/// Returns whether one or two moves of the draft lead from Alice to Bob.
fn captures(draft: &Draft, alice: Square, bob: Square) -> bool {
    let way = between(alice, bob);
    draft.moves().iter().any(|&m| draft.leads(m, way))
}

fn promise_border(prepared: &Prepared, width: i32, k: i32) -> Result<(), FamilyError> {
    let instance = prepared.instance();
    let (n, bob) = (instance.n(), instance.bob());
    let is_move = |m: Move| prepared.reach().rows.position(m).is_some();
    promise(fine_moves(k).all(is_move), || "a fine move is missing".into())?;
    let is_stop = |square: Square| square == bob || is_move(between(bob, square));
    promise(coarse_squares(n, width, k).all(is_stop), || "a coarse move is missing".into())?;
    // Fine moves reach k squares either way from each stop, and must leave no gap between two
    // stops.
    let mut covered = 0;
    for at in stops(n, k) {
        promise(at - k <= covered + 1, || format!("square {} of a line is left out", covered + 1))?;
        covered = at + k;
    }
    promise(covered >= n, || "the end of a line is left out".into())
}
