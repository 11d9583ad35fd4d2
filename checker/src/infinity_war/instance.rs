//! The parsed input: a board, two pieces, n distinct moves.

use super::distinct::first_duplicate;
use super::geometry::{Move, Square};
use crate::IllegalInstance;
use crate::text::{InputError, Scanner, Strictness, push_integer};

/// The largest board on which coordinates still fit into 32 bits two moves away from any square.
pub const MAX_N: i32 = 1 << 29;

/// A legal input: an instance that breaks a rule of the grammar cannot be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    n: i32,
    alice: Square,
    bob: Square,
    moves: Vec<Move>,
}

impl Instance {
    /// An instance from its parts; the board's side is the number of moves.
    ///
    /// # Errors
    /// Fewer than 2 or more than [`MAX_N`] moves, a piece off the board or on the other one, a
    /// move as long as the board, a duplicate move.
    pub fn new(alice: Square, bob: Square, moves: Vec<Move>) -> Result<Self, IllegalInstance> {
        let illegal = |message: String| Err(IllegalInstance(message));
        let n = match i32::try_from(moves.len()) {
            Ok(n @ 2..=MAX_N) => n,
            _ => return illegal(format!("{} moves; there must be 2 to {MAX_N}", moves.len())),
        };
        for (name, square) in [("Alice", alice), ("Bob", bob)] {
            if !(1..=n).contains(&square.x) || !(1..=n).contains(&square.y) {
                return illegal(format!("{name} on {square} is off the board of side {n}"));
            }
        }
        if alice == bob {
            return illegal(format!("Alice and Bob both on {alice}"));
        }
        if let Some(m) = moves.iter().find(|m| m.dx <= -n || m.dx >= n || m.dy <= -n || m.dy >= n) {
            return illegal(format!("move {m} is longer than the board of side {n}"));
        }
        if let Some((first, second)) = first_duplicate(&moves) {
            return illegal(format!("moves {} and {} are the same", first + 1, second + 1));
        }
        Ok(Instance { n, alice, bob, moves })
    }

    /// Parses an input: `n`, Alice's and Bob's squares, n lines `dx dy`.
    ///
    /// O(n) time. Allocates no more than the text can contain, whatever its first line says.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn parse(input: &[u8], form: Strictness) -> Result<Self, InputError> {
        let mut scanner = Scanner::new(input, form);
        let n = scanner.integer("n", 2, i64::from(MAX_N))?;
        scanner.line_end()?;
        scanner.set_context(format!("n = {n}"));
        let alice = parse_square(&mut scanner, ["Alice's column", "Alice's row"], n)?;
        let bob = parse_square(&mut scanner, ["Bob's column", "Bob's row"], n)?;
        if alice == bob {
            let message = format!("Bob on {bob}, where Alice already is");
            return Err(scanner.error_at_token(3, message));
        }
        let mut moves = Vec::with_capacity((n as usize).min(scanner.remaining() / 4 + 1));
        let range = 1 - n as i32..=n as i32 - 1;
        scanner.pairs(["dx", "dy"], range, n as usize, |dx, dy| moves.push(Move { dx, dy }))?;
        scanner.end("the last move")?;
        if let Some((first, second)) = first_duplicate(&moves) {
            let message = format!(
                "move {} {} is the same as move {}; all moves must be distinct",
                second + 1,
                moves[second],
                first + 1
            );
            return Err(scanner.error_at_token(5 + 2 * second, message));
        }
        Ok(Instance { n: n as i32, alice, bob, moves })
    }

    /// Appends the instance in the strict form.
    pub fn write(&self, out: &mut Vec<u8>) {
        // No number is longer than -n. Growing by doubling would hold up to twice the text.
        let line = 2 * (self.n.to_string().len() + 2);
        out.reserve(line * (self.moves.len() + 3));
        push_integer(out, i64::from(self.n));
        out.push(b'\n');
        for (x, y) in [(self.alice.x, self.alice.y), (self.bob.x, self.bob.y)] {
            push_pair(out, x, y);
        }
        for m in &self.moves {
            push_pair(out, m.dx, m.dy);
        }
    }

    /// The side of the board, which is also the number of moves.
    pub fn n(&self) -> i32 {
        self.n
    }

    /// Alice's square.
    pub fn alice(&self) -> Square {
        self.alice
    }

    /// Bob's square.
    pub fn bob(&self) -> Square {
        self.bob
    }

    /// The moves, in the order of the input. People count them from 1.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The target of a move from a square, if it is on the board.
    #[inline]
    pub fn landing(&self, from: Square, by: Move) -> Option<Square> {
        let to = Square { x: from.x + by.dx, y: from.y + by.dy };
        self.on_board(to).then_some(to)
    }

    /// Whether a square is on the board.
    #[inline]
    pub fn on_board(&self, square: Square) -> bool {
        // One unsigned comparison each: 0 and negative numbers wrap to large ones.
        (square.x.wrapping_sub(1) as u32) < self.n as u32
            && (square.y.wrapping_sub(1) as u32) < self.n as u32
    }
}

fn push_pair(out: &mut Vec<u8>, x: i32, y: i32) {
    push_integer(out, i64::from(x));
    out.push(b' ');
    push_integer(out, i64::from(y));
    out.push(b'\n');
}

fn parse_square(scanner: &mut Scanner, names: [&str; 2], n: i64) -> Result<Square, InputError> {
    let x = scanner.integer(names[0], 1, n)? as i32;
    scanner.space()?;
    let y = scanner.integer(names[1], 1, n)? as i32;
    scanner.line_end()?;
    Ok(Square { x, y })
}
