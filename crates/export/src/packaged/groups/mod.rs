//! Converts the files of case groups to another version.
//!
//! Old versions nest groups, and a file in each may define how to combine the verdicts and scores
//! of its parts. 2025-09 has groups only directly below `secret`, each with a maximum score.
//! Settings that the other version cannot express are left out and listed; the rest is converted so
//! that scores stay the same.

mod files;
mod new;
mod old;

use super::super::{File, Format};
use super::parts::Parts;
use files::{NEW, files, path_of};
use referee_package::Version;

/// Returns the files of groups, below `data`, and the arguments of output validators that all cases
/// share.
pub(super) fn put(parts: &mut Parts) -> (Vec<File>, Vec<String>) {
    let version = parts.package.metadata.version;
    let flags = parts.package.metadata.validator_flags.clone();
    match (parts.format, version) {
        (Format::Icpc2025, Version::V2025_09) => (as_they_are(parts), Vec::new()),
        // Late drafts have the same groups as the final version.
        (Format::Icpc2025, Version::Draft) if has_new(parts) => {
            if !flags.is_empty() {
                let why = "in this version it is in each test_group.yaml";
                parts.leave_out("problem.yaml: validator_flags", why);
            }
            (as_they_are(parts), Vec::new())
        }
        (Format::Icpc2025, _) => (new::put(parts), Vec::new()),
        (_, Version::Legacy | Version::LegacyIcpc) => (as_they_are(parts), flags),
        _ => old::put(parts, flags),
    }
}

/// Returns whether groups have files of the new versions.
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
