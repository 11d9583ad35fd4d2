//! Why a claim is wrong, so that a person can verify it by hand.

use super::board::{self, DRAWN_UP_TO};
use super::{Claim, Path, Prepared, Square};
use crate::{Explanation, Refusal, RefusalKind};

/// The reason for rejecting a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refutation {
    /// Alice could have won, along this path.
    AliceCaptures(Path),
    /// Neither one move nor two moves lead Alice to Bob.
    AliceCannotCapture,
    /// The square of the tie does not exist.
    OffTheBoard,
    /// The square of the tie is Bob's.
    BobStandsThere,
    /// Bob reaches the square of the tie along this path.
    BobReaches(Square, Path),
    /// This square is safe from Bob.
    AliceEscapes(Square),
}

impl Prepared {
    /// The rejection of `claim`, with everything that a person needs to verify it.
    pub fn refusal(&self, claim: Claim, refutation: &Refutation) -> Refusal {
        let explanation = Explanation {
            says: claim.to_string(),
            public: public(refutation).to_string(),
            ..Explanation::default()
        };
        let (alice, bob) = (self.instance().alice(), self.instance().bob());
        let n = self.instance().n();
        let reach = self.reach();
        let mut explanation = match *refutation {
            Refutation::AliceCaptures(path) => {
                let way = reach.describe(alice, path);
                explanation.with("but", format!("Alice captures Bob: {way}"))
            }
            Refutation::AliceCannotCapture => {
                let text =
                    format!("no move, and no two moves, lead Alice from {alice} to Bob on {bob}");
                match reach.illegal_pair(alice, bob) {
                    None => explanation.with("but", text),
                    Some(pair) => explanation.with("but", text).with("though", self.illegal(pair)),
                }
            }
            Refutation::OffTheBoard => {
                explanation.with("but", format!("columns and rows go from 1 to {n}"))
            }
            Refutation::BobStandsThere => {
                explanation.with("but", format!("{bob} is Bob's own square"))
            }
            Refutation::BobReaches(square, path) => {
                let way = reach.describe(bob, path);
                explanation.with("but", format!("Bob reaches {square}: {way}"))
            }
            Refutation::AliceEscapes(_) => {
                explanation.with("but", "there is a square that Bob cannot reach")
            }
        };
        if self.capture().is_none() {
            let (label, text) = self.right_answer();
            explanation = explanation.with(label, text);
        }
        if n <= DRAWN_UP_TO {
            explanation.drawing = board::draw(self, claim);
        }
        Refusal { kind: RefusalKind::WrongAnswer, explanation }
    }

    /// Why two moves that add up to Alice's way to Bob are not a capture.
    fn illegal(&self, (first, second): (usize, usize)) -> String {
        let alice = self.instance().alice();
        let step = |position: usize| {
            let m = self.instance().moves()[position];
            let to = Square { x: alice.x + m.dx, y: alice.y + m.dy };
            (format!("{} {m}", position + 1), to)
        };
        let ((first_move, first_end), (second_move, second_end)) = (step(first), step(second));
        if first == second {
            return format!(
                "move {first_move} taken twice would lead there, but {first_end} is off the board"
            );
        }
        format!(
            "moves {first_move} and {second_move} would lead there, but {first_end} and {second_end} are off the board"
        )
    }

    /// A right answer if Alice cannot win.
    fn right_answer(&self) -> (&'static str, String) {
        let Some(Square { x, y }) = self.safe_square() else {
            return ("right", "Bob wins: he reaches every square".into());
        };
        if self.instance().n() > DRAWN_UP_TO {
            return ("safe", format!("tie {x} {y}: Bob cannot reach this square"));
        }
        let reached = self.reach().squares(self.instance().bob());
        let text = match reached.iter().filter(|&&r| !r).count() {
            1 => format!("tie {x} {y} is the only square that Bob cannot reach"),
            count => format!("tie {x} {y} is one of {count} squares that Bob cannot reach"),
        };
        ("safe", text)
    }
}

/// The reason in a sentence that does not reveal the input or a right answer.
fn public(refutation: &Refutation) -> &'static str {
    match refutation {
        Refutation::AliceCaptures(_) | Refutation::AliceEscapes(_) => "the outcome is different",
        Refutation::AliceCannotCapture => "Alice cannot capture Bob",
        Refutation::OffTheBoard => "the square is not on the board",
        Refutation::BobStandsThere => "the square is Bob's own",
        Refutation::BobReaches(..) => "Bob can reach the square",
    }
}
