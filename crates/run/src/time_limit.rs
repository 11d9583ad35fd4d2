//! The value of `--time-limit`: a time, or a multiple of the time of the slowest accepted
//! submission.

use std::time::Duration;

use referee_problem::quantity;

/// The allowed multiples.
const FACTORS: std::ops::RangeInclusive<f64> = 1.0..=100.0;

/// A limit on CPU time, as it is given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TimeLimit {
    /// A time.
    Time(Duration),
    /// A multiple of the time of the slowest accepted submission.
    Inferred(f64),
}

impl TimeLimit {
    /// Parses a time, or a factor followed by `x`.
    ///
    /// # Errors
    /// The text is neither, or the value is out of range.
    pub fn parse(text: &str) -> Result<TimeLimit, String> {
        let Some(factor) = text.strip_suffix('x') else {
            return quantity::seconds(text).map(TimeLimit::Time);
        };
        let factor = factor.parse().ok().filter(|factor| FACTORS.contains(factor));
        factor.map(TimeLimit::Inferred).ok_or_else(|| "not a number from 1 to 100 before x".into())
    }

    /// Returns the time, or the factor.
    pub fn parts(self) -> (Option<Duration>, Option<f64>) {
        match self {
            TimeLimit::Time(time) => (Some(time), None),
            TimeLimit::Inferred(factor) => (None, Some(factor)),
        }
    }
}
