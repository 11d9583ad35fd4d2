//! Families of boards of side 2 and 3, the only ones of which Bob's moves can cover all squares, or
//! all but one. (On a board of side 4 he reaches at most 12 of the 16 squares, including his own:
//! all 211,876 sets of moves from all squares were tried.)

use referee_checker::infinity_war::{Move, Prepared, Square};

use super::draft::{
    Draft, after, attempts, bytes, on_board, promise, promise_outcome, uniform_move, uniform_square,
};
use crate::{Arguments, Family, FamilyError, Parameter, Random};

/// The rarest kind, Bob winning with n = 3, occurs about once in two thousand draws.
const TRIES: u32 = 1_000_000;

const SIDE: Parameter = Parameter::integer("n", 2, 3, "side of the board, number of moves");

pub(super) const OWN_SQUARE: Family = Family {
    name: "own-square-only",
    summary: "the only square that Bob cannot reach is Alice's own",
    purpose: "solutions that overlook that Alice may stay where she is",
    parameters: &[SIDE],
    generate: |arguments, random| one_safe(arguments, random, true),
};

pub(super) const ONE_SAFE: Family = Family {
    name: "one-safe-square",
    summary: "the only square that Bob cannot reach is not Alice's",
    purpose: "solutions that skip squares, such as those of Bob's row and column, or draw too few",
    parameters: &[
        SIDE,
        Parameter::choice(
            "where",
            &["anywhere", "beside-bob"],
            "whether the safe square is in Bob's row or column",
        ),
    ],
    generate: |arguments, random| one_safe(arguments, random, false),
};

pub(super) const BOB_WINS: Family = Family {
    name: "bob-wins",
    summary: "Bob reaches every square, and Alice does not capture him",
    purpose: "solutions that believe that Bob never wins, or that take his own square for safe",
    parameters: &[SIDE],
    generate: bob_wins,
};

fn bob_wins(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let prepared = bob_wins_on(arguments.integer("n"), random)?;
    promise_outcome(&prepared, "Bob wins")?;
    Ok(bytes(&prepared))
}

/// Returns an input of side `n`, 2 or 3, that Bob wins.
pub(super) fn bob_wins_on(n: i64, random: &mut Random) -> Result<Prepared, FamilyError> {
    search(n, random, "win of Bob's", |safe, _, bob, random| {
        let alice = uniform_square(random, n as i32);
        (safe.is_empty() && alice != bob).then_some(alice)
    })
}

fn one_safe(
    arguments: &Arguments,
    random: &mut Random,
    alices: bool,
) -> Result<Vec<u8>, FamilyError> {
    let n = arguments.integer("n");
    let beside = !alices && arguments.text("where") == "beside-bob";
    let prepared = search(n, random, "board with one safe square", |safe, n, bob, random| {
        let &[safe] = safe else { return None };
        if beside && safe.x != bob.x && safe.y != bob.y {
            return None;
        }
        let alice = if alices { safe } else { uniform_square(random, n) };
        (alice != bob && (alice == safe) == alices).then_some(alice)
    })?;
    promise_outcome(&prepared, "tie")?;
    let safe = safe_squares(&prepared);
    let kept = safe.len() == 1 && (safe[0] == prepared.instance().alice()) == alices;
    promise(kept, || format!("there are {} safe squares", safe.len()))?;
    Ok(bytes(&prepared))
}

/// Draws Bob and his moves until `place_alice`, given the squares that Bob cannot reach, finds a
/// square for Alice from which she cannot capture him.
fn search(
    n: i64,
    random: &mut Random,
    wanted: &str,
    place_alice: impl Fn(&[Square], i32, Square, &mut Random) -> Option<Square>,
) -> Result<Prepared, FamilyError> {
    let side = n as i32;
    attempts(TRIES, wanted, || {
        let bob = uniform_square(random, side);
        let moves: Vec<Move> = (0..n).map(|_| uniform_move(random, side)).collect();
        let safe = out_of_reach(side, bob, &moves);
        if safe.len() > 1 {
            return None;
        }
        let alice = place_alice(&safe, side, bob, random)?;
        let mut draft = Draft::new(n);
        if !moves.into_iter().all(|m| draft.add(m)) {
            return None;
        }
        let prepared = draft.in_order(alice, bob).ok()?;
        prepared.capture().is_none().then_some(prepared)
    })
}

/// Returns the squares that Bob cannot reach, without preparing an instance for each draw.
fn out_of_reach(n: i32, bob: Square, moves: &[Move]) -> Vec<Square> {
    let mut reached = 1u32 << index(n, bob).unwrap_or(0);
    for first in moves {
        let midpoint = after(bob, *first);
        let Some(at) = index(n, midpoint) else { continue };
        reached |= 1 << at;
        for second in moves {
            reached |= index(n, after(midpoint, *second)).map_or(0, |at| 1 << at);
        }
    }
    squares(n).filter(|&s| index(n, s).is_some_and(|at| reached >> at & 1 == 0)).collect()
}

fn index(n: i32, square: Square) -> Option<i32> {
    on_board(n, square).then(|| (square.y - 1) * n + square.x - 1)
}

fn squares(n: i32) -> impl Iterator<Item = Square> {
    (0..n * n).map(move |at| Square { x: at % n + 1, y: at / n + 1 })
}

/// Returns the squares that Bob cannot reach, computed by the checker. Small boards only.
pub(super) fn safe_squares(prepared: &Prepared) -> Vec<Square> {
    let reached = prepared.reach().squares(prepared.instance().bob());
    let all = squares(prepared.instance().n());
    all.zip(reached).filter(|&(_, reached)| !reached).map(|(square, _)| square).collect()
}
