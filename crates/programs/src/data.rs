//! The files that a program reads while it runs, by paths relative to the folder in which it was
//! written.

use super::source::Source;
use super::{copy_names, parts};
use referee_base::fault::Fault;
use referee_sandbox::{WorkingFile, WorkingFiles};

/// The folder of libraries, which an interpreter finds relative to the program.
const LIBRARIES: &str = "node_modules/";

/// Reads the files of a program that are not sources, for its working folder. They are found from
/// the folder of all files, from that of the main file and from each between them: the author may
/// have been in any of these.
///
/// # Errors
/// One of them cannot be read.
pub(super) fn files_of(source: &Source) -> Result<Option<WorkingFiles>, Fault> {
    let is_data = |file: &&String| {
        !source.language.has(file)
            && !parts::is_source(&source.language, file)
            && !copy_names::is_setting(source, file)
            && !file.contains(LIBRARIES)
            && source.programs.is_empty()
    };
    let data: Vec<(&str, _)> = source
        .files
        .iter()
        .filter(is_data)
        .map(|file| (file.as_str(), source.folder.join(file)))
        .collect();
    if data.is_empty() {
        return Ok(None);
    }
    let mut all: Vec<_> = data.iter().map(|(file, path)| (*file, path)).collect();
    for (end, _) in source.main.rmatch_indices('/') {
        let below = data
            .iter()
            .filter_map(|(file, path)| Some((file.strip_prefix(&source.main[..=end])?, path)));
        let is_new = |name: &str| all.iter().all(|(file, _)| *file != name && !overlap(file, name));
        let below: Vec<_> = below.filter(|(name, _)| is_new(name)).collect();
        all.extend(below);
    }
    let all = all.into_iter().map(|(name, path)| WorkingFile { name, path });
    let read = WorkingFiles::read(all);
    read.map(Some).map_err(|error| Fault::cannot_read(&source.folder, &error))
}

/// Returns whether one name is that of a folder that contains the other.
fn overlap(one: &str, other: &str) -> bool {
    let is_above = |above: &str, below: &str| {
        below.strip_prefix(above).is_some_and(|rest| rest.starts_with('/'))
    };
    is_above(one, other) || is_above(other, one)
}
