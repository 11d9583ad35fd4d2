use super::*;
use proptest::prelude::*;

/// As defined in the paper: the last smallest hash of each window.
fn naive(grams: &[Gram], window: usize) -> Vec<u64> {
    let mut chosen: Vec<u64> = if grams.len() < window {
        grams.iter().map(|gram| gram.hash).min().into_iter().collect()
    } else {
        grams.windows(window).filter_map(|grams| grams.iter().map(|gram| gram.hash).min()).collect()
    };
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

proptest! {
    #[test]
    fn hashes_are_those_of_the_runs(
        symbols in proptest::collection::vec(0_u32..3, 0..40),
        k in 1_usize..6,
    ) {
        let grams = grams(&symbols, k);
        let whole = |at: &usize| !symbols[*at..at + k].contains(&BARRIER);
        let places: Vec<usize> =
            (0..(symbols.len() + 1).saturating_sub(k)).filter(whole).collect();
        prop_assert_eq!(grams.iter().map(|gram| gram.at).collect::<Vec<_>>(), places);
        for one in &grams {
            for other in &grams {
                let equal = symbols[one.at..one.at + k] == symbols[other.at..other.at + k];
                prop_assert_eq!(one.hash == other.hash, equal);
            }
        }
    }

    #[test]
    fn fingerprints_are_those_of_the_paper(
        symbols in proptest::collection::vec(1_u32..4, 0..60),
        k in 1_usize..5,
        window in 1_usize..8,
    ) {
        let grams = grams(&symbols, k);
        prop_assert_eq!(fingerprints(&grams, window), naive(&grams, window));
    }

    /// The guarantee of winnowing.
    #[test]
    fn what_is_long_enough_shares_a_fingerprint(
        shared in proptest::collection::vec(1_u32..9, 11..12),
        around in proptest::collection::vec(proptest::collection::vec(1_u32..9, 0..20), 4..5),
    ) {
        let (k, window) = (5, 7);
        let of = |before: &[u32], after: &[u32]| {
            fingerprints(&grams(&[before, &shared, after].concat(), k), window)
        };
        let (one, other) = (of(&around[0], &around[1]), of(&around[2], &around[3]));
        prop_assert!(one.iter().any(|hash| other.contains(hash)));
    }
}
