//! The cases of a package: listed from the names of files, so that many thousand take a moment. What is in them is read when a
//! case is needed.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::diagnostic::Diagnostics;
use super::groups::is_group_file;
use super::metadata::Metadata;
use super::names;
use super::tree::Tree;
use super::version::Version;
use crate::cases::CaseFile;

/// What the folders of cases are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Submissions are run on them, and contestants see them.
    Sample,
    /// Submissions are run on them.
    Secret,
    /// An input validator must refuse their inputs.
    InvalidInput,
    /// The output validator must refuse their outputs.
    InvalidOutput,
    /// It must accept their outputs.
    ValidOutput,
}

impl Purpose {
    /// What a folder below `data` is for.
    fn of(folder: &str, version: Version) -> Option<Purpose> {
        match folder {
            "sample" => Some(Purpose::Sample),
            "secret" => Some(Purpose::Secret),
            _ if version.is_legacy() => None,
            "invalid_input" => Some(Purpose::InvalidInput),
            "invalid_inputs" if version == Version::Draft => Some(Purpose::InvalidInput),
            "invalid_output" => Some(Purpose::InvalidOutput),
            "valid_output" => Some(Purpose::ValidOutput),
            _ => None,
        }
    }
}

/// A case of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Its path below `data`, without ending, such as `secret/group1/huge`.
    pub name: Arc<str>,
    /// What it is for.
    pub purpose: Purpose,
    /// Which files it has beside its input, as [`ENDINGS`] counts them.
    files: u32,
}

/// The endings of the files of a case. The last one is that of a folder.
pub const ENDINGS: [&str; 16] = [
    "in",
    "ans",
    "out",
    "yaml",
    "interaction",
    "in.statement",
    "ans.statement",
    "in.download",
    "ans.download",
    "png",
    "jpg",
    "jpeg",
    "svg",
    "hint",
    "desc",
    "files",
];

/// Those of illustrations.
pub(super) const IMAGES: [&str; 4] = ["png", "jpg", "jpeg", "svg"];

/// Folders below `data` that are no cases of the format, though tools put some there.
const OTHERS: [&str; 5] = ["invalid_answer", "testing_tool_test", "fuzz", "invalid_answers", "bad"];

impl Case {
    /// Whether it has a file of that ending.
    pub fn has(&self, ending: &str) -> bool {
        bit(ending) & self.files != 0
    }

    /// The folder that it is in, below `data`.
    pub fn folder(&self) -> &str {
        folder_of(&self.name)
    }

    /// Where one of its files is, below the package.
    pub fn file(&self, ending: &str) -> String {
        file_of(&self.name, ending)
    }

    /// The case as those see it who judge.
    pub(super) fn case_file(&self, tree: &Tree) -> CaseFile {
        let input = tree.path(&self.file("in"));
        CaseFile { name: Arc::clone(&self.name), input, has_answer: self.has("ans") }
    }
}

/// The folder below `data` that a case of that name is in.
pub(super) fn folder_of(case: &str) -> &str {
    case.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Where a file of a case of that name is, below the package.
pub(super) fn file_of(case: &str, ending: &str) -> String {
    format!("data/{case}.{ending}")
}

fn bit(ending: &str) -> u32 {
    ENDINGS.iter().position(|known| *known == ending).map_or(0, |at| 1 << at)
}

/// The name of a case and the ending of one of its files; none where it is no such file.
fn split(name: &str) -> Option<(&str, &'static str)> {
    let ends = ENDINGS.iter().filter_map(|ending| {
        let stem = name.strip_suffix(ending)?.strip_suffix('.')?;
        (!stem.is_empty()).then_some((stem, *ending))
    });
    ends.min_by_key(|(stem, _)| stem.len())
}

/// Finds the cases of a package, by name.
pub(super) fn find(tree: &Tree, metadata: &Metadata, diagnostics: &mut Diagnostics) -> Vec<Case> {
    let version = metadata.version;
    // By path below `data`, the files of each case or of what may be one.
    let mut all: BTreeMap<&str, u32> = BTreeMap::new();
    let folders = tree.folders_below("data").iter();
    let folders = folders.filter(|folder| folder.ends_with(".files"));
    for path in tree.files_below("data").iter().chain(folders) {
        let below = &path["data/".len()..];
        if below.contains(".files/") {
            continue;
        }
        let name = below.rsplit('/').next().unwrap_or(below);
        if is_group_file(name) {
            continue;
        }
        match split(name) {
            Some((stem, ending)) => {
                let stem = &below[..below.len() - name.len() + stem.len()];
                *all.entry(stem).or_default() |= bit(ending);
            }
            None => {
                if Purpose::of(below.split('/').next().unwrap_or(""), version).is_some() {
                    diagnostics.warning(path, "no case has a file of this kind; it is passed over");
                }
            }
        }
    }
    let mut cases = Vec::new();
    for (name, files) in all {
        let set = name.split('/').next().unwrap_or(name);
        let Some(purpose) = Purpose::of(set, version).filter(|_| name.contains('/')) else {
            note_strange_set(name, set, version, diagnostics);
            continue;
        };
        let case = Case { name: name.into(), purpose, files };
        if check(&case, tree, metadata, diagnostics) {
            cases.push(case);
        }
    }
    note_letter_case(&cases, diagnostics);
    cases
}

/// Notes what is wrong with a case; says whether it is one.
fn check(case: &Case, tree: &Tree, metadata: &Metadata, diagnostics: &mut Diagnostics) -> bool {
    let version = metadata.version;
    if !case.has("in") {
        let shown = ["interaction", "in.statement", "ans.statement", "in.download", "ans.download"];
        // What is only shown needs no input.
        if case.purpose == Purpose::Sample && shown.iter().any(|ending| case.has(ending)) {
            return false;
        }
        let ending = ENDINGS.iter().find(|ending| case.has(ending)).copied().unwrap_or("ans");
        let what = if ending == "ans" { "an answer" } else { "a file of a case" };
        diagnostics
            .error(case.file(ending), format!("{what} without an input"))
            .help(format!("add data/{}.in or remove it", case.name));
        return false;
    }
    let input = case.file("in");
    let wants_output = matches!(case.purpose, Purpose::InvalidOutput | Purpose::ValidOutput);
    if !case.has("ans") && case.purpose != Purpose::InvalidInput {
        diagnostics
            .error(&input, "an input without an answer")
            .help("`referee solve` makes the answer");
    }
    if wants_output && !case.has("out") {
        diagnostics
            .error(&input, "an input without an output")
            .help(format!("add data/{}.out, which the output validator is to judge", case.name));
    }
    if wants_output && metadata.kinds.interactive {
        diagnostics.warning(&input, "interactive problems have no outputs to be judged");
    }
    if tree.has_folder(&format!("data/{}", case.name)) {
        diagnostics.error(&input, "a folder has the name of this case").help("rename one of them");
    }
    let name = case.name.rsplit('/').next().unwrap_or(&case.name);
    if name == "test_group" {
        diagnostics.error(&input, "no case can be called test_group").help("rename it");
    }
    if version == Version::LegacyIcpc && !names::counts_for_icpc(&format!("{name}.in")) {
        diagnostics.error(&input, "this is no name for a file in legacy-icpc").help("rename it");
    }
    if version == Version::V2025_09 {
        for (old, key) in [("hint", "hint"), ("desc", "description")] {
            if case.has(old) {
                diagnostics
                    .error(case.file(old), "cases have no file of this kind in this version")
                    .help(format!("write it as `{key}` into {}", case.file("yaml")));
            }
        }
    }
    if version.is_legacy() {
        for new in ["yaml", "out", "in.statement", "ans.statement", "in.download", "ans.download"] {
            if case.has(new) {
                diagnostics
                    .warning(case.file(new), format!("it means nothing in version {version}"));
            }
        }
    }
    for (one, other) in [("statement", "download"), ("download", "statement")] {
        let has = |what: &str| case.has(&format!("in.{what}")) || case.has(&format!("ans.{what}"));
        let instead = if one == "statement" { has(other) || case.has("out") } else { has(other) };
        if version.knows_new() && has(one) && !instead && !case.has("interaction") {
            diagnostics.error(
                &input,
                format!(
                    "it has its own .{one} files, but none of .{other}, which are demanded then"
                ),
            );
        }
    }
    if case.has("interaction") {
        for ending in ["in.statement", "ans.statement", "out"] {
            if case.has(ending) {
                diagnostics.error(case.file(ending), "it cannot be there beside an .interaction");
            }
        }
    }
    if IMAGES.iter().filter(|image| case.has(image)).count() > 1 {
        diagnostics.error(&input, "it has more than one illustration");
    }
    true
}

fn note_strange_set(name: &str, set: &str, version: Version, diagnostics: &mut Diagnostics) {
    let path = format!("data/{set}");
    if !name.contains('/') {
        diagnostics
            .warning(format!("data/{name}"), "a case right in data/ is passed over")
            .help("move it into data/sample or data/secret");
    } else if !OTHERS.contains(&set) {
        diagnostics
            .warning(
                path,
                format!("cases in a folder of this name mean nothing in version {version}"),
            )
            .help("those that are judged are in data/sample and data/secret");
    }
}

/// Some file systems take these for one.
fn note_letter_case(cases: &[Case], diagnostics: &mut Diagnostics) {
    let mut known: BTreeMap<String, &Case> = BTreeMap::new();
    for case in cases {
        if let Some(other) = known.insert(case.name.to_ascii_lowercase(), case) {
            diagnostics
                .error(
                    case.file("in"),
                    format!(
                        "two cases of one name: {} differs only in upper and lower case",
                        other.name
                    ),
                )
                .help("rename one of them; many systems take them for the same file");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_told_from_names() {
        for (name, expected) in [
            ("1.in", Some(("1", "in"))),
            ("a.b.in", Some(("a.b", "in"))),
            ("1.in.statement", Some(("1", "in.statement"))),
            ("1.in.in", Some(("1.in", "in"))),
            (".in", None),
            ("in", None),
            ("1.txt", None),
        ] {
            assert_eq!(split(name), expected, "{name}");
        }
    }
}
