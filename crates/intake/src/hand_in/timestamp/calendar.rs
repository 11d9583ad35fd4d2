//! What a clock shows, and the days and seconds of a calendar and a clock as numbers.

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
    if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Years begin in March, so that a leap day is the last day.
    let before = i64::from(month <= 2);
    let year_from_march = year - before;
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = year_from_march * 365 + year_from_march / 4 - year_from_march / 100
        + year_from_march / 400
        + of_year
        - 719_468;
    (civil(days) == (year, month, day)).then_some(days)
}

/// Returns year, month and day, given the number of days since the start of 1970.
pub(super) fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}
