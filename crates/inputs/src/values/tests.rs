use proptest::prelude::*;
use referee_generators::Seed;

use super::*;

#[test]
fn each_style_comes_in_turn() {
    for step in [1, 2, 4, 8] {
        let turns = (0..STYLES.len() as u64).map(|nth| Styles::of_turn(5 + step * nth));
        let first: Vec<Style> = turns.map(|styles| styles.first).collect();
        assert!(STYLES.iter().all(|style| first.contains(style)), "{first:?}");
    }
    let mut random = Random::new(Seed::from_value(1));
    let equal: Vec<Style> = (0..9).map(|nth| Styles::of_turn(3).next(nth, &mut random)).collect();
    assert_eq!(equal, [STYLES[3]; 9]);
}

#[test]
fn no_two_parts_over_half_fit_together_and_no_three_make_a_triangle() {
    let mut random = Random::new(Seed::from_value(1));
    let mut of = |style| list(style, 7, (1, 10), &mut random);
    assert_eq!(of(Style::OverHalf), [6, 7, 8, 9, 6, 7, 8]);
    assert_eq!(of(Style::Fibonacci), [2, 3, 4, 6, 9, 2, 3]);
}

#[test]
fn rows_that_are_the_same_as_one_number_are_tried() {
    let range = (-1_000_000, 1_000_000);
    let made = |seed| {
        let mut columns = vec![vec![0; 4], vec![0; 4]];
        collide(&mut columns, [range; 2], &mut Random::new(Seed::from_value(seed)));
        (columns[0][1], columns[1][0], columns[1][1])
    };
    for factor in [1_000_000, 1_000_001, 2_000_000] {
        let is_next = |(x, y, next): (i64, i64, i64)| x == 1 && y - next == factor;
        assert!((0..100).map(made).any(is_next), "{factor}");
    }
}

proptest! {
    #[test]
    fn lists_stay_within_their_range(
        count in 0usize..60, least in -100i64..100, width in 0i64..1_000, seed: u64,
    ) {
        let range = (least, least + width);
        let mut random = Random::new(Seed::from_value(seed));
        for style in STYLES {
            let mut values = list(style, count, range, &mut random);
            prop_assert_eq!(values.len(), count);
            let is_in_range = |value: &i64| (range.0..=range.1).contains(value);
            prop_assert!(values.iter().all(is_in_range), "{:?}: {:?}", style, values);
            make_distinct(&mut values, range);
            prop_assert!(values.iter().all(is_in_range), "{:?}: {:?}", style, values);
            let distinct = values.iter().collect::<std::collections::BTreeSet<_>>().len();
            prop_assert!(distinct == count || (count as i64) > width + 1, "{:?}", values);
        }
    }

    #[test]
    fn products_are_held_by_some_type(seed: u64, most in 1i64..1_000_000_000_000_000_000) {
        let ranges = [(1, most), (0, most), (2, most)];
        let found = product(ranges, &mut Random::new(Seed::from_value(seed)));
        if let Some([whole, one, other]) = found {
            let mut all = [whole, one, other].into_iter().zip(ranges);
            prop_assert!(all.all(|(value, range)| (range.0..=range.1).contains(&value)));
            let exact = i128::from(one) * i128::from(other);
            prop_assert_eq!((exact - i128::from(whole)) % (1 << 32), 0);
        }
    }

    #[test]
    fn some_lists_consist_of_multiples(least in -9i64..9, first_seed: u32) {
        let all = (0..40).map(|seed| {
            let mut random = Random::new(Seed::from_value(u64::from(first_seed) + seed));
            list(Style::Congruent, 30, (least, 300_000), &mut random)
        });
        let are_multiples = |list: &Vec<i64>| {
            (2..=5).any(|factor| list.iter().all(|value| value % factor == 0))
        };
        prop_assert!(all.into_iter().any(|list| are_multiples(&list)));
    }

    #[test]
    fn numbers_add_up_if_the_range_allows_it(
        mut values in proptest::collection::vec(-9i64..=9, 1..9), total in -100i64..100,
    ) {
        let count = values.len() as i64;
        add_up(&mut values, (-9, 9), total);
        prop_assert!(values.iter().all(|value| (-9..=9).contains(value)), "{:?}", values);
        prop_assert_eq!(values.iter().sum::<i64>(), total.clamp(-9 * count, 9 * count));
    }

    #[test]
    fn no_range_is_too_wide(least: i64, most: i64, seed: u64) {
        let range = (least.min(most), least.max(most));
        let mut random = Random::new(Seed::from_value(seed));
        for style in STYLES {
            let values = list(style, 5, range, &mut random);
            prop_assert!(values.iter().all(|value| (range.0..=range.1).contains(value)));
        }
    }
}

#[test]
fn ranges_of_any_size_have_a_large_prime() {
    assert!(PRIMES.is_sorted());
    for (range, expected) in [
        ((1, 100), 97),
        ((8, 96), 96),
        ((1, 1_000_000_000_000_000_000), 999_999_999_999_999_989),
        ((i64::MIN, i64::MAX), i64::MAX - 24),
        ((-9, -3), -3),
    ] {
        assert_eq!(prime(range.0, range.1), expected, "{range:?}");
    }
    let is_prime = |number: i64| (2..).take_while(|d| d * d <= number).all(|d| number % d != 0);
    assert!(PRIMES.into_iter().take_while(|prime| *prime < 1 << 40).all(is_prime));
}

#[test]
fn the_sequence_against_quicksort_is_a_permutation() {
    for count in 0..80 {
        let values = (0..count).map(|place| against_quicksort(place, count));
        let mut values: Vec<usize> = values.collect();
        values.sort_unstable();
        assert!(values.into_iter().eq(1..=count), "{count}");
    }
}
