//! The list of problems.

use crate::problem::ProblemRules;

/// All problems of this crate, in display order.
pub fn problems() -> &'static [&'static dyn ProblemRules] {
    &[
        &crate::infinity_war::InfinityWar,
        &crate::huepfburg::Huepfburg,
        &crate::subtraction_game::SubtractionGame,
    ]
}

/// The problem with this name.
pub fn problem(name: &str) -> Option<&'static dyn ProblemRules> {
    problems().iter().copied().find(|p| p.name() == name)
}
