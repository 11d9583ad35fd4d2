//! What a family of inputs is.

use std::fmt;

use crate::{Arguments, Parameter, Random};

/// A family of inputs of one problem.
pub struct Family {
    /// The name by which recipes call it, such as `own-square-only`.
    pub name: &'static str,
    /// What its inputs look like.
    pub summary: &'static str,
    /// Which wrong or slow solutions it is meant to catch.
    pub purpose: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// Makes an input in the strict form, having asserted what the family promises.
    pub generate: fn(&Arguments, &mut Random) -> Result<Vec<u8>, FamilyError>,
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Family({})", self.name)
    }
}

/// Why a family made no input: its parameters contradict each other, or its promise could not be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FamilyError(pub String);

impl fmt::Display for FamilyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FamilyError {}
