//! The files of groups, and the cases in their folders.

use super::super::parts::Parts;

/// The name of a group's file in the new versions, and in the old ones.
pub(super) const NEW: &str = "test_group.yaml";
pub(super) const OLD: &str = "testdata.yaml";

/// Returns the path of a file in a folder below `data`.
pub(super) fn path_of(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_string() } else { format!("{folder}/{name}") }
}

/// Returns the folders that have a group file, with the path of that file in the package.
pub(super) fn files(parts: &Parts) -> Vec<(String, String)> {
    let names = [NEW, OLD].into_iter().filter(|name| match *name {
        NEW => parts.package.metadata.version.knows_new(),
        _ => parts.package.metadata.version.knows_old(),
    });
    let folders: Vec<&String> = parts.package.groups.keys().collect();
    let all = names.flat_map(|name| {
        let with_path =
            |folder: &&String| (folder.to_string(), format!("data/{}", path_of(folder, name)));
        folders.iter().map(with_path).collect::<Vec<_>>()
    });
    all.filter(|(_, path)| parts.remaining.contains(path.as_str())).collect()
}

/// Returns the number of cases in a folder, at any depth.
pub(super) fn cases_in(parts: &Parts, folder: &str) -> usize {
    let below = format!("{folder}/");
    parts.package.cases.iter().filter(|case| case.name.starts_with(&below)).count()
}
