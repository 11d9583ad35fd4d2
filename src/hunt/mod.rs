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

use crate::shrink::ShrunkCase;

pub(crate) use sources::{GeneratorSource, NeighbourSource};

/// What came of the hunt for one submission.
pub(crate) struct Hunted {
    /// The submission.
    pub(crate) name: Arc<str>,
    /// Whether it is expected to be accepted.
    pub(crate) is_right: bool,
    /// How it ended.
    pub(crate) end: HuntEnd,
    /// The number of candidates that were tried.
    pub(crate) tries: u64,
    /// What came of each source.
    pub(crate) sources: Vec<SourceReport>,
}

/// How a hunt ended.
pub(crate) enum HuntEnd {
    /// The submission does not compile: what the compiler says.
    NotCompiled(String),
    /// Its compiler is not installed.
    NoCompiler(Fault),
    /// It cannot be judged.
    NotJudged(Fault),
    /// Nothing was found, and why the search ended.
    Withstood(&'static str),
    /// It fails on an input.
    Found(Box<Find>),
}

/// An input on which a submission fails.
pub(crate) struct Find {
    /// The name of the source.
    pub(crate) source: String,
    /// Where the input came from, before it was made smaller.
    pub(crate) origin: Origin,
    /// The smallest input, with its judgement.
    pub(crate) shrunk: ShrunkCase,
    /// The file in which it was kept.
    pub(crate) kept: Option<PathBuf>,
}

impl Hunted {
    /// Creates the result of a submission that was not run.
    pub(crate) fn without_tries(name: &Arc<str>, is_right: bool, end: HuntEnd) -> Hunted {
        Hunted { name: Arc::clone(name), is_right, end, tries: 0, sources: Vec::new() }
    }
}
