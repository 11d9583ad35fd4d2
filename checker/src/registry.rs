//! Which problems there are.

use crate::problem::Problem;

/// All problems that this crate knows, in the order in which they are listed for people.
pub fn problems() -> &'static [&'static dyn Problem] {
    &[
        &crate::infinity_war::InfinityWar,
        &crate::huepfburg::Huepfburg,
        &crate::subtraction_game::SubtractionGame,
    ]
}

/// The problem of that name.
pub fn problem(name: &str) -> Option<&'static dyn Problem> {
    problems().iter().copied().find(|p| p.name() == name)
}
