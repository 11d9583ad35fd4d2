//! The flags that say what may be left undone where a compiler is missing.

use clap::Args;

use referee_programs::Strictness;

/// The variable that build servers set to `true`.
const CI: &str = "CI";

/// What may be left undone for lack of a compiler or interpreter.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub(in crate::cli) struct StrictnessArgs {
    /// Fail if a missing compiler or interpreter leaves anything undone, even if no verdict depends
    /// on it [default if CI=true]
    #[arg(long, conflicts_with = "lenient")]
    strict: bool,
    /// Leave out whatever needs a missing compiler or interpreter, without failing
    #[arg(long, alias = "allow-missing-compilers")]
    lenient: bool,
}

impl StrictnessArgs {
    /// Returns what the flags say, or else the environment.
    pub(in crate::cli) fn strictness(&self) -> Strictness {
        let is_build_server =
            || std::env::var_os(CI).is_some_and(|value| value == "true" || value == "1");
        match self {
            StrictnessArgs { lenient: true, .. } => Strictness::Lenient,
            StrictnessArgs { strict: true, .. } => Strictness::Strict,
            _ if is_build_server() => Strictness::Strict,
            _ => Strictness::Usual,
        }
    }
}
