//! The list of families of Hüpfburg. Each family is in the module of its construction: without a
//! trap (`plain`), rings with a chord (`rings`), cycles side by side (`cycles`), many arrows
//! between two colours (`colours`), the place of the only meeting (`places`), fields without arrows
//! (`dead_ends`), and easily confused things: arrows (`arrows`), meetings (`decoys`), pairs
//! (`pair_keys`).

mod arrows;
mod colours;
mod cycles;
mod dead_ends;
mod decoys;
mod draft;
mod pair_keys;
mod places;
mod plain;
mod removable;
mod rings;
mod smallest;

use referee_checker::huepfburg::Instance;

use crate::Family;
use crate::family::{given, given_input};
pub(crate) use smallest::smallest;

pub(crate) use removable::VIEWS;

/// All families, in display order.
pub const FAMILIES: &[Family] = &[
    plain::UNIFORM,
    given(|arguments, _| given_input(arguments, Instance::parse)),
    plain::OUTCOME,
    rings::WIELANDT,
    rings::LAYERED_RING,
    cycles::COPRIME_CYCLES,
    cycles::LATE_MEETING,
    cycles::PRIME_CYCLES,
    colours::TWO_COLOURS,
    colours::SWAP_PLACES,
    places::MEET_AT_START,
    places::MEET_AT_LAST,
    places::LONG_PATH,
    dead_ends::DEAD_ENDS,
    arrows::SELF_ARROWS,
    arrows::ONE_WAY,
    arrows::HEADER_ARROW,
    decoys::DECOY,
    pair_keys::PAIR_KEYS,
];
