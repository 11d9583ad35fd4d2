//! Extra files of a case, in `data/` beside its input. No rule makes them, but they belong to the case: they are kept, and input
//! validators and solutions find them in their working directory.

use super::cache::CacheKey;
use referee_base::digest;
use referee_base::fault::Fault;
use referee_base::files;
use referee_package::{ExtraFile, ExtraFiles};
use referee_problem::working_files;
use referee_sandbox::WorkingFiles;

/// The extra files of a case.
#[derive(Debug, Default)]
pub(super) struct ExistingFiles {
    pub(super) files: Option<WorkingFiles>,
    /// Their names and content hashes, alternating.
    pub(super) content: Vec<String>,
}

impl ExistingFiles {
    /// Reads the extra files: their names in the working directory of programs, and their paths.
    ///
    /// # Errors
    /// They cannot be read, are too many or too large.
    pub(super) fn read(extra: &ExtraFiles) -> Result<ExistingFiles, Fault> {
        let mut content = Vec::new();
        for ExtraFile { name, path } in extra.list() {
            content.push(name.clone());
            let digest = digest::sha256_of(&mut files::open(path)?);
            content.push(digest.map_err(|error| Fault::cannot_read(path, &error))?.1);
        }
        Ok(ExistingFiles { files: working_files(extra)?, content })
    }

    /// Extends a cache key by these files.
    pub(super) fn key(&self, key: CacheKey) -> CacheKey {
        self.content.iter().fold(key, |key, part| key.with(part))
    }
}
