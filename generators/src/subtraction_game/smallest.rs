//! All of the smallest games, by increasing weight: a heap weighs its size plus 1, a set the sum of
//! its amounts, the squares 1. So a single heap reaches size 10 when there are five heaps of size
//! 1, and neither comes much later than the other.
//!
//! Heaps of weight w together are a composition of w, of which there are 2^(w-1); sets, with their
//! amounts in each order, are compositions into distinct parts (OEIS A032020).

use referee_checker::subtraction_game::{Instance, Rule};

use crate::removable::written;

/// The largest weight: there are some millions of games up to it.
const MAX_WEIGHT: u64 = 20;

/// Returns the input with number `index`, from 0 on.
pub(crate) fn smallest(mut index: u64) -> Option<Vec<u8>> {
    for weight in 2..=MAX_WEIGHT {
        for of_rule in 1..weight {
            let heaps = 1 << (weight - of_rule - 1);
            let count = rules(of_rule) * heaps;
            if index < count {
                let instance = Instance::new(
                    rule(of_rule, index / heaps),
                    composition(weight - of_rule, index % heaps),
                );
                let instance = instance.expect("distinct amounts, and a heap");
                return Some(written(|out| instance.write(out)));
            }
            index -= count;
        }
    }
    None
}

/// The sizes of heaps with this total weight: each bit of `cuts` ends a heap.
fn composition(weight: u64, cuts: u64) -> Vec<u64> {
    let mut sizes = vec![0];
    for bit in 0..weight - 1 {
        if cuts >> bit & 1 == 1 {
            sizes.push(0);
        } else if let Some(last) = sizes.last_mut() {
            *last += 1;
        }
    }
    sizes
}

/// The number of rules with this weight.
fn rules(weight: u64) -> u64 {
    let of_sets = (1..=weight).map(|amounts| sets(weight, amounts, 1) * factorial(amounts));
    u64::from(weight == 1) + of_sets.sum::<u64>()
}

/// The rule with this number among those of this weight.
fn rule(weight: u64, mut number: u64) -> Rule {
    if weight == 1 {
        if number == 0 {
            return Rule::Squares;
        }
        number -= 1;
    }
    let mut count = 1;
    while number >= sets(weight, count, 1) * factorial(count) {
        number -= sets(weight, count, 1) * factorial(count);
        count += 1;
    }
    let orders = factorial(count);
    Rule::Set(ordered(set(weight, count, number / orders), number % orders))
}

/// The number of sets of `amounts` amounts from `least` on, with this sum.
fn sets(sum: u64, amounts: u64, least: u64) -> u64 {
    match amounts {
        0 => u64::from(sum == 0),
        1 => u64::from(sum >= least),
        // The least amount leaves room for greater ones.
        _ => (least..=sum / amounts).map(|take| sets(sum - take, amounts - 1, take + 1)).sum(),
    }
}

/// The set with this number, in increasing order.
fn set(mut sum: u64, amounts: u64, mut number: u64) -> Vec<u64> {
    let (mut set, mut least) = (Vec::new(), 1);
    for left in (1..amounts).rev() {
        while number >= sets(sum - least, left, least + 1) {
            number -= sets(sum - least, left, least + 1);
            least += 1;
        }
        set.push(least);
        sum -= least;
        least += 1;
    }
    set.push(sum);
    set
}

/// The amounts in the order with this number.
fn ordered(mut amounts: Vec<u64>, mut number: u64) -> Vec<u64> {
    let mut ordered = Vec::with_capacity(amounts.len());
    while !amounts.is_empty() {
        let orders = factorial(amounts.len() as u64 - 1);
        ordered.push(amounts.remove((number / orders) as usize));
        number %= orders;
    }
    ordered
}

fn factorial(n: u64) -> u64 {
    (1..=n).product()
}
