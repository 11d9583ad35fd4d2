//! An accepted program, with all its mutants.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::mutant::Mutant;
use super::operators::Operator;
use super::source_text::SourceText;
use referee_base::fault::Fault;
use referee_base::files;
use referee_intake::submission::Submission;
use referee_programs::MAX_BYTES;
use referee_programs::language::Language;
use referee_tokens::Grammar;

/// An accepted program, with its mutants.
#[derive(Debug)]
pub struct Original {
    /// The program.
    pub submission: Submission,
    /// Its mutants, in program order.
    pub mutants: Vec<Mutant>,
    pub(super) grammar: Grammar,
}

impl Original {
    /// Creates all mutants of a program.
    ///
    /// # Errors
    /// Its language has no operators, or a source cannot be read or is not UTF-8.
    pub fn new(
        submission: &Submission,
        operators: &[&'static Operator],
    ) -> Result<Original, Fault> {
        let source = &submission.source;
        let Some(grammar) = grammar(&source.language) else {
            let message = format!("programs in {} are not mutated", source.language.title);
            return Err(Fault::bad_input(message).help("C, C++, Java, Python 3 and Rust are"));
        };
        // Files added by the problem are not the submission's.
        let is_own = |file: &&String| {
            source.files.contains(file) && !source.included.iter().any(|(name, _)| name == *file)
        };
        let mut mutants = Vec::new();
        for file in source.sources.iter().filter(is_own) {
            let path = source.folder.join(file);
            let bytes = files::read_at_most(&path, MAX_BYTES)?;
            let Ok(text) = String::from_utf8(bytes) else {
                return Err(Fault::bad_input("its text is not UTF-8"));
            };
            let (file, text) = (Arc::from(&**file), Arc::from(text));
            let program = SourceText::new(grammar, &text);
            for operator in operators {
                let edits = operator.edits(&program).into_iter();
                mutants.extend(edits.map(|edit| Mutant::new(operator, &file, &text, edit)));
            }
        }
        mutants.sort_by(|one, other| one.place().cmp(&other.place()));
        Ok(Original { submission: submission.clone(), mutants, grammar })
    }

    /// Writes the changed file of a mutant into a folder, and returns the mutant as a submission,
    /// which needs that folder.
    ///
    /// # Errors
    /// The disk is full.
    pub fn submission_of(&self, mutant: &Mutant, folder: &Path) -> Result<Submission, Fault> {
        let path = folder.join(mutant.number.to_string());
        fs::write(&path, mutant.text()).map_err(|error| Fault::cannot_write(&path, &error))?;
        let mut source = self.submission.source.clone();
        source.included.push((mutant.file.to_string(), path));
        let name = mutant.name().into();
        Ok(Submission { name, source, path: None, expected: None, refused: None })
    }
}

/// Returns the grammar of a language, if it has operators.
fn grammar(language: &Language) -> Option<Grammar> {
    let is_mutated = ["c", "cpp", "java", "python", "rust"].contains(&&*language.name);
    Grammar::of_language(&language.name).filter(|_| is_mutated)
}
