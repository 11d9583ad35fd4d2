//! Which families there are, and the recipes that ship.

use crate::family::Family;

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
