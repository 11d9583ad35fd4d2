//! A package whose cases can be made: its rules are read, and the programs found that they name.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use globset::GlobSet;
use referee_base::document::DocumentError;

use super::programs::{self, Programs};
use crate::problem::ToolRunner;
use referee_base::fault::Fault;
use referee_base::files;
use referee_package::generators::{self, Link, MAX_BYTES, Plan, RULES, Rule};
use referee_package::{Diagnostic, Diagnostics, FILE, Package, is_group_file};

/// A package whose cases can be made.
pub struct Generation {
    pub(super) package: Package,
    /// Its folder; a path without links.
    pub(super) folder: PathBuf,
    /// Its rules: the file as it was named, and what is in it.
    rules: PathBuf,
    text: String,
    pub(super) plan: Plan,
    pub(super) programs: Programs,
}

/// What is to be said about a package before anything is made.
#[derive(Debug, Default)]
pub struct Findings {
    /// What must be mended first.
    pub errors: Vec<Fault>,
    /// What is not as it should be, though cases can be made.
    pub warnings: Vec<Fault>,
}

impl Generation {
    /// Reads a package and finds its programs. All that is wrong is gathered in the findings; nothing can be made if any of it
    /// is an error.
    ///
    /// # Errors
    /// There is no such package, it has no rules, a file cannot be read or a temporary one not be written.
    pub fn open(
        folder: &Path,
        tool_runner: &Arc<ToolRunner>,
    ) -> Result<(Option<Generation>, Findings), Fault> {
        if !folder.join(FILE).is_file() {
            let fault = Fault::bad_input(format!("this is no problem package: it has no {FILE}"));
            return Err(fault.at(folder));
        }
        let absolute = folder.canonicalize().map_err(|error| Fault::cannot_read(folder, &error))?;
        let name = absolute.file_name().unwrap_or_default().to_string_lossy();
        let mut diagnostics = Diagnostics::default();
        let package = Package::read(folder, &name, &mut diagnostics);
        let rules = folder.join(RULES);
        if package.find("", RULES).is_none() {
            let fault =
                Fault::bad_input("there is no such file, and no other says what to generate");
            return Err(fault.at(rules));
        }
        let bytes = files::read_at_most(&rules, MAX_BYTES)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let planned = generators::plan(&bytes, &package);
        let plan = planned.plan;
        let mut findings = Findings::default();
        for diagnostic in diagnostics.sorted() {
            if bears_on_cases(&diagnostic, &plan) {
                findings.add(diagnostic, &package);
            }
        }
        let (programs, found) = programs::find(&package, &plan, tool_runner)?;
        let at = |error: &DocumentError| Fault::document(&rules, error, &text);
        let mut errors: Vec<Fault> = planned.errors.iter().chain(&found.errors).map(at).collect();
        errors.sort_by_key(|fault| fault.place);
        findings.errors.extend(errors);
        findings.warnings.extend(planned.warnings.iter().map(at));
        findings.warnings.extend(found.warnings);
        let generation = Generation { package, folder: absolute, rules, text, plan, programs };
        Ok((Some(generation).filter(|_| findings.errors.is_empty()), findings))
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

    /// The program that answers cases for which none is named, if it was needed and nothing in the package says that it is the one.
    pub fn default_solution(&self) -> Option<&str> {
        let solution = self.programs.default_solution()?;
        let is_said = self.package.is_model(solution.trim_start_matches('/'));
        Some(solution).filter(|_| !is_said)
    }

    /// A fault at a place in the rules.
    pub(super) fn at(&self, error: &DocumentError) -> Fault {
        Fault::document(&self.rules, error, &self.text)
    }
}

impl Findings {
    /// Adds what was found when a package was read.
    fn add(&mut self, diagnostic: Diagnostic, package: &Package) {
        let path = package.path(&diagnostic.path);
        let Diagnostic { place, message, help, blocks, .. } = diagnostic;
        let fault = match place {
            Some(place) => {
                let text = files::read_at_most(&path, MAX_BYTES).unwrap_or_default();
                let error = DocumentError { place, message, help };
                Fault::document(&path, &error, &String::from_utf8_lossy(&text))
            }
            None => Fault { help: help.map(Into::into), ..Fault::bad_input(message).at(path) },
        };
        match blocks {
            true => self.errors.push(fault),
            false => self.warnings.push(fault),
        }
    }
}

/// Whether cases are made otherwise because of what is wrong there: in problem.yaml, or in settings of a group that no rule makes.
/// Much else is wrong as long as there are no cases.
fn bears_on_cases(found: &Diagnostic, plan: &Plan) -> bool {
    let has_place = found.place.is_some();
    let is_made = |path: &str| plan.group_files.iter().any(|(below, _)| below == path);
    match found.path.strip_prefix("data/") {
        None => found.path == FILE && (has_place || found.blocks),
        Some(below) => has_place && is_group_file(below) && !is_made(below),
    }
}
