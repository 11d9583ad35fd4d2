//! The list of problems.

use crate::problem::ProblemRules;

/// All problems that this crate knows, in the order in which they are listed for people.
pub fn problems() -> &'static [&'static dyn ProblemRules] {
    &[
        &crate::infinity_war::InfinityWar,
        &crate::huepfburg::Huepfburg,
        &crate::subtraction_game::SubtractionGame,
    ]
}

/// The problem of that name.
pub fn problem(name: &str) -> Option<&'static dyn ProblemRules> {
    problems().iter().copied().find(|p| p.name() == name)
}
