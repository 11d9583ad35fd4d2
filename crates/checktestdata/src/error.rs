//! The errors: of a description, and of an input that differs from its description.

use referee_checker::Position;
use thiserror::Error;

/// An error in a description: it does not parse, or cannot be executed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{place}: {message}")]
pub struct DescriptionError {
    /// The place in the description.
    pub place: Position,
    /// The message: a lower-case fragment without a full stop.
    pub message: String,
    /// The advice on what to do next.
    pub help: Option<String>,
    /// Whether executing it takes more steps than allowed: other inputs would take as long.
    pub is_too_long: bool,
}

/// The first place where an input differs from its description.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{place}: {}", self.message())]
pub struct Mismatch {
    /// The place in the input.
    pub place: Position,
    /// What the description expects there.
    pub expected: String,
    /// What is there instead, escaped.
    pub found: String,
    /// The place of the command in the description.
    pub command: Position,
}

impl Mismatch {
    /// Returns the message without the place in the input.
    pub fn message(&self) -> String {
        let Mismatch { expected, found, command, .. } = self;
        format!("expected {expected}, found {found} (line {} of the description)", command.line)
    }
}

/// The reason why an input is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckError {
    /// The input differs from the description.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    /// The description cannot be executed on this input, so nothing is known about the input.
    #[error("the description fails at {0}")]
    Failed(#[from] DescriptionError),
}

/// The reason why an operation fails, before the place in the description is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) message: String,
    pub(crate) help: Option<String>,
    /// Whether there were not enough steps left.
    pub(crate) is_too_long: bool,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), help: None, is_too_long: false }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Failure {
        Failure { help: Some(help.into()), ..self }
    }

    pub(crate) fn at(self, place: Position) -> DescriptionError {
        let Failure { message, help, is_too_long } = self;
        DescriptionError { place, message, help, is_too_long }
    }
}
