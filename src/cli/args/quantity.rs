//! Parses numbers in flags, and explains errors in them.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

pub(super) use referee_problem::quantity::{mebibytes, seconds};

/// Returns a parser of whole numbers in a range.
pub(super) fn count<N>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync
where
    N: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number
            .ok_or_else(|| format!("not a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Parses a share, from 0 to 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "not a number from 0 to 1".into())
}

/// Parses a score.
pub(super) fn score(text: &str) -> Result<f64, String> {
    let score = text.parse().ok().filter(|score: &f64| score.is_finite());
    score.ok_or_else(|| "not a number".into())
}

#[cfg(test)]
mod tests;
