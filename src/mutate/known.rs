//! What mutants compiled to before, kept beside the record of runs, so that a mutant whose runs are recorded is not compiled again.
//!
//! A file of lines that is only appended to: the key, a space, and the form, or `-` for what does not compile. What is no such line is
//! passed over.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::form::CompiledForm;
use referee_base::digest::{ContentHash, Digest, from_hex, to_hex};
use referee_base::fault::Fault;
use referee_base::files::{For, OwnFolder};

/// The file.
const NAME: &str = "mutants.txt";

/// How much of it is read, in bytes: a million mutants.
const MAX_BYTES: u64 = 130 << 20;

/// The version of what forms are: a change of how programs are compared gives all of them other keys.
const VERSION: &[u8] = b"mutant 1";

/// What mutants compiled to before; none for those that do not compile.
pub(crate) struct KnownForms {
    forms: Mutex<HashMap<ContentHash, Option<CompiledForm>>>,
    /// For appending.
    file: File,
}

impl KnownForms {
    /// Opens the file in the folder of a record.
    ///
    /// # Errors
    /// It cannot be read or written, or is a link.
    pub(crate) fn open(record: &Path) -> Result<KnownForms, Fault> {
        let folder = OwnFolder::open(record)?;
        let file = folder.file(NAME, For::Appending)?;
        let mut bytes = Vec::new();
        let reader = folder.file(NAME, For::Reading)?;
        reader
            .take(MAX_BYTES)
            .read_to_end(&mut bytes)
            .map_err(|error| Fault::cannot_read(&record.join(NAME), &error))?;
        let forms = bytes.split(|&byte| byte == b'\n').filter_map(parse).collect();
        Ok(KnownForms { forms: Mutex::new(forms), file })
    }

    /// Returns the key of a program, given the content hashes of its sources and of its compiler.
    pub(super) fn key(content: &ContentHash, toolchain: &ContentHash) -> ContentHash {
        let mut digest = Digest::new();
        digest.add(VERSION);
        digest.add(content);
        digest.add(toolchain);
        digest.number()
    }

    /// Returns what a program compiled to, if that is known.
    pub(super) fn find(&self, key: &ContentHash) -> Option<Option<CompiledForm>> {
        self.lock().get(key).copied()
    }

    /// Keeps what a program compiled to. A file that cannot be written costs a compilation the next time, and nothing else.
    pub(super) fn keep(&self, key: ContentHash, form: Option<CompiledForm>) {
        let shown = form.map_or_else(|| "-".to_string(), |form| to_hex(&form.0));
        // One write that begins with the line break: whatever was left torn before, this line is whole.
        let _ = (&self.file).write_all(format!("\n{} {shown}", to_hex(&key)).as_bytes());
        self.lock().insert(key, form);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ContentHash, Option<CompiledForm>>> {
        self.forms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Parses a line.
fn parse(line: &[u8]) -> Option<(ContentHash, Option<CompiledForm>)> {
    let (key, form) = std::str::from_utf8(line).ok()?.split_once(' ')?;
    let form = match form {
        "-" => None,
        form => Some(CompiledForm(from_hex(form)?)),
    };
    Some((from_hex(key)?, form))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_torn_or_foreign_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let keys = [1, 2, 3].map(|number| KnownForms::key(&[number; 32], &[0; 32]));
        let known = KnownForms::open(folder.path()).unwrap();
        known.keep(keys[0], Some(CompiledForm([7; 32])));
        known.keep(keys[1], None);
        let path = folder.path().join(NAME);
        let mut text = fs::read_to_string(&path).unwrap();
        text += &format!("\n{} 12\nno line\n\u{1b}", to_hex(&keys[2]));
        fs::write(&path, text).unwrap();
        let again = KnownForms::open(folder.path()).unwrap();
        again.keep(keys[2], None);
        for known in [again, KnownForms::open(folder.path()).unwrap()] {
            assert_eq!(known.find(&keys[0]), Some(Some(CompiledForm([7; 32]))));
            assert_eq!(known.find(&keys[1]), Some(None));
            assert_eq!(known.find(&keys[2]), Some(None));
            assert_eq!(known.find(&[0; 32]), None);
        }
    }
}
