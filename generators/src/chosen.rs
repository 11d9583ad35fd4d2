//! Families and the numbers that they draw: every input is a function of the parameters and these
//! numbers. Edited numbers yield other inputs of the same family, so inputs can be shrunk without
//! knowledge of their contents (D. MacIver and A. Donaldson, "Test-case reduction via test-case
//! generation", 2020).

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{Arguments, Choice, Family, FamilyError, ParameterKind, ParameterValue, Random, Seed};

/// An input, and the numbers drawn by its family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// The input.
    pub input: Vec<u8>,
    /// The numbers in the order of drawing; `None` if there are too many to record.
    pub choices: Option<Vec<Choice>>,
}

impl Family {
    /// Generates the input of a seed, and records the draws.
    ///
    /// # Errors
    /// The family rejects the parameters, or could not keep its promise.
    pub fn record(&self, arguments: &Arguments, seed: Seed) -> Result<Chosen, FamilyError> {
        self.chosen(arguments, Random::recording(seed))
    }

    /// Generates the input for these draws, each lowered to the largest value that its draw allows.
    ///
    /// # Errors
    /// The family rejects the parameters, could not keep its promise, or draws far more often than
    /// there are values.
    pub fn replay(&self, arguments: &Arguments, values: Vec<u64>) -> Result<Chosen, FamilyError> {
        self.chosen(arguments, Random::replaying(values))
    }

    /// Parses parameters as displayed; `None` if they are not those of this family, or include a
    /// text.
    pub fn read_arguments(&self, displayed: &str) -> Option<Arguments> {
        let mut arguments = Arguments::default();
        let pairs = displayed.split_terminator(' ').map(|word| word.split_once('='));
        let mut pairs = pairs.collect::<Option<Vec<(&str, &str)>>>()?;
        for parameter in self.parameters {
            let at = pairs.iter().position(|(name, _)| *name == parameter.name)?;
            let (_, value) = pairs.swap_remove(at);
            let value = match parameter.kind {
                ParameterKind::Integer { least, most } => {
                    let value = value.parse().ok().filter(|value| (least..=most).contains(value));
                    ParameterValue::Integer(value?)
                }
                ParameterKind::Choice(known) if known.contains(&value) => {
                    ParameterValue::Text(value.into())
                }
                ParameterKind::Choice(_) | ParameterKind::Text => return None,
            };
            arguments.set(parameter.name, value);
        }
        pairs.is_empty().then_some(arguments)
    }

    fn chosen(&self, arguments: &Arguments, mut random: Random) -> Result<Chosen, FamilyError> {
        // A family is a function without state, so unwinding leaves nothing inconsistent.
        let made = catch_unwind(AssertUnwindSafe(|| (self.generate)(arguments, &mut random)));
        let abandoned = |_| Err(FamilyError("it wants other draws than these".into()));
        let input = made.unwrap_or_else(abandoned)?;
        Ok(Chosen { input, choices: random.into_choices() })
    }
}
