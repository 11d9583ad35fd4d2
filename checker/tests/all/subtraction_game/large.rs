//! Beyond the reach of oracles: large heaps, a hundred thousand heaps, and positions with
//! independently known results.

use referee_checker::Case;
use referee_checker::subtraction_game::Claim;

use super::oracle::Oracle;
use super::{game, verdict};
use crate::support::Draws;

/// The segment length in the evaluation of one heap.
const SEGMENT: u64 = 1 << 18;

/// The first terms of OEIS A030193. Their counts below powers of 2 are tested further in
/// `values.rs`.
#[test]
fn the_cold_positions_of_squares_are_those_that_are_known() {
    let is_cold = |heap: &u64| game("squares", &[*heap]).is_cold() == Ok(true);
    let cold: Vec<u64> = (0..1 << 11).filter(is_cold).collect();
    let first = [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85];
    assert_eq!(cold[..20], first);
    let below = |k: u32| cold.iter().filter(|&&heap| heap < 1 << k).count();
    let counted: Vec<usize> = (0..=11).map(below).collect();
    assert_eq!(counted, [1, 1, 2, 4, 7, 10, 16, 25, 45, 75, 118, 185]);
}

/// A second heap of 0 changes nothing but the method of evaluation. (The tests of the values
/// compare both methods in every position; here, only the results are compared.)
#[test]
fn both_ways_agree_where_segments_meet() {
    assert_same("squares", SEGMENT + 1);
    for rule in ["set 2 3 7", "set 1 262144", "set 262143 262145 500000 4"] {
        for heap in [SEGMENT - 1, SEGMENT, SEGMENT + 1] {
            assert_same(rule, heap);
        }
    }
}

/// Asserts that a heap alone is equivalent to one beside an empty heap: each accepts what the other
/// finds.
fn assert_same(rule: &str, heap: u64) {
    let [alone, beside] = [game(rule, &[heap]), game(rule, &[heap, 0])];
    for (finder, other) in [(&alone, &beside), (&beside, &alone)] {
        let found = finder.winning_move().expect("memory enough");
        let output = found.map_or(Claim::Cold, Claim::Hot).to_string();
        let expected = format!("accepted: {output}");
        assert_eq!(verdict(other, output.as_bytes()), expected, "{rule}, a heap of {heap}");
    }
}

/// If all amounts up to d may be taken, a heap is cold exactly if its remainder modulo 1 + d is.
#[test]
fn a_bachet_game_in_a_long_heap() {
    for (heap, output) in [(3_000_004, "cold"), (3_000_005, "hot 1 1"), (3_000_010, "hot 1 6")] {
        let prepared = game("set 6 5 4 3 2 1", &[heap]);
        assert_eq!(verdict(&prepared, output.as_bytes()), format!("accepted: {output}"));
        let other = if output == "cold" { "hot 1 3" } else { "cold" };
        assert!(verdict(&prepared, other.as_bytes()).starts_with("wrong answer"));
    }
}

/// Every size twice, in random order.
fn twice(sizes: &[u64], draws: &mut Draws) -> Vec<u64> {
    let mut heaps = [sizes, sizes].concat();
    for end in (1..heaps.len()).rev() {
        heaps.swap(end, draws.between(0, end as i32) as usize);
    }
    heaps
}

fn drawn(count: usize, draws: &mut Draws) -> Vec<u64> {
    (0..count).map(|_| draws.between(0, 3000) as u64).collect()
}

/// If every heap occurs twice, every move on one can be answered on the other.
#[test]
fn a_hundred_thousand_heaps() {
    let mut draws = Draws(1);
    let mut heaps = twice(&drawn(50_000, &mut draws), &mut draws);
    let prepared = game("squares", &heaps);
    assert_eq!(verdict(&prepared, b"cold"), "accepted: cold");
    assert_eq!(prepared.outcome(), Ok("cold"));
    assert_eq!(prepared.winning_move(), Ok(None));
    let large = heaps.iter().rposition(|&heap| heap >= 1000).expect("many are") + 1;
    let refusal = verdict(&prepared, format!("hot {large} 961").as_bytes());
    let start = format!("wrong answer - says hot {large} 961: the opponent then takes ");
    assert!(refusal.starts_with(&start), "{refusal}");
    let beyond = verdict(&prepared, b"hot 100001 1");
    assert_eq!(beyond, "wrong answer - says hot 100001 1: heaps go from 1 to 100000");
    // One more heap alone decides.
    let squares = (1..=60).map(|root| root * root).collect();
    let mut oracle = Oracle::new(squares);
    for odd in [0, 39, 1234, 2999] {
        heaps.push(odd);
        let prepared = game("squares", &heaps);
        assert_eq!(prepared.is_cold(), Ok(oracle.is_cold(&[odd])), "an odd heap of {odd}");
        for take in [1, 4, 9, 16, 25, 36] {
            let wins = oracle.after(&[odd], 1, take).is_some_and(|left| oracle.is_cold(&left));
            let output = format!("hot {} {take}", heaps.len());
            let verdict = verdict(&prepared, output.as_bytes());
            assert_eq!(verdict == format!("accepted: {output}"), wins, "{odd}: {verdict}");
        }
        heaps.pop();
    }
}

#[test]
fn empty_heaps_leave_no_move() {
    for count in [1, 2, 13, 1000] {
        let prepared = game("squares", &vec![0; count]);
        assert_eq!(verdict(&prepared, b"cold"), "accepted: cold");
        let refusal = verdict(&prepared, format!("hot {count} 1").as_bytes());
        let expected = format!("wrong answer - says hot {count} 1: that heap has only 0");
        assert_eq!(refusal, expected);
    }
    // Beside others they do no harm.
    let prepared = game("squares", &[0, 0, 3, 0, 0]);
    assert_eq!(verdict(&prepared, b"hot 3 1"), "accepted: hot 3 1");
    assert!(verdict(&prepared, b"cold").starts_with("wrong answer"));
}

#[test]
fn amounts_larger_than_every_heap_leave_no_move() {
    for heaps in [&[100][..], &[100, 100, 7], &[0]] {
        let prepared = game("set 101 1000000000000", heaps);
        assert_eq!(verdict(&prepared, b"cold"), "accepted: cold", "{heaps:?}");
        let refusal = verdict(&prepared, b"hot 1 101");
        let expected = format!("wrong answer - says hot 1 101: that heap has only {}", heaps[0]);
        assert_eq!(refusal, expected);
    }
}

/// If only 3 can be taken, a heap is a number of moves long, and heaps of 0, 1 and 2 are all the
/// same.
#[test]
fn a_set_without_one() {
    for rest in 0..3 {
        for heap in [rest, 6 + rest, 600_000 + rest] {
            assert_eq!(verdict(&game("set 3", &[heap]), b"cold"), "accepted: cold", "{heap}");
            assert_eq!(verdict(&game("set 3", &[heap, 2]), b"cold"), "accepted: cold", "{heap}");
            let hot = game("set 3", &[heap + 3]);
            assert_eq!(verdict(&hot, b"hot 1 3"), "accepted: hot 1 3");
            assert!(verdict(&hot, b"cold").starts_with("wrong answer"));
        }
    }
}
