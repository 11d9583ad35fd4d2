//! Periods of finite sets: minimal, true, and proved by enough values.

use proptest::prelude::*;
use referee_games::nim::nim_period;
use referee_games::{Period, Rule};

use super::{fixed, naive};

/// The least period that two equal windows prove, by comparing all windows.
fn by_comparing(values: &[u16], window: usize) -> Option<Period> {
    let mut first_at = std::collections::HashMap::new();
    for at in 0..=values.len().checked_sub(window)? {
        if let Some(first) = first_at.insert(&values[at..at + window], at) {
            let length = at - first;
            let differ = (0..first).rev().find(|&n| values[n] != values[n + length]);
            let preperiod = differ.map_or(0, |n| n + 1) as u64;
            return Some(Period { preperiod, length: length as u64 });
        }
    }
    None
}

fn period(amounts: &[u64]) -> Option<(u64, u64)> {
    let period = nim_period(&Rule::set(amounts.to_vec()), 1 << 20);
    period.map(|period| (period.preperiod, period.length))
}

#[test]
fn known_periods_are_found() {
    assert_eq!(period(&[]), Some((0, 1)));
    for most in 1..100 {
        // From 1 to k: n mod k + 1. Only k: k zeros, then k ones.
        assert_eq!(period(&(1..=most).collect::<Vec<_>>()), Some((0, most + 1)));
        assert_eq!(period(&[most]), Some((0, 2 * most)));
    }
    // Of two amounts a < b: a + b, or 2 a if b is an odd multiple of a (Winning Ways, chapter 4).
    for (a, b) in (1..20).flat_map(|a| (a + 1..60).map(move |b| (a, b))) {
        let length = if b % a == 0 && b / a % 2 == 1 { 2 * a } else { a + b };
        assert_eq!(period(&[a, b]), Some((0, length)), "{a} {b}");
    }
}

#[test]
fn a_short_window_does_not_deceive() {
    // Up to the largest amount the values alternate, and a window of 2 repeats from the start.
    for most in [100, 1000] {
        let values = naive(&Rule::set(vec![1, most]), 3 * most as usize);
        assert_eq!(by_comparing(&values, 2), Some(Period { preperiod: 0, length: 2 }));
        assert_eq!(period(&[1, most]), Some((0, most + 1)));
        assert_eq!(nim_period(&Rule::set(vec![1, most]), most), None);
    }
    // For how many sets would a slightly shorter window give a wrong period?
    let mut deceived = 0;
    for (a, b, c) in
        (1..8).flat_map(|a| (a + 1..15).flat_map(move |b| (b + 1..30).map(move |c| (a, b, c))))
    {
        let rule = Rule::set(vec![a, b, c]);
        let values = naive(&rule, 600);
        let found = nim_period(&rule, 1 << 20).expect("a short period");
        assert_eq!(Some(found), by_comparing(&values, c as usize), "{a} {b} {c}");
        deceived += u32::from(by_comparing(&values, c as usize / 2) != Some(found));
    }
    assert!(deceived > 100, "only {deceived} sets would deceive");
}

#[test]
fn what_does_not_show_is_not_found() {
    assert_eq!(nim_period(&Rule::named("squares").unwrap(), 1 << 12), None);
    let rule = Rule::set(vec![2, 3]);
    assert!((0..4).all(|limit| nim_period(&rule, limit).is_none()));
    assert!((8..100).all(|limit| nim_period(&rule, limit).is_some()));
    assert_eq!(nim_period(&Rule::set(vec![u64::MAX]), 1000), None);
    assert_eq!(nim_period(&Rule::set(vec![]), 0), None);
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn periods_are_least_and_true(amounts in prop::collection::vec(1..25u64, 1..6)) {
        let rule = Rule::set(amounts);
        let window = *rule.up_to(100).last().unwrap() as usize;
        let values = naive(&rule, 3000);
        if let Some(expected) = by_comparing(&values, window) {
            prop_assert_eq!(nim_period(&rule, 1 << 20), Some(expected));
            let (from, length) = (expected.preperiod as usize, expected.length as usize);
            prop_assert!((from + length..3000).all(|n| values[n] == values[n - length]));
        }
    }
}
