//! The flag for what may be skipped if a compiler is missing.

use clap::Args;

use super::choice::named;
use referee_programs::Strictness;

/// The variable that build servers set to `true`.
const CI: &str = "CI";

/// The values of `--missing-compilers`, with their help.
const WHEN: [(&str, Strictness, &str); 3] = [
    ("auto", Strictness::Usual, "Fail if a verdict depends on it"),
    ("fail", Strictness::Strict, "Fail if anything is left undone"),
    ("skip", Strictness::Lenient, "Skip whatever needs it, without failing"),
];

/// What may be left undone for lack of a compiler or interpreter.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub(in crate::cli) struct StrictnessArgs {
    /// How to treat a missing compiler or interpreter [default: auto, or fail if CI=true]
    #[arg(long, value_name = "WHAT", value_parser = named(&WHEN))]
    missing_compilers: Option<Strictness>,
}

impl StrictnessArgs {
    /// Returns the value of the flag, or else that of the environment.
    pub(in crate::cli) fn strictness(&self) -> Strictness {
        self.missing_compilers.unwrap_or_else(|| match std::env::var_os(CI) {
            Some(value) if value == "true" || value == "1" => Strictness::Strict,
            _ => Strictness::Usual,
        })
    }
}
