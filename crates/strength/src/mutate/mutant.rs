//! A mutant: a program with one change.

use super::operators::Operator;
use super::outcome::{Killed, Outcome};
use super::source_text::Edit;

/// A program with one change.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// Its number, from 1, among all mutants of all programs before selection.
    pub number: usize,
    /// The operator that made it.
    pub operator: &'static Operator,
    /// The changed file.
    pub file: String,
    /// The line where the change begins, from 1.
    pub line: usize,
    /// The changed lines in the original.
    pub old: String,
    /// The changed lines in the mutant.
    pub new: String,
    edit: Edit,
}

impl Mutant {
    /// Creates a mutant from an edit of a file with this text. It has no number yet.
    pub(super) fn new(operator: &'static Operator, file: &str, text: &str, edit: Edit) -> Mutant {
        let first = text[..edit.start].rfind('\n').map_or(0, |end| end + 1);
        let last = text[edit.end..].find('\n').map_or(text.len(), |end| edit.end + end);
        let old = text[first..last].to_string();
        let new = [&text[first..edit.start], &edit.text, &text[edit.end..last]].concat();
        let line = text[..first].matches('\n').count() + 1;
        Mutant { number: 0, operator, file: file.to_string(), line, old, new, edit }
    }

    /// Returns the text of its changed file, given that of the original.
    pub(super) fn text(&self, original: &str) -> String {
        self.edit.apply(original)
    }

    /// Returns its name, such as `0123-border-l45`: unique within a run, and the same whenever the
    /// programs are the same.
    pub fn name(&self) -> String {
        format!("{:04}-{}-l{}", self.number, self.operator.name, self.line)
    }

    /// Adjusts an outcome: a mutant that differs from the original only in speed is neither killed
    /// nor a survivor.
    #[must_use]
    pub fn outcome(&self, outcome: Outcome) -> Outcome {
        let is_input = ["sync_with_stdio", ".tie("].iter().any(|call| self.old.contains(call));
        let is_slower = match self.operator.name {
            "slow" => true,
            "lost-statement" => is_input,
            _ => false,
        };
        match outcome {
            Outcome::Survived if is_slower => Outcome::Slower(None),
            Outcome::Killed { how: Killed::TooSlow, case } if is_slower => {
                Outcome::Slower(Some(case))
            }
            other => other,
        }
    }

    /// Returns the sort key of a mutant within its program: the position of its change.
    pub(super) fn place(&self) -> (&str, &Edit, &'static str) {
        (&self.file, &self.edit, self.operator.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutate::OPERATORS;
    use crate::mutate::source_text::SourceText;
    use referee_mutants::Equivalent;
    use referee_tokens::Grammar;
    use std::collections::{HashMap, HashSet};
    use std::fs;
    use std::path::Path;

    fn mutant(text: &str, range: std::ops::Range<usize>, new: &str) -> Mutant {
        Mutant::new(&OPERATORS[0], "a.c", text, Edit::new(range, new))
    }

    #[test]
    fn the_changed_lines_are_whole() {
        let one = mutant("a;\nb < c;\nd;\n", 5..6, "<=");
        assert_eq!((one.line, &*one.old, &*one.new), (2, "b < c;", "b <= c;"));
        assert_eq!(one.name(), "0000-border-l2");
        let two = mutant("a;\nb(\nc);\nd", 3..8, "");
        assert_eq!((two.line, &*two.old, &*two.new), (2, "b(\nc);", ";"));
        assert_eq!(two.text("a;\nb(\nc);\nd"), "a;\n;\nd");
        let last = mutant("a", 0..1, "b");
        assert_eq!((last.line, &*last.old, &*last.new), (1, "a", "b"));
    }

    /// `equivalents.diff` explains only mutants that exist.
    #[test]
    fn what_is_explained_of_the_jurys_programs_is_made_of_them() {
        let mut made: HashMap<&str, HashSet<(String, String)>> = HashMap::new();
        for Equivalent { program, old, new } in referee_mutants::equivalents() {
            let made = made.entry(program).or_insert_with(|| changes_of(program));
            assert!(made.contains(&(old.into(), new.into())), "{program}: {old} {new}");
        }
        assert!(!made.is_empty());
    }

    /// Returns the changes that all operators make to an example.
    fn changes_of(program: &str) -> HashSet<(String, String)> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(program);
        let text = fs::read_to_string(&path).unwrap();
        let grammar = match path.extension().and_then(|extension| extension.to_str()) {
            Some("cpp") => Grammar::C,
            Some("java") => Grammar::Java,
            Some("py") => Grammar::Python,
            _ => Grammar::Rust,
        };
        let source = SourceText::new(grammar, &text);
        let edits = OPERATORS.iter().flat_map(|operator| {
            operator.edits(&source).into_iter().map(move |edit| (operator, edit))
        });
        edits
            .map(|(operator, edit)| Mutant::new(operator, program, &text, edit))
            .map(|mutant| (mutant.old.trim().to_string(), mutant.new.trim().to_string()))
            .collect()
    }
}
