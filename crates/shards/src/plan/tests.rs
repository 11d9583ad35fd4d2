use proptest::collection::vec;
use proptest::prelude::*;
use referee_base::digest::Digest;

use super::*;

fn content(number: u64) -> ContentHash {
    let mut digest = Digest::new();
    digest.add(&number.to_le_bytes());
    digest.number()
}

/// Returns the ratio of the slowest shard's time to the average.
fn imbalance(plan: &[usize], weights: &[u64], shards: usize) -> f64 {
    let mut loads = vec![0; shards];
    plan.iter().zip(weights).for_each(|(&shard, weight)| loads[shard] += weight);
    let mean = weights.iter().sum::<u64>() as f64 / shards as f64;
    loads.into_iter().max().map_or(0.0, |most| most as f64 / mean)
}

/// Returns submissions with times in milliseconds, few of which are very long: Pareto with exponent
/// 2, from 2 s to 2 minutes.
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
        // Each of 64 shards has only about 30 submissions: see the next test.
        assert!(shards > 16 || worst_hash <= 1.5, "{shards} shards by content: {worst_hash}");
    }
}

/// Returns a lower bound for the expected ratio of the slowest shard's time to the average if
/// submissions are assigned by content alone: the shard of the longest submission also has an
/// average share of all others.
fn bound_by_chance(weights: &[u64], shards: usize) -> f64 {
    let all = weights.iter().sum::<u64>() as f64;
    let longest = weights.iter().max().copied().unwrap_or(0) as f64;
    (longest + (all - longest) / shards as f64) / (all / shards as f64)
}

#[test]
fn chance_alone_keeps_many_shards_by_content_from_taking_equally_long() {
    let weights: Vec<u64> = heavy_tail(2, 2000).iter().map(|one| one.1).collect();
    assert_eq!(weights.iter().max(), Some(&120_000));
    for (shards, least) in [(4, 1.0), (16, 1.2), (64, 1.9)] {
        let bound = bound_by_chance(&weights, shards);
        assert!((least..least + 0.1).contains(&bound), "{shards} shards: {bound}");
        let of_hash = |hash: u64| {
            let contents: Vec<_> = (0..2000).map(|number| content(hash << 32 | number)).collect();
            imbalance(&by_content(&contents, shards), &weights, shards)
        };
        let mean = (100..120).map(of_hash).sum::<f64>() / 20.0;
        // It cannot be better than any hash, and is hardly worse.
        assert!((bound * 0.97..bound * 1.25).contains(&mean), "{shards} shards: {mean}, {bound}");
    }
}

/// Returns the ratio of the last machine's time to the average if each machine takes the next shard
/// when it is done with one.
fn imbalance_of_queue(plan: &[usize], weights: &[u64], shards: usize, machines: usize) -> f64 {
    let mut loads = vec![0; shards];
    plan.iter().zip(weights).for_each(|(&shard, weight)| loads[shard] += weight);
    let mut busy = vec![0; machines];
    for load in loads {
        if let Some(next) = busy.iter_mut().min() {
            *next += load;
        }
    }
    let mean = weights.iter().sum::<u64>() as f64 / machines as f64;
    busy.into_iter().max().map_or(0.0, |most| most as f64 / mean)
}

#[test]
fn with_more_shards_than_machines_the_queue_of_the_engine_balances() {
    for machines in [16, 64] {
        let of_seed = |seed: u64| {
            let (contents, weights): (Vec<_>, Vec<_>) = heavy_tail(seed, 2000).into_iter().unzip();
            [1, 8].map(|more| {
                let plan = by_content(&contents, machines * more);
                imbalance_of_queue(&plan, &weights, machines * more, machines)
            })
        };
        let [alone, queued] = (0..5)
            .map(of_seed)
            .fold([0.0; 2], |sums, of| [sums[0] + of[0] / 5.0, sums[1] + of[1] / 5.0]);
        assert!(queued <= 1.5 && queued < alone, "{machines}: {alone}, {queued}");
    }
}

#[test]
fn what_outweighs_a_shard_is_cut_and_shards_take_equally_long() {
    let heavy: Vec<u64> = (0..1000).map(|case| 50 + case % 7).collect();
    let mut submissions = heavy_tail(1, 200);
    submissions[7].1 = heavy.iter().sum::<u64>() * 10_000;
    let cases = HashMap::from([(7, heavy.iter().map(|weight| weight * 10_000).collect())]);
    for shards in [4, 16, 64] {
        let whole = Plan::of_weights(&submissions, &HashMap::new(), shards);
        let cut = Plan::of_weights(&submissions, &cases, shards);
        let [(alone, mean), (longest, same)] = [whole, cut].map(|plan| plan.minutes().unwrap());
        assert_eq!(mean, same);
        assert!(alone > 1.15 * mean && longest <= 1.15 * mean, "{shards}: {longest}, {mean}");
    }
}

#[test]
fn only_what_outweighs_a_shard_is_cut() {
    let submissions = [(content(1), 60), (content(2), 40)];
    let cases = HashMap::from([(0, vec![10; 6]), (1, vec![10; 4])]);
    let cut = |shards| {
        let units = Plan::of_weights(&submissions, &cases, shards).units;
        units
            .iter()
            .map(|unit| (unit.submission, unit.cases.map(|block| block.count)))
            .collect::<Vec<_>>()
    };
    assert_eq!(cut(1), [(0, None), (1, None)]);
    assert_eq!(cut(2), [(0, Some(3)), (0, Some(3)), (1, None)]);
    assert_eq!(cut(3), [(0, Some(3)), (0, Some(3)), (1, Some(2)), (1, Some(2))]);
}

#[test]
fn a_shard_takes_some_ten_minutes() {
    let minutes = 60_000_000;
    for (total, at_a_time, units, shards) in [
        (0, 1, 5, 1),
        (10 * minutes, 1, 5, 1),
        (10 * minutes + 1, 1, 5, 2),
        (100 * minutes, 4, 500, 3),
        (100 * minutes, 1, 5, 5),
        (100_000 * minutes, 1, 20_000, 1000),
        (u128::MAX, 1, 0, 1),
    ] {
        assert_eq!(sensible_shards(total, at_a_time, units), shards, "{total}");
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
