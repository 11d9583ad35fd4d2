//! A problem that a package holds: its programs, and how each of its cases is judged.
//!
//! Cases of a package may have arguments of their own for the output validator, so that there is a checker for each list
//! of arguments, made when it is first needed.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use referee_checker::compare::Comparison;
use referee_checker::{Case as PreparedCase, Verdict};

use super::case_files::working_files;
use super::external::{Course, ExternalCase, Protocol, end_of};
use super::own::{Checker, Own};
use super::tool::{Tool, Workshop};
use super::{grader, static_validator};
use crate::cases::CaseFile;
use crate::fault::Fault;
use crate::files::{self, TemporaryFolder};
use crate::machine::Machine;
use crate::package::{self, Case, Diagnostics, Package, Score, Settings, language_of_description};
use crate::programs::Program;
use crate::sandbox::Exit;

/// The problem of a package.
pub struct Packaged {
    /// The package.
    pub package: Package,
    /// Its input validators.
    input_validators: Vec<InputValidator>,
    /// What looks at the files of submissions.
    static_validator: Option<Tool>,
    /// What grades groups of cases.
    grader: Option<Tool>,
    /// How outputs are judged, by the arguments of the output validator.
    checkers: Mutex<HashMap<Vec<String>, Arc<Own>>>,
    /// Whether its output validator can be run, as far as is known.
    judges: bool,
    workshop: Arc<Workshop>,
    /// Where it was unpacked, if it was an archive: gone with this.
    _unpacked: Option<TemporaryFolder>,
}

/// An input validator.
struct InputValidator {
    /// Where it is in the package.
    path: String,
    /// What it is called.
    name: String,
    tool: Tool,
}

/// What the input validators say of an input.
pub enum Looked {
    /// It is valid.
    Valid,
    /// A validator refuses it: its name, and what it says.
    Refused(String, String),
}

impl Packaged {
    /// The problem of a package that was read. Programs of it that cannot be used are noted.
    pub fn new(
        package: Package,
        unpacked: Option<TemporaryFolder>,
        workshop: &Arc<Workshop>,
        diagnostics: &mut Diagnostics,
    ) -> Packaged {
        let mut input_validators = Vec::new();
        for path in &package.programs.input_validators {
            // With its ending: the specification can be read either way, and this is how other tools read it.
            let name = path.rsplit('/').next().unwrap_or(path);
            if let Some(language) = language_of_description(&package.path(path)) {
                let message = format!("it is in {language}, so no input is held against it");
                diagnostics.warning(path, message).help("only programs are run as validators");
                continue;
            }
            match tool("input validator", &package, path, Vec::new(), workshop) {
                Ok(tool) => input_validators.push(InputValidator {
                    path: path.clone(),
                    name: name.to_string(),
                    tool,
                }),
                Err(fault) => {
                    diagnostics.warning(path, format!("it is not run: {}", fault.message));
                }
            }
        }
        let mut only = |what, path: &Option<String>| {
            let path = path.as_ref()?;
            let found = tool(what, &package, path, Vec::new(), workshop);
            if let Err(fault) = &found {
                diagnostics.obstacle(path, fault.message.clone());
            }
            found.ok()
        };
        let static_validator = only("static validator", &package.programs.static_validator);
        let grader = only("grader", &package.programs.grader);
        let problem = Packaged {
            package,
            input_validators,
            static_validator,
            grader,
            checkers: Mutex::default(),
            judges: true,
            workshop: Arc::clone(workshop),
            _unpacked: unpacked,
        };
        for path in &problem.package.programs.output_validators {
            if let Err(fault) =
                tool("output validator", &problem.package, path, Vec::new(), workshop)
            {
                diagnostics.obstacle(path, fault.message);
            }
        }
        problem
    }

    /// That it can be judged here.
    ///
    /// # Errors
    /// It is of a kind that cannot be.
    pub fn refuse_unfit(&self) -> Result<(), Fault> {
        let Package { metadata, programs, .. } = &self.package;
        let kinds = metadata.kinds;
        if kinds.submit_answer {
            return Err(Fault::bad_input("submissions to this problem are outputs, not programs")
                .at(self.package.path(""))
                .help("`referee check PACKAGE OUTPUTS` judges outputs: a folder with a file for each case, such as secret/1.out"));
        }
        let why = if programs.output_validators.len() > 1 && self.course() != Course::PLAIN {
            "interactive and multi-pass problems with several output validators cannot be judged"
        } else {
            return Ok(());
        };
        Err(Fault::bad_input(why).at(self.package.path("")))
    }

    /// Builds the validators, and notes those that cannot be built; they are not run then.
    pub fn build(&mut self, diagnostics: &mut Diagnostics) {
        let note = |path: String, fault: Fault, diagnostics: &mut Diagnostics| {
            let message = fault.message.lines().next().unwrap_or_default();
            diagnostics.error(path, message);
        };
        self.input_validators.retain(|validator| match validator.tool.prepare() {
            Ok(()) => true,
            Err(fault) => {
                note(validator.path.clone(), fault, diagnostics);
                false
            }
        });
        let programs = &self.package.programs;
        for (tool, path) in
            [(&self.static_validator, &programs.static_validator), (&self.grader, &programs.grader)]
        {
            if let (Some(tool), Some(path)) = (tool, path)
                && let Err(fault) = tool.prepare()
            {
                note(path.clone(), fault, diagnostics);
            }
        }
        for path in &programs.output_validators {
            let built = tool("output validator", &self.package, path, Vec::new(), &self.workshop)
                .and_then(|tool| tool.prepare());
            if let Err(fault) = built {
                note(path.clone(), fault, diagnostics);
                self.judges = false;
            }
        }
    }

    /// The case behind a file of it.
    fn case(&self, file: &CaseFile) -> Option<&Case> {
        self.package.case(&file.name)
    }

    /// The files that lie in the working folders of programs which are run on a case.
    pub(super) fn files(&self, file: &CaseFile) -> Vec<(String, PathBuf)> {
        self.case(file).map_or_else(Vec::new, |case| self.package.files_of(case))
    }

    /// What holds for a case.
    ///
    /// # Errors
    /// Its own file is wrong.
    pub fn settings(&self, file: &CaseFile) -> Result<Settings, Fault> {
        let Some(case) = self.case(file) else { return Ok(Settings::default()) };
        let mut diagnostics = Diagnostics::default();
        let settings = self.package.settings(case, &mut diagnostics);
        match diagnostics.sorted().into_iter().find(|diagnostic| diagnostic.hinders) {
            Some(wrong) => Err(Fault::bad_input(wrong.message).at(self.package.path(&wrong.path))),
            None => Ok(settings),
        }
    }

    /// What differs from case to case in how runs are judged.
    pub(super) fn case_options(&self, file: &CaseFile) -> Vec<String> {
        let Ok(settings) = self.settings(file) else { return Vec::new() };
        let mut options = self.package.output_arguments(&settings);
        if let Some(arguments) = settings.arguments {
            options.push("--".into());
            options.extend(arguments);
        }
        options
    }

    /// A text that differs where outputs may be judged differently.
    pub(super) fn checker_key(&self) -> Result<String, Fault> {
        self.checker(&[])?.checker_key()
    }

    /// Prepares a case.
    ///
    /// # Errors
    /// Its files cannot be read, or its output validator cannot be used.
    pub fn prepare(
        &self,
        file: &CaseFile,
        machine: Machine,
    ) -> Result<Box<dyn PreparedCase>, Fault> {
        let settings = self.settings(file)?;
        self.checker(&self.package.output_arguments(&settings))?.read(file, machine)
    }

    /// A case that the output validator judges, for those who can run submissions.
    pub fn external(&self, file: &CaseFile) -> Result<Option<ExternalCase>, Fault> {
        let settings = self.settings(file)?;
        self.checker(&self.package.output_arguments(&settings))?.external(file)
    }

    /// What the static validator says of a program, if that is what a case asks for.
    pub(super) fn look_at_files(
        &self,
        case: &CaseFile,
        program: &Program,
    ) -> Option<Result<(Verdict, Option<Score>), Fault>> {
        let validation = self.package.static_validation(&case.name)?;
        let validator = self.static_validator.as_ref()?;
        Some(static_validator::look_at(validator, program, validation))
    }

    /// What the grader makes of a group, by the verdicts and scores of its parts.
    pub(super) fn grade(
        &self,
        parts: &[(package::Verdict, f64)],
        flags: &[String],
    ) -> Result<(package::Verdict, f64), Fault> {
        match &self.grader {
            Some(grader) => grader::grade(grader, parts, flags),
            None => Err(Fault::judge("there is no grader")),
        }
    }

    /// How outputs come to the output validator.
    fn course(&self) -> Course {
        let kinds = &self.package.metadata.kinds;
        let passes = self.package.metadata.limits.validation_passes;
        Course::of_package(kinds.interactive, kinds.multi_pass, passes)
    }

    /// Whether it can be said which outputs are right, as far as is known.
    pub fn judges(&self) -> bool {
        self.judges
    }

    /// Whether outputs are compared with answers.
    pub fn compares(&self) -> bool {
        self.package.programs.output_validators.is_empty()
    }

    /// How outputs are judged under these arguments.
    fn checker(&self, arguments: &[String]) -> Result<Arc<Own>, Fault> {
        let mut checkers = self.checkers.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(checker) = checkers.get(arguments) {
            return Ok(Arc::clone(checker));
        }
        let programs = self.package.programs.output_validators.iter().map(|path| {
            let arguments = arguments.to_vec();
            tool("output validator", &self.package, path, arguments, &self.workshop).map(Arc::new)
        });
        let mut programs = programs.collect::<Result<Vec<_>, _>>()?.into_iter();
        let checker = match programs.next() {
            None => {
                let comparison = Comparison::parse(arguments.iter().map(String::as_str))
                    .map_err(|error| Fault::bad_input(error.to_string()))?;
                Checker::Tokens { comparison, options: arguments.to_vec() }
            }
            Some(tool) => {
                let (others, course) = (programs.collect(), self.course());
                Checker::Program { tool, others, protocol: Protocol::Icpc, course }
            }
        };
        let name = self.package.name.clone();
        let own = Arc::new(Own { name, checker, solver: None, validator: None });
        checkers.insert(arguments.to_vec(), Arc::clone(&own));
        Ok(own)
    }

    /// Has the input validators look at the input of a case.
    ///
    /// # Errors
    /// A file of the case cannot be read. One of them cannot be run, or does not end as a validator ends.
    pub fn look_at(&self, case: &Case, settings: &Settings) -> Result<Looked, Fault> {
        let input = self.package.path(&case.file("in"));
        let beside = working_files(&self.package.files_of(case))?;
        for InputValidator { name, tool: validator, .. } in &self.input_validators {
            let input = files::open(&input)?;
            let mut arguments = Vec::new();
            if let Some(given) = &settings.input_validators {
                arguments.extend(given.of(name).iter().map(Into::into));
            }
            arguments.extend(settings.arguments.iter().flatten().map(Into::into));
            let (ended, reason) = validator.look_at(&input, arguments, beside.as_ref())?;
            match (ended.stopped, ended.exit) {
                (None, Exit::Exited(42)) => {}
                (None, Exit::Exited(_)) => {
                    let reason = reason.unwrap_or_else(|| "no reason is given".into());
                    return Ok(Looked::Refused(name.clone(), reason));
                }
                _ => return Err(validator.fault(&end_of(&ended))),
            }
        }
        Ok(Looked::Valid)
    }

    /// Whether there is anything to look at inputs.
    pub fn has_input_validators(&self) -> bool {
        !self.input_validators.is_empty()
    }

    /// The program that finds answers: a submission that is to be accepted.
    pub(super) fn solver(&self, name: Option<&str>) -> Result<Tool, Fault> {
        let folder = self.package.path("");
        let path = match name {
            Some(name) => format!("submissions/{name}"),
            None => self.package.model_solution().ok_or_else(|| {
                Fault::bad_input("there is no accepted submission that could find answers")
                    .at(&folder)
            })?,
        };
        let solution = Tool::new("solution", vec![path], &folder, &self.workshop)?;
        Ok(solution.with_constants(&self.package.metadata.constants))
    }

    /// Where it is.
    pub fn folder(&self) -> PathBuf {
        self.package.path("")
    }
}

fn tool(
    what: &'static str,
    package: &Package,
    path: &str,
    arguments: Vec<String>,
    workshop: &Arc<Workshop>,
) -> Result<Tool, Fault> {
    let words = [vec![path.to_string()], arguments].concat();
    let tool = Tool::new(what, words, &package.path(""), workshop)?;
    Ok(tool.within(&package.metadata.limits).with_constants(&package.metadata.constants))
}
