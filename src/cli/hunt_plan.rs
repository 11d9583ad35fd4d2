//! What a hunt depends on besides the problem and the submissions: `hunt` makes it from flags, `mutate` for its survivors.

use std::path::PathBuf;
use std::time::Duration;

use referee_base::files::Existing;
use referee_sandbox::Isolation;

/// How submissions are hunted.
pub(super) struct HuntPlan {
    /// The seed of all that is random.
    pub(super) seed: u64,
    /// The most candidates for a submission.
    pub(super) tries: u64,
    /// The longest time for a submission.
    pub(super) within: Option<Duration>,
    /// The longest time in which a find is made smaller; none for as long as the hunt took.
    pub(super) shrink_for: Option<Duration>,
    /// Whether finds are made smaller.
    pub(super) shrinks: bool,
    /// The multiple of the time of an accepted submission from which on one is too slow.
    pub(super) slower: Option<f64>,
    /// The commands of generators; none for those of the problem.
    pub(super) commands: Vec<String>,
    /// The recipe to which finds are appended, and whose parameters are tried.
    pub(super) recipe: Option<PathBuf>,
    /// Where finds are kept.
    pub(super) keep: KeepAs,
    /// What to do with files that exist there.
    pub(super) existing: Existing,
    /// How programs of a package are isolated.
    pub(super) isolation: Isolation,
    /// The words of the command that finds the same again, without the submission.
    pub(super) again: Vec<String>,
    /// Whether each result is printed for people as soon as it is there.
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
