//! Parses times in digits, as in ISO 8601 and RFC 3339, and as in names of files, which may not
//! contain `:`.
//!
//! Each function parses the start of a text. If it fails, the error is the rest that was not
//! understood.

use super::calendar::{DAY, Timestamp, days, of_clock};

/// The rest of a text that is not parsed yet.
type Rest<'a> = &'a str;

/// Parses a date, a time and a zone, of which the last two may be missing.
pub(super) fn read(text: &str) -> Result<Timestamp, Rest<'_>> {
    let (day, rest) = date(text)?;
    if rest.is_empty() {
        return Ok(Timestamp { clock: day * DAY + DAY - 1, ahead: None });
    }
    let start = rest.strip_prefix(',').unwrap_or(rest);
    let start = start.strip_prefix(['T', 't', ' ', '-', '_']).ok_or(rest)?;
    let (seconds, rest) = clock(start)?;
    Ok(Timestamp { clock: day * DAY + seconds, ahead: zone(rest)? })
}

/// Parses `2026-11-22` or `20261122` as a number of days.
fn date(text: &str) -> Result<(i64, Rest<'_>), Rest<'_>> {
    let (year, of_year) = digits(text, 4).ok_or(text)?;
    let is_extended = of_year.starts_with('-');
    let of_year = of_year.strip_prefix('-').unwrap_or(of_year);
    let (month, rest) = digits(of_year, 2).ok_or(of_year)?;
    let of_month = if is_extended { rest.strip_prefix('-').ok_or(rest)? } else { rest };
    let (day, rest) = digits(of_month, 2).ok_or(of_month)?;
    let wrong = if (1..=12).contains(&month) { of_month } else { of_year };
    Ok((days(year, month, day).ok_or(wrong)?, rest))
}

/// Parses `23:59`, `23:59:01.5`, `2359`, or `23-59-01` and `23.59.01`, as a number of seconds.
fn clock(text: &str) -> Result<(i64, Rest<'_>), Rest<'_>> {
    let (hour, rest) = digits(text, 2).ok_or(text)?;
    let separator = ["-", ".", ":", ""].into_iter().find(|mark| rest.starts_with(mark));
    let separator = separator.unwrap_or_default();
    let after_hour = &rest[separator.len()..];
    let (minute, rest) = digits(after_hour, 2).ok_or(after_hour)?;
    let second = rest.strip_prefix(separator).and_then(|rest| digits(rest, 2));
    // In file names, `-08` after the minutes means seconds; in `23:59-08` it is a zone.
    let (second, rest) = match second {
        Some((second, rest)) => (second, without_fraction(rest)),
        None => (0, rest),
    };
    Ok((of_clock(hour, minute, second).ok_or(text)?, rest))
}

/// Drops a fraction of a second: nobody is late by less than a second.
fn without_fraction(text: &str) -> Rest<'_> {
    let digits = text.strip_prefix(['.', ',']).unwrap_or_default();
    let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < digits.len() { rest } else { text }
}

/// Parses a zone up to the end of the text, as a number of seconds ahead of UTC; `None` if there is
/// nothing.
pub(super) fn zone(text: &str) -> Result<Option<i64>, Rest<'_>> {
    let text = text.trim_start();
    let mut unsigned = text.chars();
    let sign = match unsigned.next() {
        None => return Ok(None),
        Some('+') => 1,
        // ISO 8601 also allows the minus sign proper.
        Some('-' | '\u{2212}') => -1,
        Some(_) if ["z", "utc", "gmt"].contains(&&*text.to_lowercase()) => return Ok(Some(0)),
        Some(_) => return Err(text),
    };
    let (hours, rest) = digits(unsigned.as_str(), 2).ok_or(text)?;
    let of_hour = rest.strip_prefix(':').unwrap_or(rest);
    let (minutes, rest) =
        if rest.is_empty() { (0, rest) } else { digits(of_hour, 2).ok_or(rest)? };
    match rest {
        "" if hours < 24 && minutes < 60 => Ok(Some(sign * (hours * 60 + minutes) * 60)),
        "" => Err(text),
        rest => Err(rest),
    }
}

/// Parses this many digits.
fn digits(text: &str, count: usize) -> Option<(i64, Rest<'_>)> {
    let start =
        text.get(..count).filter(|start| start.bytes().all(|byte| byte.is_ascii_digit()))?;
    Some((start.parse().ok()?, &text[count..]))
}
