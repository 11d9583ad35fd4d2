//! The flag for what may be skipped if a compiler is missing.

use clap::{Args, ValueEnum};

use referee_programs::Strictness;

/// The variable that build servers set to `true`.
const CI: &str = "CI";

/// What may be left undone for lack of a compiler or interpreter.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub(in crate::cli) struct StrictnessArgs {
    /// How to treat a missing compiler or interpreter [default: auto, or fail if CI=true]
    #[arg(long, value_name = "WHAT")]
    missing_compilers: Option<MissingCompilers>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MissingCompilers {
    /// Fail if a verdict depends on it
    Auto,
    /// Fail if anything is left undone
    Fail,
    /// Skip whatever needs it, without failing
    Skip,
}

impl StrictnessArgs {
    /// Returns the value of the flag, or else that of the environment.
    pub(in crate::cli) fn strictness(&self) -> Strictness {
        let is_build_server =
            || std::env::var_os(CI).is_some_and(|value| value == "true" || value == "1");
        match self.missing_compilers {
            Some(MissingCompilers::Skip) => Strictness::Lenient,
            Some(MissingCompilers::Fail) => Strictness::Strict,
            None if is_build_server() => Strictness::Strict,
            Some(MissingCompilers::Auto) | None => Strictness::Usual,
        }
    }
}
