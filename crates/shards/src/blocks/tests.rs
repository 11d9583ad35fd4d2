use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

fn weight(cases: &[u64], block: &CaseRange) -> u128 {
    cases[block.first..block.end()].iter().map(|&weight| u128::from(weight)).sum()
}

/// Returns the weight of the heaviest block in the best way to cut the cases, by trying all ways.
fn best(cases: &[u64], blocks: usize) -> u128 {
    let whole = weight(cases, &CaseRange { first: 0, count: cases.len() });
    if blocks <= 1 {
        return whole;
    }
    let rest = (1..=cases.len()).map(|count| {
        weight(cases, &CaseRange { first: 0, count }).max(best(&cases[count..], blocks - 1))
    });
    rest.min().unwrap_or(whole)
}

#[test]
fn half_of_everything_is_half_of_the_shards() {
    let cases = [1, 1, 1, 1, 2, 2];
    let ranges = |shards| {
        let cut = cut(&cases, 16, shards);
        cut.iter().map(|block| (block.first, block.count)).collect::<Vec<_>>()
    };
    assert_eq!(ranges(1), [(0, 6)]);
    assert_eq!(ranges(2), [(0, 6)]);
    assert_eq!(ranges(4), [(0, 4), (4, 2)]);
    assert_eq!(ranges(8), [(0, 2), (2, 2), (4, 1), (5, 1)]);
    assert!(outweighs(8, 16, 3) && !outweighs(8, 16, 2));
}

proptest! {
    #[test]
    fn blocks_are_disjoint_and_all_cases(
        cases in vec(any::<u64>(), 1..60),
        others in any::<u64>(),
        shards in 1_usize..20,
    ) {
        let total = cases.iter().map(|&weight| u128::from(weight)).sum::<u128>() + u128::from(others);
        let blocks = cut(&cases, total, shards);
        let mut next = 0;
        for block in &blocks {
            prop_assert_eq!(block.first, next);
            prop_assert!(block.count > 0);
            next = block.end();
        }
        prop_assert_eq!(next, cases.len());
        prop_assert!(blocks.len() <= shards);
    }

    #[test]
    fn no_way_to_cut_is_more_even(
        cases in vec(0_u64..100, 1..9),
        others in 0_u64..300,
        shards in 1_usize..5,
    ) {
        let whole = cases.iter().map(|&weight| u128::from(weight)).sum::<u128>();
        let total = whole + u128::from(others);
        let most = cut(&cases, total, shards).iter().map(|block| weight(&cases, block)).max();
        prop_assert_eq!(most, Some(best(&cases, count(whole, total, shards))));
    }

    #[test]
    fn a_block_is_no_heavier_than_a_shard_and_a_case(
        cases in vec(1_u64..1000, 1..60),
        others in 0_u64..10_000,
        shards in 1_usize..20,
    ) {
        let total = cases.iter().map(|&weight| u128::from(weight)).sum::<u128>() + u128::from(others);
        let longest = u128::from(cases.iter().max().copied().unwrap_or(0));
        for block in cut(&cases, total, shards) {
            prop_assert!(weight(&cases, &block) <= total.div_ceil(shards as u128) + longest);
        }
    }
}
