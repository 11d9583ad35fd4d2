//! Families about Alice's way to Bob: with one move, only with two, in one order only, not at all,
//! and past the null move. Each input has exactly one way, so that a solution that overlooks it, or
//! finds one that does not exist, cannot be right by another way.

use referee_checker::infinity_war::{Move, Path, Square};

use super::draft::{
    ANY_SIDE, Draft, after, attempts, between, bytes, legal_orders, minus, on_board, promise,
    promise_outcome, side, two_squares, uniform_move, uniform_square,
};
use crate::{Arguments, Family, FamilyError, Parameter, Random};

const NULL: Move = Move { dx: 0, dy: 0 };

/// The number of draws for pieces and moves of the wanted shape. The rarest shape, on the smallest
/// board, occurs about once in some hundred draws.
const TRIES: u32 = 100_000;

pub(super) const ONE_MOVE: Family = Family {
    name: "capture-one-move",
    summary: "Alice captures Bob with exactly one move, and with no pair of moves",
    purpose: "solutions that try pairs of listed moves only",
    parameters: &[ANY_SIDE],
    generate: one_move,
};

pub(super) const TWO_MOVES: Family = Family {
    name: "capture-two-moves",
    summary: "Alice captures Bob only through one pair of moves",
    purpose: "solutions that try single moves only, invert moves wrongly, or take no move twice",
    parameters: &[
        side(3),
        Parameter::choice("pair", &["different", "same"], "two moves, or one move twice"),
    ],
    generate: two_moves,
};

pub(super) const MIDPOINT: Family = Family {
    name: "midpoint-off-board",
    summary: "the only pair of moves from Alice to Bob leaves the board in one order, or in both",
    purpose: "solutions that do not check the midpoint, or try each pair in one order only",
    parameters: &[
        side(3),
        Parameter::choice("orders", &["one", "none"], "how many orders of the pair are legal"),
    ],
    generate: midpoint_off_board,
};

pub(super) const NULL_MOVE: Family = Family {
    name: "null-move",
    summary: "the null move comes first in the list, then the rest",
    purpose: "solutions that take 0 0 for the end of the list, or for a capture",
    parameters: &[
        side(4),
        Parameter::choice(
            "outcome",
            &["alice-wins", "tie"],
            "a capture through one pair of moves, or none",
        ),
    ],
    generate: null_move,
};

fn one_move(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let mut draft = Draft::new(arguments.integer("n"));
    let n = draft.n();
    let (alice, bob) = two_squares(random, n);
    let way = between(alice, bob);
    draft.add(way);
    // The null move is rejected too: together with the capture it would make a pair.
    draft.fill(n as usize, || uniform_move(random, n), |draft, m| !draft.leads(m, way))?;
    let prepared = draft.shuffled(random, alice, bob)?;
    let kept = matches!(prepared.capture(), Some(Path::One(_)))
        && legal_orders(&prepared).is_empty()
        && prepared.reach().rows.position(NULL).is_none();
    promise(kept, || "a pair of moves captures as well".into())?;
    Ok(bytes(&prepared))
}

fn two_moves(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let mut draft = Draft::new(arguments.integer("n"));
    let same = arguments.text("pair") == "same";
    let (alice, bob, pair) = attempts(TRIES, "pair of moves", || {
        let (alice, bob) = two_squares(random, draft.n());
        let midpoint = uniform_square(random, draft.n());
        let pair = (between(alice, midpoint), between(midpoint, bob));
        let fits = midpoint != alice
            && midpoint != bob
            && (pair.0 == pair.1) == same
            && on_board(draft.n(), after(alice, pair.1));
        fits.then_some((alice, bob, pair))
    })
    .or_else(|error| if same { Ok(twice(draft.n())) } else { Err(error) })?;
    draft.add(pair.0);
    draft.add(pair.1);
    draft.fill_without_capture(random, alice, bob)?;
    let prepared = draft.shuffled(random, alice, bob)?;
    let orders = if same { 1 } else { 2 };
    let kept =
        matches!(prepared.capture(), Some(Path::Two(..))) && legal_orders(&prepared) == [orders];
    promise(kept, || "there is not exactly one pair of moves that captures".into())?;
    Ok(bytes(&prepared))
}

/// Returns a way of two equal moves, each a third of the board, for boards too large to draw one by
/// chance.
fn twice(n: i32) -> (Square, Square, (Move, Move)) {
    let third = n / 3;
    let alice = Square { x: 1, y: 1 };
    let bob = Square { x: 1 + 2 * third, y: 1 + 2 * third };
    let step = Move { dx: third, dy: third };
    (alice, bob, (step, step))
}

fn midpoint_off_board(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let orders = if arguments.text("orders") == "one" { 1 } else { 0 };
    let outcome = if orders == 1 { "Alice wins" } else { "tie" };
    // On a board of side 3 without a capture, Bob may win; then another draw is needed.
    let prepared = attempts(100, outcome, || {
        let mut draft = Draft::new(arguments.integer("n"));
        let (alice, bob, pair) = pair_off_board(draft.n(), orders, random).ok()?;
        draft.add(pair.0);
        draft.add(pair.1);
        draft.fill_without_capture(random, alice, bob).ok()?;
        let prepared = draft.shuffled(random, alice, bob).ok()?;
        promise_outcome(&prepared, outcome).ok().map(|()| prepared)
    })?;
    let kept = legal_orders(&prepared) == [orders];
    promise(kept, || format!("the pair of moves does not have {orders} legal orders"))?;
    Ok(bytes(&prepared))
}

/// Draws pieces, and two different moves that lead from one to the other in `orders` legal orders.
fn pair_off_board(
    n: i32,
    orders: usize,
    random: &mut Random,
) -> Result<(Square, Square, (Move, Move)), FamilyError> {
    attempts(TRIES, "pair of moves", || {
        let (alice, bob) = two_squares(random, n);
        let first = uniform_move(random, n);
        let second = minus(between(alice, bob), first);
        let short = second.dx.abs() < n && second.dy.abs() < n;
        let lands = |m: Move| usize::from(on_board(n, after(alice, m)));
        let fits = short
            && first != second
            && first != NULL
            && second != NULL
            && lands(first) + lands(second) == orders;
        fits.then_some((alice, bob, (first, second)))
    })
}

fn null_move(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let mut draft = Draft::new(arguments.integer("n"));
    let captures = arguments.text("outcome") == "alice-wins";
    draft.add(NULL);
    let (alice, bob) = two_squares(random, draft.n());
    if captures {
        let midpoint = attempts(TRIES, "midpoint", || {
            let midpoint = uniform_square(random, draft.n());
            (midpoint != alice && midpoint != bob).then_some(midpoint)
        })?;
        draft.add(between(alice, midpoint));
        draft.add(between(midpoint, bob));
    }
    draft.fill_without_capture(random, alice, bob)?;
    // The null move comes first: a solution that stops reading at 0 0 finds no move at all.
    let prepared = draft.in_order(alice, bob)?;
    promise(prepared.instance().moves()[0] == NULL, || "the null move is not the first".into())?;
    if captures {
        let kept = matches!(prepared.capture(), Some(Path::Two(..)));
        promise(kept && legal_orders(&prepared).len() == 1, || {
            "there is not exactly one pair of moves that captures".into()
        })?;
    } else {
        promise_outcome(&prepared, "tie")?;
    }
    Ok(bytes(&prepared))
}
