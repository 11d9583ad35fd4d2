//! The variables of a description: single values, and arrays with arbitrary indices.

use std::collections::BTreeMap;
use std::fmt;

use crate::budget::Budget;
use crate::error::Failure;
use crate::integer::Integer;
use crate::value::{Value, cost_of_comparison};

/// The memory overhead of an element, in bytes.
const ELEMENT: u64 = 80;

/// The index of an element. An array may have elements with different numbers of indices, and one
/// with none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Index {
    None,
    /// The usual case, which needs no memory of its own.
    One(i64),
    Any(Box<[Integer]>),
}

impl Index {
    pub(crate) fn of(numbers: Vec<Integer>) -> Index {
        match &numbers[..] {
            [] => Index::None,
            [Integer::Small(only)] => Index::One(*only),
            _ => Index::Any(numbers.into()),
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Index::None | Index::One(_) => 0,
            Index::Any(numbers) => numbers.iter().map(|number| 16 + number.words() * 8).sum(),
        }
    }
}

impl fmt::Display for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Index::None => Ok(()),
            Index::One(number) => write!(f, "[{number}]"),
            Index::Any(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(Integer::to_string).collect();
                write!(f, "[{}]", numbers.join(","))
            }
        }
    }
}

/// A variable: its values, by index.
#[derive(Debug, Default)]
pub(crate) struct Variable {
    elements: BTreeMap<Index, Value>,
    /// The number of occurrences of each value, for variables that are searched.
    occurrences: Option<BTreeMap<Value, u64>>,
    /// The size of the largest value so far, in words.
    largest: u64,
    /// Its memory, in bytes.
    bytes: u64,
}

impl Variable {
    pub(crate) fn new(is_searched: bool) -> Variable {
        let occurrences = is_searched.then(BTreeMap::new);
        Variable { occurrences, ..Variable::default() }
    }

    #[inline]
    pub(crate) fn get(&self, index: &Index) -> Option<&Value> {
        self.elements.get(index)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// Sets the value at an index. Error: there is not enough memory left.
    #[inline]
    pub(crate) fn set(
        &mut self,
        index: Index,
        value: Value,
        budget: &mut Budget,
    ) -> Result<(), Failure> {
        let words = value.words();
        self.largest = self.largest.max(words);
        self.hold(words * 8 + index.bytes(), budget)?;
        if let Some(occurrences) = &mut self.occurrences {
            budget.step(cost_of_search(occurrences.len(), self.largest))?;
            *occurrences.entry(value.clone()).or_default() += 1;
        }
        let index_bytes = index.bytes();
        if index != Index::None {
            budget.step(1 + u64::from(self.elements.len().checked_ilog2().unwrap_or(0)) / 4)?;
        }
        match self.elements.insert(index, value) {
            None => self.hold(ELEMENT, budget),
            Some(before) => {
                self.release(before.words() * 8 + index_bytes, budget);
                self.forget(&before, budget)
            }
        }
    }

    /// Removes an overwritten value from the occurrences.
    fn forget(&mut self, value: &Value, budget: &mut Budget) -> Result<(), Failure> {
        let Some(occurrences) = &mut self.occurrences else { return Ok(()) };
        budget.step(cost_of_search(occurrences.len(), self.largest))?;
        if let Some(count) = occurrences.get_mut(value) {
            *count -= 1;
            if *count == 0 {
                occurrences.remove(value);
            }
        }
        Ok(())
    }

    fn hold(&mut self, bytes: u64, budget: &mut Budget) -> Result<(), Failure> {
        // The occurrences store every value once more.
        let bytes = if self.occurrences.is_some() { 2 * bytes } else { bytes };
        self.bytes += bytes;
        budget.hold(bytes)
    }

    fn release(&mut self, bytes: u64, budget: &mut Budget) {
        let bytes = if self.occurrences.is_some() { 2 * bytes } else { bytes };
        self.bytes -= bytes;
        budget.release(bytes);
    }

    /// Removes all values, and returns the variable with them.
    pub(crate) fn take(&mut self, budget: &mut Budget) -> Variable {
        budget.release(self.bytes);
        let emptied = Variable::new(self.occurrences.is_some());
        std::mem::replace(self, emptied)
    }

    /// Replaces all values by those that it had earlier, for which there was enough memory.
    pub(crate) fn put_back(&mut self, earlier: Variable, budget: &mut Budget) {
        self.take(budget);
        let _ = budget.hold(earlier.bytes);
        *self = earlier;
    }

    /// Replaces the value at an index by the one that it had earlier, if any.
    pub(crate) fn restore(&mut self, index: Index, earlier: Option<Value>, budget: &mut Budget) {
        if let Some(earlier) = earlier {
            // There was enough memory for it.
            let _ = self.set(index, earlier, budget);
            return;
        }
        let bytes = index.bytes();
        if let Some(removed) = self.elements.remove(&index) {
            self.release(ELEMENT + removed.words() * 8 + bytes, budget);
            let _ = self.forget(&removed, budget);
        }
    }

    /// Returns whether a value occurs in it. Error: there are not enough steps left.
    pub(crate) fn has(&self, value: &Value, budget: &mut Budget) -> Result<bool, Failure> {
        let Some(occurrences) = &self.occurrences else { return Ok(false) };
        budget.step(cost_of_search(occurrences.len(), self.largest.max(value.words())))?;
        Ok(occurrences.contains_key(value))
    }
}

fn cost_of_search(values: usize, words: u64) -> u64 {
    let comparisons = u64::from(values.checked_ilog2().unwrap_or(0)) + 1;
    comparisons.saturating_mul(cost_of_comparison(words))
}

/// The reason why tuples of values are not unique.
pub(crate) enum Duplicate<'a> {
    /// The variables do not have values at the same indices.
    OtherIndices,
    /// The same tuple is at two indices.
    At(&'a Index, &'a Index, Vec<&'a Value>),
}

/// Returns why the tuples of these variables' values at each index are not unique; `None` if they
/// are. Error: there are not enough steps left.
pub(crate) fn duplicate<'a>(
    variables: &[&'a Variable],
    budget: &mut Budget,
) -> Result<Option<Duplicate<'a>>, Failure> {
    let Some((first, others)) = variables.split_first() else { return Ok(None) };
    let largest = variables.iter().map(|variable| variable.largest).max().unwrap_or(1);
    let rows = first.elements.len() as u64;
    let columns = variables.len() as u64;
    budget.step(
        rows.saturating_mul(columns).saturating_mul(cost_of_search(first.elements.len(), largest)),
    )?;
    if others.iter().any(|other| !other.elements.keys().eq(first.elements.keys())) {
        return Ok(Some(Duplicate::OtherIndices));
    }
    // The values are in the order of their indices, so equal indices give equal rows.
    let column = |variable: &&'a Variable| variable.elements.values().collect();
    let further: Vec<Vec<&Value>> = others.iter().map(column).collect();
    // Copies the values of the first column, so that most comparisons touch no other memory.
    let mut rows: Vec<(Value, usize)> = first.elements.values().cloned().zip(0..).collect();
    let compare = |a: &(Value, usize), b: &(Value, usize)| {
        let orders = further.iter().map(|column| column[a.1].cmp(column[b.1]));
        std::iter::once(a.0.cmp(&b.0)).chain(orders).find(|order| order.is_ne())
    };
    rows.sort_unstable_by(|a, b| compare(a, b).unwrap_or_else(|| a.1.cmp(&b.1)));
    let twice = rows.windows(2).find(|two| compare(&two[0], &two[1]).is_none());
    Ok(twice.and_then(|two| {
        let [a, b] = [two[0].1, two[1].1].map(|row| first.elements.keys().nth(row));
        let tuple =
            variables.iter().filter_map(|variable| variable.elements.values().nth(two[0].1));
        Some(Duplicate::At(a?, b?, tuple.collect()))
    }))
}
