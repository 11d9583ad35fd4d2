//! Opens a package with a `generators.yaml`: reads its rules, and finds their programs.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use globset::GlobSet;
use referee_base::document::{DocumentError, Lines};

use super::generated;
use super::made::with_extension;
use super::programs::{self, GeneratePrograms};
use crate::generate::commands::{InputCommand, InputGenerators, MadeInput, WrittenInput};
use referee_base::fault::Fault;
use referee_base::files::{self, LinkBoundary};
use referee_package::generators::command::GeneratorCommand;
use referee_package::generators::{self, GenerationPlan, Link, MAX_BYTES, PlannedCase, RULES};
use referee_package::{Diagnostic, Diagnostics, FILE, Package, Work, is_group_file};
use referee_problem::{JuryProgram, ToolRunner};

/// A package with the rules for its cases.
pub struct Generation {
    pub(super) package: Package,
    /// Its folder, as a canonical path.
    pub(super) folder: PathBuf,
    /// The path of its rules, as the user named it.
    rules: PathBuf,
    text: String,
    pub(super) plan: GenerationPlan,
    pub(super) programs: GeneratePrograms,
}

/// The findings about a package before anything is generated.
#[derive(Debug, Default)]
pub struct Findings {
    /// Errors that prevent generation.
    pub errors: Vec<Fault>,
    /// Warnings, which do not prevent generation.
    pub warnings: Vec<Fault>,
}

impl Generation {
    /// Reads a package and finds its programs; returns none if any of the findings is an error.
    ///
    /// # Errors
    /// There is no such package, it has no rules, a file cannot be read, or a temporary file cannot
    /// be written.
    pub fn open(
        folder: &Path,
        links: LinkBoundary,
        tool_runner: &Arc<ToolRunner>,
    ) -> Result<(Option<Generation>, Findings), Fault> {
        if !folder.join(FILE).is_file() {
            let fault =
                Fault::bad_input(format!("this is not a problem package: it has no {FILE}"));
            return Err(referee_package::or_of_polygon(fault.at(folder), folder));
        }
        let absolute = folder.canonicalize().map_err(|error| Fault::cannot_read(folder, &error))?;
        let name = absolute.file_name().unwrap_or_default().to_string_lossy();
        let mut diagnostics = Diagnostics::default();
        let package = Package::read_within(links, folder, &name, &mut diagnostics);
        let rules = folder.join(RULES);
        if package.find("", RULES).is_none() {
            let fault = Fault::bad_input("there is no such file, which would say what to generate");
            return Err(fault.at(rules));
        }
        let bytes = files::read_at_most(&rules, MAX_BYTES)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let planned = generators::plan(&bytes, &package);
        let plan = planned.plan;
        let mut findings = Findings::default();
        let mut found = diagnostics.sorted();
        found.retain(|one| bears_on_cases(one, &plan) || is_of_validator(one, &package));
        for of_file in found.chunk_by(|a, b| a.path == b.path) {
            findings.add(of_file, &package.path(&of_file[0].path));
        }
        let (programs, found) = programs::find(&package, &plan, tool_runner)?;
        let lines = Lines::of(&text);
        let at = |error: &DocumentError| Fault::in_lines(&rules, error, &lines);
        let mut errors: Vec<Fault> = planned.errors.iter().chain(&found.errors).map(at).collect();
        errors.sort_by_key(|fault| fault.place);
        findings.errors.extend(errors);
        findings.warnings.extend(planned.warnings.iter().map(at));
        findings.warnings.extend(found.warnings);
        let generation = Generation { package, folder: absolute, rules, text, plan, programs };
        Ok((Some(generation).filter(|_| findings.errors.is_empty()), findings))
    }

    /// Returns the rules of cases, restricted to matching names.
    pub fn rules<'a>(&'a self, only: Option<&'a GlobSet>) -> impl Iterator<Item = &'a PlannedCase> {
        self.plan.cases.iter().filter(move |rule| is_wanted(only, &rule.name))
    }

    /// Returns the cases that are links to other cases, restricted to matching names.
    pub fn links<'a>(&'a self, only: Option<&'a GlobSet>) -> impl Iterator<Item = &'a Link> {
        self.plan.links.iter().filter(move |link| is_wanted(only, &link.name))
    }

    /// Returns the default solution, if it is used and not marked as the model solution.
    pub fn default_solution(&self) -> Option<&str> {
        let solution = self.programs.default_solution()?;
        let is_said = self.package.is_model(solution.trim_start_matches('/'));
        Some(solution).filter(|_| !is_said)
    }

    /// Returns the rules whose inputs are valid, as far as their authors know.
    fn valid_cases(&self) -> impl Iterator<Item = &PlannedCase> {
        self.plan.cases.iter().filter(|rule| rule.root() != "invalid_input")
    }

    /// Returns a fault at a position in the rules.
    pub(super) fn at(&self, error: &DocumentError) -> Fault {
        Fault::document(&self.rules, error, &self.text)
    }
}

impl InputGenerators for Generation {
    fn written_inputs(&self, most: u64) -> Vec<WrittenInput> {
        let copied = |from: PathBuf| {
            let path = with_extension(&self.folder.join(from), "in");
            let target = self.package.links().follow(&path).ok()?;
            files::read_whole(&target.path, most).ok()
        };
        let inputs = self.valid_cases().filter_map(|rule| {
            let input = match rule.contents.get("in") {
                Some(text) => text.clone().into_bytes(),
                None => copied(rule.copied_from()?)?,
            };
            Some(WrittenInput { case: rule.name.clone(), input })
        });
        inputs.filter(|written| written.input.len() as u64 <= most).collect()
    }

    fn commands(&self) -> Vec<InputCommand> {
        let commands = self.valid_cases().filter_map(|rule| Some(&rule.generate.as_ref()?.0));
        let as_given = |command: &GeneratorCommand| InputCommand {
            program: command.program.to_string(),
            words: command.words(),
        };
        commands.map(as_given).collect()
    }

    fn generator(&self, program: &str) -> Option<&JuryProgram> {
        self.programs.generator(program)
    }

    fn input_of(
        &self,
        program: &str,
        arguments: Vec<String>,
        at_most: Duration,
    ) -> Result<MadeInput, Fault> {
        match self.generator(program) {
            Some(tool) => generated::input_of(tool, arguments, at_most),
            None => Ok(MadeInput::Nothing),
        }
    }
}

impl Findings {
    fn add(&mut self, diagnostics: &[Diagnostic], path: &Path) {
        let text = files::read_at_most(path, MAX_BYTES).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines = Lines::of(&text);
        for diagnostic in diagnostics {
            let Diagnostic { place, message, help, .. } = diagnostic.clone();
            let fault = match place {
                Some(place) => {
                    Fault::in_lines(path, &DocumentError { place, message, help }, &lines)
                }
                None => Fault { help: help.map(Into::into), ..Fault::bad_input(message).at(path) },
            };
            let is_error = diagnostic.blocks(Work::Running);
            if is_error { self.errors.push(fault) } else { self.warnings.push(fault) }
        }
    }
}

/// Returns whether a case or a file of a group has a matching name.
pub(super) fn is_wanted(only: Option<&GlobSet>, name: &str) -> bool {
    only.is_none_or(|only| only.is_match(name))
}

/// Returns whether a diagnostic is about an input validator that cannot be used.
fn is_of_validator(found: &Diagnostic, package: &Package) -> bool {
    let mut validators = package.programs.input_validators.iter();
    // Compares components of paths: `a` is not a part of `ab.ctd`.
    let is_in = |folder: &str| Path::new(&found.path).starts_with(folder);
    validators.any(|validator| validator.is_unusable() && is_in(&validator.path))
}

/// Returns whether an error affects generated cases: one in problem.yaml, or in settings of a group
/// that no rule makes. Other errors are expected while there are no cases.
fn bears_on_cases(found: &Diagnostic, plan: &GenerationPlan) -> bool {
    let has_place = found.place.is_some();
    let is_made = |path: &str| plan.group_files.iter().any(|(below, _)| below == path);
    match found.path.strip_prefix("data/") {
        None => found.path == FILE && (has_place || found.blocks(Work::Running)),
        Some(below) => has_place && is_group_file(below) && !is_made(below),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn inputs_that_must_be_rejected_are_no_inputs_to_learn_from() {
        let folder = tempfile::tempdir().unwrap();
        let rules = "generators: {}\ndata:\n  sample:\n    data:\n      - odd: {in: '7'}\n  \
                     invalid_input:\n    data:\n      - words: {in: 'x'}\n";
        fs::create_dir(folder.path().join("generators")).unwrap();
        fs::write(folder.path().join(RULES), rules).unwrap();
        fs::write(folder.path().join(FILE), "name: A\n").unwrap();
        let links = LinkBoundary::of_folder(folder.path());
        let (found, findings) = Generation::open(folder.path(), links, &Arc::default()).unwrap();
        let generation = found.unwrap_or_else(|| panic!("{findings:?}"));
        let inputs: Vec<Vec<u8>> =
            generation.written_inputs(100).into_iter().map(|written| written.input).collect();
        assert_eq!(inputs, [b"7\n"]);
    }
}
