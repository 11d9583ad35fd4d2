//! Why a claim is wrong, so that a person can verify it by hand.

use super::values::{Evaluated, Values};
use super::{Claim, HeapMove, Prepared, Rule};
use crate::{Explanation, Refusal, RefusalKind, TooLarge};

/// The maximum number of heaps whose values are shown, and of amounts named.
const SHOWN: usize = 12;

/// The reason for rejecting a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refutation {
    /// This move leaves a cold position.
    Hot(HeapMove),
    /// There is no heap with this number.
    NoSuchHeap,
    /// This amount may not be taken.
    NotAllowed,
    /// The heap has fewer objects.
    TooMuch { size: u64 },
    /// The first move leaves a hot position, as the answer to it shows; there may be a right move.
    Answered { first: HeapMove, answer: HeapMove, right: Option<HeapMove> },
}

impl Prepared {
    /// The rejection of a claim, with everything that a person needs to verify it.
    pub(super) fn refusal(
        &self,
        claim: Claim,
        refutation: &Refutation,
    ) -> Result<Refusal, TooLarge> {
        let explanation = Explanation { says: claim.to_string(), ..Explanation::default() };
        let heaps = self.instance().heaps();
        let explanation = match *refutation {
            Refutation::Hot(winning) => Explanation {
                public: "the position is hot".into(),
                ..self.with_values(explanation.with("but", self.leaves(winning, None)))?
            },
            Refutation::NoSuchHeap => Explanation {
                public: "there is no such heap".into(),
                ..explanation.with("but", format!("heaps go from 1 to {}", heaps.len()))
            },
            Refutation::NotAllowed => Explanation {
                public: "the move is not allowed".into(),
                ..explanation.with("but", self.allowed())
            },
            Refutation::TooMuch { size } => Explanation {
                public: "the heap is smaller".into(),
                ..explanation.with("but", format!("that heap has only {size}"))
            },
            Refutation::Answered { first, answer, right } => {
                let explanation = explanation.with("but", self.leaves(answer, Some(first)));
                let explanation = match right {
                    Some(right) => explanation.with("right", self.leaves(right, None)),
                    None => explanation.with("cold", "the position is cold: every move loses"),
                };
                Explanation {
                    public: "the move leaves a hot position".into(),
                    ..self.with_values(explanation)?
                }
            }
        };
        Ok(Refusal { kind: RefusalKind::WrongAnswer, explanation })
    }

    /// Describes a move of the player or, after a first one, of the opponent.
    fn leaves(&self, by: HeapMove, after: Option<HeapMove>) -> String {
        let HeapMove { heap, take } = by;
        let size = self.instance().heaps()[heap as usize - 1] as i64;
        let size = match after {
            Some(first) if first.heap == heap => size - first.take,
            _ => size,
        };
        let left = size - take;
        let heap = match self.instance().heaps() {
            [_] => String::new(),
            _ => format!(" from heap {heap}"),
        };
        let whoever = if after.is_some() { "the opponent then takes" } else { "taking" };
        let leaves = if after.is_some() { "and leaves" } else { "leaves" };
        format!("{whoever} {take}{heap}, {size} to {left}, {leaves} a cold position")
    }

    /// The allowed amounts, in words.
    fn allowed(&self) -> String {
        match self.instance().rule() {
            Rule::Squares => "only squares may be taken: 1, 4, 9, ...".into(),
            Rule::Set(amounts) => {
                let named: Vec<String> = amounts.iter().take(SHOWN).map(u64::to_string).collect();
                let more = if amounts.len() > SHOWN { ", ..." } else { "" };
                format!("only these may be taken: {}{more}", named.join(", "))
            }
        }
    }

    /// Adds the nim-values of the heaps, if there are several, but not too many.
    fn with_values(&self, explanation: Explanation) -> Result<Explanation, TooLarge> {
        let heaps = self.instance().heaps();
        let Evaluated { values, sum } = self.evaluated()?;
        if heaps.len() > SHOWN || matches!(values, Values::Cold(_)) {
            return Ok(explanation);
        }
        let each: Vec<String> = heaps.iter().map(|&heap| values.of(heap).to_string()).collect();
        let text = format!("nim-values of the heaps {}, together {sum}", each.join(" "));
        Ok(explanation.with("values", text))
    }
}
