//! Exports problems as packages that other judges read.
//!
//! [`ProblemContents`] hold the contents of a package, independent of their origin ([`shipped`],
//! [`packaged`], [`custom`]) and of the layout of each format (`layout`). Parts that a format has
//! no place for are left out and listed. An [`ExportedPackage`] holds the files in order, with no
//! trace of machine or time, and is written as an archive or a folder: the same export gives the
//! same bytes on every machine.

mod case_files;
pub mod custom;
mod embedded;
mod layout;
mod metadata;
pub mod package;
pub mod packaged;
pub mod shipped;
pub mod sources;
pub mod statement;
mod steady;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

pub use package::ExportedPackage;

use referee_base::fault::Fault;
use referee_package::constants::Constants;
use referee_package::{Metadata, PackageLimits};

/// The folders of submissions that every format has.
const FOLDERS: [&str; 4] = ["accepted", "run_time_error", "time_limit_exceeded", "wrong_answer"];

/// Candidates for the resolution of the time limit, in seconds, used if the package's own does not
/// divide it. The first that does is chosen.
const RESOLUTIONS: [f64; 6] = [1.0, 0.5, 0.1, 0.05, 0.01, 0.001];

/// The content of a package, independent of its format.
#[derive(Debug, Clone)]
pub struct ProblemContents {
    /// The short name of the package: lower-case letters and digits.
    pub name: String,
    /// What `problem.yaml` says. Its flags are the arguments of output validators that all cases
    /// share, and its constants are for formats that do not support them.
    pub metadata: Metadata,
    /// Keys of `problem.yaml` that exist only in 2025-09, with their values in one line of YAML.
    pub more_keys: Vec<(String, String)>,
    /// The statement, in one or more languages and notations.
    pub statements: Vec<Statement>,
    /// Files beside statements, such as images.
    pub illustrations: Vec<File>,
    /// The files below `data`, by path.
    pub data: Vec<File>,
    /// The input validators; all of them must accept.
    pub input_validators: Vec<ExportedProgram>,
    /// The output validators; all of them must accept. Without one, outputs are compared with
    /// answers, token by token.
    pub output_validators: Vec<ExportedProgram>,
    /// The jury's submissions, in folders named by the expected result: `accepted/marks.rs`.
    pub submissions: Vec<File>,
    /// All other files, by their path in the package.
    pub others: Vec<File>,
    /// The parts of the problem that are left out.
    pub left_out: Vec<OmittedPart>,
    /// Notes for users of the package.
    pub notes: Vec<String>,
    /// Tasks for a person, in the imperative: what other tools require and no converter can make.
    pub by_hand: Vec<String>,
}

impl ProblemContents {
    /// Returns the title of the problem, in English if it has an English one.
    pub fn title(&self) -> &str {
        let titles = &self.metadata.names;
        let title = titles.get("en").or_else(|| titles.values().next());
        title.map_or(&self.name, |title| title)
    }

    /// Returns the title in a language, or else the title of the problem.
    fn title_in(&self, language: &str) -> &str {
        self.metadata.names.get(language).map_or(self.title(), |title| title)
    }

    /// Sets the time limit, and adds a note on its origin, which completes "the time limit is ...".
    pub fn set_time_limit(&mut self, time: Duration, origin: &str) {
        let limits = PackageLimits { time: Some(time), ..self.metadata.limits.clone() };
        self.metadata.limits = with_resolution(limits);
        self.notes.push(format!("the time limit of {} s is {origin}", time.as_secs_f64()));
    }
}

/// Returns the same limits, with a resolution that divides the time limit, as 2025-09 requires.
fn with_resolution(limits: PackageLimits) -> PackageLimits {
    let Some(time) = limits.time.map(|time| time.as_secs_f64()) else { return limits };
    let divides = |resolution: &f64| {
        let multiple = time / resolution;
        (multiple - multiple.round()).abs() < 1e-9
    };
    let all = [limits.time_resolution].into_iter().chain(RESOLUTIONS);
    PackageLimits { time_resolution: all.into_iter().find(divides).unwrap_or(time), ..limits }
}

/// A package format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The ICPC problem package format, version 2025-09.
    Icpc2025,
    /// The same format, version legacy, which Kattis installs.
    IcpcLegacy,
    /// DOMjudge's import format: the legacy one without an enclosing folder, with further files.
    Domjudge,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 3] = [Format::Icpc2025, Format::IcpcLegacy, Format::Domjudge];

    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Icpc2025 => "icpc-2025-09",
            Format::IcpcLegacy => "icpc-legacy",
            Format::Domjudge => "domjudge",
        }
    }
}

/// A statement in one language and one notation.
#[derive(Debug, Clone)]
pub struct Statement {
    /// The code of its language, such as `en`.
    pub language: String,
    /// Its notation.
    pub notation: Notation,
    /// Its content.
    pub content: FileContent,
}

impl Statement {
    /// Returns the title in a statement in TeX, if it has one without markup.
    fn title(&self) -> Result<Option<String>, Fault> {
        if self.notation != Notation::Tex {
            return Ok(None);
        }
        Ok(statement::problem_name(&String::from_utf8_lossy(&self.content.read()?)))
    }
}

/// The notation of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// Markdown.
    Markdown,
    /// TeX.
    Tex,
    /// PDF.
    Pdf,
    /// HTML, which only DOMjudge shows.
    Html,
    /// Plain text, which only DOMjudge shows.
    Text,
}

impl Notation {
    const ALL: [Notation; 5] =
        [Notation::Markdown, Notation::Tex, Notation::Pdf, Notation::Html, Notation::Text];

    /// Returns the extension of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Notation::Markdown => "md",
            Notation::Tex => "tex",
            Notation::Pdf => "pdf",
            Notation::Html => "html",
            Notation::Text => "txt",
        }
    }

    /// Returns the notation of files with this extension.
    pub fn of_extension(extension: &str) -> Option<Notation> {
        Notation::ALL.into_iter().find(|notation| notation.extension() == extension)
    }
}

/// A part that a package leaves out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OmittedPart {
    /// The part, such as `data/invalid_input`.
    pub what: String,
    /// The reason.
    pub why: String,
}

/// A program of one or more files.
#[derive(Debug, Clone)]
pub struct ExportedProgram {
    /// Its name: that of its file, or of its folder.
    pub name: String,
    /// Its one file, of the same name, or the files of its folder.
    pub files: Vec<File>,
}

impl ExportedProgram {
    /// Returns whether it is a single file without a folder of its own.
    fn is_file(&self) -> bool {
        matches!(&self.files[..], [only] if only.path == self.name)
    }
}

/// A file of a package.
#[derive(Debug, Clone)]
pub struct File {
    /// Its path, relative to a folder that the context defines, with `/` between parts.
    pub path: String,
    /// Its content.
    pub content: FileContent,
    /// Whether it is an executable script.
    pub is_executable: bool,
}

/// The content of a file.
#[derive(Debug, Clone)]
pub enum FileContent {
    /// Bytes embedded in this program.
    Embedded(&'static [u8]),
    /// A generated text.
    Made(String),
    /// The content of a file on disk.
    OnDisk(PathBuf),
    /// The content of a file on disk, with constants substituted.
    Filled(PathBuf, Arc<Constants>),
}

impl OmittedPart {
    /// Creates an entry from a part and the reason.
    fn new(what: impl Into<String>, why: impl Into<String>) -> OmittedPart {
        OmittedPart { what: what.into(), why: why.into() }
    }

    /// Creates an entry for a part that the format has no place for.
    fn no_place(what: impl Into<String>) -> OmittedPart {
        OmittedPart::new(what, "the format has no place for it")
    }
}

impl File {
    /// Creates a file that is not executable.
    pub fn new(path: impl Into<String>, content: FileContent) -> File {
        File { path: path.into(), content, is_executable: false }
    }

    /// Returns the same file within a folder.
    fn below(self, folder: &str) -> File {
        File { path: format!("{folder}/{}", self.path), ..self }
    }
}
