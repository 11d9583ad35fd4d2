//! The list of families of subtraction games. Each family is in the module of its construction:
//! without a trap (`plain`), the joint value of several heaps (`heaps`), which moves win (`moves`),
//! which amounts may be taken (`amounts`), sets whose outcomes repeat late (`periods`), and
//! shortcuts for values that hold nearly always (`shortcuts`).

mod amounts;
mod draft;
mod heaps;
mod moves;
mod periods;
mod plain;
mod removable;
mod shortcuts;
mod smallest;
mod values;

use referee_checker::subtraction_game::Instance;

use crate::Family;
use crate::family::{given, given_input};
pub(crate) use smallest::smallest;

pub(crate) use removable::VIEWS;

/// All families, in display order.
pub const FAMILIES: &[Family] = &[
    plain::UNIFORM,
    given(|arguments, _| given_input(arguments, Instance::parse)),
    plain::OUTCOME,
    plain::COLD_HEAP,
    moves::ONE_WINNING_MOVE,
    moves::RAISING_MOVE,
    moves::GREEDY,
    moves::OVERDRAW,
    heaps::EQUAL_HEAPS,
    heaps::EMPTY_HEAPS,
    heaps::MANY_HEAPS,
    heaps::SEPARATELY,
    heaps::XOR_OF_SIZES,
    amounts::NO_MOVE_OF_ONE,
    amounts::LARGE_AMOUNTS,
    amounts::PARITY,
    periods::LARGE_HEAP,
    periods::LATE_AMOUNT,
    periods::LONG_PERIOD,
    shortcuts::OFF_RESIDUES,
    shortcuts::BYTE_OVERFLOW,
];
