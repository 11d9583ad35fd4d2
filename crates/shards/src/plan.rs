//! Assigns submissions to shards by pure functions, so that every machine computes the same plan.
//!
//! Without known times, each submission goes to the shard for which the hash of both is largest
//! (rendezvous hashing): adding a submission moves no other one, and adding a shard moves only the
//! submissions that it gets. With known times, the longest submission goes first, to the shard with
//! the least work so far (LPT), which is at most a third worse than the best plan.
//!
//! Sources: Thaler and Ravishankar, "Using name-based mappings to increase hit rates" (1998);
//! Graham, "Bounds on multiprocessing timing anomalies" (1969).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::{MAX_SHARDS, blocks};
use referee_base::digest::{ContentHash, Digest};
use referee_events::CaseRange;

/// The intended duration of a shard, in microseconds: clusters start roughly ten jobs a minute, and
/// a lost shard is judged again.
const LONG: u128 = 600_000_000;

/// The unit of assignment to shards: a submission, or a block of its cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShardUnit {
    /// The position of the submission.
    pub submission: usize,
    /// The cases, if the submission has other units.
    pub cases: Option<CaseRange>,
    /// Its duration in microseconds, if known.
    pub weight: Option<u64>,
    /// The position of its shard.
    pub shard: usize,
}

/// The assignment of units to shards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The number of shards.
    pub shards: usize,
    /// The units, in the order of submissions and cases.
    pub units: Vec<ShardUnit>,
}

impl Plan {
    /// Plans by the contents of submissions.
    pub fn of_contents(contents: &[ContentHash], shards: usize) -> Plan {
        let unit = |(submission, shard)| ShardUnit { submission, cases: None, weight: None, shard };
        let units = by_content(contents, shards).into_iter().enumerate().map(unit).collect();
        Plan { shards, units }
    }

    /// Plans by the contents and weights of submissions. Those that outweigh a shard are cut into
    /// blocks if the weights of their cases are given.
    pub fn of_weights(
        submissions: &[(ContentHash, u64)],
        cases: &HashMap<usize, Vec<u64>>,
        shards: usize,
    ) -> Plan {
        let total = submissions.iter().map(|&(_, weight)| u128::from(weight)).sum();
        let mut units = Vec::new();
        for (submission, &(content, whole)) in submissions.iter().enumerate() {
            let unit = |cases, weight| {
                let unit = ShardUnit { submission, cases, weight: Some(weight), shard: 0 };
                (unit, (content, weight))
            };
            let known = cases.get(&submission).map_or(&[][..], |cases| cases);
            let blocks = if blocks::outweighs(whole, total, shards) {
                blocks::cut(known, total, shards)
            } else {
                Vec::new()
            };
            match blocks.len() {
                0 | 1 => units.push(unit(None, whole)),
                _ => units.extend(blocks.into_iter().map(|block| {
                    let weights = known[block.first..block.end()].iter();
                    unit(Some(block), weights.fold(0, |all: u64, one| all.saturating_add(*one)))
                })),
            }
        }
        let (units, weighed): (Vec<ShardUnit>, Vec<_>) = units.into_iter().unzip();
        let shard_of = by_weight(&weighed, shards);
        let planned =
            units.into_iter().zip(shard_of).map(|(unit, shard)| ShardUnit { shard, ..unit });
        Plan { shards, units: planned.collect() }
    }

    /// Returns the hash of the plan for a run, given the hash of everything that the run depends
    /// on. Weights only count through the resulting assignment.
    pub fn digest(&self, contents: &ContentHash) -> ContentHash {
        let mut digest = Digest::new();
        digest.add(contents);
        let numbers = self.units.iter().flat_map(|unit| {
            let ShardUnit { submission, cases, weight: _, shard } = *unit;
            let CaseRange { first, count } = cases.unwrap_or(CaseRange { first: 0, count: 0 });
            [submission, first, count, shard]
        });
        for number in [self.shards].into_iter().chain(numbers) {
            digest.add(&(number as u64).to_le_bytes());
        }
        digest.number()
    }

    /// Returns the longest and the average time that shards run programs, in minutes; `None` if a
    /// weight is unknown.
    pub fn minutes(&self) -> Option<(f64, f64)> {
        let mut loads = vec![0_u128; self.shards];
        for unit in &self.units {
            loads[unit.shard] += u128::from(unit.weight?);
        }
        let minutes = |time: u128| time as f64 / 60e6;
        let longest = loads.iter().copied().max()?;
        Some((minutes(longest), minutes(loads.iter().sum()) / self.shards as f64))
    }

    /// Returns the units of the shard at a position.
    pub fn of_shard(&self, shard: usize) -> impl Iterator<Item = &ShardUnit> {
        self.units.iter().filter(move |unit| unit.shard == shard)
    }
}

/// Returns the number of shards that take roughly ten minutes each if `at_a_time` programs run at
/// the same time. `total` is the time of all runs in microseconds, and `units` the maximum number
/// of units.
pub fn sensible_shards(total: u128, at_a_time: usize, units: usize) -> usize {
    let shards = total.div_ceil(LONG * at_a_time.max(1) as u128);
    let most = units.clamp(1, MAX_SHARDS);
    usize::try_from(shards).map_or(most, |shards| shards.clamp(1, most))
}

/// Returns the position of the shard of each submission, by its content.
pub fn by_content(contents: &[ContentHash], shards: usize) -> Vec<usize> {
    let shard_of = |content: &ContentHash| {
        let scored = (0..shards).max_by_key(|&shard| (score(content, shard), Reverse(shard)));
        scored.unwrap_or(0)
    };
    contents.iter().map(shard_of).collect()
}

/// Returns the position of the shard of each submission, by its weight. Ties are broken by content,
/// then by order.
pub fn by_weight(submissions: &[(ContentHash, u64)], shards: usize) -> Vec<usize> {
    let mut longest_first: Vec<usize> = (0..submissions.len()).collect();
    longest_first.sort_by_key(|&at| (Reverse(submissions[at].1), submissions[at].0));
    let mut loads: BinaryHeap<Reverse<(u64, usize)>> =
        (0..shards).map(|shard| Reverse((0, shard))).collect();
    let mut plan = vec![0; submissions.len()];
    for at in longest_first {
        let Some(Reverse((load, shard))) = loads.pop() else { break };
        plan[at] = shard;
        loads.push(Reverse((load.saturating_add(submissions[at].1), shard)));
    }
    plan
}

/// Returns a hash of a content and a shard. The content already is a good hash, so mixing its bits
/// suffices (SplitMix64).
fn score(content: &ContentHash, shard: usize) -> u64 {
    let start = content.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
    let mixed = start ^ (shard as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests;
