//! The result of a check. A verdict is about the contestant; judge errors are errors, not verdicts.

use std::fmt;

use crate::text::Position;

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckVerdict {
    /// The claim was proved. The string is what was proved, such as `tie 2 3`.
    Accepted(String),
    /// The output was rejected, with the reason.
    Refused(Box<Refusal>),
}

/// Why an output was rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The kind of rejection.
    pub kind: RefusalKind,
    /// The reason, for people.
    pub explanation: Explanation,
}

/// The kinds of rejection, from "empty" to "well-formed, but wrong".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalKind {
    /// It is empty, or only white space.
    Empty,
    /// It has bytes that text cannot contain, such as NUL.
    NotText,
    /// It is text, but not in the required format.
    Malformed,
    /// It is a claim, and the claim is wrong.
    WrongAnswer,
}

impl RefusalKind {
    /// The kind in plain words, such as `wrong answer`.
    pub fn words(self) -> &'static str {
        match self {
            RefusalKind::Empty => "empty output",
            RefusalKind::NotText => "output is not text",
            RefusalKind::Malformed => "malformed output",
            RefusalKind::WrongAnswer => "wrong answer",
        }
    }
}

impl fmt::Display for RefusalKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// A reason that a person can verify by hand: the claim, and the facts against it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The claim as parsed, or the start of what could not be parsed. Escaped; empty if there were
    /// no words.
    pub says: String,
    /// The place of the mistake in the output, if there is a single one.
    pub place: Option<Position>,
    /// The facts, most telling first.
    pub facts: Vec<Fact>,
    /// A drawing in text, top line first; empty when the case is too large for one.
    pub drawing: Vec<String>,
    /// One sentence that reveals nothing of the input or of a right answer.
    pub public: String,
}

/// One fact of an explanation: a short label and a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// One of a few short words: `but`, `safe`, `expected`, ...
    pub label: &'static str,
    /// The sentence, without a full stop.
    pub text: String,
}

impl Explanation {
    /// Adds a fact and returns the explanation, for chaining.
    #[must_use]
    pub fn with(mut self, label: &'static str, text: impl Into<String>) -> Self {
        let text = text.into();
        self.facts.push(Fact { label, text });
        self
    }

    /// The first and most telling fact, in one line.
    pub fn headline(&self) -> &str {
        self.facts.first().map_or("", |fact| &fact.text)
    }

    /// The same without its label: what was expected says so.
    pub fn reason(&self) -> String {
        let is_expected = self.facts.first().is_some_and(|fact| fact.label == "expected");
        format!("{}{}", if is_expected { "expected " } else { "" }, self.headline())
    }
}

impl fmt::Display for Explanation {
    /// Formats each line with its label in a column, for plain-text message files.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.says.is_empty() {
            writeln!(f, "{:<9} {}", "says", self.says)?;
        }
        for fact in &self.facts {
            writeln!(f, "{:<9} {}", fact.label, fact.text)?;
        }
        for line in &self.drawing {
            writeln!(f, "  {line}")?;
        }
        Ok(())
    }
}
