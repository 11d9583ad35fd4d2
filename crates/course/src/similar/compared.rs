//! A program that is compared, as it was read.

use std::sync::Arc;

use referee_similar::{Program, SymbolPlace, places};
use referee_tokens::Grammar;

/// A program to be compared with others.
#[derive(Debug, Clone)]
pub struct ComparedProgram {
    /// The name of the submission.
    pub name: Arc<str>,
    /// The place where it was found, if it is an earlier one.
    pub earlier: Option<Arc<str>>,
    /// Its language, as shown to users.
    pub language: Arc<str>,
    pub(super) grammar: Grammar,
    /// Its files in that language.
    pub files: Vec<SourceFile>,
}

/// A file of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Its name within the submission.
    pub name: Arc<str>,
    /// Its text.
    pub text: String,
}

impl ComparedProgram {
    pub(super) fn texts(&self) -> Vec<&str> {
        self.files.iter().map(|file| &*file.text).collect()
    }

    pub(super) fn program(&self) -> Program {
        Program::new(self.grammar, &self.texts())
    }

    /// Returns the positions of its symbols.
    pub(super) fn places(&self) -> Vec<SymbolPlace> {
        places(self.grammar, &self.texts())
    }

    /// Returns its name, preceded by its place if it is an earlier one.
    pub fn title(&self) -> String {
        match &self.earlier {
            Some(place) => format!("{place}: {}", self.name),
            None => self.name.to_string(),
        }
    }
}

/// A submission that could not be compared.
#[derive(Debug, Clone)]
pub struct SkippedProgram {
    /// Its name.
    pub name: Arc<str>,
    /// The reason, in one line.
    pub why: String,
    /// The reason without names of files, which may be those of their authors.
    pub(super) nameless_why: String,
}
