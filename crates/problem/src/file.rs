//! Reads `problem.toml`, which names the problem of the cases in a folder or describes one.
//!
//! The file is searched for in the folder of a case, then in its parent folders. docs/problems.md
//! documents the format.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use referee_base::document::{DocumentError, Table};
use referee_checker::Position;
use referee_checker::text::escape;

use super::checker::Checker;
use super::custom::CustomProblem;
use super::external::{CheckerProtocol, ProgramChecker, RunMode};
use super::input_validator::InputValidator;
use super::jury_program::{JuryProgram, ToolRunner};
use super::limits::{self, LimitOverrides};
use super::point_groups::PointGroups;
use super::{Problem, shipped, unknown};
use crate::cases::{CaseFile, PROBLEM_FILE, nearest_problem_file};
use referee_base::fault::{Fault, show};
use referee_base::files;
use referee_checktestdata::Description;
use referee_events::scoring::PointScheme;
use referee_programs::{JURY_LIMITS, ProblemFiles};
use referee_sandbox::Limits;

/// The maximum number of passes of a submission on a case.
const MAX_PASSES: i64 = 1000;

/// The default name of a problem's recipe.
const RECIPE: &str = "recipe.toml";

/// The maximum size of a description of inputs, in bytes.
const MAX_DESCRIPTION: u64 = 256 << 10;

/// The problem as the command line selects it.
#[derive(Clone, Default)]
pub struct ProblemSelection {
    /// The name of the problem; if `None`, `problem.toml` names it.
    pub problem: Option<String>,
    /// Options for its checker, in addition to those of the `problem.toml` that names the problem.
    pub options: Vec<String>,
    /// The folder that links of a package must not leave; if `None`, the repository around it.
    pub root: Option<PathBuf>,
    /// Builds and runs the jury programs.
    pub tool_runner: Arc<ToolRunner>,
}

impl ProblemSelection {
    /// Returns the problem of the cases in `folder`: the one named on the command line, or else the
    /// one in the nearest `problem.toml` at or above the folder.
    ///
    /// # Errors
    /// There is no such file, it cannot be read, or it describes no problem.
    pub fn problem_of(&self, folder: &Path) -> Result<Problem, Fault> {
        let problem = match (&self.problem, nearest_problem_file(folder)?) {
            (Some(name), _) => Problem::Shipped(shipped::find(name)?),
            (None, Some(path)) => self.read(&path)?.problem,
            (None, None) => return Err(without_problem(folder)),
        };
        self.options.iter().try_fold(problem, |problem, option| problem.with_option(option))
    }

    /// Returns the problem of every case, in their order. Each folder is searched once.
    ///
    /// # Errors
    /// The problem of a case folder cannot be found; reported for the first such folder.
    pub fn problems_of(&self, cases: &[CaseFile]) -> Result<Vec<Problem>, Fault> {
        let mut known: HashMap<&Path, Problem> = HashMap::new();
        let mut problems = Vec::with_capacity(cases.len());
        for file in cases {
            let folder = match file.input.parent() {
                Some(folder) if folder != Path::new("") => folder,
                _ => Path::new("."),
            };
            let problem = match known.get(folder) {
                Some(problem) => problem.clone(),
                None => self.problem_of(folder)?,
            };
            known.insert(folder, problem.clone());
            problems.push(problem);
        }
        Ok(problems)
    }

    /// Reads a `problem.toml`.
    ///
    /// # Errors
    /// It cannot be read, or is invalid.
    pub fn read(&self, path: &Path) -> Result<ProblemFile, Fault> {
        let text = files::read_text(path)?;
        ProblemFileReader::read(path, &text, &self.tool_runner)
    }
}

/// Returns the fault for cases in a folder without a `problem.toml`.
fn without_problem(folder: &Path) -> Fault {
    let absolute = folder.canonicalize().unwrap_or_default();
    let mut above = folder.ancestors().chain(absolute.ancestors());
    let help = match above.find(|above| referee_package::is_package(above)) {
        Some(package) => {
            let here = if package == Path::new("") { Path::new(".") } else { package };
            format!("name the package of these cases, {}", show(here))
        }
        None => format!(
            "name the problem with --problem, or write a {PROBLEM_FILE} with the lines \
             `format = 1` and `problem = \"...\"`"
        ),
    };
    let message = format!("there is no {PROBLEM_FILE} here or in a folder above");
    Fault::bad_input(message).at(folder).help(help)
}

/// The contents of a `problem.toml`. Paths in it are relative to its folder.
pub struct ProblemFile {
    /// The problem.
    pub problem: Problem,
    /// The folder of its cases, if it is not the file's own. All cases in it belong to the problem.
    pub cases: Option<PathBuf>,
    /// The folder of its submissions.
    pub submissions: Option<PathBuf>,
    /// The recipe of its cases.
    pub recipe: Option<PathBuf>,
    /// The limits of submissions.
    pub limits: LimitOverrides,
    /// The groups of cases that are worth points, if any.
    groups: Option<PointGroups>,
    /// The path of the file, for errors that are found later.
    path: PathBuf,
    text: String,
}

impl ProblemFile {
    /// Returns the file itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether cases are worth points.
    pub fn has_points(&self) -> bool {
        self.groups.is_some()
    }

    /// Returns the points of `cases`, the names of all cases of the problem; `None` if cases are
    /// worth no points.
    ///
    /// # Errors
    /// A group has no case, or a case is in two groups.
    pub fn scheme(&self, cases: &[Arc<str>]) -> Result<Option<PointScheme>, Fault> {
        let document = |error| Fault::document(&self.path, &error, &self.text);
        self.groups.as_ref().map(|groups| groups.share_out(cases).map_err(document)).transpose()
    }
}

/// The reader of a `problem.toml`.
struct ProblemFileReader<'a> {
    path: &'a Path,
    text: &'a str,
    tool_runner: &'a Arc<ToolRunner>,
    /// The files that its commands may read.
    files: ProblemFiles,
}

impl<'a> ProblemFileReader<'a> {
    fn read(
        path: &'a Path,
        text: &'a str,
        tool_runner: &'a Arc<ToolRunner>,
    ) -> Result<ProblemFile, Fault> {
        let document = |error| Fault::document(path, &error, text);
        let mut table = Table::of_format_1(text).map_err(document)?;
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new("."));
        let mut named = |key| {
            let below = table.text(key).map_err(document)?;
            Ok::<_, Fault>(below.map(|(below, _)| folder.join(below)))
        };
        let (cases, submissions) = (named("cases")?, named("submissions")?);
        let files = ProblemFiles {
            folder: folder.to_path_buf(),
            cases: cases.clone(),
            submissions: submissions.clone().unwrap_or_else(|| folder.join("submissions")),
        };
        let reader = ProblemFileReader { path, text, tool_runner, files };
        let problem = match table.text("name").map_err(document)? {
            Some((name, place)) => reader.own(name, place, &mut table)?,
            None => reader.shipped(&mut table)?,
        };
        let recipe = table.text("recipe").map_err(document)?;
        let limits = table.table("limits").map_err(document)?.map(LimitOverrides::read).transpose();
        let limits = limits.map_err(document)?.unwrap_or_default();
        let groups = PointGroups::read(&mut table).map_err(document)?;
        table.finish().map_err(document)?;
        let submissions = match submissions {
            None => Some(reader.files.submissions).filter(|folder| folder.is_dir()),
            named => named,
        };
        let recipe = match recipe {
            Some((below, _)) => Some(folder.join(below)),
            None => Some(folder.join(RECIPE)).filter(|recipe| recipe.is_file()),
        };
        Ok(ProblemFile {
            problem,
            recipe,
            cases,
            submissions,
            limits,
            groups,
            path: path.to_path_buf(),
            text: text.to_string(),
        })
    }

    fn shipped(&self, table: &mut Table) -> Result<Problem, Fault> {
        let document = |error| self.document(error);
        let (name, place) = table.required_text("problem").map_err(document)?;
        let options = table.texts("options").map_err(document)?;
        let problem = shipped::find(&name).map_err(|fault| self.at(place, fault))?;
        let problem = options.into_iter().try_fold(problem, |problem, (option, place)| {
            problem.with_option(&option).map_err(|fault| self.at(place, fault))
        })?;
        Ok(Problem::Shipped(problem))
    }

    fn own(&self, name: String, place: Position, table: &mut Table) -> Result<Problem, Fault> {
        let document = |error| self.document(error);
        if name.is_empty() || escape(name.as_bytes()) != name {
            let message = "the name is empty, or has characters that cannot be printed";
            return Err(self.at(place, Fault::bad_input(message)));
        }
        if let Some((_, place)) = table.text("problem").map_err(document)? {
            let fault =
                Fault::bad_input("a problem has either its own `name`, or is a shipped `problem`");
            return Err(self.at(place, fault.help("remove one of the two lines")));
        }
        let checker = match table.table("checker").map_err(document)? {
            Some(table) => self.checker(table)?,
            None => Checker::tokens(Vec::new()).expect("no option is a wrong one"),
        };
        let solver = table.table("solver").map_err(document)?;
        let solver = solver.map(|table| self.only_tool("solver", table)).transpose()?;
        let validator = table.table("validator").map_err(document)?;
        let validator = validator.map(|table| self.validator(table)).transpose()?;
        let generators = self.generators(table)?;
        let checker = Arc::new(checker);
        let problem = CustomProblem { name, checker, solver, validator, generators };
        Ok(Problem::Custom(Arc::new(problem)))
    }

    fn generators(&self, table: &mut Table) -> Result<BTreeMap<String, JuryProgram>, Fault> {
        let tables = table.named_tables("generators").map_err(|error| self.document(error))?;
        let tables = tables.into_iter();
        tables.map(|(name, table)| Ok((name, self.only_tool("generator", table)?))).collect()
    }

    /// Reads a table of nothing but a program.
    fn only_tool(&self, what: &'static str, mut table: Table) -> Result<JuryProgram, Fault> {
        let tool = self.tool(what, &mut table)?;
        table.finish().map_err(|error| self.document(error))?;
        Ok(tool)
    }

    fn checker(&self, mut table: Table) -> Result<Checker, Fault> {
        let document = |error| self.document(error);
        let start = table.place();
        let kind = table.text("kind").map_err(document)?;
        let kind = kind.unwrap_or_else(|| ("command".into(), start));
        let checker = match &*kind.0 {
            "tokens" => {
                let options = table.texts("options").map_err(document)?;
                let place = options.first().map_or(start, |(_, place)| *place);
                let words = options.iter().flat_map(|(option, _)| option.split_whitespace());
                Checker::tokens(words.map(String::from).collect())
                    .map_err(|fault| self.at(place, fault))?
            }
            "command" => {
                let tool = Arc::new(self.tool("checker", &mut table)?);
                let protocol = self.protocol(&mut table)?;
                let (others, run_mode) = (Vec::new(), self.run_mode(protocol, &mut table)?);
                Checker::Program(ProgramChecker { tool, others, protocol, run_mode })
            }
            "builtin" => {
                let message = "a built-in checker belongs to a shipped problem";
                let fault = Fault::bad_input(message)
                    .help("write `problem = \"...\"` in place of `name` and [checker]");
                return Err(self.at(kind.1, fault));
            }
            other => return Err(self.at(kind.1, unknown("checker", other, &["tokens", "command"]))),
        };
        table.finish().map_err(document)?;
        Ok(checker)
    }

    fn validator(&self, mut table: Table) -> Result<InputValidator, Fault> {
        let document = |error| self.document(error);
        let validator = match table.text("description").map_err(document)? {
            Some((file, _)) => self.description(file)?,
            None => {
                let tool = self.tool("validator", &mut table)?;
                InputValidator::of_program(tool, self.protocol(&mut table)?)
            }
        };
        table.finish().map_err(document)?;
        Ok(validator)
    }

    /// Reads a description in checktestdata.
    fn description(&self, file: String) -> Result<InputValidator, Fault> {
        let path = self.files.folder.join(&file);
        let text = files::read_whole(&path, MAX_DESCRIPTION)?;
        let description = Description::parse(&text).map_err(|error| {
            let fault = Fault::bad_input(error.message).at(&path);
            Fault { place: Some(error.place), help: error.help.map(Into::into), ..fault }
        })?;
        Ok(InputValidator::of_description(file, description))
    }

    fn protocol(&self, table: &mut Table) -> Result<CheckerProtocol, Fault> {
        let known = ["icpc", "testlib"];
        match table.text("protocol").map_err(|error| self.document(error))? {
            None => Ok(CheckerProtocol::Icpc),
            Some((name, place)) => CheckerProtocol::of_name(&name)
                .ok_or_else(|| self.at(place, unknown("protocol", &name, &known))),
        }
    }

    fn run_mode(&self, protocol: CheckerProtocol, table: &mut Table) -> Result<RunMode, Fault> {
        let place = table.place();
        let interactive = table.flag("interactive").map_err(|error| self.document(error))?;
        let passes =
            table.integer("passes", 2, MAX_PASSES).map_err(|error| self.document(error))?;
        let run_mode = RunMode { interactive, passes: passes.map_or(1, |passes| passes as u32) };
        if protocol == CheckerProtocol::Testlib && run_mode != RunMode::PLAIN {
            let fault =
                Fault::bad_input("a testlib checker reads an output once, when it is complete");
            let fault = fault.help("`interactive` and `passes` are for the protocol `icpc`");
            return Err(self.at(place, fault));
        }
        Ok(run_mode)
    }

    fn tool(&self, what: &'static str, table: &mut Table) -> Result<JuryProgram, Fault> {
        let start = table.place();
        let words = table.texts("command").map_err(|error| self.document(error))?;
        let place = words.first().map_or(start, |(_, place)| *place);
        if words.is_empty() {
            return Err(self.document(table.missing("command")));
        }
        let words = words.into_iter().map(|(word, _)| word).collect();
        let time = limits::seconds(table, "time").map_err(|error| self.document(error))?;
        let tool = JuryProgram::new(what, words, &self.files, self.tool_runner)
            .map_err(|fault| self.at(place, Fault::bad_input(fault.one_line())))?;
        Ok(match time {
            Some(cpu) => tool.with_limits(Limits { cpu, wall: 2 * cpu, ..JURY_LIMITS }),
            None => tool,
        })
    }

    fn document(&self, error: DocumentError) -> Fault {
        Fault::document(self.path, &error, self.text)
    }

    fn at(&self, place: Position, fault: Fault) -> Fault {
        Fault { place: Some(place), ..fault.at(self.path) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_of_a_package_are_judged_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let cases = folder.path().join("p/data/secret");
        std::fs::create_dir_all(&cases).unwrap();
        let help = || without_problem(&cases).help.unwrap();
        assert!(help().starts_with("name the problem with --problem"), "{}", help());
        std::fs::write(folder.path().join("p/problem.yaml"), "").unwrap();
        let package = show(&folder.path().join("p"));
        assert_eq!(*help(), format!("name the package of these cases, {package}"));
    }
}
