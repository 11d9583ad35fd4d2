//! All methods for nim-values, and convolution, tested against each other, a naive oracle and known
//! figures.

mod facts;
mod period;
mod progress;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use referee_games::cold::method as cold_method;
use referee_games::nim::{NIM_METHODS, NimTooLarge};
use referee_games::{Effort, Rule, SEQUENCES};

/// The same cases in every run, and no files for failed ones.
fn fixed() -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(1);
    ProptestConfig { rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

/// The nim-values of the positions below a size, straight from the definition.
fn naive(rule: &Rule, size: usize) -> Vec<u16> {
    let amounts = rule.up_to(size as u64);
    let mut values: Vec<u16> = Vec::new();
    for position in 0..size {
        let moves = amounts.iter().filter_map(|&amount| position.checked_sub(amount as usize));
        let seen: std::collections::HashSet<u16> = moves.map(|to| values[to]).collect();
        values.push((0..).find(|value| !seen.contains(value)).unwrap());
    }
    values
}

/// Asserts that every method finds these values, and convolution the cold positions, for each size,
/// with one to three threads in turn.
#[track_caller]
fn all_agree(rule: &Rule, values: &[u16], sizes: impl IntoIterator<Item = usize>) {
    for size in sizes {
        let effort = Effort::silent(1 + size % 3);
        for method in NIM_METHODS {
            let found = (method.evaluate)(rule, size as u64, &effort).expect("small values");
            let name = method.name;
            assert!(found == values[..size], "{name} below {size}: {:?}", rule.up_to(size as u64));
        }
        let cold = (cold_method("convolution").unwrap().evaluate)(rule, size as u64, &effort);
        let expected = (0..size as u64).filter(|&n| values[n as usize] == 0);
        assert!(cold.iter().eq(expected), "convolution below {size}");
    }
}

/// As long as the greatest amount is out of reach, every position is listed until it marks.
#[test]
fn the_memory_of_the_sieve_includes_the_positions_that_wait() {
    let per_value = NIM_METHODS.iter().find(|method| method.name == "per-value").unwrap();
    let memory = |most| (per_value.memory)(&Rule::set(vec![most]), 140_000_000);
    assert!(memory(70_000_000) > memory(1) + 16 * 70_000_000);
}

fn sets() -> Vec<Rule> {
    let sets: [&[u64]; 16] = [
        &[],
        &[1],
        &[2],
        &[64],
        &[1999],
        &[1_000_000_000_000],
        &[1, 2],
        &[1, 100],
        &[2, 3, 5],
        &[63, 64, 65],
        &[127, 128, 129],
        &[1, 127],
        &[1, 128, 1_000],
        &[2, 4, 8, 1_024],
        &[4, 10, 12],
        &[5, 11, 300, 301, 1_501],
    ];
    let stretches = [(1..=70).collect(), (100..400).collect(), (1..=1000).collect()];
    let sets = sets.into_iter().map(<[u64]>::to_vec).chain(stretches);
    sets.map(Rule::set).collect()
}

#[test]
fn sequences_are_evaluated_right_below_every_size() {
    for rules in SEQUENCES {
        let rule = Rule::Sequence(rules);
        all_agree(&rule, &naive(&rule, 2000), 0..=2000);
    }
}

#[test]
fn sets_are_evaluated_right_below_many_sizes() {
    for rule in sets() {
        let borders = [64, 128, 256, 512, 1024].into_iter().flat_map(|size| size - 2..=size + 2);
        let sizes = (0..10).chain(borders).chain((10..=2000).step_by(97)).chain([2000]);
        all_agree(&rule, &naive(&rule, 2000), sizes);
    }
}

#[test]
fn all_methods_agree_on_many_positions() {
    // Beyond the leaves of convolution and stretches of blocks, and for sparse rules beyond a
    // segment of the sieve.
    for (name, size) in [
        ("squares", 1 << 17),
        ("triangular", 1 << 16),
        ("cubes", 300_000),
        ("powers-of-two", 300_000),
        ("fibonacci", 300_000),
        ("primes", 40_000),
    ] {
        let rule = Rule::named(name).unwrap();
        let dp = NIM_METHODS.iter().find(|method| method.name == "dp").unwrap();
        let values = (dp.evaluate)(&rule, size as u64, &Effort::silent(1)).unwrap();
        all_agree(&rule, &values, [size, size - 1]);
    }
}

#[test]
fn the_default_method_agrees_with_dp_around_the_ends_of_blocks_and_stretches() {
    let [blocked, dp] = ["blocked", "dp"].map(|name| {
        NIM_METHODS.iter().find(|method| method.name == name).expect("a method").evaluate
    });
    let dense = [Rule::set((1..=1000).collect()), Rule::set((20_000..20_100).collect())];
    for rule in SEQUENCES.iter().map(Rule::Sequence).chain(dense).chain(sets()) {
        let values = dp(&rule, 33_000, &Effort::silent(1)).unwrap();
        for end in [1 << 14, (1 << 14) + 32, 1 << 15] {
            for (size, threads) in (end - 1..=end + 1).zip([1, 2, 3]) {
                let found = blocked(&rule, size as u64, &Effort::silent(threads)).unwrap();
                assert!(found == values[..size], "{size} {threads} {:?}", rule.up_to(5000));
            }
        }
    }
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn any_set_is_evaluated_right(
        amounts in prop::collection::vec(1..1500u64, 0..40),
        size in 0..1500usize,
    ) {
        let rule = Rule::set(amounts);
        all_agree(&rule, &naive(&rule, size), [size]);
    }

    #[test]
    fn any_set_of_small_amounts_is_evaluated_right(
        amounts in prop::collection::vec(1..70u64, 0..70),
        size in 0..400usize,
    ) {
        let rule = Rule::set(amounts);
        all_agree(&rule, &naive(&rule, size), [size]);
    }
}

#[test]
fn values_that_cannot_be_held_are_refused() {
    // With all amounts allowed, the value of n is n: first bytes overflow, then words.
    let all = Rule::set((1..70_000).collect());
    let blocked = NIM_METHODS[0].evaluate;
    let values = blocked(&all, 65_535, &Effort::silent(1)).unwrap();
    assert!(values.iter().enumerate().all(|(n, &value)| n == usize::from(value)));
    for method in NIM_METHODS.iter().filter(|method| ["dp", "blocked"].contains(&method.name)) {
        assert_eq!(
            (method.evaluate)(&all, 65_536, &Effort::silent(1)),
            Err(NimTooLarge),
            "{}",
            method.name
        );
    }
}

#[test]
fn methods_are_told_apart_by_name() {
    for (at, method) in NIM_METHODS.iter().enumerate() {
        assert!(NIM_METHODS[..at].iter().all(|other| other.name != method.name));
        assert!(!method.summary.is_empty() && method.complexity.starts_with("O("));
    }
}
