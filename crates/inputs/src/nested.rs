//! Counts of what is within each other, such as the rows and columns of a grid, or tests and the
//! items in each. Often their product is bounded, and each alone may be as large as that.

use std::collections::BTreeMap;

use super::shape::{Count, Part, sizes};

/// The counts of which one states how often something is repeated, and another one a count in it.
#[derive(Debug, Clone, Default)]
pub(crate) struct NestedCounts {
    /// Their slots in pairs, the smaller one first.
    pairs: Vec<(usize, usize)>,
    /// The slots of those that state how often something with counts of its own is repeated.
    outer: Vec<usize>,
    /// The greatest product that is valid; `None` if only each alone is bounded.
    pub(crate) product: Option<i64>,
}

impl NestedCounts {
    pub(crate) fn of(parts: &[Part]) -> NestedCounts {
        let mut nested = NestedCounts::default();
        nested.add(parts);
        nested
    }

    fn add(&mut self, parts: &[Part]) {
        for part in parts {
            let Part::Repeat { times, parts } = part else { continue };
            self.add(parts);
            let inner = sizes(parts);
            let Count::Number { slot: outer, .. } = *times else { continue };
            if inner.is_empty() {
                continue;
            }
            self.outer.push(outer);
            let others = inner.into_keys().filter(|inner| *inner != outer);
            self.pairs.extend(others.map(|inner| (inner.min(outer), inner.max(outer))));
        }
    }

    /// Returns a product that is valid: of few of what is repeated, which have the ranges `few`,
    /// and as many within each as the ranges `full` allow.
    pub(crate) fn known_product(
        &self,
        few: &BTreeMap<usize, (i64, i64)>,
        full: &BTreeMap<usize, (i64, i64)>,
    ) -> i64 {
        let most = |ranges: &BTreeMap<usize, (i64, i64)>, slot| {
            ranges.get(&slot).map_or(1, |range: &(i64, i64)| range.1)
        };
        let both = self.pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        let products = both
            .filter(|(outer, _)| self.is_outer(*outer))
            .map(|(outer, inner)| most(few, outer).saturating_mul(most(full, inner)));
        products.max().unwrap_or(1)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Returns whether a count states how often something with counts of its own is repeated.
    pub(crate) fn is_outer(&self, slot: usize) -> bool {
        self.outer.contains(&slot)
    }

    /// Returns whether others that come after a count are within it, or it is within them.
    pub(crate) fn is_first(&self, slot: usize) -> bool {
        self.pairs.iter().any(|(first, _)| *first == slot)
    }

    /// Returns how large a count may be beside those before it, whose values `value` returns.
    pub(crate) fn room(
        &self,
        slot: usize,
        product: i64,
        value: impl Fn(usize) -> Option<i64>,
    ) -> i64 {
        let before = self.pairs.iter().filter(|(_, second)| *second == slot);
        let before = before.filter_map(|(first, _)| value(*first));
        before.fold(product, |room, value| room / value.max(1)).max(1)
    }

    /// Returns counts within their ranges that are about equal, and have at most this product.
    pub(crate) fn balanced(
        &self,
        product: i64,
        ranges: &BTreeMap<usize, (i64, i64)>,
    ) -> BTreeMap<usize, i64> {
        let mut counts: BTreeMap<usize, i64> =
            self.pairs.iter().flat_map(|(first, second)| [(*first, 0), (*second, 0)]).collect();
        let slots: Vec<usize> = counts.keys().copied().collect();
        for slot in slots {
            let room = self.room(slot, product, |slot| counts.get(&slot).copied());
            let value = if self.is_first(slot) { room.isqrt() } else { room };
            let (least, most) = ranges.get(&slot).copied().unwrap_or((1, 1));
            counts.insert(slot, value.clamp(least, most));
        }
        counts
    }
}
