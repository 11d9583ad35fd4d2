//! The flags of commands that add mutants to submissions.

use clap::Args;

use super::quantity;
use referee_strength::mutate::{OPERATORS, Selection};

/// The default seed for choosing mutants.
pub(super) const DEFAULT_SEED: u64 = 1;

/// The mutants of a kill matrix.
#[derive(Debug, Args)]
pub(in crate::cli) struct MutantArgs {
    /// Add up to N mutants of the right programs to the wrong ones [without N: 100]
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "100", value_parser = quantity::count(1..=10_000_000_usize))]
    mutants: Option<usize>,
}

impl MutantArgs {
    /// Returns the selection of mutants, if any are requested.
    pub(in crate::cli) fn selection(&self) -> Option<Selection> {
        let operators = OPERATORS.iter().collect();
        self.mutants.map(|max| Selection { operators, max: Some(max), seed: DEFAULT_SEED })
    }
}
