//! The value of `--time-limit`: a time, or a multiple of what the slowest accepted submission takes.

use std::time::Duration;

use referee_problem::quantity;

/// The multiples that can be asked for.
const FACTORS: std::ops::RangeInclusive<f64> = 1.0..=100.0;

/// A limit on CPU time, as it is given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TimeLimit {
    /// A time.
    Time(Duration),
    /// A multiple of what the slowest accepted submission takes.
    Inferred(f64),
}

impl TimeLimit {
    /// Parses a time, or a factor with an `x` behind it.
    ///
    /// # Errors
    /// It is neither, or out of range.
    pub fn parse(text: &str) -> Result<TimeLimit, String> {
        let Some(factor) = text.strip_suffix('x') else {
            return quantity::seconds(text).map(TimeLimit::Time);
        };
        let factor = factor.parse().ok().filter(|factor| FACTORS.contains(factor));
        factor.map(TimeLimit::Inferred).ok_or_else(|| "not a number from 1 to 100 before x".into())
    }

    /// The time, and the factor; one of them is none.
    pub fn parts(self) -> (Option<Duration>, Option<f64>) {
        match self {
            TimeLimit::Time(time) => (Some(time), None),
            TimeLimit::Inferred(factor) => (None, Some(factor)),
        }
    }
}
