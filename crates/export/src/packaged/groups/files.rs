//! The files of groups, and the cases in their folders.

use super::super::parts::Parts;
use referee_package::names::joined;

/// The name of a group's file in the new versions, and in the old ones.
pub(super) const NEW: &str = "test_group.yaml";
pub(super) const OLD: &str = "testdata.yaml";

/// The keys that old versions have, and drafts accept.
pub(super) const OLD_KEYS: [&str; 8] = [
    "on_reject",
    "grading",
    "grader_flags",
    "accept_score",
    "reject_score",
    "range",
    "input_validator_flags",
    "output_validator_flags",
];

/// Returns the keys of a group file.
pub(super) fn keys_of(parts: &Parts, path: &str) -> Vec<String> {
    let document = parts.package.document(path);
    let entries = document.as_ref().and_then(|node| node.mapping()).unwrap_or_default();
    entries.iter().filter_map(|(key, _)| key.text().map(String::from)).collect()
}

/// Lists the keys of a group file that are neither of old versions nor among these.
pub(super) fn leave_out_other_keys(parts: &mut Parts, path: &str, known: &[&str], why: &str) {
    for key in keys_of(parts, path) {
        if !known.contains(&&*key) && !OLD_KEYS.contains(&&*key) {
            parts.leave_out(format!("{path}: {key}"), why);
        }
    }
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
            |folder: &&String| (folder.to_string(), format!("data/{}", joined(folder, name)));
        folders.iter().map(with_path).collect::<Vec<_>>()
    });
    all.filter(|(_, path)| parts.remaining.contains(path.as_str())).collect()
}

/// Returns the number of cases in a folder, at any depth.
pub(super) fn cases_in(parts: &Parts, folder: &str) -> usize {
    let below = format!("{folder}/");
    parts.package.cases.iter().filter(|case| case.name.starts_with(&below)).count()
}
