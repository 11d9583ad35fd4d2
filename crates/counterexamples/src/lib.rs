//! Counterexamples: inputs on which a program fails.
//!
//! [`hunt`] searches for one, [`shrink`] makes one smaller. Neither knows how programs are run and
//! judged: a [`Subject`] reports whether the program fails on an input, and how. A subject is a
//! submission in a sandbox or, in tests, a function with a fault.
//!
//! Deliberately absent: files, clocks, environment, processes, global state. The same subject and
//! seed give the same result on any number of threads.

#![forbid(unsafe_code)]

pub mod hunt;
pub mod learned;
mod neighbour;
pub mod shrink;
mod subject;
pub mod text;

pub use neighbour::neighbour;
pub use subject::{Failure, Outcome, Subject};
