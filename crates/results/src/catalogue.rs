//! Lists for people: the built-in problems, and the cases of a recipe or a package.

use std::fmt::Write as _;

use globset::GlobSet;
use referee_checker::text::excerpt;
use referee_generators::{Parameter, Recipe};

use referee_author::generate::custom_recipe::{CustomCase, InputOrigin};
use referee_author::generate::packaged::Generation;
use referee_display::paint::bold;
use referee_display::wrap::wrapped;
use referee_problem::Shipped;

/// Lists problems with their solvers and families.
pub fn problems(problems: impl Iterator<Item = Shipped>, width: usize) -> String {
    let mut text = String::new();
    for problem in problems {
        let title = problem.rules.title();
        let _ = writeln!(text, "{}   {title}\n", bold(problem.name()));
        let _ = writeln!(text, "  solvers (the first is the default)");
        for solver in problem.solvers {
            let _ = writeln!(text, "    {}   {}", bold(solver.name), solver.complexity);
            wrapped(&mut text, 6, width, solver.summary);
            wrapped(&mut text, 6, width, &format!("error: {}", solver.error));
        }
        if !problem.rules.options().is_empty() {
            let _ = writeln!(text, "\n  options of the checker");
        }
        for option in problem.rules.options() {
            let _ = writeln!(text, "    {}", bold(option.name));
            wrapped(&mut text, 6, width, option.summary);
        }
        let _ = writeln!(text, "\n  families of inputs");
        for family in problem.families.families {
            let _ = writeln!(text, "    {}", bold(family.name));
            wrapped(&mut text, 6, width, family.summary);
            wrapped(&mut text, 6, width, &format!("catches: {}", family.purpose));
            let names = family.parameters.iter().map(|parameter| parameter.name.len());
            let names = names.max().unwrap_or(0);
            for parameter in family.parameters {
                let _ = writeln!(text, "        {:names$}  {}", parameter.name, about(parameter));
            }
        }
        text.push('\n');
    }
    text
}

fn about(parameter: &Parameter) -> String {
    let default = match parameter.default_value() {
        Some(value) => format!("default {value}"),
        None => "required".to_string(),
    };
    format!("{}; {default}; {}", parameter.kind, parameter.summary)
}

/// Lists the cases of a recipe.
pub fn recipe(recipe: &Recipe, selected: &[usize]) -> String {
    let mut text = String::new();
    let cases = || selected.iter().map(|&index| &recipe.cases[index]);
    let names = cases().map(|case| case.name.len()).max().unwrap_or(0);
    let families = cases().map(|case| case.family.name.len()).max().unwrap_or(0);
    for case in cases() {
        let arguments: String = case.arguments.to_string().chars().take(60).collect();
        let arguments = referee_checker::text::escape(arguments.as_bytes());
        let family = case.family.name;
        let line = format!("{:names$}  {family:families$}  {arguments}", case.name);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// Lists the cases in the recipe of a `problem.toml`: the generator of each, with its arguments.
pub fn custom_recipe(cases: &[CustomCase], selected: &[usize]) -> String {
    let mut text = String::new();
    let cases = || selected.iter().map(|&index| &cases[index]);
    let names = cases().map(|case| case.name.len()).max().unwrap_or(0);
    for case in cases() {
        let how = match &case.origin {
            InputOrigin::Given(_) => "given".into(),
            InputOrigin::Generator { name, .. } => {
                let arguments = case.origin.arguments();
                excerpt(format!("{name} {}", arguments.join(" ")).trim_end().as_bytes(), 80)
            }
        };
        let _ = writeln!(text, "{:names$}  {how}", case.name);
    }
    text
}

/// Lists the generated cases of a package: the command and seed of each, or the case that it links
/// to.
pub fn package(package: &Generation, only: Option<&GlobSet>) -> String {
    let mut text = String::new();
    let rules = || package.rules(only).map(|rule| rule.name.as_str());
    let links = || package.links(only).map(|link| link.name.as_str());
    let names = rules().chain(links()).map(str::len).max().unwrap_or(0);
    for rule in package.rules(only) {
        let how = match &rule.generate {
            None => String::new(),
            Some((command, seed, _)) => {
                let seed = if command.uses_seed { seed.to_string() } else { "-".into() };
                format!("{seed:>10}  {}", excerpt(command.text.trim().as_bytes(), 80))
            }
        };
        let _ = writeln!(text, "{}", format!("{:names$}  {how}", rule.name).trim_end());
    }
    for link in package.links(only) {
        let _ = writeln!(text, "{:names$}  is {}", link.name, link.to);
    }
    text
}
