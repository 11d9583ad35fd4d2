//! Subtraction games: checks every solver by playing out whole positions, and with the checker if
//! they are too large for that.

use std::collections::HashMap;

use proptest::prelude::*;
use referee_checker::subtraction_game::{Claim, HeapMove, Instance, Rule};
use referee_checker::{CheckVerdict, Settings, Strictness, problem};
use referee_solvers::{SolveError, solvers};

use crate::fixed;

fn instance(rule: Rule, heaps: &[u64]) -> Instance {
    Instance::new(rule, heaps.to_vec()).expect("a legal instance")
}

fn input(instance: &Instance) -> Vec<u8> {
    let mut input = Vec::new();
    instance.write(&mut input);
    input
}

/// The naive oracle: a position is cold if no move, of any amount from any heap, leads to a cold
/// position.
#[derive(Default)]
struct Oracle {
    cold: HashMap<Vec<u64>, bool>,
}

impl Oracle {
    fn is_cold(&mut self, rule: &Rule, heaps: &[u64]) -> bool {
        if let Some(&known) = self.cold.get(heaps) {
            return known;
        }
        let moves = (0..heaps.len()).flat_map(|at| (1..=heaps[at]).map(move |take| (at, take)));
        let is_cold = moves.filter(|&(_, take)| rule.allows(take)).all(|(at, take)| {
            let mut after = heaps.to_vec();
            after[at] -= take;
            !self.is_cold(rule, &after)
        });
        self.cold.insert(heaps.to_vec(), is_cold);
        is_cold
    }

    /// Asserts that all solvers are right.
    fn assert_solved(&mut self, rule: &Rule, heaps: &[u64]) {
        let instance = instance(rule.clone(), heaps);
        let is_cold = self.is_cold(rule, heaps);
        for solver in solvers("subtraction-game") {
            let answer = solver.answer(&input(&instance)).expect("an answer");
            let claim = Claim::parse(&mut answer.as_slice()).unwrap().expect("a claim");
            let says = format!("{} says {claim} of {rule}, {heaps:?}", solver.name);
            let Claim::Hot(HeapMove { heap, take }) = claim else {
                assert!(is_cold, "{says}");
                continue;
            };
            assert!(!is_cold, "{says}");
            let mut after = heaps.to_vec();
            assert!(rule.allows(take as u64) && take as u64 <= after[heap as usize - 1], "{says}");
            after[heap as usize - 1] -= take as u64;
            assert!(self.is_cold(rule, &after), "{says}");
        }
    }
}

#[test]
fn all_positions_of_up_to_three_small_heaps() {
    let sets =
        (1u32..16).map(|bits| Rule::Set((1..=4).filter(|a| bits >> (a - 1) & 1 == 1).collect()));
    for rule in sets.chain([Rule::Squares]) {
        let mut oracle = Oracle::default();
        for a in 0..=9 {
            oracle.assert_solved(&rule, &[a]);
            for b in 0..=9 {
                oracle.assert_solved(&rule, &[a, b]);
                for c in 0..=6 {
                    oracle.assert_solved(&rule, &[a, b, c]);
                }
            }
        }
    }
}

#[test]
fn all_heaps_alone() {
    for rule in [Rule::Squares, Rule::Set(vec![7, 2]), Rule::Set(vec![65, 3, 128, 64])] {
        let mut oracle = Oracle::default();
        (0..=500).for_each(|heap| oracle.assert_solved(&rule, &[heap]));
    }
}

/// Asserts that the checker accepts the answers of the named solvers, in the strict form.
fn assert_accepted(instance: &Instance, names: &[&str]) {
    let rules = problem("subtraction-game").expect("a shipped problem");
    let bytes = input(instance);
    let case = rules.prepare(&bytes, Strictness::Strict, Settings::default()).unwrap();
    for solver in solvers("subtraction-game").iter().filter(|s| names.contains(&s.name)) {
        let answer = solver.answer(&bytes).unwrap();
        let verdict = case.check(&mut answer.as_slice()).unwrap();
        let says = String::from_utf8_lossy(&answer);
        assert!(matches!(verdict, CheckVerdict::Accepted(_)), "{} says {says}", solver.name);
        assert_eq!(case.answer_form(&mut answer.as_slice()).unwrap(), Ok(()), "{says}");
    }
}

const ALL: &[&str] = &["fastest", "sieve", "convolution"];

/// From this size on, `fastest` looks for the period of a set, which here ends far from the heaps.
#[test]
fn heaps_beyond_the_first_period() {
    let far = (1 << 22) - 3;
    let sets = [vec![2, 3, 7], vec![29, 5, 12, 100], vec![1, 3_000_000]];
    for set in sets {
        for near in [0, 1, 4, 9] {
            let rule = Rule::Set(set.clone());
            assert_accepted(&instance(rule.clone(), &[far + near]), &["fastest", "sieve"]);
            if set.len() == 3 && near < 2 {
                let heaps = [far + near, 11, far - 5 * near];
                assert_accepted(&instance(rule, &heaps), &["fastest"]);
            }
        }
    }
}

#[test]
fn the_largest_heaps_of_sets_take_little_memory() {
    for (heaps, set) in
        [(vec![1 << 32], vec![2, 3]), (vec![1 << 32, 77, (1 << 32) - 4], vec![1, 4, 9])]
    {
        let bytes = input(&instance(Rule::Set(set), &heaps));
        let mut answer = Vec::new();
        (solvers("subtraction-game")[0].solve)(&bytes, 64 << 20, &mut answer).expect("a period");
        let sieve = (solvers("subtraction-game")[1].solve)(&bytes, 64 << 20, &mut Vec::new());
        assert!(matches!(sieve, Err(SolveError::TooLarge(_))));
        // 2^32 = 1 mod 5; 2^32 = 4 and 2^32 - 4 = 0 mod 8, and small heaps give their values.
        let answer = String::from_utf8(answer).unwrap();
        assert!(answer.starts_with(if heaps.len() == 1 { "cold" } else { "hot" }), "{answer}");
    }
}

#[test]
fn many_heaps() {
    let heaps: Vec<u64> = (0..100_000u64).map(|i| i * 7919 % 20_011).collect();
    assert_accepted(&instance(Rule::Squares, &heaps), &["fastest", "sieve"]);
    assert_accepted(&instance(Rule::Set(vec![3, 10, 1, 4]), &heaps), ALL);
    let pairs: Vec<u64> = heaps.iter().flat_map(|&heap| [heap, heap]).collect();
    assert_accepted(&instance(Rule::Squares, &pairs), &["fastest", "sieve"]);
}

#[test]
fn from_bytes_to_bytes() {
    assert_eq!(solvers("subtraction-game")[0].name, "fastest");
    for solver in solvers("subtraction-game") {
        let answer = |input: &[u8]| solver.answer(input).map(|a| String::from_utf8(a).unwrap());
        assert_eq!(answer(b"squares\n1\n13\n").unwrap(), "hot 1 1\n", "{}", solver.name);
        assert_eq!(answer(b"set 5 2\r\n 2\t5 \n3").unwrap(), "hot 1 2\n", "{}", solver.name);
        assert_eq!(answer(b"squares\n3\n1 3 7\n").unwrap(), "cold\n", "{}", solver.name);
        assert_eq!(answer(b"set 3\n2\n0 0\n").unwrap(), "cold\n", "{}", solver.name);
        let fault = answer(b"set 3\n1\n-1\n").unwrap_err();
        assert_eq!(fault.to_string(), "line 3, column 1: a heap = -1 is outside 0..=4294967296");
    }
}

#[test]
fn nim_values_beyond_what_is_held_are_refused() {
    let amounts: Vec<u64> = (1..=65_600).collect();
    let bytes = input(&instance(Rule::Set(amounts), &[65_600, 1]));
    for solver in solvers("subtraction-game").iter().filter(|solver| solver.name == "sieve") {
        let error = solver.answer(&bytes).unwrap_err().to_string();
        assert!(error.starts_with("there is a nim-value above 65534"), "{error}");
    }
}

fn any_rule() -> impl Strategy<Value = Rule> {
    let set = prop::collection::btree_set(1u64..=80, 1..=6);
    let set = set.prop_map(|amounts| Rule::Set(amounts.into_iter().rev().collect()));
    prop_oneof![Just(Rule::Squares), set]
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn every_answer_is_accepted_and_strict(
        rule in any_rule(),
        heaps in prop::collection::vec(0u64..3000, 1..8),
    ) {
        assert_accepted(&instance(rule, &heaps), ALL);
    }

    #[test]
    fn a_heap_alone_is_answered_like_the_same_beside_an_empty_one(
        rule in any_rule(),
        heap in 0u64..3000,
    ) {
        for solver in solvers("subtraction-game") {
            let answer = |heaps: &[u64]| solver.answer(&input(&instance(rule.clone(), heaps))).unwrap();
            prop_assert_eq!(answer(&[heap]), answer(&[heap, 0]), "{}", solver.name);
        }
    }
}
