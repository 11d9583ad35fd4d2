//! Exports a problem with a `problem.toml`: maps its parts to those of a package.
//!
//! The statement is in `statement/` beside the file, with the names that packages use. A part that
//! a package cannot run, such as a command of the system, is left out, or is an error if the
//! package would judge wrongly without it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::shipped::{short_name, uuid};
use super::{
    ExportedProgram, FOLDERS, File, FileContent, Notation, OmittedPart, ProblemContents, Statement,
    case_files, with_resolution,
};
use referee_author::new::BUILD;
use referee_base::fault::Fault;
use referee_base::files::{is_missing, walk_fault};
use referee_package::{Metadata, PackageLimits, Version};
use referee_problem::cases::is_shown;
use referee_problem::limits::LimitOverrides;
use referee_problem::{
    Checker, CheckerProtocol, CustomProblem, InputValidator, JuryProgram, ProgramChecker,
};

/// The parts of a problem with a `problem.toml` that are exported.
pub struct CustomMaterial<'a> {
    /// The problem.
    pub problem: &'a CustomProblem,
    /// The folder of its `problem.toml`.
    pub folder: &'a Path,
    /// The folder of its cases.
    pub cases: &'a Path,
    /// The folder of its submissions.
    pub submissions: Option<&'a Path>,
    /// The limits that it sets.
    pub limits: LimitOverrides,
    /// Whether its cases are worth points.
    pub has_points: bool,
}

impl CustomMaterial<'_> {
    /// Returns the content of a package.
    ///
    /// # Errors
    /// The cases or a folder cannot be read, a case has no answer or a name that a package cannot
    /// have, or the checker is not a program that a package can run.
    pub fn export(&self) -> Result<ProblemContents, Fault> {
        let mut left_out = Vec::new();
        let mut by_hand = vec!["name authors and license in problem.yaml".to_string()];
        let (statements, illustrations) = self.statements(&mut left_out)?;
        if statements.is_empty() {
            let task = "write a statement, such as statement/problem.en.tex next to problem.toml";
            by_hand.push(task.into());
        }
        let mut metadata = Metadata::of_version(Version::V2025_09);
        let output_validators = self.output_validators(&mut metadata)?;
        let input_validators = Vec::from_iter(self.input_validator(&mut left_out));
        if input_validators.is_empty() {
            by_hand.push("write an input validator".into());
        }
        let submissions = self.submissions(&mut left_out)?;
        if !submissions.iter().any(|file| file.path.starts_with("accepted/")) {
            by_hand.push("add an accepted submission".into());
        }
        self.leave_out_what_has_no_place(&mut left_out);
        let name = short_name(&self.problem.name);
        metadata.names = titles(&self.problem.name, &statements)?;
        metadata.uuid = Some(uuid(&format!("{name} {}", self.problem.name)));
        metadata.limits = self.package_limits(metadata.limits);
        Ok(ProblemContents {
            metadata,
            more_keys: Vec::new(),
            statements,
            illustrations,
            data: case_files::of_folder(self.cases, |_| true)?,
            input_validators,
            output_validators,
            submissions,
            others: Vec::new(),
            left_out,
            notes: Vec::new(),
            by_hand,
            name,
        })
    }

    /// Returns the limits in the terms of packages; checker and validator share one time.
    fn package_limits(&self, standard: PackageLimits) -> PackageLimits {
        let LimitOverrides { time, memory, output, .. } = self.limits;
        let shown = LimitOverrides::default().limits();
        let checker = match &*self.problem.checker {
            Checker::Program(checker) => Some(&*checker.tool),
            Checker::Tokens { .. } => None,
        };
        let validator = self.problem.validator.as_ref().and_then(InputValidator::program);
        let cpu = [checker, validator].into_iter().flatten().map(|tool| tool.limits().cpu).max();
        // A package has whole seconds for them.
        let seconds = cpu.map(|cpu| cpu.as_secs() + u64::from(cpu.subsec_nanos() > 0));
        with_resolution(PackageLimits {
            time,
            memory: memory.unwrap_or(shown.memory >> 20),
            output: output.unwrap_or(shown.output >> 20),
            validation_time: seconds.unwrap_or(standard.validation_time),
            ..standard
        })
    }

    /// Lists the parts of the file for which packages have no place.
    fn leave_out_what_has_no_place(&self, left_out: &mut Vec<OmittedPart>) {
        if !self.problem.generators.is_empty() {
            let why = "the cases that they make are exported; generators.yaml has other seeds";
            left_out.push(OmittedPart::new("generators and recipe", why));
        }
        if self.has_points {
            let why = "set the points of the groups by hand";
            left_out.push(OmittedPart::new("[[groups]]", why));
        }
        let LimitOverrides { wall, files, processes, .. } = self.limits;
        let limits = [
            ("wall", wall.is_some()),
            ("files", files.is_some()),
            ("processes", processes.is_some()),
        ];
        let limits = limits.iter().filter(|(_, is_set)| *is_set);
        left_out.extend(limits.map(|(key, _)| OmittedPart::no_place(format!("limits.{key}"))));
    }

    /// Returns the statements, and the files beside them.
    fn statements(
        &self,
        left_out: &mut Vec<OmittedPart>,
    ) -> Result<(Vec<Statement>, Vec<File>), Fault> {
        let folder = self.folder.join("statement");
        let (mut statements, mut others) = (Vec::new(), Vec::new());
        for (below, path) in files_below(&folder, "statement", left_out)? {
            let named = below.strip_prefix("problem.").and_then(|rest| rest.split_once('.'));
            let notation = named.and_then(|(_, extension)| Notation::of_extension(extension));
            match (named, notation) {
                (Some((language, _)), Some(notation)) => {
                    let content = FileContent::OnDisk(path);
                    statements.push(Statement { language: language.into(), notation, content });
                }
                _ => others.push(File::new(below, FileContent::OnDisk(path))),
            }
        }
        Ok((statements, others))
    }

    /// Returns the checker, if it is a program, and adds how it is called to the metadata.
    fn output_validators(&self, metadata: &mut Metadata) -> Result<Vec<ExportedProgram>, Fault> {
        match &*self.problem.checker {
            Checker::Tokens { options, .. } => {
                metadata.validator_flags.clone_from(options);
                Ok(Vec::new())
            }
            Checker::Program(checker) if checker.protocol == CheckerProtocol::Testlib => {
                let fault = Fault::bad_input("the checker speaks the protocol of testlib");
                Err(fault
                    .at(self.folder)
                    .help("checkers of packages exit with 42 and 43: `protocol = \"icpc\"`"))
            }
            Checker::Program(ProgramChecker { tool, run_mode, .. }) => {
                let validator = program(tool).map_err(|why| {
                    Fault::bad_input(format!("the checker cannot be exported: {why}"))
                        .at(self.folder)
                })?;
                metadata.kinds.interactive = run_mode.interactive;
                metadata.kinds.multi_pass = run_mode.passes > 1;
                if metadata.kinds.multi_pass {
                    metadata.limits.validation_passes = run_mode.passes.into();
                }
                metadata.validator_flags = tool.arguments().to_vec();
                Ok(vec![validator])
            }
        }
    }

    fn input_validator(&self, left_out: &mut Vec<OmittedPart>) -> Option<ExportedProgram> {
        let validator = self.problem.validator.as_ref()?;
        let why = match validator.program() {
            None => {
                let path = self.folder.join(&validator.name);
                // Readers of packages know a description by its extension.
                let name = format!("{}.ctd", stem(&validator.name));
                if case_files::is_seen(&name) {
                    let files = vec![File::new(name.clone(), FileContent::OnDisk(path))];
                    return Some(ExportedProgram { name, files });
                }
                ignored(&name)
            }
            Some(_) if validator.protocol() == Some(CheckerProtocol::Testlib) => {
                "it speaks the protocol of testlib; those of packages exit with 42".to_string()
            }
            Some(tool) if !tool.arguments().is_empty() => {
                "a package has no place for the arguments of its command".to_string()
            }
            Some(tool) => match program(tool) {
                Ok(program) => return Some(program),
                Err(why) => why,
            },
        };
        left_out.push(OmittedPart::new("the input validator", why));
        None
    }

    /// Returns the submissions in folders that packages have; lists the other folders as left out.
    fn submissions(&self, left_out: &mut Vec<OmittedPart>) -> Result<Vec<File>, Fault> {
        let Some(folder) = self.submissions else { return Ok(Vec::new()) };
        let files = files_below(folder, "submissions", left_out)?.into_iter();
        let (known, others): (Vec<_>, Vec<_>) = files.partition(|(below, _)| {
            below.split_once('/').is_some_and(|(first, _)| FOLDERS.contains(&first))
        });
        let first = |(below, _): &(String, PathBuf)| {
            below.split('/').next().unwrap_or_default().to_string()
        };
        let places: BTreeSet<String> = others.iter().map(first).collect();
        let why = "submissions of packages are in folders of their expected results";
        left_out.extend(
            places.into_iter().map(|place| OmittedPart::new(format!("submissions/{place}"), why)),
        );
        let files = known.into_iter();
        Ok(files.map(|(below, path)| File::new(below, FileContent::OnDisk(path))).collect())
    }
}

/// Returns a program in the form of a package, or the reason why a package cannot have it.
fn program(tool: &JuryProgram) -> Result<ExportedProgram, String> {
    let source = tool.source();
    if source.in_place {
        return Err("its command is one of the system, which other machines may not have".into());
    }
    // A folder with scripts has no main file.
    if !source.main.is_empty() && !case_files::is_seen(&source.main) {
        return Err(ignored(&source.main));
    }
    // Of several files in Python, readers of packages start the one called `main`. None has this
    // name yet, since it would be the main file.
    let is_renamed = |name: &String| {
        *name == source.main
            && source.sources.len() > 1
            && name.ends_with(".py")
            && !name.contains('/')
    };
    let file = |name: &String| File {
        is_executable: matches!(name.as_str(), "build" | "run"),
        ..File::new(
            if is_renamed(name) { "main.py" } else { name.as_str() },
            FileContent::OnDisk(source.folder.join(name)),
        )
    };
    let mut files: Vec<File> = source.files.iter().map(file).collect();
    let needs_script =
        source.main.ends_with(".rs") && !source.files.iter().any(|name| name == "build");
    if needs_script {
        let script = BUILD.replace("{program}", &stem(&source.main));
        files.push(File { is_executable: true, ..File::new("build", FileContent::Made(script)) });
    }
    let name = match &files[..] {
        _ if source.main.is_empty() => {
            source.folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
        }
        [only] => only.path.clone(),
        _ => stem(&source.main),
    };
    Ok(ExportedProgram { name, files })
}

fn ignored(name: &str) -> String {
    format!("readers of packages ignore a file named `{name}`")
}

fn stem(path: &str) -> String {
    Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the files below a folder that are not hidden, with their relative paths, in order. Those
/// that a package cannot have are left out; `place` is the name of the folder.
fn files_below(
    folder: &Path,
    place: &str,
    left_out: &mut Vec<OmittedPart>,
) -> Result<Vec<(String, PathBuf)>, Fault> {
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(is_shown);
    let mut files = Vec::new();
    for entry in entries {
        let entry = match entry {
            Err(error) if error.depth() == 0 && is_missing(&error) => break,
            entry => entry.map_err(|error| walk_fault(folder, &error))?,
        };
        if entry.file_type().is_dir() {
            continue;
        }
        let path = entry.path();
        let below = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned();
        let why = if !entry.file_type().is_file() {
            "it is a link, and links are not followed"
        } else if !case_files::is_seen(&below) {
            "readers of packages ignore a file with this name"
        } else {
            files.push((below, path.to_path_buf()));
            continue;
        };
        left_out.push(OmittedPart::new(format!("{place}/{below}"), why));
    }
    Ok(files)
}

/// Returns the title in the language of each statement: the one in the statement, or else the name
/// of the problem.
fn titles(name: &str, statements: &[Statement]) -> Result<BTreeMap<String, String>, Fault> {
    let mut titles = BTreeMap::new();
    for statement in statements {
        let language = &statement.language;
        let title = statement.title()?.or_else(|| titles.get(language).cloned());
        titles.insert(language.clone(), title.unwrap_or_else(|| name.to_string()));
    }
    if titles.is_empty() {
        titles.insert("en".into(), name.to_string());
    }
    Ok(titles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backslash_separates_no_folders() {
        let folder = referee_base::files::TemporaryFolder::new().unwrap();
        std::fs::write(folder.path().join("accepted\\a.py"), "").unwrap();
        let mut left_out = Vec::new();
        assert_eq!(files_below(folder.path(), "submissions", &mut left_out).unwrap(), []);
        assert_eq!(left_out[0].what, "submissions/accepted\\a.py");
    }

    #[test]
    fn only_a_folder_that_is_not_there_is_passed_over() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let found = |name| files_below(&root.join(name), "statement", &mut Vec::new());
        assert_eq!(found("statement").unwrap(), []);
        let fault = found("Cargo.toml/statement").unwrap_err();
        assert!(
            fault.to_string().contains("Cargo.toml/statement: there is no such file"),
            "{fault}"
        );
    }
}
