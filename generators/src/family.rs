//! What a family of inputs is, and which there are.

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

/// The families of one problem, and its shipped recipe.
pub struct ProblemFamilies {
    /// The problem's name, as the checker has it.
    pub problem: &'static str,
    /// Its families, in the order in which they are listed for people.
    pub families: &'static [Family],
    /// The recipe that makes the committed cases.
    pub recipe: &'static str,
}

impl ProblemFamilies {
    /// The family of that name.
    pub fn family(&self, name: &str) -> Option<&'static Family> {
        self.families.iter().find(|family| family.name == name)
    }
}

/// The families of every shipped problem.
pub fn shipped() -> &'static [ProblemFamilies] {
    &[
        ProblemFamilies {
            problem: "infinity-war",
            families: crate::infinity_war::FAMILIES,
            recipe: include_str!("../infinity-war.toml"),
        },
        ProblemFamilies {
            problem: "huepfburg",
            families: crate::huepfburg::FAMILIES,
            recipe: include_str!("../huepfburg.toml"),
        },
        ProblemFamilies {
            problem: "subtraction-game",
            families: crate::subtraction_game::FAMILIES,
            recipe: include_str!("../subtraction-game.toml"),
        },
    ]
}

/// The families of the problem with that name.
pub fn families(problem: &str) -> Option<&'static ProblemFamilies> {
    shipped().iter().find(|families| families.problem == problem)
}
