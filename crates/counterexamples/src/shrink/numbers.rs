//! Lowers the numbers of an input: each alone, equal ones together, and pairs by the same
//! difference.
//!
//! Every pass also lowers numbers by just one, so a pass without success proves that no number can
//! be lowered by one.

use std::collections::BTreeMap;

use super::search::{Search, ShrinkEnd};
use crate::text::Text;

/// The maximum number of different values of which all occurrences are lowered together.
const MAX_VALUES: usize = 200;

/// The maximum number of numbers for which all pairs are tried.
const MAX_PAIRED: usize = 24;

/// Lowers each number as far as possible.
pub(super) fn lower_each(search: &mut Search<'_>) -> Result<(), ShrinkEnd> {
    let mut text = Text::new(search.smallest.clone());
    let mut next = 0;
    // Numbers are tried in batches, so that all threads are busy where nothing can be gained.
    while next < text.tokens() {
        let candidates = candidates_from(&text, next);
        let with_one = |index: usize| Some(with(&text, &[candidates[index]]));
        match search.first(candidates.len(), with_one)? {
            Some(index) => {
                next = candidates[index].0;
                text = Text::new(search.smallest.clone());
            }
            None if search.has_given_up => break,
            None => next = candidates.last().map_or(text.tokens(), |(token, _)| token + 1),
        }
    }
    Ok(())
}

pub(super) fn lower_equal(search: &mut Search<'_>) -> Result<(), ShrinkEnd> {
    let text = Text::new(search.smallest.clone());
    let mut places: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for token in 0..text.tokens() {
        if let Some(value) = text.number(token) {
            places.entry(value).or_default().push(token);
        }
    }
    places.retain(|_, tokens| tokens.len() > 1);
    for (&value, tokens) in places.iter().rev().take(MAX_VALUES) {
        let simpler = simpler(value);
        let current = Text::new(search.smallest.clone());
        search.first(simpler.len(), |index| {
            let changes: Vec<(usize, i64)> =
                tokens.iter().map(|&token| (token, simpler[index])).collect();
            Some(with(&current, &changes))
        })?;
    }
    Ok(())
}

/// Lowers two numbers by the same difference, or swaps them, if there are few numbers. Returns
/// whether that helped.
pub(super) fn lower_pairs(search: &mut Search<'_>) -> Result<bool, ShrinkEnd> {
    let text = Text::new(search.smallest.clone());
    let number = |token: usize| Some((token, text.number(token)?));
    let numbers: Vec<(usize, i64)> = (0..text.tokens()).filter_map(number).collect();
    if numbers.len() > MAX_PAIRED {
        return Ok(false);
    }
    let mut changes = Vec::new();
    for (index, &(left, high)) in numbers.iter().enumerate() {
        for &(right, low) in &numbers[index + 1..] {
            let most = high.min(low);
            let mut lowered = vec![most, most.saturating_sub(1), 1];
            lowered.retain(|by| (1..=most).contains(by));
            changes.extend(lowered.into_iter().map(|by| [(left, high - by), (right, low - by)]));
            if high > low {
                changes.push([(left, low), (right, high)]);
            }
        }
    }
    let found = search.first(changes.len(), |index| Some(with(&text, &changes[index])))?;
    Ok(found.is_some())
}

/// Returns the candidates for the next numbers: enough of them to keep all threads busy.
fn candidates_from(text: &Text, next: usize) -> Vec<(usize, i64)> {
    const ENOUGH: usize = 4096;
    let mut candidates = Vec::new();
    for token in next..text.tokens() {
        if let Some(value) = text.number(token) {
            candidates.extend(simpler(value).into_iter().map(|simpler| (token, simpler)));
        }
        if candidates.len() >= ENOUGH {
            break;
        }
    }
    candidates
}

/// Returns simpler values of a number: the simplest ones; those without the first or last digit;
/// those reduced by a half, a quarter and so on; and one less.
fn simpler(value: i64) -> Vec<i64> {
    let mut values: Vec<i64> = (0..=3).collect();
    if value < 0 {
        values.extend(value.checked_neg());
    }
    let digits = value.unsigned_abs().checked_ilog10().unwrap_or(0);
    values.extend([value % 10_i64.pow(digits), value / 10]);
    let halves = (1..63).map(|shift| value / (1 << shift)).take_while(|taken| *taken != 0);
    values.extend(halves.map(|taken| value - taken));
    values.push(value - value.signum());
    let is_simpler = |simpler: &i64| {
        let (old, new) = (value.unsigned_abs(), simpler.unsigned_abs());
        new < old || (new == old && value < *simpler)
    };
    values.retain(is_simpler);
    let mut seen = std::collections::HashSet::new();
    values.retain(|value| seen.insert(*value));
    values
}

fn with(text: &Text, changes: &[(usize, i64)]) -> Vec<u8> {
    let mut edit = text.edit();
    changes.iter().for_each(|&(token, value)| edit.set_number(token, value));
    edit.write()
}

#[cfg(test)]
mod tests {
    use super::simpler;

    #[test]
    fn simpler_values_begin_with_the_simplest_and_end_with_one_less() {
        assert_eq!(simpler(0), Vec::<i64>::new());
        assert_eq!(simpler(1), [0]);
        assert_eq!(simpler(5), [0, 1, 2, 3, 4]);
        assert_eq!(simpler(-1), [0, 1]);
        assert_eq!(simpler(-20), [0, 1, 2, 3, 20, -2, -10, -15, -18, -19]);
        assert_eq!(simpler(100), [0, 1, 2, 3, 10, 50, 75, 88, 94, 97, 99]);
        assert_eq!(simpler(i64::MIN).last(), Some(&-i64::MAX));
    }
}
