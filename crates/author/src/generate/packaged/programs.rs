//! The programs that make cases: generators, the solution, input validators and output validators.
//! They are read before any case is made, so that everything missing is reported together.
//!
//! The package defines their paths; they run in sandboxes.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::sync::Arc;

use referee_base::document::{DocumentError, nearest};
use referee_checker::Position;

use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;
use referee_package::generators::{GenerationPlan, PlannedCase, SolutionRule, Text};
use referee_package::{Package, SAMPLE};
use referee_problem::{
    InputValidator, JuryProgram, ProgramChecker, ToolRunner, package_program, solution_of,
    source_of,
};
use referee_programs::Source;

/// The programs of a package.
pub(super) struct GeneratePrograms {
    generators: BTreeMap<String, JuryProgram>,
    solutions: BTreeMap<String, JuryProgram>,
    /// The path of the default solution, below the package.
    default_solution: Option<String>,
    /// The input validators.
    pub(super) input_validators: Vec<InputValidator>,
    /// The output validators; all of them must accept.
    output_validators: Vec<JuryProgram>,
    /// Temporary folders with programs assembled from several files.
    staged: Vec<TemporaryFolder>,
}

impl GeneratePrograms {
    /// Returns the generator with this name.
    pub(super) fn generator(&self, name: &str) -> Option<&JuryProgram> {
        self.generators.get(name)
    }

    /// Returns the program that answers a case, if one should.
    pub(super) fn solution(&self, rule: &PlannedCase) -> Option<&JuryProgram> {
        let name = match &rule.solution {
            SolutionRule::Unsaid => self.default_solution.as_ref()?,
            SolutionRule::Nothing => return None,
            SolutionRule::Program(named) => &named.text,
        };
        self.solutions.get(name)
    }

    /// Returns the output validators of the package with these arguments; `None` if there are none.
    pub(super) fn checker(
        &self,
        package: &Package,
        arguments: &[String],
    ) -> Option<ProgramChecker> {
        let with_arguments = |tool: &JuryProgram| Arc::new(tool.clone().with_arguments(arguments));
        ProgramChecker::of(package, self.output_validators.iter().map(with_arguments).collect())
    }

    /// Returns the default solution, if it is used.
    pub(super) fn default_solution(&self) -> Option<&str> {
        self.default_solution.as_deref()
    }
}

/// The faults of the programs.
#[derive(Default)]
pub(super) struct ProgramFaults {
    pub(super) errors: Vec<DocumentError>,
    pub(super) warnings: Vec<Fault>,
}

/// Reads the programs that a plan needs.
pub(super) fn find(
    package: &Package,
    plan: &GenerationPlan,
    tool_runner: &Arc<ToolRunner>,
) -> Result<(GeneratePrograms, ProgramFaults), Fault> {
    let programs = GeneratePrograms {
        generators: BTreeMap::new(),
        solutions: BTreeMap::new(),
        default_solution: None,
        input_validators: Vec::new(),
        output_validators: Vec::new(),
        staged: Vec::new(),
    };
    let mut finder = Finder { package, tool_runner, programs, found: ProgramFaults::default() };
    for rule in &plan.cases {
        if let Some((command, _, place)) = &rule.generate {
            finder.generator(&command.program, *place, plan)?;
        }
    }
    finder.solutions(plan);
    finder.input_validators();
    finder.output_validators();
    Ok((finder.programs, finder.found))
}

struct Finder<'a> {
    package: &'a Package,
    tool_runner: &'a Arc<ToolRunner>,
    programs: GeneratePrograms,
    found: ProgramFaults,
}

impl Finder<'_> {
    fn error(&mut self, place: Position, message: String, help: Option<String>) {
        self.found.errors.push(DocumentError { place, message, help });
    }

    fn generator(
        &mut self,
        name: &str,
        place: Position,
        plan: &GenerationPlan,
    ) -> Result<(), Fault> {
        if self.programs.generators.contains_key(name) {
            return Ok(());
        }
        let read = match plan.generators.get(name) {
            Some(files) => self.put_together(name, files)?,
            None => match self.package.find("generators", name) {
                Some(path) => {
                    source_of(self.package, &path, Source::of_tool, self.tool_runner.languages())
                }
                None => {
                    let near = nearest(name, plan.generators.keys().map(String::as_str));
                    let near = near.or_else(|| nearest(name, self.package.entries("generators")));
                    let help = near.map(|near| format!("did you mean `{near}`?"));
                    let shown = referee_checker::text::excerpt(name.as_bytes(), 60);
                    self.error(place, format!("there is no generator `{shown}`"), help);
                    return Ok(());
                }
            },
        };
        match read {
            Ok(source) => {
                let tool =
                    JuryProgram::of_source("generator", name.into(), source, self.tool_runner);
                self.programs.generators.insert(name.into(), tool);
            }
            Err(fault) => self.error(place, fault.to_string(), fault.help.map(String::from)),
        }
        Ok(())
    }

    fn solutions(&mut self, plan: &GenerationPlan) {
        let package = self.package;
        let needing = || plan.cases.iter().filter(|rule| needs_solution(rule, package));
        let mut missing = HashSet::new();
        for said in needing().filter_map(|rule| match &rule.solution {
            SolutionRule::Program(named) => Some(named),
            SolutionRule::Unsaid | SolutionRule::Nothing => None,
        }) {
            let at = (said.place.line, said.place.column);
            // Many cases may inherit it from one group, so its faults are reported only once.
            if self.programs.solutions.contains_key(&said.text) || missing.contains(&at) {
                continue;
            }
            match self.solution_source(&said.text) {
                Ok(source) => self.solution(&said.text, source),
                Err((message, help)) => {
                    self.error(said.place, message, help);
                    missing.insert(at);
                }
            }
        }
        if needing().any(|rule| rule.solution == SolutionRule::Unsaid) {
            // The default solution is the same in every run, and never written to the user's file.
            let names = package.solutions().into_iter().map(|path| format!("/{path}"));
            let mut read = names.filter_map(|name| Some((self.solution_source(&name).ok()?, name)));
            let found = read.next();
            drop(read);
            if let Some((source, name)) = found {
                self.solution(&name, source);
                self.programs.default_solution = Some(name);
            }
        }
    }

    /// Returns the sources of a solution; or the error in its name, and advice.
    fn solution_source(&self, name: &str) -> Result<Source, (String, Option<String>)> {
        let Some(below) = name.strip_prefix('/') else {
            let message = "the path of a solution begins with `/`, which is the package";
            let help = "as in /submissions/accepted/solution.py";
            return Err((message.into(), Some(help.into())));
        };
        let Some(path) = self.package.find("", below) else {
            return Err(("there is no such program in the package".into(), None));
        };
        let source = solution_of(self.package, &path, self.tool_runner.languages());
        source.map_err(|fault| (fault.to_string(), fault.help.map(String::from)))
    }

    fn solution(&mut self, name: &str, source: Source) {
        let shown = name.trim_start_matches('/').to_string();
        let tool = JuryProgram::of_source("solution", shown, source, self.tool_runner);
        self.programs.solutions.insert(name.into(), tool);
    }

    fn input_validators(&mut self) {
        let package = self.package;
        for validator in &package.programs.input_validators {
            match InputValidator::new(package, validator, self.tool_runner) {
                Ok(found) => self.programs.input_validators.extend(found),
                Err(fault) => self.found.warnings.push(fault),
            }
        }
    }

    fn output_validators(&mut self) {
        let package = self.package;
        let paths = &package.programs.output_validators;
        if let ([_, second, ..], true) = (&paths[..], package.metadata.kinds.is_dialogue()) {
            let message = "there is more than one output validator; none is run here";
            let warning = Fault::bad_input(message).at(package.path(second));
            return self.found.warnings.push(warning);
        }
        for path in paths {
            match package_program("output validator", package, path, self.tool_runner) {
                Ok(tool) => self.programs.output_validators.push(tool),
                Err(fault) => self.found.warnings.push(fault),
            }
        }
    }

    /// Assembles a program of several files; the first is its entry point.
    fn put_together(&mut self, name: &str, files: &[Text]) -> Result<Result<Source, Fault>, Fault> {
        let staged = TemporaryFolder::new()?;
        let mut names = Vec::new();
        for file in files {
            let found = self.package.find("generators", &file.text);
            let path = found.map(|path| self.package.path(&path)).filter(|path| path.is_file());
            let Some(path) = path else {
                let fault = Fault::bad_input(format!("generator {name}: there is no file"));
                return Ok(Err(fault.at(self.package.path("generators").join(&file.text))));
            };
            let below = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let to = staged.path().join(below);
            fs::copy(&path, &to).map_err(|error| Fault::cannot_read(&path, &error))?;
            names.push(below.to_string());
        }
        let read = Source::read(staged.path(), self.tool_runner.languages(), None);
        self.programs.staged.push(staged);
        let constants = Arc::clone(&self.package.metadata.constants);
        Ok(read.and_then(|source| match names.into_iter().next() {
            Some(main) if source.sources.contains(&main) => {
                Ok(Source { main, constants, ..source })
            }
            _ => Err(Fault::bad_input(format!(
                "generator {name}: its first file, which is started, is not {}",
                source.language.title
            ))),
        }))
    }
}

/// Returns whether a case needs a solution: for its answer, or the interaction of a sample.
fn needs_solution(rule: &PlannedCase, package: &Package) -> bool {
    if package.metadata.kinds.is_dialogue() {
        rule.root() == SAMPLE && !rule.contents.contains_key("interaction")
    } else {
        rule.needs_answer()
    }
}
