//! Which programs are started once for many runs: what is asked for, and what a builder prepares.

use serde::{Deserialize, Serialize};

/// Whether programs of the jury are started once for many runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartRule {
    /// Each run starts its program.
    Cold,
    /// A program is started once, where it can be.
    Warm,
    /// The same, but only if it runs often enough for that to pay.
    #[default]
    Auto,
}

/// Which programs are compiled as ones that can wait, each by one command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waiting {
    /// None: what is to wait after all is compiled once more.
    Nothing,
    /// Those in Python: of them, nothing but what is ours ever runs before a fork.
    Python,
    /// Those in C and C++ as well: of the jury.
    All,
}

impl StartRule {
    /// Returns whether a program is to be started once that has run so often before.
    pub(super) fn holds(self, runs: u32) -> bool {
        /// To prepare a program takes about as long as a run of it.
        const ENOUGH: u32 = 2;
        match self {
            StartRule::Cold => false,
            StartRule::Warm => true,
            StartRule::Auto => runs >= ENOUGH,
        }
    }

    /// Returns which programs are to be compiled as ones that can wait: none if none of them ever waits, and at most these.
    #[must_use]
    pub fn waiting(self, most: Waiting) -> Waiting {
        if self == StartRule::Cold { Waiting::Nothing } else { most }
    }

    /// Returns the rule for programs of others where it is the rule for programs of the jury: they are started once on request alone.
    #[must_use]
    pub fn of_submissions(self) -> StartRule {
        if self == StartRule::Warm { self } else { StartRule::Cold }
    }

    /// Returns the rule for candidates, very many of which follow each other: most need no start of their own.
    #[must_use]
    pub fn of_candidates(self) -> StartRule {
        if self == StartRule::Cold { self } else { StartRule::Warm }
    }
}
