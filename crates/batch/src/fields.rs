//! Reads the fields of records, under the names and in the types that data sets use.
//!
//! Numbers stay as they are written: as a `Value`, a large integer would become a float.

use std::time::Duration;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::records::Fields;
use referee_problem::limits::{MAX_SECONDS, MIN_SECONDS};

/// Returns the first of several fields that exists and is not null.
pub(crate) fn field<'a>(fields: &'a Fields, names: &[&str]) -> Option<&'a RawValue> {
    let found = names.iter().filter_map(|name| fields.get(*name)).map(|value| &**value);
    found.into_iter().find(|value| value.get() != "null")
}

/// Returns a string, or a number as a string.
pub(crate) fn text(fields: &Fields, names: &[&str]) -> Option<String> {
    field(fields, names).and_then(text_of)
}

pub(crate) fn text_of(value: &RawValue) -> Option<String> {
    let text = value.get();
    let is_number = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    if is_number { Some(text.to_string()) } else { string_of(value) }
}

/// Returns a string.
pub(crate) fn string(fields: &Fields, name: &str) -> Option<String> {
    string_of(fields.get(name)?)
}

pub(crate) fn string_of(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
}

/// Returns the fields of an object; what is no object has none.
pub(crate) fn parts(value: &RawValue) -> Fields {
    serde_json::from_str(value.get()).unwrap_or_default()
}

/// Returns a value that may be encoded as JSON in a string.
pub(crate) fn decoded<T: DeserializeOwned>(value: &RawValue) -> serde_json::Result<T> {
    serde_json::from_str(string_of(value).as_deref().unwrap_or(value.get()))
}

/// A value by its kind.
pub(crate) enum JsonKind {
    Null,
    List(Vec<Box<RawValue>>),
    Object(Fields),
    Other,
}

/// Returns a value that may be encoded as JSON in a string, by its kind.
pub(crate) fn kind(value: &RawValue) -> Result<JsonKind, String> {
    let text = string_of(value);
    let text = text.as_deref().unwrap_or(value.get());
    let read = match text.trim_start().chars().next() {
        Some('[') => serde_json::from_str(text).map(JsonKind::List),
        Some('{') => serde_json::from_str(text).map(JsonKind::Object),
        _ if text.trim() == "null" => Ok(JsonKind::Null),
        _ => serde_json::from_str(text).map(|_: IgnoredAny| JsonKind::Other),
    };
    read.map_err(|error| format!("no JSON in its text: {error}"))
}

/// Returns the value that a path of names, with dots between them, leads to. An object on the way
/// may be JSON in a string.
pub(crate) fn at(fields: &Fields, path: &str) -> Option<Box<RawValue>> {
    let mut names = path.split('.');
    let first = fields.get(names.next()?)?.clone();
    names.try_fold(first, |value, name| decoded::<Fields>(&value).ok()?.remove(name))
}

/// Returns an input or output, which some data sets split into lines, and some write as a number.
pub(crate) fn lines(value: &RawValue) -> Option<String> {
    match value.get() {
        "true" => Some("True".into()),
        "false" => Some("False".into()),
        list if list.starts_with('[') => {
            let lines: Vec<Box<RawValue>> = serde_json::from_str(list).ok()?;
            let lines = lines.iter().map(|line| text_of(line)).collect::<Option<Vec<String>>>()?;
            Some(lines.join("\n") + "\n")
        }
        _ => text_of(value),
    }
}

/// Returns a value as JSON, in which numbers stay as they are written.
pub(crate) fn raw(text: &str) -> Result<Box<RawValue>, String> {
    RawValue::from_string(text.trim().to_string()).map_err(|error| format!("no JSON: {error}"))
}

/// Returns a time limit: seconds, a string such as `2 seconds` or `500 ms`, or an object of seconds
/// and nanoseconds.
pub(crate) fn time(value: &Value) -> Result<Option<Duration>, String> {
    let malformed = || format!("no time limit: {value}");
    let seconds = match value {
        Value::Null => return Ok(None),
        Value::Number(number) => number.as_f64(),
        Value::Object(parts) => {
            let part = |name: &str| parts.get(name).map_or(Some(0.0), Value::as_f64);
            part("seconds").zip(part("nanos")).map(|(whole, nanos)| whole + nanos / 1e9)
        }
        Value::String(text) => match split_unit(text) {
            None if text.trim().is_empty() => return Ok(None),
            Some((number, unit)) if unit.starts_with("ms") || unit.starts_with("milli") => {
                Some(number / 1000.0)
            }
            Some((number, unit)) if unit.is_empty() || unit.starts_with('s') => Some(number),
            _ => None,
        },
        _ => None,
    };
    match seconds {
        // Data sets use this for no limit.
        Some(seconds) if seconds <= 0.0 => Ok(None),
        Some(seconds) if (MIN_SECONDS..=MAX_SECONDS).contains(&seconds) => {
            Ok(Some(Duration::from_secs_f64(seconds)))
        }
        _ => Err(malformed()),
    }
}

/// Returns a memory limit in MiB: given in MiB, or in bytes if it is large, or as a string such as
/// `256 megabytes`.
pub(crate) fn memory(value: &Value) -> Result<Option<u64>, String> {
    let malformed = || format!("no memory limit: {value}");
    let (number, unit) = match value {
        Value::Null => return Ok(None),
        Value::Number(number) => (number.as_f64().ok_or_else(malformed)?, String::new()),
        Value::String(text) if text.trim().is_empty() => return Ok(None),
        Value::String(text) => split_unit(text).ok_or_else(malformed)?,
        _ => return Err(malformed()),
    };
    let mebibytes = match unit.chars().next() {
        // No machine has a million MiB, and no limit is below a million bytes.
        None if number >= 1e6 => number / f64::from(1 << 20),
        Some('b') => number / f64::from(1 << 20),
        Some('k') => number / 1024.0,
        None | Some('m') => number,
        Some('g') => number * 1024.0,
        _ => return Err(malformed()),
    };
    match mebibytes {
        0.0 => Ok(None),
        mebibytes if (1.0..1e7).contains(&mebibytes) => Ok(Some(mebibytes.ceil() as u64)),
        _ => Err(malformed()),
    }
}

/// Splits a number from the unit after it, which is returned in lower case.
fn split_unit(text: &str) -> Option<(f64, String)> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number = text[..end].parse().ok()?;
    Some((number, text[end..].trim().to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn limits_are_read_as_data_sets_write_them() {
        let seconds = |value| time(&value).map(|time| time.map(|time| time.as_secs_f64()));
        assert_eq!(seconds(json!(2)), Ok(Some(2.0)));
        assert_eq!(seconds(json!("2.5 seconds")), Ok(Some(2.5)));
        assert_eq!(seconds(json!("500 ms")), Ok(Some(0.5)));
        assert_eq!(seconds(json!({"seconds": 3, "nanos": 500_000_000})), Ok(Some(3.5)));
        assert_eq!(seconds(json!(null)), Ok(None));
        assert_eq!(seconds(json!(0)), Ok(None));
        assert!(seconds(json!("soon")).is_err() && seconds(json!(1e9)).is_err());
        assert!(seconds(json!(1e-10)).is_err());
        assert_eq!(memory(&json!(256)), Ok(Some(256)));
        assert_eq!(memory(&json!(256_000_000)), Ok(Some(245)));
        assert_eq!(memory(&json!("256 megabytes")), Ok(Some(256)));
        assert_eq!(memory(&json!("1 GB")), Ok(Some(1024)));
        assert_eq!(memory(&json!(0)), Ok(None));
        assert!(memory(&json!("much")).is_err() && memory(&json!([])).is_err());
    }

    #[test]
    fn texts_are_read_in_pieces_too() {
        let exact = |text| lines(&raw(text).unwrap());
        assert_eq!(exact(r#"["1", "2"]"#).unwrap(), "1\n2\n");
        assert_eq!(exact("3").unwrap(), "3");
        assert_eq!(exact(r#"[51090942171709440000, "2"]"#).unwrap(), "51090942171709440000\n2\n");
        assert_eq!(exact("-1e+22").unwrap(), "-1e+22");
        assert_eq!(
            (exact("true").as_deref(), exact("\"\\n\"").as_deref()),
            (Some("True"), Some("\n"))
        );
        assert!(
            [exact("null"), exact("{}"), exact("[true]"), exact("[[1]]")]
                .iter()
                .all(Option::is_none)
        );
        assert_eq!(raw(" 1.50 ").unwrap().get(), "1.50");
        assert!(raw("1 2").is_err());
    }
}
