//! How much work the plain methods do: marks, steps and arithmetic operations. They are derived
//! from the positions, so fast loops need not count, and do not depend on the machine.

use super::rule::LEAF;
use super::{Cold, Rule};

/// Returns how many marks the sieve makes for the positions below `size`: for each cold one, one
/// for each amount that leads to it.
pub(super) fn marks(rule: &Rule, cold: &Cold, size: u64) -> u64 {
    let amounts = rule.up_to(size);
    below(cold, size).map(|position| up_to(&amounts, size - 1 - position)).sum()
}

/// Returns how many steps dynamic programming takes: for each position, one for each amount.
pub(super) fn steps(rule: &Rule, size: u64) -> u64 {
    rule.up_to(size.saturating_sub(1)).into_iter().map(|amount| size - amount).sum()
}

/// Returns how many operations divide and conquer takes for cold positions: those of the
/// convolutions, and the marks in leaves.
pub(super) fn halves(rule: &Rule, cold: &Cold, size: u64) -> u64 {
    let amounts = rule.up_to(LEAF as u64);
    let marks = |position| up_to(&amounts, leaf_end(position, size) - 1 - position);
    prepared(size) + transformed(size) + below(cold, size).map(marks).sum::<u64>()
}

/// Returns the same for this many nim-values. Each position is cold in one of the searches.
pub(super) fn halves_per_value(rule: &Rule, values: u64, size: u64) -> u64 {
    let amounts = rule.up_to(LEAF as u64);
    let (whole, rest) = (size / LEAF as u64, size % LEAF as u64);
    let marks =
        |length: u64| -> u64 { amounts.iter().map(|&amount| length.saturating_sub(amount)).sum() };
    prepared(size) + values * transformed(size) + whole * marks(LEAF as u64) + marks(rest)
}

/// Counts operations of a real transform in the usual way: 5/2 L log L for length L, half of those
/// of a complex one.
fn transform(length: u64) -> u64 {
    5 * length * u64::from(length.ilog2()) / 2
}

/// The lengths of convolutions, for intervals of two leaves, four leaves, and so on.
fn lengths(size: u64) -> impl Iterator<Item = u64> {
    let doubled = std::iter::successors(Some(2 * LEAF as u64), |length| length.checked_mul(2));
    doubled.take_while(move |length| length / 2 < size)
}

/// The transforms of the amounts, one for each length.
fn prepared(size: u64) -> u64 {
    lengths(size).map(transform).sum()
}

/// The convolutions: two transforms and a product each, for every interval that reaches beyond its
/// left half.
fn transformed(size: u64) -> u64 {
    let of_length = |length: u64| {
        let intervals = (size - length / 2).div_ceil(length);
        intervals * (2 * transform(length) + 4 * length)
    };
    lengths(size).map(of_length).sum()
}

fn below(cold: &Cold, size: u64) -> impl Iterator<Item = u64> {
    cold.iter().take_while(move |&position| position < size)
}

fn leaf_end(position: u64, size: u64) -> u64 {
    size.min((position / LEAF as u64 + 1) * LEAF as u64)
}

/// Returns how many amounts are not above a limit.
fn up_to(amounts: &[u64], limit: u64) -> u64 {
    amounts.partition_point(|&amount| amount <= limit) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SEQUENCES;
    use crate::bits::{mark_end, settle};

    const SIZES: [u64; 9] = [0, 1, 2, 77, 16_384, 16_385, 32_768, 49_153, 100_000];

    fn rules() -> impl Iterator<Item = (Rule, Cold)> {
        let rules = SEQUENCES.iter().map(Rule::Sequence);
        rules.chain([Rule::set(vec![2, 3, 20_000])]).map(|rule| {
            let mut hot = vec![0; 100_000_usize.div_ceil(64)];
            mark_end(&mut hot, 100_000);
            settle(&mut hot, &rule.below(100_000), |_, _| {});
            (rule, Cold::from_hot(100_000, hot))
        })
    }

    /// The marks of an interval, made one after the other, where all of its positions that `marks`
    /// are cold.
    fn one_by_one(rule: &Rule, (start, end): (u64, u64), marks: impl Fn(u64) -> bool) -> u64 {
        let amounts = rule.up_to(end);
        let of = |position| amounts.iter().take_while(move |&&amount| position + amount < end);
        (start..end)
            .filter(|&position| marks(position))
            .map(|position| of(position).count() as u64)
            .sum()
    }

    /// Divide and conquer without the convolutions, which are only counted.
    fn divided(
        rule: &Rule,
        (start, end): (u64, u64),
        length: u64,
        marks: &dyn Fn(u64) -> bool,
    ) -> [u64; 2] {
        if length == LEAF as u64 {
            return [0, one_by_one(rule, (start, end), marks)];
        }
        let middle = end.min(start + length / 2);
        let left = divided(rule, (start, middle), length / 2, marks);
        if middle == end {
            return left;
        }
        let right = divided(rule, (middle, end), length / 2, marks);
        let log = f64::from(length as u32).log2() as u64;
        [left[0] + right[0] + 5 * length * log + 4 * length, left[1] + right[1]]
    }

    fn whole(size: u64) -> u64 {
        (LEAF as u64).max(size.next_power_of_two())
    }

    #[test]
    fn the_marks_of_the_sieve_are_those_made_one_by_one() {
        for (rule, cold) in rules() {
            for size in SIZES {
                let expected = one_by_one(&rule, (0, size), |position| cold.has(position));
                assert_eq!(marks(&rule, &cold, size), expected, "{rule} {size}");
            }
        }
    }

    #[test]
    fn the_steps_of_dynamic_programming_are_those_taken_one_by_one() {
        for (rule, _) in rules() {
            for size in SIZES {
                let expected = one_by_one(&rule, (0, size), |_| true);
                assert_eq!(steps(&rule, size), expected, "{rule} {size}");
            }
        }
    }

    #[test]
    fn the_operations_of_divide_and_conquer_are_those_of_its_recursion() {
        for (rule, cold) in rules() {
            for size in SIZES {
                let [operations, marks] =
                    divided(&rule, (0, size), whole(size), &|position| cold.has(position));
                let expected = prepared(size) + operations + marks;
                assert_eq!(halves(&rule, &cold, size), expected, "{rule} {size}");
                let [operations, marks] = divided(&rule, (0, size), whole(size), &|_| true);
                let expected = prepared(size) + 9 * operations + marks;
                assert_eq!(halves_per_value(&rule, 9, size), expected, "{rule} {size}");
            }
        }
    }
}
