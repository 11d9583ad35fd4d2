//! An instance, prepared once for any number of claims, and what the checker finds about it.

use std::sync::OnceLock;

use super::values::{Evaluated, Values};
use super::{HeapMove, Instance};
use crate::{Settings, TooLarge};

/// An instance, ready to check any number of claims against it from any number of threads.
pub struct Prepared {
    instance: Instance,
    pub(super) memory: u64,
    /// The values of all positions up to the largest heap, computed on first use.
    pub(super) evaluated: OnceLock<Result<Evaluated, TooLarge>>,
}

impl Prepared {
    /// Prepares an instance. It is only evaluated when needed.
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
    /// The evaluation would take more memory than the settings allow.
    pub fn is_cold(&self) -> Result<bool, TooLarge> {
        Ok(self.evaluated()?.sum == 0)
    }

    /// A move that leaves a cold position; `None` if the position itself is cold.
    ///
    /// # Errors
    /// As for [`Prepared::is_cold`].
    pub fn winning_move(&self) -> Result<Option<HeapMove>, TooLarge> {
        let evaluated = self.evaluated()?;
        Ok(self.winning_move_from(evaluated, None))
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

    /// A move to a cold position, either from the position or from the one after a first move (heap
    /// from 0, amount).
    pub(super) fn winning_move_from(
        &self,
        evaluated: &Evaluated,
        after: Option<(usize, u64)>,
    ) -> Option<HeapMove> {
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
        // Some heap has a value that becomes smaller when the sum is added to it, and there is a
        // move to every smaller value.
        let heap = (0..heaps.len()).find(|&heap| {
            let value = values.of(size_of(heap));
            value ^ sum < value
        })?;
        let (size, wanted) = (size_of(heap), values.of(size_of(heap)) ^ sum);
        let amounts = self.instance.rule().up_to(size);
        let take = amounts.into_iter().find(|take| values.of(size - take) == wanted)?;
        Some(HeapMove { heap: heap as i64 + 1, take: take as i64 })
    }
}
