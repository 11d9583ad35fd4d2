//! Where each format has the parts of a package, and what it has no place for.

use super::{Content, Export, File, LeftOut, Package, Program, metadata, statement};
use crate::fault::Fault;

/// A format of packages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The ICPC problem package format, version 2025-09.
    Icpc2025,
    /// The same, version legacy, which Kattis installs.
    IcpcLegacy,
    /// What DOMjudge imports: the legacy format without a folder around it, with files of its own.
    Domjudge,
}

/// The folders below `data` whose cases are judged.
const JUDGED: [&str; 2] = ["sample", "secret"];

/// The folders below `submissions` that the legacy format knows.
const LEGACY_VERDICTS: [&str; 4] =
    ["accepted", "run_time_error", "time_limit_exceeded", "wrong_answer"];

impl Format {
    /// All formats.
    pub const ALL: [Format; 3] = [Format::Icpc2025, Format::IcpcLegacy, Format::Domjudge];

    /// What it is called on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Icpc2025 => "icpc-2025-09",
            Format::IcpcLegacy => "icpc-legacy",
            Format::Domjudge => "domjudge",
        }
    }

    /// Lays an export out.
    ///
    /// # Errors
    /// A sample cannot be read.
    pub fn lay_out(self, export: &Export) -> Result<Package, Fault> {
        let mut package = Package {
            // DOMjudge finds files by their names in the archive; the others want one folder in it.
            folder: (self != Format::Domjudge).then(|| export.name.clone()),
            left_out: export.left_out.clone(),
            ..Package::default()
        };
        let made = |path: &str, text: String| File::new(path, Content::Made(text));
        package.files.push(made("problem.yaml", metadata::problem_yaml(export, self)));
        if self == Format::Domjudge {
            package.files.push(made("domjudge-problem.ini", metadata::domjudge_ini(export)));
        }
        self.put_statement(export, &mut package)?;
        self.put_data(export, &mut package);
        self.put_programs(export, &mut package);
        if self == Format::IcpcLegacy {
            let what = format!("the time limit of {} s", export.limits.seconds);
            let why = "judges of this format make one from the accepted submissions".into();
            package.left_out.push(LeftOut { what, why });
        }
        package.notes.extend(self.notes(export));
        package.files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(package)
    }

    fn put_statement(self, export: &Export, package: &mut Package) -> Result<(), Fault> {
        let Export { title, statement: markdown, .. } = export;
        let tex = || statement::tex(title, markdown);
        let files = match self {
            // Not every reader of this version knows Markdown.
            Format::Icpc2025 => vec![
                ("statement/problem.en.md", markdown.clone()),
                ("statement/problem.en.tex", tex()),
            ],
            Format::IcpcLegacy => vec![("problem_statement/problem.en.tex", tex())],
            Format::Domjudge => {
                let samples = samples(export)?;
                vec![("problem_statement/problem.txt", statement::text(title, markdown, &samples))]
            }
        };
        let files = files.into_iter().map(|(path, text)| File::new(path, Content::Made(text)));
        package.files.extend(files);
        Ok(())
    }

    fn put_data(self, export: &Export, package: &mut Package) {
        let mut without_place: Vec<&str> = Vec::new();
        for file in &export.data {
            let folder = file.path.split('/').next().unwrap_or_default();
            if self == Format::Icpc2025 || JUDGED.contains(&folder) {
                package.files.push(file.clone().below("data"));
            } else if !without_place.contains(&folder) {
                without_place.push(folder);
            }
        }
        if let (Format::Icpc2025, Some(text)) = (self, metadata::test_group_yaml(export)) {
            for folder in JUDGED {
                let path = format!("data/{folder}/test_group.yaml");
                package.files.push(File::new(path, Content::Made(text.clone())));
            }
        }
        let left_out = without_place.iter().map(|folder| no_place(format!("data/{folder}")));
        package.left_out.extend(left_out);
    }

    fn put_programs(self, export: &Export, package: &mut Package) {
        if self == Format::Domjudge {
            // It judges, and takes inputs as they are.
            let names = export.input_validators.iter().map(|program| &program.name);
            let left_out = names.map(|name| no_place(format!("input_validators/{name}")));
            package.left_out.extend(left_out);
        } else {
            for program in &export.input_validators {
                package.files.extend(files_below("input_validators", program));
            }
        }
        if let Some(program) = &export.output_validator {
            match self {
                Format::Icpc2025 => {
                    let files = program.files.iter().cloned();
                    package.files.extend(files.map(|file| file.below("output_validator")));
                }
                _ => package.files.extend(files_below("output_validators", program)),
            }
        }
        for file in &export.submissions {
            let verdict = file.path.split('/').next().unwrap_or_default();
            let path = format!("submissions/{}", file.path);
            if self == Format::Icpc2025 || LEGACY_VERDICTS.contains(&verdict) {
                package.files.push(File { path, ..file.clone() });
            } else {
                package.left_out.push(no_place(path));
            }
        }
    }

    /// What whoever uses the package must know.
    fn notes(self, export: &Export) -> Vec<String> {
        let validators = export.output_validator.iter().chain(&export.input_validators);
        let mut has_rust = validators.flat_map(|program| &program.files);
        let has_rust = has_rust.any(|file| file.path.ends_with(".rs"));
        let mut notes = Vec::new();
        if has_rust {
            let note = match self {
                Format::Domjudge => {
                    "its output validator is built on the judgehosts, which need rustc 1.89 or newer in their chroot"
                }
                _ => "its validators are built by scripts, which need rustc 1.89 or newer",
            };
            notes.push(note.to_string());
        }
        notes
    }
}

fn no_place(what: String) -> LeftOut {
    LeftOut { what, why: "the format has no place for it".into() }
}

fn files_below<'a>(folder: &'a str, program: &'a Program) -> impl Iterator<Item = File> + 'a {
    let is_one_file = program.files.len() == 1;
    let folder = match is_one_file {
        true => folder.to_string(),
        false => format!("{folder}/{}", program.name),
    };
    program.files.iter().map(move |file| file.clone().below(&folder))
}

/// The samples, as text: input and answer.
fn samples(export: &Export) -> Result<Vec<(String, String)>, Fault> {
    let text = |file: &File| {
        let bytes = file.content.read()?;
        Ok::<_, Fault>(String::from_utf8_lossy(&bytes).into_owned())
    };
    let inputs = export.data.iter().filter_map(|file| {
        let name = file.path.strip_suffix(".in").filter(|name| name.starts_with("sample/"))?;
        let answer = format!("{name}.ans");
        let answer = export.data.iter().find(|file| file.path == answer)?;
        Some((file, answer))
    });
    inputs.map(|(input, answer)| Ok((text(input)?, text(answer)?))).collect()
}
