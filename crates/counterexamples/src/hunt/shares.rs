//! How work is divided among the sources.
//!
//! This is stride scheduling, as for processors: the source with the least work in relation to its
//! share is next, so none starves. No state survives a hunt, so each can be repeated alone. The
//! work is estimated from the size of candidates, so that every machine divides it alike; where
//! that does not matter, it is measured too: with some validators, one source takes a hundred times
//! as long as another.

use super::source::{CandidateSource, Draw, SourceProfile};

/// The cost of judging besides the size of the input: starting the programs takes as long as
/// reading this many bytes in each of them.
const OVERHEAD: u64 = 1 << 15;

/// The cost of a draw that gives nothing to judge.
const DRAW: u64 = OVERHEAD / 16;

/// The cost of a draw that took long and gave nothing: about a thousand candidates.
const SLOW: u64 = 1024 * OVERHEAD;

/// A source counts as exhausted after this many slow draws in a row.
const SLOW_DRAWS: u32 = 4;

/// The work that a source is charged in advance, per unit of its share and per turn.
const HEAD_START: u64 = 16 * OVERHEAD;

/// A source counts as exhausted after this many draws in a row without a new candidate.
const DRY: u32 = 200;

/// As long as one millisecond takes reading this many bytes.
const MILLISECOND: u64 = OVERHEAD / 3;

#[derive(Debug)]
pub(super) struct State {
    share: u64,
    /// The work charged before the hunt.
    before: u64,
    /// The work done in this hunt.
    pub(super) cost: u64,
    /// The cost of its last draw, as the estimate for the next one.
    last_cost: u64,
    /// The index of its next draw.
    next: u64,
    /// The number of draws in a row without a new candidate.
    dry: u32,
    pub(super) exhausted: bool,
}

/// Decides which source draws next.
#[derive(Debug)]
pub(super) struct Shares(pub(super) Vec<State>);

/// Returns the cost of a candidate of this size that took this long, in milliseconds, or 0 if that
/// is not measured.
pub(super) fn work(size: u64, time: u64) -> u64 {
    if time == 0 { size } else { time.saturating_mul(MILLISECOND) }
}

impl Shares {
    pub(super) fn new(sources: &[&dyn CandidateSource]) -> Self {
        let state = |source: &&dyn CandidateSource| {
            let SourceProfile { share, turn, .. } = source.profile();
            State {
                share,
                before: HEAD_START * share * turn,
                cost: 0,
                last_cost: OVERHEAD,
                next: 0,
                dry: 0,
                exhausted: false,
            }
        };
        Shares(sources.iter().map(state).collect())
    }

    /// Chooses the next `count` draws that `may_be` drawn, as pairs of a source and an index; fewer
    /// only if sources are exhausted, or have none among the next [`DRY`] indices. Sources that are
    /// not ready are drawn only if none is.
    pub(super) fn choose(
        &mut self,
        count: usize,
        is_ready: impl Fn(usize) -> bool,
        mut may_be: impl FnMut(usize, u64) -> bool,
    ) -> Vec<(usize, u64)> {
        let mut expected: Vec<u64> = self.0.iter().map(|state| state.before + state.cost).collect();
        let is_open = |(_, state): &(usize, &State)| !state.exhausted;
        let mut ready: Vec<bool> = (0..self.0.len()).map(is_ready).collect();
        if !self.0.iter().enumerate().filter(is_open).any(|(source, _)| ready[source]) {
            ready.fill(true);
        }
        let mut chosen = Vec::with_capacity(count);
        while chosen.len() < count {
            let open = self.0.iter().enumerate().filter(is_open);
            let open = open.filter(|(source, _)| ready[*source]);
            // The first with the least cost / share, compared crosswise to avoid fractions.
            let next = open.reduce(|best, other| {
                let scaled = |(at, _): (usize, &State), of: &State| {
                    u128::from(expected[at]) * u128::from(of.share)
                };
                if scaled(other, best.1) < scaled(best, other.1) { other } else { best }
            });
            let Some((source, _)) = next else { break };
            let state = &mut self.0[source];
            let next = (state.next..).take(DRY as usize).find(|&index| may_be(source, index));
            let Some(index) = next else {
                ready[source] = false;
                continue;
            };
            chosen.push((source, index));
            state.next = index + 1;
            expected[source] += state.last_cost;
        }
        chosen
    }

    /// Returns draws that were chosen but not made.
    pub(super) fn put_back(&mut self, draws: impl Iterator<Item = (usize, u64)>) {
        for (source, index) in draws {
            let state = &mut self.0[source];
            state.next = state.next.min(index);
        }
    }

    /// Records a new candidate with this cost.
    pub(super) fn note_new(&mut self, source: usize, cost: u64) {
        self.charge(source, cost + OVERHEAD, 0);
    }

    /// Records a draw that gave nothing, or nothing new.
    pub(super) fn note_empty(&mut self, source: usize, draw: &Draw) {
        let State { dry, exhausted, .. } = &mut self.0[source];
        let (cost, dry) = match draw {
            Draw::Exhausted => return *exhausted = true,
            Draw::Slow => (SLOW, *dry + DRY / SLOW_DRAWS),
            Draw::Nothing | Draw::Candidate(_) => (DRAW, *dry + 1),
        };
        self.charge(source, cost, dry);
    }

    fn charge(&mut self, source: usize, cost: u64, dry: u32) {
        let state = &mut self.0[source];
        (state.last_cost, state.dry) = (cost, dry);
        state.cost += cost;
        state.exhausted |= dry >= DRY;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_base::fault::Fault;

    struct Nothing;

    impl CandidateSource for Nothing {
        fn name(&self) -> &str {
            "nothing"
        }

        fn draw(&self, _: u64, _: u64) -> Result<Draw, Fault> {
            Ok(Draw::Nothing)
        }
    }

    #[test]
    fn a_source_of_which_nothing_may_be_drawn_is_left_out() {
        let mut shares = Shares::new(&[&Nothing, &Nothing]);
        let chosen = shares.choose(4, |_| true, |source, index| source == 1 || index > 1 << 40);
        assert_eq!(chosen, [(1, 0), (1, 1), (1, 2), (1, 3)]);
        assert_eq!(shares.choose(2, |_| true, |_, _| true), [(0, 0), (1, 4)]);
    }
}
