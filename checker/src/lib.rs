//! The rules: what a *legal* input and a *correct* output are.
//!
//! For every shipped problem this crate owns an instance (the parsed input), a claim (the parsed
//! output) and a check that proves or refutes the claim from the instance alone. A refusal carries
//! a refutation that a person can verify by hand.
//!
//! Deliberately absent: files, clocks, processes, environment, global state, dependencies. Bytes come
//! in, a verdict goes out, so that the same sources serve inside `referee`, under a fuzzer, and
//! compiled by a bare `rustc` as the output validator of an exported package. Only `main.rs`, the
//! stand-alone validator, touches the outside world.

pub mod infinity_war;
mod problem;
pub mod protocol;
pub mod text;
mod verdict;

pub use problem::{Case, Problem, problem, problems, read_input};
pub use text::{Form, InputError, Place};
pub use verdict::{Explanation, Fact, Refusal, RefusalKind, Verdict};
