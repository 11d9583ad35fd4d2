//! The method `per-value`: a sieve for the positions of value 0, then one for those of value 1, and
//! so on.
//!
//! The positions of value v are those without a smaller value and without a move to a position of
//! value v: exactly the cold ones, if all positions that already have a value count as hot. So
//! every method for cold positions finds nim-values as well. The sieve marks hot positions segment
//! by segment, so the marks stay in the cache. Each position is cold in one of the sieves and then
//! makes a mark for each amount: O(n |S|) in total, and n / 64 words for each value.
//!
//! Source: Eppstein, one search for cold positions per value. Deviation: the last values belong to
//! few positions each; when few positions are left, `dp` finds their values.

use super::dp::{self, NimTooLarge, UNKNOWN, held};
use crate::Effort;
use crate::bits::{for_each_zero, mark_end};
use crate::progress::WorkShare;

/// `dp` finds the values of the last position in this many.
pub(super) const FEW: usize = 200;

/// Returns the nim-values of the positions below `size`, using a function that finds cold
/// positions: given some hot ones as bits, it sets the bits of all other hot ones. At most `few`
/// positions are left to `dp`.
pub(super) fn values(
    amounts: &[usize],
    size: usize,
    few: usize,
    effort: &Effort,
    mut mark_hot: impl FnMut(&mut [u64]),
) -> Result<Vec<u16>, NimTooLarge> {
    let mut progress = WorkShare::new(effort, size as u64);
    let mut values = vec![UNKNOWN; size];
    // Bits beyond the end count as known.
    let mut has_value = vec![0; size.div_ceil(64)];
    mark_end(&mut has_value, size);
    let mut hot = Vec::new();
    let mut left = size;
    for value in 0.. {
        if left <= few {
            break;
        }
        let value = held(value)?;
        hot.clone_from(&has_value);
        mark_hot(&mut hot);
        for_each_zero(&mut hot, |_, position| {
            values[position] = value;
            has_value[position / 64] |= 1 << (position % 64);
            left -= 1;
        });
        progress.reached((size - left) as u64);
    }
    dp::complete(&mut values, amounts, |_| {
        left -= 1;
        progress.reached((size - left) as u64);
    })?;
    progress.end();
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cold::segmented::mark;
    use crate::{Rule, SEQUENCES};

    #[test]
    fn segments_do_not_show() {
        let sets = [vec![], vec![1], vec![63, 64, 65], vec![2, 5, 700], vec![128]].map(Rule::set);
        for rule in SEQUENCES.iter().map(Rule::Sequence).chain(sets) {
            for (size, segment) in [(1500, 1), (1500, 2), (1537, 5), (3000, 7)] {
                let amounts = rule.below(size as u64);
                let silent = Effort::silent(1);
                let expected = dp::values(&amounts, size, &silent);
                for few in [0, 100, size] {
                    let mark = |hot: &mut [u64]| mark(hot, &amounts, segment);
                    let found = values(&amounts, size, few, &silent, mark);
                    assert_eq!(found, expected, "{amounts:?} {size} {segment} {few}");
                }
            }
        }
    }
}
