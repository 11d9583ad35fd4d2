//! The list of families of Infinity War. Each family is in the module of its construction: without
//! a trap (`plain`), Alice's way to Bob (`captures`), the safe squares (`small_boards`, `covers`,
//! `covered_border`), the shape of the moves (`shapes`), hash tables (`collisions`).

mod captures;
mod climb;
mod collisions;
mod covered_border;
mod covers;
mod draft;
pub mod hash_tables;
mod plain;
mod removable;
mod shapes;
mod small_boards;
mod smallest;

use referee_checker::infinity_war::Instance;

use crate::Family;
use crate::family::{given, given_input};
pub(crate) use smallest::smallest;

pub(crate) use removable::VIEWS;

/// All families, in display order.
pub const FAMILIES: &[Family] = &[
    plain::UNIFORM,
    given(|arguments, _| given_input(arguments, Instance::parse)),
    plain::OUTCOME,
    captures::ONE_MOVE,
    captures::TWO_MOVES,
    captures::MIDPOINT,
    captures::NULL_MOVE,
    small_boards::OWN_SQUARE,
    small_boards::ONE_SAFE,
    covers::FEW_SAFE,
    small_boards::BOB_WINS,
    covered_border::COVERED_BORDER,
    covers::DENSEST,
    shapes::CLUSTERED,
    shapes::ONE_ROW,
    shapes::ONE_COLUMN,
    shapes::CROWDED_ROW,
    shapes::EXTREME,
    collisions::HASH_COLLISIONS,
];
