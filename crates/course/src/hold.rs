//! Students whose grades and feedback are withheld because of an open question, such as suspected
//! cheating.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use super::encoding::{self, MAX_LIST};
use super::student_key::{RowName, StudentKey, refuse_ambiguous};
use super::worksheet::Worksheet;
use referee_base::fault::Fault;
use referee_events::OfStudent;

/// The submissions that are withheld, by name.
#[derive(Debug, Default)]
pub struct Held {
    /// Their names.
    pub submissions: HashSet<Arc<str>>,
    /// The names in the list that belong to no submission.
    others: Vec<RowName>,
}

impl Held {
    /// Reads a list of ids or names, one per line; `#` begins a comment. `all` are the submissions
    /// with their students.
    ///
    /// # Errors
    /// The list cannot be read, or a line is ambiguous.
    pub fn read(path: &Path, all: &[OfStudent]) -> Result<Held, Fault> {
        let (text, _) = encoding::read(path, MAX_LIST)?;
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let mut held = Held::default();
        for (number, line) in (1..).zip(text.lines()) {
            let id = line.split('#').next().unwrap_or_default().trim().trim_matches('"');
            if id.is_empty() {
                continue;
            }
            let row = RowName::new(id, number);
            refuse_ambiguous(path, std::slice::from_ref(&row), all)?;
            let is_named =
                |one: &&OfStudent| *one.name == *id || StudentKey::of(one).is_named(&row);
            let mut named = all.iter().filter(is_named).map(|one| &one.name).peekable();
            if named.peek().is_none() {
                held.others.push(row.clone());
            }
            held.submissions.extend(named.cloned());
        }
        Ok(held)
    }

    /// Withholds decided points of students who have handed nothing in from the worksheet. Returns
    /// the names in the list, escaped, that belong to nobody.
    pub fn withhold(&self, mut worksheet: Option<&mut Worksheet>) -> Vec<&str> {
        let mut is_there =
            |name: &RowName| worksheet.as_mut().is_some_and(|sheet| sheet.withhold(name));
        let unknown = self.others.iter().filter(|name| !is_there(name));
        unknown.map(|name| &*name.text).collect()
    }
}
