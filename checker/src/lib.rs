//! The rules: what a *legal* input and a *correct* output are.
//!
//! For every shipped problem, this crate has an instance (the parsed input), a claim (the parsed
//! output) and a check that proves or refutes the claim from the instance alone. A rejection
//! carries a refutation that a person can verify by hand.
//!
//! Deliberately absent: files, clocks, processes, environment, global state, dependencies. Bytes
//! come in and a verdict goes out: the same sources serve inside `referee`, under a fuzzer, and
//! compiled by a bare `rustc` as the output validator of an exported package. Only the stand-alone
//! validators, `main.rs` and those in `bin`, touch the outside world.
//!
//! ```
//! use referee_checker::{CheckVerdict, Settings, Strictness, problem};
//!
//! let rules = problem("infinity-war").expect("a shipped problem");
//! let case = rules.prepare(b"2\n2 1\n1 2\n1 0\n0 -1\n", Strictness::Strict, Settings::default())?;
//! assert_eq!(case.outcome()?, "Bob wins");
//! let CheckVerdict::Refused(refusal) = case.check(&mut &b"tie 2 2"[..])? else { panic!("no square is safe") };
//! assert_eq!(
//!     refusal.explanation.headline(),
//!     "Bob reaches (2,2): from (1,2) by move 1 (+1,0) to (2,2)"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod compare;
#[cfg(feature = "drawing")]
pub mod drawing;
pub mod huepfburg;
pub mod infinity_war;
mod output;
mod problem;
pub mod protocol;
mod settings;
pub mod subtraction_game;
pub mod text;
mod verdict;

pub use problem::{Case, IllegalInstance, ProblemRules, read_input};
pub use settings::{CheckError, CheckerOption, Settings, TooLarge};
pub use text::{InputError, Position, Strictness};
pub use verdict::{CheckVerdict, Explanation, Fact, Refusal, RefusalKind};

/// All problems of this crate, in display order.
pub fn problems() -> &'static [&'static dyn ProblemRules] {
    &[&infinity_war::InfinityWar, &huepfburg::Huepfburg, &subtraction_game::SubtractionGame]
}

/// The problem with this name.
pub fn problem(name: &str) -> Option<&'static dyn ProblemRules> {
    problems().iter().copied().find(|problem| problem.name() == name)
}
