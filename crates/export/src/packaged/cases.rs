//! Exports the files of a package's cases, as far as the format supports them.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{File, FileContent, Format};
use super::parts::Parts;
use referee_base::files;
use referee_base::plural;
use referee_base::yaml::quoted;
use referee_package::CaseFileKind::{self, *};

/// The maximum size of a hint or a description, in bytes; a longer one is left out.
const MAX_TEXT: u64 = 1 << 16;

/// Takes the files of cases.
pub(super) fn put(parts: &mut Parts) -> Vec<File> {
    let mut files = Vec::new();
    let mut without_place: BTreeMap<(&str, &str), (CaseFileKind, usize)> = BTreeMap::new();
    let mut settings: BTreeMap<&str, String> = BTreeMap::new();
    let is_old = parts.package.metadata.version.is_legacy();
    let named: BTreeSet<&str> = parts.package.cases.iter().map(|case| &*case.name).collect();
    let paths: Vec<&str> = parts.remaining.iter().copied().collect();
    for path in paths {
        let Some(below) = path.strip_prefix("data/") else { continue };
        let Some((case, kind)) = split(below, &named) else { continue };
        parts.remaining.remove(path);
        if let Some(line) = in_settings(parts, path, kind) {
            settings.entry(case).or_default().push_str(&line);
            continue;
        }
        let is_meant = !is_old || !kind.is_only_new();
        if is_meant && knows(parts.format, case, kind) {
            files.push(File { path: below.to_string(), ..parts.file(path) });
        } else {
            let folder = case.rsplit_once('/').map_or("", |(folder, _)| folder);
            let ending = below[case.len() + 1..].split('/').next().unwrap_or_default();
            without_place.entry((folder, ending)).or_insert((kind, 0)).1 += 1;
        }
    }
    for ((folder, ending), (kind, number)) in without_place {
        let files = plural(number, "file", "files");
        let why = match kind {
            _ if is_old && kind.is_only_new() => {
                "it means nothing in the version that the package is in"
            }
            Settings => {
                "what it says of single cases, such as arguments, has no place in the format"
            }
            Hint | Description => "in this version it is in the .yaml of a case",
            _ => "the format has no place for it",
        };
        parts.leave_out(format!("data/{folder}/*.{ending} ({files})"), why);
    }
    let made = settings.into_iter().map(|(case, text)| {
        File::new(CaseFileKind::Settings.file_of(case), FileContent::Made(text))
    });
    files.extend(made);
    files
}

/// Returns the line for the settings of a case that replaces a separate file of the legacy version.
fn in_settings(parts: &Parts, path: &str, kind: CaseFileKind) -> Option<String> {
    let is_converted =
        parts.format == Format::Icpc2025 && parts.package.metadata.version.is_legacy();
    let key = match kind {
        Hint => "hint",
        Description => "description",
        _ => return None,
    };
    if !is_converted {
        return None;
    }
    let text = files::read_whole(&parts.package.path(path), MAX_TEXT).ok()?;
    let text = String::from_utf8(text).ok()?;
    Some(format!("{key}: {}\n", quoted(text.trim_end())))
}

/// Returns the case that a file below `data` belongs to, and its kind; `None` if it belongs to no
/// case, or if cases have no file of its kind.
fn split<'p>(below: &'p str, cases: &BTreeSet<&str>) -> Option<(&'p str, CaseFileKind)> {
    let folder = below.rfind('/').map_or(0, |at| at + 1);
    let dots = below.match_indices('.').map(|(at, _)| at);
    let kind = |at: usize| match &below[at + 1..] {
        extra if extra.starts_with("files/") => Some(ExtraFiles),
        extension => CaseFileKind::of_extension(extension),
    };
    // The names of two cases may differ only in what follows a dot.
    let longest = dots.clone().rfind(|&at| cases.contains(&below[..at]));
    // A sample that is only shown has no input.
    let is_shown = |at: &usize| {
        let is_shown = kind(*at).is_some_and(|kind| CaseFileKind::SHOWN.contains(&kind));
        *at > folder && below.starts_with("sample/") && is_shown
    };
    let at = longest.or_else(|| dots.clone().find(is_shown))?;
    Some((&below[..at], kind(at)?))
}

fn knows(format: Format, case: &str, kind: CaseFileKind) -> bool {
    match kind {
        Input | Answer | Png | Jpg | Jpeg | Svg => true,
        Hint => format == Format::IcpcLegacy,
        Description => format != Format::Icpc2025,
        Interaction => format != Format::Domjudge,
        // Judged cases are in `sample` and `secret`; all other folders are left out as a whole.
        Output => format == Format::Icpc2025 || !case.starts_with("s"),
        Settings | StatementInput | StatementAnswer | DownloadInput | DownloadAnswer
        | ExtraFiles => format == Format::Icpc2025,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_known_kinds_belong_to_a_case() {
        let cases = BTreeSet::from(["secret/1", "secret/1.5"]);
        for (below, expected) in [
            ("secret/1.in", Some(("secret/1", Input))),
            ("secret/1.5.ans", Some(("secret/1.5", Answer))),
            ("secret/1.files/a.b/c.txt", Some(("secret/1", ExtraFiles))),
            ("secret/1.txt", None),
            ("secret/1.in.orig", None),
            ("secret/1.orig/c.txt", None),
            ("secret/2.in", None),
            ("sample/2.interaction", Some(("sample/2", Interaction))),
        ] {
            assert_eq!(split(below, &cases), expected, "{below}");
        }
    }
}
