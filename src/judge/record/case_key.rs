//! What runs on a case depend on. Its files are read again by whoever runs and judges, and may change in the meantime: what comes of that
//! is not kept under the hash of what was read first.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::dependencies::{Dependencies, Part};
use crate::problem::ResolvedCase;
use referee_base::digest::Digest;
use referee_base::fault::Fault;
use referee_base::files;
use referee_package::ExtraFile;

/// What runs on a case depend on.
#[derive(Default)]
pub(in crate::judge) struct CaseKey {
    pub(in crate::judge) dependencies: Dependencies,
    /// Its files, as they were before they were hashed.
    files: Vec<(PathBuf, Option<FileState>)>,
}

/// What changes when a file is written or replaced: device, number, size, and the nanoseconds of its last changes.
type FileState = [i128; 5];

impl CaseKey {
    /// Hashes a case, whose input has been read.
    ///
    /// # Errors
    /// One of its files cannot be read.
    pub(in crate::judge) fn of(case: &ResolvedCase, input: &[u8]) -> Result<CaseKey, Fault> {
        let mut all = Dependencies::default();
        let mut files = vec![watched(case.file.input.clone())];
        let mut content = |path: &Path| {
            files.push(watched(path.to_path_buf()));
            let (mut digest, mut bytes) = (Digest::new(), files::open(path)?);
            digest.add_all(&mut bytes).map_err(|error| Fault::cannot_read(path, &error))?;
            Ok::<_, Fault>(digest.number())
        };
        all.on(Part::Input, input);
        all.on(Part::Answer, &content(&case.file.answer())?);
        case.options().iter().for_each(|option| all.on(Part::CaseSettings, option.as_bytes()));
        for ExtraFile { name, path } in case.settings.extra_files.list() {
            all.on(Part::CaseFiles, name.as_bytes());
            all.on(Part::CaseFiles, &content(path)?);
        }
        Ok(CaseKey { dependencies: all, files })
    }

    /// Returns whether its files are still those that were hashed.
    pub(in crate::judge) fn is_current(&self) -> bool {
        self.files.iter().all(|(path, before)| state(path) == *before)
    }
}

fn watched(path: PathBuf) -> (PathBuf, Option<FileState>) {
    let state = state(&path);
    (path, state)
}

fn state(path: &Path) -> Option<FileState> {
    let found = path.metadata().ok()?;
    let nanoseconds =
        |seconds: i64, rest: i64| i128::from(seconds) * 1_000_000_000 + i128::from(rest);
    Some([
        found.dev().into(),
        found.ino().into(),
        found.size().into(),
        nanoseconds(found.mtime(), found.mtime_nsec()),
        nanoseconds(found.ctime(), found.ctime_nsec()),
    ])
}
