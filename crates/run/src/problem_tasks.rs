//! Problems among the tasks of a batch: by name, as folders, packages or archives of packages, or
//! as folders of these.

use std::path::{Path, PathBuf};

use crate::ProblemSpec;
use crate::judge_task;
use crate::output::OutputSettings;
use referee_base::archive;
use referee_base::fault::{Fault, show};
use referee_base::machine::Machine;
use referee_batch::ProblemTask;
use referee_package::is_package;
use referee_problem::cases::PROBLEM_FILE;
use referee_problem::{self as problem, ProblemSelection};
use referee_programs::language::Languages;
use referee_sandbox::Isolation;

/// Finds the problems among paths, and returns them and the other paths.
pub fn find(
    paths: &[PathBuf],
    jobs: usize,
    languages: &Languages,
    isolation: Isolation,
    output: &OutputSettings,
) -> Result<(Vec<ProblemTask>, Vec<PathBuf>), Fault> {
    let tool_runner = output.tool_runner(isolation, languages.clone());
    let named = ProblemSpec::default().selection(tool_runner);
    let machine = Machine::here(Some(jobs));
    let (mut problems, mut others) = (Vec::new(), Vec::new());
    for path in paths {
        let within = if is_problem(path) { vec![path.clone()] } else { problems_in(path)? };
        for path in &within {
            problems.push(open(path, &named, machine, output)?);
        }
        if within.is_empty() {
            others.push(path.clone());
        }
    }
    Ok((problems, others))
}

fn is_problem(path: &Path) -> bool {
    if path.is_dir() {
        is_package(path) || path.join(PROBLEM_FILE).is_file()
    } else if path.is_file() {
        archive::stem(path).is_some()
    } else {
        path.to_str().is_some_and(|name| problem::find(name).is_ok())
    }
}

/// Returns the problems directly in a folder, by name.
fn problems_in(folder: &Path) -> Result<Vec<PathBuf>, Fault> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = folder.read_dir().map_err(|error| Fault::cannot_read(folder, &error))?;
    let entries = entries.filter_map(Result::ok).map(|entry| entry.path());
    let mut found: Vec<PathBuf> = entries.filter(|path| is_problem(path)).collect();
    found.sort();
    Ok(found)
}

fn open(
    path: &Path,
    named: &ProblemSelection,
    machine: Machine,
    output: &OutputSettings,
) -> Result<ProblemTask, Fault> {
    let (place, problem, cases) = judge_task::open(path, named, output)?;
    let limits = place.limits();
    if limits.time.is_none() && place.package.is_some() {
        let limit = limits.limits().cpu.as_secs_f64();
        output.warn(&format!("{} sets no time limit; it is {limit} s here", show(path)));
    }
    Ok(ProblemTask { problem, cases, limits, machine })
}
