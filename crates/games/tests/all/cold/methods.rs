//! Tests every method for cold positions against the definition and published figures.

use std::cell::RefCell;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use referee_games::cold::residues::{self, Shape};
use referee_games::cold::{self, Lanes, METHODS, Periodic, default_method};
use referee_games::{Cold, Rule, SEQUENCES};
use referee_games::{Effort, Method, Period};

/// Cold positions of subtract-a-square below 2^k, for k = 0, 1, 2, ...
const SQUARES: [u64; 31] = [
    1, 1, 2, 4, 7, 10, 16, 25, 45, 75, 118, 185, 305, 492, 812, 1281, 2053, 3307, 5394, 8777,
    14421, 23327, 37783, 61300, 100_145, 162_427, 262_950, 425_195, 691_247, 1_122_049, 1_816_355,
];

/// The definition: a position is cold if no amount leads to a cold position.
fn oracle(rule: &Rule, size: u64) -> Cold {
    let amounts = rule.up_to(size);
    let mut cold = Cold::none(size);
    for n in 0..size {
        let mut moves = amounts.iter().take_while(|&&amount| amount <= n);
        if !moves.any(|amount| cold.has(n - amount)) {
            cold.insert(n);
        }
    }
    cold
}

fn prefix(cold: &Cold, size: u64) -> Cold {
    Cold::from_words(size, cold.words()[..size.div_ceil(64) as usize].to_vec())
}

fn sequences() -> impl Iterator<Item = (&'static str, Rule)> {
    SEQUENCES.iter().map(|rules| (rules.name, Rule::Sequence(rules)))
}

fn methods(rule: &Rule) -> impl Iterator<Item = &'static Method<Cold>> {
    METHODS.iter().filter(|method| (method.suits)(rule))
}

/// Sizes at which words, segments and tiles end, and one off.
fn borders() -> impl Iterator<Item = u64> {
    let powers = (6..=17).map(|k| 1 << k);
    let tiles = [65 * 64, 65 * 512, 65 * 4096].into_iter();
    powers.chain(tiles).flat_map(|size: u64| [size - 1, size, size + 1])
}

/// Runs a property on many sets from a fixed seed.
fn for_sets(most: u64, count: usize, property: impl Fn(Rule) -> Result<(), TestCaseError>) {
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &[41; 32]);
    let config = Config { cases: 300, failure_persistence: None, ..Config::default() };
    let sets = prop::collection::vec(0..=most, 0..=count);
    let property = |amounts| property(Rule::set(amounts));
    TestRunner::new_with_rng(config, random).run(&sets, property).unwrap();
}

#[test]
fn every_method_agrees_with_the_definition_at_every_small_size() {
    for (name, rule) in sequences() {
        let expected = oracle(&rule, 3000);
        for method in methods(&rule) {
            for size in (0..=300).chain((300..=3000).step_by(37)).chain([2999, 3000]) {
                let found =
                    (method.evaluate)(&rule, size, &Effort::silent(1 + (size % 3) as usize));
                assert_eq!(found, prefix(&expected, size), "{name} {} {size}", method.name);
            }
        }
    }
}

#[test]
fn every_method_agrees_with_the_definition_around_borders() {
    for (name, rule) in sequences() {
        let expected = oracle(&rule, 65 * 4096 + 1);
        for method in methods(&rule) {
            for size in borders() {
                let found = (method.evaluate)(&rule, size, &Effort::silent(2));
                assert_eq!(found, prefix(&expected, size), "{name} {} {size}", method.name);
            }
        }
    }
}

#[test]
fn segments_of_any_length_agree() {
    for (name, rule) in sequences() {
        let expected = oracle(&rule, 3000);
        for words in [0, 1, 2, 3, 7, 46, 47, 48, 1000] {
            let found = cold::segmented(&rule, 3000, words, &Effort::silent(1));
            assert_eq!(found, expected, "{name} {words}");
        }
    }
}

#[test]
fn residue_classes_of_any_shape_agree_on_any_lanes() {
    let widest = Lanes::widest();
    for (name, rule) in sequences() {
        // Several superblocks of each shape, the last one partial.
        let size = 130_000;
        let expected = oracle(&rule, size);
        for (modulus, tiles) in [(0, 0), (1, 2), (2, 2), (3, 4), (5, 2), (5, 3), (8, 2), (65, 2)] {
            let shape = Shape { modulus, tiles };
            for lanes in Lanes::available() {
                for threads in [1, 2, 3] {
                    let effort = Effort::silent(threads);
                    let found = residues::find_with(&rule, size, shape, lanes, &effort);
                    assert_eq!(found, expected, "{name} {shape:?} {lanes:?} {threads}");
                }
            }
        }
        for modulus in [1, 2, 5] {
            let superblock = 64 * 64 * 2 * modulus as u64;
            let shape = Shape { modulus, tiles: 2 };
            for size in [superblock, 3 * superblock].iter().flat_map(|&s| [s - 1, s, s + 1]) {
                let found = residues::find_with(&rule, size, shape, widest, &Effort::silent(1));
                assert_eq!(found, prefix(&expected, size), "{name} {modulus} {size}");
            }
        }
    }
}

#[test]
fn lanes_agree_far_out() {
    // Far enough for shifts of several bands, and for sparse classes that were dense before.
    for name in ["squares", "triangular", "cubes"] {
        let rule = Rule::named(name).unwrap();
        let size = 3_000_001;
        let expected = cold::sieve(&rule, size, &Effort::silent(1));
        for lanes in Lanes::available() {
            for (modulus, tiles) in [(9, 4), (65, 2), (65, 32)] {
                let shape = Shape { modulus, tiles };
                let found = residues::find_with(&rule, size, shape, lanes, &Effort::silent(2));
                assert_eq!(found, expected, "{name} {lanes:?} {shape:?}");
            }
        }
    }
}

#[test]
fn lanes_are_told_apart_by_name() {
    let names: Vec<&str> = Lanes::available().into_iter().map(Lanes::name).collect();
    assert_eq!(names[0], Lanes::PORTABLE.name());
    assert_eq!(names.last(), Some(&Lanes::widest().name()));
    assert!((1..names.len()).all(|i| !names[..i].contains(&names[i])), "{names:?}");
}

#[test]
fn the_modulus_fits_the_rule() {
    for (name, modulus) in [("squares", 65), ("triangular", 9)] {
        let sample = oracle(&Rule::named(name).unwrap(), 1 << 14);
        assert_eq!(Shape::of(&sample).modulus, modulus, "{name}");
    }
}

#[test]
fn every_method_tells_how_far_it_is() {
    let size = 1 << 20;
    for rule in [Rule::named("squares").unwrap(), Rule::set(vec![2, 5, 1000])] {
        for method in methods(&rule).filter(|method| method.name != "convolution") {
            for threads in [1, 2] {
                let told = RefCell::new(Vec::new());
                let progress = |share: f64| told.borrow_mut().push(share);
                let cold = (method.evaluate)(&rule, size, &Effort { threads, progress: &progress });
                let told = told.into_inner();
                let name = method.name;
                assert_eq!(cold.size(), size);
                assert!((4..5000).contains(&told.len()), "{name}: {}", told.len());
                assert!(told.windows(2).all(|pair| pair[0] <= pair[1]), "{name}: {told:?}");
                assert!(told[0] >= 0.0 && told[told.len() - 2] < 1.0, "{name}: {told:?}");
                assert_eq!(told.last(), Some(&1.0), "{name}");
            }
        }
    }
}

#[test]
fn every_method_agrees_with_the_definition_for_sets() {
    for (most, count) in [(10, 5), (70, 8), (200, 20), (2000, 6)] {
        for_sets(most, count, |rule| {
            let expected = oracle(&rule, 2500);
            for method in methods(&rule) {
                for size in [0, 1, 63, 64, 65, 127, 128, 129, 2500] {
                    let found = (method.evaluate)(&rule, size, &Effort::silent(1));
                    prop_assert_eq!(found, prefix(&expected, size), "{} {}", method.name, size);
                }
            }
            Ok(())
        });
    }
}

#[test]
fn every_set_of_small_amounts_has_the_least_period() {
    for chosen in 0u64..1 << 7 {
        let amounts: Vec<u64> = (1..=7).filter(|amount| chosen >> (amount - 1) & 1 == 1).collect();
        let rule = Rule::set(amounts.clone());
        let size = 1000;
        let cold = oracle(&rule, size);
        let Period { preperiod, length: period } = Periodic::find(&rule, size).unwrap().period;
        let repeats = |preperiod, period| {
            (preperiod..size - period).all(|n| cold.has(n) == cold.has(n + period))
        };
        assert!(repeats(preperiod, period), "{amounts:?}");
        assert!(!(1..period).any(|less| repeats(preperiod, less)), "{amounts:?}");
        assert!(preperiod == 0 || !repeats(preperiod - 1, period), "{amounts:?}");
    }
}

#[test]
fn what_follows_from_a_period_is_so() {
    for (most, count) in [(10, 5), (63, 6), (65, 4), (200, 3)] {
        for_sets(most, count, |rule| {
            let expected = oracle(&rule, 3000);
            let Some(periodic) = Periodic::find(&rule, 1 << 16) else { return Ok(()) };
            for n in 0..3000 {
                prop_assert_eq!(periodic.is_cold(n), expected.has(n), "{}", n);
                prop_assert_eq!(periodic.count(n), expected.count(n), "{}", n);
            }
            Ok(())
        });
    }
}

#[test]
fn periods_of_known_games() {
    let period = |amounts: &[u64]| {
        let Period { preperiod, length: period } =
            Periodic::find(&Rule::set(amounts.to_vec()), 1 << 20)?.period;
        Some((preperiod, period))
    };
    // Amounts up to k, or all odd amounts; a single amount.
    assert_eq!(period(&[]), Some((0, 1)));
    assert_eq!(period(&[1]), Some((0, 2)));
    assert_eq!(period(&[1, 2, 3]), Some((0, 4)));
    assert_eq!(period(&[1, 3, 5, 7]), Some((0, 2)));
    assert_eq!(period(&[1000]), Some((0, 2000)));
    // Two amounts: their sum, or twice one of them (Berlekamp, Conway, Guy: "Winning Ways").
    assert_eq!(period(&[2, 5]), Some((0, 7)));
    assert_eq!(period(&[64, 96]), Some((0, 160)));
    assert_eq!(period(&[1 << 21]), None);
    assert_eq!(period(&[u64::MAX]), None);
    assert!(Periodic::find(&Rule::named("squares").unwrap(), 1 << 20).is_none());
}

#[test]
fn a_periodic_game_is_counted_however_far() {
    let periodic = Periodic::find(&Rule::set(vec![1, 2, 3]), 100).unwrap();
    assert_eq!(periodic.count(1 << 63), 1 << 61);
    assert_eq!(periodic.count(u64::MAX), 1 << 62);
    assert!(periodic.is_cold(u64::MAX - 3) && !periodic.is_cold(u64::MAX));
    assert!(Periodic::find(&Rule::set(vec![]), 100).unwrap().count(u64::MAX) == u64::MAX);
}

#[test]
fn amounts_beyond_all_positions_do_no_harm() {
    let rule = Rule::set(vec![2, u64::MAX, 1 << 63]);
    for method in methods(&rule) {
        assert_eq!(
            (method.evaluate)(&rule, 200, &Effort::silent(1)),
            oracle(&rule, 200),
            "{}",
            method.name
        );
    }
}

#[test]
fn methods_are_known_by_name() {
    for (_, rule) in sequences().chain([("", Rule::set(vec![1, 2]))]) {
        assert!((default_method(&rule).suits)(&rule));
    }
    for method in METHODS {
        assert_eq!(cold::method(method.name).map(|found| found.summary), Some(method.summary));
    }
    assert!(cold::method("magic").is_none());
}

fn counts_of_squares(most: u32) {
    let rule = Rule::named("squares").unwrap();
    // Other methods take too much time or memory there.
    let far_out = ["segmented", "residues"];
    for method in methods(&rule).filter(|method| most < 28 || far_out.contains(&method.name)) {
        let start = std::time::Instant::now();
        let cold = (method.evaluate)(&rule, 1 << most, &Effort::silent(2));
        println!("{:<10} 2^{most} {:.3} s", method.name, start.elapsed().as_secs_f64());
        for (k, &count) in (0..=most).zip(&SQUARES) {
            assert_eq!(cold.count(1 << k), count, "{} 2^{k}", method.name);
        }
    }
}

#[test]
fn squares_are_counted_as_by_others() {
    counts_of_squares(22);
}

#[test]
#[ignore = "takes a minute in release: cargo test --release -p referee-games --test all -- --ignored"]
fn squares_are_counted_as_by_others_far_out() {
    counts_of_squares(30);
}
