//! All of the smallest boards: a program that fails on some board of side 2 or 3 fails on one of
//! these. No symmetric boards are left out, because a wrong program need not be symmetric: that may
//! be its mistake.

use referee_checker::infinity_war::{Instance, Move, Square};

use crate::removable::written;
use crate::scattered::scattered;

/// The largest side. There are 864 boards of side 2, a million of side 3 and a billion of side 4.
const MAX_SIDE: u64 = 4;

/// Returns the input with number `index`, from 0 on, by increasing side, with the moves in every
/// order. Within a side, consecutive boards differ in everything.
pub(crate) fn smallest(mut index: u64) -> Option<Vec<u8>> {
    for n in 2..=MAX_SIDE {
        let count = count(n);
        if index < count {
            return Some(board(n, scattered(index, count)));
        }
        index -= count;
    }
    None
}

/// The number of boards of side `n`.
fn count(n: u64) -> u64 {
    let (squares, moves) = (n * n, (2 * n - 1).pow(2));
    squares * (squares - 1) * (moves - n + 1..=moves).product::<u64>()
}

/// The board with this number among those of side `n`.
fn board(n: u64, mut number: u64) -> Vec<u8> {
    let mut digit = |base: u64| {
        let digit = number % base;
        number /= base;
        digit
    };
    let alice = digit(n * n);
    let bob = digit(n * n - 1);
    // Bob's square is numbered among those that are left, and likewise each move.
    let bob = bob + u64::from(bob >= alice);
    let square = |at: u64| Square { x: (at % n) as i32 + 1, y: (at / n) as i32 + 1 };
    let width = 2 * n - 1;
    let mut left: Vec<u64> = (0..width * width).collect();
    let moves = (0..n).map(|_| {
        let at = left.remove(digit(left.len() as u64) as usize);
        Move { dx: (at % width) as i32 - n as i32 + 1, dy: (at / width) as i32 - n as i32 + 1 }
    });
    let instance = Instance::new(square(alice), square(bob), moves.collect())
        .expect("distinct squares, distinct moves");
    written(|out| instance.write(out))
}
