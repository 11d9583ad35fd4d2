//! Subtraction games on the command line: tests beyond those of every problem. Many moves can be
//! right, and a line of a few digits can require gigabytes.

mod catalogue;
mod check;
mod inputs;
mod large;

use crate::shipped::Shipped;

/// One heap, of which 1, 4 and 9 each leave a cold position: 10, 7 and 2.
const MANY_MOVES: &str = "squares\n1\n11\n";
/// Two heaps: only taking 3 from the first one wins.
const ONE_MOVE: &str = "set 2 5 3\n2\n6 3\n";
/// Three heaps, two of equal value and one that is cold.
const COLD: &str = "squares\n3\n1 3 7\n";

/// The problem and its three cases.
pub(crate) const PROBLEM: Shipped = Shipped {
    name: "subtraction-game",
    cases: [
        ("sample/1-many-moves", MANY_MOVES, "hot 1 1\n"),
        ("secret/2-one-move", ONE_MOVE, "hot 1 3\n"),
        ("secret/3-cold", COLD, "cold\n"),
    ],
};
