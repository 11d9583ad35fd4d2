//! The programs that make cases: generators, the solution, the validators of inputs and of outputs. They are found and read before any
//! case is made, so that all that is missing is told at once.
//!
//! Programs come with the package, from wherever that came: they must lie in it, and run in sandboxes.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use referee_base::document::{DocumentError, nearest};
use referee_checker::Place;

use super::plan::{Plan, Rule};
use super::settings::Settings;
use super::tree::Text;
use crate::package::limits::Limits;
use crate::package::{language_of_description, layout};
use crate::problem::{Tool, Workshop};
use crate::programs::{Source, is_passed_over};
use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;

/// The programs of a package.
pub(super) struct Programs {
    generators: BTreeMap<String, Tool>,
    solutions: BTreeMap<String, Tool>,
    /// What answers where nothing is said, by its path below the package.
    default_solution: Option<String>,
    /// By name.
    pub(super) validators: Vec<(String, Tool)>,
    output_validator: Option<OutputValidator>,
    /// Sources put together from several places.
    staged: Vec<TemporaryFolder>,
}

/// What judges outputs.
struct OutputValidator {
    name: String,
    source: Source,
    limits: Limits,
    workshop: Arc<Workshop>,
    /// It, by its arguments.
    tools: Mutex<HashMap<Vec<String>, Arc<Tool>>>,
}

impl Programs {
    /// The program that generates a case.
    pub(super) fn generator(&self, name: &str) -> Option<&Tool> {
        self.generators.get(name)
    }

    /// The program that answers a case, if one is to.
    pub(super) fn solution(&self, rule: &Rule) -> Option<&Tool> {
        let name = match &rule.solution {
            None => self.default_solution.as_ref()?,
            Some(said) => &said.as_ref()?.text,
        };
        self.solutions.get(name)
    }

    /// The program that judges outputs, if there is one, with these arguments.
    pub(super) fn output_validator(&self, arguments: Vec<String>) -> Option<Arc<Tool>> {
        let OutputValidator { name, source, limits, workshop, tools } =
            self.output_validator.as_ref()?;
        let mut tools = tools.lock().unwrap_or_else(PoisonError::into_inner);
        let tool = tools.entry(arguments).or_insert_with_key(|arguments| {
            let tool = Tool::of_source("output validator", name.clone(), source.clone(), workshop);
            Arc::new(tool.with_arguments(arguments).within(limits))
        });
        Some(Arc::clone(tool))
    }

    /// What answers where nothing is said, if that was asked for.
    pub(super) fn default_solution(&self) -> Option<&str> {
        self.default_solution.as_deref()
    }
}

/// What is wrong with programs.
#[derive(Default)]
pub(super) struct Found {
    pub(super) errors: Vec<DocumentError>,
    pub(super) warnings: Vec<Fault>,
}

/// Finds what a plan needs. `package` is a folder without links in its path.
pub(super) fn find(
    package: &Path,
    plan: &Plan,
    settings: &Settings,
    workshop: &Arc<Workshop>,
) -> Result<(Programs, Found), Fault> {
    let programs = Programs {
        generators: BTreeMap::new(),
        solutions: BTreeMap::new(),
        default_solution: None,
        validators: Vec::new(),
        output_validator: None,
        staged: Vec::new(),
    };
    let mut finder = Finder { package, settings, workshop, programs, found: Found::default() };
    for rule in &plan.cases {
        if let Some((command, _, place)) = &rule.generate {
            finder.generator(&command.program, *place, plan)?;
        }
    }
    finder.solutions(plan);
    finder.validators();
    finder.output_validator();
    Ok((finder.programs, finder.found))
}

struct Finder<'a> {
    package: &'a Path,
    settings: &'a Settings,
    workshop: &'a Arc<Workshop>,
    programs: Programs,
    found: Found,
}

impl Finder<'_> {
    fn error(&mut self, place: Place, message: String, help: Option<String>) {
        self.found.errors.push(DocumentError { place, message, help });
    }

    fn generator(&mut self, name: &str, place: Place, plan: &Plan) -> Result<(), Fault> {
        if self.programs.generators.contains_key(name) {
            return Ok(());
        }
        let folder = self.package.join("generators");
        let read = match plan.generators.get(name) {
            Some(files) => self.put_together(&folder, name, files)?,
            None => match self.inside(&folder.join(name)) {
                Some(path) => self.read(&path),
                None => {
                    let near = nearest(name, plan.generators.keys().map(String::as_str));
                    let beside = names_in(&folder);
                    let near = near.or_else(|| nearest(name, beside.iter().map(String::as_str)));
                    let help = near.map(|near| format!("did you mean `{near}`?"));
                    let shown = referee_checker::text::excerpt(name.as_bytes(), 60);
                    self.error(place, format!("there is no generator `{shown}`"), help);
                    return Ok(());
                }
            },
        };
        match read {
            Ok(source) => {
                let tool = Tool::of_source("generator", name.into(), source, self.workshop);
                self.programs.generators.insert(name.into(), tool);
            }
            Err(fault) => self.error(place, fault.to_string(), fault.help.map(String::from)),
        }
        Ok(())
    }

    fn solutions(&mut self, plan: &Plan) {
        let settings = self.settings;
        let needing = || plan.cases.iter().filter(|rule| needs_solution(rule, settings));
        let mut missing = HashSet::new();
        for said in needing().filter_map(|rule| rule.solution.as_ref()?.as_ref()) {
            let (text, at) = (&said.text, (said.place.line, said.place.column));
            // Many cases may have it from one group: what is wrong with it is said once.
            if self.programs.solutions.contains_key(text) || missing.contains(&at) {
                continue;
            }
            let below = said.text.strip_prefix('/');
            let path = below.and_then(|below| self.inside(&self.package.join(below)));
            let Some(path) = path else {
                let (message, help) = match below {
                    Some(_) => ("there is no such program in the package", None),
                    None => (
                        "the path of a solution begins with `/`, which is the package",
                        Some("as in /submissions/accepted/solution.py".to_string()),
                    ),
                };
                self.error(said.place, message.into(), help);
                missing.insert(at);
                continue;
            };
            match Source::read(&path, self.workshop.languages()) {
                Ok(source) => self.solution(text, source),
                Err(fault) => {
                    self.error(said.place, fault.to_string(), fault.help.map(String::from));
                    missing.insert(at);
                }
            }
        }
        if needing().any(|rule| rule.solution.is_none()) {
            let folder = self.package.join("submissions/accepted");
            // Always the same one, and never written into somebody's file.
            for name in names_in(&folder) {
                if let Some(path) = self.inside(&folder.join(&name))
                    && let Ok(source) = Source::read(&path, self.workshop.languages())
                {
                    let name = format!("/submissions/accepted/{name}");
                    self.solution(&name, source);
                    self.programs.default_solution = Some(name);
                    break;
                }
            }
        }
    }

    fn solution(&mut self, name: &str, source: Source) {
        let shown = name.trim_start_matches('/').to_string();
        let tool = Tool::of_source("solution", shown, source, self.workshop);
        self.programs.solutions.insert(name.into(), tool);
    }

    fn validators(&mut self) {
        for folder in ["input_validators", "input_format_validators"] {
            for name in names_in(&self.package.join(folder)) {
                let Some(path) = self.inside(&self.package.join(folder).join(&name)) else {
                    continue;
                };
                if let Some(language) = language_of_description(&path) {
                    let message = format!("it is in {language}, so no input is held against it");
                    self.found.warnings.push(Fault::bad_input(message).at(&path));
                    continue;
                }
                match self.read(&path) {
                    Ok(source) => {
                        let shown = format!("{folder}/{name}");
                        let tool = Tool::of_source("input validator", shown, source, self.workshop);
                        self.programs.validators.push((name, tool.within(&self.settings.limits)));
                    }
                    Err(fault) => self.found.warnings.push(fault),
                }
            }
        }
    }

    /// New packages have the program in a folder, or the folder is the program; old ones have a folder of programs.
    fn output_validator(&mut self) {
        let below = |folder: &str| {
            let names = names_in(&self.package.join(folder)).into_iter();
            names.map(|name| format!("{folder}/{name}")).collect::<Vec<_>>()
        };
        let mut found = match &below("output_validator")[..] {
            [] => Vec::new(),
            [only] if self.package.join(only).is_dir() => vec![only.clone()],
            _ => vec!["output_validator".to_string()],
        };
        if self.settings.has_old_validators {
            let is_program =
                |path: &String| self.package.join(path).is_dir() || !layout::lies_beside(path);
            found.extend(below("output_validators").into_iter().filter(is_program));
        }
        let name = match &found[..] {
            [] => return,
            [name] => name.clone(),
            [_, second, ..] => {
                let message = "there is more than one output validator; none is asked here";
                let warning = Fault::bad_input(message).at(self.package.join(second));
                return self.found.warnings.push(warning);
            }
        };
        let Some(path) = self.inside(&self.package.join(&name)) else { return };
        match self.read(&path) {
            Ok(source) => {
                let (limits, workshop) = (self.settings.limits.clone(), Arc::clone(self.workshop));
                let tools = Mutex::default();
                let validator = OutputValidator { name, source, limits, workshop, tools };
                self.programs.output_validator = Some(validator);
            }
            Err(fault) => self.found.warnings.push(fault),
        }
    }

    /// The path of something that is there and lies in the package; none if it is not there or leads out.
    fn inside(&self, path: &Path) -> Option<PathBuf> {
        path.canonicalize()
            .ok()
            .filter(|path| path.starts_with(self.package) && path != self.package)
    }

    /// Reads a program of the problem, into which constants are filled.
    fn read(&self, path: &Path) -> Result<Source, Fault> {
        let source = Source::of_tool(path, self.workshop.languages())?;
        Ok(Source { constants: Arc::clone(&self.settings.constants), ..source })
    }

    /// A program of several files, of which the first is started.
    fn put_together(
        &mut self,
        folder: &Path,
        name: &str,
        files: &[Text],
    ) -> Result<Result<Source, Fault>, Fault> {
        let staged = TemporaryFolder::new()?;
        let mut names = Vec::new();
        for file in files {
            let path = folder.join(&file.text);
            let below = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let Some(path) = self.inside(&path).filter(|path| path.is_file()) else {
                let fault = Fault::bad_input(format!("generator {name}: there is no file"));
                return Ok(Err(fault.at(folder.join(&file.text))));
            };
            let to = staged.path().join(below);
            fs::copy(&path, &to).map_err(|error| Fault::cannot_read(&path, &error))?;
            names.push(below.to_string());
        }
        let read = Source::read(staged.path(), self.workshop.languages());
        self.programs.staged.push(staged);
        let constants = Arc::clone(&self.settings.constants);
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

/// Whether a solution answers a case if it has no answer yet, or else talks for its sample.
fn needs_solution(rule: &Rule, settings: &Settings) -> bool {
    match settings.is_dialogue() {
        true => rule.root() == "sample" && !rule.contents.contains_key("interaction"),
        false => needs_answer(rule),
    }
}

/// Whether a solution answers a case if it has no answer yet.
pub(super) fn needs_answer(rule: &Rule) -> bool {
    matches!(rule.root(), "sample" | "secret" | "fuzz") && !rule.contents.contains_key("ans")
}

/// The names of what is in a folder, sorted; none if it cannot be read.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter(|entry| !is_passed_over(&entry.file_name()));
    let mut names: Vec<String> =
        names.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}
