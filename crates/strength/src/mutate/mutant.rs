//! A mutant: a program with one change.

use super::operators::Operator;
use super::outcome::{Killed, Outcome};
use super::source_text::Edit;
use std::ops::Range;
use std::sync::Arc;

/// The number of bytes of a long line that are shown before and after a change.
const AROUND: usize = 200;

/// A program with one change.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// Its number, from 1, among all mutants of all programs before selection.
    pub number: usize,
    /// The operator that made it.
    pub operator: &'static Operator,
    /// The changed file.
    pub file: Arc<str>,
    /// The text of that file in the original.
    original: Arc<str>,
    edit: Edit,
}

impl Mutant {
    /// Creates a mutant from an edit of a file with this text. It has no number yet.
    pub(super) fn new(
        operator: &'static Operator,
        file: &Arc<str>,
        text: &Arc<str>,
        edit: Edit,
    ) -> Mutant {
        let (file, original) = (Arc::clone(file), Arc::clone(text));
        Mutant { number: 0, operator, file, original, edit }
    }

    /// Returns the text of its changed file.
    pub fn text(&self) -> String {
        self.edit.apply(&self.original)
    }

    /// Returns the line where the change begins, from 1.
    pub fn line(&self) -> usize {
        self.original[..self.edit.start].matches('\n').count() + 1
    }

    /// Returns the changed lines in the original; of long ones, what is around the change.
    pub fn old(&self) -> &str {
        &self.original[self.shown()]
    }

    /// Returns the changed lines in the mutant; of long ones, what is around the change.
    pub fn changed(&self) -> String {
        let (shown, Edit { start, end, text }) = (self.shown(), &self.edit);
        [&self.original[shown.start..*start], text, &self.original[*end..shown.end]].concat()
    }

    /// Returns its name, such as `0123-border-l45`: unique within a run, and the same whenever the
    /// programs are the same.
    pub fn name(&self) -> String {
        format!("{:04}-{}-l{}", self.number, self.operator.name, self.line())
    }

    /// Returns the part of the original that shows the change.
    fn shown(&self) -> Range<usize> {
        let (text, Edit { start, end, .. }) = (&self.original, &self.edit);
        let is_boundary = |at: &usize| text.is_char_boundary(*at);
        let least = (start.saturating_sub(AROUND)..=*start).find(is_boundary).unwrap_or(*start);
        let most = (*end..=text.len().min(end + AROUND)).rev().find(is_boundary).unwrap_or(*end);
        let first = text[least..*start].rfind('\n').map_or(least, |at| least + at + 1);
        first..text[*end..most].find('\n').map_or(most, |at| end + at)
    }

    /// Adjusts an outcome: a mutant that differs from the original only in speed is neither killed
    /// nor a survivor.
    #[must_use]
    pub fn outcome(&self, outcome: Outcome) -> Outcome {
        let is_input = |call: &&str| self.old().contains(call);
        let is_slower = match self.operator.name {
            "slow" => true,
            "lost-statement" => ["sync_with_stdio", ".tie("].iter().any(is_input),
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

    fn mutant(text: &str, range: Range<usize>, new: &str) -> Mutant {
        mutant_of(&text.into(), Edit::new(range, new))
    }

    fn mutant_of(text: &Arc<str>, edit: Edit) -> Mutant {
        Mutant::new(&OPERATORS[0], &"a.c".into(), text, edit)
    }

    #[test]
    fn the_changed_lines_are_whole() {
        let one = mutant("a;\nb < c;\nd;\n", 5..6, "<=");
        assert_eq!((one.line(), one.old(), &*one.changed()), (2, "b < c;", "b <= c;"));
        assert_eq!(one.name(), "0000-border-l2");
        let two = mutant("a;\nb(\nc);\nd", 3..8, "");
        assert_eq!((two.line(), two.old(), &*two.changed()), (2, "b(\nc);", ";"));
        assert_eq!(two.text(), "a;\n;\nd");
        let last = mutant("a", 0..1, "b");
        assert_eq!((last.line(), last.old(), &*last.changed()), (1, "a", "b"));
    }

    #[test]
    fn long_lines_are_shown_around_the_change() {
        let (before, after) = (format!("x;\n{}", "ä".repeat(300)), "ö".repeat(300));
        let one = mutant(&format!("{before}<!{after}\ny"), before.len()..before.len() + 1, "<=");
        let (left, right) = ("ä".repeat(100), format!("!{}", "ö".repeat(99)));
        assert_eq!((one.line(), one.old()), (2, &*format!("{left}<{right}")));
        assert_eq!(one.changed(), format!("{left}<={right}"));
        assert_eq!(one.text(), format!("{before}<=!{after}\ny"));
    }

    /// A copy of the line for each mutant would take gigabytes.
    #[test]
    fn a_long_line_has_many_mutants() {
        let text: Arc<str> = "1,".repeat(100_000).into();
        let edit = |at: usize| Edit::new(2 * at..2 * at + 1, "2");
        let mutants = (0..100_000).map(|at| mutant_of(&text, edit(at)));
        let mutants: Vec<Mutant> = mutants.collect();
        assert_eq!(mutants[50_000].changed().len(), 401);
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
        let (file, text): (Arc<str>, Arc<str>) = (program.into(), text.into());
        let source = SourceText::new(grammar, &text);
        let edits = OPERATORS.iter().flat_map(|operator| {
            operator.edits(&source).into_iter().map(move |edit| (operator, edit))
        });
        edits
            .map(|(operator, edit)| Mutant::new(operator, &file, &text, edit))
            .map(|mutant| (mutant.old().trim().to_string(), mutant.changed().trim().to_string()))
            .collect()
    }
}
