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
use referee_events::JudgedCase;

pub use sources::{GeneratorSource, NeighbourSource};

/// What came of the hunt for one submission.
pub struct Hunted {
    /// The submission.
    pub name: Arc<str>,
    /// Whether it is expected to be accepted.
    pub is_right: bool,
    /// How it ended.
    pub end: HuntEnd,
    /// The number of candidates that were tried.
    pub tries: u64,
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
    /// Fewer than [`LEAST_JUDGED`] candidates could be judged: so many. That it fails on none of them says nothing.
    TooFew(u64),
    /// Nothing was found, and why the search ended.
    Withstood(&'static str),
    /// It fails on an input.
    Found(Box<Find>),
    /// It fails on an input in some runs only.
    FoundByChance(Box<FindByChance>),
}

/// So many candidates have to be judged before a submission withstands them.
pub const LEAST_JUDGED: u64 = 10;

/// An input on which a submission fails in some runs, and passes in others: made smaller it would be another one.
pub struct FindByChance {
    /// Where the input came from.
    pub origin: Origin,
    /// What happened in a run that failed, if it failed again.
    pub judged: Option<JudgedCase>,
    /// The runs on it, the one that found it among them, and how many of them failed.
    pub share: FailureShare,
    /// The file in which it was kept.
    pub kept: Option<PathBuf>,
}

/// In how many of some runs a program fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FailureShare {
    /// How many of them failed.
    pub failures: u32,
    /// How many runs there were.
    pub runs: u32,
}

/// What came of one run more of a program that has failed.
pub enum Again {
    /// The program passed.
    Passed,
    /// It failed.
    Failed,
    /// Its time was up.
    FailedSlowly,
    /// It was not run any more: whoever waits has had enough.
    Stopped,
}

/// How often a submission is run on what was found, if it does not always fail.
const RUNS: u32 = 21;

/// Who has failed so often, and never passed, fails always: of those that fail every second time, one of 16 is taken for one of these.
const STEADY: u32 = 5;

/// The same of those whose time is up, which take long.
const STEADY_SLOW: u32 = 2;

impl FailureShare {
    /// Runs a program that has failed once again: a few times if it fails each time, and else often, to know how often it does.
    ///
    /// # Errors
    /// Those of `run`.
    pub fn find<E>(mut run: impl FnMut() -> Result<Again, E>) -> Result<FailureShare, E> {
        let mut share = FailureShare { failures: 1, runs: 1 };
        while share.runs < RUNS {
            let again = run()?;
            if matches!(again, Again::Stopped) {
                break;
            }
            share.runs += 1;
            share.failures += u32::from(!matches!(again, Again::Passed));
            let enough = if matches!(again, Again::FailedSlowly) { STEADY_SLOW } else { STEADY };
            if share.is_always() && share.runs >= enough {
                break;
            }
        }
        Ok(share)
    }

    /// Returns whether every run failed.
    pub fn is_always(self) -> bool {
        self.failures == self.runs
    }

    /// Returns after how many runs one has failed with a probability of 95 %, by this share.
    pub fn runs_to_catch(self) -> u32 {
        let passes = 1.0 - f64::from(self.failures) / f64::from(self.runs);
        // A share such as 19 of 20 is rounded.
        let runs = (0.05_f64.ln() / passes.ln() - 1e-9).ceil();
        runs.max(1.0) as u32
    }
}

/// An input on which a submission fails.
pub struct Find {
    /// The name of the source.
    pub source: String,
    /// Where the input came from, before it was made smaller.
    pub origin: Origin,
    /// The smallest input, with its judgement.
    pub shrunk: ShrunkCase,
    /// The file in which it was kept.
    pub kept: Option<PathBuf>,
}

impl Hunted {
    /// Creates the result of a submission that was not run.
    pub fn without_tries(name: &Arc<str>, is_right: bool, end: HuntEnd) -> Hunted {
        Hunted { name: Arc::clone(name), is_right, end, tries: 0, sources: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_fails_each_time_is_run_a_few_times_and_who_does_not_often() {
        let share = |runs: &str| {
            let mut runs = runs.chars().cycle();
            let mut again = || match runs.next() {
                Some('f') => Again::Failed,
                Some('s') => Again::FailedSlowly,
                Some('!') => Again::Stopped,
                _ => Again::Passed,
            };
            let FailureShare { failures, runs } =
                FailureShare::find(|| Ok::<_, ()>(again())).unwrap();
            (failures, runs)
        };
        assert_eq!(share("f"), (5, 5));
        assert_eq!(share("s"), (2, 2));
        assert_eq!(share("."), (1, 21));
        assert_eq!(share("f."), (11, 21));
        assert_eq!(share("fff."), (16, 21));
        assert_eq!(share(".s"), (11, 21));
        assert_eq!(share("!"), (1, 1));
        assert_eq!(share("f.!"), (2, 3));
        assert_eq!(FailureShare::find(|| Err::<Again, _>("no run")), Err("no run"));
    }

    #[test]
    fn as_many_runs_catch_a_failure_as_its_share_wants() {
        for (failures, runs, expected) in [(20, 20, 1), (19, 20, 1), (10, 20, 5), (1, 21, 62)] {
            let share = FailureShare { failures, runs };
            let needed = share.runs_to_catch();
            assert_eq!(needed, expected, "{share:?}");
            let passes = 1.0 - f64::from(failures) / f64::from(runs);
            let all_pass = |runs: u32| passes.powi(runs as i32);
            assert!(all_pass(needed) <= 0.05 + 1e-9);
            assert!(needed == 1 || all_pass(needed - 1) > 0.05);
        }
    }
}
