//! The layout of a package: statements, programs, and the names that differ between versions.

use std::path::Path;

use super::diagnostic::{Diagnostics, Work};
use super::input_validators::{self, InputValidator, is_support_file};
use super::metadata::Metadata;
use super::names;
use super::tree::Tree;
use super::version::Version;

/// The programs of a package, by their paths below it: files, or folders of files.
#[derive(Debug, Clone, Default)]
pub struct Programs {
    /// The input validators, all of which must accept every input.
    pub input_validators: Vec<InputValidator>,
    /// The output validators; empty if the default comparison is used.
    pub output_validators: Vec<String>,
    /// The custom grader of groups of cases.
    pub grader: Option<String>,
    /// The static validator, which checks the files of submissions.
    pub static_validator: Option<String>,
    /// The input visualizer, which draws cases.
    pub input_visualizer: Option<String>,
    /// The output visualizer, which draws outputs.
    pub output_visualizer: Option<String>,
}

/// The parts of a package with different names in old and new versions.
const RENAMED: [(&str, &str); 2] =
    [("problem_statement", "statement"), ("output_validators", "output_validator")];

/// Folders that only new versions define, and those that only old versions define.
const ONLY_NEW: [&str; 3] = ["static_validator", "input_visualizer", "output_visualizer"];
const ONLY_OLD: [&str; 1] = ["graders"];

/// Checks the layout except problem.yaml and the cases, and finds the programs.
pub(super) fn read(tree: &Tree, metadata: &Metadata, diagnostics: &mut Diagnostics) -> Programs {
    let version = metadata.version;
    let programs = programs(tree, metadata, diagnostics);
    for (old, new) in RENAMED {
        let (wrong, right) = if version.knows_new() { (old, new) } else { (new, old) };
        if tree.has_folder(wrong) && version != Version::Draft {
            let is_in_it = |path: &String| path.split('/').next() == Some(wrong);
            let is_read = programs.output_validators.iter().any(is_in_it);
            let message = if is_read {
                format!("this folder has another name in version {version}; it is read")
            } else {
                format!("a folder of this name has no meaning in version {version}")
            };
            diagnostics.error(wrong, message).help(format!("in this version it is called {right}"));
        }
    }
    let strange = if version.knows_new() { &ONLY_OLD[..] } else { &ONLY_NEW };
    for folder in strange.iter().filter(|folder| tree.has_folder(folder)) {
        diagnostics.warning(*folder, format!("it has no meaning in version {version}"));
    }
    statements(tree, metadata, diagnostics);
    submissions(tree, version, diagnostics);
    programs
}

fn statements(tree: &Tree, metadata: &Metadata, diagnostics: &mut Diagnostics) {
    let version = metadata.version;
    let mut folders = Vec::new();
    if version.knows_new() {
        folders.push("statement");
    }
    if version.knows_old() {
        folders.push("problem_statement");
    }
    let mut languages: Vec<String> = folders
        .iter()
        .filter(|folder| tree.has_folder(folder))
        .flat_map(|folder| languages_in(folder, tree, version, diagnostics))
        .collect();
    // Some systems expect the statement beside problem.yaml, and accept HTML and text.
    let beside = [
        "problem.pdf",
        "problem.html",
        "problem.txt",
        "problem_statement/problem.html",
        "problem_statement/problem.txt",
    ];
    if languages.is_empty() && !beside.iter().any(|name| tree.has_file(name)) {
        let folder = folders[0];
        let form = if version.knows_new() { "problem.en.md" } else { "problem.en.tex" };
        diagnostics.error(folder, "there is no statement").help(format!("add {folder}/{form}"));
        return;
    }
    languages.sort();
    languages.dedup();
    if version.knows_new() && !languages.is_empty() {
        check_names(&languages, metadata, diagnostics);
    }
}

fn languages_in(
    folder: &str,
    tree: &Tree,
    version: Version,
    diagnostics: &mut Diagnostics,
) -> Vec<String> {
    let extensions: &[&str] =
        if version.knows_new() { &["tex", "md", "pdf"] } else { &["tex", "pdf"] };
    let mut languages = Vec::new();
    for name in tree.entries(folder) {
        let path = format!("{folder}/{name}");
        let parts: Vec<&str> = name.split('.').collect();
        let language = match parts[..] {
            _ if tree.has_folder(&path) => continue,
            ["problem", extension] if extensions.contains(&extension) => {
                if folder == "statement" {
                    diagnostics
                        .error(&path, "the name of this statement has no language")
                        .help(format!("such as problem.en.{extension}"));
                }
                "en"
            }
            ["problem", language, extension] if extensions.contains(&extension) => language,
            _ => continue,
        };
        if !names::is_language(language) {
            diagnostics
                .error(&path, format!("`{language}` is not a language code"))
                .help("such as `en`, `fil` or `pt-BR`");
        }
        languages.push(language.to_string());
    }
    languages
}

/// Checks that the problem has a name in each language of its statements, and vice versa.
fn check_names(languages: &[String], metadata: &Metadata, diagnostics: &mut Diagnostics) {
    for language in metadata.names.keys().filter(|language| !languages.contains(language)) {
        let message = format!("there is a name for `{language}`, but no statement");
        diagnostics.error(super::metadata::FILE, message);
    }
    for language in languages.iter().filter(|language| !metadata.names.contains_key(*language)) {
        let message = format!("there is a statement for `{language}`, but no name");
        diagnostics
            .error(super::metadata::FILE, message)
            .help("write `name` as a mapping from languages to names");
    }
}

/// The folders of submissions that the format defines.
pub(super) const SUBMISSIONS: [&str; 7] = [
    "accepted",
    "partially_accepted",
    "rejected",
    "wrong_answer",
    "time_limit_exceeded",
    "run_time_error",
    "brute_force",
];

fn submissions(tree: &Tree, version: Version, diagnostics: &mut Diagnostics) {
    if tree.entries("submissions/accepted").is_empty() {
        diagnostics
            .error("submissions/accepted", "there is no accepted submission")
            .help("the time limit is inferred from them, and they show that cases can be solved");
    }
    for name in tree.entries("submissions") {
        let path = format!("submissions/{name}");
        if !tree.has_folder(&path) {
            if !matches!(name, "submissions.yaml" | "submissions.json") {
                diagnostics
                    .warning(path, "this file belongs to no submission; it is ignored")
                    .help("submissions are in folders such as submissions/accepted");
            }
        } else if version.is_legacy() && !SUBMISSIONS.contains(&name) {
            diagnostics.warning(
                path,
                "the format does not define the verdicts of submissions in this folder",
            );
        }
    }
}

fn programs(tree: &Tree, metadata: &Metadata, diagnostics: &mut Diagnostics) -> Programs {
    let version = metadata.version;
    let list = |folders: &[&str]| -> Vec<String> {
        let all = folders.iter().flat_map(|folder| {
            tree.entries(folder).into_iter().map(move |name| format!("{folder}/{name}"))
        });
        all.filter(|path| is_program(tree, path)).collect()
    };
    let input_validators = if version.is_legacy() {
        list(&["input_validators", "input_format_validators"])
    } else {
        list(&["input_validators"])
    };
    if tree.has_folder("input_format_validators") {
        diagnostics
            .warning("input_format_validators", "this is an outdated name")
            .help("call it input_validators");
    }
    if input_validators.is_empty() {
        diagnostics
            .error("input_validators", "there is no input validator")
            .help("write a program that exits with 42 if its standard input is valid");
    }
    let input_validators =
        input_validators::read(input_validators, &metadata.constants, tree, diagnostics);
    // The folder is the program, but it may also contain the program as a single folder.
    let only_one = |folder: &str| match &list(&[folder])[..] {
        _ if tree.entries(folder).is_empty() => None,
        [only] if tree.has_folder(only) => Some(only.clone()),
        _ => Some(folder.to_string()),
    };
    let of_new: Vec<String> = only_one("output_validator").into_iter().collect();
    let of_old = list(&["output_validators"]);
    let (mut output_validators, others) = match version {
        Version::Draft => ([of_new, of_old].concat(), Vec::new()),
        _ if version.knows_new() => (of_new, of_old),
        _ => (of_old, of_new),
    };
    // Some systems also find output validators in the folder of the other versions.
    let is_demanded = metadata.custom_validation == Some(true) || metadata.kinds.is_dialogue();
    if output_validators.is_empty() && is_demanded {
        output_validators = others;
    }
    check_output_validators(&mut output_validators, metadata, diagnostics);
    let graders = if version.knows_new() { Vec::new() } else { list(&["graders"]) };
    if let [_, second, ..] = &graders[..] {
        diagnostics.error(second, "there is more than one grader").blocking(Work::Judging);
    }
    let grader = graders.into_iter().next();
    let of_new = |folder: &str| only_one(folder).filter(|_| version.knows_new());
    Programs {
        input_validators,
        output_validators,
        grader,
        static_validator: of_new("static_validator"),
        input_visualizer: of_new("input_visualizer"),
        output_visualizer: of_new("output_visualizer"),
    }
}

/// Checks that output validators exist if they are needed, and removes unused ones.
fn check_output_validators(
    found: &mut Vec<String>,
    metadata: &Metadata,
    diagnostics: &mut Diagnostics,
) {
    let version = metadata.version;
    match (metadata.custom_validation, found.is_empty()) {
        (Some(true), true) => {
            diagnostics
                .error(
                    "output_validators",
                    "there is no output validator, but `validation` requires one",
                )
                .blocking(Work::Judging);
        }
        (Some(false), false) | (None, false) if version.is_legacy() => {
            diagnostics
                .warning(&found[0], "this output validator is not used: `validation` is `default`")
                .help("write `validation: custom` into problem.yaml");
            found.clear();
        }
        _ => {}
    }
    if metadata.kinds.is_dialogue() && found.is_empty() {
        let folder = if version.is_legacy() { "output_validators" } else { "output_validator" };
        diagnostics
            .error(folder, "an interactive or multi-pass problem needs an output validator")
            .blocking(Work::Judging);
    }
}

/// Returns whether the name of a file or folder marks it as disabled or as a template.
pub fn is_disabled(path: &str) -> bool {
    let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("disabled" | "template"))
}

/// Returns whether a path may be a program, rather than a file that accompanies programs.
fn is_program(tree: &Tree, path: &str) -> bool {
    tree.has_folder(path) || !is_support_file(path)
}
