//! Hot positions in which few moves win, and others only seem to.
//!
//! If the position is hot, some heap has a move that *lowers* its value and makes the sum 0
//! (Bouton's argument). So the only winning move is never in a heap of value 0. But moves that
//! *raise* a value can win as well, besides a lowering one: then a heap of value 0 has a winning
//! move. A family here ensures that moves win only there and in one other heap.

use referee_checker::subtraction_game::HeapMove;

use super::draft::{
    AMOUNTS, LARGEST, MAX_EVALUATED, Promise, RULE, draw_heaps, draw_rule, heaps, search, size,
};
use super::values::NimValues;
use crate::{Arguments, Family, FamilyError, Parameter, Random};

pub(super) const ONE_WINNING_MOVE: Family = Family {
    name: "one-winning-move",
    summary: "exactly one move wins",
    purpose: "solutions that leave out some moves, move in the heap of the greatest value, or \
              count heaps from 0",
    parameters: &[
        RULE,
        AMOUNTS,
        LARGEST,
        heaps(1, 100),
        size(1, MAX_EVALUATED),
        Parameter::choice(
            "where",
            &["anywhere", "lower"],
            "lower: in a heap that has not the greatest value",
        ),
    ],
    generate: one_winning_move,
};

pub(super) const RAISING_MOVE: Family = Family {
    name: "raising-move",
    summary: "moves win in one heap, and in the first, which has value 0 and gets a greater one",
    purpose: "checkers that accept only the jury's own move, or only moves to smaller values",
    parameters: &[RULE, AMOUNTS, LARGEST, heaps(3, 100), size(1, MAX_EVALUATED)],
    generate: raising_move,
};

pub(super) const GREEDY: Family = Family {
    name: "greedy",
    summary: "one heap, from which the largest (or least) possible amount loses, but another wins",
    purpose: "solutions that take as much, or as little, as they can",
    parameters: &[
        RULE,
        AMOUNTS,
        LARGEST,
        size(1, MAX_EVALUATED),
        Parameter::choice("amount", &["largest", "least", "both"], "which amounts lose"),
    ],
    generate: greedy,
};

pub(super) const OVERDRAW: Family = Family {
    name: "overdraw",
    summary: "no move wins in the first heap, but one would that takes more than it has",
    purpose: "solutions that look for a move without regard to the size of the heap, and read the \
              table from its end (as Python does) or at the absolute difference",
    parameters: &[
        RULE,
        AMOUNTS,
        LARGEST,
        heaps(2, 100),
        size(1, MAX_EVALUATED),
        Parameter::choice(
            "read",
            &["end", "difference"],
            "end: -1 is the largest heap; difference: -1 is 1",
        ),
    ],
    generate: overdraw,
};

/// Draws hot positions, with their winning moves, until one fits.
fn hot_position(
    arguments: &Arguments,
    heaps: u64,
    wanted: &str,
    random: &mut Random,
    mut is_wanted: impl FnMut(&NimValues, &[u64], &[HeapMove]) -> bool,
) -> Result<Vec<u8>, FamilyError> {
    let size = arguments.integer("size") as u64;
    let rule = |random: &mut Random| draw_rule(arguments, random);
    search(size, wanted, random, rule, |values, random| {
        let heaps = draw_heaps(heaps, size, random);
        let moves = values.winning_moves(&heaps);
        let is_hot = values.sum(&heaps) != 0;
        (is_hot && is_wanted(values, &heaps, &moves)).then_some((heaps, Promise::Moves(moves)))
    })
}

fn one_winning_move(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let heaps = arguments.integer("heaps") as u64;
    let anywhere = arguments.text("where") == "anywhere";
    if !anywhere && heaps < 3 {
        return Err(FamilyError(format!(
            "of {heaps} heaps, that of the greatest value has the move; choose 3 heaps or more"
        )));
    }
    let wanted = "position with one winning move";
    hot_position(arguments, heaps, wanted, random, |values, heaps, moves| {
        let [only] = moves else { return false };
        let greatest = heaps.iter().map(|&heap| values.of(heap)).max();
        anywhere || greatest > Some(values.of(heaps[only.heap as usize - 1]))
    })
}

fn raising_move(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let heaps = arguments.integer("heaps") as u64;
    let wanted = "position with a winning move that raises a value from 0";
    hot_position(arguments, heaps, wanted, random, |values, heaps, moves| {
        let elsewhere: Vec<i64> = moves.iter().map(|m| m.heap).filter(|&heap| heap != 1).collect();
        let one_heap = elsewhere.windows(2).all(|pair| pair[0] == pair[1]);
        values.of(heaps[0]) == 0 && moves[0].heap == 1 && one_heap
    })
}

fn greedy(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let amount = arguments.text("amount");
    let wanted = "heap from which such amounts lose";
    hot_position(arguments, 1, wanted, random, |values, heaps, moves| {
        let possible = values.amounts().iter().take_while(|&&take| take <= heaps[0]);
        let loses = |take: Option<&u64>| {
            take.is_some_and(|&take| moves.iter().all(|m| m.take != take as i64))
        };
        let (least, largest) = (possible.clone().next(), possible.last());
        (amount == "largest" || loses(least)) && (amount == "least" || loses(largest))
    })
}

fn overdraw(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let heaps = arguments.integer("heaps") as u64;
    let from_end = arguments.text("read") == "end";
    let wanted = "position in which taking too much seems to win";
    hot_position(arguments, heaps, wanted, random, |values, heaps, moves| {
        let (first, largest) = (heaps[0], heaps.iter().copied().max().unwrap_or(0));
        let needed = values.sum(heaps) ^ values.of(first);
        let mut too_much = values.amounts().iter().filter(|&&t| first < t && t <= largest);
        let seems_to_win = too_much.any(|take| {
            let read = if from_end { largest + 1 - (take - first) } else { take - first };
            values.of(read) == needed
        });
        moves[0].heap != 1 && seems_to_win
    })
}
