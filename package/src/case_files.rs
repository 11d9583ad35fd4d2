//! Extra files of a case, in a folder `NAME.files` beside its input: copies of them lie in the working folders of submissions and
//! input validators. They are held in memory, and come from strangers: there are bounds.

use std::path::{Path, PathBuf};

use super::case_file_kind::CaseFileKind;
use super::cases::{Case, file_of};
use super::diagnostic::Diagnostics;
use super::layout::Programs;
use super::metadata::Metadata;
use super::tree::Tree;
use referee_base::fault::Fault;

const KIND: CaseFileKind = CaseFileKind::ExtraFiles;

/// The most files of a case.
const MAX_FILES: usize = 10_000;

/// The most bytes that they have together.
const MAX_BYTES: u64 = 128 << 20;

/// The extra files of a case: what they are called in a working folder, with `/` between folders, and where they are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExtraFiles(Vec<(String, PathBuf)>);

impl ExtraFiles {
    /// Files by their names and paths. The paths end as the names do.
    pub fn new(files: Vec<(String, PathBuf)>) -> ExtraFiles {
        ExtraFiles(files)
    }

    /// Those of the case of that name.
    pub(super) fn of(case: &str, tree: &Tree) -> ExtraFiles {
        let folder = file_of(case, KIND);
        let files = tree.files_below(&folder).iter();
        let files = files.map(|path| (path[folder.len() + 1..].to_string(), tree.path(path)));
        ExtraFiles(files.collect())
    }

    /// Their names and paths.
    pub fn list(&self) -> &[(String, PathBuf)] {
        &self.0
    }

    /// The folder that they lie in.
    pub fn folder(&self) -> &Path {
        let first = self.0.first();
        let folder = first.and_then(|(name, path)| path.ancestors().nth(name.split('/').count()));
        folder.unwrap_or(Path::new(""))
    }

    /// Refuses more than a case may have, before anything is read.
    ///
    /// # Errors
    /// They are too many or too large, or one of them is not there.
    pub fn check_size(&self) -> Result<(), Fault> {
        let count = self.0.len();
        if count > MAX_FILES {
            let message = format!("a case has {MAX_FILES} files at most, and this one {count}");
            return Err(Fault::bad_input(message).at(self.folder()));
        }
        let mut bytes = 0;
        for (_, path) in &self.0 {
            bytes += path.metadata().map_err(|error| Fault::cannot_read(path, &error))?.len();
        }
        if bytes > MAX_BYTES {
            let (has, most) = (bytes.div_ceil(1 << 20), MAX_BYTES >> 20);
            let message =
                format!("the files of a case have {most} MiB at most, and these {has} MiB");
            return Err(Fault::bad_input(message).at(self.folder()));
        }
        Ok(())
    }
}

/// The case that a file below `data` lies beside, if it lies in such a folder.
pub fn case_beside(path: &str) -> Option<&str> {
    let (case, _) = path.split_once(&format!(".{}/", KIND.extension()))?;
    Some(case)
}

/// Notes folders that mean nothing, and files that have the name of one of an input validator.
pub(super) fn check(
    cases: &[Case],
    programs: &Programs,
    metadata: &Metadata,
    tree: &Tree,
    diagnostics: &mut Diagnostics,
) {
    let version = metadata.version;
    for case in cases.iter().filter(|case| case.has(KIND)) {
        let folder = case.file(KIND);
        if !version.knows_new() {
            diagnostics.warning(folder, format!("it means nothing in version {version}"));
            continue;
        }
        if !tree.has_folder(&folder) {
            diagnostics.error(folder, "this is a file and not a folder of files");
            continue;
        }
        for (name, _) in ExtraFiles::of(&case.name, tree).list() {
            let mut validators = programs.input_validators.iter();
            if let Some(validator) = validators.find(|path| has_file(path, name, tree)) {
                diagnostics
                    .error(
                        format!("{folder}/{name}"),
                        format!("{validator} has a file of the same name"),
                    )
                    .help("both lie in the working folder of the validator; rename one of them");
            }
        }
    }
}

/// Whether the program at a path, a file or a folder, has a file of that name.
fn has_file(program: &str, name: &str, tree: &Tree) -> bool {
    match tree.has_folder(program) {
        true => tree.has_file(&format!("{program}/{name}")),
        false => program.rsplit('/').next() == Some(name),
    }
}
