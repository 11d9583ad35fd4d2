//! A table of extensions, with rows such as `ID,TIME` or `ID,+3 days`.

use std::path::{Path, PathBuf};

use super::encoding::{self, MAX_LIST};
use super::late::duration;
use super::sheet::Sheet;
use super::student_key::{RowName, StudentKey, refuse_ambiguous, refuse_contradictions};
use referee_base::fault::Fault;
use referee_events::OfStudent;
use referee_intake::hand_in::timestamp::{Incomparable, Timestamp};

/// The titles that the second column may have.
const TITLES: [&str; 8] = ["until", "due", "time", "extension", "deadline", "date", "bis", "frist"];

/// The due time of a student.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Extension {
    Until(Timestamp),
    /// This number of seconds after the due time of the others.
    By(u64),
}

/// Extensions by the ids or names of students.
#[derive(Debug, Clone, Default)]
pub(super) struct Extensions {
    path: PathBuf,
    rows: Vec<(RowName, Extension)>,
}

impl Extensions {
    pub(super) fn of_rows(rows: Vec<(RowName, Extension)>) -> Extensions {
        Extensions { path: PathBuf::new(), rows }
    }

    /// Reads a table of extensions; `due` is the due time of the others. The first row may be a
    /// header.
    ///
    /// # Errors
    /// The file cannot be read, a row is malformed, or only one of a row's time and the due time
    /// has a zone.
    pub(super) fn read(path: &Path, due: Timestamp) -> Result<Extensions, Fault> {
        let (text, _) = encoding::read(path, MAX_LIST)?;
        let rows = parse(&text, due).map_err(|message| {
            Fault::bad_input(message)
                .at(path)
                .help("write rows as `1204,2026-11-24 12:00` or `1204,+3 days`; times have a zone if `due` has one")
        })?;
        Ok(Extensions { path: path.to_path_buf(), rows })
    }

    /// Rejects a table with ambiguous rows, or with rows that differ about a hand-in.
    pub(super) fn refuse_ambiguous(&self, all: &[OfStudent]) -> Result<(), Fault> {
        let names: Vec<RowName> = self.rows.iter().map(|(name, _)| name.clone()).collect();
        refuse_ambiguous(&self.path, &names, all)?;
        let said: Vec<_> = self.rows.iter().map(|(name, by)| (name, *by)).collect();
        refuse_contradictions(&self.path, &said, all)
    }

    /// Returns the due time of a student who has an extension; `due` is that of the others.
    pub(super) fn of(&self, key: &StudentKey, due: Timestamp) -> Option<Timestamp> {
        let (_, extension) = self.rows.iter().find(|(name, _)| key.is_named(name))?;
        Some(match *extension {
            Extension::Until(time) => time,
            Extension::By(seconds) => due.after(seconds as i64),
        })
    }

    /// Returns the ids that belong to none of these students.
    pub(super) fn unknown_ids<'a>(
        &'a self,
        keys: &'a [StudentKey],
    ) -> impl Iterator<Item = &'a str> {
        let names = self.rows.iter().map(|(name, _)| name);
        let is_of_nobody = |name: &&RowName| !keys.iter().any(|key| key.is_named(name));
        names.filter(is_of_nobody).map(|name| name.text.as_str())
    }
}

fn parse(text: &str, due: Timestamp) -> Result<Vec<(RowName, Extension)>, String> {
    let sheet = Sheet::parse(text)
        .map_err(|line| format!("the quotes that open on line {line} are not closed"))?;
    let mut rows = Vec::new();
    for row in 0..sheet.len() {
        let (id, when) = (sheet.text(row, 0).trim().to_string(), sheet.text(row, 1));
        let (line, when) = (sheet.line(row), when.trim());
        let is_title = row == 0 && TITLES.contains(&when.to_lowercase().as_str());
        if is_title || id.is_empty() && when.is_empty() {
            continue;
        }
        let extension =
            extension(when, due).map_err(|message| format!("line {line}: {message}"))?;
        if id.is_empty() {
            return Err(format!("line {line}: the student of this extension is missing"));
        }
        rows.push((RowName::new(&id, line), extension));
    }
    Ok(rows)
}

/// Parses `+3 days` or a time.
pub(super) fn extension(when: &str, due: Timestamp) -> Result<Extension, String> {
    if let Some(by) = when.strip_prefix('+') {
        let seconds = duration(by).ok_or_else(|| format!("`{when}` is not like `+3 days`"))?;
        return Ok(Extension::By(seconds));
    }
    let until = Timestamp::parse(when).map_err(|error| error.to_string())?;
    match until.since(due) {
        Ok(_) => Ok(Extension::Until(until)),
        Err(Incomparable) if due.has_zone() => {
            Err(format!("`{when}` has no zone, and the due time, {due}, has one"))
        }
        Err(Incomparable) => Err(format!("`{when}` has a zone, and the due time, {due}, has none")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_events::{Platform, Student};

    #[test]
    fn extensions_are_times_or_spans() {
        let due = Timestamp::parse("2026-11-22 12:00").unwrap();
        let rows = "id;until\r\n12;2026-11-24 12:00\r\nann;+2 days\r\n\r\n";
        let table = Extensions { path: PathBuf::new(), rows: parse(rows, due).unwrap() };
        let submission =
            |name: &str, student| OfStudent { name: name.into(), student, is_folder: false };
        let key = |name| StudentKey::of(&submission(name, None));
        let of = |name| table.of(&key(name), due).map(|time| time.to_string());
        assert_eq!(of("12").as_deref(), Some("2026-11-24 12:00:00"));
        assert_eq!(of("ann.py").as_deref(), Some("2026-11-24 12:00:00"));
        assert_eq!(of("bob"), None);
        let known = [key("ann")];
        assert_eq!(table.unknown_ids(&known).collect::<Vec<_>>(), ["12"]);
        let group =
            Student { name: "Ann, Bo".into(), id: "1, 12".into(), platform: Platform::Canvas };
        let all = [submission("x", Some(group))];
        let fault = table.refuse_ambiguous(&all).unwrap_err();
        assert_eq!(fault.message, "lines 2 and 3 differ, and are about one hand-in, of x (1, 12)");
        let zoned = Timestamp::parse("2026-11-22 12:00+01:00").unwrap();
        for (rows, due, why) in [
            (
                "12,+1 day\n13,soon",
                due,
                "line 2: `soon` is not a valid time: `soon` in column 1 is invalid",
            ),
            ("12,+1 week", due, "line 1: `+1 week` is not like `+3 days`"),
            (",+1 day", due, "line 1: the student of this extension is missing"),
            (
                "12,2026-11-24 12:00Z",
                due,
                "line 1: `2026-11-24 12:00Z` has a zone, and the due time, 2026-11-22 12:00:00, has none",
            ),
            (
                "12,2026-11-24 12:00",
                zoned,
                "line 1: `2026-11-24 12:00` has no zone, and the due time, 2026-11-22 12:00:00+01:00, has one",
            ),
        ] {
            assert_eq!(parse(rows, due).unwrap_err(), why);
        }
    }
}
