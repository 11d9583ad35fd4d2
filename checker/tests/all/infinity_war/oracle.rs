//! The naive oracle: every path of at most two moves, step by step, with no cleverness to get
//! wrong.

use referee_checker::infinity_war::{Instance, Move, Path, Square};

/// A square.
pub(crate) fn square(x: i32, y: i32) -> Square {
    Square { x, y }
}

fn on_board(instance: &Instance, square: Square) -> bool {
    let board = 1..=instance.n();
    board.contains(&square.x) && board.contains(&square.y)
}

/// The target of the moves with these numbers, if each of them lands on the board.
pub(crate) fn walk(instance: &Instance, from: Square, moves: &[usize]) -> Option<Square> {
    let mut at = from;
    for &i in moves {
        let Move { dx, dy } = instance.moves()[i];
        at = square(at.x + dx, at.y + dy);
        if !on_board(instance, at) {
            return None;
        }
    }
    Some(at)
}

/// The target of a path of the checker.
pub(crate) fn walk_path(instance: &Instance, from: Square, path: Path) -> Option<Square> {
    match path {
        Path::Stay => Some(from),
        Path::One(only) => walk(instance, from, &[only]),
        Path::Two(first, second) => walk(instance, from, &[first, second]),
    }
}

/// Every square that a piece on `from` reaches with at most two moves.
pub(crate) fn reached(instance: &Instance, from: Square) -> std::collections::HashSet<Square> {
    let all = 0..instance.moves().len();
    let mut reached: std::collections::HashSet<Square> = [from].into();
    reached.extend(all.clone().filter_map(|i| walk(instance, from, &[i])));
    let pairs = all.clone().flat_map(|i| all.clone().map(move |j| [i, j]));
    reached.extend(pairs.filter_map(|pair| walk(instance, from, &pair)));
    reached
}
