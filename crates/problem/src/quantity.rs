//! Sizes and times as users write them in flags and in `problem.toml`, with or without a unit.

use std::time::Duration;

use referee_package::limits::{MAX_SECONDS, MIN_SECONDS};

/// The largest size in MiB.
pub const MAX_MIB: u64 = (1 << 20) - 1;

/// The units of sizes, in MiB: powers of 1024, as for memory and in flags of other tools.
const SIZES: [(&str, u64); 7] =
    [("", 1), ("m", 1), ("mb", 1), ("mib", 1), ("g", 1 << 10), ("gb", 1 << 10), ("gib", 1 << 10)];

/// The units of times, in seconds.
const TIMES: [(&str, f64); 3] = [("", 1.0), ("s", 1.0), ("ms", 0.001)];

/// Reads a size, in MiB: `512`, `512m`, `512MiB`, `1g`.
///
/// # Errors
/// The text is not a size, or is out of range. The message completes "it is ...".
pub fn mebibytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let unit = unit.to_ascii_lowercase();
    let size = SIZES.iter().find(|(known, _)| *known == unit).and_then(|(_, size)| {
        let number: u64 = number.parse().ok()?;
        number.checked_mul(*size).filter(|size| (1..=MAX_MIB).contains(size))
    });
    size.ok_or_else(|| {
        format!("not a size from 1 to {MAX_MIB} MiB, written as 512, 512m, 512MiB, 1g or 1GiB")
    })
}

/// Reads a time, in seconds: `2`, `0.5`, `2s`, `500ms`.
///
/// # Errors
/// The text is not a time, or is out of range. The message completes "it is ...".
pub fn seconds(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let seconds = TIMES.iter().find(|(known, _)| *known == unit).and_then(|(_, seconds)| {
        let number: f64 = number.parse().ok()?;
        Some(number * seconds).filter(|time| (MIN_SECONDS..=MAX_SECONDS).contains(time))
    });
    seconds.map(Duration::from_secs_f64).ok_or_else(|| {
        "not a number from 0.001 to 86400 of seconds, written as 2, 0.5, 2s or 500ms".into()
    })
}

/// Splits a quantity into its number and its unit.
fn split(text: &str) -> (&str, &str) {
    let start = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic()).len();
    let (number, unit) = text.split_at(start);
    (number.trim_end(), unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_may_have_units() {
        for (text, expected) in [
            ("512", 512),
            ("512m", 512),
            ("512M", 512),
            ("512MB", 512),
            ("512 MiB", 512),
            ("1g", 1024),
            ("1GiB", 1024),
            ("1gb", 1024),
        ] {
            assert_eq!(mebibytes(text), Ok(expected), "{text}");
        }
        let wrong = ["", "g", "0", "0g", "-1", "1.5g", "1k", "1gg", "1ib", "1t", "1048576"];
        for text in wrong.into_iter().chain(["99999999999999999999", "20000000000000g"]) {
            let said = mebibytes(text).expect_err(text);
            assert!(said.contains("written as 512, 512m"), "{said}");
        }
    }

    #[test]
    fn times_may_have_units() {
        for (text, expected) in [
            ("2", 2000),
            ("0.5", 500),
            ("2s", 2000),
            ("500ms", 500),
            ("1 s", 1000),
            ("1ms", 1),
            ("1e1", 10_000),
        ] {
            assert_eq!(seconds(text), Ok(Duration::from_millis(expected)), "{text}");
        }
        for text in ["", "s", "0", "0.5ms", "-1", "1h", "2S", "soon", "inf", "NaN", "1e9", "86401s"]
        {
            let said = seconds(text).expect_err(text);
            assert!(said.contains("written as 2, 0.5, 2s"), "{said}");
        }
    }
}
