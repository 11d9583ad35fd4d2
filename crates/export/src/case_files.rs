//! The files of the cases in a folder, with the names that they get in a package.

use std::collections::BTreeSet;
use std::path::Path;

use super::{File, FileContent};
use referee_base::fault::Fault;
use referee_package::{CaseFileKind, SAMPLE, SECRET, names};
use referee_problem::cases;

/// Returns the files of the wanted cases in a folder, outside of `sample` as secret ones.
///
/// # Errors
/// The folder cannot be read, a case has no answer, or a package cannot have its name.
pub(super) fn of_folder(
    folder: &Path,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<Vec<File>, Fault> {
    let found = cases::find(folder)?;
    if let Some(fault) = found.faults.into_iter().next() {
        return Err(fault);
    }
    let mut files = Vec::new();
    let mut names = BTreeSet::new();
    for case in found.cases.iter().filter(|case| is_wanted(&case.name)) {
        if !case.has_answer {
            return Err(Fault::bad_input("this case has no answer")
                .at(&case.input)
                .help("write it, or run `referee solve` if the problem has a solver"));
        }
        let has_place = [SAMPLE, SECRET]
            .iter()
            .any(|folder| case.name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')));
        let name =
            if has_place { case.name.to_string() } else { format!("{SECRET}/{}", case.name) };
        if !names.insert(name.clone()) {
            let message = format!("there would be two cases {name} in the package");
            return Err(Fault::bad_input(message).at(&case.input));
        }
        // The longer one of its files.
        if !is_seen(&CaseFileKind::Answer.file_of(&name)) {
            return Err(Fault::bad_input("readers of packages ignore a case with this name")
                .at(&case.input)
                .help("rename it: use letters, digits, `_`, `-` and `.`"));
        }
        for (kind, path) in
            [(CaseFileKind::Input, case.input.clone()), (CaseFileKind::Answer, case.answer())]
        {
            files.push(File::new(kind.file_of(&name), FileContent::OnDisk(path)));
        }
    }
    Ok(files)
}

/// Returns whether readers of packages see a file with this path; they ignore all others.
pub(super) fn is_seen(path: &str) -> bool {
    path.split('/').all(names::counts)
}
