//! Students whose grades and feedback are held back: an open question, such as one of honesty.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use super::encoding;
use super::student_key::StudentKey;
use crate::judge::submission::FoundSubmissions;
use referee_base::fault::Fault;
use referee_base::files;
use referee_checker::text::escape;

/// The largest list that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// The submissions that are held back, by name.
#[derive(Debug, Default)]
pub struct Held {
    /// Their names.
    pub submissions: HashSet<Arc<str>>,
    /// Ids in the list that are of nobody, escaped.
    pub strangers: Vec<String>,
}

impl Held {
    /// Reads a list of ids or names, one in a line; `#` begins a comment.
    ///
    /// # Errors
    /// The list cannot be read.
    pub fn read(path: &Path, found: &FoundSubmissions) -> Result<Held, Fault> {
        let bytes = files::read_at_most(path, LARGEST)?;
        let (text, _) =
            encoding::decode(&bytes).map_err(|message| Fault::bad_input(message).at(path))?;
        let mut held = Held::default();
        for line in text.lines() {
            let id = line.split('#').next().unwrap_or_default().trim().trim_matches('"');
            if id.is_empty() {
                continue;
            }
            let all = found.submissions.iter().map(|one| &one.name);
            let all = all.chain(found.others.iter().map(|(name, _)| name));
            let is_named = |name: &&Arc<str>| {
                let student = found.handed_in.get(*name).map(|handed| &handed.student);
                ***name == *id || StudentKey::new(student, name).is_named(id)
            };
            let mut named = all.filter(is_named).peekable();
            if named.peek().is_none() {
                held.strangers.push(escape(id.as_bytes()));
            }
            held.submissions.extend(named.cloned());
        }
        Ok(held)
    }
}
