//! Families of inputs.

use std::fmt;

use crate::{Arguments, Parameter, Random};

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
