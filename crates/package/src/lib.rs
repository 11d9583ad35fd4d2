//! Problem packages of the ICPC format, in all versions: a typed model, and diagnostics.
//!
//! A package is read as a whole, and every diagnostic has a place. No program of the package runs
//! here. Packages are untrusted: links are followed only within a boundary, and documents have a
//! maximum size.
//!
//! ```
//! use referee_package::{Diagnostics, Package};
//!
//! let folder = tempfile::tempdir()?;
//! std::fs::write(folder.path().join("problem.yaml"), "name: Sum\nlimits: {memory: lots}\n")?;
//! let mut diagnostics = Diagnostics::default();
//! let package = Package::read(folder.path(), "sum", &mut diagnostics);
//! assert_eq!(package.metadata.names["en"], "Sum");
//! let found = diagnostics.sorted();
//! let of_memory = found.iter().find(|diagnostic| diagnostic.message.contains("memory"));
//! let place = of_memory.and_then(|diagnostic| diagnostic.place).expect("lots is no number");
//! assert_eq!((place.line, place.column), (2, 18));
//! # Ok::<(), std::io::Error>(())
//! ```

#![forbid(unsafe_code)]

mod case_file_kind;
mod case_files;
mod cases;
pub mod constants;
mod credits;
mod diagnostic;
pub mod expected;
pub mod generators;
mod grader;
mod grading;
mod groups;
mod input_validators;
mod keys;
mod kinds;
mod layout;
pub mod limits;
mod metadata;
pub mod names;
mod purpose;
mod scoring;
mod settings;
mod static_validation;
mod submissions;
mod time_limit;
mod tree;
mod verdict;
mod version;

use std::path::{Path, PathBuf};

pub use case_file_kind::CaseFileKind;
pub use case_files::{CaseSettings, ExtraFile, ExtraFiles, case_beside};
pub use cases::PackageCase;
pub use credits::ProblemSource;
pub use diagnostic::{Diagnostic, Diagnostics, Severity, Work};
pub use expected::{CaseVerdict, ExpectationResult, ExpectedVerdicts};
pub use grader::{CaseGrade, Custom, Grader, Grades, TestGroup};
pub use grading::LegacyGrading;
pub use groups::{GROUP_FILES, GroupSettings, TestGroups, is_group_file};
pub use input_validators::{InputValidator, InputValidatorKind};
pub use kinds::Kinds;
pub use layout::{Programs, is_disabled};
pub use limits::PackageLimits;
pub use metadata::{FILE, Metadata};
pub use names::by_name;
pub use purpose::{Purpose, SAMPLE, SECRET, is_sample};
pub use scoring::{Aggregation, MaxScore, Scoring, StaticValidation};
pub use settings::{ProgramArguments, ValidatorArguments};
pub use submissions::Submissions;
pub use time_limit::INI as INI_FILE;
pub use tree::TIME_LIMIT as TIME_LIMIT_FILE;
pub use verdict::{Score, Verdict};
pub use version::Version;

use referee_checker::compare::Comparison;

use constants::Constants;
use keys::Keys;
use referee_base::fault::Fault;
use referee_base::files::{self, LinkBoundary};
use referee_base::yaml::Node;
use tree::Tree;

pub mod interaction {
    //! The format of `.interaction` files, which `generate` writes and `validate` checks.

    /// The line between two passes.
    pub const NEXT_PASS: &str = "---";

    /// The maximum size of a file, in bytes: it is meant for human readers.
    pub const MAX_BYTES: usize = 1 << 20;
}

/// A problem package.
#[derive(Debug)]
pub struct Package {
    /// The name of the package's folder.
    pub name: String,
    /// The settings of problem.yaml.
    pub metadata: Metadata,
    /// The programs of the package, except submissions.
    pub programs: Programs,
    /// The groups of cases.
    pub groups: TestGroups,
    /// The cases, sorted by name.
    pub cases: Vec<PackageCase>,
    /// The expected results of the submissions.
    pub submissions: Submissions,
    tree: Tree,
}

/// Returns whether a folder is a package.
pub fn is_package(folder: &Path) -> bool {
    folder.join(FILE).is_file() || folder.join(time_limit::INI).is_file()
}

/// Adds advice to the fault that there is no package in a folder, if one of Polygon is.
#[must_use]
pub fn or_of_polygon(fault: Fault, folder: &Path) -> Fault {
    if folder.join("problem.xml").is_file() {
        fault.help("packages of Polygon are not read; docs/coming-from.md says how to use their programs and tests")
    } else {
        fault
    }
}

impl Package {
    /// Reads the package in `folder` and records every diagnostic. Follows no links outside.
    pub fn read(folder: &Path, name: &str, diagnostics: &mut Diagnostics) -> Package {
        Package::read_within(LinkBoundary::of_folder(folder), folder, name, diagnostics)
    }

    /// Reads a package like [`Package::read`], but follows links within a boundary.
    pub fn read_within(
        links: LinkBoundary,
        folder: &Path,
        name: &str,
        diagnostics: &mut Diagnostics,
    ) -> Package {
        let tree = Tree::walk(folder, links, diagnostics);
        let document = if tree.has_file(FILE) {
            keys::read(&tree, FILE, Some(Work::Converting), diagnostics)
        } else {
            diagnostics.error(FILE, "there is no such file");
            None
        };
        let mut metadata = match &document {
            Some(document) => Metadata::read(document, diagnostics),
            None => Metadata::of_version(Version::Legacy),
        };
        time_limit::read(&tree, &mut metadata, diagnostics);
        let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        if !name.bytes().all(is_name) {
            diagnostics
                .warning("", format!("the package is named `{name}`"))
                .help("many systems accept only lower-case ASCII letters and digits");
        }
        let programs = layout::read(&tree, &metadata, diagnostics);
        let groups = groups::read(&tree, &metadata, diagnostics);
        if metadata.version == Version::V2025_09 {
            groups::check_groups(&groups, &metadata, &tree, diagnostics);
        }
        if programs.output_validators.is_empty() {
            check_arguments(&metadata, &groups, diagnostics);
        }
        check_grader(&programs, &groups, diagnostics);
        static_validation::check(&metadata, &programs, &groups, diagnostics);
        let cases = cases::find(&tree, &metadata, diagnostics);
        if !cases.iter().any(|case| case.purpose == Purpose::Secret) {
            let missing = diagnostics.error("data/secret", "there is no secret case");
            if tree.has_file(generators::RULES) {
                missing.help("run `referee generate` on the package first");
            }
        }
        case_files::check(&cases, &programs, &metadata, &tree, diagnostics);
        let submissions = Submissions::read(&tree, metadata.version, diagnostics);
        Package { name: name.to_string(), metadata, programs, groups, cases, submissions, tree }
    }

    /// Returns the path of a file or folder of the package.
    pub fn path(&self, below: &str) -> PathBuf {
        self.tree.path(below)
    }

    /// Returns all files of the package, by their paths below it, sorted.
    pub fn files(&self) -> &[String] {
        &self.tree.files
    }

    /// Returns the boundary for links of the package.
    pub fn links(&self) -> &LinkBoundary {
        &self.tree.links
    }

    /// Returns all broken links of the package, by their paths below it, sorted.
    pub fn dangling_links(&self) -> &[String] {
        &self.tree.dangling
    }

    /// Reads a YAML file of the package; `None` if the file is missing or unusable.
    pub fn document(&self, path: &str) -> Option<Node> {
        let found = self.tree.has_file(path);
        found.then(|| keys::read(&self.tree, path, None, &mut Diagnostics::default())).flatten()
    }

    /// Returns the arguments that apply in a folder below `data`, including inherited ones.
    pub fn inherited(&self, folder: &str) -> ProgramArguments {
        groups::inherited(&self.groups, folder)
    }

    /// Returns the cases on which submissions are run, sorted by name.
    pub fn judged(&self) -> impl Iterator<Item = &PackageCase> {
        let judged = [Purpose::Sample, Purpose::Secret];
        self.cases.iter().filter(move |case| judged.contains(&case.purpose))
    }

    /// Lists the static validations as cases: the name of each, and the file that requires it.
    pub fn static_validations(&self) -> impl Iterator<Item = (String, String)> {
        static_validation::cases(&self.groups)
    }

    /// Returns the static validation that a case represents; `None` for ordinary cases.
    pub fn static_validation(&self, case: &str) -> Option<&StaticValidation> {
        static_validation::of_case(&self.groups, case)
    }

    /// Returns the case with this name.
    pub fn case(&self, name: &str) -> Option<&PackageCase> {
        self.cases.binary_search_by(|case| by_name(&case.name, name)).ok().map(|at| &self.cases[at])
    }

    /// Resolves the settings of a case, and records diagnostics about the case's own file.
    pub fn settings(&self, case: &PackageCase, diagnostics: &mut Diagnostics) -> CaseSettings {
        let is_read = case.has(CaseFileKind::Settings) && !self.metadata.version.is_legacy();
        let path = case.file(CaseFileKind::Settings);
        let needed_for = Some(Work::Running);
        let own =
            is_read.then(|| keys::bytes_of(&self.tree, &path, needed_for, diagnostics)).flatten();
        self.settings_under(&self.groups, &case.name, own.as_deref(), diagnostics)
    }

    /// Resolves the settings of a case, which need not exist yet, below `groups`; `own` is the text
    /// of the case's own file. Records diagnostics about that text.
    pub fn settings_under(
        &self,
        groups: &TestGroups,
        case: &str,
        own: Option<&[u8]>,
        diagnostics: &mut Diagnostics,
    ) -> CaseSettings {
        let version = self.metadata.version;
        let own = own.filter(|_| !version.is_legacy());
        let own = own.and_then(|own| self.own_arguments(case, own, diagnostics));
        let inherited = groups::inherited(groups, cases::folder_of(case));
        let arguments = own.unwrap_or_default().or(inherited);
        let own_of_checker = arguments.output_validator.iter().flatten();
        let checker_arguments =
            self.metadata.validator_flags.iter().chain(own_of_checker).cloned().collect();
        let extra_files = version.knows_new().then(|| ExtraFiles::of(case, &self.tree));
        let extra_files = extra_files.unwrap_or_default();
        CaseSettings { arguments, checker_arguments, extra_files }
    }

    fn own_arguments(
        &self,
        case: &str,
        own: &[u8],
        diagnostics: &mut Diagnostics,
    ) -> Option<ProgramArguments> {
        let (version, needed_for) = (self.metadata.version, Some(Work::Running));
        let path = cases::file_of(case, CaseFileKind::Settings);
        // The format substitutes constants only in programs and group files: a case is data.
        let node = keys::parse(&path, own, &Constants::new(), needed_for, diagnostics)?;
        let keys = Keys::of(&node, "the file", &path, version, needed_for, diagnostics)?;
        Some(ProgramArguments::of_case(keys))
    }

    /// Returns the paths of the submissions that must be accepted: first the model solution, which
    /// answers the cases, then the others by name.
    pub fn solutions(&self) -> Vec<String> {
        let names = self.tree.entries("submissions/accepted").into_iter();
        let names = names.filter(|name| !is_disabled(name));
        let mut paths: Vec<String> =
            names.map(|name| format!("submissions/accepted/{name}")).collect();
        paths.sort_by_key(|path| !self.is_model(path));
        paths
    }

    /// Returns whether the submission with this path is marked as the model solution.
    pub fn is_model(&self, path: &str) -> bool {
        path.strip_prefix("submissions/").is_some_and(|name| self.submissions.is_model(name))
    }

    /// Resolves `name` relative to a folder of the package; `None` if there is no such file or
    /// folder, or the path leaves the package.
    pub fn find(&self, folder: &str, name: &str) -> Option<String> {
        let path = files::joined(folder, name)?;
        (self.tree.has_file(&path) || self.tree.has_folder(&path)).then_some(path)
    }

    /// Returns the names of the direct entries of a folder, sorted.
    pub fn entries(&self, folder: &str) -> Vec<&str> {
        self.tree.entries(folder)
    }
}

/// Checks that a grader exists exactly if a group requires one.
fn check_grader(programs: &Programs, groups: &TestGroups, diagnostics: &mut Diagnostics) {
    let custom = |group: &GroupSettings| group.grading.is_custom == Some(true);
    let wanted = groups.iter().find(|(_, group)| custom(group)).map(|(folder, _)| folder);
    match (&programs.grader, wanted) {
        (None, Some(folder)) => {
            let path = format!("data/{folder}").trim_end_matches('/').to_string();
            diagnostics
                .error(path, "`grading` is `custom`, but there is no grader in graders")
                .blocking(Work::Judging);
        }
        (Some(grader), None) => {
            diagnostics
                .warning(grader, "this grader is not used")
                .help("write `grading: custom` into a testdata.yaml");
        }
        _ => {}
    }
}

/// Reports arguments that the default comparison does not understand.
fn check_arguments(metadata: &Metadata, groups: &TestGroups, diagnostics: &mut Diagnostics) {
    let flags = &metadata.validator_flags;
    if let Err(error) = Comparison::parse(flags.iter().map(String::as_str)) {
        diagnostics.error(FILE, format!("validator_flags: {error}")).blocking(Work::Judging);
        return;
    }
    for (folder, group) in groups {
        let Some(own) = &group.settings.output_validator else { continue };
        if let Err(error) = Comparison::parse(flags.iter().chain(own).map(String::as_str)) {
            let path = format!("data/{folder}").trim_end_matches('/').to_string();
            diagnostics
                .error(path, format!("arguments of the output validator: {error}"))
                .blocking(Work::Judging);
        }
    }
}
