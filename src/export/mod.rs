//! Problems as packages that other judges read.
//!
//! An [`Export`] is all that a package holds, apart from where it comes from ([`shipped`], [`packaged`]) and from how each format
//! lays it out (`layout`). What a format has no place for is left out and named. The files of a package, in order and with no
//! trace of machine or time, are a [`Package`], which is written as an archive or a folder: the same export gives the same bytes
//! everywhere.

mod format;
mod layout;
mod metadata;
pub mod package;
pub mod packaged;
pub mod shipped;
pub mod sources;
pub mod statement;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

pub use format::Format;
pub use package::Package;

use crate::programs::Constants;
use referee_package::{Kinds, Limits};

/// What a package holds, whatever its format.
#[derive(Debug, Clone)]
pub struct Export {
    /// What the package is called: lower-case letters and digits.
    pub name: String,
    /// What the problem is called, for people, by language.
    pub titles: BTreeMap<String, String>,
    /// Which kinds of problem it is.
    pub kinds: Kinds,
    /// Those who wrote it.
    pub authors: Vec<String>,
    /// Where it is from: in words, and perhaps an address.
    pub sources: Vec<(String, Option<String>)>,
    /// The licence, in the words of the package format.
    pub license: String,
    /// Who may be asked about it.
    pub rights_owner: Option<String>,
    /// What names this problem for ever.
    pub uuid: String,
    /// Words by which it is found.
    pub keywords: Vec<String>,
    /// Keys of `problem.yaml` that only 2025-09 knows, and their values in one line of YAML.
    pub more_keys: Vec<(String, String)>,
    /// What programs may take.
    pub limits: Limits,
    /// The statement, in one or more languages and notations.
    pub statements: Vec<Statement>,
    /// What lies beside statements, such as images.
    pub illustrations: Vec<File>,
    /// What lies below `data`, by name: a case has several files.
    pub data: Vec<File>,
    /// Programs that look at inputs; all of them must accept.
    pub input_validators: Vec<Program>,
    /// The programs that look at outputs; all of them must accept. Without one, outputs are compared with answers, token by token.
    pub output_validators: Vec<Program>,
    /// What these are told beside input and answer.
    pub output_validator_arguments: Vec<String>,
    /// What stands for `{{name}}` in programs and statements, for formats that do not know that.
    pub constants: Arc<Constants>,
    /// Programs of the jury, by what they are expected to get, in folders that the format knows: `accepted/marks.rs`.
    pub submissions: Vec<File>,
    /// Whatever else there is, by its path in the package.
    pub others: Vec<File>,
    /// What of the problem is not here.
    pub left_out: Vec<LeftOut>,
    /// What whoever uses the package must know.
    pub notes: Vec<String>,
}

impl Export {
    /// What the problem is called, in English where it has such a name.
    pub fn title(&self) -> &str {
        let title = self.titles.get("en").or_else(|| self.titles.values().next());
        title.map_or(&self.name, |title| title)
    }
}

/// A statement in one language and one notation.
#[derive(Debug, Clone)]
pub struct Statement {
    /// The code of its language, such as `en`.
    pub language: String,
    /// How it is written.
    pub notation: Notation,
    /// What it says.
    pub content: Content,
}

/// How a statement is written.
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

    /// How names of files in it end.
    pub fn ending(self) -> &'static str {
        match self {
            Notation::Markdown => "md",
            Notation::Tex => "tex",
            Notation::Pdf => "pdf",
            Notation::Html => "html",
            Notation::Text => "txt",
        }
    }

    /// The one of files that end so.
    pub fn of_ending(ending: &str) -> Option<Notation> {
        Notation::ALL.into_iter().find(|notation| notation.ending() == ending)
    }
}

/// Something that a package does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// What it is, such as `data/invalid_input`.
    pub what: String,
    /// Why it is not there.
    pub why: String,
}

/// A program of several files.
#[derive(Debug, Clone)]
pub struct Program {
    /// What it is called: the name of its file, or of its folder.
    pub name: String,
    /// Its one file, which is called like it, or the files of its folder.
    pub files: Vec<File>,
}

impl Program {
    /// Whether it is a file without a folder of its own.
    fn is_file(&self) -> bool {
        matches!(&self.files[..], [only] if only.path == self.name)
    }
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
    /// The same with constants filled in.
    Filled(PathBuf, Arc<Constants>),
}

impl LeftOut {
    /// Something that is not there, and why.
    fn new(what: impl Into<String>, why: impl Into<String>) -> LeftOut {
        LeftOut { what: what.into(), why: why.into() }
    }

    /// Something that the format has no place for.
    fn no_place(what: impl Into<String>) -> LeftOut {
        LeftOut::new(what, "the format has no place for it")
    }
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
