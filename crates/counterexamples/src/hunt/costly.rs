//! Candidates that take a program long for their size. Each is tried again as large as its source
//! can make it, and the costliest is changed step by step as long as the changes cost more.
//!
//! A program that is slow on a few kinds of inputs is hardly ever tried on a large input of such a
//! kind by chance. But there are many small inputs, and they reveal the kind.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::text::Text;

/// The noise: a candidate counts only if it costs this much more than the cheapest one, in
/// thousandths of the time limit.
const NOTICEABLE: u32 = 20;

/// The largest candidate to change, in bytes: one change in a larger one has little effect.
pub(super) const MAX_BYTES: usize = 64 << 10;

/// The number of changes per round, and the limit for one candidate if no change costs more.
pub(super) const CHANGES_IN_ROUND: u64 = 8;
const MAX_CHANGES: u64 = 128;

/// The costly candidates so far.
#[derive(Debug, Default)]
pub(super) struct Costly {
    /// The cost of the cheapest candidate: roughly, starting the program.
    least: Option<u32>,
    /// The candidates not yet tried larger.
    seen: Vec<Seen>,
    /// The candidate being changed, and how often it was changed.
    parent: Option<(Arc<Text>, Seen, u64)>,
}

/// A candidate that was judged.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    /// Its source, and its index there.
    pub(super) draw: (usize, u64),
    /// Its cost, in thousandths of the time limit.
    pub(super) cost: u32,
    /// Its size, as estimated by `Candidate::cost`.
    pub(super) size: u64,
}

#[derive(Debug, Clone)]
pub(super) struct Change {
    /// The source and index of the original candidate.
    pub(super) draw: (usize, u64),
    /// The original candidate.
    pub(super) parent: Arc<Text>,
    pub(super) number: u64,
    pub(super) reason: ChangeReason,
}

/// Why a candidate is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChangeReason {
    Slow,
    Valid,
}

impl Costly {
    /// Records a candidate. If `is_new`, it may be tried larger. Its input is empty if it was too
    /// large to be kept.
    pub(super) fn note(&mut self, seen: Seen, input: &[u8], is_new: bool) {
        let least = self.least.map_or(seen.cost, |least| least.min(seen.cost));
        self.least = Some(least);
        // At least half as much again as starting the program.
        if seen.cost < least + NOTICEABLE.max(least / 2) {
            return;
        }
        if is_new {
            self.seen.push(seen);
        }
        let is_most = |(_, parent, _): &(_, Seen, _)| rate(&seen, least) > rate(parent, least);
        let may_be_changed = !input.is_empty() && input.len() <= MAX_BYTES;
        if may_be_changed && self.parent.as_ref().is_none_or(is_most) {
            self.parent = Some((Arc::new(Text::new(input.to_vec())), seen, 0));
        }
    }

    /// Removes and returns the draw with the highest cost for its size among those not yet tried
    /// larger.
    pub(super) fn take(&mut self) -> Option<(usize, u64)> {
        let least = self.least?;
        self.seen.retain(|seen| seen.cost >= least + NOTICEABLE.max(least / 2));
        let key = |at: &usize| (rate(&self.seen[*at], least), Reverse(*at));
        let best = (0..self.seen.len()).max_by_key(key)?;
        Some(self.seen.remove(best).draw)
    }

    /// Returns the next changes, at most `most`, of the candidate with the highest cost for its
    /// size.
    pub(super) fn changes(&mut self, most: u64) -> Vec<Change> {
        let Some((text, seen, changes)) = &mut self.parent else { return Vec::new() };
        let first = *changes;
        *changes = MAX_CHANGES.min(first + most);
        let change = |number| Change {
            draw: seen.draw,
            parent: Arc::clone(text),
            number,
            reason: ChangeReason::Slow,
        };
        (first..*changes).map(change).collect()
    }
}

/// Returns a candidate's cost beyond starting the program, in relation to its size.
fn rate(seen: &Seen, least: u32) -> u64 {
    u64::from(seen.cost.saturating_sub(least)) * (1 << 20) / seen.size.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(costly: &mut Costly, index: u64, cost: u32, size: u64) {
        costly.note(Seen { draw: (7, index), cost, size }, &[b'a'; 4], true);
    }

    #[test]
    fn what_costs_most_for_its_size_comes_first_and_noise_never() {
        let mut costly = Costly::default();
        for (index, cost, size) in [(0, 10, 4), (1, 29, 4), (2, 500, 10_000), (3, 60, 100)] {
            note(&mut costly, index, cost, size);
        }
        assert_eq!([costly.take(), costly.take()], [Some((7, 3)), Some((7, 2))]);
        assert_eq!(costly.take(), None);
        // A slow start does not make a candidate costly.
        let mut costly = Costly::default();
        note(&mut costly, 0, 100, 4);
        note(&mut costly, 1, 140, 4);
        assert_eq!(costly.take(), None);
        assert!(costly.changes(8).is_empty());
    }

    #[test]
    fn what_was_too_large_to_be_kept_is_not_changed() {
        let mut costly = Costly::default();
        note(&mut costly, 0, 0, 4);
        costly.note(Seen { draw: (7, 1), cost: 500, size: 1 << 20 }, &[], true);
        assert!(costly.changes(8).is_empty());
        assert_eq!(costly.take(), Some((7, 1)));
    }

    #[test]
    fn what_costs_most_is_changed_for_some_time() {
        let mut costly = Costly::default();
        note(&mut costly, 0, 0, 4);
        note(&mut costly, 1, 100, 4);
        note(&mut costly, 2, 90, 4);
        let all: Vec<Change> = (0..100).flat_map(|_| costly.changes(8)).collect();
        assert_eq!(all.len() as u64, MAX_CHANGES);
        assert!(all.iter().zip(0..).all(|(one, at)| (one.draw, one.number) == ((7, 1), at)));
        note(&mut costly, 3, 101, 4);
        assert_eq!(costly.changes(8).first().map(|one| one.draw), Some((7, 3)));
    }
}
