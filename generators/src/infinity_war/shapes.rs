//! Families of moves with an unusual shape: a dense block, one row, one column, and the limits of
//! the coordinates. They catch solutions that work only for moves spread over the whole range.

use referee_checker::infinity_war::{Move, Prepared, Square};

use super::draft::{
    Draft, attempts, between, bytes, promise, promise_outcome, side, two_squares, uniform_move,
};
use crate::{Arguments, Family, FamilyError, Parameter, Random};

pub(super) const CLUSTERED: Family = Family {
    name: "clustered",
    summary: "all moves end in a small dense block; a tie",
    purpose: "solutions whose cost grows where many pairs of moves end on one square or in one row",
    parameters: &[side(4)],
    generate: clustered,
};

pub(super) const ONE_ROW: Family = Family {
    name: "one-row",
    summary: "all moves have the same dy; a tie",
    purpose: "solutions that bucket moves by dy, or mix up rows and columns",
    parameters: &[side(4), SHIFT],
    generate: |arguments, random| one_line(arguments, random, |along, shift| (along, shift)),
};

pub(super) const ONE_COLUMN: Family = Family {
    name: "one-column",
    summary: "all moves have the same dx; a tie",
    purpose: "solutions that bucket moves by dx, or mix up rows and columns",
    parameters: &[side(4), SHIFT],
    generate: |arguments, random| one_line(arguments, random, |along, shift| (shift, along)),
};

pub(super) const CROWDED_ROW: Family = Family {
    name: "crowded-row",
    summary: "Bob is at the border, and all pairs of moves end in his row or column; a tie",
    purpose: "solutions that go through all pairs of moves which end in a row, one row after the other",
    parameters: &[
        side(4),
        Parameter::choice("border", &["bottom", "top", "left", "right"], "where Bob is"),
    ],
    generate: crowded_row,
};

pub(super) const EXTREME: Family = Family {
    name: "extreme",
    summary: "pieces in opposite corners, |dx| or |dy| = n-1 in nearly every move",
    purpose: "overflow of keys such as dx*n + dy in 32 bits, slips of signs, < for <= at the border",
    parameters: &[
        side(4),
        Parameter::choice("outcome", &["tie", "alice-wins"], "the outcome"),
        Parameter::choice(
            "decoy",
            &["none", "times-n", "shift-20"],
            "a move that looks like a capture if dx*n + dy, or (dx << 20) + dy, wraps at 32 bits",
        ),
    ],
    generate: extreme,
};

const SHIFT: Parameter =
    Parameter::integer("shift", -10_000_000, 10_000_000, "the part that all moves share").or(0);

fn clustered(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let n = arguments.integer("n");
    let block = n.isqrt() + i64::from(n.isqrt().pow(2) < n);
    let prepared = attempts(1000, "tie", || {
        let mut draft = Draft::new(n);
        let (alice, bob) = two_squares(random, draft.n());
        let (left, bottom) = (random.between(1 - n, n - block), random.between(1 - n, n - block));
        // Two moves of the block must be able to end on the board, or most of the moves would not
        // matter.
        let inside = |from: i32, first: i64| {
            let ends = i64::from(from) + 2 * first;
            ends >= 1 && ends + 2 * (block - 1) <= n
        };
        if !inside(bob.x, left) || !inside(bob.y, bottom) {
            return None;
        }
        for at in 0..n {
            let (dx, dy) = (left + at % block, bottom + at / block);
            draft.add(Move { dx: dx as i32, dy: dy as i32 });
        }
        let prepared = draft.shuffled(random, alice, bob).ok()?;
        prepared.capture().is_none().then_some(prepared)
    })?;
    promise_outcome(&prepared, "tie")?;
    let spread = |part: fn(&Move) -> i32| {
        let parts = || prepared.instance().moves().iter().map(part);
        parts().max().zip(parts().min()).map_or(0, |(most, least)| i64::from(most - least))
    };
    promise(spread(|m| m.dx) < block && spread(|m| m.dy) < block, || "no dense block".into())?;
    Ok(bytes(&prepared))
}

fn one_line(
    arguments: &Arguments,
    random: &mut Random,
    turn: fn(i32, i32) -> (i32, i32),
) -> Result<Vec<u8>, FamilyError> {
    let (n, shift) = (arguments.integer("n"), arguments.integer("shift"));
    if shift.abs() >= n {
        return Err(FamilyError(format!("shift = {shift} must be shorter than n = {n}")));
    }
    let all: Vec<i32> = (1 - n as i32..n as i32).collect();
    let prepared = attempts(1000, "tie", || {
        let mut draft = Draft::new(n);
        let (alice, bob) = two_squares(random, draft.n());
        let mut parts = all.clone();
        random.shuffle(&mut parts);
        for &along in &parts[..n as usize] {
            let (dx, dy) = turn(along, shift as i32);
            draft.add(Move { dx, dy });
        }
        let prepared = draft.in_order(alice, bob).ok()?;
        prepared.capture().is_none().then_some(prepared)
    })?;
    promise_outcome(&prepared, "tie")?;
    let moves = prepared.instance().moves();
    let first = moves[0];
    let kept = moves.iter().all(|m| m.dx == first.dx) || moves.iter().all(|m| m.dy == first.dy);
    promise(kept, || "the moves are not in line".into())?;
    Ok(bytes(&prepared))
}

fn crowded_row(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let mut draft = Draft::new(arguments.integer("n"));
    let n = draft.n();
    let (is_row, border) = match arguments.text("border") {
        "bottom" => (true, 1),
        "top" => (true, n),
        "left" => (false, 1),
        _ => (false, n),
    };
    let turn = |along: i32, across: i32| if is_row { (along, across) } else { (across, along) };
    let square = |(x, y)| Square { x, y };
    let at = random.between(1, n.into()) as i32;
    let bob = square(turn(at, border));
    // Anywhere but in Bob's row, which the moves do not leave.
    let across = random.between(1, i64::from(n) - 1) as i32;
    let across = if border == 1 { across + 1 } else { across };
    let alice = square(turn(random.between(1, n.into()) as i32, across));
    for along in 1 - at..=n - at {
        let (dx, dy) = turn(along, 0);
        draft.add(Move { dx, dy });
    }
    let prepared = draft.shuffled(random, alice, bob)?;
    promise_outcome(&prepared, "tie")?;
    Ok(bytes(&prepared))
}

fn extreme(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let mut draft = Draft::new(arguments.integer("n"));
    let n = draft.n();
    let captures = arguments.text("outcome") == "alice-wins";
    let (decoy, wins) = (arguments.text("decoy"), "Alice wins");
    if captures && decoy != "none" {
        return Err(FamilyError("a decoy needs outcome = \"tie\"".into()));
    }
    let (alice, bob) = opposite_corners(n, random);
    let way = between(alice, bob);
    if captures {
        draft.add(Move { dx: way.dx, dy: 0 });
        draft.add(Move { dx: 0, dy: way.dy });
    }
    let bait = match decoy {
        "none" => None,
        word => Some(decoy_for(way, n, word)?),
    };
    if let Some(bait) = bait {
        draft.add(bait);
    }
    draft.fill(n as usize, || ring_move(n, random), |draft, m| !draft.leads(m, way))?;
    let prepared = draft.shuffled(random, alice, bob)?;
    promise_outcome(&prepared, if captures { wins } else { "tie" })?;
    promise_extreme(&prepared, usize::from(bait.is_some()))?;
    Ok(bytes(&prepared))
}

fn opposite_corners(n: i32, random: &mut Random) -> (Square, Square) {
    let corner = |bits: u64| Square {
        x: if bits & 1 == 0 { 1 } else { n },
        y: if bits & 2 == 0 { 1 } else { n },
    };
    let alice = random.below(4);
    (corner(alice), corner(3 - alice))
}

/// Draws a move of maximum length in at least one direction.
fn ring_move(n: i32, random: &mut Random) -> Move {
    let m = uniform_move(random, n);
    match random.below(4) {
        0 => Move { dx: n - 1, ..m },
        1 => Move { dx: 1 - n, ..m },
        2 => Move { dy: n - 1, ..m },
        _ => Move { dy: 1 - n, ..m },
    }
}

/// Returns a move that is not `way`, but has the same key after wrapping at 32 bits.
fn decoy_for(way: Move, n: i32, word: &str) -> Result<Move, FamilyError> {
    let multiplier = if word == "times-n" { i64::from(n) } else { 1 << 20 };
    let (columns, rows) = ((1i64 << 32) / multiplier, (1i64 << 32) % multiplier);
    let key = |m: Move| (i64::from(m.dx) * multiplier + i64::from(m.dy)) as i32;
    // The keys differ by 2^32, in either direction, with the columns rounded down or up.
    let steps = [(columns, rows), (columns + 1, rows - multiplier)];
    let candidates = steps.into_iter().flat_map(|(dx, dy)| [(dx, dy), (-dx, -dy)]);
    let range = i64::from(1 - n)..i64::from(n);
    for (dx, dy) in candidates {
        let (dx, dy) = (i64::from(way.dx) + dx, i64::from(way.dy) + dy);
        if range.contains(&dx) && range.contains(&dy) {
            let decoy = Move { dx: dx as i32, dy: dy as i32 };
            promise(key(decoy) == key(way), || "the keys do not wrap to the same".into())?;
            return Ok(decoy);
        }
    }
    let least = if word == "times-n" { 46_343 } else { 2_049 };
    Err(FamilyError(format!("decoy = \"{word}\" needs n >= {least}")))
}

fn promise_extreme(prepared: &Prepared, others: usize) -> Result<(), FamilyError> {
    let most = prepared.instance().n() - 1;
    let moves = prepared.instance().moves().iter();
    let short = moves.filter(|m| m.dx.abs() != most && m.dy.abs() != most).count();
    promise(short <= others, || format!("{short} moves are not as long as the board"))
}
