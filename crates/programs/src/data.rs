//! The files that a program reads while it runs, by paths relative to the folder in which it was
//! written.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::path::PathBuf;

use super::parts::folder_of;
use super::places::MAIN;
use super::source::Source;
use super::{MAX_BYTES, copy_names, parts};
use referee_base::fault::Fault;
use referee_sandbox::{WorkingFile, WorkingFiles};

/// The extensions of headers that data may have, too.
const MAY_BE_DATA: [&str; 3] = [".inc", ".inl", ".def"];

/// The folder of libraries, which an interpreter finds relative to the program.
const LIBRARIES: &str = "node_modules/";

/// The maximum size of the data in a working folder, in bytes, where files are in blocks, even
/// empty ones. The same file is there once for each folder above the main file.
const MAX_DATA: u64 = 8 * MAX_BYTES;
const BLOCK: u64 = 4096;

/// Reads the files of a program that are not sources, for its working folder, and sources that a
/// script may look for there. They are found from the folder of all files, from that of the main
/// file and from each between them: the author may have been in any of these.
///
/// Interpreters of Python find the modules of a program, which are `sources`, beside its main file,
/// and elsewhere by paths such as `sys.path.append('lib')`.
/// `copied` returns the path of a file's copy.
pub(super) fn files_of(
    source: &Source,
    sources: &[String],
    copied: impl Fn(&str) -> PathBuf,
) -> Result<Option<WorkingFiles>, Fault> {
    let language = &source.language;
    let is_script = language.run.iter().any(|word| word.contains(MAIN));
    let is_source = |file: &str| {
        let may_be_data = MAY_BE_DATA.iter().any(|end| file.ends_with(end));
        language.has(file) || parts::is_source(language, file) && !may_be_data
    };
    let is_found = |file: &String| {
        if language.is_python() {
            sources.contains(file) && folder_of(file) == folder_of(&source.main)
        } else {
            !is_script || *file == source.main
        }
    };
    let is_data = |file: &String| {
        let is_program = is_source(file) && is_found(file);
        let is_left_out = copy_names::is_setting(source, file) || file.contains(LIBRARIES);
        !is_program && !is_left_out && source.programs.is_empty()
    };
    let files = source.paths().map(|(file, _)| file).filter(|file| is_data(file));
    let data: Vec<(&str, _)> = files.map(|file| (file.as_str(), copied(file))).collect();
    if data.is_empty() {
        return Ok(None);
    }
    let all = from_each_folder(&data, &source.main);
    let size = |path: &PathBuf| path.metadata().map_or(0, |file| file.len()).max(1);
    if all.values().map(|path| size(path).next_multiple_of(BLOCK)).sum::<u64>() > MAX_DATA {
        let message = format!(
            "its data takes more than {} MiB when found from each folder above its main file",
            MAX_DATA >> 20
        );
        return Err(Fault::bad_input(message).help("put the main file into fewer folders"));
    }
    let all = all.into_iter().map(|(name, path)| WorkingFile { name, path });
    let read = WorkingFiles::read(all);
    read.map(Some).map_err(|error| Fault::cannot_read(&source.folder, &error))
}

/// Returns the files by the names under which they are found from the folder of all files, from
/// that of the main file and from each between them; no more once they are too many.
fn from_each_folder<'a>(data: &'a [(&str, PathBuf)], main: &str) -> BTreeMap<&'a str, &'a PathBuf> {
    let mut all: BTreeMap<&str, &PathBuf> = data.iter().map(|(file, path)| (*file, path)).collect();
    for (end, _) in main.rmatch_indices('/') {
        let below =
            data.iter().filter_map(|(file, path)| Some((file.strip_prefix(&main[..=end])?, path)));
        let below: Vec<_> = below.filter(|(name, _)| is_free(&all, name)).collect();
        all.extend(below);
        if all.len() as u64 > MAX_DATA / BLOCK {
            break;
        }
    }
    all
}

/// Returns whether no file has this name, lies below it, or is called like a folder above it.
fn is_free(files: &BTreeMap<&str, &PathBuf>, name: &str) -> bool {
    let folder = format!("{name}/");
    let next = files.range::<str, _>((Bound::Excluded(&*folder), Bound::Unbounded)).next();
    let mut above = name.match_indices('/').map(|(end, _)| &name[..end]);
    !files.contains_key(name)
        && !next.is_some_and(|(file, _)| file.starts_with(&folder))
        && !above.any(|folder| files.contains_key(folder))
}

#[cfg(test)]
mod tests {
    use super::super::language::Languages;
    use super::*;

    #[test]
    fn data_is_found_from_each_folder_unless_something_else_is_called_alike() {
        let data = |files: &[&'static str]| -> Vec<(&str, PathBuf)> {
            files.iter().map(|file| (*file, PathBuf::from(file))).collect()
        };
        for (files, expected) in [
            (&["a/b/n", "a/m", "c/k"][..], &["a/b/n", "a/m", "b/n", "c/k", "m", "n"][..]),
            // The same name, a folder with that name, and a file called like a folder.
            (&["a/n", "n"], &["a/n", "n"]),
            (&["a/n", "n/k"], &["a/n", "n/k"]),
            (&["a/n/k", "n"], &["a/n/k", "n"]),
            (&["a/n", "n.txt", "n0"], &["a/n", "n", "n.txt", "n0"]),
            // That in the folder of the main file comes first.
            (&["a/b/n", "a/n"], &["a/b/n", "a/n", "b/n", "n"]),
        ] {
            let data = data(files);
            let found = from_each_folder(&data, "a/b/main.py");
            assert_eq!(found.keys().copied().collect::<Vec<_>>(), expected);
        }
        let data = data(&["a/b/n", "a/n"]);
        assert_eq!(from_each_folder(&data, "a/b/main.py")["n"], &PathBuf::from("a/b/n"));
    }

    #[test]
    fn data_that_many_folders_find_is_bounded() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let file = std::fs::File::create(&data).unwrap();
        file.set_len(1 << 20).unwrap();
        for (folders, is_refused) in [(10, false), (500, true)] {
            let in_folders = |name: &str| format!("{}{name}", "a/".repeat(folders));
            let source = Source {
                files: vec![in_folders("data"), in_folders("main.py")],
                main: in_folders("main.py"),
                language: Languages::shipped().of_extension("py").unwrap().clone(),
                ..Source::default()
            };
            let sources = [source.main.clone()];
            let found = files_of(&source, &sources, |_| data.clone());
            let message = found.err().map(|fault| fault.message).unwrap_or_default();
            assert_eq!(message.starts_with("its data takes more than 128 MiB"), is_refused);
        }
    }

    #[test]
    fn empty_files_take_room_too() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        std::fs::write(&data, "").unwrap();
        let above = "folders/".repeat(99);
        let main = format!("{above}main.py");
        let files = (0..999).map(|at| format!("{above}{at}")).chain([main.clone()]).collect();
        let language = Languages::shipped().of_extension("py").unwrap().clone();
        let source = Source { files, main: main.clone(), language, ..Source::default() };
        let fault = files_of(&source, &[main], |_| data.clone()).err().unwrap();
        assert!(fault.message.starts_with("its data takes more than 128 MiB"), "{fault}");
    }
}
