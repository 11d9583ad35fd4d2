//! A table of fields, which describes records in no known shape: where a record has each field of
//! `referee`'s own shape.
//!
//! ```toml
//! format = 1
//!
//! [task]
//! id = "meta.key"
//! inputs = "io.given"
//! outputs = "io.wanted"
//!
//! [candidate]
//! task = "key"
//! code = "answer"
//! ```

use std::path::Path;

use crate::fields;
use crate::records::{Fields, RawRecord};
use referee_base::document::{DocumentError, Table};
use referee_base::fault::Fault;
use referee_base::files;

/// The fields that a task may have.
const TASK: [&str; 16] = [
    "id", "tests", "inputs", "outputs", "function", "prompt", "entry_point", "test", "setup",
    "asserts", "comparison", "checker", "time_limit", "memory_limit", "language", "solutions",
];

/// The fields that a candidate may have.
pub(crate) const CANDIDATE: [&str; 4] = ["id", "task", "code", "language"];

/// A table of fields.
#[derive(Debug, Clone, Default)]
pub struct FieldTable {
    task: Vec<(String, String)>,
    candidate: Vec<(String, String)>,
}

impl FieldTable {
    /// Reads a table from a file.
    ///
    /// # Errors
    /// The file cannot be read, or is malformed.
    pub fn read(path: &Path) -> Result<FieldTable, Fault> {
        let text = files::read_named_text(path)?;
        FieldTable::parse(&text).map_err(|error| Fault::document(path, &error, &text))
    }

    /// Reads a table.
    pub fn parse(text: &str) -> Result<FieldTable, DocumentError> {
        let mut document = Table::of_format_1(text)?;
        let mut table = FieldTable::default();
        for (name, known, fields) in [
            ("task", &TASK[..], &mut table.task),
            ("candidate", &CANDIDATE[..], &mut table.candidate),
        ] {
            let Some(mut given) = document.table(name)? else { continue };
            for field in known {
                if let Some((path, _)) = given.text(field)? {
                    fields.push((field.to_string(), path));
                }
            }
            given.finish()?;
        }
        document.finish()?;
        Ok(table)
    }

    /// Returns the record of a task in the shape of `referee`, if the table describes tasks.
    pub(crate) fn task(&self, record: &RawRecord) -> Option<RawRecord> {
        translated(&self.task, record)
    }

    /// Returns the record of a candidate in the shape of `referee`, if the table describes
    /// candidates.
    pub(crate) fn candidate(&self, record: &RawRecord) -> Option<RawRecord> {
        translated(&self.candidate, record)
    }
}

/// Returns a record with the named fields of another one, whose values stay as they are written;
/// `None` if no field is named or the other one is malformed.
fn translated(names: &[(String, String)], record: &RawRecord) -> Option<RawRecord> {
    if names.is_empty() {
        return None;
    }
    let all: Fields = serde_json::from_slice(&record.text).ok()?;
    let found = |(name, path): &(String, String)| Some((name.clone(), fields::at(&all, path)?));
    let own: Fields = names.iter().filter_map(found).collect();
    Some(RawRecord { text: serde_json::to_vec(&own).ok()?, place: record.place.clone() })
}

#[cfg(test)]
mod tests {
    use referee_checker::Position;

    use super::*;
    use crate::records::Place;

    #[test]
    fn fields_are_found_where_the_table_says() {
        let text = "format = 1\n[task]\nid = 'meta.key'\ninputs = 'io.in'\n[candidate]\ncode = 'x'";
        let table = FieldTable::parse(text).unwrap();
        let large = "51090942171709440000";
        for (io, input) in
            [(r#""{\"in\": [1]}""#, "1"), (&format!(r#"{{"in": [{large}]}}"#), large)]
        {
            let text = format!(r#"{{"meta": {{"key": "a"}}, "io": {io}, "x": "print(1)"}}"#);
            let place = Place {
                path: Path::new("t").into(),
                position: Position { line: 1, column: 1 },
                offset: 0,
                is_plain: true,
            };
            let record = RawRecord { text: text.into_bytes(), place };
            let said = |own: Option<RawRecord>| String::from_utf8(own.unwrap().text).unwrap();
            let expected = format!(r#"{{"id":"a","inputs":[{input}]}}"#);
            assert_eq!(said(table.task(&record)), expected);
            assert_eq!(said(table.candidate(&record)), r#"{"code":"print(1)"}"#);
        }
    }

    #[test]
    fn a_malformed_table_is_refused() {
        for (text, message) in [
            ("", "format"),
            ("format = 1\n[task]\nname = 'a'", "name"),
            ("format = 1\n[task]\nid = 1", "id"),
        ] {
            let error = FieldTable::parse(text).unwrap_err();
            assert!(error.message.contains(message), "{}", error.message);
        }
    }
}
