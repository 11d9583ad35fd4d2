//! Executes a description: on an input that is read, or on one that is written.

mod commands;
mod evaluation;
mod matchers;
mod roles;
mod words;
mod writer;
mod writing;

use referee_checker::Position;

use crate::budget::{Budget, Limits};
use crate::choices::Choices;
use crate::cursor::Cursor;
use crate::error::{CheckError, Failure, Mismatch};
use crate::parser::Parsed;
use crate::syntax::{Action, Command};
use crate::variables::Variable;
use matchers::Matchers;
use roles::Roles;
use writer::Writer;

type Result<T> = std::result::Result<T, CheckError>;

struct Run<'a> {
    parsed: &'a Parsed,
    cursor: Cursor<'a>,
    /// The input, if it is written.
    writer: Option<Writer<'a>>,
    variables: Vec<Variable>,
    matchers: Matchers,
    budget: Budget,
}

/// Executes a description on an input, and subtracts the steps that it takes from the limits.
/// Error: the input differs, or the description cannot be executed.
pub(crate) fn check(parsed: &Parsed, input: &[u8], limits: &mut Limits) -> Result<()> {
    let mut run = Run::new(parsed, input, None, *limits);
    let end = Command { place: parsed.end, action: Action::Eof };
    let checked = run.block(&parsed.block).and_then(|()| run.command(&end));
    limits.steps = run.budget.steps_left();
    checked
}

/// Executes a description on an input that is written by making choices. Error: an assertion fails
/// on what was chosen, or the description cannot be executed within the limits.
pub(crate) fn write(parsed: &Parsed, choices: &mut dyn Choices, limits: Limits) -> Result<Vec<u8>> {
    let roles = Roles::of(&parsed.block, parsed.names.len());
    let mut run = Run::new(parsed, &[], Some(Writer::new(choices, roles)), limits);
    run.block(&parsed.block)?;
    Ok(run.writer.map_or_else(Vec::new, |writer| writer.out))
}

impl<'a> Run<'a> {
    fn new(
        parsed: &'a Parsed,
        input: &'a [u8],
        writer: Option<Writer<'a>>,
        limits: Limits,
    ) -> Run<'a> {
        Run {
            parsed,
            cursor: Cursor::new(input),
            writer,
            variables: parsed.names.iter().map(|name| Variable::new(name.is_searched)).collect(),
            matchers: Matchers::new(parsed.literals),
            budget: Budget::new(limits),
        }
    }

    /// Creates the error for an input that differs at an offset.
    #[cold]
    fn mismatch(
        &self,
        command: &Command,
        offset: usize,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> CheckError {
        let (expected, found) = (expected.into(), found.into());
        let place = self.cursor.place(offset);
        Mismatch { place, expected, found, command: command.place }.into()
    }
}

/// Adds the place in the description to a failure.
trait At<T> {
    fn at(self, place: Position) -> Result<T>;
}

impl<T> At<T> for std::result::Result<T, Failure> {
    #[inline]
    fn at(self, place: Position) -> Result<T> {
        self.map_err(|failure| CheckError::Failed(failure.at(place)))
    }
}
