//! The value of `--instructions`.

use clap::ValueEnum;
use referee_run::CountingSpec;

/// What instructions are counted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum CountWhat {
    /// Show them next to the CPU time, if the machine can count them
    Show,
    /// Limit them: for languages compiled to machine code, 2 * 10^9 count as a second of the time
    /// limit; fails if the machine cannot count them
    Limit,
}

impl CountWhat {
    /// Returns the request for counting.
    pub(super) fn spec(self) -> CountingSpec {
        match self {
            CountWhat::Show => CountingSpec::Shown,
            CountWhat::Limit => CountingSpec::Limited,
        }
    }
}
