//! The packages of the shipped problems: statement, examples, jury submissions, cases and checker.
//!
//! Everything but the cases is embedded in this program, so that it exports without a checkout.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::{
    ExportedProgram, File, FileContent, Notation, OmittedPart, ProblemContents, Statement,
    case_files, sources,
};
use referee_base::digest::to_hex;
use referee_base::fault::Fault;
use referee_package::{Kinds, PackageLimits, ProblemSource, Version};
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
    /// Statement, examples and validators, by their paths below `shipped/NAME`.
    pub files: Embedded,
    /// The jury's submissions, by their paths below `examples/NAME/submissions`.
    pub submissions: Embedded,
}

/// Files embedded in this program: paths and bytes.
pub type Embedded = &'static [(&'static str, &'static [u8])];

/// Embeds files below one folder.
macro_rules! embedded {
    ($folder:literal: $($file:literal),* $(,)?) => {
        &[$(($file, include_bytes!(concat!($folder, $file)))),*]
    };
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
        files: embedded!["shipped/infinity-war/":
            "input_validators/bounds.py",
            "invalid_input/leading-zero.in",
            "invalid_input/move-beyond-the-board.in",
            "invalid_input/no-last-line-feed.in",
            "invalid_input/off-the-board.in",
            "invalid_input/one-square.in",
            "invalid_input/same-square.in",
            "invalid_input/too-few-moves.in",
            "invalid_input/trailing-space.in",
            "invalid_input/two-equal-moves.in",
            "invalid_output/bob-reaches-all.ans",
            "invalid_output/bob-reaches-all.in",
            "invalid_output/bob-reaches-all.out",
            "invalid_output/bobs-square.ans",
            "invalid_output/bobs-square.in",
            "invalid_output/bobs-square.out",
            "invalid_output/off-the-board.ans",
            "invalid_output/off-the-board.in",
            "invalid_output/off-the-board.out",
            "invalid_output/reached-square.ans",
            "invalid_output/reached-square.in",
            "invalid_output/reached-square.out",
            "invalid_output/two-claims.ans",
            "invalid_output/two-claims.in",
            "invalid_output/two-claims.out",
            "invalid_output/wins-left-out.ans",
            "invalid_output/wins-left-out.in",
            "invalid_output/wins-left-out.out",
            "statement.en.md",
            "valid_output/another-square.ans",
            "valid_output/another-square.in",
            "valid_output/another-square.out",
            "valid_output/any-case-and-space.ans",
            "valid_output/any-case-and-space.in",
            "valid_output/any-case-and-space.out",
            "valid_output/capture.ans",
            "valid_output/capture.in",
            "valid_output/capture.out",
            "valid_output/sign-and-leading-zero.ans",
            "valid_output/sign-and-leading-zero.in",
            "valid_output/sign-and-leading-zero.out",
        ],
        submissions: embedded!["../../../examples/infinity-war/submissions/":
            "accepted/Marks.java",
            "accepted/half_searches.cpp",
            "accepted/marks.rs",
            "run_time_error/small_board.rs",
            "time_limit_exceeded/all_pairs.rs",
            "wrong_answer/one_move.rs",
            "wrong_answer/own_square_only.py",
        ],
    },
    Material {
        problem: "huepfburg",
        source: ("Bundeswettbewerb Informatik 41 (2022), round 1, task 5", None),
        seconds: 2.0,
        beyond: Some("-full-"),
        files: embedded!["shipped/huepfburg/":
            "input_validators/bounds.py",
            "invalid_input/field-0.in",
            "invalid_input/leading-zero.in",
            "invalid_input/no-last-line-feed.in",
            "invalid_input/no-such-field.in",
            "invalid_input/one-field.in",
            "invalid_input/too-few-arrows.in",
            "invalid_input/too-many-arrows.in",
            "invalid_input/two-equal-arrows.in",
            "invalid_input/two-spaces.in",
            "invalid_output/no-meeting.ans",
            "invalid_output/no-meeting.in",
            "invalid_output/no-meeting.out",
            "invalid_output/no-such-arrow.ans",
            "invalid_output/no-such-arrow.in",
            "invalid_output/no-such-arrow.out",
            "invalid_output/they-can-meet.ans",
            "invalid_output/they-can-meet.in",
            "invalid_output/they-can-meet.out",
            "invalid_output/they-cannot-meet.ans",
            "invalid_output/they-cannot-meet.in",
            "invalid_output/they-cannot-meet.out",
            "invalid_output/too-few-jumps.ans",
            "invalid_output/too-few-jumps.in",
            "invalid_output/too-few-jumps.out",
            "invalid_output/too-much.ans",
            "invalid_output/too-much.in",
            "invalid_output/too-much.out",
            "invalid_output/wrong-start.ans",
            "invalid_output/wrong-start.in",
            "invalid_output/wrong-start.out",
            "statement.en.md",
            "valid_output/any-case.ans",
            "valid_output/any-case.in",
            "valid_output/any-case.out",
            "valid_output/any-space.ans",
            "valid_output/any-space.in",
            "valid_output/any-space.out",
            "valid_output/longer.ans",
            "valid_output/longer.in",
            "valid_output/longer.out",
        ],
        submissions: embedded!["../../../examples/huepfburg/submissions/":
            "accepted/half_steps.cpp",
            "accepted/unordered_pairs.rs",
            "run_time_error/recursive.py",
            "time_limit_exceeded/until_layers_repeat.py",
            "wrong_answer/apart.py",
            "wrong_answer/n_jumps.cpp",
        ],
    },
    Material {
        problem: "subtraction-game",
        source: (
            "D. Eppstein, \"Faster Evaluation of Subtraction Games\" (FUN 2018)",
            Some("https://arxiv.org/abs/1804.06515"),
        ),
        seconds: 2.0,
        beyond: Some("-full-"),
        files: embedded!["shipped/subtraction-game/":
            "input_validators/bounds.py",
            "invalid_input/amount-0.in",
            "invalid_input/heap-out-of-bounds.in",
            "invalid_input/negative-heap.in",
            "invalid_input/no-amount.in",
            "invalid_input/no-heap.in",
            "invalid_input/no-last-line-feed.in",
            "invalid_input/too-few-heaps.in",
            "invalid_input/too-many-heaps.in",
            "invalid_input/two-equal-amounts.in",
            "invalid_input/two-spaces.in",
            "invalid_input/unknown-rule.in",
            "invalid_output/cold-said-hot.ans",
            "invalid_output/cold-said-hot.in",
            "invalid_output/cold-said-hot.out",
            "invalid_output/hot-said-cold.ans",
            "invalid_output/hot-said-cold.in",
            "invalid_output/hot-said-cold.out",
            "invalid_output/leaves-a-hot-position.ans",
            "invalid_output/leaves-a-hot-position.in",
            "invalid_output/leaves-a-hot-position.out",
            "invalid_output/more-than-there-is.ans",
            "invalid_output/more-than-there-is.in",
            "invalid_output/more-than-there-is.out",
            "invalid_output/no-move.ans",
            "invalid_output/no-move.in",
            "invalid_output/no-move.out",
            "invalid_output/no-square.ans",
            "invalid_output/no-square.in",
            "invalid_output/no-square.out",
            "invalid_output/no-such-heap.ans",
            "invalid_output/no-such-heap.in",
            "invalid_output/no-such-heap.out",
            "statement.en.md",
            "valid_output/another-move.ans",
            "valid_output/another-move.in",
            "valid_output/another-move.out",
            "valid_output/any-case-and-space.ans",
            "valid_output/any-case-and-space.in",
            "valid_output/any-case-and-space.out",
        ],
        submissions: embedded!["../../../examples/subtraction-game/submissions/":
            "accepted/marks.rs",
            "accepted/nim_values.cpp",
            "run_time_error/small_table.cpp",
            "time_limit_exceeded/nim_values.py",
            "wrong_answer/any_hot_heap.cpp",
            "wrong_answer/nim.py",
        ],
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
        let file = |(path, bytes): &(&'static str, &'static [u8])| {
            File::new(*path, FileContent::Embedded(bytes))
        };
        let statement = self.files.iter().find(|(path, _)| *path == STATEMENT);
        let statement = statement
            .map_or_else(String::new, |(_, bytes)| String::from_utf8_lossy(bytes).into_owned());
        let (validators, examples): (Vec<File>, Vec<File>) = (self.files.iter().map(file))
            .filter(|file| file.path != STATEMENT)
            .partition(|file| file.path.starts_with(VALIDATORS));
        let (source, address) = self.source;
        let arguments = problem.options().into_iter().map(String::from).collect();
        Ok(ProblemContents {
            name: self.problem.replace('-', ""),
            titles: BTreeMap::from([("en".into(), problem.rules.title().to_string())]),
            kinds: Kinds::default(),
            authors: Vec::new(),
            sources: vec![ProblemSource {
                name: source.to_string(),
                url: address.map(String::from),
            }],
            license: "educational".into(),
            rights_owner: Some("the authors of referee".into()),
            uuid: uuid(self.problem),
            keywords: Vec::new(),
            more_keys: Vec::new(),
            grading: Vec::new(),
            limits: PackageLimits {
                time: Some(Duration::from_secs_f64(self.seconds)),
                memory: MEMORY,
                ..PackageLimits::of_version(Version::V2025_09)
            },
            statements: vec![Statement {
                language: "en".into(),
                notation: Notation::Markdown,
                content: FileContent::Made(statement),
            }],
            illustrations: Vec::new(),
            data: [case_files::of_folder(folder, |case| self.is_within(case))?, examples].concat(),
            input_validators: [sources::input_validator(self.problem)]
                .into_iter()
                .chain(validators.into_iter().map(single))
                .collect(),
            output_validators: vec![sources::output_validator(self.problem)],
            output_validator_arguments: arguments,
            constants: Arc::default(),
            submissions: self.submissions.iter().map(file).collect(),
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

/// Returns a validator that is a single file.
fn single(file: File) -> ExportedProgram {
    let name = file.path.trim_start_matches(VALIDATORS).to_string();
    ExportedProgram { files: vec![File { path: name.clone(), ..file }], name }
}

/// Returns the name of a package as other systems require it: in lower-case ASCII letters and
/// digits.
pub(super) fn short_name(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let name: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    if name.is_empty() { "problem".into() } else { name }
}

/// Returns a permanent identifier, derived from the problem's name: a UUID of version 8, by
/// SHA-256.
pub(super) fn uuid(problem: &str) -> String {
    let digest = Sha256::digest(format!("referee package {problem}"));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex = to_hex(&bytes);
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}
