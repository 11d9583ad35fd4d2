//! The families of Hüpfburg, listed. Each lives with those that share its construction: without a
//! trap (`plain`), rings with a chord (`rings`), cycles side by side (`cycles`), many arrows
//! between two colours (`colours`), where the one meeting is (`places`), fields without arrows
//! (`dead_ends`), and what is taken for something else: arrows (`arrows`), meetings (`decoys`),
//! pairs (`pair_keys`).

mod arrows;
mod colours;
mod cycles;
mod dead_ends;
mod decoys;
mod draft;
mod pair_keys;
mod places;
mod plain;
mod rings;

use referee_checker::huepfburg::Instance;

use crate::given;
use crate::{Family, FamilyError, Parameter};

/// All families, in the order in which they are listed for people.
pub const FAMILIES: &[Family] = &[
    plain::UNIFORM,
    given::family(|arguments, _| given::input(arguments, Instance::parse)),
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

/// The most fields that a family makes.
const MOST_FIELDS: i64 = 1_000_000;

/// The most arrows that a family draws.
const MOST_ARROWS: i64 = 10_000_000;

/// The parameter n, from some least number of fields on.
const fn fields(least: i64, most: i64) -> Parameter {
    Parameter::integer("n", least, most, "number of fields")
}

/// The parameter degree: n fields have n * degree arrows.
const fn degree(least: i64, most: i64) -> Parameter {
    Parameter::integer("degree", least, most, "arrows from each field, on average")
}

/// `n * degree`, if there is room for so many arrows.
fn arrows(n: i64, degree: i64, room: i64) -> Result<usize, FamilyError> {
    let (wanted, room) = (n * degree, room.min(MOST_ARROWS));
    if wanted <= room {
        return Ok(wanted as usize);
    }
    Err(FamilyError(format!(
        "{n} fields of degree {degree} have {wanted} arrows, where there can be {room}; \
         choose a degree up to {}",
        room / n
    )))
}
