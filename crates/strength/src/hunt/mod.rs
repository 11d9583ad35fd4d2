//! `hunt`: inputs on which submissions fail.
//!
//! The search itself is in `counterexamples`. Here is what it needs of programs and files: the generators of a package, the cases
//! that exist; and what comes of it.

mod shape;
mod sources;

use std::path::PathBuf;
use std::sync::Arc;

use referee_base::fault::Fault;
use referee_counterexamples::hunt::{Origin, SourceReport};

use crate::growth::Growth;
use crate::shrink::ShrunkCase;
use referee_events::JudgedCase;

pub use crate::chance::{Again, FailsOften, FailureShare};
pub use sources::{GeneratorSource, Generators, MAX_GENERATING, NeighbourSource};

/// What came of the hunt for one submission.
pub struct Hunted {
    /// The submission.
    pub name: Arc<str>,
    /// Whether it is expected to be accepted.
    pub is_right: bool,
    /// How it ended.
    pub end: HuntEnd,
    /// What came of each source.
    pub sources: Vec<SourceReport>,
}

/// How a hunt ended.
pub enum HuntEnd {
    /// The submission does not compile: what the compiler says.
    NotCompiled(String),
    /// Its compiler is not installed.
    NoCompiler(Fault),
    /// It cannot be judged.
    NotJudged(Fault),
    /// Fewer than [`LEAST_JUDGED`] candidates could be judged: that it fails on none of them says nothing.
    TooFew {
        /// So many were.
        judged: u64,
        /// Why the search ended.
        why: &'static str,
    },
    /// Nothing was found, and why the search ended.
    Withstood(&'static str),
    /// It fails on a sample: of such a program one need not look for what is wrong.
    FailsSample(Box<JudgedCase>),
    /// It fails on an input.
    Found(Box<Find>),
    /// It fails on an input, but so does this submission, which is expected to be accepted.
    JuryDisagrees(Arc<str>, Box<Find>),
}

/// The name of the first source: the cases that exist, with their answers.
pub const EXISTING: &str = "existing cases";

/// So many candidates have to be judged before a submission withstands them.
pub const LEAST_JUDGED: u64 = 10;

/// An input on which a submission fails.
pub struct Find {
    /// The name of the source.
    pub source: String,
    /// Where the input came from, before it was made smaller.
    pub origin: Origin,
    /// The smallest input, with its judgement.
    pub shrunk: ShrunkCase,
    /// The runs on it, the one that found it among them, and how many of them failed.
    pub share: FailureShare,
    /// How its time grows, where the input is too large for it: then it is as large as can be, and not made smaller.
    pub growth: Option<Growth>,
    /// The command that finds the same again.
    pub again: String,
    /// The file in which it was kept.
    pub kept: Option<PathBuf>,
}

impl Hunted {
    /// Creates the result of a submission.
    pub fn of(name: &Arc<str>, is_right: bool, end: HuntEnd, sources: Vec<SourceReport>) -> Hunted {
        Hunted { name: Arc::clone(name), is_right, end, sources }
    }

    /// Creates the result of a submission that was not run.
    pub fn without_tries(name: &Arc<str>, is_right: bool, end: HuntEnd) -> Hunted {
        Hunted::of(name, is_right, end, Vec::new())
    }

    /// Returns the number of candidates that were tried, cases that exist among them.
    pub fn tries(&self) -> u64 {
        self.sources.iter().map(|source| source.tries).sum()
    }
}
