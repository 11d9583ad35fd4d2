//! The cases of a package by its `generators/generators.yaml`: which there are, what they are called, and making them.
//!
//! The format is that of BAPCtools, and the same file makes the same names, seeds and bytes here. From text to files it goes
//! through `read` (a tree), `plan` (names, numbers, seeds), `programs` (what runs), `make` (one case) and `settle` (into
//! `data/`). Nothing is made before all of the first three is right, and no file that is there is lost: one that differs from
//! what is made is left alone unless it is asked for.

mod arguments;
mod beside;
mod cache;
pub mod command;
mod count;
mod emit;
mod endings;
mod generated;
mod interaction;
mod made;
mod make;
mod outputs;
mod plan;
mod planner;
mod programs;
mod read;
mod run;
mod settings;
mod settle;
mod tree;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use globset::GlobSet;
use referee_base::document::DocumentError;

pub use plan::{Link, Plan, Rule};
pub use run::{End, Options, Told};

use crate::problem::Workshop;
use programs::Programs;
use referee_base::fault::Fault;
use referee_base::files;
use settings::Settings;

/// The file that makes a folder a package.
pub const PROBLEM: &str = "problem.yaml";

/// The file with the rules, below a package.
const RULES: &str = "generators/generators.yaml";

/// The most bytes of a file of rules.
const MOST_BYTES: u64 = 16 << 20;

/// A package whose cases can be made.
pub struct Package {
    /// Its folder; a path without links.
    folder: PathBuf,
    /// Its rules: the file as it was named, and what is in it.
    rules: PathBuf,
    text: String,
    settings: Settings,
    plan: Plan,
    programs: Programs,
}

/// What is to be said about a package before anything is made.
#[derive(Debug, Default)]
pub struct Findings {
    /// What must be mended first.
    pub errors: Vec<Fault>,
    /// What is not as it should be, though cases can be made.
    pub warnings: Vec<Fault>,
}

impl Package {
    /// Reads a package and finds its programs. All that is wrong is gathered in the findings; there is no package if any of it
    /// is an error.
    ///
    /// # Errors
    /// There is no such package, it has no rules, a file cannot be read or a temporary one not be written.
    pub fn open(
        folder: &Path,
        workshop: &Arc<Workshop>,
    ) -> Result<(Option<Package>, Findings), Fault> {
        let rules = folder.join(RULES);
        if !folder.join(PROBLEM).is_file() {
            let fault =
                Fault::bad_input(format!("this is no problem package: it has no {PROBLEM}"));
            return Err(fault.at(folder));
        }
        if rules.symlink_metadata().is_err() {
            let fault =
                Fault::bad_input("there is no such file, and no other says what to generate");
            return Err(fault.at(rules));
        }
        let package = folder.canonicalize().map_err(|error| Fault::cannot_read(folder, &error))?;
        let mut findings = Findings::default();
        let (problem, settings) =
            (folder.join(PROBLEM), files::read_at_most(&folder.join(PROBLEM), MOST_BYTES)?);
        let settings = Settings::read(&settings).unwrap_or_else(|error| {
            let text = String::from_utf8_lossy(&settings);
            findings.errors.push(Fault::document(&problem, &error, &text));
            Settings::default()
        });
        let bytes = files::read_at_most(&rules, MOST_BYTES)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let at = |error: &DocumentError| Fault::document(&rules, error, &text);
        let planned = planner::plan(read::read(&bytes), &settings);
        let (programs, found) = programs::find(&package, &planned.plan, &settings, workshop)?;
        let errors = [planned.errors, found.errors].concat();
        findings.errors.extend(errors.iter().map(at));
        findings.warnings.extend(planned.warnings.iter().map(at));
        findings.warnings.extend(found.warnings);
        findings.errors.sort_by_key(|fault| fault.place);
        let plan = planned.plan;
        let package = Package { folder: package, rules, text, settings, plan, programs };
        Ok((Some(package).filter(|_| findings.errors.is_empty()), findings))
    }

    /// The rules of the cases that have one of their own, as far as their names match.
    pub fn rules<'a>(&'a self, only: Option<&'a GlobSet>) -> impl Iterator<Item = &'a Rule> {
        let is_wanted = move |name: &str| only.is_none_or(|only| only.is_match(name));
        self.plan.cases.iter().filter(move |rule| is_wanted(&rule.name))
    }

    /// The cases that are links to another one, as far as their names match.
    pub fn links<'a>(&'a self, only: Option<&'a GlobSet>) -> impl Iterator<Item = &'a Link> {
        let is_wanted = move |name: &str| only.is_none_or(|only| only.is_match(name));
        self.plan.links.iter().filter(move |link| is_wanted(&link.name))
    }

    /// The program that answers cases for which none is named, if it was needed.
    pub fn default_solution(&self) -> Option<&str> {
        self.programs.default_solution()
    }

    fn at(&self, error: &DocumentError) -> Fault {
        Fault::document(&self.rules, error, &self.text)
    }
}
