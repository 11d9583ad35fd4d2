//! The files that a command of the system works with: a script that its words name in `{folder}`, and what that may include.
//!
//! Nobody can know exactly what a command reads. All files of a problem would be too many: then a new submission, or a report that is
//! written there, would make every recorded verdict out of date.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{MAIN_SEPARATOR_STR, Path};

use super::language::Languages;
use super::source::files_below;
use referee_base::files;

/// The placeholder for the folder of the problem.
const FOLDER: &str = "{folder}";

/// Returns the files, relative to the folder and sorted: those that the words name, all files of folders that they name, and beside a
/// named file others of its extension, which it may include. Where the folder itself is named, the programs in it.
pub(crate) fn files_of_command(
    command: &[String],
    folder: &Path,
    languages: &Languages,
) -> Vec<String> {
    let mut found = BTreeSet::new();
    for rest in command.iter().flat_map(|word| word.split(FOLDER).skip(1)) {
        let ends = |c: char| c.is_whitespace() || "'\";&|<>".contains(c);
        let name = rest.split(ends).next().unwrap_or_default().trim_matches('/');
        let path = folder.join(name);
        if name.is_empty() {
            let is_program = |path: &Path| {
                let extension = path.extension().and_then(OsStr::to_str);
                extension.is_some_and(|extension| languages.of_extension(extension).is_some())
                    || files::is_executable(path)
            };
            found.extend(beside(folder, "", is_program));
        } else if path.is_dir() {
            let below = files_below(&path, None).unwrap_or_default();
            found.extend(below.into_iter().map(|file| format!("{name}/{file}")));
        } else if path.is_file() {
            let above = name.rsplit_once('/').map_or("", |(above, _)| above);
            let is_alike =
                |other: &Path| other.extension().is_some() && other.extension() == path.extension();
            found.extend(beside(&folder.join(above), above, is_alike));
            found.insert(name.to_string());
        }
    }
    found.into_iter().map(|name| name.replace(MAIN_SEPARATOR_STR, "/")).collect()
}

/// Returns the files directly in a folder for which `is_taken` holds, by their names below a folder `above` it.
fn beside(
    folder: &Path,
    above: &str,
    is_taken: impl Fn(&Path) -> bool,
) -> impl Iterator<Item = String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(move |entry| {
        let path = entry.path();
        let name = entry.file_name().into_string().ok()?;
        let name = if above.is_empty() { name } else { format!("{above}/{name}") };
        (path.is_file() && is_taken(&path)).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_files_and_what_they_may_include_are_found() {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "check.py",
            "helper.py",
            "report.html",
            "notes.txt",
            "run.sh",
            "lib/a.sh",
            "lib/b.sh",
            "lib/c.txt",
            "cases/1.in",
            "submissions/x.py",
        ] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        for (command, expected) in [
            (
                &["python3", "{folder}/check.py", "{folder}/absent.py"][..],
                &["check.py", "helper.py"][..],
            ),
            (&["sh", "{folder}/lib/a.sh"], &["lib/a.sh", "lib/b.sh"]),
            (&["sh", "-c", ". {folder}/lib/a.sh; cat"], &["lib/a.sh", "lib/b.sh"]),
            (&["sh", "{folder}/notes.txt"], &["notes.txt"]),
            (&["tool", "{folder}/lib/"], &["lib/a.sh", "lib/b.sh", "lib/c.txt"]),
            (&["tool", "--in", "{folder}"], &["check.py", "helper.py", "run.sh"]),
            (&["cmp", "check.py"], &[]),
        ] {
            let command: Vec<String> = command.iter().map(|word| word.to_string()).collect();
            let found = files_of_command(&command, folder.path(), &Languages::shipped());
            assert_eq!(found, expected, "{command:?}");
        }
    }
}
