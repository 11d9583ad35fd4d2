//! Files beside the input of a case, in a folder `NAME.files`: copies of them lie in the working folders of submissions and input
//! validators.

use std::path::PathBuf;

use super::cases::{Case, file_of};
use super::diagnostic::Diagnostics;
use super::layout::Programs;
use super::metadata::Metadata;
use super::tree::Tree;

/// The ending of the folder.
const ENDING: &str = "files";

/// The files of the case of that name: what they are called in a working folder, with `/` between folders, and where they are.
pub(super) fn of(case: &str, tree: &Tree) -> Vec<(String, PathBuf)> {
    let folder = file_of(case, ENDING);
    let files = tree.files_below(&folder).iter();
    files.map(|path| (path[folder.len() + 1..].to_string(), tree.path(path))).collect()
}

/// The case that a file below `data` lies beside, if it lies in such a folder.
pub fn case_beside(path: &str) -> Option<&str> {
    let (case, _) = path.split_once(&format!(".{ENDING}/"))?;
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
    for case in cases.iter().filter(|case| case.has(ENDING)) {
        let folder = case.file(ENDING);
        if !version.knows_new() {
            diagnostics.warning(folder, format!("it means nothing in version {version}"));
            continue;
        }
        if !tree.has_folder(&folder) {
            diagnostics.error(folder, "this is a file and not a folder of files");
            continue;
        }
        for (name, _) in of(&case.name, tree) {
            let mut validators = programs.input_validators.iter();
            if let Some(validator) = validators.find(|path| has_file(path, &name, tree)) {
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
