//! From the path or name that a command is given to cases and their problem.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::package;
use crate::cases::manifest;
use crate::cases::{self, CaseFile, Found, PROBLEM_FILE};
use crate::problem::file::{ProblemFile, ProblemSelection};
use crate::problem::limits::{self, LimitOverrides};
use crate::problem::{self, PackageScoring, Packaged, Problem};
use crate::programs::JURY_LIMITS;
use crate::scoring::ScoringScheme;
use referee_base::fault::Fault;
use referee_sandbox::Limits;

/// What a path stands for: a problem folder, or cases.
pub(super) struct Target {
    /// The folder of the cases, or the one case.
    pub(super) cases: PathBuf,
    /// What the nearest `problem.toml` says, unless the command line names the problem.
    pub(super) file: Option<ProblemFile>,
    /// Whether that file lies right in the folder that was named, whose cases then are all of the problem's.
    is_problem: bool,
    /// Whether it also says where they are, and so speaks for all of them.
    is_one: bool,
    /// The package that was named.
    pub(super) package: Option<Arc<Packaged>>,
    /// What is good to know about it.
    pub(super) note: Option<String>,
}

impl Target {
    /// The place that a path stands for; or a name, which is that of a shipped problem whose cases are below `cases`.
    ///
    /// # Errors
    /// There is nothing of the kind, or its `problem.toml` is wrong.
    pub(super) fn find(path: &Path, named: &ProblemSelection) -> Result<Target, Fault> {
        let path = &by_name(path)?;
        let metadata = path.metadata().map_err(|error| Fault::cannot_read(path, &error))?;
        let cases = path.clone();
        let plain = Target {
            cases,
            file: None,
            is_problem: false,
            is_one: false,
            package: None,
            note: None,
        };
        if named.problem.is_some() {
            return Ok(plain);
        }
        if let Some(opened) = package::open(path, named)? {
            let (package, note) = opened.usable(path)?;
            return Ok(Target { cases: package.folder(), package: Some(package), note, ..plain });
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

    /// The cases.
    ///
    /// # Errors
    /// There are none.
    pub(super) fn find_cases(&self) -> Result<Found, Fault> {
        let Some(Packaged { package, .. }) = self.package.as_deref() else {
            return cases::find(&self.cases);
        };
        let cases: Vec<_> =
            package.judged().map(|case| CaseFile::of_package(package, case)).collect();
        match cases.is_empty() {
            true => Err(Fault::bad_input("there are no cases in this package").at(&self.cases)),
            false => Ok(Found { cases, faults: Vec::new() }),
        }
    }

    /// The problem of each case.
    ///
    /// # Errors
    /// There is none.
    pub(super) fn problems(
        &self,
        found: &Found,
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

    /// What a submission earns with the cases, by name; nothing where they are only a part of all, or there is nothing to earn.
    ///
    /// # Errors
    /// A group has no case, or a case is in two groups.
    pub(super) fn scoring(
        &self,
        cases: &[Arc<str>],
    ) -> Result<Option<Box<dyn ScoringScheme>>, Fault> {
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

    /// Limits for programs that are judged, as far as they are given.
    pub(super) fn limits(&self) -> LimitOverrides {
        match (&self.package, &self.file) {
            (Some(package), _) => LimitOverrides::of_package(&package.package.metadata.limits),
            (None, Some(file)) => file.limits,
            (None, None) => LimitOverrides::default(),
        }
    }

    /// How many times the limit of time those must take that are to be too slow, if that is said.
    pub(super) fn time_limit_to_tle(&self) -> Option<f64> {
        self.package.as_ref().map(|package| package.package.metadata.limits.time_limit_to_tle)
    }

    /// Limits for compilers.
    pub(super) fn compile_limits(&self) -> Limits {
        match &self.package {
            Some(package) => limits::compiling(&package.package.metadata.limits),
            None => JURY_LIMITS,
        }
    }

    /// The cases that the manifest of the case folder lists, but that are not there because they are made on demand.
    ///
    /// # Errors
    /// The manifest cannot be read.
    pub(super) fn not_on_disk(&self, cases: &[CaseFile]) -> Result<Vec<String>, Fault> {
        let manifest = if self.cases.is_dir() { manifest::read(&self.cases)? } else { None };
        let there: BTreeSet<&str> = cases.iter().map(|case| &*case.name).collect();
        let entries = manifest.into_iter().flat_map(|manifest| manifest.cases);
        Ok(entries
            .filter(|entry| entry.is_on_demand() && !there.contains(entry.name.as_str()))
            .map(|entry| entry.name)
            .collect())
    }

    /// The one problem of all cases.
    ///
    /// # Errors
    /// There are several, or none.
    pub(super) fn problem(
        &self,
        found: &Found,
        named: &ProblemSelection,
    ) -> Result<Problem, Fault> {
        one_problem(self.problems(found, named)?, found, &self.cases)
    }
}

/// A path, or the folder of a shipped problem's cases by its name.
fn by_name(path: &Path) -> Result<PathBuf, Fault> {
    let is_shipped = |name: &&str| problem::find(name).is_ok();
    let Some(name) = path.to_str().filter(is_shipped).filter(|_| !path.exists()) else {
        return Ok(path.to_path_buf());
    };
    let folder = Path::new("cases").join(name);
    match folder.is_dir() {
        true => Ok(folder),
        false => Err(Fault::bad_input(format!("the cases of {name} are not here"))
            .at(&folder)
            .help(format!("`referee generate {name}` makes them"))),
    }
}

/// The one problem of all cases.
fn one_problem(problems: Vec<Problem>, found: &Found, root: &Path) -> Result<Problem, Fault> {
    let names: BTreeSet<&str> = problems.iter().map(Problem::name).collect();
    let options: BTreeSet<Vec<String>> = problems.iter().map(Problem::options).collect();
    match problems.first() {
        Some(problem) if names.len() == 1 && options.len() == 1 => Ok(problem.clone()),
        Some(_) if names.len() == 1 => {
            let message = "some of the cases are to be checked with options, others without";
            Err(Fault::bad_input(message)
                .at(root)
                .help("check the folders of their problem.toml files one at a time"))
        }
        Some(_) => {
            let names: Vec<&str> = names.into_iter().collect();
            Err(Fault::bad_input(format!("cases of several problems: {}", names.join(", ")))
                .at(root)
                .help("check the case folder of one problem at a time"))
        }
        None => match &found.faults[..] {
            [] => Err(Fault::bad_input("there are no cases here").at(root)),
            [first, ..] => {
                Err(Fault::bad_input(format!("there are no cases here: {}", first.one_line()))
                    .at(root))
            }
        },
    }
}
