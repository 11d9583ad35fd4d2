//! Resolves the path or name given to a command to cases and their problem.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::output::OutputSettings;
use crate::package;
use referee_base::document::nearest;
use referee_base::fault::{Fault, FaultClass, show};
use referee_events::scoring::ScoringScheme;
use referee_package::Work;
use referee_package::generators::RULES;
use referee_problem::cases::manifest::{self, ManifestEntry};
use referee_problem::cases::{self, CaseFile, CaseFolder, PROBLEM_FILE};
use referee_problem::file::{ProblemFile, ProblemSelection};
use referee_problem::limits::{self, LimitOverrides};
use referee_problem::{self as problem, PackageScoring, Packaged, Problem};
use referee_programs::JURY_LIMITS;
use referee_sandbox::Limits;

/// Returns the folders from which the time limit of a package is inferred.
pub fn package_time_limit_sources(package: &Path) -> Vec<PathBuf> {
    ["data/sample", "data/secret", "submissions"].map(|folder| package.join(folder)).to_vec()
}

/// The target of a command: a problem folder, a package, or cases.
pub struct Target {
    /// The folder of the cases, or the path of a single case.
    pub cases: PathBuf,
    /// The nearest `problem.toml`, unless the command line names the problem.
    pub file: Option<ProblemFile>,
    /// Whether that file lies directly in the target folder, so that the cases are all cases of the
    /// problem.
    is_problem: bool,
    /// Whether it also names the folder of the cases, and so applies to all of them.
    is_one: bool,
    /// The package, if the target is one.
    pub package: Option<Arc<Packaged>>,
}

impl Target {
    /// Finds the target of a path, or of the name of a shipped problem whose cases are below
    /// `cases`, for this work. Warns of the errors of a package that do not prevent the work.
    ///
    /// # Errors
    /// There is no such path, its `problem.toml` is malformed, or an error in the package makes the
    /// work impossible.
    pub fn find(
        path: &Path,
        named: &ProblemSelection,
        work: Work,
        output: &OutputSettings,
    ) -> Result<Target, Fault> {
        let path = &by_name(path)?;
        let metadata = path.metadata().map_err(|error| unreadable(path, &error))?;
        let cases = path.clone();
        let plain = Target { cases, file: None, is_problem: false, is_one: false, package: None };
        if named.problem.is_some() {
            return Ok(plain);
        }
        if let Some(opened) = package::open(path, named)? {
            let (package, errors) = opened.usable(path, work)?;
            package::passed_over(path, &errors).iter().for_each(|line| output.warn(line));
            return Ok(Target { cases: package.folder(), package: Some(package), ..plain });
        }
        let folder = if metadata.is_dir() { path } else { path.parent().unwrap_or(path) };
        let folder = if folder == Path::new("") { Path::new(".") } else { folder };
        let own = Some(path.join(PROBLEM_FILE)).filter(|own| metadata.is_dir() && own.is_file());
        let is_problem = own.is_some();
        let nearest = match own {
            Some(own) => Some(own),
            None => cases::nearest_problem_file(folder)?,
        };
        let file = nearest.map(|path| named.read(&path)).transpose()?;
        let cases = file.as_ref().filter(|_| is_problem).and_then(|file| file.cases.clone());
        let is_one = cases.is_some();
        let cases = cases.unwrap_or_else(|| path.clone());
        Ok(Target { cases, file, is_problem, is_one, ..plain })
    }

    /// Finds the cases.
    ///
    /// # Errors
    /// There are no cases.
    pub fn find_cases(&self) -> Result<CaseFolder, Fault> {
        let Some(Packaged { package, .. }) = self.package.as_deref() else {
            return cases::find(&self.cases).map_err(|fault| self.or_generate(fault));
        };
        let cases: Vec<_> =
            package.judged().map(|case| CaseFile::of_package(package, case)).collect();
        if cases.is_empty() {
            let fault = Fault::bad_input("there are no cases in this package").at(&self.cases);
            let path = show(&self.cases);
            let path = path.trim_end_matches('/');
            Err(match package.find("", RULES) {
                Some(_) => fault.help(format!("run `referee generate {path}` first")),
                None => fault,
            })
        } else {
            Ok(CaseFolder { cases, faults: Vec::new() })
        }
    }

    /// Adds the advice to generate the cases, if the problem has a recipe.
    fn or_generate(&self, fault: Fault) -> Fault {
        let file = self.file.as_ref().filter(|file| self.is_problem && file.recipe.is_some());
        match file.and_then(|file| file.path().parent()) {
            Some(folder) if fault.class == FaultClass::BadInput && fault.help.is_none() => {
                fault.help(format!("run `referee generate {}` first", show(folder)))
            }
            _ => fault,
        }
    }

    /// Returns the problem of each case.
    ///
    /// # Errors
    /// A case has no known problem, or an option is wrong.
    pub fn problems(
        &self,
        found: &CaseFolder,
        named: &ProblemSelection,
    ) -> Result<Vec<Problem>, Fault> {
        if let Some(package) = &self.package {
            let problem = Problem::Packaged(Arc::clone(package));
            if let Some(option) = named.options.first() {
                return problem.with_option(option).map(|_| Vec::new());
            }
            return Ok(vec![problem; found.cases.len()]);
        }
        match &self.file {
            Some(file) if self.is_one => {
                let mut options = named.options.iter();
                let problem = options.try_fold(file.problem.clone(), |problem, option| {
                    problem.with_option(option)
                })?;
                Ok(vec![problem; found.cases.len()])
            }
            _ => named.problems_of(&found.cases),
        }
    }

    /// Returns the scoring of the cases, given by name; `None` if these are not all cases of the
    /// problem, or there is no scoring.
    ///
    /// # Errors
    /// A group has no case, or a case is in two groups.
    pub fn scoring(&self, cases: &[Arc<str>]) -> Result<Option<Box<dyn ScoringScheme>>, Fault> {
        let names: Vec<&str> = cases.iter().map(|name| &**name).collect();
        Ok(match (&self.package, &self.file) {
            (Some(package), _) => {
                PackageScoring::new(package, &names).map(|scoring| Box::new(scoring) as _)
            }
            (None, Some(file)) if self.is_problem => {
                file.scheme(cases)?.map(|scheme| Box::new(scheme) as _)
            }
            _ => None,
        })
    }

    /// Returns the folders from which the time limit of the problem is inferred; `None` if there
    /// are other cases or submissions.
    pub fn time_limit_sources(&self, has_other_submissions: bool) -> Option<Vec<PathBuf>> {
        match (&self.package, &self.file) {
            // The limit of a package follows from its own submissions, whichever are judged.
            (Some(package), _) => Some(package_time_limit_sources(&package.folder())),
            (None, Some(file)) if self.is_problem && !has_other_submissions => {
                Some(vec![self.cases.clone(), file.submissions.clone()?])
            }
            _ => None,
        }
    }

    /// Returns the `problem.toml` of the target itself, if it is one.
    pub fn own_file(&self) -> Option<&Path> {
        self.file.as_ref().filter(|_| self.is_problem).map(ProblemFile::path)
    }

    /// Returns the limits for submissions that the problem sets.
    pub fn limits(&self) -> LimitOverrides {
        match (&self.package, &self.file) {
            (Some(package), _) => LimitOverrides::of_package(&package.package.metadata.limits),
            (None, Some(file)) => file.limits,
            (None, None) => LimitOverrides::default(),
        }
    }

    /// Returns the factor on the time limit that submissions meant to be too slow must exceed, if
    /// the problem sets one.
    pub fn time_limit_to_tle(&self) -> Option<f64> {
        self.package.as_ref().map(|package| package.package.metadata.limits.time_limit_to_tle)
    }

    /// Returns the limits for compilers.
    pub fn compile_limits(&self) -> Limits {
        match &self.package {
            Some(package) => limits::compiling(&package.package.metadata.limits),
            None => JURY_LIMITS,
        }
    }

    /// Returns the cases that the manifest of the case folder lists, but that are not generated
    /// yet.
    pub fn not_on_disk(&self, cases: &[CaseFile]) -> Result<Vec<String>, Fault> {
        let there: BTreeSet<&str> = cases.iter().map(|case| &*case.name).collect();
        let mut names = self.listed(|_, entry| entry.is_on_demand())?;
        names.retain(|name| !there.contains(name.as_str()));
        Ok(names)
    }

    /// Returns the cases that the manifest of the case folder lists as generated on demand. A large
    /// case of a problem that does not ship is an ordinary one, unless its recipe says otherwise.
    pub fn on_demand(&self) -> Result<Vec<String>, Fault> {
        let is_shipped = |name: &str| problem::find(name).is_ok();
        self.listed(|problem, entry| entry.on_demand || is_shipped(problem) && entry.is_on_demand())
    }

    /// Returns the cases in the manifest of the case folder that `wants` selects, by its problem
    /// and their entries.
    fn listed(&self, wants: impl Fn(&str, &ManifestEntry) -> bool) -> Result<Vec<String>, Fault> {
        let manifest = if self.cases.is_dir() { manifest::read(&self.cases)? } else { None };
        let Some(manifest) = manifest else { return Ok(Vec::new()) };
        let wanted = manifest.cases.iter().filter(|entry| wants(&manifest.problem, entry));
        Ok(wanted.map(|entry| entry.name.clone()).collect())
    }

    /// Returns the one problem of all cases.
    ///
    /// # Errors
    /// There are several problems, or none.
    pub fn problem(&self, found: &CaseFolder, named: &ProblemSelection) -> Result<Problem, Fault> {
        let problems = self.problems(found, named)?;
        let names: BTreeSet<&str> = problems.iter().map(Problem::name).collect();
        let options: BTreeSet<Vec<String>> = problems.iter().map(Problem::options).collect();
        let (message, help) = match (problems.first(), &found.faults[..]) {
            (Some(problem), _) if names.len() == 1 && options.len() == 1 => {
                return Ok(problem.clone());
            }
            (Some(_), _) if names.len() == 1 => (
                "some of the cases are to be checked with options, others without".to_string(),
                "check the folders of their problem.toml files one at a time",
            ),
            (Some(_), _) => {
                let names: Vec<&str> = names.into_iter().collect();
                let message = format!("cases of several problems: {}", names.join(", "));
                (message, "check the case folder of one problem at a time")
            }
            (None, faults) => {
                let why = faults.first().map(|first| format!(": {}", first.one_line()));
                let message = format!("there are no cases here{}", why.unwrap_or_default());
                return Err(Fault::bad_input(message).at(&self.cases));
            }
        };
        Err(Fault::bad_input(message).at(&self.cases).help(help))
    }
}

/// Returns the fault for a path that cannot be read. If nothing is there, the advice names what is.
fn unreadable(path: &Path, error: &io::Error) -> Fault {
    Fault::cannot_find(path, error, || {
        let known: Vec<&str> = problem::shipped().map(|problem| problem.name()).collect();
        match path.to_str().and_then(|name| nearest(name, known.iter().copied())) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "name a folder with a problem.yaml, a problem.toml or cases, or a shipped problem: {}",
                known.join(", ")
            ),
        }
    })
}

/// Returns the path itself, or the case folder of a shipped problem with that name.
pub(crate) fn by_name(path: &Path) -> Result<PathBuf, Fault> {
    let is_shipped = |name: &&str| problem::find(name).is_ok();
    let Some(name) = path.to_str().filter(is_shipped).filter(|_| !path.exists()) else {
        return Ok(path.to_path_buf());
    };
    let folder = Path::new("cases").join(name);
    if folder.is_dir() {
        Ok(folder)
    } else {
        Err(Fault::bad_input(format!("the cases of {name} are not here"))
            .at(&folder)
            .help(format!("`referee generate {name}` makes them")))
    }
}
