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

/// Counts the marks of an interval one by one, if all of its positions that `marks` accepts are
/// cold.
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
