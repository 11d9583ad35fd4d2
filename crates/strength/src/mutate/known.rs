//! The compiled forms of earlier mutants, kept in the record of runs, so that a mutant with
//! recorded runs is not compiled again.

use super::form::CompiledForm;
use referee_base::digest::{ContentHash, Digest};
use referee_judge::record::Record;

/// The version of the definition of a form: changing how programs are compared changes all keys.
const VERSION: &[u8] = b"mutant 1";

/// The forms of programs compiled earlier; none for those that do not compile.
#[derive(Clone, Copy)]
pub struct KnownForms<'a>(pub &'a Record);

impl KnownForms<'_> {
    /// Returns the key of a program from the content hashes of its sources and its toolchain.
    pub(super) fn key(content: &ContentHash, toolchain: &ContentHash) -> ContentHash {
        let mut digest = Digest::new();
        digest.add(VERSION);
        digest.add(content);
        digest.add(toolchain);
        digest.number()
    }

    /// Returns the form of a program, if recorded.
    pub(super) fn find(&self, key: &ContentHash) -> Option<Option<CompiledForm>> {
        self.0.form(key).map(|form| form.map(CompiledForm))
    }

    /// Records the form of a program.
    pub(super) fn keep(&self, key: ContentHash, form: Option<CompiledForm>) {
        self.0.keep_form(key, form.map(|form| form.0));
    }
}
