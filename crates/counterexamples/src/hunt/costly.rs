//! Candidates that cost a program much for their size: each is tried again as large as its source can make it.
//!
//! Whoever is slow on few kinds of inputs is hardly ever tried on a large one of that kind by chance; but of small ones there are many,
//! and they show which kind it is.

use std::cmp::Reverse;

/// What costs less than this beyond the cheapest candidate, in thousandths of what is allowed, is noise.
const NOTICEABLE: u32 = 20;

/// The candidates that were noticeable and not tried larger yet.
#[derive(Debug, Default)]
pub(super) struct Costly {
    /// The cost of the cheapest candidate: what it costs to start the program.
    least: Option<u32>,
    seen: Vec<Seen>,
}

#[derive(Debug, Clone, Copy)]
struct Seen {
    draw: (usize, u64),
    cost: u32,
    size: u64,
}

impl Costly {
    /// Notes the cost of a candidate, in thousandths of what is allowed.
    pub(super) fn note(&mut self, draw: (usize, u64), cost: u32, size: u64) {
        self.least = Some(self.least.map_or(cost, |least| least.min(cost)));
        self.seen.push(Seen { draw, cost, size });
    }

    /// Takes the draw that has cost most in relation to its size, if one is noticeable.
    pub(super) fn take(&mut self) -> Option<(usize, u64)> {
        let least = self.least?;
        // At least half as much again as it costs to start the program.
        let bound = least + NOTICEABLE.max(least / 2);
        self.seen.retain(|seen| seen.cost >= bound);
        let rate = |seen: &Seen| u64::from(seen.cost - least) * (1 << 20) / seen.size.max(1);
        let best = (0..self.seen.len()).max_by_key(|&at| (rate(&self.seen[at]), Reverse(at)))?;
        Some(self.seen.remove(best).draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_costs_most_for_its_size_comes_first_and_noise_never() {
        let mut costly = Costly::default();
        for (index, cost, size) in [(0, 10, 4), (1, 29, 4), (2, 500, 10_000), (3, 60, 100)] {
            costly.note((7, index), cost, size);
        }
        assert_eq!([costly.take(), costly.take()], [Some((7, 3)), Some((7, 2))]);
        assert_eq!(costly.take(), None);
        // A slow start makes no candidate costly.
        let mut costly = Costly::default();
        costly.note((0, 0), 100, 4);
        costly.note((0, 1), 140, 4);
        assert_eq!(costly.take(), None);
    }
}
