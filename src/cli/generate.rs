//! `referee generate`.

use std::path::{Path, PathBuf};

use globset::GlobSet;
use referee_checker::text::escape;
use referee_generators::{CaseSpec, Recipe};

use super::args;
use super::generate_package;
use super::generated_cases::{GeneratedCases, keeps};
use referee_author::generate::case_folder::{CaseMaker, GeneratedFolder};
use referee_author::generate::custom_plan::CustomPlan;
use referee_author::generate::custom_recipe;
use referee_author::generate::kept_rule::made;
use referee_author::generate::recipe_plan::RecipePlan;
use referee_author::generate::{GenerateMode, Generated};
use referee_base::archive;
use referee_base::fault::{Fault, show};
use referee_base::files::{self, Existing};
use referee_base::machine::Machine;
use referee_base::plural;
use referee_events::exit::Exit;
use referee_events::watch::Unwatched;
use referee_problem::cases::{PROBLEM_FILE, has_problem_file};
use referee_problem::{self as problem, Problem, Shipped};
use referee_results::catalogue;
use referee_run::output::{CASES, OutputSettings};
use referee_run::{selection, settings};

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
    let only = selection::globs_of_only(&args.only)?;
    let is_package = |name: &String| {
        !name.ends_with(".toml") && Path::new(name).is_dir() && !has_problem_file(Path::new(name))
    };
    if args.recipes.iter().any(is_package) {
        return generate_package::run(&args, mode, only.as_ref(), machine, output);
    }
    if args.clean || args.check_deterministic {
        let fault = Fault::bad_input("--clean and --check-deterministic are for problem packages");
        return Err(fault.help("name a folder with a problem.yaml").into());
    }
    let plans = plans(&args, only.as_ref(), output)?;
    if args.list {
        for plan in &plans {
            output.print(&plan.list())?;
        }
        return Ok(Exit::Expected);
    }
    let mut exit = Exit::Expected;
    for plan in &plans {
        exit = exit.max(carry_out(plan, mode, machine, output)?);
    }
    Ok(exit)
}

/// A recipe, and which of its cases to generate in which folder.
pub(super) struct Plan {
    of: PlanOf,
    /// The source of the recipe, as shown to users.
    source: String,
    folder: PathBuf,
    /// The positions, in the recipe, of the cases to generate.
    selected: Vec<usize>,
    /// Whether a `problem.toml` may be created beside the cases.
    names_problem: bool,
}

enum PlanOf {
    Shipped(RecipePlan),
    /// For the problem of a `problem.toml`.
    Custom(CustomPlan),
}

impl Plan {
    pub(super) fn cases(&self) -> GeneratedFolder<'_> {
        let maker: &dyn CaseMaker = match &self.of {
            PlanOf::Shipped(plan) => plan,
            PlanOf::Custom(plan) => plan,
        };
        GeneratedFolder { maker, folder: &self.folder, selected: &self.selected }
    }

    fn list(&self) -> String {
        match &self.of {
            PlanOf::Shipped(plan) => catalogue::recipe(&plan.recipe, &self.selected),
            PlanOf::Custom(plan) => catalogue::custom_recipe(&plan.cases, &self.selected),
        }
    }
}

/// Makes one case of a folder with a `problem.toml` by its recipe, and adds it to the manifest.
pub(super) fn make_one(
    folder: &Path,
    name: &str,
    machine: Machine,
    output: &OutputSettings,
) -> Result<(), Fault> {
    let plan = plan_of_folder(folder, None, &|case| case == name, output)?;
    let listener = &mut |_: &str, generated: &Generated| made(generated);
    plan.cases().run(GenerateMode::Replace, machine, &Unwatched, listener).map(drop)
}

/// Reads and checks all recipes before the first case is generated.
fn plans(
    args: &args::GenerateArgs,
    only: Option<&GlobSet>,
    output: &OutputSettings,
) -> Result<Vec<Plan>, Fault> {
    let names: Vec<String> = if args.recipes.is_empty() {
        problem::shipped().map(|problem| problem.name().to_string()).collect()
    } else {
        args.recipes.clone()
    };
    if args.out.is_some() && names.len() > 1 {
        let fault = Fault::bad_input("--out is one folder, but there are several recipes");
        return Err(fault.help("generate them one at a time"));
    }
    let is_wanted = |case: &str| only.is_none_or(|only| only.is_match(case));
    let out = args.out.as_deref();
    let plans = names.iter().map(|name| {
        if has_problem_file(Path::new(name)) {
            plan_of_folder(Path::new(name), out, &is_wanted, output)
        } else {
            plan(name, out, &is_wanted)
        }
    });
    let plans = plans.collect::<Result<Vec<Plan>, Fault>>()?;
    if only.is_some() && plans.iter().all(|plan| plan.selected.is_empty()) {
        return Err(selection::no_case(&args.only).help("--list shows the names of all cases"));
    }
    Ok(plans)
}

/// Plans the generation of the selected cases of a recipe.
pub(super) fn plan(
    name: &str,
    out: Option<&Path>,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Result<Plan, Fault> {
    let (path, recipe, problem) = read_recipe(name)?;
    let usual = || Path::new("cases").join(problem.name());
    let folder = out.map_or_else(usual, Path::to_path_buf);
    let plan = shipped_plan(&path, recipe, problem, folder, is_wanted)?;
    Ok(Plan { names_problem: true, ..plan })
}

fn shipped_plan(
    path: &Path,
    recipe: Recipe,
    problem: Shipped,
    folder: PathBuf,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Result<Plan, Fault> {
    let wanted = recipe.solver.as_ref().map(|(name, _)| name.as_str());
    let solver = problem.solver(wanted).map_err(|fault| Fault {
        place: recipe.solver.as_ref().map(|(_, place)| *place),
        ..fault.at(path)
    })?;
    let is_selected = |case: &CaseSpec| is_wanted(&case.name);
    let selected = (0..recipe.cases.len()).filter(|&i| is_selected(&recipe.cases[i])).collect();
    let of = PlanOf::Shipped(RecipePlan { recipe, problem, solver });
    Ok(Plan { of, source: show(path), folder, selected, names_problem: false })
}

/// Plans the generation of the selected cases of a folder with a `problem.toml`, by the recipe that
/// this file names.
fn plan_of_folder(
    folder: &Path,
    out: Option<&Path>,
    is_wanted: &dyn Fn(&str) -> bool,
    output: &OutputSettings,
) -> Result<Plan, Fault> {
    let path = folder.join(PROBLEM_FILE);
    let file = settings::selection(folder, output)?.read(&path)?;
    let Some(recipe) = file.recipe else {
        let fault = Fault::bad_input("this problem has no recipe").at(path);
        return Err(fault.help("write a recipe.toml next to it; docs/recipes.md shows one"));
    };
    let text = files::read_named_text(&recipe)?;
    let document = |error| Fault::document(&recipe, &error, &text);
    let cases = file.cases.unwrap_or_else(|| folder.to_path_buf());
    let cases = out.map_or(cases, Path::to_path_buf);
    match file.problem {
        Problem::Custom(problem) => {
            let planned = custom_recipe::parse(&text, &problem).map_err(document)?;
            let is_selected = |&i: &usize| is_wanted(&planned[i].name);
            let selected = (0..planned.len()).filter(is_selected).collect();
            let of = PlanOf::Custom(CustomPlan { cases: planned, problem });
            let source = show(&recipe);
            Ok(Plan { of, source, folder: cases, selected, names_problem: false })
        }
        Problem::Shipped(problem) => {
            let parsed = Recipe::parse(&text).map_err(document)?;
            if parsed.problem != problem.name() {
                let message =
                    format!("this recipe is for {}, not {}", parsed.problem, problem.name());
                return Err(Fault::bad_input(message).at(&recipe));
            }
            shipped_plan(&recipe, parsed, problem, cases, is_wanted)
        }
        Problem::Packaged(_) => {
            Err(Fault::bad_input("a folder with a problem.toml is not a package"))
        }
    }
}

/// Reads a recipe by file name, or a built-in one by problem name. Also returns its path, as shown
/// to users.
fn read_recipe(name: &str) -> Result<(PathBuf, Recipe, Shipped), Fault> {
    if archive::is_archive(Path::new(name)) {
        let fault = Fault::bad_input("this is an archive, not a recipe").at(Path::new(name));
        return Err(fault.help("unpack it and name its folder"));
    }
    let is_file = name.ends_with(".toml") || name.contains(['/', '\\']);
    if !is_file {
        let problem = problem::find(name).map_err(|fault| {
            if Path::new(name).is_file() {
                fault.help("name a recipe file with its extension, .toml")
            } else {
                fault
            }
        })?;
        let text = problem.families.recipe;
        let path = PathBuf::from(format!("the built-in recipe of {name}"));
        let recipe = Recipe::parse(text).map_err(|error| Fault::document(&path, &error, text))?;
        return Ok((path, recipe, problem));
    }
    let path = Path::new(name);
    let text = files::read_named_text(path)?;
    let recipe = Recipe::parse(&text).map_err(|error| Fault::document(path, &error, &text))?;
    let problem = problem::find(recipe.problem)?;
    Ok((path.to_path_buf(), recipe, problem))
}

fn carry_out(
    plan: &Plan,
    mode: GenerateMode,
    machine: Machine,
    output: &OutputSettings,
) -> Result<Exit, Fault> {
    let mut outcome = GeneratedCases::new();
    let folder = plan.cases();
    let progress = output.progress("generating", CASES, folder.selected.len());
    keeps(mode, output);
    let orphans = folder.run(mode, machine, &progress, &mut |name, generated| {
        progress.step();
        outcome.add(name, generated);
        Ok(())
    })?;
    drop(progress);
    if mode == GenerateMode::Check && !orphans.is_empty() {
        outcome.exit = outcome.exit.max(Exit::Failed);
    }
    if plan.names_problem && mode != GenerateMode::Check {
        name_the_problem(&plan.folder, folder.maker.problem())?;
    }
    for orphan in &orphans {
        outcome.details.push_str(&format!("{}\n", escape(orphan.as_bytes())));
    }
    let cases = plural(folder.selected.len(), "case", "cases");
    let head = format!("{}   {cases} from {}\n", show(folder.folder), plan.source);
    outcome.end(&head, mode, "The recipe, the disk and the manifest agree.   ", output)
}

/// Creates a `problem.toml` that names the problem beside the new cases, unless there is one.
fn name_the_problem(folder: &Path, problem: &str) -> Result<(), Fault> {
    let path = folder.join(PROBLEM_FILE);
    if !folder.is_dir() || path.exists() {
        return Ok(());
    }
    let text = format!("format = 1\nproblem = \"{problem}\"\n");
    files::write_whole(&path, text.as_bytes(), Existing::Keep)
}
