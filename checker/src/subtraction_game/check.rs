//! The check: every claim is proved or refuted from the input alone.

use super::refutation::Refutation;
use super::{Claim, HeapMove, Prepared};
use crate::TooLarge;

impl Prepared {
    /// Proves or refutes a claim.
    ///
    /// # Errors
    /// As for [`Prepared::is_cold`]; the inner error is the refutation.
    pub(super) fn check(&self, claim: Claim) -> Result<Result<(), Refutation>, TooLarge> {
        let Claim::Hot(first) = claim else {
            return Ok(match self.winning_move()? {
                None => Ok(()),
                Some(winning) => Err(Refutation::Hot(winning)),
            });
        };
        let (HeapMove { heap, take }, heaps) = (first, self.instance().heaps());
        let known = usize::try_from(heap).ok().filter(|heap| (1..=heaps.len()).contains(heap));
        let Some(number) = known else { return Ok(Err(Refutation::NoSuchHeap)) };
        let size = heaps[number - 1];
        match u64::try_from(take) {
            Ok(take) if !self.instance().rule().allows(take) => {
                return Ok(Err(Refutation::NotAllowed));
            }
            Ok(take) if take <= size => {}
            Ok(_) => return Ok(Err(Refutation::TooMuch { size })),
            Err(_) => return Ok(Err(Refutation::NotAllowed)),
        }
        let evaluated = self.evaluated()?;
        let answer = self.winning_move_from(evaluated, Some((number - 1, take as u64)));
        Ok(match answer {
            None => Ok(()),
            Some(answer) => {
                let right = self.winning_move_from(evaluated, None);
                Err(Refutation::Answered { first, answer, right })
            }
        })
    }
}
