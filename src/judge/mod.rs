//! `judge`: compiles submissions, runs them on every case under limits, checks what they write while they
//! write it, and compares the verdicts with what is expected.
//!
//! Submissions are shared out among threads; the cases of one follow each other, so that judging can stop at its first
//! failure. A case is read and prepared when it is first needed, and kept: what is held grows with the cases, not with
//! the submissions. A run that the record has already is not made again, nor is a program built that has no other runs.
//! Who runs programs is a trait, so that all of this is tested without processes.
//!
//! A [`Judge`] is what it is given (`inputs.rs`); what it does stands in layers, of which each uses only those before it: one case
//! (`case_run.rs`), several times (`repeat.rs`), one submission (`one.rs`), though it panic (`guarded.rs`), all of them (`all.rs`).

mod all;
mod archives;
mod case_run;
mod classify;
mod end;
mod excerpts;
mod external;
pub mod finding;
mod folders;
mod guarded;
mod inputs;
mod interaction;
mod kept;
pub mod limit;
mod moodle;
mod order;
mod prepared;
pub mod record;
mod repeat;
mod retrial;
mod runner;
mod same_failure;
mod shared;
mod so_far;
pub mod submission;
mod submission_run;
pub mod time_limit;
pub mod too_slow;

pub use inputs::{Inputs, Judge, Mode, Policy, Services};
