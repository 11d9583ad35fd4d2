//! `referee generate`.

use std::path::{Path, PathBuf};

use globset::GlobSet;
use referee_checker::text::escape;
use referee_generators::{CaseSpec, Recipe};

use super::args;
use super::generate_package;
use super::generated_cases::GeneratedCases;
use super::only;
use super::output::OutputSettings;
use crate::cases::PROBLEM_FILE;
use crate::exit::Exit;
use crate::generate::{GenerateMode, RecipePlan};
use crate::problem::{self, Shipped};
use crate::report;
use crate::report::progress::ProgressLine;
use referee_base::fault::{Fault, show};
use referee_base::files::{self, Existing};
use referee_base::machine::Machine;
use referee_base::plural;

pub(super) fn run(
    args: args::GenerateArgs,
    machine: Machine,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let mode = match (args.check, args.force) {
        (true, _) => GenerateMode::Check,
        (false, true) => GenerateMode::Replace,
        (false, false) => GenerateMode::Fill,
    };
    let only = only::globs(&args.only)?;
    let is_package = |name: &String| !name.ends_with(".toml") && Path::new(name).is_dir();
    if args.recipes.iter().any(is_package) {
        return generate_package::run(&args, mode, only.as_ref(), machine, output);
    }
    if args.clean || args.check_deterministic {
        let fault = Fault::bad_input("--clean and --check-deterministic are for problem packages");
        return Err(fault.help("name a folder with a problem.yaml").into());
    }
    let plans = plans(&args, only.as_ref())?;
    if args.list {
        for plan in &plans {
            output.print(&report::catalogue::recipe(&plan.recipe, &plan.selected))?;
        }
        return Ok(Exit::Expected);
    }
    let mut exit = Exit::Expected;
    for plan in &plans {
        exit = exit.max(carry_out(plan, mode, machine, output)?);
    }
    Ok(exit)
}

/// Reads and checks every recipe before the first case is generated.
fn plans(args: &args::GenerateArgs, only: Option<&GlobSet>) -> Result<Vec<RecipePlan>, Fault> {
    let names: Vec<String> = match args.recipes.is_empty() {
        true => problem::shipped().map(|problem| problem.name().to_string()).collect(),
        false => args.recipes.clone(),
    };
    if args.out.is_some() && names.len() > 1 {
        let fault = Fault::bad_input("--out is one folder, but there are several recipes");
        return Err(fault.help("generate them one at a time"));
    }
    let is_wanted = |case: &str| only.is_none_or(|only| only.is_match(case));
    let plans = names.iter().map(|name| plan(name, args.out.as_deref(), &is_wanted));
    let plans = plans.collect::<Result<Vec<RecipePlan>, Fault>>()?;
    if only.is_some() && plans.iter().all(|plan| plan.selected.is_empty()) {
        return Err(only::nothing(&args.only).help("--list shows the names of all cases"));
    }
    Ok(plans)
}

/// Plans how the selected cases of a recipe are generated.
pub(super) fn plan(
    name: &str,
    out: Option<&Path>,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Result<RecipePlan, Fault> {
    let (source, recipe, problem) = read_recipe(name)?;
    let wanted = recipe.solver.as_ref().map(|(name, _)| name.as_str());
    let solver = problem.solver(wanted).map_err(|fault| Fault {
        place: recipe.solver.as_ref().map(|(_, place)| *place),
        ..fault.at(name)
    })?;
    let folder = out.map_or_else(|| Path::new("cases").join(problem.name()), Path::to_path_buf);
    let is_selected = |case: &CaseSpec| is_wanted(&case.name);
    let selected = (0..recipe.cases.len()).filter(|&i| is_selected(&recipe.cases[i])).collect();
    Ok(RecipePlan { source, recipe, problem, solver, folder, selected })
}

/// Reads a recipe by file name, or a built-in one by problem name; also returns a description of its source.
fn read_recipe(name: &str) -> Result<(String, Recipe, Shipped), Fault> {
    let is_file = name.ends_with(".toml") || name.contains(['/', '\\']);
    if !is_file {
        let problem = problem::find(name).map_err(|fault| match Path::new(name).is_file() {
            true => fault.help("name a recipe file with its extension, .toml"),
            false => fault,
        })?;
        let text = problem.families.recipe;
        let path = PathBuf::from(format!("the built-in recipe of {name}"));
        let recipe = Recipe::parse(text).map_err(|error| Fault::document(&path, &error, text))?;
        return Ok((path.display().to_string(), recipe, problem));
    }
    let path = Path::new(name);
    let text = files::read_named_text(path)?;
    let recipe = Recipe::parse(&text).map_err(|error| Fault::document(path, &error, &text))?;
    let problem = problem::find(recipe.problem)?;
    Ok((show(path), recipe, problem))
}

fn carry_out(
    plan: &RecipePlan,
    mode: GenerateMode,
    machine: Machine,
    output: &OutputSettings,
) -> Result<Exit, Fault> {
    let mut outcome = GeneratedCases::new();
    let progress = ProgressLine::new(!output.quiet, "generating", plan.selected.len());
    let strangers = plan.run(mode, machine, &mut |spec, generated| {
        progress.step();
        outcome.add(&spec.name, generated);
        Ok(())
    })?;
    drop(progress);
    if mode == GenerateMode::Check && !strangers.is_empty() {
        outcome.exit = outcome.exit.max(Exit::Failed);
    }
    if mode != GenerateMode::Check {
        name_the_problem(plan)?;
    }
    for stranger in &strangers {
        outcome.details.push_str(&format!("{}\n", escape(stranger.as_bytes())));
    }
    let cases = plural(plan.selected.len(), "case", "cases");
    let head = format!("{}   {cases} from {}\n", show(&plan.folder), plan.source);
    outcome.end(&head, mode, "The recipe, the disk and the manifest agree.   ", output)
}

/// Ensures that the new cases have a `problem.toml` that names their problem.
fn name_the_problem(plan: &RecipePlan) -> Result<(), Fault> {
    let path = plan.folder.join(PROBLEM_FILE);
    if !plan.folder.is_dir() || path.exists() {
        return Ok(());
    }
    let text = format!("format = 1\nproblem = \"{}\"\n", plan.problem.name());
    files::write_whole(&path, text.as_bytes(), Existing::Keep)
}
