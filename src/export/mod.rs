//! Problems as packages that other judges read.
//!
//! An [`Export`] is all that a package holds, apart from where it comes from ([`shipped`]) and from how each format lays it out
//! ([`layout`]). What a format has no place for is left out and named. The files of a package, in order and with no
//! trace of machine or time, are a [`Package`], which is written as an archive or a folder: the same export gives the same bytes
//! everywhere.

pub mod layout;
mod metadata;
pub mod package;
pub mod shipped;
pub mod sources;
pub mod statement;

use std::path::PathBuf;

pub use layout::Format;
pub use package::Package;

/// What a package holds, whatever its format.
#[derive(Debug, Clone, Default)]
pub struct Export {
    /// What the package is called: lower-case letters and digits.
    pub name: String,
    /// What the problem is called, for people.
    pub title: String,
    /// Where it is from: in words, and perhaps an address.
    pub source: Option<(String, Option<String>)>,
    /// The licence, in the words of the package format.
    pub license: String,
    /// Who may be asked about it.
    pub rights_owner: String,
    /// What names this problem for ever.
    pub uuid: String,
    /// What a submission may take on each case.
    pub limits: Limits,
    /// The statement in English, in Markdown.
    pub statement: String,
    /// What lies below `data`, by name: a case has several files.
    pub data: Vec<File>,
    /// Programs that look at inputs; all of them must accept.
    pub input_validators: Vec<Program>,
    /// The program that looks at outputs. Without one they are compared with answers, token by token.
    pub output_validator: Option<Program>,
    /// What it is told beside input and answer.
    pub output_validator_arguments: Vec<String>,
    /// Programs of the jury, by what they are expected to get: `accepted/marks.rs`.
    pub submissions: Vec<File>,
    /// What of the problem is not here.
    pub left_out: Vec<LeftOut>,
}

/// Something that a package does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// What it is, such as `data/invalid_input`.
    pub what: String,
    /// Why it is not there.
    pub why: String,
}

/// What a submission may take on each case.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Limits {
    /// CPU time in seconds.
    pub seconds: f64,
    /// Memory in MiB.
    pub memory: u64,
}

/// A program of several files.
#[derive(Debug, Clone)]
pub struct Program {
    /// What it is called: the name of its file, or of its folder.
    pub name: String,
    /// Its one file, or the files of its folder.
    pub files: Vec<File>,
}

/// A file of a package.
#[derive(Debug, Clone)]
pub struct File {
    /// Where it is, below something that the context tells, with `/` between parts.
    pub path: String,
    /// What it holds.
    pub content: Content,
    /// Whether it is a script that is run.
    pub is_executable: bool,
}

/// What a file holds.
#[derive(Debug, Clone)]
pub enum Content {
    /// Bytes that are part of this program.
    Embedded(&'static [u8]),
    /// A text that was made.
    Made(String),
    /// What a file on disk holds.
    OnDisk(PathBuf),
}

impl File {
    /// A file that is not run.
    pub fn new(path: impl Into<String>, content: Content) -> File {
        File { path: path.into(), content, is_executable: false }
    }

    /// The same file in the folder of that name.
    fn below(self, folder: &str) -> File {
        File { path: format!("{folder}/{}", self.path), ..self }
    }
}
