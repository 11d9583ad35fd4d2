//! How lenient a command is if a compiler or interpreter is not installed. One setting decides that
//! everywhere, so that a pipeline cannot succeed for lack of a compiler, and people with few
//! compilers can work all the same.

use serde::{Deserialize, Serialize};

/// The work that may be left undone for lack of a compiler or interpreter, without failing the run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strictness {
    /// Everything: it is reported, and the rest is done.
    Lenient,
    /// Only work that is not certain to affect a verdict: a picture, or the time of one of the
    /// submissions that a time limit is inferred from.
    #[default]
    Usual,
    /// Nothing may be left undone.
    Strict,
}

impl Strictness {
    /// Returns whether a submission or a case may be left unjudged.
    pub fn forgives_unjudged(self) -> bool {
        self == Strictness::Lenient
    }

    /// Returns whether work may be left undone that is not certain to affect a verdict.
    pub fn forgives_less(self) -> bool {
        self != Strictness::Strict
    }
}
