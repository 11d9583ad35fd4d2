//! Times as platforms write them: a calendar and a clock, with a zone or without.
//!
//! Two times are compared only if both have a zone, or neither has one: then one platform shows
//! both on the same clock. The distance of that clock from UTC is never guessed.

mod calendar;
mod iso;
mod words;

use std::cmp::Ordering;
use std::fmt;

pub use calendar::Timestamp;
use calendar::{DAY, civil};

/// A string that is not a time.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a valid time: `{rest}` in column {column} is invalid")]
pub struct TimeError {
    text: String,
    /// The rest that was not understood.
    rest: String,
    /// The column where the rest begins, in characters from 1.
    column: usize,
}

/// The help for a string that is not a time.
pub const HOW_TO_WRITE: &str =
    "write it as '2026-11-22 23:59', or with a zone as '2026-11-22 23:59+01:00'";

/// One of two times has a zone, and the other has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Incomparable;

impl Timestamp {
    /// Parses a time in a form of ISO 8601 and RFC 3339: `2026-11-22 23:59`, with seconds or a zone
    /// (`Z`, `+01:00`, `-0800`, `+01`), or as `20261122T235900`; or as Moodle writes it in English,
    /// German, French or Spanish: `Sunday, 22 November 2026, 11:59 PM`. A day without a time means
    /// its last second.
    ///
    /// # Errors
    /// A part of the string is not understood.
    pub fn parse(text: &str) -> Result<Timestamp, TimeError> {
        let trimmed = text.trim();
        let starts_with_year = trimmed.bytes().take_while(u8::is_ascii_digit).count() >= 4;
        let read = if starts_with_year { iso::read(trimmed) } else { words::read(trimmed) };
        read.map_err(|rest| {
            let before = text.len() - text.trim_start().len() + trimmed.len() - rest.len();
            let column = text[..before].chars().count() + 1;
            let excerpt = |text: &str| referee_checker::text::excerpt(text.as_bytes(), 60);
            TimeError { text: excerpt(trimmed), rest: excerpt(rest), column }
        })
    }

    /// Returns whether its distance from UTC is known.
    pub fn has_zone(self) -> bool {
        self.ahead.is_some()
    }

    /// Returns how many seconds this is later than another time.
    ///
    /// # Errors
    /// Only one of them has a zone.
    pub fn since(self, other: Timestamp) -> Result<i64, Incomparable> {
        let seconds = self.in_utc() - other.in_utc();
        if self.has_zone() == other.has_zone() { Ok(seconds) } else { Err(Incomparable) }
    }

    /// Returns the time this many seconds later.
    pub fn after(self, seconds: i64) -> Timestamp {
        Timestamp { clock: self.clock.saturating_add(seconds), ..self }
    }

    /// Returns the time in UTC, or on the platform's clock if there is no zone.
    fn in_utc(self) -> i64 {
        self.clock - self.ahead.unwrap_or(0)
    }
}

/// Times without a zone come first, because nothing shows which is earlier.
impl Ord for Timestamp {
    fn cmp(&self, other: &Timestamp) -> Ordering {
        let key = |one: &Timestamp| (one.has_zone(), one.in_utc(), one.ahead);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Timestamp {
    fn partial_cmp(&self, other: &Timestamp) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let day = civil(self.clock.div_euclid(DAY));
        let second = self.clock.rem_euclid(DAY);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        write!(f, "{day} {hour:02}:{minute:02}:{second:02}")?;
        match self.ahead {
            None => Ok(()),
            Some(0) => f.write_str("Z"),
            Some(ahead) => {
                let sign = if ahead < 0 { '-' } else { '+' };
                let minutes = ahead.abs() / 60;
                write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        }
    }
}

#[cfg(test)]
mod tests;
