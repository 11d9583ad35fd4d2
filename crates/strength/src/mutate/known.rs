//! What mutants compiled to before, kept in the record of runs, so that a mutant whose runs are recorded is not compiled again.

use super::form::CompiledForm;
use referee_base::digest::{ContentHash, Digest};
use referee_judge::record::Record;

/// The version of what forms are: a change of how programs are compared gives all of them other keys.
const VERSION: &[u8] = b"mutant 1";

/// What mutants compiled to before; none for those that do not compile.
#[derive(Clone, Copy)]
pub struct KnownForms<'a>(pub &'a Record);

impl KnownForms<'_> {
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
        self.0.form(key).map(|form| form.map(CompiledForm))
    }

    /// Keeps what a program compiled to.
    pub(super) fn keep(&self, key: ContentHash, form: Option<CompiledForm>) {
        self.0.keep_form(key, form.map(|form| form.0));
    }
}
