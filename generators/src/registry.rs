//! The families of each problem, and the recipes that ship.

use crate::family::Family;

/// The families of one problem, and its shipped recipe.
pub struct ProblemFamilies {
    /// The name of the problem, as in the checker.
    pub problem: &'static str,
    /// The families, in display order.
    pub families: &'static [Family],
    /// The recipe that makes the committed cases.
    pub recipe: &'static str,
}

impl ProblemFamilies {
    /// Returns the family with this name.
    pub fn family(&self, name: &str) -> Option<&'static Family> {
        self.families.iter().find(|family| family.name == name)
    }
}

/// Returns the families of every shipped problem.
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

/// Returns the families of the problem with this name.
pub fn families(problem: &str) -> Option<&'static ProblemFamilies> {
    shipped().iter().find(|families| families.problem == problem)
}
