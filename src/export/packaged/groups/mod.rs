//! Files of groups of cases, in the words of another version.
//!
//! Old versions have groups in groups, and a file in each may say how verdicts and scores of its parts become its own. 2025-09
//! has groups right below `secret` only, each of which is worth something. What one of them can say and the other cannot is
//! left out and named, and the rest is said so that scores come out the same.

mod files;
mod new;
mod old;

use super::super::{File, Format};
use super::parts::Parts;
use files::{NEW, files, path_of};
use referee_package::Version;

/// Makes the files of groups, below `data`; and the arguments of output validators that are the same for all cases.
pub(super) fn put(parts: &mut Parts) -> (Vec<File>, Vec<String>) {
    let version = parts.package.metadata.version;
    let flags = parts.package.metadata.validator_flags.clone();
    match (parts.format, version) {
        (Format::Icpc2025, Version::V2025_09) => (as_they_are(parts), Vec::new()),
        // Late drafts are as good as the version that came of them.
        (Format::Icpc2025, Version::Draft) if has_new(parts) => {
            if !flags.is_empty() {
                let why = "in this version it stands in each test_group.yaml";
                parts.leave_out("problem.yaml: validator_flags", why);
            }
            (as_they_are(parts), Vec::new())
        }
        (Format::Icpc2025, _) => (new::put(parts), Vec::new()),
        (_, Version::Legacy | Version::LegacyIcpc) => (as_they_are(parts), flags),
        _ => old::put(parts, flags),
    }
}

/// Whether groups have files of the new versions.
fn has_new(parts: &Parts) -> bool {
    files(parts).iter().any(|(_, path)| path.ends_with(NEW))
}

fn as_they_are(parts: &mut Parts) -> Vec<File> {
    let mut taken = Vec::new();
    let is_new = has_new(parts);
    let files = files(parts).into_iter().filter(|(_, path)| path.ends_with(NEW) == is_new);
    for (folder, path) in files {
        let name = path.rsplit('/').next().unwrap_or_default().to_string();
        for file in parts.take(&path) {
            taken.push(File { path: path_of(&folder, &name), ..file });
        }
    }
    taken
}
