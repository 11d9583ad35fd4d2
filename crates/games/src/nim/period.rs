//! The period of the nim-values of a finite set.
//!
//! The nim-value of a position follows from those of the max S positions before it. So if two
//! windows of max S values are equal, everything after them is equal, forever: one such pair is a
//! proof. If the last window equals the one p positions before it, and none in between, p is the
//! least period. Shorter windows prove nothing: with S = {1, 100}, the values start with 0 1 0 1
//! ... fifty times over.
//!
//! The last window is compared with all others together by the Z-function of the reversed values:
//! how far the values before each position agree with those before the end. That is linear in the
//! number of values, which doubles with each attempt. So it is O(|S|) for each position up to twice
//! the end of the first two equal windows.
//!
//! Source for the Z-function: D. Gusfield, "Algorithms on Strings, Trees, and Sequences", 1.3.

use super::{Rule, blocked};
use crate::{Effort, Period};

/// Returns the period of the nim-values of a finite set; `None` if it does not occur below `limit`,
/// if the rule is an infinite sequence, or if a value does not fit into 16 bits.
pub fn nim_period(rule: &Rule, limit: u64) -> Option<Period> {
    let Rule::Set(amounts) = rule else { return None };
    let window = amounts.last().map_or(0, |&most| most);
    let mut size = window.saturating_mul(4).max(64);
    loop {
        size = size.min(limit);
        if size <= window {
            return None;
        }
        let values = blocked::values(&rule.below(size), size as usize, &Effort::silent(1)).ok()?;
        let period = period(&values, window as usize);
        if period.is_some() || size == limit {
            return period;
        }
        size = size.saturating_mul(2);
    }
}

/// Returns the period of a sequence in which each term depends only on the `window` terms before
/// it.
fn period(values: &[u16], window: usize) -> Option<Period> {
    let agree = agreeing_with_the_end(values);
    let length = (1..values.len()).find(|&shift| agree[shift] >= window)?;
    Some(Period {
        preperiod: (values.len() - length - agree[length]) as u64,
        length: length as u64,
    })
}

/// Returns for each shift how many of the last values equal those `shift` positions earlier.
fn agreeing_with_the_end(values: &[u16]) -> Vec<usize> {
    let back = |at: usize| values.len().checked_sub(at + 1).map(|at| values[at]);
    let mut agree = vec![values.len(); values.len()];
    // The agreeing range that reaches furthest: its shift, and its end.
    let (mut shift, mut end) = (0, 0);
    for at in 1..values.len() {
        let mut equal = if at < end { agree[at - shift].min(end - at) } else { 0 };
        while back(at + equal).is_some_and(|value| Some(value) == back(equal)) {
            equal += 1;
        }
        agree[at] = equal;
        if at + equal > end {
            (shift, end) = (at, at + equal);
        }
    }
    agree
}
