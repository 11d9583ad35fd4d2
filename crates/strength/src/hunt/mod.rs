//! `hunt`: inputs on which submissions fail.
//!
//! The search itself is in `counterexamples`. This module adds what needs programs and files: the
//! sources of a problem (`source_set.rs`), the hunt of one submission after the other
//! (`hunter.rs`), where finds are kept (`keeping.rs`), and the results.

mod existing;
mod hunter;
mod keeping;
mod plan;
mod shape;
mod source_set;
mod sources;

use std::path::PathBuf;
use std::sync::Arc;

use referee_base::fault::Fault;
use referee_counterexamples::hunt::{Origin, SourceReport};

use crate::growth::Growth;
use crate::shrink::ShrunkCase;
use referee_events::JudgedCase;

pub use crate::chance::{Again, FailsOften, FailureShare};
pub use hunter::{HuntResults, Hunter};
pub use plan::{HuntHost, HuntPlan, HuntTask, KeepAs, Search, SearchProgress, StartingCase};
pub use sources::{MAX_GENERATING, NeighbourSource};

/// The result of the hunt for one submission.
pub struct Hunted {
    /// The submission.
    pub name: Arc<str>,
    /// Whether it is expected to be accepted.
    pub is_right: bool,
    /// How it ended.
    pub end: HuntEnd,
    /// A report for each source.
    pub sources: Vec<SourceReport>,
}

/// How a hunt ended.
pub enum HuntEnd {
    /// The submission does not compile; the output of the compiler.
    NotCompiled(String),
    /// Its compiler is not installed.
    NoCompiler(Fault),
    /// It cannot be judged.
    NotJudged(Fault),
    /// Fewer than [`MIN_JUDGED`] candidates could be judged, so that the lack of a failure says
    /// nothing.
    TooFew {
        /// The number of candidates judged.
        judged: u64,
        /// Why the search ended.
        why: &'static str,
    },
    /// No counterexample was found; why the search ended.
    Withstood(&'static str),
    /// It fails on a sample: such a program needs no hunt.
    FailsSample(Box<JudgedCase>),
    /// It fails on an input; before, the jury may have disagreed on another one.
    Found(Box<Find>, Option<Disagreement>),
    /// It fails only where the jury disagrees.
    JuryDisagrees(Disagreement),
}

/// An input on which a submission fails, but so does another one that is expected to be accepted.
pub struct Disagreement {
    /// The other submission.
    pub other: Arc<str>,
    /// The input, shrunk for the other submission.
    pub find: Box<Find>,
}

/// The name of the first source: the existing cases, with their answers.
pub const EXISTING: &str = "existing cases";

/// The minimum number of candidates judged before a submission counts as withstanding the hunt.
pub const MIN_JUDGED: u64 = 10;

/// An input on which a submission fails.
pub struct Find {
    /// The name of the source.
    pub source: String,
    /// The origin of the input before shrinking.
    pub origin: Origin,
    /// The shrunk input, with its judgement.
    pub shrunk: ShrunkCase,
    /// The runs on it, including the one that found it, and how many of them failed.
    pub share: FailureShare,
    /// The growth of its time, if the input is too large for the program: it is then made as large
    /// as possible, not shrunk.
    pub growth: Option<Growth>,
    /// The words of the command that reproduces the find, or makes it by its recipe.
    pub again: Vec<String>,
    /// The file in which it was saved.
    pub kept: Option<PathBuf>,
}

impl HuntEnd {
    /// Returns the input on which the jury disagrees, if there is one.
    pub fn disagreement(&self) -> Option<&Disagreement> {
        match self {
            HuntEnd::Found(_, disagreement) => disagreement.as_ref(),
            HuntEnd::JuryDisagrees(disagreement) => Some(disagreement),
            _ => None,
        }
    }
}

impl Hunted {
    /// Returns the number of candidates tried, including existing cases.
    pub fn tries(&self) -> u64 {
        self.sources.iter().map(|source| source.tries).sum()
    }

    /// Returns the number of those that were valid and could be judged.
    pub fn judged(&self) -> u64 {
        self.sources.iter().map(SourceReport::valid).sum()
    }
}
