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
mod neighbour;
pub mod shrink;
pub mod text;

pub use neighbour::{neighbour, with_other_digits};

use referee_base::fault::Fault;

/// A program that may fail on some inputs. Several threads may call it at the same time.
pub trait Subject: Sync {
    /// Runs the program on an input and judges it.
    ///
    /// # Errors
    /// The input could not be judged, which says nothing about the program: a checker crashed, or
    /// the disk is full.
    fn judge(&self, input: &[u8]) -> Result<Outcome, Fault>;

    /// Returns the time in milliseconds since any moment; always the same if it does not matter how
    /// long inputs take.
    fn elapsed(&self) -> u64 {
        0
    }
}

/// The outcome of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The input is invalid, or has no answer: it shows nothing.
    Invalid,
    /// The program is right, and took this many thousandths of the time limit.
    Passed(u32),
    /// The program fails.
    Failed(Failure),
    /// The program fails, but so does another one that should be right. It is unknown which one is
    /// right, so this shows nothing about the program.
    Disputed(Failure),
}

/// A failure of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The kind: failures of the same kind are attributed to the same fault. It consists of the
    /// verdict and the kind of refutation, without numbers from the input.
    pub kind: String,
    /// What went wrong, in one line for people.
    pub message: String,
}
