//! Which shard judges which submission, as pure functions: every machine computes the same.
//!
//! Without known times, each submission goes to the shard that has the largest hash of both (rendezvous hashing): one more submission
//! moves no other, and of N shards one more takes only what it gets. With known times, the longest goes first to the shard with the least
//! work (LPT), which is at most a third worse than the best plan there is.
//!
//! Sources: Thaler and Ravishankar, "Using name-based mappings to increase hit rates" (1998); Graham, "Bounds on multiprocessing timing
//! anomalies" (1969).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use referee_base::digest::ContentHash;

/// Returns the position of the shard of each submission, by its content.
pub fn by_content(contents: &[ContentHash], shards: usize) -> Vec<usize> {
    let shard_of = |content: &ContentHash| {
        let scored = (0..shards).max_by_key(|&shard| (score(content, shard), Reverse(shard)));
        scored.unwrap_or(0)
    };
    contents.iter().map(shard_of).collect()
}

/// Returns the position of the shard of each submission, by its weight; ties go by content, and then by order.
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

/// Returns a hash of a content and a shard. The content is a good hash already, so that mixing its bits is enough (SplitMix64).
fn score(content: &ContentHash, shard: usize) -> u64 {
    let start = content.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
    let mixed = start ^ (shard as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use referee_base::digest::Digest;

    use super::*;

    fn content(number: u64) -> ContentHash {
        let mut digest = Digest::new();
        digest.add(&number.to_le_bytes());
        digest.number()
    }

    /// Returns how much longer the slowest shard takes than they do on average.
    fn imbalance(plan: &[usize], weights: &[u64], shards: usize) -> f64 {
        let mut loads = vec![0; shards];
        plan.iter().zip(weights).for_each(|(&shard, weight)| loads[shard] += weight);
        let mean = weights.iter().sum::<u64>() as f64 / shards as f64;
        loads.into_iter().max().map_or(0.0, |most| most as f64 / mean)
    }

    /// Returns the milliseconds of submissions, of which few take very long: Pareto with exponent 2, from 2 s to 2 minutes.
    fn heavy_tail(seed: u64, count: u64) -> Vec<(ContentHash, u64)> {
        let submission = |number: u64| {
            let content = content(seed << 32 | number);
            let share = (u64::from(content[30]) << 8 | u64::from(content[31])) as f64 / 65536.0;
            (content, ((2000.0 / (1.0 - share).sqrt()) as u64).min(120_000))
        };
        (0..count).map(submission).collect()
    }

    #[test]
    fn shards_of_a_heavy_tail_take_about_as_long() {
        for shards in [4, 16, 64] {
            let (mut worst_hash, mut worst_weight) = (0.0_f64, 0.0_f64);
            for seed in 0..5 {
                let submissions = heavy_tail(seed, 2000);
                let (contents, weights): (Vec<_>, Vec<_>) = submissions.iter().copied().unzip();
                let hash = imbalance(&by_content(&contents, shards), &weights, shards);
                let weight = imbalance(&by_weight(&submissions, shards), &weights, shards);
                (worst_hash, worst_weight) = (worst_hash.max(hash), worst_weight.max(weight));
            }
            assert!(worst_weight <= 1.15, "{shards} shards by weight: {worst_weight}");
            // A shard of 64 has only some 30 submissions: chance alone gives one of them many more.
            assert!(shards > 16 || worst_hash <= 1.5, "{shards} shards by content: {worst_hash}");
        }
    }

    #[test]
    fn equal_weights_are_told_apart_by_content_alone() {
        let submissions: Vec<_> = (0..40).map(|number| (content(number), 7)).collect();
        let reversed: Vec<_> = submissions.iter().rev().copied().collect();
        let plan = by_weight(&submissions, 3);
        assert!(plan.iter().eq(by_weight(&reversed, 3).iter().rev()));
    }

    proptest! {
        #[test]
        fn each_submission_has_one_shard(
            weights in vec(0_u64..=u64::MAX, 0..60),
            shards in 1_usize..20,
        ) {
            let submissions: Vec<_> = weights.iter().zip(0..).map(|(&weight, at)| (content(at), weight)).collect();
            let contents: Vec<_> = submissions.iter().map(|one| one.0).collect();
            for plan in [by_content(&contents, shards), by_weight(&submissions, shards)] {
                prop_assert_eq!(plan.len(), weights.len());
                prop_assert!(plan.iter().all(|&shard| shard < shards));
            }
        }

        #[test]
        fn one_more_submission_moves_no_other(
            numbers in vec(any::<u64>(), 1..60),
            at in any::<prop::sample::Index>(),
            shards in 1_usize..20,
        ) {
            let mut contents: Vec<_> = numbers.into_iter().map(content).collect();
            let more = by_content(&contents, shards);
            let removed = at.index(contents.len());
            contents.remove(removed);
            let mut without = more;
            without.remove(removed);
            prop_assert_eq!(by_content(&contents, shards), without);
        }

        #[test]
        fn one_more_shard_takes_and_moves_nothing_else(
            numbers in vec(any::<u64>(), 0..60),
            shards in 1_usize..20,
        ) {
            let contents: Vec<_> = numbers.into_iter().map(content).collect();
            let (before, after) = (by_content(&contents, shards), by_content(&contents, shards + 1));
            prop_assert!(before.iter().zip(&after).all(|(b, a)| b == a || *a == shards));
        }

        #[test]
        fn by_weight_no_shard_has_more_than_the_mean_and_one_submission(
            weights in vec(1_u64..1000, 1..60),
            shards in 1_usize..20,
        ) {
            let submissions: Vec<_> = weights.iter().zip(0..).map(|(&weight, at)| (content(at), weight)).collect();
            let most = imbalance(&by_weight(&submissions, shards), &weights, shards);
            let mean = weights.iter().sum::<u64>() as f64 / shards as f64;
            let longest = weights.iter().max().copied().unwrap_or(0) as f64;
            prop_assert!(most * mean <= mean + longest + 1e-6);
        }
    }
}
