//! Problem packages of the ICPC format, in all its versions: what is in one, and what is wrong with it.
//!
//! A package is read whole, and everything that is wrong is noted with its place before anything is said. No program of it is run
//! here; `problem::packaged` makes a problem of it. Packages come from strangers: what leads out of its folder is not there,
//! and documents are bounded.

mod case_files;
mod cases;
mod credits;
pub mod diagnostic;
pub mod expected;
pub mod generators;
mod grader;
mod groups;
pub mod interaction;
mod keys;
mod layout;
mod limits;
mod metadata;
mod names;
mod settings;
mod static_validation;
mod submissions;
mod time_limit;
mod tree;
mod verdict;
mod version;

use std::path::{Path, PathBuf};

pub use cases::{Case, ENDINGS, Purpose};
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use expected::{Expected, Got, Met};
pub use grader::{Custom, Grader, Grades, Outcome, TestGroup};
pub use groups::{Aggregation, Grading, Group, Groups, MaxScore, Scoring};
pub use layout::{Programs, language_of_description};
pub use limits::Limits;
pub use metadata::{FILE, Kinds, Metadata};
pub use settings::{Settings, ValidatorArguments};
pub use static_validation::StaticValidation;
pub use submissions::Submissions;
pub use verdict::{Score, Verdict};
pub use version::Version;

use referee_checker::compare::Comparison;

use crate::cases::CaseFile;
use crate::yaml::Node;
use keys::Keys;
use tree::Tree;

/// A problem package.
#[derive(Debug)]
pub struct Package {
    /// The name of its folder.
    pub name: String,
    /// What problem.yaml says.
    pub metadata: Metadata,
    /// Its programs, submissions aside.
    pub programs: Programs,
    /// Its groups of cases.
    pub groups: Groups,
    /// Its cases, by name.
    pub cases: Vec<Case>,
    /// What its submissions are meant to get.
    pub submissions: Submissions,
    tree: Tree,
}

/// Whether a folder is a package.
pub fn is_package(folder: &Path) -> bool {
    folder.join(FILE).is_file() || folder.join(time_limit::INI).is_file()
}

impl Package {
    /// Reads the package in a folder that is called `name`; notes all that is wrong with it.
    pub fn read(folder: &Path, name: &str, diagnostics: &mut Diagnostics) -> Package {
        let tree = Tree::walk(folder, diagnostics);
        let document = match tree.has_file(FILE) {
            true => keys::read(&tree, FILE, diagnostics),
            false => {
                diagnostics.error(FILE, "there is no such file");
                None
            }
        };
        let mut metadata = match &document {
            Some(document) => Metadata::read(document, diagnostics),
            None => Metadata::of_version(Version::Legacy),
        };
        time_limit::read(&tree, &mut metadata, diagnostics);
        let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        if !name.bytes().all(is_name) {
            diagnostics
                .warning("", format!("the package is called `{name}`"))
                .help("many systems take only small letters and digits of ASCII");
        }
        let programs = layout::read(&tree, &metadata, diagnostics);
        let groups = groups::read(&tree, &metadata, diagnostics);
        if metadata.version == Version::V2025_09 {
            groups::check_places(&groups, &tree, diagnostics);
        }
        if programs.output_validators.is_empty() {
            check_arguments(&metadata, &groups, diagnostics);
        }
        check_grader(&programs, &groups, diagnostics);
        static_validation::check(&metadata, &programs, &groups, diagnostics);
        let cases = cases::find(&tree, &metadata, diagnostics);
        if !cases.iter().any(|case| case.purpose == Purpose::Secret) {
            diagnostics.error("data/secret", "there is no secret case");
        }
        case_files::check(&cases, &programs, &metadata, &tree, diagnostics);
        let submissions = Submissions::read(&tree, metadata.version, diagnostics);
        Package { name: name.to_string(), metadata, programs, groups, cases, submissions, tree }
    }

    /// Where something in it is.
    pub fn path(&self, below: &str) -> PathBuf {
        self.tree.path(below)
    }

    /// All its files that count, by their paths below it, sorted.
    pub fn files(&self) -> &[String] {
        self.tree.files()
    }

    /// A file of it in YAML; nothing where there is none, or it cannot be used.
    pub fn document(&self, path: &str) -> Option<Node> {
        let found = self.tree.has_file(path);
        found.then(|| keys::read(&self.tree, path, &mut Diagnostics::default())).flatten()
    }

    /// The arguments that hold in a folder below `data`: its own, and those that it inherits.
    pub fn inherited(&self, folder: &str) -> Settings {
        groups::inherited(&self.groups, folder)
    }

    /// The cases that submissions are run on, by name.
    pub fn judged(&self) -> impl Iterator<Item = &Case> {
        let judged = [Purpose::Sample, Purpose::Secret];
        self.cases.iter().filter(move |case| judged.contains(&case.purpose))
    }

    /// A case as those see it who judge.
    pub fn case_file(&self, case: &Case) -> CaseFile {
        case.case_file(&self.tree)
    }

    /// The files that lie in the working folders of programs which are run on a case: what they are called there, with `/`
    /// between folders, and where they are.
    pub fn files_of(&self, case: &Case) -> Vec<(String, PathBuf)> {
        match self.metadata.version.knows_new() {
            true => case_files::of(case, &self.tree),
            false => Vec::new(),
        }
    }

    /// The case of that name.
    pub fn case(&self, name: &str) -> Option<&Case> {
        self.cases.binary_search_by(|case| (*case.name).cmp(name)).ok().map(|at| &self.cases[at])
    }

    /// What holds for a case: its own settings, and what it inherits. What is wrong with its file is noted.
    pub fn settings(&self, case: &Case, diagnostics: &mut Diagnostics) -> Settings {
        let inherited = groups::inherited(&self.groups, case.folder());
        let version = self.metadata.version;
        if !case.has("yaml") || version.is_legacy() {
            return inherited;
        }
        let path = case.file("yaml");
        let Some(node) = keys::read(&self.tree, &path, diagnostics) else { return inherited };
        match Keys::of(&node, "the file", &path, diagnostics) {
            Some(keys) => Settings::of_case(&node, version, keys).or(inherited),
            None => inherited,
        }
    }

    /// The submission that finds answers, by its path: the one that is said to be the model, or the first that is to be accepted.
    pub fn model_solution(&self) -> Option<String> {
        let entries = self.tree.entries("submissions/accepted");
        let mut names = entries.iter().map(|name| format!("accepted/{name}"));
        let model = names.clone().find(|name| self.submissions.is_model(name));
        model.or_else(|| names.next()).map(|name| format!("submissions/{name}"))
    }

    /// The arguments of the output validator for a case with these settings.
    pub fn output_arguments(&self, settings: &Settings) -> Vec<String> {
        let mut arguments = self.metadata.validator_flags.clone();
        arguments.extend(settings.output_validator.iter().flatten().cloned());
        arguments
    }
}

/// Checks that there is a grader if one is wanted, and the other way round.
fn check_grader(programs: &Programs, groups: &Groups, diagnostics: &mut Diagnostics) {
    let custom = |group: &Group| group.grading.is_custom == Some(true);
    let wanted = groups.iter().find(|(_, group)| custom(group)).map(|(folder, _)| folder);
    match (&programs.grader, wanted) {
        (None, Some(folder)) => {
            let path = format!("data/{folder}").trim_end_matches('/').to_string();
            diagnostics.obstacle(path, "`grading` is `custom`, but there is no grader in graders");
        }
        (Some(grader), None) => {
            diagnostics
                .warning(grader, "this grader is not used")
                .help("write `grading: custom` into a testdata.yaml");
        }
        _ => {}
    }
}

/// Notes arguments that the default comparison does not understand.
fn check_arguments(metadata: &Metadata, groups: &Groups, diagnostics: &mut Diagnostics) {
    let flags = &metadata.validator_flags;
    if let Err(error) = Comparison::parse(flags.iter().map(String::as_str)) {
        diagnostics.obstacle(FILE, format!("validator_flags: {error}"));
        return;
    }
    for (folder, group) in groups {
        let Some(own) = &group.settings.output_validator else { continue };
        if let Err(error) = Comparison::parse(flags.iter().chain(own).map(String::as_str)) {
            let path = format!("data/{folder}").trim_end_matches('/').to_string();
            diagnostics.obstacle(path, format!("arguments of the output validator: {error}"));
        }
    }
}
