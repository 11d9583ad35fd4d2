//! `show`: shows one case and its origin, and the claim of an output with its refutation.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use referee_checker::drawing::Drawing;
use referee_checker::text::escape;

use referee_base::fault::{Fault, show};
use referee_base::files;
use referee_base::machine::Machine;
use referee_events::JudgedCase;
use referee_package::Package;
use referee_package::generators::{self, PlannedCase, RULES};
use referee_problem::cases::{CaseFile, case_fault, manifest};
use referee_problem::{CaseJudge, Problem, check_file};

/// The maximum number of bytes of a file that are shown.
const MAX_BYTES: u64 = 2000;
const MAX_LINES: usize = 20;

/// A case to be shown.
pub struct ShownCase {
    /// Its name.
    pub name: Arc<str>,
    /// The name of its problem, if that is known.
    pub problem: Option<String>,
    /// Its input.
    pub input: FileStart,
    /// Its answer, if it has one.
    pub answer: Option<FileStart>,
    /// How it was made, if that is recorded.
    pub provenance: Option<String>,
    /// The verdict on the output, if one was given.
    pub judged: Option<JudgedCase>,
    /// The drawing, if the problem can draw.
    pub drawing: Option<Drawing>,
}

/// The start of a file.
pub struct FileStart {
    /// The size of the file in bytes.
    pub bytes: u64,
    /// Its first lines, escaped.
    pub lines: Vec<String>,
    /// Whether the file continues after these lines.
    pub is_cut: bool,
}

/// Reads a case and judges the output, if one is given.
///
/// # Errors
/// A file cannot be read, the input violates the grammar of its problem, or there is no verdict on
/// the output.
pub fn view(
    file: &CaseFile,
    problem: Option<&Problem>,
    output: Option<&Path>,
    machine: Machine,
) -> Result<ShownCase, Fault> {
    let answer = file.has_answer.then(|| FileStart::read(&file.answer())).transpose()?;
    let mut view = ShownCase {
        name: Arc::clone(&file.name),
        problem: problem.map(|problem| problem.name().to_string()),
        input: FileStart::read(&file.input)?,
        answer,
        provenance: provenance(file, problem)?,
        judged: None,
        drawing: None,
    };
    match (problem, output) {
        (None, None) => {}
        (None, Some(output)) => {
            let fault = Fault::bad_input("the problem of this case is unknown").at(output);
            return Err(fault.help("name it with --problem"));
        }
        (Some(shipped @ Problem::Shipped(_)), None) => {
            let judge = shipped.resolve(file)?.judge(None, machine)?;
            view.drawing = draw(&judge, None)?;
        }
        // Programs of other problems are not built just to show a case.
        (Some(_), None) => {}
        (Some(problem), Some(output)) => {
            let resolved = problem.resolve(file)?;
            let prepared = resolved.prepare(None, machine)?.with_right_answer()?;
            let checked = check_file(output, prepared.judge.case())?;
            view.judged = Some(JudgedCase::checked(&show(output).into(), &file.name, checked));
            view.drawing = draw(&prepared.judge, Some(output))?;
        }
    }
    Ok(view)
}

/// Draws a case, and the claim of an output if one is given.
fn draw(judge: &CaseJudge, output: Option<&Path>) -> Result<Option<Drawing>, Fault> {
    let mut file = output.map(files::open).transpose()?;
    let reader = file.as_mut().map(|file| file as &mut dyn Read);
    let drawn = judge.case().draw(reader);
    drawn.map_err(|error| match output {
        Some(output) => case_fault::cannot_check(output, &error),
        None => Fault::judge(error.to_string()),
    })
}

impl FileStart {
    fn read(path: &Path) -> Result<FileStart, Fault> {
        let file = files::open(path)?;
        let size = file.metadata().map_err(|error| Fault::cannot_read(path, &error))?.len();
        let mut start = Vec::new();
        file.take(MAX_BYTES)
            .read_to_end(&mut start)
            .map_err(|error| Fault::cannot_read(path, &error))?;
        let mut lines: Vec<&[u8]> = start.split(|&byte| byte == b'\n').collect();
        // An empty rest after the last line feed is not a line.
        lines.pop_if(|last| last.is_empty());
        let is_cut = size > start.len() as u64 || lines.len() > MAX_LINES;
        let lines = lines.into_iter().take(MAX_LINES).map(escape).collect();
        Ok(FileStart { bytes: size, lines, is_cut })
    }
}

/// Describes how a case was made, according to the rules of its package or to the manifest.
fn provenance(file: &CaseFile, problem: Option<&Problem>) -> Result<Option<String>, Fault> {
    if let Some(Problem::Packaged(packaged)) = problem {
        return rule(&packaged.package, &file.name);
    }
    let entry = manifest::entry_of(&file.input);
    Ok(entry.map(|(_, entry)| escape(entry.origin().as_bytes())))
}

/// Describes how the rules of a package make a case.
fn rule(package: &Package, name: &str) -> Result<Option<String>, Fault> {
    if package.find("", RULES).is_none() {
        return Ok(None);
    }
    let bytes = files::read_at_most(&package.path(RULES), generators::MAX_BYTES)?;
    let plan = generators::plan(&bytes, package).plan;
    if let Some(link) = plan.links.iter().find(|link| link.name == name) {
        return Ok(Some(escape(format!("{RULES}: the same as {}", link.to).as_bytes())));
    }
    if plan.made_by_hand.iter().any(|made| made == name) {
        return Ok(Some(format!("{RULES}: by hand")));
    }
    let case = plan.cases.iter().find(|case| case.name == name);
    Ok(case
        .map(|case| escape(format!("{RULES}, line {}: {}", case.place.line, how(case)).as_bytes())))
}

fn how(case: &PlannedCase) -> String {
    match (&case.generate, case.copied_from()) {
        (Some((command, seed, _)), _) if command.uses_seed => {
            format!("{}, seed {seed}", command.text_with(*seed).trim())
        }
        (Some((command, seed, _)), _) => command.text_with(*seed).trim().to_string(),
        (None, Some(source)) => format!("a copy of {}", source.display()),
        (None, None) => "its content is in the rule".into(),
    }
}
