//! The family of handwritten inputs, which every problem has.

use referee_checker::{InputError, Strictness};

use crate::{Arguments, Family, FamilyError, Parameter, Random};

const PARAMETERS: &[Parameter] = &[Parameter::text("input", "the whole input, in the strict form")];

/// Creates the family; `generate` is specific to the problem.
pub(crate) const fn family(
    generate: fn(&Arguments, &mut Random) -> Result<Vec<u8>, FamilyError>,
) -> Family {
    Family {
        name: "given",
        summary: "an input written by hand",
        purpose: "samples, and cases that someone sent in",
        parameters: PARAMETERS,
        generate,
    }
}

/// Returns the given input if `parse` accepts it.
pub(crate) fn input<T>(
    arguments: &Arguments,
    parse: fn(&[u8], Strictness) -> Result<T, InputError>,
) -> Result<Vec<u8>, FamilyError> {
    let input = arguments.text("input").as_bytes();
    match parse(input, Strictness::Strict) {
        Ok(_) => Ok(input.to_vec()),
        Err(error) => Err(FamilyError(format!("the given input is not legal: {error}"))),
    }
}
