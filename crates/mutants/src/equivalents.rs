//! Mutants that `referee mutate` makes of the jury's programs and that no committed case kills,
//! each with the reason: nobody need look for a case.

/// Changes of a program that make no difference, or only to cases made on demand, for the same
/// reason.
#[derive(Debug, Clone, Copy)]
pub struct Equivalents {
    /// The path of the program below `examples`.
    pub program: &'static str,
    /// Why no committed case kills them.
    pub why: &'static str,
    /// Lines of the program after `-`, each followed by what becomes of it after `+`: one line for
    /// each mutant.
    pub diff: &'static str,
}

/// A line of a program and what becomes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChangedLine {
    /// The line as it is.
    pub old: &'static str,
    /// The line as it becomes; empty where it is left out.
    pub new: &'static str,
}

impl Equivalents {
    /// Returns the changed lines, one for each mutant, without the white space around them.
    pub fn changed_lines(&self) -> Vec<ChangedLine> {
        let mut old = "";
        let mut changed = Vec::new();
        for line in self.diff.lines() {
            match line.split_at_checked(1) {
                Some(("-", line)) => old = line.trim(),
                Some(("+", line)) => changed.push(ChangedLine { old, new: line.trim() }),
                _ => {}
            }
        }
        changed
    }
}
