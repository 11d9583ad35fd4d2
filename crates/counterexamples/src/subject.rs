//! What is asked of a program, and what comes back.

use referee_base::fault::Fault;

/// A program that may fail on some inputs. It is asked from several threads at once.
pub trait Subject: Sync {
    /// Tells whether the program fails on an input.
    ///
    /// # Errors
    /// It cannot be told, which says nothing about the program: a checker crashed, a disk is full.
    fn judge(&self, input: &[u8]) -> Result<Outcome, Fault>;
}

/// What an input shows of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The input is not valid, or there is no answer to it: it shows nothing.
    Invalid,
    /// The program is right on this input, and took so many thousandths of the time that it may take.
    Passed(u32),
    /// The program fails.
    Failed(Failure),
}

/// A failure of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The kind: failures of the same kind are taken for the same fault. It has the verdict and the kind of refutation in it, and no
    /// numbers of the input.
    pub kind: String,
    /// What went wrong, in one line, for people.
    pub message: String,
}
