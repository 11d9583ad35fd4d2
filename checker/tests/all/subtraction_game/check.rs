//! The check against the naive oracle: every claim about every small position of squares and of
//! small sets.

use super::trial::Trial;

/// Squares in heaps up to `largest`, and every set of amounts up to 6.
fn every_rule(largest: u64) -> Vec<Trial> {
    let sets = (1u64..1 << 6).map(|bits| {
        let amounts: Vec<u64> = (1..=6).filter(|amount| bits >> (amount - 1) & 1 == 1).collect();
        Trial::of_set(&amounts)
    });
    [Trial::of_squares(largest)].into_iter().chain(sets).collect()
}

/// Every position of this many heaps up to `largest`.
fn positions(heaps: u32, largest: u64) -> impl Iterator<Item = Vec<u64>> {
    let sizes = largest + 1;
    (0..sizes.pow(heaps)).map(move |code| (0..heaps).map(|i| code / sizes.pow(i) % sizes).collect())
}

/// Tries every claim about every position of every rule. Returns the number of true ones.
fn true_claims(heaps: u32, largest: u64) -> usize {
    let mut rules = every_rule(largest);
    let each =
        rules.iter_mut().map(|rule| positions(heaps, largest).map(|p| rule.run(&p)).sum::<usize>());
    each.sum()
}

#[test]
fn every_claim_about_one_heap() {
    assert_eq!(true_claims(1, 40), 3277);
}

#[test]
fn every_claim_about_two_heaps() {
    assert_eq!(true_claims(2, 12), 18374);
}

#[test]
fn every_claim_about_three_heaps() {
    assert_eq!(true_claims(3, 6), 37453);
}
