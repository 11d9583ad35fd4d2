//! `referee show`.

use std::path::Path;

use super::args;
use referee_author::show;
use referee_base::fault::Fault;
use referee_base::files::{Existing, WholeFile};
use referee_base::machine::Machine;
use referee_events::Reason;
use referee_events::exit::Exit;
use referee_package::Work;
use referee_problem::cases::{self, CaseFile, CaseFolder};
use referee_problem::{Problem, ProblemSelection};
use referee_run::case_place::{CasePlace, folder_of, name_in_folder, no_such_case, package_of};
use referee_run::output::{OutputSettings, columns};
use referee_run::target::Target;

/// The width of drawings if standard output is not a terminal, and the maximum on a terminal.
const WIDTH: usize = 80;

pub(super) fn run(
    args: args::ShowArgs,
    machine: Machine,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    // Opened before the work, so that a file that must not be overwritten is reported immediately.
    let svg = args.svg.as_ref().map(|path| WholeFile::begin(path, existing)).transpose()?;
    let named = args.problem.named([&args.case], &args.output, output)?;
    let (file, problem) = find_case(&args.case, &named, output)?;
    let view = show::view(&file, problem.as_ref(), args.output.as_deref(), machine)?;
    let is_refused = view.judged.as_ref().is_some_and(|judged| judged.reason != Reason::Proved);
    let text = referee_results::shown_case(&view, columns().min(WIDTH));
    if is_refused { output.print_sentences(&text) } else { output.print_unless_quiet(&text) }?;
    if let Some(svg) = svg {
        let Some(drawing) = &view.drawing else {
            let fault = Fault::bad_input("there is nothing to draw: only shipped problems draw");
            return Err(fault.at(svg.path()).into());
        };
        svg.finish_with(referee_display::drawing::svg(drawing).as_bytes())?;
    }
    Ok(if is_refused { Exit::Failed } else { Exit::Expected })
}

/// Finds the case at a path, and its problem, if that is known.
fn find_case(
    path: &Path,
    named: &ProblemSelection,
    output: &OutputSettings,
) -> Result<(CaseFile, Option<Problem>), Fault> {
    let CasePlace { place, name } = CasePlace::find(path);
    let Some(name) = name else { return of_input(&place, named, output) };
    let target = Target::find(&place, named, Work::Judging, output)?;
    let found = target.find_cases()?;
    match found.cases.iter().find(|case| *case.name == *name) {
        Some(case) => {
            let problem = problem_of(&target, case, named)?;
            Ok((case.clone(), problem))
        }
        None => Err(no_such_case(&name, &found.cases).at(&place)),
    }
}

fn of_input(
    input: &Path,
    named: &ProblemSelection,
    output: &OutputSettings,
) -> Result<(CaseFile, Option<Problem>), Fault> {
    let Some(package) = package_of(input).filter(|_| named.problem.is_none()) else {
        let target = Target::find(input, named, Work::Judging, output)?;
        let mut found = target.find_cases()?;
        let Some(mut case) = found.cases.pop() else { return Err(Fault::no_file(input)) };
        let of_problem = target.file.as_ref().and_then(|file| file.cases.as_deref());
        if let Some(name) = name_in_folder(of_problem, input)? {
            case.name = name.into();
        }
        let problem = problem_of(&target, &case, named)?;
        return Ok((case, problem));
    };
    let target = Target::find(&package, named, Work::Judging, output)?;
    let is_it = |case: &&CaseFile| case.input.canonicalize().ok() == input.canonicalize().ok();
    let case = match target.find_cases().unwrap_or_default().cases.iter().find(is_it) {
        Some(case) => case.clone(),
        // Such as an input that validators must reject.
        None => cases::find(input)?.cases.remove(0),
    };
    let problem = problem_of(&target, &case, named)?;
    Ok((case, problem))
}

/// Returns the problem of a case; `None` if it is unknown.
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
