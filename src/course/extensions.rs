//! A table of extensions: whose submissions are due later, and when: `ID,TIME` or `ID,+3 days`.

use std::path::Path;

use super::encoding;
use super::late::duration;
use super::sheet::Sheet;
use super::student_key::StudentKey;
use crate::hand_in::moment::Moment;
use referee_base::fault::Fault;
use referee_base::files;

/// The largest table that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// The titles that the second column may have.
const TITLES: [&str; 8] = ["until", "due", "time", "extension", "deadline", "date", "bis", "frist"];

/// When a student's submission is due.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Extension {
    Until(Moment),
    /// So many seconds later than that of others.
    By(u64),
}

/// Extensions by the ids or names of students.
#[derive(Debug, Clone, Default)]
pub(super) struct Extensions(Vec<(String, Extension)>);

impl Extensions {
    /// Reads a table. Its first row may be a header.
    ///
    /// # Errors
    /// The file cannot be read, or a row is none.
    pub(super) fn read(path: &Path) -> Result<Extensions, Fault> {
        let bytes = files::read_at_most(path, LARGEST)?;
        Extensions::parse(&bytes).map_err(|message| {
            Fault::bad_input(message)
                .at(path)
                .help("write rows as `1204,2026-11-24 12:00` or `1204,+3 days`")
        })
    }

    fn parse(bytes: &[u8]) -> Result<Extensions, String> {
        let (text, _) = encoding::decode(bytes)?;
        let sheet = Sheet::parse(&text)
            .map_err(|line| format!("the quotes that open in line {line} do not close"))?;
        let mut all = Vec::new();
        for row in 0..sheet.len() {
            let (id, when) = (sheet.text(row, 0).trim().to_string(), sheet.text(row, 1));
            let when = when.trim();
            let by = when.strip_prefix('+').and_then(duration).map(Extension::By);
            match by.or_else(|| Moment::parse(when).map(Extension::Until)) {
                Some(extension) if !id.is_empty() => all.push((id, extension)),
                _ if id.is_empty() && when.is_empty() => {}
                _ if row == 0 && TITLES.contains(&when.to_lowercase().as_str()) => {}
                _ => return Err(format!("line {}: `{when}` is no time", sheet.line(row))),
            }
        }
        Ok(Extensions(all))
    }

    /// Returns when a student's submission is due, where it is not due when others are; `due` is when those are.
    pub(super) fn of(&self, key: &StudentKey, due: Moment) -> Option<Moment> {
        let (_, extension) = self.0.iter().find(|(id, _)| key.is_named(id))?;
        Some(match *extension {
            Extension::Until(time) => time,
            Extension::By(seconds) => due.after(seconds as i64),
        })
    }

    /// Returns the ids that are of none of these students.
    pub(super) fn strangers<'a>(
        &'a self,
        keys: &'a [StudentKey<'a>],
    ) -> impl Iterator<Item = &'a str> {
        let ids = self.0.iter().map(|(id, _)| id.as_str());
        ids.filter(|id| !keys.iter().any(|key| key.is_named(id)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_are_times_or_spans() {
        let due = Moment::parse("2026-11-22 12:00").unwrap();
        let table =
            Extensions::parse(b"id;until\r\n12;2026-11-24 12:00\r\nann;+2 days\r\n\r\n").unwrap();
        let of = |name| table.of(&StudentKey::new(None, name), due).map(|time| time.to_string());
        assert_eq!(of("12").as_deref(), Some("2026-11-24 12:00:00"));
        assert_eq!(of("ann.py").as_deref(), Some("2026-11-24 12:00:00"));
        assert_eq!(of("bob"), None);
        let known = [StudentKey::new(None, "ann")];
        assert_eq!(table.strangers(&known).collect::<Vec<_>>(), ["12"]);
        assert_eq!(
            Extensions::parse(b"12,+1 day\n13,soon\n").unwrap_err(),
            "line 2: `soon` is no time"
        );
    }
}
