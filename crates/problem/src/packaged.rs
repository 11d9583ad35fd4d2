//! The problem of a package: its programs, and the judge of each of its cases.
//!
//! Cases of a package may have their own arguments for the output validator. So there is a checker
//! for each list of arguments, created when it is first needed.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::building::Building;
use super::checker::Checker;
use super::external::{Judgement, ProgramChecker, RunMode};
use super::input_validator::{InputRefusal, InputValidator};
use super::jury_program::{JuryProgram, ToolRunner};
use super::package_program::{complete, package_program, solution_of};
use super::resolved::{JudgedBy, ResolvedCase, SOLVE};
use super::visualizer::visualizer;
use super::{grader, static_validator};
use crate::cases::CaseFile;
use crate::dependencies::{Dependencies, Part};
use referee_base::fault::Fault;
use referee_base::files::{self, TemporaryFolder};
use referee_base::parallel::lock;
use referee_package::{CaseSettings, Diagnostics, Package, PackageCase, Severity, Work};
use referee_programs::{Program, Source, Strictness};

/// The problem of a package.
pub struct Packaged {
    /// The package.
    pub package: Package,
    input_validators: Vec<InputValidator>,
    /// The validator of the files of submissions.
    static_validator: Option<JuryProgram>,
    /// The grader of groups of cases.
    grader: Option<JuryProgram>,
    /// The visualizers of cases and of outputs.
    pub(super) input_visualizer: Option<JuryProgram>,
    pub(super) output_visualizer: Option<JuryProgram>,
    /// The judges of outputs, by the arguments of the output validator.
    checkers: Mutex<HashMap<Vec<String>, Arc<Checker>>>,
    /// Whether its output validators can be run, as far as is known.
    judges: bool,
    tool_runner: Arc<ToolRunner>,
    /// The folder of an unpacked archive, removed when this value is dropped.
    unpacked: Option<TemporaryFolder>,
}

impl Packaged {
    /// Creates the problem of a package. Unusable programs are recorded in the diagnostics.
    pub fn new(
        package: Package,
        unpacked: Option<TemporaryFolder>,
        tool_runner: &Arc<ToolRunner>,
        diagnostics: &mut Diagnostics,
    ) -> Packaged {
        let mut input_validators = Vec::new();
        for validator in &package.programs.input_validators {
            match InputValidator::new(&package, validator, tool_runner) {
                Ok(found) => input_validators.extend(found),
                Err(fault) => {
                    let message = format!("it is not run: {}", fault.message);
                    diagnostics.warning(&validator.path, message);
                }
            }
        }
        let programs = &package.programs;
        let mut only = |what, path: &Option<String>, judges: bool| {
            let path = path.as_ref()?;
            let found = package_program(what, &package, path, tool_runner);
            let note = |fault: Fault| {
                if judges {
                    diagnostics.error(path, fault.message).blocking(Work::Judging);
                } else {
                    diagnostics.warning(path, format!("it is not run: {}", fault.message));
                }
            };
            found.map_err(note).ok()
        };
        let static_validator = only("static validator", &programs.static_validator, true);
        let grader = only("grader", &programs.grader, true);
        let input_visualizer = only("input visualizer", &programs.input_visualizer, false);
        let output_visualizer = only("output visualizer", &programs.output_visualizer, false);
        let problem = Packaged {
            package,
            input_validators,
            static_validator,
            grader,
            input_visualizer: input_visualizer.map(visualizer),
            output_visualizer: output_visualizer.map(visualizer),
            checkers: Mutex::default(),
            judges: true,
            tool_runner: Arc::clone(tool_runner),
            unpacked,
        };
        for path in &problem.package.programs.output_validators {
            if let Err(fault) =
                package_program("output validator", &problem.package, path, tool_runner)
            {
                diagnostics.error(path, fault.message).blocking(Work::Judging);
            }
        }
        problem
    }

    /// Checks that submissions to it can be judged here.
    ///
    /// # Errors
    /// Problems of this kind cannot be judged.
    pub fn refuse_unfit(&self) -> Result<(), Fault> {
        let Package { metadata, programs, .. } = &self.package;
        if metadata.kinds.submit_answer {
            return Err(Fault::bad_input("submissions to this problem are outputs, not programs")
                .at(self.package.path(""))
                .help("`referee check PACKAGE OUTPUTS` judges outputs: a folder with a file for each case, such as secret/1.out"));
        }
        if programs.output_validators.len() <= 1 || self.run_mode() == RunMode::PLAIN {
            return Ok(());
        }
        let why =
            "interactive and multi-pass problems with several output validators cannot be judged";
        Err(Fault::bad_input(why).at(self.package.path("")))
    }

    /// Builds its programs. Records failures, and drops input validators that cannot be built.
    /// Returns whether a required compiler is missing.
    pub fn build(&mut self, strictness: Strictness, diagnostics: &mut Diagnostics) -> bool {
        let mut building = Building::new(strictness, diagnostics);
        self.input_validators.retain(|validator| {
            let program = validator.program();
            program.is_none_or(|tool| building.builds(tool, &validator.path, Severity::Error))
        });
        let programs = &self.package.programs;
        for (tool, path, if_not) in [
            (&self.static_validator, &programs.static_validator, Severity::Error),
            (&self.grader, &programs.grader, Severity::Error),
            (&self.input_visualizer, &programs.input_visualizer, Severity::Warning),
            (&self.output_visualizer, &programs.output_visualizer, Severity::Warning),
        ] {
            if let (Some(tool), Some(path)) = (tool, path) {
                building.builds(tool, path, if_not);
            }
        }
        for path in &programs.output_validators {
            match package_program("output validator", &self.package, path, &self.tool_runner) {
                Ok(tool) => self.judges &= building.builds(&tool, path, Severity::Error),
                Err(fault) => {
                    building.note(path, fault, Severity::Error);
                    self.judges = false;
                }
            }
        }
        building.lacks_compiler
    }

    /// Resolves a case; an unknown one gets the settings of its folder. Error: they are invalid.
    pub(super) fn resolve(&self, file: &CaseFile) -> Result<ResolvedCase, Fault> {
        let (package, mut diagnostics) = (&self.package, Diagnostics::default());
        let Some(case) = package.case(&file.name) else {
            let settings =
                package.settings_under(&package.groups, &file.name, None, &mut diagnostics);
            let judged_by = JudgedBy::Checker(self.checker(&settings.checker_arguments)?);
            return Ok(ResolvedCase { settings, ..ResolvedCase::plain(file, judged_by) });
        };
        let settings = package.settings(case, &mut diagnostics);
        match diagnostics.sorted().into_iter().find(|found| found.blocks(Work::Judging)) {
            Some(wrong) => Err(Fault::bad_input(wrong.message).at(self.package.path(&wrong.path))),
            None => Ok(self.resolve_by(case, settings)),
        }
    }

    /// Resolves a case with these settings.
    pub fn resolve_by(&self, case: &PackageCase, settings: CaseSettings) -> ResolvedCase {
        ResolvedCase {
            file: CaseFile::of_package(&self.package, case),
            answer_is_output: self.compares(),
            answer_advice: SOLVE,
            judged_by: self.checker(&settings.checker_arguments).map(JudgedBy::Checker),
            settings,
        }
    }

    /// Returns the parts that its verdicts depend on, besides the settings of cases.
    pub(super) fn dependencies(&self) -> Result<Dependencies, Fault> {
        self.checker(&[])?.dependencies()
    }

    /// Returns what its scores depend on, besides verdicts: groups, static validator and grader.
    pub(super) fn scoring_dependencies(&self) -> Result<Dependencies, Fault> {
        let Package { groups, metadata, .. } = &self.package;
        let mut all = Dependencies::default();
        let groups = format!("{} {:?} {groups:?}", metadata.version, metadata.kinds);
        all.on(Part::Problem, groups.as_bytes());
        for program in self.static_validator.iter().chain(&self.grader) {
            all = all.and(&program.dependencies()?);
        }
        Ok(all)
    }

    /// Returns the static validator's verdict on a program, if the case is a static validation.
    pub(super) fn validate_submission(
        &self,
        case: &CaseFile,
        program: &Program,
    ) -> Option<Result<Judgement, Fault>> {
        let validation = self.package.static_validation(&case.name)?;
        let validator = self.static_validator.as_ref()?;
        Some(static_validator::validate_submission(validator, program, validation))
    }

    /// Runs the grader on the verdicts and scores of a group's parts.
    pub(super) fn grade(
        &self,
        parts: &[(referee_package::Verdict, f64)],
        flags: &[String],
    ) -> Result<(referee_package::Verdict, f64), Fault> {
        match &self.grader {
            Some(grader) => grader::grade(grader, parts, flags),
            None => Err(Fault::judge("there is no grader")),
        }
    }

    /// Returns how outputs reach the output validator.
    pub(super) fn run_mode(&self) -> RunMode {
        RunMode::of(&self.package)
    }

    /// Returns whether outputs can be judged, as far as is known.
    pub fn judges(&self) -> bool {
        self.judges
    }

    /// Returns whether outputs are compared with answers.
    pub fn compares(&self) -> bool {
        self.package.programs.output_validators.is_empty()
    }

    /// Returns the judge of outputs for these arguments of the output validator.
    pub(super) fn checker(&self, arguments: &[String]) -> Result<Arc<Checker>, Fault> {
        let mut checkers = lock(&self.checkers);
        if let Some(checker) = checkers.get(arguments) {
            return Ok(Arc::clone(checker));
        }
        let programs = self.package.programs.output_validators.iter().map(|path| {
            let tool = package_program("output validator", &self.package, path, &self.tool_runner)?;
            Ok::<_, Fault>(Arc::new(tool.with_arguments(arguments)))
        });
        let checker = match ProgramChecker::of(&self.package, programs.collect::<Result<_, _>>()?) {
            None => Checker::tokens(arguments.to_vec())?,
            Some(checker) => Checker::Program(checker),
        };
        let checker = Arc::new(checker);
        checkers.insert(arguments.to_vec(), Arc::clone(&checker));
        Ok(checker)
    }

    /// Runs the input validators on the input of a case. Returns the name of the one that rejects
    /// it, and the reason; `None` if it is valid.
    ///
    /// # Errors
    /// A file of the case cannot be read. A validator cannot be run, or crashes.
    pub fn validate_input(
        &self,
        case: &ResolvedCase,
    ) -> Result<Option<(String, InputRefusal)>, Fault> {
        let files = case.working_files()?;
        for validator in &self.input_validators {
            let input = files::open(&case.file.input)?;
            let arguments: Vec<String> = case.settings.arguments.input_arguments(&validator.name);
            if let Some(refusal) = validator.refusal(&input, &arguments, files.as_ref())? {
                return Ok(Some((validator.name.clone(), refusal)));
            }
        }
        Ok(None)
    }

    /// Bounds the CPU time of all later runs of its programs.
    pub(super) fn bound_runs(&self, most: Duration) {
        self.tool_runner.bound_runs(most);
    }

    /// Returns its input validators.
    pub fn input_validators(&self) -> &[InputValidator] {
        &self.input_validators
    }

    /// Returns the program that finds answers: a submission that must be accepted.
    pub(super) fn solver(&self, name: Option<&str>) -> Result<JuryProgram, Fault> {
        let paths = match name {
            Some(name) => vec![format!("submissions/{name}")],
            None => self.package.solutions(),
        };
        let languages = self.tool_runner.languages();
        let mut first_fault = None;
        // There may be other files among the submissions, such as a README.
        for path in paths {
            match solution_of(&self.package, &path, languages) {
                Ok(source) => {
                    return Ok(JuryProgram::of_source("solution", path, source, &self.tool_runner));
                }
                Err(fault) => first_fault = first_fault.or(Some(fault)),
            }
        }
        let none = "there is no accepted submission to compute answers";
        Err(first_fault.unwrap_or_else(|| Fault::bad_input(none).at(self.package.path(""))))
    }

    /// Returns the folder of the package.
    pub fn folder(&self) -> PathBuf {
        self.package.path("")
    }

    /// Returns whether that folder is a temporary one, with the content of an archive.
    pub fn is_archive(&self) -> bool {
        self.unpacked.is_some()
    }

    /// Checks that something can be written into the package.
    ///
    /// # Errors
    /// It is an archive.
    pub fn refuse_archive(&self, what: &str) -> Result<(), Fault> {
        if !self.is_archive() {
            return Ok(());
        }
        Err(Fault::bad_input(format!("{what} cannot be written into an archive"))
            .at(self.folder())
            .help("unpack it and name its folder"))
    }

    /// Adds to a submission what the package provides for its language: files, and constants.
    ///
    /// # Errors
    /// The files cannot be read.
    pub fn complete(&self, source: &mut Source) -> Result<(), Fault> {
        complete(&self.package, source)
    }

    /// Returns why a source counts as a compile error: it is larger than the package allows.
    pub fn refused(&self, source: &Source) -> Option<String> {
        let (size, most) = (source.size(), self.package.metadata.limits.most_code());
        let (has, allowed) = (size.div_ceil(1 << 10), most >> 10);
        let why = format!(
            "its sources have {has} KiB, more than the {allowed} KiB that limits.code allows"
        );
        (size > most).then_some(why)
    }
}
