//! The mutants of Infinity War that give wrong answers.

use referee_checker::infinity_war::{Claim, Instance, Move, Square};

use super::solver::{
    Key, Midpoint, Mutant, RIGHT, Solver, Squares, TURN, Turn, drawn, in_order, products, truncated,
};

/// A mutant that is the right solver but for some fields.
macro_rules! mutant {
    ($name:literal, $fault:literal, $($field:ident: $value:expr),+ $(,)?) => {
        Mutant {
            name: $name,
            fault: $fault,
            solve: |instance, steps| {
                Solver { $($field: $value,)+ ..RIGHT }.solve(instance, steps)
            },
        }
    };
}

const NULL: Move = Move { dx: 0, dy: 0 };

/// The claim of a mutant that does not believe in Bob.
fn tie_at_home(instance: &Instance) -> Claim {
    (RIGHT.tie)(instance.alice())
}

fn turned(m: &Move) -> Move {
    Move { dx: m.dy, dy: m.dx }
}

pub(crate) const WRONG: &[Mutant] = &[
    mutant!("pairs-only", "Alice must use two moves", alice: Turn { single: false, ..TURN }),
    mutant!("singles-only", "Alice uses one move only", alice: Turn { pairs: false, ..TURN }),
    mutant!(
        "alice-not-twice", "Alice may not repeat a move",
        alice: Turn { same_twice: false, ..TURN },
    ),
    mutant!("bob-not-twice", "Bob may not repeat a move", bob: Turn { same_twice: false, ..TURN }),
    mutant!("bob-exactly-two", "Bob must use two moves", bob: Turn { single: false, ..TURN }),
    mutant!("bob-exactly-one", "Bob uses one move only", bob: Turn { pairs: false, ..TURN }),
    mutant!("tie-before-win", "tries a tie before a capture", captures_first: false),
    mutant!("midpoint-unchecked", "midpoint may be off the board", midpoint: Midpoint::Unchecked),
    mutant!("midpoint-column-only", "midpoint's row unchecked", midpoint: Midpoint::ColumnOnly),
    mutant!(
        "earlier-move-first", "pairs tried in input order only",
        midpoint: Midpoint::EarlierMoveFirst,
    ),
    mutant!(
        "later-move-first", "pairs tried in reverse order only",
        midpoint: Midpoint::LaterMoveFirst,
    ),
    mutant!("below-the-last", "`< n` for `<= n`", midpoint: Midpoint::BelowTheLast),
    mutant!("above-the-first", "`> 1` for `>= 1`", midpoint: Midpoint::AboveTheFirst),
    mutant!("column-0", "midpoint may be in column 0", midpoint: Midpoint::ColumnZero),
    mutant!("row-0", "midpoint may be in row 0", midpoint: Midpoint::RowZero),
    mutant!("one-beyond", "midpoint may be at n + 1", midpoint: Midpoint::OneBeyond),
    mutant!(
        "sign-slip", "second move negated",
        rest: |from, to| Move { dx: from.x - to.x, dy: from.y - to.y },
    ),
    mutant!(
        "sign-slip-rows", "second move's dy negated",
        rest: |from, to| Move { dx: to.x - from.x, dy: from.y - to.y },
    ),
    mutant!(
        "swapped-moves", "dx and dy swapped",
        read: |instance| instance.moves().iter().map(turned).collect(),
    ),
    mutant!(
        "stops-at-null", "stops reading at `0 0`",
        read: |instance| instance.moves().iter().copied().take_while(|&m| m != NULL).collect(),
    ),
    Mutant {
        name: "null-captures",
        fault: "the null move captures",
        solve: |instance, steps| {
            if instance.moves().contains(&NULL) {
                return Ok(Claim::AliceWins);
            }
            RIGHT.solve(instance, steps)
        },
    },
    mutant!(
        "last-move-lost", "last move not read",
        read: |instance| instance.moves()[1..].to_vec(),
    ),
    mutant!("never-bob", "Bob never wins", last: tie_at_home),
    mutant!(
        "never-bob-2", "Bob never wins for n = 2",
        last: |instance| if instance.n() == 2 { tie_at_home(instance) } else { Claim::BobWins },
    ),
    mutant!(
        "never-bob-3", "Bob never wins for n = 3",
        last: |instance| if instance.n() == 3 { tie_at_home(instance) } else { Claim::BobWins },
    ),
    mutant!("own-square", "Alice may not stay", skip: |instance, square| {
        square == instance.bob() || square == instance.alice()
    }),
    mutant!(
        "always-stays", "Alice always stays",
        squares: |instance| Box::new(std::iter::once(instance.alice())),
        last: tie_at_home,
    ),
    mutant!("bobs-square", "Bob's own square is safe", squares: bobs_square_first, skip: |_, _| false),
    mutant!("bobs-lines", "skips Bob's row and column", skip: |instance, square| {
        square.x == instance.bob().x || square.y == instance.bob().y
    }),
    mutant!("five-squares", "tries five random squares", squares: |instance| drawn(instance, 5)),
    mutant!("five-squares-from-4", "the same, from n = 4", squares: |instance| {
        if instance.n() < 4 { in_order(instance) } else { drawn(instance, 5) }
    }),
    mutant!(
        "product-overflows", "coordinates overflow from n = 5001",
        squares: |instance| if instance.n() > 5000 { products(instance) } else { (RIGHT.squares)(instance) },
    ),
    mutant!("diagonal", "tries one diagonal only", squares: |instance| {
        Box::new((1..=instance.n()).map(|x| Square { x, y: x }).take(1000))
    }),
    mutant!("alices-lines", "tries Alice's row only", squares: |instance| {
        let y = instance.alice().y;
        Box::new((1..=instance.n()).map(move |x| Square { x, y }).take(1000))
    }),
    mutant!("corners", "tries the corners only", squares: |instance| {
        let n = instance.n();
        let corners = [(1, 1), (1, n), (n, 1), (n, n)];
        Box::new(corners.into_iter().map(|(x, y)| Square { x, y }))
    }),
    mutant!("swapped-claim", "claim's row and column swapped", tie: |square| {
        Claim::Tie { x: square.y.into(), y: square.x.into() }
    }),
    mutant!("zero-based-claim", "claim counts from 0", tie: |square| {
        Claim::Tie { x: i64::from(square.x) - 1, y: i64::from(square.y) - 1 }
    }),
    mutant!("key-without-offset", "key dx*n + dy", key: Key::NoOffset),
    mutant!("key-short-stride", "key dy*(n + 4) + dx", key: Key::ShortStride),
    mutant!("key-shift-32-bits", "32-bit key (dx << 20) + dy", key: Key::Shift32),
];

/// Killed by cases of full size only: dx*n + dy stays below 2^31 up to n = 46340, and a larger case
/// has more than 64 KiB.
pub(crate) const WRONG_ON_LARGE_BOARDS: &[Mutant] = &[
    mutant!("key-times-n-32-bits", "32-bit key dx*n + dy", key: Key::TimesN32),
    mutant!(
        "key-times-2n-32-bits", "32-bit key (dx + n)(2n + 1) + dy + n", key: Key::TimesDouble32,
    ),
    mutant!(
        "moves-in-16-bits", "16-bit moves",
        read: |instance| {
            let short = |z: i32| i32::from(z as i16);
            let moves = instance.moves().iter();
            moves.map(|m| Move { dx: short(m.dx), dy: short(m.dy) }).collect()
        },
    ),
    mutant!("squares-counted-in-32-bits", "counts to n*n in 32 bits", squares: |instance| {
        let count = instance.n().wrapping_mul(instance.n());
        if count > 0 { (RIGHT.squares)(instance) } else { Box::new(std::iter::empty()) }
    }),
    mutant!("square-number-in-32-bits", "random number below n*n in 32 bits", squares: truncated),
    mutant!("claim-in-16-bits", "16-bit claim", tie: |square| {
        Claim::Tie { x: (square.x as i16).into(), y: (square.y as i16).into() }
    }),
];

/// As Bob does not get to his own square by a move, it looks safe.
fn bobs_square_first(instance: &Instance) -> Squares {
    Box::new(std::iter::once(instance.bob()).chain((RIGHT.squares)(instance)))
}
