//! The commands by which the generators of a problem make inputs, so that hunting can vary them.

use std::time::Duration;

use referee_base::fault::Fault;
use referee_sandbox::Ended;

/// A command as a rule or a recipe gives it.
pub struct InputCommand {
    /// The name of its generator.
    pub program: String,
    /// Its arguments, with the placeholder of the seed.
    pub words: Vec<String>,
}

/// What comes of a run of a generator whose time is bounded.
pub enum MadeInput {
    /// An input.
    Input(Vec<u8>),
    /// It fails, or no rule uses it.
    Nothing,
    /// It was stopped at a limit: of its time, most likely.
    Stopped,
}

impl MadeInput {
    /// Returns what comes of a run that ended in this way, and made this input, if any.
    pub fn of(ended: &Ended, input: Option<Vec<u8>>) -> MadeInput {
        match (ended.stopped, input) {
            (Some(_), _) => MadeInput::Stopped,
            (_, Some(input)) if ended.is_well() => MadeInput::Input(input),
            _ => MadeInput::Nothing,
        }
    }
}

/// Generators, with the commands that the rules of a problem give.
pub trait InputGenerators: Sync {
    /// Returns the commands, in the order of the rules.
    fn commands(&self) -> Vec<InputCommand>;

    /// Compiles a generator, unless that was done before; does nothing if no rule uses it.
    ///
    /// # Errors
    /// It does not compile.
    fn prepare(&self, program: &str) -> Result<(), Fault>;

    /// Runs a generator with these arguments, for so much CPU time at most.
    ///
    /// # Errors
    /// It cannot be run.
    fn input_of(
        &self,
        program: &str,
        arguments: Vec<String>,
        at_most: Duration,
    ) -> Result<MadeInput, Fault>;
}
