//! The commands by which the generators of a problem make inputs, so that hunting can vary them.

use referee_base::fault::Fault;

/// A command as a rule or a recipe gives it.
pub struct InputCommand {
    /// The name of its generator.
    pub program: String,
    /// Its arguments, with the placeholder of the seed.
    pub words: Vec<String>,
}

/// Generators, with the commands that the rules of a problem give.
pub trait InputGenerators: Sync {
    /// Returns the commands, in the order of the rules.
    fn commands(&self) -> Vec<InputCommand>;

    /// Returns the input that a generator makes with these arguments; none if it fails, or if no rule uses it.
    ///
    /// # Errors
    /// It cannot be run.
    fn input_of(&self, program: &str, arguments: Vec<String>) -> Result<Option<Vec<u8>>, Fault>;
}
