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

/// Parses a number in a range.
pub(super) fn number(text: &str, range: &RangeInclusive<f64>) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("not a number from {} to {}", range.start(), range.end()))
}

/// Parses a share.
pub(super) fn share(text: &str) -> Result<f64, String> {
    number(text, &(0.0..=1.0))
}

/// Parses a score.
pub(super) fn score(text: &str) -> Result<f64, String> {
    let score = text.parse().ok().filter(|score: &f64| score.is_finite());
    score.ok_or_else(|| "not a number".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_numbers() {
        assert_eq!(score("-1.5"), Ok(-1.5));
        for text in ["", "x", "nan", "inf", "1e999"] {
            assert_eq!(score(text).unwrap_err(), "not a number");
        }
    }

    #[test]
    fn counts_have_a_range() {
        assert_eq!(count(1..=9_u16)("9"), Ok(9));
        for text in ["0", "10", "x", "", "1.5", "-1", "99999999"] {
            assert_eq!(count(1..=9_u16)(text).unwrap_err(), "not a whole number from 1 to 9");
        }
    }
}
