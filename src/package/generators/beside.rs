//! Files in `data/` beside the input of a case, in a folder `NAME.files`. No rule makes them, but the case is one with them: they stay,
//! and input validators and solutions find them where they work.

use std::path::{Path, PathBuf};

use super::cache::Key;
use crate::fault::Fault;
use crate::files;
use crate::manifest;
use crate::package::ExtraFiles;
use crate::problem::working_files;
use crate::programs::files_below;
use crate::sandbox::WorkingFiles;

/// The ending of the folder, with the dot before it.
const ENDING: &str = ".files";

/// The files beside an input.
#[derive(Debug, Default)]
pub(super) struct Beside {
    pub(super) files: Option<WorkingFiles>,
    /// What they are called, and the hashes of what is in them, one after the other.
    pub(super) content: Vec<String>,
}

impl Beside {
    /// Reads the files beside the case of that name in a package, whose path is without links.
    ///
    /// # Errors
    /// They cannot be read, are too many or too large, or lie elsewhere.
    pub(super) fn read(package: &Path, name: &str) -> Result<Beside, Fault> {
        let folder = package.join("data").join(format!("{name}{ENDING}"));
        if !folder.is_dir() {
            return Ok(Beside::default());
        }
        if !folder.canonicalize().is_ok_and(|target| target.starts_with(package)) {
            let fault = Fault::bad_input("a link that leads out of the package");
            return Err(fault.at(folder).help("put a copy of what it leads to in its place"));
        }
        let names = files_below(&folder)?;
        let files: Vec<(String, PathBuf)> =
            names.into_iter().map(|name| (name.clone(), folder.join(name))).collect();
        let mut content = Vec::new();
        for (name, path) in &files {
            content.push(name.clone());
            let digest = manifest::digest(&mut files::open(path)?);
            content.push(digest.map_err(|error| Fault::cannot_read(path, &error))?.1);
        }
        Ok(Beside { files: working_files(&ExtraFiles::new(files))?, content })
    }

    /// A key with all that follows from these files, too.
    pub(super) fn key(&self, key: Key) -> Key {
        self.content.iter().fold(key, |key, part| key.with(part))
    }
}

/// The case that a file below `data/` lies beside, if it lies in such a folder.
pub(super) fn case_of(path: &str) -> Option<&str> {
    let (case, _) = path.split_once(&format!("{ENDING}/"))?;
    Some(case)
}
