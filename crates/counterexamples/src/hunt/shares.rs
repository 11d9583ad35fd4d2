//! How the work is shared among the sources.
//!
//! Work is shared like processors are by stride scheduling: the source that has had least in relation to its share is next, so none
//! starves. Earlier hunts change nothing, so that each can be repeated alone. All numbers are integers, so that every machine shares alike.

use super::source::CandidateSource;

/// What judging costs beside the size of the input: a program is started.
const OVERHEAD: u64 = 4096;

/// What a draw costs that is not judged.
const DRAW: u64 = 256;

/// What a draw costs that takes long and gives nothing: as much as a thousand candidates.
const SLOW: u64 = 1 << 22;

/// After so many of these in a row a source counts as exhausted.
const SLOW_DRAWS: u32 = 4;

/// The work for each unit of its share, and each turn that comes before its own, that a source is taken to have had before.
const HEAD_START: u64 = 1 << 16;

/// After so many draws in a row that give nothing new, a source counts as exhausted.
const DRY: u32 = 200;

/// One source within one hunt.
#[derive(Debug)]
struct State {
    share: u64,
    /// The work that it is taken to have had before this hunt.
    before: u64,
    /// Its work so far in this hunt.
    cost: u64,
    /// What its last candidate cost: the guess for the next one.
    last_cost: u64,
    /// The index that it draws next.
    next: u64,
    /// Draws in a row that gave nothing new.
    dry: u32,
    exhausted: bool,
}

/// Which source draws next.
#[derive(Debug)]
pub(super) struct Shares(Vec<State>);

/// What came of a draw, for its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Drawn {
    /// A new candidate of that cost.
    New(u64),
    /// Nothing, or a candidate that there was before.
    Nothing,
    /// Nothing, after a long time.
    Slow,
    Exhausted,
}

impl Shares {
    pub(super) fn new(sources: &[&dyn CandidateSource]) -> Self {
        let state = |source: &&dyn CandidateSource| {
            let share = source.share().max(1);
            State {
                share,
                before: HEAD_START * share * source.turn(),
                cost: 0,
                last_cost: OVERHEAD,
                next: 0,
                dry: 0,
                exhausted: false,
            }
        };
        Shares(sources.iter().map(state).collect())
    }

    /// Chooses the next `count` draws: pairs of a source and an index. Fewer only if all sources are exhausted.
    pub(super) fn choose(&mut self, count: usize) -> Vec<(usize, u64)> {
        let mut expected: Vec<u64> = self.0.iter().map(|state| state.before + state.cost).collect();
        let mut chosen = Vec::with_capacity(count);
        for _ in 0..count {
            let open = self.0.iter().enumerate().filter(|(_, state)| !state.exhausted);
            // Costs in relation to shares, without fractions: the first of the least ones.
            let next = open.reduce(|best, other| {
                let scaled = |(at, _): (usize, &State), of: &State| {
                    u128::from(expected[at]) * u128::from(of.share)
                };
                if scaled(other, best.1) < scaled(best, other.1) { other } else { best }
            });
            let Some((source, _)) = next else { break };
            let state = &mut self.0[source];
            chosen.push((source, state.next));
            state.next += 1;
            expected[source] += state.last_cost;
        }
        chosen
    }

    /// Takes draws back that were chosen and not made.
    pub(super) fn put_back(&mut self, draws: impl Iterator<Item = (usize, u64)>) {
        for (source, index) in draws {
            let state = &mut self.0[source];
            state.next = state.next.min(index);
        }
    }

    /// Notes what came of a draw.
    pub(super) fn note(&mut self, source: usize, drawn: Drawn) {
        let state = &mut self.0[source];
        let (cost, dry) = match drawn {
            Drawn::New(cost) => (cost + OVERHEAD, 0),
            Drawn::Nothing => (DRAW, state.dry + 1),
            Drawn::Slow => (SLOW, state.dry + DRY / SLOW_DRAWS),
            Drawn::Exhausted => {
                state.exhausted = true;
                return;
            }
        };
        state.last_cost = cost;
        state.cost += state.last_cost;
        state.dry = dry;
        state.exhausted |= state.dry >= DRY;
    }

    /// Returns the work of a source in this hunt.
    pub(super) fn cost(&self, source: usize) -> u64 {
        self.0[source].cost
    }

    /// Returns whether a source has nothing more to draw.
    pub(super) fn is_exhausted(&self, source: usize) -> bool {
        self.0[source].exhausted
    }
}
