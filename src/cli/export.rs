//! `referee export`.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use referee_checker::text::escape;

use super::args;
use referee_author::generate::{GenerateMode, Generated};
use referee_base::fault::{Fault, show};
use referee_base::files::{Existing, TemporaryFolder};
use referee_base::machine::Machine;
use referee_base::plural;
use referee_events::exit::Exit;
use referee_events::watch::Unwatched;
use referee_export::custom::CustomMaterial;
use referee_export::shipped::Material;
use referee_export::{ExportedPackage, Format, OmittedPart, ProblemContents, packaged};
use referee_judge::record;
use referee_judge::record::inferred::RecordedTimeLimit;
use referee_package::{CaseFileKind, Work};
use referee_problem::cases::{PROBLEM_FILE, has_problem_file};
use referee_problem::{self as problem, Problem, ProblemSelection, Shipped};
use referee_run::output::OutputSettings;
use referee_run::settings;
use referee_run::target::package_time_limit_sources;

/// The origin of a time limit from the arguments.
const GIVEN: &str = "that of --time-limit";

pub(super) fn run(
    args: args::ExportArgs,
    machine: Machine,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let path = Path::new(&args.problem);
    let is_shipped = problem::find(&args.problem).is_ok();
    if !is_shipped && has_problem_file(path) {
        return export_folder(path, &args, output);
    }
    if !is_shipped && path.exists() {
        return convert(path, &args, output);
    }
    let mut problem =
        problem::find(&args.problem).map_err(|fault| match path.components().count() {
            0 | 1 => {
                fault.help("name a shipped problem, or the path of a package's folder or archive")
            }
            _ => Fault::cannot_read(path, &io::ErrorKind::NotFound.into()),
        })?;
    for option in &args.options {
        problem = problem.with_option(option)?;
    }
    let material = Material::of(&problem).ok_or_else(|| {
        Fault::bad_input(format!("there is no statement of {} to export", problem.name()))
    })?;
    // The folder is removed on drop, and is needed until everything is written.
    let made = TemporaryFolder::new()?;
    let cases = match &args.cases {
        Some(folder) => folder,
        None => {
            generate(material, &problem, made.path(), machine)?;
            made.path()
        }
    };
    let mut contents = material.export(&problem, cases)?;
    if let Some(time) = args.time {
        contents.set_time_limit(time, GIVEN);
    }
    write(&contents, &args, output)
}

/// Sets the time limit of the arguments. Otherwise, if the problem has none of its own, sets the
/// one that `judge` has inferred.
fn set_time_limit(
    contents: &mut ProblemContents,
    args: &args::ExportArgs,
    record: &Path,
    sources: &[PathBuf],
) -> Result<(), Fault> {
    if let Some(time) = args.time {
        contents.set_time_limit(time, GIVEN);
        return Ok(());
    }
    if contents.metadata.limits.time.is_some() {
        return Ok(());
    }
    if let Some(limit) = RecordedTimeLimit::read(record, sources)? {
        let time = Duration::from_millis(limit.milliseconds);
        let RecordedTimeLimit { contestant, case, .. } = limit;
        let origin = format!("the one that `referee judge` inferred from {contestant} on {case}");
        contents.set_time_limit(time, &origin);
    }
    Ok(())
}

fn export_folder(
    folder: &Path,
    args: &args::ExportArgs,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let named = settings::selection(folder, output)?;
    if is_within(&args.out, folder) && is_within(folder, &args.out) {
        let fault = Fault::bad_input("this would be written over the problem itself").at(&args.out);
        return Err(fault.help("name another folder with --out").into());
    }
    let path = folder.join(PROBLEM_FILE);
    let file = named.read(&path)?;
    let problem = match &file.problem {
        Problem::Custom(problem) => problem,
        other => {
            let fault = Fault::bad_input(format!("this is the shipped problem {}", other.name()));
            return Err(fault.at(path).help(format!("export {} by its name", other.name())).into());
        }
    };
    if let [option, ..] = &args.options[..] {
        file.problem.clone().with_option(option)?;
    }
    let own_cases = file.cases.as_deref().unwrap_or(folder);
    let material = CustomMaterial {
        problem,
        folder,
        cases: args.cases.as_deref().unwrap_or(own_cases),
        submissions: file.submissions.as_deref(),
        limits: file.limits,
        has_points: file.has_points(),
    };
    let mut contents = material.export()?;
    let sources: Vec<PathBuf> = [Some(own_cases), file.submissions.as_deref()]
        .into_iter()
        .flatten()
        .map(Path::to_path_buf)
        .collect();
    set_time_limit(&mut contents, args, &record::folder_of(folder)?, &sources)?;
    write(&contents, args, output)
}

fn convert(path: &Path, args: &args::ExportArgs, output: &OutputSettings) -> anyhow::Result<Exit> {
    let named = ProblemSelection { root: args.root.clone(), ..ProblemSelection::default() };
    let Some(opened) = referee_run::package::open(path, &named)? else {
        let fault = Fault::bad_input("this is not a package").at(path);
        return Err(fault.help("a package has a problem.yaml").into());
    };
    if args.cases.is_some() || !args.options.is_empty() {
        let fault = Fault::bad_input("a package has its own cases, and its checker has no options");
        return Err(fault.help("remove --cases and --checker-option").into());
    }
    if is_within(&args.out, path) {
        let fault = Fault::bad_input("this would be written into the package itself").at(&args.out);
        return Err(fault.help("name another folder with --out").into());
    }
    // The unpacked archive exists as long as `problem`.
    let (problem, errors) = opened.usable(path, Work::Converting)?;
    let mut export = packaged::export(&problem.package, args.format)?;
    let (unusable, others): (Vec<_>, Vec<_>) =
        errors.into_iter().partition(|error| error.blocked.is_some());
    let record = record::folder_of(path)?;
    set_time_limit(&mut export, args, &record, &package_time_limit_sources(&problem.folder()))?;
    let omitted = unusable.into_iter();
    let omitted = omitted.map(|error| OmittedPart { what: error.location(), why: error.message });
    export.left_out.extend(omitted);
    export.notes.extend(referee_run::package::passed_over(path, &others));
    write(&export, args, output)
}

fn write(
    export: &ProblemContents,
    args: &args::ExportArgs,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let mut package = args.format.lay_out(export)?;
    if is_folder(&args.out) {
        package.notes.extend(note_of_others(&args.out, &package));
    }
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    if is_folder(&args.out) {
        package.write_folder(&args.out, existing)?
    } else {
        package.write_archive(&args.out, existing)?
    }
    if !output.quiet {
        output.print_sentences(&summary(&args.out, args.format, &package))?;
    }
    Ok(Exit::Expected)
}

/// Generates the cases that are within the bounds of the statement.
fn generate(
    material: &Material,
    problem: &Shipped,
    folder: &Path,
    machine: Machine,
) -> Result<(), Fault> {
    let is_within = |case: &str| material.is_within(case);
    let plan = super::generate::plan(problem.name(), Some(folder), &is_within)?;
    let cases = plan.cases();
    cases.run(GenerateMode::Fill, machine, &Unwatched, &mut |_, generated| match generated {
        Generated::Failed(fault) => Err(Fault::judge(fault.message.clone())),
        _ => Ok(()),
    })?;
    Ok(())
}

/// Returns whether the target is a folder: it exists as one, or its name ends with a separator.
fn is_folder(out: &Path) -> bool {
    out.is_dir() || out.as_os_str().to_string_lossy().ends_with(['/', '\\'])
}

/// Returns whether `out` is the folder or below it.
fn is_within(out: &Path, folder: &Path) -> bool {
    let Ok(folder) = folder.canonicalize() else { return false };
    let above = out.ancestors().find_map(|above| above.canonicalize().ok());
    above.or_else(|| std::env::current_dir().ok()).is_some_and(|above| above.starts_with(folder))
}

/// Returns a note about files that are already in the folder, such as cases of an earlier recipe,
/// and would become part of the package.
fn note_of_others(folder: &Path, package: &ExportedPackage) -> Option<String> {
    let written: BTreeSet<&str> = package.files.iter().map(|file| file.path.as_str()).collect();
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let files = entries.filter_map(Result::ok).filter(|entry| !entry.file_type().is_dir());
    let mut others = files.filter_map(|entry| {
        let below = entry.path().strip_prefix(folder).ok()?.to_string_lossy();
        (!written.contains(&*below)).then(|| below.into_owned())
    });
    let first = others.next()?;
    let others = plural(1 + others.count(), "file was", "files were");
    Some(format!("{others} already in the folder and kept, such as {first}"))
}

/// Formats what was written and left out, and the notes for users of the package.
fn summary(out: &Path, format: Format, package: &ExportedPackage) -> String {
    let files = plural(package.files.len(), "file", "files");
    let mut text = format!("{}   {files}, {}\n", show(out), format.name());
    let count = |is_kind: &dyn Fn(&str) -> bool| {
        package.files.iter().filter(|file| is_kind(&file.path)).count()
    };
    let is_input =
        |path: &str| CaseFileKind::split(path).is_some_and(|(_, kind)| kind == CaseFileKind::Input);
    let inputs = |folder: &str| count(&|path: &str| path.starts_with(folder) && is_input(path));
    // A submission is a file or a folder, in the folder of its verdict.
    let submission = |path: &str| {
        let mut parts = path.strip_prefix("submissions/")?.split('/');
        Some((parts.next()?.to_string(), parts.next()?.to_string()))
    };
    let submissions: BTreeSet<_> =
        package.files.iter().filter_map(|file| submission(&file.path)).collect();
    let (samples, secret) = (inputs("data/sample/"), inputs("data/secret/"));
    for (title, number) in [
        ("samples", samples),
        ("secret cases", secret),
        ("examples for the validators", inputs("data/") - samples - secret),
        ("submissions of the jury", submissions.len()),
    ] {
        text += &format!("  {title:28}{number:>4}\n");
    }
    // File names come from an untrusted package.
    for OmittedPart { what, why } in &package.left_out {
        text += &format!("left out   {}: {why}\n", escape(what.as_bytes()));
    }
    for note in &package.notes {
        text += &format!("note       {}\n", escape(note.as_bytes()));
    }
    for task in &package.by_hand {
        text += &format!("by hand    {}\n", escape(task.as_bytes()));
    }
    text
}
