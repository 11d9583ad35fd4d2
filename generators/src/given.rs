//! The family of inputs that someone has written by hand. Every problem has it.

use referee_checker::{Form, InputError};

use crate::{Arguments, Family, FamilyError, Parameter, Random};

const PARAMETERS: &[Parameter] = &[Parameter::text("input", "the whole input, in the strict form")];

/// The family, of which `generate` knows the problem.
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

/// The given input, if it is one that `parse` takes.
pub(crate) fn input<T>(
    arguments: &Arguments,
    parse: fn(&[u8], Form) -> Result<T, InputError>,
) -> Result<Vec<u8>, FamilyError> {
    let input = arguments.text("input").as_bytes();
    match parse(input, Form::Strict) {
        Ok(_) => Ok(input.to_vec()),
        Err(error) => Err(FamilyError(format!("the given input is not legal: {error}"))),
    }
}
