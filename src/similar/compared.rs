//! A program that is compared, as it was read.

use std::sync::Arc;

use referee_similar::{Program, SymbolPlace, places};
use referee_tokens::Grammar;

/// A program that is compared with others.
#[derive(Debug, Clone)]
pub(crate) struct ComparedProgram {
    /// The name of the submission.
    pub(crate) name: Arc<str>,
    /// Where it was found, if it is an earlier one.
    pub(crate) earlier: Option<Arc<str>>,
    /// Its language, for people.
    pub(crate) language: Arc<str>,
    pub(super) grammar: Grammar,
    /// Its files in that language.
    pub(crate) files: Vec<SourceFile>,
}

/// A file of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SourceFile {
    /// Its name within the submission.
    pub(crate) name: Arc<str>,
    /// Its text.
    pub(crate) text: String,
}

impl ComparedProgram {
    pub(super) fn texts(&self) -> Vec<&str> {
        self.files.iter().map(|file| &*file.text).collect()
    }

    pub(super) fn program(&self) -> Program {
        Program::new(self.grammar, &self.texts())
    }

    /// Returns the places of its symbols.
    pub(crate) fn places(&self) -> Vec<SymbolPlace> {
        places(self.grammar, &self.texts())
    }

    /// Returns its name, with the place of an earlier one.
    pub(crate) fn title(&self) -> String {
        match &self.earlier {
            Some(place) => format!("{place}: {}", self.name),
            None => self.name.to_string(),
        }
    }
}

/// A submission that could not be compared.
#[derive(Debug, Clone)]
pub(crate) struct SkippedProgram {
    /// Its name.
    pub(crate) name: Arc<str>,
    /// The reason, in one line.
    pub(crate) why: String,
}
