//! Parses times in words, as Moodle shows them: `Sunday, 22 November 2026, 8:49 PM`.

use super::calendar::{DAY, Timestamp, days, of_clock};
use super::iso;

/// The names of the months in English, German, French and Spanish.
const MONTHS: [&str; 12] = [
    "january januar janvier enero",
    "february februar février febrero",
    "march märz mars marzo",
    "april avril abril",
    "may mai mayo",
    "june juni juin junio",
    "july juli juillet julio",
    "august août agosto",
    "september septembre septiembre",
    "october oktober octobre octubre",
    "november novembre noviembre",
    "december dezember décembre diciembre",
];

/// The names of the days of the week, from Thursday on: 1970 began on one.
const WEEKDAYS: [&str; 7] = [
    "thursday donnerstag jeudi jueves",
    "friday freitag vendredi viernes",
    "saturday samstag sonnabend samedi sábado",
    "sunday sonntag dimanche domingo",
    "monday montag lundi lunes",
    "tuesday dienstag mardi martes",
    "wednesday mittwoch mercredi miércoles",
];

/// The minimum number of letters in a shortened month and day of the week.
const SHORTEST: [usize; 2] = [3, 2];

/// Parses a time. If that fails, the error is the rest that was not understood.
pub(super) fn read(text: &str) -> Result<Timestamp, &str> {
    let words = words(text);
    let (day, used) = date(&words).or_else(|| of_weekday(&words)).ok_or(text)?;
    let Some((&time, mut rest)) = words[used..].split_first() else {
        return Err(&text[text.len()..]);
    };
    let half = rest.first().map(|word| word.to_lowercase());
    let noon = match half.as_deref() {
        Some("am") => Some(0),
        Some("pm") => Some(12),
        _ => None,
    };
    if noon.is_some() {
        rest = &rest[1..];
    }
    let seconds = clock(time, noon).ok_or_else(|| from(text, time))?;
    let zone = rest.first().map_or(Ok(None), |zone| iso::zone(from(text, zone)))?;
    Ok(Timestamp { clock: day * DAY + seconds, ahead: zone })
}

/// Splits a text at spaces and commas. German days end in a dot, as do shortened names.
fn words(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',');
    words.map(|word| word.trim_end_matches('.')).filter(|word| !word.is_empty()).collect()
}

/// Returns the rest of a text, from one of its words on.
fn from<'a>(text: &'a str, word: &str) -> &'a str {
    &text[word.as_ptr() as usize - text.as_ptr() as usize..]
}

/// Parses `22 November 2026`, `22 de noviembre de 2026` or `November 22 2026`. Returns the day and
/// the number of words.
fn date(words: &[&str]) -> Option<(i64, usize)> {
    let number = |word: &str| word.parse::<i64>().ok();
    match *words {
        [day, "de", month, "de", year, ..] => {
            Some((days(number(year)?, month_of(month)?, number(day)?)?, 5))
        }
        [first, second, year, ..] => {
            let (day, month) = match number(first) {
                Some(day) => (day, second),
                None => (number(second)?, first),
            };
            Some((days(number(year)?, month_of(month)?, day)?, 3))
        }
        _ => None,
    }
}

/// Parses a date after its day of the week.
fn of_weekday(words: &[&str]) -> Option<(i64, usize)> {
    let (weekday, rest) = words.split_first()?;
    let (day, used) = date(rest)?;
    let names = WEEKDAYS[day.rem_euclid(7) as usize];
    is_short_for(weekday, names, SHORTEST[1]).then_some((day, used + 1))
}

fn month_of(word: &str) -> Option<i64> {
    let mut months = (1..).zip(MONTHS).filter(|(_, names)| is_short_for(word, names, SHORTEST[0]));
    let (month, _) = months.next()?;
    // `jui` may be June or July.
    months.next().is_none().then_some(month)
}

/// Returns whether a word is the start of one of the names.
fn is_short_for(word: &str, names: &str, shortest: usize) -> bool {
    let word = word.to_lowercase();
    word.chars().count() >= shortest && names.split(' ').any(|name| name.starts_with(&word))
}

/// Parses `8:49` or `20:49:07` as a number of seconds; `noon` is the first hour of the half of the
/// day, if the clock has halves.
fn clock(text: &str, noon: Option<i64>) -> Option<i64> {
    let parts: Option<Vec<i64>> = text.split(':').map(number).collect();
    let (hour, minute, second) = match parts?[..] {
        [hour, minute] => (hour, minute, 0),
        [hour, minute, second] => (hour, minute, second),
        _ => return None,
    };
    let hour = match noon {
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some(noon) => hour % 12 + noon,
        None => hour,
    };
    of_clock(hour, minute, second)
}

/// Parses one or two digits.
fn number(text: &str) -> Option<i64> {
    let is_number = text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}
