//! The packages of the shipped problems: statement, examples, jury submissions, cases and checker.
//!
//! Everything but the cases is embedded in this program, so that it exports without a checkout.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::{
    ExportedProgram, File, FileContent, Notation, OmittedPart, ProblemContents, Statement,
    case_files, embedded, sources,
};
use embedded::{EXAMPLES, SHIPPED};
use referee_base::digest::to_hex;
use referee_base::fault::Fault;
use referee_package::{Metadata, PackageLimits, ProblemSource, Version};
use referee_problem::Shipped;

/// The material of a shipped problem beyond its rules, families and solvers.
pub struct Material {
    /// The problem's name.
    pub problem: &'static str,
    /// The source of the problem, and optionally a URL.
    source: (&'static str, Option<&'static str>),
    /// The time limit for each case, in seconds of CPU time.
    seconds: f64,
    /// A part of the names of cases beyond the bounds of the statement, if there are such cases.
    beyond: Option<&'static str>,
}

/// The material of all shipped problems.
pub const MATERIALS: [Material; 3] = [
    Material {
        problem: "infinity-war",
        source: (
            "Slides \"Infinity War\" (Hadry, Pircher, Würzburg 2021), after problem E of NWERC 2020",
            None,
        ),
        seconds: 2.0,
        beyond: None,
    },
    Material {
        problem: "huepfburg",
        source: ("Bundeswettbewerb Informatik 41 (2022), round 1, task 5", None),
        seconds: 2.0,
        beyond: Some("-full-"),
    },
    Material {
        problem: "subtraction-game",
        source: (
            "D. Eppstein, \"Faster Evaluation of Subtraction Games\" (FUN 2018)",
            Some("https://arxiv.org/abs/1804.06515"),
        ),
        seconds: 2.0,
        beyond: Some("-full-"),
    },
];

/// The memory limit of submissions, in MiB.
const MEMORY: u64 = 512;

impl Material {
    /// Returns the material of a shipped problem; `None` if it has no package.
    pub fn of(problem: &Shipped) -> Option<&'static Material> {
        MATERIALS.iter().find(|material| material.problem == problem.name())
    }

    /// Returns whether a case is within the bounds of the statement.
    pub fn is_within(&self, case: &str) -> bool {
        self.beyond.is_none_or(|beyond| !case.contains(beyond))
    }

    /// Exports the problem with the cases of a folder. Cases beyond the bounds of the statement are
    /// left out.
    ///
    /// # Errors
    /// The folder cannot be read, contains no cases, or contains one without an answer or with a
    /// name that a package cannot have.
    pub fn export(&self, problem: &Shipped, folder: &Path) -> Result<ProblemContents, Fault> {
        let files = |files, start| embedded::of(self.problem, files, start);
        let file = |(path, bytes)| File::new(path, FileContent::Embedded(bytes));
        let statement = files(SHIPPED, STATEMENT).map(|(_, bytes)| String::from_utf8_lossy(bytes));
        let is_example = |path: &str| path != STATEMENT && !path.starts_with(VALIDATORS);
        let examples: Vec<File> =
            files(SHIPPED, "").filter(|(path, _)| is_example(path)).map(file).collect();
        let validators = files(SHIPPED, VALIDATORS)
            .map(|one| ExportedProgram { name: one.0.to_string(), files: vec![file(one)] });
        let (source, address) = self.source;
        Ok(ProblemContents {
            name: self.problem.replace('-', ""),
            metadata: Metadata {
                names: BTreeMap::from([("en".into(), problem.rules.title().to_string())]),
                sources: vec![ProblemSource {
                    name: source.to_string(),
                    url: address.map(String::from),
                }],
                license: "educational".into(),
                rights_owner: Some("the authors of referee".into()),
                uuid: Some(uuid(self.problem)),
                limits: PackageLimits {
                    time: Some(Duration::from_secs_f64(self.seconds)),
                    memory: MEMORY,
                    ..PackageLimits::of_version(Version::V2025_09)
                },
                validator_flags: problem.options(),
                ..Metadata::of_version(Version::V2025_09)
            },
            more_keys: Vec::new(),
            statements: vec![Statement {
                language: "en".into(),
                notation: Notation::Markdown,
                content: FileContent::Made(statement.collect()),
            }],
            illustrations: Vec::new(),
            data: [case_files::of_folder(folder, |case| self.is_within(case))?, examples].concat(),
            input_validators: [sources::input_validator(self.problem)]
                .into_iter()
                .chain(validators)
                .collect(),
            output_validators: vec![sources::output_validator(self.problem)],
            submissions: files(EXAMPLES, "submissions/").map(file).collect(),
            others: Vec::new(),
            left_out: Vec::from_iter(self.beyond.map(|beyond| {
                let what = format!("cases named *{beyond}*");
                OmittedPart::new(what, "they are beyond the bounds of the statement")
            })),
            notes: Vec::new(),
            by_hand: Vec::new(),
        })
    }
}

const STATEMENT: &str = "statement.en.md";
const VALIDATORS: &str = "input_validators/";

/// Returns a name as other systems require it: in lower-case ASCII letters and digits.
pub(super) fn short_name(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let name: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    if name.is_empty() { "problem".into() } else { name }
}

/// Returns a permanent UUID of version 8, derived from the problem's name by SHA-256.
pub(super) fn uuid(problem: &str) -> String {
    let digest = Sha256::digest(format!("referee package {problem}"));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex = to_hex(&bytes);
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}
