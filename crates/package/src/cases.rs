//! The cases of a package, by file names alone, which is fast; contents are read when needed.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::case_file_kind::CaseFileKind::{self, *};
use super::diagnostic::Diagnostics;
use super::groups::is_group_file;
use super::metadata::Metadata;
use super::names;
use super::purpose::Purpose;
use super::tree::Tree;
use super::version::Version;

/// A case of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageCase {
    /// The path below `data`, without extension, such as `secret/group1/huge`.
    pub name: Arc<str>,
    /// The purpose of the case.
    pub purpose: Purpose,
    /// The kinds of its files, one bit for each.
    files: u32,
}

/// Folders below `data` in which some tools keep cases that are not part of the format.
const OTHERS: [&str; 5] = ["invalid_answer", "testing_tool_test", "fuzz", "invalid_answers", "bad"];

impl PackageCase {
    /// Returns whether the case has a file of this kind.
    pub fn has(&self, kind: CaseFileKind) -> bool {
        bit(kind) & self.files != 0
    }

    /// Returns its illustration, if it has one.
    pub fn illustration(&self) -> Option<CaseFileKind> {
        CaseFileKind::all().find(|kind| kind.is_image() && self.has(*kind))
    }

    /// Returns the path of one of the case's files, below the package.
    pub fn file(&self, kind: CaseFileKind) -> String {
        file_of(&self.name, kind)
    }
}

/// Returns the folder, below `data`, of the case with this name.
pub(super) fn folder_of(case: &str) -> &str {
    case.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the path, below the package, of a file of the case with this name.
pub(super) fn file_of(case: &str, kind: CaseFileKind) -> String {
    format!("data/{}", kind.file_of(case))
}

fn bit(kind: CaseFileKind) -> u32 {
    1 << kind as u32
}

/// Finds the cases of a package, sorted by name.
pub(super) fn find(
    tree: &Tree,
    metadata: &Metadata,
    diagnostics: &mut Diagnostics,
) -> Vec<PackageCase> {
    let version = metadata.version;
    // The kinds of files of each (possible) case, by path below `data`.
    let mut all: BTreeMap<&str, u32> = BTreeMap::new();
    let folders = tree.folders_below("data").iter();
    let extra = format!(".{}", ExtraFiles.extension());
    let folders = folders.filter(|folder| folder.ends_with(&extra));
    let inside = format!("{extra}/");
    for path in tree.files_below("data").iter().chain(folders) {
        let below = &path["data/".len()..];
        if below.contains(&inside) {
            continue;
        }
        let name = below.rsplit('/').next().unwrap_or(below);
        if is_group_file(name) {
            continue;
        }
        match CaseFileKind::split(name) {
            Some((stem, kind)) => {
                let stem = &below[..below.len() - name.len() + stem.len()];
                *all.entry(stem).or_default() |= bit(kind);
            }
            None => {
                if Purpose::of(below.split('/').next().unwrap_or(""), version).is_some() {
                    diagnostics.warning(path, "no case has a file of this kind; it is ignored");
                }
            }
        }
    }
    let mut cases = Vec::new();
    for (name, files) in all {
        let set = name.split('/').next().unwrap_or(name);
        let Some(purpose) = Purpose::of(set, version).filter(|_| name.contains('/')) else {
            note_unknown_set(name, set, version, diagnostics);
            continue;
        };
        let case = PackageCase { name: name.into(), purpose, files };
        if check(&case, tree, metadata, diagnostics) {
            cases.push(case);
        }
    }
    note_letter_case(&cases, diagnostics);
    cases.sort_by(|a, b| names::by_name(&a.name, &b.name));
    cases
}

/// Records diagnostics about a case. Returns whether it counts: without an input it does not.
fn check(
    case: &PackageCase,
    tree: &Tree,
    metadata: &Metadata,
    diagnostics: &mut Diagnostics,
) -> bool {
    if !case.has(Input) {
        // A sample that only the statement shows needs no input.
        let is_shown = CaseFileKind::SHOWN.into_iter().any(|kind| case.has(kind));
        if !is_shown || case.purpose != Purpose::Sample {
            note_missing_input(case, diagnostics);
        }
        return false;
    }
    let input = case.file(Input);
    let wants_output = matches!(case.purpose, Purpose::InvalidOutput | Purpose::ValidOutput);
    if !case.has(Answer) && case.purpose != Purpose::InvalidInput {
        // The cases that test an output validator are not solved.
        let help = if wants_output {
            format!("add {}", case.file(Answer))
        } else {
            "`referee solve CASES` makes the answer with an accepted submission".into()
        };
        diagnostics.error(&input, "an input without an answer").help(help);
    }
    if wants_output && !case.has(Output) {
        let output = case.file(Output);
        diagnostics
            .error(&input, "an input without an output")
            .help(format!("add {output}, which the output validator is to judge"));
    }
    if wants_output && metadata.kinds.interactive {
        diagnostics.warning(&input, "interactive problems have no outputs to be judged");
    }
    check_name(case, tree, metadata.version, diagnostics);
    check_version(case, metadata.version, diagnostics);
    check_shown(case, metadata.version, diagnostics);
    true
}

fn note_missing_input(case: &PackageCase, diagnostics: &mut Diagnostics) {
    let first = CaseFileKind::all().find(|kind| case.has(*kind)).unwrap_or(Answer);
    let what = if first == Answer { "an answer" } else { "a file of a case" };
    diagnostics
        .error(case.file(first), format!("{what} without an input"))
        .help(format!("add {} or remove it", case.file(Input)));
}

/// Reports names that are not allowed for cases.
fn check_name(case: &PackageCase, tree: &Tree, version: Version, diagnostics: &mut Diagnostics) {
    let input = case.file(Input);
    if tree.has_folder(&format!("data/{}", case.name)) {
        diagnostics.error(&input, "a folder has the name of this case").help("rename one of them");
    }
    let name = input.rsplit('/').next().unwrap_or(&input);
    if case.name.rsplit('/').next() == Some("test_group") {
        diagnostics.error(&input, "no case can be named test_group").help("rename it");
    }
    if version == Version::LegacyIcpc && !names::counts_for_icpc(name) {
        diagnostics.error(&input, "this is not a valid file name in legacy-icpc").help("rename it");
    }
}

/// Reports files that the version of the package does not define.
fn check_version(case: &PackageCase, version: Version, diagnostics: &mut Diagnostics) {
    if version == Version::V2025_09 {
        for (old, key) in [(Hint, "hint"), (Description, "description")] {
            if case.has(old) {
                diagnostics
                    .error(case.file(old), "cases have no file of this kind in this version")
                    .help(format!("write it as `{key}` into {}", case.file(Settings)));
            }
        }
    }
    if version.is_legacy() {
        for new in CaseFileKind::all().filter(|kind| kind.is_only_new()) {
            if case.has(new) {
                diagnostics
                    .warning(case.file(new), format!("it has no meaning in version {version}"));
            }
        }
    }
}

/// Reports contradictory files for the statement.
fn check_shown(case: &PackageCase, version: Version, diagnostics: &mut Diagnostics) {
    let input = case.file(Input);
    let in_statement = case.has(StatementInput) || case.has(StatementAnswer);
    let in_download = case.has(DownloadInput) || case.has(DownloadAnswer);
    for (one, has_one, other, has_other) in [
        ("statement", in_statement, "download", in_download || case.has(Output)),
        ("download", in_download, "statement", in_statement),
    ] {
        if version.knows_new() && has_one && !has_other && !case.has(Interaction) {
            diagnostics.error(
                &input,
                format!("it has .{one} files, but no .{other} files, which are then required"),
            );
        }
    }
    if case.has(Interaction) {
        for kind in [StatementInput, StatementAnswer, Output] {
            if case.has(kind) {
                diagnostics.error(case.file(kind), "it cannot exist together with an .interaction");
            }
        }
    }
    if CaseFileKind::all().filter(|kind| kind.is_image() && case.has(*kind)).count() > 1 {
        diagnostics.error(&input, "it has more than one illustration");
    }
}

fn note_unknown_set(name: &str, set: &str, version: Version, diagnostics: &mut Diagnostics) {
    let path = format!("data/{set}");
    if !name.contains('/') {
        diagnostics
            .warning(format!("data/{name}"), "a case directly in data/ is ignored")
            .help("move it into data/sample or data/secret");
    } else if !OTHERS.contains(&set) {
        diagnostics
            .warning(
                path,
                format!("cases in a folder of this name have no meaning in version {version}"),
            )
            .help("judged cases are in data/sample and data/secret");
    }
}

/// Reports names that differ only in letter case: some file systems treat them as the same file.
fn note_letter_case(cases: &[PackageCase], diagnostics: &mut Diagnostics) {
    let mut known: BTreeMap<String, &PackageCase> = BTreeMap::new();
    for case in cases {
        if let Some(other) = known.insert(case.name.to_ascii_lowercase(), case) {
            diagnostics
                .error(
                    case.file(Input),
                    format!(
                        "two cases with the same name: {} differs only in upper and lower case",
                        other.name
                    ),
                )
                .help("rename one of them; many systems treat them as the same file");
        }
    }
}
