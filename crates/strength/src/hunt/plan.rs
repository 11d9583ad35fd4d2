//! What a hunt depends on, and what it needs from its caller. `hunt` creates a plan from flags,
//! `mutate` for its survivors.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use referee_base::fault::Fault;
use referee_base::files::Existing;
use referee_base::machine::Machine;
use referee_counterexamples::shrink::ShrinkProgress;
use referee_events::watch::Watch;
use referee_intake::submission::FoundSubmissions;
use referee_problem::cases::CaseFile;
use referee_problem::{Problem, ProblemFile, ToolRunner};

/// What is hunted: submissions to a problem.
pub struct HuntTask<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// Its `problem.toml`, if it has one.
    pub file: Option<&'a ProblemFile>,
    /// Its cases.
    pub cases: &'a [CaseFile],
    /// The first of them, beside which finds are kept.
    pub first: &'a CaseFile,
    /// The submissions.
    pub found: &'a FoundSubmissions,
    /// Runs the generators of the problem.
    pub tool_runner: Arc<ToolRunner>,
    /// The number of candidates that are judged at a time.
    pub jobs: usize,
}

impl HuntTask<'_> {
    /// Whether another thread compiles what a search needs later, beside the search.
    pub(super) fn compiles_beside(&self) -> bool {
        self.jobs > 1
    }
}

/// How to hunt submissions.
pub struct HuntPlan {
    /// The seed of all that is random.
    pub seed: u64,
    /// The maximum number of candidates for a submission.
    pub tries: u64,
    /// The maximum time for a submission.
    pub within: Option<Duration>,
    /// The maximum time for shrinking a find; `None` for as long as the hunt took.
    pub shrink_for: Option<Duration>,
    /// Whether finds are shrunk.
    pub shrinks: bool,
    /// The multiple of an accepted submission's time from which a submission counts as too slow.
    pub slower: Option<f64>,
    /// The commands of generators; if empty, those of the problem.
    pub commands: Vec<String>,
    /// The recipe to which finds are appended, and whose parameters are tried.
    pub recipe: Option<PathBuf>,
    /// Where finds are kept.
    pub keep: KeepAs,
    /// What to do with existing files there.
    pub existing: Existing,
    /// The words of the command that reproduces a find, without the submission.
    pub again: Vec<String>,
}

impl HuntPlan {
    /// Whether a hunt is bounded by its time alone. One that is bounded by a number of candidates
    /// does the same on every machine.
    pub(super) fn is_timed(&self) -> bool {
        self.tries == u64::MAX
    }
}

/// Where finds are kept; further ones get -2, -3 and so on.
#[derive(Clone)]
pub enum KeepAs {
    /// Nowhere.
    Nothing,
    /// Among the cases of the problem, under this name.
    Case(String),
    /// In `PATH.in` and `PATH.ans`.
    Files(PathBuf),
}

/// The input to start shrinking from.
pub struct StartingCase {
    /// Its name as shown to users.
    pub name: String,
    /// Its file.
    pub input: PathBuf,
    /// The case of the problem, if it is one.
    pub case: Option<CaseFile>,
}

/// What hunts need from their caller.
pub trait HuntHost {
    /// Shows that a search begins, until the returned value is dropped.
    fn begin(&self, search: Search) -> Box<dyn SearchProgress + '_>;

    /// Shows a warning; the hunt continues.
    fn warn(&self, text: &str);

    /// Makes a case of a folder with a `problem.toml` by its recipe, given by its name.
    ///
    /// # Errors
    /// The case cannot be made.
    fn make_case(&self, folder: &Path, name: &str, machine: Machine) -> Result<(), Fault>;
}

/// A search that takes time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    /// For an input on which a submission fails.
    Hunting,
    /// For a smaller one.
    Shrinking,
}

/// Shows how far a search is.
pub trait SearchProgress: Sync {
    /// Receives the programs that are compiled and run.
    fn watch(&self) -> &dyn Watch;

    /// Shows the number of candidates tried on a submission.
    fn tried(&self, submission: &str, tries: u64);

    /// Shows how far an input is shrunk.
    fn shrunk(&self, progress: &ShrinkProgress);
}
