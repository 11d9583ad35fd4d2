//! `referee generate` for problem packages.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use globset::GlobSet;

use super::args;
use super::generated_cases::{GeneratedCases, keeps};
use referee_author::generate::GenerateMode;
use referee_author::generate::packaged::{Findings, Generation, Options};
use referee_base::fault::{Fault, show};
use referee_base::machine::Machine;
use referee_base::plural;
use referee_events::exit::Exit;
use referee_problem::cases::has_problem_file;
use referee_run::output::{CASES, OutputSettings};
use referee_run::{package, selection, settings};
use referee_sandbox::Isolation;

/// The maximum number of listed files that no rule makes.
const NAMED: usize = 20;

/// Generates the cases of packages, one package after the other.
pub(super) fn run(
    args: &args::GenerateArgs,
    mode: GenerateMode,
    only: Option<&GlobSet>,
    machine: Machine,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    if args.out.is_some() {
        let fault =
            Fault::bad_input("--out is for recipes: the cases of a package are in its data/");
        return Err(fault.into());
    }
    let languages = settings::languages(None, &args.recipes, settings::NOTHING, output)?;
    let tool_runner = Arc::new(output.tool_runner(Isolation::Auto, languages));
    // All packages are read before the first case is generated.
    let mut packages = Vec::new();
    let mut exit = Exit::Expected;
    for name in &args.recipes {
        let folder = Path::new(name);
        if !folder.is_dir() || has_problem_file(folder) {
            let fault = Fault::bad_input(format!("{name} is not a folder of a problem package"));
            return Err(fault.help("generate packages and recipes one after the other").into());
        }
        let links = package::links(folder, args.root.as_deref())?;
        let (package, findings) = Generation::open(folder, links, &tool_runner)?;
        print_findings(&findings, output)?;
        match package {
            Some(package) => packages.push((folder, package)),
            None => exit = Exit::BadInput,
        }
    }
    if exit != Exit::Expected {
        return Ok(exit);
    }
    if only.is_some() && packages.iter().all(|(_, package)| package.count(only) == 0) {
        return Err(selection::no_case(&args.only)
            .help("--list shows the names of all cases")
            .into());
    }
    let options =
        Options { mode, only, is_checked_again: args.check_deterministic, is_cleaned: args.clean };
    for (folder, package) in &packages {
        let end = if args.list {
            output
                .print_sentences(&referee_results::catalogue::package(package, only))
                .map(|()| exit)?
        } else {
            carry_out(package, folder, &options, machine, output)?
        };
        exit = exit.max(end);
    }
    Ok(exit)
}

/// Prints all findings about the rules before anything is generated.
fn print_findings(findings: &Findings, output: &OutputSettings) -> Result<(), Fault> {
    // If there are errors, warnings are suppressed: they may only be consequences of the errors.
    let warnings = || findings.warnings.iter().filter(|_| findings.errors.is_empty());
    // The rules of a large package may all have the same small fault.
    let mut places = BTreeMap::new();
    for fault in warnings() {
        *places.entry(fault.message.as_str()).or_insert(0) += 1;
    }
    for fault in warnings() {
        match places.remove(fault.message.as_str()) {
            Some(1) => output.warn(&fault.one_line()),
            Some(count) => {
                let more = plural(count - 1, "other place", "other places");
                output.warn(&format!("{}; the same in {more}", fault.one_line()));
            }
            None => {}
        }
    }
    for fault in &findings.errors {
        output.print_sentences(&(referee_display::fault(fault) + "\n"))?;
    }
    match findings.errors.len() {
        0 => Ok(()),
        count => output.print_sentences(&format!(
            "{}; nothing was generated.   exit code {}\n",
            plural(count, "error", "errors"),
            Exit::BadInput as u8
        )),
    }
}

fn carry_out(
    package: &Generation,
    folder: &Path,
    options: &Options,
    machine: Machine,
    output: &OutputSettings,
) -> Result<Exit, Fault> {
    if let Some(solution) = package.default_solution() {
        output.note(&format!(
            "no solution is named: {solution} is used; `solution: {solution}` in generators.yaml makes that explicit"
        ));
    }
    let Options { mode, only, .. } = *options;
    let count = package.count(only);
    let mut outcome = GeneratedCases::new();
    let progress = output.progress("generating", CASES, count);
    keeps(mode, output);
    let end = package.run(options, machine, &progress, &mut |file| {
        progress.step();
        for fault in &file.warnings {
            progress.pause(|| output.warn(&fault.one_line()));
        }
        outcome.add(file.name, &file.generated);
        Ok(())
    })?;
    drop(progress);
    if let Some(trouble) = end.cache_trouble {
        output.warn(&format!("generated files are not cached: {trouble}"));
    }
    if mode == GenerateMode::Check && !end.orphans.is_empty() {
        outcome.exit = outcome.exit.max(Exit::Failed);
    }
    for orphan in end.orphans.iter().take(NAMED) {
        let line = format!("data/{} exists, but no rule generates it\n", show(orphan));
        outcome.details.push_str(&line);
    }
    if end.orphans.len() > NAMED {
        let more = plural(end.orphans.len() - NAMED, "file", "files");
        outcome.details.push_str(&format!("and {more} more\n"));
    }
    if !end.orphans.is_empty() && mode != GenerateMode::Check {
        outcome.details.push_str("--clean removes files that no rule generates\n");
    }
    if end.removed > 0 {
        let removed = plural(end.removed, "file", "files");
        outcome.details.push_str(&format!("{removed} in data/ without a rule: removed\n"));
    }
    let made = plural(count, "case", "cases");
    let head = format!("{}   {made} by generators.yaml\n", show(&folder.join("data")));
    outcome.end(&head, mode, "generators.yaml and the disk agree.   ", output)
}
