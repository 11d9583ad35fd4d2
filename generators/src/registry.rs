//! The families of each problem, and the shipped recipes.

use crate::family::Family;
use crate::removable::View;

/// Returns the input with this number, from 0 on; `None` after the last.
pub type NumberedInputs = fn(u64) -> Option<Vec<u8>>;

/// The families of one problem, and its shipped recipe.
pub struct ProblemFamilies {
    /// The name of the problem, as in the checker.
    pub problem: &'static str,
    /// The families, in display order.
    pub families: &'static [Family],
    /// The recipe that generates the committed cases.
    pub recipe: &'static str,
    /// What can be removed from an input, the largest parts first.
    pub views: &'static [View],
    /// Returns one of the smallest inputs by its number, from 0 on, sorted by increasing size;
    /// `None` after the last.
    pub smallest: NumberedInputs,
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
            views: crate::infinity_war::VIEWS,
            smallest: crate::infinity_war::smallest,
        },
        ProblemFamilies {
            problem: "huepfburg",
            families: crate::huepfburg::FAMILIES,
            recipe: include_str!("../huepfburg.toml"),
            views: crate::huepfburg::VIEWS,
            smallest: crate::huepfburg::smallest,
        },
        ProblemFamilies {
            problem: "subtraction-game",
            families: crate::subtraction_game::FAMILIES,
            recipe: include_str!("../subtraction-game.toml"),
            views: crate::subtraction_game::VIEWS,
            smallest: crate::subtraction_game::smallest,
        },
    ]
}

/// Returns the families of the problem with this name.
pub fn families(problem: &str) -> Option<&'static ProblemFamilies> {
    shipped().iter().find(|families| families.problem == problem)
}
