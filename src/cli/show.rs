//! `referee show`.

use std::io::Write as _;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use referee_checker::text::excerpt;

use super::args;
use super::output::OutputSettings;
use super::target::Target;
use crate::cases::{self, CaseFile, CaseFolder};
use crate::events::Reason;
use crate::exit::Exit;
use crate::problem::{self, Problem, ProblemSelection};
use crate::report;
use crate::show;
use referee_base::document::nearest;
use referee_base::fault::Fault;
use referee_base::files::{Existing, WholeFile};
use referee_base::machine::Machine;
use referee_package::{Work, is_package};

/// The width of drawings where standard output is no terminal, and the maximum on a terminal.
const WIDTH: usize = 80;

pub(super) fn run(
    args: args::ShowArgs,
    machine: Machine,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    // Opened before the work, so that a file that must not be overwritten is reported at once.
    let svg = args.svg.as_ref().map(|path| WholeFile::begin(path, existing)).transpose()?;
    let named = args.problem.named([&args.case].into_iter().chain(&args.output), output)?;
    let (file, problem) = find_case(&args.case, &named, output)?;
    let view = show::view(&file, problem.as_ref(), args.output.as_deref(), machine)?;
    let is_refused = view.judged.as_ref().is_some_and(|judged| judged.reason != Reason::Proved);
    let text = report::shown_case(&view, output.width().min(WIDTH));
    if is_refused { output.print(&text) } else { output.tell(&text) }?;
    if let (Some(path), Some(mut svg)) = (&args.svg, svg) {
        let Some(drawing) = &view.drawing else {
            let fault = Fault::bad_input("there is nothing to draw: only shipped problems draw");
            return Err(fault.at(path).into());
        };
        svg.write_all(report::drawing::svg(drawing).as_bytes())
            .map_err(|error| Fault::cannot_write(path, &error))?;
        svg.finish()?;
    }
    Ok(if is_refused { Exit::Failed } else { Exit::Expected })
}

/// Finds the case of a path: an input, with or without `.in`, or the name of a case after its case folder, package or shipped problem.
fn find_case(
    path: &Path,
    named: &ProblemSelection,
    output: &OutputSettings,
) -> Result<(CaseFile, Option<Problem>), Fault> {
    let mut input = path.as_os_str().to_os_string();
    input.push(".in");
    if let Some(input) = [path, Path::new(&input)].into_iter().find(|input| input.is_file()) {
        return of_input(input, named, output);
    }
    let has_cases = |root: &&Path| {
        root.is_dir() || root.to_str().is_some_and(|name| problem::find(name).is_ok())
    };
    let roots = path.ancestors().filter(|root| *root != Path::new(""));
    let root = roots.into_iter().find(has_cases).unwrap_or(path);
    let name = path.strip_prefix(root).unwrap_or(path).to_string_lossy();
    let name = name.replace(MAIN_SEPARATOR, "/");
    let target = Target::find(root, named, Work::Judging, output)?;
    let found = target.find_cases()?;
    match found.cases.iter().find(|case| *case.name == *name) {
        Some(case) => {
            let problem = problem_of(&target, case, named)?;
            Ok((case.clone(), problem))
        }
        None => Err(no_such_case(&name, &found).at(root)),
    }
}

fn no_such_case(name: &str, found: &CaseFolder) -> Fault {
    let names = found.cases.iter().map(|case| &*case.name);
    let help = match (nearest(name, names.clone()), names.clone().next()) {
        (Some(near), _) => format!("did you mean {near}?"),
        (None, Some(first)) => format!("name one of them, such as {first}"),
        (None, None) => "there are none".into(),
    };
    let name = excerpt(name.as_bytes(), 60);
    match name.is_empty() {
        true => Fault::bad_input("this is a folder of cases, not a case").help(help),
        false => Fault::bad_input(format!("there is no case {name} here")).help(help),
    }
}

/// Finds the case of an input.
fn of_input(
    input: &Path,
    named: &ProblemSelection,
    output: &OutputSettings,
) -> Result<(CaseFile, Option<Problem>), Fault> {
    let folder = folder_of(input);
    let above = folder.ancestors().filter(|above| *above != Path::new(""));
    let package = above.into_iter().find(|above| is_package(above));
    let Some(package) = package.filter(|_| named.problem.is_none()) else {
        let target = Target::find(input, named, Work::Judging, output)?;
        let mut found = target.find_cases()?;
        let Some(mut case) = found.cases.pop() else { return Err(Fault::no_file(input)) };
        // Named as in reports on its whole folder.
        let root = match target.file.as_ref().and_then(|file| file.cases.clone()) {
            Some(cases) => Some(cases),
            None => cases::nearest_problem_file(folder)?
                .and_then(|file| file.parent().map(PathBuf::from)),
        };
        if let Some(root) = root.filter(|root| input.starts_with(root))
            && let Some(name) = cases::name_below(&root, input)
        {
            case.name = name.into();
        }
        let problem = problem_of(&target, &case, named)?;
        return Ok((case, problem));
    };
    let target = Target::find(package, named, Work::Judging, output)?;
    let is_it = |case: &&CaseFile| case.input.canonicalize().ok() == input.canonicalize().ok();
    let case = match target.find_cases().unwrap_or_default().cases.iter().find(is_it) {
        Some(case) => case.clone(),
        // Such as an input that validators must refuse.
        None => cases::find(input)?.cases.remove(0),
    };
    let problem = problem_of(&target, &case, named)?;
    Ok((case, problem))
}

/// Returns the problem of a case; none where nothing says what it is.
fn problem_of(
    target: &Target,
    case: &CaseFile,
    named: &ProblemSelection,
) -> Result<Option<Problem>, Fault> {
    let is_named = named.problem.is_some() || target.file.is_some() || target.package.is_some();
    if !is_named && cases::nearest_problem_file(folder_of(&case.input))?.is_none() {
        return Ok(None);
    }
    let found = CaseFolder { cases: vec![case.clone()], ..CaseFolder::default() };
    target.problem(&found, named).map(Some)
}

fn folder_of(input: &Path) -> &Path {
    input.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."))
}
