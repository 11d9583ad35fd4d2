//! The files of the cases of a package, as far as a format knows them.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{File, Format};
use super::parts::Parts;
use crate::package::ENDINGS;
use crate::report::plural;

/// Files of cases that mean nothing in old versions, and so are not to mean anything in what becomes of them.
const ONLY_NEW: [&str; 6] =
    ["yaml", "out", "in.statement", "ans.statement", "in.download", "ans.download"];

/// Takes the files of cases.
pub(super) fn put(parts: &mut Parts) -> Vec<File> {
    let mut files = Vec::new();
    let mut without_place: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let is_old = parts.package.metadata.version.is_legacy();
    let named: BTreeSet<&str> = parts.package.cases.iter().map(|case| &*case.name).collect();
    let paths: Vec<&str> = parts.remaining.iter().copied().collect();
    for path in paths {
        let Some(below) = path.strip_prefix("data/") else { continue };
        let Some((case, ending)) = split(below, &named) else { continue };
        parts.remaining.remove(path);
        let is_meant = !is_old || !ONLY_NEW.contains(&ending);
        if is_meant && knows(parts.format, case, ending) {
            files.push(File { path: below.to_string(), ..parts.file(path) });
        } else {
            let folder = case.rsplit_once('/').map_or("", |(folder, _)| folder);
            *without_place.entry((folder, known(ending))).or_default() += 1;
        }
    }
    for ((folder, ending), number) in without_place {
        let files = plural(number, "file", "files");
        let why = match ending {
            _ if is_old && ONLY_NEW.contains(&ending) => {
                "it means nothing in the version that the package is in"
            }
            "yaml" => "what it says of single cases, such as arguments, has no place in the format",
            "hint" | "desc" => "in this version it stands in the .yaml of a case",
            _ => "the format has no place for it",
        };
        parts.leave_out(format!("data/{folder}/*.{ending} ({files})"), why);
    }
    files
}

/// The case that a file below `data` belongs to, and its ending.
fn split<'p>(below: &'p str, cases: &BTreeSet<&str>) -> Option<(&'p str, &'p str)> {
    let folder = below.rfind('/').map_or(0, |at| at + 1);
    let dots = below.match_indices('.').map(|(at, _)| at);
    let first = dots.clone().find(|&at| cases.contains(&below[..at]));
    // What is only shown has no input.
    let is_shown = |at: &usize| {
        let shown = ["interaction", "in.statement", "ans.statement", "in.download", "ans.download"];
        *at > folder && below.starts_with("sample/") && shown.contains(&&below[at + 1..])
    };
    let at = first.or_else(|| dots.clone().find(is_shown))?;
    Some((&below[..at], &below[at + 1..]))
}

/// An ending, without the names of files in a folder of that ending.
fn known(ending: &str) -> &'static str {
    ENDINGS.into_iter().find(|known| *known == ending).unwrap_or("files")
}

/// Whether a format has a place for such a file of a case.
fn knows(format: Format, case: &str, ending: &str) -> bool {
    match known(ending) {
        "in" | "ans" | "png" | "jpg" | "jpeg" | "svg" => true,
        "hint" => format == Format::IcpcLegacy,
        "desc" => format != Format::Icpc2025,
        "interaction" | "files" => format != Format::Domjudge,
        // Outputs beside inputs that are no cases to be judged are left out with their whole folder.
        "out" => format == Format::Icpc2025 || !case.starts_with("s"),
        _ => format == Format::Icpc2025,
    }
}
