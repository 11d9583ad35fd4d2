//! Families of inputs, and assertions of what they promise: a broken promise is an error.

use std::fmt;

use referee_checker::{InputError, Strictness};

use crate::{Arguments, Parameter, Random};

/// The number of draws for each item before a family gives up.
pub(crate) const PATIENCE: usize = 200;

const GIVEN: &[Parameter] = &[Parameter::text("input", "the whole input, in the strict form")];

/// A family of inputs of one problem.
pub struct Family {
    /// The name in recipes, such as `own-square-only`.
    pub name: &'static str,
    /// A description of the inputs.
    pub summary: &'static str,
    /// The wrong or slow solutions that the family is meant to catch.
    pub purpose: &'static str,
    /// The parameters.
    pub parameters: &'static [Parameter],
    /// Generates an input in the strict form, after asserting what the family promises.
    pub generate: fn(&Arguments, &mut Random) -> Result<Vec<u8>, FamilyError>,
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Family({})", self.name)
    }
}

/// Why a family could not generate an input: contradictory parameters, or a broken promise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FamilyError(pub String);

impl fmt::Display for FamilyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FamilyError {}

pub(crate) fn promise(kept: bool, broken: impl FnOnce() -> String) -> Result<(), FamilyError> {
    if kept { Ok(()) } else { Err(FamilyError(broken())) }
}

/// Returns the first success of up to `tries` attempts.
pub(crate) fn attempts<T>(
    tries: u32,
    wanted: &str,
    mut attempt: impl FnMut() -> Option<T>,
) -> Result<T, FamilyError> {
    (0..tries).find_map(|_| attempt()).ok_or_else(|| {
        FamilyError(format!(
            "no {wanted} in {tries} attempts; choose other parameters or another seed"
        ))
    })
}

/// Creates the family of handwritten inputs, which every problem has; `generate` is specific to the
/// problem.
pub(crate) const fn given(
    generate: fn(&Arguments, &mut Random) -> Result<Vec<u8>, FamilyError>,
) -> Family {
    Family {
        name: "given",
        summary: "an input written by hand",
        purpose: "samples, and cases that someone sent in",
        parameters: GIVEN,
        generate,
    }
}

/// Returns the given input if `parse` accepts it.
pub(crate) fn given_input<T>(
    arguments: &Arguments,
    parse: fn(&[u8], Strictness) -> Result<T, InputError>,
) -> Result<Vec<u8>, FamilyError> {
    let input = arguments.text("input").as_bytes();
    match parse(input, Strictness::Strict) {
        Ok(_) => Ok(input.to_vec()),
        Err(error) => Err(FamilyError(format!("the given input is not legal: {error}"))),
    }
}
