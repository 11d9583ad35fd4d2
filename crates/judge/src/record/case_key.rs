//! What the runs on a case depend on. The programs that run and judge read its files again, which
//! may have changed in the meantime; such a result is not recorded under the hash of the old files.

use std::path::{Path, PathBuf};

use referee_base::digest::Digest;
use referee_base::fault::Fault;
use referee_base::files::{self, FileState};
use referee_package::ExtraFile;
use referee_problem::ResolvedCase;
use referee_problem::dependencies::{Dependencies, Part};

#[derive(Default)]
pub(crate) struct CaseKey {
    pub(crate) dependencies: Dependencies,
    /// Its files, each with its state before it was hashed.
    files: Vec<(PathBuf, Option<FileState>)>,
}

impl CaseKey {
    /// Hashes a case, whose input has been read.
    pub(crate) fn of(case: &ResolvedCase, input: &[u8]) -> Result<CaseKey, Fault> {
        let mut all = Dependencies::default();
        let mut files = vec![watched(case.file.input.clone())];
        let mut content = |path: &Path| {
            // Taken before reading, so that a change during the read is noticed.
            files.push(watched(path.to_path_buf()));
            let (mut digest, mut bytes) = (Digest::new(), files::open(path)?);
            digest.add_all(&mut bytes).map_err(|error| Fault::cannot_read(path, &error))?;
            Ok::<_, Fault>(digest.number())
        };
        all.on(Part::Input, input);
        // The validation of a submission's files has no answer.
        if case.file.has_answer {
            all.on(Part::Answer, &content(&case.file.answer())?);
        }
        case.options().iter().for_each(|option| all.on(Part::CaseSettings, option.as_bytes()));
        for ExtraFile { name, path } in case.settings.extra_files.list() {
            all.on(Part::CaseFiles, name.as_bytes());
            all.on(Part::CaseFiles, &content(path)?);
        }
        Ok(CaseKey { dependencies: all, files })
    }

    /// Returns whether its files are still the ones that were hashed.
    pub(crate) fn is_current(&self) -> bool {
        self.files.iter().all(|(path, before)| FileState::of(path) == *before)
    }
}

fn watched(path: PathBuf) -> (PathBuf, Option<FileState>) {
    let state = FileState::of(&path);
    (path, state)
}
