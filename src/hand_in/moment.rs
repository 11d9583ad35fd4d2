//! Times as platforms write them: a calendar and a clock, mostly without a zone.
//!
//! Where either of two times has no zone, their clocks are compared: a platform shows all times by one clock, and a due time is typed by
//! the same one.

use std::fmt;

const DAY: i64 = 86_400;

/// The beginnings of the names of the months, in English and German.
const MONTHS: [(&str, u32); 16] = [
    ("jan", 1),
    ("feb", 2),
    ("mar", 3),
    ("mär", 3),
    ("apr", 4),
    ("may", 5),
    ("mai", 5),
    ("jun", 6),
    ("jul", 7),
    ("aug", 8),
    ("sep", 9),
    ("oct", 10),
    ("okt", 10),
    ("nov", 11),
    ("dec", 12),
    ("dez", 12),
];

/// A time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// What the clock shows, in seconds since the start of 1970.
    clock: i64,
    /// By how many seconds the clock is ahead of UTC, where that is known.
    ahead: Option<i64>,
}

impl Moment {
    /// Parses a time: `2026-11-22 23:59`, with seconds or a zone (`Z`, `+01:00`), as `20261122T235900`, or as Moodle writes it in English
    /// or German: `Sunday, 22 November 2026, 11:59 PM`. A day without a time is its last second.
    pub fn parse(text: &str) -> Option<Moment> {
        let text = text.trim();
        iso(text).or_else(|| in_words(text))
    }

    /// Returns by how many seconds this is later than another time.
    pub fn since(self, other: Moment) -> i64 {
        match (self.ahead, other.ahead) {
            (Some(own), Some(others)) => (self.clock - own) - (other.clock - others),
            _ => self.clock - other.clock,
        }
    }

    /// Returns the time so many seconds later.
    pub fn after(self, seconds: i64) -> Moment {
        Moment { clock: self.clock.saturating_add(seconds), ..self }
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil(self.clock.div_euclid(DAY));
        let second = self.clock.rem_euclid(DAY);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        write!(f, "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")?;
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

/// Reads digits from the start of a text; as many as are asked for.
fn digits(text: &mut &str, count: usize) -> Option<i64> {
    let start =
        text.get(..count).filter(|start| start.bytes().all(|byte| byte.is_ascii_digit()))?;
    *text = &text[count..];
    start.parse().ok()
}

fn skip(text: &mut &str, any_of: &[char]) -> bool {
    let rest = text.strip_prefix(any_of);
    *text = rest.unwrap_or(text);
    rest.is_some()
}

fn iso(text: &str) -> Option<Moment> {
    let mut rest = text;
    let year = digits(&mut rest, 4)?;
    skip(&mut rest, &['-']);
    let month = digits(&mut rest, 2)?;
    skip(&mut rest, &['-']);
    let day = days(year, month as u32, digits(&mut rest, 2)?)?;
    if rest.is_empty() {
        return Some(Moment { clock: day * DAY + DAY - 1, ahead: None });
    }
    skip(&mut rest, &[',']);
    if !skip(&mut rest, &['T', ' ', '-', '_']) {
        return None;
    }
    let separators = [':', '-', '.'];
    let hour = digits(&mut rest, 2)?;
    skip(&mut rest, &separators);
    let minute = digits(&mut rest, 2)?;
    let before = rest;
    skip(&mut rest, &separators);
    let second = digits(&mut rest, 2).unwrap_or_else(|| {
        rest = before;
        0
    });
    if skip(&mut rest, &['.', ',']) {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    let clock = day * DAY + of_clock(hour, minute, second)?;
    Some(Moment { clock, ahead: zone(rest.trim())? })
}

/// Parses a zone; none where it is none, and `Some(None)` where there is none.
fn zone(text: &str) -> Option<Option<i64>> {
    let (sign, mut rest) = match text {
        "" => return Some(None),
        "Z" | "UTC" | "GMT" => return Some(Some(0)),
        _ => (if text.starts_with('-') { -1 } else { 1 }, text.strip_prefix(['+', '-'])?),
    };
    let hours = digits(&mut rest, 2)?;
    skip(&mut rest, &[':']);
    let minutes = if rest.is_empty() { 0 } else { digits(&mut rest, 2)? };
    (rest.is_empty() && hours < 24 && minutes < 60)
        .then_some(Some(sign * (hours * 60 + minutes) * 60))
}

fn in_words(text: &str) -> Option<Moment> {
    let text = text.to_lowercase();
    let words =
        text.split(|c: char| !c.is_alphanumeric() && c != ':').filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let month_of = |word: &str| {
        MONTHS.iter().find(|(start, _)| word.starts_with(start)).map(|(_, month)| *month)
    };
    let number = |at: usize| words.get(at)?.parse::<i64>().ok();
    // A weekday may begin as a month does, so a month is one only beside a number.
    let months = words.iter().enumerate().filter_map(|(at, word)| Some((at, month_of(word)?)));
    let day = months.into_iter().find_map(|(at, month)| {
        let before = at.checked_sub(1).and_then(number);
        match (before, number(at + 1)) {
            (Some(day), Some(year)) if year > 31 => days(year, month, day),
            (_, Some(day)) => days(number(at + 2)?, month, day),
            _ => None,
        }
    })?;
    let at = words.iter().position(|word| word.contains(':'))?;
    let mut parts = words[at].split(':').map(|part| part.parse::<i64>().ok());
    let (hour, minute) = (parts.next()??, parts.next()??);
    let second = parts.next().unwrap_or(Some(0))?;
    let hour = match words.get(at + 1) {
        Some(&"pm") if hour <= 12 => hour % 12 + 12,
        Some(&"am") if hour <= 12 => hour % 12,
        _ => hour,
    };
    Some(Moment { clock: day * DAY + of_clock(hour, minute, second)?, ahead: None })
}

fn of_clock(hour: i64, minute: i64, second: i64) -> Option<i64> {
    (hour < 24 && minute < 60 && second < 61).then_some(hour * 3600 + minute * 60 + second)
}

/// Returns the number of days from the start of 1970 to a day.
fn days(year: i64, month: u32, day: i64) -> Option<i64> {
    if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Years begin in March, so that the day that some have more is the last.
    let (month, before) = (i64::from(month), i64::from(month <= 2));
    let year_from_march = year - before;
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = year_from_march * 365 + year_from_march / 4 - year_from_march / 100
        + year_from_march / 400
        + of_year
        - 719_468;
    (civil(days) == (year, month, day)).then_some(days)
}

/// Returns year, month and day of a number of days from the start of 1970.
fn civil(days: i64) -> (i64, i64, i64) {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn times_are_read_as_platforms_write_them() {
        for (text, expected) in [
            ("2026-11-22 23:59", Some("2026-11-22 23:59:00")),
            ("2026-11-22T23:59:30Z", Some("2026-11-22 23:59:30Z")),
            ("2026-11-22 04:05:06.123456000 Z", Some("2026-11-22 04:05:06Z")),
            ("2026-11-22 04:05:06.123 -08:00", Some("2026-11-22 04:05:06-08:00")),
            ("2026-11-22T04:05+0530", Some("2026-11-22 04:05:00+05:30")),
            ("20261122T235901", Some("2026-11-22 23:59:01")),
            ("2026-11-22-23-59-01", Some("2026-11-22 23:59:01")),
            ("2024-02-29", Some("2024-02-29 23:59:59")),
            ("Sunday, 22 November 2026, 8:49 PM", Some("2026-11-22 20:49:00")),
            ("Monday, 2 March 2026, 12:05 AM", Some("2026-03-02 00:05:00")),
            ("Sonntag, 22. November 2026, 20:49", Some("2026-11-22 20:49:00")),
            ("Samstag, 7. März 2026, 07:00", Some("2026-03-07 07:00:00")),
            ("November 22, 2026, 8:49 PM", Some("2026-11-22 20:49:00")),
            ("2023-02-29", None),
            ("2026-13-01 10:00", None),
            ("2026-11-22 24:00", None),
            ("2026-11-22 10:00 noon", None),
            ("22/11/2026, 20:49", None),
            ("-", None),
            ("", None),
        ] {
            assert_eq!(
                Moment::parse(text).map(|time| time.to_string()).as_deref(),
                expected,
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(text in r"([0-9]{1,5}|[-:., TZ+]|[äß]|pm|mar|nov){0,14}") {
            if let Some(time) = Moment::parse(&text) {
                let shown = time.to_string();
                prop_assert_eq!(Moment::parse(&shown), Some(time), "{}", shown);
            }
        }
    }

    #[test]
    fn clocks_are_compared_unless_both_have_a_zone() {
        let since = |one, other| Moment::parse(one).unwrap().since(Moment::parse(other).unwrap());
        assert_eq!(since("2026-11-22 12:00", "2026-11-21 12:00"), DAY);
        assert_eq!(since("2026-11-22 12:00Z", "2026-11-22 12:00+01:00"), 3600);
        assert_eq!(since("2026-11-22 12:00Z", "2026-11-22 12:00"), 0);
        assert_eq!(since("2026-03-01 00:00", "2026-02-28 23:59:59"), 1);
    }
}
