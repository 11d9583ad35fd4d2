//! The check: every claim is proved or refuted from the input alone.

use std::sync::OnceLock;

use super::refutation::Refutation;
use super::values::{Evaluated, Values};
use super::{Claim, Instance, Move};
use crate::{Settings, TooLarge};

/// An instance, ready to check any number of claims against it from any number of threads.
pub struct Prepared {
    instance: Instance,
    memory: u64,
    /// What all positions up to that of the largest heap are worth: found out when first asked for.
    evaluated: OnceLock<Result<Evaluated, TooLarge>>,
}

impl Prepared {
    /// Prepares an instance. Nothing is evaluated before it is needed.
    pub fn new(instance: Instance, settings: Settings) -> Self {
        Prepared { instance, memory: settings.memory, evaluated: OnceLock::new() }
    }

    /// The instance.
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// Whether the player to move loses.
    ///
    /// # Errors
    /// To find out takes more memory than the settings allow.
    pub fn is_cold(&self) -> Result<bool, TooLarge> {
        Ok(self.evaluated()?.sum == 0)
    }

    /// A move that leaves a cold position; none if the position is cold itself.
    ///
    /// # Errors
    /// As for [`Prepared::is_cold`].
    pub fn winning_move(&self) -> Result<Option<Move>, TooLarge> {
        let evaluated = self.evaluated()?;
        Ok(self.winning_move_from(evaluated, None))
    }

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
        let (Move { heap, take }, heaps) = (first, self.instance.heaps());
        let known = usize::try_from(heap).ok().filter(|heap| (1..=heaps.len()).contains(heap));
        let Some(number) = known else { return Ok(Err(Refutation::NoSuchHeap)) };
        let size = heaps[number - 1];
        match u64::try_from(take) {
            Ok(take) if !self.instance.rule().allows(take) => {
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

    pub(super) fn evaluated(&self) -> Result<&Evaluated, TooLarge> {
        let evaluate = || {
            let heaps = self.instance.heaps();
            let values = Values::new(self.instance.rule(), heaps, self.memory)?;
            let sum = heaps.iter().fold(0, |sum, &heap| sum ^ values.of(heap));
            Ok(Evaluated { values, sum })
        };
        self.evaluated.get_or_init(evaluate).as_ref().map_err(TooLarge::clone)
    }

    /// A move that leaves a cold position, from the position or, after a first move (heap from 0, amount),
    /// from the one that this leaves.
    fn winning_move_from(
        &self,
        evaluated: &Evaluated,
        after: Option<(usize, u64)>,
    ) -> Option<Move> {
        let Evaluated { values, sum } = evaluated;
        let heaps = self.instance.heaps();
        let size_of = |heap: usize| match after {
            Some((changed, take)) if changed == heap => heaps[heap] - take,
            _ => heaps[heap],
        };
        let sum = match after {
            None => *sum,
            Some((heap, _)) => sum ^ values.of(heaps[heap]) ^ values.of(size_of(heap)),
        };
        if sum == 0 {
            return None;
        }
        // Some heap has a value that adding the sum makes smaller; a move to any smaller value exists.
        let heap = (0..heaps.len()).find(|&heap| {
            let value = values.of(size_of(heap));
            value ^ sum < value
        })?;
        let (size, wanted) = (size_of(heap), values.of(size_of(heap)) ^ sum);
        let amounts = self.instance.rule().up_to(size);
        let take = amounts.into_iter().find(|take| values.of(size - take) == wanted)?;
        Some(Move { heap: heap as i64 + 1, take: take as i64 })
    }
}
