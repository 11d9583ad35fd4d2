//! `referee export`.

use std::path::Path;

use super::args;
use super::output::Output;
use crate::exit::Exit;
use crate::export::shipped::Material;
use crate::export::{Format, LeftOut, Package};
use crate::fault::{Fault, show};
use crate::files::{Existing, TemporaryFolder};
use crate::generate::{Generated, Mode};
use crate::machine::Machine;
use crate::problem::{self, Shipped};
use crate::report::plural;

pub(super) fn run(args: args::Export, machine: Machine, output: &Output) -> anyhow::Result<Exit> {
    let mut problem = problem::find(&args.problem)?;
    for option in &args.options {
        problem = problem.with_option(option)?;
    }
    let material = Material::of(&problem).ok_or_else(|| {
        Fault::bad_input(format!("there is no statement of {} to export", problem.name()))
    })?;
    // Gone with this, and needed until all is written.
    let made = TemporaryFolder::new()?;
    let cases = match &args.cases {
        Some(folder) => folder,
        None => {
            generate(material, &problem, made.path(), machine)?;
            made.path()
        }
    };
    let export = material.export(&problem, cases)?;
    let package = args.format.lay_out(&export)?;
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    match is_folder(&args.out) {
        true => package.write_folder(&args.out, existing)?,
        false => package.write_archive(&args.out, existing)?,
    }
    if !output.quiet {
        output.print(&summary(&args.out, args.format, &package))?;
    }
    Ok(Exit::Expected)
}

/// Makes the cases within the bounds of the statement.
fn generate(
    material: &Material,
    problem: &Shipped,
    folder: &Path,
    machine: Machine,
) -> Result<(), Fault> {
    let is_within = |case: &str| material.is_within(case);
    let plan = super::generate::plan(problem.name(), Some(folder), &is_within)?;
    plan.run(Mode::Fill, machine, &mut |_, generated| match generated {
        Generated::Failed(fault) => Err(Fault::judge(fault.message.clone())),
        _ => Ok(()),
    })?;
    Ok(())
}

/// A name that ends like a folder's is one.
fn is_folder(out: &Path) -> bool {
    out.is_dir() || out.as_os_str().to_string_lossy().ends_with(['/', '\\'])
}

/// What was written, what was not, and what whoever uses it must know.
fn summary(out: &Path, format: Format, package: &Package) -> String {
    let files = plural(package.files.len(), "file", "files");
    let mut text = format!("{}   {files}, {}\n", show(out), format.name());
    let count = |is_kind: &dyn Fn(&str) -> bool| {
        package.files.iter().filter(|file| is_kind(&file.path)).count()
    };
    let inputs =
        |folder: &str| count(&|path: &str| path.starts_with(folder) && path.ends_with(".in"));
    let (samples, secret) = (inputs("data/sample/"), inputs("data/secret/"));
    for (title, number) in [
        ("samples", samples),
        ("secret cases", secret),
        ("examples for the validators", inputs("data/") - samples - secret),
        ("submissions of the jury", count(&|path: &str| path.starts_with("submissions/"))),
    ] {
        text += &format!("  {title:28}{number:>4}\n");
    }
    for LeftOut { what, why } in &package.left_out {
        text += &format!("left out   {what}: {why}\n");
    }
    for note in &package.notes {
        text += &format!("note       {note}\n");
    }
    text
}
