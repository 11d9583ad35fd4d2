//! What a clock shows, and the days and seconds of a calendar and a clock as numbers.

use jiff::SignedDuration;
use jiff::civil::{Date, date};

/// The first day that is counted.
const START: Date = date(1970, 1, 1);

/// The seconds in a day.
pub(super) const DAY: i64 = 86_400;

/// A time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timestamp {
    /// What the clock shows, in seconds since the start of 1970.
    pub(super) clock: i64,
    /// The number of seconds that the clock is ahead of UTC, if known.
    pub(super) ahead: Option<i64>,
}

/// Returns the number of seconds from midnight to a time.
pub(super) fn of_clock(hour: i64, minute: i64, second: i64) -> Option<i64> {
    (hour < 24 && minute < 60 && second < 61).then_some(hour * 3600 + minute * 60 + second)
}

/// Returns the number of days from the start of 1970 to a day.
pub(super) fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    let (month, day) = (month.try_into().ok()?, day.try_into().ok()?);
    let date = Date::new(year.try_into().ok()?, month, day).ok()?;
    (date >= START).then(|| date.duration_since(START).as_secs() / DAY)
}

/// Returns the day so many days after the start of 1970, or the last one that there is.
pub(super) fn civil(days: i64) -> Date {
    START.saturating_add(SignedDuration::from_secs(days.saturating_mul(DAY)))
}
