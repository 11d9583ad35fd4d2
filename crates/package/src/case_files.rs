//! Extra files of a case, in a folder `NAME.files` beside its input. They are copied into the
//! working folders of submissions and input validators. They are held in memory and untrusted, so
//! their number and size are bounded. Beside them, the resolved settings of a case.

use std::path::{Path, PathBuf};

use super::case_file_kind::CaseFileKind;
use super::cases::{PackageCase, file_of};
use super::diagnostic::Diagnostics;
use super::layout::Programs;
use super::metadata::Metadata;
use super::settings::ProgramArguments;
use super::tree::Tree;
use referee_base::fault::Fault;

const KIND: CaseFileKind = CaseFileKind::ExtraFiles;

/// The maximum number of files of a case.
const MAX_FILES: usize = 10_000;

/// The maximum total size, in bytes.
const MAX_BYTES: u64 = 128 << 20;

/// An extra file of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtraFile {
    /// Its name in a working folder, with `/` between folders.
    pub name: String,
    /// Its path, which ends with that name.
    pub path: PathBuf,
}

/// The extra files of a case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExtraFiles(Vec<ExtraFile>);

impl ExtraFiles {
    /// Finds the extra files of the case with this name.
    pub(super) fn of(case: &str, tree: &Tree) -> ExtraFiles {
        let folder = file_of(case, KIND);
        let files = tree.files_below(&folder).iter();
        let file = |below: &String| ExtraFile {
            name: below[folder.len() + 1..].to_string(),
            path: tree.path(below),
        };
        ExtraFiles(files.map(file).collect())
    }

    /// Returns the files.
    pub fn list(&self) -> &[ExtraFile] {
        &self.0
    }

    /// Returns the folder that contains the files.
    pub fn folder(&self) -> &Path {
        let first = self.0.first();
        let folder = first.and_then(|file| file.path.ancestors().nth(file.name.split('/').count()));
        folder.unwrap_or(Path::new(""))
    }

    /// Rejects too many or too large files before reading any.
    ///
    /// # Errors
    /// There are too many files, they are too large, or one of them is missing.
    pub fn check_size(&self) -> Result<(), Fault> {
        let count = self.0.len();
        if count > MAX_FILES {
            let message = format!("a case has {MAX_FILES} files at most, and this one {count}");
            return Err(Fault::bad_input(message).at(self.folder()));
        }
        let mut bytes = 0;
        for ExtraFile { path, .. } in &self.0 {
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

/// The settings of a case and its groups, as they apply to the programs that are run on it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CaseSettings {
    /// The arguments of programs, including inherited ones.
    pub arguments: ProgramArguments,
    /// The arguments of the output validator, after input and answer.
    pub checker_arguments: Vec<String>,
    /// The extra files in the working folders of programs.
    pub extra_files: ExtraFiles,
}

/// Returns the case whose folder of extra files contains this path below `data`, if any.
pub fn case_beside(path: &str) -> Option<&str> {
    let (case, _) = path.split_once(&format!(".{}/", KIND.extension()))?;
    Some(case)
}

/// Reports files that clash with a file of an input validator.
pub(super) fn check(
    cases: &[PackageCase],
    programs: &Programs,
    metadata: &Metadata,
    tree: &Tree,
    diagnostics: &mut Diagnostics,
) {
    let are_known = metadata.version.knows_new();
    for case in cases.iter().filter(|case| are_known && case.has(KIND)) {
        let folder = case.file(KIND);
        if !tree.has_folder(&folder) {
            diagnostics.error(folder, "this is a file and not a folder of files");
            continue;
        }
        for ExtraFile { name, .. } in ExtraFiles::of(&case.name, tree).list() {
            let mut validators = programs.input_validators.iter();
            if let Some(validator) = validators.find(|found| has_file(&found.path, name, tree)) {
                diagnostics
                    .error(
                        format!("{folder}/{name}"),
                        format!("{} has a file of the same name", validator.path),
                    )
                    .help("both are in the validator's working folder; rename one of them");
            }
        }
    }
}

/// Returns whether the program at a path, a file or a folder, has a file with this name.
fn has_file(program: &str, name: &str, tree: &Tree) -> bool {
    if tree.has_folder(program) {
        tree.has_file(&format!("{program}/{name}"))
    } else {
        program.rsplit('/').next() == Some(name)
    }
}
