//! Files in `data/` beside the input of a case. No rule makes them, but the case is one with them: they stay, and input validators and
//! solutions find them where they work.

use super::cache::Key;
use crate::cases::manifest;
use crate::problem::working_files;
use referee_base::fault::Fault;
use referee_base::files;
use referee_package::ExtraFiles;
use referee_sandbox::WorkingFiles;

/// The files beside an input.
#[derive(Debug, Default)]
pub(super) struct Beside {
    pub(super) files: Option<WorkingFiles>,
    /// What they are called, and the hashes of what is in them, one after the other.
    pub(super) content: Vec<String>,
}

impl Beside {
    /// Reads files: what they are called where programs work, and where they are.
    ///
    /// # Errors
    /// They cannot be read, are too many or too large.
    pub(super) fn read(extra: &ExtraFiles) -> Result<Beside, Fault> {
        let mut content = Vec::new();
        for (name, path) in extra.list() {
            content.push(name.clone());
            let digest = manifest::digest(&mut files::open(path)?);
            content.push(digest.map_err(|error| Fault::cannot_read(path, &error))?.1);
        }
        Ok(Beside { files: working_files(extra)?, content })
    }

    /// A key with all that follows from these files, too.
    pub(super) fn key(&self, key: Key) -> Key {
        self.content.iter().fold(key, |key, part| key.with(part))
    }
}
