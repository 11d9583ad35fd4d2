//! Which programs are started once for many runs: what is requested, and what a builder prepares.

use serde::{Deserialize, Serialize};

/// Whether programs of the jury are started once for many runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartRule {
    /// Each run starts its program.
    Cold,
    /// A program is started once, if it can be.
    Warm,
    /// A program is started once if it runs often enough to be worth it.
    #[default]
    Auto,
}

/// Which programs are compiled so that they can wait, each by one command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waiting {
    /// No programs: one that is to wait after all is compiled once more.
    Nothing,
    /// Programs in Python: only our own code ever runs in them before a fork.
    Python,
    /// Also programs in C, C++ and Rust: jury programs.
    All,
}

impl StartRule {
    /// Returns whether a program that has run this often is to be started once.
    pub(super) fn holds(self, runs: u32) -> bool {
        /// Preparing a program takes about as long as one run of it.
        const ENOUGH: u32 = 2;
        match self {
            StartRule::Cold => false,
            StartRule::Warm => true,
            StartRule::Auto => runs >= ENOUGH,
        }
    }

    /// Returns which programs are compiled so that they can wait: at most these, and none if none
    /// ever waits.
    #[must_use]
    pub fn waiting(self, most: Waiting) -> Waiting {
        if self == StartRule::Cold { Waiting::Nothing } else { most }
    }

    /// Returns the rule for submissions, given this rule for jury programs: they are started once
    /// only on request.
    #[must_use]
    pub fn of_submissions(self) -> StartRule {
        if self == StartRule::Warm { self } else { StartRule::Cold }
    }

    /// Returns the rule for candidates, very many of which follow each other: most need no start of
    /// their own.
    #[must_use]
    pub fn of_candidates(self) -> StartRule {
        if self == StartRule::Cold { self } else { StartRule::Warm }
    }
}
