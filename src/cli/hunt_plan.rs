//! Everything that a hunt depends on besides the problem and the submissions. `hunt` creates it
//! from flags, `mutate` for its survivors.

use std::path::PathBuf;
use std::time::Duration;

use referee_base::files::Existing;
use referee_sandbox::Isolation;

/// How to hunt submissions.
pub(super) struct HuntPlan {
    /// The seed of all that is random.
    pub(super) seed: u64,
    /// The maximum number of candidates for a submission.
    pub(super) tries: u64,
    /// The maximum time for a submission.
    pub(super) within: Option<Duration>,
    /// The maximum time for shrinking a find; `None` for as long as the hunt took.
    pub(super) shrink_for: Option<Duration>,
    /// Whether finds are shrunk.
    pub(super) shrinks: bool,
    /// The multiple of an accepted submission's time from which a submission counts as too slow.
    pub(super) slower: Option<f64>,
    /// The commands of generators; if empty, those of the problem.
    pub(super) commands: Vec<String>,
    /// The recipe to which finds are appended, and whose parameters are tried.
    pub(super) recipe: Option<PathBuf>,
    /// Where finds are kept.
    pub(super) keep: KeepAs,
    /// What to do with existing files there.
    pub(super) existing: Existing,
    /// How programs of a package are isolated.
    pub(super) isolation: Isolation,
    /// The words of the command that reproduces a find, without the submission.
    pub(super) again: Vec<String>,
    /// Whether each result is printed for people as soon as it is known.
    pub(super) is_told: bool,
}

/// Where finds are kept; further ones get -2, -3 and so on.
#[derive(Clone)]
pub(super) enum KeepAs {
    /// Nowhere.
    Nothing,
    /// Among the cases of the problem, under this name.
    Case(String),
    /// In `PATH.in` and `PATH.ans`.
    Files(PathBuf),
}
