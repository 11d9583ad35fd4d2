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

use referee_base::document::{DocumentError, Table};
use referee_base::fault::Fault;
use referee_base::files;
use serde_json::Value;

use crate::records::Fields;

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
        let mut document = Table::parse(text)?;
        if document.integer("format", 1, 1)?.is_none() {
            return Err(document.missing("format"));
        }
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

    /// Returns the fields of a task in the shape of `referee`, if the table describes tasks.
    pub(crate) fn task(&self, record: &Fields) -> Option<Fields> {
        (!self.task.is_empty()).then(|| translated(&self.task, record))
    }

    /// Returns the fields of a candidate in the shape of `referee`, if the table describes
    /// candidates.
    pub(crate) fn candidate(&self, record: &Fields) -> Option<Fields> {
        (!self.candidate.is_empty()).then(|| translated(&self.candidate, record))
    }
}

fn translated(names: &[(String, String)], record: &Fields) -> Fields {
    let found = |(name, path): &(String, String)| {
        let mut parts = path.split('.');
        let first = record.get(parts.next()?)?.clone();
        let value = parts.try_fold(first, |value, part| {
            // A part may be JSON in a string.
            crate::fields::decoded(&value).ok()?.get(part).cloned()
        })?;
        Some((name.clone(), value))
    };
    names.iter().filter_map(found).collect::<serde_json::Map<String, Value>>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_where_the_table_says() {
        let text = "format = 1\n[task]\nid = 'meta.key'\ninputs = 'io.in'\n[candidate]\ncode = 'x'";
        let table = FieldTable::parse(text).unwrap();
        let record = r#"{"meta": {"key": "a"}, "io": "{\"in\": [1]}", "x": "print(1)"}"#;
        let record: Fields = serde_json::from_str(record).unwrap();
        let task = Value::Object(table.task(&record).unwrap()).to_string();
        assert_eq!(task, r#"{"id":"a","inputs":[1]}"#);
        let candidate = Value::Object(table.candidate(&record).unwrap()).to_string();
        assert_eq!(candidate, r#"{"code":"print(1)"}"#);
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
