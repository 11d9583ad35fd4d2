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
use files::{NEW, OLD_KEYS, files, keys_of};
use referee_base::fault::Fault;
use referee_package::names::joined;
use referee_package::{Scoring, Version};

/// Returns the files of groups, below `data`, and the arguments of output validators that all cases
/// share.
///
/// # Errors
/// The groups of a draft have keys that no version has together.
pub(super) fn put(parts: &mut Parts) -> Result<(Vec<File>, Vec<String>), Fault> {
    let version = parts.package.metadata.version;
    let flags = parts.package.metadata.validator_flags.clone();
    Ok(match (parts.format, version) {
        (Format::Icpc2025, Version::V2025_09) => (as_they_are(parts), Vec::new()),
        // Late drafts have the same groups as the final version.
        (Format::Icpc2025, Version::Draft) if has_new(parts) && !has_old_keys(parts)? => {
            if !flags.is_empty() {
                let why = "in this version it is in each test_group.yaml";
                parts.leave_out("problem.yaml: validator_flags", why);
            }
            (as_they_are(parts), Vec::new())
        }
        (Format::Icpc2025, _) => (new::put(parts), Vec::new()),
        (_, Version::Legacy | Version::LegacyIcpc) => (as_they_are(parts), flags),
        _ => old::put(parts, flags),
    })
}

/// Returns whether groups of a draft have keys of old versions, which 2025-09 does not know.
///
/// # Errors
/// They also have scores in the form of 2025-09, so that neither form has all of them.
fn has_old_keys(parts: &Parts) -> Result<bool, Fault> {
    let old_key = |(_, path): (String, String)| {
        let key = keys_of(parts, &path).into_iter().find(|key| OLD_KEYS.contains(&&**key))?;
        Some((path, key))
    };
    let Some((path, key)) = files(parts).into_iter().find_map(old_key) else { return Ok(false) };
    if parts.package.groups.values().all(|group| group.scoring == Scoring::default()) {
        return Ok(true);
    }
    let message = format!("`{key}` is a key of old versions, but groups also have new ones");
    let fault = Fault::bad_input(message).at(parts.package.path(&path));
    Err(fault.help("write all groups with the keys of 2025-09"))
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
            taken.push(File { path: joined(&folder, &name), ..file });
        }
    }
    taken
}
