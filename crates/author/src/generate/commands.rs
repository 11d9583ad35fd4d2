//! The commands by which the generators of a problem make inputs; hunts vary them.

use std::time::Duration;

use referee_base::fault::Fault;
use referee_problem::JuryProgram;
use referee_sandbox::Ended;

/// A command as it stands in a rule or a recipe.
pub struct InputCommand {
    /// The name of its generator.
    pub program: String,
    /// Its arguments, with the placeholder for the seed.
    pub words: Vec<String>,
}

/// The outcome of a generator's run under a time limit.
pub enum MadeInput {
    /// An input.
    Input(Vec<u8>),
    /// The generator failed, or no rule uses it.
    Nothing,
    /// The generator was stopped at a limit, most likely of time.
    Stopped,
}

impl MadeInput {
    /// Returns the outcome of a run that ended in this way and made this input, if any.
    pub fn of(ended: &Ended, input: Option<Vec<u8>>) -> MadeInput {
        match (ended.stopped, input) {
            (Some(_), _) => MadeInput::Stopped,
            (_, Some(input)) if ended.succeeded() => MadeInput::Input(input),
            _ => MadeInput::Nothing,
        }
    }
}

/// An input that stands in a rule or a recipe.
pub struct WrittenInput {
    /// The name of its case.
    pub case: String,
    /// Its content.
    pub input: Vec<u8>,
}

/// Generators, with the commands in the rules of a problem.
pub trait InputGenerators: Send + Sync {
    /// Returns the inputs that people wrote into the rules, or that these copy, in their order.
    /// Those with more than `most` bytes are left out, and those that validators must reject.
    fn written_inputs(&self, most: u64) -> Vec<WrittenInput>;

    /// Returns the commands in their order, without those for inputs that validators must reject.
    fn commands(&self) -> Vec<InputCommand>;

    /// Returns a generator, if a rule uses it.
    fn generator(&self, program: &str) -> Option<&JuryProgram>;

    /// Compiles a generator, unless that was done before. Does nothing if no rule uses it.
    ///
    /// # Errors
    /// It does not compile.
    fn prepare(&self, program: &str) -> Result<(), Fault> {
        self.generator(program).map_or(Ok(()), JuryProgram::prepare)
    }

    /// Returns whether a generator was compiled, or does not compile.
    fn is_prepared(&self, program: &str) -> bool {
        self.generator(program).is_none_or(JuryProgram::is_prepared)
    }

    /// Runs a generator with these arguments, for at most `at_most` of CPU time.
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
